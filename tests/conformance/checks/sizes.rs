//! Many requests at once, and few bytes at a time.

use rathaus_games::Seed;
use rathaus_sandbox::ProgramCommand;

use super::{AHEAD_1, AHEAD_7, GENOME, answered, ask, introduce, letters};
use crate::bot::{Bot, HELLO, handshake};

pub fn ten_thousand_specimens(program: &ProgramCommand) {
    let mut chance = Seed(1).stream("views of specimens");
    let views: Vec<u8> = (0..10_000).map(|_| chance.below(2) as u8).collect();
    let expected: String = views.iter().map(|view| ['b', 'h'][usize::from(*view)]).collect();
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    for turn in 0..3 {
        assert!(letters(&mut bot, 0, turn, 0, &views) == expected, "a move of turn {turn} is another one");
    }
    bot.end();
}

/// All boards are asked while the replies pile up, so neither side may wait for the other to read.
pub fn many_turns_before_reading(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    for board in 0..64 {
        introduce(&mut bot, board);
        ask(&mut bot, board, 3, u64::from(board), &[1; 3000]);
    }
    for board in 0..64 {
        assert!(answered(&mut bot, board, 3) == "h".repeat(3000), "a move of board {board} is another one");
    }
    bot.end();
}

/// The bot never finishes the last turn, so it must send earlier replies while it still
/// has requests.
pub fn answers_are_not_held_back(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    for (board, view) in [(0, 0), (1, 0), (2, 1)] {
        introduce(&mut bot, board);
        ask(&mut bot, board, 0, 0, &[view]);
    }
    assert_eq!(answered(&mut bot, 0, 0), "f");
}

pub fn sparse_names(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    bot.tell("0 board");
    bot.tell(&format!("0 view 794 {AHEAD_1} 3 {AHEAD_7}"));
    bot.tell(&format!("0 genome 54321 {GENOME} 7 {GENOME}"));
    bot.tell("0 turn 9999 0000000000000000 54321 794 7 3");
    assert_eq!(answered(&mut bot, 0, 9999), "bh");
}

pub fn lines_in_pieces(program: &ProgramCommand) {
    let genome = format!("0 genome 0 {GENOME}");
    let view = format!("0 view 0 {AHEAD_1}");
    let lines = [&handshake(), "0 board", &view, &genome, "0 turn 2 0000000000000000 0 0 0 0", ""].join("\n");
    for size in [1, 7] {
        let mut bot = Bot::start(program);
        for piece in lines.as_bytes().chunks(size) {
            bot.tell_raw(piece);
        }
        assert_eq!(bot.answer(), HELLO);
        assert_eq!(answered(&mut bot, 0, 2), "bb");
        bot.end();
    }
}
