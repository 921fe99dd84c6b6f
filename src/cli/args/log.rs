//! The options of the log.

use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct DialogueLogArgs {
    /// Log the requests to this bot and its replies, with times. Can be repeated.
    #[arg(long, value_name = "NAME", help_heading = super::LOGGING)]
    pub(crate) trace_bot: Vec<String>,
}
