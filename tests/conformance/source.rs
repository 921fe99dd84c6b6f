//! Submissions for the tests, found by name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::sample;
use crate::language::Language;
use crate::workshop::Workshop;

/// A submission, and the form that the host must detect.
#[derive(Debug, Clone)]
pub struct Source {
    pub path: PathBuf,
    pub form: Option<Form>,
}

/// The two forms of submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Whole,
    Bare,
}

impl Form {
    pub const ALL: [Form; 2] = [Form::Whole, Form::Bare];

    /// The word at the end of a submission's name, and in the names of the forms of every adapter.
    pub fn word(self) -> &'static str {
        match self {
            Form::Whole => "whole",
            Form::Bare => "bare",
        }
    }

    /// The name of a submission in this form.
    pub fn name(self, stem: &str) -> String {
        format!("{stem}_{}", self.word())
    }

    /// The form at the end of a name.
    fn of(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| name.ends_with(&format!("_{}", form.word())))
    }
}

/// The submission of this name among the tests of a language: a source file, or a folder. The error
/// says which file to add.
pub fn find(workshop: &Workshop, language: &Language, name: &str) -> Result<Source, String> {
    let files = language.description.extensions.iter().map(|extension| format!("{name}.{extension}"));
    let paths = files.chain([name.to_owned()]).map(|file| workshop.tests(language).join(file));
    let path = paths.into_iter().find(|path| path.exists()).ok_or_else(|| missing(language, name))?;
    Ok(Source { path, form: Form::of(name) })
}

/// The sample player of the original controllers, which is a whole player file in every language.
pub fn color_score(language: &Language) -> Result<Source, String> {
    let name = format!("color-score-{}", language.name);
    let path = PathBuf::from(sample(&name));
    match path.exists() {
        true => Ok(Source { path, form: Some(Form::Whole) }),
        false => {
            Err(format!("bots/rat-race/{name}/ is missing: the sample player ColorScore in this language"))
        }
    }
}

/// The text after these words in the first line comment of a file that begins with them.
pub fn said_after(language: &Language, path: &Path, words: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let mut comments = text.lines().filter_map(|line| line.strip_prefix(&language.description.line_comment));
    comments.find_map(|comment| Some(comment.trim().strip_prefix(words)?.trim().to_owned()))
}

/// These words, or if they end in a colon and a blank, the text after them in a comment of
/// the submission.
pub fn promised(language: &Language, source: &Source, words: &str) -> Result<String, String> {
    if !words.ends_with(": ") {
        return Ok(words.to_owned());
    }
    let missing = || format!("a line of comment in {} should be `{words}...`", source.path.display());
    said_after(language, &source.path, words).ok_or_else(missing)
}

fn missing(language: &Language, name: &str) -> String {
    let file = language.tests().join(name).with_extension(&language.description.extensions[0]);
    format!("{} is missing: adapters/README.md says under `{name}` what it has to do", file.display())
}
