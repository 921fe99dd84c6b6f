//! Detects the language, the form and the entry point of a submission.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::adapter::{BuildCommands, EntryPointForm, LanguageAdapter, ToolchainRecipe, adapters};
use super::blank::blank;
use super::error::SubmissionError;
use super::language::language_name;
use super::manifest::Manifest;
use super::source::SourceFiles;
use super::{SubmissionHints, encoding, manifest};
use crate::toml_file::suggestion;
use crate::untrusted::MAX_SEARCHED_BYTES;

/// The most files or entry points that a message names.
const MOST_LISTED: usize = 10;

/// How a submission is built and run.
#[derive(Debug, Clone)]
pub(super) enum BuildRecipe {
    Adapted(AdapterChoice),
    /// By the commands of its manifest: the bot speaks the protocol itself.
    Own {
        /// The main source file, if one was named.
        main: Option<PathBuf>,
        build: Vec<Vec<String>>,
        run: Vec<String>,
    },
    /// Not at all: a person plays.
    Person,
    /// Not at all: the submission cannot be read, or its manifest is invalid.
    Unusable(SubmissionError),
}

/// The chosen adapter, with what was detected.
#[derive(Debug, Clone)]
pub(super) struct AdapterChoice {
    pub(super) adapter: &'static LanguageAdapter,
    /// The detected form. `None` for a program that speaks the protocol itself.
    pub(super) form: Option<&'static EntryPointForm>,
    /// The dialect of the language, if it is in one.
    pub(super) dialect: Option<&'static str>,
    pub(super) main: PathBuf,
    pub(super) entry: String,
}

impl AdapterChoice {
    /// The name of the language, or of its dialect.
    pub(super) fn title(&self) -> String {
        self.dialect.unwrap_or(&self.adapter.title).into()
    }

    /// The word for its form in the commands of toolchains.
    pub(super) fn form_word(&self) -> &'static str {
        self.form.map_or("program", |form| &form.word)
    }

    /// The commands of a toolchain for this form, if it has any.
    pub(super) fn commands(&self, toolchain: &'static ToolchainRecipe) -> Option<&'static BuildCommands> {
        match self.form {
            Some(_) => toolchain.adapted.as_ref(),
            None => toolchain.program.as_ref(),
        }
    }
}

impl BuildRecipe {
    /// Whether one of its commands has the name of the bot.
    pub(super) fn names_the_bot(&self) -> bool {
        let is_name = |word: &String| word.contains("{name}");
        matches!(self, BuildRecipe::Own { build, run, .. } if build.iter().flatten().chain(run).any(is_name))
    }

    pub(super) fn language(&self) -> &str {
        match self {
            BuildRecipe::Adapted(adapted) => &adapted.adapter.title,
            BuildRecipe::Own { .. } => "own program",
            BuildRecipe::Person => "a person",
            BuildRecipe::Unusable(_) => "unknown",
        }
    }

    /// The main source file, if it is known.
    pub(super) fn main(&self) -> Option<&Path> {
        match self {
            BuildRecipe::Adapted(adapted) => Some(&adapted.main),
            BuildRecipe::Own { main, .. } => main.as_deref(),
            BuildRecipe::Person | BuildRecipe::Unusable(_) => None,
        }
    }

    pub(super) fn described(&self) -> String {
        match self {
            BuildRecipe::Adapted(adapted) => {
                let AdapterChoice { form, main, entry, .. } = adapted;
                let (title, main) = (adapted.title(), main.display());
                match form {
                    Some(form) => format!("{title}, {} in {main}, entry point {entry}", form.name),
                    None => format!("{title}, program {main}"),
                }
            }
            BuildRecipe::Own { run, .. } => format!("its own program: {}", run.join(" ")),
            BuildRecipe::Person => "a person at this terminal".into(),
            BuildRecipe::Unusable(_) => "cannot be used".into(),
        }
    }
}

/// Finds out how to build and run a submission.
pub(super) fn recipe(
    source: &SourceFiles,
    manifest: &Manifest,
    game: &str,
    hints: &SubmissionHints,
) -> Result<BuildRecipe, SubmissionError> {
    if let Some(run) = &manifest.run {
        let build = manifest.build.clone().unwrap_or_default();
        return Ok(BuildRecipe::Own { main: source.main.clone(), build, run: run.clone() });
    }
    let language = hints.language.as_ref().or(manifest.language.as_ref());
    let language = language.map(|written| language_name(written));
    let entry = hints.entry.as_ref().or(manifest.entry.as_ref());
    let candidates = candidates(source, language.as_deref(), game)?;
    candidates.iter().try_for_each(|(main, _)| encoding::refuse_wide(source, main))?;
    refuse_long_search(source, &candidates)?;
    let mut found: Vec<AdapterChoice> = candidates
        .iter()
        .flat_map(|(main, adapter)| entries(source, main, adapter, game, entry.map(String::as_str)))
        .collect();
    match (found.pop(), found.len()) {
        (Some(only), 0) => Ok(BuildRecipe::Adapted(only)),
        (None, _) => Err(no_entry_point(source, &candidates, game, entry)),
        (Some(last), _) => {
            found.push(last);
            Err(several_entry_points(source, &found))
        }
    }
}

/// Refuses long sources. The search for entry points takes time in proportion to the text, and runs
/// outside of any sandbox.
fn refuse_long_search(
    source: &SourceFiles,
    candidates: &[(PathBuf, &LanguageAdapter)],
) -> Result<(), SubmissionError> {
    let lengths = candidates.iter().map(|(file, _)| source.files.get(file).map_or(0, Vec::len));
    if lengths.sum::<usize>() <= MAX_SEARCHED_BYTES {
        return Ok(());
    }
    let problem =
        format!("has more than {} MiB of source to look for an entry point in", MAX_SEARCHED_BYTES >> 20);
    let help = "put data into files of another kind, and name the main file with `source` in a bot.toml";
    Err(SubmissionError::input(&source.root, problem).with_help(help))
}

/// The files that could be the main one, each with the adapter for its language.
fn candidates(
    source: &SourceFiles,
    language: Option<&str>,
    game: &str,
) -> Result<Vec<(PathBuf, &'static LanguageAdapter)>, SubmissionError> {
    let fits = |adapter: &&LanguageAdapter| {
        adapter.serves(game) && language.is_none_or(|language| adapter.language == language)
    };
    let known: Vec<&'static LanguageAdapter> = adapters().iter().filter(fits).collect();
    if let (Some(language), true) = (language, known.is_empty()) {
        return Err(SubmissionError::input(
            &source.root,
            format!("there is no adapter for the language `{language}`"),
        )
        .with_help(remedy_for_language(language)));
    }
    if let (Some(main), Some(_), [adapter]) = (&source.main, language, known.as_slice()) {
        return Ok(vec![(main.clone(), adapter)]);
    }
    let files: Vec<&PathBuf> = match &source.main {
        Some(main) => vec![main],
        None => source.files.keys().collect(),
    };
    let by_extension = |file: &Path, adapter: &LanguageAdapter| {
        let extension = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let shadowed = adapter.controller_files.iter().any(|shadowed| file == Path::new(shadowed));
        adapter.extensions.contains(&extension) && !shadowed
    };
    let found: Vec<_> = files
        .iter()
        .flat_map(|file| known.iter().map(|adapter| ((*file).clone(), *adapter)))
        .filter(|(file, adapter)| by_extension(file, adapter))
        .collect();
    if found.is_empty() {
        return Err(SubmissionError::input(&source.root, "no file extension tells its language")
            .with_help(remedy_for_language("")));
    }
    Ok(found)
}

/// What to do about the name of a language without an adapter.
pub(super) fn remedy_for_language(written: &str) -> String {
    let languages: Vec<_> = adapters().iter().map(|adapter| adapter.language.as_str()).collect();
    if let Some(meant) = suggestion(written, languages.iter().copied()) {
        return format!("did you mean `{meant}`?");
    }
    format!(
        "the languages are: {}; a bot in any other language speaks the plain dialect, \
         and its {} says with `run` how to start it",
        languages.join(", "),
        manifest::FILE
    )
}

/// The names of the entry points in the main file of a source, for a game.
pub(super) fn entry_points(
    source: &SourceFiles,
    adapter: &'static LanguageAdapter,
    game: &str,
) -> Vec<String> {
    let found = source.main.iter().flat_map(|main| entries(source, main, adapter, game, None));
    found.map(|choice| choice.entry).collect()
}

/// The entry points in a file: those of the first form that has any.
fn entries(
    source: &SourceFiles,
    main: &Path,
    adapter: &'static LanguageAdapter,
    game: &str,
    wanted: Option<&str>,
) -> Vec<AdapterChoice> {
    let text = source.text(main);
    let dialect = adapter.dialect_of(&text, main);
    if !adapter.has_forms_for(game) {
        let entry = main.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        return vec![AdapterChoice { adapter, form: None, dialect, main: main.into(), entry }];
    }
    let code = blank(&text, &adapter.lexis());
    adapter
        .forms
        .iter()
        .filter(|form| form.game == game)
        .map(|form| {
            let entries = entries_of_form(&code, form);
            let wanted = |entry: &String| wanted.is_none_or(|wanted| entry == wanted);
            let adapted =
                |entry| AdapterChoice { adapter, form: Some(form), dialect, main: main.into(), entry };
            entries.into_iter().filter(wanted).map(adapted).collect::<Vec<_>>()
        })
        .find(|entries| !entries.is_empty())
        .unwrap_or_default()
}

fn entries_of_form(code: &str, form: &EntryPointForm) -> BTreeSet<String> {
    let found: Vec<(String, Option<String>)> = form
        .entry
        .captures_iter(code)
        .map(|captures| {
            let group = |name| captures.name(name).map(|group| group.as_str().to_owned());
            (group("entry").unwrap_or_default(), group("base"))
        })
        .collect();
    if form.roots.is_empty() {
        return found.into_iter().map(|(entry, _)| entry).collect();
    }
    leaves(&found, &form.roots)
}

/// The classes that derive from a root, directly or indirectly, and that have no derived classes
/// among those given.
fn leaves(classes: &[(String, Option<String>)], roots: &[String]) -> BTreeSet<String> {
    let mut of_base: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
    for (class, base) in classes {
        base.iter().for_each(|base| of_base.entry(base).or_default().push(class));
    }
    let (mut derived, mut bases): (BTreeSet<&String>, Vec<&String>) =
        (BTreeSet::new(), roots.iter().collect());
    while let Some(base) = bases.pop() {
        let classes = of_base.remove(base).unwrap_or_default();
        bases.extend(classes.into_iter().filter(|class| derived.insert(class)));
    }
    let bases: BTreeSet<&String> = classes.iter().filter_map(|(_, base)| base.as_ref()).collect();
    derived.into_iter().filter(|class| !bases.contains(class)).cloned().collect()
}

fn no_entry_point(
    source: &SourceFiles,
    candidates: &[(PathBuf, &LanguageAdapter)],
    game: &str,
    wanted: Option<&String>,
) -> SubmissionError {
    let files = candidates.iter().map(|(file, _)| file.display().to_string());
    let files = listed(files, candidates.len());
    let problem = match wanted {
        Some(wanted) => format!("there is no entry point `{wanted}` in {files}"),
        None => format!("no entry point for the {game} was found in {files}"),
    };
    let mut languages: Vec<_> = candidates.iter().map(|(_, adapter)| adapter).collect();
    languages.dedup_by_key(|adapter| &adapter.language);
    let forms: Vec<_> = languages
        .iter()
        .flat_map(|adapter| adapter.forms.iter().map(move |form| (adapter, form)))
        .filter(|(_, form)| form.game == game)
        .map(|(adapter, form)| format!("a {} of {}", form.name, adapter.title))
        .collect();
    SubmissionError::input(&source.root, problem).with_help(format!("it must be {}", forms.join(", or ")))
}

fn several_entry_points(source: &SourceFiles, found: &[AdapterChoice]) -> SubmissionError {
    let list = found.iter().map(|adapted| format!("{} in {}", adapted.entry, adapted.main.display()));
    let list = listed(list, found.len());
    let same_name = found.windows(2).all(|pair| pair[0].entry == pair[1].entry);
    let help = if found[0].form.is_none() {
        let (folder, file) = (source.root.display(), found[0].main.display());
        format!(
            "if they are bots of their own, give the files: `{folder}/*`; if they are one bot, name its main file \
             with `source = \"{file}\"` in a bot.toml"
        )
    } else if same_name {
        format!("name the file with `source = \"{}\"` in a bot.toml", found[0].main.display())
    } else {
        format!("choose one with --entry {0}, or with `entry = \"{0}\"` in a bot.toml", found[0].entry)
    };
    SubmissionError::input(&source.root, format!("there are several entry points: {list}")).with_help(help)
}

/// Lists the first words, and the number of the others.
fn listed(words: impl Iterator<Item = String>, count: usize) -> String {
    let shown: Vec<String> = words.take(MOST_LISTED).collect();
    let rest = match count.saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &rest
}
