"""51: takes memory that no process seems to have: page tables, shared memory in several processes, pipes, sockets, empty files, and files without a
name.

If the sandbox did not hold: it would have several times as much as it may, and say so.
"""
import fcntl
import mmap
import os
import socket
import tempfile
import time

import zoo

# <bits/mman-map-flags-generic.h>
MAP_NORESERVE = 0x4000
# <linux/fcntl.h>
F_SETPIPE_SZ = 1031

PAGE_OF_TABLES = 2 << 20
CHUNK = b"x" * 4096


def page_tables():
    """Each page that is read costs a page table; what is read is the same page of zeros everywhere."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE
    held = [mmap.mmap(-1, 64 << 30, flags=flags, prot=mmap.PROT_READ) for _ in range(8)]
    for memory in held:
        for place in range(0, len(memory), PAGE_OF_TABLES):
            memory[place]
    return held


def shared():
    memory = mmap.mmap(-1, 60 << 20)
    for _ in range(len(memory) // len(CHUNK)):
        memory.write(CHUNK)
    return memory


def fill(file):
    os.set_blocking(file, False)
    try:
        while True:
            os.write(file, CHUNK)
    except BlockingIOError:
        pass


def pipes():
    held = [os.pipe() for _ in range(480)]
    for _, end in held:
        fill(end)
    return held


def sockets():
    held = [socket.socketpair() for _ in range(400)]
    for end, _ in held:
        fill(end.fileno())
    return held


def files():
    folder = tempfile.mkdtemp()
    for number in range(400_000):
        os.close(os.open("%s/%d" % (folder, number), os.O_CREAT | os.O_WRONLY))


def large_pipe():
    _, end = os.pipe()
    zoo.refused("has a large pipe", fcntl.fcntl, end, F_SETPIPE_SZ, 1 << 20)


def memfd():
    zoo.refused("has a file without a name", os.memfd_create, "zoo")


def in_children(count, act):
    """Has children do the same, each for itself. Some of them may be ended for what all have together."""
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            held = act()
            time.sleep(3)
            os._exit(len(held) == 0)
        children.append(child)
    if any(os.waitpid(child, 0)[1] for child in children):
        raise MemoryError


ACTS = {
    "page-tables": page_tables,
    "shared": lambda: in_children(12, shared),
    "pipes": lambda: in_children(16, pipes),
    "sockets": sockets,
    "files": files,
}


def act():
    if zoo.VARIANT in ("memfd", "large-pipe"):
        return {"memfd": memfd, "large-pipe": large_pipe}[zoo.VARIANT]()
    held = ACTS[zoo.VARIANT]()
    # For whoever looks now and then.
    time.sleep(0.5)
    zoo.escaped("holds too much in %s: %s" % (zoo.VARIANT, type(held)))


zoo.main(act)
