//! Proofs that are kept in a file, because a proof takes longer than many matches.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::{SandboxProof, conditions};
use crate::sandbox::Sandbox;
use crate::temp_dir::create_private_folder;

/// How many proofs are kept: a few tiers and users of the folder.
const MOST_PROOFS: usize = 8;

/// How long a proof is used. The conditions do not cover everything that an administrator can change.
const LONGEST_USE: Duration = Duration::from_secs(24 * 60 * 60);

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Keeps proofs of sandboxes in a file of a folder that belongs to the user of the host.
///
/// A proof is used again for a day by the same user, as long as nothing changes that it depends on:
/// the boot of the machine, the kernel and its settings, the rights of the process, the mounted file
/// systems, bubblewrap, and the program that serves as the supervisor. A file that others may write
/// to is not read.
#[derive(Debug, Clone)]
pub struct SandboxProofCache {
    file: PathBuf,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct KeptProof {
    /// The hash of the conditions.
    conditions: String,
    /// When the proof was made, in seconds since 1970.
    made: u64,
    proof: SandboxProof,
}

impl SandboxProofCache {
    /// The name of the file.
    pub const FILE: &str = "sandbox-proofs.json";

    /// The proofs that are kept in this folder, which need not exist.
    pub fn new(folder: &Path) -> SandboxProofCache {
        SandboxProofCache { file: folder.join(SandboxProofCache::FILE) }
    }

    /// Forgets all proofs, so that the next sandbox is tested.
    pub fn clear(&self) -> io::Result<()> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The kept proof of this sandbox, if it still holds.
    pub(crate) fn get(&self, sandbox: &Sandbox) -> Option<SandboxProof> {
        let conditions = conditions::hash(sandbox);
        self.read().into_iter().find(|kept| kept.conditions == conditions).map(|kept| kept.proof)
    }

    /// Keeps a proof. What cannot be kept is made again.
    pub(crate) fn keep(&self, sandbox: &Sandbox, proof: &SandboxProof) {
        let conditions = conditions::hash(sandbox);
        let mut proofs = self.read();
        proofs.retain(|kept| kept.conditions != conditions);
        proofs.insert(0, KeptProof { conditions, made: now(), proof: proof.clone() });
        proofs.truncate(MOST_PROOFS);
        if let Err(error) = self.write(&proofs) {
            tracing::info!(%error, file = %self.file.display(), "the proof of the sandbox is not kept");
        }
    }

    /// The proofs that are young enough: none, if the file is not what this host has written.
    fn read(&self) -> Vec<KeptProof> {
        let text = match self.open().and_then(read) {
            Ok(text) => text,
            Err(error) => {
                tracing::debug!(%error, file = %self.file.display(), "no kept proofs of sandboxes");
                return Vec::new();
            }
        };
        let proofs: Vec<KeptProof> = serde_json::from_str(&text).unwrap_or_default();
        let is_young =
            |kept: &KeptProof| now().checked_sub(kept.made).is_some_and(|age| age < LONGEST_USE.as_secs());
        proofs.into_iter().filter(is_young).collect()
    }

    fn open(&self) -> io::Result<File> {
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
        let file = OpenOptions::new().read(true).custom_flags(flags).open(&self.file)?;
        let found = file.metadata()?;
        let own = rustix::process::geteuid().as_raw();
        if !found.is_file() || found.uid() != own || found.mode() & 0o022 != 0 {
            return Err(io::Error::other("others could have written it"));
        }
        Ok(file)
    }

    fn write(&self, proofs: &[KeptProof]) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        create_private_folder(folder)?;
        // Only this user may access a temporary file.
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(proofs)?)?;
        file.persist(&self.file)?;
        Ok(())
    }
}

fn read(file: File) -> io::Result<String> {
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
