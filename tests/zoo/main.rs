//! The zoo: what a host of bots survives, each item of the list as a small hostile program, in
//! games and in builds.
//!
//! `cargo test --test zoo 31` runs the trials of one item. Each is played in the best sandbox that
//! the machine has, and some in every tier; a tier that it has not is skipped by name.
#![expect(clippy::disallowed_methods, reason = "the zoo looks at what hosts leave behind")]
#![expect(clippy::disallowed_macros, reason = "what is skipped is said")]

mod checks;
#[path = "../common/mod.rs"]
mod common;
mod habitat;
mod items;
#[path = "../conformance/panics.rs"]
mod panics;
mod processes;
mod sessions;
mod table;
mod tiers;
mod watched;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use items::{Item, Play};
use tiers::{TIERS, Tier};

/// How many trials run at the same time: more would take time from one another, and each has
/// limits.
const AT_ONCE: usize = 2;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Without a root that gives each sandbox a user of its own, the kernel counts the processes of
    // one trial against another's bound.
    let at_once = if tiers::is_root() { AT_ONCE } else { 1 };
    arguments.test_threads = arguments.test_threads.or(Some(at_once));
    panics::keep();
    let missing = if arguments.list { Vec::new() } else { tiers::missing() };
    let is_missing = |tier: Tier| missing.iter().any(|(name, _)| Some(*name) == tier);
    let mut trials = Vec::new();
    for item in table::all().into_iter().map(Arc::new) {
        trials.extend(item.is_controlled.then(|| control(&item)));
        trials.extend(item.is_read.then(|| read(&item)));
        for play in item.plays.clone() {
            // The best one is one of them.
            let tiers = if item.everywhere { TIERS.map(Some).to_vec() } else { vec![None] };
            for tier in tiers {
                let is_impossible = tiers::is_impossible(&item, tier);
                trials.push(trial(&item, &play, tier).with_ignored_flag(is_missing(tier) || is_impossible));
            }
        }
    }
    let skipped: Vec<String> =
        trials.iter().filter(|trial| trial.has_ignored_flag()).map(|trial| trial.name().to_owned()).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    tell(&skipped, &missing);
    conclusion.exit_code()
}

fn trial(item: &Arc<Item>, play: &Play, tier: Tier) -> Trial {
    let (own, play) = (item.clone(), play.clone());
    named(item, play.session.name(), tier.unwrap_or("best"), move || sessions::play(&own, &play, tier))
}

/// Whether the trials of an item could fail.
fn control(item: &Arc<Item>) -> Trial {
    let own = item.clone();
    named(item, "race", "trusted", move || sessions::control(&own))
}

/// What people read of it.
fn read(item: &Arc<Item>) -> Trial {
    let own = item.clone();
    named(item, "race", "in_words", move || sessions::read(&own))
}

fn named(item: &Item, session: &str, tier: &str, test: impl FnOnce() + Send + 'static) -> Trial {
    let name = format!("{:02}_{}::{session}::{tier}", item.number, item.name.replace('-', "_"));
    let test = move || {
        test();
        Ok(())
    };
    Trial::test(name, || panics::catch(test).map_err(Failed::from))
}

/// Says what was not tried, and why.
fn tell(skipped: &[String], missing: &[(&str, String)]) {
    if skipped.is_empty() {
        return;
    }
    println!(
        "{} trials were skipped, because this machine has no such sandbox or it cannot hold there:",
        skipped.len()
    );
    missing.iter().for_each(|(tier, why)| println!("  {tier}: {why}"));
    if !tiers::is_root() {
        println!(
            "  launcher: as an ordinary user, builds can change modes of that user's files (docs/SECURITY.md)"
        );
    }
    skipped.iter().for_each(|name| println!("    {name}"));
}
