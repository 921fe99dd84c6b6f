//! Canaries: files that no bot may read, in places where a bot could look for them, and manifests
//! that try to read them.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus_games::GAMES;
use rathaus_sandbox::{Sandbox, SandboxPromise, SandboxProof, TempDir};
use serde_json::json;
use tempfile::NamedTempFile;

use crate::submissions::{BotSandboxSettings, BuildContext, Submission, SubmissionHints, tool_limits};

/// The time limit of a probe.
const CANARY_TIME_LIMIT: Duration = Duration::from_secs(20);

/// The content of each canary.
const SONG: &str = "rathaus canary: no bot may read this";

/// Arguments for `sh` that print all files given after them.
const READS: [&str; 3] = ["-c", "cat \"$@\"", "probe"];

/// Programs that a hostile manifest could name to get out of its submission. None of them may read
/// a canary. `{rival}` stands for another bot's program.
const OUTSIDE: [&str; 9] = [
    "/bin/sh",
    "/home/../bin/sh",
    "/var/run/../bin/sh",
    "/proc/self/root/bin/sh",
    "bin/sh",
    "../rival/sh",
    "{dir}/../../../../../../../../bin/sh",
    "{out}/../source/../../sh",
    "{rival}",
];

/// Names of folders whose content a host might take for installed programs.
const FOLDERS: [&str; 3] = ["probe", "bin", "shims"];

/// The canaries of a host. Dropping this removes them.
pub(super) struct CanaryFiles {
    files: Vec<NamedTempFile>,
    /// The folder of another bot's submission.
    posted: TempDir,
    cache: PathBuf,
    /// The folder of another bot's build.
    _built: TempDir,
}

impl CanaryFiles {
    /// Creates a canary in the home folder, the working folder, the cache, and with another bot's
    /// build and submission.
    pub(super) fn plant(cache: &Path) -> io::Result<CanaryFiles> {
        let builds = cache.join("builds");
        fs::create_dir_all(&builds)?;
        let (posted, built) = (TempDir::new("rathaus-probe-")?, TempDir::new_in(&builds, ".canary-")?);
        let rival = posted.path().join("rival");
        fs::create_dir(&rival)?;
        for folder in [posted.path(), built.path(), &rival] {
            fs::set_permissions(folder, Permissions::from_mode(0o755))?;
        }
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let here = std::env::current_dir().ok();
        let private = home.into_iter().chain(here);
        let folders = private.chain([cache.to_owned(), built.path().to_owned(), rival]);
        // Skip folders that the host cannot write to: it keeps nothing there.
        let files = folders.filter_map(|folder| canary(&folder).ok()).collect();
        Ok(CanaryFiles { files, posted, cache: cache.to_owned(), _built: built })
    }

    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|file| file.path().to_owned()).collect()
    }

    /// Has bots with hostile manifests try to read the canaries in this sandbox, and adds what they
    /// read to `proof`.
    pub(super) async fn tempt(&self, sandbox: &Sandbox, proof: &mut SandboxProof) -> io::Result<()> {
        let context =
            BuildContext::new(&self.cache, CANARY_TIME_LIMIT, Some(BotSandboxSettings::new(sandbox.clone())));
        let rival = self.posted.path().join("rival/sh").display().to_string();
        for folder in FOLDERS {
            let bot = self.posted.path().join(folder);
            for program in OUTSIDE.iter().chain(&["sh"]) {
                let program = program.replace("{rival}", &rival);
                if self.got_through(&bot, &program, &context).await? {
                    let words =
                        format!("read a file of the host's as a submission with `run = [{program:?}, ...]`");
                    proof.broken.entry(SandboxPromise::Reading).or_default().push(words);
                }
            }
            fs::remove_dir_all(bot)?;
        }
        Ok(())
    }

    /// Whether a submission in this folder that starts this program has read a canary.
    async fn got_through(&self, bot: &Path, program: &str, context: &BuildContext) -> io::Result<bool> {
        fs::create_dir_all(bot.join("bin"))?;
        fs::copy("/bin/sh", bot.join("bin/sh"))?;
        let paths = self.paths();
        let paths = paths.iter().map(|path| path.to_string_lossy());
        let words: Vec<_> = [program].iter().chain(&READS).map(|word| (*word).into()).chain(paths).collect();
        fs::write(bot.join("bot.toml"), format!("run = {}\n", json!(words)))?;
        let Ok(submission) = Submission::read(bot, GAMES[0].name(), &SubmissionHints::default()) else {
            return Ok(false);
        };
        let Ok(built) = submission.build(context).await else { return Ok(false) };
        let run = built.program.run(b"", tool_limits(CANARY_TIME_LIMIT)).await;
        Ok(run.is_ok_and(|run| String::from_utf8_lossy(&run.stdout).contains(SONG)))
    }
}

/// Creates a file that any user may read.
fn canary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(".rathaus-canary-").tempfile_in(folder)?;
    file.write_all(SONG.as_bytes())?;
    file.as_file().set_permissions(Permissions::from_mode(0o644))?;
    Ok(file)
}
