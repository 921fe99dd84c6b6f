//! The test cases, run in each tier.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command as StdCommand;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use rathaus_sandbox::{
    Confinement, ExceededResourceLimit, OutputLimit, ProgramCommand, ResourceLimits, RunEnd, RunOutput,
    Sandbox, SandboxTier, SandboxedProcess, TempDir, TimeAndOutputLimits,
};

use crate::programs::{CONNECT, HOLD_MEMORY, TALK_TO_ITSELF};
use crate::{own_binary, runs, runtime};

type Case = fn(&Sandbox) -> Result<(), Failed>;

pub const ALL: [(&str, Case); 17] = [
    ("runs_a_program", runs_a_program),
    ("waits_for_a_program_that_is_being_written", waits_for_a_program_that_is_being_written),
    ("kills_at_the_time_limit", kills_at_the_time_limit),
    ("kills_for_too_much_output", kills_for_too_much_output),
    ("keeps_the_beginning_of_long_output", keeps_the_beginning_of_long_output),
    ("reports_a_memory_excess", reports_a_memory_excess),
    ("writes_only_into_scratch", writes_only_into_scratch),
    ("has_no_network", has_no_network),
    ("has_a_loopback_of_its_own_if_that_is_wanted", has_a_loopback_of_its_own_if_that_is_wanted),
    ("leaves_nothing_running", leaves_nothing_running),
    ("ends_several_at_the_same_time", ends_several_at_the_same_time),
    ("has_only_its_own_files_and_group", has_only_its_own_files_and_group),
    (
        "another_run_has_new_streams_and_the_same_sandbox",
        runs::another_run_has_new_streams_and_the_same_sandbox,
    ),
    ("a_run_that_leaves_something_ends_its_sandbox", runs::a_run_that_leaves_something_ends_its_sandbox),
    ("a_run_with_a_thread_ends_its_sandbox", runs::a_run_with_a_thread_ends_its_sandbox),
    ("a_sandbox_with_a_writable_file_is_not_kept", runs::a_sandbox_with_a_writable_file_is_not_kept),
    ("a_run_that_exceeds_a_limit_ends_its_sandbox", runs::a_run_that_exceeds_a_limit_ends_its_sandbox),
];

const LIMITS: TimeAndOutputLimits =
    TimeAndOutputLimits { time: Duration::from_secs(20), output: OutputLimit::Stdout(1 << 20) };

fn run(command: &ProgramCommand, input: &[u8], limits: TimeAndOutputLimits) -> RunOutput {
    runtime().block_on(command.run(input, limits)).expect("the program can be started")
}

fn shell(sandbox: &Sandbox, script: &str) -> ProgramCommand {
    sandbox.command("sh").args(["-c", script])
}

/// This test binary as one of its programs, with these limits.
fn own_program(sandbox: &Sandbox, arguments: &[&str], limits: ResourceLimits) -> ProgramCommand {
    let confinement = Confinement { limits, readable: vec![own_binary()], ..Confinement::new(sandbox) };
    ProgramCommand::new(own_binary()).args(arguments).confined(confinement)
}

fn ensure(condition: bool, output: &RunOutput) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(format!("{output:?}").into()) }
}

fn runs_a_program(sandbox: &Sandbox) -> Result<(), Failed> {
    let output = run(&sandbox.command("sort"), b"b\na\n", LIMITS);
    ensure(output.succeeded() && output.stdout == b"a\nb\n" && output.excess.is_none(), &output)?;
    let output = run(&shell(sandbox, "pwd; echo $WORD").in_folder("/usr").env("WORD", "hello"), b"", LIMITS);
    ensure(output.stdout == b"/usr\nhello\n", &output)
}

/// The kernel does not start a program that some process has open for writing.
fn waits_for_a_program_that_is_being_written(sandbox: &Sandbox) -> Result<(), Failed> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a mode");
    let program = folder.path().join("program");
    fs::copy("/bin/true", &program).expect("a copy");
    let writer = fs::File::options().append(true).open(&program).expect("a file");
    let writing = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        drop(writer);
    });
    let confinement = Confinement { readable: vec![folder.path().into()], ..Confinement::new(sandbox) };
    let output = run(&ProgramCommand::new(&program).confined(confinement), b"", LIMITS);
    writing.join().expect("a thread");
    ensure(output.succeeded(), &output)
}

fn kills_at_the_time_limit(sandbox: &Sandbox) -> Result<(), Failed> {
    let limits = TimeAndOutputLimits { time: Duration::from_millis(300), ..LIMITS };
    let output = run(&sandbox.command("sleep").args(["60"]), b"", limits);
    let is_in_time = output.took >= limits.time && output.took < Duration::from_secs(10);
    ensure(output.end == RunEnd::TimedOut && is_in_time, &output)
}

fn kills_for_too_much_output(sandbox: &Sandbox) -> Result<(), Failed> {
    let output = run(&sandbox.command("yes"), b"", LIMITS);
    ensure(output.end == RunEnd::TooMuchOutput, &output)?;
    // Stderr counts as well. This program has closed its stdout.
    let limits = TimeAndOutputLimits { output: OutputLimit::Both { kept: 10, written: 1 << 20 }, ..LIMITS };
    let output = run(&shell(sandbox, "exec yes >&2"), b"", limits);
    ensure(output.end == RunEnd::TooMuchOutput, &output)
}

fn keeps_the_beginning_of_long_output(sandbox: &Sandbox) -> Result<(), Failed> {
    let limits = TimeAndOutputLimits { output: OutputLimit::Both { kept: 10, written: 1 << 20 }, ..LIMITS };
    let output = run(&shell(sandbox, "yes | head -c 500000; echo end >&2"), b"", limits);
    ensure(output.succeeded() && output.stdout == b"y\ny\ny\ny\ny\n" && output.stderr == "end\n", &output)
}

fn reports_a_memory_excess(sandbox: &Sandbox) -> Result<(), Failed> {
    // Each process stays below the limit, so that only their sum exceeds it.
    let limits = ResourceLimits { memory: 100 << 20, ..ResourceLimits::default() };
    let bytes = (40 << 20).to_string();
    let output = run(&own_program(sandbox, &[HOLD_MEMORY, &bytes, "4"], limits), b"", LIMITS);
    ensure(
        !output.succeeded() && output.excess == Some(ExceededResourceLimit::Memory(limits.memory)),
        &output,
    )
}

fn writes_only_into_scratch(sandbox: &Sandbox) -> Result<(), Failed> {
    let folder = TempDir::new("rathaus-test-")?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777))?;
    let target = folder.path().join("file");
    let output = run(&shell(sandbox, &format!("echo outside > {}", target.display())), b"", LIMITS);
    ensure(!output.succeeded() && !target.exists(), &output)?;
    let output = run(&shell(sandbox, "echo inside > $HOME/file && cat $TMPDIR/file"), b"", LIMITS);
    ensure(output.stdout == b"inside\n", &output)
}

fn has_no_network(sandbox: &Sandbox) -> Result<(), Failed> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port().to_string();
    let confined = own_program(sandbox, &[CONNECT, &port], ResourceLimits::default());
    let output = run(&ProgramCommand { confinement: None, ..confined.clone() }, b"", LIMITS);
    ensure(output.succeeded(), &output)?;
    let output = run(&confined, b"", LIMITS);
    ensure(!output.succeeded(), &output)
}

fn has_a_loopback_of_its_own_if_that_is_wanted(sandbox: &Sandbox) -> Result<(), Failed> {
    let limits = ResourceLimits::default();
    let output = run(&own_program(sandbox, &[TALK_TO_ITSELF], limits), b"", LIMITS);
    ensure(!output.succeeded(), &output)?;
    let found = runtime().block_on(sandbox.with_loopback(None));
    if sandbox.tier() == SandboxTier::Launcher {
        return ensure(found.is_err(), &output);
    }
    let with_loopback = found.map_err(|error| error.to_string())?;
    let output = run(&own_program(&with_loopback, &[TALK_TO_ITSELF], limits), b"", LIMITS);
    ensure(output.succeeded(), &output)?;
    // The ports of the machine are not there.
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port().to_string();
    let output = run(&own_program(&with_loopback, &[CONNECT, &port], limits), b"", LIMITS);
    ensure(!output.succeeded(), &output)
}

fn leaves_nothing_running(sandbox: &Sandbox) -> Result<(), Failed> {
    // A number of seconds that no other process sleeps.
    let seconds = format!("98765{}", sandbox.tier() as u8);
    let script = format!("setsid sleep {seconds} & sleep {seconds} & sleep 0.1; echo started");
    let output = run(&shell(sandbox, &script), b"", LIMITS);
    ensure(output.stdout == b"started\n" && !is_running(&seconds), &output)?;
    let process = runtime().block_on(sandbox.command("sleep").args([&seconds]).spawn())?;
    drop(process);
    ensure(!is_running(&seconds), &output)
}

fn ends_several_at_the_same_time(sandbox: &Sandbox) -> Result<(), Failed> {
    let seconds = format!("98764{}", sandbox.tier() as u8);
    let script = format!("setsid sleep {seconds} & sleep {seconds}");
    let processes = runtime().block_on(async {
        let mut processes = Vec::new();
        for _ in 0..3 {
            processes.push(shell(sandbox, &script).spawn().await?);
        }
        Ok::<_, Failed>(processes)
    })?;
    // A frozen one ends as well.
    processes[0].freeze(true);
    processes.iter().for_each(SandboxedProcess::begin_end);
    drop(processes);
    if is_running(&seconds) { Err("a program is left".into()) } else { Ok(()) }
}

/// The supervisor leaves no file open by which a program could leave its control group.
fn has_only_its_own_files_and_group(sandbox: &Sandbox) -> Result<(), Failed> {
    // `ls` has opened the folder that it lists.
    let output = run(&shell(sandbox, "ls /proc/self/fd"), b"", LIMITS);
    ensure(output.stdout == b"0\n1\n2\n3\n", &output)?;
    if sandbox.tier() < SandboxTier::Full {
        return Ok(());
    }
    let output = run(&shell(sandbox, "cat /proc/self/cgroup"), b"", LIMITS);
    let groups = String::from_utf8_lossy(&output.stdout);
    let kinds: &[&str] =
        if groups.contains(":memory:") { &[":memory:", ":pids:", ":freezer:"] } else { &["0::"] };
    let is_own = |kind: &&str| groups.lines().any(|line| line.contains(*kind) && line.contains("/rathaus-"));
    ensure(kinds.iter().all(is_own), &output)
}

/// Whether a process has this argument. Waits, because a killed process may be listed for a moment.
fn is_running(argument: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(2);
    while has_argument(argument) {
        if Instant::now() > deadline {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

fn has_argument(argument: &str) -> bool {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    // Compare only the second argument: the shell has the number in its script as well.
    lines.any(|line| line.split(|byte| *byte == 0).nth(1) == Some(argument.as_bytes()))
}

/// The README shows the compiled example, and the example sorts.
pub fn readme_has_the_example() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = fs::read_to_string(folder.join("examples/sort.rs"))?;
    let readme = fs::read_to_string(folder.join("README.md"))?;
    assert!(readme.contains(&format!("```rust,no_run\n{example}```\n")), "the README has another example");
    // Cargo builds examples for tests, next to the folder of this test.
    let program = own_binary().parent().and_then(Path::parent).map(|target| target.join("examples/sort"));
    let output = StdCommand::new(program.expect("a folder of examples")).output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => assert_eq!(output.stdout, b"a\nb\n", "{stderr}"),
        false => assert!(stderr.contains("this machine has a sandbox"), "{stderr}"),
    }
    Ok(())
}
