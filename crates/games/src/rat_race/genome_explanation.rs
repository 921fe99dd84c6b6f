//! Asks bots that support it what each colour means to genomes, for people who look at a race.

use std::time::Duration;

use rathaus_protocol::rat_race::trace::{self, GenomeColourMeaning};

use super::RatRaceParams;
use super::dialogue::{malformed, submission_fault};
use crate::{
    AskBatch, AskOutcome, AskProcessChoice, FaultCause, GamePicture, LiveMatch, MatchOutcome, MatchProgress,
    MatchStep, RejectedAnswer, ReplyFormat, ReplyLimits, SeatAsk,
};

/// Asks a bot what each genome means. It is a game like any other, but does not count for any
/// result. The score is the number of genomes that the bot has explained.
#[derive(Debug)]
pub struct GenomeMeaningSurveyMatch {
    params: RatRaceParams,
    genomes: Vec<u128>,
    found: Vec<Vec<GenomeColourMeaning>>,
}

impl GenomeMeaningSurveyMatch {
    /// A survey of these genomes, from a race with these parameters.
    pub fn new(params: &RatRaceParams, genomes: Vec<u128>) -> GenomeMeaningSurveyMatch {
        GenomeMeaningSurveyMatch { params: params.clone(), genomes, found: Vec::new() }
    }

    /// For each genome, in order, the meaning of each colour. Shorter than the list of genomes if
    /// the bot failed.
    pub fn into_found(self) -> Vec<Vec<GenomeColourMeaning>> {
        self.found
    }

    fn next(&self) -> MatchStep {
        let Some(genome) = self.genomes.get(self.found.len()) else {
            return self.over("the bot has told of all genomes", Vec::new());
        };
        let RatRaceParams { genome_bits, turn_ms, .. } = self.params;
        let mut bytes = Vec::new();
        trace::put_question(&mut bytes, *genome, genome_bits.into(), self.params.colours());
        let limits = ReplyLimits { time: Duration::from_millis(turn_ms), bytes: trace::ANSWER_LIMIT };
        let ask = SeatAsk::new(0, AskProcessChoice::Same, bytes, ReplyFormat::Lines(1), limits);
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), FaultCause> {
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let answer = trace::read_answer(line, self.params.colours()).map_err(malformed)?;
        self.found.push(answer.map_err(submission_fault)?);
        Ok(())
    }

    fn over(&self, ended: &str, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        let details = serde_json::json!({});
        MatchStep::Over(MatchOutcome {
            scores: vec![self.found.len() as f64],
            ended: ended.into(),
            details,
            answer_faults,
            ..MatchOutcome::default()
        })
    }
}

impl LiveMatch for GenomeMeaningSurveyMatch {
    fn start(&mut self) -> MatchStep {
        self.next()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        match &answers[0] {
            AskOutcome::Reply { bytes, .. } => match self.take(bytes) {
                Ok(()) => self.next(),
                Err(cause) => self.over(&cause.to_string(), vec![RejectedAnswer { ask: 0, cause }]),
            },
            AskOutcome::Lost => self.next(),
            AskOutcome::Fault(fault) => self.over(&fault.cause.to_string(), Vec::new()),
        }
    }

    fn progress(&self) -> MatchProgress {
        let done = self.found.len() as f64 / self.genomes.len().max(1) as f64;
        MatchProgress { done, ..MatchProgress::default() }
    }

    fn picture(&self, _: &[String]) -> GamePicture {
        GamePicture::default()
    }
}
