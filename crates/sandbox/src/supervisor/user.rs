//! Changes the user of this process.

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::{ConfineError, failed};

/// Changes user and group of this process to this number, and leaves all other groups. The process
/// must have a single thread.
pub(super) fn become_user(number: u32) -> Result<(), ConfineError> {
    let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
    set_thread_groups(&[]).map_err(failed("leave its groups"))?;
    set_thread_res_gid(group, group, group).map_err(failed("change its group"))?;
    // By changing from root to another user, the process loses all capabilities.
    set_thread_res_uid(user, user, user).map_err(failed("change its user"))
}
