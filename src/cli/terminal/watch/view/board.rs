//! The picture of a game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rathaus_games::GamePicture;
use rathaus_games::picture::{self, PictureTile, Tone};

use super::words::{columns, line};
use crate::cli::terminal::watch::colours::ColourDepth;

/// How many columns a picture takes.
pub(super) fn width(picture: &GamePicture) -> u16 {
    let words = if picture.board.is_empty() { &picture.seats } else { &picture.caption };
    let text = |runs: &picture::Line| runs.iter().map(|run| columns(&run.text)).sum::<u16>();
    let words = words.iter().map(text).max().unwrap_or(0);
    words.max(picture.width().try_into().unwrap_or(u16::MAX))
}

/// Draws a picture from the corner of an area, and says how much of that it has taken.
pub(super) fn draw(frame: &mut Frame, area: Rect, picture: &GamePicture, colours: ColourDepth) -> Rect {
    let captions: Vec<Line> = picture.caption.iter().map(|runs| line(runs, colours)).collect();
    let room = Rect { height: area.height.saturating_sub(captions.len() as u16), ..area };
    let mut lines = rows(room, picture, colours);
    lines.extend(captions);
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max(usize::from(width(picture)));
    let width = u16::try_from(width).unwrap_or(u16::MAX).min(area.width);
    let height = (lines.len() as u16).min(area.height);
    let used = Rect { width, height, ..area };
    frame.render_widget(Paragraph::new(lines), used);
    with_legend(frame, area, used, picture, colours)
}

/// The board, as large as it fits: two columns a tile, one, or one for several of them. Where a
/// game has no board, its seats.
fn rows(area: Rect, picture: &GamePicture, colours: ColourDepth) -> Vec<Line<'static>> {
    let (width, height) = (picture.width(), picture.board.len());
    if height == 0 {
        let seats = picture.seats.iter().take(area.height.into());
        return seats.map(|runs| line(runs, colours)).collect();
    }
    let (across, down) = (usize::from(area.width.max(1)), usize::from(area.height.max(1)));
    let side = width.div_ceil(across).max(height.div_ceil(down)).max(1);
    let tiles = if side == 1 { picture.board.clone() } else { picture.coarse(side) };
    let is_wide = 2 * width.div_ceil(side) <= across;
    let mut lines: Vec<Line> = tiles.iter().map(|row| tile_line(row, is_wide, colours)).collect();
    if side > 1 && lines.len() < down {
        lines.push(Line::raw(format!("a letter for {side}\u{d7}{side}")));
    }
    lines
}

/// Tiles side by side, those of one tone in one piece.
fn tile_line(row: &[PictureTile], is_wide: bool, colours: ColourDepth) -> Line<'static> {
    let pieces = row.chunk_by(|one, other| one.tone == other.tone).map(|tiles| {
        let mut letters = String::new();
        for tile in tiles {
            letters.push(tile.letter);
            if is_wide {
                letters.push(beside(*tile));
            }
        }
        Span::styled(letters, colours.style(tiles[0].tone))
    });
    pieces.collect()
}

/// What stands in the second column of a tile.
fn beside(tile: PictureTile) -> char {
    if tile.tone == Tone::Wall { tile.letter } else { ' ' }
}

/// Puts the legend below, if it fits whole.
fn with_legend(
    frame: &mut Frame,
    area: Rect,
    used: Rect,
    picture: &GamePicture,
    colours: ColourDepth,
) -> Rect {
    let width = used.width.max(30).min(area.width);
    let legend: Vec<Line> = picture.legend.iter().map(|runs| line(runs, colours)).collect();
    // Words are never cut, so that a line may need one row more.
    let rows: usize = legend.iter().map(|line| line.width() / usize::from(width.max(1)) + 2).sum();
    let rows = rows.saturating_sub(legend.iter().filter(|line| line.width() <= usize::from(width)).count());
    let below = area.height - used.height;
    if legend.is_empty() || usize::from(below) < rows + 1 {
        return used;
    }
    let height = rows as u16;
    let place = Rect { x: used.x, y: used.y + used.height, width, height };
    frame.render_widget(Paragraph::new(legend).wrap(Wrap { trim: false }), place);
    Rect { width: width.max(used.width), height: used.height + height, ..used }
}
