//! Becoming a user who owns nothing.

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::{Unconfined, failed};

/// Makes this process, which has a single thread, one of the user and the group with this number, and of no other group.
pub(super) fn become_nobody(identity: u32) -> Result<(), Unconfined> {
    let (user, group) = (Uid::from_raw(identity), Gid::from_raw(identity));
    set_thread_groups(&[]).map_err(failed("leave its groups"))?;
    set_thread_res_gid(group, group, group).map_err(failed("change its group"))?;
    // With the last of its three users, root's capabilities are gone.
    set_thread_res_uid(user, user, user).map_err(failed("change its user"))
}
