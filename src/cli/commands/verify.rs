//! `rathaus verify`: verifies revealed sources against their commitments.

use std::path::Path;

use comfy_table::{Table, presets};
use serde_json::{Value, json};

use crate::cli::args::VerifyArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::report::harmless;
use crate::submissions::SubmissionError;
use crate::submissions::commitments::{
    self, CommitmentFinding, CommitmentLedger, CommitmentVerdict, RevealedRandomness, SeedPromiseViolation,
    SourceHashScope,
};
use crate::untrusted::{self, MAX_SOURCE_BYTES, SymlinkPolicy};

pub(crate) fn verify(args: &VerifyArgs) -> Result<(), CommandError> {
    let ledger =
        CommitmentLedger::read(&args.ledger).map_err(|error| CommandError::new(ExitKind::Input, error))?;
    let revealed =
        commitments::gather(&ledger, &args.sources).map_err(|errors| CommandError::submissions(&errors))?;
    let findings = commitments::findings(&ledger, &revealed);
    let promises = promises(args, &ledger)?;
    match args.json {
        true => crate::cli::terminal::print_json(&as_json(&ledger, &findings, &promises))?,
        false => crate::cli::terminal::print_text(&as_text(&findings, &promises))?,
    }
    match verified(&findings, &promises) {
        true => Ok(()),
        false => Err(CommandError::silent(ExitKind::NotVerified)),
    }
}

/// Whether everything matches. A promise that was not checked counts as kept: it may be too early
/// to reveal what it hides.
fn verified(findings: &[CommitmentFinding], promises: &[PromiseReport]) -> bool {
    findings.iter().all(|finding| finding.verdict.is_match())
        && !promises.iter().any(|promised| matches!(promised.kept, Some(Err(_))))
}

/// A promise of the organiser. `kept` is `None` if it was not checked.
struct PromiseReport {
    name: &'static str,
    kept: Option<Result<(), SeedPromiseViolation>>,
}

/// The promises in the ledger, and those that the user asked for.
fn promises(args: &VerifyArgs, ledger: &CommitmentLedger) -> Result<Vec<PromiseReport>, CommandError> {
    let seed_file = args.seed_file.as_deref().map(read).transpose()?;
    let opened = [
        ("seed_file", seed_file.as_deref().map(RevealedRandomness::SeedFile)),
        ("seed", args.seed.map(RevealedRandomness::Seed)),
    ];
    let promised = |name: &str| ledger.promises.iter().any(|promise| promise.name() == name);
    let of_interest = opened.into_iter().filter(|(name, kept)| kept.is_some() || promised(name));
    let checked = |(name, kept): (_, Option<RevealedRandomness>)| PromiseReport {
        name,
        kept: kept.map(|kept| ledger.check_promise(kept)),
    };
    Ok(of_interest.map(checked).collect())
}

fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    untrusted::read_file(path, SymlinkPolicy::Follow, MAX_SOURCE_BYTES).map_err(|error| {
        let error = SubmissionError::from(error);
        CommandError::submissions(&[error.with_help("give the path of the seed file that was played with")])
    })
}

fn as_text(findings: &[CommitmentFinding], promises: &[PromiseReport]) -> String {
    let matching = findings.iter().filter(|finding| finding.verdict.is_match()).count();
    let summary = match findings.len() {
        0 => "there is nothing to verify: the ledger names no player, and no source was given".to_owned(),
        count => format!("{matching} of {count} match"),
    };
    let mut notes: Vec<String> = findings.iter().flat_map(notes).collect();
    notes.extend(promises.iter().map(PromiseReport::words));
    let mut parts = vec![table(findings), notes.join("\n"), summary];
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn table(findings: &[CommitmentFinding]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["player", "verdict", "posting", "posted", "source"]);
    for CommitmentFinding { player, source, verdict, .. } in findings {
        let (number, posted) = match verdict {
            CommitmentVerdict::Matches { posting, .. }
            | CommitmentVerdict::NotBound { posting, .. }
            | CommitmentVerdict::PostedLate { posting, .. } => {
                (posting.number.to_string(), posting.posted.to_string())
            }
            _ => Default::default(),
        };
        let source =
            source.as_ref().map(|source| harmless(&source.display().to_string())).unwrap_or_default();
        table.add_row([harmless(player), verdict.title().into(), number, posted, source]);
    }
    // Remove the padding of cells at the ends of lines.
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Notes that do not fit in the table: why a source does not match, and limits of a match.
fn notes(finding: &CommitmentFinding) -> Vec<String> {
    let CommitmentFinding { hash, verdict, .. } = finding;
    let player = harmless(&finding.player);
    let mut notes = Vec::new();
    match verdict {
        CommitmentVerdict::Matches { also_posted_by, .. } => {
            notes.extend(also_posted_by.iter().map(|other| {
                let (other, posted) = (harmless(&other.player), other.posted);
                format!("{player}: `{other}` has posted the same hash, first at {posted}")
            }))
        }
        CommitmentVerdict::Mismatch { .. } => {
            notes.push(format!("{player}: {verdict}"));
            notes.extend(hash.map(|hash| format!("{player}: the hash of the source is {hash}")));
        }
        _ => notes.push(format!("{player}: {verdict}")),
    }
    if matches!(verdict, CommitmentVerdict::Matches { binds: SourceHashScope::File, .. }) {
        notes.push(format!("{player}: the hash binds the bytes of the file, not its name"));
    }
    notes
}

impl PromiseReport {
    fn words(&self) -> String {
        let name = self.name;
        match &self.kept {
            Some(Ok(())) => format!("{name}: as promised"),
            Some(Err(error)) => format!("{name}: NOT as promised: {error}"),
            None => {
                format!("{name}: promised, and not checked; give --{} to check it", name.replace('_', "-"))
            }
        }
    }
}

fn as_json(ledger: &CommitmentLedger, findings: &[CommitmentFinding], promises: &[PromiseReport]) -> Value {
    let player = |finding: &CommitmentFinding| {
        let mut value = json!(finding);
        value["reason"] = json!(finding.verdict.to_string());
        value
    };
    let promise = |PromiseReport { name, kept }: &PromiseReport| {
        let error = kept.as_ref().and_then(|kept| kept.as_ref().err());
        json!({
            "promise": name,
            "kept": kept.as_ref().map(Result::is_ok),
            "reason": error.map(ToString::to_string),
        })
    };
    json!({
        "deadline": ledger.deadline,
        "reveal_deadline": ledger.reveal_deadline,
        "verified": verified(findings, promises),
        "players": findings.iter().map(player).collect::<Vec<_>>(),
        "promises": promises.iter().map(promise).collect::<Vec<_>>(),
    })
}
