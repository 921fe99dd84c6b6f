"""Prints the first numbers of some generators, for the test of the helpers."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import rathaus_game  # noqa: E402

for seed in (0, 1, (1 << 64) - 1):
    random = rathaus_game.Random(seed)
    print(seed, *[random.bits() for _ in range(4)])
    cards = list(range(10))
    random.shuffle(cards)
    print(*cards, random.below(6), random.choice("abc"), random.below(1 << 40))
