//! Tests each promise of each sandbox tier on this machine.

use std::path::Path;

use comfy_table::{Table, presets};
use rathaus_sandbox::{
    Sandbox, SandboxPromise, SandboxProof, SandboxProofCache, SandboxTier, SandboxUnavailable,
};
use serde_json::{Value, json};

use super::canaries::CanaryFiles;
use crate::cli::exit::CommandError;
use crate::cli::sandbox::own_binary;

/// The test results of a sandbox tier.
pub(super) struct SandboxFinding {
    tier: SandboxTier,
    sandbox: Option<Sandbox>,
    proof: Result<SandboxProof, SandboxUnavailable>,
}

impl SandboxFinding {
    /// Tests a tier as `rathaus play` would use it, with the host's cache in this folder.
    async fn examine(
        tier: SandboxTier,
        binary: &Path,
        canaries: &CanaryFiles,
        cache: &Path,
    ) -> Result<SandboxFinding, CommandError> {
        let found = Sandbox::untested(tier, binary.to_owned());
        let sandbox = match found.and_then(|sandbox| sandbox.check_access(cache).map(|()| sandbox)) {
            Ok(sandbox) => sandbox,
            Err(refusal) => return Ok(SandboxFinding { tier, sandbox: None, proof: Err(refusal) }),
        };
        let mut proof = sandbox.prove(&canaries.paths()).await;
        if let Ok(proof) = &mut proof {
            canaries.tempt(&sandbox, proof).await.map_err(CommandError::host)?;
        }
        Ok(SandboxFinding { tier, sandbox: Some(sandbox), proof })
    }

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

/// The test results of all tiers.
pub(super) struct SandboxFindings {
    /// Best first.
    tiers: Vec<SandboxFinding>,
    /// The tier that the user asks about, if it is not the best one.
    wanted: Option<SandboxTier>,
}

impl SandboxFindings {
    /// Tests all tiers.
    pub(super) async fn examine(
        cache: &Path,
        wanted: Option<SandboxTier>,
    ) -> Result<SandboxFindings, CommandError> {
        let binary = own_binary()?;
        Sandbox::check_host().map_err(CommandError::host)?;
        let canaries = CanaryFiles::plant(cache).map_err(CommandError::host)?;
        // Whoever asks the doctor wants to know how things are now.
        SandboxProofCache::new(cache).clear().map_err(CommandError::host)?;
        let mut tiers = Vec::new();
        for tier in SandboxTier::ALL {
            tiers.push(SandboxFinding::examine(tier, &binary, &canaries, cache).await?);
        }
        Ok(SandboxFindings { tiers, wanted })
    }

    /// The tier in which submissions run, if any: the first fit one, or the one that the user
    /// wants.
    fn used(&self) -> Option<&SandboxFinding> {
        let is_wanted = |finding: &&SandboxFinding| self.wanted.is_none_or(|wanted| finding.tier == wanted);
        self.tiers.iter().filter(is_wanted).find(|finding| finding.is_fit())
    }

    pub(super) fn used_sandbox(&self) -> Option<Sandbox> {
        self.used()?.sandbox.clone()
    }

    pub(super) fn as_text(&self) -> String {
        let mut lines = self.table();
        lines.extend(self.tiers.iter().flat_map(SandboxFinding::remarks));
        let is_watched =
            |finding: &SandboxFinding| finding.proof.as_ref().is_ok_and(|proof| !proof.watched.is_empty());
        if self.tiers.iter().any(is_watched) {
            lines.push("watched: not bounded by the kernel. Rathaus looks 40 times a second and ends a bot that has too much".into());
        }
        lines.push(match (self.used(), self.wanted) {
            (Some(finding), _) => format!("submissions are built and run in: {}", finding.tier),
            (None, Some(wanted)) => format!("submissions are not run here in: {wanted}"),
            (None, None) => "submissions are not run here, unless they are trusted: --trusted".into(),
        });
        lines.join("\n") + "\n"
    }

    /// The lines of a table with a row for each promise and a column for each tier.
    fn table(&self) -> Vec<String> {
        let mut table = Table::new();
        let row = |first: &str, of: &dyn Fn(&SandboxFinding) -> String| {
            std::iter::once(first.to_owned()).chain(self.tiers.iter().map(of)).collect::<Vec<_>>()
        };
        let header = row("sandbox: a bot ...", &|finding| finding.tier.to_string());
        table.load_style(presets::NOTHING).set_header(header);
        for promise in SandboxPromise::ALL {
            table.add_row(row(promise.words(), &|finding| finding.of(promise).to_owned()));
        }
        table.add_row(row("all in all", &|finding| finding.verdict().to_owned()));
        table.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    pub(super) fn as_json(&self) -> Value {
        let chosen = self.used().map(|finding| finding.tier);
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
        self.tiers.iter().map(finding).collect()
    }
}
