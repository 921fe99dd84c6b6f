//! Building a submission in the cache, and starting it from there.

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::artefacts::{self, Unfit};
use super::detect::{Adapted, Recipe};
use super::error::{Kind, SubmissionError};
use super::toolchain::equip;
use super::{Submission, assets};
use crate::process::{self, Passing, Program, RunEnd, Sandbox};

/// By which builds are told from those of versions that left something else in the cache.
const LAYOUT: &[u8] = b"2";

/// How much of a compiler's words is shown.
const SHOWN_LINES: usize = 40;

/// What builds depend on besides the submission.
#[derive(Debug, Clone)]
pub struct BuildContext {
    /// The cache folder, ours alone.
    pub cache: PathBuf,
    /// The names and values of the game's parameters.
    pub values: Vec<(&'static str, String)>,
    /// How long each command of a build may take.
    pub limit: Duration,
    /// Where it is built, and run later on; nothing if submissions are trusted.
    pub sandbox: Option<Sandbox>,
}

/// A submission that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// How to start it.
    pub program: Program,
    /// How to start what keeps it ready for many short runs, where its language allows that.
    pub warm: Option<Program>,
    /// The versions of what it was built and is run with, and what was done to it. Nothing for a program of its own.
    pub toolchain: Option<String>,
}

impl Bot {
    /// The program, run in a folder of its own instead: a copy of its source's with an empty file of this name, the one that it may
    /// write to.
    pub fn in_private_folder(&self, folder: &Path, file: &str) -> io::Result<Program> {
        copy(&self.program.folder, folder)?;
        std::fs::write(folder.join(file), "")?;
        let confinement = self.program.confinement.clone().map(|mut confinement| {
            confinement.readable.push(folder.to_owned());
            confinement.writable.push(folder.join(file));
            confinement
        });
        Ok(Program { folder: folder.to_owned(), confinement, ..self.program.clone() })
    }
}

/// Copies what is in a folder, with all that is below it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A build's commands with the places that they name.
struct Plan<'a> {
    submission: &'a Submission,
    /// Placeholders and what they stand for.
    places: Vec<(String, OsString)>,
    defines: Vec<OsString>,
    commands: &'a [Vec<String>],
    run: &'a [String],
    warm: Option<&'a [String]>,
    toolchain: Option<String>,
    folder: PathBuf,
    main: Option<&'a PathBuf>,
    left_out: &'a [String],
    sandbox: Option<&'a Sandbox>,
    /// Where its tools are installed.
    installations: Vec<PathBuf>,
}

pub(super) async fn build(submission: &Submission, context: &BuildContext) -> Result<Bot, SubmissionError> {
    let plan = Plan::new(submission, context).await?;
    let bot = Bot {
        program: plan.program(plan.run)?,
        warm: plan.warm.map(|command| plan.program(command)).transpose()?,
        toolchain: plan.toolchain.clone(),
    };
    if plan.folder.exists() {
        return Ok(bot);
    }
    // Nobody sees a half-finished build, because it happens elsewhere and is renamed as a whole.
    let staging = Staging::new(&plan.folder).map_err(|error| plan.host_error(error))?;
    plan.stage(&staging.path).map_err(|error| plan.host_error(error))?;
    for command in plan.commands {
        plan.run_command(command, &staging.path, context.limit).await?;
    }
    artefacts::take_over(&staging.path).map_err(|unfit| plan.unfit(&unfit, &staging.path))?;
    staging.finish(&plan.folder).map_err(|error| plan.host_error(error))?;
    Ok(bot)
}

impl<'a> Plan<'a> {
    async fn new(submission: &'a Submission, context: &'a BuildContext) -> Result<Plan<'a>, SubmissionError> {
        let host_error = |error: io::Error| cache_error(&context.cache, &error);
        let mut plan = match &submission.recipe {
            Recipe::Own { main, build, run } => Plan {
                submission,
                places: Vec::new(),
                defines: Vec::new(),
                commands: build,
                run,
                warm: None,
                toolchain: None,
                folder: PathBuf::new(),
                main: main.as_ref(),
                left_out: &[],
                sandbox: context.sandbox.as_ref(),
                installations: Vec::new(),
            },
            Recipe::Adapted(adapted) => {
                let folder = assets::unpack(&context.cache, &adapted.adapter.language).map_err(host_error)?;
                Plan::adapted(submission, adapted, &folder, context).await?
            }
        };
        plan.folder = context.cache.join("builds").join(plan.key());
        Ok(plan)
    }

    async fn adapted(
        submission: &'a Submission,
        adapted: &'a Adapted,
        adapter_folder: &Path,
        context: &'a BuildContext,
    ) -> Result<Plan<'a>, SubmissionError> {
        let Adapted { adapter, main, entry, .. } = adapted;
        let equipped = equip(&submission.source, adapted, &submission.choices).await?;
        let mut places = vec![
            ("adapter".into(), adapter_folder.as_os_str().to_owned()),
            ("form".into(), adapted.form_word().into()),
            ("entry".into(), entry.into()),
        ];
        let mut installations = vec![adapter_folder.to_owned()];
        for (tool, found) in &equipped.tools {
            installations.extend(process::installation(&found.path));
            tracing::debug!(tool = tool.name, path = %found.path.display(), version = found.version, "found");
            places.push((tool.name.clone(), found.path.clone().into()));
            places.push((format!("version of {}", tool.name), (&found.version).into()));
        }
        let define =
            |(name, value): &(&str, String)| format!("-DRATHAUS_{}={value}", name.to_uppercase()).into();
        Ok(Plan {
            submission,
            places,
            defines: context.values.iter().map(define).collect(),
            commands: &equipped.commands.build,
            run: &equipped.commands.run,
            warm: equipped.commands.warm.as_deref(),
            toolchain: Some(equipped.described()),
            folder: PathBuf::new(),
            main: Some(main),
            left_out: &adapter.controller_files,
            sandbox: context.sandbox.as_ref(),
            installations,
        })
    }

    /// The hash of all that the build depends on.
    fn key(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(LAYOUT);
        add(self.submission.hash.as_bytes());
        add(self.main.map(|main| main.as_os_str().as_encoded_bytes()).unwrap_or_default());
        for (name, value) in &self.places {
            add(name.as_bytes());
            add(value.as_encoded_bytes());
        }
        for word in self.commands.iter().flatten() {
            add(word.as_bytes());
            if word == "{defines}" {
                self.defines.iter().for_each(|define| add(define.as_encoded_bytes()));
            }
        }
        hex::encode(&hash.finalize()[..16])
    }

    /// Copies the submission's files to where they are built.
    fn stage(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder.join("out"))?;
        std::fs::create_dir_all(folder.join("source"))?;
        for (path, bytes) in &self.submission.source.files {
            if self.left_out.iter().any(|name| path == Path::new(name)) {
                continue;
            }
            let staged = folder.join("source").join(path);
            std::fs::create_dir_all(staged.parent().unwrap_or(folder))?;
            std::fs::write(staged, bytes)?;
        }
        Ok(())
    }

    async fn run_command(
        &self,
        command: &[String],
        folder: &Path,
        limit: Duration,
    ) -> Result<(), SubmissionError> {
        let argv = self.expand(command, folder)?;
        tracing::debug!(?argv, "building");
        let confinement = self.sandbox.map(|sandbox| {
            sandbox.of_build(self.readable(&argv), vec![folder.join("source"), folder.join("out")])
        });
        let program = Program { argv, folder: folder.join("source"), environment: Vec::new(), confinement };
        let failed = |problem| SubmissionError::of(Kind::Build, &self.submission.source.root, problem);
        let finished = process::run(&program, limit).await.map_err(|error| failed(error.to_string()))?;
        if finished.succeeded() {
            return Ok(());
        }
        let how = match finished.end {
            RunEnd::Exited(status) => format!("the build failed ({})", process::in_words(status)),
            RunEnd::Late => format!("the build did not end within {} s", limit.as_secs()),
            RunEnd::Flooded => "the build wrote without end".into(),
        };
        let how = finished.excess.map_or(how.clone(), |excess| format!("{how}; {excess}"));
        let words = format!("{}{}", String::from_utf8_lossy(&finished.stdout), finished.stderr);
        Err(failed(format!("{how}\n{}", shortened(&self.without_cache(&words, folder)))))
    }

    /// Places in the cache mean nothing to the author, who knows the files by their own names.
    fn without_cache(&self, words: &str, folder: &Path) -> String {
        let words = words.replace(&format!("{}/", folder.join("source").display()), "");
        match self.places.iter().find(|(name, _)| name == "adapter") {
            Some((_, adapter)) => words.replace(&*adapter.to_string_lossy(), "<adapter>"),
            None => words,
        }
    }

    /// What a command starts in the finished build.
    fn program(&self, command: &[String]) -> Result<Program, SubmissionError> {
        let argv = self.expand(command, &self.folder)?;
        let confinement = self.sandbox.map(|sandbox| {
            sandbox.of_bot(self.readable(&argv).into_iter().chain([self.folder.clone()]).collect())
        });
        Ok(Program { argv, folder: self.folder.join("source"), environment: Vec::new(), confinement })
    }

    /// What a command has to see besides its own folders: where its tools are installed, and the program that it names.
    fn readable(&self, argv: &[OsString]) -> Vec<PathBuf> {
        let named = argv.first().map(PathBuf::from).unwrap_or_default();
        self.installations.iter().cloned().chain(process::program_itself(&named)).collect()
    }

    /// Replaces placeholders, and finds a program that is named without a folder.
    fn expand(&self, command: &[String], folder: &Path) -> Result<Vec<OsString>, SubmissionError> {
        let mut argv = Vec::new();
        for word in command {
            if word == "{defines}" {
                argv.extend(self.defines.iter().cloned());
            } else {
                argv.push(self.expand_word(word, folder).into());
            }
        }
        let program = argv.first().map(|program| program.to_string_lossy().into_owned()).unwrap_or_default();
        if !program.contains('/') {
            let found = process::in_path(&program).into_iter().next().ok_or_else(|| {
                SubmissionError::of(
                    Kind::ToolMissing,
                    &self.submission.source.root,
                    format!("the program `{program}`, with which it is built or run, was not found in PATH"),
                )
                .with_remedy(format!("install {program}, or name it with its folder in bot.toml"))
            })?;
            argv[0] = found.into();
        }
        Ok(argv)
    }

    fn expand_word(&self, word: &str, folder: &Path) -> String {
        let staged = folder.join("source");
        let main = self.main.map(|main| staged.join(main)).unwrap_or_else(|| staged.clone());
        let own = [("source", main), ("dir", staged), ("out", folder.join("out"))];
        let own = own.iter().map(|(name, path)| (*name, path.to_string_lossy()));
        let given = self.places.iter().map(|(name, value)| (name.as_str(), value.to_string_lossy()));
        own.chain(given)
            .fold(word.to_owned(), |word, (name, value)| word.replace(&format!("{{{name}}}"), &value))
    }

    fn unfit(&self, unfit: &Unfit, folder: &Path) -> SubmissionError {
        let words = self.without_cache(&unfit.to_string(), folder);
        SubmissionError::of(
            Kind::Build,
            &self.submission.source.root,
            format!("the build is of no use: {words}"),
        )
    }

    fn host_error(&self, error: io::Error) -> SubmissionError {
        cache_error(&self.folder, &error)
    }
}

fn cache_error(path: &Path, error: &io::Error) -> SubmissionError {
    SubmissionError::of(Kind::Host, path, format!("the cache for builds cannot be written: {error}"))
        .with_remedy("free some space, or set XDG_CACHE_HOME to a folder that can be written")
}

fn shortened(words: &str) -> String {
    let lines: Vec<&str> = words.lines().collect();
    if lines.len() <= SHOWN_LINES {
        return words.trim_end().to_owned();
    }
    format!("{}\n[{} more lines]", lines[..SHOWN_LINES].join("\n"), lines.len() - SHOWN_LINES)
}

/// A folder that becomes visible under its final name only when it is complete.
struct Staging {
    path: PathBuf,
    guard: Passing,
}

impl Staging {
    fn new(target: &Path) -> io::Result<Staging> {
        let parent = target.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent)?;
        let guard = Passing::within(parent, ".building-")?;
        Ok(Staging { path: guard.path().to_owned(), guard })
    }

    /// Gives the folder its final name. If another host was faster, its folder, made of the same, stays.
    fn finish(self, target: &Path) -> io::Result<()> {
        match std::fs::rename(&self.path, target) {
            Ok(()) => {
                // The folder of a tempfile is its maker's alone, but bots may run as somebody else.
                std::fs::set_permissions(target, std::fs::Permissions::from_mode(0o755))?;
                // What the guard would remove has gone to its place.
                self.guard.keep();
                Ok(())
            }
            Err(_) if target.exists() => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Makes a folder whole or not at all: nobody sees it half filled.
pub(super) fn create_whole(target: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    if target.exists() {
        return Ok(());
    }
    let staging = Staging::new(target)?;
    fill(&staging.path)?;
    staging.finish(target)
}
