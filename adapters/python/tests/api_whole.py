# The same as a whole player file.
import math
import random
import sys

import board
import constants
import trap
from constants import *
from coordinates import Coordinate, directions

assert constants.BOARD_WIDTH == 50 and trap.__doc__ and board.__doc__


class Player(object):
    def __init__(self):
        self.genome = None
        self.vision = None

    def take_turn(self, genome, vision):
        self.genome, self.vision = genome, vision
        return self.turn()

    def vision_at(self, dx, dy):
        return self.vision[dy + VISION_DISTANCE][dx + VISION_DISTANCE]

    def bit_at(self, i):
        return (self.genome >> i) & 1

    def bit_range(self, start, stop):
        return (self.genome >> start) % (1 << (stop - start))

    def bit_chunk(self, start, length):
        return self.bit_range(start, start + length)


# include: api_bare.py

PLAYER_TYPE = Plays
