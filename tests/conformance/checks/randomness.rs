//! The dice: every move is random, and depends only on the seed of the turn.

use std::collections::BTreeSet;

use rathaus_sandbox::ProgramCommand;

use super::{introduce, letters};
use crate::bot::Bot;

/// Both views, often enough to show any extra or missing draw.
fn views() -> Vec<u8> {
    [0, 1].repeat(20)
}

/// The letters of a process that gets no other request.
fn alone(program: &ProgramCommand, seed: u64) -> String {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    letters(&mut bot, 0, 5, seed, &views())
}

pub fn every_move_is_marked(program: &ProgramCommand) {
    let found = alone(program, 1);
    assert!(found.len() == 40 && found.bytes().all(|letter| (b'A'..=b'I').contains(&letter)), "{found}");
}

pub fn another_process_gives_the_same(program: &ProgramCommand) {
    assert_eq!(alone(program, 7), alone(program, 7));
    assert_ne!(alone(program, 7), alone(program, 8));
    // All digits of the seed count.
    assert_ne!(alone(program, 7), alone(program, 7 | 1 << 63));
}

pub fn other_boards_have_no_influence(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    for board in [0, 1, 63] {
        introduce(&mut bot, board);
    }
    letters(&mut bot, 1, 0, 99, &[0]);
    let first = letters(&mut bot, 0, 5, 7, &views());
    letters(&mut bot, 1, 1, 100, &[0, 1, 0]);
    let second = letters(&mut bot, 63, 5, 7, &views());
    let alone = alone(program, 7);
    assert_eq!((&first, &second), (&alone, &alone));
}

pub fn earlier_turns_have_no_influence(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    for turn in 0..5 {
        letters(&mut bot, 0, turn, u64::from(turn), &vec![0; turn as usize + 1]);
    }
    assert_eq!(letters(&mut bot, 0, 5, 7, &views()), alone(program, 7));
}

pub fn moves_go_everywhere(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    let mut different = |view| -> String {
        let found = letters(&mut bot, 0, u32::from(view), 1, &[view; 500]);
        found.chars().collect::<BTreeSet<char>>().into_iter().collect()
    };
    assert_eq!(different(0), "ABCDEFGHI");
    // The other kinds of draws need not reach every direction, but each draw must be new.
    assert!(different(1).len() > 1, "the same random move each time");
}
