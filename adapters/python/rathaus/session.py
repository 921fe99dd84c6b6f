"""Handles the lines of the host after the handshake."""
import sys

from rathaus import trace
from rathaus.errors import Malformed, describe, one_line, print_trace
from rathaus.handshake import BOARDS
from rathaus.profile import Profile

# The letter of a move, by dx and dy. Not a list, because its negative indices would be legal.
PURE = {dx: {dy: "abcdefghi"[3 * dy + dx + 4] for dy in (-1, 0, 1)} for dx in (-1, 0, 1)}
DRAWN = {dx: {dy: letter.upper() for dy, letter in column.items()} for dx, column in PURE.items()}

COLOURS = {c: value for value, c in enumerate("-0123456789abcdefghijklmnopqrstuvwxyz", -1)}

NO_MOVE = object()


def visions(views):
    """Yields a copy of each view, because a player may change what it gets."""
    for view in views:
        yield [row[:] for row in view]


def visions_of_five(views):
    """Does the same for views of the standard size, in half the time."""
    for a, b, c, d, e in views:
        yield [a.copy(), b.copy(), c.copy(), d.copy(), e.copy()]


class Board(object):
    """What the host has introduced, by name. The first request makes the player."""

    def __init__(self):
        self.player = None
        self.genomes = {}
        self.views = {}


class Fault(Exception):
    """An error of the submission. Its message replaces the letters of the reply."""


class Session(object):
    def __init__(self, player_type, generator, channel, view_distance):
        self._player_type = player_type
        self._generator = generator
        self._channel = channel
        self._profile = Profile()
        self._side = 2 * view_distance + 1
        # Lists of Python 2 have no method `copy`.
        self._visions = visions_of_five if self._side == 5 and hasattr(list, "copy") else visions
        self._boards = {str(number): Board() for number in range(BOARDS)}

    def handle(self, line):
        try:
            words = line.split(" ")
            number, word, rest = words[0], words[1], words[2:]
            board = self._boards[number]
            if word == "turn":
                self._channel.write(self._turn_reply(number, board, *rest))
            elif word == "view":
                self._introduce(board.views, rest, self._view)
            elif word == "genome":
                self._introduce(board.genomes, rest, lambda digits: int(digits, 16))
            elif word == "trace":
                self._channel.write(self._trace_reply(number, board, *rest))
            elif word == "board" and not rest:
                self._boards[number] = Board()
            else:
                raise Malformed("unknown word")
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise Malformed("%s in the line %.80r" % (describe(error), line))

    def end(self):
        self._profile.write()

    @staticmethod
    def _introduce(table, words, meaning):
        names, values = words[0::2], words[1::2]
        if len(names) != len(values):
            raise Malformed("a name has no value")
        table.update(zip(names, map(meaning, values)))

    def _view(self, text):
        side = self._side
        if len(text) != side * side:
            raise Malformed("a view has the wrong size")
        cells = [COLOURS[c] for c in text]
        return [cells[start:start + side] for start in range(0, side * side, side)]

    def _turn_reply(self, number, board, turn, seed, *names):
        genomes = [board.genomes[name] for name in names[0::2]]
        views = [board.views[name] for name in names[1::2]]
        if not genomes or len(genomes) != len(views):
            raise Malformed("a turn needs pairs of names")
        seed = int(seed, 16)
        try:
            take_turn = self._profile.player(self._with_player(board, lambda player: player.take_turn), len(genomes))
            reply = self._letters(take_turn, seed, genomes, views, names)
        except Fault as fault:
            reply = self._error_reply(fault)
        return "%s %s %s\n" % (number, turn, reply)

    def _trace_reply(self, number, board, name, colours):
        genome, colours = board.genomes[name], int(colours)
        self._generator.begin(0)
        try:
            reply = self._with_player(board, lambda player: trace.meanings(player, genome, colours))
        except Fault as fault:
            reply = self._error_reply(fault)
        return "%s trace %s\n" % (number, reply)

    @staticmethod
    def _error_reply(fault):
        """Prints the fault and returns the error reply."""
        sys.stderr.write("%s\n" % fault)
        sys.stderr.flush()
        return "! " + one_line(str(fault))

    def _with_player(self, board, find):
        """Calls find with the board's player. Making a player draws the same numbers each time."""
        try:
            if board.player is None:
                self._generator.begin(0)
                board.player = self._player_type()
            return find(board.player)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._raised(error)

    def _letters(self, take_turn, seed, genomes, views, names):
        """Returns the letters of a turn. This loop must be fast."""
        generator, pure, drawn = self._generator, PURE, DRAWN
        letters = []
        add = letters.append
        generator.begin(seed)
        move = NO_MOVE
        try:
            for genome, vision in zip(genomes, self._visions(views)):
                move = NO_MOVE
                move = take_turn(genome, vision)
                if generator.drawn:
                    generator.drawn = False
                    add(drawn[move.x][move.y])
                else:
                    add(pure[move.x][move.y])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if move is NO_MOVE:
                raise self._raised(error)
            pair = 2 * len(letters)
            raise self._illegal(move, names[pair], names[pair + 1])
        return "".join(letters)

    @staticmethod
    def _raised(error):
        print_trace(error)
        return Fault("raised " + describe(error))

    @staticmethod
    def _illegal(move, genome, view):
        """Returns the fault for a move that has no letter."""
        if not (hasattr(move, "x") and hasattr(move, "y")):
            return Fault("raised TypeError: the player returned %.200r instead of a Coordinate" % (move,))
        return Fault("illegal move (%.80s,%.80s), asked for genome %s at view %s" % (move.x, move.y, genome, view))
