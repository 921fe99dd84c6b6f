# ColorScore, the sample strategy of the contest.
#
# Each of the 16 colours has 6 bits of the genome. Read as a number, with the first bit as the least
# significant one, they are the quality of the colour. Of the three cells ahead, the specimen moves
# to the one whose colour has the best quality, and to a random one of those that tie. It never
# leaves the board.
import random

from constants import GENOME_LENGTH, NUMBER_OF_COLORS, OUT_OF_BOUNDS_COLOR, VISION_DISTANCE
from coordinates import Coordinate


class Player(object):
    def __init__(self):
        self.genome = 0
        self.vision = []

    def take_turn(self, genome, vision):
        self.genome = genome
        self.vision = vision
        return self.turn()

    def vision_at(self, dx, dy):
        return self.vision[dy + VISION_DISTANCE][dx + VISION_DISTANCE]

    def bit_chunk(self, start, length):
        return (self.genome >> start) & ((1 << length) - 1)

    def turn(self):
        raise NotImplementedError()


class ColorScorePlayer(Player):
    PIECE = GENOME_LENGTH // NUMBER_OF_COLORS
    AHEAD = [Coordinate(1, -1), Coordinate(1, 0), Coordinate(1, 1)]

    def turn(self):
        best, moves = -1, []
        for move in self.AHEAD:
            color = self.vision_at(move.x, move.y)
            if color == OUT_OF_BOUNDS_COLOR:
                continue
            quality = self.bit_chunk(color * self.PIECE, self.PIECE)
            if quality > best:
                best, moves = quality, [move]
            elif quality == best:
                moves.append(move)
        return random.choice(moves)


PLAYER_TYPE = ColorScorePlayer
