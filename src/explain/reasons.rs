//! The reasons for the statuses that a strategy gives a region, in words. A sentence about a point
//! names a block by one of its stones next to the point, as a player would.

use super::scene::eyes_text;
use super::{Scene, in_a_row, together};
use crate::board::Color;
use crate::territory::{FilledEye, Group, Region, Status, Trace};

/// The maximum number of blocks or points that a sentence names.
const NAMED: usize = 4;

impl Scene {
    /// Returns an answer's reasons for the statuses of points in the region `number`; empty if the
    /// answer has no reasons.
    pub(super) fn reason(
        &self,
        trace: &Trace,
        statuses: &[Status],
        number: usize,
        points: &[u16],
    ) -> String {
        let region = &self.analysis.regions()[number];
        let is_seki = |&point: &u16| statuses[usize::from(point)] == Status::Seki;
        if self.analysis.borders_agreed_seki(region) && points.iter().all(is_seki) {
            return "the stones are in seki according to the labels file".to_owned();
        }
        let mut reasons = Vec::new();
        let mut of_points = points.iter().map(|&point| statuses[usize::from(point)]);
        let groups = trace.groups.iter().flatten();
        // two eyes in one region need no connection
        let has_two = groups
            .clone()
            .any(|group| eyes_in(group, number).sum::<u16>() >= 2);
        if !has_two && of_points.clone().any(|status| status.owner().is_some()) {
            let blocks = self.blocks_next_to(points, self.analysis.blocks_around(region));
            for set in &trace.joined {
                reasons.extend(self.connection(trace, set, &blocks));
            }
        }
        for filled in &trace.filled_eyes {
            if points.contains(&filled.point) {
                reasons.push(self.why_filled(filled));
            }
        }
        let mut owed = Vec::new();
        for point in trace.protective_moves.iter().map(|owed| owed.point) {
            if points.contains(&point) && statuses[usize::from(point)].owner().is_none() {
                owed.push(self.point(point));
            }
        }
        if let Some(owner) = region.owner.filter(|_| !owed.is_empty()) {
            let at = in_a_row(&owed, "and at");
            reasons.push(format!("{owner} owes a move at {at}"));
        }
        if of_points.any(|status| status != Status::FalseEye) {
            for group in groups {
                if eyes_in(group, number).next().is_some() {
                    reasons.push(self.eyes(trace, group, region));
                }
            }
        }
        reasons.join("; ")
    }

    /// Returns how dame join some blocks, such as
    /// `the stones at P10 (3) and Q11 (10) are joined at O10`. `set` is a set of joined blocks, and
    /// the sentence is about those that are also in `blocks`. They are joined to each other or, if
    /// there is only one, to other blocks in the set.
    fn connection(&self, trace: &Trace, set: &[u16], blocks: &[u16]) -> Option<String> {
        let mut own = blocks.to_vec();
        own.retain(|block| set.contains(block));
        let color = self.analysis.blocks()[usize::from(*own.first()?)].color;
        let (mut joints, mut joined) = (Vec::new(), Vec::new());
        for region in self.analysis.neutral() {
            for &dame in self.analysis.points(region) {
                let mut touched = self.adjacent_blocks(&[dame]);
                touched.retain(|block| set.contains(block));
                let own_touched = touched.iter().filter(|block| own.contains(block)).count();
                let filled = trace.filled_dame.iter().find(|(point, _)| *point == dame);
                if touched.len() > 1
                    && own_touched >= own.len().min(2)
                    && filled.is_none_or(|(_, other)| *other == color)
                {
                    joints.push(dame);
                    joined.extend(touched);
                }
            }
        }
        joints.sort_unstable();
        joined.sort_unstable();
        joined.dedup();
        if joints.len() > NAMED || !own.iter().all(|block| joined.contains(block)) {
            let all = if own.len() > 1 { &own } else { set };
            return Some(format!(
                "the stones at {} are joined across dame",
                self.block_list(all, &[])
            ));
        }
        // a single dame is enough to join two blocks, unless the strategy fills every dame
        let word = if joined.len() > 2 || !trace.filled_dame.is_empty() {
            "and"
        } else {
            "or"
        };
        let at = in_a_row(&self.names(&joints), word);
        Some(format!(
            "the stones at {} are joined at {at}",
            self.block_list(&joined, &joints)
        ))
    }

    /// Returns why a false eye has to be filled.
    fn why_filled(&self, filled: &FilledEye) -> String {
        let owner = self.analysis.regions()[usize::from(filled.region)]
            .owner
            .expect("one colour surrounds an eye");
        let stones = match filled.in_atari.as_slice() {
            [] => "stones filled in earlier".to_owned(),
            blocks => format!(
                "once the dame are filled, the stones at {}",
                self.block_list(blocks, &[filled.point])
            ),
        };
        format!(
            "{stones} have no other liberty, so {owner} has to fill {}",
            self.point(filled.point)
        )
    }

    /// Returns a sentence about the eyes of a group that has eyes in a region. It does not say
    /// whether the stones live, because stones with fewer than two eyes may be alive or dead in the
    /// game.
    fn eyes(&self, trace: &Trace, group: &Group, region: &Region) -> String {
        let eyes = eyes_text(group.eyes);
        if group.eyes < 2 {
            let cut = match self.cut_off_at(trace, region).as_slice() {
                dame @ [(_, color), ..] if dame.len() <= NAMED => {
                    let dame: Vec<u16> = dame.iter().map(|&(point, _)| point).collect();
                    format!("once {color} has {}, ", in_a_row(&self.names(&dame), "and"))
                }
                _ => String::new(),
            };
            return format!("{cut}the group has {eyes}, too few for territory");
        }
        let mut spaces: Vec<(u16, u16)> = Vec::new();
        for space in group.spaces.iter().filter(|space| space.eyes > 0) {
            let first = space.points.iter().copied().min().unwrap_or_default();
            spaces.push((first, space.eyes));
        }
        spaces.sort_unstable();
        match spaces.len() {
            ..2 => format!("the group has {eyes}"),
            2..=NAMED => {
                let spaces: Vec<String> = spaces
                    .iter()
                    .map(|&(point, eyes)| format!("{eyes} at {}", self.point(point)))
                    .collect();
                format!("the group has {eyes}: {}", in_a_row(&spaces, "and"))
            }
            more => format!("the group has {eyes} in {more} places"),
        }
    }

    /// Returns the dame where the strategy's stones separate the blocks around a region from other
    /// blocks of the same colour.
    fn cut_off_at(&self, trace: &Trace, region: &Region) -> Vec<(u16, Color)> {
        let around = self.analysis.blocks_around(region);
        let sets = trace
            .joined
            .iter()
            .filter(|set| set.iter().any(|block| around.contains(block)));
        let own: Vec<u16> = sets.flatten().chain(around).copied().collect();
        let mut cut = trace.filled_dame.clone();
        cut.retain(|&(dame, color)| {
            let touched = self.adjacent_blocks(&[dame]);
            Some(color) != region.owner
                && touched.iter().any(|block| own.contains(block))
                && touched.iter().any(|&block| {
                    let color = self.analysis.blocks()[usize::from(block)].color;
                    !own.contains(&block) && Some(color) == region.owner
                })
        });
        cut
    }

    /// Returns the blocks in `blocks` with a stone next to one of `points`, or all blocks if no
    /// block has such a stone.
    pub(super) fn blocks_next_to(&self, points: &[u16], blocks: &[u16]) -> Vec<u16> {
        let mut found = self.adjacent_blocks(points);
        found.retain(|block| blocks.contains(block));
        if found.is_empty() {
            blocks.to_vec()
        } else {
            found
        }
    }

    /// Lists the first few blocks, such as `P10 (3) and Q11 (10)`. Each block is named by a stone
    /// next to one of `points` or, if it has no such stone, by its first stone. The number of its
    /// stones follows in brackets.
    pub(super) fn block_list(&self, blocks: &[u16], points: &[u16]) -> String {
        let mut names = Vec::new();
        for &block in blocks.iter().take(NAMED) {
            let (first, stones) = self.blocks[usize::from(block)];
            let stone = self
                .adjacent(points)
                .find(|&cell| self.block_at(cell) == Some(block))
                .unwrap_or(first);
            names.push(format!("{} ({stones})", self.point(stone)));
        }
        if blocks.len() > NAMED {
            names.push(format!("{} more", blocks.len() - NAMED));
        }
        in_a_row(&names, "and")
    }

    /// Returns the blocks that have a stone next to one of `points`, each once.
    fn adjacent_blocks(&self, points: &[u16]) -> Vec<u16> {
        let mut blocks = Vec::new();
        for block in self.adjacent(points).filter_map(|cell| self.block_at(cell)) {
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
        blocks
    }

    /// Returns the cells adjacent to points.
    fn adjacent(&self, points: &[u16]) -> impl Iterator<Item = usize> {
        let grid = self.analysis.grid();
        points
            .iter()
            .flat_map(move |&point| grid.neighbours(point.into()))
    }

    /// Returns the block of the living stone on a cell, if there is one.
    pub(super) fn block_at(&self, index: usize) -> Option<u16> {
        self.analysis.cells()[index].color()?;
        Some(u16::try_from(self.analysis.block(index)).expect("at most 52 · 52 blocks"))
    }

    /// Returns the living stones on some points, grouped by block.
    pub(super) fn stones(&self, points: impl Iterator<Item = usize>) -> Vec<(u16, Vec<u16>)> {
        together(points.filter_map(|index| {
            let point = u16::try_from(index).expect("at most 53 · 54 cells");
            Some((point, self.block_at(index)?))
        }))
    }

    /// Returns the coordinates of points.
    pub(super) fn names(&self, points: &[u16]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }
}

/// Returns the number of eyes in each space that a group has in the region `number`.
fn eyes_in(group: &Group, number: usize) -> impl Iterator<Item = u16> {
    group
        .spaces
        .iter()
        .filter(move |space| usize::from(space.region) == number)
        .map(|space| space.eyes)
}
