"""Plays a submission: main.py whole|bare SOURCE ENTRY.

`whole` is a player file as the original controller loads it, `bare` is a class alone, as people posted it.
"""
import sys

from rathaus.play import play

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("whole", "bare"):
        sys.exit(__doc__)
    sys.exit(play(*sys.argv[1:]))
