//! `rathaus new`: a first bot that plays at once.

use super::args::NewArgs;
use super::exit::Failure;
use crate::game::Rules;
use crate::submission::write_template;

pub(super) fn new(args: &NewArgs) -> Result<(), Failure> {
    Rules::describe(&args.game).map_err(Failure::usage)?;
    let files = write_template(&args.game, &args.language, &args.folder)
        .map_err(|error| Failure::submissions(&[error]))?;
    let list: String = files.iter().map(|file| format!("wrote {}\n", file.display())).collect();
    let folder = args.folder.display();
    super::print(&format!(
        "{list}try it out: rathaus check {0} {folder}\nplay it:    rathaus play {0} {folder}\n",
        args.game
    ))
}
