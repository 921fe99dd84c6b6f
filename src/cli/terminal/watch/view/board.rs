//! Draws the picture of a game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rathaus_games::GamePicture;
use rathaus_games::picture::{self, PictureTile, PictureTone};

use super::words::{columns, line};
use crate::cli::terminal::watch::colours::ColourDepth;

/// The width of a picture in columns.
pub(super) fn width(picture: &GamePicture) -> u16 {
    let words = if picture.board.is_empty() { &picture.seats } else { &picture.caption };
    let text = |runs: &picture::StyledLine| runs.iter().map(|run| columns(&run.text)).sum::<u16>();
    let words = words.iter().map(text).max().unwrap_or(0);
    words.max(picture.width().try_into().unwrap_or(u16::MAX))
}

/// Draws a picture in the upper left corner of an area. Returns the area that it takes.
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

/// The board at the largest size that fits: two columns per tile, one column per tile, or one for
/// several tiles. A game without a board shows its seats.
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

/// A row of tiles. Neighbours of the same tone become one span.
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

/// The character in the second column of a tile.
fn beside(tile: PictureTile) -> char {
    if tile.tone == PictureTone::Wall { tile.letter } else { ' ' }
}

/// Draws the legend below the picture if all of it fits.
fn with_legend(
    frame: &mut Frame,
    area: Rect,
    used: Rect,
    picture: &GamePicture,
    colours: ColourDepth,
) -> Rect {
    let width = used.width.max(30).min(area.width);
    let legend: Vec<Line> = picture.legend.iter().map(|runs| line(runs, colours)).collect();
    // Lines wrap at words, so a line may need one more row.
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
