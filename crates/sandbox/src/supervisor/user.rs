//! Changes the user of this process.

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::{ConfineError, failed};

/// Makes this process, which has a single thread, run as the user and the group with this number,
/// and in no other group.
pub(super) fn become_user(number: u32) -> Result<(), ConfineError> {
    let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
    set_thread_groups(&[]).map_err(failed("leave its groups"))?;
    set_thread_res_gid(group, group, group).map_err(failed("change its group"))?;
    // Without a user number of root, the process loses all capabilities.
    set_thread_res_uid(user, user, user).map_err(failed("change its user"))
}
