//! The kinds of sandbox, and which of them there is on a machine.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use super::cgroup::Cgroups;
use super::{Allowance, Sandbox, identity, is_of_system};
use crate::{Passing, in_path};

/// What a sandbox is made of. Each kind promises more than the one before; what it keeps of that is proven, not assumed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// What a process can give up by itself: files, calls, and limits.
    Launcher,
    /// Namespaces of its own besides, by bubblewrap.
    Namespaces,
    /// Control groups besides.
    Full,
}

impl Tier {
    /// All of them, the best first.
    pub const ALL: [Tier; 3] = [Tier::Full, Tier::Namespaces, Tier::Launcher];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Launcher => "launcher",
            Tier::Namespaces => "namespaces",
            Tier::Full => "full",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tier {
    type Err = String;

    fn from_str(name: &str) -> Result<Tier, String> {
        let found = Tier::ALL.into_iter().find(|tier| tier.name() == name);
        found.ok_or_else(|| "expected full, namespaces or launcher".into())
    }
}

/// There is no such sandbox here. Says why, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}\n  remedy: {remedy}")]
pub struct Refusal {
    /// Why.
    pub why: String,
    /// What helps.
    pub remedy: String,
}

impl Refusal {
    pub(super) fn new(why: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal { why: why.into(), remedy: remedy.into() }
    }
}

impl Sandbox {
    /// A sandbox of this kind, with this binary as its keeper, if there is what it takes. Nothing has been proven then.
    pub fn of(tier: Tier, keeper: PathBuf) -> Result<Sandbox, Refusal> {
        let bubblewrap = (tier >= Tier::Namespaces).then(|| {
            in_path("bwrap").into_iter().find(|path| path.is_absolute()).ok_or_else(|| {
                Refusal::new("bubblewrap was not found in PATH", "install it: apt-get install bubblewrap")
            })
        });
        let cgroups = (tier >= Tier::Full).then(|| {
            Cgroups::find().map_err(|why| {
                let remedy = "as an ordinary user, run it in a part of the tree of groups that is yours: \
                              systemd-run --user --scope -p Delegate=yes rathaus ...";
                Refusal::new(format!("no control groups: {why}"), remedy)
            })
        });
        Ok(Sandbox {
            keeper,
            bubblewrap: bubblewrap.transpose()?,
            cgroups: cgroups.transpose()?,
            allowance: Allowance::BOT,
            freezes: false,
            unproven: Vec::new(),
        })
    }

    /// A sandbox of this kind, or the best that there is, which has been proven to keep all promises that are needed.
    pub async fn find(keeper: &Path, wanted: Option<Tier>) -> Result<Sandbox, Refusal> {
        Passing::sweep(identity::is_own);
        let mut refused = None;
        for tier in Tier::ALL.into_iter().filter(|tier| wanted.is_none_or(|wanted| *tier == wanted)) {
            match Sandbox::proven(tier, keeper).await {
                Ok(sandbox) => return Ok(sandbox),
                Err(refusal) => {
                    tracing::info!(%tier, why = refusal.why, "no such sandbox");
                    // The last one is the easiest to mend.
                    refused = Some(Refusal { why: format!("{tier}: {}", refusal.why), ..refusal });
                }
            }
        }
        Err(refused.unwrap_or_else(|| Refusal::new("none was asked for", "ask for one")))
    }

    async fn proven(tier: Tier, keeper: &Path) -> Result<Sandbox, Refusal> {
        let sandbox = Sandbox::of(tier, keeper.to_owned())?;
        // What the log tells is about bots.
        let proof = sandbox.prove(&own_files()).with_subscriber(NoSubscriber::default()).await?;
        match proof.missing().first() {
            None => Ok(Sandbox { unproven: proof.unproven(), ..sandbox }),
            Some(promise) => {
                let shown = proof.broken[promise].join(", ");
                let why =
                    format!("a program in it is not held to this: it {}; a test {shown}", promise.words());
                Err(Refusal::new(why, "install bubblewrap (apt-get install bubblewrap), or a newer kernel"))
            }
        }
    }
}

/// How many files in each folder are tried.
const TRIED_FILES: usize = 2;

/// Some files in the home folder and in the working folder of the host, which no bot can read.
fn own_files() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let folders = home.into_iter().chain(std::env::current_dir());
    let files = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let is_told =
            |file: &std::fs::DirEntry| file.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
        entries.filter(is_told).map(|file| file.path()).take(TRIED_FILES).collect::<Vec<_>>()
    };
    folders.filter(|folder| !is_of_system(folder)).flat_map(files).collect()
}
