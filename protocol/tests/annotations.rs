//! Annotations on stderr: which lines are annotations, and that no line is an error.
#![expect(clippy::tests_outside_test_module, reason = "the file is a test")]

use proptest::prelude::*;
use rathaus_protocol::annotations::{
    Annotation, AnnotationColour, MAX_ANNOTATIONS, MAX_LINE_BYTES, MAX_NAME, MAX_TEXT, NamedNumber, PREFIX,
    TurnNotes,
};

fn parsed(json: &str) -> Option<Annotation> {
    Annotation::parse(&format!("{PREFIX}{json}\n"))
}

#[test]
fn each_form_is_read_and_written_the_same() {
    for json in [
        r#"{"line":[0.0,1.0,2.5,-3.0],"colour":"red"}"#,
        r#"{"circle":[4.0,5.0,0.5]}"#,
        r#"{"text":"here <b>","at":[1.0,2.0],"colour":"grey"}"#,
        r#"{"number":{"name":"score","value":1.5}}"#,
    ] {
        let annotation = parsed(json).expect(json);
        assert_eq!(serde_json::to_string(&annotation).unwrap(), json);
    }
    let line = Annotation::Line { line: [0.0, 1.0, 2.0, 3.0], colour: Some(AnnotationColour::Grey) };
    assert_eq!(parsed(r#" { "color": "gray", "line": [0, 1, 2, 3] } "#), Some(line));
}

#[test]
fn everything_else_is_ordinary_text() {
    let long = |letters: usize| "x".repeat(letters);
    for json in [
        "",
        "null",
        "[]",
        "{}",
        "{",
        "NaN",
        r#"{"line":[0,0,0,NaN]}"#,
        r#"{"line":[0,0,0,1e999]}"#,
        r#"{"line":[0,0,0,1000001]}"#,
        r#"{"line":[0,0,0]}"#,
        r#"{"line":[0,0,0,0,0]}"#,
        r#"{"line":["0",0,0,0]}"#,
        r#"{"line":[0,0,0,0],"circle":[0,0,1]}"#,
        r#"{"line":[0,0,0,0],"colour":"url(http://example.org)"}"#,
        r#"{"line":[0,0,0,0],"width":3}"#,
        r#"{"line":[0,0,0,0]} {"line":[0,0,0,0]}"#,
        r#"{"circle":[0,0,-1]}"#,
        r#"{"text":"","at":[0,0]}"#,
        r#"{"text":"no place"}"#,
        &format!(r#"{{"text":"{}","at":[0,0]}}"#, long(MAX_TEXT + 1)),
        r#"{"number":{"name":"score","value":1e999}}"#,
        r#"{"number":{"name":"score","value":null}}"#,
        r#"{"number":{"name":"","value":1}}"#,
        &format!(r#"{{"number":{{"name":"{}","value":1}}}}"#, long(MAX_NAME + 1)),
        &format!(r#"{{"circle":[0,0,1]}}{}"#, " ".repeat(MAX_LINE_BYTES)),
    ] {
        assert_eq!(parsed(json), None, "{json}");
        let line = format!("{PREFIX}{json}\n");
        assert_eq!(TurnNotes::parse(&line), TurnNotes { annotations: Vec::new(), text: line.clone() });
    }
    assert_eq!(Annotation::parse(r#"@rathaus{"circle":[0,0,1]}"#), None);
    assert_eq!(Annotation::parse(r#" @rathaus {"circle":[0,0,1]}"#), None);
}

#[test]
fn text_and_annotations_are_separated() {
    let stderr =
        "before\n@rathaus {\"circle\":[1,2,3]}\nafter\n@rathaus {\"number\":{\"name\":\"n\",\"value\":2}}";
    let circle = Annotation::Circle { circle: [1.0, 2.0, 3.0], colour: None };
    let number = Annotation::Number { number: NamedNumber { name: "n".into(), value: 2.0 } };
    let notes = TurnNotes { annotations: vec![circle, number], text: "before\nafter\n".into() };
    assert_eq!(TurnNotes::parse(stderr), notes);
    assert!(TurnNotes::parse("").is_empty());
}

#[test]
fn hostile_input_is_bounded() {
    let circle = "@rathaus {\"circle\":[1,2,3]}\n";
    let notes = TurnNotes::parse(&circle.repeat(10_000));
    assert_eq!(notes.annotations.len(), MAX_ANNOTATIONS);
    assert_eq!(notes.text.len(), (10_000 - MAX_ANNOTATIONS) * circle.len());
    // One line of 100 MB, and values nested more deeply than any stack.
    let long = format!("{PREFIX}{{\"text\":\"{}\",\"at\":[0,0]}}", "x".repeat(100 << 20));
    assert_eq!(TurnNotes::parse(&long).annotations, []);
    for open in ["[", "{\"line\":"] {
        assert_eq!(parsed(&open.repeat(1_000_000)), None);
        assert_eq!(parsed(&open.repeat(120)), None);
    }
    let controls = "@rathaus {\"text\":\"a\u{0}\u{1b}[31m\u{7f}\",\"at\":[0,0]}\n";
    assert_eq!(TurnNotes::parse(controls).annotations, [], "raw control characters are no JSON");
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_nothing_is_lost(lines in proptest::collection::vec(line(), 0..20)) {
        let stderr = lines.concat();
        let notes = TurnNotes::parse(&stderr);
        let ordinary = |line: &&str| Annotation::parse(line).is_none();
        prop_assert_eq!(notes.text, stderr.split_inclusive('\n').filter(ordinary).collect::<String>());
    }
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}\n?",
        "@rathaus \\{\"(line|circle|text|number)\":[\\[\\]{}\",:0-9.e a-z]{0,30}\n",
        "@rathaus \\{\"circle\":\\[[0-9],[0-9]{1,9},[0-9]e[0-9]\\]\\}\n",
    ]
}
