//! Determines the dead stones and the label of a finished game from the record's marks, a labels
//! file, or another source of dead stones ([`DeadStoneSource`]).
//!
//! A stone on the opponent's marked territory is dead. A mark on a player's own stone is ignored,
//! because some servers list living stones with the territory. Whether a stone could live is not
//! examined here.

use super::claim::Claim;
use super::{Label, LabelLine};
use crate::board::{Action, Point, Position};
use crate::dead::{DeadFrom, DeadStoneSource};
use crate::rules::Points;
use crate::sgf::{Marks, Record};
use crate::skip::{Reason, Skip};

/// The end of a game: its dead stones and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The stones to remove from the board, sorted.
    pub dead: Vec<Point>,
    /// The source of `dead`; never [`DeadFrom::Auto`].
    pub dead_from: DeadFrom,
    /// The dead stones according to the labels file, or else the record's marks, with their source;
    /// `None` if neither gives dead stones. These stones differ from `dead` if the user chose
    /// another source.
    pub label_dead: Option<(Vec<Point>, DeadFrom)>,
    /// The label: the margin passed to [`resolve`], and the map.
    pub label: Label,
    /// Whether the label's map comes from a labels file.
    pub map_from_file: bool,
    /// The number of points in marks and labels that contradict the board and were left out: points
    /// off the board, "dead stones" without a stone, and stones on the opponent's territory that
    /// are missing from the list of dead stones.
    pub ignored: u32,
    /// Whether the record has marks that are ignored because a stone was played or set up after
    /// them.
    pub stale_marks: bool,
}

/// Determines the dead stones and the label of a game that ended in `position`.
///
/// `line` is the game's line in a labels file, and `margin` its recorded result. The sources in
/// `from` are tried in order, and the first answer decides which stones are dead. `source` answers
/// for engines and playouts.
///
/// # Errors
/// If no source in `from` has an answer.
pub fn resolve(
    position: &Position,
    record: &Record,
    line: Option<&LabelLine>,
    margin: Option<Points>,
    from: &[DeadFrom],
    source: &mut dyn DeadStoneSource,
) -> Result<Resolved, Skip> {
    let fresh = fresh_marks(record);
    let marked = fresh.map(|marks| Claim::from_points(position, &marks.points, None));
    let labelled = line.and_then(|line| line.claim(position));
    let ignored = marked
        .iter()
        .chain(&labelled)
        .map(|claim| claim.ignored)
        .sum();
    let stale_marks = record.marks.is_some() && fresh.is_none();
    let map_from_file = labelled.as_ref().is_some_and(|claim| claim.map.is_some());
    let maps = [&labelled, &marked];
    let map = maps
        .into_iter()
        .flatten()
        .find_map(|claim| claim.map.clone());
    let labelled = labelled.map(|claim| (claim.dead, DeadFrom::Labels));
    let marked = marked.map(|claim| (claim.dead, DeadFrom::Marks));
    let label_dead = labelled.clone().or(marked.clone());
    let all_alive = Some((Vec::new(), DeadFrom::None));
    let (mut chosen, mut failure) = (None, None);
    for &from in from {
        chosen = match from {
            DeadFrom::Auto if label_dead.is_some() => label_dead.clone(),
            DeadFrom::Auto => all_alive.clone().filter(|_| record.counts_all_stones()),
            DeadFrom::Labels => labelled.clone(),
            DeadFrom::Marks => marked.clone(),
            DeadFrom::None => all_alive.clone(),
            DeadFrom::Ownership | DeadFrom::Engine | DeadFrom::Estimate => {
                match source.dead(from, position) {
                    Ok(dead) => Some((dead, from)),
                    Err(skip) => {
                        failure = Some(Skip {
                            byte: Some(record.byte),
                            ..skip
                        });
                        None
                    }
                }
            }
        };
        if chosen.is_some() {
            break;
        }
    }
    let Some((dead, dead_from)) = chosen else {
        return Err(failure.unwrap_or_else(|| no_dead_info(record, from)));
    };
    Ok(Resolved {
        dead,
        dead_from,
        label_dead,
        label: Label { margin, map },
        map_from_file,
        ignored,
        stale_marks,
    })
}

/// Checks before the game is replayed whether any source in `from` may have an answer, as
/// [`resolve`] requires.
///
/// # Errors
/// If no source can have an answer. The error is the skip that [`resolve`] would return.
pub fn may_resolve(
    record: &Record,
    line: Option<&LabelLine>,
    from: &[DeadFrom],
) -> Result<(), Skip> {
    let labels = line.is_some_and(LabelLine::has_claim);
    let marks = fresh_marks(record).is_some();
    for from in from {
        let may_answer = match from {
            DeadFrom::Auto => labels || marks || record.counts_all_stones(),
            DeadFrom::Labels => labels,
            DeadFrom::Marks => marks,
            DeadFrom::Ownership | DeadFrom::Engine | DeadFrom::Estimate | DeadFrom::None => true,
        };
        if may_answer {
            return Ok(());
        }
    }
    Err(no_dead_info(record, from))
}

/// Returns the skip for a game whose dead stones are unknown to all sources in `from`.
fn no_dead_info(record: &Record, from: &[DeadFrom]) -> Skip {
    let detail = match from {
        [DeadFrom::Labels] => "no labels file says which stones are dead",
        _ if record.marks.is_some() => "stones were played after the last marks",
        _ => {
            "no TB/TW and no labels file: try --dead estimate, \
             or --dead none if all stones are alive"
        }
    };
    Skip::at(Reason::NoDeadInfo, record.byte, detail)
}

/// Returns the marks of `record`, unless a stone was played or set up after their node.
fn fresh_marks(record: &Record) -> Option<&Marks> {
    let marks = record.marks.as_ref()?;
    record.actions[marks.after..]
        .iter()
        .all(|action| matches!(action, Action::Move(_, None)))
        .then_some(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, replay};
    use crate::sgf::{Encoding, read};

    fn resolved(
        sgf: &str,
        line: Option<&str>,
        from: DeadFrom,
    ) -> Result<(String, String, Resolved), Reason> {
        resolved_by(sgf, line, &[from], &mut ())
    }

    fn resolved_by(
        sgf: &str,
        line: Option<&str>,
        from: &[DeadFrom],
        source: &mut dyn DeadStoneSource,
    ) -> Result<(String, String, Resolved), Reason> {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        let record = games[0].record.as_ref().unwrap();
        let position = replay(record.size, &record.actions).unwrap().position;
        let line = line.map(|line| LabelLine::parse(line.as_bytes()).unwrap());
        let resolved = resolve(&position, record, line.as_ref(), None, from, source)
            .map_err(|skip| skip.reason)?;
        let dead = resolved
            .dead
            .iter()
            .map(Point::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let map = resolved.label.map.as_ref().map_or(String::new(), |map| {
            position
                .rows(|index, _| map.owner(index).map_or('.', Color::letter))
                .concat()
        });
        Ok((dead, map, resolved))
    }

    const GAME: &str = "(;SZ[3]AB[aa][ba][ca]AW[ac];TB[ac][ab][bb][aa]TW[cc])";

    #[test]
    fn stone_on_the_opponents_territory_is_dead() {
        let (dead, map, resolved) = resolved(GAME, None, DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str()),
            ("ac", "...BB.B.W"),
            "a listed living stone is not territory"
        );
        assert_eq!((resolved.dead_from, resolved.ignored), (DeadFrom::Marks, 0));
    }

    #[test]
    fn labels_file_overrides_the_marks() {
        let line = r#"{"game": "x#1", "dead": [], "black_territory": ["bb"]}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.map_from_file),
            ("", "....B....", true)
        );
        let (dead, ..) = super::tests::resolved(GAME, Some(line), DeadFrom::Marks).unwrap();
        assert_eq!(dead, "ac");
    }

    #[test]
    fn list_of_dead_stones_keeps_the_map_of_the_marks() {
        let line = r#"{"game": "x#1", "dead": ["aa", "cc"]}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.ignored),
            ("aa", "...BB.B.W", 1),
            "cc has no stone"
        );
    }

    #[test]
    fn stone_can_be_dead_on_its_own_territory() {
        // as in a double ko that is dead as it stands: the ko stone is removed, and the point stays
        // territory
        let line = r#"{"game": "x#1", "dead": ["aa"], "black_territory": ["aa", "bb"]}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.ignored),
            ("aa", "B...B....", 0)
        );
    }

    #[test]
    fn marks_followed_by_moves_are_ignored() {
        let stale = "(;SZ[3];B[aa];TB[bb];W[cc])";
        assert_eq!(
            resolved(stale, None, DeadFrom::Auto).unwrap_err(),
            Reason::NoDeadInfo
        );
        assert!(resolved(stale, None, DeadFrom::None).unwrap().2.stale_marks);
        let passes = "(;SZ[3];B[aa];TB[bb]W[];B[])";
        assert_eq!(
            resolved(passes, None, DeadFrom::Auto).unwrap().1,
            "....B...."
        );
    }

    #[test]
    fn stones_of_cgos_without_marks_are_alive() {
        let place = "PC[(CGOS) 9x9 Computer Go Server]";
        let cgos = format!("(;SZ[3]{place};B[aa];W[];B[])");
        let (dead, map, resolved) = resolved(&cgos, None, DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.dead_from),
            ("", "", DeadFrom::None)
        );
        let all = [DeadFrom::Auto, DeadFrom::Engine];
        assert_eq!(
            resolved_by(&cgos, None, &all, &mut Everything)
                .unwrap()
                .2
                .dead_from,
            DeadFrom::None
        );
        let marked = GAME.replacen("SZ[3]", &format!("SZ[3]{place}"), 1);
        assert_eq!(
            super::tests::resolved(&marked, None, DeadFrom::Auto)
                .unwrap()
                .0,
            "ac",
            "marks come first"
        );
        let only_marks = super::tests::resolved(&cgos, None, DeadFrom::Marks);
        assert_eq!(only_marks.unwrap_err(), Reason::NoDeadInfo);
        let cut = cgos.replace("B[]", "B[bb]");
        assert_eq!(
            super::tests::resolved(&cut, None, DeadFrom::Auto).unwrap_err(),
            Reason::NoDeadInfo
        );
    }

    #[test]
    fn unknown_dead_stones_are_a_skip_except_with_none() {
        let bare = "(;SZ[3];B[aa])";
        assert_eq!(
            resolved(bare, None, DeadFrom::Auto).unwrap_err(),
            Reason::NoDeadInfo
        );
        assert_eq!(resolved(bare, None, DeadFrom::None).unwrap().0, "");
        assert_eq!(
            resolved(GAME, None, DeadFrom::Labels).unwrap_err(),
            Reason::NoDeadInfo
        );
    }

    /// A source that considers every stone dead, and has no answer for an empty board.
    struct Everything;

    impl DeadStoneSource for Everything {
        fn dead(&mut self, _: DeadFrom, position: &Position) -> Result<Vec<Point>, Skip> {
            let stones: Vec<Point> = position
                .size()
                .iter()
                .filter(|&point| position.get(point).color().is_some())
                .collect();
            if stones.is_empty() {
                Err(Skip::new(Reason::EngineFailed, "no stone"))
            } else {
                Ok(stones)
            }
        }
    }

    #[test]
    fn first_source_with_an_answer_decides() {
        let bare = "(;SZ[3];B[aa])";
        let by = |sgf: &str, from: &[DeadFrom]| {
            resolved_by(sgf, None, from, &mut Everything)
                .map(|(dead, _, resolved)| (dead, resolved.dead_from, resolved.label_dead))
        };
        let ac = Some((vec![Point::new(0, 2)], DeadFrom::Marks));
        let both = [DeadFrom::Auto, DeadFrom::Engine];
        assert_eq!(
            by(bare, &both).unwrap(),
            ("aa".to_owned(), DeadFrom::Engine, None)
        );
        assert_eq!(
            by(GAME, &both).unwrap(),
            ("ac".to_owned(), DeadFrom::Marks, ac.clone())
        );
        assert_eq!(
            by(GAME, &[DeadFrom::Engine]).unwrap(),
            ("aa ba ca ac".to_owned(), DeadFrom::Engine, ac)
        );
        let empty = "(;SZ[3])";
        assert_eq!(
            by(empty, &[DeadFrom::Engine]).unwrap_err(),
            Reason::EngineFailed
        );
        assert_eq!(
            by(empty, &[DeadFrom::Engine, DeadFrom::None]).unwrap().1,
            DeadFrom::None
        );
        assert_eq!(
            resolved(bare, None, DeadFrom::Engine).unwrap_err(),
            Reason::EngineFailed,
            "no source configured"
        );
    }

    #[test]
    fn point_marked_for_both_sides_has_no_owner() {
        assert_eq!(
            resolved("(;SZ[3]AB[aa];TB[bb]TW[bb][cc])", None, DeadFrom::Auto)
                .unwrap()
                .1,
            "........W"
        );
    }
}
