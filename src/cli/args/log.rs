//! The command line of the log.

use clap::ValueEnum;

/// In what form the log is written, to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// Whose dialogue is written to the log.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct TraceArgs {
    /// Write what this bot is asked and answers to the log, with times; can be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) trace_bot: Vec<String>,
}
