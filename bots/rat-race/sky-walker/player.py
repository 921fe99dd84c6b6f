# Our version of SkyWalker: knows only the few colours that matter.
#
# Only 52 bits of the genome are used. They name the special colours, with 4 bits each: four
# teleporters (bits 0 to 15), two traps (16 to 23) and two walls (24 to 31). Then come 4 bits for
# the offset of each trap (32 to 39) and 3 bits for each of the four teleporters (40 to 51). A
# teleporter is good if this number is greater than 3. The specimen avoids walls, bad teleporters,
# cells outside of the board, and cells at the offset of a trap. It prefers a cell ahead, then one
# above or below, then one behind, and draws one of several. If all are bad, it goes ahead.
import random

from constants import OUT_OF_BOUNDS_COLOR, VISION_DISTANCE
from coordinates import Coordinate


class Player(object):
    def take_turn(self, genome, vision):
        self.genome = genome
        self.vision = vision
        return self.turn()

    def bit_chunk(self, start, length):
        return (self.genome >> start) & ((1 << length) - 1)

    def turn(self):
        raise NotImplementedError()


class SkyWalker(Player):
    AHEAD = [(1, -1), (1, 0), (1, 1)]
    PREFERENCES = [AHEAD, [(0, -1), (0, 1)], [(-1, -1), (-1, 0), (-1, 1)]]
    OFFSETS = [(0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]

    def turn(self):
        solid, traps = self.special_colors()
        for moves in self.PREFERENCES:
            good = [move for move in moves if not self.is_bad(move, solid, traps)]
            if good:
                return Coordinate(*(random.choice(good) if len(good) > 1 else good[0]))
        return Coordinate(*random.choice(self.AHEAD))

    def special_colors(self):
        solid = [OUT_OF_BOUNDS_COLOR, self.bit_chunk(24, 4), self.bit_chunk(28, 4)]
        for i in range(4):
            if self.bit_chunk(40 + 3 * i, 3) <= 3:
                solid.append(self.bit_chunk(4 * i, 4))
        traps = []
        for i in range(2):
            # 4 bits have 16 values, and there are fewer offsets: start again with the first.
            dx, dy = self.OFFSETS[self.bit_chunk(32 + 4 * i, 4) % len(self.OFFSETS)]
            traps.append((self.bit_chunk(16 + 4 * i, 4), dx, dy))
        return solid, traps

    def trace(self, genome, color):
        """The meaning of a colour, for observers."""
        self.genome = genome
        solid, traps = self.special_colors()
        if color in solid:
            return "wall"
        for trap, dx, dy in traps:
            if trap == color:
                return "trap %d %d" % (dx, dy)
        return "empty"

    def is_bad(self, move, solid, traps):
        x, y = move[0] + VISION_DISTANCE, move[1] + VISION_DISTANCE
        if self.vision[y][x] in solid:
            return True
        for color, dx, dy in traps:
            if self.vision[y - dy][x - dx] == color:
                return True
        return False


PLAYER_TYPE = SkyWalker
