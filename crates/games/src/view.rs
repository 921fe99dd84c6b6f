//! What pages show of a match in addition to its result: views that games collect while a match is
//! replayed, and what pages can ask about genomes.

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::Value;

use crate::{Fault, Game, MatchSetupError, Observer, Seed};

/// Looks on at a match and collects what a page shows.
pub trait ViewCollector: Observer {
    /// What it collected as JSON, if it has seen enough of the match.
    fn finish(self: Box<Self>) -> Option<Value>;
}

/// What a page shows of the matches of one game.
pub struct GameView {
    /// The name of this part in the JSON of the page.
    pub key: &'static str,
    /// What collects it.
    pub collector: Box<dyn ViewCollector>,
}

/// A genome of at most 128 bits, the first in the least significant bit.
pub type Genome = u128;

/// What can be asked about specimens and genomes, for games in which bots act for specimens.
pub trait Genetics {
    /// The genome that is written like this in hexadecimal, or why it is none of this match.
    fn genome(&self, written: &str) -> Result<Genome, String>;

    /// The number of the cell in this column and row, if there is one.
    fn cell(&self, x: u16, y: u16) -> Option<u16>;

    /// Collects the specimens that are in a cell before the moves of a turn: `all`, and `genomes`
    /// with the fittest first. It ends the match as soon as it has them.
    fn specimens(&self, turn: u32, cell: u16) -> Box<dyn ViewCollector>;

    /// Names the fittest of the specimens that [`specimens`](Genetics::specimens) collected in the
    /// view of the match. False if there are none.
    fn pick(&self, view: &mut Value, turn: u32, cell: u16, specimens: &Value) -> bool;

    /// The genomes in the view of a match that people look at, the most interesting ones first.
    fn genomes(&self, view: &Value) -> Vec<Genome>;

    /// Games that show what genomes do in the match with this seed, for a bot with this reply to
    /// the handshake.
    fn analysis(
        &self,
        seed: Seed,
        handshake_reply: Option<&HandshakeReply>,
        genomes: Vec<Genome>,
    ) -> Result<Box<dyn GenomeAnalysis>, MatchSetupError>;
}

/// Games that a bot plays to show what genomes do. Nothing in them counts for a result.
pub trait GenomeAnalysis {
    /// The game to play next, if there is one more.
    fn game(&mut self) -> Option<&mut dyn Game>;

    /// The game was played to its end, with this fault of the bot. An error if that leaves nothing
    /// to show.
    fn played(&mut self, fault: Option<Fault>) -> Result<(), Box<Fault>>;

    /// Why a part of the analysis is missing.
    fn problem(&self) -> Option<&str>;

    /// The analysis as JSON for pages. `is_same` says whether the bot is the one that played the
    /// match.
    fn finish(self: Box<Self>, is_same: bool) -> Value;
}
