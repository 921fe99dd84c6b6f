//! How a bot reports the submission's errors.

use rathaus_sandbox::ProgramCommand;

use super::{answered, introduce, letters};
use crate::bot::Bot;

/// The most bytes of an error line.
const LIMIT: usize = 4096;

/// A message that is far too long, has line feeds, and is not ASCII is shortened to one ASCII line.
pub fn long_message(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    let found = letters(&mut bot, 0, 0, 0, &[0]);
    let words = found.strip_prefix("! raised ").unwrap_or_else(|| panic!("`{found}` is no error"));
    assert!(words.len() >= 1000 && words.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{words}");
    assert!("0 0 ".len() + found.len() <= LIMIT, "{} bytes", found.len());
    assert!(letters(&mut bot, 0, 1, 0, &[0]).starts_with("! raised "), "it does not live on");
    bot.end();
}

/// The colours ahead do not occur in the standard game, where the submission always makes the
/// same mistake.
pub fn illegal_moves_in_every_direction(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    for (turn, colour, direction) in
        [(0, 'g', "(-2,0)"), (1, 'h', "(0,2)"), (2, 'i', "(0,-2)"), (3, 'j', "(2,0)")]
    {
        bot.tell(&format!("0 view 0 -------------{colour}-----------"));
        let found = letters(&mut bot, 0, turn, 0, &[0]);
        assert_eq!(found, format!("! illegal move {direction}, asked for genome 0 at view 0"));
    }
    bot.end();
}

pub fn illegal_move_in_words(program: &ProgramCommand) {
    let mut bot = Bot::with_handshake(program);
    introduce(&mut bot, 0);
    bot.tell("0 view 203 -------------d-----------");
    bot.tell("0 turn 4 0000000000000000 0 0 0 203");
    assert_eq!(answered(&mut bot, 0, 4), "! illegal move (2,0), asked for genome 0 at view 203");
    bot.end();
}
