# Makes one kind of draw for each colour ahead, and then moves (1,0).
from random import choice, gauss

DRAWS = [
    lambda: choice("x"),
    lambda: random.randint(3, 3),
    lambda: random.randrange(1) + random.randrange(4, 5),
    lambda: random.shuffle(["x"]),
    lambda: random.sample(["x"], 1),
    lambda: random.choices(["x"], k=3),
    lambda: random.uniform(2, 2),
    lambda: choice("xy"),
    lambda: random.random(),
    lambda: gauss(0, 1),
    lambda: gauss(0, 1),
    lambda: random.seed(5),
    lambda: random.shuffle(["x", "y"]),
    lambda: random.sample(["x", "y"], 1),
    lambda: random.Random(5).random(),
    lambda: random.getrandbits(3),
    lambda: random.random() and None.draws,
    lambda: random.triangular(),
    lambda: random.setstate(STATE),
    lambda: random.getstate(),
]


STATE = random.getstate()


class Draws(Player):
    def turn(self):
        DRAWS[self.vision_at(1, 0)]()
        return Coordinate(1, 0)
