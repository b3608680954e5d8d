//! The board of a certificate.

use super::{Kind, TerritoryClaim};

/// The largest number of stones of a small block.
const SMALL: usize = 4;

/// A board, by the number of each point.
pub(super) struct Board {
    pub(super) width: usize,
    height: usize,
    pub(super) cells: Vec<char>,
    /// The place of each point.
    pub(super) places: Vec<Option<usize>>,
}

impl Board {
    pub(super) fn new(rows: &[String]) -> Result<Self, String> {
        let cells: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
        let is_board =
            rows.iter().all(|row| row.chars().count() == width) && cells.iter().all(|cell| "xo.".contains(*cell));
        let places = vec![None; cells.len()];
        if is_board { Ok(Self { width, height, cells, places }) } else { Err("no board".to_owned()) }
    }

    /// Returns the numbers of points from their letters.
    pub(super) fn points(&self, letters: &str) -> Result<Vec<usize>, String> {
        let number = |pair: &[u8]| {
            let [x, y] = [*pair.first()?, *pair.get(1)?].map(|letter| match letter {
                b'a'..=b'z' => usize::from(letter - b'a'),
                b'A'..=b'Z' => usize::from(letter - b'A') + 26,
                _ => usize::MAX,
            });
            (x < self.width && y < self.height).then_some(y * self.width + x)
        };
        let points: Option<Vec<usize>> = letters.as_bytes().chunks(2).map(number).collect();
        points.ok_or(format!("invalid points: {letters}"))
    }

    pub(super) fn neighbours(&self, point: usize) -> Vec<usize> {
        let (x, y) = (point % self.width, point / self.width);
        let mut neighbours = Vec::new();
        neighbours.extend((x > 0).then(|| point - 1));
        neighbours.extend((x + 1 < self.width).then_some(point + 1));
        neighbours.extend((y > 0).then(|| point - self.width));
        neighbours.extend((y + 1 < self.height).then_some(point + self.width));
        neighbours
    }

    /// Returns the block of a stone or the region of an empty point.
    pub(super) fn connected(&self, point: usize) -> Vec<usize> {
        let mut found = vec![point];
        let mut next = 0;
        while let Some(&point) = found.get(next) {
            next += 1;
            for other in self.neighbours(point) {
                if self.cells[other] == self.cells[point] && !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// Returns the colour of all stones around the region of an empty point; `None` if the region is dame.
    pub(super) fn owner(&self, point: usize) -> Option<usize> {
        let region = self.connected(point);
        let around = |stone: char| {
            region.iter().any(|&point| self.neighbours(point).iter().any(|&other| self.cells[other] == stone))
        };
        match (around('x'), around('o')) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        }
    }

    /// Returns the number of liberties of a block that satisfy a predicate.
    pub(super) fn liberties(&self, block: &[usize], is: impl Fn(usize) -> bool) -> usize {
        let is_liberty = |&point: &usize| {
            self.cells[point] == '.' && self.neighbours(point).iter().any(|other| block.contains(other)) && is(point)
        };
        (0..self.cells.len()).filter(is_liberty).count()
    }

    /// Returns whether the board allows a block to be of a kind. `listed` are the stones that the
    /// certificate names. The liberties of a block that can be captured have to belong to the local game.
    pub(super) fn fits(&self, kind: Kind, block: &[usize], listed: &[usize], territories: &[TerritoryClaim]) -> bool {
        let color = "xo".find(self.cells[block[0]]);
        let liberties_in = |region: &[usize]| self.liberties(block, |point| region.contains(&point));
        match kind {
            Kind::Small => {
                let is_listed = listed.len() == block.len() && block.iter().all(|stone| listed.contains(stone));
                is_listed && block.len() <= SMALL && self.is_enclosed(block, territories)
            }
            Kind::Large => block.len() > SMALL && self.is_enclosed(block, territories),
            Kind::Held => (0..self.cells.len())
                .filter(|&point| self.cells[point] == '.' && self.owner(point) == color)
                .any(|point| liberties_in(&self.connected(point)) >= 2),
            Kind::Safe => self.liberties(block, |point| self.owner(point) == color) >= 2,
            Kind::Beyond | Kind::SafeBeyond => true,
        }
    }

    /// Returns whether all liberties of a block can be played or belong to territories.
    fn is_enclosed(&self, block: &[usize], territories: &[TerritoryClaim]) -> bool {
        let is_inside = |point: usize| {
            let region = self.connected(point);
            let is_region = |at: Vec<usize>| at.first().is_some_and(|at| region.contains(at));
            self.places[point].is_some() || territories.iter().any(|claim| self.points(&claim.at).is_ok_and(is_region))
        };
        self.liberties(block, |point| !is_inside(point)) == 0
    }
}
