//! `rathaus tournament init`: writes a first tournament.toml.

use std::io;
use std::path::Path;

use rathaus_games::parameters::ParameterDescription;
use rathaus_games::{ConfiguredGame, SeedFileSupport};

use crate::cli::args::tournament::InitTournamentFileArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, random_seed};
use crate::submissions::SubmissionError;
use crate::tournament::config;

/// The name of the schema file, next to the tournament file.
const SCHEMA: &str = "tournament.schema.json";

pub(super) fn init(args: &InitTournamentFileArgs) -> Result<(), CommandError> {
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let game = play_context::game_beside(&args.game, folder)?;
    let rules = game.rules();
    let text = template(&args.game, rules, &rules.describe());
    crate::cli::terminal::write_new(&args.file, &text).map_err(|error| unwritten(&args.file, &error))?;
    let schema = args.file.with_file_name(SCHEMA);
    // The schema is the same for all tournaments, so overwrite an existing file.
    crate::cli::terminal::write_over(&schema, format!("{:#}\n", config::schema()).as_bytes())
        .map_err(|error| CommandError::host(format!("{}: cannot be written: {error}", schema.display())))?;
    crate::cli::terminal::print_text(&format!(
        "wrote {0}\nwrote {1}, by which editors complete it\nname the entrants in it, then: rathaus tournament run {0}\n",
        args.file.display(),
        schema.display()
    ))
}

fn unwritten(path: &Path, error: &io::Error) -> CommandError {
    let error = SubmissionError::input(path, format!("cannot be written: {error}"));
    CommandError::new(ExitKind::Input, error.with_help("give another name, or remove what is there"))
}

/// A tournament file with all settings, most of them as comments.
fn template(game: &str, rules: &ConfiguredGame, parameters: &[ParameterDescription]) -> String {
    let many = if rules.program().is_some() {
        "# The number of rounds. All matches of a round have the same opening. With the format \"drawn\", the\n\
         # number of games; in a knock-out, the number of games of each best-of encounter.\ngames = 10\n\n\
         # The format: \"double-round-robin\", \"round-robin\", \"gauntlet\", \"swiss\", \"knock-out\", \"adaptive\"\n\
         # or \"drawn\" (seats by lot).\n# format = \"double-round-robin\"\n\
         # decide = \"top 4\"     # what an adaptive tournament decides: \"winner\", \"top 4\", \"all\"\n\
         # challenger = \"Ann\"   # the entrant that meets all others in a gauntlet\n\n\
         # The number of entrants in each game [default: as many as the game has seats for].\n# seats = 3\n"
    } else if rules.is_multiplayer() {
        "# The number of games. Seats are drawn by lot for each game.\ngames = 1\n\n\
         # The number of entrants in each game, drawn so that all play equally often [default: all].\n# seats = 10\n"
    } else {
        "# The number of boards. All entrants play the same ones. You can raise it later.\nboards = 50\n\n\
         # Play at most so many boards, until the \"winner\", the \"top 4\" or \"all\" ranks are decided.\n\
         # format = \"adaptive\"\n# decide = \"top 4\"\n"
    };
    let seed_file = rules.seed_file().map_or(String::new(), |SeedFileSupport { hint }| {
        format!("\n# The numbers of the rounds, instead of numbers from the seed: {hint}.\n# seed_file = \"seeds.txt\"\n")
    });
    let width =
        parameters.iter().map(|one| format!("{} = {}", one.name, one.default).len()).max().unwrap_or(0);
    let parameters: String = parameters
        .iter()
        .map(|ParameterDescription { name, default, range, meaning, .. }| {
            let setting = format!("{name} = {default}");
            format!("# {setting:width$}   # {meaning} ({range})\n")
        })
        .collect();
    format!(
        r#"#:schema ./{SCHEMA}

# The title [default: the name of this file].
# name = "Spring race"

game = "{game}"

# The seed for all randomness in the games. The same seed gives the same boards and seats.
seed = "{seed}"
{seed_file}
{many}
# The submissions: source files, folders, or bot.toml files, relative to this file.
entrants = []

# A folder whose files and folders are all submissions.
# entrants_folder = "bots"

# Submissions under other names.
# [[entrant]]
# path = "bots/ann.py"
# name = "Ann"

# Parameters of the game that differ from their defaults.
[parameters]
{parameters}
# Groups of boards with other parameters are `[[group]]` tables; `[versions]` names versions of a bot.
# `[teams]` names teams of entrants. `[rulings]` says what counts for matches that cannot be played.

[limits]
# build_seconds = 300     # the time limit for each command of a build
# greeting_seconds = 10   # the time limit for a bot to start and answer the handshake

[policies]
# Faults that disqualify at once: late, malformed, illegal, crashed, closed, flooded.
# disqualify = ["late"]

# Only sources whose hashes were posted in time play: see `rathaus verify --help`.
# [commitments]
# ledger = "ledger.toml"
# required = true

[phases]
# commitments_until = 2014-05-09T00:00:00Z   # the deadline for posting hashes
# reveals_until = 2014-05-10T00:00:00Z       # the deadline for revealing sources; no match before it
# results_on = 2014-05-11T00:00:00Z          # until then, standings are marked as provisional

# Which replays to keep. `rathaus tournament replay` plays a match again without its bots.
[records]
# keep = "faults-and-best"   # or "all", or "none"
# faulty = 10                # the number of matches with faults to keep for each entrant
# budget_mb = 64             # other matches are kept as well, up to this size together
# replay_mb = 16             # the largest replay to keep

# The sandbox of the bots. `rathaus doctor` lists what is installed.
[sandbox]
# tier = "full"       # or "namespaces", or "launcher" [default: the strongest one available]
# memory_mib = 2048   # the memory limit of a bot with all its processes
# processes = 256     # the limit of processes and threads at once
# freeze = false      # whether bots are frozen while it is not their turn

# How this machine plays the matches. This changes no result.
[running]
# concurrency = 2         # the number of bot processes at once [default: the number of physical cores]
# boards_in_flight = 8    # the number of boards that one process plays at once
"#,
        seed = random_seed(),
    )
}
