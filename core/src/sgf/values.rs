//! Reads the values of properties: points, rectangles, sizes and names.

use crate::board::{Point, Size};

/// Reads points and `aa:bb` rectangles into `points`. Stops soon after reading `most` points.
/// Returns the values that are neither points nor rectangles.
pub(super) fn read_points<'a>(
    values: &[&'a str],
    points: &mut Vec<Point>,
    most: usize,
) -> Vec<&'a str> {
    let mut bad = Vec::new();
    points.reserve(values.len().min(most));
    let most = points.len().saturating_add(most);
    for value in values
        .iter()
        .map(|value| value.trim_ascii())
        .filter(|value| !value.is_empty())
    {
        if points.len() > most {
            break;
        }
        // a point is a value of two characters, so it cannot be a rectangle
        if let Some(point) = Point::from_sgf(value) {
            points.push(point);
        } else if let Some((a, b)) = corners(value) {
            for y in a.y.min(b.y)..=a.y.max(b.y) {
                points.extend((a.x.min(b.x)..=a.x.max(b.x)).map(|x| Point::new(x, y)));
            }
        } else {
            bad.push(value);
        }
    }
    bad
}

/// Returns two opposite corners of a rectangle such as `aa:bb`.
pub(super) fn corners(value: &str) -> Option<(Point, Point)> {
    let (from, to) = value.split_once(':')?;
    Some((
        Point::from_sgf(from.trim_ascii())?,
        Point::from_sgf(to.trim_ascii())?,
    ))
}

/// Reads a size such as `19` or `19:13`. Some forms that occur in files but are not SGF are also
/// read, such as `13)`, `19x19` and `-10`. In these forms, a side of 1, as in `-1`, or a letter
/// other than `x`, as in `1e1`, shows that the text is not a size.
pub(super) fn parse_size(text: &str) -> Option<Size> {
    let is_sgf = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b':');
    if !is_sgf
        && text.contains(|letter: char| letter.is_alphabetic() && !matches!(letter, 'x' | 'X'))
    {
        return None;
    }
    let mut sides = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse::<u32>().ok());
    let width = sides.next()??;
    let height = sides.next().unwrap_or(Some(width))?;
    Size::new(width, height)
        .ok()
        .filter(|_| is_sgf || width.min(height) > 1)
}

/// The maximum number of characters in a name.
pub(super) const MAX_NAME: usize = 200;

/// Returns a name on one line, like FF4's `SimpleText`. Blanks and control characters become
/// spaces, and a long name is shortened.
pub(super) fn one_line(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars().take(MAX_NAME) {
        let is_blank = letter.is_control() || letter.is_whitespace();
        name.push(if is_blank { ' ' } else { letter });
    }
    if text.chars().nth(MAX_NAME).is_some() {
        name.push('…');
    }
    name
}
