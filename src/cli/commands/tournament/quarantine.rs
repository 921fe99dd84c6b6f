//! `rathaus tournament quarantine`: takes back everything that a worker has played.

use jiff::Timestamp;
use rathaus_games::words::counted;

use super::load::{database, open_read_only, unusable};
use super::open::owner;
use crate::cli::args::tournament::QuarantineArgs;
use crate::cli::exit::CommandError;
use crate::cli::terminal::message;
use crate::report::harmless;
use crate::store::Store;
use crate::tournament::WorkerRecord;

/// Why the organiser's decision is recorded.
const BY_ORGANISER: &str = "the organiser said so";

pub(super) fn quarantine(args: &QuarantineArgs) -> Result<(), CommandError> {
    let file = &args.file.file;
    // An error if there is no tournament, before anything is locked.
    drop(open_read_only(file)?);
    let mut store = Store::open(&database(file), &owner()).map_err(unusable)?;
    let known = store.workers().map_err(unusable)?;
    let Some(record) = known.get(&args.worker) else {
        let names: Vec<String> = known.keys().map(|name| harmless(name)).collect();
        return Err(CommandError::usage(format!(
            "no worker `{}` has played for this tournament\n  help: the workers are: {}",
            harmless(&args.worker),
            if names.is_empty() { "none".into() } else { names.join(", ") }
        )));
    };
    if args.release {
        let released = WorkerRecord { quarantine: None, refused: 0, refuted: 0, ..record.clone() };
        store.put_workers(&[released]).map_err(unusable)?;
        message(&format!("the results of {} count again from now on", record.name));
        return Ok(());
    }
    let quarantined = WorkerRecord {
        quarantine: Some(record.quarantine.clone().unwrap_or_else(|| BY_ORGANISER.into())),
        accepted: 0,
        last_seen: record.last_seen.min(Timestamp::now()),
        ..record.clone()
    };
    let keys = store.quarantine(&quarantined).map_err(unusable)?;
    message(&format!(
        "{} of {} taken back; `rathaus tournament run {}` plays these matches again",
        counted(keys.len(), "result"),
        record.name,
        file.display()
    ));
    Ok(())
}
