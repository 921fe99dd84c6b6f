//! The bots of a worker, which are built once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OnceCell;

use super::{Decline, WorkerHost};
use crate::cluster::broker::Broker;
use crate::cluster::message::{DeclineReason, MatchOrder};
use crate::cluster::names::SOURCES;
use crate::cluster::objects::Objects;
use crate::matches::{RecordedSandbox, SlotGame};
use crate::submissions::{Bot, BuildContext, MAX_PACKAGE_BYTES, Submission};

/// How many games with their bots are kept for later specs. A tournament needs one for each of its
/// groups of boards.
const MOST_GAMES: usize = 64;

/// The bots of the games that a worker has played.
pub(super) struct BotCache {
    broker: Broker,
    sources: OnceCell<Objects>,
    /// By what their specs have in common, as JSON.
    games: RefCell<BTreeMap<String, Rc<OnceCell<CachedGame>>>>,
}

/// A game with its parameters and conditions.
struct CachedGame {
    game: Arc<SlotGame>,
    build: BuildContext,
    /// By the identities of their submissions.
    bots: RefCell<BTreeMap<String, Rc<OnceCell<Bot>>>>,
}

/// What is needed for a match.
pub(super) struct Lineup {
    pub(super) game: Arc<SlotGame>,
    pub(super) bots: Vec<Bot>,
    /// What names the game and the bots.
    pub(super) name: String,
    pub(super) sandbox: RecordedSandbox,
    pub(super) toolchains: Vec<Option<String>>,
}

impl BotCache {
    pub(super) fn new(broker: Broker) -> BotCache {
        BotCache { broker, sources: OnceCell::new(), games: RefCell::default() }
    }

    /// The bots that an order names, built if they are not yet.
    pub(super) async fn lineup(&self, order: &MatchOrder, host: &dyn WorkerHost) -> Result<Lineup, Decline> {
        let MatchOrder { spec, conditions, .. } = order;
        let common = (conditions, &spec.game, &spec.program, &spec.parameters, spec.greeting_seconds);
        let common = serde_json::to_string(&common).expect("names and numbers are always JSON");
        let cell = {
            let mut games = self.games.borrow_mut();
            if games.len() >= MOST_GAMES && !games.contains_key(&common) {
                games.clear();
            }
            Rc::clone(games.entry(common.clone()).or_default())
        };
        let cached = cell.get_or_try_init(|| self.game(order, host)).await?;
        let mut bots = Vec::new();
        for identity in &spec.submissions {
            let cell = Rc::clone(cached.bots.borrow_mut().entry(identity.clone()).or_default());
            bots.push(cell.get_or_try_init(|| self.bot(identity, &cached.build)).await?.clone());
        }
        Ok(Lineup {
            game: Arc::clone(&cached.game),
            toolchains: bots.iter().map(|bot| bot.toolchain.clone()).collect(),
            bots,
            name: format!("{common} {}", spec.submissions.join(" ")),
            sandbox: RecordedSandbox::by(cached.build.sandbox.as_ref()),
        })
    }

    /// The game of an order, with the program of its rules.
    async fn game(&self, order: &MatchOrder, host: &dyn WorkerHost) -> Result<CachedGame, Decline> {
        let unable = |why: String| Decline::new(DeclineReason::Unable, why);
        let rules = order.spec.rules().map_err(|error| unable(error.to_string()))?;
        let build = host.context(&order.conditions, &rules).await.map_err(Decline::unfit)?;
        let program = match &order.spec.program {
            None => None,
            Some(program) => {
                let submission = self.source(&program.identity).await?;
                check(&program.identity, &submission.identity_without_engines())?;
                Some(built(&submission, &build).await?)
            }
        };
        let handshake_time = Duration::from_secs(order.spec.greeting_seconds);
        Ok(CachedGame {
            game: Arc::new(SlotGame { rules, program, handshake_time }),
            build,
            bots: RefCell::default(),
        })
    }

    async fn bot(&self, identity: &str, build: &BuildContext) -> Result<Bot, Decline> {
        let submission = self.source(identity).await?;
        check(identity, &submission.identity(&build.toolbox))?;
        built(&submission, build).await
    }

    /// The submission with this identity, as the store has it.
    async fn source(&self, identity: &str) -> Result<Submission, Decline> {
        let unable = |why: String| Decline::new(DeclineReason::Source, why);
        let sources = self.sources.get_or_try_init(|| Objects::open(&self.broker, SOURCES)).await;
        let sources = sources.map_err(|error| unable(error.to_string()))?;
        let found =
            sources.get(identity, MAX_PACKAGE_BYTES).await.map_err(|error| unable(error.to_string()))?;
        let bytes = found.ok_or_else(|| unable(format!("the source {identity:.12} is not on the broker")))?;
        Submission::unpack(&bytes).map_err(|error| unable(format!("the source {identity:.12}: {error}")))
    }
}

/// An error if a source is not what its identity says. Its files are part of that.
fn check(identity: &str, found: &str) -> Result<(), Decline> {
    match identity == found {
        true => Ok(()),
        false => Err(Decline::new(
            DeclineReason::Source,
            format!(
                "the source {identity:.12} has other files than it should, or starts an engine that differs here"
            ),
        )),
    }
}

async fn built(submission: &Submission, build: &BuildContext) -> Result<Bot, Decline> {
    let built = submission.build(build).await;
    built.map_err(|error| Decline::new(DeclineReason::Unable, error.to_string()))
}
