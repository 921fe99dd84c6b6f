"""The dialogue with a GTP engine in a seat."""

import re

from rules import IllegalMove

# The time limit of a command before the game, and of `play` and `time_left`, in milliseconds.
SETUP_MS = 30_000
COMMAND_MS = 5_000

# `=` or `?`, an optional number, and the text.
REPLY = re.compile(r"([=?])\d*\s*(.*)")


class Lost(Exception):
    """The engine in a seat has lost: why, and the letter for it in SGF."""

    def __init__(self, seat, why, letter="F"):
        super().__init__(why)
        self.seat = seat
        self.letter = letter


class Engine:
    """An engine and its clock."""

    def __init__(self, match, seat):
        self.match = match
        self.seat = seat
        self.colour = "bw"[seat]
        self.commands = set()
        self.moves = 0
        self.limits = match.parameters
        self.left_ms = self.limits["base_ms"]

    def time_settings(self):
        """The command with the time limits: main time, period, moves of a period."""
        if not self.limits["base_ms"]:
            return "time_settings 0 %d 1" % max(1, seconds(self.limits["move_ms"]))
        base, moves = max(1, seconds(self.limits["base_ms"])), self.limits["moves"]
        return "time_settings 0 %d %d" % (base, moves) if moves else "time_settings %d 0 0" % base

    def start_clock(self):
        if "time_settings" in self.commands:
            self.command(self.time_settings())
        names = ("base_ms", "increment_ms", "moves", "margin_ms")
        if self.limits["base_ms"]:
            self.match.clock(self.seat, *(self.limits[name] for name in names))

    def command(self, text):
        """Sends a command that is not on the clock, and returns the text of the reply. Raises Lost."""
        return self.reply(text, self.match.ask(self.seat, text, until="", ms=COMMAND_MS))

    def reply(self, command, answer):
        """The text of the reply to a command. Raises Lost if the engine failed or refused it."""
        if answer.fault:
            raise Lost(self.seat, "did not reply to `%s`: %s" % (command, answer.fault))
        first = next((line for line in answer.lines if line[:1] in ("=", "?")), "".join(answer.lines[:1]))
        found = REPLY.fullmatch(first.strip())
        if not found or found[1] == "?":
            answer.malformed("expected `=` in reply to `%s`, found %r" % (command, first[:200]))
            raise Lost(self.seat, "did not accept `%s`" % command)
        return "\n".join([found[2]] + answer.lines[answer.lines.index(first) + 1 :]).strip()

    def tell_time(self):
        if self.limits["base_ms"] and "time_left" in self.commands:
            moves = self.limits["moves"]
            stones = moves - self.moves % moves if moves else 0
            self.command("time_left %s %d %d" % (self.colour, seconds(self.left_ms), stones))

    def move(self, board):
        """Asks for a move and plays it on the board. Raises Lost."""
        self.tell_time()
        limit = {} if self.limits["base_ms"] else {"ms": self.limits["move_ms"] + self.limits["margin_ms"]}
        command = "genmove " + self.colour
        answer = self.match.ask(self.seat, command, until="", **limit)
        if answer.fault == "late":
            raise Lost(self.seat, "ran out of time", "T")
        vertex = self.reply(command, answer)
        if vertex.lower() == "resign":
            raise Lost(self.seat, "resigned", "R")
        if answer.left_ms is not None:
            self.left_ms = answer.left_ms
        try:
            board.play(board.next_colour, board.point(vertex))
        except ValueError:
            corner = board.vertex(board.size - 1)
            answer.malformed("expected a vertex from A1 to %s, pass or resign, found %r" % (corner, vertex[:200]))
            raise Lost(self.seat, "did not move") from None
        except IllegalMove as error:
            answer.illegal(str(error))
            raise Lost(self.seat, "made an illegal move: %s" % error) from None
        self.moves += 1


def seconds(ms):
    return ms // 1_000
