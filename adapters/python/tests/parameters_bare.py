# Checks the constants of a game that is not the standard one, and moves (-1,1).
MOVE = (-1, 1) if (BOARD_WIDTH, BOARD_HEIGHT, GENOME_LENGTH, GENOME_MUTATION_RATE) == (60, 25, 64, 0.0227) else (0, 0)


class Parameters(Player):
    def turn(self):
        assert self.vision == [[0, 1, 2], [3, 4, 5], [6, 7, 8]] and self.vision_at(1, 0) == 5 and VISION_WIDTH == 3
        return Coordinate(*MOVE)
