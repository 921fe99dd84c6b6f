//! Restricts access to files with Landlock.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::orders::SupervisorOrders;
use super::{ConfineError, failed};

/// The newest version of Landlock that is requested. Older kernels ignore what they do not know,
/// and the tests of the sandbox show which promises that breaks.
const WANTED: ABI = ABI::V6;

/// Hides all other files. Forbids connections and signals to processes outside of the sandbox.
pub(super) fn restrict(orders: &SupervisorOrders) -> Result<(), ConfineError> {
    apply_ruleset(orders).map_err(failed("hide files"))
}

fn apply_ruleset(orders: &SupervisorOrders) -> Result<(), RulesetError> {
    let SupervisorOrders { readable, writable, .. } = orders;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?;
    // The only network of a program with a loopback is that loopback.
    if !(orders.has_loopback && orders.has_namespaces) {
        ruleset = ruleset.handle_access(AccessNet::from_all(WANTED))?;
    }
    let mut ruleset = ruleset.create()?;
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
        // A path that does not exist needs no rule.
        if let Ok(file) = PathFd::new(path) {
            ruleset = ruleset.add_rule(PathBeneath::new(file, access))?;
        }
    }
    Ok(ruleset)
}
