//! Matching pennies, as `protocol/transcripts/games/README.md` describes it.

#[path = "../rathaus_game.rs"]
mod rathaus_game;

use rathaus_game::{Answer, Json, Match};

const LEGEND: [(char, &str, &str); 3] = [('H', "on", "heads"), ('T', "off", "tails"), ('-', "dim", "")];

/// The word of a seat, or None after a fault.
fn word(game: &mut Match, answer: &Answer) -> Option<&'static str> {
    match answer.line() {
        "heads" => return Some("heads"),
        "tails" => return Some("tails"),
        line if answer.fault.is_none() => {
            game.malformed(answer, &format!("expected heads or tails, found \"{line}\""));
        }
        _ => {}
    }
    None
}

fn letter(word: Option<&str>) -> char {
    match word {
        Some("heads") => 'H',
        Some(_) => 'T',
        None => '-',
    }
}

fn play(game: &mut Match) {
    let rounds = game.number("rounds") as u32;
    let mut points = [0.0, 0.0];
    let mut rows = [String::new(), String::new()];
    let mut caption = "no round yet".to_owned();
    for number in 1..=rounds {
        game.show(&rows, &LEGEND, &caption);
        game.progress(f64::from(number - 1) / f64::from(rounds));
        game.standing(&points);
        let question = |seat: usize| {
            let mut lines = vec![format!("round {number}")];
            if number == 1 {
                lines.insert(0, format!("seat {seat} rounds {rounds}"));
            }
            (seat, lines)
        };
        let answers = game.ask_all_with(&[question(0), question(1)], &[("ms", Json::Number(500.0))]);
        let words = [word(game, &answers[0]), word(game, &answers[1])];
        for seat in 0..2 {
            rows[seat].push(letter(words[seat]));
        }
        match words {
            [Some(one), Some(other)] => points[usize::from(one != other)] += 1.0,
            [None, None] => {}
            [one, _] => points[usize::from(one.is_none())] += 1.0,
        }
        caption = format!("round {number} of {rounds}");
        game.show(&rows, &LEGEND, &caption);
        for seat in 0..2 {
            game.tell(seat, &[&format!("other {}", words[1 - seat].unwrap_or("nothing"))]);
            if answers[seat].out {
                return game.end_with_scores(&points, &format!("seat {seat} is out"));
            }
        }
    }
    game.end_with_scores(&points, &format!("all {rounds} rounds were played"));
}

fn main() {
    rathaus_game::run(play);
}
