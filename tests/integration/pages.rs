//! Pages of matches, and the server, through the binary. `web/e2e` tests the pages in a browser.
#![expect(clippy::disallowed_methods, reason = "tests look at what was written")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::common::{World, assert_mentions, repository, sample};
use crate::forgery::forge;

/// Whether the binary has pages. If they were not built, commands that need them fail.
fn has_pages() -> bool {
    repository().join("web/dist/index.html").exists()
}

/// Plays a short race of a bot with this name, and returns its replay.
fn race(world: &World, name: &str) -> String {
    let source = fs::read_to_string(sample("color-score-cpp") + "/player.cpp").unwrap();
    world.file("bot/player.cpp", &source);
    race_of(world, &world.file("bot/bot.toml", &format!("name = {name:?}\nsource = \"player.cpp\"\n")))
}

/// Plays a short race of this bot, and returns its replay.
fn race_of(world: &World, bot: &str) -> String {
    let folder = world.path("replays");
    let played = world.run(&[
        "play",
        "rat-race",
        bot,
        "--boards",
        "1",
        "--seed",
        "4",
        "--set",
        "turns=300",
        "--replays",
        folder.to_str().unwrap(),
    ]);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files[0].to_str().unwrap().into()
}

/// The data in a page.
fn match_data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"match-data\">").expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("its end").0).expect("JSON")
}

#[test]
fn a_match_is_written_as_a_page_with_where_its_genomes_lead() {
    let world = World::sharing_builds();
    let file = race(&world, "</script><b>&");
    let page = world.path("race.html");
    let run = world.run(&[
        "replay",
        &file,
        "--html",
        page.to_str().unwrap(),
        "--bot",
        world.path("bot").to_str().unwrap(),
    ]);
    if !has_pages() {
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        return;
    }
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<title>rat-race: &lt;/script&gt;&lt;b&gt;&amp;</title>"));
    let data = match_data(&page);
    assert_eq!(data["match"]["names"][0], "</script><b>&");
    assert_eq!(data["difference"], Value::Null);
    let race = &data["race"];
    assert_eq!(race["frames"]["turns"].as_array().unwrap().len(), 301);
    assert_eq!(race["analysis"]["is_same"], true);
    let starts = race["track"]["starts"].as_array().unwrap().len();
    let walk_survey = race["analysis"]["walks"].as_object().unwrap();
    let winner = &race["individuals"][&race["winner"]["id"].to_string()]["genome"];
    assert_eq!(walk_survey[winner.as_str().unwrap()].as_array().unwrap().len(), starts);
    for walk in walk_survey.values().flat_map(|walk_survey| walk_survey.as_array().unwrap()) {
        assert!(walk["end"].is_string() && walk["end"] != "fault", "{walk}");
    }
}

#[test]
fn a_page_has_what_genomes_mean_and_specimens_that_are_asked_for() {
    let world = World::sharing_builds();
    let file = race_of(&world, &sample("blind-faith"));
    let page = world.path("race.html");
    let page_of = |more: &[&str]| {
        let run = world.run(&[&["replay", &file, "--html", page.to_str().unwrap()], more].concat());
        (run.code, run.stderr)
    };
    if !has_pages() {
        return;
    }
    let start = {
        assert_eq!(page_of(&[]).0, Some(0));
        let view = match_data(&fs::read_to_string(&page).unwrap());
        assert_eq!(view["more"], Value::Null, "there is nobody to ask");
        assert_eq!(view["race"]["picked"], Value::Array(Vec::new()));
        view["race"]["track"]["starts"].as_array().unwrap().clone()
    };
    // Before the first turn all specimens are at the starts, so one of the starts has a specimen.
    let at = |cell: &Value| format!("0:{},{}", cell.as_u64().unwrap() / 15, cell.as_u64().unwrap() % 15);
    let wanted = start.iter().map(at).find(|place| page_of(&["--specimen", place]).0 == Some(0)).unwrap();
    let (code, stderr) = page_of(&["--specimen", &wanted, "--bot", &sample("blind-faith")]);
    assert_eq!(code, Some(0), "{stderr}");
    let view = &match_data(&fs::read_to_string(&page).unwrap())["race"];
    let picked = view["picked"][0]["genome"].as_str().unwrap();
    let analysis = &view["analysis"];
    assert_eq!((&analysis["is_same"], &analysis["trouble"]), (&Value::Bool(true), &Value::Null));
    for (genome, walk_survey) in analysis["walks"].as_object().unwrap() {
        assert_eq!(walk_survey.as_array().unwrap().len(), start.len());
        let meanings = analysis["beliefs"][genome].as_array().unwrap();
        assert_eq!(meanings.len(), 16);
        let number = u128::from_str_radix(genome, 16).unwrap();
        for (colour, meaning) in meanings.iter().enumerate() {
            // The gene of 4 bits begins with 0 for a trap, 10 for something bad (a wall), and 11
            // for something good (an empty cell).
            let expected = ["trap", "trap", "wall", "empty"]
                [(2 * (number >> (4 * colour) & 1) + (number >> (4 * colour + 1) & 1)) as usize];
            assert_eq!(meaning["kind"], expected, "colour {colour} of {genome}");
        }
    }
    assert!(analysis["walks"].get(picked).is_some(), "the one that was asked for is told of");
    // An empty cell, a turn that does not exist, a cell that does not exist, and no position
    // at all.
    for wrong in ["0:52,0", "9999:0,0", "0:53,0", "here"] {
        let (code, stderr) = page_of(&["--specimen", wrong]);
        assert_eq!(code, Some(2), "{stderr}");
        assert_mentions(&stderr, &[wrong]);
    }
}

#[test]
fn another_bot_may_be_asked_and_that_is_said() {
    let world = World::sharing_builds();
    let file = race(&world, "mine");
    let page = world.path("race.html");
    let run =
        world.run(&["replay", &file, "--html", page.to_str().unwrap(), "--bot", &sample("blind-faith")]);
    if has_pages() {
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(match_data(&fs::read_to_string(page).unwrap())["race"]["analysis"]["is_same"], false);
    }
    let run = world.run(&["replay", &file, "--bot", &sample("blind-faith")]);
    assert_eq!(run.code, Some(2), "there is no page to draw it on: {}", run.stderr);
}

#[test]
fn a_match_is_written_as_pictures() {
    let world = World::sharing_builds();
    let file = race(&world, "mine");
    let (still, moving) = (world.path("end.png"), world.path("race.gif"));
    let [still, moving] = [&still, &moving].map(|path| path.to_str().unwrap());
    let run = world.run(&["replay", &file, "--png", still, "--gif", moving]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(fs::read(still).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read(moving).unwrap().starts_with(b"GIF89a"));
    let end = fs::read(still).unwrap();
    assert_eq!(world.run(&["replay", &file, "--png", still, "--turn", "100"]).code, Some(0));
    assert_ne!(fs::read(still).unwrap(), end, "it is of another moment");
    let run = world.run(&["replay", &file, "--png", still, "--turn", "9999"]);
    run.assert_refused(2, &["9999", "300"]);
}

/// A server that stops at the end of the test.
pub(crate) struct Server {
    child: Child,
    address: String,
}

impl Server {
    pub(crate) fn start(world: &World, files: &[&str]) -> Option<Server> {
        let mut command = world.command(&[&["serve", "--listen", "127.0.0.1:0"], files].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if !has_pages() {
            let mut told = String::new();
            child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(1), "{told}");
            return None;
        }
        let address =
            line.trim().strip_prefix("http://").expect("an address").trim_end_matches('/').to_owned();
        Some(Server { child, address })
    }

    /// Sends a request and returns the head and the body of the response.
    fn ask(&self, method: &str, path: &str, host: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_lowercase(), body.to_owned())
    }

    /// The first event of a stream.
    fn first_event(&self, path: &str) -> String {
        let mut stream = BufReader::new(TcpStream::connect(&self.address).unwrap());
        write!(stream.get_mut(), "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        let mut told = String::new();
        while !told.contains("\ndata:") {
            assert_ne!(stream.read_line(&mut told).unwrap(), 0, "{told}");
        }
        told
    }

    pub(crate) fn get(&self, path: &str) -> (u32, Value) {
        let (head, body) = self.ask("GET", path, "localhost");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a tournament of a bot that writes a secret when it fails.
fn tournament(world: &World, phases: &str) -> String {
    let crash = "class Secret(Player):\n    def turn(self):\n        raise ValueError('my secret plan')\n";
    world.file("secret.py", crash);
    let text = format!(
        "game = \"rat-race\"\nseed = 77\nboards = 2\nentrants = [\"secret.py\", {:?}]\n[parameters]\nturns = 100\n[records]\nkeep = \"all\"\n{phases}",
        sample("color-score-cpp")
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    file
}

/// The key of a match of this entrant.
fn key(server: &Server, entrant: &str) -> String {
    let (_, listed) = server.get(&format!("/api/tournaments/contest/matches?entrant={entrant}"));
    listed["matches"][0]["key"].as_str().expect("a key").to_owned()
}

/// Results of version 0.1.0 have no time. They stand behind the others, in the order of the schedule.
#[test]
fn the_overview_lists_results_by_when_they_were_stored() {
    let world = World::sharing_builds();
    let file = tournament(&world, "");
    let keys = || -> Vec<String> {
        let connection = rusqlite::Connection::open(world.path("contest.db")).unwrap();
        let mut query = connection.prepare("SELECT key FROM matches ORDER BY key").unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let keys = keys();
    let stored = |index: usize, seconds: u64| {
        format!("UPDATE times SET stored_us = {seconds}000000 WHERE match = '{}';", keys[index])
    };
    let lost = format!("DELETE FROM times WHERE match = '{}';", keys[2]);
    forge(&world.path("contest.db"), &format!("{}{}{}{lost}", stored(0, 20), stored(1, 30), stored(3, 10)));
    let Some(server) = Server::start(&world, &[&file]) else { return };
    let (_, overview) = server.get("/api");
    let listed = |field: &str| -> Vec<Value> {
        let results = overview["tournaments"][0]["results"].as_array().unwrap();
        results.iter().map(|result| result[field].clone()).collect()
    };
    assert_eq!(listed("key"), [1, 0, 3, 2].map(|index| Value::from(keys[index].clone())));
    let times = ["1970-01-01T00:00:30Z", "1970-01-01T00:00:20Z", "1970-01-01T00:00:10Z"].map(Value::from);
    assert_eq!(listed("stored_at"), [&times[..], &[Value::Null]].concat());
}

#[test]
fn a_server_shows_standings_and_matches_and_lets_nothing_be_changed() {
    let world = World::sharing_builds();
    let file = tournament(&world, "");
    let Some(server) = Server::start(&world, &[&file]) else { return };
    let (head, page) = server.ask("GET", "/tournaments/contest", "127.0.0.1");
    assert!(head.starts_with("http/1.1 200") && page.contains("app.js"), "{head}\n{page}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
    ] {
        assert!(head.contains(header), "{header} is not in {head}");
    }
    assert!(server.ask("POST", "/api", "localhost").0.starts_with("http/1.1 405"));
    assert!(server.ask("GET", "/api", "elsewhere.example").0.starts_with("http/1.1 421"));

    let (status, told) = server.get("/api/tournaments/contest");
    assert_eq!(
        (status, &told["status"]["played"], &told["standings"]["seed"]),
        (200, &4.into(), &"77".into())
    );
    for chart in told["charts"].as_array().unwrap() {
        let path = format!("/api/tournaments/contest/charts/{}.svg", chart.as_str().unwrap());
        let (head, svg) = server.ask("GET", &path, "localhost");
        assert!(head.contains("image/svg+xml") && svg.contains("<svg"), "{head}");
    }
    let width = |form: &str| {
        let path = format!("/api/tournaments/contest/charts/standings.svg{form}");
        let (_, svg) = server.ask("GET", &path, "localhost");
        svg.split_once("width=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(
        ["?narrow=true", "?narrow=false", "?narrow=true", ""].map(width),
        ["340", "860", "340", "860"]
    );
    assert_eq!(told["records"], Value::Null, "races have one seat");
    let (_, overview) = server.get("/api");
    let shown = &overview["tournaments"][0];
    assert_eq!(shown["leaders"][0]["name"], told["standings"]["entrants"][0]["name"]);
    assert_eq!(shown["leaders"].as_array().unwrap().len(), 2);
    assert_eq!(shown["results"].as_array().unwrap().len(), 4);
    let (_, all) = server.get("/api/tournaments/contest/matches");
    let times: Vec<&str> =
        shown["results"].as_array().unwrap().iter().map(|it| it["stored_at"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|one, other| one >= other), "the last one is first: {times:?}");
    let (_, listed) = server.get("/api/tournaments/contest/matches?faulty=true&count=1");
    assert_eq!((&listed["all"], listed["matches"].as_array().unwrap().len()), (&2.into(), 1));
    let secret = key(&server, "secret");
    let (_, shown) = server.get(&format!("/api/tournaments/contest/matches/{secret}"));
    assert!(shown["match"]["record"]["faults"][0]["stderr"].as_str().unwrap().contains("my secret plan"));
    assert_eq!(
        (&shown["file"], &shown["keep"], &shown["is_open"]),
        (&"contest.toml".into(), &"all".into(), &true.into())
    );
    for (index, listed) in all["matches"].as_array().unwrap().iter().enumerate() {
        let key = listed["key"].as_str().unwrap();
        let (_, shown) = server.get(&format!("/api/tournaments/contest/matches/{key}"));
        assert_eq!(shown["number"], listed["number"]);
        let before = index.checked_sub(1).map_or(&Value::Null, |index| &all["matches"][index]["key"]);
        assert_eq!((&shown["previous"], &shown["next"]), (before, &all["matches"][index + 1]["key"]));
    }
    let (status, view) =
        server.get(&format!("/api/tournaments/contest/matches/{}/film", key(&server, "color-score-cpp")));
    assert_eq!((status, &view["race"]["frames"]["turns"][100]), (200, &100.into()));
    assert!(!view["dialogue"].as_array().unwrap().is_empty());
    let picture = format!("/api/tournaments/contest/matches/{}/picture", key(&server, "color-score-cpp"));
    let (head, body) = server.ask("GET", &picture, "localhost");
    let board = serde_json::from_str::<Value>(&body).unwrap()["board"].clone();
    assert_eq!((board["rows"].as_array().unwrap().len(), board["tones"][0].is_string()), (15, true));
    assert!(head.contains("etag: \"") && body.len() < 4_000, "{head}");
    for nowhere in
        ["/api/tournaments/other", "/api/tournaments/contest/matches/0000", "/api/replays/x", "/api/x"]
    {
        assert_eq!(server.get(nowhere).0, 404, "{nowhere}");
    }
}

/// Each match of two bots has one winner and one loser, or two that drew.
#[test]
fn a_server_counts_what_each_entrant_won_drew_and_lost() {
    let world = World::sharing_builds();
    let bot = |name: &str| repository().join("bots/prisoners-dilemma").join(name);
    let text = format!(
        "game = \"prisoners-dilemma\"\nseed = 3\ngames = 3\nentrants = [{:?}, {:?}]\n[parameters]\nrounds_per_player = 4\n",
        bot("greedy.py"),
        bot("lazy.py")
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let Some(server) = Server::start(&world, &[&file]) else { return };
    let (_, told) = server.get("/api/tournaments/contest");
    let expected = serde_json::json!({ "greedy": [3, 0, 0], "lazy": [0, 0, 3] });
    assert_eq!(told["records"], expected);
}

/// A game that is over at once.
const OVER_AT_ONCE: &str = r#"
import json
start = json.loads(input())
print(json.dumps({"type": "end", "scores": [1, 0], "reason": "over"}), flush=True)
"#;

/// Where the lowest score is the best, pages say so, and it counts as won.
#[test]
fn where_less_is_more_the_least_has_won() {
    let world = World::sharing_builds();
    world.file("games/less/game.py", OVER_AT_ONCE);
    let game = "name = \"less\"\nsource = \"game.py\"\nseats = 2\nbest = \"lowest\"\n";
    world.file("games/less/game.toml", game);
    let [one, other] = ["one", "other"].map(|name| world.file(&format!("{name}.sh"), "cat\n"));
    let text = format!(
        "game = \"games/less\"\nseed = 1\ngames = 2\nformat = \"round-robin\"\nentrants = [{one:?}, {other:?}]\n"
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let Some(server) = Server::start(&world, &[&file]) else { return };
    // Each has the second seat once, which wins.
    let (_, told) = server.get("/api/tournaments/contest");
    assert_eq!(told["records"], serde_json::json!({ "one": [1, 0, 1], "other": [1, 0, 1] }));
    let (_, overview) = server.get("/api");
    let results = &overview["tournaments"][0]["results"];
    assert_eq!(
        (&results[0]["best"], &results[0]["scores"]),
        (&"lowest".into(), &serde_json::json!([1.0, 0.0]))
    );
    let (_, shown) =
        server.get(&format!("/api/tournaments/contest/matches/{}", results[0]["key"].as_str().unwrap()));
    assert_eq!(
        (&shown["best"], &shown["match"]["spec"]["program"]["terms"]["best"]),
        (&"lowest".into(), &"lowest".into())
    );
}

#[test]
fn a_server_tells_of_any_specimen_and_asks_only_bots_that_were_named() {
    let world = World::sharing_builds();
    let file = tournament(&world, "");
    let bot = sample("color-score-cpp");
    let Some(server) = Server::start(&world, &[&file, "--bot", &bot]) else { return };
    let of = |entrant: &str, question: &str| {
        server.get(&format!("/api/tournaments/contest/matches/{}/{question}", key(&server, entrant)))
    };
    let lasts_until = |length: &str| {
        let race = of("color-score-cpp", &format!("film{length}")).1["race"].clone();
        (race["is_whole"].clone(), race["frames"]["turns"].as_array().unwrap().len())
    };
    assert_eq!(lasts_until("?turns=40"), (Value::Bool(false), 41), "the beginning can be had for itself");
    assert_eq!(lasts_until("?turns=4000"), (Value::Bool(true), 101));
    let (_, view) = of("color-score-cpp", "film");
    assert_eq!(lasts_until("?turns=40"), (Value::Bool(true), 101), "all that is there is given");
    assert_eq!(view["more"], serde_json::json!({ "specimens": true, "analysis": true }));
    let starts = view["race"]["track"]["starts"].as_array().unwrap();
    let at_start = |start: &Value| of("color-score-cpp", &format!("specimens?turn=0&cell={start}")).1;
    let found: Vec<Value> = starts.iter().map(at_start).collect();
    let all: u64 = found.iter().map(|found| found["all"].as_u64().unwrap()).sum();
    assert_eq!(all, 15, "all begin at the starts");
    let genome = found.iter().find_map(|found| found["genomes"][0]["genome"].as_str()).unwrap();
    let (status, said) = of("color-score-cpp", &format!("analysis?genome={genome}"));
    assert_eq!((status, &said["is_same"], &said["beliefs"]), (200, &Value::Bool(true), &Value::Null));
    assert_eq!(said["walks"][genome].as_array().unwrap().len(), starts.len());
    assert_eq!(of("color-score-cpp", "analysis?genome=people").0, 404);
    assert_eq!(of("color-score-cpp", &format!("analysis?genome=1{genome}")).0, 404, "it has too many bits");
    assert_eq!(of("color-score-cpp", "specimens?turn=101&cell=0").0, 404, "there is no such turn");
    assert_eq!(of("color-score-cpp", "specimens?turn=1&cell=60000").1["all"], 0);
    assert_eq!(of("secret", "film").1["more"]["analysis"], false);
    let (status, said) = of("secret", &format!("analysis?genome={genome}"));
    assert_eq!(status, 404, "{said}");
    assert_mentions(said["error"].as_str().unwrap(), &["serve --bot"]);

    let run = world.run(&["serve", &file, "--bot", "nowhere.py", "--bot", "nobody.rb"]);
    run.assert_refused(3, &["nowhere.py", "nobody.rb"]);
}

#[test]
fn before_the_reveal_neither_seeds_nor_what_bots_say_are_shown() {
    let world = World::sharing_builds();
    let file = tournament(&world, "[phases]\nreveals_until = 2999-01-01T00:00:00Z\n");
    let Some(server) = Server::start(&world, &[&file]) else { return };
    let secret = key(&server, "secret");
    let paths = [
        "/api".to_owned(),
        "/api/tournaments/contest".to_owned(),
        "/api/tournaments/contest/matches".to_owned(),
        format!("/api/tournaments/contest/matches/{secret}"),
    ];
    for path in &paths {
        let (head, body) = server.ask("GET", path, "localhost");
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        for hidden in ["my secret plan", "secret.py", "\"seed\":\"", "0x"] {
            assert!(!body.contains(hidden), "{path} shows {hidden}: {body}");
        }
    }
    let (_, shown) = server.get(&paths[3]);
    assert_eq!((&shown["match"]["spec"]["seed"], &shown["has_replay"]), (&Value::Null, &false.into()));
    for hidden in ["film", "replay", "picture", "specimens?turn=0&cell=0", "analysis?genome=0"] {
        assert_eq!(server.get(&format!("/api/tournaments/contest/matches/{secret}/{hidden}")).0, 403);
    }
}

/// A game whose program repeats the bots' replies wherever it can.
const PARROT: &str = r#"
import json, sys
start = json.loads(input())
ask = {"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}
print(json.dumps(ask), flush=True)
said = json.loads(input())["answers"]
end = {"type": "end", "scores": [1, 0], "reason": f"they said {said}", "details": {"said": said}}
end["frame"] = {"rows": ["ab"], "caption": [f"they said {said}"]}
print(json.dumps(end), flush=True)
"#;

const LATER: &str = "[phases]\nreveals_until = 2999-01-01T00:00:00Z\n";

/// Replies with a secret, and draws it.
const SECRETIVE: &str = r#"read line
echo '@rathaus {"text":"my secret plan","at":[0,0]}' >&2
echo my secret thought >&2
echo my secret plan
"#;

/// Plays a tournament of a custom game before the reveal. Its bots write a secret, and its replay
/// is beside it.
fn parroting(world: &World) -> (String, String) {
    world.file("games/parrot/game.py", PARROT);
    world.file(
        "games/parrot/game.toml",
        "name = \"parrot\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000 }\n",
    );
    let bots = ["one", "two"].map(|name| world.file(&format!("{name}.sh"), SECRETIVE));
    let text = format!(
        "game = \"games/parrot\"\nseed = 77\ngames = 1\nentrants = {bots:?}\n[records]\nkeep = \"all\"\n{LATER}"
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let out = world.path("first.replay").to_str().unwrap().to_owned();
    let run = world.run(&["tournament", "replay", "1", "--file", &file, "--out", &out]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    (file, out)
}

/// Requests everything about a tournament and a replay. Returns each path with its response.
fn all_routes(server: &Server) -> Vec<(String, String, String)> {
    let (_, listed) = server.get("/api/tournaments/contest/matches");
    let handles =
        listed["matches"].as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap().to_owned());
    let mut paths: Vec<String> = ["", "/workers", "/matches", "/matches?faulty=true"]
        .map(|end| format!("/api/tournaments/contest{end}"))
        .into();
    for handle in handles {
        let ends =
            ["", "/film", "/film?turns=1", "/replay", "/specimens?turn=0&cell=0", "/analysis?genome=0"];
        paths.extend(ends.map(|end| format!("/api/tournaments/contest/matches/{handle}{end}")));
    }
    let charts = ["standings", "scores", "bracket", "points", "head-to-head", "rounds", "takes"];
    paths.extend(charts.map(|chart| format!("/api/tournaments/contest/charts/{chart}.svg")));
    let ends = ["", "?turns=1", "/specimens?turn=0&cell=0", "/analysis?genome=0"];
    paths.extend(ends.map(|end| format!("/api/replays/first{end}")));
    paths.push("/api".into());
    let mut answers: Vec<(String, String, String)> = paths
        .into_iter()
        .map(|path| {
            let (head, body) = server.ask("GET", &path, "localhost");
            (path, head.split(' ').nth(1).unwrap().to_owned(), body)
        })
        .collect();
    answers.push(("/events".into(), "200".into(), server.first_event("/api/tournaments/contest/events")));
    answers
}

/// The seeds and keys of the matches in a database.
fn secrets(world: &World) -> Vec<String> {
    let connection = rusqlite::Connection::open(world.path("contest.db")).unwrap();
    let mut query = connection.prepare("SELECT key, spec FROM matches").unwrap();
    let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let of_match = |row: rusqlite::Result<(String, String)>| {
        let (key, spec) = row.unwrap();
        let seed = serde_json::from_str::<Value>(&spec).unwrap()["seed"].as_str().unwrap().to_owned();
        [key, seed]
    };
    rows.flat_map(of_match).collect()
}

#[test]
fn before_the_reveal_no_route_tells_what_bots_said_in_a_custom_game() {
    let world = World::sharing_builds();
    let (file, replay) = parroting(&world);
    let Some(server) = Server::start(&world, &[&file, &replay]) else { return };
    let mut hidden = secrets(&world);
    assert_eq!(hidden.len(), 4, "two matches");
    hidden.push("secret".into());
    let answers = all_routes(&server);
    for (path, _, body) in &answers {
        for secret in &hidden {
            assert!(!body.contains(secret), "{path} tells {secret}: {body}");
        }
    }
    for (path, status, _) in &answers {
        let is_refused = ["/film", "/replay?", "/replays/", "/specimens", "/analysis", "rounds", "takes"];
        if is_refused.iter().any(|part| path.contains(part)) || path.ends_with("/replay") {
            assert_eq!(status, "403", "{path}");
        }
    }
    let (_, shown) = server.get("/api/tournaments/contest/matches/match-1");
    let record = &shown["match"]["record"];
    assert_eq!(
        (&record["scores"], &record["details"]),
        (&serde_json::json!([1.0, 0.0]), &serde_json::json!({}))
    );
    let (_, told) = server.get("/api");
    assert_eq!(told["replays"][0]["hidden"], true, "{told}");
}

#[test]
fn before_the_reveal_no_route_tells_moves_or_numbers_of_the_dilemma() {
    let world = World::sharing_builds();
    let bots = ["one", "two"].map(|name| {
        world.file(&format!("{name}.py"), "print(1 if False else 2 if input().split()[1] == '1' else 1)\n")
    });
    let text = format!(
        "game = \"prisoners-dilemma\"\nseed = 77\nentrants = {bots:?}\n[parameters]\nrounds_per_player = 1\n[records]\nkeep = \"all\"\n{LATER}"
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let Some(server) = Server::start(&world, &[&file]) else { return };
    for (path, _, body) in all_routes(&server) {
        for hidden in
            secrets(&world).iter().map(String::as_str).chain(["takes\":[", "\"rounds\":", "\"number\":\""])
        {
            assert!(!body.contains(hidden), "{path} tells {hidden}: {body}");
        }
    }
    assert_eq!(server.get("/api/tournaments/contest/charts/takes.svg").0, 403);
}

/// The deadlines of the ledger count if the tournament file has none.
#[test]
fn a_reveal_that_only_the_ledger_names_is_waited_for() {
    let world = World::sharing_builds();
    let file = tournament(&world, "");
    let ledger = world.file("ledger.toml", &format!("deadline = 2999-01-01T00:00:00Z\n[[posting]]\nplayer = \"ann\"\nhash = {:?}\nposted = 2014-05-03T00:00:00Z\n", format!("{}=", "A".repeat(43))));
    let text = fs::read_to_string(&file).unwrap()
        + &format!("[commitments]\nledger = {ledger:?}\nrequired = false\n");
    fs::write(&file, text).unwrap();
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let Some(server) = Server::start(&world, &[&file]) else { return };
    assert_eq!(server.get("/api/tournaments/contest").1["standings"]["seed"], Value::Null);
    assert_eq!(server.get("/api/tournaments/contest/matches/match-1/film").0, 403);
}

#[test]
fn what_cannot_be_served_is_said() {
    let world = World::sharing_builds();
    let other = world.file("notes.txt", "");
    for (file, name) in [("nowhere.toml", "nowhere.toml"), (other.as_str(), "notes.txt")] {
        let run = world.run(&["serve", file]);
        if has_pages() {
            run.assert_refused(3, &[name, "help"]);
        }
    }
}
