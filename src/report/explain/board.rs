//! Boards in letters, one or two beside each other.

use std::fmt::Write as _;

use super::{Explained, status};
use crate::board::{Cell, Color, column_label};
use crate::report::text::Style;
use crate::scoring::Status;

/// Whose territory a board shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Label,
    /// A strategy's, by its number.
    Strategy(usize),
}

impl Explained<'_> {
    /// The boards: two strategies beside each other where two are asked for, one beside the label where one is, and
    /// else the label's, or the first strategy's.
    pub(super) fn boards(&self, text: &mut String, style: Style) {
        let label = self.game.label_map.is_some();
        let views = match (self.names.len(), label) {
            (2, _) => vec![View::Strategy(0), View::Strategy(1)],
            (1, true) => vec![View::Label, View::Strategy(0)],
            (_, true) => vec![View::Label],
            (_, false) => vec![View::Strategy(0)],
        };
        text.push('\n');
        self.rows(text, &views, style);
        let reasons = if views.iter().any(|view| *view != View::Label) { " s eye in seki, f false eye," } else { "" };
        let _ = writeln!(text, "\nX O living stones, x o dead ones, b w territory,{reasons} . nobody's");
        if self.game.position.grid().points().any(|index| self.is_disputed(index)) {
            text.push_str("* before a point on which answers differ\n");
        }
    }

    pub(super) fn name(&self, view: View) -> &'static str {
        match view {
            View::Label => "label",
            View::Strategy(number) => self.names[number],
        }
    }

    fn rows(&self, text: &mut String, views: &[View], style: Style) {
        let size = self.game.size;
        let columns: Vec<String> = (0..size.width()).map(column_label).collect();
        let width = columns.iter().map(String::len).max().unwrap_or_default() + 1;
        let whole = usize::from(size.width()) * width + 3;
        let titles = views.iter().fold(String::new(), |line, &view| {
            let name = self.name(view);
            line + &format!("   {name:<0$}", whole + 1)
        });
        let _ = writeln!(text, "{}", style.bold(titles.trim_end()));
        let head = columns.iter().fold(String::new(), |line, column| line + &format!("{column:>width$}"));
        let _ = writeln!(text, "{}", vec![format!("   {head}"); views.len()].join("    "));
        for (y, row) in self.game.position.grid().rows().enumerate() {
            let line = views.iter().map(|&view| {
                let cells: String = row.clone().map(|index| self.cell(index, view, width, style)).collect();
                format!("{:>3}{cells}", usize::from(size.height()) - y)
            });
            let _ = writeln!(text, "{}", line.collect::<Vec<_>>().join("    "));
        }
    }

    /// A point in `width` letters, the first of which tells that it is disputed.
    fn cell(&self, index: usize, view: View, width: usize, style: Style) -> String {
        let letter = self.letter(index, view);
        let text =
            format!("{:>width$}", if self.is_disputed(index) { format!("*{letter}") } else { letter.to_string() });
        // letters say it all: colour is for the eye to find it sooner
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
        let grid = self.game.position.grid();
        match self.game.position.cells()[index] {
            Cell::Black => return 'X',
            Cell::White => return 'O',
            _ => {}
        }
        match self.game.dead_color(grid.point(index)) {
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => self.mark(index, view),
        }
    }

    /// What a view says of a point that has no living stone.
    pub(super) fn mark(&self, index: usize, view: View) -> char {
        let owner = match view {
            View::Label => self.game.label_map.as_ref().and_then(|map| map.owner(index)),
            View::Strategy(number) => match status(&self.game.answers[number], index) {
                Status::Seki => return 's',
                Status::FalseEye => return 'f',
                status => status.owner(),
            },
        };
        owner.map_or('.', |color| color.letter().to_ascii_lowercase())
    }
}
