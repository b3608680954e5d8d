//! Labels, which describe the recorded end of a game, and a check of their consistency.

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Color, Grid, Point, Position, idx16};
use crate::rules::{Count, Method, Points, Rules, Tax};
use crate::territory::group_tax;

/// The points that a label gives to Black and to White, indexed as in [`Grid`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelMap {
    grid: Grid,
    owners: Vec<Option<Color>>,
}

impl LabelMap {
    /// Creates a map in which no point has an owner.
    pub fn new(grid: Grid) -> Self {
        Self {
            grid,
            owners: vec![None; grid.cells()],
        }
    }

    /// Gives the point at `index` to `owner`.
    pub fn set(&mut self, index: usize, owner: Option<Color>) {
        self.owners[index] = owner;
    }

    /// Returns the owner of the point at `index`.
    pub fn owner(&self, index: usize) -> Option<Color> {
        self.owners[index]
    }

    /// Iterates over the owners of the points in row-major order.
    pub fn owners(&self) -> impl Iterator<Item = Option<Color>> {
        self.grid.points().map(|index| self.owners[index])
    }

    /// Returns the numbers of Black's and of White's points.
    pub(crate) fn territory(&self) -> [i32; 2] {
        Color::BOTH.map(|color| {
            let points = self
                .owners
                .iter()
                .filter(|&&owner| owner == Some(color))
                .count();
            i32::try_from(points).expect("at most 52 · 52 points")
        })
    }

    /// Returns the dead stones in regions where no other point has an owner. Programs mark dead
    /// stones as territory to show that they are dead, even where neither player owns the point,
    /// such as in the eye of a group in seki or next to a dame. `position` must not contain the
    /// dead stones, and `dead` must be sorted.
    pub fn lone_dead(&self, position: &Position, dead: &[Point]) -> Vec<Point> {
        let mut lone = Vec::new();
        let mut is_new: Vec<bool> = position
            .cells()
            .iter()
            .map(|&cell| cell == Cell::Empty)
            .collect();
        for start in self.grid.points() {
            if std::mem::take(&mut is_new[start]) {
                let mut region = vec![idx16(start)];
                self.grid
                    .flood(&mut region, |cell| std::mem::take(&mut is_new[cell]));
                let (stones, empty): (Vec<usize>, Vec<usize>) = region
                    .into_iter()
                    .map(usize::from)
                    .partition(|&cell| dead.binary_search(&self.grid.point(cell)).is_ok());
                if empty.iter().all(|&cell| self.owners[cell].is_none()) {
                    lone.extend(stones.iter().map(|&cell| self.grid.point(cell)));
                }
            }
        }
        lone
    }

    /// Returns the points that Black and White score under `rules`: `Self::territory` minus any tax
    /// on groups. `position` must not contain dead stones.
    pub fn scored(&self, position: &Position, rules: Rules) -> [i32; 2] {
        let [black, white] = self.territory();
        if rules.tax() != Tax::All {
            return [black, white];
        }
        let tax = group_tax(self.grid, position.cells(), &self.owners);
        [black - tax[0].cast_signed(), white - tax[1].cast_signed()]
    }
}

/// The end of a game according to its record or a labels file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The margin, including komi.
    pub margin: Option<Points>,
    /// The owner of each point.
    pub map: Option<LabelMap>,
}

/// Whether a label is consistent, that is, whether its map, prisoners and komi add up to its
/// margin.
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
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum LabelCheck {
    /// The label is consistent under the game's own rules.
    Consistent,
    /// The game has territory rules, but the label agrees only with area scoring.
    Area,
    /// The label contradicts itself or the board: its map gives a different margin, its margin and
    /// komi do not add up to a whole number, or its points are impossible (see
    /// [`Resolved::impossible`](super::Resolved::impossible)).
    Inconsistent,
    /// The record gives two different results or komi.
    Contradictory,
    /// The label has no margin, or it has a possible margin but no map.
    Unchecked,
}

impl LabelCheck {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the label is contradictory and therefore useless for measuring strategies.
    pub const fn is_contradiction(self) -> bool {
        matches!(self, Self::Inconsistent | Self::Contradictory)
    }
}

/// Area rules that differ in White's compensation for a handicap.
const AREA_RULES: [Rules; 3] = [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::AGA];

impl Label {
    /// Checks the label's consistency. `position` and `count` must describe the board without the
    /// stones that the label considers dead.
    ///
    /// # Examples
    /// ```
    /// use seichi_core::board::{Color, Position};
    /// use seichi_core::labels::{Label, LabelCheck, LabelMap};
    /// use seichi_core::rules::{Count, Points, Rules};
    ///
    /// let position = Position::from_diagram(".xo.\n.xo.").expect("a board");
    /// let mut map = LabelMap::new(position.grid());
    /// let owners = [Some(Color::Black), None, None, Some(Color::White)].repeat(2);
    /// for (index, owner) in position.grid().points().zip(owners) {
    ///     map.set(index, owner);
    /// }
    /// let (rules, komi) = (Rules::JAPANESE, Points::ZERO);
    /// let count = Count {
    ///     rules,
    ///     komi,
    ///     handicap: 0,
    ///     stones: [2, 2],
    ///     prisoners: [0, 0],
    ///     first_pass: None,
    ///     to_move: None,
    /// };
    /// let label = Label { margin: Some(Points::ZERO), map: Some(map) };
    /// assert_eq!(label.check(&position, &count), LabelCheck::Consistent);
    /// ```
    pub fn check(&self, position: &Position, count: &Count) -> LabelCheck {
        let Some(margin) = self.margin else {
            return LabelCheck::Unchecked;
        };
        // points, prisoners and stones are whole numbers, so margin plus komi is also whole, except
        // for the half point of the button
        if !(margin + count.komi - count.button()).is_whole() {
            return LabelCheck::Inconsistent;
        }
        let Some(map) = &self.map else {
            return LabelCheck::Unchecked;
        };
        if count.margin(map.scored(position, count.rules)) == margin {
            LabelCheck::Consistent
        } else if count.rules.method() == Method::Territory
            && AREA_RULES
                .iter()
                .any(|&rules| count.under(rules).margin(map.territory()) == margin)
        {
            LabelCheck::Area
        } else {
            LabelCheck::Inconsistent
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn label(black: usize, margin: i64) -> Label {
        let grid = Grid::new(Size::new(9, 9).unwrap());
        let mut map = LabelMap::new(grid);
        grid.points()
            .take(black)
            .for_each(|index| map.set(index, Some(Color::Black)));
        Label {
            margin: Some(Points::whole(margin)),
            map: Some(map),
        }
    }

    #[test]
    fn label_is_checked_under_the_rules_of_its_game() {
        let position = Position::new(Size::new(9, 9).unwrap());
        let count = Count {
            rules: Rules::JAPANESE,
            komi: Points::ZERO,
            handicap: 0,
            stones: [30, 30],
            prisoners: [4, 0],
            first_pass: Some(Color::Black),
            to_move: None,
        };
        let half = Label {
            margin: Points::parse("10.5"),
            ..label(10, 10)
        };
        assert_eq!(
            half.check(&position, &count.under(Rules::CHINESE)),
            LabelCheck::Inconsistent
        );
        let button = count.under(Rules::parse("koSIMPLEscoreAREAbutton1").unwrap());
        assert_eq!(half.check(&position, &button), LabelCheck::Consistent);
        assert_eq!(
            label(10, 14).check(&position, &count),
            LabelCheck::Consistent
        );
        assert_eq!(label(10, 10).check(&position, &count), LabelCheck::Area);
        assert_eq!(
            label(10, 10).check(&position, &count.under(Rules::CHINESE)),
            LabelCheck::Consistent
        );
        assert_eq!(
            label(10, 14).check(&position, &count.under(Rules::CHINESE)),
            LabelCheck::Inconsistent
        );
        assert_eq!(
            Label {
                map: None,
                ..label(10, 14)
            }
            .check(&position, &count),
            LabelCheck::Unchecked
        );
        assert_eq!(
            label(10, 99).check(&position, &count),
            LabelCheck::Inconsistent
        );
        let komi = Count {
            komi: Points::parse("0.5").unwrap(),
            ..count
        };
        assert_eq!(
            Label {
                map: None,
                ..label(10, 14)
            }
            .check(&position, &komi),
            LabelCheck::Inconsistent,
            "no board gives this margin"
        );
        let quarter = Label {
            margin: Points::parse("13.25"),
            ..label(10, 14)
        };
        let komi = Count {
            komi: Points::parse("0.75").unwrap(),
            ..count
        };
        assert_eq!(quarter.check(&position, &komi), LabelCheck::Consistent);
    }

    #[test]
    fn tax_on_groups_reduces_the_points_of_a_map() {
        let position = Position::from_diagram("...XO...\n...XO...").expect("a board");
        let mut map = LabelMap::new(position.grid());
        for point in position.size().iter() {
            let owner = match point.x {
                0..=2 => Color::Black,
                5..=7 => Color::White,
                _ => continue,
            };
            map.set(position.grid().index(point), Some(owner));
        }
        assert_eq!(map.scored(&position, Rules::JAPANESE), [6, 6]);
        assert_eq!(map.scored(&position, Rules::STONE_SCORING), [4, 4]);
    }

    #[test]
    fn dead_stone_in_a_region_without_other_territory_has_no_owner() {
        // the stones at a1 and d1 are dead, and only the second eye is territory
        let position = Position::from_diagram("..X..\nXXXXX").expect("a board");
        let point = |name: &str| Point::from_sgf(name).expect("a point");
        let mut map = LabelMap::new(position.grid());
        for name in ["aa", "da", "ea"] {
            map.set(position.grid().index(point(name)), Some(Color::Black));
        }
        let dead = [point("aa"), point("da")];
        assert_eq!(map.lone_dead(&position, &dead), [point("aa")]);
        assert!(map.lone_dead(&position, &[]).is_empty());
    }

    #[test]
    fn label_check_names_match_the_reports() {
        let checks = [
            LabelCheck::Consistent,
            LabelCheck::Area,
            LabelCheck::Inconsistent,
            LabelCheck::Contradictory,
            LabelCheck::Unchecked,
        ];
        assert_eq!(
            checks.map(LabelCheck::name),
            [
                "consistent",
                "area",
                "inconsistent",
                "contradictory",
                "unchecked"
            ]
        );
        let owners: Vec<_> = label(2, 0).map.expect("a map").owners().collect();
        assert_eq!(
            (owners.len(), &owners[1..3]),
            (81, &[Some(Color::Black), None][..])
        );
    }
}
