//! What the rest of the program asks the rat race.

use rathaus_protocol::greeting::Greeting;

use super::check::RaceCheck;
use super::report::RaceReport;
use super::view::TimelineCollector;
use super::{Dialect, NAME, Params, RatRace};
use crate::check::BotCheck;
use crate::custom::SeatRange;
use crate::report::SinglePlayerReport;
use crate::view::{GameView, Genetics};
use crate::{CannotBegin, Game, GameDefinition, Seating, Setup};

impl GameDefinition for Params {
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

    fn greeting(&self) -> Option<Greeting> {
        let parameters = self.rules().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(Greeting { game: NAME.into(), parameters })
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

    fn view(&self, until: Option<u32>) -> Option<GameView> {
        Some(GameView { key: "race", collector: Box::new(TimelineCollector::new(until)) })
    }

    fn has_more_turns_than(&self, turns: u32) -> bool {
        self.turns > turns
    }

    fn genetics(&self) -> Option<&dyn Genetics> {
        Some(self)
    }

    fn begin(&self, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
        let dialect = match setup.hellos.as_slice() {
            [Some(hello)] => Dialect::of(hello),
            _ => None,
        };
        let none = || CannotBegin(format!("a rat race needs one bot that speaks, not {:?}", setup.hellos));
        let dialect = dialect.ok_or_else(none)?;
        let race = RatRace::new(self, setup.seed, dialect);
        Ok(Box::new(race.map_err(|error| CannotBegin(error.to_string()))?))
    }
}
