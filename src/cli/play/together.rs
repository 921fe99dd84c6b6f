//! Games that all bots play together, in one match.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::cli::args::PlayArgs;
use crate::cli::bound::Bound;
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{Common, TogetherPlan};
use crate::cli::progress::Progress;
use crate::game::Game;
use crate::process::Warm;
use crate::referee::{self, Played, Witness};
use crate::report::{Out, Player, Together};
use crate::seat::{Once, Seat, Starts};
use crate::submission::{Bot, Kind, Submission};

/// Of calls that are to be tried for determinism, one in so many is made twice.
const REPEAT: u64 = 10;

pub(super) async fn play(args: &PlayArgs, common: &Common) -> Result<(), Failure> {
    let mut plan = TogetherPlan::resolve(args, common)?;
    let mut progress = Progress::new(args.quiet, 0);
    if args.seed.is_none() && plan.needs_seed() {
        progress.say(&format!("no --seed was given; play the same game again with --seed {}", plan.seed));
    }
    let mut field = Field::build(common, &progress).await?;
    field.close_ranks(&mut plan);
    let seats = field.bots.len();
    let mut game = match common.rules.begin(plan.setup(seats)) {
        Ok(game) => game,
        Err(error) => return Err(field.too_few(&error)),
    };
    let mut seats = field.seats(args, concurrency(common, &progress));
    progress.begin(Vec::new());
    let played = referee::play(game.as_mut(), &mut seats, &mut Onlooker { progress: &mut progress }).await;
    progress.end();
    let report = field.report(common, &plan, played, &seats)?;
    write(args.dilemma.take_log.as_deref(), &report.take_log())?;
    write(args.dilemma.score_log.as_deref(), &report.score_log())?;
    crate::cli::print(&if args.json { format!("{:#}\n", report.json()) } else { report.text() })?;
    match field.failures.iter().min() {
        Some(code) => Err(Failure::told(*code)),
        None => Ok(()),
    }
}

/// How many programs run at once. More than there are processors would take time from one another, and each has a limit.
fn concurrency(common: &Common, progress: &Progress) -> usize {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    if common.concurrency > most {
        progress.say(&format!(
            "only {most} programs run at once, as many as there are processors, so that limits are fair"
        ));
    }
    common.concurrency.min(most)
}

fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, text)
        .map_err(|error| Failure::host(format!("{}: cannot be written: {error}", path.display())))
}

/// The players: those that could be built, and those that could not.
struct Field {
    /// In the order of the command line, and of the seats.
    players: Vec<Player>,
    bots: Vec<Bot>,
    /// Their positions on the command line.
    positions: Vec<usize>,
    out: Vec<Player>,
    failures: Vec<Code>,
}

impl Field {
    /// Builds all submissions. One that cannot be built costs itself its place.
    async fn build(common: &Common, progress: &Progress) -> Result<Field, Failure> {
        let (players, out) = (Vec::new(), Vec::new());
        let mut field = Field { players, bots: Vec::new(), positions: Vec::new(), out, failures: Vec::new() };
        for (position, submission) in common.submissions.iter().enumerate() {
            progress.say(&format!("{}: {}", submission.name, submission.described()));
            let mut player = player(submission);
            if let Some(out) = common.kept_out(position) {
                progress.say(&format!("{} does not play: {out}", submission.name));
                field.failures.push(Code::NotVerified);
                player.out = Some(out);
                field.out.push(player);
                continue;
            }
            match submission.build(&common.build).await {
                Ok(bot) => {
                    player.toolchain = bot.toolchain.clone();
                    field.players.push(player);
                    field.bots.push(bot);
                    field.positions.push(position);
                }
                Err(error) if error.kind == Kind::Host => return Err(Failure::submissions(&[error])),
                Err(error) => {
                    progress.say(&error.to_string());
                    field.failures.push(error.kind.into());
                    player.out = Some(Out::Unbuildable(error.to_string()));
                    field.out.push(player);
                }
            }
        }
        Ok(field)
    }

    /// What to say when those that are left cannot begin: why the others are not there.
    fn too_few(&self, error: &dyn std::fmt::Display) -> Failure {
        let reasons = self
            .out
            .iter()
            .filter_map(|player| Some(format!("{} does not play: {}", player.name, player.out.as_ref()?)));
        let code = self.failures.iter().min().copied().unwrap_or(Code::Usage);
        Failure::new(code, reasons.chain([error.to_string()]).collect::<Vec<_>>().join("\n"))
    }

    /// Gives those that play the identifiers from 1 on in the order that was given, those that do not play left out.
    fn close_ranks(&self, plan: &mut TogetherPlan) {
        if let Some(ids) = &mut plan.ids {
            let given: Vec<u32> = self.positions.iter().map(|position| ids[*position]).collect();
            *ids = given.iter().map(|id| given.iter().filter(|other| *other <= id).count() as u32).collect();
        }
    }

    fn seats(&self, args: &PlayArgs, concurrency: usize) -> Vec<Seat> {
        let permits = Arc::new(Semaphore::new(concurrency));
        let seat = |bot: &Bot| {
            let once = Once::new(bot.program.clone(), Arc::clone(&permits));
            let once = match &bot.warm {
                Some(program) if !args.dilemma.cold => once.kept_ready(Warm::new(program.clone())),
                _ => once,
            };
            Seat::Once(Box::new(if args.dilemma.check_determinism { once.repeating(REPEAT) } else { once }))
        };
        self.bots.iter().map(seat).collect()
    }

    fn report(
        &mut self,
        common: &Common,
        plan: &TogetherPlan,
        played: Played,
        seats: &[Seat],
    ) -> Result<Together, Failure> {
        let mut players = std::mem::take(&mut self.players);
        for (position, (player, seat)) in players.iter_mut().zip(seats).enumerate() {
            player.score = played.outcome.scores[position] as i64;
            player.faults = played.faults.iter().filter(|fault| fault.seat == position).cloned().collect();
            if let Seat::Once(once) = seat {
                player.determinism = once.findings().cloned();
                player.starts = once.starts();
            }
        }
        players.append(&mut self.out);
        Ok(Together {
            game: common.rules.name().into(),
            parameters: common.rules.values(),
            seed: plan.needs_seed().then_some(plan.seed),
            commitments: common.bound.as_ref().map(Bound::report),
            players,
            details: serde_json::from_value(played.outcome.details).map_err(Failure::host)?,
        })
    }
}

fn player(submission: &Submission) -> Player {
    Player {
        name: submission.name.clone(),
        language: submission.language().into(),
        described: submission.described(),
        toolchain: None,
        hash: submission.hash.clone(),
        out: None,
        score: 0,
        faults: Vec::new(),
        determinism: None,
        starts: Starts::default(),
    }
}

/// Shows how far the match has come.
struct Onlooker<'a> {
    progress: &'a mut Progress,
}

impl Witness for Onlooker<'_> {
    fn step(&mut self, game: &dyn Game) {
        self.progress.come_so_far(&game.progress());
    }
}
