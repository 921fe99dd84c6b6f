//! Files that people write: tournaments, games, ledgers, and results as JSON.

use rathaus::submissions::GameFile;
use rathaus::submissions::commitments::{CommitmentLedger, LedgerErrors, findings};
use rathaus::toml_file::TomlErrors;
use rathaus::tournament::config::TournamentFileReadOutcome;
use rathaus::tournament::{MatchResult, MatchSpec, PlayedMatch};
use rathaus_games::grid_routing::{self, GridRoutingDetails};
use rathaus_games::{ConfiguredGame, Seed};

use super::runner::fuzz;

/// The most bytes of messages about a file of 64 KiB.
const MAX_SAID: usize = 200_000;

const TOML: [&str; 40] = [
    "\n",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    " = ",
    ",",
    "#",
    ".",
    "\\",
    "\\u0000",
    "\\x1b",
    "\u{1b}",
    "\u{202e}",
    "\0",
    "\r",
    "true",
    "inf",
    "nan",
    "0x",
    "1979-05-27T07:32:00Z",
    "1979-05-27",
    "[a.b.c]\n",
    "a.a.a.a.a.a.a.a = 1\n",
    "[[entrant]]\n",
    "[parameters]\n",
    "game = ",
    "seed = ",
    "entrants = ",
    "[[posting]]\n",
    "[[reveal]]\n",
    "player = ",
    "source = ",
    "deadline = ",
];

const TOURNAMENTS: [&str; 3] = [
    "name = \"Autumn\"\ngame = \"rat-race\"\nseed = \"0x1f\"\nboards = 20\nentrants_folder = \"bots\"\n\n[parameters]\nturns = 100\n",
    "game = \"prisoners-dilemma\"\nseed = 3\ngames = 2\nformat = \"swiss\"\nentrants = [\"a.py\", \"b.py\"]\n\n[[entrant]]\npath = \"c\"\n\
     name = \"C\"\n\n[limits]\nbuild_seconds = 60\n\n[policies]\ndisqualify = [\"late\"]\n\n[records]\nkeep = \"all\"\n",
    "game = \"grid-routing\"\nseed = 1\nentrants = [\"a\"]\nledger = \"l.toml\"\n[phases]\ncommit_until = 2026-01-01T00:00:00Z\n\
     reveal_until = 2026-01-02T00:00:00Z\n[sandbox]\ntier = \"namespaces\"\nmemory_mib = 512\n[running]\nconcurrency = 2\n",
];

const LEDGER: &str = "deadline = 2014-05-09T00:00:00Z\nreveal_deadline = 2014-05-11T00:00:00Z\n\
    seed_file = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"\n\n[[posting]]\nplayer = \"lazy\"\n\
    hash = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"\nposted = 2014-05-08T00:00:00Z\n\n[[reveal]]\nplayer = \"lazy\"\n\
    revealed = 2014-05-10T00:00:00Z\nsource = \"lazy.py\"\n";

fn said(text: &str, problems: Vec<rathaus::toml_file::TomlDiagnostic>) {
    let said = TomlErrors::new("file.toml", text, problems).to_string();
    assert!(said.len() < MAX_SAID, "{} bytes are said", said.len());
    assert!(!said.contains('\u{1b}'), "a terminal would act on {said:?}");
}

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn tournaments() {
    let games = |named: &str| {
        rathaus_games::built_in(named)
            .ok_or_else(|| ("there is no such game".to_owned(), "name another one".to_owned()))
    };
    fuzz(&bytes(&TOURNAMENTS), &TOML, |input| {
        let text = String::from_utf8_lossy(input);
        let reading = TournamentFileReadOutcome::of(&text, &games);
        assert!(reading.config.is_some() || !reading.problems.is_empty());
        said(&text, reading.problems);
    });
}

#[test]
fn games() {
    let connect_four = include_str!("../../games/connect-four/game.toml");
    let auction = include_str!("../../games/auction/game.toml");
    fuzz(&bytes(&[connect_four, auction]), &TOML, |input| {
        let text = String::from_utf8_lossy(input);
        let reading = GameFile::read(&text);
        assert!(reading.file.is_some() == reading.problems.is_empty());
        if let Some(file) = &reading.file {
            let _ = (file.config(), file.seats());
        }
        said(&text, reading.problems);
    });
}

#[test]
fn ledgers() {
    fuzz(&bytes(&[LEDGER, &LEDGER.replace("lazy", "L\u{e4}zy")]), &TOML, |input| {
        let text = String::from_utf8_lossy(input);
        match CommitmentLedger::parse(&text) {
            Ok(ledger) => {
                let found = findings(&ledger, &[]);
                assert_eq!(found.len(), ledger.players.len());
                serde_json::to_string(&found).expect("findings are always JSON");
            }
            Err(problems) => {
                let said = LedgerErrors { path: "ledger.toml".into(), problems }.to_string();
                assert!(
                    said.len() < MAX_SAID && !said.contains('\u{1b}'),
                    "{} bytes: {said:.300}",
                    said.len()
                );
            }
        }
    });
}

const JSON: [&str; 22] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-",
    "1e999",
    "\"\\ud800\"",
    "\\u0000",
    "{\"a\":",
    "[[[[[[[[",
    "\"seat\":",
    "\"cause\":",
    "\"program\":",
    "\"numbers\":",
    "\"replay\":",
    "\"record\":",
    "\"lights-out\"",
];

fn played(game: &str) -> Vec<u8> {
    let rules = ConfiguredGame::resolve(game, []).expect("a game").expect("its parameters");
    let spec = MatchSpec::new(&rules, Seed(1), vec!["a".into(), "b".into()]);
    let fault = r#"{"seat":0,"turn":1,"fault":{"cause":{"illegal":{"what":"x"}},"evidence":{"sent":"s","said":"t","took":{"secs":0,"nanos":5},"cpu":null,"overloaded":null,"stderr":""}}}"#;
    let result = MatchResult {
        scores: vec![1.0, -2.5],
        ended: "all was played".into(),
        details: serde_json::json!({ "side": 3, "rounds": [] }),
        faults: serde_json::from_str(fault).into_iter().collect(),
        took: std::time::Duration::from_micros(7),
    };
    let played = PlayedMatch::new(spec, result, None);
    serde_json::to_vec(&played).expect("a result is JSON")
}

#[test]
fn results() {
    let examples: Vec<Vec<u8>> =
        ["rat-race", "prisoners-dilemma", "grid-routing", "lights-out"].map(played).into();
    fuzz(&examples, &JSON, |input| {
        let results = serde_json::Deserializer::from_slice(input).into_iter::<PlayedMatch>();
        for result in results.map_while(Result::ok) {
            let written = serde_json::to_vec(&result).expect("a result is JSON");
            let again: PlayedMatch = serde_json::from_slice(&written).expect("what is written is read");
            assert_eq!(serde_json::to_vec(&again).expect("a result is JSON"), written);
            if let Ok(rules) = result.spec.rules() {
                let _ = result.contradiction(&rules);
            }
        }
    });
}

/// The JSON of a grid-routing match that `rathaus replay` reads.
#[test]
fn grid_routing_results() {
    let params = grid_routing::GridRoutingParams::default();
    let example =
        br#"{"side":2,"rounds":[{"broken":[[0,0,1],[1,0,0]],"owned":[[1,1,0]],"gains":[1,2]}]}"#.to_vec();
    fuzz(&[example], &JSON, |input| {
        if let Ok(details) = serde_json::from_slice::<GridRoutingDetails>(input) {
            let _ = grid_routing::replay(&params, 2, Seed(1), &details.rounds);
        }
    });
}
