//! Territory strategies. Each strategy gives every empty point a [`Status`], which says whether the
//! point belongs to Black, to White or to neither player, and why.
//!
//! A strategy receives a position from which the dead stones have been removed. Most strategies
//! follow the article "Scoring seki in the game of go" by the author of Tenuki: they fill the
//! neutral points, fill false eyes, and count eyes. Bill Shubert proposed the same idea in 1996,
//! with grey stones.
//!
//! ```text
//! Position → Analysis (blocks, regions) → Strategy (joins blocks, fills dame) → common steps
//!          → TerritoryMap
//! ```
//!
//! A region is a maximal set of connected empty points. It is *controlled* if it borders stones of
//! exactly one colour. Any other region is *neutral*, and its points are dame.
//!
//! Scoring cannot fail: every strategy returns a map for every position. An [`Evaluator`] reuses
//! its buffers. After its first board of a given size, it allocates memory only for `strict`, for
//! `teire`, and under rules with a tax.
//!
//! This module does not find dead stones (see `dead` and `labels`), and it ignores prisoners, komi
//! and the margin (see `rules`). Strategies decide under Japanese rules; `TerritoryMap` converts
//! their answers to other rules.

mod analysis;
mod completeness;
mod evaluator;
mod eyes;
mod fill;
mod filled;
mod life;
mod map;
mod search;
mod status;
mod strategies;
mod tax;
mod teire;
mod trace;
mod union_find;

pub use analysis::{Analysis, Block, Region};
pub use completeness::Completeness;
pub use evaluator::{Approach, Evaluator, Scoring, Strategy, territory_map};
pub use eyes::Boundary;
pub use fill::Dame;
pub use map::{PointCounts, TerritoryMap};
pub use search::ChainStatus;
pub(crate) use search::{CaptureBoard, ChainSearch};
pub use status::Status;
pub use strategies::{
    AREA, EYES, FALSE_EYES, PROTECTIVE, STRATEGIES, STRICT, strategy, usual_strategies,
};
pub(crate) use tax::group_tax;
pub use trace::{FilledEye, Group, OwedMove, ProtectiveMove, Space, Step, Trace};
pub(crate) use union_find::UnionFind;

/// Resets `list` to `length` default values without releasing its memory.
pub(crate) fn reset<T: Clone + Default>(list: &mut Vec<T>, length: usize) {
    list.clear();
    list.resize(length, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Point, Position, Size};

    /// Checks that every strategy except the controls gives Black the expected number of points on
    /// three boards.
    #[test]
    fn strategies_agree_on_boards_of_the_specification() {
        let corner = "..xo...\n.xxo...\nxxoo...\noooo...\n.......\n.......\n.......\n";
        let two_points = "xxxx.o.\nx..xoo.\nxxxxooo\nooooo..\n.......\n.......\n.......\n";
        // a dead white stone stood on the vital point; the eye table ignores it
        let nakade = "...xo..\nxxxxo..\nooooo..\n.......\n.......\n.......\n.......\n";
        for (diagram, black) in [(corner, 3), (two_points, 0), (nakade, 3)] {
            let position = Position::from_diagram(diagram).unwrap();
            for &strategy in STRATEGIES.iter().filter(|strategy| !strategy.is_control) {
                assert_eq!(
                    territory_map(&position, strategy).territory(Color::Black),
                    black,
                    "{}\n{diagram}",
                    strategy.name
                );
            }
        }
    }

    #[test]
    fn colour_of_one_dame_decides_a_point() {
        let rows = [".o.o.o.ox", "xoooooo.x", "xxxxxxoox", ".....xxxx"];
        let board = &(rows.join("\n") + &"\n.........".repeat(4));
        let white = |name| {
            territory_map(
                &Position::from_diagram(board).unwrap(),
                strategy(name).unwrap(),
            )
            .territory(Color::White)
        };
        assert_eq!((white("fixed-black"), white("fixed-white")), (2, 3));
    }

    #[test]
    fn board_with_enclosed_white_stone_is_decided() {
        let position = Position::from_diagram("..x.\nxx.x\n.xo.\n.xx.\n").unwrap();
        for &strategy in STRATEGIES {
            let map = territory_map(&position, strategy);
            assert_eq!(map.territory(Color::White), 0, "{}", strategy.name);
        }
    }

    #[test]
    fn regions_next_to_agreed_seki_belong_to_neither_player() {
        let diagram = ".x.xo.\nxxxxoo\nooooo.\n.o.oo.\nooooo.\n";
        let position = Position::from_diagram(diagram).unwrap();
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        // a stone of Black's only chain, and an empty point
        let seki = [Point::new(3, 1), Point::new(0, 0)];
        for &strategy in STRATEGIES {
            evaluator.on(&position, &[]).decide(strategy, &mut map);
            let before = map.clone();
            let mut scoring = evaluator.on_with_seki(&position, &[], &seki);
            scoring.decide(strategy, &mut map);
            assert_eq!(before.territory(Color::Black), 2, "{}", strategy.name);
            if strategy.is_control {
                assert_eq!(map, before, "{}", strategy.name);
            } else {
                assert_eq!((map.territory(Color::Black), map.counts().seki), (0, 2));
                assert_eq!(map.territory(Color::White), before.territory(Color::White));
            }
        }
    }

    #[test]
    fn no_move_is_owed_next_to_agreed_seki() {
        let position = Position::from_diagram(OWED).unwrap();
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        let owed = evaluator.on(&position, &[]).owed_moves()[0].owed;
        let stone = position.grid().point(owed.stone.into());
        let mut scoring = evaluator.on_with_seki(&position, &[], &[stone]);
        assert_eq!(
            (scoring.owed_moves(), scoring.protective_moves()),
            (vec![], vec![])
        );
        scoring.decide(PROTECTIVE, &mut map);
        assert_eq!(map.statuses()[usize::from(owed.point)], Status::Seki);
    }

    #[test]
    fn neutral_region_next_to_agreed_seki_is_dame() {
        // the black stone at D5 is dead, and White would score its point
        let rows = [".oo..xx.", ".ooooxx.", "oo.oox.x", "..o.oxx.", "oooooxxx"];
        let position = Position::from_diagram(&rows.join("\n")).unwrap();
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        let (dead, black) = (Point::new(3, 0), Point::new(5, 0));
        for (seki, status) in [(&[][..], Status::WhiteTerritory), (&[black], Status::Dame)] {
            let mut scoring = evaluator.on_with_seki(&position, &[dead], seki);
            scoring.decide(PROTECTIVE, &mut map);
            assert_eq!(
                (map.get(dead), map.get(Point::new(0, 0))),
                (status, Status::WhiteTerritory)
            );
        }
    }

    #[test]
    fn previous_position_does_not_change_the_answer() {
        // these boards have eyes and dame, only eyes, only dame, no stones, and no empty points
        let diagrams = [
            "..xo.\n.xxo.\nxxoo.\nx.oo.\n",
            ".x.x.x.x.x.x",
            "x.o\n.o.\nx.x",
            "...\n...",
            "xo\nox",
        ];
        let positions = diagrams.map(|diagram| Position::from_diagram(diagram).unwrap());
        for (before, after) in positions
            .iter()
            .flat_map(|one| positions.iter().map(move |other| (one, other)))
        {
            let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
            for &strategy in STRATEGIES {
                for position in [before, after] {
                    evaluator.on(position, &[]).decide(strategy, &mut map);
                }
                assert_eq!(
                    map,
                    territory_map(after, strategy),
                    "{}\n{after}after\n{before}",
                    strategy.name
                );
            }
        }
    }

    #[test]
    fn largest_boards_are_decided() {
        let wide = ["x".repeat(50), "o".repeat(50)]
            .map(|stones| stones + "..")
            .join("\n");
        let columns: Vec<String> = (0..52)
            .map(|y| if y < 50 { "xo" } else { ".." }.to_owned())
            .collect();
        for diagram in [wide, columns.join("\n")] {
            let position = Position::from_diagram(&diagram).unwrap();
            let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
            let mut scoring = evaluator.on(&position, &[]);
            for &strategy in STRATEGIES {
                scoring.decide(strategy, &mut map);
                assert_eq!(
                    *map.counts(),
                    PointCounts {
                        dame: 4,
                        ..PointCounts::default()
                    },
                    "{}",
                    strategy.name
                );
            }
        }
    }

    /// Calls `check` with small random boards. Because few points are empty, many of them are eyes
    /// or false eyes.
    fn random_boards(boards: usize, mut check: impl FnMut(&Position)) {
        let mut random = fastrand::Rng::with_seed(19);
        for _ in 0..boards {
            let size = Size::new(random.u32(1..9), random.u32(1..9)).unwrap();
            let mut position = Position::new(size);
            let colors = [
                None,
                Some(Color::Black),
                Some(Color::Black),
                Some(Color::White),
            ];
            size.iter()
                .for_each(|point| position.set(point, colors[random.usize(0..4)]));
            check(&position);
        }
    }

    /// A board from the tests of `teire`, where Black owes a connection.
    const OWED: &str =
        "........ox.x.\noooooooooxxxx\noooo.oooox.x.\noxxxxooxoxxxx\noox..xxxox.x.\n.oox..x.xxxxx";

    #[test]
    fn trace_after_decide_equals_trace_of_a_new_position() {
        let (mut evaluator, mut other) = (Evaluator::new(), Evaluator::new());
        let [mut decided, mut traced] = [TerritoryMap::default(), TerritoryMap::default()];
        let mut owed = 0;
        let mut check = |position: &Position| {
            let mut scoring = evaluator.on(position, &[]);
            for &strategy in STRATEGIES {
                scoring.decide(strategy, &mut decided);
                let trace = scoring.trace(strategy, &mut traced);
                assert_eq!(decided, traced, "{}\n{position}", strategy.name);
                let anew = other.on(position, &[]).trace(strategy, &mut traced);
                assert_eq!(decided, traced, "{}\n{position}", strategy.name);
                assert_eq!(
                    format!("{trace:?}"),
                    format!("{anew:?}"),
                    "{}\n{position}",
                    strategy.name
                );
                owed += trace.protective_moves.len();
            }
        };
        random_boards(60, &mut check);
        check(&Position::from_diagram(OWED).expect("a board"));
        assert!(owed > 0);
    }

    #[test]
    fn strategy_names_and_summaries_are_distinct() {
        for (number, strategy) in STRATEGIES.iter().enumerate() {
            let is_other = |other: &&Strategy| {
                other.name != strategy.name && other.summary != strategy.summary
            };
            assert!(STRATEGIES[..number].iter().all(is_other));
            assert!(strategy.summary.split(' ').count() > 4, "{}", strategy.name);
        }
    }
}
