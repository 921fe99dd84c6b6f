"""40, 43, 49: writes outside of its folder, and alters its own source while it runs.

If the sandbox did not hold: it would say what it could write, and the test would find the file.
"""
import os

import zoo

NAME = "zoo-was-here"


def create(folder):
    with open(os.path.join(folder, NAME), "w") as file:
        file.write(NAME)


def append(path):
    with open(path, "a") as file:
        file.write("# " + NAME + "\n")


def act():
    source = os.path.join(zoo.HERE, "40-writes.py")
    if zoo.VARIANT == "source":
        for path in (source, os.path.join(zoo.HERE, "zoo.py"), os.path.join(zoo.HERE, "facts.json")):
            zoo.refused("could alter " + path, append, path)
            zoo.refused("could remove " + path, os.remove, path)
            zoo.refused("could rename " + path, os.rename, path, path + "-" + NAME)
            zoo.refused("could touch " + path, os.utime, path)
            zoo.refused("could open up " + path, os.chmod, path, 0o777)
        return
    for folder in zoo.FACTS["folders"] + ["/", "/usr", "/var/tmp", "/etc", "/run", os.path.dirname(zoo.HERE)]:
        zoo.refused("could make a file in " + folder, create, folder)
        zoo.refused("could make a folder in " + folder, os.mkdir, os.path.join(folder, NAME))
    if zoo.MODE != "build":
        zoo.refused("could make a file beside its source", create, zoo.HERE)
        zoo.refused("could make a file where it is", create, ".")
    for path in zoo.FACTS["secrets"]:
        zoo.refused("could alter " + path, append, path)
        zoo.refused("could open up " + path, os.chmod, path, 0o777)


zoo.main(act)
