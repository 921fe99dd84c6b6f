# Uses every name that a Python submission may rely on, and raises where one is not what it should be. It moves (1,0) by a draw.
class Api(Player):
    def __init__(self):
        Player.__init__(self)
        self.ready = True

    def turn(self):
        assert self.ready and self.asked and isinstance(self.genome, int)
        self.check_genome()
        self.check_vision()
        check_coordinates()
        check_constants()
        check_modules()
        check_draws()
        assert math.floor(1.5) == 1 and sys.version_info
        return random.choice([Coordinate(1, 0), directions[0] - directions[0] + Coordinate(1, 0)])

    def check_genome(self):
        assert self.genome == 1 << 99 | 0b11 << 31 | 0b101
        self.genome = 0b1101 << 96
        assert [self.bit_at(i) for i in (95, 96, 97, 98, 99)] == [0, 1, 0, 1, 1]
        assert self.bit_range(95, 99) == 0b1010 and self.bit_chunk(95, 4) == 0b1010 and self.bit_chunk(0, 0) == 0

    def check_vision(self):
        assert self.vision == [[-1] * 5, [-1] * 5, [-1] * 3 + [0, -1], [-1] * 5, [-1] * 5]
        assert all(isinstance(row, list) for row in self.vision + [self.vision])
        self.vision[3][4] = "two to the right, one down"
        assert self.vision_at(2, 1) == self.vision[3][4] and self.vision_at(1, 0) == 0


class Plays(Api):
    """Calls its base class in the other ways that are usual."""

    def __init__(self):
        super(Plays, self).__init__()

    def take_turn(self, genome, vision):
        self.asked = True
        return Api.take_turn(self, genome, vision)


def check_coordinates():
    a, b = Coordinate(1, 2), Coordinate(3, 5)
    assert (a.x, a.y) == (1, 2) and a + b == Coordinate(4, 7) and b - a == Coordinate(2, 3)
    assert -a == Coordinate(-1, -2) and a * 3 == Coordinate(3, 6) and a != b and not a == None
    assert len({a, Coordinate(1, 2), b}) == 2 and hash(a) == hash(Coordinate(1, 2))
    assert [Coordinate(x, y).out_of_bounds() for x, y in ((0, 0), (52, 14), (-1, 0), (53, 0), (0, 15))] == [0, 0, 1, 1, 1]
    assert not Coordinate(48, 0).at_finish() and Coordinate(49, 0).at_finish()
    assert len(directions) == len(set(directions)) == 9 and all(abs(d.x) <= 1 and abs(d.y) <= 1 for d in directions)


def check_constants():
    assert (BOARD_WIDTH, BOARD_HEIGHT, UNSAFE_BOARD_WIDTH, BOARD_EXTENDED_WIDTH) == (50, 15, 49, 53)
    assert OUT_OF_BOUNDS_COLOR == -1 and NUMBER_OF_SAFE_COLORS == 8 and NUMBER_OF_TELEPORTER_COLORS == 4
    assert NUMBER_OF_TRAP_COLORS == NUMBER_OF_WALL_COLORS == 2 and NUMBER_OF_COLORS == 16
    assert GENOME_LENGTH == 100 and GENOME_MAX_VALUE == 2 ** 100 - 1
    assert GENOME_CROSSOVER_RATE == 0.05 and GENOME_MUTATION_RATE == 0.01
    assert TELEPORTER_DISTANCE == 4 and TRAP_DISTANCE == 1
    assert INITIAL_SPECIMENS == 15 and NEW_SPECIMENS_PER_TURN == 10 and MINIMUM_STARTING_CELLS == 10
    assert VISION_WIDTH == 5 and VISION_DISTANCE == 2 and SPECIMEN_LIFESPAN == 100
    assert RANDOM_SEED is None and NUMBER_OF_BOARDS > 0 and NUMBER_OF_TURNS == 10000


def check_modules():
    """A bare class may import what a whole file imports."""
    import board, constants, coordinates, trap
    assert coordinates.Coordinate is Coordinate and coordinates.directions is directions and constants.GENOME_LENGTH == 100
    assert trap.__doc__ and board.__doc__


def check_draws():
    draws = [
        [random.randint(-1, 1) for _ in range(1000)],
        [random.randrange(-1, 2) for _ in range(1000)],
        [random.choice((-1, 0, 1)) for _ in range(1000)],
        [int(random.random() * 3) - 1 for _ in range(1000)],
    ]
    assert all(set(drawn) == {-1, 0, 1} for drawn in draws) and sorted(random.sample(range(9), 9)) == list(range(9))
