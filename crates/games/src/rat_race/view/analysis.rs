//! What a bot does with genomes: where each one leads from every admissible start, and what each
//! colour means to it if the bot can tell.

use std::collections::BTreeMap;

use rathaus_protocol::rat_race::trace::ColourMeaning;
use serde::Serialize;
use serde_json::Value;

use super::super::meaning_survey::MeaningSurvey;
use super::super::track::TrackError;
use super::super::walk_survey::{GenomeWalk, WalkSurvey};
use super::super::{Dialect, RatRaceParams};
use super::{family_tree, json};
use crate::view::{Genome, GenomeAnalysis};
use crate::{Fault, Game, Seed};

pub(super) struct RaceAnalysis {
    genome_bits: usize,
    genomes: Vec<Genome>,
    walk_survey: WalkSurvey,
    /// Only for bots that can explain their genomes.
    meaning_survey: Option<MeaningSurvey>,
    /// How many of the surveys were played.
    played: usize,
    problem: Option<String>,
}

/// The analysis for pages, by genome in hexadecimal. `docs/JSON.md` describes the format.
#[derive(Debug, Serialize)]
struct AnalysisData {
    is_same: bool,
    #[serde(rename = "walks")]
    walks_by_genome: BTreeMap<String, Vec<GenomeWalk>>,
    #[serde(rename = "beliefs")]
    meanings: Option<BTreeMap<String, Vec<MeaningData>>>,
    trouble: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum MeaningData {
    Unsaid,
    Empty,
    Teleporter { dx: i32, dy: i32 },
    Trap { dx: i32, dy: i32 },
    Wall,
    Worth { number: i32 },
}

impl From<ColourMeaning> for MeaningData {
    fn from(meaning: ColourMeaning) -> MeaningData {
        match meaning {
            ColourMeaning::Unsaid => MeaningData::Unsaid,
            ColourMeaning::Empty => MeaningData::Empty,
            ColourMeaning::Teleporter { dx, dy } => MeaningData::Teleporter { dx, dy },
            ColourMeaning::Trap { dx, dy } => MeaningData::Trap { dx, dy },
            ColourMeaning::Wall => MeaningData::Wall,
            ColourMeaning::Worth(number) => MeaningData::Worth { number },
        }
    }
}

impl RaceAnalysis {
    pub(super) fn new(
        params: &RatRaceParams,
        seed: Seed,
        dialect: Dialect,
        tells: bool,
        genomes: Vec<Genome>,
    ) -> Result<RaceAnalysis, TrackError> {
        Ok(RaceAnalysis {
            genome_bits: params.genome_bits.into(),
            walk_survey: WalkSurvey::new(params, seed, dialect, genomes.clone())?,
            meaning_survey: tells.then(|| MeaningSurvey::new(params, genomes.clone())),
            genomes,
            played: 0,
            problem: None,
        })
    }
}

impl GenomeAnalysis for RaceAnalysis {
    fn game(&mut self) -> Option<&mut dyn Game> {
        match self.played {
            0 => Some(&mut self.walk_survey),
            1 => self.meaning_survey.as_mut().map(|meaning_survey| meaning_survey as &mut dyn Game),
            _ => None,
        }
    }

    /// A fault in the second survey is no error: the walks are worth seeing without the meanings.
    fn played(&mut self, fault: Option<Fault>) -> Result<(), Box<Fault>> {
        self.played += 1;
        match fault {
            Some(fault) if self.played == 1 => Err(Box::new(fault)),
            fault => {
                self.problem = fault.map(|fault| fault.cause.to_string());
                Ok(())
            }
        }
    }

    fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    fn finish(self: Box<Self>, is_same: bool) -> Value {
        let RaceAnalysis { genome_bits, genomes, walk_survey, meaning_survey, problem, .. } = *self;
        let names = || genomes.iter().map(|genome| family_tree::written(*genome, genome_bits));
        let data = |meanings: Vec<ColourMeaning>| meanings.into_iter().map(MeaningData::from).collect();
        let meaning_survey = meaning_survey.map(MeaningSurvey::into_found);
        json(AnalysisData {
            is_same,
            walks_by_genome: names().zip(walk_survey.by_genome()).collect(),
            meanings: meaning_survey
                .map(|meaning_survey| names().zip(meaning_survey.into_iter().map(data)).collect()),
            trouble: problem,
        })
    }
}
