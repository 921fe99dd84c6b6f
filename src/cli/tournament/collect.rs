//! `rathaus tournament plan` and `collect`: matches that are played elsewhere.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;

use super::file::{database, look, records, schedule, unusable};
use super::opening::{Opened, owner};
use crate::cli::args::tournament::{CollectArgs, PlanArgs};
use crate::cli::exit::{Code, Failure};
use crate::store::{Put, Store};
use crate::submission::SubmissionError;
use crate::tournament::config::Records;
use crate::tournament::{Completed, Schedule};

pub(super) async fn plan(args: &PlanArgs) -> Result<(), Failure> {
    let opened = Opened::open(&args.file.file, &args.go_on, &args.sandbox, false).await?;
    let mut lines = String::new();
    for position in opened.missing()? {
        lines += &serde_json::to_string(&opened.schedule.spec(position)).map_err(Failure::host)?;
        lines.push('\n');
    }
    crate::cli::print(&lines)?;
    if opened.schedule.goes_on {
        crate::cli::talk("more matches follow: once the results of these are collected, plan again");
    }
    opened.failures.iter().min().map_or(Ok(()), |code| Err(Failure::told(*code)))
}

/// What became of the results that were handed in.
#[derive(Default)]
struct Taken {
    /// The keys of the matches that belong to the tournament.
    own: BTreeSet<String>,
    /// Which replays are kept.
    records: Records,
    new: usize,
    known: usize,
    /// Those that are known, but not like this.
    other: Vec<String>,
    refused: Vec<String>,
}

pub(super) fn collect(args: &CollectArgs) -> Result<(), Failure> {
    let (store, state) = look(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    drop(store);
    let mut store = Store::open(&database(&args.file.file), &owner()).map_err(unusable)?;
    let own = schedule.distinct().into_iter().map(str::to_owned).collect();
    let records = records(&args.file.file)?;
    let mut taken = Taken { own, records, ..Taken::default() };
    for path in &args.results {
        taken.file(path, &schedule, &mut store)?;
    }
    taken.tell()
}

impl Taken {
    /// Takes in all results of a file. What is wrong with one does not keep the others out.
    fn file(&mut self, path: &Path, schedule: &Schedule, store: &mut Store) -> Result<(), Failure> {
        let bytes = read(path).map_err(|error| {
            Failure::new(Code::Input, SubmissionError::input(path, format!("cannot be read: {error}")))
        })?;
        if bytes.trim_ascii().is_empty() {
            self.refused.push(format!("{}: there is no result in it", path.display()));
        }
        let results = serde_json::Deserializer::from_slice(&bytes).into_iter::<Completed>();
        for (number, result) in (1..).zip(results) {
            let place = format!("{}, result {number}", path.display());
            match result {
                Ok(completed) => self.one(&place, &completed, schedule, store)?,
                Err(error) => {
                    let rest = "; nothing behind it was read";
                    self.refused
                        .push(format!("{place}: is not what `rathaus match run` prints: {error}{rest}"));
                    break;
                }
            }
        }
        Ok(())
    }

    fn one(
        &mut self,
        place: &str,
        completed: &Completed,
        schedule: &Schedule,
        store: &mut Store,
    ) -> Result<(), Failure> {
        if let Some(why) = completed.contradiction(&schedule.rules) {
            self.refused.push(format!("{place}: {why}"));
            return Ok(());
        }
        if !self.own.contains(&completed.key) {
            self.refused
                .push(format!("{place}: the match {:.12} does not belong to this tournament", completed.key));
            return Ok(());
        }
        match store.put(&schedule.rules, completed, &self.records).map_err(unusable)? {
            Put::New => self.new += 1,
            Put::Known => {
                self.known += 1;
                let stored = store.get(&completed.key).map_err(unusable)?;
                let rules = &schedule.rules;
                let is_same = stored.is_some_and(|stored| {
                    stored.record.without_clocks(rules) == completed.record.without_clocks(rules)
                });
                if !is_same {
                    self.other.push(format!(
                        "{place}: the match {:.12} is known with another result, which stays",
                        completed.key
                    ));
                }
            }
        }
        Ok(())
    }

    fn tell(self) -> Result<(), Failure> {
        let Taken { new, known, other, refused, .. } = self;
        crate::cli::print(&format!(
            "{new} results stored, {known} known already, {} refused\n",
            refused.len()
        ))?;
        other.iter().chain(&refused).for_each(|line| crate::cli::talk(line));
        if refused.is_empty() { Ok(()) } else { Err(Failure::told(Code::Input)) }
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}
