"""3, 26, 47: the program exits, or plays on, and its children live on.

If the sandbox did not hold: the children would be found running after the host has ended.
"""
import os
import time

import zoo


def linger():
    if zoo.VARIANT != "plain":
        try:
            os.setsid()
        except OSError:
            pass
    while True:
        time.sleep(0.05)
        if zoo.VARIANT == "writes":
            with open(os.path.join(zoo.HERE, "..", "out", "zoo-daemon"), "a") as file:
                file.write("x")


def act():
    # Of the parent, who knows them all, each is a direct child.
    for _ in range(100 if zoo.VARIANT == "plain" else 3):
        if os.fork() == 0:
            linger()
    if zoo.VARIANT == "writes":
        # They begin to write.
        time.sleep(0.2)
    if zoo.MODE != "build":
        os._exit(0)


zoo.main(act)
