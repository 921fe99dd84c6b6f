//! The arguments of `rathaus commit`, `seed-file` and `verify`.

use std::path::PathBuf;

use rathaus_games::Seed;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus commit mine.py\n  \
    rathaus commit my-bot/\n  \
    rathaus commit mine.py | cut -d' ' -f1\n\n\
    Prints a line `HASH  FILE` for each file, like sha256sum, with the hash in base64.\n\
    Exit codes: 0 done, 2 usage, 3 a file cannot be read; then nothing is printed.")]
pub(crate) struct CommitArgs {
    /// Source files or folders, or - for stdin.
    #[arg(required_unless_present = "seed", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print the hash of a seed instead, for the promise of an organiser.
    #[arg(long, allow_hyphen_values = true, conflicts_with = "files")]
    pub(crate) seed: Option<Seed>,

    /// Print the hashes as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus seed-file 250 --output seeds.txt\n\n\
    The file has one number from 0 to 2^64 - 1 per line; line k is for round k. A game of P players has 25 * P rounds.\n\
    Post the printed hash before the deadline for commitments, or write it into the ledger as `seed_file = \"HASH\"`.\n\
    Keep the file secret until the game is over.")]
pub(crate) struct CreateSeedFileArgs {
    /// The number of rounds.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,

    /// Write the numbers into this new file and print its hash, instead of printing the numbers.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
      rathaus verify --ledger ledger.toml mine.py\n\n\
      The ledger is a TOML file:\n\n  \
      deadline = 2014-05-09T00:00:00Z\n  \
      reveal_deadline = 2014-05-10T00:00:00Z     # optional\n  \
      seed_file = \"HASH\"                         # your promise, optional; or: seed = \"HASH\"\n\n  \
      [[posting]]                                # any number per player\n  \
      player = \"lazy\"\n  \
      hash = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"\n  \
      posted = 2014-05-03T10:30:00Z\n\n  \
      [[reveal]]                                 # optional\n  \
      player = \"lazy\"\n  \
      revealed = 2014-05-09T18:00:00+02:00\n  \
      source = \"plants/lazy.py\"                # relative to the ledger\n\n\
    Exit codes: 0 all match, 8 a source or a promise does not match, 2 usage, 3 bad input.")]
pub(crate) struct VerifyArgs {
    /// The ledger of posted hashes.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) ledger: PathBuf,

    /// More sources than the ledger names: files, or folders with a bot.toml. The name in the
    /// bot.toml, or the file name without extension, is the player.
    #[arg(value_name = "SOURCE")]
    pub(crate) sources: Vec<PathBuf>,

    /// Verify that this is the promised seed file.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// Verify that this is the promised seed.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) seed: Option<Seed>,

    /// Print the verdicts as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
