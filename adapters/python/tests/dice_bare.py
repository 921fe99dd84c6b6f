# Moves to a random neighbour, by several kinds of draws, and seeds the generator where it likes.
from random import choice

WHEN_LOADED = random.randrange(3)


class Dice(Player):
    def __init__(self):
        super(Dice, self).__init__()
        self.when_made = [random.randrange(3) for _ in range(20)]

    def turn(self):
        if self.vision_at(1, 0) == 1:
            return Coordinate(choice([-1, 0, 1]), random.randint(-1, 1))
        random.seed()
        # A value that was left over from gauss would make the next move another one.
        row = int(random.random() * 3) + WHEN_LOADED + choice(self.when_made)
        return Coordinate(int(random.gauss(0, 1) > 0), row % 3 - 1)
