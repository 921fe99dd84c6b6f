#!/usr/bin/env python3
"""Tests that every adapter has to pass: behaviour.py COMPASS DICE LOUD.

Each argument is a file with the command of a bot, one argument a line, as prepare.py prints it. The compass is the bot of the
golden dialogues. The dice moves to a random neighbour, by several draws. Loud raises an error with a message that is far too
long, has line feeds and is not ASCII.
"""
import pathlib
import random
import sys
import unittest

from bot import GREETING, Bot, started

COMPASS, DICE, LOUD = ([], [], [])
AHEAD_1 = "-" * 13 + "1" + "-" * 11
AHEAD_7 = "-" * 13 + "7" + "-" * 11
GENOME = "0" * 25


def introduce(bot, board):
    bot.tell("%d board" % board)
    bot.tell("%d view 0 %s 1 %s" % (board, AHEAD_1, AHEAD_7))
    bot.tell("%d genome 0 %s" % (board, GENOME))


def letters(bot, board, turn, seed, pairs):
    bot.tell("%d turn %d %016x %s" % (board, turn, seed, " ".join(["0 %d" % view for view in pairs])))
    return answered(bot, board, turn)


def answered(bot, board, turn):
    found_board, found_turn, found = bot.answer().split(" ", 2)
    assert (found_board, found_turn) == (str(board), str(turn))
    return found


class Randomness(unittest.TestCase):
    PAIRS = [0, 1] * 20

    def alone(self, seed):
        with started(DICE) as bot:
            introduce(bot, 0)
            return letters(bot, 0, 5, seed, self.PAIRS)

    def test_every_move_is_marked(self):
        self.assertRegex(self.alone(1), "^[A-I]{40}$")

    def test_another_process_gives_the_same(self):
        self.assertEqual(self.alone(7), self.alone(7))
        self.assertNotEqual(self.alone(7), self.alone(8))

    def test_other_boards_have_no_influence(self):
        with started(DICE) as bot:
            for board in (0, 1, 63):
                introduce(bot, board)
            letters(bot, 1, 0, 99, [0])
            first = letters(bot, 0, 5, 7, self.PAIRS)
            letters(bot, 1, 1, 100, [0, 1, 0])
            second = letters(bot, 63, 5, 7, self.PAIRS)
        self.assertEqual([first, second], [self.alone(7)] * 2)

    def test_earlier_turns_have_no_influence(self):
        with started(DICE) as bot:
            introduce(bot, 0)
            for turn in range(5):
                letters(bot, 0, turn, turn, [0] * (turn + 1))
            self.assertEqual(letters(bot, 0, 5, 7, self.PAIRS), self.alone(7))

    def test_it_goes_everywhere(self):
        with started(DICE) as bot:
            introduce(bot, 0)
            self.assertEqual(set(letters(bot, 0, 0, 1, [0] * 500)), set("ABCDEFGHI"))


class Sizes(unittest.TestCase):
    def test_many_pairs_in_a_turn(self):
        chosen = random.Random(1).choices([0, 1], k=10000)
        with started(COMPASS) as bot:
            introduce(bot, 0)
            expected = "".join("bh"[view] for view in chosen)
            for turn in range(3):
                self.assertEqual(letters(bot, 0, turn, 0, chosen), expected)
            bot.end()

    def test_many_turns_before_reading(self):
        with started(COMPASS) as bot:
            for board in range(64):
                introduce(bot, board)
                bot.tell("%d turn 3 %016x %s" % (board, board, " ".join(["0 1"] * 3000)))
            for board in range(64):
                self.assertEqual(answered(bot, board, 3), "h" * 3000)
            bot.end()

    def test_sparse_names(self):
        with started(COMPASS) as bot:
            bot.tell("0 board")
            bot.tell("0 view 794 %s 3 %s" % (AHEAD_1, AHEAD_7))
            bot.tell("0 genome 54321 %s 7 %s" % (GENOME, GENOME))
            bot.tell("0 turn 9999 %016x 54321 794 7 3" % 0)
            self.assertEqual(answered(bot, 0, 9999), "bh")

    def test_lines_in_pieces(self):
        lines = [GREETING, "0 board", "0 view 0 " + AHEAD_1, "0 genome 0 " + GENOME, "0 turn 2 %016x 0 0 0 0" % 0, ""]
        data = "\n".join(lines).encode("ascii")
        for size in (1, 7):
            with Bot(COMPASS) as bot:
                for start in range(0, len(data), size):
                    bot.tell_raw(data[start:start + size])
                self.assertEqual(bot.answer(), "rathaus 1 turns boards=64")
                self.assertEqual(answered(bot, 0, 2), "bb")
                bot.end()


class Errors(unittest.TestCase):
    def test_a_long_message_is_cut_to_one_line(self):
        with started(LOUD) as bot:
            introduce(bot, 0)
            found = letters(bot, 0, 0, 0, [0])
            self.assertRegex(found, "^! raised [ -~]{1000,}$")
            self.assertLessEqual(len("0 0 " + found), 4096)
            self.assertRegex(letters(bot, 0, 1, 0, [0]), "^! raised ")
            bot.end()

    def test_an_illegal_move_is_described(self):
        with started(COMPASS) as bot:
            introduce(bot, 0)
            bot.tell("0 view 203 " + "-" * 13 + "d" + "-" * 11)
            bot.tell("0 turn 4 %016x 0 0 0 203" % 0)
            self.assertEqual(answered(bot, 0, 4), "! illegal move (2,0), asked for genome 0 at view 203")
            bot.end()


class Sessions(unittest.TestCase):
    MALFORMED = [
        "0", "0 no", "64 board", "x board", "0 board 1", "0 view 0 123", "0 view 2", "0 view 2 " + "?" * 25, "0 genome 2 xyz",
        "0 turn 0 0000000000000000", "0 turn 0 0000000000000000 0", "0 turn 0 0000000000000000 0 0 ",
        "0 turn 0 0000000000000000 0  0", "0 turn 0 0000000000000000 9 0", "0 turn 0 0000000000000000 0 9",
        "0 turn 0 0000000000000000 0 0 0", "0 turn 0 000000000000000g 0 0",
    ]

    def test_a_malformed_line_ends_it(self):
        for line in self.MALFORMED:
            with self.subTest(line), started(COMPASS) as bot:
                introduce(bot, 0)
                bot.tell(line)
                bot.end(status=2)
                self.assertIn("the session ends", bot.said())

    def test_a_line_without_end_ends_it(self):
        with started(COMPASS) as bot:
            bot.tell_raw(b"0 boa")
            bot.end(status=2)

    def test_it_may_end_before_it_begins(self):
        with Bot(COMPASS) as bot:
            bot.end()

    def test_the_first_line_is_a_greeting(self):
        with Bot(COMPASS) as bot:
            bot.tell("0 board")
            bot.end(status=2)

    def test_refusals(self):
        for old, new in (("rathaus 1", "rathaus 2"), ("rat-race", "lights-out")):
            with self.subTest(new), Bot(COMPASS) as bot:
                bot.tell(GREETING.replace(old, new))
                self.assertRegex(bot.answer(), "^rathaus 1 refuse [a-z]")
                bot.end()

    def test_unknown_parameters_are_ignored(self):
        with Bot(COMPASS) as bot:
            bot.tell("rathaus 1 rat-race colour_of_the_moon=blue view_distance=2")
            self.assertEqual(bot.answer(), "rathaus 1 turns boards=64")
            bot.end()


if __name__ == "__main__":
    for place, path in zip((COMPASS, DICE, LOUD), sys.argv[1:4]):
        place.extend(pathlib.Path(path).read_text().splitlines())
    unittest.main(argv=sys.argv[:1])
