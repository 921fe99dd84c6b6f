//! `rathaus compare`: which of two bots is better, with as few boards as that takes.

mod measure;

use std::collections::BTreeSet;

use rathaus_games::{Rules, Seed};
use serde_json::{Value, json};

use crate::cli::args::CompareArgs;
use crate::cli::commands::play::{Prepared, prepare, prepare_program};
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{self, Common};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::Progress;
use crate::report::{Margin, SubmissionResults, harmless_text};
use crate::submissions::{Bot, Hints, Submission};
use crate::tournament::standings::{Decision, Sequential};
use crate::tournament::{self, Board, Event, MatchResult, PATIENCE, Run};
use measure::Measure;

/// By which share of all that was played another batch of boards grows the run: small enough not to play much more than is needed, large
/// enough not to start bots all the time.
const GROWTH: f64 = 0.25;

pub(crate) async fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let game = plan::game(&args.game)?;
    let rules = plan::rules(game.rules(), args.shared.params.as_deref(), &args.shared.set, &[])?;
    let measure = Measure::of(&rules)?;
    let margin = margin(args, measure.margin())?;
    let common = common(args, rules, game.folder().map(|folder| folder.program)).await?;
    let seed = args.shared.seed.unwrap_or_else(plan::random_seed);
    let mut progress =
        Progress::new(args.shared.quiet, &common.rules, (measure.matches() * args.max_boards) as usize);
    if args.shared.seed.is_none() {
        progress.say(&format!("no --seed was given; compare on the same boards again with --seed {seed}"));
    }
    let mut duel = Duel::new(&common, measure, seed, &progress).await?;
    duel.traced = log::traced(&duel.names(), &args.shared.trace)?;
    let mut test = Test::new(args, measure, margin);
    progress.begin(measure.bars(&duel.names()));
    while test.decision().is_none() && duel.played() < args.max_boards {
        let more = test.batch(duel.played()).min(args.max_boards - duel.played());
        let from = duel.played();
        duel.play(&common, more, &mut progress).await?;
        duel.differences(from).into_iter().for_each(|difference| test.sequential.push(difference));
        progress.say(&test.so_far(duel.played()));
    }
    progress.end();
    crate::cli::terminal::print(&if args.shared.json {
        format!("{:#}\n", test.json(&duel, seed))
    } else {
        harmless_text(&test.text(&duel, seed))
    })
}

/// The margin that is looked for, in the terms in which the user names it.
fn margin(args: &CompareArgs, margin: Margin) -> Result<f64, Failure> {
    let named = args.margin.unwrap_or(margin.usual);
    let least = if margin.ratios { 1.0 } else { 0.0 };
    if named.is_finite() && named > least && margin.worth(named) <= margin.most {
        return Ok(named);
    }
    Err(Failure::usage(format!(
        "--margin {named} makes no sense: it must be above {least} and at most {:.3}",
        margin.named(margin.most)
    )))
}

async fn common(args: &CompareArgs, rules: Rules, program: Option<Submission>) -> Result<Common, Failure> {
    let hints = Hints::from(args.shared.hints.clone());
    let paths = [args.one.clone(), args.other.clone()];
    let (mut submissions, errors) = plan::read_all(&paths, rules.name(), &hints);
    if !errors.is_empty() {
        return Err(Failure::submissions(&errors));
    }
    plan::name_apart(&mut submissions);
    Ok(Common {
        build: plan::build_context(&rules, plan::BUILD_LIMIT, &args.shared.sandbox).await?,
        rules,
        program,
        submissions,
        concurrency: args.shared.concurrency.unwrap_or_else(plan::physical_cores),
        bound: None,
        seed_file: None,
    })
}

/// Two bots, and what they have played.
struct Duel {
    measure: Measure,
    seed: Seed,
    bots: Vec<Bot>,
    /// The program that has the rules, in games that have one.
    program: Option<Bot>,
    entries: Vec<SubmissionResults>,
    /// The positions of those whose dialogue is written to the log.
    traced: BTreeSet<usize>,
}

impl Duel {
    async fn new(
        common: &Common,
        measure: Measure,
        seed: Seed,
        progress: &Progress,
    ) -> Result<Duel, Failure> {
        let program = prepare_program(common, progress).await?;
        let mut duel =
            Duel { measure, seed, bots: Vec::new(), program, entries: Vec::new(), traced: BTreeSet::new() };
        for Prepared { submission, bot } in prepare(common, progress).await? {
            // Why it cannot play has been said.
            duel.bots.push(bot.map_err(|code| match &submission.out {
                Some(out) => Failure::new(code, format!("{} cannot play: {out}", submission.name)),
                None => Failure::told(code),
            })?);
            duel.entries.push(SubmissionResults { submission, matches: Vec::new() });
        }
        Ok(duel)
    }

    fn names(&self) -> Vec<String> {
        self.entries.iter().map(|entry| entry.submission.name.clone()).collect()
    }

    fn played(&self) -> u32 {
        self.entries[0].matches.len() as u32
    }

    /// Plays so many more boards.
    async fn play(&mut self, common: &Common, more: u32, progress: &mut Progress) -> Result<(), Failure> {
        let boards: Vec<Board> =
            tournament::boards(self.seed, self.played() + more).split_off(self.played() as usize);
        let fixtures = self.measure.fixtures(&boards);
        let run = Run {
            program: self.program.clone(),
            rules: common.rules.clone(),
            fixtures: fixtures.clone(),
            bots: self.bots.clone(),
            names: self.names(),
            traced: self.traced.clone(),
            concurrency: common.concurrency,
            boards_in_flight: None,
            patience: PATIENCE,
            recorded: None,
            watched: None,
        };
        let mut running = tournament::run(run);
        let mut records: Vec<Option<MatchResult>> = vec![None; fixtures.len()];
        while let Some(event) = running.events.recv().await {
            progress.show(&fixtures, &event);
            match event {
                Event::Progress { .. } => {}
                Event::Finished { fixture, result, .. } => records[fixture] = Some(result),
                Event::Out { entrant, fault, .. } => {
                    let name = &self.entries[entrant].submission.name;
                    return Err(Failure::new(Code::NotReady, format!("{name} cannot play: {fault}")));
                }
                Event::Void { why, .. } => {
                    return Err(Failure::host(format!("a board could not be played: {why}")));
                }
            }
        }
        let records: Option<Vec<MatchResult>> = records.into_iter().collect();
        let records = records.ok_or_else(|| Failure::host("a worker of the host has failed"))?;
        let played = fixtures.iter().zip(records).collect::<Vec<_>>();
        for (entry, results) in self.entries.iter_mut().zip(self.measure.results(played)) {
            entry.matches.extend(results);
        }
        Ok(())
    }

    /// What each board from this one on is worth more to the first bot than to the second, in the order of the boards, whatever the
    /// order was in which they were over.
    fn differences(&self, from: u32) -> Vec<f64> {
        let [one, other] = self.entries.as_slice() else { return Vec::new() };
        let pairs = one.matches.iter().zip(&other.matches).skip(from as usize);
        pairs.map(|(one, other)| self.measure.worth(one) - self.measure.worth(other)).collect()
    }
}

/// The sequential test of a run.
struct Test {
    sequential: Sequential,
    terms: Margin,
    /// What is counted.
    noun: &'static str,
    /// The margin and the share of errors, as the user names them.
    margin: f64,
    error: f64,
    least: u32,
}

impl Test {
    fn new(args: &CompareArgs, measure: Measure, margin: f64) -> Test {
        let (terms, noun) = (measure.margin(), measure.noun());
        let worth = terms.worth(margin);
        // By the rule of three: after so many boards without it, what would alone make a difference of the margin is rarer than that.
        let least = (3.0 * terms.most / worth).ceil() as u32;
        let sequential = Sequential::new(worth, args.error, args.error, least as usize);
        Test { sequential, terms, noun, margin, error: args.error, least }
    }

    fn decision(&self) -> Option<Decision> {
        self.sequential.decision()
    }

    /// How many boards to play next.
    fn batch(&self, played: u32) -> u32 {
        if played < self.least { self.least - played } else { (f64::from(played) * GROWTH).ceil() as u32 }
    }

    fn so_far(&self, played: u32) -> String {
        let (first, second) = self.sequential.ratios();
        let (low, high) = self.sequential.bounds();
        format!(
            "{played} {}s: evidence for the first {first:.1}, for the second {second:.1}; {high:.1} decides for it, {low:.1} against it",
            self.noun
        )
    }

    /// The verdict in words.
    fn verdict(&self, duel: &Duel) -> String {
        let [one, other] = [0, 1].map(|index| duel.entries[index].submission.name.as_str());
        let by = if self.terms.ratios {
            format!("a factor of {}", self.margin)
        } else {
            format!("{}", self.margin)
        };
        match self.decision() {
            Some(Decision::First) => format!("{one} is better than {other}"),
            Some(Decision::Second) => format!("{other} is better than {one}"),
            Some(Decision::Neither) => format!("neither is better than the other by {by}"),
            None => format!("not decided after {} {}s", duel.played(), self.noun),
        }
    }

    fn text(&self, duel: &Duel, seed: Seed) -> String {
        let summaries: String = duel
            .entries
            .iter()
            .filter_map(|entry| {
                let faults = match entry.faulty() {
                    0 => String::new(),
                    faulty => format!("; {faulty} {}s with faults", self.noun),
                };
                Some(format!("{}: {}{faults}\n", entry.submission.name, duel.measure.summary(entry)?))
            })
            .collect();
        let difference = self.terms.named(self.sequential.mean());
        let (what, percent) = (if self.terms.ratios { "factor" } else { "difference" }, 100.0 * self.error);
        format!(
            "{summaries}{}\nsequential test after {} {}s of seed {seed}: {what} {difference:.2}, looked for {}, wrong in at most {percent} %\n",
            self.verdict(duel),
            self.sequential.count(),
            self.noun,
            self.margin,
        )
    }

    fn json(&self, duel: &Duel, seed: Seed) -> Value {
        let (first, second) = self.sequential.ratios();
        let (low, high) = self.sequential.bounds();
        json!({
            "decision": self.decision(),
            "verdict": self.verdict(duel),
            "boards": duel.played(),
            "decided_after": self.sequential.count(),
            "difference": self.terms.named(self.sequential.mean()),
            "margin": self.margin,
            "error": self.error,
            "log_likelihood_ratios": { "first": first, "second": second, "low": low, "high": high },
            "seed": seed,
            "bots": duel.entries.iter().map(|entry| json!({
                "name": entry.submission.name,
                "sha256": entry.submission.hash,
                "scores": entry.matches.iter().map(|result| result.score).collect::<Vec<_>>(),
                "faulty": entry.faulty(),
            })).collect::<Vec<_>>(),
        })
    }
}
