//! `rathaus match run`: plays one match from its spec.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use rathaus_games::custom::CustomGameIdentity;

use crate::cli::args::tournament::MatchRunArgs;
use crate::cli::commands::tournament::{list_visible, play_one};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::cli::terminal::log;
use crate::report::harmless;
use crate::submissions::{Bot, GameFolder, Submission, SubmissionHints};
use crate::tournament::{
    MatchProvenance, MatchSpec, PlayedMatch, RecordedSandbox, ScheduleRunSpec, ScheduledMatch, short,
};
use crate::untrusted::{self, MAX_SPEC_BYTES};

pub(crate) async fn match_run(args: &MatchRunArgs) -> Result<(), CommandError> {
    let spec = read_spec()?;
    let rules =
        spec.rules().map_err(|error| CommandError::new(ExitKind::Input, format!("the spec: {error}")))?;
    let submissions = find(&spec, &args.submissions)?;
    let program =
        spec.program.as_ref().map(|program| find_program(program, &args.submissions)).transpose()?;
    let build = play_context::build_context(&rules, play_context::BUILD_LIMIT, &args.sandbox).await?;
    let (mut bots, mut names): (Vec<Bot>, Vec<String>) = (Vec::new(), Vec::new());
    for submission in submissions {
        names.push(submission.name.clone());
        bots.push(submission.build(&build).await.map_err(|error| CommandError::submissions(&[error]))?);
    }
    let program = match program {
        Some(program) => {
            Some(program.build(&build).await.map_err(|error| CommandError::submissions(&[error]))?)
        }
        None => None,
    };
    let names: Vec<String> = names.iter().map(|name| harmless(name)).collect();
    let traced = log::traced(&names, &args.trace)?;
    let toolchains = bots.iter().map(|bot| bot.toolchain.clone()).collect();
    let scheduled_match = ScheduledMatch {
        number: 1,
        round: 1,
        seed: spec.seed,
        seats: (0..bots.len()).collect(),
        numbers: spec.numbers.clone(),
    };
    let run = ScheduleRunSpec {
        rules,
        scheduled_matches: vec![scheduled_match],
        bots,
        program,
        names,
        traced,
        concurrency: args.concurrency.unwrap_or_else(play_context::physical_cores),
        boards_in_flight: None,
        handshake_time: Duration::from_secs(spec.greeting_seconds),
        recorded: (!args.no_replay).then_some(play_context::LARGEST_REPLAY),
        watched: None,
    };
    let (result, recording) = play_one(run).await?;
    if recording.is_none() && !args.no_replay {
        crate::cli::terminal::message(
            "what the bots said is too much to be recorded: `tournament collect` takes this result only with --from-trusted",
        );
    }
    let provenance = Some(MatchProvenance::here(RecordedSandbox::by(build.sandbox.as_ref()), toolchains));
    let played = PlayedMatch { recording, ..PlayedMatch::new(spec, result, provenance) };
    crate::cli::terminal::print(&format!("{}\n", serde_json::to_string(&played).map_err(CommandError::host)?))
}

fn read_spec() -> Result<MatchSpec, CommandError> {
    let read = untrusted::read_stdin(MAX_SPEC_BYTES).map_err(|error| error.why.to_string());
    let spec = read.and_then(|text| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    spec.map_err(|error| {
        let help = "`rathaus tournament plan` prints specs, one on each line";
        CommandError::new(ExitKind::Input, format!("stdin is not a match spec: {error}\n  help: {help}"))
    })
}

/// Finds the submissions of a spec, in the order of their seats.
fn find(spec: &MatchSpec, places: &[PathBuf]) -> Result<Vec<Submission>, CommandError> {
    let mut found = BTreeMap::new();
    for place in places {
        let itself = Submission::read(place, &spec.game, &SubmissionHints::default());
        // A place that is not a folder contains nothing.
        let inside = list_visible(place).unwrap_or_default();
        let inside = inside.iter().map(|path| Submission::read_found(path, &spec.game));
        // Ignore everything else.
        for submission in std::iter::once(itself).chain(inside).flatten() {
            found.entry(submission.identity()).or_insert(submission);
        }
    }
    let missing = |identity: &String| {
        let searched: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        CommandError::new(
            ExitKind::Input,
            format!(
                "no submission has the identity {}\n  help: say with --submissions where it is; {} holds {} submissions for {}",
                short(identity),
                searched.join(", "),
                found.len(),
                spec.game
            ),
        )
    };
    spec.submissions
        .iter()
        .map(|identity| found.get(identity).cloned().ok_or_else(|| missing(identity)))
        .collect()
}

/// Finds the program with the rules that a spec names.
fn find_program(program: &CustomGameIdentity, places: &[PathBuf]) -> Result<Submission, CommandError> {
    let folders = places.iter().flat_map(|place| GameFolder::within(place));
    let mut found: Vec<GameFolder> = folders.collect();
    let position = found.iter().position(|folder| folder.rules.program() == Some(program));
    position.map(|position| found.swap_remove(position).program).ok_or_else(|| {
        let searched: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        CommandError::new(
            ExitKind::Input,
            format!(
                "no program of the game {} has the identity {}\n  help: say with --submissions where the game's folder is, as it was when the spec was made; {} holds {} games",
                program.config.name,
                short(&program.identity),
                searched.join(", "),
                found.len()
            ),
        )
    })
}
