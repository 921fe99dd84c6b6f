//! A post in Markdown as a flat list of what matters to an import.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The most items of a post. The largest pages of answers have some thousands.
const MOST_ITEMS: usize = 50_000;

/// The most bytes of a heading or a paragraph that are kept: names are at the beginning.
const MOST_TEXT: usize = 2_000;

/// The level of a paragraph that is bold as a whole. Authors use it as a heading.
pub(super) const BOLD: u8 = 7;

/// A part of a post, with the line in which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MarkdownItem {
    pub(super) line: usize,
    pub(super) kind: ItemKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ItemKind {
    Heading { level: u8, text: String },
    Paragraph(Paragraph),
    Html(String),
    Code { info: String, code: String },
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) text: String,
    /// The text of a link to the page of a user, such as `/users/17/name`.
    pub(super) user: Option<String>,
    /// The bold text at its beginning.
    pub(super) bold: String,
}

impl Paragraph {
    /// A paragraph without links and bold text.
    pub(super) fn plain(text: &str) -> Paragraph {
        Paragraph { text: text.into(), ..Paragraph::default() }
    }
}

/// The items of a post, or the number of items that it exceeds.
pub(super) fn items(text: &str) -> Result<Vec<MarkdownItem>, usize> {
    let mut reader =
        ItemReader { lines: LineCounter::new(text), items: Vec::new(), open: None, run: Run::Plain };
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        reader.read(event, range);
        if reader.items.len() > MOST_ITEMS {
            return Err(MOST_ITEMS);
        }
    }
    Ok(reader.items)
}

struct ItemReader<'a> {
    lines: LineCounter<'a>,
    items: Vec<MarkdownItem>,
    /// The item that is being read, and the line in which it begins.
    open: Option<MarkdownItem>,
    run: Run,
}

/// What the text of a paragraph is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    Plain,
    Bold,
    User,
}

impl ItemReader<'_> {
    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.text(&text),
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text, range),
            Event::SoftBreak | Event::HardBreak => self.text("\n"),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        let kind = match tag {
            Tag::Heading { level, .. } => ItemKind::Heading { level: level as u8, text: String::new() },
            Tag::Paragraph => ItemKind::Paragraph(Paragraph::default()),
            Tag::HtmlBlock => ItemKind::Html(String::new()),
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                ItemKind::Code { info: info.into(), code: String::new() }
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => {
                ItemKind::Code { info: String::new(), code: String::new() }
            }
            Tag::Strong => return self.run = Run::Bold,
            Tag::Link { dest_url, .. } if is_user_page(&dest_url) => {
                self.start_user();
                return;
            }
            _ => return,
        };
        self.open = Some(MarkdownItem { line: self.lines.line_of(range.start), kind });
    }

    /// The last user that a paragraph links to is the author: an editor is named before.
    fn start_user(&mut self) {
        self.run = Run::User;
        if let Some(MarkdownItem { kind: ItemKind::Paragraph(paragraph), .. }) = &mut self.open {
            paragraph.user = Some(String::new());
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong | TagEnd::Link => self.run = Run::Plain,
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::HtmlBlock => {
                self.run = Run::Plain;
                self.items.extend(self.open.take().map(as_heading_if_bold));
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let Some(item) = &mut self.open else { return };
        match &mut item.kind {
            ItemKind::Code { code, .. } => code.push_str(text),
            ItemKind::Heading { text: kept, .. } | ItemKind::Html(kept) => keep(kept, text),
            ItemKind::Paragraph(paragraph) => {
                match (self.run, &mut paragraph.user) {
                    (Run::User, Some(user)) => keep(user, text),
                    (Run::Bold, _) if paragraph.bold.len() == paragraph.text.len() => {
                        keep(&mut paragraph.bold, text)
                    }
                    _ => {}
                }
                keep(&mut paragraph.text, text);
            }
        }
    }

    /// A comment in a paragraph can be a hint as well.
    fn html(&mut self, text: &str, range: Range<usize>) {
        match &mut self.open {
            Some(MarkdownItem { kind: ItemKind::Html(kept), .. }) => keep(kept, text),
            _ => {
                let line = self.lines.line_of(range.start);
                let mut html = String::new();
                keep(&mut html, text);
                self.items.push(MarkdownItem { line, kind: ItemKind::Html(html) });
            }
        }
    }
}

/// Appends a text up to the limit.
fn keep(kept: &mut String, text: &str) {
    let room = MOST_TEXT.saturating_sub(kept.len());
    kept.extend(text.chars().take(room));
}

fn as_heading_if_bold(item: MarkdownItem) -> MarkdownItem {
    match item.kind {
        ItemKind::Paragraph(paragraph) if !paragraph.bold.is_empty() && paragraph.bold == paragraph.text => {
            MarkdownItem { line: item.line, kind: ItemKind::Heading { level: BOLD, text: paragraph.text } }
        }
        _ => item,
    }
}

/// Whether a link leads to the page of a user, as the sites of answers name them.
fn is_user_page(url: &str) -> bool {
    let number = url.split_once("/users/").map(|(_, rest)| rest);
    number.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// Counts lines up to a position that only grows.
struct LineCounter<'a> {
    text: &'a [u8],
    position: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn new(text: &str) -> LineCounter<'_> {
        LineCounter { text: text.as_bytes(), position: 0, line: 1 }
    }

    fn line_of(&mut self, position: usize) -> usize {
        let passed = self.text.get(self.position..position).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', passed).count();
        self.position = self.position.max(position);
        self.line
    }
}
