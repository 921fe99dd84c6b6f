//! What pages are told of a match, and the pages themselves, which are inside of this binary.
//!
//! The pages come from `web/`. They are given data only, and draw it by themselves: what is written here is the same for a page that a server
//! shows and for one that lies in a file.

mod dialogue;
mod html;
mod own_game;
mod pages;
mod raster;
mod rat_race;

use rathaus_games::Observer;
use serde::Serialize;
use serde_json::Value;

use crate::report::film::Said;
use crate::report::tame;
use crate::tournament::replay::{NoReplay, Replay};
use dialogue::Listener;
pub use html::standalone;
use own_game::PictureCamera;
pub use own_game::Pictures;
pub use pages::{NoPages, Page, page};
pub use raster::{gif, png};
pub use rat_race::{Alike, Analysis, AnalysisFilm, Finder, RaceCamera, RaceFilm, Specimens};

/// How many bytes of dialogue pages of games of somebody's own have at the most, besides what all have.
const MOST_DIALOGUE: usize = 1 << 20;

/// A match as pages show it. `docs/JSON.md` describes it.
#[derive(Debug, Clone, Serialize)]
pub struct Exhibit {
    /// Who played what, and what came out.
    #[serde(rename = "match")]
    pub head: Value,
    /// In what something else came out when it was played again, if there was anything.
    pub difference: Option<String>,
    /// What was said, in excerpts.
    pub dialogue: Vec<Said>,
    /// The course of a rat race. What there is to see of other games is in their records.
    pub race: Option<RaceFilm>,
    /// How a game of somebody's own looked.
    pub pictures: Option<Pictures>,
    /// What may be asked besides of who shows it; nothing of a page that lies in a file.
    pub more: Option<More>,
}

/// What pages may ask about a race.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct More {
    /// Who is in a cell at some moment.
    pub specimens: bool,
    /// What the bot says of any genome.
    pub analysis: bool,
}

impl Exhibit {
    /// Plays a match again, and keeps what pages show of it.
    pub fn of(replay: &Replay) -> Result<Exhibit, NoReplay> {
        Exhibit::of_while(replay, &|| true)
    }

    /// The same as long as there is patience for it.
    pub fn of_while(replay: &Replay, may_go_on: &dyn Fn() -> bool) -> Result<Exhibit, NoReplay> {
        Exhibit::seen_by(RaceCamera::default(), replay, may_go_on)
    }

    /// The same of the first turns of a race: there is something to see before all of a large one has been played.
    pub fn beginning_of(
        replay: &Replay,
        turns: u32,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Exhibit, NoReplay> {
        Exhibit::seen_by(RaceCamera::until(turns), replay, may_go_on)
    }

    fn seen_by(
        camera: RaceCamera,
        replay: &Replay,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Exhibit, NoReplay> {
        let head = &replay.head;
        // A page of a game of somebody's own has its dialogue beside its pictures.
        let room = if head.spec.program.is_some() { MOST_DIALOGUE } else { 0 };
        let listener = Listener::new(&head.record.faults, room);
        let (mut camera, mut pictures, mut listener) = (camera, PictureCamera::default(), listener);
        let mut observers: [&mut dyn Observer; 3] = [&mut camera, &mut pictures, &mut listener];
        let played = replay.look_while(&mut observers, may_go_on)?;
        let difference = played.and_then(|played| replay.head.record.difference(&played));
        let mut head = serde_json::to_value(head).map_err(|error| NoReplay::Broken(error.to_string()))?;
        tame(&mut head);
        Ok(Exhibit {
            head,
            difference,
            dialogue: listener.finish(),
            race: camera.finish(),
            pictures: pictures.finish(),
            more: None,
        })
    }

    /// What the page is called: the game, and who played.
    pub fn title(&self) -> String {
        let names: Vec<&str> =
            self.head["names"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        format!("{}: {}", self.head["spec"]["game"].as_str().unwrap_or_default(), names.join(", "))
    }
}
