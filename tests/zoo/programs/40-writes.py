"""40, 43, 49: writes outside of its folder, and alters its own source while it runs.

If the sandbox did not hold: it would say what it could write, and the test would find the file.
"""
import os

import zoo

NAME = "zoo-was-here"


def create(folder):
    """What is found there afterwards is for the test to see: in a view of its own, some folders look like those of the host and are not."""
    try:
        with open(os.path.join(folder, NAME), "w") as file:
            file.write(NAME)
        os.mkdir(os.path.join(folder, NAME + "-too"))
    except OSError:
        pass


def append(path):
    with open(path, "a") as file:
        file.write("# " + NAME + "\n")


def alter(path):
    with open(path, "r+") as file:
        file.write("# " + NAME + "\n")


def act():
    source = os.path.join(zoo.HERE, "40-writes.py")
    if zoo.VARIANT == "source":
        for path in (source, os.path.join(zoo.HERE, "zoo.py"), os.path.join(zoo.HERE, "facts.json")):
            zoo.refused("could alter " + path, alter, path)
            zoo.refused("could remove " + path, os.remove, path)
            zoo.refused("could rename " + path, os.rename, path, path + "-" + NAME)
            zoo.refused("could touch " + path, os.utime, path)
            zoo.refused("could open up " + path, os.chmod, path, 0o777)
        return
    if zoo.MODE != "build":
        zoo.refused("could make a file beside its source", append, os.path.join(zoo.HERE, NAME))
        zoo.refused("could make a file where it is", append, NAME)
    for path in zoo.FACTS["secrets"]:
        zoo.refused("could alter " + path, alter, path)
        if zoo.VARIANT == "modes":
            zoo.refused("could open up " + path, os.chmod, path, 0o777)
    # Whoever is in no sandbox at all is known by now, and leaves nothing there.
    for folder in zoo.FACTS["folders"] + ["/", "/usr", "/var/tmp", "/etc", "/run", os.path.dirname(zoo.HERE)]:
        create(folder)


zoo.main(act)
