//! First bots: files that play at once, with comments that teach.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use super::error::{Kind, SubmissionError};

#[derive(RustEmbed)]
#[folder = "templates/"]
struct Templates;

/// The languages in which there is a first bot for this game.
fn template_languages(game: &str) -> BTreeSet<String> {
    let prefix = format!("{game}/");
    let language = |path: &str| Some(path.strip_prefix(&prefix)?.split_once('/')?.0.to_owned());
    Templates::iter().filter_map(|path| language(&path)).collect()
}

/// Writes a first bot into a folder that does not exist yet or is empty. Returns the files.
pub fn write_template(game: &str, language: &str, folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let prefix = format!("{game}/{language}/");
    let paths: Vec<_> = Templates::iter().filter(|path| path.starts_with(&prefix)).collect();
    if paths.is_empty() {
        let languages = template_languages(game).into_iter().collect::<Vec<_>>().join(", ");
        if languages.is_empty() {
            return Err(SubmissionError::input(
                folder,
                format!("there is no first bot to be written for {game}"),
            )
            .with_remedy(format!(
                "copy the one in its guide, docs/{}.md: any program that reads and writes lines will do",
                game.to_uppercase()
            )));
        }
        return Err(SubmissionError::input(folder, format!("there is no first bot in `{language}`"))
            .with_remedy(format!(
                "take one of: {languages}; bash and javascript show how any other language does it"
            )));
    }
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        return Err(SubmissionError::input(folder, "is there already, and not empty")
            .with_remedy("name a folder that does not exist yet"));
    }
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
    let name = absolute.file_name().unwrap_or_default().to_string_lossy().replace(['"', '\\'], "");
    let host_error = |error| SubmissionError::of(Kind::Host, folder, format!("cannot be written: {error}"));
    std::fs::create_dir_all(folder).map_err(host_error)?;
    let mut written = Vec::new();
    for path in paths {
        let Some(file) = Templates::get(&path) else { continue };
        let text = String::from_utf8_lossy(&file.data).replace("{name}", &name);
        let target = folder.join(&path[prefix.len()..]);
        std::fs::write(&target, text).map_err(host_error)?;
        written.push(target);
    }
    Ok(written)
}
