//! The report of a multiplayer match: what is common to all games.

use rathaus_games::diagnosis::ProcessPersistence;
use rathaus_games::number::as_json;
use rathaus_games::report::{
    CsvOrTextLog, MatchReportInput, MultiplayerReportContent, ReportPart, SeatReportInput,
};
use rathaus_games::{ConfiguredGame, FaultCause, SeatFault, Seed};
use serde_json::{Map, Value, json};

use super::text::{as_csv, counted, table, trimmed};
use super::{CommitmentReport, SubmissionDescription, faults, joined, origin_of};
use crate::seats::{ColdWarmStartCounts, RepeatFindings};
use crate::tournament::RecordedSandbox;

/// A multiplayer match and its players, independent of the game.
#[derive(Debug, Clone)]
pub struct MultiplayerMatchResult {
    pub game: String,
    pub parameters: Vec<(String, Value)>,
    /// The seed of what was not given explicitly. `None` if nothing depends on it.
    pub seed: Option<Seed>,
    /// The players in the order of their seats, followed by those that did not play.
    pub players: Vec<MatchPlayerResult>,
    pub seats: usize,
    /// The findings for the ledger of commitments, if one was given.
    pub commitments: Option<CommitmentReport>,
    /// The sandbox that bots ran in, if known.
    pub sandbox: Option<RecordedSandbox>,
}

/// A player with its results.
#[derive(Debug, Clone)]
pub struct MatchPlayerResult {
    pub submission: SubmissionDescription,
    /// The final score.
    pub score: f64,
    pub faults: Vec<SeatFault>,
    /// How often replies differed when requests were repeated. `None` if they were not repeated.
    pub determinism: Option<RepeatFindings>,
    /// How often its program was started, in games that start it for each request.
    pub starts: Option<ColdWarmStartCounts>,
}

/// The report of a multiplayer match, with the parts that its game adds.
#[derive(Debug)]
pub struct MultiplayerMatchReport {
    multiplayer: MultiplayerMatchResult,
    game: MultiplayerReportContent,
}

impl MultiplayerMatchReport {
    /// Builds the report of a match from its results. `rules` provides the game's parts.
    pub fn new(
        multiplayer: MultiplayerMatchResult,
        rules: &ConfiguredGame,
        ended: String,
        details: Value,
        (board, options): (Vec<String>, Vec<&'static str>),
    ) -> Result<MultiplayerMatchReport, String> {
        let seat = |player: &MatchPlayerResult| SeatReportInput {
            name: player.submission.name.clone(),
            language: player.submission.language.clone(),
            score: player.score,
            faults: player.faults.clone(),
        };
        let seats = multiplayer.players[..multiplayer.seats].iter().map(seat).collect();
        let facts = MatchReportInput { seed: multiplayer.seed, seats, ended, details, board, options };
        Ok(MultiplayerMatchReport { game: rules.match_report(&facts)?, multiplayer })
    }

    pub fn text(&self) -> String {
        let part = |part: &ReportPart| match part {
            ReportPart::Text(text) => text.clone(),
            ReportPart::Table { columns, rows } => {
                let mut table = table(columns);
                rows.iter().for_each(|row| _ = table.add_row(row));
                trimmed(&table.to_string()).trim_end().into()
            }
        };
        let mut parts: Vec<String> = self.game.parts.iter().map(part).collect();
        parts.extend(self.multiplayer.problems(&self.game));
        parts.extend(self.multiplayer.determinism(self.game.turn_noun));
        parts.extend(self.multiplayer.origin(&self.game.extent));
        parts.join("\n\n") + "\n"
    }

    /// The report as one JSON object. `docs/JSON.md` describes it.
    pub fn json(&self) -> Value {
        self.multiplayer.json(&self.game)
    }

    /// The content of the log file that this command-line option requests.
    pub fn log(&self, option: &str) -> String {
        match self.game.logs.iter().find(|(name, _)| *name == option) {
            Some((_, CsvOrTextLog::Csv(rows))) => as_csv(rows.iter().cloned()),
            Some((_, CsvOrTextLog::Text(text))) => text.clone(),
            None => String::new(),
        }
    }
}

impl MultiplayerMatchResult {
    /// The problems of each player.
    fn problems(&self, game: &MultiplayerReportContent) -> Vec<String> {
        let turn = |turn: usize| game.turns.get(&turn).cloned().unwrap_or_default();
        let life = ProcessPersistence::in_game(&self.game);
        self.players.iter().filter_map(|player| player.problems(life, turn, game.turn_noun)).collect()
    }

    /// Whether players gave the same reply twice, if requests were repeated.
    fn determinism(&self, turn_noun: &str) -> Option<String> {
        let asked: Vec<_> =
            self.players.iter().filter_map(|player| Some((player, player.determinism.as_ref()?))).collect();
        let repeated: u64 = asked.iter().map(|(_, findings)| findings.repeated).sum();
        let differing: Vec<_> = asked.iter().filter(|(_, findings)| !findings.differing.is_empty()).collect();
        if asked.is_empty() {
            return None;
        }
        if differing.is_empty() {
            return Some(format!("{repeated} calls were made twice, and answered alike"));
        }
        let line = |(player, findings): &&(&MatchPlayerResult, &RepeatFindings)| {
            format!(
                "{} is not deterministic: of {} sent twice, {} got different replies, first in {turn_noun} {}\n  \
                 help:   seed random generators with what the bot reads, and let nothing depend on the clock",
                player.submission.name,
                counted(findings.repeated as usize, "request"),
                findings.differing.len(),
                findings.differing[0] + 1
            )
        };
        Some(differing.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// The end of the report: commitments, and what someone needs to reproduce the results.
    /// `played` says how much was played.
    fn origin(&self, played: &str) -> Vec<String> {
        let commitments = self.commitments.as_ref().map(CommitmentReport::text);
        let sandbox = self.sandbox.as_ref().map(|sandbox| format!(", {sandbox}")).unwrap_or_default();
        commitments.into_iter().chain([origin_of(&self.game, played, self.seed) + &sandbox]).collect()
    }

    /// The report as JSON: players best first, then those without a rank, then those that did not
    /// play. The game adds fields to each seat and to the whole.
    fn json(&self, game: &MultiplayerReportContent) -> Value {
        let parameters: Map<String, Value> =
            self.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let unranked = (0..self.seats).filter(|seat| !game.ranked.contains(seat)).map(|seat| (None, seat));
        let ranked = (1..).zip(&game.ranked).map(|(rank, seat)| (Some(rank), *seat));
        let played = ranked.chain(unranked).map(|(rank, seat): (Option<usize>, usize)| {
            joined(joined(self.players[seat].json(), json!({ "rank": rank })), game.seats[seat].clone())
        });
        let out = self.players[self.seats..].iter().map(MatchPlayerResult::json);
        let own = json!({
            "rathaus": env!("CARGO_PKG_VERSION"),
            "sandbox": self.sandbox,
            "game": self.game,
            "parameters": parameters,
            "seed": self.seed.as_ref().map(ToString::to_string),
            "commitments": self.commitments.as_ref().map(CommitmentReport::json),
            "players": played.chain(out).collect::<Vec<_>>(),
        });
        joined(own, game.json.clone())
    }
}

impl MatchPlayerResult {
    fn json(&self) -> Value {
        let own = json!({
            "score": self.submission.out.is_none().then(|| as_json(self.score)),
            "faults": self.faults,
        });
        let own = joined(self.submission.json(), own);
        let starts = self.starts.map(|starts| json!({ "starts": starts, "determinism": self.determinism }));
        joined(own, starts.unwrap_or_default())
    }

    /// Why a player did not play, and its faults. Faults count as the same if their causes have the
    /// same name: the details of illegal replies differ in every round.
    fn problems(
        &self,
        life: ProcessPersistence,
        turn: impl Fn(usize) -> String,
        turns: &str,
    ) -> Option<String> {
        let name = &self.submission.name;
        let mut lines: Vec<String> =
            self.submission.out.iter().map(|out| format!("{name} did not play: {out}")).collect();
        let faults = self.faults.iter().map(|fault| (fault.turn, &fault.fault));
        let is_same = |one: &FaultCause, other: &FaultCause| one.name() == other.name();
        lines.extend(faults::fault_texts(name, life, faults, is_same, |at| turn(*at), turns));
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
