//! Snapshots of the screen: each game at a fixed moment, in windows of several sizes.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use rathaus_games::{
    AskOutcome, ConfiguredGame, Fault, FaultCause, FaultEvidence, LiveMatch, MatchInputs, MatchStep, SeatAsk,
    SeatFault, Seed,
};
use rathaus_protocol::handshake::HandshakeReply;
use rathaus_protocol::rat_race::{AnsweredMove, Move, plain};
use serde_json::Value;

use super::*;
use crate::tournament::watch::WatchSpeed;
use crate::tournament::{self, MatchResult, RunEvent, ScheduledMatch};

/// A match that was played up to some request, and the state of the screen.
struct Watched {
    scores: Scoreboard,
    snapshot: WatchSnapshot,
    pace: PaceController,
}

impl Watched {
    /// Plays a game until `questions` requests have replies, which come from `answer`.
    fn play(
        scores: Scoreboard,
        mut game: Box<dyn LiveMatch>,
        questions: usize,
        answer: impl Fn(usize, &SeatAsk) -> Vec<u8>,
    ) -> Watched {
        let names: Vec<String> = scores.seats(0).iter().map(|bot| bot.name.clone()).collect();
        let mut snapshot = WatchSnapshot::default();
        let mut step = game.start();
        for question in 1.. {
            let is_over = matches!(step, MatchStep::Over(_));
            let (picture, progress) = (game.picture(&names), game.progress());
            snapshot.progress_history.note(&progress);
            let question_now = question - usize::from(is_over);
            snapshot.match_snapshot =
                Some(Arc::new(MatchSnapshot { picture, progress, question: question_now, is_over }));
            let MatchStep::Turn(turn) = step else { break };
            if question > questions {
                break;
            }
            let reply =
                |ask| AskOutcome::Reply { bytes: answer(question, ask), took: Duration::ZERO, cpu: None };
            step = game.resume(&turn.asks.iter().map(reply).collect::<Vec<_>>());
        }
        Watched { scores, snapshot, pace: PaceController::new(WatchSpeed::of(32)) }
    }

    fn terminal(
        &self,
        colours: ColourDepth,
        has_help: bool,
        (width, height): (u16, u16),
    ) -> Terminal<TestBackend> {
        let Watched { scores, snapshot, pace } = self;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let view = WatchView { scores, snapshot, pace: *pace, colours, has_help };
        terminal.draw(|frame| view.draw(frame)).unwrap();
        terminal
    }

    /// The screen in a window of this size.
    fn seen(&self, width: u16, height: u16) -> String {
        self.terminal(ColourDepth::All, false, (width, height)).backend().to_string()
    }

    fn fault(&mut self, seat: usize, cause: FaultCause) {
        let fault = SeatFault { seat, turn: 7, fault: Fault { cause, evidence: FaultEvidence::default() } };
        self.snapshot.faults.push((0, fault));
    }
}

fn rules(game: &str, settings: &[(&str, Value)]) -> ConfiguredGame {
    let settings = settings.iter().map(|(name, value)| (*name, value));
    ConfiguredGame::resolve(game, settings).unwrap().unwrap()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Three boards of a single-player game with two bots.
fn alone(rules: &ConfiguredGame, bots: &[&str]) -> Scoreboard {
    let boards = tournament::boards(Seed(1), 3);
    let scheduled_matches: Vec<ScheduledMatch> =
        tournament::single_player(&boards, bots.len()).iter().collect();
    Scoreboard::new(rules, &scheduled_matches, &names(bots))
}

fn together(rules: &ConfiguredGame, bots: &[&str]) -> (Scoreboard, Box<dyn LiveMatch>) {
    let seats: Vec<usize> = (0..bots.len()).collect();
    let setup = MatchInputs {
        seed: Seed(1),
        handshake_replies: vec![None; seats.len()],
        ids: None,
        numbers: None,
        options: Vec::new(),
    };
    let only = ScheduledMatch { number: 1, round: 1, seed: Seed(1), seats, numbers: None };
    (Scoreboard::new(rules, &[only], &names(bots)), rules.begin(setup).unwrap())
}

/// A race in which all specimens go forward, sometimes sideways.
fn race(name: &str) -> Watched {
    let rules = rules("rat-race", &[("turns", 300.into())]);
    let game = rules.begin(MatchInputs::single_player(Seed(3), Some(&HandshakeReply::Plain))).unwrap();
    Watched::play(alone(&rules, &[name, "other"]), game, 150, |question, ask| {
        let mut moves = Vec::new();
        for (index, _) in ask.bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let to = Move::new(1, ((index + question / 3) % 3) as i32 - 1).unwrap();
            plain::put_choice(&mut moves, AnsweredMove { to, pure: false });
        }
        moves
    })
}

fn grid() -> Watched {
    let rules = rules("grid-routing", &[("rounds", 3.into())]);
    let (scores, game) = together(&rules, &["explorer", "middle-man", "watermelon", "funnelweb"]);
    // Each bot activates its own column, from the bottom up.
    let mut watched = Watched::play(scores, game, 45, |question, ask| {
        let (column, turn) = (3 * ask.seat + 2, question % 33 / 2);
        match String::from_utf8_lossy(&ask.bytes) {
            silent if silent.contains("DESTROY") => format!("VERTEX {},{}\n", column + 1, turn).into(),
            silent if silent.contains("ACTIVATE") => format!("VERTEX {column},{turn}\n").into(),
            _ => Vec::new(),
        }
    });
    watched.fault(1, FaultCause::Late { limit: Duration::from_secs(1) });
    watched
}

fn dilemma() -> Watched {
    let rules = rules("prisoners-dilemma", &[]);
    let (scores, game) = together(&rules, &["lazy", "greedy", "wrathful"]);
    Watched::play(scores, game, 20, |question, ask| match ask.seat {
        1 => b"1\n3\n".to_vec(),
        2 if question % 4 == 0 => b"2\n".to_vec(),
        _ => Vec::new(),
    })
}

fn lights(questions: usize) -> Watched {
    let rules = rules("lights-out", &[]);
    let game = rules.begin(MatchInputs::single_player(Seed(2), None)).unwrap();
    Watched::play(alone(&rules, &["chase", "genetic"]), game, questions, |_, _| {
        b"CLICKS 2,1 1,1 3,4\n".to_vec()
    })
}

#[test]
fn a_race() {
    let mut watched = race("color-score");
    let result = |score| MatchResult {
        scores: vec![score],
        ended: "all turns were played".into(),
        details: Value::Null,
        faults: Vec::new(),
        took: Duration::ZERO,
    };
    let finished = |scheduled_match, score| RunEvent::Finished {
        scheduled_match,
        result: result(score),
        kept: std::collections::BTreeMap::new(),
        recording: None,
    };
    [finished(0, 16.0), finished(1, 4.0)].iter().for_each(|event| watched.scores.note(event));
    watched.snapshot.scheduled_match = 2;
    assert_snapshot!(watched.seen(100, 30));
    assert_snapshot!("a_race_in_a_small_window", watched.seen(60, 20));
    assert_snapshot!("a_race_in_a_tiny_window", watched.seen(32, 9));
    assert_snapshot!("a_race_in_no_window", watched.seen(20, 4));
    assert_snapshot!("a_race_in_a_large_window", watched.seen(160, 45));
}

#[test]
fn a_grid() {
    assert_snapshot!(grid().seen(100, 30));
    assert_snapshot!("a_grid_in_a_small_window", grid().seen(50, 16));
}

#[test]
fn a_dilemma() {
    assert_snapshot!(dilemma().seen(100, 30));
}

#[test]
fn lights_before_and_after_the_answer() {
    assert_snapshot!(lights(0).seen(100, 30));
    assert_snapshot!(lights(1).seen(100, 30));
}

#[test]
fn what_bots_are_called_and_say_moves_no_cursor() {
    let mut watched = race("\u{1b}[2J\u{7}evil\nname");
    watched.fault(0, FaultCause::Malformed { what: "said \u{1b}]0;title\u{7} instead\nof a move".into() });
    watched.scores.notes.push("\u{1b}c".into());
    let seen = watched.seen(100, 30);
    assert!(!seen.chars().any(|letter| letter.is_control() && letter != '\n'));
    assert_snapshot!(seen);
}

#[test]
fn a_match_that_is_paused_or_played_to_its_end_says_so() {
    let mut watched = lights(0);
    watched.pace.toggle();
    assert!(watched.seen(80, 20).contains(" paused ") && watched.seen(80, 20).contains("space go on"));
    watched.pace.skip();
    assert!(watched.seen(80, 20).contains(" to the end "));
    watched.snapshot.match_snapshot = None;
    assert!(watched.seen(80, 20).contains("the bot is being started"));
}

#[test]
fn keys_are_explained_in_any_window() {
    let watched = lights(1);
    assert_snapshot!(watched.terminal(ColourDepth::All, true, (80, 16)).backend());
    watched.terminal(ColourDepth::All, true, (30, 8));
}

/// Draws everything in windows of many sizes: drawing outside of the window would panic.
#[test]
fn a_window_may_have_any_size() {
    let mut race = race("color-score");
    (0..20).for_each(|_| race.fault(0, FaultCause::Crashed { how: "exit status: 1".into() }));
    for watched in [race, grid(), dilemma(), lights(1)] {
        for width in (1..140).step_by(7) {
            (1..60).step_by(3).for_each(|height| {
                watched.seen(width, height);
            });
        }
    }
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let has_colours = |colours| {
        let terminal = race("bot").terminal(colours, false, (100, 30));
        let cells = terminal.backend().buffer().content().to_vec();
        cells.iter().any(|cell| (cell.bg, cell.fg) != (Color::Reset, Color::Reset))
    };
    assert!(
        has_colours(ColourDepth::All) && has_colours(ColourDepth::Few) && !has_colours(ColourDepth::None)
    );
}
