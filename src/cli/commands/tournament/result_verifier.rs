//! Decides whether results that other machines have played can be stored.

use std::collections::BTreeSet;
use std::time::Duration;

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::CustomGameIdentity;
use sha2::{Digest, Sha256};

use super::load::unusable;
use crate::cli::args::SandboxArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::store::Store;
use crate::submissions::{Bot, LoadedCustomGame};
use crate::tournament::config::TournamentConfig;
use crate::tournament::verification::{ResultVerificationError, proven};
use crate::tournament::{MatchKey, MatchSchedule, PlayedMatch, ResultTrustLevel};

/// Verifies results from other machines.
pub(super) struct ResultVerifier {
    /// The keys of the tournament's matches.
    own: BTreeSet<MatchKey>,
    /// The keys of those that are ruled instead of played.
    ruled: BTreeSet<MatchKey>,
    /// The program with the rules, in custom games.
    program: Option<Bot>,
    /// The share of results to replay, from 0 to 1. `secret` and the key of a match decide whether
    /// its result is replayed.
    share: f64,
    secret: Vec<u8>,
}

/// A result with how well it is proven, or why it is refused.
pub(super) type VerifiedResult = Result<(PlayedMatch, ResultTrustLevel), String>;

impl ResultVerifier {
    pub(super) fn new(
        store: &mut Store,
        schedule: &MatchSchedule,
        share: f64,
        program: Option<Bot>,
    ) -> Result<ResultVerifier, CommandError> {
        let secret = if share < 1.0 { secret(store)? } else { Vec::new() };
        let own = schedule.keys.iter().copied().collect();
        let ruled = schedule.rulings.keys().map(|position| schedule.keys[*position]).collect();
        Ok(ResultVerifier { own, ruled, program, share, secret })
    }

    /// Whether the tournament has a match with this key.
    pub(super) fn is_own(&self, key: MatchKey) -> bool {
        self.own.contains(&key)
    }

    /// Why this cannot be a result of the tournament, if so.
    pub(super) fn refusal(&self, schedule: &MatchSchedule, played: &PlayedMatch) -> Option<String> {
        if let Some(why) = played.contradiction(schedule.rules_for(&played.spec)) {
            return Some(why);
        }
        let key = MatchKey::parse(&played.key);
        if key.is_some_and(|key| self.ruled.contains(&key)) {
            return Some(format!(
                "the match {:.12} is ruled, and its ruling stands; `rathaus tournament run --withdraw-rulings` \
                 withdraws it",
                played.key
            ));
        }
        let is_own = key.is_some_and(|key| self.is_own(key));
        (!is_own).then(|| format!("the match {:.12} does not belong to this tournament", played.key))
    }

    /// Whether the same result is already stored and proven, so that a replay is unnecessary.
    pub(super) fn is_proven(
        store: &Store,
        schedule: &MatchSchedule,
        played: &PlayedMatch,
    ) -> Result<bool, CommandError> {
        let Some((stored, origin)) = store.get_with_origin(&played.key).map_err(unusable)? else {
            return Ok(false);
        };
        let clockless = |played: &PlayedMatch| played.result.without_clocks(schedule.rules());
        let is_same = clockless(&stored).difference(&clockless(played)).is_none();
        Ok(is_same && origin >= ResultTrustLevel::Replayed)
    }

    /// The result to store, and how well it is proven. Replays it on a thread of its own, if that is
    /// needed.
    pub(super) fn verify(
        &self,
        schedule: &MatchSchedule,
        played: PlayedMatch,
        is_trusted: bool,
    ) -> impl Future<Output = VerifiedResult> + 'static {
        let is_drawn = self.is_drawn(&played.key);
        let (rules, program) = (schedule.rules_for(&played.spec).clone(), self.program.clone());
        async move {
            if is_trusted {
                return Ok((played, ResultTrustLevel::Trusted));
            }
            if played.recording.is_none() {
                return Err(ResultVerificationError::NoRecording.to_string());
            }
            if !is_drawn {
                return Ok((played, ResultTrustLevel::Sampled));
            }
            let checked = apart(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let runtime = runtime.map_err(|error| error.to_string())?;
                let result = runtime.block_on(proven(&played, &rules, program.as_ref()));
                result.map(|result| PlayedMatch { result, ..played }).map_err(|why| why.to_string())
            });
            Ok((checked.await?, ResultTrustLevel::Replayed))
        }
    }

    /// Whether the draw selects the match with this key for a replay.
    fn is_drawn(&self, key: &str) -> bool {
        self.share >= 1.0 || draw(&self.secret, key) < self.share
    }
}

/// The secret of the database. It is stored, so that submitting a result again does not get a new
/// draw.
pub(super) fn secret(store: &mut Store) -> Result<Vec<u8>, CommandError> {
    let fresh = [play_context::random_seed(), play_context::random_seed()];
    store.secret(&fresh.map(|part| part.0.to_le_bytes()).concat()).map_err(unusable)
}

/// A number from 0 to 1 that depends on a secret and on a text.
pub(super) fn draw(secret: &[u8], text: &str) -> f64 {
    let hash = Sha256::new().chain_update(secret).chain_update(text).finalize();
    let (number, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
    u64::from_le_bytes(*number) as f64 / u64::MAX as f64
}

/// Runs slow work on its own thread, so that the caller can be interrupted meanwhile.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let (sender, done) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || sender.send(work()));
    done.await.unwrap_or_else(|_| Err("checking it has failed; the log says how".into()))
}

/// Builds the program with the rules. An error if it is not the program of the tournament.
pub(super) async fn program(
    known: &CustomGameIdentity,
    folder: Option<LoadedCustomGame>,
    config: &TournamentConfig,
    rules: &ConfiguredGame,
    sandbox: &SandboxArgs,
) -> Result<Bot, CommandError> {
    let folder = folder.filter(|folder| folder.rules.program() == Some(known));
    let other = "the game's program is not the one by which the tournament is played\n  \
                 help: restore it, so that results can be checked by it";
    let folder = folder.ok_or_else(|| CommandError::usage(other))?;
    let limit = Duration::from_secs(config.limits.build_seconds);
    let build = play_context::build_context(rules, limit, sandbox).await?;
    folder.program.build(&build).await.map_err(|error| CommandError::submissions(&[error]))
}
