//! Seats for the bots of a match that all play together.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rathaus_games::{GameRules, Seating};
use rathaus_sandbox::ForkServer;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::seats::{DedicatedSeat, OneShotSeat, PrespawnedProcesses, Seat};
use crate::submissions::Bot;

/// How programs are started that are started for each ask.
#[derive(Debug, Clone, Copy, Default)]
pub struct StartOptions {
    /// Always from their files, never forked from a process that is kept ready.
    pub cold: bool,
    /// One in so many asks is made twice, to see whether the answers are the same.
    pub repeat: Option<u64>,
}

/// What matches are played with besides their bots.
#[derive(Debug, Clone, Copy)]
pub struct SeatContext<'a> {
    /// The program that has the rules, in games that have one.
    pub program: Option<&'a Bot>,
    /// As many programs may think at once as there are of these, in games whose bots can be kept
    /// waiting.
    pub permits: &'a Arc<Semaphore>,
    /// How programs are started that are started for each ask.
    pub starting: StartOptions,
    /// Where bots have folders of their own, in games that give them some.
    pub folder: &'a Path,
}

/// The seats of a match, with what is theirs as long as it lasts.
#[derive(Debug)]
pub struct MatchSeats {
    /// In the order of the bots, and behind them the program that has the rules, in games that have
    /// one.
    pub seats: Vec<Seat>,
    /// The bots' own folders, in games that give them some.
    _folder: Option<TempDir>,
}

impl MatchSeats {
    pub fn new<'a>(
        rules: &GameRules,
        bots: impl Iterator<Item = &'a Bot>,
        context: SeatContext<'a>,
    ) -> io::Result<MatchSeats> {
        match rules.seating() {
            Seating::PerRound { file } => living(bots, file, context.folder),
            Seating::PerMatch => {
                let all = bots.chain(context.program);
                Ok(MatchSeats { seats: taking_turns(all, context.permits), _folder: None })
            }
            Seating::PerRequest => Ok(MatchSeats { seats: short_lived(bots, context), _folder: None }),
            Seating::Multiplexed => {
                Err(io::Error::other("the bots of this game share processes between matches"))
            }
        }
    }
}

/// Seats of programs that are started for each ask.
fn short_lived<'a>(bots: impl Iterator<Item = &'a Bot>, context: SeatContext<'_>) -> Vec<Seat> {
    let SeatContext { permits, starting: StartOptions { cold, repeat }, .. } = context;
    let seat = |bot: &Bot| {
        let once = OneShotSeat::new(bot.program.clone(), Arc::clone(permits));
        let once = match &bot.warm {
            Some(program) if !cold => once.kept_ready(ForkServer::new(program.clone())),
            _ => once,
        };
        Seat::OneShot(Box::new(match repeat {
            Some(repeat) => once.repeating(repeat),
            None => once,
        }))
    };
    bots.map(seat).collect()
}

/// Seats of programs that live on between asks, and of which only some think at once.
fn taking_turns<'a>(bots: impl Iterator<Item = &'a Bot>, permits: &Arc<Semaphore>) -> Vec<Seat> {
    let seat = |bot: &Bot| {
        let processes = PrespawnedProcesses::without_file(bot.program.clone());
        Seat::Dedicated(Box::new(DedicatedSeat::new(processes).sharing(Arc::clone(permits))))
    };
    bots.map(seat).collect()
}

/// Seats of bots that live for a round, each with a folder of its own that has this file.
fn living<'a>(bots: impl Iterator<Item = &'a Bot>, file: &str, within: &Path) -> io::Result<MatchSeats> {
    let folder = tempfile::Builder::new().prefix("rathaus-").tempdir_in(within)?;
    let seat = |(position, bot): (usize, &Bot)| {
        let own =
            |place: &str| bot.in_private_folder(&folder.path().join(position.to_string()).join(place), file);
        let processes = PrespawnedProcesses::new([own("one")?, own("other")?], file);
        Ok(Seat::Dedicated(Box::new(DedicatedSeat::new(processes))))
    };
    let seats: io::Result<Vec<Seat>> = bots.enumerate().map(seat).collect();
    Ok(MatchSeats { seats: seats?, _folder: Some(folder) })
}
