//! Which processes play several matches, one after the other.

/// What the author of a bot or of a custom game says about its processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProcessReuse {
    /// Whether its process can play another match, and then plays it as a new process would.
    pub plays_again: bool,
    /// For the program of a custom game: the lines that begin another match for bots that play
    /// several. `None` if each match has new processes.
    pub reset: Option<String>,
}
