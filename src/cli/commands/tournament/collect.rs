//! `rathaus tournament plan` and `collect`: play matches on other machines.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::CustomGameIdentity;
use sha2::{Digest, Sha256};

use super::absence;
use super::collect_summary::CollectSummary;
use super::load::{database, open_read_only, rules_of, schedule, unusable};
use super::open::{OpenTournament, owner};
use super::patience::patiently;
use crate::cli::args::tournament::{CollectArgs, PlanArgs};
use crate::cli::exit::CommandError;
use crate::cli::json_pieces::{JsonInputChunk, pieces};
use crate::cli::play_context;
use crate::store::{IncomingResultOrigin, Store};
use crate::submissions::{Bot, LoadedCustomGame};
use crate::tournament::config::{ReplayRetentionConfig, TournamentConfig};
use crate::tournament::verification::{ResultVerificationError, proven};
use crate::tournament::{MatchKey, MatchSchedule, PlayedMatch, ResultTrustLevel};

pub(super) async fn plan(args: &PlanArgs) -> Result<(), CommandError> {
    let opened = OpenTournament::open(&args.file.file, &args.resume, &args.sandbox, false).await?;
    opened.refuse_storage()?;
    absence::warn(&opened.state, None);
    for position in opened.missing()? {
        crate::cli::terminal::print_json_line(&opened.schedule.spec(position))?;
    }
    if opened.schedule.continues {
        crate::cli::terminal::message(
            "more matches follow: once the results of these are collected, plan again",
        );
    }
    opened.failures.iter().min().map_or(Ok(()), |code| Err(CommandError::silent(*code)))
}

/// The maximum size of a result in bytes, unless the tournament keeps larger replays.
const MOST_BYTES: usize = 96 << 20;

/// Verifies and stores results.
struct ResultCollector {
    store: Store,
    schedule: MatchSchedule,
    /// The keys of the tournament's matches.
    own: BTreeSet<MatchKey>,
    /// The keys of those that are ruled instead of played.
    ruled: BTreeSet<MatchKey>,
    records: ReplayRetentionConfig,
    /// The program with the rules, in custom games.
    program: Option<Bot>,
    /// The share of results to replay, from 0 to 1. `secret` and the key of a match decide whether
    /// its result is replayed.
    share: f64,
    secret: Vec<u8>,
    replace: bool,
    /// Verified results that are to be stored together.
    batch: Vec<(PlayedMatch, IncomingResultOrigin)>,
    taken: CollectSummary,
}

/// The most results that are stored in one transaction, and the most bytes of their recordings.
const MOST_IN_BATCH: usize = 256;
const MOST_BATCH_BYTES: usize = 32 << 20;

pub(super) async fn collect(args: &CollectArgs) -> Result<(), CommandError> {
    let mut collector = ResultCollector::open(args).await?;
    for (path, is_trusted) in args.sources() {
        collector.file(path, is_trusted).await?;
    }
    collector.store_batch().await?;
    collector.taken.tell(args.json)
}

impl ResultCollector {
    async fn open(args: &CollectArgs) -> Result<ResultCollector, CommandError> {
        let file = &args.file.file;
        let (store, state) = open_read_only(file)?;
        let schedule = schedule(&store, &state)?;
        drop(store);
        let (config, folder) = rules_of(file)?;
        let program = match schedule.rules().program().filter(|_| !args.results.is_empty()) {
            Some(known) => Some(program(known, folder, &config, schedule.rules(), args).await?),
            None => None,
        };
        let mut store = Store::open(&database(file), &owner()).map_err(unusable)?;
        let share = config.collect.replay;
        let fresh = [play_context::random_seed(), play_context::random_seed()]
            .map(|part| part.0.to_le_bytes())
            .concat();
        // The secret is stored, so submitting a result again does not get a new draw.
        let secret = if share < 1.0 { store.secret(&fresh).map_err(unusable)? } else { Vec::new() };
        let own = schedule.keys.iter().copied().collect();
        let ruled = schedule.rulings.keys().map(|position| schedule.keys[*position]).collect();
        let (records, replace) = (config.records, args.replace);
        let (batch, taken) = (Vec::new(), CollectSummary::default());
        Ok(ResultCollector {
            store,
            schedule,
            own,
            ruled,
            records,
            program,
            share,
            secret,
            replace,
            batch,
            taken,
        })
    }

    /// Collects all results of a file. Neither an invalid one nor a file that cannot be read
    /// affects the others.
    async fn file(&mut self, path: &Path, is_trusted: bool) -> Result<(), CommandError> {
        let most = MOST_BYTES.max(self.records.replay_mb as usize * 3_000_000);
        let mut pieces = pieces(path, most);
        let (name, mut number) = (path.display().to_string(), 0);
        while let Some(piece) = pieces.recv().await {
            let results = match piece {
                Ok(JsonInputChunk::Text(text)) => PlayedMatch::all_from_json(&text),
                Ok(JsonInputChunk::TooLong) => vec![Err(format!("has more than {most} bytes"))],
                Err(error) => {
                    self.taken.refuse(&name, &format!("cannot be read: {error}"));
                    return Ok(());
                }
            };
            for result in results {
                number += 1;
                let source = format!("{name}, result {number}");
                match result {
                    Ok(played) => self.one(played, is_trusted, source).await?,
                    Err(error) => {
                        let why = format!("is not what `rathaus match run` prints: {error}");
                        self.taken.refuse(&source, &why);
                    }
                }
            }
        }
        if number == 0 {
            self.taken.refuse(&name, "there is no result in it");
        }
        Ok(())
    }

    /// Verifies one result, and adds it to the batch.
    async fn one(
        &mut self,
        played: PlayedMatch,
        is_trusted: bool,
        source: String,
    ) -> Result<(), CommandError> {
        if let Some(why) = played.contradiction(self.schedule.rules_for(&played.spec)) {
            self.taken.refuse(&source, &why);
            return Ok(());
        }
        let key = MatchKey::parse(&played.key);
        if key.is_some_and(|key| self.ruled.contains(&key)) {
            let why = format!(
                "the match {:.12} is ruled, and its ruling stands; `rathaus tournament run --withdraw-rulings` \
                 withdraws it",
                played.key
            );
            self.taken.refuse(&source, &why);
            return Ok(());
        }
        if !key.is_some_and(|key| self.own.contains(&key)) {
            let why = format!("the match {:.12} does not belong to this tournament", played.key);
            self.taken.refuse(&source, &why);
            return Ok(());
        }
        if self.is_proven(&played)? {
            self.taken.known += 1;
            return Ok(());
        }
        match self.proven(played, is_trusted).await {
            Ok((played, origin)) => {
                self.batch.push((played, IncomingResultOrigin { origin, replace: self.replace, source }));
                if self.is_batch_full() { self.store_batch().await } else { Ok(()) }
            }
            Err(why) => {
                self.taken.refuse(&source, &why);
                Ok(())
            }
        }
    }

    fn is_batch_full(&self) -> bool {
        let recordings = self.batch.iter().filter_map(|(played, _)| played.recording.as_ref());
        let bytes: usize = recordings.map(|recording| recording.answers.len() + recording.clocks.len()).sum();
        self.batch.len() >= MOST_IN_BATCH || bytes >= MOST_BATCH_BYTES
    }

    /// Stores the batch in one transaction.
    async fn store_batch(&mut self) -> Result<(), CommandError> {
        let batch = std::mem::take(&mut self.batch);
        let put = || self.store.put_all(self.schedule.rules(), &batch, &self.records);
        let outcomes = patiently(put, crate::cli::terminal::message).await?;
        for ((played, arrival), outcome) in batch.iter().zip(outcomes) {
            self.taken.count(&played.key, arrival, outcome);
        }
        Ok(())
    }

    /// Whether the same result is already stored and proven, so that a replay is unnecessary.
    fn is_proven(&self, played: &PlayedMatch) -> Result<bool, CommandError> {
        let Some((stored, origin)) = self.store.get_with_origin(&played.key).map_err(unusable)? else {
            return Ok(false);
        };
        let clockless = |played: &PlayedMatch| played.result.without_clocks(self.schedule.rules());
        let is_same = clockless(&stored).difference(&clockless(played)).is_none();
        Ok(is_same && origin >= ResultTrustLevel::Replayed)
    }

    /// The result to store, and how well it is proven.
    async fn proven(
        &self,
        played: PlayedMatch,
        is_trusted: bool,
    ) -> Result<(PlayedMatch, ResultTrustLevel), String> {
        if is_trusted {
            return Ok((played, ResultTrustLevel::Trusted));
        }
        if played.recording.is_none() {
            return Err(format!(
                "{}; name the file with --from-trusted if you trust the machine",
                ResultVerificationError::NoRecording
            ));
        }
        if !self.is_drawn(&played.key) {
            return Ok((played, ResultTrustLevel::Sampled));
        }
        let (rules, program) = (self.schedule.rules_for(&played.spec).clone(), self.program.clone());
        let checked = apart(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| error.to_string())?;
            let result = runtime.block_on(proven(&played, &rules, program.as_ref()));
            result.map(|result| PlayedMatch { result, ..played }).map_err(|why| why.to_string())
        });
        Ok((checked.await?, ResultTrustLevel::Replayed))
    }

    /// Whether the draw selects the match with this key for a replay.
    fn is_drawn(&self, key: &str) -> bool {
        let hash = Sha256::new().chain_update(&self.secret).chain_update(key).finalize();
        let (number, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
        self.share >= 1.0 || (u64::from_le_bytes(*number) as f64) < self.share * u64::MAX as f64
    }
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
async fn program(
    known: &CustomGameIdentity,
    folder: Option<LoadedCustomGame>,
    config: &TournamentConfig,
    rules: &ConfiguredGame,
    args: &CollectArgs,
) -> Result<Bot, CommandError> {
    let folder = folder.filter(|folder| folder.rules.program() == Some(known));
    let other = "the game's program is not the one by which the tournament is played\n  \
                 help: restore it, so that results can be checked by it";
    let folder = folder.ok_or_else(|| CommandError::usage(other))?;
    let limit = Duration::from_secs(config.limits.build_seconds);
    let build = play_context::build_context(rules, limit, &args.sandbox.or(config, &args.file.file)).await?;
    folder.program.build(&build).await.map_err(|error| CommandError::submissions(&[error]))
}
