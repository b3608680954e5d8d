//! Judges a finished position by its ownership: for each point, how likely a network or playouts expect it to be
//! Black's or White's.
//!
//! Ownership says little by itself about which stones are dead and where the game is not over: near an open border it
//! is blurred, and where the life of a group depends on who plays first it differs between the two players to move.
//! So chains are judged as a whole (`stones`), and the borders between the players by the rules of the game
//! (`borders`).

mod borders;
mod stones;

use borders::Borders;
use stones::Chains;

use super::take_off;
use crate::board::{Color, Point, Position, Size};
use crate::territory::Evaluator;

/// The ownership of all points of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    size: Size,
    /// For each player to move that was looked at, a value for each point, row by row: 1 for Black's, −1 for White's.
    states: Vec<Vec<f64>>,
}

/// The reason why numbers are no ownership.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOwnership {
    /// There is no list of numbers, or there are more than two.
    #[error("there are {0} lists of ownership: one, or one for each player to move, is needed")]
    Lists(usize),
    /// A list has another number of numbers than the board has points.
    #[error("a list of ownership has {0} numbers, and the board has {1} points")]
    Length(usize, usize),
    /// The rows do not have the size of the board.
    #[error("ownership in {0} rows, some of {1} numbers, does not fit a board of {w} columns and {h} rows", w = .2.width(), h = .2.height())]
    Rows(usize, usize, Size),
    /// A number is not one from −1 to 1.
    #[error("the ownership of {0} is no number from -1 to 1")]
    Value(String),
}

impl Ownership {
    /// Takes the ownership of a board of `size` with either player to move, or with one: for each, a number for each
    /// point, row by row from the top left, from 1 for Black's to −1 for White's.
    ///
    /// # Errors
    /// If there is no such list, or a list has another length or other numbers.
    pub fn new(size: Size, states: Vec<Vec<f64>>) -> Result<Self, BadOwnership> {
        if states.is_empty() || states.len() > 2 {
            return Err(BadOwnership::Lists(states.len()));
        }
        for state in &states {
            if state.len() != size.points() {
                return Err(BadOwnership::Length(state.len(), size.points()));
            }
            let wrong = size.iter().zip(state).find(|(_, value)| !(-1.0..=1.0).contains(*value));
            if let Some((point, _)) = wrong {
                return Err(BadOwnership::Value(point.label(size)));
            }
        }
        Ok(Self { size, states })
    }

    /// Creates the ownership by playouts, rounded to hundredths. `values` has for each point, row by row, the share of
    /// playouts in which it ended as Black's, less the share in which it ended as White's.
    pub(super) fn of_shares(size: Size, values: Vec<f64>) -> Self {
        Self { size, states: vec![values] }.rounded()
    }

    /// Returns the ownership rounded to hundredths, as files and caches keep it. Ownership by playouts and by engines is
    /// rounded before it is judged, so that the numbers in a file or a cache give the same dead stones.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        for value in self.states.iter_mut().flatten() {
            // the sum has no negative zero
            *value = (*value * 100.0).round() / 100.0 + 0.0;
        }
        self
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the numbers: one list, or one with Black to move and one with White to move. Each list has a number for each
    /// point, row by row from the top left.
    #[must_use]
    pub fn states(&self) -> &[Vec<f64>] {
        &self.states
    }

    /// Returns the chains of a position of the same size, each with the mean ownership of its stones.
    #[must_use]
    pub fn chains(&self, position: &Position) -> Vec<ChainLife> {
        Chains::new(position, self, &mut Evaluator::of(&[])).lives()
    }

    /// Returns the mean ownership of a point.
    #[must_use]
    pub fn mean(&self, point: Point) -> f64 {
        let values = self.states.iter().map(|state| state[self.size.index_of(point)]);
        mean(values)
    }
}

/// Returns the mean of some numbers.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52")]
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// A chain, connected stones of one colour, and how likely it lives.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLife {
    /// The stones, in the order of [`Point`].
    pub stones: Vec<Point>,
    /// The mean ownership of the stones to their own colour: 1 if they surely live, −1 if they are surely dead.
    pub mean: f64,
}

/// The thresholds by which ownership is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnershipLimits {
    /// A chain whose mean ownership is the opponent's by at least this is dead. One that is less clearly anyone's is in
    /// doubt.
    pub dead: f64,
    /// A point whose mean ownership is at least this is a player's where borders are open.
    pub owned: f64,
}

impl Default for OwnershipLimits {
    fn default() -> Self {
        Self { dead: 0.5, owned: 0.7 }
    }
}

/// A finished position as its ownership shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnershipJudgement {
    /// The dead stones, in the order of [`Point`].
    pub dead: Vec<Point>,
    /// The first stone of each chain in doubt, row by row, and the chain's mean ownership to its own colour.
    pub doubtful: Vec<(Point, f64)>,
    /// The empty points that have to be played before the territory beside them is anyone's, row by row.
    pub seals: Vec<Point>,
    /// The owner of each point, row by row, once the seals are played: living stones and territory. `None` for seals,
    /// dame and points that belong to nobody yet.
    pub owners: Vec<Option<Color>>,
}

/// A region that is not anyone's yet, because the border between the players is not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclosedBorder {
    /// The empty points that have to be played before the others are anyone's, row by row. Where ownership does not say
    /// where the border is, the seals are the points at which a stone of either player would close it; there may be
    /// none, as on an empty board.
    pub seals: Vec<Point>,
    /// The other points of the region, row by row.
    pub open: Vec<Point>,
}

/// Returns the regions of a position that are not anyone's yet, once the stones `dead` are taken off: those in which the
/// border is open by the stones alone ([`Completeness`]). Ownership, which has to be of the size of the position, says
/// which of their points have to be played.
///
/// [`Completeness`]: crate::territory::Completeness
#[must_use]
pub fn unclosed_borders(
    position: &Position,
    dead: &[Point],
    ownership: &Ownership,
    limits: OwnershipLimits,
) -> Vec<UnclosedBorder> {
    let mut evaluator = Evaluator::of(&[]);
    let chains = Chains::new(position, ownership, &mut evaluator);
    let (rest, _) = take_off(position, dead);
    evaluator.set(&rest, dead);
    Borders { analysis: evaluator.analysis(), chains: &chains, ownership, limits }.unclosed()
}

/// Judges a position by its ownership. Both have to be of the same size.
#[must_use]
pub fn judge(position: &Position, ownership: &Ownership, limits: OwnershipLimits) -> OwnershipJudgement {
    let mut evaluator = Evaluator::of(&[]);
    let chains = Chains::new(position, ownership, &mut evaluator);
    let mut dead = chains.dead(position, limits.dead, &mut evaluator);
    dead.sort_unstable();
    let (rest, _) = take_off(position, &dead);
    evaluator.set(&rest, &dead);
    let borders = Borders { analysis: evaluator.analysis(), chains: &chains, ownership, limits };
    let (owners, seals) = borders.owners();
    OwnershipJudgement { doubtful: chains.doubtful(limits.dead), dead, seals, owners }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ownership of a board of which each of `states` says who owns each point: `b` and `w` surely, `.`
    /// nobody, `x` and `o` a little.
    fn ownership(position: &Position, states: &[&str]) -> Ownership {
        let value = |letter| match letter {
            'b' => 0.95,
            'w' => -0.95,
            'x' => 0.3,
            'o' => -0.3,
            _ => 0.0,
        };
        let states =
            states.iter().map(|state| state.split_whitespace().collect::<String>().chars().map(value).collect());
        Ownership::new(position.size(), states.collect()).unwrap()
    }

    /// Judges a board by the ownership with either player to move.
    fn judged(board: &str, states: &[&str]) -> OwnershipJudgement {
        let position = Position::from_diagram(board).unwrap();
        judge(&position, &ownership(&position, states), OwnershipLimits::default())
    }

    fn names(points: &[Point]) -> String {
        points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn map(judgement: &OwnershipJudgement) -> String {
        let letter = |owner: &Option<Color>| match owner {
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
            None => '.',
        };
        judgement.owners.iter().map(letter).collect()
    }

    #[test]
    fn a_chain_is_judged_as_a_whole() {
        let judgement = judged("..xo..x\n.xxo...\nxxoo...\noooo...", &["bbbwwww\nbbbwwww\nbbwwwww\nwwwwwww"]);
        assert_eq!((names(&judgement.dead).as_str(), judgement.doubtful.len(), judgement.seals.len()), ("ga", 0, 0));
        assert_eq!(map(&judgement), "bbbwwwwbbbwwwwbbwwwwwwwwwwww");
        let other = judged("..xo..x\n.xxo...\nxxoo...\noooo...", &["bbbwwwb\nbbbwwww\nbbwwwww\nwwwwwww"]);
        assert!(other.dead.is_empty() && map(&other).ends_with("wwwwwww"), "the only living stone of its region");
    }

    #[test]
    fn stones_in_doubt_are_dead_where_that_closes_a_region() {
        let board = "..x.o...\n..x.o.x.\n..x.o...";
        let judgement = judged(board, &["bbb.wwww\nbbb.wwow\nbbb.wwww"]);
        assert_eq!((names(&judgement.dead).as_str(), judgement.doubtful.len()), ("gb", 1), "{judgement:?}");
        // taken off, it would open a border, and the same ownership leaves it alive
        let open = judged("..x.o.\n..x.o.\n..xxo.\n..xo..\n..xxoo", &["bbb.ww\nbbb.ww\nbbbxww\nbbbo.w\nbbbxww"]);
        assert!(open.dead.is_empty(), "{open:?}");
    }

    #[test]
    fn what_depends_on_who_plays_first_is_alive_and_so_kills_what_is_in_it() {
        let board = "xxxxx.\nx.o.x.\nxxxxxo\noooooo\n......";
        let black = "bbbbb.\nbbbbb.\nbbbbbw\nwwwwww\nwwwwww";
        let white = "wwwww.\nwwwww.\nwwwwww\nwwwwww\nwwwwww";
        let judgement = judged(board, &[black, white]);
        assert_eq!(names(&judgement.dead), "cb", "{judgement:?}");
        assert_eq!(judgement.doubtful.len(), 2);
    }

    #[test]
    fn open_borders_are_sealed_where_both_players_touch() {
        let board = "..xo..\n..xo..\n..xo..\n......\n..xo..";
        let judgement = judged(board, &["bbbwww\nbbbwww\nbbbwww\nbb..ww\nbbbwww"]);
        assert_eq!((names(&judgement.seals).as_str(), map(&judgement)), ("", "bbbwwwbbbwwwbbbwwwbb..wwbbbwww".into()));
        let narrow = judged("..xo..\n..xo..\n...o..\n..xo..", &["bbbwww\nbbbwww\nbb.www\nbbbwww"]);
        assert_eq!((names(&narrow.seals).as_str(), map(&narrow).as_str()), ("cc", "bbbwwwbbbwwwbb.wwwbbbwww"));
        let dame = judged("..x.o.\n..x.o.", &["bbb.ww\nbbb.ww"]);
        assert!(dame.seals.is_empty(), "dame need no seal");
    }

    #[test]
    fn a_border_that_is_not_closed_leaves_a_region_open() {
        let unclosed = |board: &str, rows: &str, dead: &[Point]| -> Vec<[String; 2]> {
            let position = Position::from_diagram(board).unwrap();
            let ownership = ownership(&position, &[rows]);
            let borders = unclosed_borders(&position, dead, &ownership, OwnershipLimits::default());
            borders.iter().map(|border| [names(&border.seals), names(&border.open)]).collect()
        };
        // whoever plays at C3 closes the border
        let narrow = ("..xo..\n..xo..\n...o..\n..xo..", "bbbwww\nbbbwww\nbb.www\nbbbwww");
        assert_eq!(unclosed(narrow.0, narrow.1, &[]), [["cc", "aa ba ab bb ac bc ad bd"]]);
        // Black touches one of two adjacent points, White the other
        let facing = ("..xo..\n..xo..\n......\n..xo..", "bbbwww\nbbbwww\nbb..ww\nbbbwww");
        assert_eq!(unclosed(facing.0, facing.1, &[])[0][0], "cc dc");
        assert_eq!(unclosed("...\n...\n...", "...\n...\n...", &[]), [["", "aa ba ca ab bb cb ac bc cc"]]);
        // a dead stone closes no border, and nobody can play at its point
        let dead = [Point::new(3, 2)];
        let closed = ("..xo..\n..xo..\n..xo..", "bbbwww\nbbbwww\nbbbbww");
        assert_eq!(unclosed(closed.0, closed.1, &[]), [[""; 2]; 0]);
        assert_eq!(unclosed(closed.0, closed.1, &dead), [["", "ea fa eb fb dc ec fc"]]);
    }

    #[test]
    fn numbers_that_are_no_ownership_are_errors() {
        let size = Size::new(2, 1).unwrap();
        let error = |states: Vec<Vec<f64>>| Ownership::new(size, states).unwrap_err().to_string();
        assert_eq!(error(vec![]), "there are 0 lists of ownership: one, or one for each player to move, is needed");
        assert_eq!(error(vec![vec![1.0]]), "a list of ownership has 1 numbers, and the board has 2 points");
        for value in [f64::NAN, 1.01, f64::INFINITY] {
            assert_eq!(error(vec![vec![0.0, value]]), "the ownership of B1 is no number from -1 to 1");
        }
    }
}
