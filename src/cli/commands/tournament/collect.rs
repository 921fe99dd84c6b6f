//! `rathaus tournament plan` and `collect`: play matches on other machines.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rathaus_games::GameRules;
use rathaus_games::custom::CustomGameIdentity;
use sha2::{Digest, Sha256};

use super::load::{database, open_read_only, rules_of, schedule, unusable};
use super::open::{OpenTournament, owner};
use super::result_file::{ResultText, pieces};
use crate::cli::args::tournament::{CollectArgs, PlanArgs};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::report::{harmless, shortened};
use crate::store::{NewResultOptions, Store, StoreOutcome};
use crate::submissions::{Bot, GameFolder, SubmissionError};
use crate::tournament::config::{RecordConfig, TournamentConfig};
use crate::tournament::verification::{ResultVerificationError, proven};
use crate::tournament::{MatchSchedule, PlayedMatch, ResultOrigin};

pub(super) async fn plan(args: &PlanArgs) -> Result<(), CommandError> {
    let opened = OpenTournament::open(&args.file.file, &args.resume, &args.sandbox, false).await?;
    let mut lines = String::new();
    for position in opened.missing()? {
        lines += &serde_json::to_string(&opened.schedule.spec(position)).map_err(CommandError::host)?;
        lines.push('\n');
    }
    crate::cli::terminal::print(&lines)?;
    if opened.schedule.continues {
        crate::cli::terminal::message(
            "more matches follow: once the results of these are collected, plan again",
        );
    }
    opened.failures.iter().min().map_or(Ok(()), |code| Err(CommandError::silent(*code)))
}

/// The maximum number of messages about refused results. A file may have millions of those.
const MOST_MESSAGES: usize = 100;

/// The maximum size of a result in bytes, unless the tournament keeps larger replays.
const MOST_BYTES: usize = 96 << 20;

/// Verifies and stores results.
struct ResultCollector {
    store: Store,
    schedule: MatchSchedule,
    /// The keys of the tournament's matches.
    own: BTreeSet<String>,
    records: RecordConfig,
    /// The program with the rules, in custom games.
    program: Option<Bot>,
    /// The share of results to replay, from 0 to 1. `secret` and the key of a match decide whether
    /// its result is replayed.
    share: f64,
    secret: Vec<u8>,
    replace: bool,
    taken: CollectSummary,
}

/// How many results were stored, known, displaced and refused.
#[derive(Default)]
struct CollectSummary {
    new: usize,
    known: usize,
    displaced: usize,
    refused: usize,
    messages: Vec<String>,
}

pub(super) async fn collect(args: &CollectArgs) -> Result<(), CommandError> {
    let mut collector = ResultCollector::open(args).await?;
    for (path, is_trusted) in args.sources() {
        collector.file(path, is_trusted).await?;
    }
    collector.taken.tell()
}

impl ResultCollector {
    async fn open(args: &CollectArgs) -> Result<ResultCollector, CommandError> {
        let file = &args.file.file;
        let (store, state) = open_read_only(file)?;
        let schedule = schedule(&store, &state)?;
        drop(store);
        let (config, folder) = rules_of(file)?;
        let program = match schedule.rules.program().filter(|_| !args.results.is_empty()) {
            Some(known) => Some(program(known, folder, &config, &schedule.rules, args).await?),
            None => None,
        };
        let mut store = Store::open(&database(file), &owner()).map_err(unusable)?;
        let share = config.collect.replay;
        let fresh = [play_context::random_seed(), play_context::random_seed()]
            .map(|part| part.0.to_le_bytes())
            .concat();
        // The secret is stored, so submitting a result again does not get a new draw.
        let secret = if share < 1.0 { store.secret(&fresh).map_err(unusable)? } else { Vec::new() };
        let own = schedule.distinct().into_iter().map(str::to_owned).collect();
        let (records, replace, taken) = (config.records, args.replace, CollectSummary::default());
        Ok(ResultCollector { store, schedule, own, records, program, share, secret, replace, taken })
    }

    /// Collects all results of a file. An invalid one does not affect the others.
    async fn file(&mut self, path: &Path, is_trusted: bool) -> Result<(), CommandError> {
        let most = MOST_BYTES.max(self.records.replay_mb as usize * 3_000_000);
        let mut pieces = pieces(path, most);
        let (name, mut number) = (path.display().to_string(), 0);
        while let Some(piece) = pieces.recv().await {
            let piece = piece.map_err(|error| {
                CommandError::new(
                    ExitKind::Input,
                    SubmissionError::input(path, format!("cannot be read: {error}")),
                )
            })?;
            let results = match piece {
                ResultText::Text(text) => PlayedMatch::all_from_json(&text),
                ResultText::TooLong => vec![Err(format!("has more than {most} bytes"))],
            };
            for result in results {
                number += 1;
                let place = format!("{name}, result {number}");
                let taken = match result {
                    Ok(played) => self.one(played, is_trusted).await?,
                    Err(error) => Err(format!("is not what `rathaus match run` prints: {error}")),
                };
                self.taken.count(&place, taken);
            }
        }
        if number == 0 {
            self.taken.count(&name, Err("there is no result in it".into()));
        }
        Ok(())
    }

    /// Collects one result. The inner error is the reason why it is refused.
    async fn one(
        &mut self,
        played: PlayedMatch,
        is_trusted: bool,
    ) -> Result<Result<StoreOutcome, String>, CommandError> {
        let rules = &self.schedule.rules;
        if let Some(why) = played.contradiction(rules) {
            return Ok(Err(why));
        }
        if !self.own.contains(&played.key) {
            return Ok(Err(format!("the match {:.12} does not belong to this tournament", played.key)));
        }
        if self.is_proven(&played)? {
            return Ok(Ok(StoreOutcome::Known));
        }
        let (played, origin) = match self.proven(played, is_trusted).await {
            Ok(proven) => proven,
            Err(why) => return Ok(Err(why)),
        };
        let arrival = NewResultOptions { origin, replace: self.replace };
        let put = self.store.put_from(&self.schedule.rules, &played, &self.records, arrival);
        Ok(match put.map_err(unusable)? {
            StoreOutcome::Other(origin) => Err(stays(&played.key, origin)),
            put => Ok(put),
        })
    }

    /// Whether the same result is already stored and proven, so that a replay is unnecessary.
    fn is_proven(&self, played: &PlayedMatch) -> Result<bool, CommandError> {
        let Some((stored, origin)) = self.store.get_with_origin(&played.key).map_err(unusable)? else {
            return Ok(false);
        };
        let clockless = |played: &PlayedMatch| played.result.without_clocks(&self.schedule.rules);
        let is_same = clockless(&stored).difference(&clockless(played)).is_none();
        Ok(is_same && origin >= ResultOrigin::Replayed)
    }

    /// The result to store, and how well it is proven.
    async fn proven(
        &self,
        played: PlayedMatch,
        is_trusted: bool,
    ) -> Result<(PlayedMatch, ResultOrigin), String> {
        if is_trusted {
            return Ok((played, ResultOrigin::Trusted));
        }
        if played.recording.is_none() {
            return Err(format!(
                "{}; name the file with --from-trusted if you trust the machine",
                ResultVerificationError::NoRecording
            ));
        }
        if !self.is_drawn(&played.key) {
            return Ok((played, ResultOrigin::Sampled));
        }
        let (rules, program) = (self.schedule.rules.clone(), self.program.clone());
        let checked = apart(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| error.to_string())?;
            let result = runtime.block_on(proven(&played, &rules, program.as_ref()));
            result.map(|result| PlayedMatch { result, ..played }).map_err(|why| why.to_string())
        });
        Ok((checked.await?, ResultOrigin::Replayed))
    }

    /// Whether the draw selects the match with this key for a replay.
    fn is_drawn(&self, key: &str) -> bool {
        let hash = Sha256::new().chain_update(&self.secret).chain_update(key).finalize();
        let (number, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
        self.share >= 1.0 || (u64::from_le_bytes(*number) as f64) < self.share * u64::MAX as f64
    }
}

/// The message for a result that differs from the stored one, which stays.
fn stays(key: &str, origin: ResultOrigin) -> String {
    let how = match origin {
        ResultOrigin::Played => "was played here",
        ResultOrigin::Trusted => "came from a trusted machine",
        ResultOrigin::Replayed => "was replayed, as this one was",
        ResultOrigin::Unknown => "was stored by an earlier version, which did not check it",
        ResultOrigin::Sampled => "was not checked",
    };
    let help = match origin {
        ResultOrigin::Played => "",
        _ => {
            "; `tournament rerun` plays the match here and says which is right, --replace stores the new one"
        }
    };
    format!("the match {key:.12} is known with another result, which {how} and stays{help}")
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
    folder: Option<GameFolder>,
    config: &TournamentConfig,
    rules: &GameRules,
    args: &CollectArgs,
) -> Result<Bot, CommandError> {
    let folder = folder.filter(|folder| folder.rules.program() == Some(known));
    let other = "the game's program is not the one by which the tournament is played\n  \
                 help: restore it, so that results can be checked by it";
    let folder = folder.ok_or_else(|| CommandError::usage(other))?;
    let limit = Duration::from_secs(config.limits.build_seconds);
    let build = play_context::build_context(rules, limit, &args.sandbox.or(&config.sandbox)).await?;
    folder.program.build(&build).await.map_err(|error| CommandError::submissions(&[error]))
}

impl CollectSummary {
    fn count(&mut self, place: &str, taken: Result<StoreOutcome, String>) {
        match taken {
            Ok(StoreOutcome::New) => self.new += 1,
            Ok(StoreOutcome::Displaced(_)) => {
                self.new += 1;
                self.displaced += 1;
            }
            Ok(StoreOutcome::Known | StoreOutcome::Other(_)) => self.known += 1,
            Err(why) => {
                self.refused += 1;
                if self.messages.len() < MOST_MESSAGES {
                    self.messages.push(shown(&format!("{place}: {why}")));
                }
            }
        }
    }

    fn tell(self) -> Result<(), CommandError> {
        let CollectSummary { new, known, displaced, refused, messages } = self;
        crate::cli::terminal::print(&format!(
            "{new} results stored, {known} known already, {refused} refused\n"
        ))?;
        if displaced > 0 {
            crate::cli::terminal::message(&format!(
                "{displaced} of them have displaced others, which do not count any more"
            ));
        }
        messages.iter().for_each(|line| crate::cli::terminal::message(line));
        if refused > messages.len() {
            crate::cli::terminal::message(&format!("and {} more were refused", refused - messages.len()));
        }
        if refused == 0 { Ok(()) } else { Err(CommandError::silent(ExitKind::Input)) }
    }
}

/// Escapes a message that quotes results, and limits its length.
fn shown(message: &str) -> String {
    shortened(&harmless(message), 600)
}
