//! What a bot takes each colour for, by genomes. It is asked of bots that can say so, for people
//! who look at a race.

use std::time::Duration;

use rathaus_protocol::rat_race::trace::{self, Meaning};

use super::Params;
use super::dialogue::{malformed, submission_fault};
use crate::{Answer, Ask, Budget, Cause, Game, Life, Outcome, Picture, Progress, Ruling, Shape, Step, Turn};

/// Genomes of which a bot is asked what they mean. Like any other game, but without anything at
/// stake: its score is how many it has told of.
#[derive(Debug)]
pub struct Beliefs {
    params: Params,
    genomes: Vec<u128>,
    found: Vec<Vec<Meaning>>,
}

impl Beliefs {
    /// These genomes of a race with these parameters.
    pub fn new(params: &Params, genomes: Vec<u128>) -> Beliefs {
        Beliefs { params: params.clone(), genomes, found: Vec::new() }
    }

    /// For what each colour is taken, for the genomes in their order: for fewer of them if the bot
    /// has failed.
    pub fn into_found(self) -> Vec<Vec<Meaning>> {
        self.found
    }

    fn next(&self) -> Step {
        let Some(genome) = self.genomes.get(self.found.len()) else {
            return self.over("the bot has told of all genomes", Vec::new());
        };
        let Params { genome_bits, turn_ms, .. } = self.params;
        let mut bytes = Vec::new();
        trace::put_question(&mut bytes, *genome, genome_bits.into(), self.params.colours());
        let budget = Budget { time: Duration::from_millis(turn_ms), bytes: trace::ANSWER_LIMIT };
        let ask = Ask { seat: 0, life: Life::Same, bytes, introduced: 0, shape: Shape::Lines(1), budget };
        Step::Turn(Turn { asks: vec![ask], rulings: Vec::new() })
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Cause> {
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let answer = trace::read_answer(line, self.params.colours()).map_err(malformed)?;
        self.found.push(answer.map_err(submission_fault)?);
        Ok(())
    }

    fn over(&self, ended: &str, rulings: Vec<Ruling>) -> Step {
        let details = serde_json::json!({});
        Step::Over(Outcome { scores: vec![self.found.len() as f64], ended: ended.into(), details, rulings })
    }
}

impl Game for Beliefs {
    fn start(&mut self) -> Step {
        self.next()
    }

    fn resume(&mut self, answers: &[Answer]) -> Step {
        match &answers[0] {
            Answer::Reply { bytes, .. } => match self.take(bytes) {
                Ok(()) => self.next(),
                Err(cause) => self.over(&cause.to_string(), vec![Ruling { ask: 0, cause }]),
            },
            Answer::Lost => self.next(),
            Answer::Fault(fault) => self.over(&fault.cause.to_string(), Vec::new()),
        }
    }

    fn progress(&self) -> Progress {
        let done = self.found.len() as f64 / self.genomes.len().max(1) as f64;
        Progress { done, ..Progress::default() }
    }

    fn picture(&self, _: &[String]) -> Picture {
        Picture::default()
    }
}
