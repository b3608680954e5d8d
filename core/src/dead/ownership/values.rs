//! Ownership as numbers, and the thresholds for judging it.

use crate::board::{Point, Size};

/// The ownership of all points of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    pub(super) size: Size,
    /// One list of values, or one list for each player to move. A list contains a value for each
    /// point, row by row: 1 if the point is surely Black's, −1 if it is surely White's.
    pub(super) states: Vec<Vec<f64>>,
}

/// The reason why numbers are not valid ownership.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadOwnership {
    /// The number of lists is 0 or more than two.
    #[error("expected one ownership list, or one for each player to move, but found {0} lists")]
    Lists(usize),
    /// The number of values in a list differs from the number of points on the board.
    #[error("an ownership list has length {0}, but the board has {1} points")]
    Length(usize, usize),
    /// The rows do not have the size of the board.
    #[error(
        "the ownership has {0} rows, some of length {1}, \
         but the board has {w} columns and {h} rows",
        w = .2.width(),
        h = .2.height()
    )]
    Rows(usize, usize, Size),
    /// A value is not a number from −1 to 1.
    #[error("the ownership of {0} is not a number from -1 to 1")]
    Value(String),
}

impl Ownership {
    /// A chain is dead if its mean ownership favours the opponent by at least this value, and in
    /// doubt if its mean ownership is closer to 0 than this value.
    pub const DEAD: f64 = 0.5;

    /// Where borders are open, a point belongs to a player if its mean ownership favours that
    /// player by at least this value.
    pub(super) const OWNED: f64 = 0.7;

    /// Creates the ownership of a board of `size` from one list, or from one list for each player
    /// to move. A list contains a number for each point, row by row from the top left. The number
    /// is between 1 (Black's) and −1 (White's).
    ///
    /// # Errors
    /// If the number of lists or the length of a list is wrong, or a number is out of range.
    pub fn new(size: Size, states: Vec<Vec<f64>>) -> Result<Self, BadOwnership> {
        if states.is_empty() || states.len() > 2 {
            return Err(BadOwnership::Lists(states.len()));
        }
        for state in &states {
            if state.len() != size.points() {
                return Err(BadOwnership::Length(state.len(), size.points()));
            }
            let wrong = size
                .iter()
                .zip(state)
                .find(|(_, value)| !(-1.0..=1.0).contains(*value));
            if let Some((point, _)) = wrong {
                return Err(BadOwnership::Value(point.name(size)));
            }
        }
        Ok(Self { size, states })
    }

    /// Creates ownership from playouts, rounded to hundredths. `values` contains, for each point,
    /// row by row, the share of playouts in which Black owned it at the end, minus White's share.
    pub(crate) fn of_shares(size: Size, values: Vec<f64>) -> Self {
        Self {
            size,
            states: vec![values],
        }
        .rounded()
    }

    /// Returns the ownership rounded to hundredths, the precision of files. Ownership from playouts
    /// is rounded before it is judged, so that stored numbers give the same dead stones.
    pub(crate) fn rounded(mut self) -> Self {
        for value in self.states.iter_mut().flatten() {
            // adding 0 turns negative zero into zero
            *value = (*value * 100.0).round() / 100.0 + 0.0;
        }
        self
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns one list of numbers, or a list for Black to move and a list for White to move. Each
    /// list contains a number for each point, row by row from the top left.
    pub fn states(&self) -> &[Vec<f64>] {
        &self.states
    }

    /// Returns the mean ownership of a point.
    pub fn mean(&self, point: Point) -> f64 {
        let values = self
            .states
            .iter()
            .map(|state| state[self.size.index_of(point)]);
        mean(values)
    }
}

/// Returns the mean of some numbers.
pub(super) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_ownership_is_an_error() {
        let size = Size::new(2, 1).unwrap();
        let error = |states: Vec<Vec<f64>>| Ownership::new(size, states).unwrap_err().to_string();
        assert_eq!(
            error(vec![]),
            "expected one ownership list, or one for each player to move, but found 0 lists"
        );
        assert_eq!(
            error(vec![vec![1.0]]),
            "an ownership list has length 1, but the board has 2 points"
        );
        for value in [f64::NAN, 1.01, f64::INFINITY] {
            assert_eq!(
                error(vec![vec![0.0, value]]),
                "the ownership of B1 is not a number from -1 to 1"
            );
        }
    }

    #[test]
    fn shares_are_rounded_without_negative_zero() {
        let ownership = Ownership::of_shares(Size::new(3, 1).unwrap(), vec![0.996, -0.004, 0.126]);
        assert_eq!(format!("{:?}", ownership.states()), "[[1.0, 0.0, 0.13]]");
    }
}
