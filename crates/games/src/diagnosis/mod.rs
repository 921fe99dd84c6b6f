//! Explains a fault to the author of the bot: the cause with its place in the source, what was sent
//! and received, and how to fix it.

pub mod crash_site;

use std::time::Duration;

use crash_site::{CrashSite, MAX_MESSAGE_CHARS, without_objects};

use crate::definition::ProcessModel;
use crate::fault::{Fault, FaultCause, FaultEvidence};
use crate::harmless::{harmless, shortened};
use crate::registry::built_in;

/// How long a bot's process lives. The remedy for a fault depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessPersistence {
    /// The process replies to one request and ends.
    OneShot,
    /// The process replies to many requests.
    Persistent,
}

impl ProcessPersistence {
    /// The lifetime of processes in a game. Custom games keep them for a whole match.
    pub fn in_game(name: &str) -> ProcessPersistence {
        let is_one_shot = built_in(name).is_some_and(|game| game.seating() == ProcessModel::PerRequest);
        if is_one_shot { ProcessPersistence::OneShot } else { ProcessPersistence::Persistent }
    }
}

/// A fault in several lines, without a line feed at the end: the cause, its evidence, and a remedy.
pub fn describe(fault: &Fault, life: ProcessPersistence) -> String {
    let mut text = explain(fault);
    if let Some(help) = help(fault, life) {
        text.push_str(&format!("\n  help:   {help}"));
    }
    if let Some(waited) = fault.evidence.overloaded {
        let waited = waited.as_secs_f64();
        text.push_str(&format!(
            "\n  note:   the machine was overloaded: the bot waited {waited:.3} s for a processor"
        ));
    }
    text
}

/// Whether two causes are the same mistake. Objects in crash messages are ignored, because they
/// differ in every match.
pub fn is_same_mistake(one: &FaultCause, other: &FaultCause) -> bool {
    match (one, other) {
        (FaultCause::Crashed { how: one }, FaultCause::Crashed { how: other }) => {
            without_objects(one) == without_objects(other)
        }
        _ => one == other,
    }
}

/// The cause and its evidence.
pub(crate) fn explain(fault: &Fault) -> String {
    let evidence = &fault.evidence;
    let mut text = headline(fault);
    if let Some(sandbox) = &evidence.sandbox {
        text.push_str(&format!("\n  {}", harmless(sandbox)));
    }
    for (label, words) in evidence_lines(fault) {
        let label = format!("{label}:");
        text.push_str(&format!("\n  {label:<8}{}", words.trim_end().replace('\n', "\n          ")));
    }
    text
}

/// The cause in one line, with its place in the bot's source if that is known.
fn headline(fault: &Fault) -> String {
    match (&fault.cause, crash_site::find(&fault.evidence.stderr)) {
        (FaultCause::Crashed { .. }, Some(CrashSite { file, line, message })) => {
            format!("crashed at {}:{line}: {}", harmless(&file), harmless(&message))
        }
        (FaultCause::Crashed { how }, None) => format!("crashed: {}", harmless(&crash_in_words(how))),
        (cause, _) => cause.to_string(),
    }
}

/// The signals that end programs: their names in results, and their meanings.
const SIGNALS: [(&str, &str); 9] = [
    ("ABORT", "aborted"),
    ("BUS", "bus error"),
    ("FPE", "arithmetic error, such as a division by zero"),
    ("ILL", "illegal instruction"),
    ("KILL", "killed"),
    ("PIPE", "wrote to a closed pipe"),
    ("SEGV", "segmentation fault"),
    ("SYS", "forbidden system call"),
    ("XFSZ", "wrote too large a file"),
];

fn crash_in_words(how: &str) -> String {
    let meaning = SIGNALS.iter().find_map(|(name, meaning)| {
        let end = format!("(\"Signal::{name}\")");
        how.strip_suffix(&end).map(|number| format!("{number}({meaning})"))
    });
    meaning.unwrap_or_else(|| shortened(&without_objects(how), MAX_MESSAGE_CHARS))
}

fn evidence_lines(fault: &Fault) -> Vec<(&'static str, String)> {
    let FaultEvidence { sent, said, took, cpu, stderr, .. } = &fault.evidence;
    let has_crashed = matches!(fault.cause, FaultCause::Crashed { .. });
    let mut lines = Vec::new();
    if !sent.is_empty() {
        lines.push(("sent", sent.clone()));
        // A crashed bot sent no reply, or only its adapter's report of the error in the headline.
        if !has_crashed {
            lines.push(("reply", if said.is_empty() { "(nothing)".into() } else { said.clone() }));
            lines.push(("took", times(*took, *cpu)));
        }
    }
    let stderr = if has_crashed { trace(stderr) } else { stderr.clone() };
    if !stderr.trim().is_empty() {
        lines.push(("stderr", stderr));
    }
    lines
}

fn times(took: Duration, cpu: Option<Duration>) -> String {
    let cpu = cpu.map_or(String::new(), |cpu| format!(", {:.3} s of processor time", cpu.as_secs_f64()));
    format!("{:.3} s{cpu}", took.as_secs_f64())
}

/// A stack trace without the contents of objects, and without the adapter's repetition of
/// the error.
fn trace(stderr: &str) -> String {
    let lines = stderr.lines().filter(|line| !line.starts_with("raised "));
    lines.map(without_objects).collect::<Vec<_>>().join("\n")
}

fn help(fault: &Fault, life: ProcessPersistence) -> Option<&'static str> {
    let FaultEvidence { said, took, cpu, .. } = &fault.evidence;
    let computed = cpu.is_some_and(|cpu| cpu >= took.mul_f64(0.8));
    match (&fault.cause, life) {
        (FaultCause::Late { .. }, _) if computed => Some(
            "the bot computed all that time: make it faster, or let it reply with what it has found so far",
        ),
        (FaultCause::Late { .. }, ProcessPersistence::OneShot) => {
            Some("the program has to end after its reply: it was still running")
        }
        (FaultCause::Late { .. }, ProcessPersistence::Persistent) if said.is_empty() => Some(
            "flush stdout after each reply: `print(..., flush=True)` in Python, `fflush(stdout)` in C, \
             `std::endl` in C++, `$stdout.flush` in Ruby",
        ),
        (FaultCause::Late { .. }, ProcessPersistence::Persistent) => {
            Some("the reply was not complete: end each line with a line feed, and flush stdout")
        }
        (FaultCause::Malformed { .. } | FaultCause::Flooded { .. }, _) => {
            Some("write replies to stdout and nothing else; debugging output belongs on stderr")
        }
        (FaultCause::Crashed { how }, ProcessPersistence::Persistent) if how == "exit status 0" => {
            Some("the program ended during the match: read requests in a loop until stdin ends")
        }
        (FaultCause::Closed { .. }, _) => Some("keep stdin and stdout open until the match ends"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(said: &str, cpu: Option<f64>) -> Fault {
        let evidence = FaultEvidence {
            sent: "turn\\n".into(),
            said: said.into(),
            took: Duration::from_secs(1),
            cpu: cpu.map(Duration::from_secs_f64),
            overloaded: Some(Duration::from_millis(900)),
            ..FaultEvidence::default()
        };
        Fault { cause: FaultCause::Late { limit: Duration::from_secs(1) }, evidence }
    }

    fn position(text: &str, word: &str) -> usize {
        text.find(word).unwrap_or_else(|| panic!("no `{word}` in {text}"))
    }

    #[test]
    fn silence_is_a_matter_of_flushing_before_it_is_one_of_the_machine() {
        let text = describe(&late("", Some(0.001)), ProcessPersistence::Persistent);
        assert!(position(&text, "flush") < position(&text, "overloaded"), "{text}");
    }

    #[test]
    fn who_computes_all_the_time_need_not_flush() {
        let text = describe(&late("", Some(0.99)), ProcessPersistence::Persistent);
        assert!(!text.contains("flush"), "{text}");
    }

    #[test]
    fn signals_have_names() {
        assert_eq!(crash_in_words("signal 11 (\"Signal::SEGV\")"), "signal 11 (segmentation fault)");
        assert_eq!(crash_in_words("exit status 1"), "exit status 1");
    }

    #[test]
    fn a_long_crash_message_is_cut() {
        let cause = FaultCause::Crashed { how: format!("the submission raised {}", "x".repeat(100_000)) };
        let text =
            describe(&Fault { cause, evidence: FaultEvidence::default() }, ProcessPersistence::Persistent);
        assert!(text.len() < 1_000, "{} bytes", text.len());
    }

    #[test]
    fn one_shot_programs_have_to_end() {
        let text = describe(&late("3\\n", None), ProcessPersistence::OneShot);
        assert!(!text.contains("flush"), "{text}");
        position(&text, "end");
    }

    #[test]
    fn a_crash_names_its_place_once_and_shows_no_times() {
        let stderr =
            "p.rb:3:in `turn': no #<Foo:0x1 @a=#<Bar:0x2>> (NameError)\nraised NameError: no #<Foo:0x1>\n";
        let evidence = FaultEvidence {
            sent: "turn\\n".into(),
            said: "0 ! raised NameError: no #<Foo:0x1>\\n".into(),
            stderr: stderr.into(),
            took: Duration::from_millis(3),
            ..FaultEvidence::default()
        };
        let cause = FaultCause::Crashed { how: "the submission raised NameError: no #<Foo:0x1>".into() };
        let text = describe(&Fault { cause, evidence }, ProcessPersistence::Persistent);
        assert!(text.starts_with("crashed at p.rb:3: NameError: no #<Foo>\n"), "{text}");
        assert!(!text.contains("0x1") && !text.contains("0.003") && !text.contains("raised"), "{text}");
    }
}
