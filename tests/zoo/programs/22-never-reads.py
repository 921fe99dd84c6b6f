"""22, 25: never reads, though the pipe to it is full; in the variant `talks`, writes megabytes meanwhile.

If the host did not hold: both would wait for each other, until the limit or for ever.
"""
import time

import zoo


def act():
    # In the dilemma this is the state, with which the next question is longer than a pipe holds.
    zoo.write(b"\n" + b"s" * (3_000_000 if zoo.VARIANT == "talks" else 300_000) + b"\n")
    if zoo.VARIANT == "waits":
        time.sleep(600)
    return True


zoo.main(act)
