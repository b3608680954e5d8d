//! What a player gets at least if he passes until the game ends.

use super::field::Field;
use super::play::State;
use super::sets::{Set, places, size};
use super::{POINT, PRISONER};

impl Field {
    /// Returns what a player gets at least, minus what the other does, if he passes from now on.
    ///
    /// The other may then capture every stone that can be captured, and may have every point that borders no stone that
    /// can't. The player keeps what his living blocks surround.
    pub(super) fn least_if_passing(&self, state: &State, passing: usize) -> i32 {
        let (own, other) = (state.stones[passing], state.stones[1 - passing]);
        let alive = self.alive_blocks(state, passing);
        let surrounded = self.closed(state, passing).filter(|region| self.boundary(*region) & !alive == 0);
        let kept = surrounded.fold(0, |sum, region| sum | region);
        let stay = alive | self.lasting(state, passing);
        let capturable = own & !stay;
        let points = (self.empty(state) | capturable & !self.large) & !self.dame & !self.boundary(stay) & !kept;
        let weight = |set: Set| places(set).map(|place| self.weight[place]).sum::<i32>();
        let gains = POINT * size(points)
            + PRISONER * size(capturable & !self.large)
            + 2 * POINT * weight(capturable & self.large)
            + POINT * weight(self.alive[1 - passing] & self.territories);
        let keeps =
            POINT * size(kept & !self.dame) + PRISONER * size(other & kept) + POINT * weight(alive & self.territories);
        keeps - gains
    }

    /// Returns the regions without stones of a colour in which the opponent can't have a living stone: none of his
    /// stones of the start, nor a point where he had one, nor a way out of the local game.
    fn closed(&self, state: &State, color: usize) -> impl Iterator<Item = Set> {
        let regions = self.parts(self.all() & !state.stones[color]).into_iter();
        let has_way_out = self.alive[1 - color] | self.outside;
        regions.filter(move |region| region & has_way_out == 0 && self.boundary(*region) & self.territories == 0)
    }

    /// Returns the blocks of a colour that are safe, or that are unconditionally alive (Benson 1976): two closed
    /// regions have no empty point that is not the block's liberty, and only living blocks around them. A block that
    /// was played where the opponent surrounds it counts as dead, however many eyes it has.
    fn alive_blocks(&self, state: &State, color: usize) -> Set {
        let own = state.stones[color];
        let safe = self.reach(self.safe & own, own);
        let roots = self.alive[color] & own | self.lasting(state, color);
        let rooted = self.reach(roots, own);
        let regions: Vec<Set> = self.closed(state, color).collect();
        let mut alive = rooted;
        loop {
            let is_vital = |region: Set, block: Set| {
                self.boundary(region) & !alive == 0 && region & self.empty(state) & !self.boundary(block) == 0
            };
            let has_two = |block: &Set| {
                block & safe != 0 || regions.iter().filter(|region| is_vital(**region, *block)).count() >= 2
            };
            let kept = self.parts(alive).into_iter().filter(has_two).fold(0, |sum, block| sum | block);
            if kept == alive {
                return alive;
            }
            alive = kept;
        }
    }
}
