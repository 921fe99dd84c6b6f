"""Connect four: two seats drop pieces into columns. The first seat with four in a line wins."""

import rathaus_game

# Right, up and both diagonals. `line_through` also looks in the opposite directions.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]

LETTERS = "XO"
# The same letters in a circle, for the pieces of a winning line.
WINNING_LETTERS = "\u24cd\u24c4"
LEGEND = [
    ("X", "seat 0", "dropped first"),
    ("O", "seat 1", "dropped second"),
    ("\u24cd", "seat 0", "in the winning line"),
    ("\u24c4", "seat 1", "in the winning line"),
    (".", "dim"),
]


class Board:
    """Columns of pieces from bottom to top. A piece is the number of its seat."""

    def __init__(self, columns, rows, connect):
        self.columns = [[] for _ in range(columns)]
        self.rows = rows
        self.connect = connect
        self.moves = []

    def is_free(self, column):
        return len(self.columns[column]) < self.rows

    def free_columns(self):
        return [column for column in range(len(self.columns)) if self.is_free(column)]

    def drop(self, column):
        """Drops a piece of the next seat. Returns the line that it completes, or an empty list."""
        seat = len(self.moves) % 2
        self.columns[column].append(seat)
        self.moves.append(column)
        return self.line_through(column, len(self.columns[column]) - 1, seat)

    def piece_at(self, x, y):
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None

    def line_through(self, x, y, seat):
        """Returns the cells of a winning line through this cell, or an empty list."""
        for dx, dy in DIRECTIONS:
            line = [(x, y)]
            for sign in (1, -1):
                step = 1
                while self.piece_at(x + sign * step * dx, y + sign * step * dy) == seat:
                    line.append((x + sign * step * dx, y + sign * step * dy))
                    step += 1
            if len(line) >= self.connect:
                return line
        return []

    def picture(self, line=()):
        """Returns the rows from top to bottom."""

        def letter(x, y):
            piece = self.piece_at(x, y)
            if piece is None:
                return "."
            return (WINNING_LETTERS if (x, y) in line else LETTERS)[piece]

        return ["".join(letter(x, y) for x in range(len(self.columns))) for y in reversed(range(self.rows))]


def drop_opening(board, random, pieces):
    """Drops pieces at random that complete no line. Stops early if this is impossible."""
    while len(board.moves) < pieces:
        columns = board.free_columns()
        random.shuffle(columns)
        if not any(drop_without_line(board, column) for column in columns):
            return


def drop_without_line(board, column):
    """Drops a piece unless it completes a line. Returns whether it did."""
    if not board.drop(column):
        return True
    board.columns[column].pop()
    board.moves.pop()
    return False


def column_of(answer, board):
    """Returns the column of an answer, or None if it is not a legal move."""
    column = answer.integer(0, len(board.columns) - 1)
    if column is None or board.is_free(column):
        return column
    return answer.illegal("column %d is full" % column)


def play(match):
    columns, rows, connect = (match.parameters[name] for name in ("columns", "rows", "connect"))
    board = Board(columns, rows, connect)
    drop_opening(board, match.random, match.parameters["opening"])
    while board.free_columns():
        seat = len(board.moves) % 2
        match.show(rows=board.picture(), legend=LEGEND, caption="%s is next" % LETTERS[seat])
        match.progress(done=len(board.moves) / (columns * rows))
        request = " ".join(map(str, [columns, rows, connect] + board.moves))
        column = column_of(match.ask(seat, request), board)
        if column is None:
            return finish(match, board, 1 - seat, "%s could not move" % LETTERS[seat])
        line = board.drop(column)
        if line:
            return finish(match, board, seat, "%s has %d in a line" % (LETTERS[seat], len(line)), line)
    finish(match, board, None, "the board is full")


def finish(match, board, winner, reason, line=()):
    match.show(rows=board.picture(line), legend=LEGEND, caption=reason)
    ranks = [1, 1] if winner is None else [1 if seat == winner else 2 for seat in (0, 1)]
    match.end(ranks=ranks, reason=reason, details={"moves": board.moves})


rathaus_game.run(play)
