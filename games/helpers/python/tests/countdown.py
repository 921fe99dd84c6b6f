"""Countdown, as `protocol/transcripts/games/README.md` describes it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import rathaus_game  # noqa: E402


def play(match):
    seats = range(match.seats)
    for seat in seats:
        match.clock(seat, ms=1000, increment_ms=100, moves=2, margin_ms=50)
    ready = match.ask_all({seat: "hello" for seat in seats}, until="ready", ms=500)
    left = [ready[seat].left_ms for seat in seats]
    stats = [{"lines": len(ready[seat].lines), "slowest ms": 0} for seat in seats]
    turns = match.parameters["turns"]
    reason = "all %d turns were played" % turns
    for turn in range(1, turns + 1):
        seat = (turn - 1) % match.seats
        answer = match.ask(seat, "turn %d" % turn, until=["done", ""], last=2, keep=True)
        left[seat] = answer.left_ms
        stats[seat]["lines"] += len(answer.lines)
        stats[seat]["slowest ms"] = max(stats[seat]["slowest ms"], answer.took_us / 1000)
        for other in seats:
            if other != seat:
                match.tell(other, "seat %d took %d us and has %d ms" % (seat, answer.took_us, answer.left_ms))
        if answer.out:
            reason = "seat %d is out" % seat
            break
    for seat in seats:
        match.tell(seat, "over")
    match.end(scores=left, reason=reason, stats=stats)


rathaus_game.run(play)
