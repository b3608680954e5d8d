//! Proves the status of the chains that playouts consider dead, leave unclear or may misjudge as
//! alive.

use crate::Stop;
use crate::board::{Cell, Color, Position, idx16};
use crate::dead::suspects::{has_territory, suspects};
use crate::territory::{Analysis, CaptureBoard, ChainSearch, ChainStatus, Evaluator, reset};

/// After this many states, no further chain in a position is searched. Real games hardly ever need
/// so many.
const MOST_STATES: u64 = 200_000;

/// The search for the status of a chain that lives in the playouts visits at most this many states,
/// because a proof that the playouts miss is either short or not found at all.
const MOST_STATES_OF_SUSPECT: u32 = 2_000;

/// Proves the status of chains, and keeps the proofs for the last position.
#[derive(Debug, Default)]
pub(super) struct Proofs {
    analysis: Analysis,
    search: ChainSearch,
    /// The evaluator for the position without its dead stones.
    evaluator: Evaluator,
    /// For each block of the analysis, its status if it is proved.
    proved: Vec<Option<ChainStatus>>,
    /// The blocks of stones in a ko that stay on the board although their life is not proved.
    kept: Vec<usize>,
    /// The blocks that are proved to live in seki.
    in_seki: Vec<usize>,
}

impl Proofs {
    /// Ends searches once `stop` is set.
    pub(super) fn watch(&mut self, stop: &Stop) {
        self.search.watch(stop);
    }

    /// Forgets all proofs.
    pub(super) fn clear(&mut self) {
        self.proved.clear();
        self.kept.clear();
        self.in_seki.clear();
    }

    /// Returns the proved status of a stone's chain in the last position.
    pub(super) fn proved(&self, stone: usize) -> Option<ChainStatus> {
        let is_kept = !self.kept.is_empty() && self.kept.contains(&self.analysis.block(stone));
        self.of(stone).filter(|_| !is_kept)
    }

    /// Returns the status of a stone's chain in the last position if it is proved, or if the stone
    /// is in a ko and stays on the board.
    pub(super) fn of(&self, stone: usize) -> Option<ChainStatus> {
        if self.proved.is_empty() {
            None
        } else {
            self.proved[self.analysis.block(stone)]
        }
    }

    /// Returns whether a stone's chain in the last position is proved to live in seki.
    pub(super) fn is_in_seki(&self, stone: usize) -> bool {
        !self.in_seki.is_empty() && self.in_seki.contains(&self.analysis.block(stone))
    }

    /// Returns the number of states that all searches have visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Searches for proofs of the status of two kinds of chains: those that are not alive according
    /// to the playouts, and those that are alive but [suspect](suspects). `statuses` contains each
    /// cell's status according to the playouts. If a chain that seemed dead is proved alive, the
    /// chains next to it that seemed alive are searched too, because they may have seemed alive
    /// only for this reason. Returns the cells of the empty points that belong to neither side
    /// because a chain next to them is alive contrary to the playouts.
    ///
    /// In the search for a chain's status, the opponent of its owner moves first. A proof of death
    /// therefore does not hold for the chains of `first`, the player to move.
    pub(super) fn find(
        &mut self,
        position: &Position,
        statuses: &[Option<ChainStatus>],
        first: Option<Color>,
    ) -> Vec<usize> {
        self.analysis.set(position, &[]);
        let alive = Some(ChainStatus::Alive);
        let mut chains = CaptureBoard::new(&self.analysis, |stone| statuses[stone]);
        let blocks = self.analysis.blocks().len();
        reset(&mut self.proved, blocks);
        let most = self.search.nodes() + MOST_STATES;
        for block in 0..blocks {
            if chains.opinion(block) != alive && self.search.nodes() < most {
                self.proved[block] = self.search.status(&chains, block, 0);
            }
        }
        let has_territory = has_territory(&mut self.evaluator, position, &chains);
        let suspects = suspects(&chains, &has_territory);
        for &block in &suspects {
            chains.forget_opinion(block);
        }
        for block in suspects {
            if chains.ko(block).is_none() && self.search.nodes() < most {
                self.proved[block] =
                    self.search
                        .status_within(&chains, block, 0, MOST_STATES_OF_SUSPECT);
            }
        }
        self.kept = keep_ko_stones_in_seki(&chains, &has_territory, &mut self.proved);
        let saved: Vec<usize> = (0..blocks)
            .filter(|&block| {
                chains.opinion(block) == Some(ChainStatus::Dead) && self.proved[block] == alive
            })
            .collect();
        for &block in &saved {
            chains.forget_opinion(block);
        }
        let stake = saved
            .iter()
            .map(|&block| u32::from(idx16(chains.stones(block).len())))
            .sum();
        let (regions, neighbours) = self.around(&chains, &saved);
        for (block, is_next) in neighbours.into_iter().enumerate() {
            let may_be_wrong = is_next && chains.opinion(block) == alive;
            if may_be_wrong && self.search.nodes() < most {
                self.proved[block] = self.search.status(&chains, block, stake);
            }
        }
        for (proved, block) in self.proved.iter_mut().zip(self.analysis.blocks()) {
            if first == Some(block.color) && *proved != alive {
                *proved = None;
            }
        }
        self.in_seki.clear();
        for block in 0..blocks {
            if self.proved[block] == alive
                && !self.kept.contains(&block)
                && self.search.nodes() < most
                && self.search.is_in_seki(&chains, block, |other| {
                    self.proved[other].or(chains.opinion(other)) == alive
                })
            {
                self.in_seki.push(block);
            }
        }
        let analysis = &self.analysis;
        let empty = analysis
            .grid()
            .points()
            .filter(|&cell| analysis.cells()[cell] == Cell::Empty);
        empty
            .filter(|&cell| regions[analysis.region(cell)])
            .collect()
    }

    /// Returns two lists. The first states, for each region, whether it is next to any of the given
    /// blocks. The second states, for each block, whether it is next to any of these blocks or
    /// regions.
    fn around(&self, chains: &CaptureBoard<'_>, blocks: &[usize]) -> (Vec<bool>, Vec<bool>) {
        let analysis = &self.analysis;
        let mut regions = vec![false; analysis.regions().len()];
        let mut neighbours = vec![false; analysis.blocks().len()];
        let stones = blocks.iter().flat_map(|&block| chains.stones(block));
        for cell in stones.flat_map(|&stone| analysis.grid().neighbours(stone)) {
            match analysis.cells()[cell] {
                Cell::Border => {}
                Cell::Empty => regions[analysis.region(cell)] = true,
                Cell::Black | Cell::White => neighbours[analysis.block(cell)] = true,
            }
        }
        for (region, _) in analysis
            .regions()
            .iter()
            .zip(&regions)
            .filter(|(_, is_around)| **is_around)
        {
            for &block in analysis.blocks_around(region) {
                neighbours[usize::from(block)] = true;
            }
        }
        (regions, neighbours)
    }
}

/// Keeps each stone that the opponent can take in a ko, if neither player has territory next to the
/// ko. Under Article 7 of the Japanese rules, the stone is dead, because its owner must pass before
/// retaking the ko. However, dead stones are removed only from territory (Article 10), and this
/// stone is in a seki. In a double ko, both players have such a stone. Returns the blocks of the
/// stones that are kept. Their life is not proved, because it depends on the status of the chains
/// around the ko, which playouts may misjudge.
fn keep_ko_stones_in_seki(
    chains: &CaptureBoard<'_>,
    has_territory: &[bool],
    proved: &mut [Option<ChainStatus>],
) -> Vec<usize> {
    let mut kept = Vec::new();
    for block in 0..chains.len() {
        let is_alive = proved[block].or(chains.opinion(block)) == Some(ChainStatus::Alive);
        if is_alive || chains.ko(block).is_none() {
            continue;
        }
        let is_in_seki = chains.around_ko(block).all(|other| {
            let status = proved[other].or(chains.opinion(other));
            status != Some(ChainStatus::Dead) && !has_territory[other]
        });
        if is_in_seki {
            proved[block] = Some(ChainStatus::Alive);
            kept.push(block);
        }
    }
    kept
}
