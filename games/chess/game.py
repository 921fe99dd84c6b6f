"""Chess between engines that speak UCI. Seat 0 plays White, seat 1 Black."""

import os

import chess
import rathaus_game
from adjudication import Adjudicator
from engine import PATIENCE_MS, Engine
from notation import pgn
from openings import openings
from picture import rows, svg

COLOURS = ["White", "Black"]
LEGEND = [(letter, "seat 0") for letter in "KQRBNP"] + [(letter, "seat 1") for letter in "kqrbnp"] + [(".", "dim")]


def opening(match):
    """The position in which the game begins, as the seed decides."""
    kind = match.parameters["openings"]
    if kind == "chess960":
        return chess.Board.from_chess960_pos(match.random.below(960))
    if kind == "none":
        return chess.Board()
    text, position = match.random.choice(openings(os.path.dirname(os.path.abspath(__file__))))
    return position(text)


def over(board, match, adjudicator):
    """How the game ends now: the colour that has won, or None, and why. Nothing if it goes on."""
    outcome = board.outcome(claim_draw=True)
    if outcome:
        return outcome.winner, outcome.termination.name.lower().replace("_", " ")
    if board.ply() >= 2 * match.parameters["max_moves"]:
        return None, "%d moves were played" % match.parameters["max_moves"]
    return adjudicator.verdict(board)


def show(match, board, caption):
    match.show(rows=rows(board), legend=LEGEND, caption=caption, svg=svg(board))


def play(match):
    board = opening(match)
    begin = board.copy()
    engines = [Engine(match, seat, board.chess960) for seat in (0, 1)]
    for request, end in ((Engine.introduction, "uciok"), (Engine.preparation, "readyok")):
        answers = match.ask_all({seat: request(engines[seat]) for seat in (0, 1)}, until=end, ms=PATIENCE_MS)
        for seat in (0, 1):
            engines[seat].note_options(answers[seat].lines)
            if answers[seat].fault:
                return finish(match, begin, board, engines, 1 - seat, "%s was not ready" % COLOURS[seat])
    for engine in engines:
        engine.start_clock()
    adjudicator = Adjudicator(match.parameters)
    end = over(board, match, adjudicator)
    while not end:
        seat = 0 if board.turn == chess.WHITE else 1
        show(match, board, "%s to move, move %d" % (COLOURS[seat], board.fullmove_number))
        match.progress(done=min(1, board.ply() / (2 * match.parameters["max_moves"])))
        move, why = engines[seat].move(board, [engine.left_ms for engine in engines])
        if move is None:
            return finish(match, begin, board, engines, 1 - seat, "%s %s" % (COLOURS[seat], why))
        adjudicator.add(board.turn, engines[seat].score)
        board.push(move)
        end = over(board, match, adjudicator)
        if not end:
            engines[seat].ponder(board, [engine.left_ms for engine in engines])
    winner, why = end
    finish(match, begin, board, engines, None if winner is None else 1 - int(winner), why)


def finish(match, begin, board, engines, winner, why):
    """Ends the match. `winner` is a seat, or None for a draw."""
    reason = "drawn: %s" % why if winner is None else "%s wins: %s" % (COLOURS[winner], why)
    show(match, board, reason)
    for engine in engines:
        match.tell(engine.seat, "quit")
    ranks = [1, 1] if winner is None else [1 if seat == winner else 2 for seat in (0, 1)]
    details = {"pgn": pgn(begin, board, winner, reason)}
    match.end(ranks=ranks, reason=reason, details=details, stats=[engine.stats() for engine in engines])


rathaus_game.run(play)
