//! Colours, points and board sizes, and their notation in SGF.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::Display;

/// A point of a board. As in SGF, its column and row are counted from 0 at the top left. The point
/// is serialized in SGF notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point {
    /// The row, from the top.
    pub y: u8,
    /// The column, from the left.
    pub x: u8,
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

impl TryFrom<String> for Point {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::from_sgf(&text).ok_or_else(|| {
            format!("{text:?} is not an SGF point such as \"mf\" (column 13, row 6 from the top)")
        })
    }
}

impl Point {
    /// Returns the point in column `x` and row `y`.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// Reads the two letters of an SGF point: `a`–`z` are 0–25, `A`–`Z` are 26–51.
    ///
    /// Some programs continue after `z` with the next Unicode characters: `{`, `|` and so on. These
    /// are accepted, because SGF gives them no other meaning. The board's size is not known here,
    /// so a point off the board, such as `tt`, is returned like any other point.
    pub fn from_sgf(text: &str) -> Option<Self> {
        if let &[x @ b'a'..=b'z', y @ b'a'..=b'z'] = text.as_bytes() {
            return Some(Self::new(x - b'a', y - b'a'));
        }
        let mut letters = text.chars();
        let (x, y) = (letters.next()?, letters.next()?);
        if letters.next().is_some() {
            None
        } else {
            Some(Self::new(coordinate(x)?, coordinate(y)?))
        }
    }

    /// Returns the point in SGF notation, as two ASCII letters.
    pub fn to_sgf(self) -> [u8; 2] {
        [self.x, self.y].map(|value| {
            if value < 26 {
                b'a' + value
            } else {
                b'A' + value - 26
            }
        })
    }

    /// Returns the name of the point in a diagram. For example, `A19` is the top left point of a
    /// 19x19 board. The letter I is skipped, and `AA` follows `Z`, as in GTP engines that support
    /// large boards.
    pub fn name(self, size: Size) -> String {
        format!("{}{}", column_label(self.x), size.height - self.y)
    }

    /// Reads the name of a point in a diagram, such as `K5` or `k5`. Names with two letters, such
    /// as `AA1`, are not read. Returns `None` if the board has no such point.
    pub fn from_name(text: &str, size: Size) -> Option<Self> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let x = match letter {
            b'A'..=b'H' => letter - b'A',
            b'J'..=b'Z' => letter - b'A' - 1,
            _ => return None,
        };
        let digits = &text[1..];
        let row: u8 = digits
            .parse()
            .ok()
            .filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let point = Self::new(x, size.height.checked_sub(row)?);
        size.contains(point).then_some(point)
    }
}

/// Returns the letters above column `x` of a diagram.
pub fn column_label(x: u8) -> String {
    const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = char::from(LETTERS[usize::from(x) % LETTERS.len()]);
    match usize::from(x) / LETTERS.len() {
        0 => letter.to_string(),
        turn => format!("{}{letter}", char::from(LETTERS[turn - 1])),
    }
}

fn coordinate(letter: char) -> Option<u8> {
    let letter = u8::try_from(letter).ok()?;
    match letter {
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        b'a'.. => Some(letter - b'a').filter(|&value| value < Size::MAX),
        _ => None,
    }
}

impl fmt::Display for Point {
    /// Writes the point in SGF notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.to_sgf().map(char::from);
        write!(f, "{x}{y}")
    }
}

/// The size of a board. Each side has 1 to 52 points, because SGF's letters can address no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board size that SGF's letters cannot address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}x{1} is not a valid board size; each side must be 1 to {max}", max = Size::MAX)]
pub struct BadSize(pub u32, pub u32);

impl Size {
    /// The longest side that SGF's letters can address (FF\[4\], Go specific properties).
    pub(crate) const MAX: u8 = 52;

    /// The largest board.
    pub(crate) const LARGEST: Self = Self {
        width: Self::MAX,
        height: Self::MAX,
    };

    /// Returns the size of a board with `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a side is 0 or longer than 52.
    pub fn new(width: u32, height: u32) -> Result<Self, BadSize> {
        match (u8::try_from(width), u8::try_from(height)) {
            (Ok(width @ 1..=Self::MAX), Ok(height @ 1..=Self::MAX)) => Ok(Self { width, height }),
            _ => Err(BadSize(width, height)),
        }
    }

    /// Returns the number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of points.
    pub fn points(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns whether `point` is on the board.
    pub fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Returns the index of `point` in the order of [`Self::iter`].
    pub fn index_of(self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    /// Iterates over the points in row-major order.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for Size {
    /// Writes one number for a square board, such as `19`. Otherwise, writes both numbers: `19x13`
    /// is a board with 19 columns and 13 rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

impl FromStr for Size {
    type Err = BadSize;

    /// Reads `19` or `19x13`. A side that is not a number is read as 0, which is an error.
    fn from_str(text: &str) -> Result<Self, BadSize> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let [width, height] = [width, height].map(|side| side.parse().unwrap_or_default());
        Self::new(width, height)
    }
}

/// The colour of a stone or a player.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Display,
)]
pub enum Color {
    /// Black, who plays first in an even game.
    Black,
    /// White, who receives komi.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Returns the other colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the colour for which `is` is true, if there is exactly one.
    pub(crate) const fn only(is: [bool; 2]) -> Option<Self> {
        match is {
            [true, false] => Some(Self::Black),
            [false, true] => Some(Self::White),
            _ => None,
        }
    }

    /// Returns 0 for Black and 1 for White, as an index into a `[T; 2]`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `B` or `W`, as in SGF.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sgf_letters_reach_52() {
        let corner = Point::new(51, 26);
        assert_eq!(corner.to_string(), "ZA");
        assert_eq!(Point::from_sgf("ZA"), Some(corner));
        assert_eq!(Point::from_sgf("a"), None);
        assert_eq!(Point::from_sgf("a1"), None);
        assert_eq!(
            Point::from_sgf("{a"),
            Some(Point::new(26, 0)),
            "the character after z in Unicode"
        );
        assert_eq!(Point::from_sgf("\u{94}\u{80}"), Some(Point::new(51, 31)));
        assert_eq!(Point::from_sgf("\u{95}a"), None);
    }

    #[test]
    fn labels_skip_i_and_continue_after_z() {
        let size = Size::new(30, 19).unwrap();
        assert_eq!(Point::new(0, 0).name(size), "A19");
        assert_eq!(Point::new(8, 18).name(size), "J1");
        assert_eq!(Point::new(25, 18).name(size), "AA1");
    }

    #[test]
    fn sides_outside_1_to_52_are_an_error() {
        assert_eq!(Size::new(0, 9), Err(BadSize(0, 9)));
        assert_eq!(Size::new(9, 53), Err(BadSize(9, 53)));
        assert_eq!(Size::new(52, 1).unwrap().to_string(), "52x1");
    }

    #[test]
    fn index_of_follows_the_order_of_points() {
        let size = Size::new(5, 3).unwrap();
        assert!(size.iter().map(|point| size.index_of(point)).eq(0..15));
    }
}
