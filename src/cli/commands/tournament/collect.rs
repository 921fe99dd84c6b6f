//! `rathaus tournament plan` and `collect`: play matches on other machines.

use std::path::Path;

use super::absence;
use super::collect_summary::CollectSummary;
use super::load::{database, open_read_only, rules_of, schedule, unusable};
use super::open::{OpenTournament, owner};
use super::patience::patiently;
use super::result_verifier::{ResultVerifier, program};
use crate::cli::args::tournament::{CollectArgs, PlanArgs};
use crate::cli::exit::CommandError;
use crate::cli::json_pieces::{JsonInputChunk, pieces};
use crate::store::{IncomingResultOrigin, Store};
use crate::tournament::config::ReplayRetentionConfig;
use crate::tournament::{MatchSchedule, PlayedMatch};

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
    verifier: ResultVerifier,
    records: ReplayRetentionConfig,
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
            Some(known) => {
                let sandbox = args.sandbox.or(&config, file);
                Some(program(known, folder, &config, schedule.rules(), &sandbox).await?)
            }
            None => None,
        };
        let mut store = Store::open(&database(file), &owner()).map_err(unusable)?;
        let verifier = ResultVerifier::new(&mut store, &schedule, config.collect.replay, program)?;
        let (records, replace) = (config.records, args.replace);
        let (batch, taken) = (Vec::new(), CollectSummary::default());
        Ok(ResultCollector { store, schedule, verifier, records, replace, batch, taken })
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
        if let Some(why) = self.verifier.refusal(&self.schedule, &played) {
            self.taken.refuse(&source, &why);
            return Ok(());
        }
        if ResultVerifier::is_proven(&self.store, &self.schedule, &played)? {
            self.taken.known += 1;
            return Ok(());
        }
        let has_recording = played.recording.is_some();
        match self.verifier.verify(&self.schedule, played, is_trusted).await {
            Ok((played, origin)) => {
                self.batch.push((played, IncomingResultOrigin { origin, replace: self.replace, source }));
                if self.is_batch_full() { self.store_batch().await } else { Ok(()) }
            }
            Err(why) => {
                let help = "; name the file with --from-trusted if you trust the machine";
                self.taken.refuse(&source, &format!("{why}{}", if has_recording { "" } else { help }));
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
}
