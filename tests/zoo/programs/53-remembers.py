"""53: makes an earlier run visible to the next one without leaving anything: by how many processes there have been, and what is counted of those who
have ended.

If the sandbox did not hold: a later run would have a larger number, or see what its parent has waited for.
"""
import os

import zoo

# How many processes a run has, and the largest number of a process where nobody else was before.
COUNT, LARGEST = 40, 20

# Fields of /proc/PID/stat, from 1: what is counted of children that were waited for.
OF_CHILDREN = {"minor faults": 11, "major faults": 13, "user time": 16, "system time": 17}


def statistics(pid):
    with open("/proc/%d/stat" % pid) as file:
        return [None] + ["", ""] + file.read().rsplit(") ", 1)[1].split()


def act():
    # Without numbers of its own, a sandbox shows those of the whole machine.
    has_numbers = not os.path.exists("/proc/%d" % zoo.FACTS["test"])
    if has_numbers and os.getpid() > LARGEST:
        zoo.escaped("has the number %d" % os.getpid())
    for parent in zoo.keepers():
        fields = statistics(parent)
        for what, number in OF_CHILDREN.items():
            if int(fields[number]) > 0:
                zoo.escaped("sees %s %s of those who were there before, of process %d" % (fields[number], what, parent))
    for _ in range(COUNT):
        child = os.fork()
        if child == 0:
            bytearray(1 << 20)
            os._exit(0)
        os.waitpid(child, 0)


zoo.main(act)
