# Our version of NeighborsOfNeighbors, a variation of ColorScore.
#
# Every 6 bits of the genome are the quality of a colour. The score of a cell ahead is its quality
# plus half of the average quality of the three cells after it. A cell outside of the board has the
# quality 0. The specimen moves to the cell with the best score, and to a random one of those that
# tie.
class NeighborsOfNeighbors(Player):
    def turn(self):
        scores = [(self.score(dy), dy) for dy in (-1, 0, 1) if self.vision_at(1, dy) != OUT_OF_BOUNDS_COLOR]
        best = max(scores)[0]
        return random.choice([Coordinate(1, dy) for score, dy in scores if score == best])

    def score(self, dy):
        """Returns six times the score: an integer, so that comparisons are exact."""
        return 6 * self.quality(1, dy) + sum(self.quality(2, dy + step) for step in (-1, 0, 1))

    def quality(self, dx, dy):
        color = self.vision_at(dx, dy)
        return 0 if color == OUT_OF_BOUNDS_COLOR else self.bit_chunk(6 * color, 6)
