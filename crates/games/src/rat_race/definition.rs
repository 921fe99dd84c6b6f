//! The [`GameDefinition`] of the rat race.

use rathaus_protocol::handshake::HandshakeRequest;
use serde_json::Value;

use super::check::RaceCheck;
use super::report::RaceReport;
use super::view::TimelineCollector;
use super::{NAME, RatRaceDetails, RatRaceDialect, RatRaceMatch, RatRaceParams};
use crate::check::SinglePlayerCheck;
use crate::custom::SeatRange;
use crate::report::SinglePlayerReporter;
use crate::view::{NamedPageDataCollector, SpecimenQueries};
use crate::{GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel};

impl GameDefinition for RatRaceParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "the rat race"
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::Multiplexed
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: 1 }
    }

    fn handshake(&self) -> Option<HandshakeRequest> {
        let parameters = self.rules().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(HandshakeRequest { game: NAME.into(), parameters })
    }

    fn build_values(&self) -> Vec<(&'static str, String)> {
        self.rules()
    }

    fn matches_in_flight(&self, all_busy: bool) -> usize {
        self.boards_in_flight(all_busy)
    }

    fn least_score(&self) -> f64 {
        1.0
    }

    fn details_fit(&self, details: &Value, _scores: &[f64]) -> bool {
        let fits = |details: RatRaceDetails| details.turns <= self.turns && details.asked <= details.moves;
        serde_json::from_value(details.clone()).is_ok_and(fits)
    }

    fn details_bytes(&self, _seats: usize) -> u64 {
        200
    }

    fn watch_speed(&self) -> u32 {
        32
    }

    fn check(&self) -> Option<&'static dyn SinglePlayerCheck> {
        Some(&RaceCheck)
    }

    fn single_player_report(&self) -> &'static dyn SinglePlayerReporter {
        &RaceReport
    }

    fn view(&self, until: Option<u32>) -> Option<NamedPageDataCollector> {
        Some(NamedPageDataCollector { key: "race", collector: Box::new(TimelineCollector::new(until)) })
    }

    fn has_more_turns_than(&self, turns: u32) -> bool {
        self.turns > turns
    }

    fn genetics(&self) -> Option<&dyn SpecimenQueries> {
        Some(self)
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        let dialect = match setup.handshake_replies.as_slice() {
            [Some(handshake_reply)] => RatRaceDialect::of(handshake_reply),
            _ => None,
        };
        let none = || {
            MatchSetupError(format!(
                "a rat race needs one bot that speaks, not {:?}",
                setup.handshake_replies
            ))
        };
        let dialect = dialect.ok_or_else(none)?;
        let race = RatRaceMatch::new(self, setup.seed, dialect);
        Ok(Box::new(race.map_err(|error| MatchSetupError(error.to_string()))?))
    }
}
