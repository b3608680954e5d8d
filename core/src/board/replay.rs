//! Replays the actions of a record to find the final position and the prisoners.
//!
//! A move is executed whether or not it is legal, as the SGF definition requires (FF\[4\], move
//! properties: "must be executed regardless whether the move is legal or not"). Illegal and unusual
//! moves are listed in [`Replayed::faults`]. Superko is not checked.

use super::captures::Captures;
use super::{Cell, Color, Point, Position, Size};

/// One change that a record makes to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move on a point, or a pass.
    Move(Color, Option<Point>),
    /// A set-up of one point, which puts a stone on it or empties it.
    Setup(Point, Option<Color>),
}

impl Action {
    /// Returns whether this is a move or a pass.
    pub const fn is_move(&self) -> bool {
        matches!(self, Self::Move(..))
    }
}

/// A reason why a move is illegal or unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveFault {
    /// The point is occupied. The stone there is replaced and counts as a prisoner for neither
    /// side.
    OnStone,
    /// The move retakes a ko immediately.
    KoRetaken,
    /// The move leaves its own block without a liberty. The block is removed, and its stones become
    /// the opponent's prisoners. Some rules allow such moves.
    Suicide,
    /// The same player made the previous move, and White has already moved.
    SameColorTwice,
}

/// The state at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// The final position.
    pub position: Position,
    /// The numbers of stones captured by Black and by White, in this order.
    pub prisoners: [u32; 2],
    /// The number of moves, including passes.
    pub moves: u32,
    /// The number of passes.
    pub passes: u32,
    /// Whether the last move is a pass.
    pub ends_in_pass: bool,
    /// The player who passed first.
    pub first_pass: Option<Color>,
    /// The player who made the last move or pass.
    pub last: Option<Color>,
    /// The faults of moves, each with the number of the move. Passes count as moves, and the first
    /// move is number 1.
    pub faults: Vec<(u32, MoveFault)>,
    /// The number of points that were set up after the first move.
    pub setup_later: u32,
}

impl Replayed {
    /// Returns the number of moves with a fault.
    pub fn count(&self, fault: MoveFault) -> u32 {
        let faults = self.faults.iter();
        faults.map(|&(_, one)| u32::from(one == fault)).sum()
    }
}

/// Checks that every point of `actions` is on a board of `size`.
///
/// # Errors
/// If a point is off the board. The error holds the index of the first such action and its point.
pub fn check_points(size: Size, actions: &[Action]) -> Result<(), (usize, Point)> {
    for (number, &action) in actions.iter().enumerate() {
        if let Action::Move(_, Some(point)) | Action::Setup(point, _) = action
            && !size.contains(point)
        {
            return Err((number, point));
        }
    }
    Ok(())
}

/// Plays `actions` on an empty board of `size`.
///
/// # Errors
/// If a point is off the board. The error holds the index of the first such action and its point.
///
/// # Examples
/// ```
/// use seichi_core::board::{Action, Color, Point, Size, replay};
///
/// let moves = [(Color::Black, "ab"), (Color::White, "aa"), (Color::Black, "ba")];
/// let moves = moves.map(|(color, point)| Action::Move(color, Point::from_sgf(point)));
/// let size = Size::new(9, 9).expect("a size");
/// let end = replay(size, &moves).expect("all points are on the board");
/// assert_eq!(end.prisoners, [1, 0]);
/// ```
pub fn replay(size: Size, actions: &[Action]) -> Result<Replayed, (usize, Point)> {
    check_points(size, actions)?;
    Ok(Replay::of(size, actions).end)
}

/// A game that is being replayed, action by action.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The state after the actions so far.
    end: Replayed,
    captures: Captures,
    white_has_moved: bool,
    /// The player who may not retake a ko now, and the index of the ko's point.
    ko: Option<(Color, usize)>,
}

impl Replay {
    /// Begins with an empty board of `size`.
    pub fn new(size: Size) -> Self {
        Self {
            end: Replayed {
                position: Position::new(size),
                prisoners: [0; 2],
                moves: 0,
                passes: 0,
                ends_in_pass: false,
                first_pass: None,
                last: None,
                faults: Vec::new(),
                setup_later: 0,
            },
            captures: Captures::default(),
            white_has_moved: false,
            ko: None,
        }
    }

    /// Replays actions, whose points must be on the board.
    pub fn of(size: Size, actions: &[Action]) -> Self {
        let mut game = Self::new(size);
        for &action in actions {
            game.act(action);
        }
        game
    }

    /// Returns the state after the actions so far.
    pub const fn end(&self) -> &Replayed {
        &self.end
    }

    /// Plays an action, whose point must be on the board.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Setup(point, color) => {
                self.end.setup_later += u32::from(self.end.moves > 0);
                self.end.position.set(point, color);
                self.ko = None;
            }
            Action::Move(color, point) => {
                self.end.moves += 1;
                // before White's first move, Black may place handicap stones as ordinary moves
                let is_twice = self.end.last == Some(color) && self.white_has_moved;
                self.note(MoveFault::SameColorTwice, is_twice);
                self.white_has_moved |= color == Color::White;
                self.end.last = Some(color);
                self.end.ends_in_pass = point.is_none();
                if let Some(point) = point {
                    self.play(color, self.end.position.grid().index(point));
                } else {
                    self.end.passes += 1;
                    self.end.first_pass.get_or_insert(color);
                    self.ko = None;
                }
            }
        }
    }

    /// Records `fault` for the last move if `has_fault` is true.
    fn note(&mut self, fault: MoveFault, has_fault: bool) {
        if has_fault {
            self.end.faults.push((self.end.moves, fault));
        }
    }

    fn play(&mut self, color: Color, index: usize) {
        let is_occupied = self.end.position.cells()[index] != Cell::Empty;
        self.note(MoveFault::OnStone, is_occupied);
        self.note(MoveFault::KoRetaken, self.ko == Some((color, index)));
        self.ko = None;
        self.end.position.put(index, Some(color));
        let (neighbours, opponent) = (self.end.position.grid().neighbours(index), color.opponent());
        let (mut captured, mut captured_at) = (0, index);
        for cell in neighbours {
            if self.end.position.cells()[cell] == Cell::from(opponent) {
                let taken = self.take_off(cell);
                captured += taken;
                captured_at = if taken > 0 { cell } else { captured_at };
            }
        }
        self.end.prisoners[color.index()] += captured;
        // it is a ko if a single stone captured one stone and has only that stone's point as a
        // liberty
        if captured == 1 {
            let adjacent = neighbours.map(|cell| self.end.position.cells()[cell]);
            let liberties = adjacent.iter().filter(|&&cell| cell == Cell::Empty);
            if liberties.count() == 1 && !adjacent.contains(&color.into()) {
                self.ko = Some((opponent, captured_at));
            }
        }
        let own = self.take_off(index);
        self.note(MoveFault::Suicide, own > 0);
        self.end.prisoners[opponent.index()] += own;
    }

    /// Removes the block of the stone at `index` if it has no liberty. Returns the number of stones
    /// removed.
    fn take_off(&mut self, index: usize) -> u32 {
        let block = self.captures.of(&self.end.position, index);
        for &stone in block {
            self.end.position.put(stone.into(), None);
        }
        u32::try_from(block.len()).expect("at most 52 · 52 stones")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(size: u32, moves: &str) -> Replayed {
        let actions: Vec<_> = moves
            .split_whitespace()
            .map(|text| {
                let color = if text.starts_with('B') {
                    Color::Black
                } else {
                    Color::White
                };
                Action::Move(color, Point::from_sgf(&text[1..]))
            })
            .collect();
        replay(Size::new(size, size).unwrap(), &actions).unwrap()
    }

    #[test]
    fn move_captures_several_blocks_at_once() {
        let end = play(3, "Wba Wab Bca Bac Bbb Baa");
        assert_eq!(end.prisoners, [2, 0]);
        assert_eq!(end.position.to_string(), "X.X\n.X.\nX..\n");
    }

    #[test]
    fn long_block_lives_with_a_distant_liberty() {
        let row = "Baa Bba Bca Bda Wbb Wcb Wdb Wab";
        assert_eq!(play(5, row).prisoners, [0, 0]);
        let end = play(5, &format!("{row} Wea"));
        assert_eq!((end.prisoners, end.count(MoveFault::Suicide)), ([0, 4], 0));
        // the same block, completed by its owner's move
        let filled = "Wab Wbb Wcb Wdb Baa Bca Bda Bba";
        assert_eq!(play(5, filled).count(MoveFault::Suicide), 0);
        assert_eq!(play(5, &format!("Wea {filled}")).prisoners, [0, 4]);
    }

    #[test]
    fn retaken_ko_is_executed_and_counted() {
        let ko = "Bba Bab Bbc Wca Wcc Wdb Wbb Bcb";
        let end = play(4, ko);
        assert_eq!(
            (end.prisoners, end.count(MoveFault::KoRetaken)),
            ([1, 0], 0)
        );
        let end = play(4, &format!("{ko} Wbb"));
        assert_eq!(
            (end.prisoners, end.count(MoveFault::KoRetaken)),
            ([1, 1], 1)
        );
        let twice = [5, 6, 7].map(|number| (number, MoveFault::SameColorTwice));
        let faults = [&twice[..], &[(9, MoveFault::KoRetaken)]].concat();
        assert_eq!(end.faults, faults, "the numbers of the moves");
        assert_eq!(
            play(4, &format!("{ko} Wdd B Wbb")).count(MoveFault::KoRetaken),
            0,
            "allowed after two other moves"
        );
    }

    #[test]
    fn recapture_after_two_stones_is_not_a_ko() {
        // White's move at `ac` captures two stones, so Black may immediately play at `aa`, where
        // one of them stood
        let end = play(3, "Baa Bab Wba Wbb Bbc Wac Baa");
        assert_eq!(
            (end.prisoners, end.count(MoveFault::KoRetaken)),
            ([0, 2], 0)
        );
    }

    #[test]
    fn suicide_gives_prisoners() {
        let end = play(2, "Bba Bab Waa");
        assert_eq!((end.prisoners, end.count(MoveFault::Suicide)), ([1, 0], 1));
        assert_eq!(end.position.to_string(), ".X\nX.\n");
    }

    #[test]
    fn set_up_blocks_are_captured_at_the_edge() {
        let set_up = |text: &str, color| Action::Setup(Point::from_sgf(text).unwrap(), Some(color));
        let actions = [
            set_up("aa", Color::White),
            set_up("ba", Color::White),
            set_up("ab", Color::Black),
            set_up("bb", Color::Black),
            Action::Move(Color::Black, Point::from_sgf("ca")),
        ];
        let end = replay(Size::new(3, 3).unwrap(), &actions).unwrap();
        assert_eq!(
            (end.prisoners, end.position.to_string().as_str()),
            ([2, 0], "..X\nXX.\n...\n")
        );
    }

    #[test]
    fn move_on_a_stone_replaces_it() {
        let end = play(3, "Baa Waa");
        assert_eq!((end.prisoners, end.count(MoveFault::OnStone)), ([0, 0], 1));
        assert_eq!(end.position.get(Point::new(0, 0)), Cell::White);
    }

    #[test]
    fn handicap_played_as_moves_is_not_odd() {
        assert_eq!(
            play(9, "Bcc Bgg Wcg Bgc").count(MoveFault::SameColorTwice),
            0
        );
        assert_eq!(play(9, "Bcc Wgg Wcg").count(MoveFault::SameColorTwice), 1);
    }

    #[test]
    fn move_off_the_board_is_an_error() {
        let size = Size::new(9, 9).unwrap();
        let off = Point::new(9, 0);
        let actions = [
            Action::Move(Color::Black, None),
            Action::Move(Color::White, Some(off)),
        ];
        assert_eq!(replay(size, &actions), Err((1, off)));
    }
}
