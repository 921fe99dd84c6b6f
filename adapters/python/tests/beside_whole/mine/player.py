# A whole player file that needs another file, and has neighbours that are named like those of the controller.
import board
import trap
from constants import BOARD_WIDTH
from coordinates import Coordinate
from helper import FORWARD

assert BOARD_WIDTH == 50 and trap.__doc__ and board.__doc__


class Player(object):
    def take_turn(self, genome, vision):
        return self.turn()


class Beside(Player):
    def turn(self):
        return FORWARD + Coordinate(0, 0)


PLAYER_TYPE = Beside
