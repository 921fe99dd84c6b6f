"""The base class of a bare submission. A whole player file defines its own."""
from constants import VISION_DISTANCE


class Player(object):
    def __init__(self):
        self.genome = 0
        self.vision = []

    def take_turn(self, genome, vision):
        self.genome = genome
        self.vision = vision
        return self.turn()

    def turn(self):
        raise NotImplementedError("a player has to define turn()")

    def vision_at(self, dx, dy):
        """The colour at this offset from the specimen."""
        return self.vision[dy + VISION_DISTANCE][dx + VISION_DISTANCE]

    def bit_at(self, i):
        return (self.genome >> i) & 1

    def bit_range(self, start, stop):
        """The number in the bits from start to stop - 1. Bit start is the lowest."""
        return self.bit_chunk(start, stop - start)

    def bit_chunk(self, start, length):
        """The number in length bits from start on. Bit start is the lowest."""
        return (self.genome >> start) & ((1 << length) - 1)
