"""Plays a submission: main.py whole|bare SOURCE ENTRY.

`whole` is a complete player file for the original controller. `bare` is a class without imports.
"""
import sys

from rathaus.play import play

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("whole", "bare"):
        sys.exit(__doc__)
    sys.exit(play(*sys.argv[1:]))
