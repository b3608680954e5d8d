//! The safe blocks of a board, found slowly: the solver of [`slow`](crate::slow) plays no point next to them alone.

use seichi::territory::Analysis;

use crate::slow::{Board, Gather, Set, block_set};

/// Returns the safe blocks: the largest set of blocks such that each has two liberties that cannot be taken from it,
/// and that the blocks joined around regions of their colour have two eyes together even if the opponent moves first.
pub(crate) fn safe_blocks(board: &Board, analysis: &Analysis, set: &Gather<'_>) -> Vec<bool> {
    let number = analysis.blocks().len();
    let blocks: Vec<Set> = (0..number).map(|block| block_set(analysis, block, set)).collect();
    let mut safe = vec![true; number];
    loop {
        let before = safe.clone();
        let mut liberties = vec![0; number];
        let mut groups: Vec<(Vec<usize>, u16)> = Vec::new();
        for (_, region, _) in analysis.controlled() {
            let adjacent: Vec<usize> = analysis.blocks_around(region).iter().map(|&block| block.into()).collect();
            let is_large = region.boundary.half_eyes() >= 4;
            if !is_large && !adjacent.iter().all(|&block| safe[block]) {
                continue;
            }
            let of_region = set(&|cell| analysis.points(region).iter().any(|&point| usize::from(point) == cell));
            for &block in &adjacent {
                liberties[block] += match (board.boundary(blocks[block]) & of_region).count_ones() {
                    2.. if is_large => 2,
                    3.. => 2,
                    _ => 1,
                };
            }
            let members: Vec<usize> = adjacent.into_iter().filter(|&block| safe[block]).collect();
            if members.is_empty() {
                continue;
            }
            let mut group = (members, region.boundary.half_eyes() / 2);
            groups.retain_mut(|(others, eyes)| {
                let is_apart = others.iter().all(|other| !group.0.contains(other));
                if !is_apart {
                    group.0.append(others);
                    group.1 += *eyes;
                }
                is_apart
            });
            groups.push(group);
        }
        for block in 0..number {
            let alive = groups.iter().any(|(members, eyes)| *eyes >= 2 && members.contains(&block));
            safe[block] &= liberties[block] >= 2 && alive;
        }
        if safe == before {
            return safe;
        }
    }
}
