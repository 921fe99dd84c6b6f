//! Teams of entrants.

use super::rulings::numbers_game;
use super::*;

/// A tournament of four bots in two teams.
fn file(format: &str, more: &str, teams: &str) -> String {
    format!(
        "name = \"t\"\ngame = \"numbers\"\nseed = 3\nformat = {format:?}\ngames = 2\n{more}\
         entrants_folder = \"bots\"\n[teams]\n{teams}\n"
    )
}

const TWO: &str = "red = [\"b1\", \"b4\"]\nblue = [\"b2\", \"b3\"]";

fn world(text: &str) -> World {
    let world = numbers_game();
    world.file("tournament.toml", text);
    world
}

/// The names of the teams with their ranks and scores.
fn teams(standings: &Value) -> Vec<(String, u64, f64)> {
    let team = |team: &Value| {
        let name = team["name"].as_str().unwrap().to_owned();
        (name, team["rank"]["best"].as_u64().unwrap(), team["score"].as_f64().unwrap())
    };
    standings["teams"].as_array().unwrap().iter().map(team).collect()
}

#[test]
fn teams_have_the_points_of_their_members() {
    // In two rounds of a round robin, b4 wins 6 games, b3 4, b2 2 and b1 none.
    for (score, red, blue) in [("sum", 6.0, 6.0), ("mean", 3.0, 3.0), ("best 1", 6.0, 4.0)] {
        let world = world(&file("round-robin", &format!("team_score = {score:?}\n"), TWO));
        done(&world, &["run", "--quiet"]);
        let found = standings(&world);
        let ranks = if red == blue { [1, 1] } else { [1, 2] };
        let mut expected = [("red".to_owned(), ranks[0], red), ("blue".to_owned(), ranks[1], blue)];
        // Equal ones are in the order of their names.
        if red == blue {
            expected.reverse();
        }
        assert_eq!(teams(&found), expected, "{score}");
        assert_eq!((&found["team_score"], &found["teammates_meet"]), (&json!(score), &json!(true)));
        let members =
            &found["teams"].as_array().unwrap().iter().find(|team| team["name"] == "red").unwrap()["members"];
        let counts = score != "best 1";
        let expected = json!([{ "name": "b4", "points": 6.0, "counts": true },
                              { "name": "b1", "points": 0.0, "counts": counts }]);
        assert_eq!(*members, expected);
        assert!(found["entrants"].as_array().unwrap().iter().all(|entrant| entrant["team"].is_string()));
    }
}

#[test]
fn teams_are_in_every_form_of_the_standings() {
    let world = world(&file("swiss", "team_score = \"best 1\"\n", TWO));
    done(&world, &["run", "--quiet"]);
    let text = done(&world, &["standings"]).stdout;
    assert_mentions(&text, &["By team", "red", "blue", "b4 2", "(b1 0)"]);
    let markdown = done(&world, &["standings", "--format", "markdown"]).stdout;
    assert_mentions(&markdown, &["By team", "| rank | points | team | members |"]);
    let csv = done(&world, &["standings", "--format", "csv"]).stdout;
    assert!(csv.lines().next().unwrap().ends_with(",team"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("b4,") && line.ends_with(",red")), "{csv}");
    // A Swiss tournament gives its own points.
    assert_eq!(teams(&standings(&world)), [("red".into(), 1, 2.0), ("blue".into(), 2, 1.0)]);
    // Who is in no team is in the table of entrants only.
    world.file("tournament.toml", &file("swiss", "", "red = [\"b4\"]"));
    done(&world, &["run", "--quiet"]);
    let found = standings(&world);
    assert_eq!(teams(&found), [("red".into(), 1, 2.0)]);
    let teamless = found["entrants"].as_array().unwrap().iter().filter(|entrant| entrant["team"].is_null());
    assert_eq!(teamless.count(), 3, "other teams change no result");
}

#[test]
fn members_of_one_team_meet_only_if_they_may() {
    for format in ["round-robin", "double-round-robin", "swiss"] {
        let world = world(&file(format, "teammates_meet = false\n", TWO));
        done(&world, &["run", "--quiet"]);
        let connection = Connection::open(world.path("tournament.db")).unwrap();
        let mut query = connection.prepare("SELECT spec FROM matches").unwrap();
        let specs: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert!(specs.len() >= 8, "{format}: {}", specs.len());
        let mut query =
            connection.prepare("SELECT name, json_extract(entrant, '$.identity') FROM entrants").unwrap();
        let identities: BTreeMap<String, String> =
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
        for (one, other) in [("b1", "b4"), ("b2", "b3")] {
            let met = |spec: &&String| spec.contains(&identities[one]) && spec.contains(&identities[other]);
            assert_eq!(specs.iter().filter(met).count(), 0, "{format}: {one} met {other}");
        }
        // Other teams would be another tournament. Without the rule, they would not be.
        world.file("tournament.toml", &file(format, "teammates_meet = false\n", "red = [\"b1\", \"b2\"]"));
        tournament(&world, &["run", "--quiet"]).assert_refused(2, &["teams", "b1", "b4"]);
    }
}

#[test]
fn teams_that_cannot_be_kept_apart_are_mistakes() {
    for (format, game) in [("knock-out", "numbers"), ("adaptive", "numbers"), ("drawn", "numbers")] {
        let world = world(&file(format, "teammates_meet = false\n", TWO).replace("numbers", game));
        tournament(&world, &["run"])
            .assert_refused(3, &["tournament.toml:6:1", "members of one team can meet"]);
    }
    let world = world(&file("swiss", "teammates_meet = false\n", "red = [\"b1\", \"b2\", \"b3\"]"));
    tournament(&world, &["run", "--quiet"]).assert_refused(2, &["3 of 4 entrants"]);
    world.file(
        "tournament.toml",
        &file("round-robin", "teammates_meet = false\n", "a = [\"b1\", \"b2\", \"b3\", \"b4\"]"),
    );
    tournament(&world, &["run", "--quiet"]).assert_refused(2, &["too few play"]);
}

#[test]
fn mistakes_about_teams_are_shown_in_place() {
    let cases = [
        ("", "red = [\"b1\"]\nblue = [\"b1\"]", "tournament.toml:8:8", "already"),
        ("", "red = []", "tournament.toml:8:7", "no members"),
        ("", "red = [\"b7\"]", "tournament.toml:8:8", "b7"),
        ("", "\"a\\u0007\" = [\"b1\"]", "tournament.toml:8:1", "control character"),
        ("", "red = \"b1\"", "tournament.toml:8:7", "list"),
        ("team_score = \"best\"\n", TWO, "tournament.toml:6:14", "best"),
    ];
    for (more, teams, place, words) in cases {
        let world = world(&file("swiss", more, teams));
        let run = tournament(&world, &["run"]);
        assert_eq!(run.code, Some(3), "{teams}: {}", run.stderr);
        assert!(run.stderr.contains(place) && run.stderr.contains(words), "{teams}: {}", run.stderr);
    }
    let long = format!("{} = [\"b1\"]", "x".repeat(5_000));
    let world = world(&file("swiss", "", &long));
    tournament(&world, &["run"]).assert_refused(3, &["tournament.toml:8:1"]);
    let lone = "game = \"numbers\"\nseed = 3\nentrants_folder = \"bots\"\nteam_score = \"mean\"\nteammates_meet = true\n";
    world.file("tournament.toml", lone);
    tournament(&world, &["run"])
        .assert_refused(3, &["tournament.toml:4:1", "tournament.toml:5:1", "no teams"]);
}

/// In a game that each plays alone, a team has the values of its members.
#[test]
fn teams_of_a_race_have_the_values_of_their_members() {
    let world = World::sharing_builds();
    let text = race(2, &[&sample("look-ahead"), &sample("color-score-python")]);
    world.file(
        "tournament.toml",
        &format!("{text}[teams]\nred = [\"color-score-python\"]\nblue = [\"look-ahead\"]\n"),
    );
    let run = tournament(&world, &["run", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let found = standings(&world);
    for team in found["teams"].as_array().unwrap() {
        let name = &team["members"][0]["name"];
        let entrant = found["entrants"].as_array().unwrap().iter().find(|one| one["name"] == *name).unwrap();
        let (score, value) = (team["score"].as_f64().unwrap(), entrant["value"]["value"].as_f64().unwrap());
        assert!((score - value).abs() < 1e-6, "{team:#} {entrant:#}");
    }
}

/// Whoever forges a database may name teams as they like.
#[test]
fn forged_teams_reach_no_terminal() {
    let world = world(&file("swiss", "", TWO));
    done(&world, &["run", "--quiet"]);
    let rename = r#"UPDATE tournament SET settings = replace(settings, '"red"', '"re\u001b[2J\nd|x"')"#;
    forge(&world.path("tournament.db"), rename);
    for format in ["text", "markdown", "csv"] {
        let shown = done(&world, &["standings", "--format", format]).stdout;
        assert!(!shown.contains('\u{1b}'), "{shown}");
        assert!(shown.lines().all(|line| !line.starts_with("d|x")), "{shown}");
    }
    let unknown = r#"UPDATE tournament SET settings = replace(settings, '"b4"', '"nobody"')"#;
    forge(&world.path("tournament.db"), unknown);
    tournament(&world, &["standings"]).assert_refused(2, &["nobody"]);
}
