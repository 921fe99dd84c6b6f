//! The golden dialogues, with the compass bot that `transcripts/README.md` describes.
#![expect(clippy::disallowed_methods, reason = "the dialogues are files")]

use std::fs;
use std::path::Path;

use rathaus_protocol::handshake::{HandshakeReply, HandshakeRequest};
use rathaus_protocol::rat_race::bot::{MoveFunctionBot, MoveRequest};
use rathaus_protocol::rat_race::trace::GenomeColourMeaning;
use rathaus_protocol::rat_race::{Move, ReportedError, ReportedErrorKind};

/// The bot of the dialogues.
fn compass(MoveRequest { genome, view, draws }: MoveRequest<'_>) -> Result<Move, ReportedError> {
    let neighbour = |number: usize| Ok(Move::from_index(number).expect("a neighbour below 9"));
    let error = |kind, words: &str| Err(ReportedError { kind, words: words.into() });
    let forward = Move::new(1, 0).expect("a legal move");
    match view[13] {
        colour @ 0..=8 => neighbour(colour as usize),
        9 => {
            draws.below(1);
            Ok(forward)
        }
        10 => {
            draws.below(2);
            Ok(forward)
        }
        11 => neighbour((genome & 7) as usize),
        12 => neighbour((genome >> 97 & 7) as usize),
        13 => error(ReportedErrorKind::Illegal, "move (2,0)"),
        14 => error(ReportedErrorKind::Raised, "an error: (3,0) is out of view"),
        15 => Ok(Move::STAY),
        _ => error(ReportedErrorKind::Raised, "an error of its own"),
    }
}

/// Of an error line, keeps only board, turn and kind for comparison.
fn comparable(line: &str) -> String {
    match line.split_once(" ! ") {
        Some((before, error)) => format!("{before} ! {}", error.split(' ').next().unwrap_or_default()),
        None => line.to_owned(),
    }
}

fn play(name: &str, dialogue: &str) {
    let mut bot = MoveFunctionBot::new(compass);
    let (mut answers, mut expected) = (Vec::new(), Vec::new());
    for (number, line) in dialogue.lines().enumerate() {
        if let Some(heard) = line.strip_prefix("> rathaus") {
            let handshake =
                HandshakeRequest::decode(format!("rathaus{heard}").as_bytes()).expect("a greeting");
            assert_eq!(handshake.game, "rat-race");
            answers.extend(HandshakeReply::Turns { boards: 64, traces: false }.encode());
        } else if let Some(heard) = line.strip_prefix("> ") {
            bot.handle_line(heard.as_bytes(), &mut answers)
                .unwrap_or_else(|error| panic!("{name}:{}: {error}", number + 1));
        } else if let Some(line) = line.strip_prefix("< ") {
            expected.push(comparable(line));
        } else {
            assert!(line.starts_with('#'), "{name}:{} is neither heard nor said nor a comment", number + 1);
        }
    }
    let said: Vec<String> = String::from_utf8(answers).unwrap().lines().map(comparable).collect();
    assert_eq!(said, expected, "in {name}");
}

#[test]
fn the_golden_dialogues_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    let mut played = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            play(&path.display().to_string(), &fs::read_to_string(&path).unwrap());
            played += 1;
        }
    }
    assert!(played >= 4, "only {played} dialogues were found");
}

#[test]
fn what_was_not_introduced_cannot_be_asked_for() {
    let mut bot = MoveFunctionBot::new(compass);
    let error = bot.handle_line(b"0 turn 0 00 1 2", &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "expected a genome that was introduced, found `1`");
}

#[test]
fn a_bot_that_offers_it_says_what_its_genomes_mean() {
    let told = |genome: u128, colour: u32| match colour {
        0 => Ok(GenomeColourMeaning::Empty),
        1 => Ok(GenomeColourMeaning::Worth(genome as i32)),
        2 => Ok(GenomeColourMeaning::Unsaid),
        _ => Err(ReportedError { kind: ReportedErrorKind::Raised, words: "no such colour".into() }),
    };
    let mut bot = MoveFunctionBot::new(compass).with_trace(told);
    let mut answers = Vec::new();
    for line in ["7 board", "7 genome 2 ff", "7 trace 2 3", "7 trace 2 4"] {
        bot.handle_line(line.as_bytes(), &mut answers).unwrap();
    }
    assert_eq!(
        String::from_utf8(answers).unwrap(),
        "7 trace empty;worth 255;\n7 trace ! raised no such colour\n"
    );
    let mut silent = MoveFunctionBot::new(compass);
    silent.handle_line(b"7 genome 2 ff", &mut Vec::new()).unwrap();
    assert!(silent.handle_line(b"7 trace 2 3", &mut Vec::new()).is_err(), "this one does not offer it");
}
