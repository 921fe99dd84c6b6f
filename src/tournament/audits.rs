//! Which results trusted workers play again, and what follows if they come out differently.

use rathaus_games::{ConfiguredGame, FaultCause};

use crate::matches::MatchResult;

/// Which results are played again by a trusted worker before they count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AuditPolicy {
    /// The first matches of each worker.
    pub first: u64,
    /// The share of its further matches, from 0 to 1.
    pub share: f64,
    /// Whether all results with a late reply are.
    pub confirms_late: bool,
}

impl AuditPolicy {
    /// Whether the next result of a worker is played again. `accepted` is how many of its results
    /// count already, and `draw` a number from 0 to 1 that no worker knows before.
    pub fn selects(&self, result: &MatchResult, accepted: u64, draw: f64) -> bool {
        let is_late =
            || result.faults.iter().any(|fault| matches!(fault.fault.cause, FaultCause::Late { .. }));
        accepted < self.first || draw < self.share || self.confirms_late && is_late()
    }

    /// Whether anything is ever played again.
    pub fn is_active(&self) -> bool {
        self.first > 0 || self.share > 0.0 || self.confirms_late
    }
}

/// What the results of the same match say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The claimed result came out again, once at least.
    Confirmed,
    /// Two results differ. A third has to decide.
    Open,
    /// Trusted workers had the same result twice, and not the claimed one.
    Refuted,
    /// It came out differently each time: that is no proof against anybody.
    Unsteady,
}

/// Compares a claimed result with those of trusted workers, without what clocks measured.
pub fn judge(claimed: &MatchResult, trusted: &[&MatchResult], rules: &ConfiguredGame) -> Verdict {
    let equal = |one: &MatchResult, other: &MatchResult| {
        one.without_clocks(rules).difference(&other.without_clocks(rules)).is_none()
    };
    if trusted.iter().any(|result| equal(claimed, result)) {
        return Verdict::Confirmed;
    }
    match trusted {
        [] | [_] => Verdict::Open,
        [first, others @ ..] if others.iter().any(|result| equal(first, result)) => Verdict::Refuted,
        _ => Verdict::Unsteady,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rathaus_games::{Fault, SeatFault};
    use serde_json::json;

    use super::*;

    fn result(score: f64) -> MatchResult {
        MatchResult {
            scores: vec![score],
            ended: "so".into(),
            details: json!({}),
            faults: Vec::new(),
            took: Duration::from_secs_f64(score),
        }
    }

    fn rules() -> ConfiguredGame {
        ConfiguredGame::resolve("lights-out", []).unwrap().unwrap()
    }

    #[test]
    fn two_equal_results_of_trusted_workers_refute_a_claim() {
        let (one, two, three) = (result(1.0), result(2.0), result(3.0));
        let judge = |trusted: &[&MatchResult]| super::judge(&one, trusted, &rules());
        assert_eq!(judge(&[]), Verdict::Open);
        assert_eq!(judge(&[&one]), Verdict::Confirmed);
        assert_eq!(judge(&[&two]), Verdict::Open);
        assert_eq!(judge(&[&two, &two]), Verdict::Refuted);
        assert_eq!(judge(&[&two, &one]), Verdict::Confirmed);
        assert_eq!(judge(&[&two, &three]), Verdict::Unsteady);
        let slower = MatchResult { took: Duration::from_secs(9), ..one.clone() };
        assert_eq!(judge(&[&slower]), Verdict::Confirmed);
    }

    #[test]
    fn the_first_matches_a_share_and_late_ones_are_played_again() {
        let policy = AuditPolicy { first: 2, share: 0.1, confirms_late: true };
        assert!(policy.selects(&result(1.0), 1, 0.5));
        assert!(!policy.selects(&result(1.0), 2, 0.5));
        assert!(policy.selects(&result(1.0), 2, 0.05));
        let cause = FaultCause::Late { limit: Duration::from_secs(1) };
        let fault = SeatFault { seat: 0, turn: 0, fault: Fault { cause, evidence: Default::default() } };
        let late = MatchResult { faults: vec![fault], ..result(1.0) };
        assert!(policy.selects(&late, 2, 0.5));
        assert!(!AuditPolicy { confirms_late: false, ..policy }.selects(&late, 2, 0.5));
    }
}
