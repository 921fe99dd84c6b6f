//! What the rest of the program asks a game, and the one list of built-in games.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rathaus_protocol::handshake::{Handshake, HandshakeReply};
use serde_json::Value;

use crate::check::BotCheck;
use crate::custom::{self, CustomDefinition, ScoreOrder, SeatRange};
use crate::number::MOST_WHOLE;
use crate::options::GameOption;
use crate::parameters::{ParameterDescription, ParameterError, ParameterSet};
use crate::registry::{built_in, names};
use crate::report::{
    MatchFacts, MatchHistory, MatchReport, MeanScoreReport, RecomputedResult, SinglePlayerReport,
    plain_report,
};
use crate::view::{GameView, Genetics};
use crate::{Game, Seed};

/// Everything particular to one game, with the values of its parameters.
///
/// The one implementation per game is the only place that knows the game: the rest of the program
/// asks through this trait.
pub trait GameDefinition: ParameterSet + fmt::Debug + Send + Sync + Any {
    /// The name in lower-case letters, digits and dashes, as users and files write it.
    fn name(&self) -> &str;

    /// The name in a sentence: "the rat race".
    fn title(&self) -> &str;

    /// How processes are started for the seats.
    fn seating(&self) -> Seating;

    /// How many seats a match can have.
    fn seats(&self) -> SeatRange;

    /// Whether bots meet in one match. Otherwise each plays the same boards by itself.
    fn is_multiplayer(&self) -> bool {
        self.seats().to > 1
    }

    /// The first message to each bot, for games with a handshake.
    fn handshake(&self) -> Option<Handshake> {
        None
    }

    /// Values that the build of a submission may refer to, by name.
    fn build_values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// How many matches one multiplexed process should play at once. `all_busy` says whether every
    /// processor has other work to do while the host and the bot wait for each other.
    fn matches_in_flight(&self, all_busy: bool) -> usize {
        let _ = all_busy;
        1
    }

    /// Whether one match uses all processors, so that matches run one after the other.
    fn uses_all_processors(&self) -> bool {
        false
    }

    /// Which scores are the best.
    fn best(&self) -> ScoreOrder {
        ScoreOrder::Highest
    }

    /// The score of a bot that could not be started.
    fn least_score(&self) -> f64 {
        0.0
    }

    /// Whether a seat can have this score.
    fn can_score(&self, score: f64) -> bool {
        (self.least_score()..=MOST_WHOLE).contains(&score)
    }

    /// Whether a match of so many seats can have these details.
    fn can_have_details(&self, details: &Value, seats: usize) -> bool {
        let _ = seats;
        details.is_object()
    }

    /// About the most bytes of details that a match of so many seats has as JSON, without faults.
    fn details_bytes(&self, seats: usize) -> u64;

    /// Names of details that a clock measured. They differ whenever the match is played again.
    fn measured_details(&self) -> &'static [&'static str] {
        &[]
    }

    /// The program that decides by the rules, for custom games.
    fn program(&self) -> Option<&custom::ProgramIdentity> {
        None
    }

    /// The seed files that organisers can give a match of so many seats, if the game has them.
    fn seed_file(&self) -> Option<SeedFile> {
        None
    }

    /// How tournaments of the game are arranged by default.
    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: false, pairs_meet_twice: false }
    }

    /// At how many turns a second a person can follow a match.
    fn watch_speed(&self) -> u32 {
        1
    }

    /// The character that marks a seat on the board, for games that draw owners as letters.
    fn seat_mark(&self, seat: usize) -> Option<char> {
        let _ = seat;
        None
    }

    /// What reports show, for single-player games.
    fn single_player_report(&self) -> &'static dyn SinglePlayerReport {
        &MeanScoreReport
    }

    /// What the report of a multiplayer match shows, or why the details do not fit.
    fn match_report(&self, facts: &MatchFacts) -> Result<MatchReport, String> {
        Ok(plain_report(self.best(), facts))
    }

    /// What happened round by round in a match with these details, if the game says that.
    fn history(&self, details: &Value) -> Option<MatchHistory> {
        let _ = details;
        None
    }

    /// The result of a match that follows from the choices in its details, if they hold enough for
    /// that, or why they make no sense.
    fn recompute(
        &self,
        seats: usize,
        seed: Seed,
        details: &Value,
    ) -> Option<Result<RecomputedResult, String>> {
        let _ = (seats, seed, details);
        None
    }

    /// Options that the game adds to `rathaus play`.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// Whether reports have more to show than their leaderboard.
    fn has_detailed_report(&self) -> bool {
        !self.is_multiplayer()
    }

    /// Whether players have identifiers, which organisers can give out.
    fn has_player_ids(&self) -> bool {
        false
    }

    /// What pages show of a match, if the game shows more than results. The collector ends the
    /// match before this turn, if one is given.
    fn view(&self, until: Option<u32>) -> Option<GameView> {
        let _ = until;
        None
    }

    /// Whether each match has more turns than these, so that pages show its beginning first.
    fn has_more_turns_than(&self, turns: u32) -> bool {
        let _ = turns;
        false
    }

    /// What can be asked about genomes, for games that have some.
    fn genetics(&self) -> Option<&dyn Genetics> {
        None
    }

    /// How to check a bot by itself, for single-player games.
    fn check(&self) -> Option<&'static dyn BotCheck> {
        None
    }

    /// Starts a match.
    fn begin(&self, setup: MatchSetup) -> Result<Box<dyn Game>, MatchSetupError>;
}

/// How processes are started for the seats of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// One process plays many matches at the same time. It needs a handshake.
    Multiplexed,
    /// Each seat has a process for the whole match.
    PerMatch,
    /// Each seat has a process for a round, and a folder with this file that outlives the round.
    PerRound {
        /// The file's name.
        file: &'static str,
    },
    /// A process starts for each request and ends after its reply.
    PerRequest,
}

/// Numbers that come from a file of the organiser instead of the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeedFile {
    /// How to get such a file, for the comments of a new `tournament.toml`.
    pub hint: &'static str,
}

/// How tournaments of a game are arranged by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentDefaults {
    /// One drawn game takes long enough to be a tournament.
    pub is_long: bool,
    /// Games of two seats are double round-robins, and not drawn.
    pub pairs_meet_twice: bool,
}

/// What a match begins with, in addition to its rules.
#[derive(Debug, Clone)]
pub struct MatchSetup {
    /// The seed of the match.
    pub seed: Seed,
    /// The reply of each seat to the handshake, for games that have one.
    pub handshake_replies: Vec<Option<HandshakeReply>>,
    /// The identifier of each seat, from 1. Drawn from the seed if absent. For games that have
    /// them.
    pub ids: Option<Vec<u32>>,
    /// The numbers of a seed file. Drawn from the seed if absent. For games that have one.
    pub numbers: Option<Vec<u64>>,
}

impl MatchSetup {
    /// A single-player match of a bot that replied to the handshake like this.
    pub fn single_player(seed: Seed, handshake_reply: Option<&HandshakeReply>) -> MatchSetup {
        MatchSetup { seed, handshake_replies: vec![handshake_reply.cloned()], ids: None, numbers: None }
    }
}

/// No built-in game has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`; the games are: {list}", list = names().collect::<Vec<_>>().join(", "))]
pub struct UnknownGame(pub String);

/// A match cannot begin, because of the parameters or because of a reply to the handshake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchSetupError(pub String);

/// A game with the values of its parameters: all that is needed to begin matches of it.
#[derive(Debug, Clone)]
pub struct GameRules(Arc<dyn GameDefinition>);

impl Deref for GameRules {
    type Target = dyn GameDefinition;

    fn deref(&self) -> &dyn GameDefinition {
        &*self.0
    }
}

impl PartialEq for GameRules {
    /// The same matches follow from both.
    fn eq(&self, other: &GameRules) -> bool {
        self.name() == other.name()
            && self.program() == other.program()
            && self.parameters() == other.parameters()
    }
}

impl GameRules {
    /// The rules of this definition.
    pub fn new(definition: impl GameDefinition) -> GameRules {
        GameRules(Arc::new(definition))
    }

    /// The custom game of this program, with values that were checked when its spec was made.
    pub fn of_program(program: custom::ProgramIdentity, values: BTreeMap<String, Value>) -> GameRules {
        GameRules::new(CustomDefinition::of_spec(program, values))
    }

    /// The built-in game of this name with these settings. All mistakes at once.
    pub fn resolve<'a>(
        game: &str,
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Result<GameRules, Vec<ParameterError>>, UnknownGame> {
        let built_in = built_in(game).ok_or_else(|| UnknownGame(game.into()))?;
        Ok(built_in.configured(&settings.into_iter().collect::<Vec<_>>()))
    }

    /// The definition as the type of one game, for tools that are about that game alone.
    pub fn downcast<T: GameDefinition>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The parameters by name.
    pub fn parameters(&self) -> BTreeMap<String, Value> {
        self.values().into_iter().collect()
    }

    /// All parameters, in the order in which people should read them.
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
