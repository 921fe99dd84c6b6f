//! Explanations of genomes by in-process bots.

use rathaus_protocol::rat_race::bot::{ColourMeaningFunction, MoveFunctionBot, color_score};
use rathaus_protocol::rat_race::trace::GenomeColourMeaning;
use rathaus_protocol::rat_race::{ReportedError, ReportedErrorKind};

use crate::rat_race::RatRaceParams;
use crate::rat_race::genome_explanation::GenomeMeaningSurveyMatch;
use crate::testing::{play, reply, turn_reply};
use crate::{AskOutcome, MatchOutcome};

/// The meanings that this bot reports for these genomes in the standard game.
fn told(trace: ColourMeaningFunction, genomes: &[u128]) -> (Vec<Vec<GenomeColourMeaning>>, MatchOutcome) {
    let mut genome_explanation = GenomeMeaningSurveyMatch::new(&RatRaceParams::default(), genomes.to_vec());
    let mut bot = MoveFunctionBot::new(color_score).with_trace(trace);
    let outcome = play(&mut genome_explanation, |_, ask| reply(turn_reply(&mut bot, ask)));
    (genome_explanation.into_found(), outcome)
}

#[test]
fn each_genome_is_asked_about_each_colour() {
    let trace: ColourMeaningFunction = |genome, colour| {
        let piece = (genome >> (6 * colour) & 63) as i32;
        Ok(if piece == 0 { GenomeColourMeaning::Wall } else { GenomeColourMeaning::Worth(piece) })
    };
    let (found, outcome) = told(trace, &[5 << 6, 63 << 90]);
    let expected = |colour: usize, worth: i32| {
        let mut meanings = vec![GenomeColourMeaning::Wall; 16];
        meanings[colour] = GenomeColourMeaning::Worth(worth);
        meanings
    };
    assert_eq!(found, [expected(1, 5), expected(15, 63)]);
    assert_eq!((outcome.scores, outcome.answer_faults), (vec![2.0], Vec::new()));
}

#[test]
fn what_was_told_before_an_error_remains() {
    let trace: ColourMeaningFunction = |genome, _| match genome {
        1 => Ok(GenomeColourMeaning::Empty),
        _ => Err(ReportedError { kind: ReportedErrorKind::Raised, words: "no idea".into() }),
    };
    let (found, outcome) = told(trace, &[1, 2, 1]);
    assert_eq!(found, [vec![GenomeColourMeaning::Empty; 16]]);
    assert!(outcome.ended.contains("no idea"), "{}", outcome.ended);
    assert_eq!(outcome.answer_faults.len(), 1, "the bot is to blame");
}

#[test]
fn a_bot_whose_process_was_replaced_is_asked_again() {
    let mut genome_explanation = GenomeMeaningSurveyMatch::new(&RatRaceParams::default(), vec![7]);
    let mut bot = MoveFunctionBot::new(color_score).with_trace(|_, _| Ok(GenomeColourMeaning::Unsaid));
    let mut asks = 0;
    play(&mut genome_explanation, |_, ask| {
        asks += 1;
        // The new process knows nothing of what the first one was told.
        if asks == 1 { AskOutcome::Lost } else { reply(turn_reply(&mut bot, ask)) }
    });
    assert_eq!(genome_explanation.into_found(), [vec![GenomeColourMeaning::Unsaid; 16]]);
}
