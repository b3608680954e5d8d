//! Boards as text, one or two side by side.

use std::fmt::Write as _;

use crate::board::{Color, column_label};
use crate::explain::Explained;
use crate::territory::Status;
use crate::text::{COLUMNS, Style, fold};

/// The source of the territory that a board shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Label,
    /// The map of an answer, by its index.
    Answer(usize),
}

/// The meanings of the letters on a board.
const LEGEND: [(&str, &str); 8] = [
    ("XO", "X O alive"),
    ("xo", "x o dead"),
    ("bw", "b w territory"),
    ("s", "s eye in seki"),
    ("f", "f false eye or protective move"),
    (".", ". neutral"),
    ("#@", "# @ filled dame"),
    ("*", "* disputed"),
];

impl Explained<'_> {
    /// Writes the boards. If a scorer comes first, they show the label and the scorer. If two
    /// strategies are chosen, they show these two; if one is chosen, they show the label and this
    /// strategy. Otherwise, a single board shows the label or, if the label has no map, the first
    /// compared answer.
    pub(super) fn boards(&self, text: &mut String, style: Style) {
        let label = self.board.label.is_some();
        let views = match self.board.shown.as_slice() {
            [first, ..] if label && first.is_external => vec![View::Label, View::Answer(0)],
            [_, _] => vec![View::Answer(0), View::Answer(1)],
            [_] if label => vec![View::Label, View::Answer(0)],
            _ if label => vec![View::Label],
            _ => vec![
                self.board
                    .compared
                    .first()
                    .map_or(View::Label, |&at| View::Answer(at)),
            ],
        };
        text.push('\n');
        self.rows(text, &views, style);
        let mut seen = String::new();
        for index in self.game.labelled.position.grid().points() {
            seen.extend(views.iter().map(|&view| self.letter(index, view)));
            seen.push_str(self.sign(index));
        }
        let legend: Vec<&str> = LEGEND
            .iter()
            .filter(|(signs, _)| seen.contains(|letter| signs.contains(letter)))
            .map(|&(_, words)| words)
            .collect();
        *text += &fold(&format!("\n{}\n", legend.join(", ")));
    }

    fn rows(&self, text: &mut String, views: &[View], style: Style) {
        let size = self.game.labelled.size;
        let columns: Vec<String> = (0..size.width()).map(column_label).collect();
        let width = columns.iter().map(String::len).max().unwrap_or_default() + 1;
        let whole = usize::from(size.width()) * width;
        // two 19x19 boards fit side by side only with a narrow gap
        let gap = if views.len() * (whole + 4) > COLUMNS {
            " "
        } else {
            "    "
        };
        let titles = views.iter().map(|&view| self.name(view));
        let titles: Vec<String> = titles.map(|name| format!("{name:<whole$}")).collect();
        let _ = writeln!(text, "   {}", style.bold(titles.join(gap).trim_end()));
        let mut head = String::new();
        for column in &columns {
            let _ = write!(head, "{column:>width$}");
        }
        let _ = writeln!(text, "   {}", vec![head; views.len()].join(gap));
        for (y, row) in self.game.labelled.position.grid().rows().enumerate() {
            let row_of = |view| -> String {
                let cells = row.clone();
                cells
                    .map(|index| self.cell(index, view, width, style))
                    .collect()
            };
            let rows: Vec<String> = views.iter().map(|&view| row_of(view)).collect();
            let number = usize::from(size.height()) - y;
            let _ = writeln!(text, "{number:>3}{}", rows.join(gap));
        }
    }

    /// Returns a point in `width` characters, with `*` before its letter if the point is disputed.
    fn cell(&self, index: usize, view: View, width: usize, style: Style) -> String {
        let letter = self.letter(index, view);
        let sign = self.sign(index);
        let text = format!("{:>width$}", format!("{sign}{letter}"));
        // colours only help to find a point, because the letters carry the same information
        let code = match letter {
            _ if !sign.is_empty() => "30;43",
            'X' => "1",
            'b' => "32",
            'w' => "36",
            's' | 'f' => "35",
            'x' | 'o' => "31",
            _ => "",
        };
        if code.is_empty() {
            text
        } else {
            style.escaped(code, &text)
        }
    }

    fn sign(&self, index: usize) -> &'static str {
        if self.board.is_disputed(index) {
            "*"
        } else {
            ""
        }
    }

    fn letter(&self, index: usize, view: View) -> char {
        let stone = self.board.stone(index);
        let Some(color) = stone.or_else(|| {
            self.game
                .labelled
                .dead_color(self.game.labelled.position.grid().point(index))
        }) else {
            return self
                .filled(index, view)
                .unwrap_or_else(|| self.mark(index, view));
        };
        let letter = if color == Color::Black { 'X' } else { 'O' };
        // a living stone's point is territory only if an external scorer considers the stone dead
        let is_taken = match view {
            View::Label => false,
            View::Answer(at) => self.board.shown[at].statuses[index].owner().is_some(),
        };
        if stone.is_none() || is_taken {
            letter.to_ascii_lowercase()
        } else {
            letter
        }
    }

    /// Returns the sign of the stone with which a strategy fills a dame.
    fn filled(&self, index: usize, view: View) -> Option<char> {
        let View::Answer(at) = view else { return None };
        let fill = self.board.shown[at]
            .trace
            .filled_dame
            .iter()
            .find(|(point, _)| usize::from(*point) == index);
        fill.map(|(_, color)| if *color == Color::Black { '#' } else { '@' })
    }

    /// Returns the letter of a point without a living stone.
    pub(super) fn mark(&self, index: usize, view: View) -> char {
        let owner = match view {
            View::Label => self.board.label.as_ref().and_then(|owners| owners[index]),
            View::Answer(at) => match self.board.shown[at].statuses[index] {
                Status::Seki if !self.board.shown[at].is_external => return 's',
                Status::FalseEye if !self.board.shown[at].is_external => return 'f',
                status => status.owner(),
            },
        };
        owner.map_or('.', |color| color.letter().to_ascii_lowercase())
    }
}
