#!/usr/bin/env python3
"""Plays golden dialogues with a bot: transcripts.py [--dialogue FILE]... COMMAND...

Without --dialogue it plays all of protocol/transcripts. The form of the files is described there, in README.md.
"""
import argparse
import pathlib
import sys

from bot import Bot, BotError

TRANSCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "transcripts"


def without_words(line):
    """Of an error line only what comes before the kind's words is compared."""
    before, mark, words = line.partition(" ! ")
    return before + mark + words.split(" ")[0] if mark else line


def play(path, command):
    """Returns the first difference as text, or nothing."""
    with Bot(command) as bot:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.startswith("> "):
                bot.tell(line[2:])
            elif line.startswith("< "):
                found = bot.answer()
                if without_words(found) != without_words(line[2:]):
                    return "%s:%d\n  expected: %s\n     found: %s" % (path, number, line[2:], found)
        bot.end()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dialogue", action="append", type=pathlib.Path, metavar="FILE")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    paths = arguments.dialogue or sorted(TRANSCRIPTS.glob("*.txt"))
    if not arguments.command or not paths:
        parser.error("a command and at least one dialogue are needed")
    failures = 0
    for path in paths:
        try:
            problem = play(path, arguments.command)
        except BotError as error:
            problem = "%s\n  %s" % (path, error)
        failures += problem is not None
        print("FAILED " + problem if problem else "ok %s" % path.name)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
