"""Wins if it can: leaves heaps whose exclusive or is 0. Then the rival cannot do the same."""
import sys
from functools import reduce
from operator import xor


def move(heaps):
    odd = reduce(xor, heaps)
    for number, heap in enumerate(heaps):
        if heap ^ odd < heap:
            return number, heap - (heap ^ odd)
    return heaps.index(max(heaps)), 1


for line in sys.stdin:
    print(*move([int(word) for word in line.split()[1:]]), flush=True)
