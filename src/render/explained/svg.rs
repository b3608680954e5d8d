//! A game's board as an SVG picture, without external styles or fonts.

use std::fmt::Write as _;

use super::board_text::View;
use crate::board::{Color, Size, column_label};
use crate::explain::Explained;
use crate::text::escape;

/// A text near the start of every picture: its style.
pub(crate) const PICTURE_MARK: &str = "<style>text{font:.5px sans-serif;fill:#222;";

const STYLE: &str = "text{font:.5px sans-serif;fill:#222;text-anchor:middle}\
    .paper{fill:#faf7f0}.wood{fill:#e9cb93}\
    .line{stroke:#5b4a2c;stroke-width:.05;fill:none}.star{fill:#5b4a2c}\
    .black{fill:#111;stroke:#000;stroke-width:.04}.white{fill:#fdfdfb;stroke:#000;stroke-width:.04}\
    .dead{opacity:.55}.differs{fill:none;stroke:#0a3bd1;stroke-width:.09}\
    .reason{font:bold .7px sans-serif;fill:#8a0f2e}";

/// The distance between two lines of the board, in pixels. The lengths below are in units of this
/// distance.
const SCALE: f32 = 40.0;

/// The distances from the outermost lines of the board to the edges of the picture.
const LEFT: f32 = 1.9;
const TOP: f32 = 1.7;
const RIGHT: f32 = 1.1;

/// The distance from the outermost lines of the board to the edge of the wood.
const WOOD: f32 = 0.75;

impl Explained<'_> {
    /// Draws the board with the territory of the first compared answer. Points where answers differ
    /// have a frame, and every mark has the coordinates of its point in `data-point`.
    pub fn svg(&self) -> String {
        let view = self.first_view();
        let width = f32::from(self.game.labelled.size.width()) - 1.0 + LEFT + RIGHT;
        let height = f32::from(self.game.labelled.size.height()) - 1.0 + TOP + RIGHT;
        let mut body = String::new();
        self.lines(&mut body);
        for index in self.game.labelled.position.grid().points() {
            self.draw(&mut body, index, view);
        }
        let title = escape(&format!("{}: {}", self.outcome.name, self.name(view)));
        let pixels = [width, height].map(|length| (length * SCALE).round());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             viewBox=\"-{LEFT} -{TOP} {width} {height}\" width=\"{}\" height=\"{}\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" x=\"-{LEFT}\" y=\"-{TOP}\" \
             width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
            pixels[0], pixels[1],
        )
    }

    /// Draws the lines, star points and coordinates of the board.
    fn lines(&self, svg: &mut String) {
        let size = self.game.labelled.size;
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let [width, height] = [right, bottom].map(|length| f32::from(length) + 2.0 * WOOD);
        let _ = writeln!(
            svg,
            "<rect class=\"wood\" x=\"-{WOOD}\" y=\"-{WOOD}\" \
             width=\"{width}\" height=\"{height}\" rx=\".12\"/>"
        );
        let mut path = String::new();
        for x in 0..=right {
            let _ = write!(path, "M{x} 0V{bottom}");
            text(svg, "", [x.into(), -1.15], &column_label(x));
        }
        for y in 0..=bottom {
            let _ = write!(path, "M0 {y}H{right}");
            text(svg, "", [-1.25, y.into()], &(size.height() - y).to_string());
        }
        let _ = writeln!(
            svg,
            "<path class=\"line\" stroke-linecap=\"square\" d=\"{path}\"/>"
        );
        for [x, y] in stars(size) {
            let _ = writeln!(
                svg,
                "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\".1\"/>"
            );
        }
    }

    /// Draws the stone and the marks of a point.
    fn draw(&self, svg: &mut String, index: usize, view: View) {
        let point = self.game.labelled.position.grid().point(index);
        let (x, y) = (f32::from(point.x), f32::from(point.y));
        let name = format!("data-point=\"{}\"", self.board.scene.point(index));
        let living = self
            .board
            .stone(index)
            .map(|color| ("stone", class_of(color), 0.46));
        let dead = self
            .game
            .labelled
            .dead_color(point)
            .map(|color| ("dead stone", class_of(color), 0.36));
        for (class, color, radius) in living.into_iter().chain(dead) {
            let _ = writeln!(
                svg,
                "<circle class=\"{class} {color}\" {name} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
            );
        }
        match self.mark(index, view) {
            mark @ ('b' | 'w') => {
                let color = class_of(if mark == 'b' {
                    Color::Black
                } else {
                    Color::White
                });
                let (x, y) = (x - 0.15, y - 0.15);
                let place = format!("{name} x=\"{x}\" y=\"{y}\"");
                let _ = writeln!(
                    svg,
                    "<rect class=\"territory {color}\" {place} width=\".3\" height=\".3\"/>"
                );
            }
            mark @ ('s' | 'f') => {
                // hide the lines of the board behind the letter
                let _ = writeln!(
                    svg,
                    "<circle class=\"wood\" cx=\"{x}\" cy=\"{y}\" r=\".3\"/>"
                );
                text(
                    svg,
                    &format!("class=\"reason\" data-reason=\"{mark}\" {name}"),
                    [x, y],
                    &mark.to_string(),
                );
            }
            _ => {}
        }
        if self.board.is_disputed(index) {
            let (x, y) = (x - 0.44, y - 0.44);
            let _ = writeln!(
                svg,
                "<rect class=\"differs\" {name} x=\"{x}\" y=\"{y}\" width=\".88\" height=\".88\"/>"
            );
        }
    }
}

/// Writes text whose middle is at `x` and `y`.
fn text(svg: &mut String, attributes: &str, [x, y]: [f32; 2], text: &str) {
    let _ = writeln!(
        svg,
        "<text {attributes} x=\"{x:.2}\" y=\"{:.2}\">{}</text>",
        y + 0.18,
        escape(text)
    );
}

/// Returns the star points of a board.
fn stars(size: Size) -> Vec<[u8; 2]> {
    let [columns, rows] = [size.width(), size.height()].map(|length| match length {
        13.. if length % 2 == 1 => vec![3, length / 2, length - 4],
        13.. => vec![3, length - 4],
        9.. => vec![2, length - 3],
        _ => vec![],
    });
    columns
        .iter()
        .flat_map(|&x| rows.iter().map(move |&y| [x, y]))
        .collect()
}

const fn class_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
