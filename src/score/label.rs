//! What a game's record says of its end, and how a strategy's answer compares with it.

use serde::{Deserialize, Serialize};

use super::{Count, Method, Points, Rules};
use crate::board::{Color, Grid};

/// The points that a label gives to Black and to White, by [`Grid`] index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelMap {
    grid: Grid,
    owners: Vec<Option<Color>>,
}

impl LabelMap {
    /// A map on which no point is anybody's.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self { grid, owners: vec![None; grid.cells()] }
    }

    /// Gives the point at `index` to `owner`.
    pub fn set(&mut self, index: usize, owner: Option<Color>) {
        self.owners[index] = owner;
    }

    /// Whose the point at `index` is.
    #[must_use]
    pub fn owner(&self, index: usize) -> Option<Color> {
        self.owners[index]
    }

    /// Whose each point is, row-major.
    pub fn owners(&self) -> impl Iterator<Item = Option<Color>> {
        self.grid.points().map(|index| self.owners[index])
    }

    /// The points of Black and of White.
    #[must_use]
    pub fn territory(&self) -> [u32; 2] {
        Color::BOTH.map(|color| {
            let points = self.owners.iter().filter(|&&owner| owner == Some(color)).count();
            u32::try_from(points).expect("at most 52 · 52 points")
        })
    }
}

/// What is known of the end of a game, from its record or a labels file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The margin, komi included.
    pub margin: Option<Points>,
    /// Whose each point is.
    pub map: Option<LabelMap>,
}

/// Whether a label agrees with itself: its map, prisoners and komi with its margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LabelCheck {
    /// It does, under the game's own rules.
    Consistent,
    /// A game under territory rules whose label fits area scoring only.
    Area,
    /// It does not: its map does not make its margin, or no board can, for the komi has a half point and the margin none.
    Inconsistent,
    /// It has no margin, or no map and a margin that a board can make.
    Unchecked,
}

impl LabelCheck {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Area => "area",
            Self::Inconsistent => "inconsistent",
            Self::Unchecked => "unchecked",
        }
    }
}

impl Label {
    /// Checks the label against itself. `count` is the board without the stones that the label holds for dead.
    #[must_use]
    pub fn check(&self, count: &Count) -> LabelCheck {
        let Some(margin) = self.margin else { return LabelCheck::Unchecked };
        // points, prisoners and stones are whole, so the margin has a half point exactly where the komi has one
        if !(margin + count.komi).is_whole() {
            return LabelCheck::Inconsistent;
        }
        let Some(map) = &self.map else { return LabelCheck::Unchecked };
        let territory = map.territory();
        if count.margin(territory) == margin {
            LabelCheck::Consistent
        } else if count.rules.method() == Method::Territory && Self::fits_area(count, territory, margin) {
            LabelCheck::Area
        } else {
            LabelCheck::Inconsistent
        }
    }

    /// Area rules differ in what White is given for a handicap.
    fn fits_area(count: &Count, territory: [u32; 2], margin: Points) -> bool {
        [Rules::TrompTaylor, Rules::Chinese, Rules::Aga]
            .iter()
            .any(|&rules| count.under(rules).margin(territory) == margin)
    }
}

/// How a margin compares with the label's. The better is the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The same margin.
    Exact,
    /// The right winner, or a draw, with another margin.
    Winner,
    /// Another winner.
    Wrong,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Winner, Self::Wrong];

    /// Compares two margins.
    #[must_use]
    pub fn of(margin: Points, label: Points) -> Self {
        if margin == label {
            Self::Exact
        } else if margin.sign() == label.sign() {
            Self::Winner
        } else {
            Self::Wrong
        }
    }

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Winner => "winner",
            Self::Wrong => "wrong",
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
        grid.points().take(black).for_each(|index| map.set(index, Some(Color::Black)));
        Label { margin: Some(Points::whole(margin)), map: Some(map) }
    }

    #[test]
    fn a_label_is_checked_under_its_own_rules() {
        let count =
            Count { rules: Rules::Japanese, komi: Points::ZERO, handicap: 0, stones: [30, 30], prisoners: [4, 0] };
        assert_eq!(label(10, 14).check(&count), LabelCheck::Consistent);
        assert_eq!(label(10, 10).check(&count), LabelCheck::Area);
        assert_eq!(label(10, 10).check(&count.under(Rules::Chinese)), LabelCheck::Consistent);
        assert_eq!(label(10, 14).check(&count.under(Rules::Chinese)), LabelCheck::Inconsistent);
        assert_eq!(Label { map: None, ..label(10, 14) }.check(&count), LabelCheck::Unchecked);
        assert_eq!(label(10, 99).check(&count), LabelCheck::Inconsistent);
        let komi = Count { komi: Points::parse("0.5").unwrap(), ..count };
        assert_eq!(Label { map: None, ..label(10, 14) }.check(&komi), LabelCheck::Inconsistent, "no board makes it");
    }

    #[test]
    fn names_are_those_of_reports() {
        let checks = [LabelCheck::Consistent, LabelCheck::Area, LabelCheck::Inconsistent, LabelCheck::Unchecked];
        assert_eq!(checks.map(LabelCheck::name), ["consistent", "area", "inconsistent", "unchecked"]);
        assert_eq!(Outcome::ALL.map(Outcome::name), ["exact", "winner", "wrong"]);
        let owners: Vec<_> = label(2, 0).map.expect("a map").owners().collect();
        assert_eq!((owners.len(), &owners[1..3]), (81, &[Some(Color::Black), None][..]));
    }

    #[test]
    fn a_draw_has_no_winner() {
        let outcome = |margin, label| Outcome::of(Points::whole(margin), Points::whole(label));
        assert_eq!(outcome(0, 0), Outcome::Exact);
        assert_eq!(outcome(3, 1), Outcome::Winner);
        assert_eq!(outcome(0, 1), Outcome::Wrong);
        assert_eq!(outcome(-1, 0), Outcome::Wrong);
    }
}
