"""44, 45, 50: a build that hangs, says too much, or makes too much.

If the host did not hold: it would wait, grow with what it reads, or keep gigabytes.
"""
import os
import time

import zoo

GIGABYTE = 1 << 30
PART = 100 << 20


def act():
    if zoo.VARIANT == "hangs":
        time.sleep(600)
    elif zoo.VARIANT == "floods":
        while True:
            zoo.write(b"x" * 65536)
    elif zoo.VARIANT == "gigabytes":
        for number in range(2 * GIGABYTE // PART):
            with open(os.path.join(zoo.HERE, "..", "out", "part-%d" % number), "wb") as file:
                os.posix_fallocate(file.fileno(), 0, PART)


zoo.main(act)
