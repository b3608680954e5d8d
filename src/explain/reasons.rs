//! Why a strategy gives a region its statuses, in words. A sentence about a point names a block by
//! a stone next to the point, as a player would.

use super::readings::read_text;
use super::{Scene, in_a_row};
use crate::board::Color;
use crate::territory::{FilledEye, Group, Region, Status, Trace};
use crate::text::count;

/// The maximum number of blocks or points that a sentence names.
const NAMED: usize = 4;

impl Scene<'_> {
    /// Returns an answer's reasons for the statuses of points of the region `number`; an empty text
    /// if it has no reasons.
    pub(super) fn reason(
        &self,
        trace: &Trace,
        statuses: &[Status],
        number: usize,
        points: &[u16],
    ) -> String {
        let region = &self.analysis.regions()[number];
        let result = trace.local_result_of(&self.analysis, region);
        let read = result.map(|result| read_text(self.analysis.grid(), result));
        // the result of local search replaces the static answer, unless the search did not finish
        if let Some(text) = read
            .clone()
            .filter(|_| result.is_some_and(|result| !result.is_unread))
        {
            return text;
        }
        let mut reasons = Vec::new();
        let of_points = || points.iter().map(|&point| statuses[usize::from(point)]);
        // two eyes in one region need no connection
        let has_two = trace
            .groups
            .iter()
            .flatten()
            .any(|group| eyes_in(group, number).sum::<u16>() >= 2);
        if of_points().any(|status| status.owner().is_some()) && !has_two {
            let blocks = self.blocks_next_to(points, self.analysis.blocks_around(region));
            reasons.extend(
                trace
                    .joined
                    .iter()
                    .filter_map(|set| self.connection(trace, set, &blocks)),
            );
        }
        let filled = trace
            .filled_eyes
            .iter()
            .filter(|filled| points.contains(&filled.point));
        reasons.extend(filled.map(|filled| self.why_filled(filled)));
        let owed = trace
            .protective_moves
            .iter()
            .filter(|owed| points.contains(&owed.point));
        let charged = owed.filter(|owed| statuses[usize::from(owed.point)].owner().is_none());
        let moves = self.names(&charged.map(|owed| owed.point).collect::<Vec<_>>());
        if let Some(owner) = region.owner.filter(|_| !moves.is_empty()) {
            reasons.push(format!(
                "{owner} owes a move at {}",
                in_a_row(&moves, "and at")
            ));
        }
        if of_points().any(|status| status != Status::FalseEye) {
            let groups = trace
                .groups
                .iter()
                .flatten()
                .filter(|group| eyes_in(group, number).next().is_some());
            reasons.extend(groups.map(|group| self.eyes(trace, group, region)));
        }
        reasons.extend(read);
        reasons.join("; ")
    }

    /// Returns how dame join `blocks` of a set of joined blocks: with each other or, for a single
    /// block, with other blocks of the set. For example, `the stones at P10 (3) and Q11 (10) are
    /// joined at O10`.
    fn connection(&self, trace: &Trace, set: &[u16], blocks: &[u16]) -> Option<String> {
        let own: Vec<u16> = blocks
            .iter()
            .copied()
            .filter(|block| set.contains(block))
            .collect();
        let color = self.analysis.blocks()[usize::from(*own.first()?)].color;
        let wanted = own.len().min(2);
        let is_joint = |&dame: &u16| {
            let touched = self.touched(dame, set);
            let is_open = color_on(trace, dame).is_none_or(|other| other == color);
            is_open
                && touched.len() > 1
                && touched.iter().filter(|block| own.contains(block)).count() >= wanted
        };
        let dame = self
            .analysis
            .neutral()
            .flat_map(|region| self.analysis.points(region));
        let mut joints: Vec<u16> = dame.copied().filter(is_joint).collect();
        joints.sort_unstable();
        let mut joined: Vec<u16> = joints
            .iter()
            .flat_map(|&dame| self.touched(dame, set))
            .collect();
        joined.sort_unstable();
        joined.dedup();
        if joints.len() > NAMED || !own.iter().all(|block| joined.contains(block)) {
            let all = if own.len() > 1 { &own } else { set };
            return Some(format!(
                "the stones at {} are joined across dame",
                self.block_list(all, &[])
            ));
        }
        // one dame is enough to join two blocks, unless the strategy fills every dame
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

    /// Returns the eyes of a group of a region. The number of eyes does not show whether stones
    /// live: with fewer than two eyes, the stones may be alive or dead in the game.
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
            let first = (
                space.points.iter().copied().min().unwrap_or_default(),
                space.eyes,
            );
            spaces.insert(spaces.partition_point(|other| *other < first), first);
        }
        let of_space = |&(point, eyes): &(u16, u16)| format!("{eyes} at {}", self.point(point));
        match spaces.len() {
            ..2 => format!("the group has {eyes}"),
            2..=NAMED => {
                let spaces: Vec<String> = spaces.iter().map(of_space).collect();
                format!("the group has {eyes}: {}", in_a_row(&spaces, "and"))
            }
            more => format!("the group has {eyes} in {more} places"),
        }
    }

    /// Returns the dame where the fill's stones separate the blocks around a region from other
    /// blocks of their colour.
    fn cut_off_at(&self, trace: &Trace, region: &Region) -> Vec<(u16, Color)> {
        let around = self.analysis.blocks_around(region);
        let sets = trace
            .joined
            .iter()
            .filter(|set| set.iter().any(|block| around.contains(block)));
        let own: Vec<u16> = sets.flatten().chain(around).copied().collect();
        let is_other = |block: &u16| {
            !own.contains(block)
                && Some(self.analysis.blocks()[usize::from(*block)].color) == region.owner
        };
        let is_cut = |&&(dame, color): &&(u16, Color)| {
            let touched = self.adjacent_blocks(&[dame]);
            Some(color) != region.owner
                && touched.iter().any(|block| own.contains(block))
                && touched.iter().any(is_other)
        };
        trace.filled_dame.iter().filter(is_cut).copied().collect()
    }

    /// Returns the blocks in `blocks` with a stone next to one of `points`, or all blocks if no
    /// block has such a stone.
    pub(super) fn blocks_next_to(&self, points: &[u16], blocks: &[u16]) -> Vec<u16> {
        let adjacent = self.adjacent_blocks(points);
        let found: Vec<u16> = adjacent
            .into_iter()
            .filter(|block| blocks.contains(block))
            .collect();
        if found.is_empty() {
            blocks.to_vec()
        } else {
            found
        }
    }

    /// Returns the first few blocks of a list, each as a stone next to one of `points` and the
    /// number of its stones, such as `P10 (3)`. A block with no stone next to `points` is named by
    /// its first stone.
    pub(super) fn block_list(&self, blocks: &[u16], points: &[u16]) -> String {
        let name = |&block: &u16| {
            let (first, stones) = self.blocks[usize::from(block)];
            let stone = self
                .adjacent(points)
                .find(|&cell| self.block_at(cell) == Some(block))
                .unwrap_or(first);
            format!("{} ({stones})", self.point(stone))
        };
        let rest = blocks
            .len()
            .checked_sub(NAMED)
            .filter(|&rest| rest > 0)
            .map(|rest| format!("{rest} more"));
        in_a_row(
            &blocks
                .iter()
                .take(NAMED)
                .map(name)
                .chain(rest)
                .collect::<Vec<_>>(),
            "and",
        )
    }

    /// Returns the blocks of a set next to a dame.
    fn touched(&self, dame: u16, set: &[u16]) -> Vec<u16> {
        self.adjacent_blocks(&[dame])
            .into_iter()
            .filter(|block| set.contains(block))
            .collect()
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
        let number = || u16::try_from(self.analysis.block(index)).expect("at most 52 · 52 blocks");
        self.analysis.cells()[index].color().map(|_| number())
    }

    /// Returns the coordinates of points.
    pub(crate) fn names(&self, points: &[u16]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }
}

/// Returns the eyes of each space that a group has in the region `number`.
fn eyes_in(group: &Group, number: usize) -> impl Iterator<Item = u16> {
    group
        .spaces
        .iter()
        .filter(move |space| usize::from(space.region) == number)
        .map(|space| space.eyes)
}

/// Returns a number of eyes in words.
pub(super) fn eyes_text(eyes: u16) -> String {
    if eyes == 0 {
        "no eyes".to_owned()
    } else {
        count(eyes.into(), "eye")
    }
}

/// Returns the colour of the stone that fills a dame, if one does.
fn color_on(trace: &Trace, dame: u16) -> Option<Color> {
    trace
        .filled_dame
        .iter()
        .find(|(point, _)| *point == dame)
        .map(|&(_, color)| color)
}
