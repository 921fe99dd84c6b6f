//! Snapshots of the charts, and properties that hold for every chart.

use insta::assert_snapshot;
use regex::Regex;

use super::{
    BracketEncounter, BracketSide, ChartAxis, ChartWidth, HeadToHeadResult, bracket, distributions,
    head_to_head, over_rounds, over_versions, standings, takes,
};
use crate::tournament::standings::EstimateWithInterval;

fn estimate(value: f64, low: f64, high: f64) -> EstimateWithInterval {
    EstimateWithInterval { value, low, high }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn standings_of_three() {
    let rows = [
        ("ColorScore".to_owned(), estimate(611.2, 350.0, 1201.0)),
        ("LookAhead".to_owned(), estimate(530.7, 300.0, 900.0)),
        ("Slow and steady, and not in a hurry at all".to_owned(), estimate(1.5, 1.0, 2.2)),
    ];
    let axis = ChartAxis::logarithmic("geometric mean");
    assert_snapshot!(standings("Rat race over 50 boards", &axis, &rows, ChartWidth::Wide));
    assert_snapshot!(
        "narrow_standings",
        standings("Rat race over 50 boards", &axis, &rows, ChartWidth::Narrow)
    );
}

#[test]
fn distributions_of_two() {
    let rows = [
        ("ColorScore".to_owned(), vec![1.0, 1.0, 17.0, 4321.0, 99_000.0, 1.0]),
        ("has not played".to_owned(), vec![]),
    ];
    let axis = ChartAxis::logarithmic("score on a board");
    assert_snapshot!(distributions("Scores", &axis, &rows, ChartWidth::Wide));
}

#[test]
fn three_head_to_head() {
    let cell = |share, p| Some(HeadToHeadResult { share, p });
    let cells = [
        vec![None, cell(0.92, Some(0.001)), cell(0.5, None)],
        vec![cell(0.08, Some(0.001)), None, cell(0.45, Some(0.3))],
        vec![cell(0.5, None), cell(0.55, Some(0.3)), None],
    ];
    assert_snapshot!(head_to_head("Who beats whom", &names(&["first", "second", "third"]), &cells));
}

#[test]
fn takes_of_three() {
    let counts = [vec![0, 12, 4711], vec![3, 0, 250_000], vec![0, 1, 0]];
    assert_snapshot!(takes(
        "Who took from whom",
        &names(&["first", "second", "third"]),
        &counts,
        ChartWidth::Wide
    ));
}

#[test]
fn three_over_rounds() {
    let series = [
        ("first".to_owned(), vec![0.0, 5.0, 7.0, 12.0]),
        ("second".to_owned(), vec![1.0, 3.0, 8.0, 12.0]),
        ("gave up".to_owned(), vec![-1.0, -5.0]),
    ];
    let axis = ChartAxis::linear("score so far");
    assert_snapshot!(over_rounds("Scores over the rounds", &axis, &series, ChartWidth::Wide));
    assert_snapshot!("three_over_rounds_narrow", over_rounds("Scores", &axis, &series, ChartWidth::Narrow));
}

#[test]
fn versions_of_two() {
    let known = |value: f64| Some(EstimateWithInterval { value, low: value - 40.0, high: value + 50.0 });
    let bots = [
        ("first".to_owned(), vec![known(1400.0), known(1480.0), known(1620.0)]),
        (
            "second".to_owned(),
            vec![known(1500.0), None, Some(EstimateWithInterval::without_interval(1510.0))],
        ),
        ("absent".to_owned(), vec![None]),
    ];
    assert_snapshot!(over_versions("versions", &ChartAxis::linear("rating"), &bots, ChartWidth::Wide));
}

/// A first round of these names. In each pair the first advances by lot.
fn first_round(names: &[String]) -> Vec<(String, Vec<BracketEncounter>)> {
    let side = |(place, name): (usize, &String)| BracketSide {
        name: name.clone(),
        points: Some(4.5),
        continues: place == 0,
    };
    let meeting = |pair: &[String]| BracketEncounter {
        sides: pair.iter().enumerate().map(side).collect(),
        by_lot: true,
    };
    let meetings: Vec<BracketEncounter> = names.chunks(2).map(meeting).collect();
    if meetings.is_empty() { Vec::new() } else { vec![("round of 16".to_owned(), meetings)] }
}

const WIDTHS: [ChartWidth; 2] = [ChartWidth::Wide, ChartWidth::Narrow];

/// One chart of each kind, in both widths, for bots with these names.
fn charts(title: &str, names: &[String]) -> Vec<String> {
    WIDTHS.into_iter().flat_map(|width| charts_of_width(title, names, width)).collect()
}

fn charts_of_width(title: &str, names: &[String], width: ChartWidth) -> [String; 7] {
    let named = |value: &dyn Fn(usize) -> f64| -> Vec<(String, Vec<f64>)> {
        let of = |bot: usize| (0..30).map(|index| value(bot * 30 + index)).collect();
        names.iter().enumerate().map(|(bot, name)| (name.clone(), of(bot))).collect()
    };
    let value = |index: usize| 10f64.powf((index * 37 % 101) as f64 / 20.0).floor();
    let estimates: Vec<(String, EstimateWithInterval)> = (0..)
        .zip(names)
        .map(|(bot, name)| (name.clone(), estimate(value(bot), value(bot) / 2.0, value(bot) * 3.0)))
        .collect();
    let cell = |row: usize, column: usize| {
        (row != column)
            .then(|| HeadToHeadResult { share: ((row * 7 + column) % 11) as f64 / 10.0, p: Some(0.01) })
    };
    let side = 0..names.len();
    let cells: Vec<Vec<_>> =
        side.clone().map(|row| side.clone().map(|column| cell(row, column)).collect()).collect();
    let counts: Vec<Vec<u64>> =
        side.clone().map(|row| side.clone().map(|column| (row * column * 99) as u64).collect()).collect();
    let axis = ChartAxis::logarithmic(title);
    let versions: Vec<(String, Vec<Option<EstimateWithInterval>>)> = estimates
        .iter()
        .map(|(name, known)| (name.clone(), vec![None, Some(*known), Some(*known)]))
        .collect();
    [
        standings(title, &axis, &estimates, width),
        distributions(title, &axis, &named(&value), width),
        head_to_head(title, names, &cells),
        takes(title, names, &counts, width),
        over_rounds(title, &ChartAxis::linear(title), &named(&|index| value(index) - 5000.0), width),
        over_versions(title, &axis, &versions, width),
        bracket(title, &first_round(names), width),
    ]
}

#[test]
fn nothing_is_said_to_be_nothing() {
    for chart in charts("Title", &[]) {
        assert!(
            chart.contains("There is nothing to show.") && chart.contains("<title>Title</title>"),
            "{chart}"
        );
    }
}

#[test]
fn hostile_names_are_words_like_others() {
    let hostile = "<script>&\"\u{0}\n\u{ffff}]]>";
    for chart in charts(hostile, &names(&[hostile, "other"])) {
        assert!(!chart.contains("<script") && !chart.contains(['\u{0}', '\u{ffff}']), "{chart}");
        assert!(chart.contains("&lt;script&gt;&amp;&quot;\\u{0}\\n\u{fffd}"), "{chart}");
        assert_eq!(chart.matches("<title>").count(), 1);
    }
}

/// Every text with its left edge and its maximum right edge, in units of the picture. Texts that
/// run upwards are left out.
fn texts(chart: &str) -> Vec<(f64, f64, String)> {
    let text = Regex::new(
        r#"<text x="(-?\d+)" y="-?\d+" dy="0.5ex" text-anchor="(\w+)" font-family="sans-serif" font-size="([\d.]+)"[^>]*>\n(.*)\n"#,
    );
    let number = |digits: &str| digits.parse::<f64>().unwrap();
    let before = |anchor: &str| match anchor {
        "start" => 0.0,
        "middle" => 0.5,
        _ => 1.0,
    };
    let place = |[at, anchor, size, words]: [&str; 4]| {
        let width = super::words::width(words) * number(size);
        let left = number(at) - width * before(anchor);
        (left, left + width, words.to_owned())
    };
    let upwards = |captures: &regex::Captures| captures[0].contains("rotate");
    text.unwrap()
        .captures_iter(chart)
        .filter(|captures| !upwards(captures))
        .map(|captures| place(captures.extract().1))
        .collect()
}

/// On a phone no chart is wider than the window, but a matrix of many bots.
#[test]
fn narrow_charts_are_narrow() {
    let width_of = |chart: &String| {
        let width = chart.split_once("width=\"").unwrap().1.split_once('"').unwrap().0;
        width.parse::<f64>().unwrap()
    };
    for count in [1, 2, 4, 50] {
        let names: Vec<String> = (0..count).map(|bot| format!("bot {bot} with a long name")).collect();
        let charts = charts_of_width("Title", &names, ChartWidth::Narrow);
        // The page shows who beats whom as a table, so that chart is always wide.
        let [standings, distributions, _, takes, rounds, versions, bracket] = &charts;
        for chart in [standings, distributions, rounds, versions, bracket] {
            assert_eq!(width_of(chart), 340.0, "{chart}");
        }
        assert_eq!(width_of(takes) > 340.0, count == 50);
    }
}

/// Names and titles have the maximum length and width here.
#[test]
fn one_to_fifty_bots_fit() {
    for count in [1, 2, 15, 16, 50] {
        let names: Vec<String> = (0..count).map(|bot| format!("{bot}{}", "W".repeat(2 * bot))).collect();
        for chart in charts(&"Title ".repeat(3 * count), &names) {
            let width = chart.split_once("viewBox=\"0 0 ").unwrap().1.split_once(' ').unwrap().0;
            let (width, texts) = (width.parse::<f64>().unwrap(), texts(&chart));
            assert!(texts.len() >= count);
            let cut = texts.iter().find(|(left, right, _)| *left < 0.0 || *right > width);
            assert_eq!(cut, None, "of {count} bots in a width of {width}");
            assert!(!chart.contains("NaN") && !chart.contains("inf"));
        }
    }
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, f64::MAX, f64::MIN_POSITIVE];
    for axis in [ChartAxis::linear("x"), ChartAxis::logarithmic("x")] {
        let rows = odd.map(|value| ("bot".to_owned(), estimate(value, f64::NEG_INFINITY, f64::INFINITY)));
        for width in WIDTHS {
            standings("odd", &axis, &rows, width);
            distributions("odd", &axis, &[("bot".to_owned(), odd.to_vec())], width);
            over_rounds("odd", &axis, &[("bot".to_owned(), odd.to_vec())], width);
        }
    }
    // Rows and cells may be missing.
    head_to_head(
        "odd",
        &names(&["first", "second"]),
        &[vec![Some(HeadToHeadResult { share: f64::NAN, p: None })]],
    );
    for width in WIDTHS {
        takes("odd", &names(&["first", "second"]), &[vec![u64::MAX]], width);
    }
}

#[test]
fn a_bracket_of_three() {
    let side = |name: &str, points, continues| BracketSide { name: name.into(), points, continues };
    let rounds = [
        (
            "semi-final".to_owned(),
            vec![
                BracketEncounter { sides: vec![side("first", None, true)], by_lot: false },
                BracketEncounter {
                    sides: vec![
                        side("second, who has a very long name <indeed>", Some(1.0), true),
                        side("third", Some(1.0), false),
                    ],
                    by_lot: true,
                },
            ],
        ),
        (
            "final".to_owned(),
            vec![BracketEncounter {
                sides: vec![side("first", Some(0.5), false), side("second", Some(1.5), true)],
                by_lot: false,
            }],
        ),
    ];
    assert_snapshot!(bracket("Who met whom", &rounds, ChartWidth::Wide));
    assert_snapshot!("a_narrow_bracket_of_three", bracket("Who met whom", &rounds, ChartWidth::Narrow));
}
