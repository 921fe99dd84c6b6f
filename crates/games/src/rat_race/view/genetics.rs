//! Queries of pages about the specimens and genomes of a race.

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::{Map, Value, json};

use super::super::{RatRaceDialect, RatRaceParams};
use super::analysis::RaceGenomeAnalysisSession;
use super::specimens::CellSpecimenCollector;
use crate::view::{Genome, GenomeAnalysisSession, PageDataCollector, SpecimenQueries};
use crate::{MatchSetupError, Seed};

/// The maximum number of genomes of a timeline to analyse, in addition to those that the user
/// asked for.
const MOST_GENOMES: usize = 40;

impl SpecimenQueries for RatRaceParams {
    fn genome(&self, written: &str) -> Result<Genome, String> {
        let genome = u128::from_str_radix(written, 16);
        let genome = genome.map_err(|_| "a genome is a hexadecimal number".to_owned())?;
        match genome.checked_shr(self.genome_bits.into()).unwrap_or_default() {
            0 => Ok(genome),
            _ => Err(format!("a genome of this race has {} bits", self.genome_bits)),
        }
    }

    fn cell(&self, x: u16, y: u16) -> Option<u16> {
        (x < self.width && y < self.height).then(|| x * self.height + y)
    }

    fn specimens(&self, turn: u32, cell: u16) -> Box<dyn PageDataCollector> {
        Box::new(CellSpecimenCollector::new(turn, cell))
    }

    fn pick(&self, view: &mut Value, turn: u32, cell: u16, specimens: &Value) -> bool {
        let fittest = specimens["genomes"].get(0).and_then(Value::as_object);
        let (Some(fittest), Some(picked)) = (fittest, view["picked"].as_array_mut()) else {
            return false;
        };
        let mut entry = Map::from_iter([("turn".into(), json!(turn)), ("cell".into(), json!(cell))]);
        entry.extend(fittest.clone());
        picked.push(entry.into());
        true
    }

    /// The genomes of the picked specimens, of the winner, and of the leaders, the last ones first.
    fn genomes(&self, view: &Value) -> Vec<Genome> {
        let read = |written: &Value| self.genome(written.as_str()?).ok();
        let list = |name: &str| view[name].as_array().into_iter().flatten();
        let mut found: Vec<Genome> = list("picked").filter_map(|picked| read(&picked["genome"])).collect();
        let most = found.len() + MOST_GENOMES;
        let leaders = std::iter::once(&view["winner"]).chain(list("leaders").rev());
        let of = |leader: &Value| read(&view["individuals"][leader["id"].as_u64()?.to_string()]["genome"]);
        for genome in leaders.filter_map(of) {
            if found.len() < most && !found.contains(&genome) {
                found.push(genome);
            }
        }
        found
    }

    fn analysis(
        &self,
        seed: Seed,
        handshake_reply: Option<&HandshakeReply>,
        genomes: Vec<Genome>,
    ) -> Result<Box<dyn GenomeAnalysisSession>, MatchSetupError> {
        let none = || MatchSetupError("the bot has no dialect of the rat race".into());
        let dialect = handshake_reply.and_then(RatRaceDialect::of).ok_or_else(none)?;
        let tells = matches!(handshake_reply, Some(HandshakeReply::Turns { traces: true, .. }));
        let analysis = RaceGenomeAnalysisSession::new(self, seed, dialect, tells, genomes);
        Ok(Box::new(analysis.map_err(|error| MatchSetupError(error.to_string()))?))
    }
}
