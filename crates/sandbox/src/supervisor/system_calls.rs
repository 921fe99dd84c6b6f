//! Forbids system calls that confined programs do not need, with a seccomp filter.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, sock_filter,
};

use super::orders::SupervisorOrders;
use super::{ConfineError, failed, shared_state};

/// The forbidden uses of each call. A call without rules is forbidden with any arguments.
pub(super) type SeccompRules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Calls that reach into other processes or into the kernel.
const FORBIDDEN: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Ways around this filter.
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    // State in the kernel that outlives the process.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Namespaces and mounts.
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

/// Calls that leave the process group. Without a namespace, the host kills that group.
const LEAVING: &[c_long] = &[libc::SYS_setsid, libc::SYS_setpgid];

/// Calls that change modes, times, owners and attributes. Landlock permits them for all files of
/// the user, in any folder.
const MODES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    // `fchmodat2`, which has this number on all architectures.
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

/// Older forms of these calls, which newer architectures do not have.
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

/// Calls that change the limits of a process, with the arguments that name the caller itself. Even
/// in a namespace, a program can see processes other than its own: the supervisor, and a fork
/// server, which would pass a change on to the next run.
const OWN_LIMITS: &[AllowedArguments] = &[(libc::SYS_prlimit64, &[(0, 0)])];

/// Calls that change the scheduling of a process. Runtimes call them for their threads, whose
/// numbers differ from that of the process, and print a warning if they fail.
const OWN_SCHEDULING: &[AllowedArguments] = &[
    (libc::SYS_sched_setaffinity, &[(0, 0)]),
    (libc::SYS_sched_setscheduler, &[(0, 0)]),
    (libc::SYS_sched_setparam, &[(0, 0)]),
    (libc::SYS_sched_setattr, &[(0, 0)]),
    (libc::SYS_setpriority, &[(0, libc::PRIO_PROCESS as u64), (1, 0)]),
    // IOPRIO_WHO_PROCESS of <linux/ioprio.h>.
    (libc::SYS_ioprio_set, &[(0, 1), (1, 0)]),
];

/// A call, and the only allowed values of some of its arguments.
type AllowedArguments = (c_long, &'static [(u8, u64)]);

/// The families and protocols of sockets that reach only the loopback: unspecified, TCP and UDP over
/// IPv4 and IPv6.
const LOOPBACK_FAMILIES: [u64; 2] = [libc::AF_INET as u64, libc::AF_INET6 as u64];
const LOOPBACK_PROTOCOLS: [u64; 3] = [0, libc::IPPROTO_TCP as u64, libc::IPPROTO_UDP as u64];

/// The flags that make `clone` create namespaces.
const NEW_NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Forbids these calls for this process and its future descendants.
pub(super) fn forbid(orders: &SupervisorOrders) -> Result<(), ConfineError> {
    forbid_all(orders).map_err(failed("forbid system calls"))
}

fn forbid_all(orders: &SupervisorOrders) -> Result<(), Error> {
    let SupervisorOrders { has_namespaces, may_change_modes, has_loopback, .. } = orders;
    let mut rules = denied(FORBIDDEN);
    // Without a namespace, the loopback is that of the machine.
    let sockets = if *has_loopback && *has_namespaces { other_sockets()? } else { Vec::new() };
    rules.insert(libc::SYS_socket, sockets);
    rules.insert(libc::SYS_clone, flags_of_clone()?);
    rules.extend(other_than(OWN_LIMITS)?);
    rules.extend(shared_state::refused()?);
    // These return success without an effect.
    let mut idle = other_than(OWN_SCHEDULING)?;
    idle.extend(shared_state::idle()?);
    apply(idle, 0)?;
    if !*has_namespaces {
        rules.extend(denied(LEAVING));
    }
    if !*may_change_modes {
        rules.extend(denied(MODES));
        rules.extend(denied(OLDER_MODES));
    }
    apply(rules, libc::EPERM)?;
    let mut absent = shared_state::absent()?;
    // Its flags are in memory, which a filter cannot read. Libraries fall back to `clone`.
    absent.extend(denied(&[libc::SYS_clone3]));
    apply(absent, libc::ENOSYS)?;
    seccompiler::apply_filter(&X32_CALLS)
}

/// Rules that forbid all sockets except those for the loopback.
fn other_sockets() -> Result<Vec<SeccompRule>, BackendError> {
    let is_other = |argument: u8, known: &[u64]| {
        let unequal =
            |value: &u64| SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *value);
        SeccompRule::new(known.iter().map(unequal).collect::<Result<_, _>>()?)
    };
    Ok(vec![is_other(0, &LOOPBACK_FAMILIES)?, is_other(2, &LOOPBACK_PROTOCOLS)?])
}

/// Rules that forbid calls with any arguments.
pub(super) fn denied(calls: &[c_long]) -> SeccompRules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// Rules that forbid all other values of these arguments.
fn other_than(calls: &[AllowedArguments]) -> Result<SeccompRules, BackendError> {
    let rule = |(argument, own): &(u8, u64)| {
        let other = SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *own)?;
        SeccompRule::new(vec![other])
    };
    let rules = |(call, arguments): &AllowedArguments| {
        Ok((*call, arguments.iter().map(rule).collect::<Result<_, _>>()?))
    };
    calls.iter().map(rules).collect()
}

/// One rule for each forbidden flag.
fn flags_of_clone() -> Result<Vec<SeccompRule>, BackendError> {
    let bits = (0..u64::from(u32::BITS)).map(|bit| 1_u64 << bit);
    let rule = |bit: u64| {
        let is_set = SeccompCmpOp::MaskedEq(bit);
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, is_set, bit)?])
    };
    bits.filter(|bit| u64::from(NEW_NAMESPACES.cast_unsigned()) & bit != 0).map(rule).collect()
}

/// Makes these calls fail with this error. Error 0 is success without an effect.
fn apply(rules: SeccompRules, error: i32) -> Result<(), Error> {
    let action = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, std::env::consts::ARCH.try_into()?)?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)
}

/// Forbids calls with the second set of numbers (`__X32_SYSCALL_BIT`), which the filters above do
/// not cover. Loads the number, and returns `EPERM` if the bit is set.
const X32_CALLS: [sock_filter; 4] = [
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
    instruction(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, 0, 1, 0x4000_0000),
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs()),
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
];

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}
