//! Standings as Markdown, to paste into a page.

use super::Standings;
use super::teams::TeamStanding;
use crate::report::harmless;

impl Standings {
    /// The standings as Markdown: the title, the table, and its remarks.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n", escaped(&self.state.title));
        text += &table(&self.heads(), self.rows.iter().map(|row| self.line(row)));
        if !self.teams().is_empty() {
            text += &format!("\n{}\n\n", escaped(&self.teams_caption()));
            text += &table(&Standings::TEAM_HEADS, self.teams().iter().map(TeamStanding::line));
        }
        if let Some(rulings) = self.rulings_in_words() {
            let (heading, listed) = rulings.split_once('\n').unwrap_or((rulings.as_str(), ""));
            text += &format!("\n{}\n\n", escaped(heading));
            listed.lines().for_each(|line| text += &format!("- {}\n", escaped(line)));
        }
        for remark in self.remarks() {
            // A compiler's message may have many lines. The first is enough here.
            let first = remark.lines().next().unwrap_or_default();
            text += &format!("\n{}\n", escaped(first));
        }
        text + &format!("\n{}\n", escaped(&self.origin()))
    }
}

/// A table with these heads, each with whether its column is aligned to the right.
fn table(heads: &[(&str, bool)], lines: impl Iterator<Item = Vec<String>>) -> String {
    let names: Vec<String> = heads.iter().map(|(name, _)| escaped(name)).collect();
    let rules: Vec<&str> = heads.iter().map(|(_, right)| if *right { "---:" } else { ":---" }).collect();
    let lines = lines.map(|line| row(&line.iter().map(|cell| escaped(cell)).collect::<Vec<_>>()));
    format!("{}| {} |\n{}", row(&names), rules.join(" | "), lines.collect::<String>())
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Escapes everything that has a meaning in Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // The start of a list, or an underline that turns the line before it into a heading. A number
    // is neither.
    let is_rule = ["- ", "--", "=="].iter().any(|begin| text.starts_with(begin));
    for char in harmless(text).chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => escaped.extend(['\\', char]),
            // These start a list or a heading, but only at the start of a line.
            '-' | '=' if escaped.is_empty() && is_rule => escaped.extend(['\\', char]),
            '#' | '+' if escaped.is_empty() => escaped.extend(['\\', char]),
            _ => escaped.push(char),
        }
    }
    escaped
}
