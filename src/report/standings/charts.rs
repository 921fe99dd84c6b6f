//! Charts of standings.

use super::adaptive::AdaptiveSummary;
use super::{EntrantPairComparison, EstimateWithInterval, RoundHistory, Standings, StandingsRow};
use crate::report::charts::{self, ChartAxis, ChartWidth, HeadToHeadResult};
use crate::tournament::TournamentFormat;

/// The most entrants in a chart. More would be too small to see, and too large to send.
const MOST_DRAWN: usize = 50;

/// A chart of standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsChart {
    /// The name of its file, without an extension.
    pub name: &'static str,
    pub svg: String,
}

/// The name of a chart and the function that draws it.
type NamedChart<'a> = (&'static str, Box<dyn Fn() -> String + 'a>);

impl Standings {
    /// The names of all charts of these standings. Draws none of them.
    pub fn chart_names(&self) -> Vec<&'static str> {
        self.drawings(ChartWidth::Wide).into_iter().map(|(name, _)| name).collect()
    }

    /// Draws the chart of this name, if there is one.
    pub fn chart(&self, wanted: &str, width: ChartWidth) -> Option<StandingsChart> {
        let (name, draw) = self.drawings(width).into_iter().find(|(name, _)| *name == wanted)?;
        Some(StandingsChart { name, svg: draw() })
    }

    /// Draws all charts of these standings for documents.
    pub fn charts(&self) -> Vec<StandingsChart> {
        self.drawings(ChartWidth::Wide)
            .into_iter()
            .map(|(name, draw)| StandingsChart { name, svg: draw() })
            .collect()
    }

    /// The charts of these standings, in the order of display.
    fn drawings(&self, width: ChartWidth) -> Vec<NamedChart<'_>> {
        let mut drawings: Vec<NamedChart<'_>> = vec![
            ("standings", Box::new(move || self.draw_standings(width))),
            ("scores", Box::new(move || self.draw_scores(width))),
        ];
        if self.state.format == TournamentFormat::KnockOut {
            drawings.push(("bracket", Box::new(move || self.draw_bracket(width))));
        }
        if self.state.format == TournamentFormat::Swiss {
            drawings.push(("points", Box::new(move || self.draw_points(width))));
        }
        if let Some(summary) = &self.adaptive {
            drawings.push(("decisions", Box::new(move || self.draw_decisions(summary, width))));
        }
        if !self.state.versions.is_empty() {
            drawings.push(("versions", Box::new(move || self.draw_versions(width))));
        }
        // In the other formats entrants meet different opponents, so their scores cannot be
        // compared match by match.
        if !self.state.format.goes_by_results() {
            drawings.push(("head-to-head", Box::new(|| self.draw_head_to_head())));
        }
        if let Some(history) = &self.history {
            drawings.push(("rounds", Box::new(move || self.draw_rounds(history, width))));
            if let Some(takes) = &history.takes {
                drawings.push(("takes", Box::new(move || self.draw_takes(takes, width))));
            }
        }
        drawings
    }

    fn draw_standings(&self, width: ChartWidth) -> String {
        let estimates: Vec<_> =
            self.first_rows().iter().filter_map(|row| Some((row.name.clone(), row.estimate?))).collect();
        charts::standings(&self.title_of_rows(""), &self.axis(self.decides.0.into()), &estimates, width)
    }

    fn draw_scores(&self, width: ChartWidth) -> String {
        let scores: Vec<_> = self
            .first_rows()
            .iter()
            .filter(|row| row.scores.count() > 0)
            .map(|row| (row.name.clone(), row.scores.sample().collect()))
            .collect();
        let axis = self.axis(format!("score of a {}", self.noun));
        charts::distributions(&self.title_of_rows("scores"), &axis, &scores, width)
    }

    fn draw_head_to_head(&self) -> String {
        let ranked: Vec<String> =
            self.first_rows().iter().take(self.ranked()).map(|row| row.name.clone()).collect();
        charts::head_to_head(&self.title_of_rows("head to head"), &ranked, &self.cells(ranked.len()))
    }

    fn draw_rounds(&self, history: &RoundHistory, width: ChartWidth) -> String {
        let series: Vec<(String, Vec<f64>)> = self
            .names()
            .into_iter()
            .zip(history.scores.iter().cloned())
            .filter(|(_, scores)| !scores.is_empty())
            .collect();
        let axis = ChartAxis::linear("score, mean of the games");
        charts::over_rounds(&self.title_of_rows("scores over the rounds"), &axis, &series, width)
    }

    fn draw_points(&self, width: ChartWidth) -> String {
        let (axis, mut points) = (ChartAxis::linear("points so far"), self.points_so_far());
        points.truncate(MOST_DRAWN);
        charts::over_rounds(&self.title_of_rows("points over the rounds"), &axis, &points, width)
    }

    /// The line of an entrant ends where it is decided.
    fn draw_decisions(&self, summary: &AdaptiveSummary, width: ChartWidth) -> String {
        let is_alone = self.noun == "board";
        let shown = |mean: &f64| if self.decides.1 { mean.exp() } else { *mean };
        let lines = summary.means.iter().map(|means| means.iter().map(shown).collect());
        let series: Vec<(String, Vec<f64>)> = self
            .names()
            .into_iter()
            .zip(lines)
            .filter(|(_, line): &(_, Vec<f64>)| !line.is_empty())
            .collect();
        let label = if is_alone { self.decides.0 } else { "share of opponents beaten" };
        let axis = if is_alone { self.axis(label.into()) } else { ChartAxis::linear(label) };
        charts::over_rounds(&self.title_of_rows("until each was decided"), &axis, &series, width)
    }

    /// The rating of each version of a bot, or the value that decides in games without ratings.
    fn draw_versions(&self, width: ChartWidth) -> String {
        let found = |name: &String| self.rows.iter().find(|row| row.name == *name);
        let strength = |name: &String| {
            found(name).and_then(|row| row.rating.map(|rating| rating.interval()).or(row.estimate))
        };
        let lines: Vec<(String, Vec<Option<EstimateWithInterval>>)> = self
            .state
            .versions
            .iter()
            .take(MOST_DRAWN)
            .map(|(bot, names)| (bot.clone(), names.iter().map(strength).collect()))
            .collect();
        let axis = match self.ratings {
            Some(_) => ChartAxis::linear("rating"),
            None => self.axis(self.decides.0.into()),
        };
        charts::over_versions(&self.title_of("versions"), &axis, &lines, width)
    }

    fn draw_takes(&self, takes: &[Vec<u64>], width: ChartWidth) -> String {
        let names = self.names();
        let first: Vec<Vec<u64>> =
            takes.iter().take(names.len()).map(|takes| takes[..names.len()].to_vec()).collect();
        charts::takes(&self.title_of_rows("who took from whom"), &names, &first, width)
    }

    /// The rows that charts show.
    pub(super) fn first_rows(&self) -> &[StandingsRow] {
        &self.rows[..self.rows.len().min(MOST_DRAWN)]
    }

    /// The title of a chart with a row for each entrant, or for the first of many.
    fn title_of_rows(&self, what: &str) -> String {
        let title = if what.is_empty() { self.state.title.clone() } else { self.title_of(what) };
        match self.rows.len() {
            all if all > MOST_DRAWN => format!("{title} (the first {MOST_DRAWN} of {all})"),
            _ => title,
        }
    }

    pub(super) fn title_of(&self, what: &str) -> String {
        format!("{}: {what}", self.state.title)
    }

    /// An axis for the value that decides.
    fn axis(&self, label: String) -> ChartAxis {
        let (_, ratios) = self.decides;
        if ratios { ChartAxis::logarithmic(label) } else { ChartAxis::linear(label) }
    }

    fn names(&self) -> Vec<String> {
        self.first_rows().iter().map(|row| row.name.clone()).collect()
    }

    /// The number of entrants with a rank, which are the first rows.
    pub(super) fn ranked(&self) -> usize {
        self.rows.iter().filter(|row| row.rank.is_some()).count()
    }

    /// For each pair of ranked entrants, the share of matches that one won against the other.
    fn cells(&self, ranked: usize) -> Vec<Vec<Option<HeadToHeadResult>>> {
        let mut cells: Vec<Vec<Option<HeadToHeadResult>>> = vec![vec![None; ranked]; ranked];
        for EntrantPairComparison { one, other, paired, won, equal, adjusted, .. } in &self.pairs {
            let Some(paired) = paired.filter(|_| *one < ranked && *other < ranked) else { continue };
            let share = (*won as f64 + *equal as f64 / 2.0) / paired.count as f64;
            cells[*one][*other] = Some(HeadToHeadResult { share, p: *adjusted });
            cells[*other][*one] = Some(HeadToHeadResult { share: 1.0 - share, p: *adjusted });
        }
        cells
    }
}
