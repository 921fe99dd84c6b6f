//! The zoo: hostile programs that a host of bots must survive, each as an item of a list, in games
//! and in builds.
//!
//! `cargo test --test zoo 31` runs the trials of one item. Each item acts in all of its sessions in
//! the best sandbox of the machine. Some act in every tier: in one session each, and with
//! `--include-ignored` in all. Tiers that are not available are skipped by name.
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

/// The number of trials at the same time. More would take time from one another, and each has
/// time limits.
const AT_ONCE: usize = 3;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Without root, sandboxes share a user, and the kernel counts the processes of one trial
    // against the limit of another.
    let at_once = if tiers::is_root() { AT_ONCE } else { 1 };
    arguments.test_threads = arguments.test_threads.or(Some(at_once));
    panics::keep();
    let missing = if arguments.list { Vec::new() } else { tiers::missing() };
    let is_missing = |tier: Tier| missing.iter().any(|(name, _)| Some(*name) == tier);
    let best = TIERS.map(Some).into_iter().find(|tier| !is_missing(*tier)).flatten();
    let (mut trials, mut skipped) = (Vec::new(), Vec::new());
    for (position, item) in table::all().into_iter().map(Arc::new).enumerate() {
        trials.extend(item.is_controlled.then(|| control(&item)));
        trials.extend(item.is_read.then(|| read(&item)));
        for (index, play) in item.plays.iter().enumerate() {
            // The three tiers include the best one.
            let tiers = if item.everywhere { TIERS.map(Some).to_vec() } else { vec![None] };
            for (level, tier) in tiers.into_iter().enumerate() {
                let trial = trial(&item, play, tier);
                if is_missing(tier) || tiers::is_impossible(&item, tier) {
                    skipped.push(trial.name().to_owned());
                    continue;
                }
                // Over all items, each session comes up in each tier.
                let is_chosen = index == (position + level) % item.plays.len();
                trials.push(trial.with_ignored_flag(tier.is_some() && tier != best && !is_chosen));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    tell(&skipped, &missing);
    conclusion.exit_code()
}

fn trial(item: &Arc<Item>, play: &Play, tier: Tier) -> Trial {
    let (own, play) = (item.clone(), play.clone());
    named(item, play.session.name(), tier.unwrap_or("best"), move || sessions::play(&own, &play, tier))
}

/// The control of an item, which shows that its trials can fail.
fn control(item: &Arc<Item>) -> Trial {
    let own = item.clone();
    named(item, "race", "trusted", move || sessions::control(&own))
}

/// The trial of the report for people.
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

/// Prints which trials were skipped, and why.
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
