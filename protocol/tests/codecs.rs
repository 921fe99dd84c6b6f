//! Properties of the codecs: decoding inverts encoding, and no input makes a decoder panic.

use proptest::prelude::*;
use rathaus_protocol::handshake::{HandshakeReply, HandshakeRequest};
use rathaus_protocol::rat_race::trace::{self, GenomeColourMeaning};
use rathaus_protocol::rat_race::{AnsweredMove, Move, ReportedError, ReportedErrorKind, plain, turns};
use rathaus_protocol::{match_numbers, rat_race};

fn a_choice() -> impl Strategy<Value = AnsweredMove> {
    (0..Move::COUNT, any::<bool>())
        .prop_map(|(index, pure)| AnsweredMove { to: Move::from_index(index).expect("below COUNT"), pure })
}

fn an_error() -> impl Strategy<Value = ReportedError> {
    (any::<bool>(), "([ -~]{0,59}[!-~])?").prop_map(|(illegal, words)| ReportedError {
        kind: if illegal { ReportedErrorKind::Illegal } else { ReportedErrorKind::Raised },
        words,
    })
}

fn a_meaning() -> impl Strategy<Value = GenomeColourMeaning> {
    let offset = || (-50..=50, -50..=50);
    prop_oneof![
        Just(GenomeColourMeaning::Unsaid),
        Just(GenomeColourMeaning::Empty),
        Just(GenomeColourMeaning::Wall),
        offset().prop_map(|(dx, dy)| GenomeColourMeaning::Trap { dx, dy }),
        offset().prop_map(|(dx, dy)| GenomeColourMeaning::Teleporter { dx, dy }),
        (-999_999..=999_999).prop_map(GenomeColourMeaning::Worth),
    ]
}

/// Names of all lengths, with short ones more often.
fn a_name() -> impl Strategy<Value = u32> {
    prop_oneof![0..12_000u32, any::<u32>()]
}

fn a_view() -> impl Strategy<Value = Vec<i8>> {
    prop::collection::vec(-1..rat_race::MAX_COLOURS as i8, 25)
}

/// The line without its line feed. Fails if there is not exactly one line feed, at the end.
fn body(line: &[u8]) -> &[u8] {
    let body = line.strip_suffix(b"\n").expect("a line feed at the end");
    assert!(!body.contains(&b'\n'), "more than one line");
    body
}

proptest! {
    #[test]
    fn greetings_come_back(game in "[a-z-]{1,12}", parameters in prop::collection::vec(("[a-z_]{1,9}", "[0-9.]{0,9}"), 0..9)) {
        let handshake = HandshakeRequest { game, parameters };
        prop_assert_eq!(HandshakeRequest::decode(body(&handshake.encode())), Ok(handshake));
    }

    #[test]
    fn hellos_come_back(boards in 1..=1024u32, traces in any::<bool>(), reason in "[ -~]{0,40}") {
        for handshake_reply in [HandshakeReply::Turns { boards, traces }, HandshakeReply::Plain, HandshakeReply::Refuse { reason }] {
            prop_assert_eq!(HandshakeReply::decode(body(&handshake_reply.encode())), Ok(handshake_reply));
        }
    }

    #[test]
    fn meanings_come_back(
        genome in any::<u128>(), meanings in prop::collection::vec(a_meaning(), 1..36), error in an_error(),
        is_good in any::<bool>(),
    ) {
        let mut question = Vec::new();
        trace::put_question(&mut question, genome, 128, meanings.len());
        let lines: Vec<_> = body_lines(&question).map(|line| turns::HostLine::decode(line).unwrap()).collect();
        let asked = turns::HostLine::Trace { genome: 0, colours: meanings.len() as u32 };
        prop_assert_eq!(lines, [turns::HostLine::Board, turns::HostLine::Genome(vec![(0, genome)]), asked]);
        let answer = if is_good { Ok(meanings.clone()) } else { Err(error) };
        let mut out = Vec::new();
        trace::put_answer(&mut out, &answer);
        prop_assert_eq!(trace::read_answer(body(&out), meanings.len()), Ok(answer));
        if is_good {
            prop_assert!(trace::read_answer(body(&out), meanings.len() + 1).is_err());
        }
    }

    #[test]
    fn lanes_come_back(match_number in any::<u32>(), lines in prop::collection::vec("[ -~]{0,20}", 1..5)) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut out = Vec::new();
        match_numbers::prefix(match_number, text.as_bytes(), &mut out);
        let written = String::from_utf8(out).unwrap();
        let read: Vec<_> = written.lines().map(|line| match_numbers::split(line.as_bytes()).unwrap()).collect();
        prop_assert_eq!(read, lines.iter().map(|line| (match_number, line.as_bytes())).collect::<Vec<_>>());
    }

    #[test]
    fn turns_come_back(
        turn in any::<u32>(), seed in any::<u64>(),
        views in prop::collection::vec((any::<u32>(), a_view()), 0..4),
        genomes in prop::collection::vec((any::<u32>(), any::<u128>()), 0..4),
        pairs in prop::collection::vec((a_name(), a_name()), 1..20),
    ) {
        let mut writer = turns::TurnRequestComposer::default();
        for (name, colours) in &views { writer.view(*name, colours); }
        for (name, genome) in &genomes { writer.genome(*name, *genome, 128); }
        for (genome, view) in &pairs { writer.pair(*genome, *view); }
        let mut out = Vec::new();
        let begin = writer.finish(turn, seed, &mut out);
        prop_assert!(out[begin..].starts_with(b"turn ") && (begin == 0 || out[begin - 1] == b'\n'));
        let read: Vec<_> = body_lines(&out).map(|line| turns::HostLine::decode(line).unwrap()).collect();
        let mut expected = Vec::new();
        if !views.is_empty() { expected.push(turns::HostLine::View(views)); }
        if !genomes.is_empty() { expected.push(turns::HostLine::Genome(genomes)); }
        expected.push(turns::HostLine::Turn { turn, seed, pairs });
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn answers_come_back(turn in any::<u32>(), choices in prop::collection::vec(a_choice(), 1..50)) {
        let mut out = Vec::new();
        turns::put_choices(&mut out, turn, choices.iter().copied());
        let turns::TurnAnswer::Choices(letters) = turns::read_answer(body(&out), turn, choices.len()).unwrap()
            else { panic!("an error was read") };
        prop_assert_eq!(letters.choices().collect::<Vec<_>>(), choices);
    }

    #[test]
    fn an_answer_to_another_turn_or_of_another_length_is_refused(turn in 0..9999u32, count in 1..50usize) {
        let mut out = Vec::new();
        turns::put_choices(&mut out, turn, vec![AnsweredMove { to: Move::STAY, pure: true }; count]);
        prop_assert!(turns::read_answer(body(&out), turn + 1, count).is_err());
        prop_assert!(turns::read_answer(body(&out), turn, count + 1).is_err());
        prop_assert!(turns::read_answer(body(&out), turn, count - 1).is_err());
    }

    #[test]
    fn errors_come_back(turn in any::<u32>(), error in an_error()) {
        let mut out = Vec::new();
        turns::put_error(&mut out, turn, &error);
        prop_assert_eq!(turns::read_answer(body(&out), turn, 3), Ok(turns::TurnAnswer::Error(error.clone())));
        out.clear();
        plain::put_error(&mut out, &error);
        prop_assert_eq!(plain::read_answer(body(&out)), Ok(Err(error)));
    }

    #[test]
    fn plain_questions_come_back(seed in any::<u64>(), genome in any::<u128>(), length in 1..=128usize, view in a_view()) {
        let mut out = Vec::new();
        plain::put_question(&mut out, seed, genome, length, &view);
        let bits = (0..length).map(|bit| genome >> bit & 1 == 1).collect();
        prop_assert_eq!(plain::PlainMoveRequest::decode(body(&out)), Ok(plain::PlainMoveRequest { seed, genome: bits, view }));
    }

    #[test]
    fn plain_answers_come_back(choice in a_choice()) {
        let mut out = Vec::new();
        plain::put_choice(&mut out, choice);
        prop_assert_eq!(plain::read_answer(body(&out)), Ok(Ok(choice)));
    }

    #[test]
    fn no_bytes_make_a_codec_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), turn in any::<u32>(), asked in 0..50usize) {
        read_with_everything(&bytes, turn, asked);
    }

    #[test]
    fn nothing_that_looks_like_a_line_makes_a_codec_panic(
        line in "(rathaus |turn |view |genome |move |board|! |[0-9]{1,40} |-|[a-zA-Z ]{0,9}){0,6}", turn in 0..9u32, asked in 0..9usize,
    ) {
        read_with_everything(line.as_bytes(), turn, asked);
    }
}

fn body_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.strip_suffix(b"\n").expect("a line feed at the end").split(|byte| *byte == b'\n')
}

fn read_with_everything(bytes: &[u8], turn: u32, asked: usize) {
    let _ = HandshakeRequest::decode(bytes);
    let _ = trace::read_answer(bytes, 3);
    let _ = GenomeColourMeaning::decode(bytes);
    let _ = HandshakeReply::decode(bytes);
    let _ = match_numbers::split(bytes);
    let _ = turns::HostLine::decode(bytes);
    let _ = turns::read_answer(bytes, turn, asked);
    let _ = plain::PlainMoveRequest::decode(bytes);
    let _ = plain::read_answer(bytes);
}

/// Malicious spellings of numbers. Each must be refused, and never read as something else.
#[test]
fn odd_numbers_are_refused() {
    for odd in
        ["+1 0", "1.0 0", "0x1 0", "01 0", "1e0 0", "--1 0", "1  0", " 1 0", "1\t0", "", "1", "1 0 pur"]
    {
        assert!(plain::read_answer(odd.as_bytes()).is_err(), "{odd:?} was read");
    }
    let long = format!("{} 0", "9".repeat(400));
    assert!(plain::read_answer(long.as_bytes()).is_err());
}

#[test]
fn blanks_behind_a_plain_answer_are_overlooked() {
    let expected = plain::read_answer(b"1 0 pure");
    assert!(expected.is_ok());
    for line in ["1 0 pure ", "1 0 pure\r", "1 0 pure  \r"] {
        assert_eq!(plain::read_answer(line.as_bytes()), expected);
    }
}

#[test]
fn a_step_too_far_is_illegal_and_not_malformed() {
    let Ok(Err(error)) = plain::read_answer(b"2 0") else { panic!("not an error of the submission") };
    assert_eq!(error.kind, ReportedErrorKind::Illegal);
    assert_eq!(error.words, "move (2,0)");
}

#[test]
fn another_version_is_named() {
    let error = HandshakeReply::decode(b"rathaus 2 turns boards=1").unwrap_err();
    assert_eq!(error.to_string(), "it speaks version 2 of the protocol, and this host speaks version 1");
}
