//! Decides whether a finished board can be counted without asking the players.
//!
//! Nothing is proved here: each doubt is a sign that the players might count the board differently.
//! `docs/dead-stones.md` reports how often the count of a board without doubts differs from the
//! players' count.

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Point, Position, Size, idx16};
use crate::dead::{ChainLife, Estimate, Estimator, Playouts, has_territory, suspects, take_off};
use crate::rules::Method;
use crate::sort::{sort, sort_by_key};
use crate::territory::{
    Analysis, CaptureBoard, ChainSearch, ChainStatus, Completeness, Evaluator, Region, Scoring,
    UnionFind,
};

/// A reason for a person to look at a board before it is counted. Points are listed row by row.
#[derive(Clone, Debug, PartialEq, strum::EnumDiscriminants)]
#[strum_discriminants(
    name(DoubtKind),
    vis(pub(crate)),
    derive(PartialOrd, Ord, strum::IntoStaticStr)
)]
#[strum_discriminants(strum(serialize_all = "kebab-case"))]
pub enum Doubt {
    /// The border between Black and White is open at these points, and the player who moves there
    /// first gains territory.
    OpenBorder(Vec<Point>),
    /// Playouts and the source of dead stones disagree about these stones.
    DeadStones(Vec<Point>),
    /// Only playouts consider these stones dead, and no search has proved that they are. The stones
    /// form groups of at least seven stones.
    Unproved(Vec<Point>),
    /// Ownership does not clearly show whether this chain lives.
    Unclear(ChainLife),
    /// A search proves that these stones live if their owner moves next, and die if the opponent
    /// does.
    NextMove(Vec<Point>),
    /// The owner of these points must fill them, unless this player is the first to take a certain
    /// dame.
    Unsettled(Vec<Point>),
    /// The komi is missing, and the count with a komi of 0 is not confirmed by the record.
    MissingKomi,
    /// The record names neither rules nor a result, and area and territory rules give different
    /// winners.
    MissingRules,
    /// The record's rules cannot be understood completely.
    UnknownRules,
    /// The stones of the recorded handicap are not on the board.
    MissingHandicap,
    /// The record says that the game was not counted: for instance, a player resigned or lost on
    /// time.
    NotCounted,
    /// Moves of the record cannot have been played, for the reason given.
    BrokenMoves(String),
    /// The file ends before the record does, so moves may be missing.
    Unclosed,
}

impl Doubt {
    /// Returns the doubt about large groups of chains that are considered dead without a proof, if
    /// there are any. Chains that share a liberty are one group.
    fn unproved<'a>(
        position: &Position,
        chains: impl IntoIterator<Item = &'a ChainLife>,
    ) -> Option<Self> {
        let grid = position.grid();
        let unproved: Vec<&ChainLife> = chains
            .into_iter()
            .filter(|chain| chain.is_dead() && chain.proved.is_none())
            .collect();
        let mut chain_at = vec![None; grid.cells()];
        for (number, chain) in unproved.iter().enumerate() {
            for &stone in &chain.stones {
                chain_at[grid.index(stone)] = Some(number);
            }
        }
        let mut groups = UnionFind::default();
        groups.reset(idx16(unproved.len()));
        let cells = position.cells();
        for point in grid.points().filter(|&point| cells[point] == Cell::Empty) {
            let mut first = [None; 2];
            for near in grid.neighbours(point) {
                if let (Some(chain), Some(color)) = (chain_at[near], cells[near].color()) {
                    groups.join(*first[color.index()].get_or_insert(chain), chain);
                }
            }
        }
        let mut sizes = vec![0; unproved.len()];
        for (number, chain) in unproved.iter().enumerate() {
            sizes[groups.find(number)] += chain.stones.len();
        }
        let mut stones: Vec<Point> = Vec::new();
        for (number, chain) in unproved.iter().enumerate() {
            if sizes[groups.find(number)] >= Safety::LARGE_GROUP {
                stones.extend(&chain.stones);
            }
        }
        sort(&mut stones);
        (!stones.is_empty()).then_some(Self::Unproved(stones))
    }

    /// Returns the doubt about the chains whose status the next move decides, if there are any. The
    /// search assumes that chains with a sure status keep it, even if their owner moves second. A
    /// search for one of the [suspects] assumes nothing about the others. `chains` are those of an
    /// estimate of `position`.
    fn next_move(position: &Position, chains: &[ChainLife]) -> Option<Self> {
        let (analysis, grid) = (Analysis::new(position, &[]), position.grid());
        let mut statuses = vec![None; grid.cells()];
        for chain in chains
            .iter()
            .filter(|chain| chain.mean.abs() >= Safety::SURE)
        {
            let status = if chain.is_dead() {
                ChainStatus::Dead
            } else {
                ChainStatus::Alive
            };
            for &stone in &chain.stones {
                statuses[grid.index(stone)] = Some(status);
            }
        }
        let board = CaptureBoard::new(&analysis, |stone| statuses[stone]);
        let has_territory = has_territory(&mut Evaluator::new(), position, &board);
        let suspects = suspects(&board, &has_territory);
        let mut without_suspects = board.clone();
        for &block in &suspects {
            without_suspects.forget_opinion(block);
        }
        let mut search = ChainSearch::default();
        let mut stones: Vec<Point> = Vec::new();
        for chain in chains {
            let block = analysis.block(grid.index(chain.stones[0]));
            if chain.mean < Safety::CLEARLY_ALIVE && search.depends_on_first_move(&board, block)
                || suspects.contains(&block)
                    && search.depends_on_first_move(&without_suspects, block)
            {
                stones.extend(&chain.stones);
            }
        }
        sort(&mut stones);
        (!stones.is_empty()).then_some(Self::NextMove(stones))
    }

    /// Returns this doubt without the given stones, which must be sorted, or `None` if it is only
    /// about the status of these stones.
    pub fn without(mut self, settled: &[Point]) -> Option<Self> {
        let (Self::DeadStones(points)
        | Self::Unproved(points)
        | Self::Unclear(ChainLife { stones: points, .. })
        | Self::NextMove(points)) = &mut self
        else {
            return Some(self);
        };
        points.retain(|point| settled.binary_search(point).is_err());
        (!points.is_empty()).then_some(self)
    }

    /// Returns the name used in reports for this kind of doubt.
    pub fn name(&self) -> &'static str {
        DoubtKind::from(self).into()
    }

    /// Returns the points in doubt. A doubt about the record has no points.
    pub fn points(&self) -> &[Point] {
        match self {
            Self::OpenBorder(points)
            | Self::DeadStones(points)
            | Self::Unproved(points)
            | Self::Unclear(ChainLife { stones: points, .. })
            | Self::NextMove(points)
            | Self::Unsettled(points) => points,
            Self::MissingKomi
            | Self::MissingRules
            | Self::UnknownRules
            | Self::MissingHandicap
            | Self::NotCounted
            | Self::BrokenMoves(_)
            | Self::Unclosed => &[],
        }
    }
}

/// Whether a board can be counted without asking the players, and the reasons if it cannot.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Safety {
    /// The doubts, grouped by kind. If there are none, the board is safe to count.
    pub doubts: Vec<Doubt>,
    /// The certainty of the least clear chain: the absolute value of its mean ownership. The
    /// certainty is 1 on a board without stones.
    pub certainty: f64,
}

impl Safety {
    /// The default minimum certainty of a safe board if the certainty comes from playouts. A chain
    /// has this certainty if its points go to one player twice as often as to the other. Above this
    /// value, playouts consider the chain's status known.
    pub const CERTAINTY: f64 = 1.0 / 3.0;

    /// The minimum number of stones in a group whose death must be proved. For the professional
    /// games in `docs/dead-stones.md`, this limit keeps most of the safe boards and rejects nearly
    /// all boards whose count is far from the recorded result.
    pub(crate) const LARGE_GROUP: usize = 7;

    /// The minimum number of stones in a chain that is worth a round of all playouts.
    const FEW_STONES: usize = 3;

    /// The certainty from which on the status of a chain is taken as known. The professional games
    /// in which such a chain is unclear in a round of all playouts differ from the recorded result
    /// no more often than others.
    const SURE: f64 = 0.6;

    /// The mean from which on a chain is assumed to live, no matter which player moves first.
    const CLEARLY_ALIVE: f64 = 0.9;

    /// Returns the safety of a board with `doubts`, and with a doubt about each of the `chains`
    /// whose mean ownership is closer to 0 than `least`.
    pub fn new(mut doubts: Vec<Doubt>, chains: Vec<ChainLife>, least: f64) -> Self {
        let certainty = chains
            .iter()
            .map(|chain| chain.mean.abs())
            .fold(1.0, f64::min);
        let unclear = chains.into_iter().filter(|chain| chain.mean.abs() < least);
        doubts.extend(unclear.map(Doubt::Unclear));
        sort_by_key(&mut doubts, |doubt| DoubtKind::from(doubt));
        Self { doubts, certainty }
    }

    /// Returns whether the board can be counted without asking the players.
    pub const fn is_safe(&self) -> bool {
        self.doubts.is_empty()
    }

    /// Returns whether the board can be counted, in the form used in reports.
    pub const fn level(&self) -> SafetyLevel {
        if self.is_safe() {
            SafetyLevel::Safe
        } else {
            SafetyLevel::Unsure
        }
    }
}

/// Whether a board can be counted without asking the players, in the form used in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum SafetyLevel {
    /// The board can be counted.
    Safe,
    /// A person must look at the board.
    Unsure,
}

impl SafetyLevel {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the doubts about counting `position` by `method` with the dead stones `dead`, except
/// doubts about unclear chains, which [`Safety::new`] adds. `estimate` is the playouts' estimate of
/// `position`.
///
/// Protective moves raise doubts only on boards without open borders, and only under territory
/// rules, because under area rules the filled points still count.
///
/// # Examples
/// ```
/// use seichi_core::board::Position;
/// use seichi_core::dead::{Estimator, Playouts};
/// use seichi_core::rules::Method;
/// use seichi_core::safety::{Safety, doubts};
/// use seichi_core::territory::Evaluator;
///
/// let position = Position::from_diagram("..xo.\n..xo.\n..xo.\n..x..\n.....").expect("a board");
/// let estimate = Estimator::new().estimate(&position, Playouts::default());
/// let (dead, mut evaluator) = (&estimate.dead, Evaluator::new());
/// let doubts = doubts(&position, dead, Method::Territory, &estimate, &mut evaluator);
/// let safety = Safety::new(doubts, estimate.chains, Safety::CERTAINTY);
/// assert!(!safety.is_safe(), "the border is open");
/// ```
pub fn doubts(
    position: &Position,
    dead: &[Point],
    method: Method,
    estimate: &Estimate,
    evaluator: &mut Evaluator,
) -> Vec<Doubt> {
    let (rest, _) = take_off(position, dead);
    let mut scoring = evaluator.on(&rest, dead);
    let size = position.size();
    let open = listed(size, open_borders(scoring.analysis()));
    let unlike = listed(size, symmetric_difference(dead, &estimate.dead));
    let unsettled = if method == Method::Territory && open.is_none() {
        unsettled(&mut scoring)
    } else {
        None
    };
    let mut doubts = Vec::new();
    doubts.extend(open.map(Doubt::OpenBorder));
    doubts.extend(unlike.map(Doubt::DeadStones));
    doubts.extend(unsettled.map(Doubt::Unsettled));
    doubts
}

/// Returns the further doubts about `position` if its dead stones `dead` come from an estimate,
/// whose chains are `chains`. The mean of each chain becomes at most as clear as in a round of all
/// playouts ([`Estimator::chains_in_one_round`]), unless the chain is small or its status is proved
/// or sure.
pub fn doubts_of_estimate(
    position: &Position,
    dead: &[Point],
    playouts: Playouts,
    chains: &mut [ChainLife],
    estimator: &mut Estimator,
) -> Vec<Doubt> {
    // not the chains that the user calls alive
    let considered_dead = chains
        .iter()
        .filter(|chain| dead.contains(&chain.stones[0]));
    let mut doubts = Vec::new();
    doubts.extend(Doubt::unproved(position, considered_dead));
    doubts.extend(Doubt::next_move(position, chains));
    let may_be_unclear = |chain: &ChainLife| {
        chain.proved.is_none()
            && chain.stones.len() >= Safety::FEW_STONES
            && chain.mean.abs() < Safety::SURE
    };
    if chains.iter().any(may_be_unclear) {
        let in_one_round = estimator.chains_in_one_round(position, playouts);
        for (chain, other) in chains.iter_mut().zip(in_one_round) {
            if may_be_unclear(chain) {
                let sign = chain.mean.signum();
                chain.mean = sign * (sign * other.mean).clamp(0.0, chain.mean.abs());
            }
        }
    }
    doubts
}

/// Returns the points of neutral regions whose border is open or that one player has nearly
/// enclosed. If a player has no living stones, there is no border yet, and all empty points are
/// returned.
fn open_borders(analysis: &Analysis) -> Vec<Point> {
    let mut colors = analysis.blocks().iter().map(|block| block.color);
    let have_both = colors
        .next()
        .is_some_and(|first| colors.any(|color| color != first));
    let regions: Vec<&Region> = if have_both {
        let neutral = analysis.neutral();
        neutral
            .filter(|region| {
                Completeness::is_open(analysis, region)
                    || Completeness::is_nearly_enclosed(analysis, region)
            })
            .collect()
    } else {
        analysis.regions().iter().collect()
    };
    let points = regions
        .into_iter()
        .flat_map(|region| analysis.points(region));
    points
        .map(|&point| analysis.grid().point(point.into()))
        .collect()
}

/// Returns the points of the protective moves that a player owes only if the opponent is the first
/// to take a dame that would join the player's chains.
fn unsettled(scoring: &mut Scoring<'_>) -> Option<Vec<Point>> {
    let owed = scoring.owed_moves();
    let grid = scoring.analysis().grid();
    let cut = owed.iter().filter(|one| one.cut.is_some());
    listed(
        grid.size(),
        cut.map(|one| grid.point(one.owed.point.into())),
    )
}

/// Returns the given points of a board of `size` row by row and without duplicates, or `None` if
/// there are no points.
fn listed(size: Size, points: impl IntoIterator<Item = Point>) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = points.into_iter().collect();
    sort_by_key(&mut points, |&point| size.index_of(point));
    points.dedup();
    (!points.is_empty()).then_some(points)
}

/// Returns the points that are in exactly one of the two lists.
fn symmetric_difference<'a>(one: &'a [Point], other: &'a [Point]) -> impl Iterator<Item = Point> {
    let all = one.iter().chain(other).copied();
    all.filter(|point| one.contains(point) != other.contains(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubts(board: &str, dead: &[Point], method: Method) -> Vec<(&'static str, String)> {
        let position = Position::from_diagram(board).unwrap();
        let estimate = Estimator::new().estimate(&position, Playouts::default());
        let found = super::doubts(&position, dead, method, &estimate, &mut Evaluator::new());
        let names = |doubt: &Doubt| {
            doubt
                .points()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        found
            .iter()
            .map(|doubt| (doubt.name(), names(doubt)))
            .collect()
    }

    #[test]
    fn unclear_chains_are_doubts() {
        let chain = |x, mean| ChainLife {
            stones: vec![Point::new(x, 0)],
            mean,
            proved: None,
            in_seki: false,
        };
        let open = Doubt::Unsettled(vec![Point::new(5, 0)]);
        let chains = vec![chain(0, 0.9), chain(1, -0.4), chain(2, 0.1)];
        let safety = Safety::new(vec![open.clone()], chains.clone(), 0.5);
        assert_eq!(
            safety.doubts,
            [
                Doubt::Unclear(chain(1, -0.4)),
                Doubt::Unclear(chain(2, 0.1)),
                open.clone()
            ]
        );
        assert_eq!(
            (safety.certainty, safety.level()),
            (0.1, SafetyLevel::Unsure)
        );
        assert!(
            Safety::new(Vec::new(), chains, 0.1).is_safe(),
            "a mean at the limit is clear"
        );
        let unsorted = vec![
            Doubt::UnknownRules,
            Doubt::Unproved(vec![Point::new(0, 0)]),
            Doubt::OpenBorder(Vec::new()),
        ];
        let names: Vec<_> = Safety::new(unsorted, Vec::new(), 0.5)
            .doubts
            .iter()
            .map(Doubt::name)
            .collect();
        assert_eq!(names, ["open-border", "unproved", "unknown-rules"]);
        assert!(
            Safety::new(Vec::new(), Vec::new(), 1.0).certainty >= 1.0,
            "no chain"
        );
    }

    #[test]
    fn dead_chains_without_a_proof_that_share_a_liberty_are_one_group() {
        let chain = |stones: &[(u8, u8)]| {
            let stones = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
            ChainLife {
                stones,
                mean: -1.0,
                proved: None,
                in_seki: false,
            }
        };
        let doubt = |board: &str, x: u8| {
            let position = Position::from_diagram(board).unwrap();
            let chains = [
                chain(&[(1, 1), (2, 1), (1, 2), (2, 2)]),
                chain(&[(x, 1), (x + 1, 1), (x, 2)]),
            ];
            Doubt::unproved(&position, &chains).map(|doubt| doubt.points().len())
        };
        assert_eq!(doubt("xxxxxxxx\nxoo.oo.x\nxoo.o..x\nx......x", 4), Some(7));
        assert_eq!(doubt("xxxxxxxx\nxoo..oox\nxoo..o.x\nx......x", 5), None);
    }

    #[test]
    fn playouts_give_the_certainty_of_chains() {
        let position =
            Position::from_diagram("..xo..\n.oxo..\n..xox.\n..xo..\n..xo..\n..xo..").unwrap();
        let estimate = Estimator::new().estimate(&position, Playouts::default());
        let dead = [Point::new(1, 1), Point::new(4, 2)];
        let mut evaluator = Evaluator::new();
        let found = super::doubts(
            &position,
            &dead,
            Method::Territory,
            &estimate,
            &mut evaluator,
        );
        assert!(found.is_empty());
        for ChainLife { stones, mean, .. } in estimate.chains {
            assert_eq!(
                mean < -Safety::CERTAINTY,
                dead.contains(&stones[0]),
                "{stones:?} {mean}"
            );
            assert!(mean.abs() > Safety::CERTAINTY, "{stones:?} {mean}");
        }
    }

    #[test]
    fn each_kind_of_doubt_is_found() {
        let board =
            "....xo....\n...xxo..x.\nxxxxoo.o.o\noooooo..o.\n..........\n..o..o....\n..........";
        let dead = [Point::new(8, 1)];
        assert!(doubts(board, &dead, Method::Territory).is_empty());
        let [open, unmarked] = &doubts(board, &[], Method::Territory)[..] else {
            panic!("two doubts")
        };
        assert_eq!(
            (open.0, unmarked),
            ("open-border", &("dead-stones", "ib".to_owned()))
        );
        // White at F3 cuts off seven stones, which then need a move; Black at F3 joins them
        let rows = "........ox.x. oooooooooxxxx oooo..ooox.x. oxxxx.oxoxxxx oox..xxxox.x. \
                    .oox..x.xxxxx";
        let cut = &rows.replace(' ', "\n");
        assert_eq!(
            doubts(cut, &[], Method::Territory),
            [("unsettled", "de".to_owned())]
        );
        assert!(doubts(cut, &[], Method::Area).is_empty());
        let abandoned = ".....\n.x...\n.....\n...x.\n.....";
        assert_eq!(
            doubts(abandoned, &[], Method::Area)[0].0,
            "open-border",
            "White has not played"
        );
    }
}
