"""Positions and moves."""
from constants import BOARD_EXTENDED_WIDTH, BOARD_HEIGHT, UNSAFE_BOARD_WIDTH


class Coordinate(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Coordinate(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Coordinate(self.x - other.x, self.y - other.y)

    def __neg__(self):
        return Coordinate(-self.x, -self.y)

    def __mul__(self, factor):
        return Coordinate(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __eq__(self, other):
        if not isinstance(other, Coordinate):
            return NotImplemented
        return self.x == other.x and self.y == other.y

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return "Coordinate(%r, %r)" % (self.x, self.y)

    def out_of_bounds(self):
        return not (0 <= self.x < BOARD_EXTENDED_WIDTH and 0 <= self.y < BOARD_HEIGHT)

    def at_finish(self):
        return self.x >= UNSAFE_BOARD_WIDTH


# All nine offsets, including (0, 0), because a trap can have any of them.
directions = [Coordinate(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
