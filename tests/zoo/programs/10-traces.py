"""10: reads and writes the memory of others, and traces them.

If the sandbox did not hold: it would say whose memory it could open, or whom it could trace.
"""
import ctypes
import os

import zoo

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16
PTRACE_SEIZE = 0x4206


class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def attempt(name, *arguments):
    if getattr(LIBC, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


def act():
    buffer = ctypes.create_string_buffer(8)
    own = Part(ctypes.addressof(buffer), 8)
    for pid in zoo.others() + [os.getppid(), zoo.FACTS["test"]]:
        for file in ("mem", "maps", "environ"):
            # An empty answer tells nothing.
            zoo.refused("could read %s of %d" % (file, pid), read, "/proc/%d/%s" % (pid, file))
        zoo.refused("could write the memory of %d" % pid, open, "/proc/%d/mem" % pid, "r+b")
        zoo.refused("could trace %d" % pid, attempt, "ptrace", PTRACE_ATTACH, pid, None, None)
        zoo.refused("could seize %d" % pid, attempt, "ptrace", PTRACE_SEIZE, pid, None, None)
        for call in ("process_vm_readv", "process_vm_writev"):
            zoo.refused(call, attempt, call, pid, ctypes.byref(own), 1, ctypes.byref(own), 1, 0)


def read(path):
    with open(path, "rb") as file:
        if path.endswith("mem"):
            return
        if not file.read(1):
            raise OSError("nothing in it")


zoo.main(act)
