//! Finds chains that may be in a seki or around a dead shape, whose status playouts may misjudge.

use crate::board::Position;
use crate::territory::{CaptureBoard, ChainStatus, EYES, Evaluator, TerritoryMap};

/// Returns, for each chain, whether its owner has territory next to it, according to the static
/// analysis of life. The dead chains are removed first, except stones in a ko.
pub(crate) fn has_territory(
    evaluator: &mut Evaluator,
    position: &Position,
    chains: &CaptureBoard<'_>,
) -> Vec<bool> {
    let grid = position.grid();
    let mut rest = position.clone();
    for block in 0..chains.len() {
        if chains.opinion(block) == Some(ChainStatus::Dead) && chains.ko(block).is_none() {
            for &stone in chains.stones(block) {
                rest.set(grid.point(stone), None);
            }
        }
    }
    let mut map = TerritoryMap::default();
    evaluator.on(&rest, &[]).decide(EYES, &mut map);
    (0..chains.len())
        .map(|block| {
            let own = Some(chains.color(block));
            chains
                .around(block)
                .any(|cell| map.statuses()[cell].owner() == own)
        })
        .collect()
}

/// Returns the chains that live in the playouts but are in doubt, because they may be in a seki or
/// around a dead shape: they have no territory, and they touch an opposing chain without territory.
/// Playouts misjudge such chains if only one order of moves captures them, as in a bent four in the
/// corner.
pub(crate) fn suspects(chains: &CaptureBoard<'_>, has_territory: &[bool]) -> Vec<usize> {
    let mut without: Vec<usize> = (0..chains.len()).collect();
    without.retain(|&block| {
        chains.opinion(block) == Some(ChainStatus::Alive) && !has_territory[block]
    });
    let mut suspects = without.clone();
    suspects.retain(|&block| {
        without
            .iter()
            .any(|&other| chains.color(other) != chains.color(block) && chains.touch(block, other))
    });
    suspects
}
