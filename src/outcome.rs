//! Compares the answer of a strategy with a label. An [`Outcome`] is the result for the margins,
//! and a `Crosstab` is the result for the maps.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::board::Color;
use crate::labels::LabelMap;
use crate::rules::Points;
use crate::stats::Confusion;
use crate::territory::{Analysis, Status, TerritoryMap};

/// The result of comparing a strategy's margin with the label's. A smaller value is better.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Outcome {
    /// Equal margins.
    Exact,
    /// The same winner, but different margins or an answer without a margin.
    Winner,
    /// Different winners, or a draw according to only one of the margins.
    Wrong,
}

impl Outcome {
    /// Compares `margin` with the label's margin, `label`.
    ///
    /// # Examples
    /// ```
    /// use seichi::outcome::Outcome;
    /// use seichi::rules::Points;
    ///
    /// assert_eq!(Outcome::of(Points::whole(3), Points::whole(1)), Outcome::Winner);
    /// ```
    pub fn of(margin: Points, label: Points) -> Self {
        if margin == label {
            Self::Exact
        } else if margin.sign() == label.sign() {
            Self::Winner
        } else {
            Self::Wrong
        }
    }

    /// Returns whether the answer has the label's margin or, if it has no margin (`delta` is
    /// `None`), the label's winner.
    pub(crate) fn is_right(self, delta: Option<Points>) -> bool {
        self == Self::Exact || self == Self::Winner && delta.is_none()
    }

    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The answer of a strategy or an external scorer to a game, compared with the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The comparison of the margins.
    pub(crate) outcome: Outcome,
    /// The strategy's margin minus the label's; `None` if the answer names only the winner.
    pub(crate) delta: Option<Points>,
    /// The number of points whose owner differs from the label's map, and the counts of points in
    /// eyes in seki and in false eyes; `None` if there is no map.
    pub(crate) map: Option<(u32, Confusion)>,
}

/// The number of points for each combination of the strategy's status and the label's owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crosstab {
    /// Indexed by status, then by owner.
    counts: [[u32; 3]; Status::COUNT],
}

fn column(owner: Option<Color>) -> usize {
    owner.map_or(2, Color::index)
}

/// Returns whether the label leaves any surrounded point neutral. Such a point is an eye in seki or
/// a false eye.
pub(crate) fn has_seki(analysis: &Analysis, label: &LabelMap) -> bool {
    let mut regions = analysis.controlled();
    regions.any(|(_, region, _)| {
        let mut points = analysis.points(region).iter();
        points.any(|&point| label.owner(point.into()).is_none())
    })
}

impl Crosstab {
    /// Compares a strategy's map with the label.
    pub(crate) fn new(map: &TerritoryMap, label: &LabelMap) -> Self {
        let mut table = Self::default();
        for (index, &status) in map.statuses().iter().enumerate() {
            table.counts[status as usize][column(label.owner(index))] += 1;
        }
        table
    }

    /// Returns the number of points with `status` in the strategy's map and `owner` in the label's.
    pub(crate) fn count(&self, status: Status, owner: Option<Color>) -> u32 {
        self.counts[status as usize][column(owner)]
    }

    /// Returns the number of points with `status` in the strategy's map and any owner in the
    /// label's.
    pub(crate) fn owned(&self, status: Status) -> u32 {
        Color::BOTH
            .into_iter()
            .map(|color| self.count(status, Some(color)))
            .sum()
    }

    /// Returns the number of points that the strategy and the label give to different colours.
    pub(crate) fn swapped(&self) -> u32 {
        Color::BOTH
            .into_iter()
            .map(|color| self.count(Status::territory(color), Some(color.opponent())))
            .sum()
    }

    /// Returns the number of points that are territory in the strategy's map and have no owner in
    /// the label's.
    pub(crate) fn unowned_territory(&self) -> u32 {
        Color::BOTH
            .into_iter()
            .map(|color| self.count(Status::territory(color), None))
            .sum()
    }

    /// Returns the number of points whose owner differs between the strategy and the label.
    pub(crate) fn differences(&self) -> u32 {
        // the label gives the point of a living stone an owner if it considers the stone dead
        let unowned: u32 = [Status::Seki, Status::FalseEye, Status::Dame, Status::Stone]
            .iter()
            .map(|&status| self.owned(status))
            .sum();
        unowned + self.swapped() + self.unowned_territory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Position};
    use crate::territory::{Evaluator, strategy};

    #[test]
    fn outcome_names_match_the_reports() {
        assert_eq!(
            [Outcome::Exact, Outcome::Winner, Outcome::Wrong].map(Outcome::name),
            ["exact", "winner", "wrong"]
        );
    }

    #[test]
    fn draw_against_a_winner_is_wrong() {
        let outcome = |margin, label| Outcome::of(Points::whole(margin), Points::whole(label));
        assert_eq!(outcome(0, 0), Outcome::Exact);
        assert_eq!(outcome(3, 1), Outcome::Winner);
        assert_eq!(outcome(0, 1), Outcome::Wrong);
        assert_eq!(outcome(-1, 0), Outcome::Wrong);
    }

    #[test]
    fn crosstab_agrees_with_drawn_map() {
        // a false eye has a different status from the rest of its region
        let position =
            Position::from_diagram(".xo.ooo\nxoooo.o\nxxxxxoo\n....xo.\nxxxxxoo\n.....o.\n")
                .unwrap();
        let mut label = LabelMap::new(position.grid());
        for (index, point) in position.size().iter().enumerate() {
            let owner = [None, Some(Color::Black), Some(Color::White)][index % 3];
            label.set(position.grid().index(point), owner);
        }
        let mut evaluator = Evaluator::new();
        let mut scoring = evaluator.on(&position, &[]);
        let analysis = scoring.analysis();
        for name in ["flood", "strict", "linked", "checkered"] {
            let mut map = TerritoryMap::default();
            scoring.decide(strategy(name).unwrap(), &mut map);
            let differ = |point: &Point| {
                map.get(*point).owner() != label.owner(position.grid().index(*point))
            };
            let expected = position.size().iter().filter(differ).count();
            let table = Crosstab::new(&map, &label);
            assert_eq!(
                usize::try_from(table.differences()).unwrap(),
                expected,
                "{name}"
            );
            assert_eq!(table.owned(Status::Stone), 22);
        }
        // a map with the label's owners (except on stones), so the points of a region have
        // different owners
        let mut map = TerritoryMap::default();
        map.set_owners(analysis, |index| label.owner(index));
        let table = Crosstab::new(&map, &label);
        assert_eq!(
            (
                table.differences(),
                table.swapped(),
                table.unowned_territory()
            ),
            (22, 0, 0)
        );
        map.set_owners(analysis, |index| label.owner(index).map(Color::opponent));
        assert_eq!(Crosstab::new(&map, &label).swapped(), 6);
    }

    #[test]
    fn label_with_surrounded_point_without_owner_has_seki() {
        // A1 is surrounded only by Black, C1 by both, E1 only by White
        let position = Position::from_diagram(".x.o.\nxxxoo\n").unwrap();
        let analysis = Analysis::new(&position, &[]);
        let has_seki = |owned: &[(u8, Color)]| {
            let mut label = LabelMap::new(position.grid());
            for &(x, color) in owned {
                label.set(position.grid().index(Point::new(x, 0)), Some(color));
            }
            super::has_seki(&analysis, &label)
        };
        assert!(!has_seki(&[(0, Color::Black), (4, Color::White)]));
        assert!(has_seki(&[(0, Color::Black), (2, Color::White)]));
        assert!(has_seki(&[(4, Color::White)]));
    }
}
