//! The canvas of all charts.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, RGBColor, ShapeStyle, TextStyle,
};

use super::ChartWidth;
use super::colours::{INK, PAPER, QUIET};
use super::words::{safe, shortened, width};

/// Units of the backend per pixel. The backend only has integer coordinates.
const FINE: f64 = 10.0;

/// The margin on all sides, in pixels.
pub(super) const MARGIN: f64 = 16.0;
/// The top of the chart below its title, in pixels.
pub(super) const TOP: f64 = 52.0;

const TITLE_SIZE: f64 = 16.0;
/// The font size of ticks, legends and labels.
pub(super) const SMALL: f64 = 12.5;

/// A point, in pixels from the upper left corner.
pub(super) type Point = (f64, f64);

/// A picture that is being drawn. All coordinates and sizes are in pixels.
pub(super) struct Canvas<'a>(DrawingArea<SVGBackend<'a>, Shift>);

/// The style of a label.
#[derive(Clone, Copy)]
pub(super) struct LabelStyle {
    size: f64,
    colour: RGBColor,
    anchor: HPos,
    bold: bool,
    upwards: bool,
}

impl LabelStyle {
    /// Dark text of this size that starts at its point, vertically centred.
    pub(super) fn new(size: f64) -> LabelStyle {
        LabelStyle { size, colour: INK, anchor: HPos::Left, bold: false, upwards: false }
    }

    pub(super) fn colour(self, colour: RGBColor) -> LabelStyle {
        LabelStyle { colour, ..self }
    }

    /// Text in an inconspicuous colour.
    pub(super) fn quiet(self) -> LabelStyle {
        self.colour(QUIET)
    }

    /// Text that ends at its point.
    pub(super) fn ending(self) -> LabelStyle {
        LabelStyle { anchor: HPos::Right, ..self }
    }

    pub(super) fn centred(self) -> LabelStyle {
        LabelStyle { anchor: HPos::Center, ..self }
    }

    pub(super) fn bold(self) -> LabelStyle {
        LabelStyle { bold: true, ..self }
    }

    /// Text that runs from bottom to top.
    pub(super) fn upwards(self) -> LabelStyle {
        LabelStyle { upwards: true, ..self }
    }

    fn style(self) -> TextStyle<'static> {
        // The backend divides the font size by 1.24.
        let size = (self.size * FINE * 1.24 * 1e6).round() / 1e6;
        let style = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let transform = if self.upwards { FontTransform::Rotate270 } else { FontTransform::None };
        let font = FontDesc::new(FontFamily::SansSerif, size, style).transform(transform);
        TextStyle { color: self.colour.to_backend_color(), ..TextStyle::from(font) }
            .pos(Pos::new(self.anchor, VPos::Center))
    }
}

impl Canvas<'_> {
    /// A filled rectangle between two opposite corners.
    pub(super) fn bar(&self, one: Point, other: Point, colour: RGBAColor) {
        self.draw(&Rectangle::new([fine(one), fine(other)], filled(colour)));
    }

    /// A filled circle.
    pub(super) fn dot(&self, centre: Point, radius: f64, colour: RGBAColor) {
        self.draw(&Circle::new(fine(centre), (radius * FINE).round() as u32, filled(colour)));
    }

    pub(super) fn line(&self, points: &[Point], width: f64, colour: RGBAColor) {
        let style = ShapeStyle { color: colour, filled: false, stroke_width: (width * FINE).round() as u32 };
        self.draw(&PathElement::new(points.iter().copied().map(fine).collect::<Vec<_>>(), style));
    }

    /// A label at a point. Control characters in it are escaped.
    pub(super) fn words(&self, at: Point, words: &str, look: LabelStyle) {
        self.draw(&Text::new(safe(words), fine(at), look.style()));
    }

    fn draw<E>(&self, element: &E)
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        for<'b, 'c> E: Drawable<SVGBackend<'c>>,
    {
        self.0.draw(element).expect("a string takes whatever is drawn");
    }
}

/// The labels of an axis, each at a coordinate, without those that would touch one before them.
pub(super) fn without_overlaps(
    labels: impl Iterator<Item = (f64, String)>,
) -> impl Iterator<Item = (f64, String)> {
    const GAP: f64 = 6.0;
    let mut end = f64::NEG_INFINITY;
    labels.filter(move |(x, label)| {
        let half = width(label) * SMALL / 2.0;
        let has_room = x - half >= end + GAP;
        if has_room {
            end = x + half;
        }
        has_room
    })
}

fn fine(point: Point) -> (i32, i32) {
    ((point.0 * FINE).round() as i32, (point.1 * FINE).round() as i32)
}

fn filled(colour: RGBAColor) -> ShapeStyle {
    colour.filled()
}

/// Draws a picture with a title and a background. The size is in pixels.
pub(super) fn picture(title: &str, width: f64, height: f64, draw: impl FnOnce(&Canvas)) -> String {
    let mut svg = String::new();
    {
        let (width, height) = ((width * FINE) as u32, (height * FINE) as u32);
        let canvas = Canvas(SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area());
        canvas.0.fill(&PAPER).expect("a string takes whatever is drawn");
        draw_title(&canvas, title, f64::from(width) / FINE);
        draw(&canvas);
        canvas.0.present().expect("a string takes whatever is drawn");
    }
    with_own_head(&svg, title, width, height)
}

/// A small picture with a note that there is nothing to show.
pub(super) fn nothing(title: &str, width: ChartWidth) -> String {
    picture(title, width.pixels().min(480.0), 100.0, |canvas| {
        canvas.words((MARGIN, 66.0), "There is nothing to show.", LabelStyle::new(13.0).quiet());
    })
}

fn draw_title(canvas: &Canvas, title: &str, width: f64) {
    // Bold letters are about a tenth wider.
    let title = shortened(title, (width - 2.0 * MARGIN) / TITLE_SIZE / 1.1);
    canvas.words((MARGIN, 25.0), &title, LabelStyle::new(TITLE_SIZE).bold());
}

/// Replaces the head that the backend wrote: it has no title for screen readers, and gives the size
/// in backend units instead of pixels.
fn with_own_head(svg: &str, title: &str, width: f64, height: f64) -> String {
    let body = svg.split_once('>').map_or(svg, |(_, body)| body);
    let title = safe(title).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {:.0} {:.0}\" stroke-linejoin=\"round\">\n<title>{title}</title>{body}",
        width * FINE,
        height * FINE
    )
}
