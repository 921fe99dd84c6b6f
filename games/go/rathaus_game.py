"""A library for rules of custom games in Python.

    import rathaus_game

    def play(match):
        answer = match.ask(0, "your move")
        ...
        match.end(scores=[1, 0], reason="seat 0 was faster")

    rathaus_game.run(play)

`run` calls `play` for each match. With `[reuse]` in game.toml, a process plays several. Seats are numbers from 0. The library redirects `print` to
stderr, because stdout belongs to the host. Use only `match.random`: the same seed and answers must
give the same match.

protocol/SPEC.md, "Custom games", specifies the messages.
"""

import json
import sys

_MASK = (1 << 64) - 1


class Random:
    """The generator SplitMix64 by Steele, Lea and Flood: the same numbers in all languages."""

    def __init__(self, seed):
        self._state = seed & _MASK

    def bits(self):
        """64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound):
        """A random integer from 0 to bound - 1."""
        return self.bits() * bound >> 64

    def choice(self, things):
        """A random element."""
        return things[self.below(len(things))]

    def shuffle(self, things):
        """Shuffles a list in place."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]


class Answer:
    """The answer to an ask: its `lines`, or a `fault`."""

    def __init__(self, match, number, message):
        self._match = match
        self._number = number
        #: The lines, without line feeds. Empty after a fault.
        self.lines = message.get("lines", [])
        #: The kind of fault, such as "late", or None.
        self.fault = message.get("fault")
        #: Whether the seat is now out of the match.
        self.out = message.get("out", False) or self.fault == "out"
        #: How long the seat took, in microseconds, or None. From protocol 2 on.
        self.took_us = message.get("took_us")
        #: What is left on the clock of the seat, in milliseconds, or None.
        self.left_ms = message.get("left_ms")

    @property
    def line(self):
        """The first line, or None after a fault."""
        return self.lines[0] if self.lines else None

    def integer(self, low, high):
        """The first line as an integer from low to high, or None.

        Anything else is a fault, which this records.
        """
        try:
            number = int(self.line) if self.lines else None
        except ValueError:
            return self.malformed("expected an integer from %d to %d, found %r" % (low, high, self.line))
        if number is not None and not low <= number <= high:
            return self.illegal("expected an integer from %d to %d, found %d" % (low, high, number))
        return number

    def one_of(self, words):
        """The first line if it is one of these words, or None. Anything else is a fault, which this records."""
        if not self.lines or self.line in words:
            return self.line
        return self.malformed("expected %s, found %r" % (" or ".join(words), self.line))

    def malformed(self, what):
        """Records that the answer does not have the requested form: what was expected and found."""
        self._match._add_fault(self._number, "malformed", what)

    def illegal(self, what):
        """Records that the answer is well-formed, but against the rules."""
        self._match._add_fault(self._number, "illegal", what)


class Match:
    """A match. Its methods send messages to the host."""

    def __init__(self, start, write_line, read_line):
        self._write_line = write_line
        self._read_line = read_line
        self._next = {}
        self._is_over = False
        #: The version of the protocol, as game.toml names it.
        self.version = start["version"]
        #: The name of the game.
        self.game = start["game"]
        #: The number of seats.
        self.seats = start["seats"]
        #: The values of all parameters, by name.
        self.parameters = start["parameters"]
        #: For each seat, the options of its bot.toml.
        self.options = start.get("options") or [{} for _ in range(self.seats)]
        #: The only source of randomness that a game may use.
        self.random = Random(int(start["seed"], 16))

    def ask(self, seat, *lines, **options):
        """Sends lines to a seat and returns its Answer.

        Options: `lines`, the number of lines of the answer, `ms` and `fresh`. From protocol 2 on
        also `until`, a word or a list of words at which the answer ends, `last`, how many of its
        last lines to get, and `keep`, to get what the seat wrote since its last answer.
        """
        return self.ask_all({seat: list(lines)}, **options)[seat]

    def ask_all(self, requests, **options):
        """Asks several seats at the same time.

        `requests` maps seats to lines or lists of lines. Returns a dict from seats to Answers.
        """
        seats = sorted(requests)
        asks = [dict(seat=seat, send=_lines(requests[seat]), **options) for seat in seats]
        self._send("ask", asks=asks)
        answers = json.loads(self._read_line())["answers"]
        return {seat: Answer(self, number, answers[number]) for number, seat in enumerate(seats)}

    def tell(self, seat, *lines):
        """Sends lines with the next message: from protocol 2 on, the seat gets them at once."""
        self._next.setdefault("tells", []).append({"seat": seat, "send": list(lines)})

    def clock(self, seat, ms, increment_ms=0, moves=None, margin_ms=0):
        """Sets the clock of a seat, which runs while it is asked without `ms`.

        Each answer adds `increment_ms`, and every `moves` answers add `ms` again. A seat that
        answers more than `margin_ms` after its clock has run out is late.
        """
        clock = {"seat": seat, "ms": ms, "increment_ms": increment_ms, "margin_ms": margin_ms}
        if moves:
            clock["moves"] = moves
        self._next.setdefault("clocks", []).append(clock)

    def show(self, rows=None, legend=None, caption=None, svg=None):
        """Shows a new picture: rows of letters, a legend and a caption, or a drawing.

        A legend is a list of (letter, tone, meaning). The meaning is optional.
        """
        frame = {"rows": rows, "caption": _lines(caption), "svg": svg}
        frame["legend"] = [_meaning(*entry) for entry in legend or []]
        self._next["frame"] = {name: value for name, value in frame.items() if value}

    def progress(self, done=None, standing=None):
        """Reports the share of the match that has been played, and what each seat has so far."""
        if done is not None:
            self._next["done"] = done
        if standing is not None:
            self._next["standing"] = list(standing)

    def end(self, scores=None, ranks=None, reason="", details=None, stats=None):
        """Ends the match with scores or ranks by seat, and the reason in words.

        `stats` has a dict of named numbers for each seat, whose means standings show.
        """
        for name in ("done", "standing", "clocks") + (("tells",) if self.version < 2 else ()):
            self._next.pop(name, None)
        result = {"scores": scores, "ranks": ranks, "details": details, "stats": stats}
        self._is_over = True
        self._send("end", reason=reason, **{name: value for name, value in result.items() if value is not None})

    def _add_fault(self, number, kind, what):
        self._next.setdefault("faults", []).append({"answer": number, "fault": kind, "what": what})

    def _send(self, kind, **fields):
        message = dict(type=kind, **fields)
        message.update(self._next)
        self._next = {}
        self._write_line(json.dumps(message, separators=(",", ":")))


def _lines(text):
    if text is None:
        return []
    return [text] if isinstance(text, str) else list(text)


def _meaning(letter, tone, means=""):
    entry = {"letter": letter, "tone": tone}
    if means:
        entry["means"] = means
    return entry


def run(play):
    """Plays one match after another, until the host has no more for this process."""
    # Bytes, because the locale and the system's line ends must not change the messages.
    output, sys.stdout = sys.stdout.buffer, sys.stderr

    def write_line(line):
        output.write(line.encode("utf-8") + b"\n")
        output.flush()

    def read_line():
        line = sys.stdin.buffer.readline()
        if not line:
            # The host has exited, has stopped this match, or has no other one.
            sys.exit(0)
        return line.decode("utf-8")

    while True:
        match = Match(json.loads(read_line()), write_line, read_line)
        play(match)
        if not match._is_over:
            raise RuntimeError("the rules returned without calling match.end(...)")
