"""11: changes the limits, the priority and the processors of others; in the variant `keeper`, of its keeper.

If the sandbox did not hold: it would find that it has changed something of somebody else's, or the keeper could not serve the next run, or would hand
the change on to it.
"""
import os
import resource

import zoo

CHANGES = {
    "the priority": (
        lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
        lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 19),
    ),
    "the processors": (os.sched_getaffinity, lambda pid: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})),
    "the way of scheduling": (
        os.sched_getscheduler,
        lambda pid: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
    ),
    "the limits": (
        lambda pid: resource.prlimit(pid, resource.RLIMIT_NOFILE),
        lambda pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3)),
    ),
}


def look(find, pid):
    try:
        return find(pid)
    except OSError:
        return None


def act():
    pids = zoo.keepers() if zoo.VARIANT == "keeper" else [pid for pid in zoo.others() if pid not in zoo.keepers()]
    for pid in [pid for pid in pids if pid > 0]:
        for what, (find, change) in CHANGES.items():
            before = look(find, pid)
            look(change, pid)
            look(lambda _: os.setpriority(os.PRIO_USER, 0, 19), pid)
            after = look(find, pid)
            # Whoever has ended meanwhile was not changed.
            if None not in (before, after) and after != before:
                zoo.escaped("could change %s of process %d" % (what, pid))


zoo.main(act)
