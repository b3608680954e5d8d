//! A strategy's statuses against a label's owners, counted by point.

use super::LabelMap;
use crate::board::Color;
use crate::scoring::{Analysis, Status, Verdict};

/// How many points of each region a label gives to Black, to White and to nobody.
///
/// Counted once for a game, it serves all strategies.
#[derive(Clone, Debug, Default)]
pub struct LabelCounts {
    by_region: Vec<[u32; 3]>,
    /// Points of living stones that the label gives to some colour: it holds those stones for dead.
    on_stones: u32,
}

/// How many empty points have one status for the strategy and one owner for the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crosstab {
    /// By status.
    counts: [[u32; 3]; Status::COUNT],
    on_stones: u32,
}

fn column(owner: Option<Color>) -> usize {
    owner.map_or(2, Color::index)
}

impl LabelCounts {
    /// Counts the points of `label`.
    pub fn set(&mut self, analysis: &Analysis, label: &LabelMap) {
        self.by_region.clear();
        self.by_region.extend(analysis.regions().iter().map(|region| {
            let mut counts = [0; 3];
            for &point in analysis.points(region) {
                counts[column(label.owner(usize::from(point)))] += 1;
            }
            counts
        }));
        let on_stone = |&index: &usize| analysis.cells()[index].color().is_some() && label.owner(index).is_some();
        self.on_stones = u32::try_from(analysis.grid().points().filter(on_stone).count()).expect("at most 52 · 52");
    }

    /// Whether some point that one colour surrounds is nobody's for the label: an eye in seki, or a false eye.
    #[must_use]
    pub fn has_seki(&self, analysis: &Analysis) -> bool {
        analysis.controlled().any(|(number, ..)| self.by_region[number][2] > 0)
    }

    /// Compares a verdict on the same position.
    #[must_use]
    pub fn against(&self, verdict: &Verdict, label: &LabelMap) -> Crosstab {
        let mut table = Crosstab { on_stones: self.on_stones, ..Crosstab::default() };
        for (status, counts) in verdict.regions().iter().zip(&self.by_region) {
            if let &Some(status) = status {
                counts.iter().zip(&mut table.counts[status as usize]).for_each(|(count, sum)| *sum += count);
            }
        }
        for &(point, status) in verdict.points() {
            table.counts[status as usize][column(label.owner(usize::from(point)))] += 1;
        }
        table
    }
}

impl Crosstab {
    /// Points with this status for the strategy and this owner for the label.
    #[must_use]
    pub fn count(&self, status: Status, owner: Option<Color>) -> u32 {
        self.counts[status as usize][column(owner)]
    }

    /// Points with this status for the strategy and any colour's for the label.
    #[must_use]
    pub fn owned(&self, status: Status) -> u32 {
        Color::BOTH.into_iter().map(|color| self.count(status, Some(color))).sum()
    }

    /// Points that the strategy and the label give to different colours.
    #[must_use]
    pub fn swapped(&self) -> u32 {
        Color::BOTH.into_iter().map(|color| self.count(Status::territory(color), Some(color.opponent()))).sum()
    }

    /// Points of territory for the strategy that are nobody's for the label.
    #[must_use]
    pub fn unowned_territory(&self) -> u32 {
        Color::BOTH.into_iter().map(|color| self.count(Status::territory(color), None)).sum()
    }

    /// Points of living stones that the label gives to some colour, for it holds those stones for dead.
    #[must_use]
    pub const fn on_stones(&self) -> u32 {
        self.on_stones
    }

    /// Points with another owner for the strategy than for the label.
    #[must_use]
    pub fn differences(&self) -> u32 {
        let unowned: u32 =
            [Status::Seki, Status::FalseEye, Status::Dame].iter().map(|&status| self.owned(status)).sum();
        unowned + self.swapped() + self.unowned_territory() + self.on_stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Position};
    use crate::scoring::{Scorer, TerritoryMap, strategy};

    #[test]
    fn regions_are_counted_as_points_would_be() {
        // a false eye splits a region's points from its other one
        let position = Position::from_diagram(".xo.ooo\nxoooo.o\nxxxxxoo\n....xo.\nxxxxxoo\n.....o.\n").unwrap();
        let mut label = LabelMap::new(position.grid());
        for (index, point) in position.size().iter().enumerate() {
            let owner = [None, Some(Color::Black), Some(Color::White)][index % 3];
            label.set(position.grid().index(point), owner);
        }
        let mut scorer = Scorer::new();
        scorer.set(&position, &[]);
        let mut counts = LabelCounts::default();
        counts.set(scorer.analysis(), &label);
        for name in ["flood", "strict", "linked", "checkered"] {
            let (mut verdict, mut map) = (Verdict::default(), TerritoryMap::default());
            scorer.decide(strategy(name).unwrap(), &mut verdict);
            map.write(scorer.analysis(), &verdict);
            let differ = |point: &Point| map.get(*point).owner() != label.owner(position.grid().index(*point));
            let expected = position.size().iter().filter(differ).count();
            let table = counts.against(&verdict, &label);
            assert_eq!(usize::try_from(table.differences()).unwrap(), expected, "{name}");
            assert_eq!(table.on_stones(), 22);
        }
        // an answer whose regions have points of several owners: the label's, but for stones
        let mut verdict = Verdict::default();
        verdict.set_owners(scorer.analysis(), |index| label.owner(index));
        let table = counts.against(&verdict, &label);
        assert_eq!((table.differences(), table.swapped(), table.unowned_territory()), (22, 0, 0));
        verdict.set_owners(scorer.analysis(), |index| label.owner(index).map(Color::opponent));
        assert_eq!(counts.against(&verdict, &label).swapped(), 6);
    }

    #[test]
    fn a_seki_is_where_a_surrounded_point_is_nobodys() {
        // A1 is Black's alone, C1 lies between the two, E1 is White's alone
        let position = Position::from_diagram(".x.o.\nxxxoo\n").unwrap();
        let mut scorer = Scorer::new();
        scorer.set(&position, &[]);
        let has_seki = |owned: &[(u8, Color)]| {
            let (mut label, mut counts) = (LabelMap::new(position.grid()), LabelCounts::default());
            for &(x, color) in owned {
                label.set(position.grid().index(Point::new(x, 0)), Some(color));
            }
            counts.set(scorer.analysis(), &label);
            counts.has_seki(scorer.analysis())
        };
        assert!(!has_seki(&[(0, Color::Black), (4, Color::White)]));
        assert!(has_seki(&[(0, Color::Black), (2, Color::White)]));
        assert!(has_seki(&[(4, Color::White)]));
    }
}
