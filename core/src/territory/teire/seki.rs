//! Gives the players the eyes of groups that cannot be in seki.

use super::board::Spot;
use super::protection::Protection;
use crate::board::{Color, idx16};
use crate::territory::{Status, reset};

impl Protection {
    /// Gives a player his eyes in seki if their group cannot be in seki. Such a group makes another
    /// eye by capturing dead stones in a neutral region, and each chain of the opponent at the dame
    /// around the group has territory. In a seki, these chains would need the dame as liberties.
    /// Needed in 0.2 % of games.
    pub(super) fn give_eyes_of_living_groups(&mut self) {
        reset(&mut self.seen, self.statuses.len());
        let mut given: Vec<(u16, Color)> = Vec::new();
        for start in 0..idx16(self.statuses.len()) {
            if self.seen[usize::from(start)] || !self.is_eye_in_seki(start) {
                continue;
            }
            let mut group = self.group_of_eye(start);
            let Some(owner) = group.iter().find_map(|&cell| self.living_color(cell)) else {
                continue;
            };
            let opponent = owner.opponent();
            let captures = group
                .iter()
                .any(|&cell| self.is_neutral_dead(cell, opponent));
            if captures && self.all_facing_have_territory(&group, opponent) {
                group.retain(|&cell| self.is_eye_in_seki(cell));
                given.extend(group.into_iter().map(|eye| (eye, owner)));
            }
        }
        for (eye, owner) in given {
            self.statuses[usize::from(eye)] = Status::territory(owner);
        }
    }

    /// Returns the group around an eye in seki: its eyes, its stones, and the dead stones next to
    /// them in neutral regions. Marks the eyes as seen.
    fn group_of_eye(&mut self, eye: u16) -> Vec<u16> {
        let mut group = vec![eye];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            let is_eye = self.is_eye_in_seki(cell);
            self.seen[usize::from(cell)] |= is_eye;
            let mut near = self.search.board.neighbours(cell).to_vec();
            near.retain(|&other| {
                self.is_eye_in_seki(other)
                    || Color::BOTH
                        .iter()
                        .any(|&color| self.is_neutral_dead(other, color))
                    || is_eye && self.living_color(other).is_some()
            });
            if self.living_color(cell).is_some() {
                near.extend(self.search.board.chain(cell));
            }
            for other in near {
                if !group.contains(&other) {
                    group.push(other);
                }
            }
        }
        group
    }

    fn is_eye_in_seki(&self, cell: u16) -> bool {
        self.statuses[usize::from(cell)] == Status::Seki
    }

    /// Returns whether a dead stone of this colour stands on a cell of a neutral region.
    fn is_neutral_dead(&self, cell: u16, color: Color) -> bool {
        let is_neutral = self.statuses[usize::from(cell)] == Status::Dame;
        is_neutral && self.search.board.spot(cell) == Spot::Dead(color)
    }

    fn living_color(&self, cell: u16) -> Option<Color> {
        match self.search.board.spot(cell) {
            Spot::Living(color) => Some(color),
            _ => None,
        }
    }

    /// Returns whether all chains of `opponent` at the dame next to a group have territory, or
    /// whether there are no such chains.
    fn all_facing_have_territory(&self, group: &[u16], opponent: Color) -> bool {
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
