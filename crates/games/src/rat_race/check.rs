//! The check of a bot: a few short boards.

use std::time::Duration;

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::Value;

use super::RatRaceParams;
use super::genome_explanation::GenomeMeaningSurveyMatch;
use crate::check::{BotCheckReport, SinglePlayerCheck, SinglePlayerCheckCase, SinglePlayerCheckMeasurements};
use crate::diagnosis::{ProcessPersistence, describe};
use crate::parameters::BuiltInGameParameters;
use crate::{ConfiguredGame, Fault, FaultCause, LiveMatch, Seed};

/// The number of boards. There are few and short ones, because the author of the bot waits for
/// the result.
const BOARDS: u64 = 3;

/// The turns of each board.
const TURNS: u32 = 300;

/// One in this many remembered moves is asked again. It is lower than in a race, to find bots that
/// keep data quickly.
const AUDIT: u32 = 4;

pub(super) struct RaceCheck;

impl SinglePlayerCheck for RaceCheck {
    fn cases(&self) -> Vec<SinglePlayerCheckCase> {
        vec![SinglePlayerCheckCase {
            settings: vec![("turns", Value::from(TURNS)), ("audit", Value::from(AUDIT))],
            seeds: (1..=BOARDS).map(|number| Seed(1).derive("board", number)).collect(),
        }]
    }

    /// Asks the bot what three genomes mean: all bits 0, all bits 1, and a mixture.
    fn extra(
        &self,
        rules: &ConfiguredGame,
        handshake_reply: Option<&HandshakeReply>,
    ) -> Option<Box<dyn LiveMatch>> {
        let params = rules.downcast::<RatRaceParams>()?;
        if !matches!(handshake_reply?, HandshakeReply::Turns { traces: true, .. }) {
            return None;
        }
        let within = u128::MAX >> (u128::BITS - u32::from(params.genome_bits));
        let genomes = [0, u128::MAX, u128::MAX / 7].map(|genome| genome & within);
        Some(Box::new(GenomeMeaningSurveyMatch::new(params, genomes.to_vec())))
    }

    fn report(&self, checked: &SinglePlayerCheckMeasurements) -> BotCheckReport {
        let fault = checked.matches.iter().find_map(|played| played.fault.as_ref());
        let is_caught = checked.matches.iter().any(|played| !played.details["caught_keeping_data"].is_null());
        let mut findings = vec![moves(checked, fault)];
        // The times of a late bot show how far it is over the limit. After any other fault, neither
        // the times nor the share of random moves helps to fix it.
        if fault.is_none_or(|fault| matches!(fault.cause, FaultCause::Late { .. })) {
            findings.extend(times(checked).map(|words| ("time a turn", words)));
            findings.extend(checked.nanoseconds_per_call.map(time_a_call));
        }
        if fault.is_none() {
            findings.push(randomness(checked));
            findings.extend(checked.extra.as_ref().map(trace));
        }
        if fault.is_none() || is_caught {
            findings.push(keeps_data(checked, is_caught));
        }
        let named = |(topic, words): (&str, String)| (topic.to_owned(), words);
        BotCheckReport {
            findings: findings.into_iter().map(named).collect(),
            is_fit: fault.is_none() && !is_caught,
        }
    }
}

/// The sum of a number in the details of all boards.
fn sum(checked: &SinglePlayerCheckMeasurements, name: &str) -> u64 {
    checked.matches.iter().filter_map(|played| played.details[name].as_u64()).sum()
}

fn moves(checked: &SinglePlayerCheckMeasurements, fault: Option<&Fault>) -> (&'static str, String) {
    let words = match fault {
        Some(fault) => format!("failed: {}", describe(fault, ProcessPersistence::Persistent)),
        None => format!("{} on {BOARDS} boards of {TURNS} turns, all of them legal", sum(checked, "moves")),
    };
    ("moves", words)
}

/// The times of turns, with the parameters that limit them.
fn times(checked: &SinglePlayerCheckMeasurements) -> Option<String> {
    let mut times: Vec<Duration> =
        checked.matches.iter().flat_map(|played| played.times.iter().copied()).collect();
    times.sort();
    let at = |share: f64| times.get((share * (times.len() as f64 - 1.0)).round() as usize);
    let in_ms = |time: &Duration| 1000.0 * time.as_secs_f64();
    let (median, late) = (in_ms(at(0.5)?), in_ms(at(0.99)?));
    let limits: Vec<String> = BuiltInGameParameters::values(&RatRaceParams::default())
        .into_iter()
        .filter(|(name, _)| ["turn_ms", "move_us"].contains(name))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let limits = limits.join(", ");
    Some(format!("median {median:.2} ms, 99th percentile {late:.2} ms (limit: {limits})"))
}

fn time_a_call(nanoseconds: f64) -> (&'static str, String) {
    let words = format!("{:.2} us on average in the submission's own function", nanoseconds / 1_000.0);
    ("time a call", words)
}

fn randomness(checked: &SinglePlayerCheckMeasurements) -> (&'static str, String) {
    let asked = sum(checked, "asked") - sum(checked, "audited");
    let pure = 100.0 * (1.0 - asked as f64 / sum(checked, "moves").max(1) as f64);
    let words = format!("{pure:.0} % of the moves used none, and were remembered");
    ("randomness", words)
}

fn keeps_data(checked: &SinglePlayerCheckMeasurements, is_caught: bool) -> (&'static str, String) {
    let words = match (is_caught, sum(checked, "audited")) {
        (true, _) => {
            "yes, which is forbidden: it gave two replies to the same request without using its random generator".into()
        }
        (false, 0) => "unknown: no request could be sent twice".into(),
        (false, count) => format!("no: {count} requests were sent twice and got the same replies"),
    };
    ("keeps data", words)
}

fn trace(result: &Result<(), Fault>) -> (&'static str, String) {
    let words = match result {
        Ok(()) => "the bot explains its genomes".into(),
        Err(fault) => format!("failed, which does not affect races: {fault}"),
    };
    ("trace", words)
}
