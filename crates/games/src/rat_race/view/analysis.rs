//! What a bot makes of genomes: where each leads from every admissible start, and, where the bot
//! can tell, for what it takes each colour.

use std::collections::BTreeMap;

use rathaus_protocol::rat_race::trace::Meaning;
use serde::Serialize;
use serde_json::Value;

use super::super::beliefs::Beliefs;
use super::super::track::NoTrack;
use super::super::walks::{Walk, Walks};
use super::super::{Dialect, Params};
use super::{json, pedigree};
use crate::view::{Genome, GenomeAnalysis};
use crate::{Fault, Game, Seed};

pub(super) struct RaceAnalysis {
    genome_bits: usize,
    genomes: Vec<Genome>,
    walks: Walks,
    /// Of bots that can say what their genomes mean.
    beliefs: Option<Beliefs>,
    /// How many of these games were played.
    played: usize,
    problem: Option<String>,
}

/// The analysis for pages, by genome in hexadecimal. `docs/JSON.md` describes it.
#[derive(Debug, Serialize)]
struct AnalysisData {
    is_same: bool,
    walks: BTreeMap<String, Vec<Walk>>,
    beliefs: Option<BTreeMap<String, Vec<MeaningData>>>,
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

impl From<Meaning> for MeaningData {
    fn from(meaning: Meaning) -> MeaningData {
        match meaning {
            Meaning::Unsaid => MeaningData::Unsaid,
            Meaning::Empty => MeaningData::Empty,
            Meaning::Teleporter { dx, dy } => MeaningData::Teleporter { dx, dy },
            Meaning::Trap { dx, dy } => MeaningData::Trap { dx, dy },
            Meaning::Wall => MeaningData::Wall,
            Meaning::Worth(number) => MeaningData::Worth { number },
        }
    }
}

impl RaceAnalysis {
    pub(super) fn new(
        params: &Params,
        seed: Seed,
        dialect: Dialect,
        tells: bool,
        genomes: Vec<Genome>,
    ) -> Result<RaceAnalysis, NoTrack> {
        Ok(RaceAnalysis {
            genome_bits: params.genome_bits.into(),
            walks: Walks::new(params, seed, dialect, genomes.clone())?,
            beliefs: tells.then(|| Beliefs::new(params, genomes.clone())),
            genomes,
            played: 0,
            problem: None,
        })
    }
}

impl GenomeAnalysis for RaceAnalysis {
    fn game(&mut self) -> Option<&mut dyn Game> {
        match self.played {
            0 => Some(&mut self.walks),
            1 => self.beliefs.as_mut().map(|beliefs| beliefs as &mut dyn Game),
            _ => None,
        }
    }

    /// The walks are worth seeing even if the bot fails to say what its genomes mean.
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
        let RaceAnalysis { genome_bits, genomes, walks, beliefs, problem, .. } = *self;
        let names = || genomes.iter().map(|genome| pedigree::written(*genome, genome_bits));
        let data = |meanings: Vec<Meaning>| meanings.into_iter().map(MeaningData::from).collect();
        let beliefs = beliefs.map(Beliefs::into_found);
        json(AnalysisData {
            is_same,
            walks: names().zip(walks.by_genome()).collect(),
            beliefs: beliefs.map(|beliefs| names().zip(beliefs.into_iter().map(data)).collect()),
            trouble: problem,
        })
    }
}
