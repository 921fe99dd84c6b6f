//! Shows a recorded match in the terminal.

use rathaus_games::{LiveMatch, Observer, SeatAsk, TurnRequestsAndReplies};
use serde_json::json;

use super::origin::ReplayOrigin;
use super::{page, picture};
use crate::cli::args::ReplayViewArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::report::harmless;
use crate::report::transcript::{BoardSnapshot, GameProgressFacts, ReplayTextReport, TranscriptExchange};
use crate::tournament::replay::Replay;

/// The approximate number of moments to report, apart from the end.
const MOMENTS: f64 = 20.0;

/// Replays a match from the file `origin`, and shows what the arguments ask for.
pub(crate) async fn show(
    origin: ReplayOrigin<'_>,
    replay: &Replay,
    args: &ReplayViewArgs,
) -> Result<(), CommandError> {
    if args.png.is_some() || args.gif.is_some() {
        return picture::write(origin, replay, args);
    }
    if let Some(target) = &args.html {
        return page::write(origin, replay, target, args).await;
    }
    let names: Vec<String> = replay.names.iter().map(|name| harmless(name)).collect();
    let mut observer = TranscriptObserver {
        names: &names,
        args,
        transcript: ReplayTextReport::default(),
        question: 0,
        next: 0.0,
    };
    let played = replay.play(&mut observer).map_err(|error| origin.broken(&error))?;
    if let Some(question) = observer.turn().filter(|question| *question > observer.question) {
        return Err(CommandError::usage(format!(
            "there is no request {question}: the match had {}",
            observer.question
        )));
    }
    let transcript = observer.transcript;
    let difference = replay.played.result.difference(&played);
    if args.json {
        let json = json!({ "replay": replay.head(), "came_out_the_same": difference.is_none() });
        crate::cli::terminal::print_json(&json)?;
    } else {
        crate::cli::terminal::print_text(&transcript.text(replay, difference.as_deref()))?;
    }
    difference.map_or(Ok(()), |_| Err(CommandError::silent(ExitKind::NotVerified)))
}

/// An observer that collects what the arguments ask for.
struct TranscriptObserver<'a> {
    names: &'a [String],
    args: &'a ReplayViewArgs,
    transcript: ReplayTextReport,
    /// The number of the last request, from 1. 0 before the first.
    question: usize,
    /// The share of the match, from 0 to 1, at which to report the next moment.
    next: f64,
}

impl TranscriptObserver<'_> {
    /// The number of the request that `--turn` asks for, if given.
    fn turn(&self) -> Option<usize> {
        self.args.turn.map(|turn| turn as usize)
    }
}

impl Observer for TranscriptObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        let progress = game.progress();
        if progress.done >= self.next && progress.done < 1.0 {
            self.next = ((progress.done * MOMENTS).floor() + 1.0) / MOMENTS;
            let question = Some(self.question + 1);
            self.transcript.moments.push(GameProgressFacts { question, facts: progress.facts });
        }
        let is_wanted = match (self.turn(), self.args.every) {
            (Some(turn), _) => turn == self.question + 1,
            (None, Some(every)) => (self.question + 1).is_multiple_of(every as usize),
            (None, None) => false,
        };
        if is_wanted {
            let rows = game.picture(self.names).lines();
            self.transcript.scenes.push(BoardSnapshot { question: self.question + 1, rows });
        }
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        self.transcript.moments.push(GameProgressFacts { question: None, facts: game.progress().facts });
        self.transcript.last = game.picture(self.names).lines();
    }

    fn asking(&mut self, turn: usize, _: &[SeatAsk]) {
        self.question = turn;
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        let is_wanted = self.args.dialogue && self.turn().is_none_or(|turn| turn == exchange.turn);
        if is_wanted {
            let whole = self.args.turn.is_some();
            self.transcript.said.extend(TranscriptExchange::all(exchange, whole));
        }
    }
}
