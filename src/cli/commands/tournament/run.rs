//! `rathaus tournament run`: plays the missing matches.

use rathaus_games::words::counted;

use super::open::OpenTournament;
use super::patience::patiently;
use super::{disk, standings};
use crate::cli::InterruptSignal;
use crate::cli::args::tournament::TournamentRunArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::progress::RunProgress;
use crate::tournament::{self, FormatSetup, RoundHistoryChoice, RunEvent, TournamentFormat};

pub(super) async fn run(args: &TournamentRunArgs, interrupt: &InterruptSignal) -> Result<(), CommandError> {
    let mut opened = OpenTournament::open(&args.file.file, &args.resume, &args.sandbox, args.quiet)
        .await?
        .tracing(&args.trace)?;
    let mut is_first = true;
    let ended = loop {
        let ended = play_known(&mut opened, args, interrupt, is_first).await?;
        is_first = false;
        // In some formats, results decide the next matches.
        if !matches!(ended, RunEnding::Complete)
            || !opened.schedule.continues
            || !opened.refresh_schedule()?
        {
            break ended;
        }
    };
    let report = standings::report(&opened.store, &opened.state, &opened.schedule, RoundHistoryChoice::Omit)?;
    crate::cli::terminal::print_text(&report.text())?;
    ended.verdict(&opened.failures, &args.file.file)
}

/// Plays all missing matches that the schedule has so far. The first time, says what they take.
async fn play_known(
    opened: &mut OpenTournament,
    args: &TournamentRunArgs,
    interrupt: &InterruptSignal,
    is_first: bool,
) -> Result<RunEnding, CommandError> {
    let missing = opened.missing()?;
    let all = opened.schedule.keys.len();
    let rules = opened.schedule.rules();
    let of_each = if rules.is_multiplayer() { all } else { opened.state.count as usize };
    let mut progress = RunProgress::new(args.quiet, rules, of_each);
    progress.say(&format!(
        "{}: {all} matches, {} have been played, {} are to be played{}",
        opened.state.title,
        all - missing.len(),
        missing.len(),
        if opened.schedule.continues { ", and more depending on the results" } else { "" }
    ));
    if missing.is_empty() {
        return Ok(RunEnding::Complete);
    }
    if is_first {
        progress.say(&disk::estimate(opened, &args.file.file, &missing));
    }
    progress.if_long(shorter(opened));
    let ended = play(opened, &missing, &mut progress, interrupt).await;
    progress.end();
    ended
}

/// How to have a first ranking sooner than from this tournament.
fn shorter(opened: &OpenTournament) -> String {
    let resume = "Ctrl-C stops it, and the same command goes on";
    let (rules, entrants, format) =
        (opened.schedule.rules(), opened.schedule.names.len(), opened.state.format);
    let setup = FormatSetup {
        seed: opened.state.seed,
        rounds: TournamentFormat::Swiss.usual_rounds(entrants),
        seats: TournamentFormat::Swiss.usual_seats(rules.seats().from, entrants),
        entrants,
        pairing: opened.state.pairing,
        decide: opened.state.decide.unwrap_or_default(),
        groups: 1,
    };
    match TournamentFormat::Swiss.matches(setup) {
        _ if !rules.is_multiplayer() => format!("fewer `boards` are faster; {resume}"),
        Some(most) if !format.goes_by_results() && most < opened.schedule.keys.len() as u64 => {
            format!("a Swiss tournament has at most {most} matches: `format = \"swiss\"`; {resume}")
        }
        _ => format!("fewer `games` are faster; {resume}"),
    }
}

enum RunEnding {
    Complete,
    /// The user stopped the run.
    Stopped,
    /// The host could not play some matches.
    Void(Vec<String>),
}

impl RunEnding {
    fn verdict(self, failures: &[ExitKind], file: &std::path::Path) -> Result<(), CommandError> {
        match self {
            RunEnding::Stopped => Err(CommandError::new(
                ExitKind::Interrupted,
                format!("stopped; `rathaus tournament run {}` goes on", file.display()),
            )),
            RunEnding::Void(why) => {
                let matches = counted(why.len(), "match");
                Err(CommandError::host(format!("{matches} could not be played: {}", why[0])))
            }
            RunEnding::Complete => {
                failures.iter().min().map_or(Ok(()), |code| Err(CommandError::silent(*code)))
            }
        }
    }
}

/// Plays these matches of the schedule, and stores the result of each when it ends.
async fn play(
    opened: &mut OpenTournament,
    missing: &[usize],
    progress: &mut RunProgress,
    interrupt: &InterruptSignal,
) -> Result<RunEnding, CommandError> {
    let run = opened.run(missing);
    let scheduled_matches = run.scheduled_matches.clone();
    progress.begin(bars(opened, missing));
    interrupt.take_over();
    let (mut void, mut stopped) = (Vec::new(), false);
    let mut running = tournament::run(run);
    loop {
        let event = tokio::select! {
            event = running.events.recv() => event,
            () = interrupt.asked() => {
                running.stop.stop();
                stopped = true;
                progress.say("the matches that are being played are played to their end; Ctrl-C once more leaves at once");
                continue;
            }
        };
        let Some(event) = event else { break };
        progress.show(&scheduled_matches, &event);
        match event {
            RunEvent::Progress { .. } => {}
            RunEvent::Finished { scheduled_match, result, recording, .. } => {
                let played = opened.played(missing[scheduled_match], result, recording);
                let OpenTournament { store, schedule, records, .. } = &mut *opened;
                let put = || store.put(schedule.rules(), &played, records);
                patiently(put, |words| progress.say(words)).await?;
            }
            // Store nothing: the bot may work in the next run.
            RunEvent::Out { .. } => opened.failures.push(ExitKind::NotReady),
            RunEvent::Void { why, .. } => void.push(why),
        }
    }
    if !void.is_empty() {
        return Ok(RunEnding::Void(void));
    }
    let complete = opened.missing()?.is_empty();
    let unready = opened.failures.contains(&ExitKind::NotReady);
    match (complete, stopped || unready) {
        (true, _) => Ok(RunEnding::Complete),
        (false, true) if stopped => Ok(RunEnding::Stopped),
        (false, true) => Ok(RunEnding::Complete),
        (false, false) => {
            Err(CommandError::host("a worker of the host has failed, so that results are missing"))
        }
    }
}

/// A bar for each entrant, or a single one in multiplayer games, with the number of matches
/// already played.
fn bars(opened: &OpenTournament, missing: &[usize]) -> Vec<(String, usize)> {
    let schedule = &opened.schedule;
    let done = |of: &dyn Fn(&usize) -> bool| {
        (0..schedule.scheduled_matches.len()).filter(of).count()
            - missing.iter().filter(|position| of(position)).count()
    };
    if schedule.rules().is_multiplayer() {
        return vec![(opened.state.title.clone(), done(&|_| true))];
    }
    let name = |(entrant, name): (usize, &String)| {
        let is_own = |position: &usize| schedule.scheduled_matches.seats(*position)[0] as usize == entrant;
        (name.clone(), done(&is_own))
    };
    schedule.names.iter().enumerate().map(name).collect()
}
