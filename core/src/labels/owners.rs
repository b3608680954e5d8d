//! The expected owners of points, to check a source of dead stones.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Size};
use crate::dead::OwnershipJudgement;

/// The expected owner of each point once the border is closed, in rows from the top: `B` and `W` are Black's and
/// White's points, and `.` has no owner. `s` is a seal, a move that is still needed to close the border. `*` may have
/// any owner.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct ExpectedOwners(Vec<String>);

impl From<ExpectedOwners> for Vec<String> {
    fn from(owners: ExpectedOwners) -> Self {
        owners.0
    }
}

impl TryFrom<Vec<String>> for ExpectedOwners {
    type Error = String;

    fn try_from(rows: Vec<String>) -> Result<Self, Self::Error> {
        match rows.iter().flat_map(|row| row.chars()).find(|&letter| !"BW.s*".contains(letter)) {
            Some(letter) => Err(format!("{letter:?} is not an owner: use B, W, ., s or *")),
            None => Ok(Self(rows)),
        }
    }
}

impl ExpectedOwners {
    /// Returns whether the rows fit a board of this size.
    #[must_use]
    pub fn fit(&self, size: Size) -> bool {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        self.0.len() == height && self.0.iter().all(|row| row.len() == width)
    }

    /// Returns the number of points with an unexpected owner on a board of `size`, or `None` if the rows do not
    /// [fit](Self::fit) it.
    #[must_use]
    pub fn differences(&self, size: Size, judgement: &OwnershipJudgement) -> Option<u32> {
        let is_right = |((point, letter), &owner): ((_, u8), &Option<Color>)| match letter {
            b'*' => true,
            b's' => judgement.seals.contains(&point),
            _ if judgement.seals.contains(&point) => false,
            b'B' => owner == Some(Color::Black),
            b'W' => owner == Some(Color::White),
            _ => owner.is_none(),
        };
        let points = size.iter().zip(self.0.iter().flat_map(|row| row.bytes())).zip(&judgement.owners);
        self.fit(size).then(|| points.map(|point| u32::from(!is_right(point))).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn letters_are_compared_with_owners() {
        let owners =
            |rows: &[&str]| ExpectedOwners::try_from(rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>());
        let size = Size::new(3, 2).unwrap();
        let (black, white) = (Some(Color::Black), Some(Color::White));
        let judgement = OwnershipJudgement {
            owners: vec![black, white, None, black, white, None],
            seals: vec![Point::new(2, 1)],
            dead: Vec::new(),
            doubtful: Vec::new(),
        };
        let differences = |rows: &[&str]| owners(rows).unwrap().differences(size, &judgement);
        assert_eq!(differences(&["BW.", "BWs"]), Some(0));
        assert_eq!(differences(&["***", "***"]), Some(0));
        assert_eq!(differences(&["WB.", "..."]), Some(5), "four owners and a seal differ");
        assert_eq!(differences(&["BWs", "BWs"]), Some(1));
        assert_eq!((differences(&["BW.", "BW"]), differences(&["BW."])), (None, None));
        assert_eq!(owners(&["BWb"]).unwrap_err(), "'b' is not an owner: use B, W, ., s or *");
    }
}
