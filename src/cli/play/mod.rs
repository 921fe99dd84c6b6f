//! `rathaus play`: build the bots, play, print the standings.

mod alone;
mod together;

use std::time::Duration;

use super::args::PlayArgs;
use super::exit::Failure;
use super::plan::Common;
use crate::game::Rules;
use crate::seat::Start;
use crate::submission::Bot;

/// How long a bot may take from its start to its answer to the greeting.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn play(args: PlayArgs) -> Result<(), Failure> {
    let common = Common::resolve(&args)?;
    if common.rules.is_played_together() {
        together::play(&args, &common).await
    } else {
        alone::play(&args, &common).await
    }
}

/// How a bot that lives for a match is started.
pub(super) fn start(bot: Bot, rules: &Rules) -> Start {
    Start { program: bot.program, greeting: rules.greeting(), patience: PATIENCE }
}
