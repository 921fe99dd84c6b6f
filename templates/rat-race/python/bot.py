# A first bot for the rat race.
#
#     rathaus play rat-race .
#     rathaus check rat-race .
#
# A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
# teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
# have children, which inherit these bits. So you choose what the bits say about colours. If the
# same bits always mean the same thing, the population improves with time.
#
# Keep no data from one call to the next, and use no randomness except the module `random`.


class Bot(Player):
    def turn(self):
        """Returns the step: dx and dy are -1, 0 or 1. The goal is on the right."""
        best, ways = -1, []
        for dy in (-1, 0, 1):
            colour = self.vision_at(1, dy)  # A cell ahead. -1 is out of bounds: deadly.
            if colour == OUT_OF_BOUNDS_COLOR:
                continue
            quality = self.bit_chunk(6 * colour, 6)  # Six bits for each colour: how good it is.
            if quality > best:
                best, ways = quality, []
            if quality == best:
                ways.append(dy)
        return Coordinate(1, random.choice(ways))
