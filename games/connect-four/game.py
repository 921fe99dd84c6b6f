"""Connect four: two seats drop pieces into columns, and who first has four in a line wins."""

import rathaus_game

# From a piece to the right, upwards, and along both diagonals: each line is looked at from one of its ends only.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]

LETTERS = "XO"
LEGEND = [
    ("X", "seat 0", "dropped first"),
    ("O", "seat 1", "dropped second"),
    ("*", "goal", "the line that wins"),
    (".", "dim"),
]


class Board:
    """Columns of pieces, each from its bottom: 0 and 1 for the seats."""

    def __init__(self, columns, rows, connect):
        self.columns = [[] for _ in range(columns)]
        self.rows = rows
        self.connect = connect
        self.moves = []

    def is_free(self, column):
        return len(self.columns[column]) < self.rows

    def free(self):
        return [column for column in range(len(self.columns)) if self.is_free(column)]

    def drop(self, column):
        """Drops a piece of whoever is next. Gives the line that it completes, or nothing."""
        seat = len(self.moves) % 2
        self.columns[column].append(seat)
        self.moves.append(column)
        return self.line_through(column, len(self.columns[column]) - 1, seat)

    def at(self, x, y):
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None

    def line_through(self, x, y, seat):
        """The cells of a line that is long enough through this one, or nothing."""
        for dx, dy in DIRECTIONS:
            line = [(x, y)]
            for sign in (1, -1):
                step = 1
                while self.at(x + sign * step * dx, y + sign * step * dy) == seat:
                    line.append((x + sign * step * dx, y + sign * step * dy))
                    step += 1
            if len(line) >= self.connect:
                return line
        return []

    def picture(self, line=()):
        """The rows from the top."""

        def letter(x, y):
            if (x, y) in line:
                return "*"
            piece = self.at(x, y)
            return "." if piece is None else LETTERS[piece]

        return ["".join(letter(x, y) for x in range(len(self.columns))) for y in reversed(range(self.rows))]


def opening(board, random, pieces):
    """Drops so many pieces at random, none of which completes a line; fewer if there is no room for that."""
    while len(board.moves) < pieces:
        columns = board.free()
        random.shuffle(columns)
        if not any(dropped_without_line(board, column) for column in columns):
            return


def dropped_without_line(board, column):
    """Drops a piece, and takes it up again if it completes a line. Says whether it lies there."""
    if not board.drop(column):
        return True
    board.columns[column].pop()
    board.moves.pop()
    return False


def column_of(answer, board):
    """The column that an answer names, or None if it is none that can be played."""
    if answer.fault:
        return None
    try:
        column = int(answer.line)
    except ValueError:
        answer.malformed("expected a column as a number, found %r" % answer.line)
        return None
    last = len(board.columns) - 1
    if not 0 <= column <= last:
        answer.illegal("there is no column %d: they go from 0 to %d" % (column, last))
        return None
    if not board.is_free(column):
        answer.illegal("column %d is full" % column)
        return None
    return column


def play(match):
    columns, rows, connect = (match.parameters[name] for name in ("columns", "rows", "connect"))
    board = Board(columns, rows, connect)
    opening(board, match.random, match.parameters["opening"])
    while board.free():
        seat = len(board.moves) % 2
        match.show(rows=board.picture(), legend=LEGEND, caption="%s is next" % LETTERS[seat])
        match.progress(done=len(board.moves) / (columns * rows))
        question = " ".join(map(str, [columns, rows, connect] + board.moves))
        column = column_of(match.ask(seat, question), board)
        if column is None:
            return over(match, board, 1 - seat, "%s could not move" % LETTERS[seat])
        line = board.drop(column)
        if line:
            return over(match, board, seat, "%s has %d in a line" % (LETTERS[seat], len(line)), line)
    over(match, board, None, "the board is full")


def over(match, board, winner, reason, line=()):
    match.show(rows=board.picture(line), legend=LEGEND, caption=reason)
    ranks = [1, 1] if winner is None else [1 if seat == winner else 2 for seat in (0, 1)]
    match.end(ranks=ranks, reason=reason, details={"moves": board.moves})


rathaus_game.run(play)
