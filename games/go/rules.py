"""The board and the rules of Go: captures, suicide, superko, and area scoring."""

BLACK, WHITE, EMPTY = "X", "O", "."

# The columns of GTP, which leaves out I.
COLUMNS = "ABCDEFGHJKLMNOPQRST"


class IllegalMove(Exception):
    """A move that is against the rules, and why."""


class Board:
    """A board with its history.

    A position is a string with a letter for each point, row by row from the upper left. A point is
    an index of that string.
    """

    def __init__(self, size):
        self.size = size
        self.position = EMPTY * size * size
        self.neighbours = [self._neighbours_of(point) for point in range(size * size)]
        #: All moves as pairs of a colour and a point, or None for a pass.
        self.moves = []
        #: How many stones each colour has captured.
        self.captures = {BLACK: 0, WHITE: 0}
        # After which move each position was on the board last.
        self._seen = {self.position: 0}

    def _neighbours_of(self, point):
        y, x = divmod(point, self.size)
        beside = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
        return [b * self.size + a for a, b in beside if 0 <= a < self.size and 0 <= b < self.size]

    @property
    def next_colour(self):
        return WHITE if len(self.moves) % 2 else BLACK

    def vertex(self, point):
        """The name of a point in GTP, such as D4."""
        if point is None:
            return "pass"
        y, x = divmod(point, self.size)
        return "%s%d" % (COLUMNS[x], self.size - y)

    def point(self, vertex):
        """The point with this name. Raises ValueError if there is none."""
        vertex = vertex.upper()
        names = [self.vertex(point) for point in range(len(self.position))]
        return None if vertex == "PASS" else names.index(vertex)

    def region(self, position, point):
        """The connected points with the same letter as this one, and the letters beside them."""
        points, border, waiting = {point}, set(), [point]
        while waiting:
            for beside in self.neighbours[waiting.pop()]:
                if position[beside] != position[point]:
                    border.add(position[beside])
                elif beside not in points:
                    points.add(beside)
                    waiting.append(beside)
        return points, border

    def after(self, colour, point):
        """The position after a stone is placed, and the number of captured stones.

        Raises IllegalMove.
        """
        vertex = self.vertex(point)
        if self.position[point] != EMPTY:
            raise IllegalMove("%s is occupied" % vertex)
        position = replaced(self.position, [point], colour)
        captured = set()
        for beside in self.neighbours[point]:
            if position[beside] not in (colour, EMPTY):
                stones, border = self.region(position, beside)
                captured |= stones if EMPTY not in border else set()
        position = replaced(position, captured, EMPTY)
        if EMPTY not in self.region(position, point)[1]:
            raise IllegalMove("%s is suicide" % vertex)
        if position in self._seen:
            before = self._seen[position]
            if before == len(self.moves) - 1:
                raise IllegalMove("%s retakes a ko at once" % vertex)
            raise IllegalMove("%s repeats the position after move %d (superko)" % (vertex, before))
        return position, len(captured)

    def play(self, colour, point):
        """Plays a move, or passes if the point is None. Raises IllegalMove."""
        if point is not None:
            self.position, captured = self.after(colour, point)
            self.captures[colour] += captured
        self.moves.append((colour, point))
        self._seen[self.position] = len(self.moves)

    def is_over(self):
        """Whether both colours have passed in turn."""
        return [point for _, point in self.moves[-2:]] == [None, None]

    def areas(self):
        """The stones of each colour, with the empty points that only this colour surrounds."""
        areas = {colour: self.position.count(colour) for colour in (BLACK, WHITE)}
        empty = {point for point, letter in enumerate(self.position) if letter == EMPTY}
        while empty:
            points, border = self.region(self.position, min(empty))
            empty -= points
            if len(border) == 1:
                areas[border.pop()] += len(points)
        return areas


def replaced(position, points, letter):
    letters = list(position)
    for point in points:
        letters[point] = letter
    return "".join(letters)
