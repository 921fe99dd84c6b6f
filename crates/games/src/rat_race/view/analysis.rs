//! What a bot does with genomes: where each one leads from every admissible start, and what each
//! colour means to it if the bot can tell.

use std::collections::BTreeMap;

use rathaus_protocol::rat_race::trace::GenomeColourMeaning;
use serde::Serialize;
use serde_json::Value;

use super::super::genome_explanation::GenomeMeaningSurveyMatch;
use super::super::track::TrackGenerationError;
use super::super::walk_survey::{GenomeWalk, WalkSurveyMatch};
use super::super::{RatRaceDialect, RatRaceParams};
use super::{family_tree, json};
use crate::view::{Genome, GenomeAnalysisSession};
use crate::{Fault, LiveMatch, Seed};

pub(super) struct RaceGenomeAnalysisSession {
    genome_bits: usize,
    genomes: Vec<Genome>,
    walk_survey: WalkSurveyMatch,
    /// Only for bots that can explain their genomes.
    genome_explanation: Option<GenomeMeaningSurveyMatch>,
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

impl From<GenomeColourMeaning> for MeaningData {
    fn from(meaning: GenomeColourMeaning) -> MeaningData {
        match meaning {
            GenomeColourMeaning::Unsaid => MeaningData::Unsaid,
            GenomeColourMeaning::Empty => MeaningData::Empty,
            GenomeColourMeaning::Teleporter { dx, dy } => MeaningData::Teleporter { dx, dy },
            GenomeColourMeaning::Trap { dx, dy } => MeaningData::Trap { dx, dy },
            GenomeColourMeaning::Wall => MeaningData::Wall,
            GenomeColourMeaning::Worth(number) => MeaningData::Worth { number },
        }
    }
}

impl RaceGenomeAnalysisSession {
    pub(super) fn new(
        params: &RatRaceParams,
        seed: Seed,
        dialect: RatRaceDialect,
        tells: bool,
        genomes: Vec<Genome>,
    ) -> Result<RaceGenomeAnalysisSession, TrackGenerationError> {
        Ok(RaceGenomeAnalysisSession {
            genome_bits: params.genome_bits.into(),
            walk_survey: WalkSurveyMatch::new(params, seed, dialect, genomes.clone())?,
            genome_explanation: tells.then(|| GenomeMeaningSurveyMatch::new(params, genomes.clone())),
            genomes,
            played: 0,
            problem: None,
        })
    }
}

impl GenomeAnalysisSession for RaceGenomeAnalysisSession {
    fn game(&mut self) -> Option<&mut dyn LiveMatch> {
        match self.played {
            0 => Some(&mut self.walk_survey),
            1 => self
                .genome_explanation
                .as_mut()
                .map(|genome_explanation| genome_explanation as &mut dyn LiveMatch),
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
        let RaceGenomeAnalysisSession {
            genome_bits, genomes, walk_survey, genome_explanation, problem, ..
        } = *self;
        let names = || genomes.iter().map(|genome| family_tree::written(*genome, genome_bits));
        let data = |meanings: Vec<GenomeColourMeaning>| meanings.into_iter().map(MeaningData::from).collect();
        let genome_explanation = genome_explanation.map(GenomeMeaningSurveyMatch::into_found);
        json(AnalysisData {
            is_same,
            walks_by_genome: names().zip(walk_survey.by_genome()).collect(),
            meanings: genome_explanation
                .map(|genome_explanation| names().zip(genome_explanation.into_iter().map(data)).collect()),
            trouble: problem,
        })
    }
}
