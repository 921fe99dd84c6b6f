//! System calls that reach what all processes of the machine share, and that no bot needs: state of files by which bots could tell
//! one another something, or a run the next one, and memory of the kernel's that counts as nobody's.

use libc::c_long;
use seccompiler::{BackendError, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

use super::calls::{Rules, denied};

/// The kernel says that it has no such call, as older kernels do: programs have another way.
const ABSENT: &[c_long] = &[
    // Files in memory that nobody need map, and that only the one who holds them sees.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // They hear of it when somebody else opens a file.
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    // They tell which pages of a file somebody has read.
    libc::SYS_mincore,
    // `cachestat`, which has this number on all machines.
    451,
    // Pins memory of programs that have unmapped it.
    libc::SYS_vmsplice,
    // There are so many for the whole machine, and databases need them.
    libc::SYS_io_setup,
];
#[cfg(target_arch = "x86_64")]
const OLDER_ABSENT: &[c_long] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_ABSENT: &[c_long] = &[];

/// They do nothing and say that they have: programs that are alone with their files lose nothing, and some complain aloud if these fail.
const IDLE: &[c_long] = &[
    // A file that is only open for reading can be locked, even one of the system's.
    libc::SYS_flock,
    // These drop pages of files, or fetch them: the next one who reads sees by the time that it takes.
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    // All file systems of the machine.
    libc::SYS_sync,
    libc::SYS_syncfs,
];

/// Commands of `fcntl` that lock parts of files. Besides, each lock is memory of the kernel's that nothing bounds.
const IDLE_FCNTL: &[i32] = &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Those that are refused: leases and notices of who else opens a file, larger pipes, and hints that stay with a file
/// (`F_GET_RW_HINT` to `F_SET_FILE_RW_HINT` and `F_SETDELEG` of <linux/fcntl.h>).
const REFUSED_FCNTL: &[i32] =
    &[libc::F_SETLEASE, libc::F_NOTIFY, libc::F_SETPIPE_SZ, 1035, 1036, 1037, 1038, 1040];

/// Options of sockets that let more data lie in them.
const BUFFERS: &[i32] = &[libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE];

/// Advice that has pages of a file dropped from memory.
const EVICTING: &[i32] = &[libc::MADV_COLD, libc::MADV_PAGEOUT];

/// Ways to read that tell, or change, what the kernel keeps of a file: `RWF_NOWAIT` and `RWF_DONTCACHE` of <linux/fs.h>.
const TELLING_READS: &[u64] = &[0x8, 0x80];

/// Calls that are not there.
pub(super) fn absent() -> Result<Rules, BackendError> {
    let mut rules = denied(ABSENT);
    rules.extend(denied(OLDER_ABSENT));
    let telling = TELLING_READS.iter().map(|flag| SeccompRule::new(vec![has_flag(5, *flag)?]));
    rules.insert(libc::SYS_preadv2, telling.collect::<Result<_, _>>()?);
    Ok(rules)
}

/// Calls that do nothing.
pub(super) fn idle() -> Result<Rules, BackendError> {
    let mut rules = denied(IDLE);
    rules.insert(libc::SYS_fcntl, one_of(1, IDLE_FCNTL, &[])?);
    rules.insert(libc::SYS_setsockopt, one_of(2, BUFFERS, &[is(1, libc::SOL_SOCKET)?])?);
    Ok(rules)
}

/// Calls that fail.
pub(super) fn refused() -> Result<Rules, BackendError> {
    let mut rules = denied(&[libc::SYS_process_madvise]);
    rules.insert(libc::SYS_fcntl, one_of(1, REFUSED_FCNTL, &[])?);
    rules.insert(libc::SYS_madvise, one_of(2, EVICTING, &[])?);
    Ok(rules)
}

/// A rule for each of these values of an argument, if all else is so as well.
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
