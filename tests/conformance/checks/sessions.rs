//! How a session begins and ends.

use rathaus_sandbox::ProgramCommand;

use super::{AHEAD_1, GENOME, ask, introduce};
use crate::bot::{Bot, HELLO, handshake};

/// Lines that are invalid after the host has introduced board 0 with the views 0 and 1 and the
/// genome 0.
const MALFORMED: [&str; 18] = [
    "",
    "0",
    "0 no",
    "64 board",
    "x board",
    "0 board 1",
    "0 view 0 123",
    "0 view 2",
    "0 view 2 ?????????????????????????",
    "0 genome 2 xyz",
    "0 turn 0 0000000000000000",
    "0 turn 0 0000000000000000 0",
    "0 turn 0 0000000000000000 0 0 ",
    "0 turn 0 0000000000000000 0  0",
    "0 turn 0 0000000000000000 9 0",
    "0 turn 0 0000000000000000 0 9",
    "0 turn 0 0000000000000000 0 0 0",
    "0 turn 0 000000000000000g 0 0",
];

pub fn malformed_lines_end_it(program: &ProgramCommand) {
    for line in MALFORMED {
        let mut bot = Bot::with_handshake(program);
        introduce(&mut bot, 0);
        bot.tell(line);
        let said = bot.end_with(2);
        assert!(said.contains("the session ends"), "after `{line}`: {said}");
    }
}

pub fn a_board_begins_empty(program: &ProgramCommand) {
    for again in [format!("0 view 0 {AHEAD_1}"), format!("0 genome 0 {GENOME}")] {
        let mut bot = Bot::with_handshake(program);
        introduce(&mut bot, 0);
        bot.tell("0 board");
        bot.tell(&again);
        ask(&mut bot, 0, 0, 0, &[0]);
        bot.end_with(2);
    }
}

pub fn a_line_without_end_ends_it(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    bot.tell_raw(b"0 boa");
    bot.end_with(2);
}

pub fn may_end_before_it_begins(program: &ProgramCommand) {
    Bot::start(program).end();
}

pub fn the_first_line_is_a_greeting(program: &ProgramCommand) {
    let mut bot = Bot::start(program);
    bot.tell("0 board");
    bot.end_with(2);
}

pub fn other_games_and_versions_are_refused(program: &ProgramCommand) {
    for (old, new) in [("rathaus 1", "rathaus 2"), ("rat-race", "lights-out")] {
        let mut bot = Bot::start(program);
        bot.tell(&handshake().replace(old, new));
        let answer = bot.answer();
        let reason = answer.strip_prefix("rathaus 1 refuse ").unwrap_or_default();
        assert!(reason.starts_with(|letter: char| letter.is_ascii_lowercase()), "{new}: {answer}");
        bot.end();
    }
}

pub fn unknown_parameters_are_ignored(program: &ProgramCommand) {
    let mut bot = Bot::start(program);
    bot.tell("rathaus 1 rat-race colour_of_the_moon=blue view_distance=2");
    assert_eq!(bot.answer(), HELLO);
    bot.end();
}
