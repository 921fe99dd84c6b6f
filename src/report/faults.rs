//! What bots did wrong, in words.

use rathaus_games::{Fault, FaultCause};

use super::text::counted;

/// How many different faults of a bot are shown in full.
const SHOWN: usize = 3;

/// Of each kind of mistake of a bot the first one in full, and how many more there are `in`, or
/// `on`, other places of this name.
pub(super) fn told<'a, P>(
    name: &str,
    faults: impl Iterator<Item = (P, &'a Fault)>,
    is_same: impl Fn(&FaultCause, &FaultCause) -> bool,
    place: impl Fn(&P) -> String,
    (preposition, noun): (&str, &str),
) -> Vec<String> {
    let mut kinds: Vec<(P, &Fault, usize)> = Vec::new();
    for (at, fault) in faults {
        match kinds.iter_mut().find(|(_, first, _)| is_same(&first.cause, &fault.cause)) {
            Some((_, _, others)) => *others += 1,
            None => kinds.push((at, fault, 0)),
        }
    }
    let shown = kinds.iter().take(SHOWN).map(|(at, fault, others)| {
        let others = match others {
            0 => String::new(),
            more => format!("\n  and the same {preposition} {}", counted(*more, &format!("other {noun}"))),
        };
        format!("{name}, {}: {fault}{others}", place(at))
    });
    let mut lines: Vec<String> = shown.collect();
    if let more @ 1.. = kinds.len().saturating_sub(SHOWN) {
        lines.push(format!("{name}: {} more; --json shows all", counted(more, "other fault")));
    }
    lines
}
