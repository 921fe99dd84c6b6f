//! Tries again to store results while the disk is full or another program locks the database.

use std::time::{Duration, Instant};

use super::load::unusable;
use crate::cli::exit::CommandError;
use crate::store::StoreError;

/// How long to try.
const TRY_FOR: Duration = Duration::from_secs(60);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(500);

/// Does work with the database. If that fails for a reason that may pass, says so once and tries
/// again. Meanwhile, matches in progress continue.
pub(super) async fn patiently<T>(
    mut work: impl FnMut() -> Result<T, StoreError>,
    say: impl Fn(&str),
) -> Result<T, CommandError> {
    let begin = Instant::now();
    let mut was_said = false;
    loop {
        match work() {
            Err(error) if error.is_transient() && begin.elapsed() < TRY_FOR => {
                if !was_said {
                    say(&format!("{error}\n  results are kept and tried again for {} s", TRY_FOR.as_secs()));
                    was_said = true;
                }
                tokio::time::sleep(PAUSE).await;
            }
            done => return done.map_err(unusable),
        }
    }
}
