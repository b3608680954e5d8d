//! Boards as text, one or two side by side.

use std::fmt::Write as _;

use super::Explained;
use crate::board::{Color, column_label};
use crate::report::text::{COLUMNS, Style};
use crate::territory::Status;

/// The source of the territory that a board shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Label,
    /// The map of an answer, by its index.
    Answer(usize),
}

impl Explained<'_> {
    /// Writes the boards: the label and the scorer, if one comes first; two strategies side by side if two are chosen,
    /// the label and the strategy if one is; otherwise the label's board, or the first answer's if the label has no map.
    pub(super) fn boards(&self, text: &mut String, style: Style) {
        let label = self.game.label_map.is_some();
        let views = match self.shown.as_slice() {
            [] => vec![View::Label],
            [first, ..] if label && first.is_external => vec![View::Label, View::Answer(0)],
            [_, _] => vec![View::Answer(0), View::Answer(1)],
            [_] if label => vec![View::Label, View::Answer(0)],
            _ => vec![if label { View::Label } else { View::Answer(0) }],
        };
        text.push('\n');
        self.rows(text, &views, style);
        let has_reasons = |view: &View| matches!(*view, View::Answer(at) if !self.shown[at].is_external);
        let reasons = if views.iter().any(has_reasons) { " s eye in seki, f false eye," } else { "" };
        let differ = self.game.position.grid().points().any(|index| self.is_disputed(index));
        let star = match (differ, reasons) {
            (true, "") => ", * before a disputed point",
            (true, _) => "\n* before a disputed point",
            _ => "",
        };
        let _ = writeln!(text, "\nX O alive, x o dead, b w territory,{reasons} . nobody's{star}");
    }

    pub(super) fn name(&self, view: View) -> &str {
        match view {
            View::Label if self.game.label_map.is_none() => "the game",
            View::Label => "label",
            View::Answer(at) => self.shown[at].name,
        }
    }

    fn rows(&self, text: &mut String, views: &[View], style: Style) {
        let size = self.game.size;
        let columns: Vec<String> = (0..size.width()).map(column_label).collect();
        let width = columns.iter().map(String::len).max().unwrap_or_default() + 1;
        let whole = usize::from(size.width()) * width + 3;
        // two 19x19 boards fit side by side only if the second has no row numbers
        let (gap, numbers) = if views.len() * (whole + 4) - 4 > COLUMNS { (" ", 0) } else { ("    ", 3) };
        let titles = views.iter().enumerate().fold(String::new(), |line, (at, &view)| {
            // the first title begins at column 3, the next above the letters of its board
            let start = if at == 0 { 3 } else { whole + gap.len() + numbers };
            // separate the titles if a name is longer than its board is wide
            let room = if line.len() < start { "" } else { "  " };
            format!("{line:<start$}{room}{}", self.name(view))
        });
        let _ = writeln!(text, "{}", style.bold(&titles));
        let head = columns.iter().fold(String::new(), |line, column| line + &format!("{column:>width$}"));
        let heads = vec![head; views.len()].join(&format!("{gap}{:numbers$}", ""));
        let _ = writeln!(text, "   {heads}");
        for (y, row) in self.game.position.grid().rows().enumerate() {
            let number = (usize::from(size.height()) - y).to_string();
            let line = views.iter().enumerate().map(|(at, &view)| {
                let cells: String = row.clone().map(|index| self.cell(index, view, width, style)).collect();
                let number = if at == 0 || numbers > 0 { format!("{number:>3}") } else { String::new() };
                number + &cells
            });
            let _ = writeln!(text, "{}", line.collect::<Vec<_>>().join(gap));
        }
    }

    /// Returns a point in `width` characters, with `*` before its letter if the point is disputed.
    fn cell(&self, index: usize, view: View, width: usize, style: Style) -> String {
        let letter = self.letter(index, view);
        let text =
            format!("{:>width$}", if self.is_disputed(index) { format!("*{letter}") } else { letter.to_string() });
        // the letters are enough: colour only helps to find a point
        let code = match letter {
            _ if self.is_disputed(index) => "30;43",
            'X' => "1",
            'b' => "32",
            'w' => "36",
            's' | 'f' => "35",
            'x' | 'o' => "31",
            _ => "",
        };
        if style.color && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text }
    }

    fn letter(&self, index: usize, view: View) -> char {
        let living = self.game.position.cells()[index].color();
        // a living stone is somebody's point only for a scorer that takes it for dead
        let is_taken = |at| self.status(at, index).owner().is_some();
        match living.or_else(|| self.game.dead_color(self.game.position.grid().point(index))) {
            Some(color) if living.is_none() || matches!(view, View::Answer(at) if is_taken(at)) => match color {
                Color::Black => 'x',
                Color::White => 'o',
            },
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => self.mark(index, view),
        }
    }

    /// Returns the letter of a point without a living stone.
    pub(super) fn mark(&self, index: usize, view: View) -> char {
        let owner = match view {
            View::Label => self.game.label_map.as_ref().and_then(|map| map.owner(index)),
            View::Answer(at) if self.shown[at].is_external => self.status(at, index).owner(),
            View::Answer(at) => match self.status(at, index) {
                Status::Seki => return 's',
                Status::FalseEye => return 'f',
                status => status.owner(),
            },
        };
        owner.map_or('.', |color| color.letter().to_ascii_lowercase())
    }
}
