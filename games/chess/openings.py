"""Openings: positions of openings.epd, and the ends of the games of openings.pgn."""

import os
import re

import chess

# What is left out of the moves of a game: comments, numbers of moves, and numbers of annotations.
IGNORED = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\d+\.+")

TAG = re.compile(r'^\[(\w+)\s+"(.*)"\]\s*$')

RESULTS = {"*", "1-0", "0-1", "1/2-1/2"}


def openings(folder):
    """The positions of both files, of which at least one must be there."""
    positions = []
    for name, read in (("openings.epd", from_epd), ("openings.pgn", from_pgn)):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                positions += read(file.read())
    if not positions:
        raise ValueError("neither openings.epd nor openings.pgn has an opening")
    return positions


def from_epd(text):
    lines = [line.strip() for line in text.splitlines()]
    return [chess.Board.from_epd(line)[0] for line in lines if line and not line.startswith("#")]


def from_pgn(text):
    """The positions after the main lines of all games. The tag FEN says where a game begins."""
    positions, fen, moves = [], None, []
    for line in text.splitlines() + ['[Event "end"]']:
        tag = TAG.match(line)
        if tag is None:
            moves.append(line)
            continue
        if "".join(moves).strip():
            positions.append(played(fen, "\n".join(moves)))
            fen = None
        moves = []
        if tag.group(1) == "FEN":
            fen = tag.group(2)
    return positions


def played(fen, text):
    board = chess.Board(fen) if fen else chess.Board()
    for word in main_line(IGNORED.sub(" ", text)).split():
        if word not in RESULTS:
            board.push_san(word.rstrip("!?"))
    # Games begin here, without the moves before.
    return board.copy(stack=False)


def main_line(text):
    """The text without variations, which are in parentheses, and may have variations themselves."""
    kept, depth = [], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        kept.append(letter if depth == 0 and letter != ")" else " ")
    return "".join(kept)
