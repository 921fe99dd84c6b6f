//! The rules of {name}.
//!
//! There are some heaps of pieces. Two bots take turns. In its turn, a bot takes any number of
//! pieces from one heap. The bot that takes the last piece of all wins.
//!
//! Replace this by your own game. Rathaus runs the program once per match, and the program calls
//! `play`, which sends requests to seats. Seats are numbers from 0.

mod rathaus_game;

use rathaus_game::{Answer, Match};

/// The letter of a piece in the picture.
const PIECE: &str = "#";

/// The letters of the pieces that the first or the second bot took last.
const TAKEN: [&str; 2] = ["a", "b"];

const LEGEND: [(char, &str, &str); 3] = [('a', "seat 0", "taken last"), ('b', "seat 1", "taken last"), ('.', "dim", "")];

fn play(game: &mut Match) {
    // Use only game.random: the same seed and replies must give the same match.
    let most = game.number("most") as usize;
    let count = game.number("heaps") as usize;
    let mut heaps: Vec<usize> = (0..count).map(|_| 1 + game.random.below(most as u64) as usize).collect();
    let pieces: usize = heaps.iter().sum();
    game.show(&rows(&heaps, most, None), &LEGEND, "seat 0 begins");
    let mut seat = 0;
    loop {
        let answer = game.ask(seat, &[&format!("heaps {}", joined(&heaps, " "))]);
        if answer.out {
            // The bot has exited, or has another fault with "forfeit" in game.toml.
            return finish(game, 1 - seat, &format!("seat {seat} is out"));
        }
        let (heap, count) = choice(game, &answer, &heaps);
        heaps[heap] -= count;
        let caption = format!("seat {seat} has taken {count} from heap {heap}");
        game.show(&rows(&heaps, most, Some((heap, count, TAKEN[seat]))), &LEGEND, &caption);
        let left: usize = heaps.iter().sum();
        game.progress(1.0 - left as f64 / pieces as f64);
        if left == 0 {
            return finish(game, seat, &format!("seat {seat} has taken the last piece"));
        }
        seat = 1 - seat;
    }
}

/// Returns the heap that a bot takes from, and how many pieces.
///
/// A reply can be empty, huge, not a number, or in another alphabet. `malformed` and `illegal`
/// record what is wrong with it in the result. The rules decide what follows.
fn choice(game: &mut Match, answer: &Answer, heaps: &[usize]) -> (usize, usize) {
    let null_move = (heaps.iter().position(|heap| *heap > 0).unwrap_or(0), 1);
    if answer.fault.is_some() {
        // For example, the bot was late. The host has already recorded the fault.
        return null_move;
    }
    let numbers = answer.line().split_once(' ').and_then(|(heap, count)| {
        Some((heap.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
    });
    let (heap, count) = match numbers {
        Some(numbers) => numbers,
        None => {
            let found: String = answer.line().chars().take(40).collect();
            game.malformed(answer, &format!("expected HEAP COUNT, two numbers such as `0 2`, found {found:?}"));
            return null_move;
        }
    };
    if heap >= heaps.len() || count < 1 || count > heaps[heap] {
        let what = format!("cannot take {count} from heap {heap} of {}", joined(heaps, ", "));
        game.illegal(answer, &what);
        return null_move;
    }
    (heap, count)
}

/// The picture: one row for each heap.
fn rows(heaps: &[usize], most: usize, taken: Option<(usize, usize, &str)>) -> Vec<String> {
    let row = |(number, pieces): (usize, &usize)| {
        let gone = match taken {
            Some((heap, count, letter)) if heap == number => letter.repeat(count),
            _ => String::new(),
        };
        let row = PIECE.repeat(*pieces) + &gone;
        row.clone() + &".".repeat(most - row.len())
    };
    heaps.iter().enumerate().map(row).collect()
}

fn joined(heaps: &[usize], between: &str) -> String {
    heaps.iter().map(usize::to_string).collect::<Vec<_>>().join(between)
}

fn finish(game: &mut Match, winner: usize, reason: &str) {
    let scores: Vec<f64> = (0..game.seats).map(|seat| if seat == winner { 1.0 } else { 0.0 }).collect();
    game.end_with_scores(&scores, reason);
}

fn main() {
    rathaus_game::run(play);
}
