//! Gives a player the eyes of a group that cannot be in seki.

use super::board::Spot;
use super::protection::Protection;
use crate::board::{Color, idx16};
use crate::territory::{Status, reset};

impl Protection {
    /// Gives a player his eyes in seki if their group cannot be in seki: it makes another eye where
    /// it captures dead stones in a neutral region, and each chain of the opponent at the dame
    /// around it has territory. In a seki, these chains would need the dame as liberties. Needed in
    /// 0.2 % of games.
    pub(super) fn give_eyes_of_living_groups(&mut self) {
        reset(&mut self.seen, self.statuses.len());
        let mut given: Vec<(u16, Color)> = Vec::new();
        for start in 0..idx16(self.statuses.len()) {
            if self.seen[usize::from(start)] || self.statuses[usize::from(start)] != Status::Seki {
                continue;
            }
            let group = self.group_of_eye(start);
            let captures = group.iter().any(|&cell| self.is_neutral_dead(cell));
            let owner = group.iter().find_map(|&cell| self.living_color(cell));
            if let Some(owner) = owner
                && captures
                && self.faces_only_territory(&group, owner.opponent())
            {
                given.extend(group.into_iter().map(|cell| (cell, owner)));
            }
        }
        for (cell, owner) in given {
            if self.statuses[usize::from(cell)] == Status::Seki {
                self.statuses[usize::from(cell)] = Status::territory(owner);
            }
        }
    }

    /// Returns the group around an eye in seki: its eyes, its stones, and the dead stones next to
    /// them in neutral regions.
    fn group_of_eye(&mut self, eye: u16) -> Vec<u16> {
        let mut group = vec![eye];
        self.seen[usize::from(eye)] = true;
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            let is_eye = self.statuses[usize::from(cell)] == Status::Seki;
            let mut near = self.search.board.neighbours(cell).to_vec();
            near.retain(|&other| {
                self.statuses[usize::from(other)] == Status::Seki
                    || self.is_neutral_dead(other)
                    || is_eye && self.living_color(other).is_some()
            });
            if self.living_color(cell).is_some() {
                near.extend(self.search.board.chain(cell));
            }
            for other in near {
                if !self.seen[usize::from(other)] {
                    self.seen[usize::from(other)] = true;
                    group.push(other);
                }
            }
        }
        group
    }

    fn is_neutral_dead(&self, cell: u16) -> bool {
        let is_neutral = self.statuses[usize::from(cell)] == Status::Dame;
        is_neutral && matches!(self.search.board.spot(cell), Spot::Dead(_))
    }

    fn living_color(&self, cell: u16) -> Option<Color> {
        match self.search.board.spot(cell) {
            Spot::Living(color) => Some(color),
            _ => None,
        }
    }

    /// Returns whether each chain of `opponent` at the dame next to a group has territory.
    fn faces_only_territory(&self, group: &[u16], opponent: Color) -> bool {
        let board = &self.search.board;
        let cells = group.iter().flat_map(|&cell| board.neighbours(cell));
        let mut facing = cells
            .filter(|&cell| board.spot(cell) == Spot::Dame)
            .flat_map(|dame| board.neighbours(dame))
            .filter(|&cell| board.is_living(cell, opponent));
        facing.all(|stone| {
            let mut cells = board.around(stone);
            cells.any(|cell| self.is_territory(cell, opponent))
        })
    }
}
