"""A GTP engine that plays legal moves at random, except in its own eyes. It passes when none is left."""

import random
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRST"
COMMANDS = "protocol_version name version list_commands boardsize komi clear_board play genmove quit".split()


class Board:
    """A position is a dict from points (x, y) to colours."""

    def __init__(self, size):
        self.size = size
        self.stones = {}
        self.seen = {frozenset()}

    def beside(self, x, y, steps=((0, 1), (1, 0), (0, -1), (-1, 0))):
        points = [(x + dx, y + dy) for dx, dy in steps]
        return [(a, b) for a, b in points if 0 <= a < self.size and 0 <= b < self.size]

    def without_liberties(self, stones, start):
        """The group of a point if it has no liberties, or else nothing."""
        group, waiting = {start}, [start]
        while waiting:
            for point in self.beside(*waiting.pop()):
                if point not in stones:
                    return set()
                if stones[point] == stones[start] and point not in group:
                    group.add(point)
                    waiting.append(point)
        return group

    def after(self, colour, point):
        """The stones after a move, or None if it is not legal."""
        if point in self.stones:
            return None
        stones = dict(self.stones)
        stones[point] = colour
        for near in self.beside(*point):
            if stones.get(near, colour) != colour:
                for captured in self.without_liberties(stones, near):
                    del stones[captured]
        if self.without_liberties(stones, point) or frozenset(stones.items()) in self.seen:
            return None
        return stones

    def is_eye(self, colour, point):
        if any(self.stones.get(near) != colour for near in self.beside(*point)):
            return False
        corners = self.beside(*point, steps=((1, 1), (1, -1), (-1, 1), (-1, -1)))
        others = sum(self.stones.get(corner, colour) != colour for corner in corners)
        return others < (2 if len(corners) == 4 else 1)

    def play(self, colour, point):
        self.stones = self.after(colour, point)
        self.seen.add(frozenset(self.stones.items()))


def choose(board, colour, chance):
    points = [(x, y) for x in range(board.size) for y in range(board.size)]
    chance.shuffle(points)
    for point in points:
        if not board.is_eye(colour, point) and board.after(colour, point) is not None:
            board.play(colour, point)
            return "%s%d" % (COLUMNS[point[0]], point[1] + 1)
    return "pass"


def main():
    board = Board(9)
    chance = random.Random(1)
    for line in sys.stdin:
        words = line.split() or [""]
        command, arguments = words[0], words[1:]
        reply = "="
        if command == "protocol_version":
            reply = "= 2"
        elif command == "name":
            reply = "= random"
        elif command == "version":
            reply = "= 1"
        elif command == "list_commands":
            reply = "= " + "\n".join(COMMANDS)
        elif command == "boardsize":
            board = Board(int(arguments[0]))
        elif command == "clear_board":
            board = Board(board.size)
        elif command == "play":
            vertex = arguments[1].upper()
            if vertex != "PASS":
                board.play(arguments[0].lower()[0], (COLUMNS.index(vertex[0]), int(vertex[1:]) - 1))
        elif command == "genmove":
            reply = "= " + choose(board, arguments[0].lower()[0], chance)
        elif command not in COMMANDS:
            reply = "? unknown command"
        print(reply + "\n", flush=True)
        if command == "quit":
            return


main()
