# The same as a whole player file.
import random
import sys

from constants import *
from coordinates import Coordinate


class Player(object):
    def __init__(self):
        pass

    def take_turn(self, genome, vision):
        self.genome, self.vision = genome, vision
        return self.turn()


# include: python2_bare.py

PLAYER_TYPE = Two
