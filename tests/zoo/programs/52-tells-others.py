"""52: leaves signs on files that others open as well, and looks for theirs: locks, watches, what of a file is in memory, times of access.

If the sandbox did not hold: it would see its own signs, and so could others.
"""
import ctypes
import fcntl
import mmap
import os
import random
import resource
import struct
import sys

import zoo

LIBC = ctypes.CDLL(None, use_errno=True)
FILE = sys.executable
# Files of the system that hardly anybody needs.
LIBRARY = os.path.dirname(os.__file__)
RARE = os.path.join(LIBRARY, "turtle.py")

# <linux/fcntl.h>
F_OFD_GETLK, F_OFD_SETLK, F_SETLEASE, F_NOTIFY = 36, 37, 1024, 1026
DN_ACCESS = 1
# <bits/mman-linux.h>
MADV_COLD, MADV_PAGEOUT = 20, 21
RWF_NOWAIT = 8
# Numbers of calls that the C library has no name for, the same on all machines.
CACHESTAT, PROCESS_MADVISE = 451, 440


def opened(path=FILE):
    return os.open(path, os.O_RDONLY)


def lock(kind):
    """A `struct flock` of the whole file."""
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)


def locks():
    one, other = opened(), opened()
    try:
        fcntl.flock(one, fcntl.LOCK_EX)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        zoo.escaped("could lock %s" % FILE)
    fcntl.fcntl(one, F_OFD_SETLK, lock(fcntl.F_RDLCK))
    found = fcntl.fcntl(other, F_OFD_GETLK, lock(fcntl.F_WRLCK))
    if struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK:
        zoo.escaped("could lock parts of %s" % FILE)


def watches():
    if LIBC.inotify_init1(0) >= 0:
        zoo.escaped("can watch who opens files")
    for what, command, argument in [("a lease", F_SETLEASE, fcntl.F_RDLCK), ("a notice", F_NOTIFY, DN_ACCESS)]:
        for path in [FILE, zoo.HERE, os.path.join(zoo.HERE, "facts.json"), "/usr"]:
            zoo.refused("has %s on %s" % (what, path), fcntl.fcntl, opened(path), command, argument)


def residency():
    file = opened()
    memory = mmap.mmap(file, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    if LIBC.mincore(ctypes.c_void_p(start), ctypes.c_size_t(mmap.PAGESIZE), ctypes.create_string_buffer(8)) == 0:
        zoo.escaped("mincore tells what is in memory")
    span, told = struct.pack("QQ", 0, mmap.PAGESIZE), ctypes.create_string_buffer(64)
    if LIBC.syscall(CACHESTAT, file, span, told, 0) == 0:
        zoo.escaped("cachestat tells what is in memory")
    zoo.refused("can read only what is in memory", os.preadv, file, [bytearray(8)], 0, RWF_NOWAIT)


def blocks_read():
    return resource.getrusage(resource.RUSAGE_SELF).ru_inblock


def can_drop(path):
    file, size = opened(path), os.path.getsize(path)
    os.pread(file, size, 0)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    before = blocks_read()
    os.pread(file, size, 0)
    return blocks_read() != before


def eviction():
    # Several files, because a program outside of the sandbox may drop one at the same time.
    texts = [name for name in os.listdir(LIBRARY) if name.endswith(".py")]
    if all(can_drop(os.path.join(LIBRARY, name)) for name in random.sample(texts, 4)):
        zoo.escaped("could drop files from memory")
    file = opened(RARE)
    memory = mmap.mmap(file, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for advice in MADV_COLD, MADV_PAGEOUT:
        if LIBC.madvise(ctypes.c_void_p(start), ctypes.c_size_t(mmap.PAGESIZE), advice) == 0:
            zoo.escaped("could advise to drop memory: %d" % advice)
        vector = struct.pack("QQ", start, mmap.PAGESIZE)
        own = os.pidfd_open(os.getpid())
        if LIBC.syscall(PROCESS_MADVISE, own, vector, ctypes.c_size_t(1), advice, 0) > 0:
            zoo.escaped("could advise to drop its memory as if another's: %d" % advice)


def times():
    for path in [RARE, os.path.join(zoo.HERE, "bot.toml"), os.path.join(zoo.HERE, "zoo.py")]:
        if not os.path.exists(path):
            continue
        before = os.stat(path).st_atime_ns
        with open(path, "rb") as file:
            file.read()
        if os.stat(path).st_atime_ns != before:
            zoo.escaped("%s tells when it was read" % path)


def act():
    {"locks": locks, "watches": watches, "residency": residency, "eviction": eviction, "times": times}[zoo.VARIANT]()


zoo.main(act)
