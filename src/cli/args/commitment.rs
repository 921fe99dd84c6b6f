//! The command line of commitments: hashes that are posted, and what they are checked against.

use std::path::PathBuf;

use rathaus_games::Seed;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Prints a line `HASH  FILE` for each file, as sha256sum does, with the hash in base64. \
    `rathaus commit FILE | cut -d' ' -f1` is the hash alone.\n\
    Exit codes: 0 done, 2 usage, 3 a file cannot be read; then nothing is printed."
)]
pub(crate) struct CommitArgs {
    /// Source files, or folders with a bot.toml that names one; - for standard input.
    #[arg(required_unless_present = "seed", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print the hash of a seed instead, for an organiser's promise: a number, as `play` takes it.
    #[arg(long, allow_hyphen_values = true, conflicts_with = "files")]
    pub(crate) seed: Option<Seed>,

    /// Print the hashes as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each number goes from 0 to 2^64 - 1 and has a line of its own; line k is for round k, and a game of P players \
    has 25 * P rounds.\nPost the hash that is printed before the deadline for commitments, or put it into the ledger as \
    `seed_file = \"HASH\"`; keep the file to yourself until the game is over."
)]
pub(crate) struct SeedFileArgs {
    /// How many numbers.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,

    /// Write them to this file, which must not exist, and print its hash, instead of printing them.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "The ledger is a TOML file:\n\n  \
      deadline = 2014-05-09T00:00:00Z\n  \
      reveal_deadline = 2014-05-10T00:00:00Z     # can be left out\n  \
      seed_file = \"HASH\"                         # what you promise, if you do; or: seed = \"HASH\"\n\n  \
      [[posting]]                                # any number of them for each player\n  \
      player = \"lazy\"\n  \
      hash = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"\n  \
      posted = 2014-05-03T10:30:00Z\n\n  \
      [[reveal]]                                 # can be left out\n  \
      player = \"lazy\"\n  \
      revealed = 2014-05-09T18:00:00+02:00\n  \
      source = \"plants/lazy.py\"                # relative to the ledger\n\n\
    Exit codes: 0 all match, 8 not all match or a promise was not kept, 2 usage, 3 bad input.")]
pub(crate) struct VerifyArgs {
    /// The ledger: who has posted which hash when.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) ledger: PathBuf,

    /// Sources besides those that the ledger names: files, or folders with a bot.toml. A source is the player's whose
    /// name its bot.toml has, or its file without the ending.
    #[arg(value_name = "SOURCE")]
    pub(crate) sources: Vec<PathBuf>,

    /// Check that this is the seed file that the ledger promises.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// Check that this is the seed that the ledger promises.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) seed: Option<Seed>,

    /// Print the verdicts as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
