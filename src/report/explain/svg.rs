//! A game's board as an SVG picture, without external styles or fonts.

use std::fmt::Write as _;

use super::board::View;
use super::{Explained, glyphs};
use crate::board::{Cell, Color, Size, column_label};
use crate::report::html::escape;

const STYLE: &str = ".paper{fill:#faf7f0}.wood{fill:#e9cb93}.line{stroke:#5b4a2c;stroke-width:.05;fill:none}\
    .star{fill:#5b4a2c}.black{fill:#111;stroke:#000;stroke-width:.04}.white{fill:#fdfdfb;stroke:#000;stroke-width:.04}\
    .dead{opacity:.55}.differs{fill:none;stroke:#0a3bd1;stroke-width:.09}\
    .text,.reason,.name{fill:none;stroke:#222;stroke-width:.75;stroke-linecap:round;stroke-linejoin:round}\
    .name{stroke-width:1.1}.reason{stroke:#8a0f2e;stroke-width:1.3}";

/// The distance between two lines of the board, in pixels. The lengths below are in units of this distance.
const SCALE: f32 = 40.0;

/// The distances from the outermost lines of the board to the edges of the picture.
const LEFT: f32 = 1.9;
const TOP: f32 = 1.7;
const RIGHT: f32 = 1.1;

/// The distance from the outermost lines of the board to the edge of the wood.
const WOOD: f32 = 0.75;

/// The height of the capital letters of coordinates and captions.
const LETTERS: f32 = 0.36;

/// The distance from the left of a symbol in the legend to its text.
const SIGN: f32 = 0.9;

/// The distance from the text of a symbol to the next symbol.
const SPACE: f32 = 0.7;

/// The distance between two lines of the caption.
const LINE: f32 = 0.85;

impl Explained<'_> {
    /// Draws the board with the territory of the first answer. Points on which answers differ have a frame, and every mark
    /// has the coordinates of its point in `data-point`.
    #[must_use]
    pub fn svg(&self) -> String {
        let view = if self.shown.is_empty() { View::Label } else { View::Answer(0) };
        let board = f32::from(self.game.size.width()) - 1.0 + LEFT + RIGHT;
        let legend = self.legend(view);
        let words = legend.iter().map(|sign| sign.width());
        let widest = words.fold(glyphs::width(self.name(view), LETTERS), f32::max) + LEFT;
        // a whole number of pixels, half of it on each side
        let width = (board.max(widest) * SCALE / 2.0).ceil() * 2.0 / SCALE;
        let left = -LEFT - ((width - board) * SCALE / 2.0).floor() / SCALE;
        let mut body = String::new();
        self.lines(&mut body);
        for index in self.game.position.grid().points() {
            self.draw(&mut body, index, view);
        }
        let bottom = self.caption(&mut body, view, &legend, [left + LEFT / 2.0, left + width - LEFT / 2.0]);
        let (top, height) = (-TOP, bottom + TOP);
        let title = format!("{}: {}", self.outcome.name, self.name(view));
        // XML 1.0 excludes these two characters
        let title = escape(&title).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{left} {top} {width} {height}\" \
             width=\"{:.0}\" height=\"{:.0}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
            width * SCALE,
            height * SCALE,
        )
    }

    fn lines(&self, svg: &mut String) {
        let size = self.game.size;
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let _ = writeln!(
            svg,
            "<rect class=\"wood\" x=\"-{WOOD}\" y=\"-{WOOD}\" width=\"{}\" height=\"{}\" rx=\".12\"/>",
            f32::from(right) + 2.0 * WOOD,
            f32::from(bottom) + 2.0 * WOOD,
        );
        let mut path = String::new();
        for x in 0..=right {
            let _ = write!(path, "M{x} 0V{bottom}");
            glyphs::center(svg, &column_label(x), [f32::from(x), -1.15], LETTERS, "class=\"text\"");
        }
        for y in 0..=bottom {
            let _ = write!(path, "M0 {y}H{right}");
            let number = (size.height() - y).to_string();
            glyphs::center(svg, &number, [-1.25, f32::from(y)], LETTERS, "class=\"text\"");
        }
        let _ = writeln!(svg, "<path class=\"line\" stroke-linecap=\"square\" d=\"{path}\"/>");
        for [x, y] in stars(size) {
            let _ = writeln!(svg, "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\".1\"/>");
        }
    }

    fn draw(&self, svg: &mut String, index: usize, view: View) {
        let point = self.game.position.grid().point(index);
        let center = [f32::from(point.x), f32::from(point.y)];
        let name = format!(" data-point=\"{}\"", self.point(index));
        if let Some(color) = self.living(index) {
            stone(svg, "stone", color, center, &name);
        }
        if let Some(color) = self.game.dead_color(point) {
            stone(svg, "dead stone", color, center, &name);
        }
        match self.mark(index, view) {
            'b' => territory(svg, Color::Black, center, &name),
            'w' => territory(svg, Color::White, center, &name),
            mark @ ('s' | 'f') => {
                // hide the lines of the board, which would go through the letter
                let [x, y] = center;
                let _ = writeln!(svg, "<circle class=\"wood\" cx=\"{x}\" cy=\"{y}\" r=\".3\"/>");
                reason(svg, mark, center, &name);
            }
            _ => {}
        }
        if self.is_disputed(index) {
            frame(svg, center, &name);
        }
    }

    fn living(&self, index: usize) -> Option<Color> {
        match self.game.position.cells()[index] {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the symbols on the board that need an explanation.
    fn legend(&self, view: View) -> Vec<Sign> {
        let grid = self.game.position.grid();
        let marked = |mark| grid.points().any(|index| self.mark(index, view) == mark);
        let is_there = |sign: &Sign| match sign {
            Sign::Dead => !self.game.dead.is_empty(),
            Sign::Seki => marked('s'),
            Sign::FalseEye => marked('f'),
            Sign::Differs => grid.points().any(|index| self.is_disputed(index)),
        };
        [Sign::Dead, Sign::Seki, Sign::FalseEye, Sign::Differs].into_iter().filter(is_there).collect()
    }

    /// Draws the name of the view and the legend between the x coordinates `left` and `right`. Returns the bottom of
    /// the caption.
    fn caption(&self, svg: &mut String, view: View, legend: &[Sign], [left, right]: [f32; 2]) -> f32 {
        let mut y = f32::from(self.game.size.height()) - 1.0 + WOOD + 0.65;
        glyphs::draw(svg, self.name(view), [left, y], LETTERS, "class=\"name\"");
        let mut x = right;
        for sign in legend {
            if x + sign.width() > right {
                (x, y) = (left, y + LINE);
            }
            sign.draw(svg, [x, y]);
            x += sign.width() + SPACE;
        }
        y + 0.65
    }
}

/// A symbol that the legend explains.
#[derive(Clone, Copy)]
enum Sign {
    Dead,
    Seki,
    FalseEye,
    Differs,
}

impl Sign {
    const fn words(self) -> &'static str {
        match self {
            Self::Dead => "dead stone",
            Self::Seki => "eye in seki",
            Self::FalseEye => "false eye",
            Self::Differs => "answers differ",
        }
    }

    fn width(self) -> f32 {
        SIGN + glyphs::width(self.words(), LETTERS)
    }

    fn draw(self, svg: &mut String, [x, y]: [f32; 2]) {
        let center = [0.0, 0.0];
        // smaller than on the board, to match the text
        let _ = writeln!(svg, "<g transform=\"translate({} {y}) scale(.75)\">", x + 0.33);
        match self {
            Self::Dead => stone(svg, "dead stone", Color::Black, center, ""),
            Self::Seki => reason(svg, 's', center, ""),
            Self::FalseEye => reason(svg, 'f', center, ""),
            Self::Differs => frame(svg, center, ""),
        }
        svg.push_str("</g>\n");
        glyphs::draw(svg, self.words(), [x + SIGN, y], LETTERS, "class=\"text\"");
    }
}

fn stone(svg: &mut String, class: &str, color: Color, [x, y]: [f32; 2], name: &str) {
    let radius = if class == "stone" { 0.46 } else { 0.36 };
    let color = class_of(color);
    let _ = writeln!(svg, "<circle class=\"{class} {color}\"{name} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
}

fn territory(svg: &mut String, color: Color, [x, y]: [f32; 2], name: &str) {
    let (color, x, y) = (class_of(color), x - 0.15, y - 0.15);
    let _ = writeln!(svg, "<rect class=\"territory {color}\"{name} x=\"{x}\" y=\"{y}\" width=\".3\" height=\".3\"/>");
}

fn reason(svg: &mut String, mark: char, [x, y]: [f32; 2], name: &str) {
    // the middle of a small letter is below that of a capital one
    let y = if mark == 's' { y - 0.08 } else { y };
    glyphs::center(svg, &mark.to_string(), [x, y], 0.46, &format!("class=\"reason\" data-reason=\"{mark}\"{name}"));
}

fn frame(svg: &mut String, [x, y]: [f32; 2], name: &str) {
    let (x, y) = (x - 0.44, y - 0.44);
    let _ = writeln!(svg, "<rect class=\"differs\"{name} x=\"{x}\" y=\"{y}\" width=\".88\" height=\".88\"/>");
}

/// Returns the star points of a board.
fn stars(size: Size) -> Vec<[u8; 2]> {
    let lines = |length: u8| match length {
        13.. if length % 2 == 1 => vec![3, length / 2, length - 4],
        13.. => vec![3, length - 4],
        9.. => vec![2, length - 3],
        _ => vec![],
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    columns.iter().flat_map(|&x| rows.iter().map(move |&y| [x, y])).collect()
}

const fn class_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
