//! `--png` and `--gif`: writes a recorded match as a picture or an animation.

use std::path::Path;

use rathaus_games::{LiveMatch, Observer, SeatAsk};

use super::origin::ReplayOrigin;
use crate::cli::args::ReplayViewArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::message;
use crate::report::harmless;
use crate::tournament::replay::Replay;
use crate::viewer::{self, CaptionedGamePicture};

/// The approximate number of frames of an animation.
const FRAMES: f64 = 120.0;

/// Replays the match and writes the requested pictures.
pub(super) fn write(
    origin: ReplayOrigin<'_>,
    replay: &Replay,
    args: &ReplayViewArgs,
) -> Result<(), CommandError> {
    let names: Vec<String> = replay.names.iter().map(|name| harmless(name)).collect();
    let mut painter = PictureObserver {
        names: &names,
        turn: args.turn.map(|turn| turn as usize),
        transcript: Vec::new(),
        still: None,
        question: 0,
        next: 0.0,
    };
    let played = replay.play(&mut painter).map_err(|error| origin.broken(&error))?;
    let PictureObserver { transcript, still, question, .. } = painter;
    let Some(still) = still.or_else(|| transcript.last().cloned().filter(|_| args.turn.is_none())) else {
        let turn = args.turn.unwrap_or_default();
        return Err(CommandError::usage(format!("there is no request {turn}: the match had {question}")));
    };
    if let Some(target) = &args.png {
        save(target, viewer::png(&still))?;
    }
    if let Some(target) = &args.gif {
        save(target, viewer::gif(&transcript))?;
    }
    match replay.played.result.difference(&played) {
        None => Ok(()),
        Some(difference) => Err(CommandError::new(
            ExitKind::NotVerified,
            format!("played again without its bots, it did not come out the same: {difference}"),
        )),
    }
}

fn save(target: &Path, drawn: std::io::Result<Vec<u8>>) -> Result<(), CommandError> {
    let cannot = |error| CommandError::host(format!("{}: cannot be written: {error}", target.display()));
    let bytes = drawn.map_err(cannot)?;
    std::fs::write(target, &bytes).map_err(cannot)?;
    message(&format!("{}: {} KiB", target.display(), bytes.len().div_ceil(1024)));
    Ok(())
}

/// An observer that collects pictures throughout the match.
struct PictureObserver<'a> {
    names: &'a [String],
    /// The number of the request before which to take the still picture. `None` takes it at
    /// the end.
    turn: Option<usize>,
    transcript: Vec<CaptionedGamePicture>,
    still: Option<CaptionedGamePicture>,
    question: usize,
    /// The share of the match, from 0 to 1, at which to take the next picture.
    next: f64,
}

impl PictureObserver<'_> {
    fn picture(&self, game: &dyn LiveMatch, when: &str) -> CaptionedGamePicture {
        CaptionedGamePicture {
            names: self.names.join(", "),
            when: when.into(),
            picture: game.picture(self.names),
        }
    }
}

impl Observer for PictureObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        let (done, when) = (game.progress().done, format!("before turn {}", self.question + 1));
        if self.turn == Some(self.question + 1) {
            self.still = Some(self.picture(game, &when));
        }
        if done >= self.next && done < 1.0 {
            self.next = ((done * FRAMES).floor() + 1.0) / FRAMES;
            let picture = self.picture(game, &when);
            self.transcript.push(picture);
        }
    }

    fn asking(&mut self, turn: usize, _: &[SeatAsk]) {
        self.question = turn;
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        let picture = self.picture(game, "at the end");
        self.transcript.push(picture);
    }
}
