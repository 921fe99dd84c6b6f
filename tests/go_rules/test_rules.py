"""Tests of games/go/rules.py. tests/integration/go.rs runs them with its folder in PYTHONPATH."""

import unittest

from rules import BLACK, WHITE, Board, IllegalMove


def board(*rows):
    """A board with these stones, on which no move has been played."""
    made = Board(len(rows))
    made.position = "".join(rows)
    made._seen = {made.position: 0}
    return made


def rows(made):
    return [made.position[start : start + made.size] for start in range(0, made.size**2, made.size)]


class Rules(unittest.TestCase):
    def play(self, made, *moves):
        for colour, vertex in moves:
            made.play(colour, made.point(vertex))

    def assert_illegal(self, made, colour, vertex, why):
        before = (made.position, list(made.moves), dict(made.captures))
        with self.assertRaisesRegex(IllegalMove, why):
            made.play(colour, made.point(vertex))
        self.assertEqual((made.position, made.moves, made.captures), before)

    def test_vertices_are_those_of_gtp(self):
        made = Board(19)
        named = [made.vertex(made.point(name)) for name in ("a1", "H8", "j8", "T19", "pass", "PASS")]
        self.assertEqual(named, ["A1", "H8", "J8", "T19", "pass", "pass"])
        self.assertEqual((made.point("A19"), made.point("T1"), made.point("pass")), (0, 360, None))
        for wrong in ("", "I5", "A0", "A20", "U1", "5A", "A1 A1", "A01", "resign", "\u00e41"):
            with self.assertRaises(ValueError):
                made.point(wrong)

    def test_stones_without_liberties_are_captured(self):
        made = board("XXO..", "XXO..", "O.O..", ".O...", ".....")
        self.play(made, (WHITE, "B3"))
        self.assertEqual(rows(made), ["..O..", "..O..", "OOO..", ".O...", "....."])
        self.assertEqual(made.captures, {BLACK: 0, WHITE: 4})

    def test_two_groups_are_captured_at_once(self):
        made = board(".XO..", "XO.O.", "O....", ".....", ".....")
        self.play(made, (WHITE, "A5"))
        self.assertEqual(rows(made)[:3], ["O.O..", ".O.O.", "O...."])
        self.assertEqual(made.captures[WHITE], 2)

    def test_a_capture_is_no_suicide(self):
        made = board(".OX..", "OX...", "X....", ".....", ".....")
        self.play(made, (BLACK, "A5"))
        self.assertEqual(rows(made)[:2], ["X.X..", ".X..."])

    def test_suicide_is_illegal(self):
        self.assert_illegal(board(".O...", "O....", ".....", ".....", "....."), BLACK, "A5", "A5 is suicide")
        self.assert_illegal(board("X.O..", "OO...", ".....", ".....", "....."), BLACK, "B5", "B5 is suicide")

    def test_a_point_is_taken_once(self):
        made = board("X....", ".....", ".....", ".....", ".....")
        self.assert_illegal(made, WHITE, "A5", "A5 is occupied")
        self.assert_illegal(made, BLACK, "A5", "A5 is occupied")

    def test_a_ko_is_not_retaken_at_once(self):
        made = board(".XO..", "XO.O.", ".XO..", ".....", ".....")
        self.play(made, (BLACK, "C4"))
        self.assertEqual(rows(made)[1], "X.XO.")
        self.assert_illegal(made, WHITE, "B4", "B4 retakes a ko at once")
        self.play(made, (WHITE, "E1"), (BLACK, "E2"), (WHITE, "B4"))
        self.assertEqual(rows(made)[1], "XO.O.")

    def test_no_position_is_repeated(self):
        # Black sends two stones and White returns one: no simple ko.
        made = board(".X.X.", "OOXX.", ".O...", ".....", ".....")
        self.play(made, (BLACK, "A5"), (WHITE, "C5"))
        self.assertEqual(rows(made)[0], "..OX.")
        self.assert_illegal(made, BLACK, "B5", r"B5 repeats the position after move 0 \(superko\)")
        # With one more stone elsewhere, it is another position.
        self.play(made, (BLACK, "pass"), (WHITE, "A1"), (BLACK, "B5"))
        self.assertEqual(rows(made)[0], ".X.X.")

    def test_two_passes_end_the_game(self):
        made = Board(5)
        self.play(made, (BLACK, "pass"))
        self.assertFalse(made.is_over())
        self.play(made, (WHITE, "C3"), (BLACK, "pass"))
        self.assertFalse(made.is_over())
        self.play(made, (WHITE, "pass"))
        self.assertTrue(made.is_over())

    def test_areas_are_stones_and_what_they_surround(self):
        self.assertEqual(Board(5).areas(), {BLACK: 0, WHITE: 0})
        # The points between both colours belong to neither; the lone stone is alive.
        made = board(".X.O.", "XX.O.", ".X.OO", ".X.O.", "OX.OO")
        self.assertEqual(made.areas(), {BLACK: 7, WHITE: 11})
        made = board("..X..", ".....", ".....", ".....", ".....")
        self.assertEqual(made.areas(), {BLACK: 25, WHITE: 0})


unittest.main()
