//! The tiers of the sandbox on this machine.

use crate::common::World;
use crate::items::Item;

/// The name of a tier. `None` for the best one available.
pub type Tier = Option<&'static str>;

/// All tiers, the best first.
pub const TIERS: [&str; 3] = ["full", "namespaces", "launcher"];

/// The tiers that are not available, each with the reason that the program gives.
pub fn missing() -> Vec<(&'static str, String)> {
    let world = World::new();
    let bot = world.testbot("good", &[]);
    let why_not = |tier: &'static str| {
        let game = ["play", "rat-race", "--quiet", "--boards", "1", "--set", "turns=2", "--sandbox", tier];
        let run = world.run(&[game.as_slice(), &[&bot]].concat());
        (run.code != Some(0)).then(|| (tier, run.stderr.lines().next().unwrap_or_default().to_owned()))
    };
    TIERS.into_iter().filter_map(why_not).collect()
}

/// Whether a tier is known not to hold against this item, as docs/SECURITY.md says.
pub fn is_impossible(item: &Item, tier: Tier) -> bool {
    item.is_beyond && tier == Some("launcher") && !is_root()
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
