# A first bot for the rat race. Play it with `rathaus play rat-race .`, and try it out with `rathaus check rat-race .`
#
# A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
# 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
# time, as long as the same bits always mean the same thing. What they mean is for you to invent.
#
# There must be nothing that is kept from one call to the next, and no randomness but the module `random`.


class Bot(Player):
    def turn(self):
        """Returns the step to take: each of dx and dy is -1, 0 or 1, and the goal is at the right."""
        best, ways = -1, []
        for dy in (-1, 0, 1):
            colour = self.vision_at(1, dy)  # The colour of a cell ahead; -1 is outside, where it is deadly.
            if colour == OUT_OF_BOUNDS_COLOR:
                continue
            quality = self.bit_chunk(6 * colour, 6)  # Six bits for each colour, as a number: how much this one is liked.
            if quality > best:
                best, ways = quality, []
            if quality == best:
                ways.append(dy)
        return Coordinate(1, random.choice(ways))
