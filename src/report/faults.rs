//! Faults of bots as text.

use rathaus_games::{Fault, FaultCause};

use super::text::counted;

/// How many different faults of a bot to show in full.
const SHOWN: usize = 3;

/// Describes the faults of a bot: the first of each kind in full, and in how many other places that
/// kind occurred. `preposition` and `noun` name the places, as in "on 3 other boards".
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
