//! Named numbers of a seat at the end of a match, such as its number of captures.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::fields::quote;

/// How many statistics a seat can have.
const MAX_STATS: usize = 16;

/// The largest number: beyond it, a double has no neighbours that differ by 1.
const MAX_VALUE: f64 = 9_007_199_254_740_992.0;

/// The longest name of a statistic, in bytes.
const MAX_NAME: usize = 40;

/// The most bytes that the statistics of a seat have as JSON. A byte of a name can be escaped as
/// six, and a number has at most 25.
pub const MAX_STATS_BYTES: u64 = MAX_STATS as u64 * (6 * MAX_NAME as u64 + 30);

/// The statistics of a seat by name.
pub type SeatStats = BTreeMap<String, f64>;

/// The statistics of each seat, from the details of a result. `None` if they are invalid.
pub fn stats_from_json(value: &Value) -> Option<Vec<SeatStats>> {
    let stats = Vec::<SeatStats>::deserialize(value).ok()?;
    stats.iter().all(|stats| problem(stats).is_none()).then_some(stats)
}

/// What is wrong with the statistics of a seat.
pub(super) fn problem(stats: &SeatStats) -> Option<String> {
    if stats.len() > MAX_STATS {
        return Some(format!("a seat has at most {MAX_STATS}, and there are {}", stats.len()));
    }
    if let Some((name, value)) = stats.iter().find(|(_, value)| value.abs() > MAX_VALUE) {
        let name = quote(name.as_bytes());
        return Some(format!("a number is at most {MAX_VALUE} from 0, and {name} is {value}"));
    }
    let name = stats.keys().find(|name| name.is_empty() || name.len() > MAX_NAME)?;
    Some(format!("a name has 1 to {MAX_NAME} bytes, unlike {}", quote(name.as_bytes())))
}
