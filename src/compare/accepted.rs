//! The accepted answers to games with a known mismatch: a baseline keeps their maps, so that a failed gate shows the board
//! before and after without the accepted run.

use std::fmt::Write as _;

use super::{Baseline, Change};
use crate::outcome::Outcome;
use crate::pipeline::Category;
use crate::run::{BoardAnswer, SavedBoard};

impl Baseline {
    /// Adds the maps of the known mismatches, from the boards of the run. Later runs can then be compared with them point
    /// by point.
    #[must_use]
    pub fn with_maps(mut self, boards: &[SavedBoard]) -> Self {
        for board in boards {
            for answer in &board.answers {
                for strategy in &answer.strategies {
                    let key = (board.game.clone(), strategy.clone());
                    if self.mismatches.contains_key(&key) {
                        self.maps.insert(key, packed(&answer.map));
                    }
                }
            }
        }
        self
    }

    /// Returns whether the run `now` gives another map for a known mismatch.
    pub(super) fn has_other_map(&self, now: &Self, key: &(String, String)) -> bool {
        self.maps.get(key).zip(now.maps.get(key)).is_some_and(|(before, now)| before != now)
    }

    /// Returns the accepted answer to a game whose mismatch has changed, on the run's board of this game; `None` if its map is
    /// unknown. Without a known mismatch, the map was the label's.
    pub(crate) fn accepted(&self, change: &Change, board: &SavedBoard) -> Option<BoardAnswer> {
        let label_margin = board.answers.iter().find_map(|answer| Some(answer.margin - answer.delta?))?;
        let strategies = vec![change.strategy.clone()];
        let Some(before) = change.before else {
            if self.without_map.contains_key(&change.strategy) {
                return None;
            }
            return Some(BoardAnswer {
                strategies,
                margin: label_margin,
                delta: Some(0.0),
                outcome: Some(Outcome::Exact),
                map_diff: Some(0),
                category: None,
                map: board.label_map.clone()?,
            });
        };
        let delta = before.delta.to_f64();
        let key = (change.game.clone(), change.strategy.clone());
        Some(BoardAnswer {
            strategies,
            margin: label_margin + delta,
            delta: Some(delta),
            outcome: before.outcome,
            map_diff: before.map_diff,
            category: Some(Category::Unknown.name().to_owned()),
            map: unpacked(self.maps.get(&key)?, &board.position)?,
        })
    }
}

/// Returns the rows of a map as runs of equal letters, each with its length: `3.2b14.` begins with three points that are
/// neutral or stones, then two of Black's points. The position has the stones.
fn packed(map: &[String]) -> String {
    let letters: Vec<u8> = map.iter().flat_map(|row| row.bytes()).collect();
    let letters: Vec<u8> =
        letters.into_iter().map(|letter| if matches!(letter, b'X' | b'O') { b'.' } else { letter }).collect();
    let mut text = String::new();
    for run in letters.chunk_by(|a, b| a == b) {
        let _ = write!(text, "{}{}", run.len(), char::from(run[0]));
    }
    text
}

/// Returns the rows of the map that [`packed`] made, on a position of the same size; `None` if they do not fit.
fn unpacked(text: &str, position: &[String]) -> Option<Vec<String>> {
    let mut stones = position.iter().flat_map(|row| row.bytes());
    let mut letters = Vec::new();
    for run in text.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let (length, letter) = run.split_at_checked(run.len().checked_sub(1)?)?;
        let letter = *letter.as_bytes().first()?;
        for _ in 0..length.parse::<u16>().ok()? {
            let stone = stones.next()?;
            letters.push(if letter == b'.' && matches!(stone, b'X' | b'O') { stone } else { letter });
        }
    }
    let width = position.first()?.len();
    let rows = letters.chunks(width).map(|row| String::from_utf8(row.to_vec()).ok());
    if stones.next().is_none() { rows.collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&str]) -> Vec<String> {
        rows.iter().map(|&row| row.to_owned()).collect()
    }

    #[test]
    fn packed_map_is_unpacked_on_its_position() {
        let (position, map) = (rows(&[".Xo.", "XX.O"]), rows(&["bXb.", "XXsO"]));
        assert_eq!(packed(&map), "1b1.1b3.1s1.");
        assert_eq!(unpacked(&packed(&map), &position), Some(map));
    }

    #[test]
    fn packed_map_of_another_size_is_refused() {
        let position = rows(&["...", "..."]);
        for text in ["5.", "7.", "", "6", "x", "99999999.", "5.1é", "-6."] {
            assert_eq!(unpacked(text, &position), None, "{text}");
        }
    }
}
