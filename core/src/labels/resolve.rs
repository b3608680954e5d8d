//! Determines the dead stones and the label of a finished game from the record's marks, a labels
//! file, or another source of dead stones.
//!
//! A stone on the opponent's marked territory is dead. A mark on a player's own stone is ignored,
//! because some servers list living stones with the territory. Whether a stone could live is not
//! examined here.

use super::claim::{Claim, chains_of};
use super::{Label, LabelLine, LabelPoint};
use crate::board::{Action, Point, Position};
use crate::dead::DeadFrom;
use crate::rules::Points;
use crate::sgf::{Marks, Record};
use crate::skip::{Reason, Skip};

/// The end of a game: its dead stones and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The stones to remove from the board, sorted.
    pub dead: Vec<Point>,
    /// The source of `dead`, which is never [`DeadFrom::Auto`].
    pub dead_from: DeadFrom,
    /// The dead stones according to the labels file, or otherwise according to the record's marks,
    /// with their source. The field is `None` if neither gives dead stones. These stones can differ
    /// from `dead` if the user chose a different source.
    pub label_dead: Option<(Vec<Point>, DeadFrom)>,
    /// The label: the recorded margin, and the map.
    pub label: Label,
    /// Whether the label's map comes from a labels file.
    pub map_from_file: bool,
    /// The number of marks that were left out: all marks off the board, and marks on living stones
    /// of the same colour if there are only a few of them.
    pub ignored: u32,
    /// The points in the labels file that were left out because the board or the file itself
    /// contradicts them: points off the board, points without a stone that are listed as dead or in
    /// seki, stones in seki that are also dead, stones in the opponent's territory that are missing
    /// from the list of dead stones, and points that are listed as territory for both sides.
    pub impossible: Vec<LabelPoint>,
    /// Stones of the chains that live in seki according to the labels file, sorted.
    pub seki: Vec<Point>,
    /// Whether the record has marks that are ignored because a stone was played or set up after
    /// them.
    pub stale_marks: bool,
}

/// Up to this many living stones marked as territory of their own colour are considered a mistake.
/// A server that lists living stones on purpose lists more of them.
const FEW_STONES: u32 = 4;

/// The statements about the end of a game in its record and in a labels file.
#[derive(Clone, Debug)]
pub struct Claims {
    labelled: Option<Claim>,
    marked: Option<Claim>,
    /// Stones of the chains that live in seki according to the labels file, sorted.
    seki: Vec<Point>,
    /// All stones of these chains, sorted. They are alive even if another source says otherwise.
    alive: Vec<Point>,
    /// See [`Resolved::impossible`].
    impossible: Vec<LabelPoint>,
    /// Whether every stone counts as alive if nothing says otherwise.
    counts_all_stones: bool,
    /// See [`Resolved::stale_marks`].
    stale_marks: bool,
}

impl Claims {
    /// Reads the statements about a game that ended in `position`. `line` is the game's line in a
    /// labels file, and `counts_all_stones` is the field with this name in
    /// [`Headers`](crate::sgf::Headers).
    pub fn new(
        position: &Position,
        record: &Record,
        line: Option<&LabelLine>,
        counts_all_stones: bool,
    ) -> Self {
        let marks = fresh_marks(record);
        let labelled = line.and_then(|line| line.claim(position));
        let dead = labelled.as_ref().map_or(&[][..], |claim| &claim.dead);
        let mut seki = line.map_or_else(Vec::new, |line| line.seki_on(position.size()));
        let mut wrong: Vec<Point> = seki
            .extract_if(.., |point| {
                !position.has_stone(*point) || dead.binary_search(point).is_ok()
            })
            .collect();
        if let Some(claim) = &labelled {
            wrong.extend(claim.ignored.iter().chain(&claim.in_both));
        }
        Self {
            alive: chains_of(position, &seki),
            impossible: line.map_or_else(Vec::new, |line| line.listed(&wrong, position.size())),
            seki,
            labelled,
            marked: marks.map(|marks| Claim::from_points(position, &marks.points, None)),
            counts_all_stones,
            stale_marks: record.marks.is_some() && marks.is_none(),
        }
    }

    /// Returns the dead stones according to a source, together with that source or, for
    /// [`DeadFrom::Auto`], the source that it stands for. Returns `None` if the source has no
    /// answer. Ownership, engines and playouts are not part of the claims.
    pub fn dead(&self, from: DeadFrom) -> Option<(Vec<Point>, DeadFrom)> {
        match from {
            DeadFrom::Auto if self.counts_all_stones => {
                self.own_dead().or(Some((Vec::new(), DeadFrom::None)))
            }
            DeadFrom::Auto => self.own_dead(),
            DeadFrom::Labels => Some((self.labelled.as_ref()?.dead.clone(), from)),
            DeadFrom::Marks => Some((self.marked.as_ref()?.dead.clone(), from)),
            DeadFrom::None => Some((Vec::new(), from)),
            DeadFrom::Ownership | DeadFrom::Engine | DeadFrom::Estimate => None,
        }
    }

    /// Returns the dead stones according to the labels file, or otherwise according to the record.
    fn own_dead(&self) -> Option<(Vec<Point>, DeadFrom)> {
        self.dead(DeadFrom::Labels)
            .or_else(|| self.dead(DeadFrom::Marks))
    }

    /// Returns the end of the game, given its dead stones and their source. The stones must be
    /// sorted, and `margin` is the recorded result. Unless these stones come from the labels file,
    /// the chains that live in seki according to this file are removed from them.
    pub fn resolve(
        self,
        mut dead: Vec<Point>,
        dead_from: DeadFrom,
        margin: Option<Points>,
    ) -> Resolved {
        if dead_from != DeadFrom::Labels {
            dead.retain(|stone| self.alive.binary_search(stone).is_err());
        }
        let label_dead = self.own_dead();
        let ignored = self.marked.as_ref().map_or(0, |claim| {
            let few = Some(claim.on_own).filter(|&stones| stones <= FEW_STONES);
            u32::try_from(claim.ignored.len()).unwrap_or(u32::MAX) + few.unwrap_or_default()
        });
        let file_map = self.labelled.and_then(|claim| claim.map);
        let map_from_file = file_map.is_some();
        let map = file_map.or_else(|| self.marked.and_then(|claim| claim.map));
        Resolved {
            dead,
            dead_from,
            label_dead,
            label: Label { margin, map },
            map_from_file,
            ignored,
            impossible: self.impossible,
            seki: self.seki,
            stale_marks: self.stale_marks,
        }
    }
}

impl Resolved {
    /// Changes the chain of the stone on each of `points` from dead to alive, or back. Several
    /// points of a chain count as one. Returns the stones of all these chains, sorted.
    pub fn toggle(&mut self, position: &Position, points: &[Point]) -> Vec<Point> {
        let before = self.dead.clone();
        for point in points {
            let chain = chains_of(position, &[*point]);
            self.dead
                .retain(|stone| chain.binary_search(stone).is_err());
            if before.binary_search(point).is_err() {
                self.dead.extend(chain);
            }
        }
        self.dead.sort_unstable();
        self.seki
            .retain(|stone| self.dead.binary_search(stone).is_err());
        chains_of(position, points)
    }
}

/// Returns the skip for a game for which no source in `from` knows the dead stones.
pub fn no_dead_info(record: &Record, from: &[DeadFrom]) -> Skip {
    let detail = match from {
        [DeadFrom::Labels] => "no labels file says which stones are dead",
        _ if record.marks.is_some() => "stones were played after the last marks",
        _ => {
            "there are no TB or TW marks and no labels file: try --dead estimate, \
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
    use crate::sgf::{Encoding, HeaderOverrides, interpret, read};

    fn resolved(
        sgf: &str,
        line: Option<&str>,
        from: DeadFrom,
    ) -> Result<(String, String, Resolved), Reason> {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        let record = games[0].record.as_ref().unwrap();
        let position = replay(record.size, &record.actions).unwrap().position;
        let line = line.map(|line| LabelLine::parse(line.as_bytes()).unwrap());
        let headers = interpret(record, &HeaderOverrides::default()).unwrap();
        let claims = Claims::new(&position, record, line.as_ref(), headers.counts_all_stones);
        let (dead, from) = claims.dead(from).ok_or(Reason::NoDeadInfo)?;
        let resolved = claims.resolve(dead, from, headers.margin().ok());
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
        assert_eq!((resolved.dead_from, resolved.ignored), (DeadFrom::Marks, 1));
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
    fn line_with_only_a_result_keeps_the_marks() {
        let line = r#"{"game": "x#1", "result": "B+1"}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!((dead.as_str(), map.as_str()), ("ac", "...BB.B.W"));
        assert_eq!(resolved.dead_from, DeadFrom::Marks);
    }

    #[test]
    fn some_source_may_have_an_answer() {
        let dead = r#"{"game": "x#1", "dead": []}"#;
        let result = r#"{"game": "x#1", "result": "B+1"}"#;
        let bare = "(;SZ[3];B[aa])";
        let cgos = "(;SZ[3]PC[(CGOS) 9x9 Computer Go Server];B[aa];W[];B[])";
        for (sgf, line, from, answers) in [
            (GAME, None, DeadFrom::Auto, true),
            (GAME, None, DeadFrom::Labels, false),
            (bare, None, DeadFrom::Auto, false),
            (bare, Some(dead), DeadFrom::Auto, true),
            (bare, Some(dead), DeadFrom::Labels, true),
            (bare, Some(dead), DeadFrom::Marks, false),
            (bare, Some(result), DeadFrom::Labels, false),
            (cgos, None, DeadFrom::Auto, true),
        ] {
            let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
            let line = line.map(|line| LabelLine::parse(line.as_bytes()).unwrap());
            let record = games[0].record.as_ref().unwrap();
            let end = replay(record.size, &record.actions).unwrap();
            let claims = Claims::new(&end.position, record, line.as_ref(), sgf == cgos);
            assert_eq!(claims.dead(from).is_some(), answers, "{sgf} {from:?}");
        }
    }

    #[test]
    fn list_of_dead_stones_keeps_the_map_of_the_marks() {
        let line = r#"{"game": "x#1", "dead": ["aa", "cc"]}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.impossible.len()),
            ("aa ba ca", "...BB.B.W", 1),
            "cc has no stone"
        );
    }

    #[test]
    fn chain_in_seki_is_alive_unless_the_file_also_calls_it_dead() {
        // the marks call the stone at A1 dead
        for (keys, from, dead, seki, impossible) in [
            (r#""seki": ["A1"]"#, DeadFrom::Auto, "", "ac", 0),
            (
                r#""seki": ["ac", "A1", "C3"]"#,
                DeadFrom::Auto,
                "",
                "ca ac",
                0,
            ),
            (r#""seki": ["cc", "zz", "K9"]"#, DeadFrom::Auto, "ac", "", 3),
            (
                r#""dead": ["ac"], "seki": ["ac", "aa"]"#,
                DeadFrom::Auto,
                "ac",
                "aa",
                1,
            ),
            (
                r#""dead": ["ac"], "seki": ["ac"]"#,
                DeadFrom::Marks,
                "ac",
                "",
                1,
            ),
            (
                r#""dead": ["ba"], "seki": ["aa"]"#,
                DeadFrom::Auto,
                "aa ba ca",
                "",
                1,
            ),
        ] {
            let line = format!(r#"{{"game": "x#1", {keys}}}"#);
            let (found, _, resolved) = resolved(GAME, Some(&line), from).unwrap();
            let names: Vec<String> = resolved.seki.iter().map(Point::to_string).collect();
            assert_eq!(
                (
                    found.as_str(),
                    names.join(" ").as_str(),
                    resolved.impossible.len()
                ),
                (dead, seki, impossible),
                "{keys}"
            );
        }
    }

    #[test]
    fn chain_in_seki_is_alive_as_a_whole() {
        let game = "(;SZ[3]AB[aa][ba][ca]AW[ac][bc];TW[aa][ba][ca])";
        let line = r#"{"game": "x#1", "seki": ["ba"]}"#;
        assert_eq!(resolved(game, Some(line), DeadFrom::Auto).unwrap().0, "");
        assert_eq!(resolved(game, None, DeadFrom::Auto).unwrap().0, "aa ba ca");
    }

    #[test]
    fn toggled_chain_changes_as_a_whole() {
        let position = Position::from_diagram("xxx\n...\no..").unwrap();
        let point = |name| Point::from_sgf(name).unwrap();
        let line = r#"{"game": "x#1", "seki": ["ba"]}"#;
        // the marks call the white stone dead
        let (_, _, mut resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        resolved.toggle(&position, &["ac", "aa", "ca"].map(point));
        assert_eq!(resolved.dead, ["aa", "ba", "ca"].map(point));
        assert!(resolved.seki.is_empty(), "a dead chain is not in seki");
        resolved.dead = vec![point("ba")];
        resolved.toggle(&position, &[point("ba")]);
        assert!(resolved.dead.is_empty(), "a part of the chain was dead");
    }

    #[test]
    fn stone_can_be_dead_on_its_own_territory() {
        // as in a double ko that is dead as it stands: the ko stone is removed, and the point stays
        // territory
        let line = r#"{"game": "x#1", "dead": ["aa"], "black_territory": ["aa", "bb"]}"#;
        let (dead, map, resolved) = resolved(GAME, Some(line), DeadFrom::Auto).unwrap();
        assert_eq!(
            (dead.as_str(), map.as_str(), resolved.impossible.len()),
            ("aa ba ca", "B...B....", 0)
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
    fn stones_are_alive_if_the_rules_remove_none() {
        for headers in [
            "RU[Tromp-Taylor]",
            "RU[Logical Rules]",
            "RU[Stone Counting]",
            "RU[Chinese]PB[Leela Zero 0.16 1e2b8a29]PW[Human]",
        ] {
            let game = format!("(;SZ[3]{headers};B[aa];W[];B[])");
            let found = resolved(&game, None, DeadFrom::Auto).map(|(.., found)| found.dead_from);
            assert_eq!(found, Ok(DeadFrom::None), "{headers}");
            let marked = GAME.replacen("SZ[3]", &format!("SZ[3]{headers}"), 1);
            assert_eq!(
                resolved(&marked, None, DeadFrom::Auto).unwrap().0,
                "ac",
                "marks come first"
            );
        }
        for headers in [
            "RU[Chinese]",
            "RU[Area]",
            "RU[Ing]",
            "RU[Old Chinese]",
            "RU[koPOSITIONALscoreAREAtaxNONEsui1]",
        ] {
            let game = format!("(;SZ[3]{headers};B[aa];W[];B[])");
            assert!(resolved(&game, None, DeadFrom::Auto).is_err(), "{headers}");
        }
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
