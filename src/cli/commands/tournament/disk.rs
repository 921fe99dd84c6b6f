//! Estimates the disk space of a tournament before it is played.

use std::path::Path;

use super::open::OpenTournament;
use crate::tournament::config::ReplayRetention;

/// The approximate number of bytes per match in addition to its game's details: spec, scores and
/// overhead of the database.
const ROW: u64 = 2_000;

/// A message with the space for the results of these matches, the maximum for replays, and the
/// free space.
pub(super) fn estimate(opened: &OpenTournament, file: &Path, missing: &[usize]) -> String {
    let (schedule, records) = (&opened.schedule, &opened.records);
    let result = |position: &usize| {
        ROW + schedule.rules_of(*position).details_bytes(schedule.scheduled_matches.seats(*position).len())
    };
    let results: u64 = missing.iter().map(result).sum();
    let most = records.most(schedule.keys.len(), schedule.names.len());
    let replays = most as u64 * u64::from(records.replay_mb) * 1_000_000 + records.budget();
    let mut words = format!("disk: results take at most about {}, without faults", in_units(results));
    if records.keep != ReplayRetention::None {
        words += &format!(
            ", and replays at most {} ({most} of up to {} MB, and others up to {} MB together)",
            in_units(replays),
            records.replay_mb,
            records.budget_mb
        );
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // If the system does not tell the free space, skip the warning.
    if let Ok(found) = rustix::fs::statvfs(folder) {
        let free = found.f_bavail.saturating_mul(found.f_frsize);
        words += &format!("; {} are free", in_units(free));
        if free < results.saturating_add(replays) {
            words += ", which may not be enough: see [records]";
        }
    }
    words
}

/// A number of bytes with a decimal unit.
pub(super) fn in_units(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(size, _)| bytes >= *size) {
        Some((size, unit)) => format!("{:.1} {unit}", bytes as f64 / *size as f64),
        None => format!("{bytes} bytes"),
    }
}
