//! The boards to look at while correcting a labels file, with SGF coordinates.

use std::fmt::Write as _;

use super::Draft;
use crate::board::Point;
use crate::labels::LabelPoint;
use crate::report::text::clean;

impl Draft<'_> {
    /// Draws the board of the line: `X` `O` living stones, `x` `o` dead ones, `b` `w` territory, `*` before each point
    /// on which the label or an answer that counts differs from the line. Rows and columns have the letters of SGF
    /// coordinates.
    #[must_use]
    pub fn picture(&self, number: usize) -> String {
        let mut text = format!("line {number}: {}\n", clean(&self.line.game));
        let said = [&self.line.result, &self.line.origin, &self.line.note].into_iter().flatten();
        let _ = writeln!(text, "{}\n", said.map(|part| clean(part)).collect::<Vec<_>>().join("; "));
        let width = self.board.position.first().map_or(0, String::len);
        let name = |place: usize| char::from(Point::new(byte(place), 0).to_sgf()[0]);
        let columns = (0..width).fold(String::from("  "), |line, x| line + &format!(" {}", name(x)));
        let _ = writeln!(text, "{columns}");
        for (y, row) in self.board.position.iter().enumerate() {
            let cells = row.bytes().enumerate().fold(String::new(), |line, (x, stone)| {
                let mark = if self.differs(x, y) { '*' } else { ' ' };
                format!("{line}{mark}{}", self.letter(Point::new(byte(x), byte(y)), stone))
            });
            let _ = writeln!(text, "{} {cells}", name(y));
        }
        text.push('\n');
        text
    }

    fn letter(&self, point: Point, stone: u8) -> char {
        let has = |list: &Option<Vec<LabelPoint>>| list.iter().flatten().any(|&LabelPoint(own)| own == point);
        match stone.to_ascii_uppercase() {
            stone @ (b'X' | b'O') if has(&self.line.dead) => char::from(stone.to_ascii_lowercase()),
            stone @ (b'X' | b'O') => char::from(stone),
            _ if has(&self.line.black_territory) => 'b',
            _ if has(&self.line.white_territory) => 'w',
            _ => '.',
        }
    }

    fn differs(&self, x: usize, y: usize) -> bool {
        let point = LabelPoint(Point::new(byte(x), byte(y)));
        let has = |list: &Option<Vec<LabelPoint>>| list.iter().flatten().any(|own| *own == point);
        let own = if has(&self.line.black_territory) {
            b'b'
        } else if has(&self.line.white_territory) {
            b'w'
        } else {
            b'.'
        };
        let owner = |rows: &[String]| match rows[y].as_bytes()[x] {
            letter @ (b'b' | b'w') => letter,
            _ => b'.',
        };
        let label = self.board.label_map.as_ref();
        self.counted.iter().any(|answer| owner(&answer.map) != own) || label.is_some_and(|map| owner(map) != own)
    }
}

fn byte(place: usize) -> u8 {
    u8::try_from(place).expect("at most 52 rows and columns")
}
