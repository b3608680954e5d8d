//! The local game of a certificate, compared with its board.

use super::board::Board;
use super::sets::{MOST, Set, one};
use super::{BlockClaim, Kind, Statement, TerritoryClaim};

/// A local game. A *place* is a point that can be played, a stone of a small block, or a whole block or territory.
/// Safe blocks of one colour are one place: nothing can separate them from their eyes.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// For each place, the adjacent places.
    pub(super) adjacent: Vec<Set>,
    /// For each place, the number of its stones or points.
    pub(super) weight: Vec<i32>,
    /// The stones of each colour that are alive by agreement, and its territories.
    pub(super) alive: [Set; 2],
    /// The stones of each colour that are dead by agreement.
    pub(super) dead: [Set; 2],
    /// The large blocks, which can be captured as a whole.
    pub(super) large: Set,
    /// The blocks that are not captured, and the territories.
    pub(super) fixed: Set,
    /// The safe blocks.
    pub(super) safe: Set,
    /// The territories without play inside.
    pub(super) territories: Set,
    /// For each place, its eyes if it is a territory.
    pub(super) eyes: Vec<u32>,
    /// The points that were dame when the game ended.
    pub(super) dame: Set,
    /// The dame that one colour concedes, as stones of the other.
    pub(super) conceded: Set,
    /// The points with adjacent dame outside the local game.
    pub(super) outside: Set,
    /// For each place, the letters of one of its points.
    labels: Vec<String>,
}

impl Field {
    /// Returns the local game of a statement.
    pub(super) fn new(statement: &Statement) -> Result<Self, String> {
        let mut field = Self::default();
        let mut board = Board::new(&statement.rows)?;
        for point in board.points(&statement.points)? {
            field.add(&mut board, &[point], '.', 0)?;
        }
        for (color, dead) in statement.dead.iter().enumerate() {
            for stone in board.points(dead)? {
                let place = board.places[stone].ok_or("a dead stone outside the local game")?;
                field.dead[color] |= one(place);
            }
        }
        for claim in &statement.blocks {
            field.add_block(&mut board, claim, &statement.territories)?;
        }
        for claim in &statement.territories {
            field.add_territory(&mut board, claim)?;
        }
        let is_twice = field.dead[0] & field.dead[1] != 0;
        if is_twice {
            Err("a dead stone of both colours on one point".to_owned())
        } else {
            field.link(&board, statement).map(|()| field)
        }
    }

    /// Returns the local game with stones of `refuter` on conceded dame.
    pub(super) fn conceding(&self, refuter: usize, letters: &str) -> Result<Self, String> {
        let mut field = self.clone();
        for pair in letters.as_bytes().chunks(2) {
            let point = one(self.point(&String::from_utf8_lossy(pair))?);
            if point & self.dame & !self.dead[0] & !self.dead[1] == 0 {
                return Err(format!("not dame: {letters}"));
            }
            field.conceded |= point;
        }
        field.alive[refuter] |= field.conceded;
        Ok(field)
    }

    /// Adds a place for some points, all of them empty or all stones of one colour.
    fn add(&mut self, board: &mut Board, points: &[usize], cell: char, weight: usize) -> Result<usize, String> {
        let place = self.labels.len();
        if place == MOST {
            return Err("too many places".to_owned());
        }
        self.adjacent.push(0);
        self.weight.push(i32::try_from(weight).expect("points of a board"));
        self.eyes.push(0);
        let letter = |number: usize| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number]);
        self.labels.push([points[0] % board.width, points[0] / board.width].map(letter).iter().collect());
        for &point in points {
            if board.cells[point] != cell || board.places[point].replace(place).is_some() {
                return Err(format!("not `{cell}`, or listed twice: {}", self.labels[place]));
            }
        }
        Ok(place)
    }

    /// Adds a block, and checks that the board allows its kind.
    fn add_block(
        &mut self,
        board: &mut Board,
        claim: &BlockClaim,
        territories: &[TerritoryClaim],
    ) -> Result<(), String> {
        let listed = board.points(&claim.stones)?;
        let &first = listed.first().ok_or("no stones")?;
        let cell = board.cells[first];
        let color = "xo".find(cell).ok_or("no stone")?;
        let block = board.connected(first);
        if !board.fits(claim.kind, &block, &listed, territories) {
            return Err(format!("not {:?}: {}", claim.kind, claim.stones));
        }
        if claim.kind == Kind::Small {
            for &stone in &listed {
                self.alive[color] |= one(self.add(board, &[stone], cell, 1)?);
            }
            return Ok(());
        }
        let is_safe = matches!(claim.kind, Kind::Safe | Kind::SafeBeyond);
        let safe = self.safe & self.alive[color];
        if is_safe && safe != 0 {
            for &stone in &block {
                if board.places[stone].replace(safe.trailing_zeros() as usize).is_some() {
                    return Err(format!("listed twice: {}", claim.stones));
                }
            }
            return Ok(());
        }
        let place = one(self.add(board, &block, cell, block.len())?);
        self.alive[color] |= place;
        *(if claim.kind == Kind::Large { &mut self.large } else { &mut self.fixed }) |= place;
        self.safe |= if is_safe { place } else { 0 };
        Ok(())
    }

    /// Adds a territory, without the points that can be played.
    fn add_territory(&mut self, board: &mut Board, claim: &TerritoryClaim) -> Result<(), String> {
        let at = board.points(&claim.at)?;
        let owner = at.first().and_then(|&point| board.owner(point)).ok_or("not a territory")?;
        let mut points = board.connected(at[0]);
        points.retain(|&point| board.places[point].is_none());
        if points.is_empty() || claim.eyes > 2 {
            return Err(format!("not a territory: {}", claim.at));
        }
        let place = self.add(board, &points, '.', points.len())?;
        self.territories |= one(place);
        self.fixed |= one(place);
        self.alive[owner] |= one(place);
        self.eyes[place] = claim.eyes;
        Ok(())
    }

    /// Finds the adjacent places, the dame, and the points with adjacent dame outside. Every neighbour of a playable
    /// point, or of a point that can become playable, has to be dame or part of the local game.
    fn link(&mut self, board: &Board, statement: &Statement) -> Result<(), String> {
        for (point, place) in board.places.iter().enumerate() {
            let &Some(place) = place else { continue };
            let is_point = self.weight[place] == 0;
            let is_dame = is_point && board.owner(point).is_none();
            self.dame |= if is_dame { one(place) } else { 0 };
            let can_be_point = is_point || (self.fixed | self.large) & one(place) == 0;
            for other in board.neighbours(point) {
                match board.places[other] {
                    Some(other) if other != place => self.adjacent[place] |= one(other),
                    None if is_dame && board.cells[other] == '.' => self.outside |= one(place),
                    None if can_be_point => {
                        return Err(format!(
                            "a neighbour of {} is outside the local game in {:?}",
                            self.labels[place], statement.rows
                        ));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns all places.
    pub(super) fn all(&self) -> Set {
        (0..self.labels.len()).fold(0, |all, place| all | one(place))
    }

    /// Returns the letters of a place.
    pub(super) fn label(&self, place: usize) -> &str {
        &self.labels[place]
    }

    /// Returns the place of a point.
    pub(super) fn point(&self, letters: &str) -> Result<usize, String> {
        let place = self.labels.iter().position(|label| label == letters);
        place.ok_or_else(|| format!("not a point of the local game: {letters}"))
    }
}
