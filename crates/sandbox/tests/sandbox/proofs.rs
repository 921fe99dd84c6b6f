//! Kept proofs: they are used while they hold, and whatever else lies in their place is not.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use libtest_mimic::Failed;
use rathaus_sandbox::{Sandbox, SandboxPromise, SandboxProofCache, SandboxTier};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{own_binary, runtime};

type Case = fn() -> Result<(), Failed>;

/// All tests, by their names.
pub const ALL: [(&str, Case); 5] = [
    ("a_kept_proof_is_used", a_kept_proof_is_used),
    ("files_of_others_are_not_read", files_of_others_are_not_read),
    ("garbage_is_no_proof", garbage_is_no_proof),
    ("old_and_future_proofs_are_not_used", old_and_future_proofs_are_not_used),
    ("a_changed_program_needs_a_new_proof", a_changed_program_needs_a_new_proof),
];

/// A folder with a kept proof, which says that one promise is broken. Who uses it says so too.
struct Kept {
    folder: TempDir,
    supervisor: PathBuf,
}

impl Kept {
    fn new() -> Kept {
        let folder = tempfile::tempdir().expect("a folder");
        let supervisor = folder.path().join("supervisor");
        fs::copy(own_binary(), &supervisor).expect("a copy");
        // Other users start it as well.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a mode");
        let kept = Kept { folder, supervisor };
        assert!(!kept.is_used());
        kept.change(|proofs| proofs[0]["proof"]["broken"] = json!({"scratch": ["wrote too much"]}));
        kept
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(SandboxProofCache::FILE)
    }

    fn change(&self, change: impl FnOnce(&mut Value)) {
        let mut proofs = serde_json::from_slice(&fs::read(self.file()).expect("a file")).expect("JSON");
        change(&mut proofs);
        fs::write(self.file(), proofs.to_string()).expect("a file");
    }

    /// Whether the next search for a sandbox uses the proof.
    fn is_used(&self) -> bool {
        let proofs = SandboxProofCache::new(self.folder.path());
        let found = Sandbox::find(&self.supervisor, Some(SandboxTier::Launcher), Some(&proofs));
        let sandbox = runtime().block_on(found).expect("a sandbox");
        sandbox.unproven.contains(&SandboxPromise::Scratch)
    }
}

fn a_kept_proof_is_used() -> Result<(), Failed> {
    let kept = Kept::new();
    assert!(kept.is_used());
    SandboxProofCache::new(kept.folder.path()).clear()?;
    assert!(!kept.is_used());
    SandboxProofCache::new(Path::new("/nowhere/at/all")).clear()?;
    Ok(())
}

fn files_of_others_are_not_read() -> Result<(), Failed> {
    for mode in [0o620, 0o602, 0o666] {
        let kept = Kept::new();
        fs::set_permissions(kept.file(), Permissions::from_mode(mode))?;
        assert!(!kept.is_used(), "{mode:o}");
    }
    let kept = Kept::new();
    let elsewhere = kept.folder.path().join("elsewhere");
    fs::rename(kept.file(), &elsewhere)?;
    symlink(&elsewhere, kept.file())?;
    assert!(!kept.is_used(), "a link");
    if rustix::process::geteuid().is_root() {
        let kept = Kept::new();
        std::os::unix::fs::chown(kept.file(), Some(65_534), None)?;
        assert!(!kept.is_used(), "another owner");
    }
    let kept = Kept::new();
    fs::remove_file(kept.file())?;
    fs::create_dir(kept.file())?;
    assert!(!kept.is_used(), "a folder");
    Ok(())
}

fn garbage_is_no_proof() -> Result<(), Failed> {
    let (deep, long) = ("[".repeat(100_000), format!("[{}]", "1,".repeat(5_000_000)));
    for garbage in ["", "{}", "null", "[{}]", "\0\u{1}", &deep, &long] {
        let kept = Kept::new();
        fs::write(kept.file(), garbage)?;
        assert!(!kept.is_used());
    }
    Ok(())
}

fn old_and_future_proofs_are_not_used() -> Result<(), Failed> {
    for age in [-3_600, 25 * 60 * 60] {
        let kept = Kept::new();
        kept.change(|proofs| {
            let made = proofs[0]["made"].as_i64().expect("seconds");
            proofs[0]["made"] = json!(made - age);
        });
        assert!(!kept.is_used(), "{age} s");
    }
    Ok(())
}

fn a_changed_program_needs_a_new_proof() -> Result<(), Failed> {
    let kept = Kept::new();
    File::options().append(true).open(&kept.supervisor)?.set_modified(SystemTime::now())?;
    assert!(!kept.is_used());
    Ok(())
}
