# Checks the constants of a game that is not the standard one, and moves (-1,1).
BOARD = (BOARD_WIDTH, BOARD_HEIGHT, UNSAFE_BOARD_WIDTH, BOARD_EXTENDED_WIDTH) == (60, 25, 59, 63)
COLORS = (NUMBER_OF_SAFE_COLORS, NUMBER_OF_TELEPORTER_COLORS, NUMBER_OF_TRAP_COLORS, NUMBER_OF_WALL_COLORS) == (20, 6, 7, 3)
SIZES = (NUMBER_OF_COLORS, TELEPORTER_DISTANCE, TRAP_DISTANCE, VISION_DISTANCE, VISION_WIDTH) == (36, 5, 3, 1, 3)
GENOME = (GENOME_LENGTH, GENOME_MAX_VALUE, GENOME_CROSSOVER_RATE, GENOME_MUTATION_RATE) == (64, 2 ** 64 - 1, 0.07, 0.0227)
LIFE = (SPECIMEN_LIFESPAN, INITIAL_SPECIMENS, NEW_SPECIMENS_PER_TURN, MINIMUM_STARTING_CELLS, NUMBER_OF_TURNS) == (90, 17, 9, 12, 500)
MOVE = (-1, 1) if BOARD and COLORS and SIZES and GENOME and LIFE else (0, 0)


class Parameters(Player):
    def turn(self):
        assert self.vision == [[-1, 0, 9], [10, 16, 20], [25, 34, 35]] and self.vision_at(1, 0) == 20 and self.genome == 1
        assert Coordinate(62, 24).at_finish() and not Coordinate(62, 24).out_of_bounds() and not Coordinate(58, 0).at_finish()
        return Coordinate(*MOVE)
