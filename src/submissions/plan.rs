//! How a submission is built and run: its commands, their placeholders, and the name of its build
//! in the cache.

#[cfg(test)]
mod tests;
mod words;

use std::ffi::OsString;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus_games::diagnosis::crash_site::{CrashSite, find_in_build};
use rathaus_sandbox::RunEnd;

use super::artefacts::BuildOutputRefusal;
use super::bot_sandbox::{BotSandboxSettings, tool_limits};
use super::build::BuildContext;
use super::command::{AllowedCommand, CommandProgramOrigin};
use super::detect::{AdapterChoice, BuildRecipe};
use super::error::{SubmissionError, SubmissionErrorKind};
use super::key::KeyHasher;
use super::toolchain::find_toolchain;
use super::{Submission, assets, encoding};

/// The version of the layout of builds in the cache. Change it when builds change.
const LAYOUT: &str = "4";

/// The most lines of a compiler's output that are shown.
const SHOWN_LINES: usize = 40;

/// The variables in which interpreters look for packages, with the part of the path that each
/// expects: Python, Ruby, Node.js, Perl, Lua.
const PACKAGE_VARIABLES: [(&str, &str); 5] =
    [("PYTHONPATH", ""), ("RUBYLIB", ""), ("NODE_PATH", ""), ("PERL5LIB", ""), ("LUA_PATH", "/?.lua;;")];

/// The commands of a build, with the values of their placeholders.
pub(super) struct BuildPlan<'a> {
    submission: &'a Submission,
    /// The placeholders and their values.
    placeholders: Vec<(String, OsString)>,
    defines: Vec<OsString>,
    pub(super) commands: Vec<AllowedCommand>,
    pub(super) run: AllowedCommand,
    pub(super) warm: Option<AllowedCommand>,
    pub(super) toolchain: Option<String>,
    /// The names and SHA-256 of the engines that the commands start.
    engines: Vec<(String, String)>,
    pub(super) folder: PathBuf,
    main: Option<&'a PathBuf>,
    left_out: &'a [String],
    sandbox: Option<&'a BotSandboxSettings>,
    /// The folders where the adapter's tools are installed.
    installations: Vec<PathBuf>,
}

impl<'a> BuildPlan<'a> {
    pub(super) async fn new(
        submission: &'a Submission,
        context: &'a BuildContext,
    ) -> Result<BuildPlan<'a>, SubmissionError> {
        let mut plan = match &submission.recipe {
            // Whatever kind of error it is, it concerns only this submission.
            BuildRecipe::Unusable(error) => {
                return Err(SubmissionError { kind: SubmissionErrorKind::Build, ..error.clone() });
            }
            // Persons are not built.
            BuildRecipe::Person => {
                let problem = "a person cannot play here; `rathaus play` can seat one";
                return Err(SubmissionError::of(
                    SubmissionErrorKind::Build,
                    &submission.source.root,
                    problem,
                ));
            }
            BuildRecipe::Own { main, build, run } => {
                BuildPlan::own(submission, main.as_ref(), build, run, context).await?
            }
            BuildRecipe::Adapted(adapted) => {
                let unpacked = assets::unpack(&context.cache, &adapted.adapter.language);
                let folder = unpacked.map_err(|error| cache_error(&context.cache, &error))?;
                BuildPlan::adapted(submission, adapted, &folder, context).await?
            }
        };
        plan.engines = submission.engines(&context.toolbox);
        plan.folder = context.cache.join("builds").join(plan.key());
        Ok(plan)
    }

    async fn own(
        submission: &'a Submission,
        main: Option<&'a PathBuf>,
        build: &[Vec<String>],
        run: &[String],
        context: &'a BuildContext,
    ) -> Result<BuildPlan<'a>, SubmissionError> {
        let (commands, run) = resolved(submission, build, run, &[], context).await?;
        Ok(BuildPlan {
            submission,
            placeholders: Vec::new(),
            defines: Vec::new(),
            commands,
            run,
            warm: None,
            toolchain: None,
            engines: Vec::new(),
            folder: PathBuf::new(),
            main,
            left_out: &[],
            sandbox: context.sandbox.as_ref(),
            installations: Vec::new(),
        })
    }

    async fn adapted(
        submission: &'a Submission,
        adapted: &'a AdapterChoice,
        adapter_folder: &Path,
        context: &'a BuildContext,
    ) -> Result<BuildPlan<'a>, SubmissionError> {
        let AdapterChoice { adapter, main, entry, .. } = adapted;
        let equipped =
            find_toolchain(&submission.source, adapted, &submission.choices, &context.toolbox).await?;
        let mut placeholders = vec![
            ("adapter".into(), adapter_folder.as_os_str().to_owned()),
            ("form".into(), adapted.form_word().into()),
            ("entry".into(), entry.into()),
        ];
        let mut installations = vec![adapter_folder.to_owned()];
        for (tool, found) in &equipped.tools {
            installations.extend(rathaus_sandbox::installation_of(&found.path));
            tracing::debug!(tool = tool.name, path = %found.path.display(), version = found.version, "found");
            placeholders.push((tool.name.clone(), found.path.clone().into()));
            placeholders.push((format!("version of {}", tool.name), (&found.version).into()));
        }
        let define =
            |(name, value): &(&str, String)| format!("-DRATHAUS_{}={value}", name.to_uppercase()).into();
        let (build, run) = (&equipped.commands.build, &equipped.commands.run);
        let (commands, run) = resolved(submission, build, run, &placeholders, context).await?;
        // An interpreter imports some packages by itself when it starts. If it started beforehand,
        // these could keep data from one run to the next.
        let warm = match equipped.commands.warm.as_ref().filter(|_| submission.requirements.is_none()) {
            Some(words) => {
                let root = &submission.source.root;
                Some(AllowedCommand::resolve(words, &placeholders, &context.toolbox, root).await?)
            }
            None => None,
        };
        Ok(BuildPlan {
            submission,
            placeholders,
            defines: context.values.iter().map(define).collect(),
            commands,
            run,
            warm,
            toolchain: Some(equipped.described()),
            engines: Vec::new(),
            folder: PathBuf::new(),
            main: Some(main),
            // A program that speaks the protocol itself does not need the adapter's files of these
            // names, and may have its own.
            left_out: if adapted.form.is_some() { &adapter.controller_files } else { &[] },
            sandbox: context.sandbox.as_ref(),
            installations,
        })
    }

    /// The hash of everything that decides the build.
    fn key(&self) -> String {
        let mut key = KeyHasher::new(LAYOUT);
        key.bytes(self.submission.identity_with(&self.engines).as_bytes());
        key.bytes(self.main.map(|main| main.as_os_str().as_encoded_bytes()).unwrap_or_default());
        key.list(self.left_out.iter(), |key, name| key.bytes(name.as_bytes()));
        key.list(self.placeholders.iter(), |key, (name, value)| {
            key.bytes(name.as_bytes());
            key.bytes(value.as_encoded_bytes());
        });
        key.list(self.defines.iter(), |key, define| key.bytes(define.as_encoded_bytes()));
        key.list(self.commands.iter().chain([&self.run]).chain(&self.warm), |key, command| {
            command_key(key, command)
        });
        key.bytes(&[u8::from(self.sandbox.is_some())]);
        key.finish()
    }

    /// The engines in words.
    pub(super) fn engines(&self) -> Option<String> {
        let words = self.engines.iter().map(|(name, sha256)| format!("{name} with SHA-256 {sha256}"));
        (!self.engines.is_empty()).then(|| words.collect::<Vec<_>>().join(", "))
    }

    /// Copies the submission's files to the folder in which they are built.
    pub(super) fn stage(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder.join("out"))?;
        std::fs::create_dir_all(folder.join("source"))?;
        for (path, bytes) in &self.submission.source.files {
            if self.left_out.iter().any(|name| path == Path::new(name)) {
                continue;
            }
            let staged = folder.join("source").join(path);
            std::fs::create_dir_all(staged.parent().unwrap_or(folder))?;
            let bytes = match &self.submission.recipe {
                BuildRecipe::Adapted(choice) => encoding::adapted(bytes, path, choice.adapter),
                _ => bytes.into(),
            };
            std::fs::write(&staged, bytes)?;
            if self.submission.source.programs.contains(path) {
                std::fs::set_permissions(staged, Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }

    pub(super) async fn run_command(
        &self,
        command: &AllowedCommand,
        folder: &Path,
        limit: Duration,
    ) -> Result<(), SubmissionError> {
        let argv = self.expand(command, folder);
        tracing::debug!(?argv, "building");
        let confinement = self.sandbox.map(|sandbox| {
            sandbox.of_build(self.visible(command), vec![folder.join("source"), folder.join("out")])
        });
        let program = rathaus_sandbox::ProgramCommand {
            argv,
            folder: folder.join("source"),
            environment: Vec::new(),
            confinement,
        };
        let failed =
            |problem| SubmissionError::of(SubmissionErrorKind::Build, &self.submission.source.root, problem);
        let finished =
            program.run(b"", tool_limits(limit)).await.map_err(|error| failed(error.to_string()))?;
        if finished.succeeded() {
            return Ok(());
        }
        let words = format!("{}{}", String::from_utf8_lossy(&finished.stdout), finished.stderr);
        let words = self.without_cache(&words, folder);
        let how = match finished.end {
            RunEnd::Exited(status) => match find_in_build(&words) {
                Some(CrashSite { file, line, message }) => {
                    format!("the build failed at {file}:{line}: {message}")
                }
                None => format!("the build failed ({})", rathaus_sandbox::describe_status(status)),
            },
            RunEnd::TimedOut => format!("the build did not end within {} s", limit.as_secs()),
            RunEnd::TooMuchOutput => "the build wrote without end".into(),
        };
        // A limit that was reached explains more than what the compiler printed before.
        let how = finished.excess.map_or(how.clone(), |excess| format!("{how}; {excess}"));
        Err(failed(format!("{how}\n{}", shortened(&words))))
    }

    /// Replaces paths in the cache, since the author knows the files by their own names.
    fn without_cache(&self, words: &str, folder: &Path) -> String {
        let words = words.replace(&format!("{}/", folder.join("source").display()), "");
        match self.placeholders.iter().find(|(name, _)| name == "adapter") {
            Some((_, adapter)) => words.replace(&*adapter.to_string_lossy(), "<adapter>"),
            None => words,
        }
    }

    /// The program that a command starts in the finished build.
    pub(super) fn program(&self, command: &AllowedCommand) -> rathaus_sandbox::ProgramCommand {
        let confinement = self.sandbox.map(|sandbox| {
            sandbox.of_bot(self.visible(command).into_iter().chain([self.folder.clone()]).collect())
        });
        let (argv, folder) = (self.expand(command, &self.folder), self.folder.join("source"));
        rathaus_sandbox::ProgramCommand { argv, folder, environment: self.environment(), confinement }
    }

    /// The variables with which the interpreter finds the packages of the submission.
    fn environment(&self) -> Vec<(String, OsString)> {
        let Some(packages) = &self.submission.requirements else { return Vec::new() };
        let packages = self.folder.join("source").join(packages).into_os_string();
        let variable = |(name, suffix): (&str, &str)| {
            let mut value = packages.clone();
            value.push(suffix);
            (name.to_owned(), value)
        };
        PACKAGE_VARIABLES.into_iter().map(variable).collect()
    }

    /// The paths that a command needs in addition to the submission's own folders: the
    /// installations of its tools.
    fn visible(&self, command: &AllowedCommand) -> Vec<PathBuf> {
        self.installations.iter().chain(command.visible()).cloned().collect()
    }

    pub(super) fn unfit(&self, unfit: &BuildOutputRefusal, folder: &Path) -> SubmissionError {
        let words = self.without_cache(&unfit.to_string(), folder);
        SubmissionError::of(
            SubmissionErrorKind::Build,
            &self.submission.source.root,
            format!("the build is of no use: {words}"),
        )
    }

    /// The error for a bot whose sandbox cannot be set up, although other sandboxes can.
    pub(super) fn unconfinable(
        &self,
        kind: SubmissionErrorKind,
        error: &rathaus_sandbox::StartError,
    ) -> SubmissionError {
        SubmissionError::of(kind, &self.submission.source.root, format!("it cannot be run here: {error}"))
    }

    pub(super) fn host_error(&self, error: io::Error) -> SubmissionError {
        cache_error(&self.folder, &error)
    }
}

/// Resolves the programs of the build commands and the run command.
async fn resolved(
    submission: &Submission,
    build: &[Vec<String>],
    run: &[String],
    placeholders: &[(String, OsString)],
    context: &BuildContext,
) -> Result<(Vec<AllowedCommand>, AllowedCommand), SubmissionError> {
    let root = &submission.source.root;
    let mut commands = Vec::new();
    for words in build {
        commands.push(AllowedCommand::resolve(words, placeholders, &context.toolbox, root).await?);
    }
    Ok((commands, AllowedCommand::resolve(run, placeholders, &context.toolbox, root).await?))
}

fn command_key(key: &mut KeyHasher, command: &AllowedCommand) {
    key.list(command.words.iter(), |key, word| key.bytes(word.as_bytes()));
    let tool = match &command.starts {
        CommandProgramOrigin::Tool(offered) => Some(offered),
        CommandProgramOrigin::Placed => None,
    };
    key.list(tool.into_iter(), |key, tool| {
        key.bytes(tool.path.as_os_str().as_encoded_bytes());
        key.bytes(tool.version.as_bytes());
    });
}

pub(super) fn cache_error(path: &Path, error: &io::Error) -> SubmissionError {
    SubmissionError::of(
        SubmissionErrorKind::Host,
        path,
        format!("the cache for builds cannot be written: {error}"),
    )
    .with_help("free some space, or set XDG_CACHE_HOME to a folder that can be written")
}

fn shortened(words: &str) -> String {
    let lines: Vec<&str> = words.lines().collect();
    if lines.len() <= SHOWN_LINES {
        return words.trim_end().to_owned();
    }
    format!("{}\n[{} more lines]", lines[..SHOWN_LINES].join("\n"), lines.len() - SHOWN_LINES)
}
