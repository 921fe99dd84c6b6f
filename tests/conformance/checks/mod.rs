//! The checks of the cases, one file for each subject.

pub mod color_score;
pub mod errors;
pub mod files;
pub mod host;
pub mod randomness;
pub mod sessions;
pub mod sizes;
pub mod success;

use crate::bot::Bot;

/// A view with colour 1 straight ahead, where the compass moves (0,-1), letter b.
const AHEAD_1: &str = "-------------1-----------";

/// A view with colour 7 straight ahead, where the compass moves (0,1), letter h.
const AHEAD_7: &str = "-------------7-----------";

const GENOME: &str = "0000000000000000000000000";

/// Begins a board with the two views, named 0 and 1, and a genome, named 0.
fn introduce(bot: &mut Bot, board: u32) {
    bot.tell(&format!("{board} board"));
    bot.tell(&format!("{board} view 0 {AHEAD_1} 1 {AHEAD_7}"));
    bot.tell(&format!("{board} genome 0 {GENOME}"));
}

/// Asks for the moves of genome 0 at each of these views.
fn ask(bot: &mut Bot, board: u32, turn: u32, seed: u64, views: &[u8]) {
    let pairs: Vec<String> = views.iter().map(|view| format!("0 {view}")).collect();
    bot.tell(&format!("{board} turn {turn} {seed:016x} {}", pairs.join(" ")));
}

/// The letters of the next reply, or what it has instead of them.
fn answered(bot: &mut Bot, board: u32, turn: u32) -> String {
    let answer = bot.answer();
    let letters = answer.strip_prefix(&format!("{board} {turn} "));
    letters.unwrap_or_else(|| panic!("`{answer}` does not answer turn {turn} on board {board}")).to_owned()
}

/// Asks and reads the reply.
fn letters(bot: &mut Bot, board: u32, turn: u32, seed: u64, views: &[u8]) -> String {
    ask(bot, board, turn, seed, views);
    answered(bot, board, turn)
}
