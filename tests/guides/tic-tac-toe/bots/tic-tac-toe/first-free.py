"""Takes the first free cell."""

import sys

for line in sys.stdin:
    print(line.index("."), flush=True)
