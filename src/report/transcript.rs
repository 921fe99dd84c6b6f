//! The course of a replayed match as text for a terminal.

use rathaus_games::{AskOutcome, FaultEvidence, TurnRequestsAndReplies};
use serde::Serialize;

use super::text::number;
use super::text::{table, trimmed};
use super::{counted, harmless};
use crate::tournament::replay::Replay;
use crate::tournament::{MatchProvenance, PlayedMatch, short};

/// What to show of a replayed match.
#[derive(Debug, Clone, Default)]
pub struct ReplayTextReport {
    /// The progress that the game reported before requests and at the end.
    pub moments: Vec<GameProgressFacts>,
    /// The boards before the requests that the user selected.
    pub scenes: Vec<BoardSnapshot>,
    /// The requests that the user selected, with their replies.
    pub said: Vec<TranscriptExchange>,
    /// The final board.
    pub last: Vec<String>,
}

/// Progress that the game reported at one moment.
#[derive(Debug, Clone)]
pub struct GameProgressFacts {
    /// The number of the request that follows, from 1. `None` at the end.
    pub question: Option<usize>,
    pub facts: Vec<(&'static str, u64)>,
}

/// The board before a request.
#[derive(Debug, Clone)]
pub struct BoardSnapshot {
    /// The number of the request, from 1.
    pub question: usize,
    pub rows: Vec<String>,
}

/// A request and its reply.
#[derive(Debug, Clone, Serialize)]
pub struct TranscriptExchange {
    question: usize,
    seat: usize,
    sent: String,
    answer: String,
    seconds: f64,
}

impl TranscriptExchange {
    /// The requests and replies of a turn, one entry per seat. Each is complete if `whole`, else
    /// an excerpt.
    pub fn all(exchange: &TurnRequestsAndReplies, whole: bool) -> impl Iterator<Item = TranscriptExchange> {
        let shown = move |bytes: &[u8]| match whole {
            true => {
                let lines: Vec<String> = bytes
                    .split_inclusive(|byte| *byte == b'\n')
                    .map(|line| line.escape_ascii().to_string())
                    .collect();
                lines.join("\n")
            }
            false => FaultEvidence::excerpt(bytes),
        };
        let answers = exchange.seats.iter().zip(&exchange.sent).zip(&exchange.answers);
        answers.map(move |((seat, sent), answer)| {
            let (answer, took) = match answer {
                AskOutcome::Reply { bytes, took, .. } => (shown(bytes), took.as_secs_f64()),
                AskOutcome::Fault(fault) => {
                    (harmless(&fault.cause.to_string()), fault.evidence.took.as_secs_f64())
                }
                AskOutcome::Lost => ("(its process was replaced)".into(), 0.0),
            };
            TranscriptExchange {
                question: exchange.turn,
                seat: *seat,
                sent: shown(sent),
                answer,
                seconds: took,
            }
        })
    }

    fn text(&self, replay: &Replay) -> String {
        let marked = |mark: &str, text: &str| -> String {
            text.lines().map(|line| format!("\n{mark} {line}")).collect()
        };
        let name = harmless(&replay.names[self.seat]);
        let TranscriptExchange { question, sent, answer, seconds, .. } = self;
        format!("request {question}, {name}, {seconds:.6} s{}{}", marked(">", sent), marked("<", answer))
    }
}

impl ReplayTextReport {
    /// The match as text: its spec, its course, its end, and whether the replay had the
    /// recorded result.
    pub fn text(&self, replay: &Replay, difference: Option<&str>) -> String {
        let mut parts = vec![title(replay)];
        parts.extend(self.progress_table());
        let scene = |scene: &BoardSnapshot| format!("request {}\n{}", scene.question, scene.rows.join("\n"));
        parts.extend(self.scenes.iter().map(scene));
        parts.extend(self.said.iter().map(|said| said.text(replay)));
        if self.scenes.is_empty() && self.said.is_empty() {
            parts.push(self.last.join("\n"));
        }
        parts.extend(faults(replay));
        parts.push(ending(replay, difference));
        // Escape control characters: a recording must not control the terminal.
        let lines: Vec<String> = parts.join("\n\n").split('\n').map(harmless).collect();
        lines.join("\n") + "\n"
    }

    /// A table of the reported progress, if the game reports any.
    fn progress_table(&self) -> Option<String> {
        let heads: Vec<(&str, bool)> =
            self.moments.first()?.facts.iter().map(|(name, _)| (*name, true)).collect();
        if heads.is_empty() {
            return None;
        }
        let mut table = table(&[&[("request", true)], heads.as_slice()].concat());
        for GameProgressFacts { question, facts } in &self.moments {
            let numbers = facts.iter().map(|(_, number)| number.to_string());
            let at = question.map_or_else(|| "end".into(), |question| question.to_string());
            table.add_row(std::iter::once(at).chain(numbers));
        }
        Some(trimmed(&table.to_string()).trim_end().into())
    }
}

fn title(replay: &Replay) -> String {
    let Replay { names, played: PlayedMatch { spec, result, provenance, .. }, .. } = replay;
    let version = harmless(&MatchProvenance::in_words(provenance.as_ref()));
    let mut lines = vec![format!("{}, seed {}, played with {version}", spec.game, spec.seed)];
    for (seat, (name, submission)) in names.iter().zip(&spec.submissions).enumerate() {
        let score = number(result.scores.get(seat).copied().unwrap_or_default());
        lines.push(format!("  seat {seat}: {} ({}) {score}", harmless(name), harmless(short(submission))));
    }
    lines.join("\n")
}

/// The first faults with their evidence, and how many more there are.
fn faults(replay: &Replay) -> Option<String> {
    const SHOWN: usize = 3;
    let faults = &replay.played.result.faults;
    let shown = faults.iter().take(SHOWN).map(|fault| {
        let told = fault.fault.to_string().replace('\n', "\n  ");
        format!("{}, request {}: {told}", harmless(&replay.names[fault.seat]), fault.turn)
    });
    let more = faults.len().checked_sub(SHOWN + 1);
    let more = more.map(|more| format!("and {} more", counted(more + 1, "fault")));
    let lines: Vec<String> = shown.chain(more).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn ending(replay: &Replay, difference: Option<&str>) -> String {
    let same = match difference {
        None => "replayed without its bots, with the same result".to_owned(),
        Some(difference) => {
            format!("played again without its bots, it did not come out the same: {}", harmless(difference))
        }
    };
    format!("ended: {}\n{same}", harmless(&replay.played.result.ended))
}
