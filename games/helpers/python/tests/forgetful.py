"""A game that prints something, and does not end its match."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import rathaus_game  # noqa: E402


def play(match):
    print("printed by the rules of", match.game)


rathaus_game.run(play)
