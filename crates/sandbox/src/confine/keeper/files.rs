//! Files that a program may read and write, by Landlock.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::{Unconfined, failed};

/// The version of the interface up to which everything is asked for: what the kernel does not know of it is left out, and shows in
/// the proof.
const WANTED: ABI = ABI::V6;

/// Hides all files but these, and what is outside of the sandbox: addresses to connect to, and processes to signal.
pub(super) fn hide(readable: &[PathBuf], writable: &[PathBuf]) -> Result<(), Unconfined> {
    restrict(readable, writable).map_err(failed("hide files"))
}

fn restrict(readable: &[PathBuf], writable: &[PathBuf]) -> Result<(), RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    ruleset = allow(ruleset, readable, AccessFs::from_read(WANTED))?;
    ruleset = allow(ruleset, writable, AccessFs::from_all(WANTED))?;
    ruleset.restrict_self()?;
    Ok(())
}

fn allow(
    mut ruleset: RulesetCreated,
    paths: &[PathBuf],
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    for path in paths {
        // What is not there need not be allowed.
        if let Ok(file) = PathFd::new(path) {
            ruleset = ruleset.add_rule(PathBeneath::new(file, access))?;
        }
    }
    Ok(ruleset)
}
