//! Kernel limits of each process.

use rustix::process::{Resource, Rlimit};

use super::orders::ProcessLimits;
use super::{ConfineError, failed};

pub(super) fn set(limits: &ProcessLimits) -> Result<(), ConfineError> {
    let limits = [
        (Resource::Core, Some(0)),
        (Resource::Data, limits.data),
        (Resource::Nproc, limits.processes),
        (Resource::Fsize, Some(limits.file)),
        (Resource::Nofile, Some(limits.open_files)),
        // Message queues are memory that the kernel does not count for any process.
        (Resource::Msgqueue, Some(0)),
        (Resource::Memlock, Some(1 << 20)),
    ];
    for (resource, limit) in limits {
        let Some(limit) = limit else { continue };
        // The host itself may have a lower limit.
        let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX).min(limit);
        let both = Rlimit { current: Some(most), maximum: Some(most) };
        rustix::process::setrlimit(resource, both).map_err(failed("set limits"))?;
    }
    Ok(())
}
