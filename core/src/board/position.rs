//! Positions. A position can be read from a text diagram and written as one.

use std::fmt;

use super::point::column_label;
use super::{Cell, Color, Grid, Point, Size};

/// The stones on a board at one moment of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    grid: Grid,
    cells: Vec<Cell>,
}

impl Position {
    /// Returns an empty board.
    pub fn new(size: Size) -> Self {
        let grid = Grid::new(size);
        let mut cells = vec![Cell::Border; grid.cells()];
        grid.rows().for_each(|row| cells[row].fill(Cell::Empty));
        Self { grid, cells }
    }

    /// Reads a diagram with one line for each row. In it, `x` or `X` is a black stone, `o` or `O`
    /// is a white stone, and `.` is an empty point. Blanks and empty lines are skipped, so a
    /// diagram may be indented or spaced.
    ///
    /// Returns `None` if the rows differ in length or contain any other character, or if the size
    /// is not that of a board.
    ///
    /// # Examples
    /// ```
    /// use seichi_core::board::{Cell, Point, Position};
    ///
    /// let position = Position::from_diagram(".x.\nxo.\n.o.").expect("three rows of three points");
    /// assert_eq!(position.get(Point::new(1, 0)), Cell::Black);
    /// assert!(Position::from_diagram(".x.\nxo").is_none());
    /// ```
    pub fn from_diagram(diagram: &str) -> Option<Self> {
        let rows: Vec<Vec<char>> = diagram
            .lines()
            .map(|line| {
                line.chars()
                    .filter(|letter| !letter.is_whitespace())
                    .collect::<Vec<_>>()
            })
            .filter(|row| !row.is_empty())
            .collect();
        let width = rows.first()?.len();
        let size = Size::new(u32::try_from(width).ok()?, u32::try_from(rows.len()).ok()?).ok()?;
        let mut position = Self::new(size);
        if rows.iter().any(|row| row.len() != width) {
            return None;
        }
        for (index, letter) in position.grid.points().zip(rows.iter().flatten()) {
            position.cells[index] = match letter {
                'x' | 'X' => Cell::Black,
                'o' | 'O' => Cell::White,
                '.' => Cell::Empty,
                _ => return None,
            };
        }
        Some(position)
    }

    /// Returns the layout of [`Self::cells`].
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.grid.size()
    }

    /// Returns the contents of all cells, including the border, in the layout of [`Self::grid`].
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the content of `point`, which must be on the board.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[self.grid.index(point)]
    }

    /// Returns whether `point` is on the board and has a stone.
    pub fn has_stone(&self, point: Point) -> bool {
        self.size().contains(point) && self.get(point).color().is_some()
    }

    /// Puts a stone of `color` on `point`, or empties the point. Nothing is captured.
    pub fn set(&mut self, point: Point, color: Option<Color>) {
        self.put(self.grid.index(point), color);
    }

    /// Puts a stone of `color` on the point at `index`, or empties the point.
    pub(super) fn put(&mut self, index: usize, color: Option<Color>) {
        self.cells[index] = color.map_or(Cell::Empty, Cell::from);
    }

    /// Returns the number of stones of `color`.
    pub fn stones(&self, color: Color) -> u32 {
        let stone = Cell::from(color);
        // 16 bits are enough for all 52 · 52 points, and a wider sum would take longer
        self.cells
            .iter()
            .map(|&cell| u16::from(cell == stone))
            .sum::<u16>()
            .into()
    }

    /// Returns one line for each row, without coordinates. `letter` returns the character for each
    /// point.
    pub fn rows(&self, mut letter: impl FnMut(usize, Cell) -> char) -> Vec<String> {
        self.grid
            .rows()
            .map(|row| row.map(|index| letter(index, self.cells[index])).collect())
            .collect()
    }

    /// Returns a diagram with coordinates. For a 19x19 board, it is 40 columns wide. `letter`
    /// returns the character for each point.
    pub fn diagram(&self, letter: impl FnMut(usize, Cell) -> char) -> String {
        let height = usize::from(self.size().height());
        let columns: Vec<String> = (0..self.size().width()).map(column_label).collect();
        let width = columns.iter().map(String::len).max().unwrap_or_default() + 1;
        let mut lines = vec![columns.iter().fold(String::from("  "), |line, column| {
            line + &format!("{column:>width$}")
        })];
        for (y, row) in self.rows(letter).iter().enumerate() {
            let start = format!("{:>2}", height - y);
            lines.push(
                row.chars()
                    .fold(start, |line, point| line + &format!("{point:>width$}")),
            );
        }
        lines.join("\n") + "\n"
    }
}

impl fmt::Display for Position {
    /// Writes the diagram that [`Position::from_diagram`] reads, with `X` and `O` for the stones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows(|_, cell| cell.letter());
        rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_without_liberty_is_found() {
        let without_liberty = |diagram| Position::from_diagram(diagram).unwrap().without_liberty();
        assert_eq!(without_liberty("x.o\nxxo\noo.\n"), None);
        assert_eq!(without_liberty("..o\n.ox\noxx\n"), Some(Point::new(2, 1)));
        assert_eq!(without_liberty("x"), Some(Point::new(0, 0)));
        assert_eq!(without_liberty("..\n.."), None);
    }

    #[test]
    fn diagram_round_trips() {
        let position = Position::from_diagram(" X . o\n x O .\n").unwrap();
        assert_eq!(position.to_string(), "X.O\nXO.\n");
        assert_eq!(position.stones(Color::Black), 2);
        assert_eq!(position.get(Point::new(2, 0)), Cell::White);
        assert_eq!(
            position.diagram(|_, cell| if cell == Cell::Empty { '.' } else { '#' }),
            "   A B C\n 2 # . #\n 1 # # .\n"
        );
        for wrong in ["", "..\n.", "?"] {
            assert_eq!(Position::from_diagram(wrong), None, "{wrong:?}");
        }
    }
}
