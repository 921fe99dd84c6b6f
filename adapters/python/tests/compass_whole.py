# The compass of the golden dialogues as a whole player file. What it does is described beside them.
import os
import random
import sys

from coordinates import Coordinate


class Player(object):
    def __init__(self):
        self.genome = None
        self.vision = None

    def take_turn(self, genome, vision):
        self.genome = genome
        self.vision = vision
        return self.turn()


class Compass(Player):
    def turn(self):
        ahead = self.vision[2][3]
        if ahead == -1:
            raise RuntimeError("there is nothing\nahead")
        if 9 <= ahead:
            return self.special(ahead)
        return Coordinate(ahead % 3 - 1, ahead // 3 - 1)

    def special(self, ahead):
        number = None
        if ahead == 9:
            random.choice(["only"])
        elif ahead == 10:
            random.randrange(2)
        elif ahead == 11:
            number = self.genome & 7
        elif ahead == 12:
            number = self.genome >> 97
        elif ahead == 13:
            return Coordinate(1, 0) * 2
        elif ahead == 14:
            self.vision[2][5]
        elif ahead == 15:
            sys.stdout.write("debug\n")
            sys.__stdout__.write("debug\n")
            os.write(1, b"debug\n")
            if sys.stdin.read() or os.read(0, 1):
                raise RuntimeError("there is something to read")
            number = 4
        return Coordinate(1, 0) if number is None else Coordinate(number % 3, number // 3) - Coordinate(1, 1)


PLAYER_TYPE = Compass
