//! The safe blocks of a board, found slowly. The solver of [`slow`](crate::slow) leaves out points
//! that touch only safe blocks.

use std::collections::BTreeSet;

use seichi::territory::Analysis;
use seichi_oracle::slow::region_eyes;

use crate::slow::{Board, Gather, Set, block_set, points, region_set};

/// Returns the number of eyes of each region if its owner plays first: the number in the eye table,
/// or a smaller one of the slow implementation of `independent`, because the owner has to fill some
/// of the points.
pub(crate) fn most_eyes(
    analysis: &Analysis,
    rows: &[String],
    dead: Set,
    set: &Gather<'_>,
) -> Vec<u16> {
    let width = rows[0].len();
    let filled = region_eyes(
        rows,
        &points(dead)
            .map(|point| (point % width, point / width))
            .collect::<BTreeSet<_>>(),
    );
    let mut most = vec![0; analysis.regions().len()];
    for (number, region, _) in analysis.controlled() {
        let of_region = region_set(analysis, region, set);
        let is_same = |(points, _): &&(BTreeSet<_>, u16)| {
            points
                .iter()
                .any(|(x, y)| of_region & 1 << (y * width + x) != 0)
        };
        let (_, half_eyes) = filled
            .iter()
            .find(is_same)
            .expect("both have the same regions");
        most[number] = region.boundary.most_eyes().min(half_eyes.div_ceil(2));
    }
    most
}

/// Returns the safe blocks: the largest set of blocks where each has two liberties that cannot be
/// taken from it, and where blocks joined around regions of their colour have two eyes together
/// even if the opponent moves first. `most_eyes` holds the number of eyes of each region if its
/// owner plays first.
pub(crate) fn safe_blocks(
    board: &Board,
    analysis: &Analysis,
    most_eyes: &[u16],
    set: &Gather<'_>,
) -> Vec<bool> {
    let number = analysis.blocks().len();
    let blocks: Vec<Set> = (0..number)
        .map(|block| block_set(analysis, block, set))
        .collect();
    let mut safe = vec![true; number];
    loop {
        let before = safe.clone();
        let mut liberties = vec![0; number];
        let mut groups: Vec<(Vec<usize>, u16)> = Vec::new();
        for (number, region, _) in analysis.controlled() {
            let adjacent: Vec<usize> = analysis
                .blocks_around(region)
                .iter()
                .map(|&block| block.into())
                .collect();
            let eyes = (region.boundary.half_eyes() / 2).min(most_eyes[number]);
            let is_large = eyes >= 2;
            if !is_large && !adjacent.iter().all(|&block| safe[block]) {
                continue;
            }
            let of_region = region_set(analysis, region, set);
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
            let mut group = (members, eyes);
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
            let alive = groups
                .iter()
                .any(|(members, eyes)| *eyes >= 2 && members.contains(&block));
            safe[block] &= liberties[block] >= 2 && alive;
        }
        if safe == before {
            return safe;
        }
    }
}
