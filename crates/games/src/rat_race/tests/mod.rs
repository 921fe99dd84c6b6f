//! Tests of each rule, by the numbers in `docs/RAT-RACE.md`, and of whole matches with an
//! in-process bot.

mod genome_explanation;
mod matches;
mod rules;
mod tracks;
mod walk_survey;
