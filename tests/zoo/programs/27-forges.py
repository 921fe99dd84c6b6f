"""27: writes to the standard streams of others.

If the sandbox did not hold: it would say whose it could open, and a rival would have said what it did not say.
"""
import zoo


def act():
    for pid in zoo.others() + [zoo.FACTS["test"]]:
        for number in (0, 1, 2):
            zoo.refused("could open stream %d of %d" % (number, pid), forge, "/proc/%d/fd/%d" % (pid, number))


def forge(path):
    with open(path, "wb", buffering=0) as file:
        file.write(b"NONE\n")


zoo.main(act)
