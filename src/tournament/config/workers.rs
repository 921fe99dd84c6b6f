//! `[workers]` of a tournament file: which workers may play, and how their results are checked.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::tournament::AuditPolicy;

/// How far the results of workers are trusted, with `rathaus tournament run --nats`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct WorkerConfig {
    /// The names of workers whose results count without an audit, and that audit others [default: the
    /// machine of the tournament file audits].
    #[schemars(extend("examples" = [["lab-1"]]))]
    pub trusted: Vec<String>,
    /// How many of the first matches of each other worker are played again by a trusted one, before
    /// their results count.
    #[schemars(range(min = 0, max = 1_000_000), extend("examples" = [20]))]
    pub audit_first: u64,
    /// The share of its further matches, drawn at random, that are played again.
    #[schemars(range(min = 0, max = 1), extend("examples" = [0.05]))]
    pub audit_share: f64,
    /// How many results may be refuted until a worker is quarantined: its results are taken back, and
    /// their matches played again by others.
    #[schemars(range(min = 1, max = 1_000), extend("examples" = [2]))]
    pub refuted_results: u64,
    /// What happens to results with a late reply.
    pub late: LateReplyPolicy,
    /// How fast a worker has to be, as a share of the speed of the reference machine, which
    /// `rathaus worker` measures when it starts.
    #[schemars(range(min = 0, max = 100), extend("examples" = [0.5]))]
    pub minimum_speed: f64,
}

/// What happens to results with a late reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum LateReplyPolicy {
    /// They count if the same match comes out the same on a trusted worker.
    #[default]
    Confirm,
    /// They count like all others.
    Accept,
}

impl Default for WorkerConfig {
    fn default() -> WorkerConfig {
        WorkerConfig {
            trusted: Vec::new(),
            audit_first: 20,
            audit_share: 0.05,
            refuted_results: 2,
            late: LateReplyPolicy::default(),
            minimum_speed: 0.0,
        }
    }
}

impl WorkerConfig {
    /// Which results are played again.
    pub fn audits(&self) -> AuditPolicy {
        AuditPolicy {
            first: self.audit_first,
            share: self.audit_share,
            confirms_late: self.late == LateReplyPolicy::Confirm,
        }
    }

    /// The least speed in percent of the reference machine.
    pub fn minimum_speed_percent(&self) -> u32 {
        (self.minimum_speed * 100.0).round() as u32
    }
}
