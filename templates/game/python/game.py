"""The rules of {name}.

There are some heaps of pieces. Two bots take turns. In its turn, a bot takes any number of pieces
from one heap. The bot that takes the last piece of all wins.

Replace this by your own game. Rathaus runs the program once per match, and the program calls
`play`, which sends requests to seats. Seats are numbers from 0.
"""

import rathaus_game

# The letters of the picture: a piece, and the pieces that the first or the second bot took last.
PIECE, TAKEN = "#", "ab"

LEGEND = [(TAKEN[0], "seat 0", "taken last"), (TAKEN[1], "seat 1", "taken last"), (".", "dim")]


def play(match):
    # Use only match.random: the same seed and replies must give the same match.
    most = match.parameters["most"]
    heaps = [1 + match.random.below(most) for _ in range(match.parameters["heaps"])]
    pieces = sum(heaps)
    match.show(rows=rows(heaps, most), legend=LEGEND, caption="seat 0 begins")
    seat = 0
    while True:
        answer = match.ask(seat, "heaps " + " ".join(str(heap) for heap in heaps))
        if answer.out:
            # The bot has exited, or has another fault with "forfeit" in game.toml.
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
    """Returns the heap that a bot takes from, and how many pieces.

    A reply can be empty, huge, not a number, or in another alphabet. `malformed` and `illegal` record
    what is wrong with it in the result. The rules decide what follows.
    """
    null_move = next(number for number, heap in enumerate(heaps) if heap), 1
    if answer.fault:
        # For example, the bot was late. The host has already recorded the fault.
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
    """The picture: one row for each heap."""
    rows = [PIECE * heap + "." * (most - heap) for heap in heaps]
    if taken:
        heap, count, letter = taken
        rows[heap] = (PIECE * heaps[heap] + letter * count).ljust(most, ".")
    return rows


def finish(match, winner, reason):
    match.end(scores=[1 if seat == winner else 0 for seat in range(match.seats)], reason=reason)


rathaus_game.run(play)
