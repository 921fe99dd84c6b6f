"""34 to 36: fills its folder, /tmp and /dev/shm with bytes, in the open or hidden, or with a million files, or with one that says to have a
terabyte.

If the sandbox did not hold: it would say where it could write how much, or files would be found after the host has ended.
"""
import mmap
import os
import tempfile
import time

import zoo

PLACES = [zoo.HERE, ".", tempfile.gettempdir(), "/tmp", "/dev/shm", "/var/tmp", "/run"]
# More than a place may hold, in files that may be as large as this each.
FILES = 130 if zoo.MODE == "build" else 40
CHUNK = b"x" * (1 << 20)


def fill(place):
    written = 0
    for number in range(FILES):
        with open(os.path.join(place, "zoo-was-here-%d" % number), "wb", buffering=0) as file:
            for _ in range(10):
                written += file.write(CHUNK)


def hide_behind_door(place):
    """In a folder that can be entered, but not listed, not even by its owner."""
    closed = os.path.join(place, "zoo-was-here-closed")
    os.mkdir(closed, 0o300)
    fill(closed)


def hide_deep(place):
    """Deeper than a path is long."""
    os.chdir(place)
    for _ in range(30):
        os.mkdir("zoo-was-here" + "-deep" * 40)
        os.chdir("zoo-was-here" + "-deep" * 40)
    fill(".")


def hide_without_names(place):
    """In files that are removed while they are open, or mapped."""
    held = []
    for number in range(FILES):
        path = os.path.join(place, "zoo-was-here-%d" % number)
        with open(path, "w+b", buffering=0) as file:
            for _ in range(10):
                if file.write(CHUNK) < len(CHUNK):
                    raise OSError("no room")
            os.unlink(path)
            held.append(mmap.mmap(file.fileno(), 4096) if zoo.VARIANT == "mapped" else os.dup(file.fileno()))
    # For whoever looks now and then.
    time.sleep(1)


def litter(place):
    for number in range(1_000_000):
        open(os.path.join(place, "zoo-was-here-%d" % number), "w").close()


def stretch(place):
    with open(os.path.join(place, "zoo-was-here-sparse"), "wb") as file:
        os.truncate(file.fileno(), 1 << 40)


def jump(place):
    with open(os.path.join(place, "zoo-was-here-far"), "wb", buffering=0) as file:
        os.lseek(file.fileno(), 1 << 40, os.SEEK_SET)
        if not file.write(b"x"):
            raise OSError("nothing was written")


def act():
    acts = {"bytes": [fill], "files": [litter], "sparse": [stretch, jump], "closed": [hide_behind_door], "deep": [hide_deep], "removed": [hide_without_names], "mapped": [hide_without_names]}[zoo.VARIANT]
    places = [os.path.join(zoo.HERE, "..", "out")] if zoo.MODE == "build" else PLACES
    for place in places:
        for attempt in acts:
            zoo.refused("%s in %s" % (attempt.__name__, place), attempt, place)


zoo.main(act)
