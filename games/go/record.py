"""A game in SGF. The host replaces the names of the players when it exports the game."""

from rules import BLACK


def sgf(board, komi, result):
    head = "(;FF[4]GM[1]CA[UTF-8]AP[Rathaus]RU[Tromp-Taylor]SZ[%d]KM[%g]" % (board.size, komi)
    names = "PB[{seat 0}]PW[{seat 1}]RE[%s]" % result
    nodes = [";%s[%s]" % ("B" if colour == BLACK else "W", place(board, point)) for colour, point in board.moves]
    rows = ["".join(nodes[start : start + 12]) for start in range(0, len(nodes), 12)]
    return "\n".join([head, names] + rows) + ")\n"


def place(board, point):
    """A point as column and row from the upper left, or nothing for a pass."""
    if point is None:
        return ""
    y, x = divmod(point, board.size)
    return chr(ord("a") + x) + chr(ord("a") + y)
