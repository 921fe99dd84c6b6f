"""39, 48: reads what is not its own: a rival's source and build, results, the home folder, passwords.

If the sandbox did not hold: it would say what it could read.
"""
import os

import zoo


def read(path):
    with open(path, "rb") as file:
        if not file.read(1):
            raise OSError("nothing in it")


def act():
    for path in zoo.FACTS["secrets"]:
        zoo.refused("could read " + path, read, path)
        zoo.refused("could follow a link to " + path, through_link, path)
    # What lies beside its own build is that of others, if it can see that there is any.
    builds = os.path.dirname(os.path.dirname(zoo.HERE))
    own = os.path.basename(os.path.dirname(zoo.HERE))
    try:
        names = os.listdir(builds)
    except OSError:
        names = []
    for name in names:
        if name != own:
            zoo.refused("could list build " + name, listed, os.path.join(builds, name))


def listed(path):
    if not os.listdir(path):
        raise OSError("nothing in it")


def through_link(path):
    import tempfile

    link = os.path.join(tempfile.gettempdir(), "zoo-link")
    os.symlink(path, link)
    try:
        read(link)
    finally:
        os.unlink(link)


zoo.main(act)
