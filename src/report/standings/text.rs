//! Standings as tables for a terminal.

use super::{EntrantPairComparison, Standings, StandingsRow};
use crate::report::harmless;
use crate::report::text::{counted, interval, origin_of, rounded, table, trimmed};
use crate::tournament::standings::{PairedComparison, VictoryCycle};
use crate::tournament::{RecordedSandbox, TournamentFormat};

impl Standings {
    /// The standings as text: the table, then remarks.
    pub fn text(&self) -> String {
        let mut parts = vec![self.table().to_string()];
        parts.extend(self.teams_in_words());
        parts.extend(self.groups_in_words());
        parts.extend(self.stats_in_words());
        parts.extend(self.encounters_in_words());
        parts.extend(self.rulings_in_words());
        parts.extend(self.remarks());
        parts.extend(self.rows.iter().filter(|row| !row.notes.is_empty()).map(|row| row.notes.join("\n")));
        parts.push(self.origin());
        trimmed(&parts.join("\n\n"))
    }

    /// A table of the pairwise comparisons of ranked entrants.
    pub fn comparisons(&self) -> String {
        let difference = if self.decides.1 { "factor" } else { "difference" };
        let heads = [
            ("", false),
            ("better in", true),
            ("equal in", true),
            ("worse in", true),
            (difference, true),
            ("95 % interval", false),
            ("p, one look", true),
            ("p, any look, all pairs", true),
        ];
        let mut table = table(&heads);
        self.pairs.iter().for_each(|pair| {
            table.add_row(self.comparison(pair));
        });
        let mut parts = vec![table.to_string()];
        parts.extend(self.cycles_in_words());
        trimmed(&parts.join("\n\n"))
    }

    /// The strongest cycles, one per line.
    fn cycles_in_words(&self) -> Option<String> {
        let name = |entrant: &usize| harmless(&self.rows[*entrant].name);
        let cycle = |VictoryCycle { entrants, shares }: &VictoryCycle| {
            let next = entrants.iter().cycle().skip(1);
            let beats = |((one, other), share): ((&usize, &usize), &f64)| {
                format!("{} beats {} ({:.0} %)", name(one), name(other), 100.0 * share)
            };
            entrants.iter().zip(next).zip(shares).map(beats).collect::<Vec<_>>().join(", ")
        };
        let lines: Vec<String> = self.cycles.strongest.iter().map(cycle).collect();
        let all = match self.cycles.threes {
            0 => "A cycle".to_owned(),
            threes => format!("{} of three entrants", counted(threes, "cycle")),
        };
        (!lines.is_empty()).then(|| format!("{all}, by significant differences:\n{}", lines.join("\n")))
    }

    fn comparison(&self, pair: &EntrantPairComparison) -> Vec<String> {
        let (one, other) = (&self.rows[pair.one].name, &self.rows[pair.other].name);
        let mut line = vec![format!("{one} than {other}")];
        let Some(PairedComparison { count, difference, p }) = pair.paired else {
            line.extend(vec!["-".to_owned(); 7]);
            return line;
        };
        let named = if self.decides.1 { difference.exp() } else { difference };
        let shown = |p: Option<f64>| match p {
            Some(p) if p < 0.0001 => "< 0.0001".into(),
            Some(p) => format!("{p:.4}"),
            None => "-".into(),
        };
        line.extend([pair.won, pair.equal, count - pair.won - pair.equal].map(|count| count.to_string()));
        line.extend([rounded(named.value), interval(&named), shown(p), shown(pair.adjusted)]);
        line
    }

    /// The heads of the columns, each with whether it is aligned to the right.
    pub(super) fn heads(&self) -> Vec<(&'static str, bool)> {
        let counted = if self.noun == "game" { "games" } else { "boards" };
        let last = [(counted, true), ("faults", true), ("language", false), ("bot", false)];
        let team: &[_] = if self.teams().is_empty() { &[] } else { &[("team", false)] };
        [&[("rank", true)], self.columns.as_slice(), &last, team].concat()
    }

    /// The cells of an entrant.
    pub(super) fn line(&self, row: &StandingsRow) -> Vec<String> {
        let mut line = vec![row.rank_in_words()];
        if row.cells.is_empty() {
            line.extend(vec!["-".to_owned(); self.columns.len()]);
        } else {
            line.extend(row.cells.iter().cloned());
        }
        line.push(row.scores.count().to_string());
        line.push(row.faulty.to_string());
        line.push(row.entrant.language.clone());
        line.push(row.name.clone());
        if !self.teams().is_empty() {
            line.push(row.team.as_ref().map_or("-".into(), |team| harmless(team)));
        }
        line
    }

    fn table(&self) -> comfy_table::Table {
        let mut table = table(&self.heads());
        self.rows.iter().for_each(|row| {
            table.add_row(self.line(row));
        });
        table
    }

    /// Remarks that a reader of the table needs, one per line.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(words) = self.ranked_by() {
            remarks.push(words.into());
        } else if self.rows.iter().any(|row| row.rank.is_some_and(|rank| rank.best != rank.worst)) {
            remarks.push(format!(
                "Ranks such as 1-2 are those that the {}s played cannot tell apart. With 95 % confidence all ranks are right, whenever you look.",
                self.noun
            ));
        }
        remarks.extend(self.adaptive.as_ref().map(|summary| summary.in_words(self.noun, self.continues)));
        remarks.extend(self.too_few());
        remarks.extend(self.bad_fit());
        let (played, all) = self.played;
        let ruled = self.ruled();
        if played + ruled < all {
            remarks.push(format!("Not all is played: {played} of {all} matches."));
        }
        if self.continues {
            remarks.push("More matches follow, depending on the results of these.".into());
        }
        if let Some(until) = self.provisional_until {
            remarks.push(format!("These standings are provisional until {until}."));
        }
        remarks.extend(self.rows.iter().flat_map(StandingsRow::remarks));
        let in_words = |sandbox: &Option<RecordedSandbox>| {
            sandbox.as_ref().map_or("what sandbox is not known".into(), RecordedSandbox::to_string)
        };
        if self.unproven > 0 {
            let results = counted(self.unproven, "result");
            remarks.push(format!("Unproven: {results} without the sandbox or the tools of the match."));
        }
        match self.sandboxes.iter().collect::<Vec<_>>().as_slice() {
            [] | [(None, _)] => {}
            [(sandbox, _)] => remarks.push(format!("Played in: {}.", in_words(sandbox))),
            several => {
                let listed =
                    several.iter().map(|(sandbox, count)| format!("{} ({count})", in_words(sandbox)));
                remarks.push(format!("Played in several ways: {}.", listed.collect::<Vec<_>>().join("; ")));
            }
        }
        remarks
    }

    /// That no pair of entrants has played enough to be told apart, whatever the scores.
    fn too_few(&self) -> Option<String> {
        let ranked = self.ranked();
        let least = self.least_boards;
        let played = self.pairs.iter().filter_map(|pair| Some(pair.paired?.count)).max()?;
        let noun = if self.noun == "game" { "round" } else { self.noun };
        (played < least).then(|| {
            let are = if played == 1 { "is" } else { "are" };
            let (played, ranked) = (counted(played, noun), counted(ranked, "entrant"));
            format!("{played} {are} too few to tell {ranked} apart: that takes at least {least}.")
        })
    }

    /// That the results do not fit ratings.
    fn bad_fit(&self) -> Option<String> {
        let misfit = self.ratings.as_ref()?.bad_misfit()?;
        let cycles = if self.cycles.strongest.is_empty() { "" } else { " `--pairs` lists cycles." };
        Some(format!(
            "The ratings explain the results badly: those of pairs differ from them by {:.0} % of a win.{cycles}",
            100.0 * misfit
        ))
    }

    /// What decides the ranks in formats where it is not the score.
    fn ranked_by(&self) -> Option<&'static str> {
        if self.group.is_some() && self.state.format.goes_by_results() {
            return Some("This format ranks entrants by all groups together.");
        }
        match self.state.format {
            TournamentFormat::Swiss => {
                Some("Ranks go by points, and between equals by the points of the opponents.")
            }
            TournamentFormat::KnockOut => {
                Some("Ranks go by what was reached; those who reached the same share theirs.")
            }
            TournamentFormat::Adaptive => Some(
                "Ranks such as 1-3 are what is proven so far: with 95 % confidence all of them are right, whenever you look.",
            ),
            _ => None,
        }
    }

    /// What someone needs to reproduce the results.
    pub(super) fn origin(&self) -> String {
        let playing = self.state.playing().count();
        let (entrants, count) = (counted(playing, "entrant"), self.state.count as usize);
        let extent = match self.state.format {
            TournamentFormat::Drawn => counted(count, self.noun),
            TournamentFormat::Adaptive => {
                let unit = if self.noun == "board" { "board" } else { "round" };
                let target = self.state.decide.unwrap_or_default().in_words();
                format!("up to {} to decide {target}", counted(count, unit))
            }
            TournamentFormat::KnockOut => {
                format!("a knock-out, each encounter the best of {}", counted(count, "game"))
            }
            format => format!("{} of a {}", counted(count, "round"), format.in_words()),
        };
        let played = match &self.group {
            Some(group) => format!("{entrants}, the group {} of {extent}", harmless(group)),
            None => format!("{entrants}, {extent}"),
        };
        format!(
            "{}: {}",
            harmless(&self.state.title),
            origin_of(&self.state.game, &played, Some(self.state.seed))
        )
    }
}

impl StandingsRow {
    /// Why it has no rank, or that its source does not match its commitment.
    fn remarks(&self) -> Vec<String> {
        let name = &self.name;
        if let Some(out) = &self.entrant.out {
            return vec![format!("{name} does not play: {out}")];
        }
        let absent = self.entrant.absent.as_ref();
        let absent = absent.map(|absence| format!("{name} cannot play at the moment: {absence}"));
        let unverified = self.entrant.unverified.as_ref();
        let disqualified = self.disqualified.as_ref().map(|why| format!("{name} is disqualified: {why}"));
        unverified
            .map(|why| format!("{name} is not verified: {why}"))
            .into_iter()
            .chain(disqualified)
            .chain(absent)
            .collect()
    }
}
