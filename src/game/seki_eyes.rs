//! Judges an answer's eyes in seki by the owners of their points.

use serde::{Deserialize, Serialize};

use crate::dead::Ownership;
use crate::stats::share;
use crate::territory::{Analysis, Status, TerritoryMap};

/// How many eyes are in seki according to an answer, to the owners, or to both. An eye is a region
/// that one colour surrounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SekiEyes {
    /// The eyes in seki that belong to neither player.
    pub(crate) right: u64,
    /// The eyes in seki that belong to a player.
    pub(crate) wrong: u64,
    /// The eyes in seki whose owners are not clear.
    pub(crate) unclear: u64,
    /// The eyes that belong to neither player, but that the answer counts as territory.
    pub(crate) missed: u64,
}

impl SekiEyes {
    /// An eye belongs to a player if the mean absolute ownership of its points is at least this
    /// value. `docs/results.md` shows where ownership agrees with recorded margins.
    const OWNED: f64 = 0.9;

    /// An eye belongs to neither player if the mean absolute ownership of its points is below this
    /// value.
    const NEUTRAL: f64 = 0.6;

    /// Judges a map. Ownership can't judge false eyes, because they belong to the player who has to
    /// fill them.
    pub(super) fn judge(analysis: &Analysis, map: &TerritoryMap, owners: &Ownership) -> Self {
        let mut eyes = Self::default();
        for (_, region, _) in analysis.controlled() {
            let (mut in_seki, mut territory) = (Vec::new(), Vec::new());
            // the owner of a dead stone's point says more about the stone than about the eye
            let points = analysis.points(region).iter();
            for &point in points.filter(|&&point| !analysis.is_dead(point.into())) {
                let owner = owners.mean(analysis.grid().point(point.into())).abs();
                match map.statuses()[usize::from(point)] {
                    Status::Seki => in_seki.push(owner),
                    status if status.owner().is_some() => territory.push(owner),
                    _ => {}
                }
            }
            match (mean(&in_seki), mean(&territory)) {
                (Some(owner), _) if owner >= Self::OWNED => eyes.wrong += 1,
                (Some(owner), _) if owner < Self::NEUTRAL => eyes.right += 1,
                (Some(_), _) => eyes.unclear += 1,
                (None, Some(owner)) if owner < Self::NEUTRAL => eyes.missed += 1,
                (None, _) => {}
            }
        }
        eyes
    }

    /// Returns the share of right eyes among the answer's eyes in seki, without the unclear ones.
    pub(crate) fn precision(&self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    /// Returns the share of eyes in seki among the eyes that belong to neither player. The answer
    /// counts the others as territory.
    pub(crate) fn recall(&self) -> Option<f64> {
        share(self.right, self.right + self.missed)
    }
}

/// Returns the mean of some numbers; `None` if there are none.
fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{Evaluator, strategy};

    #[test]
    fn eyes_are_judged_by_region() {
        // Black has an eye of two points, and White an eye of one
        let position = Position::from_diagram("..x.o\nxxxxo\noooo.\n").unwrap();
        let mut evaluator = Evaluator::new();
        let mut scoring = evaluator.on(&position, &[]);
        let mut judged = |name: &str, values: [f64; 3]| {
            let mut map = TerritoryMap::default();
            scoring.decide(strategy(name).unwrap(), &mut map);
            let mut list = vec![-1.0; 15];
            [list[0], list[1], list[14]] = values;
            let owners = Ownership::new(position.size(), vec![list]).unwrap();
            SekiEyes::judge(scoring.analysis(), &map, &owners)
        };
        let eyes = |right, wrong, unclear, missed| SekiEyes {
            right,
            wrong,
            unclear,
            missed,
        };
        assert_eq!(judged("flood", [0.5, -0.6, -1.0]), eyes(0, 0, 0, 1));
        assert_eq!(judged("flood", [0.5, 0.8, 0.2]), eyes(0, 0, 0, 1));
        assert_eq!(judged("unfilled", [0.5, -0.6, -1.0]), eyes(1, 1, 0, 0));
        assert_eq!(judged("unfilled", [0.8, 0.9, 0.0]), eyes(1, 0, 1, 0));
        let eyes = judged("unfilled", [0.5, -0.6, -1.0]);
        assert_eq!((eyes.precision(), eyes.recall()), (Some(0.5), Some(1.0)));
        assert_eq!(SekiEyes::default().precision(), None);
    }
}
