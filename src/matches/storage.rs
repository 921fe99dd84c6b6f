//! Folders of bots that survive matches, for bots that learn.
//!
//! Matches then depend on those before. So they are played one at a time, in the order of the
//! schedule, and what a bot has left is stored together with the result of its match.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rathaus_sandbox::ProgramCommand;

use crate::untrusted::{self, FolderLimits, SymlinkPolicy, UnreadableFile};

/// The variable that names the folder to a bot.
const VARIABLE: &str = "RATHAUS_STORAGE";

/// The most files and folders in it, and their depth and longest path.
const MOST_FILES: usize = 1_000;
const MOST_DEPTH: usize = 8;
const MOST_NAME: usize = 200;

/// The most megabytes that an organiser can allow, and the longest text that they make.
pub const MOST_STORAGE_MIB: usize = 64;
const MOST_TEXT: usize = (MOST_STORAGE_MIB << 20) / 3 * 4 + MOST_FILES * (MOST_NAME * 6 + 8);

/// The files that a bot keeps from match to match, by their paths in its folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptFiles(BTreeMap<PathBuf, Vec<u8>>);

/// Why stored files cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the files that a bot has kept cannot be read: {0}")]
pub struct KeptFilesError(String);

impl KeptFiles {
    /// Reads what a bot has left, up to this many bytes.
    fn read(folder: &Path, most_bytes: u64) -> Result<KeptFiles, UnreadableFile> {
        let limits =
            FolderLimits { bytes: most_bytes, files: MOST_FILES, depth: MOST_DEPTH, name_bytes: MOST_NAME };
        let found = untrusted::read_folder(folder, SymlinkPolicy::Refuse, limits, &|_| false)?;
        Ok(KeptFiles(found.files))
    }

    /// Writes the files into an empty folder, in which every user may write.
    fn write(&self, folder: &Path) -> io::Result<()> {
        make_folder(folder)?;
        for (path, bytes) in &self.0 {
            let file = folder.join(path);
            let parents: Vec<&Path> = file.ancestors().skip(1).take_while(|above| *above != folder).collect();
            parents.into_iter().rev().filter(|parent| !parent.exists()).try_for_each(make_folder)?;
            fs::write(&file, bytes)?;
            fs::set_permissions(&file, Permissions::from_mode(0o666))?;
        }
        Ok(())
    }

    /// The files as text, for a database.
    pub fn encode(&self) -> String {
        let files = self.0.iter().map(|(path, bytes)| (path.to_string_lossy(), STANDARD.encode(bytes)));
        serde_json::to_string(&files.collect::<BTreeMap<_, _>>()).expect("texts are always JSON")
    }

    /// Reads the text of [`KeptFiles::encode`]. A path that leads out of the folder is an error, and
    /// so is more than any bot can have left.
    pub fn decode(text: &str) -> Result<KeptFiles, KeptFilesError> {
        let too_many = || KeptFilesError("they are more than a bot can have left".into());
        if text.len() > MOST_TEXT {
            return Err(too_many());
        }
        let files: BTreeMap<PathBuf, String> =
            serde_json::from_str(text).map_err(|error| KeptFilesError(error.to_string()))?;
        if files.len() > MOST_FILES {
            return Err(too_many());
        }
        let mut kept = BTreeMap::new();
        for (path, bytes) in files {
            let mut parts = path.components().peekable();
            if parts.peek().is_none()
                || path.as_os_str().len() > MOST_NAME
                || !parts.all(|part| matches!(part, Component::Normal(_)))
            {
                return Err(KeptFilesError(format!("{path:?} is no path in its folder")));
            }
            let bytes = STANDARD.decode(bytes).map_err(|error| KeptFilesError(error.to_string()))?;
            kept.insert(path, bytes);
        }
        Ok(KeptFiles(kept))
    }
}

fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o777))
}

/// The folder of a bot during a match.
#[derive(Debug)]
pub(super) struct StorageFolder {
    folder: PathBuf,
    most_bytes: u64,
}

impl StorageFolder {
    /// Makes the folder with these files.
    pub(super) fn new(folder: PathBuf, files: &KeptFiles, most_bytes: u64) -> io::Result<StorageFolder> {
        files.write(&folder)?;
        Ok(StorageFolder { folder, most_bytes })
    }

    /// The command with the folder, which it may write to.
    pub(super) fn given_to(&self, mut program: ProgramCommand) -> ProgramCommand {
        if let Some(confinement) = &mut program.confinement {
            confinement.writable.push(self.folder.clone());
        }
        program.env(VARIABLE, self.folder.as_os_str())
    }

    /// What the bot has left. Its process has ended.
    pub(super) fn left(&self) -> Result<KeptFiles, UnreadableFile> {
        KeptFiles::read(&self.folder, self.most_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_the_same_after_a_match_in_which_nothing_changed() {
        let world = tempfile::tempdir().unwrap();
        let files = [("a", "one"), ("b/c/d", "two"), ("b/e", "")];
        let files =
            KeptFiles(files.iter().map(|(path, text)| (path.into(), text.as_bytes().into())).collect());
        let storage = StorageFolder::new(world.path().join("storage"), &files, 6).unwrap();
        assert_eq!(storage.left().unwrap(), files);
        assert_eq!(KeptFiles::decode(&files.encode()).unwrap(), files);
        // One byte more is too much.
        fs::write(world.path().join("storage/b/e"), "x").unwrap();
        assert!(storage.left().is_err());
    }

    #[test]
    fn what_is_no_plain_file_is_refused() {
        let world = tempfile::tempdir().unwrap();
        let storage = StorageFolder::new(world.path().join("storage"), &KeptFiles::default(), 100).unwrap();
        let odd = world.path().join("storage/odd");
        std::os::unix::fs::symlink("/etc/passwd", &odd).unwrap();
        assert!(storage.left().is_err());
        fs::remove_file(&odd).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, &odd, 0o600.into()).unwrap();
        assert!(storage.left().is_err());
    }

    #[test]
    fn stored_paths_do_not_lead_out() {
        for path in ["../x", "/etc/x", "a/../../x", "", "."] {
            let text = serde_json::to_string(&BTreeMap::from([(path, "")])).unwrap();
            assert!(KeptFiles::decode(&text).is_err(), "{path}");
        }
        assert!(KeptFiles::decode("{\"a\": \"!\"}").is_err());
    }

    #[test]
    fn no_more_is_read_than_a_bot_can_have_left() {
        let many: BTreeMap<String, &str> = (0..=MOST_FILES).map(|number| (number.to_string(), "")).collect();
        assert!(KeptFiles::decode(&serde_json::to_string(&many).unwrap()).is_err());
        assert!(KeptFiles::decode(&format!("{{\"{}\": \"\"}}", "x".repeat(MOST_NAME + 1))).is_err());
        assert!(KeptFiles::decode(&format!("{{}}{}", " ".repeat(MOST_TEXT))).is_err());
    }
}
