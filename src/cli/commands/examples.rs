//! `rathaus examples`: writes the sample bots and games as files.

use crate::cli::args::ExamplesArgs;
use crate::cli::exit::CommandError;
use crate::cli::terminal::print_text;
use crate::submissions::write_examples;

pub(crate) fn examples(args: &ExamplesArgs) -> Result<(), CommandError> {
    let files = write_examples(&args.folder).map_err(|error| CommandError::submissions(&[error]))?;
    let folder = args.folder.display();
    print_text(&format!(
        "wrote {} files into {folder}\nplay them: cd {folder} && rathaus play prisoners-dilemma bots/prisoners-dilemma/*.py --seed 1\n",
        files.len()
    ))
}
