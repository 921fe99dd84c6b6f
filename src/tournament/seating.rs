//! Seats for the bots of a match that all play together.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rathaus_sandbox::ForkServer;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::game::Rules;
use crate::seat::{Once, Seat, Solo, Succession};
use crate::submission::Bot;

/// The file that a bot may write to, and find again in the next round.
const PRIVATE_FILE: &str = "data.txt";

/// How programs are started that are started for each ask.
#[derive(Debug, Clone, Copy, Default)]
pub struct Starting {
    /// Always from their files, never forked from a process that is kept ready.
    pub cold: bool,
    /// One in so many asks is made twice, to see whether the answers are the same.
    pub repeat: Option<u64>,
}

/// What matches are played with besides their bots.
#[derive(Debug, Clone, Copy)]
pub struct Furniture<'a> {
    /// The program that has the rules, in games that have one.
    pub program: Option<&'a Bot>,
    /// As many programs may think at once as there are of these, in games whose bots can be kept waiting.
    pub permits: &'a Arc<Semaphore>,
    /// How programs are started that are started for each ask.
    pub starting: Starting,
    /// Where bots have folders of their own, in games that give them some.
    pub folder: &'a Path,
}

/// The seats of a match, with what is theirs as long as it lasts.
#[derive(Debug)]
pub struct Table {
    /// In the order of the bots, and behind them the program that has the rules, in games that have one.
    pub seats: Vec<Seat>,
    /// The bots' own folders, in games that give them some.
    _folder: Option<TempDir>,
}

impl Table {
    /// Seats for these bots.
    pub fn lay<'a>(
        rules: &Rules,
        bots: impl Iterator<Item = &'a Bot>,
        furniture: Furniture<'a>,
    ) -> io::Result<Table> {
        match rules {
            Rules::GridRouting(_) => living(bots, furniture.folder),
            Rules::External(_) => {
                let all = bots.chain(furniture.program);
                Ok(Table { seats: taking_turns(all, furniture.permits), _folder: None })
            }
            _ => Ok(Table { seats: short_lived(bots, furniture), _folder: None }),
        }
    }
}

/// Seats of programs that are started for each ask.
fn short_lived<'a>(bots: impl Iterator<Item = &'a Bot>, furniture: Furniture<'_>) -> Vec<Seat> {
    let Furniture { permits, starting: Starting { cold, repeat }, .. } = furniture;
    let seat = |bot: &Bot| {
        let once = Once::new(bot.program.clone(), Arc::clone(permits));
        let once = match &bot.warm {
            Some(program) if !cold => once.kept_ready(ForkServer::new(program.clone())),
            _ => once,
        };
        Seat::Once(Box::new(match repeat {
            Some(repeat) => once.repeating(repeat),
            None => once,
        }))
    };
    bots.map(seat).collect()
}

/// Seats of programs that live on between asks, and of which only some think at once.
fn taking_turns<'a>(bots: impl Iterator<Item = &'a Bot>, permits: &Arc<Semaphore>) -> Vec<Seat> {
    let seat = |bot: &Bot| {
        let processes = Succession::without_file(bot.program.clone());
        Seat::Solo(Box::new(Solo::new(processes).sharing(Arc::clone(permits))))
    };
    bots.map(seat).collect()
}

/// Seats of bots that live on between asks, each with a folder of its own.
fn living<'a>(bots: impl Iterator<Item = &'a Bot>, within: &Path) -> io::Result<Table> {
    let folder = tempfile::Builder::new().prefix("rathaus-").tempdir_in(within)?;
    let seat = |(position, bot): (usize, &Bot)| {
        let own = |place: &str| {
            bot.in_private_folder(&folder.path().join(position.to_string()).join(place), PRIVATE_FILE)
        };
        let processes = Succession::new([own("one")?, own("other")?], PRIVATE_FILE);
        Ok(Seat::Solo(Box::new(Solo::new(processes))))
    };
    let seats: io::Result<Vec<Seat>> = bots.enumerate().map(seat).collect();
    Ok(Table { seats: seats?, _folder: Some(folder) })
}
