//! The interface between a game and the rest of the program.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rathaus_protocol::handshake::{HandshakeReply, HandshakeRequest};
use serde_json::Value;

use crate::check::{MultiplayerCheckPlan, SinglePlayerCheck};
use crate::custom::{self, CustomGameDefinition, ScoreOrder, SeatRange};
use crate::number::MAX_SAFE_INTEGER;
use crate::options::GameCliOption;
use crate::parameters::{AnyGameParameters, ParameterDescription, ParameterError};
use crate::registry::{built_in, names};
use crate::report::{
    MatchReportInput, MatchScoreHistory, MeanScoreReporter, MultiplayerReportContent, RecomputedOutcome,
    SinglePlayerReporter, plain_report,
};
use crate::view::{NamedPageDataCollector, SpecimenQueries};
use crate::{LiveMatch, Seed};

/// Everything particular to one game, including the values of its parameters.
///
/// Each game has one implementation. The rest of the program knows games only through this trait.
pub trait GameDefinition: AnyGameParameters + fmt::Debug + Send + Sync + Any {
    /// The name that users and files write: lower-case letters, digits and dashes.
    fn name(&self) -> &str;

    /// The name for use in a sentence: "the rat race".
    fn title(&self) -> &str;

    /// How processes are started for the seats. No parameter changes it.
    fn seating(&self) -> ProcessModel;

    /// How many seats a match can have. No parameter changes it.
    fn seats(&self) -> SeatRange;

    /// Whether several bots play in one match. In single-player games, each bot plays the same
    /// boards by itself.
    fn is_multiplayer(&self) -> bool {
        self.seats().to > 1
    }

    /// The first message to each bot. `None` for games without a handshake.
    fn handshake(&self) -> Option<HandshakeRequest> {
        None
    }

    /// Named values that the build of a submission can refer to.
    fn build_values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// How many matches one multiplexed process should play at once. `all_busy` says whether every
    /// processor has other work while the host and the bot wait for each other.
    fn matches_in_flight(&self, all_busy: bool) -> usize {
        let _ = all_busy;
        1
    }

    /// Whether one match uses all processors. If so, matches run one after the other.
    fn uses_all_processors(&self) -> bool {
        false
    }

    /// Whether the highest or the lowest scores are the best. No parameter changes it.
    fn best(&self) -> ScoreOrder {
        ScoreOrder::Highest
    }

    /// Whether the scores of a match only say which seats did better than others. With two seats,
    /// each has won, drawn or lost.
    fn has_ranks(&self) -> bool {
        false
    }

    /// The score of a bot that could not be started.
    fn least_score(&self) -> f64 {
        0.0
    }

    /// Whether `score` is possible for a seat: by default, whole numbers from the least score on.
    fn can_score(&self, score: f64) -> bool {
        (self.least_score()..=MAX_SAFE_INTEGER).contains(&score) && score.fract() == 0.0
    }

    /// Whether a match with these scores can have these details. Everything that the details say
    /// about the scores must agree with them.
    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool;

    /// Roughly the maximum size in bytes of a match's details as JSON, without faults.
    fn details_bytes(&self, seats: usize) -> u64;

    /// Names of the details that a clock measured. They differ each time the match is played.
    fn measured_details(&self) -> &'static [&'static str] {
        &[]
    }

    /// The program that implements the rules. `None` for built-in games.
    fn program(&self) -> Option<&custom::CustomGameIdentity> {
        None
    }

    /// The kind of seed file that organisers can provide, if the game has one.
    fn seed_file(&self) -> Option<SeedFileSupport> {
        None
    }

    /// How tournaments of the game are arranged by default.
    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: false, pairs_meet_twice: false }
    }

    /// How many turns per second a person can follow.
    fn watch_speed(&self) -> u32 {
        1
    }

    /// The character that marks a seat on the board, for games that draw owners as letters.
    fn seat_mark(&self, seat: usize) -> Option<char> {
        let _ = seat;
        None
    }

    /// What reports show of a single-player game.
    fn single_player_report(&self) -> &'static dyn SinglePlayerReporter {
        &MeanScoreReporter
    }

    /// What the report of a multiplayer match shows.
    ///
    /// # Errors
    ///
    /// Why the details do not fit the match.
    fn match_report(&self, facts: &MatchReportInput) -> Result<MultiplayerReportContent, String> {
        Ok(plain_report(self.best(), facts))
    }

    /// Whether the game records rounds.
    fn has_history(&self) -> bool {
        false
    }

    /// What happened round by round in a match with these details. `None` if the game does not
    /// record rounds.
    fn history(&self, details: &Value) -> Option<MatchScoreHistory> {
        let _ = details;
        None
    }

    /// Whether details can have statistics of seats, under `stats`.
    fn has_stats(&self) -> bool {
        false
    }

    /// Recomputes the result of a match from the choices in its details. `None` if the details hold
    /// too little for that. The inner error says why the details are inconsistent.
    fn recompute(
        &self,
        seats: usize,
        seed: Seed,
        details: &Value,
    ) -> Option<Result<RecomputedOutcome, String>> {
        let _ = (seats, seed, details);
        None
    }

    /// Options that the game adds to `rathaus play`.
    fn options(&self) -> &'static [GameCliOption] {
        &[]
    }

    /// Whether reports show more than the leaderboard.
    fn has_detailed_report(&self) -> bool {
        !self.is_multiplayer()
    }

    /// Whether players have identifiers, which organisers can assign.
    fn has_player_ids(&self) -> bool {
        false
    }

    /// What pages show of a match in addition to its result. `None` if the game has no such view.
    /// With `until`, the collector ends the match before that turn.
    fn view(&self, until: Option<u32>) -> Option<NamedPageDataCollector> {
        let _ = until;
        None
    }

    /// Whether every match has more turns than this. If so, pages load the beginning of a
    /// match first.
    fn has_more_turns_than(&self, turns: u32) -> bool {
        let _ = turns;
        false
    }

    /// Queries about genomes, for games that have them.
    fn genetics(&self) -> Option<&dyn SpecimenQueries> {
        None
    }

    /// How to check a bot of a single-player game. `None` for games without such a check.
    fn check(&self) -> Option<&'static dyn SinglePlayerCheck> {
        None
    }

    /// How to check a bot of a multiplayer game. `None` for games without such a check.
    fn multiplayer_check(&self) -> Option<&'static dyn MultiplayerCheckPlan> {
        None
    }

    /// Starts a match.
    ///
    /// # Errors
    ///
    /// A parameter or a handshake reply makes the match impossible.
    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError>;
}

/// How processes are started for the seats of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessModel {
    /// One process plays many matches at the same time. Requires a handshake.
    Multiplexed,
    /// Each seat has a dedicated process for the whole match.
    PerMatch,
    /// Each seat has a new process for each round, and a folder with this file that outlives
    /// the round.
    PerRound {
        /// The file's name.
        file: &'static str,
    },
    /// Each request gets a one-shot process, which ends after its reply.
    PerRequest,
}

/// Random numbers from a file of the organiser instead of from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeedFileSupport {
    /// How to get such a file. Appears in the comments of a new `tournament.toml`.
    pub hint: &'static str,
}

/// How tournaments of a game are arranged by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentDefaults {
    /// Whether one game takes long enough to be a whole tournament. The default number of games is
    /// then 1.
    pub is_long: bool,
    /// Whether two-seat games default to a double round-robin instead of games with drawn seats.
    pub pairs_meet_twice: bool,
}

/// What a match starts from, in addition to its rules.
#[derive(Debug, Clone)]
pub struct MatchInputs {
    /// The seed of the match.
    pub seed: Seed,
    /// The handshake reply of each seat, for games with a handshake.
    pub handshake_replies: Vec<Option<HandshakeReply>>,
    /// The identifier of each seat, from 1, for games with identifiers. Drawn from the seed
    /// if absent.
    pub ids: Option<Vec<u32>>,
    /// The numbers of a seed file, for games that have one. Drawn from the seed if absent.
    pub numbers: Option<Vec<u64>>,
    /// The options of the bot in each seat, for the program of a custom game. Empty if no bot has
    /// any.
    pub options: Vec<BTreeMap<String, Value>>,
}

impl MatchInputs {
    /// A single-player match of a bot that gave this handshake reply.
    pub fn single_player(seed: Seed, handshake_reply: Option<&HandshakeReply>) -> MatchInputs {
        MatchInputs {
            seed,
            handshake_replies: vec![handshake_reply.cloned()],
            ids: None,
            numbers: None,
            options: Vec::new(),
        }
    }
}

/// No built-in game has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`; the games are: {list}", list = names().collect::<Vec<_>>().join(", "))]
pub struct UnknownGame(pub String);

/// A match cannot begin, because of the parameters or because of a handshake reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchSetupError(pub String);

/// A game with the values of its parameters: all that is needed to begin its matches.
#[derive(Debug, Clone)]
pub struct ConfiguredGame(Arc<dyn GameDefinition>);

impl Deref for ConfiguredGame {
    type Target = dyn GameDefinition;

    fn deref(&self) -> &dyn GameDefinition {
        &*self.0
    }
}

impl PartialEq for ConfiguredGame {
    /// Equal rules give equal matches: name, program and parameters are compared.
    fn eq(&self, other: &ConfiguredGame) -> bool {
        self.name() == other.name()
            && self.program() == other.program()
            && self.parameters() == other.parameters()
    }
}

impl ConfiguredGame {
    /// Wraps a definition.
    pub fn new(definition: impl GameDefinition) -> ConfiguredGame {
        ConfiguredGame(Arc::new(definition))
    }

    /// The custom game with this program. `values` must have been checked when the spec was made.
    pub fn of_program(
        program: custom::CustomGameIdentity,
        values: BTreeMap<String, Value>,
    ) -> ConfiguredGame {
        ConfiguredGame::new(CustomGameDefinition::of_spec(program, values))
    }

    /// The built-in game with this name and these settings.
    ///
    /// # Errors
    ///
    /// The outer error says that the name is unknown. The inner one lists all mistakes in
    /// the settings.
    pub fn resolve<'a>(
        game: &str,
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Result<ConfiguredGame, Vec<ParameterError>>, UnknownGame> {
        let built_in = built_in(game).ok_or_else(|| UnknownGame(game.into()))?;
        Ok(built_in.configured(&settings.into_iter().collect::<Vec<_>>()))
    }

    /// The definition as a concrete type, for tools that support only that game.
    pub fn downcast<T: GameDefinition>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The parameters by name.
    pub fn parameters(&self) -> BTreeMap<String, Value> {
        self.values().into_iter().collect()
    }

    /// All parameters, in the order to show them in.
    pub fn describe(&self) -> Vec<ParameterDescription> {
        self.descriptions()
    }

    /// Removes the details that a clock measured, and returns them.
    pub fn take_measured(&self, details: &mut Value) -> Value {
        let taken = self
            .measured_details()
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), details.as_object_mut()?.remove(*name)?)));
        Value::Object(taken.collect())
    }
}
