//! `rathaus tournament run`: plays the missing matches.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rathaus_games::words::counted;

use super::cluster::{self, ClusterSession};
use super::open::OpenTournament;
use super::patience::patiently;
use super::{absence, disk, rule, standings};
use crate::cli::InterruptSignal;
use crate::cli::args::tournament::TournamentRunArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::progress::RunProgress;
use crate::tournament::{self, FormatSetup, RoundHistoryChoice, RunEvent, TournamentFormat};

/// The pause before matches that the host could not play are tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// What to do if later rounds depend on a match that the host cannot play.
const VOID_HELP: &str = "\n  help: run again to try again; `void = \"draw\"` in [rulings] goes on without it";

pub(super) async fn run(args: &TournamentRunArgs, interrupt: &InterruptSignal) -> Result<(), CommandError> {
    let mut opened = OpenTournament::open(&args.file.file, &args.resume, &args.sandbox, args.quiet)
        .await?
        .tracing(&args.trace)?;
    absence::warn(&opened.state, Some(&opened.rulings));
    if args.withdraw_rulings {
        rule::withdraw(&mut opened)?;
    }
    let ended = match args.broker.address() {
        None => play_all(&mut opened, args, interrupt, &mut None).await?,
        Some(address) => {
            let mut session = Some(ClusterSession::open(&address, &mut opened).await?);
            let audits = cluster::audits_itself(&opened);
            let played = tokio::select! {
                played = play_all(&mut opened, args, interrupt, &mut session) => played?,
                error = cluster::audit(&address, &args.sandbox), if audits => return Err(error),
            };
            if let Some(session) = &mut session {
                session.close().await;
            }
            played
        }
    };
    let report = standings::report(&opened.store, &opened.state, &opened.schedule, RoundHistoryChoice::Omit)?;
    crate::cli::terminal::print_text(&report.text())?;
    ended.verdict(&opened, &args.file.file)
}

/// Plays all missing matches. In some formats, results and rulings decide the next ones.
async fn play_all(
    opened: &mut OpenTournament,
    args: &TournamentRunArgs,
    interrupt: &InterruptSignal,
    session: &mut Option<ClusterSession>,
) -> Result<RunEnding, CommandError> {
    let mut is_first = true;
    loop {
        let ended = play_known(opened, args, interrupt, session, is_first).await?;
        is_first = false;
        let ended = rule::settle(opened, ended).await?;
        let goes_on = match ended {
            RunEnding::Ruled => true,
            RunEnding::Complete => opened.schedule.continues && opened.refresh_schedule()?,
            RunEnding::Stopped | RunEnding::Void(_) | RunEnding::Waiting(_) => false,
        };
        if !goes_on {
            return Ok(ended);
        }
    }
}

/// Plays all missing matches that the schedule has so far and that can be played. The first time,
/// says what they take.
async fn play_known(
    opened: &mut OpenTournament,
    args: &TournamentRunArgs,
    interrupt: &InterruptSignal,
    session: &mut Option<ClusterSession>,
    is_first: bool,
) -> Result<RunEnding, CommandError> {
    let mut missing = opened.missing()?;
    missing.retain(|position| opened.is_playable(*position));
    if !missing.is_empty() || is_first {
        say_extent(opened, args, &missing, is_first)?;
    }
    let mut tries = 1;
    loop {
        if missing.is_empty() {
            return Ok(RunEnding::Complete);
        }
        let ended = play_once(opened, &missing, args, interrupt, session).await?;
        let RunEnding::Void(void) = &ended else { return Ok(ended) };
        if tries >= opened.tries() {
            return Ok(ended);
        }
        tries += 1;
        missing = void.keys().copied().collect();
        tokio::time::sleep(PAUSE).await;
    }
}

/// Says how many matches there are, and how many of them are to be played.
fn say_extent(
    opened: &OpenTournament,
    args: &TournamentRunArgs,
    missing: &[usize],
    is_first: bool,
) -> Result<(), CommandError> {
    let all = opened.schedule.keys.len();
    let (ruled, unplayed) = (opened.schedule.rulings.len(), opened.missing()?.len());
    let rules = opened.schedule.rules();
    let of_each = if rules.is_multiplayer() { all } else { opened.state.count as usize };
    let progress = RunProgress::new(args.quiet, rules, of_each);
    progress.say(&format!(
        "{}: {all} matches, {} have been played, {}{} are to be played{}",
        opened.state.title,
        all - unplayed - ruled,
        if ruled > 0 { format!("{ruled} are ruled, ") } else { String::new() },
        missing.len(),
        if opened.schedule.continues { ", and more depending on the results" } else { "" }
    ));
    if is_first && !missing.is_empty() {
        progress.say(&disk::estimate(opened, &args.file.file, missing));
    }
    Ok(())
}

/// Plays these matches.
async fn play_once(
    opened: &mut OpenTournament,
    missing: &[usize],
    args: &TournamentRunArgs,
    interrupt: &InterruptSignal,
    session: &mut Option<ClusterSession>,
) -> Result<RunEnding, CommandError> {
    let rules = opened.schedule.rules();
    let of_each =
        if rules.is_multiplayer() { opened.schedule.keys.len() } else { opened.state.count as usize };
    let mut progress = RunProgress::new(args.quiet, rules, of_each);
    progress.if_long(shorter(opened));
    progress.begin(bars(opened, missing));
    let ended = match session {
        Some(session) => session.play(opened, missing, &mut progress, interrupt).await,
        None => play(opened, missing, &mut progress, interrupt).await,
    };
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

/// How a run of matches has ended.
pub(super) enum RunEnding {
    Complete,
    /// The user stopped the run.
    Stopped,
    /// The host could not play the matches at these positions, for these reasons.
    Void(BTreeMap<usize, String>),
    /// Matches were ruled, so that others may follow.
    Ruled,
    /// The matches at these positions wait for absent entrants.
    Waiting(Vec<usize>),
}

impl RunEnding {
    fn verdict(self, opened: &OpenTournament, file: &Path) -> Result<(), CommandError> {
        let failed = opened.failures.iter().min();
        match self {
            RunEnding::Stopped => Err(CommandError::new(
                ExitKind::Interrupted,
                format!("stopped; `rathaus tournament run {}` goes on", file.display()),
            )),
            RunEnding::Void(why) => {
                let matches = counted(why.len(), "match");
                let first = why.into_values().next().unwrap_or_default();
                let help = if opened.has_rulings() { VOID_HELP } else { "" };
                Err(CommandError::host(format!("{matches} could not be played: {first}{help}")))
            }
            RunEnding::Waiting(positions) => {
                let wait = if positions.len() == 1 { "waits" } else { "wait" };
                let matches = counted(positions.len(), "match");
                let code = failed.copied().unwrap_or(ExitKind::Host);
                let words = format!(
                    "{matches} {wait} for entrants that cannot play at the moment\n  \
                     help: `rathaus tournament run {}` goes on when they can; `rathaus doctor` lists what is missing",
                    file.display()
                );
                Err(CommandError::new(code, words))
            }
            RunEnding::Complete | RunEnding::Ruled => {
                failed.map_or(Ok(()), |code| Err(CommandError::silent(*code)))
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
    let run = opened.run(missing)?;
    let scheduled_matches = run.scheduled_matches.clone();
    interrupt.take_over();
    let (mut void, mut stopped) = (BTreeMap::new(), false);
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
            RunEvent::Finished { scheduled_match, result, recording, kept } => {
                let played = opened.played(missing[scheduled_match], result, recording);
                let OpenTournament { store, schedule, records, .. } = &mut *opened;
                let kept = kept.into_iter().map(|(entrant, files)| (schedule.names[entrant].clone(), files));
                let kept = kept.collect();
                let put = || store.put_with_files(schedule.rules(), &played, records, &kept);
                patiently(put, |words| progress.say(words)).await?;
            }
            // Store nothing: the bot may work in the next run.
            RunEvent::Out { .. } => opened.failures.push(ExitKind::NotReady),
            RunEvent::Void { scheduled_match, why } => drop(void.insert(missing[scheduled_match], why)),
        }
    }
    if !void.is_empty() {
        // A host that ends cannot play, and rules on nothing.
        let has_stopped = stopped || rathaus_sandbox::is_ending();
        return Ok(if has_stopped { RunEnding::Stopped } else { RunEnding::Void(void) });
    }
    let missing = opened.missing()?;
    let complete = !missing.iter().any(|position| opened.is_playable(*position));
    let unready = opened.failures.contains(&ExitKind::NotReady);
    let goes_on = opened.schedule.continues || !missing.is_empty();
    match (complete, stopped || unready) {
        (_, true) if stopped && goes_on => Ok(RunEnding::Stopped),
        (true, _) | (false, true) => Ok(RunEnding::Complete),
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
