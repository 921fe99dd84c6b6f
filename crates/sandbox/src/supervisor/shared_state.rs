//! Forbids system calls that reach state shared by all processes of the machine: state of files
//! that programs could use to send messages to each other, and kernel memory that is not counted.

use libc::c_long;
use seccompiler::{BackendError, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

use super::system_calls::{SeccompRules, denied};

/// Calls that fail as if the kernel did not have them. Programs fall back to other calls.
const ABSENT: &[c_long] = &[
    // Files in memory that no process maps, so they are not counted.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // They report when another process opens a file.
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    // They report which pages of a file are in memory.
    libc::SYS_mincore,
    // `cachestat`, which has this number on all architectures.
    451,
    // Keeps memory that the program has unmapped.
    libc::SYS_vmsplice,
    // It makes contexts, whose number is limited for the whole machine.
    libc::SYS_io_setup,
];
#[cfg(target_arch = "x86_64")]
const OLDER_ABSENT: &[c_long] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_ABSENT: &[c_long] = &[];

/// Calls that return success without an effect. A program with private files does not notice that,
/// and some programs print a warning if these calls fail.
const IDLE: &[c_long] = &[
    // Every reader of a file can lock it, even a file of the system.
    libc::SYS_flock,
    // They drop or fetch pages of files, which other programs can measure by the time of a read.
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    // They affect all file systems of the machine.
    libc::SYS_sync,
    libc::SYS_syncfs,
];

/// Commands of `fcntl` that lock parts of files. Each lock takes kernel memory without a limit.
const IDLE_FCNTL: &[i32] = &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Commands of `fcntl` that fail: leases and notifications, which report when another process opens
/// a file, larger pipes, and hints that stay with a file (`F_GET_RW_HINT` to `F_SET_FILE_RW_HINT`
/// and `F_SETDELEG` of <linux/fcntl.h>).
const REFUSED_FCNTL: &[i32] =
    &[libc::F_SETLEASE, libc::F_NOTIFY, libc::F_SETPIPE_SZ, 1035, 1036, 1037, 1038, 1040];

/// Socket options that enlarge buffers.
const BUFFERS: &[i32] = &[libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE];

/// Advice that makes the kernel drop pages of a file from memory.
const EVICTING: &[i32] = &[libc::MADV_COLD, libc::MADV_PAGEOUT];

/// Flags of reads that report or change which pages of a file are in memory: `RWF_NOWAIT` and
/// `RWF_DONTCACHE` of <linux/fs.h>.
const TELLING_READS: &[u64] = &[0x8, 0x80];

/// Calls that fail with `ENOSYS`.
pub(super) fn absent() -> Result<SeccompRules, BackendError> {
    let mut rules = denied(ABSENT);
    rules.extend(denied(OLDER_ABSENT));
    let telling = TELLING_READS.iter().map(|flag| SeccompRule::new(vec![has_flag(5, *flag)?]));
    rules.insert(libc::SYS_preadv2, telling.collect::<Result<_, _>>()?);
    Ok(rules)
}

/// Calls that return success without an effect.
pub(super) fn idle() -> Result<SeccompRules, BackendError> {
    let mut rules = denied(IDLE);
    rules.insert(libc::SYS_fcntl, one_of(1, IDLE_FCNTL, &[])?);
    rules.insert(libc::SYS_setsockopt, one_of(2, BUFFERS, &[is(1, libc::SOL_SOCKET)?])?);
    Ok(rules)
}

/// Calls that fail with `EPERM`.
pub(super) fn refused() -> Result<SeccompRules, BackendError> {
    let mut rules = denied(&[libc::SYS_process_madvise]);
    rules.insert(libc::SYS_fcntl, one_of(1, REFUSED_FCNTL, &[])?);
    rules.insert(libc::SYS_madvise, one_of(2, EVICTING, &[])?);
    Ok(rules)
}

/// One rule for each of these values of an argument, with further conditions.
fn one_of(argument: u8, values: &[i32], also: &[SeccompCondition]) -> Result<Vec<SeccompRule>, BackendError> {
    let rule = |value: &i32| {
        let conditions = std::iter::once(is(argument, *value)?).chain(also.iter().cloned());
        SeccompRule::new(conditions.collect())
    };
    values.iter().map(rule).collect()
}

fn is(argument: u8, value: i32) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(
        argument,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        u64::from(value.cast_unsigned()),
    )
}

fn has_flag(argument: u8, flag: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag), flag)
}
