//! Stores workers in the database of a tournament, for tests of pages: no message broker is needed.
//!
//! `put_workers DATABASE WORKERS`, where the second is a JSON array of workers as they are stored.

use std::error::Error;
use std::path::PathBuf;

use rathaus::store::Store;
use rathaus::tournament::WorkerRecord;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let [database, workers] = [arguments.next(), arguments.next()].map(Option::unwrap_or_default);
    let workers: Vec<WorkerRecord> = serde_json::from_str(&workers)?;
    Store::open(&PathBuf::from(database), "a test of pages")?.put_workers(&workers)?;
    Ok(())
}
