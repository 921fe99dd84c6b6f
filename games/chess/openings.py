"""Openings: positions of openings.epd, and the ends of the games of openings.pgn."""

import os
import re

import chess

# What is left out of the moves of a game: comments, numbers of moves, and numbers of annotations.
IGNORED = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\d+\.+")

TAG = re.compile(r'^\[(\w+)\s+"(.*)"\]\s*$')

RESULTS = {"*", "1-0", "0-1", "1/2-1/2"}


def openings(folder):
    """All openings of both files, of which one must be there: each is a text, and a function that
    makes it a position. Large files have many, and a match needs one."""
    found = []
    for name, texts, position in (("openings.epd", lines, from_epd), ("openings.pgn", games, from_game)):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                found += [(text, position) for text in texts(file.read())]
    if not found:
        raise ValueError("neither openings.epd nor openings.pgn has an opening")
    return found


def lines(text):
    found = [line.strip() for line in text.splitlines()]
    return [line for line in found if line and not line.startswith("#")]


def from_epd(line):
    return chess.Board.from_epd(line)[0]


def games(text):
    """The games of a PGN file, each with its tags."""
    found, tags, moves = [], [], []
    for line in text.splitlines() + ['[Event "end"]']:
        if TAG.match(line) is None:
            moves.append(line)
            continue
        if "".join(moves).strip():
            found.append("\n".join(tags + moves))
            tags = []
        tags.append(line)
        moves = []
    return found


def from_game(text):
    """The position after the main line. The tag FEN says where the game begins."""
    board, moves = chess.Board(), []
    for line in text.splitlines():
        tag = TAG.match(line)
        if tag is None:
            moves.append(line)
        elif tag.group(1) == "FEN":
            board = chess.Board(tag.group(2))
    for word in main_line(IGNORED.sub(" ", "\n".join(moves))).split():
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
