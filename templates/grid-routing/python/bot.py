# A first bot for the grid-routing battle. It builds a path towards the vertices of others.
#
#     rathaus play grid-routing . . . --rounds 10 --ascii
#     rathaus check grid-routing .
#
# No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
# nearest active vertex ahead, follows the active vertices from there, and continues at their end.
# When the path is complete, it connects one more source to it in each turn. It breaks nothing.
#
# Each round starts this program again. It runs until the line SCORE. Send each reply within the
# time limit, and flush it. The file data.txt is kept from round to round.
import random
import sys

# How many starts to try in a turn. Dead ends and connected sources take one each.
ATTEMPTS = 20


class Bot:
    def __init__(self, side):
        self.side = side
        self.active, self.broken = set(), set()
        # The first vertex of the path is in this column: in row 0, from where the path goes up
        # (1), or in the last row, from where it goes down (-1).
        self.column, self.step = random.randrange(side), random.choice([1, -1])

    def destroy(self):
        """Returns the vertex to break, or None."""
        return None

    def activate(self):
        """Returns the vertex to activate, or None."""
        for _ in range(ATTEMPTS):
            vertex = self.follow()
            if vertex:
                return vertex
        return None

    def follow(self):
        """Follows the path to its first free vertex. Without one, chooses another start."""
        x, y = self.column, 0 if self.step > 0 else self.side - 1
        while (x, y) in self.active:
            y += self.step
            if not 0 <= y < self.side:
                source = self.column if self.step > 0 else x
                self.column, self.step = (source + 1) % self.side, 1
                return None
            x = self.next_column(x, y)
        if x is None or (x, y) in self.broken:
            self.column = random.randrange(self.side)
            return None
        return x, y

    def next_column(self, x, y):
        """Returns the column in row y that is nearest to the target, or None at a dead end."""
        ways = [(x + dx) % self.side for dx in (0, -1, 1)]
        ways = [way for way in ways if (way, y) not in self.broken]
        active = [way for way in ways if (way, y) in self.active]
        if active or not ways:
            return active[0] if active else None
        target = self.target(x, y)
        return min(ways, key=lambda way: self.distance(way, target))

    def target(self, x, y):
        """Returns the column of the nearest active vertex ahead that a path could reach."""
        best, column = self.side, x
        for other_x, other_y in self.active:
            rows = (other_y - y) * self.step + 1
            if 0 < rows < best and self.distance(x, other_x) <= rows:
                best, column = rows, other_x
        return column

    def distance(self, one, other):
        return min((one - other) % self.side, (other - one) % self.side)


def vertices(choices):
    return {tuple(map(int, choice.split(","))) for choice in choices if choice != "N"}


def send(vertex):
    print("VERTEX %d,%d" % vertex if vertex else "NONE", flush=True)


bot = None
for line in sys.stdin:
    word, *words = line.split()
    if word == "BEGIN":  # the number of bots, of turns, and of vertices on a side
        bot = Bot(int(words[2]))
    elif word == "DESTROY":
        send(bot.destroy())
    elif word == "BROKEN":  # the turn, the own choice, and those of the others
        bot.broken |= vertices(words[1:])
    elif word == "ACTIVATE":
        send(bot.activate())
    elif word == "OWNED":
        bot.active |= vertices(words[1:])
    elif word == "SCORE":
        break
