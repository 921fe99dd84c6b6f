//! Several runs of a command in one sandbox.

use libtest_mimic::Failed;
use rathaus_sandbox::{
    Confinement, IdleSandbox, ProgramCommand, ResourceLimits, Sandbox, SandboxTier, SandboxedProcess,
};

use crate::programs::{START_THREAD, WAIT};
use crate::{own_binary, runtime};

/// Waits for a line, and then runs a command.
fn shell(sandbox: &Sandbox, script: &str) -> ProgramCommand {
    sandbox.command("sh").args(["-c", &format!("read line; {script}")])
}

fn own_program(sandbox: &Sandbox, argument: &str) -> ProgramCommand {
    let confinement = Confinement { readable: vec![own_binary()], ..Confinement::new(sandbox) };
    ProgramCommand::new(own_binary()).args([argument]).confined(confinement)
}

/// Writes a line, waits for the exit if there will be one, and returns the output with the sandbox.
async fn finish(mut process: SandboxedProcess, exits: bool) -> (String, Option<IdleSandbox>) {
    let stdin = process.stdin.as_ref().expect("a pipe");
    stdin.writable().await.expect("a pipe");
    stdin.try_write(b"go\n").expect("a pipe with space");
    if exits {
        process.wait().await;
    } else {
        process.stdout.readable().await.expect("a pipe");
    }
    let mut bytes = [0; 1_000];
    let length = process.stdout.try_read(&mut bytes).unwrap_or(0);
    process.stdin = None;
    (String::from_utf8_lossy(&bytes[..length]).into_owned(), process.into_idle().await.ok())
}

/// Whether this tier can keep sandboxes.
fn keeps(sandbox: &Sandbox) -> bool {
    sandbox.tier() != SandboxTier::Launcher
}

pub fn another_run_has_new_streams_and_the_same_sandbox(sandbox: &Sandbox) -> Result<(), Failed> {
    let command = shell(sandbox, "echo $HOME $line; read line");
    runtime().block_on(async {
        let mut process = command.spawn().await?;
        for number in 0..3 {
            let (said, idle) = finish(process, false).await;
            if said != "/tmp go\n" && keeps(sandbox) {
                return Err(format!("run {number}: {said}").into());
            }
            match idle {
                Some(idle) if idle.command() == &command => process = idle.start().await?,
                None if !keeps(sandbox) => return Ok(()),
                other => return Err(format!("run {number}: {other:?}").into()),
            }
        }
        Ok(())
    })
}

pub fn a_run_that_leaves_something_ends_its_sandbox(sandbox: &Sandbox) -> Result<(), Failed> {
    let left = [
        "echo x > /tmp/file",
        "echo x > /dev/shm/file",
        "echo x > /tmp/file; rm /tmp/file",
        "mkdir /tmp/folder",
        "ln -s /etc/passwd /tmp/link",
        "touch -d @1 /tmp; true",
        "sleep 100 & true",
        "(true)",
        "cat /etc/passwd | head -1",
    ];
    for script in left {
        let process = runtime().block_on(async {
            let process = shell(sandbox, &format!("{script}; echo done")).spawn().await?;
            Ok::<_, Failed>(finish(process, true).await)
        })?;
        if process.1.is_some() {
            return Err(format!("`{script}` left nothing: {}", process.0).into());
        }
    }
    Ok(())
}

pub fn a_run_with_a_thread_ends_its_sandbox(sandbox: &Sandbox) -> Result<(), Failed> {
    runtime().block_on(async {
        for (argument, is_kept) in [(WAIT, keeps(sandbox)), (START_THREAD, false)] {
            let (said, idle) = finish(own_program(sandbox, argument).spawn().await?, true).await;
            if idle.is_some() != is_kept {
                return Err(format!("{argument}: {said}").into());
            }
        }
        Ok(())
    })
}

/// What a program may write to is not compared, so it is not kept.
pub fn a_sandbox_with_a_writable_file_is_not_kept(sandbox: &Sandbox) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("file");
    std::fs::write(&file, "")?;
    let confinement = Confinement { writable: vec![file], ..Confinement::new(sandbox) };
    runtime().block_on(async {
        let process = ProgramCommand { confinement: Some(confinement), ..shell(sandbox, "echo done") };
        match process.spawn().await {
            Ok(process) => match finish(process, true).await.1 {
                None => Ok(()),
                Some(idle) => Err(format!("{idle:?}").into()),
            },
            // Without bubblewrap, root cannot show a folder that is closed to others.
            Err(_) if !keeps(sandbox) => Ok(()),
            Err(error) => Err(error.into()),
        }
    })
}

/// CPU time and limits are those of each run.
pub fn a_run_that_exceeds_a_limit_ends_its_sandbox(sandbox: &Sandbox) -> Result<(), Failed> {
    let limits = ResourceLimits { memory: 50 << 20, ..ResourceLimits::default() };
    let confinement = Confinement { limits, ..Confinement::new(sandbox) };
    let command = ProgramCommand {
        confinement: Some(confinement),
        ..shell(sandbox, "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo ${#x}")
    };
    runtime().block_on(async {
        match finish(command.spawn().await?, true).await.1 {
            None => Ok(()),
            Some(idle) => Err(format!("{idle:?}").into()),
        }
    })
}
