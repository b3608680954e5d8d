//! Decides whether a finished board can be counted without asking the players.
//!
//! Nothing is proved here: each doubt is a sign that the players may count another board than the one that is there. How
//! often a board without a doubt is counted otherwise than the players did is measured in `docs/dead-stones.md`.

use crate::board::{Color, Grid, Point, Position, Size};
use crate::dead::{ChainLife, Estimator, Playouts, take_off};
use crate::rules::Method;
use crate::territory::{Completeness, Evaluator, READING, Region, Verdict};

/// The kind of a reason why a person has to look at a board before it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DoubtKind {
    /// The border between Black and White is not closed, and who plays there first gains territory.
    OpenBorder,
    /// Playouts disagree about which stones are dead.
    DeadStones,
    /// Ownership does not say clearly whether a chain lives.
    Unclear,
    /// The owner of points depends on who plays first, by local search.
    Unsettled,
    /// Local search did not finish.
    Unread,
    /// The record's rules can't be understood, and were guessed.
    UnknownRules,
    /// The record says that the game was not counted: a player resigned or lost on time, for instance.
    NotCounted,
}

impl DoubtKind {
    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenBorder => "open-border",
            Self::DeadStones => "dead-stones",
            Self::Unclear => "unclear",
            Self::Unsettled => "unsettled",
            Self::Unread => "unread",
            Self::UnknownRules => "unknown-rules",
            Self::NotCounted => "not-counted",
        }
    }
}

/// A reason why a person has to look at a board before it is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The kind.
    pub kind: DoubtKind,
    /// The points that it is about, row by row: dame of the regions in which the border is open, stones that are dead by one
    /// source only, a chain, points whose owner is not settled, or the points of local games. A doubt about the record has
    /// no points.
    pub points: Vec<Point>,
    /// The size of the doubt: of a chain, its mean ownership to its own colour, from −1 to 1; of unsettled points, the
    /// points between the margins if Black moves first and if White does; otherwise the number of `points`.
    pub by: f64,
}

impl Doubt {
    /// Returns the doubt about points of a board of `size`, unless there is none.
    fn of(kind: DoubtKind, size: Size, points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut is_meant = vec![false; size.points()];
        for point in points {
            is_meant[size.index_of(point)] = true;
        }
        let points: Vec<Point> = size.iter().filter(|&point| is_meant[size.index_of(point)]).collect();
        let by = f64::from(u32::try_from(points.len()).expect("at most 52 · 52 points"));
        (!points.is_empty()).then_some(Self { kind, points, by })
    }
}

/// Whether a board can be counted without asking the players, and why not.
#[derive(Clone, Debug, PartialEq)]
pub struct Safety {
    /// The doubts, those of a kind together. Without one, the board is safe to count.
    pub doubts: Vec<Doubt>,
    /// How clearly ownership says whether the least clear chain lives: the distance of its mean from 0. It is 1 on a board
    /// without stones.
    pub certainty: f64,
}

impl Safety {
    /// The default of the least certainty of a safe board by playouts: that of a chain which ends up as one player's twice
    /// as often as the other's. From there playouts take its status as known.
    pub const CERTAINTY: f64 = 1.0 / 3.0;

    /// Returns the safety of a board with `doubts`, which are in the order of their kinds, and one more doubt about each of
    /// `chains` whose mean is closer to 0 than `least`.
    #[must_use]
    pub fn new(mut doubts: Vec<Doubt>, chains: Vec<ChainLife>, least: f64) -> Self {
        let certainty = chains.iter().map(|chain| chain.mean.abs()).fold(1.0, f64::min);
        let unclear = chains.into_iter().filter(|chain| chain.mean.abs() < least);
        let after = doubts.split_off(doubts.partition_point(|doubt| doubt.kind < DoubtKind::Unclear));
        doubts.extend(unclear.map(|ChainLife { stones, mean }| Doubt {
            kind: DoubtKind::Unclear,
            points: stones,
            by: mean,
        }));
        doubts.extend(after);
        Self { doubts, certainty }
    }

    /// Returns whether the board can be counted without asking the players.
    #[must_use]
    pub const fn is_safe(&self) -> bool {
        self.doubts.is_empty()
    }

    /// Returns the verdict, as reports name it.
    #[must_use]
    pub const fn verdict(&self) -> &'static str {
        Self::name_of(self.is_safe())
    }

    /// Returns the verdict on a board that is safe to count, or is not, as reports name it.
    #[must_use]
    pub const fn name_of(is_safe: bool) -> &'static str {
        if is_safe { "safe" } else { "unsure" }
    }
}

/// Looks for doubts about one board after another, and reuses its memory.
#[derive(Debug)]
pub struct SafetyJudge {
    evaluator: Evaluator,
    verdict: Verdict,
}

impl Default for SafetyJudge {
    fn default() -> Self {
        Self { evaluator: Evaluator::of(&[READING]), verdict: Verdict::default() }
    }
}

impl SafetyJudge {
    /// Returns the doubts about counting `position` by `method`, with the dead stones `dead`, apart from those about how
    /// clearly chains live or are dead ([`Safety::new`]). Playouts are by `estimator`, which has the chains of `position`
    /// afterwards.
    ///
    /// Nothing is searched under area rules, where eyes in seki count, and before the borders are closed, when a search
    /// takes long.
    pub fn doubts(
        &mut self,
        estimator: &mut Estimator,
        position: &Position,
        dead: &[Point],
        method: Method,
        playouts: Playouts,
    ) -> Vec<Doubt> {
        let found = estimator.dead(position, playouts);
        let (rest, _) = take_off(position, dead);
        self.evaluator.set(&rest, dead);
        let size = position.size();
        let open = Doubt::of(DoubtKind::OpenBorder, size, self.open_borders());
        let is_searched = method == Method::Territory && open.is_none();
        let mut doubts = vec![open, Doubt::of(DoubtKind::DeadStones, size, symmetric_difference(dead, &found))];
        if is_searched {
            doubts.extend(self.searched());
        }
        doubts.into_iter().flatten().collect()
    }

    /// Returns the neutral points at which the border between Black and White is open, or all empty points if a player has no
    /// living stones: then there is no border yet.
    fn open_borders(&self) -> Vec<Point> {
        let analysis = self.evaluator.analysis();
        let has_stones = |color: Color| analysis.blocks().iter().any(|block| block.color == color);
        let regions: Vec<&Region> = match Color::BOTH.map(has_stones) {
            [true, true] => Completeness::open_regions(analysis).collect(),
            _ => analysis.regions().iter().collect(),
        };
        let points = regions.into_iter().flat_map(|region| analysis.points(region));
        points.map(|&point| analysis.grid().point(point.into())).collect()
    }

    /// Returns the doubts of local search: the points whose owner depends on who moves first, and those of the local
    /// games that it did not finish.
    fn searched(&mut self) -> [Option<Doubt>; 2] {
        self.evaluator.decide(READING, &mut self.verdict);
        let grid = self.evaluator.analysis().grid();
        let found = self.verdict.unsettled();
        // where the answer is certain all the same, a search that did not finish does not matter
        let unread = self.evaluator.local_results().iter().filter(|result| found.is_unread && result.is_unread);
        let unsettled = found.points.iter().map(|&(point, _)| point);
        let [black_first, white_first] = found.swings;
        let unsettled = Doubt::of(DoubtKind::Unsettled, grid.size(), on_board(grid, unsettled));
        [
            unsettled.map(|doubt| Doubt { by: f64::from(black_first - white_first), ..doubt }),
            Doubt::of(
                DoubtKind::Unread,
                grid.size(),
                on_board(grid, unread.flat_map(|result| result.points.iter().copied())),
            ),
        ]
    }
}

fn on_board(grid: Grid, points: impl Iterator<Item = u16>) -> impl Iterator<Item = Point> {
    points.map(move |point| grid.point(point.into()))
}

/// Returns the points that are in one of two lists only.
fn symmetric_difference<'a>(one: &'a [Point], other: &'a [Point]) -> impl Iterator<Item = Point> {
    let only = |one: &'a [Point], other: &'a [Point]| one.iter().copied().filter(|point| !other.contains(point));
    only(one, other).chain(only(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubts(board: &str, dead: &[Point], method: Method) -> Vec<(DoubtKind, String)> {
        let position = Position::from_diagram(board).unwrap();
        let found = SafetyJudge::default().doubts(
            &mut Estimator::new(),
            &position,
            dead,
            method,
            Playouts { count: 200, seed: 1979 },
        );
        let names = |doubt: &Doubt| doubt.points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        found.iter().map(|doubt| (doubt.kind, names(doubt))).collect()
    }

    #[test]
    fn chains_that_are_not_clear_are_doubts() {
        let chain = |x, mean| ChainLife { stones: vec![Point::new(x, 0)], mean };
        let open = Doubt { kind: DoubtKind::Unsettled, points: vec![Point::new(5, 0)], by: 2.0 };
        let chains = vec![chain(0, 0.9), chain(1, -0.4), chain(2, 0.1)];
        let safety = Safety::new(vec![open.clone()], chains.clone(), 0.5);
        let kinds: Vec<_> =
            safety.doubts.iter().map(|doubt| (doubt.kind.name(), doubt.points[0].x, doubt.by)).collect();
        assert_eq!(kinds, [("unclear", 1, -0.4), ("unclear", 2, 0.1), ("unsettled", 5, 2.0)]);
        assert_eq!((safety.certainty, safety.verdict()), (0.1, "unsure"));
        assert!(Safety::new(Vec::new(), chains, 0.1).is_safe(), "the limit itself is clear");
        assert!(Safety::new(Vec::new(), Vec::new(), 1.0).certainty >= 1.0, "no chain");
    }

    #[test]
    fn playouts_say_how_clearly_a_chain_lives() {
        let position = Position::from_diagram("..xo..\n.oxo..\n..xox.\n..xo..\n..xo..\n..xo..").unwrap();
        let (mut judge, mut estimator) = (SafetyJudge::default(), Estimator::new());
        let dead = [Point::new(1, 1), Point::new(4, 2)];
        assert!(judge.doubts(&mut estimator, &position, &dead, Method::Territory, Playouts::default()).is_empty());
        for ChainLife { stones, mean } in estimator.chains() {
            assert_eq!(mean < -Safety::CERTAINTY, dead.contains(&stones[0]), "{stones:?} {mean}");
            assert!(mean.abs() > Safety::CERTAINTY, "{stones:?} {mean}");
        }
    }

    #[test]
    fn each_kind_of_doubt_is_found() {
        let board = "....xo....\n...xxo..x.\nxxxxoo....\noooooo....\n..........\n..........\n..........";
        let dead = [Point::new(8, 1)];
        assert!(doubts(board, &dead, Method::Territory).is_empty());
        let [open, unmarked] = &doubts(board, &[], Method::Territory)[..] else { panic!("two doubts") };
        assert_eq!((open.0, unmarked), (DoubtKind::OpenBorder, &(DoubtKind::DeadStones, "ib".to_owned())));
        let dame = ".o.o.o.ox\nxoooooo.x\nxxxxxxoox\n.....xxxx\n.........\n.........\n.........\n.........\n.........";
        assert_eq!(doubts(dame, &[], Method::Territory), [(DoubtKind::Unsettled, "ga".to_owned())]);
        assert!(doubts(dame, &[], Method::Area).is_empty());
        let abandoned = ".....\n.x...\n.....\n...x.\n.....";
        assert_eq!(doubts(abandoned, &[], Method::Area)[0].0, DoubtKind::OpenBorder, "White has not played");
    }
}
