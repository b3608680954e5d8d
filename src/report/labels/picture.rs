//! The boards to look at while correcting a labels file, with SGF coordinates.

use std::fmt::Write as _;

use super::Draft;
use super::draft::point;
use crate::labels::LabelPoint;
use crate::report::text::clean;

impl Draft<'_> {
    /// Draws the board of the line: `X` `O` living stones, `x` `o` dead ones, `b` `w` territory, `*` before each point
    /// on which the label or an answer that counts differs from the line. Rows and columns have the letters of SGF
    /// coordinates.
    #[must_use]
    pub fn picture(&self, number: usize) -> String {
        let mut text = format!("line {number}: {}\n", clean(&self.line.game));
        let details = [&self.line.result, &self.line.origin, &self.line.note].into_iter().flatten();
        let _ = writeln!(text, "{}\n", details.map(|detail| clean(detail)).collect::<Vec<_>>().join("; "));
        let width = self.board.position.first().map_or(0, String::len);
        let name = |index: usize| char::from(point(index, 0).to_sgf()[0]);
        let columns = (0..width).fold(String::from("  "), |line, x| line + &format!(" {}", name(x)));
        let _ = writeln!(text, "{columns}");
        for (y, row) in self.board.position.iter().enumerate() {
            let cells = row.bytes().enumerate().fold(String::new(), |line, (x, stone)| {
                let mark = if self.differs(x, y) { '*' } else { ' ' };
                format!("{line}{mark}{}", self.letter(x, y, stone))
            });
            let _ = writeln!(text, "{} {cells}", name(y));
        }
        text.push('\n');
        text
    }

    /// Returns the letter of a point, given that of the board's position.
    fn letter(&self, x: usize, y: usize, stone: u8) -> char {
        let is_dead = self.line.dead.iter().flatten().any(|dead| *dead == LabelPoint(point(x, y)));
        char::from(match stone.to_ascii_uppercase() {
            stone @ (b'X' | b'O') if is_dead => stone.to_ascii_lowercase(),
            stone @ (b'X' | b'O') => stone,
            _ => self.owner(x, y),
        })
    }

    /// Returns `b` or `w` for the owner of a point according to the line, and `.` if it has none.
    fn owner(&self, x: usize, y: usize) -> u8 {
        let has = |list: &Option<Vec<LabelPoint>>| list.iter().flatten().any(|own| *own == LabelPoint(point(x, y)));
        match () {
            () if has(&self.line.black_territory) => b'b',
            () if has(&self.line.white_territory) => b'w',
            () => b'.',
        }
    }

    /// Returns whether the label or an answer that counts gives the point to another owner than the line.
    fn differs(&self, x: usize, y: usize) -> bool {
        let own = self.owner(x, y);
        let owner = |rows: &[String]| match rows[y].as_bytes()[x] {
            letter @ (b'b' | b'w') => letter,
            _ => b'.',
        };
        let label = self.board.label_map.iter();
        self.counted.iter().map(|answer| &answer.map).chain(label).any(|map| owner(map) != own)
    }
}
