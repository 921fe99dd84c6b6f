//! Tests the promises of a sandbox: a prober runs in it and tries to break each of them.

mod attacks;
mod cache;
mod conditions;
mod host;
mod prober;
mod promise;
mod targets;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::Pid;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

use crate::builder::SUPERVISOR;
use crate::command::ProgramCommand;
use crate::confinement::{Confinement, ResourceLimits};
use crate::process::SandboxedProcess;
use crate::sandbox::Sandbox;
use crate::start::{EXHAUSTION_HELP, StartError, is_exhaustion};
use crate::tier::SandboxUnavailable;
pub use cache::SandboxProofCache;
use host::ProbeHost;
pub(crate) use prober::serve;
pub use promise::SandboxPromise;
use targets::{ARGUMENT, EvidenceByBrokenPromise, ProberTask};

/// The time limit for one run of a prober.
const PROBE_TIME: Duration = Duration::from_secs(20);

/// The limits of a prober: low, so that it exceeds them quickly, but high enough for the prober
/// itself. Unoptimized, it and its processes use more than 24 MiB.
const PROBE_LIMITS: ResourceLimits = ResourceLimits { memory: 64 << 20, processes: 16, scratch: 8 << 20 };

/// The result of testing a sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxProof {
    /// The broken promises, each with what a prober managed to do.
    pub broken: BTreeMap<SandboxPromise, Vec<String>>,
    /// The promises that hold only because the host polls, and kills a program that uses too much.
    pub watched: Vec<SandboxPromise>,
}

impl SandboxProof {
    /// The broken promises.
    pub fn broken_promises(&self) -> Vec<SandboxPromise> {
        self.broken.keys().copied().collect()
    }

    /// The broken promises that [are required](SandboxPromise::is_required).
    pub fn broken_required(&self) -> Vec<SandboxPromise> {
        self.broken.keys().copied().filter(|promise| promise.is_required()).collect()
    }
}

impl Sandbox {
    /// Tries to break every promise. For that, a prober also tries to read `host_files`. Fails if a
    /// test could not be completed.
    pub async fn prove(&self, host_files: &[PathBuf]) -> Result<SandboxProof, SandboxUnavailable> {
        let host = ProbeHost::new(host_files).map_err(|error| unprepared(&error))?;
        let mut broken = self.try_all(&host).await?;
        // The sandbox may kill a prober at one of these tasks, so each has its own run.
        let ResourceLimits { memory, scratch, .. } = PROBE_LIMITS;
        let tasks = [
            (SandboxPromise::Memory, ProberTask::UseMemory(memory * 2), memory),
            (SandboxPromise::Scratch, ProberTask::FillScratch(scratch * 2), scratch),
        ];
        for (promise, task, bytes) in tasks {
            if self.succeeds(&task).await? {
                let words = format!("used {} MiB where {} MiB were allowed", bytes >> 19, bytes >> 20);
                broken.entry(promise).or_default().push(words);
            }
        }
        broken.retain(|_, shown| !shown.is_empty());
        let holds = |promise: &SandboxPromise| !broken.contains_key(promise);
        let watched = self.watched_promises().into_iter().filter(holds).collect();
        Ok(SandboxProof { broken, watched })
    }

    async fn try_all(&self, host: &ProbeHost) -> Result<EvidenceByBrokenPromise, SandboxUnavailable> {
        let outside = self.prober(&ProberTask::Stay, false).spawn().await.map_err(unstartable)?;
        let inside = self.prober(&ProberTask::Stay, true).spawn().await.map_err(unstartable)?;
        let strangers: Vec<Pid> = [&outside, &inside].into_iter().filter_map(SandboxedProcess::pid).collect();
        let before = resources(&strangers);
        let task = ProberTask::TryAll(Box::new(host.targets(self.binary(), &strangers)));
        let mut prober = self.prober(&task, true).spawn().await.map_err(unstartable)?;
        let mut findings = read_findings(&mut prober).await?;
        prober.kill();
        let left = tokio::time::timeout(PROBE_TIME, prober.stdout.read_to_end(&mut Vec::new())).await;
        let mut note = |promise, is_broken: bool, words: &str| {
            let noted = findings.entry(promise).or_default();
            noted.extend(is_broken.then(|| words.to_owned()));
        };
        note(SandboxPromise::Leaving, left.is_err(), "left a process running");
        note(SandboxPromise::Limits, resources(&strangers) != before, "changed what another process may use");
        note(SandboxPromise::Network, host.has_message(), "sent a message to a port of this machine");
        Ok(findings)
    }

    /// Whether a prober completes a task.
    async fn succeeds(&self, task: &ProberTask) -> Result<bool, SandboxUnavailable> {
        let prober = self.prober(task, true).spawn().await.map_err(unstartable)?;
        Ok(prober.wait_timeout(PROBE_TIME).await.is_some_and(|status| status.success()))
    }

    /// A command that runs a prober, inside or outside of this sandbox.
    fn prober(&self, task: &ProberTask, is_confined: bool) -> ProgramCommand {
        let binary = if is_confined { self.binary() } else { self.supervisor.clone() };
        let task = serde_json::to_string(task).unwrap_or_default();
        let command = ProgramCommand::new(binary).args([ARGUMENT, &task]);
        let confinement = Confinement {
            limits: PROBE_LIMITS,
            readable: vec![self.supervisor.clone()],
            ..Confinement::new(self)
        };
        if is_confined { command.confined(confinement) } else { command }
    }

    /// The path of the prober's binary inside of the sandbox.
    fn binary(&self) -> PathBuf {
        if self.has_namespaces() { SUPERVISOR.into() } else { self.supervisor.clone() }
    }
}

/// Reads the line in which a prober reports its findings.
async fn read_findings(prober: &mut SandboxedProcess) -> Result<EvidenceByBrokenPromise, SandboxUnavailable> {
    let mut line = String::new();
    let mut stdout = BufReader::new(&mut prober.stdout);
    let read = tokio::time::timeout(PROBE_TIME, stdout.read_line(&mut line)).await;
    match read.map_err(|_| incomplete("it took too long"))? {
        Ok(_) => serde_json::from_str(&line).map_err(|_| incomplete(&prober.stderr.take(1_000))),
        Err(error) => Err(incomplete(&error.to_string())),
    }
}

fn incomplete(why: &str) -> SandboxUnavailable {
    let why = format!("a test of the sandbox did not come to its end: {why}");
    SandboxUnavailable::new(why, "see the tiers in crates/sandbox/README.md")
}

/// The host cannot create files, such as those that a prober tries to reach.
pub(crate) fn unprepared(error: &io::Error) -> SandboxUnavailable {
    let help = match is_exhaustion(error) {
        true => EXHAUSTION_HELP,
        false => "set TMPDIR to a folder in which you can create files",
    };
    SandboxUnavailable::of_host(format!("a test of the sandbox could not be prepared: {error}"), help)
}

fn unstartable(error: StartError) -> SandboxUnavailable {
    let words = error.to_string();
    if error.is_exhaustion() {
        return SandboxUnavailable::of_host(words, EXHAUSTION_HELP);
    }
    let is_forbidden = ["uid map", "namespace", "loopback"].iter().any(|part| words.contains(part));
    let help = match is_forbidden {
        true => {
            "this system forbids namespaces to ordinary users. On Ubuntu: \
             sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap. In a \
             container: run it with --security-opt seccomp=unconfined, or --privileged"
        }
        false => "see what each tier needs in crates/sandbox/README.md",
    };
    SandboxUnavailable::new(words, help)
}

/// What a prober must not change of other processes: their priority, CPUs and limits.
fn resources(processes: &[Pid]) -> Vec<(Option<i32>, String, String)> {
    let of = |pid: &Pid| {
        let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", pid.as_raw_nonzero()));
        let status = read("status").unwrap_or_default();
        let processors = status.lines().filter(|line| line.starts_with("Cpus_allowed:")).collect();
        let priority = rustix::process::getpriority_process(Some(*pid)).ok();
        (priority, processors, read("limits").unwrap_or_default())
    };
    processes.iter().map(of).collect()
}
