//! `rathaus tournament init`: writes a first tournament.toml.

use std::io;
use std::path::Path;

use rathaus_games::parameters::ParameterDescription;
use rathaus_games::{ConfiguredGame, SeedFileHint};

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
        "# How many rounds are played: all matches of a round have the same opening. In the format \"drawn\", how many games; in a knock-out, of how\n\
         # many games an encounter is the best.\ngames = 10\n\n\
         # Who meets whom: \"double-round-robin\", \"round-robin\", \"gauntlet\", \"swiss\", \"knock-out\", \"adaptive\",\n\
         # or \"drawn\" by lot.\n# format = \"double-round-robin\"\n\
         # decide = \"top 4\"      # what an adaptive tournament decides: \"winner\", \"top 4\", \"all\"\n\
         # challenger = \"Ann\"   # who meets all others in a gauntlet\n\n\
         # How many play in each game, if not as many as it has seats for.\n# seats = 3\n"
    } else if rules.is_multiplayer() {
        "# The number of games of all entrants. Each game draws the seats.\ngames = 1\n\n\
         # How many play in each game, if not all: they are drawn, so that all play equally often.\n# seats = 10\n"
    } else {
        "# How many boards each entrant plays: all the same ones. More can be played later.\nboards = 50\n\n\
         # Only play what is still undecided, with at most so many boards: \"winner\", \"top 4\" or \"all\".\n\
         # format = \"adaptive\"\n# decide = \"top 4\"\n"
    };
    let seed_file = rules.seed_file().map_or(String::new(), |SeedFileHint { hint }| {
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

# What the tournament is called. Without it, it is called like this file.
# name = "Spring race"

game = "{game}"

# Where all that is random comes from: the same seed gives the same boards and seats.
seed = "{seed}"
{seed_file}
{many}
# The submissions: source files, folders, or bot.toml files, relative to this file.
entrants = []

# Or a folder in which every file and folder is a submission.
# entrants_folder = "bots"

# Or one by one, with names.
# [[entrant]]
# path = "bots/ann.py"
# name = "Ann"

# Rules that are not to be the usual ones.
[parameters]
{parameters}
[limits]
# build_seconds = 300     # for each command of a build
# greeting_seconds = 10   # from a bot's start to its reply to the handshake

[policies]
# Who has done one of these once has no rank: late, malformed, illegal, crashed, closed, flooded.
# disqualify = ["late"]

# Play only sources whose hashes were posted in time: see `rathaus verify --help`.
# [commitments]
# ledger = "ledger.toml"
# required = true

[phases]
# commitments_until = 2014-05-09T00:00:00Z   # when the time for hashes is over
# reveals_until = 2014-05-10T00:00:00Z       # nothing is played before
# results_on = 2014-05-11T00:00:00Z          # until then, standings say that they are provisional

# Replays, by which `rathaus tournament replay` plays matches again without their bots.
[records]
# keep = "faults-and-best"   # of each entrant's best match and of some with faults; or "all", or "none"
# faulty = 10                # how many with faults, of each entrant
# budget_mb = 64             # other matches too, up to this much together
# replay_mb = 16             # a larger replay is not kept

# What submissions are built and run in: `rathaus doctor` lists what is installed.
[sandbox]
# tier = "full"       # or "namespaces", or "launcher"; without it, the best that there is
# memory_mib = 2048   # for each bot, all its processes together
# processes = 256     # and threads, at once
# freeze = false      # whether bots are kept from thinking while nobody waits for them

# How this machine plays. It changes no result.
[running]
# concurrency = 2         # bot processes at once; without it, as many as there are physical cores
# boards_in_flight = 8    # boards that one process plays at once
"#,
        seed = random_seed(),
    )
}
