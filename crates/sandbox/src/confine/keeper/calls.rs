//! System calls that no bot needs, forbidden by a seccomp filter.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, sock_filter,
};

use super::{Unconfined, failed, shared_state};

/// What is forbidden of each call: all, if there is no rule.
pub(super) type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Calls that reach into other processes, into the kernel, or past the pipes.
const FORBIDDEN: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // A bot has its pipes, which are there already.
    libc::SYS_socket,
    // Other ways to do what is forbidden by its own name, past this filter.
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    // What is kept by the kernel, and would stay when the process has gone.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Other views of the machine.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    // The machine itself.
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// Calls that leave the group of processes, which is how the host ends them where they have no namespace of their own.
const LEAVING: &[c_long] = &[libc::SYS_setsid, libc::SYS_setpgid];

/// Calls that change what files are said to be, and that Landlock lets pass: of all files of the same user, wherever they are.
const MODES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    // `fchmodat2`, which has this number on all machines.
    452,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // `setxattrat` and `removexattrat`.
    463,
    466,
];

/// The same by their older names, which newer machines have not.
#[cfg(target_arch = "x86_64")]
const OLDER_MODES: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_MODES: &[c_long] = &[];

/// Calls that change what a process may use, with the values that arguments must have: those that name oneself. Even where a
/// program sees no processes but its own, there are some that are not: its keeper, and whoever forks it for each run, who would hand a change on to the next run.
const OWN_LIMITS: &[Own] = &[(libc::SYS_prlimit64, &[(0, 0)])];

/// The same for when it runs. Runtimes do that for their threads, which have numbers like processes, and complain aloud if it fails.
const OWN_TURNS: &[Own] = &[
    (libc::SYS_sched_setaffinity, &[(0, 0)]),
    (libc::SYS_sched_setscheduler, &[(0, 0)]),
    (libc::SYS_sched_setparam, &[(0, 0)]),
    (libc::SYS_sched_setattr, &[(0, 0)]),
    (libc::SYS_setpriority, &[(0, libc::PRIO_PROCESS as u64), (1, 0)]),
    // IOPRIO_WHO_PROCESS of <linux/ioprio.h>.
    (libc::SYS_ioprio_set, &[(0, 1), (1, 0)]),
];

/// A call, and the values of some of its arguments.
type Own = (c_long, &'static [(u8, u64)]);

/// What makes `clone` give its child other views of the machine.
const NEW_NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Forbids them to this process and all that it will start. If it `is_alone`, it sees no processes that are not its own.
pub(super) fn forbid(is_alone: bool, may_change_modes: bool) -> Result<(), Unconfined> {
    forbid_all(is_alone, may_change_modes).map_err(failed("forbid system calls"))
}

fn forbid_all(is_alone: bool, may_change_modes: bool) -> Result<(), Error> {
    let mut rules = denied(FORBIDDEN);
    rules.insert(libc::SYS_clone, flags_of_clone()?);
    rules.extend(other_than(OWN_LIMITS)?);
    rules.extend(shared_state::refused()?);
    // Done as far as it can tell.
    let mut idle = other_than(OWN_TURNS)?;
    idle.extend(shared_state::idle()?);
    apply(idle, 0)?;
    if !is_alone {
        rules.extend(denied(LEAVING));
    }
    if !may_change_modes {
        rules.extend(denied(MODES));
        rules.extend(denied(OLDER_MODES));
    }
    apply(rules, libc::EPERM)?;
    let mut absent = shared_state::absent()?;
    // Its flags are in memory, where no filter can look. Whoever is told that there is no such call takes the older one.
    absent.extend(denied(&[libc::SYS_clone3]));
    apply(absent, libc::ENOSYS)?;
    seccompiler::apply_filter(&FOREIGN_NUMBERS)
}

/// Rules by which calls are forbidden whatever their arguments.
pub(super) fn denied(calls: &[c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// A rule for each argument that must not have another value.
fn other_than(calls: &[Own]) -> Result<Rules, BackendError> {
    let rule = |(argument, own): &(u8, u64)| {
        let other = SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *own)?;
        SeccompRule::new(vec![other])
    };
    let rules = |(call, arguments): &Own| Ok((*call, arguments.iter().map(rule).collect::<Result<_, _>>()?));
    calls.iter().map(rules).collect()
}

/// One rule for each flag that must not be set.
fn flags_of_clone() -> Result<Vec<SeccompRule>, BackendError> {
    let bits = (0..u64::from(u32::BITS)).map(|bit| 1_u64 << bit);
    let rule = |bit: u64| {
        let is_set = SeccompCmpOp::MaskedEq(bit);
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, is_set, bit)?])
    };
    bits.filter(|bit| u64::from(NEW_NAMESPACES.cast_unsigned()) & bit != 0).map(rule).collect()
}

/// Lets these calls fail with this error, or do nothing.
fn apply(rules: Rules, error: i32) -> Result<(), Error> {
    let action = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, std::env::consts::ARCH.try_into()?)?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)
}

/// Forbids calls by their other numbers, which 64-bit kernels may have besides (`__X32_SYSCALL_BIT`): no filter by number would find them.
/// Loads the number, and returns `EPERM` if the bit is set.
const FOREIGN_NUMBERS: [sock_filter; 4] = [
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
    instruction(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, 0, 1, 0x4000_0000),
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs()),
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
];

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}
