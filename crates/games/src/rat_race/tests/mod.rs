//! The rules one by one, by their numbers in `docs/RAT-RACE.md`, and the match as a whole with a
//! bot made of bytes.

mod matches;
mod meaning_survey;
mod rules;
mod tracks;
mod walk_survey;
