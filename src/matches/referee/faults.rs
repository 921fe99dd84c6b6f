//! Collects the faults of a match in bounded space.

use std::collections::BTreeMap;

use rathaus_games::{FaultEvidence, Observer, SeatFault};

/// How many faults of each seat keep their evidence. Of later ones, only cause and times are kept:
/// a bot that fails at every request of a long game would fill the disk with the same evidence.
const PROVEN: usize = 100;

/// The faults of a match.
#[derive(Debug, Default)]
pub(super) struct FaultLog {
    pub(super) found: Vec<SeatFault>,
    /// The number of faults of each seat.
    counts: BTreeMap<usize, usize>,
}

impl FaultLog {
    pub(super) fn extend(&mut self, found: impl IntoIterator<Item = SeatFault>, witness: &mut dyn Observer) {
        for mut fault in found {
            witness.found(&fault);
            let count = self.counts.entry(fault.seat).or_default();
            *count += 1;
            if *count > PROVEN {
                let FaultEvidence { took, cpu, overloaded, .. } = fault.fault.evidence;
                fault.fault.evidence = FaultEvidence { took, cpu, overloaded, ..FaultEvidence::default() };
            }
            self.found.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use rathaus_games::{Fault, FaultCause};

    #[test]
    fn the_first_faults_of_each_seat_are_proven_and_all_are_known() {
        let fault = |turn: usize| SeatFault {
            seat: turn % 2,
            turn,
            fault: Fault {
                cause: FaultCause::Illegal { what: "a move".into() },
                evidence: FaultEvidence {
                    sent: "sent".into(),
                    took: Duration::from_secs(1),
                    ..FaultEvidence::default()
                },
            },
        };
        let mut faults = FaultLog::default();
        faults.extend((0..3 * PROVEN).map(fault), &mut ());
        assert_eq!(faults.found.len(), 3 * PROVEN);
        let proven = |fault: &&SeatFault| !fault.fault.evidence.sent.is_empty();
        assert_eq!(faults.found.iter().filter(proven).count(), 2 * PROVEN);
        assert!(faults.found.iter().take(2 * PROVEN).all(|fault| proven(&fault)));
        assert!(faults.found.iter().all(|fault| fault.fault.evidence.took == Duration::from_secs(1)));
    }
}
