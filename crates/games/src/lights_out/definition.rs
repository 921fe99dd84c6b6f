//! What the rest of the program asks Lights Out.

use super::check::SolverCheck;
use super::{LightsOut, MEASURED, NAME, Params};
use crate::check::BotCheck;
use crate::custom::SeatRange;
use crate::{CannotBegin, Game, GameDefinition, Seating, Setup};

impl GameDefinition for Params {
    fn name(&self) -> &str {
        NAME
    }

    fn seating(&self) -> Seating {
        Seating::PerMatch
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: 1 }
    }

    fn details_bytes(&self, _seats: usize) -> u64 {
        300 + 20 * u64::from(self.columns) * u64::from(self.rows)
    }

    fn measured_details(&self) -> &'static [&'static str] {
        &MEASURED
    }

    fn check(&self) -> Option<&'static dyn BotCheck> {
        Some(&SolverCheck)
    }

    fn begin(&self, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
        Ok(Box::new(LightsOut::new(self, setup.seed)))
    }
}
