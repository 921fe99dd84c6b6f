//! The [`GameDefinition`] of the rat race.

use rathaus_protocol::handshake::Handshake;

use super::check::RaceCheck;
use super::report::RaceReport;
use super::view::TimelineCollector;
use super::{Dialect, NAME, RatRaceGame, RatRaceParams};
use crate::check::BotCheck;
use crate::custom::SeatRange;
use crate::report::SinglePlayerReport;
use crate::view::{Genetics, ViewPart};
use crate::{Game, GameDefinition, MatchSetup, MatchSetupError, Seating};

impl GameDefinition for RatRaceParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "the rat race"
    }

    fn seating(&self) -> Seating {
        Seating::Multiplexed
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: 1 }
    }

    fn handshake(&self) -> Option<Handshake> {
        let parameters = self.rules().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(Handshake { game: NAME.into(), parameters })
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

    fn details_bytes(&self, _seats: usize) -> u64 {
        200
    }

    fn watch_speed(&self) -> u32 {
        32
    }

    fn check(&self) -> Option<&'static dyn BotCheck> {
        Some(&RaceCheck)
    }

    fn single_player_report(&self) -> &'static dyn SinglePlayerReport {
        &RaceReport
    }

    fn view(&self, until: Option<u32>) -> Option<ViewPart> {
        Some(ViewPart { key: "race", collector: Box::new(TimelineCollector::new(until)) })
    }

    fn has_more_turns_than(&self, turns: u32) -> bool {
        self.turns > turns
    }

    fn genetics(&self) -> Option<&dyn Genetics> {
        Some(self)
    }

    fn begin(&self, setup: MatchSetup) -> Result<Box<dyn Game>, MatchSetupError> {
        let dialect = match setup.handshake_replies.as_slice() {
            [Some(handshake_reply)] => Dialect::of(handshake_reply),
            _ => None,
        };
        let none = || {
            MatchSetupError(format!(
                "a rat race needs one bot that speaks, not {:?}",
                setup.handshake_replies
            ))
        };
        let dialect = dialect.ok_or_else(none)?;
        let race = RatRaceGame::new(self, setup.seed, dialect);
        Ok(Box::new(race.map_err(|error| MatchSetupError(error.to_string()))?))
    }
}
