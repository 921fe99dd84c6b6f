"""Answers what the host asks."""
import sys

from rathaus import trace
from rathaus.errors import Malformed, one_line, print_trace, words_for
from rathaus.greeting import BOARDS
from rathaus.profile import Profile

# The letters of a move, by its dx and dy. A dictionary has exactly the legal moves, while a list would know others from its end.
PURE = {dx: {dy: "abcdefghi"[3 * dy + dx + 4] for dy in (-1, 0, 1)} for dx in (-1, 0, 1)}
DRAWN = {dx: {dy: letter.upper() for dy, letter in column.items()} for dx, column in PURE.items()}

COLOURS = {c: value for value, c in enumerate("-0123456789abcdefghijklmnopqrstuvwxyz", -1)}

NOT_ANSWERED = object()


def visions(views):
    """The lists that a player gets, one after the other: they are its own, so it may change them."""
    for view in views:
        yield [row[:] for row in view]


def visions_of_five(views):
    """The same of standard views, in half the time."""
    for a, b, c, d, e in views:
        yield [a.copy(), b.copy(), c.copy(), d.copy(), e.copy()]


class Board(object):
    """What the host has introduced, by the names as they stand in its lines. The player is made when it is first asked."""

    def __init__(self):
        self.player = None
        self.genomes = {}
        self.views = {}


class Fault(Exception):
    """What is answered in the place of the letters."""


class Session(object):
    def __init__(self, player_type, source, channel, view_distance):
        self._player_type = player_type
        self._source = source
        self._channel = channel
        self._profile = Profile()
        self._side = 2 * view_distance + 1
        # In Python 2, lists have no method for that.
        self._visions = visions_of_five if self._side == 5 and hasattr(list, "copy") else visions
        self._boards = {str(number): Board() for number in range(BOARDS)}

    def handle(self, line):
        try:
            words = line.split(" ")
            number, word, rest = words[0], words[1], words[2:]
            board = self._boards[number]
            if word == "turn":
                self._channel.write(self._answer(number, board, *rest))
            elif word == "view":
                self._introduce(board.views, rest, self._view)
            elif word == "genome":
                self._introduce(board.genomes, rest, lambda digits: int(digits, 16))
            elif word == "trace":
                self._channel.write(self._meanings(number, board, *rest))
            elif word == "board" and not rest:
                self._boards[number] = Board()
            else:
                raise Malformed("there is no such line")
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise Malformed("%s in the line %.80r" % (words_for(error), line))

    def end(self):
        self._profile.write()

    @staticmethod
    def _introduce(table, words, meaning):
        names, values = words[0::2], words[1::2]
        if len(names) != len(values):
            raise Malformed("a name is introduced without a value")
        table.update(zip(names, map(meaning, values)))

    def _view(self, text):
        side = self._side
        if len(text) != side * side:
            raise Malformed("a view has the wrong size")
        cells = [COLOURS[c] for c in text]
        return [cells[start:start + side] for start in range(0, side * side, side)]

    def _answer(self, number, board, turn, seed, *names):
        genomes = [board.genomes[name] for name in names[0::2]]
        views = [board.views[name] for name in names[1::2]]
        if not genomes or len(genomes) != len(views):
            raise Malformed("a turn asks for pairs of names")
        seed = int(seed, 16)
        try:
            take_turn = self._profile.player(self._of_player(board, lambda player: player.take_turn), len(genomes))
            answer = self._letters(take_turn, seed, genomes, views, names)
        except Fault as fault:
            answer = self._instead(fault)
        return "%s %s %s\n" % (number, turn, answer)

    def _meanings(self, number, board, name, colours):
        genome, colours = board.genomes[name], int(colours)
        self._source.begin(0)
        try:
            answer = self._of_player(board, lambda player: trace.meanings(player, genome, colours))
        except Fault as fault:
            answer = self._instead(fault)
        return "%s trace %s\n" % (number, answer)

    @staticmethod
    def _instead(fault):
        """What is answered in the place of what could not be found."""
        sys.stderr.write("%s\n" % fault)
        sys.stderr.flush()
        return "! " + one_line(str(fault))

    def _of_player(self, board, find):
        """Each board has a player of its own, made with the same random numbers for every board and in every process."""
        try:
            if board.player is None:
                self._source.begin(0)
                board.player = self._player_type()
            return find(board.player)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._raised(error)

    def _letters(self, take_turn, seed, genomes, views, names):
        """The one loop that has to be fast."""
        source, pure, drawn = self._source, PURE, DRAWN
        letters = []
        add = letters.append
        source.begin(seed)
        move = NOT_ANSWERED
        try:
            for genome, vision in zip(genomes, self._visions(views)):
                move = NOT_ANSWERED
                move = take_turn(genome, vision)
                if source.drawn:
                    source.drawn = False
                    add(drawn[move.x][move.y])
                else:
                    add(pure[move.x][move.y])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if move is NOT_ANSWERED:
                raise self._raised(error)
            pair = 2 * len(letters)
            raise self._unusable(move, names[pair], names[pair + 1])
        return "".join(letters)

    @staticmethod
    def _raised(error):
        print_trace(error)
        return Fault("raised " + words_for(error))

    @staticmethod
    def _unusable(move, genome, view):
        """Says what is wrong with something that has no letter."""
        if not (hasattr(move, "x") and hasattr(move, "y")):
            return Fault("raised TypeError: the player returned %.200r where a Coordinate is due" % (move,))
        return Fault("illegal move (%.80s,%.80s), asked for genome %s at view %s" % (move.x, move.y, genome, view))
