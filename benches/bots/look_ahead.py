class LookAhead(Player):
    """Looks two steps ahead, and draws nothing: of the moves forward, the one whose colour is best, together with the best that follows it."""

    def quality(self, dx, dy):
        colour = self.vision_at(dx, dy)
        return -1 if colour == OUT_OF_BOUNDS_COLOR else self.bit_chunk(6 * colour, 6)

    def turn(self):
        best, move = -1, 0
        for y in (-1, 0, 1):
            own = self.quality(1, y)
            if own < 0:
                continue
            value = 2 * own + max(0, *[self.quality(2, z) for z in (y - 1, y, y + 1)])
            if value > best:
                best, move = value, y
        return Coordinate(1, move)
