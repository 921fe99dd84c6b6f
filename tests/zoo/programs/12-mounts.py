"""12, 13: mounts, unmounts, renames the machine, asks for a reboot (in a way that does nothing), and makes namespaces.

If the sandbox did not hold: it would say which call succeeded.
"""
import ctypes
import os
import platform

import zoo

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_NAMES, NEW_PIDS, NEW_NETWORK = 0x10000000, 0x00020000, 0x20000000, 0x40000000
# The number of `clone` differs between processors, that of `clone3` does not.
CLONE = {"x86_64": 56, "aarch64": 220}.get(platform.machine(), 56)
CLONE3 = 435
CAD_OFF = 0


def attempt(name, *arguments):
    found = getattr(LIBC, name)(*arguments)
    if found == 0 and name == "syscall":
        # A child that was made by the raw call.
        os._exit(0)
    if found == -1:
        raise OSError(ctypes.get_errno(), name)


def act():
    for what, call in {
        "mount": ("mount", b"none", b"/tmp", b"tmpfs", 0, None),
        "bind": ("mount", b"/etc", b"/tmp", None, 4096, None),
        "umount": ("umount2", b"/proc", 2),
        "reboot": ("reboot", CAD_OFF),
        "swapoff": ("swapoff", b"/swapfile"),
        "sethostname": ("sethostname", b"zoo", 3),
        "chroot": ("chroot", b"/tmp"),
    }.items():
        zoo.refused(what, attempt, *call)
    for kind in (NEW_USER, NEW_NAMES, NEW_PIDS, NEW_NETWORK):
        zoo.refused("unshare %x" % kind, attempt, "unshare", kind)
        zoo.refused("clone %x" % kind, attempt, "syscall", CLONE, kind | NEW_USER | 17, 0, 0, 0, 0)
        arguments = (ctypes.c_uint64 * 11)(kind | NEW_USER, 0, 0, 0, 17)
        zoo.refused("clone3 %x" % kind, attempt, "syscall", CLONE3, ctypes.byref(arguments), 88)
    for name in os.listdir("/proc/self/ns"):
        file = os.open("/proc/self/ns/" + name, os.O_RDONLY)
        zoo.refused("setns " + name, attempt, "setns", file, 0)


zoo.main(act)
