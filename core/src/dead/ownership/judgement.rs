//! Judges a position by its ownership.

use super::borders::{Borders, UnclosedBorder};
use super::stones::Chains;
use super::values::Ownership;
use crate::board::{Color, Point, Position};
use crate::dead::take_off;
use crate::sort::sort;
use crate::territory::Analysis;

/// A finished position according to its ownership.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OwnershipJudgement {
    /// The dead stones, in the order of [`Point`].
    pub dead: Vec<Point>,
    /// The seals, row by row: empty points where moves must be played before the territory next to
    /// them has an owner.
    pub seals: Vec<Point>,
    /// The owner of each point, row by row, after moves have been played on the seals. The points
    /// of living stones and of territory have owners. Seals, dame and points without an owner so
    /// far have `None`.
    pub owners: Vec<Option<Color>>,
}

/// Removes the stones `dead` from a position, and returns the regions that belong to neither side
/// yet because a border is open ([`Completeness`]). The ownership decides where moves must be
/// played in these regions. It must have the same size as the position.
///
/// [`Completeness`]: crate::territory::Completeness
pub fn unclosed_borders(
    position: &Position,
    dead: &[Point],
    ownership: &Ownership,
) -> Vec<UnclosedBorder> {
    let (rest, _) = take_off(position, dead);
    Borders {
        analysis: &Analysis::new(&rest, dead),
        chains: &Chains::new(position, ownership),
        ownership,
    }
    .unclosed()
}

/// Judges a position by its ownership. Both must have the same size.
///
/// # Examples
/// ```
/// use seichi_core::board::{Point, Position};
/// use seichi_core::dead::{Ownership, judge};
///
/// let position = Position::from_diagram("o.xo.\n..xo.").expect("a board");
/// let values = [0.9, 1.0, 1.0, -1.0, -1.0].repeat(2);
/// let ownership = Ownership::new(position.size(), vec![values]).expect("ten values");
/// assert_eq!(judge(&position, &ownership).dead, [Point::new(0, 0)]);
/// ```
pub fn judge(position: &Position, ownership: &Ownership) -> OwnershipJudgement {
    let chains = Chains::new(position, ownership);
    let mut dead = chains.dead(position, Ownership::DEAD);
    sort(&mut dead);
    let (rest, _) = take_off(position, &dead);
    let borders = Borders {
        analysis: &Analysis::new(&rest, &dead),
        chains: &chains,
        ownership,
    };
    let (owners, seals) = borders.owners();
    OwnershipJudgement {
        dead,
        seals,
        owners,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ownership of a board. Each of `states` contains the ownership of each point: `b`
    /// and `w` mean certain, `.` means neutral, and `x` and `o` mean slight.
    fn ownership(position: &Position, states: &[&str]) -> Ownership {
        let value = |letter| match letter {
            'b' => 0.95,
            'w' => -0.95,
            'x' => 0.3,
            'o' => -0.3,
            _ => 0.0,
        };
        let states = states.iter().map(|state| {
            state
                .split_whitespace()
                .collect::<String>()
                .chars()
                .map(value)
                .collect()
        });
        Ownership::new(position.size(), states.collect()).unwrap()
    }

    /// Judges a board by the ownership for each player to move.
    fn judged(board: &str, states: &[&str]) -> OwnershipJudgement {
        let position = Position::from_diagram(board).unwrap();
        judge(&position, &ownership(&position, states))
    }

    fn names(points: &[Point]) -> String {
        points
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
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
    fn chain_is_judged_as_a_whole() {
        let judgement = judged(
            "..xo..x\n.xxo...\nxxoo...\noooo...",
            &["bbbwwww\nbbbwwww\nbbwwwww\nwwwwwww"],
        );
        assert_eq!(
            (names(&judgement.dead).as_str(), judgement.seals.len()),
            ("ga", 0)
        );
        assert_eq!(map(&judgement), "bbbwwwwbbbwwwwbbwwwwwwwwwwww");
        let other = judged(
            "..xo..x\n.xxo...\nxxoo...\noooo...",
            &["bbbwwwb\nbbbwwww\nbbwwwww\nwwwwwww"],
        );
        assert!(
            other.dead.is_empty() && map(&other).ends_with("wwwwwww"),
            "the lone stone lives, the last row stays White's"
        );
    }

    #[test]
    fn stones_in_doubt_are_dead_if_that_closes_a_region() {
        let board = "..x.o...\n..x.o.x.\n..x.o...";
        let judgement = judged(board, &["bbb.wwww\nbbb.wwow\nbbb.wwww"]);
        assert_eq!(names(&judgement.dead), "gb", "{judgement:?}");
        // here, removing the chain would open a border, so the chain stays alive despite similar
        // ownership
        let open = judged(
            "..x.o.\n..x.o.\n..xxo.\n..xo..\n..xxoo",
            &["bbb.ww\nbbb.ww\nbbbxww\nbbbo.w\nbbbxww"],
        );
        assert!(open.dead.is_empty(), "{open:?}");
    }

    #[test]
    fn group_that_depends_on_who_plays_first_lives_and_kills() {
        let board = "xxxxx.\nx.o.x.\nxxxxxo\noooooo\n......";
        let black = "bbbbb.\nbbbbb.\nbbbbbw\nwwwwww\nwwwwww";
        let white = "wwwww.\nwwwww.\nwwwwww\nwwwwww\nwwwwww";
        let judgement = judged(board, &[black, white]);
        assert_eq!(names(&judgement.dead), "cb", "{judgement:?}");
    }

    #[test]
    fn seals_are_where_both_players_touch_an_open_border() {
        let board = "..xo..\n..xo..\n..xo..\n......\n..xo..";
        let judgement = judged(board, &["bbbwww\nbbbwww\nbbbwww\nbb..ww\nbbbwww"]);
        assert_eq!(
            (names(&judgement.seals).as_str(), map(&judgement)),
            ("", "bbbwwwbbbwwwbbbwwwbb..wwbbbwww".into())
        );
        let narrow = judged(
            "..xo..\n..xo..\n...o..\n..xo..",
            &["bbbwww\nbbbwww\nbb.www\nbbbwww"],
        );
        assert_eq!(
            (names(&narrow.seals).as_str(), map(&narrow).as_str()),
            ("cc", "bbbwwwbbbwwwbb.wwwbbbwww")
        );
        let dame = judged("..x.o.\n..x.o.", &["bbb.ww\nbbb.ww"]);
        assert!(dame.seals.is_empty(), "dame need no seals");
    }

    #[test]
    fn unclosed_borders_have_seals_and_open_points() {
        let unclosed = |board: &str, rows: &str, dead: &[Point]| -> Vec<[String; 2]> {
            let position = Position::from_diagram(board).unwrap();
            let ownership = ownership(&position, &[rows]);
            let borders = unclosed_borders(&position, dead, &ownership);
            borders
                .iter()
                .map(|border| [names(&border.seals), names(&border.open)])
                .collect()
        };
        // either player closes the border by playing at C3
        let narrow = (
            "..xo..\n..xo..\n...o..\n..xo..",
            "bbbwww\nbbbwww\nbb.www\nbbbwww",
        );
        assert_eq!(
            unclosed(narrow.0, narrow.1, &[]),
            [["cc", "aa ba ab bb ac bc ad bd"]]
        );
        // Black touches one of two adjacent points, and White touches the other
        let facing = (
            "..xo..\n..xo..\n......\n..xo..",
            "bbbwww\nbbbwww\nbb..ww\nbbbwww",
        );
        assert_eq!(unclosed(facing.0, facing.1, &[])[0][0], "cc dc");
        assert_eq!(
            unclosed("...\n...\n...", "...\n...\n...", &[]),
            [["", "aa ba ca ab bb cb ac bc cc"]]
        );
        // a dead stone does not close a border, and its point cannot be played
        let dead = [Point::new(3, 2)];
        let closed = ("..xo..\n..xo..\n..xo..", "bbbwww\nbbbwww\nbbbbww");
        assert_eq!(unclosed(closed.0, closed.1, &[]), [[""; 2]; 0]);
        assert_eq!(
            unclosed(closed.0, closed.1, &dead),
            [["", "ea fa eb fb dc ec fc"]]
        );
    }
}
