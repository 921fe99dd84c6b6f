//! Where specimens were, turn by turn, in a compact format.
//!
//! Each frame has a level for each cell. The level is the exact number up to eight specimens, and
//! grows with the logarithm above. Exact numbers would mostly store fluctuations that nobody can
//! see. Frames are stored as differences to the previous one, and compressed.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Up to this number, specimens are counted exactly.
const EXACT: u32 = 8;

/// Levels per doubling above that.
const PER_DOUBLING: f64 = 4.0;

/// The level of a number of specimens in a cell. `web/src/games/rat-race/density.ts` turns levels
/// back into numbers.
pub(super) fn level(count: u32) -> u8 {
    if count <= EXACT {
        return count as u8;
    }
    // A cell has fewer than 2^32 specimens, which is level 124.
    EXACT as u8 + (PER_DOUBLING * (f64::from(count) / f64::from(EXACT)).log2()).round() as u8
}

/// Encodes frames with a fixed number of cells.
pub(super) struct FrameEncoder {
    encoder: ZlibEncoder<Vec<u8>>,
    last: Vec<u8>,
    levels: Vec<u8>,
    counts: Vec<u32>,
}

impl FrameEncoder {
    pub(super) fn new(cells: usize) -> FrameEncoder {
        FrameEncoder {
            encoder: ZlibEncoder::new(Vec::new(), Compression::default()),
            last: vec![0; cells],
            levels: vec![0; cells],
            counts: vec![0; cells],
        }
    }

    /// Adds a frame. `specimens` are the cells of all specimens, in any order.
    pub(super) fn add(&mut self, specimens: impl Iterator<Item = usize>) {
        let FrameEncoder { encoder, last, levels, counts } = self;
        counts.fill(0);
        specimens.for_each(|cell| counts[cell] += 1);
        for ((level_now, last), count) in levels.iter_mut().zip(last.iter_mut()).zip(counts.iter()) {
            let now = level(*count);
            (*level_now, *last) = (now.wrapping_sub(*last), now);
        }
        encoder.write_all(levels).expect("memory takes what is written to it");
    }

    /// All frames, compressed with zlib, as base64.
    pub(super) fn finish(self) -> String {
        let bytes = self.encoder.finish().expect("memory takes what is written to it");
        BASE64_STANDARD.encode(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    #[test]
    fn levels_are_exact_for_few_and_near_for_many() {
        assert_eq!((0..=8).map(level).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        for count in 9..70_000 {
            let told = f64::from(EXACT) * 2_f64.powf(f64::from(level(count) - EXACT as u8) / PER_DOUBLING);
            let ratio = told / f64::from(count);
            assert!((0.91..1.1).contains(&ratio), "{count} are told as {told}");
        }
    }

    #[test]
    fn frames_come_back() {
        let mut frames = FrameEncoder::new(3);
        for cells in [vec![0, 0, 2], vec![1; 300], vec![], vec![2]] {
            frames.add(cells.into_iter());
        }
        let bytes = BASE64_STANDARD.decode(frames.finish()).unwrap();
        let mut differences = Vec::new();
        ZlibDecoder::new(bytes.as_slice()).read_to_end(&mut differences).unwrap();
        let mut levels = [0_u8; 3];
        let found: Vec<[u8; 3]> = differences
            .chunks(3)
            .map(|frame| {
                levels.iter_mut().zip(frame).for_each(|(level, by)| *level = level.wrapping_add(*by));
                levels
            })
            .collect();
        assert_eq!(found, [[2, 0, 1], [0, level(300), 0], [0, 0, 0], [0, 0, 1]]);
    }
}
