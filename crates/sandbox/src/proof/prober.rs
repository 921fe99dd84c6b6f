//! The prober: the host's binary, started again inside of a sandbox. It tries everything that a
//! sandboxed program must not be able to do.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use super::attacks;
use super::promise::SandboxPromise;
use super::targets::{ARGUMENT, EvidenceByBrokenPromise, ProbeTargets, ProberTask};

/// How long memory and files are held, so that the host can notice them.
const HOLD: Duration = Duration::from_millis(100);

/// How often the prober checks whether its processes have ended.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// How long a process stays if it is not killed.
const LINGER: Duration = Duration::from_secs(600);

/// How many processes use memory together.
const MEMORY_PROCESSES: u64 = 2;

/// The size of the stack of a thread that only waits, in bytes.
const THREAD_STACK: usize = 64 << 10;

/// How many files fill the scratch folder.
const SCRATCH_FILES: u64 = 8;

/// Serves as a prober if this process was started as one.
pub(crate) fn serve() -> Option<ExitCode> {
    let mut arguments = env::args().skip(1);
    (arguments.next()? == ARGUMENT).then(|| {
        let task = arguments.next().and_then(|task| serde_json::from_str(&task).ok());
        match task.map(perform) {
            Some(Ok(())) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    })
}

fn perform(task: ProberTask) -> io::Result<()> {
    match task {
        ProberTask::TryAll(targets) => try_all(&targets),
        ProberTask::WriteFile(bytes) => fill(&scratch().join("large"), bytes),
        ProberTask::FillScratch(bytes) => fill_scratch(bytes),
        ProberTask::UseMemory(bytes) => use_together(bytes),
        ProberTask::UseMemoryAlone(bytes) => {
            let held = vec![1_u8; bytes as usize];
            thread::sleep(HOLD);
            drop(std::hint::black_box(held));
            Ok(())
        }
        ProberTask::Linger => {
            // A sandbox may forbid this.
            let _ = rustix::process::setsid();
            thread::sleep(LINGER);
            Ok(())
        }
        ProberTask::Stay => io::copy(&mut io::stdin(), &mut io::sink()).map(drop),
    }
}

fn try_all(targets: &ProbeTargets) -> io::Result<()> {
    let mut findings = EvidenceByBrokenPromise::new();
    let mut note = |promise: SandboxPromise, found: Vec<String>| {
        findings.insert(promise, found);
    };
    note(SandboxPromise::Network, attacks::connections(targets));
    note(SandboxPromise::Reading, attacks::readings(targets));
    note(SandboxPromise::Writing, attacks::writings(targets));
    note(SandboxPromise::Signals, attacks::signals(targets));
    note(SandboxPromise::Privileges, attacks::privileges(targets));
    note(SandboxPromise::Environment, attacks::variables());
    attacks::change_limits(targets);
    note(SandboxPromise::Files, large_files(targets));
    note(SandboxPromise::Processes, many_processes(targets));
    io::stdout().write_all(format!("{}\n", serde_json::to_string(&findings)?).as_bytes())?;
    // The host recognizes the end of this process by the end of its output.
    start(targets, &ProberTask::Linger, Stdio::inherit()).map(drop)
}

/// Starts this binary with another task.
fn start(targets: &ProbeTargets, task: &ProberTask, stdout: Stdio) -> io::Result<Child> {
    Command::new(&targets.binary)
        .args([ARGUMENT, &serde_json::to_string(task)?])
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
}

fn large_files(targets: &ProbeTargets) -> Vec<String> {
    let bytes = targets.file_bytes + 1;
    let written =
        start(targets, &ProberTask::WriteFile(bytes), Stdio::null()).and_then(|mut child| child.wait());
    let found = attacks::succeeded([(
        format!("wrote a file of {bytes} bytes"),
        written.is_ok_and(|status| status.success()),
    )]);
    let _ = fs::remove_file(scratch().join("large"));
    found
}

/// Starts threads, which count as processes do and are faster to start.
fn many_processes(targets: &ProbeTargets) -> Vec<String> {
    let most = targets.processes * 2;
    let (ends, waits) = mpsc::channel::<()>();
    let waits = Arc::new(Mutex::new(waits));
    let mut threads = Vec::new();
    while (threads.len() as u64) < most {
        let waits = Arc::clone(&waits);
        // Each ends when the channel does.
        let wait = move || drop(waits.lock().map(|waits| waits.recv()));
        match thread::Builder::new().stack_size(THREAD_STACK).spawn(wait) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
    }
    let found = attacks::succeeded([(format!("had {most} processes"), threads.len() as u64 == most)]);
    drop(ends);
    for thread in threads {
        let _ = thread.join();
    }
    found
}

/// Writes several files, none of which exceeds the limit of one file.
fn fill_scratch(bytes: u64) -> io::Result<()> {
    (0..SCRATCH_FILES)
        .try_for_each(|number| fill(&scratch().join(format!("part-{number}")), bytes / SCRATCH_FILES))?;
    thread::sleep(HOLD);
    Ok(())
}

fn scratch() -> PathBuf {
    env::temp_dir()
}

fn fill(path: &Path, bytes: u64) -> io::Result<()> {
    let chunk = [1; 64 * 1024];
    let mut file = File::create(path)?;
    let mut left = bytes;
    while left > 0 {
        let part = chunk.len().min(left as usize);
        file.write_all(&chunk[..part])?;
        left -= part as u64;
    }
    Ok(())
}

/// Uses memory in several processes together. Fails if one of them fails.
fn use_together(bytes: u64) -> io::Result<()> {
    let task = serde_json::to_string(&ProberTask::UseMemoryAlone(bytes / MEMORY_PROCESSES))?;
    let own = env::current_exe()?;
    let start = |_| Command::new(&own).args([ARGUMENT, &task]).stdin(Stdio::null()).spawn();
    let mut children: Vec<Child> = (0..MEMORY_PROCESSES).map(start).collect::<io::Result<_>>()?;
    // The first failure counts. The other processes end with this one.
    loop {
        let ends = children.iter_mut().map(Child::try_wait).collect::<io::Result<Vec<_>>>()?;
        if ends.iter().flatten().any(|status| !status.success()) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        if ends.iter().all(Option::is_some) {
            return Ok(());
        }
        thread::sleep(LOOK_EVERY);
    }
}
