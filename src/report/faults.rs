//! Faults of bots as text.

use rathaus_games::diagnosis::{ProcessPersistence, describe};
use rathaus_games::{Fault, FaultCause};

use super::text::counted;

/// How many different faults of a bot to show in full.
const SHOWN: usize = 3;

/// The first fault of each kind in full, with the number of other places, such as boards, that have
/// the same.
pub(super) fn fault_texts<'a, P>(
    name: &str,
    life: ProcessPersistence,
    faults: impl Iterator<Item = (P, &'a Fault)>,
    is_same: impl Fn(&FaultCause, &FaultCause) -> bool,
    place: impl Fn(&P) -> String,
    noun: &str,
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
            more => format!(" and {}", counted(*more, &format!("other {noun}"))),
        };
        format!("{name}, {}{others}: {}", place(at), describe(fault, life))
    });
    let mut lines: Vec<String> = shown.collect();
    if let more @ 1.. = kinds.len().saturating_sub(SHOWN) {
        lines.push(format!("{name}: {} more; --json shows all", counted(more, "other fault")));
    }
    lines
}
