//! What pages show of a match in addition to its result: views that games collect during a replay,
//! and queries about genomes.

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::Value;

use crate::{Fault, LiveMatch, MatchSetupError, Observer, Seed};

/// An observer that collects what a page shows of a match.
pub trait PageDataCollector: Observer {
    /// The collected view as JSON. `None` if the observer did not see enough of the match.
    fn finish(self: Box<Self>) -> Option<Value>;
}

/// A collector, with the name of its part in the JSON of the page.
pub struct NamedPageDataCollector {
    /// The name of this part in the JSON of the page.
    pub key: &'static str,
    /// The observer that collects the view.
    pub collector: Box<dyn PageDataCollector>,
}

/// A genome of at most 128 bits. The first bit is the least significant.
pub type Genome = u128;

/// Queries about specimens and genomes, for games in which bots act for specimens.
pub trait SpecimenQueries {
    /// Parses a genome from hexadecimal digits. The error says why the match cannot have such
    /// a genome.
    fn genome(&self, written: &str) -> Result<Genome, String>;

    /// The number of the cell in this column and row, if there is one.
    fn cell(&self, x: u16, y: u16) -> Option<u16>;

    /// A collector of the specimens that are in a cell before the moves of a turn. Its JSON has
    /// `all` and `genomes`, with the fittest first. It ends the match as soon as it has them.
    fn specimens(&self, turn: u32, cell: u16) -> Box<dyn PageDataCollector>;

    /// Adds the fittest of the specimens that [`specimens`](SpecimenQueries::specimens) collected
    /// to the view of the match. Returns false if there are none.
    fn pick(&self, view: &mut Value, turn: u32, cell: u16, specimens: &Value) -> bool;

    /// The genomes in the view of a match that are worth an analysis, the most interesting
    /// ones first.
    fn genomes(&self, view: &Value) -> Vec<Genome>;

    /// An analysis of what genomes do in the match with this seed. The bot gave this
    /// handshake reply.
    fn analysis(
        &self,
        seed: Seed,
        handshake_reply: Option<&HandshakeReply>,
        genomes: Vec<Genome>,
    ) -> Result<Box<dyn GenomeAnalysisSession>, MatchSetupError>;
}

/// A series of games that a bot plays to show what genomes do. They do not count for any result.
pub trait GenomeAnalysisSession {
    /// The next game to play. `None` if there are no more.
    fn game(&mut self) -> Option<&mut dyn LiveMatch>;

    /// Reports that the current game was played to its end, with the bot's fault if it had one.
    /// Returns an error if the fault leaves nothing to show.
    fn played(&mut self, fault: Option<Fault>) -> Result<(), Box<Fault>>;

    /// Why a part of the analysis is missing.
    fn problem(&self) -> Option<&str>;

    /// The analysis as JSON for pages. `is_same` says whether the bot is the one that played
    /// the match.
    fn finish(self: Box<Self>, is_same: bool) -> Value;
}
