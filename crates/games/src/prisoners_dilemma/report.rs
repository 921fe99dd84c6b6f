//! Reports of the prisoner's dilemma.

use rathaus_protocol::prisoners_dilemma::{TakeAction, history_line};
use serde_json::{Value, json};

use super::{DilemmaDetails, PlayerTimeUsage};
use crate::custom::ScoreOrder;
use crate::report::{
    CsvOrTextLog, MatchReportInput, MatchScoreHistory, MultiplayerReportContent, ReportPart,
};
use crate::words::{counted, number};

/// The report of a match: final scores and rankings in the format of the original judge.
pub(super) fn report(facts: &MatchReportInput) -> Result<MultiplayerReportContent, String> {
    let details: DilemmaDetails =
        serde_json::from_value(facts.details.clone()).map_err(|error| error.to_string())?;
    let by_id = by_id(&details);
    let ranked = facts.ranked(ScoreOrder::Highest, by_id.iter().copied());
    let scores = details.rounds.iter().map(|round| &round.scores);
    let logs = vec![
        ("score-log", CsvOrTextLog::of_rounds(facts, &by_id, scores)),
        ("take-log", CsvOrTextLog::Text(take_log(&details))),
    ];
    let (players, rounds) = (details.ids.len(), details.rounds.len());
    let seat = |seat: usize| json!({ "id": details.ids[seat], "used": used(&details.used[seat]) });
    Ok(MultiplayerReportContent {
        parts: vec![
            ReportPart::Text(final_scores(facts, &by_id)),
            ReportPart::Text(rankings(facts, &ranked)),
        ],
        turns: facts.turns(|turn| format!("round {turn}")),
        turn_noun: "round",
        extent: format!("{}, {}", counted(players, "player"), counted(rounds, "round")),
        seats: (0..players).map(seat).collect(),
        json: json!({ "rounds": details.rounds }),
        logs,
        ranked,
    })
}

/// The scores of each seat after each round, and how often each seat took from each other one.
pub(super) fn history(details: &Value) -> Option<MatchScoreHistory> {
    let details: DilemmaDetails = serde_json::from_value(details.clone()).ok()?;
    let seats = details.ids.len();
    let seat_of = |id: u32| details.ids.iter().position(|own| *own == id);
    let (mut scores, mut takes) = (vec![Vec::new(); seats], vec![vec![0; seats]; seats]);
    for round in &details.rounds {
        for (id, score) in (1..).zip(&round.scores) {
            if let Some(seat) = seat_of(id) {
                scores[seat].push(*score as f64);
            }
        }
        for (by, from) in &round.takes {
            if let (Some(by), Some(from)) = (seat_of(*by), seat_of(*from)) {
                takes[by][from] += 1;
            }
        }
    }
    Some(MatchScoreHistory { scores, takes: Some(takes) })
}

/// The seats in the order of their identifiers.
fn by_id(details: &DilemmaDetails) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..details.ids.len()).collect();
    seats.sort_by_key(|seat| details.ids[*seat]);
    seats
}

fn final_scores(facts: &MatchReportInput, by_id: &[usize]) -> String {
    let score = |seat: &usize| format!("\n{} {}", facts.seats[*seat].name, number(facts.seats[*seat].score));
    by_id.iter().map(score).fold("Final scores:".to_owned(), |text, line| text + &line)
}

fn rankings(facts: &MatchReportInput, ranked: &[usize]) -> String {
    let line = |(rank, seat): (usize, &usize)| {
        format!("\n{rank}. {} {}", facts.seats[*seat].name, number(facts.seats[*seat].score))
    };
    (1..).zip(ranked).map(line).fold("Rankings:".to_owned(), |text, line| text + &line)
}

/// The takes, one line per round, in the format of the history that players read.
fn take_log(details: &DilemmaDetails) -> String {
    let takes = |pairs: &Vec<(u32, u32)>| -> Vec<TakeAction> {
        pairs.iter().map(|(by, from)| TakeAction { by: *by, from: *from }).collect()
    };
    details.rounds.iter().map(|round| history_line(&takes(&round.takes))).collect()
}

fn used(used: &PlayerTimeUsage) -> Value {
    let seconds = |micros: u64| micros as f64 / 1e6;
    let PlayerTimeUsage { slowest_us, took_us, cpu_us } = used;
    json!({
        "slowest_seconds": seconds(*slowest_us),
        "seconds": seconds(*took_us),
        "cpu_seconds": seconds(*cpu_us),
    })
}
