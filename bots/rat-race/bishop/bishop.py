# Our take on the strategy of Bishop: every bit of the genome is a move.
#
# The specimen only ever moves diagonally ahead, so one bit is enough to tell what to do: up or down. Which of the 100 bits is asked
# depends on the 3 x 3 cells ahead of it, whose colours are combined into one number. The best move for a situation is therefore
# never farther away than one mutation. At the edge of the board there is but one move left.
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
