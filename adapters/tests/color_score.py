#!/usr/bin/env python3
"""Compares a ColorScore bot with the strategy's description: color_score.py COMMAND_FILE most|least [first].

The second word says whether the first bit of a quality is its most or its least significant one. A move has to go to one of the
best cells ahead, has to be drawn if and only if several are best, and has to go to each of those about equally often. With the
word `first` it has to go to the first of the best cells, and is never drawn.
"""
import collections
import pathlib
import random
import sys

from bot import started

QUALITY_BITS = 6
COLOURS = 16


def random_view(source, colours):
    """A view with few colours, so that there are many ties, and now and then at the edge of the board."""
    cells = [source.choice(colours) for _ in range(25)]
    hidden = source.choice([(), (), (1,), (3,)])  # The rows next to the specimen's own, above and below.
    for row in hidden:
        cells[5 * row:5 * row + 5] = "-" * 5
    return "".join(cells)


def quality(genome, colour, order):
    start = QUALITY_BITS * int(colour, 36)
    bits = [genome >> i & 1 for i in range(start, start + QUALITY_BITS)]
    if order == "least":
        bits.reverse()
    return int("".join(map(str, bits)), 2)


def best_letters(genome, view, order):
    """The letters of the moves (1,-1), (1,0) and (1,1) that have the best quality."""
    ahead = {letter: view[place] for letter, place in (("c", 8), ("f", 13), ("i", 18)) if view[place] != "-"}
    qualities = {letter: quality(genome, colour, order) for letter, colour in ahead.items()}
    best = max(qualities.values())
    return "".join(letter for letter in qualities if qualities[letter] == best)


def check(command, order, first):
    source = random.Random(2)
    genomes = [source.getrandbits(100) for _ in range(300)]
    views = [random_view(source, "0123456789abcdef"[source.randrange(13):][:3]) for _ in range(795)]
    pairs = [(source.randrange(300), source.randrange(795)) for _ in range(20000)]
    with started(command) as bot:
        bot.tell("0 board")
        bot.tell("0 view " + " ".join("%d %s" % pair for pair in enumerate(views)))
        bot.tell("0 genome " + " ".join("%d %025x" % pair for pair in enumerate(genomes)))
        bot.tell("0 turn 0 0123456789abcdef " + " ".join("%d %d" % pair for pair in pairs))
        letters = bot.answer().split(" ")[2]
        bot.end()
    counts = collections.defaultdict(collections.Counter)
    for (genome, view), letter in zip(pairs, letters, strict=True):
        best = best_letters(genomes[genome], views[view], order)[:1 if first else None]
        assert letter.lower() in best, (letter, best, genome, view)
        assert letter.isupper() == (len(best) > 1), (letter, best, genome, view)
        counts[best][letter.lower()] += 1
    assert len(counts) == (3 if first else 7), "every way to tie has to come up"
    check_evenness(counts)


def check_evenness(counts):
    """Each of those that tie within five standard deviations of its share."""
    for best, chosen in counts.items():
        total, share = sum(chosen.values()), 1 / len(best)
        for letter in best:
            assert (chosen[letter] - total * share) ** 2 <= 25 * total * share * (1 - share) + 1e-9, (best, chosen)


if __name__ == "__main__":
    if sys.argv[2:] not in (["most"], ["least"], ["most", "first"], ["least", "first"]):
        sys.exit(__doc__)
    check(pathlib.Path(sys.argv[1]).read_text().splitlines(), sys.argv[2], "first" in sys.argv)
    print("ok ColorScore")
