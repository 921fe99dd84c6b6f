//! Draws pictures of games as pixels: one as PNG, or a match as an animated GIF.

mod colours;
mod layout;
mod stamps;

use std::io;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rathaus_games::GamePicture;

use layout::{Layout, Raster};
use stamps::Stamps;

/// How long a GIF shows a frame, and its last frame, in milliseconds.
const PAUSES: (u16, u16) = (80, 3_000);

/// A moment of a match.
#[derive(Debug, Clone)]
pub struct CaptionedGamePicture {
    /// Who plays.
    pub names: String,
    /// The turn.
    pub when: String,
    pub picture: GamePicture,
}

/// Draws a moment as PNG.
pub fn png(frame: &CaptionedGamePicture) -> io::Result<Vec<u8>> {
    let mut stamps = Stamps::new();
    let Raster { width, height, pixels } = Layout::of(std::iter::once(frame)).draw(&mut stamps, frame);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(stamps.palette.bytes());
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

/// Draws moments as an animated GIF that loops.
pub fn gif(frames: &[CaptionedGamePicture]) -> io::Result<Vec<u8>> {
    let layout = Layout::of(frames.iter());
    let mut stamps = Stamps::new();
    // The palette stands before the first frame, so it has to be complete by then.
    let sizes = frames
        .iter()
        .map(|frame| layout.draw(&mut stamps, frame))
        .map(|raster| (raster.width, raster.height));
    let (width, height) = sizes.last().ok_or_else(|| io::Error::other("there is no picture"))?;
    // A pixel that has not changed is transparent. Its colour does not matter.
    let unchanged = stamps.palette.free();
    let palette = [stamps.palette.bytes(), vec![0; 3]].concat();
    let mut encoder =
        Encoder::new(Vec::new(), width as u16, height as u16, &palette).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let mut shown: Option<Raster> = None;
    for (index, frame) in frames.iter().enumerate() {
        let raster = layout.draw(&mut stamps, frame);
        let is_last = index + 1 == frames.len();
        let delay = if is_last { PAUSES.1 } else { PAUSES.0 } / 10;
        encoder
            .write_frame(&Frame { delay, ..changes(&raster, shown.as_ref(), unchanged) })
            .map_err(io::Error::other)?;
        shown = Some(raster);
    }
    encoder.into_inner().map_err(io::Error::other)
}

/// The rows from the first to the last that differ from the previous frame, with `unchanged` where
/// a pixel has the same colour.
fn changes(raster: &Raster, before: Option<&Raster>, unchanged: u8) -> Frame<'static> {
    let Raster { width, height, pixels } = raster;
    let differs = |y: &usize| {
        let row = y * width..(y + 1) * width;
        before.is_none_or(|before| pixels[row.clone()] != before.pixels[row])
    };
    // A frame has at least one row.
    let first = (0..*height).find(differs).unwrap_or(0);
    let last = (0..*height).rev().find(differs).unwrap_or(0);
    let range = first * width..(last + 1) * width;
    let mut buffer = pixels[range.clone()].to_vec();
    if let Some(before) = before {
        let same = buffer.iter_mut().zip(&before.pixels[range]).filter(|(now, before)| now == before);
        same.for_each(|(now, _)| *now = unchanged);
    }
    Frame {
        top: first as u16,
        width: *width as u16,
        height: (last + 1 - first) as u16,
        dispose: DisposalMethod::Keep,
        transparent: Some(unchanged),
        buffer: buffer.into(),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests;
