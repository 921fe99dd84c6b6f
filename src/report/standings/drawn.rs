//! Standings as pictures.

use super::{Pair, Standings, Story};
use crate::report::charts::{self, Axis, Cell};

/// A picture of standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// A name for its file, without an ending.
    pub name: &'static str,
    /// The picture.
    pub svg: String,
}

impl Standings {
    /// All pictures that there are of these standings.
    pub fn charts(&self) -> Vec<Chart> {
        let title = &self.state.title;
        let ranked: Vec<String> = self.rows.iter().take(self.ranked()).map(|row| row.name.clone()).collect();
        let estimates: Vec<_> =
            self.rows.iter().filter_map(|row| Some((row.name.clone(), row.estimate?))).collect();
        let scores: Vec<_> = self
            .rows
            .iter()
            .filter(|row| !row.scores.is_empty())
            .map(|row| (row.name.clone(), row.scores.iter().map(|(_, score)| *score).collect()))
            .collect();
        let (words, ratios) = self.decides;
        let axis = |label: String| if ratios { Axis::logarithmic(label) } else { Axis::linear(label) };
        let one = format!("score of a {}", self.noun);
        let mut charts = vec![
            Chart { name: "standings", svg: charts::standings(title, &axis(words.into()), &estimates) },
            Chart {
                name: "scores",
                svg: charts::distributions(&format!("{title}: scores"), &axis(one), &scores),
            },
            Chart {
                name: "head-to-head",
                svg: charts::head_to_head(
                    &format!("{title}: head to head"),
                    &ranked,
                    &self.cells(ranked.len()),
                ),
            },
        ];
        charts.extend(self.story.iter().flat_map(|story| self.told(story)));
        charts
    }

    /// How many have a rank.
    fn ranked(&self) -> usize {
        self.rows.iter().filter(|row| row.rank.is_some()).count()
    }

    /// The share of the matches that each has won against each other.
    fn cells(&self, ranked: usize) -> Vec<Vec<Option<Cell>>> {
        let mut cells: Vec<Vec<Option<Cell>>> = vec![vec![None; ranked]; ranked];
        for Pair { one, other, paired, won, equal, adjusted } in &self.pairs {
            let Some(paired) = paired else { continue };
            let share = (*won as f64 + *equal as f64 / 2.0) / paired.count as f64;
            cells[*one][*other] = Some(Cell { share, p: *adjusted });
            cells[*other][*one] = Some(Cell { share: 1.0 - share, p: *adjusted });
        }
        cells
    }

    fn told(&self, story: &Story) -> Vec<Chart> {
        let title = &self.state.title;
        let names: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
        let series: Vec<(String, Vec<f64>)> = names
            .iter()
            .cloned()
            .zip(story.scores.iter().cloned())
            .filter(|(_, scores)| !scores.is_empty())
            .collect();
        let title_of = |what: &str| format!("{title}: {what}");
        let axis = Axis::linear("score, mean of the games");
        let rounds = charts::over_rounds(&title_of("scores over the rounds"), &axis, &series);
        let mut charts = vec![Chart { name: "rounds", svg: rounds }];
        charts.extend(story.takes.as_ref().map(|takes| {
            let svg = charts::takes(&title_of("who took from whom"), &names, takes);
            Chart { name: "takes", svg }
        }));
        charts
    }
}
