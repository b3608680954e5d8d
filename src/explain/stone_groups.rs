//! The groups of dead stones, and of living stones in seki.

use crate::board::{Point, Size};
use crate::game::LabelledGame;
use crate::territory::{Analysis, Status, TerritoryMap};

/// The chains of a game that are dead, and those that live in seki.
pub(crate) struct StoneGroups {
    pub(crate) dead: Vec<Vec<Point>>,
    /// The chains with an eye in seki on the map, or whose seki is proved.
    pub(crate) seki: Vec<Vec<Point>>,
}

impl StoneGroups {
    /// Returns the chains of a game, given the map of an answer if it has one.
    pub(crate) fn new(game: &LabelledGame, map: Option<&TerritoryMap>) -> Self {
        let analysis = Analysis::new(&game.whole, &[]);
        let grid = analysis.grid();
        let mut chains: Vec<Vec<Point>> = vec![Vec::new(); analysis.blocks().len()];
        for point in game.size.iter() {
            if game.whole.get(point).color().is_some() {
                chains[analysis.block(grid.index(point))].push(point);
            }
        }
        let has_eye_in_seki = |stones: &[Point]| {
            let mut near = stones
                .iter()
                .flat_map(|&stone| grid.neighbours(grid.index(stone)));
            map.is_some_and(|map| near.any(|cell| map.statuses()[cell] == Status::Seki))
        };
        let (dead, mut seki): (Vec<_>, Vec<_>) = chains
            .into_iter()
            .partition(|stones| game.dead.binary_search(&stones[0]).is_ok());
        seki.retain(|stones| {
            let mut proofs = game.chains.iter().filter(|chain| chain.in_seki);
            has_eye_in_seki(stones) || proofs.any(|chain| chain.stones.contains(&stones[0]))
        });
        Self { dead, seki }
    }

    /// Returns the groups in words, such as `in seki: A2 (1), C3 (4)`, a line for each kind.
    pub(crate) fn lines(&self, size: Size) -> Vec<String> {
        let mut lines = Vec::new();
        for (what, groups) in [("dead", &self.dead), ("in seki", &self.seki)] {
            let names: Vec<String> = groups
                .iter()
                .map(|stones| format!("{} ({})", stones[0].label(size), stones.len()))
                .collect();
            if !names.is_empty() {
                lines.push(format!("{what}: {}", names.join(", ")));
            }
        }
        lines
    }
}
