"""Resignations and draws by the scores that engines give."""

import chess


class Adjudicator:
    """Counts moves in a row with bad and with even scores."""

    def __init__(self, parameters):
        self.parameters = parameters
        self.bad = {chess.WHITE: 0, chess.BLACK: 0}
        self.even = {chess.WHITE: 0, chess.BLACK: 0}

    def add(self, colour, score):
        """Counts a move of this colour. The score is its own; None if it gave none."""
        is_bad = score is not None and score <= -self.parameters["resign_score"]
        is_even = score is not None and abs(score) <= self.parameters["draw_score"]
        self.bad[colour] = self.bad[colour] + 1 if is_bad else 0
        self.even[colour] = self.even[colour] + 1 if is_even else 0

    def verdict(self, board):
        """The colour that has won, or None, and why. Nothing if the game goes on."""
        resign, draw = self.parameters["resign_moves"], self.parameters["draw_moves"]
        for colour in (chess.WHITE, chess.BLACK):
            if resign and self.bad[colour] >= resign:
                return not colour, "%s resigns" % ("White" if colour else "Black")
        is_late = board.fullmove_number >= self.parameters["draw_after"]
        if draw and is_late and min(self.even.values()) >= draw:
            return None, "agreed"
        return None
