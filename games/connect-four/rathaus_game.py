"""The rules of a game as a Python program, for rathaus.

    import rathaus_game

    def play(match):
        answer = match.ask(0, "your move")
        ...
        match.end(scores=[1, 0], reason="seat 0 was faster")

    rathaus_game.run(play)

`play` is called once, for one match. Seats are numbers from 0. What it prints goes to standard error, since standard output belongs to the
host. All chance must come from `match.random`: the same seed and the same answers have to be the same match.

The messages are specified in the document "The Rathaus protocol", under "Custom games".
"""

import json
import sys

_MASK = (1 << 64) - 1


class Random:
    """SplitMix64, by Steele, Lea and Flood: the same numbers in every language and for good."""

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
        """A whole number from 0, below this bound."""
        return self.bits() * bound >> 64

    def choice(self, things):
        """One of these."""
        return things[self.below(len(things))]

    def shuffle(self, things):
        """Puts a list into a random order, in place."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]


class Answer:
    """What became of an ask: `lines`, or nothing in it and a `fault`."""

    def __init__(self, match, number, told):
        self._match = match
        self._number = number
        #: The lines, without their line feeds; none if the bot was at fault.
        self.lines = told.get("lines", [])
        #: What the bot did wrong, in a word, or None.
        self.fault = told.get("fault")
        #: Whether the seat is out of the match from now on.
        self.out = told.get("out", False) or self.fault == "out"

    @property
    def line(self):
        """The first line, or None if the bot was at fault."""
        return self.lines[0] if self.lines else None

    def malformed(self, what):
        """Rules that the answer is not of the form asked for. Says what was expected and what was found."""
        self._match._rule(self._number, "malformed", what)

    def illegal(self, what):
        """Rules that the answer is of the right form, but against the rules."""
        self._match._rule(self._number, "illegal", what)


class Match:
    """A match, which is played by calling its methods."""

    def __init__(self, start, say, hear):
        self._say = say
        self._hear = hear
        self._next = {}
        self._is_over = False
        #: The name of the game.
        self.game = start["game"]
        #: How many seats there are.
        self.seats = start["seats"]
        #: The values of all parameters, by name.
        self.parameters = start["parameters"]
        #: Where all chance comes from.
        self.random = Random(int(start["seed"], 16))

    def ask(self, seat, *lines, **more):
        """Asks a seat, and gives its Answer. `more` can be `lines`, `ms` and `fresh`."""
        return self.ask_all({seat: list(lines)}, **more)[seat]

    def ask_all(self, questions, **more):
        """Asks several seats at the same time. `questions` has a line, or a list of lines, for each seat; the answers come by seat."""
        seats = sorted(questions)
        asks = [dict(seat=seat, send=_lines(questions[seat]), **more) for seat in seats]
        self._send("ask", asks=asks)
        told = json.loads(self._hear())["answers"]
        return {seat: Answer(self, number, said) for number, (seat, said) in enumerate(zip(seats, told))}

    def tell(self, seat, *lines):
        """Has the seat read these lines before its next question."""
        self._next.setdefault("tells", []).append({"seat": seat, "send": list(lines)})

    def show(self, rows=None, legend=None, caption=None, svg=None):
        """Shows how the game looks from now on: rows of letters, a legend, a caption, or a drawing.

        A legend is a list of (letter, tone, meaning); the meaning can be left out.
        """
        frame = {"rows": rows, "caption": _lines(caption), "svg": svg}
        frame["legend"] = [_meaning(*entry) for entry in legend or []]
        self._next["frame"] = {name: value for name, value in frame.items() if value}

    def progress(self, done=None, standing=None):
        """Says how much of the match has been played, from 0 to 1, and what each seat has so far."""
        if done is not None:
            self._next["done"] = done
        if standing is not None:
            self._next["standing"] = list(standing)

    def end(self, scores=None, ranks=None, reason="", details=None):
        """Ends the match, with either scores or ranks by seat, and the reason in words."""
        for name in ("tells", "done", "standing"):
            self._next.pop(name, None)
        result = {"scores": scores, "ranks": ranks, "details": details}
        self._is_over = True
        self._send("end", reason=reason, **{name: it for name, it in result.items() if it is not None})

    def _rule(self, number, kind, what):
        self._next.setdefault("faults", []).append({"answer": number, "fault": kind, "what": what})

    def _send(self, kind, **fields):
        message = dict(type=kind, **fields)
        message.update(self._next)
        self._next = {}
        self._say(json.dumps(message, separators=(",", ":")))


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
    """Plays the match that the host wants."""
    # Bytes, so that neither the locale nor the system's line ends change what is said.
    output, sys.stdout = sys.stdout.buffer, sys.stderr

    def say(line):
        output.write(line.encode("utf-8") + b"\n")
        output.flush()

    def hear():
        line = sys.stdin.buffer.readline()
        if not line:
            # The host has ended, or does not want this match any more.
            sys.exit(0)
        return line.decode("utf-8")

    match = Match(json.loads(hear()), say, hear)
    play(match)
    if not match._is_over:
        raise RuntimeError("the rules have come to their end without match.end(...)")
