//! What genomes mean, asked of bots that live in this process.

use rathaus_protocol::rat_race::bot::{Trace, TurnBot, color_score};
use rathaus_protocol::rat_race::trace::Meaning;
use rathaus_protocol::rat_race::{ErrorKind, SubmissionError};

use crate::rat_race::Params;
use crate::rat_race::beliefs::Beliefs;
use crate::testing::{play, reply, turn_reply};
use crate::{Answer, Outcome};

/// What this bot says of these genomes in the standard game.
fn told(trace: Trace, genomes: &[u128]) -> (Vec<Vec<Meaning>>, Outcome) {
    let mut beliefs = Beliefs::new(&Params::default(), genomes.to_vec());
    let mut bot = TurnBot::new(color_score).with_trace(trace);
    let outcome = play(&mut beliefs, |_, ask| reply(turn_reply(&mut bot, ask)));
    (beliefs.into_found(), outcome)
}

#[test]
fn each_genome_is_asked_about_each_colour() {
    let trace: Trace = |genome, colour| {
        let piece = (genome >> (6 * colour) & 63) as i32;
        Ok(if piece == 0 { Meaning::Wall } else { Meaning::Worth(piece) })
    };
    let (found, outcome) = told(trace, &[5 << 6, 63 << 90]);
    let expected = |colour: usize, worth: i32| {
        let mut meanings = vec![Meaning::Wall; 16];
        meanings[colour] = Meaning::Worth(worth);
        meanings
    };
    assert_eq!(found, [expected(1, 5), expected(15, 63)]);
    assert_eq!((outcome.scores, outcome.rulings), (vec![2.0], Vec::new()));
}

#[test]
fn what_was_told_before_an_error_remains() {
    let trace: Trace = |genome, _| match genome {
        1 => Ok(Meaning::Empty),
        _ => Err(SubmissionError { kind: ErrorKind::Raised, words: "no idea".into() }),
    };
    let (found, outcome) = told(trace, &[1, 2, 1]);
    assert_eq!(found, [vec![Meaning::Empty; 16]]);
    assert!(outcome.ended.contains("no idea"), "{}", outcome.ended);
    assert_eq!(outcome.rulings.len(), 1, "the bot is to blame");
}

#[test]
fn a_bot_whose_process_was_replaced_is_asked_again() {
    let mut beliefs = Beliefs::new(&Params::default(), vec![7]);
    let mut bot = TurnBot::new(color_score).with_trace(|_, _| Ok(Meaning::Unsaid));
    let mut asks = 0;
    play(&mut beliefs, |_, ask| {
        asks += 1;
        // A new process knows nothing of what the first one was told.
        if asks == 1 { Answer::Lost } else { reply(turn_reply(&mut bot, ask)) }
    });
    assert_eq!(beliefs.into_found(), [vec![Meaning::Unsaid; 16]]);
}
