//! A game's board as an SVG picture that needs no style from outside.

use std::fmt::Write as _;

use super::Explained;
use super::board::View;
use crate::board::{Cell, Color, column_label};
use crate::report::html::escape;

const STYLE: &str = ".wood{fill:#e9cb93}.line{stroke:#3b2f1b;stroke-width:.03;fill:none}.black{fill:#111;stroke:#000;\
    stroke-width:.04}.white{fill:#fdfdfb;stroke:#000;stroke-width:.04}.dead{opacity:.6}.differs{fill:none;\
    stroke:#0a3bd1;stroke-width:.1}text{font:.5px sans-serif;text-anchor:middle}.reason{font:700 .6px monospace}";

impl Explained<'_> {
    /// The board with the first strategy's territory. Points on which answers differ have a frame; every mark names its
    /// point in `data-point`.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (f32::from(self.game.size.width()), f32::from(self.game.size.height()));
        let view = if self.names.is_empty() { View::Label } else { View::Strategy(0) };
        let title = format!("{}: {}", self.outcome.name, self.name(view));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {} {}\" width=\"{}\" height=\"{}\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"wood\" x=\"-.8\" y=\"-.8\" width=\"{}\" height=\"{}\"/>\n",
            width + 2.5,
            height + 2.5,
            (width + 2.5) * 30.0,
            (height + 2.5) * 30.0,
            escape(&title),
            width + 0.6,
            height + 0.6,
        );
        self.lines(&mut svg);
        let grid = self.game.position.grid();
        for index in grid.points() {
            self.draw(&mut svg, index, view);
        }
        svg + "</svg>\n"
    }

    fn lines(&self, svg: &mut String) {
        let (width, height) = (self.game.size.width(), self.game.size.height());
        let mut path = String::new();
        for x in 0..width {
            let _ = write!(path, "M{x} 0V{}", height - 1);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"-1.05\">{}</text>", column_label(x));
        }
        for y in 0..height {
            let _ = write!(path, "M0 {y}H{}", width - 1);
            let _ = writeln!(svg, "<text x=\"-1.3\" y=\"{y}.18\">{}</text>", height - y);
        }
        let _ = writeln!(svg, "<path class=\"line\" d=\"{path}\"/>");
    }

    fn draw(&self, svg: &mut String, index: usize, view: View) {
        let point = self.game.position.grid().point(index);
        let (x, y, name) = (f32::from(point.x), f32::from(point.y), self.point(index));
        let dead = self.game.dead_color(point);
        let living = match self.game.position.cells()[index] {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        };
        for (color, class, radius) in [(living, "stone", 0.46), (dead, "dead stone", 0.36)] {
            if let Some(color) = color {
                let _ = writeln!(
                    svg,
                    "<circle class=\"{class} {}\" data-point=\"{name}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>",
                    class_of(color)
                );
            }
        }
        match self.mark(index, view) {
            mark @ ('b' | 'w') => {
                let color = if mark == 'b' { Color::Black } else { Color::White };
                let _ = writeln!(
                    svg,
                    "<rect class=\"territory {}\" data-point=\"{name}\" x=\"{}\" y=\"{}\" width=\".3\" height=\".3\"/>",
                    class_of(color),
                    x - 0.15,
                    y - 0.15
                );
            }
            mark @ ('s' | 'f') => {
                let _ = writeln!(
                    svg,
                    "<text class=\"reason\" data-point=\"{name}\" x=\"{x}\" y=\"{}\">{mark}</text>",
                    y + 0.2
                );
            }
            _ => {}
        }
        if self.is_disputed(index) {
            let _ = writeln!(
                svg,
                "<rect class=\"differs\" data-point=\"{name}\" x=\"{}\" y=\"{}\" width=\".92\" height=\".92\"/>",
                x - 0.46,
                y - 0.46
            );
        }
    }
}

const fn class_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
