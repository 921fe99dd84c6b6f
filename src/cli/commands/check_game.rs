//! `rathaus check-game`: plays a custom game with random and with broken bots, and reports what is
//! wrong with it.

use std::time::Duration;

use rathaus_games::{ConfiguredGame, Seed};

use crate::cli::args::CheckGameArgs;
use crate::cli::commands::check::{conclude, say};
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::matches::trial::fuzz_bots::{self, BROKEN_ONE_IN, FuzzBehaviour};
use crate::matches::trial::{self, STALL_LIMIT, TrialEnd, TrialMatchObservations};
use crate::report::harmless;
use crate::submissions::{Bot, BuiltInOrCustomGame, GameFile, LoadedCustomGame};
use crate::tournament::RecordedSandbox;

/// The number of matches with random bots, for each tried number of seats.
const MATCHES: u64 = 10;

pub(crate) async fn check_game(args: &CheckGameArgs) -> Result<(), CommandError> {
    let game = play_context::game(&args.game)?;
    let BuiltInOrCustomGame::Folder(folder) = game else {
        return Err(CommandError::usage(format!(
            "{} is a built-in game\n  help: name the folder of a custom game, in which its game.toml is",
            args.game
        )));
    };
    let rules = play_context::rules(&folder.rules, None, &args.set, &[])?;
    let program = build(args, &folder, &rules).await?;
    let seed = args.seed.unwrap_or(Seed(1));
    let table = TrialContext { rules: &rules, contents: &folder.contents, program, seed };
    let is_fit = table.examine().await?;
    conclude("game", is_fit)
}

/// Builds the program of the game, and prints how.
async fn build(
    args: &CheckGameArgs,
    game: &LoadedCustomGame,
    rules: &ConfiguredGame,
) -> Result<Bot, CommandError> {
    let LoadedCustomGame { file, program, .. } = game;
    say("game", &format!("{}: {}, {}", file.display(), program.name, program.described()))?;
    let context = play_context::build_context(rules, play_context::BUILD_LIMIT, &args.sandbox).await?;
    say("runs in", &RecordedSandbox::by(context.sandbox.as_ref()).to_string())?;
    let bot = program.build(&context).await.map_err(|error| CommandError::submissions(&[error]))?;
    if let Some(toolchain) = &bot.toolchain {
        say("runs with", toolchain)?;
    }
    Ok(bot)
}

/// What all trials need.
struct TrialContext<'a> {
    rules: &'a ConfiguredGame,
    contents: &'a GameFile,
    program: Bot,
    seed: Seed,
}

impl TrialContext<'_> {
    /// Runs all checks. Returns whether the game is ready to play.
    async fn examine(&self) -> Result<bool, CommandError> {
        let GameFile { answers, .. } = self.contents;
        if answers.is_empty() {
            say("answers", "no examples: add `answers.examples` to game.toml, so that random bots can play")?;
        }
        let mut random = Vec::new();
        for seats in self.seats() {
            match self.random(seats).await? {
                Some(trials) => random.extend(trials),
                None => return Ok(false),
            }
        }
        let mut is_fit = self.again(&random).await?;
        is_fit &= self.broken().await?;
        self.shows(&random)?;
        Ok(is_fit)
    }

    /// The numbers of seats to try: the smallest and the largest.
    fn seats(&self) -> Vec<usize> {
        let range = self.rules.seats();
        let mut seats = vec![range.from, range.to];
        seats.dedup();
        seats
    }

    async fn trial(
        &self,
        seats: usize,
        seed: Seed,
        behaviour: (FuzzBehaviour, u64),
    ) -> Result<TrialMatchObservations, CommandError> {
        let bots = fuzz_bots::seats(behaviour, &self.contents.answers, seats, seed);
        trial::play(self.rules, &self.program, seed, bots).await.map_err(CommandError::usage)
    }

    /// Plays matches with random bots. `None` if one of them failed.
    async fn random(&self, seats: usize) -> Result<Option<Vec<TrialMatchObservations>>, CommandError> {
        let mut trials = Vec::new();
        for number in 0..MATCHES {
            let seed = self.seed.derive("check", number);
            let trial = self.trial(seats, seed, (FuzzBehaviour::Random, 1)).await?;
            if let Some(what) = trial.complaint() {
                say("failed", &format!("with {seats} random bots and seed {seed}: {what}"))?;
                return Ok(None);
            }
            trials.push(trial);
        }
        say(&format!("{seats} seats"), &summary(&trials))?;
        Ok(Some(trials))
    }

    /// Plays some matches again with the same seeds and replies. Returns whether the program gave
    /// the same output.
    async fn again(&self, random: &[TrialMatchObservations]) -> Result<bool, CommandError> {
        for trial in random.iter().step_by(MATCHES as usize / 2) {
            let again = trial::play(
                self.rules,
                &self.program,
                trial.seed,
                fuzz_bots::recorded(trial.answers.clone(), trial.seats),
            )
            .await
            .map_err(CommandError::usage)?;
            if let Some((step, before, now)) = trial.difference(&again) {
                say(
                    "failed",
                    &format!(
                        "with seed {} and the same answers, the program sent another message the second time, in step {step}:\n  {}\n  {}\n  \
                         help: derive all randomness from the seed; use no clock, and no order that depends on memory addresses",
                        trial.seed,
                        harmless(&before),
                        harmless(&now)
                    ),
                )?;
                return Ok(false);
            }
        }
        say("determinism", "the same seeds and answers gave the same messages")?;
        Ok(true)
    }

    /// Plays matches with bots that make every kind of mistake. Returns whether the game
    /// survived them.
    async fn broken(&self) -> Result<bool, CommandError> {
        for behaviour in FuzzBehaviour::BROKEN {
            let often =
                self.seats().into_iter().flat_map(|seats| BROKEN_ONE_IN.map(|one_in| (seats, one_in)));
            for (number, (seats, one_in)) in (0..).zip(often) {
                let seed = self.seed.derive("broken", number);
                let trial = self.trial(seats, seed, (behaviour, one_in)).await?;
                if let Some(what) = trial.complaint() {
                    let words =
                        format!("with {seats} bots that {}, and seed {seed}: {what}", behaviour.in_words());
                    say("failed", &words)?;
                    return Ok(false);
                }
            }
        }
        let all: Vec<&str> = FuzzBehaviour::BROKEN.iter().map(|behaviour| behaviour.in_words()).collect();
        say("broken bots", &format!("the game survived bots that {}", all.join(", ")))?;
        Ok(true)
    }

    /// Prints how many pictures the game shows.
    fn shows(&self, random: &[TrialMatchObservations]) -> Result<(), CommandError> {
        let (shown, turns) =
            random.iter().fold((0, 0), |(shown, turns), trial| (shown + trial.frames, turns + trial.turns));
        say(
            "pictures",
            &match shown {
                0 => "none: replays will show only the dialogue".to_owned(),
                _ => format!("{shown} in {turns} turns"),
            },
        )
    }
}

/// A summary of the matches with random bots.
fn summary(trials: &[TrialMatchObservations]) -> String {
    let turns = trials.iter().map(|trial| trial.turns);
    let (least, most) = (turns.clone().min().unwrap_or_default(), turns.clone().max().unwrap_or_default());
    let steps: Vec<Duration> = trials.iter().flat_map(|trial| trial.took.iter().copied()).collect();
    let slowest = steps.iter().max().copied().unwrap_or_default();
    let mean = steps.iter().sum::<Duration>() / (steps.len().max(1) as u32);
    let asked: usize = trials.iter().map(|trial| trial.answers.iter().map(Vec::len).sum::<usize>()).sum();
    let ruled: usize = trials.iter().map(|trial| trial.ruled).sum();
    let ends: Vec<&str> = trials.iter().filter_map(TrialMatchObservations::ended).collect();
    let mut words = format!(
        "{} matches of {least} to {most} turns; a step took {:.2} ms on average, {:.1} ms at most; {ruled} of {asked} answers were illegal or malformed",
        trials.len(),
        mean.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3,
    );
    if let Some(first) = ends.first() {
        words += &format!("\n             for example: {}", harmless(first));
    }
    let long = trials.iter().filter(|trial| matches!(trial.end, TrialEnd::TooLong)).count();
    if long > 0 {
        words += &format!("\n             {long} were stopped after {} s", STALL_LIMIT.as_secs());
    }
    words
}
