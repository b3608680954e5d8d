//! Converts territory under the Japanese rules of 1989, which the strategies implement, to
//! territory under rules with a different tax.
//!
//! | rules | change |
//! |---|---|
//! | territory, no tax | eyes in seki are territory |
//! | territory, tax on seki | none |
//! | territory, tax on all | two points of each living group are not scored |
//! | area, no tax | every surrounded point is scored, so no strategy is needed |
//! | area, tax on seki | false eyes are scored: their owners fill them and score the stones |
//! | area, tax on all | as with a tax on seki, but two points of each living group are not scored |
//!
//! The source is KataGo's description of its rules (`docs/GTP_Extensions.md`): with the tax `ALL`,
//! "all groups are taxed up to 2 points for the two eyes needed to live".

use super::union_find::UnionFind;
use super::{Analysis, Status, TerritoryMap};
use crate::board::{Cell, Color, Grid, idx16};
use crate::rules::{Method, Rules, Tax};

/// The maximum number of points that a tax takes from a group.
const TAX_OF_A_GROUP: u16 = 2;

impl TerritoryMap {
    /// Converts an answer of a strategy to territory under `rules`.
    pub(crate) fn apply(&mut self, analysis: &Analysis, rules: Rules) {
        let scored: &[Status] = match (rules.method(), rules.tax()) {
            (Method::Territory, Tax::None) => &[Status::Seki],
            (Method::Territory, Tax::Seki | Tax::All) => &[],
            (Method::Area, Tax::None) => &[Status::Seki, Status::FalseEye],
            (Method::Area, Tax::Seki | Tax::All) => &[Status::FalseEye],
        };
        self.give_to_owners(analysis, scored);
        self.apply_group_tax(analysis, rules);
    }

    /// Counts the points that the tax on groups takes, if `rules` have one.
    pub fn apply_group_tax(&mut self, analysis: &Analysis, rules: Rules) {
        if rules.tax() == Tax::All {
            let owners: Vec<_> = self.statuses().iter().map(|one| one.owner()).collect();
            self.counts.tax = group_tax(analysis.grid(), analysis.cells(), &owners);
        }
    }
}

/// Returns how many points a tax on groups takes from Black and from White: two from each group, or
/// fewer if the group has fewer points. `owners` contains the owner of each of `cells`, a position
/// without dead stones.
///
/// A group is a set of stones of one colour that are connected by adjacency, through their
/// territory, or because they touch the same empty point, as in the strategy `linked`.
pub(crate) fn group_tax(grid: Grid, cells: &[Cell], owners: &[Option<Color>]) -> [u32; 2] {
    let sides: Vec<Option<Color>> = owners
        .iter()
        .zip(cells)
        .map(|(owner, cell)| owner.or(cell.color()))
        .collect();
    let mut groups = UnionFind::default();
    groups.reset(idx16(cells.len()));
    let mut tax = [0; 2];
    for color in Color::BOTH {
        for index in grid.points() {
            if sides[index] == Some(color.opponent()) {
                continue;
            }
            let mut own = sides[index].map(|_| index);
            for cell in grid.neighbours(index) {
                if sides[cell] == Some(color) {
                    groups.join(*own.get_or_insert(cell), cell);
                }
            }
        }
        let mut points = vec![0; cells.len()];
        for index in grid.points().filter(|&index| owners[index] == Some(color)) {
            let group = &mut points[groups.find(index)];
            *group += 1;
            tax[color.index()] += u32::from(*group <= TAX_OF_A_GROUP);
        }
    }
    tax
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{Evaluator, strategy};

    /// Returns Black's and White's points, and the points that the tax takes from them, according
    /// to the strategy `linked` under `rules`.
    fn points(diagram: &str, rules: &str) -> ([u32; 2], [u32; 2]) {
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        let position = Position::from_diagram(diagram).expect("a board");
        let mut scoring = evaluator.on(&position, &[]);
        scoring.decide(strategy("linked").expect("a strategy"), &mut map);
        map.apply(scoring.analysis(), Rules::parse(rules).expect("rules"));
        let counts = map.counts();
        (counts.territory, counts.tax)
    }

    /// A board where Black has a single eye, of two points, and is in seki.
    const SEKI: &str = "xxxx.o.\nx..xoo.\nxxxxooo\nooooo..\n.......\n";

    #[test]
    fn tax_on_seki_takes_eyes_in_seki() {
        for method in ["scoreTERRITORY", "scoreAREA"] {
            let [none, seki] =
                ["taxNONE", "taxSEKI"].map(|tax| points(SEKI, &(method.to_owned() + tax)).0);
            assert_eq!((none, seki), ([2, 11], [0, 11]), "{method}");
        }
    }

    #[test]
    fn false_eye_is_scored_only_under_area_rules() {
        let board = ".xo.ooo\nxoooo.o\nxxxxxoo\n....xo.\nxxxxxoo\n.....o.\n";
        let [territory, area] =
            ["japanese", "scoreAREAtaxSEKI"].map(|rules| points(board, rules).0);
        assert!(
            area[0] + area[1] > territory[0] + territory[1],
            "{area:?} {territory:?}"
        );
    }

    #[test]
    fn tax_on_all_takes_two_points_of_each_group() {
        // two black groups and one white group
        let board = ".x.xooxx.\nxxxxo.oxx\nooooooxx.\n.o.oo.oxx\n";
        let (territory, tax) = points(board, "stone-scoring");
        assert_eq!(tax, [4, 2], "{territory:?}");
        // stones that touch the same dame are one group
        let joined = ".x.x.x.x.\nxxxxoxxxx\nooooooooo\n.o.o.o.o.\n";
        assert_eq!(points(joined, "stone-scoring").1, [2, 2]);
    }

    #[test]
    fn tax_on_a_group_is_at_most_its_points() {
        let position = Position::from_diagram(".xo..\nxxooo\n").expect("a board");
        let board = Analysis::new(&position, &[]);
        let is_empty = |index: usize| board.cells()[index] == Cell::Empty;
        let owner = |index| {
            board.regions()[board.region(index)]
                .owner
                .filter(|_| is_empty(index))
        };
        let owners: Vec<_> = (0..board.cells().len())
            .map(|index| is_empty(index).then(|| owner(index)).flatten())
            .collect();
        assert_eq!(group_tax(board.grid(), board.cells(), &owners), [1, 2]);
    }
}
