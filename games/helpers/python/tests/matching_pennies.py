"""Matching pennies, as `protocol/transcripts/games/README.md` describes it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import rathaus_game  # noqa: E402

LEGEND = [("H", "on", "heads"), ("T", "off", "tails"), ("-", "dim")]
LETTERS = {"heads": "H", "tails": "T", None: "-"}


def word(answer):
    """The word of a seat, or None after a fault."""
    if answer.line in ("heads", "tails"):
        return answer.line
    if answer.line is not None:
        answer.malformed('expected heads or tails, found "%s"' % answer.line)
    return None


def play(match):
    rounds = match.parameters["rounds"]
    points = [0, 0]
    rows = ["", ""]
    caption = "no round yet"
    for number in range(1, rounds + 1):
        match.show(rows=rows, legend=LEGEND, caption=caption)
        match.progress(done=(number - 1) / rounds, standing=points)
        first = [["seat %d rounds %d" % (seat, rounds)] if number == 1 else [] for seat in (0, 1)]
        answers = match.ask_all({seat: first[seat] + ["round %d" % number] for seat in (0, 1)}, ms=500)
        words = [word(answers[0]), word(answers[1])]
        for seat in (0, 1):
            rows[seat] += LETTERS[words[seat]]
        if None not in words:
            points[words[0] != words[1]] += 1
        elif words != [None, None]:
            points[words[0] is None] += 1
        caption = "round %d of %d" % (number, rounds)
        match.show(rows=rows, legend=LEGEND, caption=caption)
        for seat in (0, 1):
            match.tell(seat, "other %s" % (words[1 - seat] or "nothing"))
            if answers[seat].out:
                return match.end(scores=points, reason="seat %d is out" % seat)
    match.end(scores=points, reason="all %d rounds were played" % rounds)


rathaus_game.run(play)
