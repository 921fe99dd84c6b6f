//! Writes first bots and first games: files that play at once, with comments that teach.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use serde_json::json;

use super::error::{SubmissionError, SubmissionErrorKind};
use super::game_file;
use super::game_folder::LoadedCustomGame;
use super::language::language_name;
use crate::toml_file::suggestion;

#[derive(RustEmbed)]
#[folder = "templates/"]
struct EmbeddedTemplates;

/// The libraries for first games, each a single file.
#[derive(RustEmbed)]
#[folder = "games/helpers/"]
#[exclude = "*/tests/*"]
struct EmbeddedLibraries;

/// The template folder of first games.
const GAMES: &str = "game";

/// The template folder of first bots for custom games.
const ANY_GAME: &str = "any-game";

/// Placeholders in a template, and their values.
struct Placeholders<'a> {
    /// Those of the whole file.
    once: &'a [(&'a str, String)],
    /// A line with these placeholders is written once for each row.
    rows: &'a [Vec<(&'a str, String)>],
}

impl Placeholders<'_> {
    fn filled(&self, text: &str) -> String {
        text.split_inclusive('\n').map(|line| replaced(&self.lines(line), self.once)).collect()
    }

    /// A line of the template, once for each row if it has a placeholder of a row.
    fn lines(&self, line: &str) -> String {
        let is_row = self.rows.iter().flatten().any(|(name, _)| line.contains(name));
        match is_row {
            true => self.rows.iter().map(|row| replaced(line, row)).collect(),
            false => line.to_owned(),
        }
    }
}

fn replaced(text: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// A text as a string of this language.
fn quoted(language: &str, text: &str) -> String {
    match language {
        "bash" if text.contains('\n') => {
            let text = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
            format!("$'{text}'")
        }
        "bash" => format!("'{}'", text.replace('\'', "'\\''")),
        // Only in Ruby do double-quoted strings expand more than JSON escapes, namely after `#`.
        "ruby" => json!(text).to_string().replace('#', "\\#"),
        _ => json!(text).to_string(),
    }
}

/// The languages of a template folder.
fn languages(kind: &str) -> BTreeSet<String> {
    let prefix = format!("{kind}/");
    let language = |path: &str| Some(path.strip_prefix(&prefix)?.split_once('/')?.0.to_owned());
    EmbeddedTemplates::iter().filter_map(|path| language(&path)).collect()
}

/// Writes a first bot for a built-in game into a new or empty folder. Returns the files.
pub fn write_template(game: &str, language: &str, folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let help = "bash and javascript show how any other language does it";
    let name = [("{name}", name_of(folder))];
    write(game, language, folder, &Placeholders { once: &name, rows: &[] }, help)
}

/// Writes a first bot for a custom game. It replies with random lines from the game's examples.
pub fn write_bot_of(
    game: &LoadedCustomGame,
    language: &str,
    folder: &Path,
) -> Result<Vec<PathBuf>, SubmissionError> {
    let language = language_name(language);
    let language = language.as_str();
    let answers = &game.contents.answers;
    if answers.is_empty() {
        return Err(SubmissionError::input(&game.file, "it does not say what bots could answer")
            .with_help("say that in game.toml, such as: [answers] examples = [\"left\", \"right\"]"));
    }
    let between = if language == "bash" { " " } else { ", " };
    let rows = answers.by_question().map(|(question, examples)| {
        let replies = examples.iter().map(|example| quoted(language, &example.lines().join("\n")));
        let replies = replies.collect::<Vec<_>>().join(between);
        vec![("{question}", quoted(language, question)), ("{examples}", replies)]
    });
    let placeholders = [("{name}", name_of(folder)), ("{game}", game.contents.name.clone())];
    let placeholders = Placeholders { once: &placeholders, rows: &rows.collect::<Vec<_>>() };
    write(ANY_GAME, language, folder, &placeholders, "any program that reads and writes lines will do")
}

/// Writes a first custom game, with the library of its language.
pub fn write_game(language: &str, folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let language = &language_name(language);
    let name = [("{name}", game_name(folder))];
    let placeholders = Placeholders { once: &name, rows: &[] };
    let help = "the protocol can be spoken in any language: see protocol/SPEC.md";
    let mut written = write(GAMES, language, folder, &placeholders, help)?;
    for path in EmbeddedLibraries::iter() {
        let Some((_, file)) = path.split_once('/').filter(|(of, _)| *of == language.as_str()) else {
            continue;
        };
        let Some(library) = EmbeddedLibraries::get(&path) else { continue };
        written.push(put(folder, file, &library.data)?);
    }
    let schema = format!("{:#}\n", game_file::schema());
    written.push(put(folder, game_file::SCHEMA, schema.as_bytes())?);
    Ok(written)
}

/// Writes all files of a template.
fn write(
    kind: &str,
    language: &str,
    folder: &Path,
    placeholders: &Placeholders<'_>,
    help: &str,
) -> Result<Vec<PathBuf>, SubmissionError> {
    let language = &language_name(language);
    let prefix = format!("{kind}/{language}/");
    let paths: Vec<_> = EmbeddedTemplates::iter().filter(|path| path.starts_with(&prefix)).collect();
    if paths.is_empty() {
        let languages = languages(kind).into_iter().collect::<Vec<_>>();
        let help = match suggestion(language, languages.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("take one of: {}; {help}", languages.join(", ")),
        };
        let problem = format!("there is no template in `{language}`");
        return Err(SubmissionError::input(folder, problem).with_help(help));
    }
    refuse_occupied(folder)?;
    let mut written = Vec::new();
    for path in paths {
        let Some(file) = EmbeddedTemplates::get(&path) else { continue };
        let text = placeholders.filled(&String::from_utf8_lossy(&file.data));
        written.push(put(folder, &path[prefix.len()..], text.as_bytes())?);
    }
    Ok(written)
}

/// Refuses a folder that is not empty.
pub(super) fn refuse_occupied(folder: &Path) -> Result<(), SubmissionError> {
    match folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        true => Err(SubmissionError::input(folder, "exists and is not empty")
            .with_help("name a folder that does not exist")),
        false => Ok(()),
    }
}

/// Writes a file into a folder, which is created if necessary.
pub(super) fn put(folder: &Path, file: &str, bytes: &[u8]) -> Result<PathBuf, SubmissionError> {
    let host_error =
        |error| SubmissionError::of(SubmissionErrorKind::Host, folder, format!("cannot be written: {error}"));
    let target = folder.join(file);
    std::fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(host_error)?;
    std::fs::write(&target, bytes).map_err(host_error)?;
    Ok(target)
}

/// The name of the folder, without characters that would end a string in a manifest.
fn name_of(folder: &Path) -> String {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
    absolute.file_name().unwrap_or_default().to_string_lossy().replace(['"', '\\'], "")
}

/// A valid name for a game in this folder.
fn game_name(folder: &Path) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let name: String = name_of(folder).chars().map(plain).collect();
    let name = name.trim_matches('-').trim_start_matches(|letter: char| !letter.is_ascii_lowercase());
    if name.is_empty() { "my-game".into() } else { name.into() }
}
