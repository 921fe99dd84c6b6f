"""31, 32: allocates without end, of its own or shared, alone or with children, or after it has ended its keeper.

If the sandbox did not hold: it would have a gigabyte, or in a build five, and say so.
"""
import mmap
import os
import signal
import time

import zoo

CHUNK = 4 << 20
# More than a bot is told to have, and more than any build may have.
MOST = 1280 if zoo.MODE == "build" else 256


def chunk():
    if zoo.VARIANT in ("shared", "orphan"):
        memory = mmap.mmap(-1, CHUNK)
        memory.write(b"x" * CHUNK)
        return memory
    if zoo.VARIANT == "shm":
        memory = open("/dev/shm/zoo-%d-%d" % (os.getpid(), time.monotonic_ns()), "wb", buffering=0)
        if memory.write(b"x" * CHUNK) < CHUNK:
            raise OSError("No space left on device")
        return memory
    return bytearray(b"x" * CHUNK)


def end_keeper():
    """Ends all whom it can reach, and so perhaps who looks after it."""
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
    # For whoever looks now and then.
    time.sleep(0.2)


def act():
    most = MOST
    if zoo.VARIANT == "children":
        most = 3
        for _ in range(80):
            if os.fork() == 0:
                break
    if zoo.VARIANT == "orphan":
        end_keeper()
    held = [chunk() for _ in range(most)]
    if zoo.VARIANT == "children":
        time.sleep(3)
    zoo.escaped("has %d MiB" % (len(held) * CHUNK >> 20))


zoo.main(act)
