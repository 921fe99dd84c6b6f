//! Countdown, as `protocol/transcripts/games/README.md` describes it.

#[path = "../rathaus_game.rs"]
mod rathaus_game;

use rathaus_game::{Clock, Json, Match};

fn play(game: &mut Match) {
    let seats = game.seats;
    for seat in 0..seats {
        game.clock(seat, &Clock { ms: 1000, increment_ms: 100, moves: 2, margin_ms: 50 });
    }
    let hello: Vec<_> = (0..seats).map(|seat| (seat, vec!["hello".to_owned()])).collect();
    let until = |word: &str| Json::Text(word.into());
    let ready = game.ask_all_with(&hello, &[("until", until("ready")), ("ms", Json::Number(500.0))]);
    let mut left: Vec<f64> = ready.iter().map(|answer| answer.left_ms.unwrap() as f64).collect();
    let mut lines: Vec<usize> = ready.iter().map(|answer| answer.lines.len()).collect();
    let mut slowest = vec![0.0; seats];
    let turns = game.number("turns") as usize;
    let mut reason = format!("all {turns} turns were played");
    let ends = Json::List(vec![until("done"), until("")]);
    let options = [("until", ends), ("last", Json::Number(2.0)), ("keep", Json::Bool(true))];
    for turn in 1..=turns {
        let seat = (turn - 1) % seats;
        let answer = game.ask_all_with(&[(seat, vec![format!("turn {turn}")])], &options).remove(0);
        let (took_us, left_ms) = (answer.took_us.unwrap(), answer.left_ms.unwrap());
        left[seat] = left_ms as f64;
        lines[seat] += answer.lines.len();
        slowest[seat] = f64::max(slowest[seat], took_us as f64 / 1000.0);
        for other in (0..seats).filter(|other| *other != seat) {
            game.tell(other, &[&format!("seat {seat} took {took_us} us and has {left_ms} ms")]);
        }
        if answer.out {
            reason = format!("seat {seat} is out");
            break;
        }
    }
    for seat in 0..seats {
        game.tell(seat, &["over"]);
    }
    let stats = |seat: usize| vec![("lines", lines[seat] as f64), ("slowest ms", slowest[seat])];
    game.stats(&(0..seats).map(stats).collect::<Vec<_>>());
    game.end_with_scores(&left, &reason);
}

fn main() {
    rathaus_game::run(play);
}
