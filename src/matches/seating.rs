//! Makes the seats of a match whose bots are not multiplexed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rathaus_games::{ConfiguredGame, ProcessModel, Seed};
use rathaus_sandbox::{PreloadedForkServer, ProgramCommand, TempDir};
use serde_json::Value;
use tokio::sync::Semaphore;

use super::storage::{KeptFiles, StorageFolder};
use crate::seats::{self, CurrentAndNextProcess, DedicatedSeat, IdleProcesses, OneShotSeat, Seat};
use crate::submissions::Bot;
use crate::untrusted::UnreadableFile;

/// How one-shot seats start programs, and whether they repeat requests.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneShotOptions {
    /// Always start programs from their files, never by forking a warm process.
    pub cold: bool,
    /// Send every n-th request twice, to see whether the replies are the same.
    pub repeat: Option<u64>,
}

/// What seats need in addition to their bots.
#[derive(Debug, Clone, Copy)]
pub struct SeatingContext<'a> {
    /// The program of a custom game.
    pub program: Option<&'a Bot>,
    /// The seed of the match.
    pub seed: Seed,
    /// One permit for each program that may think at the same time, in games whose bots can be
    /// made to wait.
    pub permits: &'a Arc<Semaphore>,
    /// How one-shot seats start programs, and whether they repeat requests.
    pub starting: OneShotOptions,
    /// The folder for the bots' private folders, in games that have them.
    pub folder: &'a Path,
    /// Where processes and sandboxes of other matches are, if several are played.
    pub idle: Option<&'a IdleProcesses>,
    /// What the bot in each seat has kept from earlier matches. Empty if none keeps anything.
    pub kept: &'a [KeptFiles],
}

/// The seats of a match, with their temporary folder.
#[derive(Debug)]
pub struct MatchSeats {
    /// One seat per bot in order, then that of a custom game's program.
    pub seats: Vec<Seat>,
    /// The folder of each bot that survives the match, if it has one.
    storages: Vec<Option<StorageFolder>>,
    /// Holds the bots' private folders, in games that have them.
    _folder: Option<TempDir>,
}

/// What a bot has left in its folder. `None` if it has no folder.
pub type LeftFiles = Option<Result<KeptFiles, UnreadableFile>>;

impl MatchSeats {
    pub fn new<'a>(
        rules: &ConfiguredGame,
        bots: impl Iterator<Item = &'a Bot>,
        context: SeatingContext<'a>,
    ) -> io::Result<MatchSeats> {
        let seated: Vec<Cow<'a, Bot>> =
            bots.enumerate().map(|(seat, bot)| bot.for_seat(seat, context.seed)).collect();
        let bots = seated.iter().map(|bot| &**bot);
        match rules.seating() {
            ProcessModel::PerRound { file } => living(bots, file, context.folder),
            ProcessModel::PerMatch => taking_turns(bots, context),
            ProcessModel::PerRequest => Ok(MatchSeats::without_folders(short_lived(bots, context))),
            ProcessModel::Multiplexed => {
                Err(io::Error::other("the bots of this game share processes between matches"))
            }
        }
    }

    fn without_folders(seats: Vec<Seat>) -> MatchSeats {
        MatchSeats { seats, storages: Vec::new(), _folder: None }
    }

    /// Keeps processes and sandboxes for other matches, where possible. The match has been played
    /// to its end. Returns what each bot has left in its folder.
    pub async fn recycle(mut self) -> Vec<LeftFiles> {
        seats::recycle_together(std::mem::take(&mut self.seats)).await;
        self.storages.iter().map(|storage| storage.as_ref().map(StorageFolder::left)).collect()
    }
}

impl Drop for MatchSeats {
    fn drop(&mut self) {
        seats::end_together(std::mem::take(&mut self.seats));
    }
}

/// The options of the bots in their seats. Empty if none has any.
pub fn bots_options<'a>(bots: impl Iterator<Item = &'a Bot> + Clone) -> Vec<BTreeMap<String, Value>> {
    match bots.clone().all(|bot| bot.options.is_empty()) {
        true => Vec::new(),
        false => bots.map(|bot| bot.options.clone()).collect(),
    }
}

/// One-shot seats.
fn short_lived<'a>(bots: impl Iterator<Item = &'a Bot>, context: SeatingContext<'_>) -> Vec<Seat> {
    let SeatingContext { permits, starting: OneShotOptions { cold, repeat }, .. } = context;
    let seat = |bot: &Bot| {
        let once = OneShotSeat::new(bot.program.clone(), Arc::clone(permits));
        let once = match &bot.warm {
            Some(program) if !cold => once.kept_ready(PreloadedForkServer::new(program.clone())),
            _ => once,
        };
        Seat::OneShot(Box::new(match repeat {
            Some(repeat) => once.repeating(repeat),
            None => once,
        }))
    };
    bots.map(seat).collect()
}

/// Dedicated seats that share the permits, so that only some think at once. The last one is that of
/// the program with the rules.
fn taking_turns<'a>(
    bots: impl Iterator<Item = &'a Bot> + Clone,
    context: SeatingContext<'_>,
) -> io::Result<MatchSeats> {
    let SeatingContext { program, permits, idle, .. } = context;
    let (storages, folder) = storages(bots.clone(), context)?;
    let seat = |bot: &Bot, command: ProgramCommand, reset: Option<&str>| {
        let processes = CurrentAndNextProcess::without_file(command).with_idle(idle);
        let reset = reset.filter(|_| bot.reuse.plays_again).map(|lines| lines.as_bytes().to_vec());
        let seat = DedicatedSeat::new(processes).sharing(Arc::clone(permits)).playing_again(reset);
        Seat::Dedicated(Box::new(seat))
    };
    let reset = program.and_then(|program| program.reuse.reset.as_deref());
    let of_program = program.map(|program| seat(program, program.program.clone(), Some("")));
    let of_bots = bots.zip(&storages).map(|(bot, storage)| match storage {
        // A process with a folder of this match cannot play another one.
        Some(storage) => seat(bot, storage.given_to(bot.program.clone()), None),
        None => seat(bot, bot.program.clone(), reset),
    });
    Ok(MatchSeats { seats: of_bots.chain(of_program).collect(), storages, _folder: folder })
}

/// The folder of each bot that survives matches, within a temporary folder.
fn storages<'a>(
    bots: impl Iterator<Item = &'a Bot> + Clone,
    SeatingContext { kept, folder, .. }: SeatingContext<'_>,
) -> io::Result<(Vec<Option<StorageFolder>>, Option<TempDir>)> {
    if bots.clone().all(|bot| bot.storage_bytes.is_none()) {
        return Ok((bots.map(|_| None).collect(), None));
    }
    let folder = TempDir::new_in(folder, "rathaus-match-")?;
    let storage = |(seat, bot): (usize, &Bot)| {
        let files = kept.get(seat).cloned().unwrap_or_default();
        let place = folder.path().join(seat.to_string());
        bot.storage_bytes.map(|most| StorageFolder::new(place, &files, most)).transpose()
    };
    let storages = bots.enumerate().map(storage).collect::<io::Result<_>>()?;
    Ok((storages, Some(folder)))
}

/// Dedicated seats with a process per round, each with two private folders that have this file.
fn living<'a>(bots: impl Iterator<Item = &'a Bot>, file: &str, within: &Path) -> io::Result<MatchSeats> {
    let folder = TempDir::new_in(within, "rathaus-match-")?;
    let seat = |(position, bot): (usize, &Bot)| {
        let own =
            |place: &str| bot.in_private_folder(&folder.path().join(position.to_string()).join(place), file);
        let processes = CurrentAndNextProcess::new([own("one")?, own("other")?], file);
        Ok(Seat::Dedicated(Box::new(DedicatedSeat::new(processes))))
    };
    let seats: io::Result<Vec<Seat>> = bots.enumerate().map(seat).collect();
    Ok(MatchSeats { seats: seats?, storages: Vec::new(), _folder: Some(folder) })
}
