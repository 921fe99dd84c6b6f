//! The end of a match, by the program or by a fault.

use rathaus_protocol::external::{MatchEnd, SeatStats};
use serde_json::{Map, Value, json};

use super::definition::MOST_DETAILS;
use super::{CustomGameMatch, ResultKind};
use crate::number::MAX_SAFE_INTEGER;
use crate::points::shares;
use crate::{MatchOutcome, MatchStep};

impl CustomGameMatch {
    /// Handles the program's message that the match is over.
    pub(super) fn end(&mut self, end: MatchEnd) -> Result<MatchStep, String> {
        let MatchEnd { scores, ranks, reason, faults, frame, details, stats, tells } = end;
        self.record_faults(faults)?;
        for (index, tell) in tells.iter().enumerate() {
            self.tell(tell, index)?;
        }
        if !stats.is_empty() {
            self.count(stats.len(), "stats")?;
        }
        self.frame = frame.unwrap_or_else(|| std::mem::take(&mut self.frame));
        let bytes = details.as_ref().map_or(0, |details| details.to_string().len());
        if bytes > MOST_DETAILS {
            return Err(format!("`details`: they have {bytes} bytes, and at most {MOST_DETAILS} are kept"));
        }
        if let Some(score) = scores.iter().flatten().find(|score| score.abs() > MAX_SAFE_INTEGER) {
            return Err(format!("`scores`: {score} is too large to be added up exactly"));
        }
        let (scores, ranks) = match (self.config.result, scores, ranks) {
            (ResultKind::Scores, Some(scores), _) => {
                self.count(scores.len(), "scores")?;
                (scores, None)
            }
            (ResultKind::Ranks, _, Some(ranks)) => {
                self.count(ranks.len(), "ranks")?;
                (shares(&ranks, u32::cmp), Some(ranks))
            }
            (ResultKind::Scores, ..) => return Err("`ranks`: its game.toml says that it has scores".into()),
            (ResultKind::Ranks, ..) => return Err("`scores`: its game.toml says that it has ranks".into()),
        };
        let tells = if self.has_times() { self.undelivered_tells() } else { Vec::new() };
        let details = MatchDetails { ranks, details, stats };
        Ok(MatchStep::Over(MatchOutcome { tells, ..self.over(scores, details, reason) }))
    }

    /// Ends the match because of faults of these seats.
    pub(super) fn ended_by_fault(&mut self, at_fault: &[usize]) -> MatchStep {
        let lost = |seat: usize| at_fault.contains(&seat);
        let seats = 0..self.seats.len();
        let (scores, ranks) = match self.config.result {
            ResultKind::Scores => (seats.map(|seat| self.config.faults.score(lost(seat))).collect(), None),
            ResultKind::Ranks => {
                let others = (self.seats.len() - at_fault.len()) as u32;
                let ranks: Vec<u32> = seats.map(|seat| if lost(seat) { others + 1 } else { 1 }).collect();
                (shares(&ranks, u32::cmp), Some(ranks))
            }
        };
        let named: Vec<String> = at_fault.iter().map(|seat| format!("seat {seat}")).collect();
        let reason = format!("ended by a fault of {}", named.join(" and "));
        let details = MatchDetails { ranks, ..MatchDetails::default() };
        MatchStep::Over(MatchOutcome { is_cut_short: true, ..self.over(scores, details, reason) })
    }

    fn over(&mut self, scores: Vec<f64>, details: MatchDetails, ended: String) -> MatchOutcome {
        let MatchDetails { ranks, details, stats } = details;
        let mut fields = Map::new();
        fields.insert("turns".into(), self.turns.into());
        fields.extend(ranks.map(|ranks| ("ranks".into(), json!(ranks))));
        fields.extend(details.map(|details| ("game".into(), details)));
        if !stats.is_empty() {
            fields.insert("stats".into(), json!(stats));
        }
        self.progress.done = 1.0;
        self.progress.standing.clone_from(&scores);
        let answer_faults = std::mem::take(&mut self.answer_faults);
        let details = Value::Object(fields);
        MatchOutcome { scores, ended, details, answer_faults, ..MatchOutcome::default() }
    }
}

/// What a result has in addition to its scores.
#[derive(Debug, Default)]
struct MatchDetails {
    ranks: Option<Vec<u32>>,
    details: Option<Value>,
    stats: Vec<SeatStats>,
}
