use super::*;
use rathaus_games::picture::{PictureTile, PictureTone, StyledSpan};

fn frame(when: &str, letters: &[&str]) -> CaptionedGamePicture {
    let tone = |letter| {
        if letter == '#' { PictureTone::Wall } else { PictureTone::Level(letter as u8 - b'0') }
    };
    let row = |letters: &&str| letters.chars().map(|letter| PictureTile::new(letter, tone(letter))).collect();
    let picture = GamePicture {
        board: letters.iter().map(row).collect(),
        caption: vec![vec![StyledSpan::plain("two of them")]],
        ..GamePicture::default()
    };
    CaptionedGamePicture { names: "ann, ben".into(), when: when.into(), picture }
}

fn drawn(frames: &[CaptionedGamePicture], index: usize) -> Raster {
    let mut stamps = Stamps::new();
    let layout = Layout::of(frames.iter());
    let drawn: Vec<Raster> = frames.iter().map(|frame| layout.draw(&mut stamps, frame)).collect();
    drawn[index].clone()
}

#[test]
fn frames_have_the_same_size_whatever_they_show() {
    let frames = [frame("turn 1", &["#8"]), frame("at the end", &["0000", "0000", "0000"])];
    let sizes = [0, 1].map(|index| drawn(&frames, index)).map(|raster| (raster.width, raster.height));
    assert_eq!(sizes[0], sizes[1]);
}

#[test]
fn a_name_that_is_too_long_leaves_room_for_the_turn() {
    let mut long = frame("turn 1", &["#8"]);
    long.names = "x".repeat(500);
    assert_eq!(drawn(&[long.clone()], 0).width, drawn(&[frame("turn 1", &["#8"])], 0).width);
    assert_ne!(
        drawn(&[long.clone()], 0),
        drawn(&[CaptionedGamePicture { when: "turn 2".into(), ..long }], 0)
    );
}

#[test]
fn a_png_is_read_back() {
    let shown = frame("turn 1", &["#8", "00"]);
    let bytes = png(&shown).unwrap();
    let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, drawn(&[shown], 0).pixels);
}

#[test]
fn a_gif_has_what_changes() {
    let frames = [frame("one", &["#1"]), frame("two", &["#2"]), frame("two", &["#2"])];
    let bytes = gif(&frames).unwrap();
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = decoder.read_info(bytes.as_slice()).unwrap();
    let width = usize::from(decoder.width());
    let mut shown = vec![0; width * usize::from(decoder.height())];
    let mut heights = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        heights.push(usize::from(frame.height));
        let from = usize::from(frame.top) * width;
        let shown = shown[from..].iter_mut().zip(frame.buffer.iter());
        shown.filter(|(_, now)| Some(**now) != frame.transparent).for_each(|(shown, now)| *shown = *now);
    }
    let raster = drawn(&frames, 2);
    assert_eq!(shown, raster.pixels);
    assert!(heights[0] == raster.height && heights[1] < raster.height && heights[2] == 1, "{heights:?}");
}
