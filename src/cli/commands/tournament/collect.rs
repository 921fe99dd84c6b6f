//! `rathaus tournament plan` and `collect`: matches that are played elsewhere.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rathaus_games::GameRules;
use rathaus_games::custom::ProgramIdentity;
use sha2::{Digest, Sha256};

use super::load::{database, look, rules_of, schedule, unusable};
use super::open::{OpenTournament, owner};
use super::result_file::{ResultText, pieces};
use crate::cli::args::tournament::{CollectArgs, PlanArgs};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::report::{harmless, shortened};
use crate::store::{NewResult, Store, StoreOutcome};
use crate::submissions::{Bot, GameFolder, SubmissionError};
use crate::tournament::config::{RecordConfig, TournamentConfig};
use crate::tournament::verification::{UnprovenReason, proven};
use crate::tournament::{PlayedMatch, ResultOrigin, Schedule};

pub(super) async fn plan(args: &PlanArgs) -> Result<(), CommandError> {
    let opened = OpenTournament::open(&args.file.file, &args.resume, &args.sandbox, false).await?;
    let mut lines = String::new();
    for position in opened.missing()? {
        lines += &serde_json::to_string(&opened.schedule.spec(position)).map_err(CommandError::host)?;
        lines.push('\n');
    }
    crate::cli::terminal::print(&lines)?;
    if opened.schedule.continues {
        crate::cli::terminal::talk(
            "more matches follow: once the results of these are collected, plan again",
        );
    }
    opened.failures.iter().min().map_or(Ok(()), |code| Err(CommandError::told(*code)))
}

/// What is looked at of each kind of message: a file may have millions of results that are none.
const MOST_MESSAGES: usize = 100;

/// A result may have so many bytes, unless larger replays are wanted.
const MOST_BYTES: usize = 96 << 20;

/// How results are taken in.
struct ResultCollector {
    store: Store,
    schedule: Schedule,
    /// The keys of the matches that belong to the tournament.
    own: BTreeSet<String>,
    records: RecordConfig,
    /// The program that has the rules, in games that have one.
    program: Option<Bot>,
    /// Which share of the results is replayed, and by what that is drawn.
    share: f64,
    secret: Vec<u8>,
    replace: bool,
    taken: CollectSummary,
}

/// What became of the results that were handed in.
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
        let (store, state) = look(file)?;
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
        // Whoever hands a result in again does not get another draw.
        let secret = if share < 1.0 { store.secret(&fresh).map_err(unusable)? } else { Vec::new() };
        let own = schedule.distinct().into_iter().map(str::to_owned).collect();
        let (records, replace, taken) = (config.records, args.replace, CollectSummary::default());
        Ok(ResultCollector { store, schedule, own, records, program, share, secret, replace, taken })
    }

    /// Takes in all results of a file. What is wrong with one does not keep the others out.
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

    /// Takes in one result, or says why not.
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
        let arrival = NewResult { origin, replace: self.replace };
        let put = self.store.put_from(&self.schedule.rules, &played, &self.records, arrival);
        Ok(match put.map_err(unusable)? {
            StoreOutcome::Other(origin) => Err(stays(&played.key, origin)),
            put => Ok(put),
        })
    }

    /// Whether the same is stored, and proven, so that nothing has to be replayed.
    fn is_proven(&self, played: &PlayedMatch) -> Result<bool, CommandError> {
        let Some((stored, origin)) = self.store.get_with_origin(&played.key).map_err(unusable)? else {
            return Ok(false);
        };
        let clockless = |played: &PlayedMatch| played.result.without_clocks(&self.schedule.rules);
        let is_same = clockless(&stored).difference(&clockless(played)).is_none();
        Ok(is_same && origin >= ResultOrigin::Replayed)
    }

    /// The result as it may be stored, and by how much it is proven.
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
                UnprovenReason::NoRecording
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

    /// Whether the result of the match with this key is replayed.
    fn is_drawn(&self, key: &str) -> bool {
        let hash = Sha256::new().chain_update(&self.secret).chain_update(key).finalize();
        let (number, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
        self.share >= 1.0 || (u64::from_le_bytes(*number) as f64) < self.share * u64::MAX as f64
    }
}

/// What is said of a result that is not the one that is stored.
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

/// Does work that takes long on a thread of its own, so that whoever waits for it can be
/// interrupted.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let (sender, done) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || sender.send(work()));
    done.await.unwrap_or_else(|_| Err("checking it has failed; the log says how".into()))
}

/// The program that has the rules, ready to be asked. It must be the one by which the tournament is
/// played.
async fn program(
    known: &ProgramIdentity,
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
            crate::cli::terminal::talk(&format!(
                "{displaced} of them have displaced others, which do not count any more"
            ));
        }
        messages.iter().for_each(|line| crate::cli::terminal::talk(line));
        if refused > messages.len() {
            crate::cli::terminal::talk(&format!("and {} more were refused", refused - messages.len()));
        }
        if refused == 0 { Ok(()) } else { Err(CommandError::told(ExitKind::Input)) }
    }
}

/// A message that quotes strangers, on one line of bounded length.
fn shown(message: &str) -> String {
    shortened(&harmless(message), 600)
}
