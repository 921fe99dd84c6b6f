//! The order of bots in reports of single-player games.

use std::cmp::Ordering;

use rathaus_games::report::SinglePlayerReporter;

use super::SubmissionResults;

/// Sorts entries: best first, those that did not play last. Ties are in the order of names.
pub fn ranked(game: &dyn SinglePlayerReporter, entries: &mut Vec<SubmissionResults>) {
    let mut judged: Vec<([f64; 2], SubmissionResults)> =
        entries.drain(..).map(|entry| (game.rank_key(&entry.matches), entry)).collect();
    judged.sort_by(|(one, entry), (other, other_entry)| {
        compare_rank_keys(*one, *other).then_with(|| entry.submission.name.cmp(&other_entry.submission.name))
    });
    entries.extend(judged.into_iter().map(|(_, entry)| entry));
}

/// Orders rank keys: best first.
pub fn compare_rank_keys(one: [f64; 2], other: [f64; 2]) -> Ordering {
    other[0].total_cmp(&one[0]).then(other[1].total_cmp(&one[1]))
}

/// How reports show this game. The name comes from a result, so it is that of a built-in game.
pub fn single_player_report(game: &str) -> &'static dyn SinglePlayerReporter {
    let known = rathaus_games::built_in(game).or_else(|| rathaus_games::GAMES.first().cloned());
    known.expect("there is a game").single_player_report()
}
