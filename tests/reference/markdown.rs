//! Markdown, as the generated pages need it.

/// A table. Without rows there is no table.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let header = header.iter().map(|name| name.to_string()).collect();
    let line = vec!["---".to_owned(); rows[0].len()];
    let lines: Vec<String> = [&header, &line].into_iter().chain(rows).map(|cells| row(cells)).collect();
    lines.join("\n") + "\n"
}

fn row(cells: &[String]) -> String {
    let cells = cells.iter().map(|text| cell(text));
    cells.fold(
        "|".to_owned(),
        |line, cell| if cell.is_empty() { line + " |" } else { line + " " + &cell + " |" },
    )
}

/// The text in one line, with the bars that would end a cell escaped.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

pub fn code(text: &str) -> String {
    format!("`{text}`")
}

/// The text in lines of at most 120 characters.
pub fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > 120 {
            lines.push(word.to_owned());
        } else {
            last.extend([if last.is_empty() { "" } else { " " }, word]);
        }
    }
    lines.join("\n") + "\n"
}
