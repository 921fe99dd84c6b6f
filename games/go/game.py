"""Go between engines that speak GTP. Seat 0 plays Black, seat 1 White."""

import rathaus_game
from rules import BLACK, WHITE, Board
from engine import SETUP_MS, Engine, Lost
from picture import LEGEND, rows, svg
from record import sgf

COLOURS = ["Black", "White"]


def play_opening(board, random, count):
    """Plays moves at random, away from the edge and from each other, so that no colour is ahead."""
    edge = min(2, (board.size - 3) // 2)
    inside = range(edge, board.size - edge)
    free = [(x, y) for y in inside for x in inside]
    while free and len(board.moves) < count:
        x, y = random.choice(free)
        board.play(board.next_colour, y * board.size + x)
        free = [(a, b) for a, b in free if abs(a - x) + abs(b - y) > 2]


def set_up(match, board, engines):
    """Prepares both engines at the same time, off the clock. Raises Lost."""
    commands = ["protocol_version", "list_commands", "boardsize %d" % board.size]
    commands += ["komi %g" % match.parameters["komi"], "clear_board"]
    commands += [play_command(board, move) for move in board.moves]
    for command in commands:
        answers = match.ask_all({engine.seat: command for engine in engines}, until="", ms=SETUP_MS)
        for engine in engines:
            text = engine.reply(command, answers[engine.seat])
            if command == "list_commands":
                engine.commands = set(text.split())
    for engine in engines:
        engine.start_clock()


def play_command(board, move):
    colour, point = move
    return "play %s %s" % ("b" if colour == BLACK else "w", board.vertex(point))


def play_moves(match, board, engines):
    """Plays until the game ends. Raises Lost if an engine loses before that."""
    most = match.parameters["max_moves"]
    opening = len(board.moves)
    while not board.is_over() and len(board.moves) < most:
        seat = len(board.moves) % 2
        show(match, board, engines, "%s to move, move %d" % (COLOURS[seat], len(board.moves) + 1))
        match.progress(done=len(board.moves) / most)
        if len(board.moves) > opening:
            engines[seat].command(play_command(board, board.moves[-1]))
        engines[seat].move(board)


def show(match, board, engines, caption):
    captures = "captures: Black %d, White %d" % (board.captures[BLACK], board.captures[WHITE])
    clocks = "clocks: Black %.1f s, White %.1f s" % tuple(engine.left_ms / 1_000 for engine in engines)
    lines = [caption, captures] + ([clocks] if match.parameters["base_ms"] else [])
    match.show(rows=rows(board), legend=LEGEND, caption=lines, svg=svg(board))


def score(board, komi):
    """Who has won, or None for a draw, why, and the result in SGF."""
    areas = board.areas()
    margin = areas[BLACK] - areas[WHITE] - komi
    if margin == 0:
        return None, "drawn: both have %g points" % areas[BLACK], "0"
    winner = 0 if margin > 0 else 1
    why = "%s wins by %g points" % (COLOURS[winner], abs(margin))
    return winner, why, "%s+%g" % ("BW"[winner], abs(margin))


def play(match):
    board = Board(match.parameters["size"])
    engines = [Engine(match, seat) for seat in (0, 1)]
    play_opening(board, match.random, match.parameters["opening"])
    try:
        set_up(match, board, engines)
        play_moves(match, board, engines)
        winner, reason, result = score(board, match.parameters["komi"])
        if not board.is_over():
            reason += ", after %d moves" % len(board.moves)
    except Lost as lost:
        winner = 1 - lost.seat
        reason = "%s wins: %s %s" % (COLOURS[winner], COLOURS[lost.seat], lost)
        result = "%s+%s" % ("BW"[winner], lost.letter)
    finish(match, board, engines, winner, reason, result)


def finish(match, board, engines, winner, reason, result):
    """Ends the match. `winner` is a seat, or None for a draw."""
    show(match, board, engines, reason)
    for engine in engines:
        match.tell(engine.seat, "quit")
    ranks = [1, 1] if winner is None else [1 if seat == winner else 2 for seat in (0, 1)]
    captures = [board.captures[colour] for colour in (BLACK, WHITE)]
    stats = [{"moves": engine.moves, "captures": captures[engine.seat]} for engine in engines]
    match.end(ranks=ranks, reason=reason, details={"sgf": sgf(board, match.parameters["komi"], result)}, stats=stats)


rathaus_game.run(play)
