"""41: leaves a link or a pipe where what was built is expected, or folders within folders, too deep for any path.

If the host did not hold: it would wait for the pipe, or take what the link names for the bot's, or could not remove what was left.
"""
import os

import zoo


def act():
    out = os.path.join(zoo.HERE, "..", "out")
    target = os.path.join(out, "artefact")
    if zoo.VARIANT == "pipe":
        os.mkfifo(target)
    elif zoo.VARIANT == "link":
        os.symlink(zoo.FACTS["secrets"][0], target)
    elif zoo.VARIANT == "deep":
        os.chdir(out)
        for _ in range(3000):
            os.mkdir("folder")
            os.chdir("folder")
    elif zoo.VARIANT == "source":
        # What the host copies from the source's folder for a round of its own.
        os.symlink(zoo.FACTS["secrets"][0], os.path.join(zoo.HERE, "artefact"))


zoo.main(act)
