//! The chains of dead stones, and of living stones in seki.

use crate::board::{Point, Size};
use crate::game::LabelledGame;
use crate::territory::{Analysis, Status, TerritoryMap};

/// Returns the dead stones of each chain in a game, and the living stones of each chain in seki. A
/// chain is in seki if its seki is proved or, if there is a `map`, if it has an eye in seki on the
/// map. Labels may call only some stones of a chain dead.
pub(crate) fn stone_groups(
    game: &LabelledGame,
    map: Option<&TerritoryMap>,
) -> [Vec<Vec<Point>>; 2] {
    let analysis = Analysis::new(&game.end.position, &[]);
    let grid = analysis.grid();
    let mut chains = vec![Vec::new(); analysis.blocks().len()];
    for point in game.size.iter() {
        if game.end.position.get(point).color().is_some() {
            chains[analysis.block(grid.index(point))].push(point);
        }
    }
    let [mut dead, mut seki] = [Vec::new(), Vec::new()];
    for stones in chains {
        let (dead_stones, living): (Vec<Point>, Vec<Point>) = stones
            .into_iter()
            .partition(|stone| game.dead.binary_search(stone).is_ok());
        if !dead_stones.is_empty() {
            dead.push(dead_stones);
        }
        let Some(first) = living.first() else {
            continue;
        };
        let mut proofs = game.chains.iter().filter(|chain| chain.in_seki);
        let mut near = living
            .iter()
            .flat_map(|&stone| grid.neighbours(grid.index(stone)));
        if proofs.any(|chain| chain.stones.contains(first))
            || map.is_some_and(|map| near.any(|cell| map.statuses()[cell] == Status::Seki))
        {
            seki.push(living);
        }
    }
    [dead, seki]
}

/// Returns a line about the dead chains and a line about the chains in seki, such as `in seki: A2
/// (1), C3 (4)`.
pub(crate) fn groups_text([dead, seki]: &[Vec<Vec<Point>>; 2], size: Size) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, chains) in [("dead", dead), ("in seki", seki)] {
        let mut names = Vec::new();
        for stones in chains {
            names.push(format!("{} ({})", stones[0].name(size), stones.len()));
        }
        if !names.is_empty() {
            lines.push(format!("{what}: {}", names.join(", ")));
        }
    }
    lines
}
