"""A game in PGN. The host replaces the names of the players when it exports the game."""

import textwrap

RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


def pgn(begin, board, winner, reason):
    result = RESULTS[winner]
    tags = [("White", "{seat 0}"), ("Black", "{seat 1}"), ("Result", result), ("Termination", reason)]
    if begin.chess960:
        tags.append(("Variant", "Chess960"))
    if begin.fen() != type(begin)().fen():
        tags += [("SetUp", "1"), ("FEN", begin.fen())]
    words = [begin.variation_san(board.move_stack), result] if board.move_stack else [result]
    head = "".join('[%s "%s"]\n' % tag for tag in tags)
    return "%s\n%s\n" % (head, textwrap.fill(" ".join(words), 80))
