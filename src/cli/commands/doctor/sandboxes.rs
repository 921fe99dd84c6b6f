//! Tests each promise of each sandbox tier on this machine.

use std::path::Path;

use comfy_table::{Table, presets};
use rathaus_sandbox::{
    Sandbox, SandboxPromise, SandboxProof, SandboxProofCache, SandboxTier, SandboxUnavailable,
};
use serde_json::{Value, json};

use super::canaries::Canaries;
use crate::cli::exit::CommandError;
use crate::cli::sandbox::own_binary;

/// The test results of a sandbox tier.
pub(super) struct SandboxFinding {
    tier: SandboxTier,
    sandbox: Option<Sandbox>,
    proof: Result<SandboxProof, SandboxUnavailable>,
}

impl SandboxFinding {
    /// Whether it holds all promises that submissions require.
    fn is_fit(&self) -> bool {
        self.proof.as_ref().is_ok_and(|proof| proof.broken_required().is_empty())
    }

    fn verdict(&self) -> &'static str {
        match &self.proof {
            Err(_) => "not here",
            Ok(proof) if !proof.broken_required().is_empty() => "unfit",
            Ok(proof) if !proof.broken.is_empty() => "ok, but for what is said below",
            Ok(_) => "ok",
        }
    }

    /// Whether a promise holds.
    fn of(&self, promise: SandboxPromise) -> &'static str {
        match &self.proof {
            Err(_) => "-",
            Ok(proof) if proof.broken.contains_key(&promise) => "BROKEN",
            Ok(proof) if proof.watched.contains(&promise) => "watched",
            Ok(_) => "held",
        }
    }

    /// Why the tier is not available, or which promises are broken.
    fn remarks(&self) -> Vec<String> {
        match &self.proof {
            Err(refusal) => vec![format!("{}: {refusal}", self.tier)],
            Ok(proof) => {
                let broken = proof.broken.iter();
                broken
                    .map(|(promise, shown)| format!("{}, {promise}: a test {}", self.tier, shown.join(", ")))
                    .collect()
            }
        }
    }
}

/// Tests all tiers, best first.
pub(super) async fn examine(cache: &Path) -> Result<Vec<SandboxFinding>, CommandError> {
    let binary = own_binary()?;
    let canaries = Canaries::plant(cache).map_err(CommandError::host)?;
    // Whoever asks the doctor wants to know how things are now.
    SandboxProofCache::new(cache).clear().map_err(CommandError::host)?;
    let mut findings = Vec::new();
    for tier in SandboxTier::ALL {
        let (sandbox, proof) = match Sandbox::untested(tier, binary.clone()) {
            Ok(sandbox) => {
                let mut proof = sandbox.prove(&canaries.paths()).await;
                if let Ok(proof) = &mut proof {
                    canaries.tempt(&sandbox, proof).await.map_err(CommandError::host)?;
                }
                (Some(sandbox), proof)
            }
            Err(refusal) => (None, Err(refusal)),
        };
        findings.push(SandboxFinding { tier, sandbox, proof });
    }
    Ok(findings)
}

/// The sandbox for submissions: the first fit one, if any.
pub(super) fn used(findings: &[SandboxFinding]) -> Option<Sandbox> {
    findings.iter().find(|finding| finding.is_fit())?.sandbox.clone()
}

pub(super) fn as_text(findings: &[SandboxFinding]) -> String {
    let mut table = Table::new();
    let header = findings.iter().map(|finding| finding.tier.to_string());
    table
        .load_style(presets::NOTHING)
        .set_header(["sandbox: a bot ...".to_owned()].into_iter().chain(header));
    for promise in SandboxPromise::ALL {
        let row = findings.iter().map(|finding| finding.of(promise).to_owned());
        table.add_row([promise.words().to_owned()].into_iter().chain(row));
    }
    let verdicts = findings.iter().map(|finding| finding.verdict().to_owned());
    table.add_row(["all in all".to_owned()].into_iter().chain(verdicts));
    let mut lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.extend(findings.iter().flat_map(SandboxFinding::remarks));
    if findings.iter().any(|finding| finding.proof.as_ref().is_ok_and(|proof| !proof.watched.is_empty())) {
        lines.push("watched: not bounded by the kernel. Rathaus looks 40 times a second and ends a bot that has too much".into());
    }
    lines.push(match findings.iter().find(|finding| finding.is_fit()) {
        Some(finding) => format!("submissions are built and run in: {}", finding.tier),
        None => "submissions are not run here, unless they are trusted: --trusted".into(),
    });
    lines.join("\n") + "\n"
}

pub(super) fn as_json(findings: &[SandboxFinding]) -> Value {
    let chosen = findings.iter().find(|finding| finding.is_fit()).map(|finding| finding.tier);
    let finding = |finding: &SandboxFinding| {
        let refusal = finding.proof.as_ref().err();
        json!({
            "tier": finding.tier,
            "used": chosen == Some(finding.tier),
            "fit": finding.is_fit(),
            "broken": finding.proof.as_ref().map(|proof| &proof.broken).ok(),
            "watched": finding.proof.as_ref().map(|proof| &proof.watched).ok(),
            "why_not": refusal.map(|refusal| &refusal.why),
            "help": refusal.map(|refusal| &refusal.help),
        })
    };
    findings.iter().map(finding).collect()
}
