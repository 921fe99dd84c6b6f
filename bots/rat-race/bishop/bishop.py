# Our version of Bishop: every bit of the genome is a move.
#
# The specimen moves only diagonally ahead, so one bit is enough: up or down. The colours of the 3 x
# 3 cells ahead are combined into a number that selects one of the 100 bits. So the best move for a
# situation is never more than one mutation away. At the edge of the board only one move is left.
class Bishop(Player):
    def turn(self):
        if self.vision_at(1, -1) == OUT_OF_BOUNDS_COLOR:
            return Coordinate(1, 1)
        if self.vision_at(1, 1) == OUT_OF_BOUNDS_COLOR:
            return Coordinate(1, -1)
        return Coordinate(1, 1 if self.bit_at(self.situation()) else -1)

    def situation(self):
        number = 0
        for dx in (0, 1, 2):
            for dy in (-1, 0, 1):
                number = number * 17 + self.vision_at(dx, dy) + 1
        return number % GENOME_LENGTH
