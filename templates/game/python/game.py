"""The rules of {name}.

There are some heaps of pieces. In turns, two bots take as many as they want from one of them, and who takes the last piece of all wins.
Change it into a game of your own: `play` is called once for a match, and asks seats by their numbers, from 0.
"""

import rathaus_game

# The letters that stand for pieces of the heaps in pictures, and for what the first and the second bot took last.
PIECE, TAKEN = "#", "ab"

LEGEND = [(TAKEN[0], "seat 0", "taken last"), (TAKEN[1], "seat 1", "taken last"), (".", "dim")]


def play(match):
    # All chance comes from match.random: the same seed and the same answers have to be the same match.
    most = match.parameters["most"]
    heaps = [1 + match.random.below(most) for _ in range(match.parameters["heaps"])]
    pieces = sum(heaps)
    match.show(rows=rows(heaps, most), legend=LEGEND, caption="seat 0 begins")
    seat = 0
    while True:
        answer = match.ask(seat, "heaps " + " ".join(str(heap) for heap in heaps))
        if answer.out:
            # Its program has ended, or has done something else that game.toml has bots forfeit for.
            return finish(match, 1 - seat, "seat %d is out" % seat)
        heap, count = choice(answer, heaps)
        heaps[heap] -= count
        caption = "seat %d has taken %d from heap %d" % (seat, count, heap)
        match.show(rows=rows(heaps, most, (heap, count, TAKEN[seat])), legend=LEGEND, caption=caption)
        match.progress(done=1 - sum(heaps) / pieces)
        if not any(heaps):
            return finish(match, seat, "seat %d has taken the last piece" % seat)
        seat = 1 - seat


def choice(answer, heaps):
    """The heap that a bot wants to take from, and how many pieces.

    What bots say is not to be trusted: it can be empty, huge, no numbers, or in another alphabet. What is wrong with it is said with
    `malformed` or `illegal`, and stands in the results; what follows from it is up to the rules.
    """
    null_move = next(number for number, heap in enumerate(heaps) if heap), 1
    if answer.fault:
        # It was late, for instance. The host knows that already.
        return null_move
    words = answer.line.split(" ")
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        answer.malformed("expected HEAP COUNT, two numbers such as `0 2`, found %r" % answer.line[:40])
        return null_move
    heap, count = map(int, words)
    if heap >= len(heaps) or not 1 <= count <= heaps[heap]:
        answer.illegal("cannot take %d from heap %d of %s" % (count, heap, heaps))
        return null_move
    return heap, count


def rows(heaps, most, taken=None):
    """How the heaps look: a row for each."""
    rows = [PIECE * heap + "." * (most - heap) for heap in heaps]
    if taken:
        heap, count, letter = taken
        rows[heap] = (PIECE * heaps[heap] + letter * count).ljust(most, ".")
    return rows


def finish(match, winner, reason):
    match.end(scores=[1 if seat == winner else 0 for seat in range(match.seats)], reason=reason)


rathaus_game.run(play)
