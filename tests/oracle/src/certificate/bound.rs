//! The lowest score of a player who passes until the game ends.

use super::field::Field;
use super::play::State;
use super::sets::{Set, places, size};
use super::{POINT, PRISONER};

impl Field {
    /// Returns a lower bound for a player's score minus his opponent's, if he passes from now on.
    ///
    /// The opponent may capture every stone that can be captured, and may take every point next to none of the player's
    /// permanent stones. The player keeps the points that his living blocks surround.
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

    /// Returns the regions without stones of a colour where the opponent can't have a living stone: they contain none
    /// of his initial stones, no point where he had one, and no way out of the local game.
    fn closed(&self, state: &State, color: usize) -> impl Iterator<Item = Set> {
        let regions = self.parts(self.all() & !state.stones[color]).into_iter();
        let has_way_out = self.alive[1 - color] | self.won(state, 1 - color) | self.outside;
        regions.filter(move |region| {
            region & has_way_out == 0 && self.boundary(*region) != 0 && self.boundary(*region) & self.territories == 0
        })
    }

    /// Returns the blocks of a colour that are safe, or that are unconditionally alive (Benson 1976). Such a block has
    /// two closed regions with only living blocks around them, where every empty point is a liberty of the block. A
    /// block that was played where the opponent surrounds it counts as dead, however many eyes it has.
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;

    use super::super::board::Board;
    use super::super::{BlockClaim, Kind, Statement};
    use super::*;

    /// Returns a whole board as a local game, with everything in play.
    fn whole(rows: &[String]) -> Option<Field> {
        let board = Board::new(rows).expect("a board");
        let letter = |at: usize| char::from(b'a' + u8::try_from(at).expect("a small board"));
        let letters = |point: usize| [point % board.width, point / board.width].map(letter);
        let points = (0..board.cells.len()).filter(|&point| board.cells[point] == '.').flat_map(letters).collect();
        let (mut blocks, mut seen) = (Vec::new(), Vec::new());
        for stone in 0..board.cells.len() {
            if board.cells[stone] != '.' && !seen.contains(&stone) {
                let block = board.connected(stone);
                let kind = if block.len() > 4 { Kind::Large } else { Kind::Small };
                blocks.push(BlockClaim { stones: block.iter().copied().flat_map(letters).collect(), kind });
                seen.extend(block);
            }
        }
        let dead = [String::new(), String::new()];
        Field::new(&Statement { rows: rows.to_vec(), points, dead, blocks, territories: Vec::new() }).ok()
    }

    /// Returns a player's score if he passes and the opponent plays as well as possible.
    fn if_passing(field: &Field, state: &State, passing: usize, known: &mut HashMap<State, i32>) -> i32 {
        if state.passes == 2 {
            return [1, -1][passing] * field.count(state);
        }
        if let Some(known) = known.get(state) {
            return *known;
        }
        let moves = if state.player == passing { vec![None] } else { field.moves(state) };
        let sign = if state.player == passing { 1 } else { -1 };
        let values = moves.into_iter().filter_map(|place| field.play(state, place));
        let values = values.map(|(next, gain)| sign * gain + if_passing(field, &next, passing, known));
        let least = values.min().expect("a pass");
        known.insert(*state, least);
        least
    }

    #[test]
    fn passing_player_gets_at_least_the_bound() {
        let (mut tight, mut all) = (0, 0);
        for number in 0..5_000 {
            let board = crate::boards::random(number);
            let rows = board.rows();
            let points = rows.iter().flat_map(|row| row.chars()).filter(|&cell| cell == '.').count();
            if points > 7 {
                continue;
            }
            let Some(field) = whole(&rows) else { continue };
            let mut rng = Rng::with_seed(number);
            let mut state = field.initial(rng.usize(..2));
            for _ in 0..rng.usize(..30) {
                let moves = field.moves(&state);
                let place = moves[rng.usize(..moves.len())];
                if let Some((next, _)) = field.play(&state, place).filter(|(next, _)| next.passes < 2) {
                    state = next;
                }
            }
            if size(field.empty(&state)) > 8 {
                continue;
            }
            for passing in [0, 1] {
                let bound = field.least_if_passing(&state, passing);
                let least = if_passing(&field, &state, passing, &mut HashMap::new());
                assert!(
                    bound <= least,
                    "{number}: {passing} passes: bound {bound}, score {least}\n{}\n{}",
                    rows.join("\n"),
                    field.name(&state, passing)
                );
                (tight, all) = (tight + u32::from(bound == least), all + 1);
            }
        }
        assert!(tight > 1000, "the bound is tight on only {tight} of {all}");
    }
}
