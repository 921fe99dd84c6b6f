"""A small UCI engine: it looks one move ahead, and takes the most valuable piece.

It knows all moves of the pieces, castling, promotion and taking in passing. Draws are the business
of the rules.
"""

import random
import sys

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 100, ".": 0}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square(name):
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def named(x, y):
    return "abcdefgh"[x] + str(y + 1)


class Position:
    """A board as a dict from (file, rank) to a letter; capitals are White's."""

    def __init__(self, fen):
        rows, turn, castling, passing = fen.split()[:4]
        self.board = {}
        for y, row in zip(range(7, -1, -1), rows.split("/")):
            x = 0
            for letter in row:
                if letter.isdigit():
                    x += int(letter)
                else:
                    self.board[x, y] = letter
                    x += 1
        self.white = turn == "w"
        self.castling = set(castling) - {"-"}
        self.passing = None if passing == "-" else square(passing)

    def is_own(self, piece):
        return piece != "." and piece.isupper() == self.white

    def play(self, move):
        """The position after a move."""
        after = Position.__new__(Position)
        after.board, after.castling = dict(self.board), set(self.castling)
        after.white, after.passing = not self.white, None
        (x, y), (to_x, to_y) = square(move[:2]), square(move[2:4])
        piece = after.board.pop((x, y))
        if piece in "Pp":
            if (to_x, to_y) == self.passing:
                after.board.pop((to_x, y))
            if abs(to_y - y) == 2:
                after.passing = (x, (y + to_y) // 2)
            if len(move) == 5:
                piece = move[4].upper() if self.white else move[4]
        if piece in "Kk" and abs(to_x - x) == 2:
            rook_x, rook_to = (7, 5) if to_x > x else (0, 3)
            after.board[rook_to, y] = after.board.pop((rook_x, y))
        after.board[to_x, to_y] = piece
        corners = {(0, 0): "Q", (7, 0): "K", (4, 0): "KQ", (0, 7): "q", (7, 7): "k", (4, 7): "kq"}
        for corner in ((x, y), (to_x, to_y)):
            after.castling -= set(corners.get(corner, ""))
        return after

    def is_attacked(self, x, y):
        """Whether the side to move attacks a square."""
        return any(square(move[2:4]) == (x, y) for move in self.pseudo_moves(only_attacks=True))

    def pseudo_moves(self, only_attacks=False):
        """Moves that may leave the own king attacked."""
        for (x, y), piece in list(self.board.items()):
            if not self.is_own(piece):
                continue
            kind = piece.lower()
            if kind == "p":
                yield from self.pawn_moves(x, y, only_attacks)
                continue
            steps = {"n": JUMPS, "r": STRAIGHT, "b": DIAGONAL}.get(kind, STRAIGHT + DIAGONAL)
            for dx, dy in steps:
                to_x, to_y = x + dx, y + dy
                while 0 <= to_x < 8 and 0 <= to_y < 8:
                    found = self.board.get((to_x, to_y), ".")
                    if only_attacks or not self.is_own(found):
                        yield named(x, y) + named(to_x, to_y)
                    if found != "." or kind in "nk":
                        break
                    to_x, to_y = to_x + dx, to_y + dy

    def pawn_moves(self, x, y, only_attacks):
        forward, last, first = (1, 7, 1) if self.white else (-1, 0, 6)
        targets = []
        for dx in (-1, 1):
            to = (x + dx, y + forward)
            found = self.board.get(to, ".")
            is_taking = found != "." and not self.is_own(found) or to == self.passing
            if 0 <= to[0] < 8 and (only_attacks or is_taking):
                targets.append(to)
        if not only_attacks and (x, y + forward) not in self.board:
            targets.append((x, y + forward))
            if y == first and (x, y + 2 * forward) not in self.board:
                targets.append((x, y + 2 * forward))
        for to in targets:
            for promotion in "qnrb" if to[1] == last else [""]:
                yield named(x, y) + named(*to) + promotion

    def castling_moves(self):
        y = 0 if self.white else 7
        other = self.play_nothing()
        for right, between, safe in (("K", (5, 6), (4, 5, 6)), ("Q", (1, 2, 3), (4, 3, 2))):
            right = right if self.white else right.lower()
            if right in self.castling and not any((x, y) in self.board for x in between):
                if not any(other.is_attacked(x, y) for x in safe):
                    yield named(4, y) + named(6 if right in "Kk" else 2, y)

    def play_nothing(self):
        after = Position.__new__(Position)
        after.board, after.castling, after.passing = self.board, self.castling, None
        after.white = not self.white
        return after

    def moves(self):
        """All legal moves."""
        king = "K" if self.white else "k"
        for move in [*self.pseudo_moves(), *self.castling_moves()]:
            after = self.play(move)
            place = next(place for place, piece in after.board.items() if piece == king)
            if not after.is_attacked(*place):
                yield move


def best_move(position):
    def worth(move):
        taken = VALUES[position.board.get(square(move[2:4]), ".").lower()]
        after = position.play(move)
        replies = [after.board.get(square(reply[2:4]), ".") for reply in after.pseudo_moves()]
        lost = max((VALUES[piece.lower()] for piece in replies), default=0)
        promotion = VALUES[move[4]] if len(move) == 5 else 0
        return taken + promotion - min(lost, 9), random.random()

    return max(position.moves(), key=worth, default="0000")


def position_of(words):
    """The position of a `position` line."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    position = Position(START if words[1] == "startpos" else " ".join(words[2:6]))
    for move in moves:
        position = position.play(move)
    return position


def main():
    position = Position(START)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name greedy\nid author Rathaus\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            position = position_of(words)
            random.seed(line)
        elif words[:1] == ["go"]:
            print("info depth 1 score cp 0\nbestmove %s" % best_move(position), flush=True)
        elif words[:1] == ["quit"]:
            return


main()
