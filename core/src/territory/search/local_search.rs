//! Finds and searches the local games of a position.

use super::board::{SearchBlock, SearchBoard, uncertain_points};
use super::extent::Extent;
use super::local_result::{LocalResult, PointResult, SearchedGame, apply, merge};
use super::safe_blocks::{EyeBounds, safe_blocks};
use super::tables::SearchTables;
use crate::Stop;
use crate::territory::analysis::Analysis;
use crate::territory::verdict::Verdict;

/// The number of states that the search of one local game may visit, in total over the two
/// searches, one for each colour playing first.
const BUDGET: u32 = 100_000;

/// The number of states that all searches of one board may visit together.
const BOARD_BUDGET: u32 = 200_000;

/// The budget of a larger local game, once a smaller game around the same block has an answer.
const WIDER_BUDGET: u32 = 10_000;

/// The budget of a local game without uncertain points or stones. Searching it can still find
/// snapbacks.
const SMALL_BUDGET: u32 = 2_000;

/// The distances that limit a local game. The limit grows step by step, until the game is complete
/// or the search fails. The block that a game starts from and the uncertain blocks that it reaches
/// are at distance 0, a block that shares dame or a region with one of them is at distance 1, and
/// so on. Blocks beyond the limit are assumed uncapturable.
const DISTANCES: [u8; 4] = [1, 2, 3, u8::MAX];

/// The local games to search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SearchScope<'a> {
    /// Starts from the uncertain points and stones, and extends each game as long as the search
    /// succeeds. A point is uncertain if the two verdicts that enclose the answers of all fills
    /// differ there, or if the point is a false eye or an eye in seki in the static answer. A stone
    /// is uncertain if it is short of liberties.
    Uncertain([&'a Verdict; 2]),
    /// Starts anywhere, and includes every stone and point that is connected through shared dame or
    /// regions.
    Whole,
}

/// The local search. It keeps its tables from one position to the next.
#[derive(Debug, Default)]
pub(crate) struct LocalSearch {
    tables: Option<SearchTables>,
    stop: Stop,
}

impl LocalSearch {
    /// Ends searches once `stop` is set. Their results are then meaningless.
    pub(crate) fn watch(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Searches the local games of a position. `half_eyes` has the number of half eyes of each
    /// region in the static answer. `verdict` holds the static answer on entry, and the final
    /// answer afterwards.
    pub(crate) fn search(
        &mut self,
        analysis: &Analysis,
        half_eyes: &[u16],
        scope: SearchScope<'_>,
        verdict: &mut Verdict,
    ) -> Vec<LocalResult> {
        let eyes = EyeBounds::of_regions(analysis, half_eyes);
        let safe = safe_blocks(analysis, &eyes);
        let is_unsafe = |&block: &u16| !safe[usize::from(block)];
        if !analysis
            .neutral()
            .any(|region| analysis.blocks_around(region).iter().any(is_unsafe))
        {
            return Vec::new();
        }
        let uncertain = match scope {
            SearchScope::Uncertain(bounds) => Some(uncertain_points(analysis, bounds, verdict)),
            SearchScope::Whole => None,
        };
        let board = SearchBoard::new(analysis, &eyes, &safe, uncertain.as_deref());
        let tables = self.tables.get_or_insert_default();
        tables.stop = self.stop.clone();
        let mut search = BoardSearch {
            board: &board,
            is_whole: uncertain.is_none(),
            tables,
            left: BOARD_BUDGET,
            results: Vec::new(),
            points: Vec::new(),
            is_unread: false,
        };
        search.search_all();
        let BoardSearch {
            results,
            points,
            is_unread,
            ..
        } = search;
        let moved = |(cell, swap)| {
            points
                .iter()
                .map(move |point| point.moved(&cell, swap))
                .collect::<Vec<_>>()
        };
        apply(
            &merge(board.order.automorphisms().flat_map(moved)),
            analysis,
            verdict,
        );
        verdict.unsettled_mut().is_unread = is_unread;
        results
    }
}

/// The search of one board.
#[derive(Debug)]
struct BoardSearch<'a> {
    board: &'a SearchBoard<'a>,
    /// Whether the scope is [`SearchScope::Whole`].
    is_whole: bool,
    tables: &'a mut SearchTables,
    /// The number of states left in the board's budget.
    left: u32,
    results: Vec<LocalResult>,
    points: Vec<PointResult>,
    /// Whether the search of an uncertain local game failed.
    is_unread: bool,
}

impl BoardSearch<'_> {
    /// Searches the local games of the board, one after another.
    fn search_all(&mut self) {
        // for each block, whether it was inside a local game and not at its edge
        let mut done = vec![false; self.board.blocks.len()];
        while !self.tables.stop.is_set()
            && let Some(seed) = self.next_seed(&done)
        {
            let game = self.search_around(seed);
            self.left = self.left.saturating_sub(game.result.nodes);
            // blocks that were only in a failed search still start a game of their own
            for ((done, distance), block) in done
                .iter_mut()
                .zip(&game.extent.distances)
                .zip(&self.board.blocks)
            {
                let is_inside =
                    |distance| distance == 0 || distance < game.extent.limit && !block.is_uncertain;
                *done |= distance.is_some_and(is_inside);
            }
            // if nothing was uncertain, the static answer is good enough
            self.is_unread |= self.is_uncertain(seed) && game.result.is_unread;
            self.points.extend(game.points);
            self.results.push(game.result);
        }
    }

    /// Returns whether the local game around a block has something uncertain.
    fn is_uncertain(&self, seed: u16) -> bool {
        self.is_whole || self.board.blocks[usize::from(seed)].is_uncertain
    }

    /// Returns the first block that borders dame, is not safe, and has not been inside a local game
    /// yet. Uncertain blocks come first.
    fn next_seed(&self, done: &[bool]) -> Option<u16> {
        let next = |test: fn(&SearchBlock) -> bool| {
            let mut left = self
                .board
                .block_order
                .iter()
                .filter(|&&block| !done[usize::from(block)]);
            left.find(|&&block| test(&self.board.blocks[usize::from(block)]))
                .copied()
        };
        next(|block| block.is_uncertain).or_else(|| next(|block| block.is_open))
    }

    /// Searches a local game around the block `seed`, and extends the game as long as the search
    /// succeeds. Returns the last game with an answer, or else the first game, with the total
    /// number of states visited.
    fn search_around(&mut self, seed: u16) -> SearchedGame {
        let (distances, budget) = match (self.is_whole, self.is_uncertain(seed)) {
            (true, _) => (&DISTANCES[3..], BUDGET),
            (false, true) => (&DISTANCES[..], BUDGET),
            (false, false) => (&DISTANCES[..1], SMALL_BUDGET),
        };
        let mut best: Option<SearchedGame> = None;
        let mut nodes = 0;
        for &distance in distances {
            let extent = Extent::gather(self.board, seed, distance);
            let budget = if best.is_some() {
                budget.min(WIDER_BUDGET)
            } else {
                budget
            };
            let budget = budget.min(self.left.saturating_sub(nodes));
            let game = SearchedGame::search(self.board, extent, self.tables, budget);
            nodes += game.result.nodes;
            let is_last = game.result.is_unread || game.extent.is_whole();
            if !game.result.is_unread || best.is_none() {
                best = Some(game);
            }
            if is_last {
                break;
            }
        }
        let mut best = best.expect("the game of the first distance");
        best.result.nodes = nodes;
        best
    }
}
