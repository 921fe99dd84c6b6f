//! Python 2, and the choice of a Python.

#![expect(clippy::disallowed_methods, reason = "tests look at what is installed")]

use crate::common::{Run, World, assert_mentions};

/// A player that any Python 2 runs, and that fails where Python 3 behaves differently. It uses no
/// randomness, so it makes the same moves everywhere.
const PLAYER: &str = r#"# -*- coding: latin-1 -*-
"""A player for Python 2."""
import string
from itertools import izip

class Half(object):
    def __div__(self, other):
        return 'half'

def expect(found, wanted):
    if found != wanted:
        raise ValueError, 'found %r instead of %r' % (found, wanted)

class Two(Player):
    def turn(self):
        a = 9
        a /= 2
        expect(a, 4)
        expect([-7 / 2, 7 / 2 * 2 / 3, 7 / 2.0, Half() / 1], [-4, 2, 3.5, 'half'])
        numbers = range(3) + map(lambda x: x * 2, xrange(2))
        numbers.sort(lambda one, other: cmp(other, one))
        expect(numbers, [2, 2, 1, 0, 0])
        expect(sorted([1, 3, 2], cmp=lambda one, other: other - one), [3, 2, 1])
        expect({1: 2}.has_key(1) and {1: 2}.items()[0], (1, 2))
        qualities = dict(izip(xrange(3), [5, 3, 4]))
        expect(sorted(qualities.iteritems(), lambda one, other: cmp(other[1], one[1]))[0], (0, 5))
        expect([max(qualities.itervalues()), filter(None, [0, 1]), reduce(lambda a, b: a * b, [2, 3])], [5, [1], 6])
        expect(0777 + 1L, 512)
        expect(isinstance(self.genome, (int, long)) and 1 <> 2 and NUMBER_OF_COLORS / 3, 5)
        expect(string.lowercase[0], 'a')
        try:
            raise KeyError, 'a'
        except KeyError, error:
            expect(`error.args[0]`, "'a'")
        print >>sys.stderr, 'done',
        print 'well', 'done'
        colour = self.vision_at(1, 0)
        return Coordinate(1, 0 if colour < 0 else cmp(self.bit_chunk(6 * colour, 6) / 21, 1))
"#;

/// The code that turns the same player into a whole player file.
const BEFORE: &str = "import sys
from constants import *
from coordinates import Coordinate

class Player(object):
    def take_turn(self, genome, vision):
        self.genome, self.vision = genome, vision
        return self.turn()
    def vision_at(self, dx, dy):
        return self.vision[dy + VISION_DISTANCE][dx + VISION_DISTANCE]
    def bit_chunk(self, start, length):
        return (self.genome >> start) % (1 << length)

import string
";

fn check(world: &World, arguments: &[&str]) -> Run {
    let file = world.file("two.py", PLAYER);
    world.run(&[&["check", "rat-race", file.as_str()], arguments].concat())
}

fn is_here(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).exists())
}

/// Expects that the bot plays if a Python 2 or the translator is installed. Otherwise the error
/// must say what to install.
fn expect_to_play(run: &Run, facts: &[&str]) {
    match run.code {
        Some(4) => assert_mentions(&run.stderr, &["python3-fissix"]),
        code => {
            assert_eq!(code, Some(0), "{}{}", run.stdout, run.stderr);
            assert_mentions(&run.stdout, facts);
        }
    }
}

#[test]
fn python_2_is_played_by_what_is_there() {
    expect_to_play(&check(&World::sharing_builds(), &[]), &["Python 2", "two.py", "well done"]);
}

#[test]
fn python_2_is_translated_for_a_python_3() {
    expect_to_play(
        &check(&World::sharing_builds(), &["--python", "python3"]),
        &["Python 2", "CPython 3", "well done"],
    );
}

#[test]
fn a_whole_player_file_in_python_2_is_played() {
    let world = World::sharing_builds();
    let file = world.file("whole.py", &(PLAYER.replace("import string\n", BEFORE) + "\nPLAYER_TYPE = Two\n"));
    for python in [&[][..], &["--python", "python3"]] {
        let run = world.run(&[&["check", "rat-race", file.as_str()], python].concat());
        expect_to_play(&run, &["Python 2", "whole.py", "well done"]);
    }
}

#[test]
fn python_2_makes_the_same_moves_translated() {
    let world = World::sharing_builds();
    let file = world.file("two.py", PLAYER);
    let scores = |python: &[&str]| {
        let arguments = [
            "play",
            "rat-race",
            file.as_str(),
            "--seed",
            "5",
            "--boards",
            "2",
            "--set",
            "turns=300",
            "--json",
        ];
        let run = world.run(&[&arguments, python].concat());
        (run.code == Some(0)).then(|| run.json()["submissions"][0]["matches"].clone()).map(|mut matches| {
            matches.as_array_mut().unwrap().iter_mut().for_each(|one| one["took_seconds"] = 0.into());
            matches
        })
    };
    if let (Some(native), Some(translated)) = (scores(&[]), scores(&["--python", "python3"])) {
        assert_eq!(native, translated);
    }
}

#[test]
fn a_bot_may_name_its_python() {
    let world = World::sharing_builds();
    world.file("player.py", "class One(Player):\n    def turn(self):\n        return Coordinate(1, 0)\n");
    for (python, code, fact) in [
        ("python3", 0, "CPython 3"),
        ("pypy3", if is_here("pypy3") { 0 } else { 4 }, if is_here("pypy3") { "PyPy 3" } else { "pypy3" }),
        ("python3.999", 4, "python3.999"),
        // Asking it for its version would run it.
        ("./python3", 3, "./python3"),
        ("reboot", 3, "reboot"),
    ] {
        let manifest = world.file("bot.toml", &format!("source = \"player.py\"\npython = \"{python}\"\n"));
        let run = world.run(&["check", "rat-race", &manifest]);
        assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
        assert_mentions(&(run.stdout + &run.stderr), &[fact]);
    }
}
