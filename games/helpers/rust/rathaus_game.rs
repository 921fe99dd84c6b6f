//! A library for rules of custom games in Rust, without any dependency.
//!
//! ```ignore
//! mod rathaus_game;
//!
//! fn play(game: &mut rathaus_game::Match) {
//!     let answer = game.ask(0, &["your move"]);
//!     // ...
//!     game.end_with_scores(&[1.0, 0.0], "seat 0 was faster");
//! }
//!
//! fn main() {
//!     rathaus_game::run(play)
//! }
//! ```
//!
//! `run` calls `play` for each match. With `[reuse]` in game.toml, a process plays several. Seats
//! are numbers from 0. Print with `eprintln!`, because stdout belongs to the host. Use only
//! `Match::random`: the same seed and answers must give the same match.
//!
//! protocol/SPEC.md, "Custom games", specifies the messages.
// No game uses all of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The generator SplitMix64 by Steele, Lea and Flood: the same numbers in all languages.
pub struct Random(u64);

/// The answer to an ask: its `lines`, or a `fault`.
pub struct Answer {
    number: usize,
    /// The lines, without line feeds. Empty after a fault.
    pub lines: Vec<String>,
    /// The kind of fault, such as `late`.
    pub fault: Option<String>,
    /// Whether the seat is now out of the match.
    pub out: bool,
    /// How long the seat took, in microseconds. From protocol 2 on.
    pub took_us: Option<u64>,
    /// What is left on the clock of the seat, in milliseconds.
    pub left_ms: Option<u64>,
}

/// A clock of a seat, which runs while the seat is asked without `ms`.
pub struct Clock {
    /// The time on the clock, in milliseconds.
    pub ms: u64,
    /// What each answer adds, in milliseconds.
    pub increment_ms: u64,
    /// After this many answers, `ms` is added again. Never if 0.
    pub moves: u64,
    /// How much later than the end of its clock a seat may answer, in milliseconds.
    pub margin_ms: u64,
}

/// A match. Its methods send messages to the host.
pub struct Match {
    /// The version of the protocol, as game.toml names it.
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// The number of seats.
    pub seats: usize,
    /// The values of all parameters, by name.
    pub parameters: BTreeMap<String, Json>,
    /// For each seat, the options of its bot.toml.
    pub options: Vec<BTreeMap<String, Json>>,
    /// The only source of randomness that a game may use.
    pub random: Random,
    /// Additional fields of the next message.
    next: Vec<(String, Json)>,
    is_over: bool,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A random integer from 0 to bound - 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// A random element.
    pub fn choice<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len() as u64) as usize]
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

impl Answer {
    fn from_json(number: usize, message: &Json) -> Answer {
        let lines = message.get("lines").map_or(&[][..], Json::list);
        let fault = message.get("fault").map(|fault| fault.text().to_owned());
        let out = message.get("out") == Some(&Json::Bool(true)) || fault.as_deref() == Some("out");
        let lines = lines.iter().map(|line| line.text().to_owned()).collect();
        let time = |name: &str| message.get(name).map(|time| time.number() as u64);
        Answer { number, lines, fault, out, took_us: time("took_us"), left_ms: time("left_ms") }
    }

    /// The first line, or an empty text after a fault.
    pub fn line(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }
}

impl Match {
    fn new(start: &Json) -> Match {
        let field = |name: &str| start.get(name).unwrap_or_else(|| fail(&format!("the host's start has no `{name}`")));
        let seed = u64::from_str_radix(field("seed").text(), 16);
        let map = |object: &Json| match object {
            Json::Object(fields) => fields.iter().cloned().collect(),
            _ => BTreeMap::new(),
        };
        let seats = field("seats").number() as usize;
        let mut options: Vec<_> = start.get("options").map_or(&[][..], Json::list).iter().map(map).collect();
        options.resize(seats, BTreeMap::new());
        Match {
            version: field("version").number() as u32,
            game: field("game").text().to_owned(),
            seats,
            parameters: map(field("parameters")),
            options,
            random: Random::new(seed.unwrap_or_else(|_| fail("the host's seed is not a number"))),
            next: Vec::new(),
            is_over: false,
        }
    }

    /// The value of a parameter that is a number.
    pub fn number(&self, parameter: &str) -> f64 {
        self.parameters.get(parameter).map_or(0.0, Json::number)
    }

    /// Sends lines to a seat and returns its answer.
    pub fn ask(&mut self, seat: usize, lines: &[&str]) -> Answer {
        let request = lines.iter().map(|line| (*line).to_owned()).collect();
        self.ask_all(&[(seat, request)]).remove(0)
    }

    /// Asks several seats at the same time. The answers have the order of the requests.
    pub fn ask_all(&mut self, requests: &[(usize, Vec<String>)]) -> Vec<Answer> {
        self.ask_all_with(requests, &[])
    }

    /// Does the same with options: `lines`, the number of lines of the answer, `ms` and `fresh`.
    /// From protocol 2 on also `until`, a word or a list of words at which the answer ends, `last`,
    /// how many of its last lines to get, and `keep`, to get what the seat wrote since its last
    /// answer.
    pub fn ask_all_with(&mut self, requests: &[(usize, Vec<String>)], options: &[(&str, Json)]) -> Vec<Answer> {
        let ask = |(seat, lines): &(usize, Vec<String>)| {
            let send = lines.iter().cloned().map(Json::Text).collect();
            let mut ask =
                vec![("seat".to_owned(), Json::Number(*seat as f64)), ("send".to_owned(), Json::List(send))];
            ask.extend(options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
            Json::Object(ask)
        };
        let asks = Json::List(requests.iter().map(ask).collect());
        self.send("ask", vec![("asks".into(), asks)]);
        let message = read_message();
        let answers = message.get("answers").map_or(&[][..], Json::list);
        answers.iter().enumerate().map(|(number, answer)| Answer::from_json(number, answer)).collect()
    }

    /// Sends lines with the next message: from protocol 2 on, the seat gets them at once.
    pub fn tell(&mut self, seat: usize, lines: &[&str]) {
        let send = lines.iter().map(|line| text(line)).collect();
        let tell = vec![("seat".into(), Json::Number(seat as f64)), ("send".into(), Json::List(send))];
        self.add_to("tells", Json::Object(tell));
    }

    /// Sets the clock of a seat.
    pub fn clock(&mut self, seat: usize, clock: &Clock) {
        let number = |value: u64| Json::Number(value as f64);
        let mut fields = vec![
            ("seat".into(), number(seat as u64)),
            ("ms".into(), number(clock.ms)),
            ("increment_ms".into(), number(clock.increment_ms)),
            ("margin_ms".into(), number(clock.margin_ms)),
        ];
        fields.extend((clock.moves > 0).then(|| ("moves".into(), number(clock.moves))));
        self.add_to("clocks", Json::Object(fields));
    }

    /// The first line as an integer from low to high. Anything else is a fault, which this records.
    pub fn integer(&mut self, answer: &Answer, low: i64, high: i64) -> Option<i64> {
        let line = answer.lines.first()?;
        match line.trim().parse::<i64>() {
            Ok(number) if (low..=high).contains(&number) => return Some(number),
            Ok(number) => self.illegal(answer, &format!("expected an integer from {low} to {high}, found {number}")),
            Err(_) => self.malformed(answer, &format!("expected an integer from {low} to {high}, found {line:?}")),
        }
        None
    }

    /// The first line, if it is one of these words. Anything else is a fault, which this records.
    pub fn one_of<'a>(&mut self, answer: &Answer, words: &[&'a str]) -> Option<&'a str> {
        let line = answer.lines.first()?;
        let found = words.iter().copied().find(|word| word == line);
        if found.is_none() {
            self.malformed(answer, &format!("expected {}, found {line:?}", words.join(" or ")));
        }
        found
    }

    /// Records that an answer does not have the requested form: what was expected and found.
    pub fn malformed(&mut self, answer: &Answer, what: &str) {
        self.add_fault(answer, "malformed", what);
    }

    /// Records that an answer is well-formed, but against the rules.
    pub fn illegal(&mut self, answer: &Answer, what: &str) {
        self.add_fault(answer, "illegal", what);
    }

    /// Shows a new picture: rows of letters, a legend of (letter, tone, meaning), and a caption. A
    /// meaning can be empty.
    pub fn show(&mut self, rows: &[String], legend: &[(char, &str, &str)], caption: &str) {
        let meaning = |(letter, tone, means): &(char, &str, &str)| {
            let mut entry = vec![("letter".into(), text(&letter.to_string())), ("tone".into(), text(tone))];
            entry.extend((!means.is_empty()).then(|| ("means".into(), text(means))));
            Json::Object(entry)
        };
        let caption = if caption.is_empty() { vec![] } else { vec![text(caption)] };
        self.set(
            "frame",
            Json::Object(vec![
                ("rows".into(), Json::List(rows.iter().map(|row| text(row)).collect())),
                ("legend".into(), Json::List(legend.iter().map(meaning).collect())),
                ("caption".into(), Json::List(caption)),
            ]),
        );
    }

    /// Reports the share of the match that has been played, from 0 to 1.
    pub fn progress(&mut self, done: f64) {
        self.set("done", Json::Number(done));
    }

    /// Reports what each seat has so far.
    pub fn standing(&mut self, standing: &[f64]) {
        self.set("standing", Json::List(standing.iter().copied().map(Json::Number).collect()));
    }

    /// Sets what the result keeps in addition to scores or ranks. Call it before the end.
    pub fn details(&mut self, details: Json) {
        self.set("details", details);
    }

    /// Sets named numbers for each seat, whose means standings show. Call it before the end.
    pub fn stats(&mut self, stats: &[Vec<(&str, f64)>]) {
        let object = |stats: &Vec<(&str, f64)>| {
            Json::Object(stats.iter().map(|(name, value)| ((*name).into(), Json::Number(*value))).collect())
        };
        self.set("stats", Json::List(stats.iter().map(object).collect()));
    }

    /// Ends the match with the score of each seat, and the reason in words.
    pub fn end_with_scores(&mut self, scores: &[f64], reason: &str) {
        self.end("scores", scores.iter().copied().map(Json::Number).collect(), reason);
    }

    /// Ends the match with the rank of each seat, 1 for the best, and the reason in words.
    pub fn end_with_ranks(&mut self, ranks: &[u32], reason: &str) {
        self.end("ranks", ranks.iter().map(|rank| Json::Number(f64::from(*rank))).collect(), reason);
    }

    fn end(&mut self, name: &str, values: Vec<Json>, reason: &str) {
        let has_last_tells = self.version >= 2;
        self.next.retain(|(name, _)| match name.as_str() {
            "faults" | "frame" | "details" | "stats" => true,
            "tells" => has_last_tells,
            _ => false,
        });
        self.is_over = true;
        self.send("end", vec![(name.into(), Json::List(values)), ("reason".into(), text(reason))]);
    }

    fn add_fault(&mut self, answer: &Answer, fault: &str, what: &str) {
        let number = Json::Number(answer.number as f64);
        let entry = vec![("answer".into(), number), ("fault".into(), text(fault)), ("what".into(), text(what))];
        self.add_to("faults", Json::Object(entry));
    }

    fn set(&mut self, name: &str, value: Json) {
        self.next.retain(|(other, _)| other != name);
        self.next.push((name.into(), value));
    }

    fn add_to(&mut self, name: &str, value: Json) {
        match self.next.iter_mut().find(|(other, _)| other == name) {
            Some((_, Json::List(values))) => values.push(value),
            _ => self.set(name, Json::List(vec![value])),
        }
    }

    fn send(&mut self, kind: &str, fields: Vec<(String, Json)>) {
        let mut message = vec![("type".to_owned(), text(kind))];
        message.extend(fields);
        message.append(&mut self.next);
        let mut line = String::new();
        Json::Object(message).write(&mut line);
        line.push('\n');
        let mut output = std::io::stdout();
        if output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_err() {
            // The host has exited, or has stopped this match.
            std::process::exit(0);
        }
    }
}

/// Plays one match after another, until the host has no more for this process.
pub fn run(mut play: impl FnMut(&mut Match)) {
    loop {
        let mut game = Match::new(&read_message());
        play(&mut game);
        if !game.is_over {
            fail("the rules returned without calling match.end_with_scores(...) or match.end_with_ranks(...)");
        }
    }
}

fn read_message() -> Json {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        // The host has exited, has stopped this match, or has no other one.
        Ok(0) => std::process::exit(0),
        Ok(_) => Json::read(&line).unwrap_or_else(|why| fail(&format!("the host sent invalid JSON: {why}"))),
        Err(error) => fail(&format!("cannot read from the host: {error}")),
    }
}

fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(1);
}

fn text(words: &str) -> Json {
    Json::Text(words.into())
}

impl Json {
    /// Parses a value.
    pub fn read(text: &str) -> Result<Json, String> {
        let mut parser = Parser { letters: text.chars().collect(), position: 0 };
        let value = parser.value(0)?;
        parser.skip_blanks();
        match parser.letters.get(parser.position) {
            None => Ok(value),
            Some(_) => Err(parser.expected("the end of the message")),
        }
    }

    /// The field of this name of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(other, _)| other == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// A list, or an empty one.
    pub fn list(&self) -> &[Json] {
        if let Json::List(values) = self { values } else { &[] }
    }

    /// A text, or an empty one.
    pub fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    /// A number, or 0.
    pub fn number(&self) -> f64 {
        if let Json::Number(number) = self { *number } else { 0.0 }
    }

    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(&value.to_string()),
            Json::Number(number) => out.push_str(&number.to_string()),
            Json::Text(text) => write_text(text, out),
            Json::List(values) => {
                out.push('[');
                for (index, value) in values.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    value.write(out);
                }
                out.push(']');
            }
            Json::Object(fields) => {
                out.push('{');
                for (index, (name, value)) in fields.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if u32::from(letter) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
}

/// A JSON parser.
struct Parser {
    letters: Vec<char>,
    position: usize,
}

impl Parser {
    /// The maximum depth of nested values.
    const MAX_DEPTH: usize = 64;

    fn expected(&self, what: &str) -> String {
        format!("expected {what} at letter {}", self.position + 1)
    }

    fn skip_blanks(&mut self) {
        while self.letters.get(self.position).map_or(false, char::is_ascii_whitespace) {
            self.position += 1;
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let is_next = self.letters.get(self.position) == Some(&wanted);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(&format!("`{wanted}`"))) }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        self.skip_blanks();
        if depth > Parser::MAX_DEPTH {
            return Err(self.expected("fewer nested values"));
        }
        match self.letters.get(self.position) {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"') => self.text().map(Json::Text),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.expect('{')?;
        let mut fields = Vec::new();
        if self.take('}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.skip_blanks();
            let name = self.text()?;
            self.expect(':')?;
            fields.push((name, self.value(depth + 1)?));
            if !self.take(',') {
                self.expect('}')?;
                return Ok(Json::Object(fields));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.expect('[')?;
        let mut values = Vec::new();
        if self.take(']') {
            return Ok(Json::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if !self.take(',') {
                self.expect(']')?;
                return Ok(Json::List(values));
            }
        }
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut units: Vec<u16> = Vec::new();
        loop {
            let letter = self.next("the end of a text")?;
            match letter {
                '"' => return Ok(String::from_utf16_lossy(&units)),
                '\\' => units.push(self.escape()?),
                letter => units.extend_from_slice(letter.encode_utf16(&mut [0; 2])),
            }
        }
    }

    fn escape(&mut self) -> Result<u16, String> {
        let letter = self.next("an escape")?;
        Ok(match letter {
            'n' => 10,
            'r' => 13,
            't' => 9,
            'b' => 8,
            'f' => 12,
            'u' => {
                let digits: String = (0..4).map(|_| self.next("four digits")).collect::<Result<_, _>>()?;
                u16::from_str_radix(&digits, 16).map_err(|_| self.expected("four digits"))?
            }
            letter => letter as u16,
        })
    }

    fn next(&mut self, what: &str) -> Result<char, String> {
        let letter = self.letters.get(self.position).copied().ok_or_else(|| self.expected(what))?;
        self.position += 1;
        Ok(letter)
    }

    /// A number, `null`, `true` or `false`.
    fn word(&mut self) -> Result<Json, String> {
        let rest = &self.letters[self.position..];
        let is_in = |letter: &&char| letter.is_ascii_alphanumeric() || "+-.".contains(**letter);
        let word: String = rest.iter().take_while(is_in).collect();
        let value = match word.as_str() {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            number => number.parse().map(Json::Number).map_err(|_| self.expected("a value")),
        };
        self.position += word.len();
        value
    }
}
