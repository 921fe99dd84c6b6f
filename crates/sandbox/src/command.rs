//! Commands: programs to run, and the sandboxes to run them in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::Instant;

use crate::confinement::Confinement;
use crate::cpu_time::SchedulerTimes;
use crate::exchange::{RunStreams, StdoutCapture, delay, exchange};
use crate::output::{RunEnd, RunOutput, TimeAndOutputLimits};
use crate::process::SandboxedProcess;
use crate::start::{StartError, make_sandbox};

/// A program with its arguments and environment, and the sandbox that it runs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramCommand {
    /// The program and its arguments. A bare name is looked up in `PATH`.
    pub argv: Vec<OsString>,
    /// The working folder.
    pub folder: PathBuf,
    /// Environment variables. Nothing is inherited from the host; every program gets `PATH`,
    /// `LANG`, `HOME`, `TMPDIR` and `PYTHONHASHSEED` in addition.
    pub environment: Vec<(String, OsString)>,
    /// What the program may see and use. `None` runs a trusted program without a sandbox.
    pub confinement: Option<Confinement>,
}

impl ProgramCommand {
    /// A trusted program without arguments, in the root folder.
    pub fn new(program: impl Into<OsString>) -> ProgramCommand {
        ProgramCommand {
            argv: vec![program.into()],
            folder: "/".into(),
            environment: Vec::new(),
            confinement: None,
        }
    }

    /// Adds arguments.
    pub fn args(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> ProgramCommand {
        self.argv.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<OsString>) -> ProgramCommand {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Sets the working folder.
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> ProgramCommand {
        ProgramCommand { folder: folder.into(), ..self }
    }

    /// Sets what the program may see and use.
    pub fn confined(self, confinement: Confinement) -> ProgramCommand {
        ProgramCommand { confinement: Some(confinement), ..self }
    }

    /// Starts the program and its sandbox, with pipes to its standard streams. Must be called in a
    /// tokio runtime with IO and time.
    pub async fn spawn(&self) -> Result<SandboxedProcess, StartError> {
        SandboxedProcess::start(self, None).await
    }

    /// Runs the program to its end with this input. Nothing that it started outlives the call.
    pub async fn run(&self, input: &[u8], limits: TimeAndOutputLimits) -> Result<RunOutput, StartError> {
        let mut process = self.spawn().await?;
        let (begin, host) = (Instant::now(), SchedulerTimes::of_this_thread());
        let mut stdout = StdoutCapture::new(limits.output);
        let stdin = process.stdin.take();
        let streams = RunStreams { stdin, stdout: &process.stdout, stderr: &process.stderr };
        let exchange = exchange(streams, input, &mut stdout, process.wait());
        let reached = tokio::time::timeout_at(begin + limits.time, exchange).await;
        let took = begin.elapsed();
        let reached = match (reached, process.exit_status()) {
            // The host was delayed while the program ended in time, so its output counts.
            (Err(_), Some(status)) => Some(stdout.take_rest(&process.stdout).then_some(status)),
            (reached, _) => reached.ok(),
        };
        let (end, waited) = match reached {
            Some(Some(status)) => (RunEnd::Exited(status), Duration::ZERO),
            Some(None) => (RunEnd::TooMuchOutput, Duration::ZERO),
            None => (RunEnd::TimedOut, delay(process.cpu_times(), host, took, limits)),
        };
        let excess = process.excess();
        let cpu = process.kill().cpu;
        // Every process that could still write is dead, so the rest of stderr has arrived.
        let stderr = process.stderr.take(usize::MAX);
        Ok(RunOutput { end, stdout: stdout.bytes, stderr, took, cpu, excess, waited })
    }

    /// Makes the sandbox of this command once, without running the program.
    pub async fn check_confinement(&self) -> Result<(), StartError> {
        match &self.confinement {
            Some(confinement) => make_sandbox(self, confinement, None).await.map(drop),
            None => Ok(()),
        }
    }

    /// Whether the owner of the process freezes it while it has nothing to do.
    pub fn freezes_when_idle(&self) -> bool {
        self.confinement.as_ref().is_some_and(|confinement| confinement.freezes_when_idle)
    }

    /// All environment variables. `home` is the value of `HOME` and `TMPDIR`.
    pub(crate) fn variables(&self, home: &Path) -> Vec<(String, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let given: [(&str, OsString); 5] = [
            ("PATH", path),
            ("LANG", "C.UTF-8".into()),
            // Otherwise Python orders sets of strings differently in every process.
            ("PYTHONHASHSEED", "0".into()),
            ("HOME", home.into()),
            ("TMPDIR", home.into()),
        ];
        let given = given.into_iter().map(|(name, value)| (name.to_owned(), value));
        given.chain(self.environment.iter().cloned()).collect()
    }
}
