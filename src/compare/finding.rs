//! Finds out what is wrong with a record, based on the record and its count, its copies, and the
//! other games in its folder.

use serde::Serialize;
use strum::IntoStaticStr;

use super::habits::Usual;
use super::mismatch::is_reversed;
use super::{AuditedGame, Suspicion};
use crate::game::Moves;
use crate::rules::Points;
use crate::sgf::{Recorded, result_text};
use crate::skip::Reason;

/// The part of a record that is wrong. The doc comments are shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Field {
    /// the recorded result
    Result,
    /// the komi
    Komi,
    /// the marks of territory or dead stones
    Marks,
    /// the moves
    Moves,
    /// a header that is missing or that the record gives twice, or the rules
    Header,
    /// this copy of the game or another one
    Copy,
}

impl Field {
    /// Returns the name used in the output of `seichi audit`.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) suspicion: Suspicion,
    /// The part of the record that is wrong; `None` if this is unknown.
    pub(crate) field: Option<Field>,
    /// The reasons.
    pub(crate) why: String,
}

/// Returns what is wrong with a record: the strongest suspicion, with all reasons. `copies` is the
/// finding from the comparison with copies of the game, and `usual` describes the habits of the
/// folder.
pub(super) fn assess(
    game: &AuditedGame,
    copies: Option<Finding>,
    usual: Option<&Usual>,
) -> Option<Finding> {
    let of_copies = copies.as_ref().map(|copies| copies.suspicion);
    let known = game.judged.suspicion.into_iter().chain(of_copies).min();
    let missing = usual.and_then(|usual| find_missing(game, known, usual));
    let of_folder = missing.as_ref().map(|missing| missing.suspicion);
    let suspicion = known.into_iter().chain(of_folder).min()?;
    // the missing header is the reason why the game could not be counted
    let is_same = of_folder.is_some() && known == Some(Suspicion::Uncounted);
    let own = game
        .judged
        .suspicion
        .filter(|_| !is_same)
        .map(|_| game.judged.why.to_string());
    let named = [&missing, &copies]
        .into_iter()
        .flatten()
        .find_map(|found| found.field);
    let (mut field, why) = find_field(
        game,
        suspicion,
        named,
        usual.and_then(|usual| usual.komi_for(game)),
    );
    if game.has_doubtful_header && field == Some(Field::Result) && game.judged.margin.is_some() {
        field = Some(Field::Header);
    }
    let whys = [
        why,
        missing.map(|found| found.why),
        copies.map(|found| found.why),
        own,
    ];
    let mut whys: Vec<String> = whys.into_iter().flatten().collect();
    whys.retain(|why| !why.is_empty());
    Some(Finding {
        suspicion,
        field,
        why: whys.join("; "),
    })
}

/// Returns a finding if the record lacks a result or a komi that nearly all games in the folder
/// have, or if its komi is absurd. `known` is the suspicion so far. Nothing is wrong if the recount
/// confirms the result.
fn find_missing(game: &AuditedGame, known: Option<Suspicion>, usual: &Usual) -> Option<Finding> {
    let is_confirmed = known.is_none() && game.skipped.is_none();
    if is_confirmed || known == Some(Suspicion::Unreadable) {
        return None;
    }
    let has_none = matches!(game.skipped, Some(Reason::NoResult | Reason::UnknownResult));
    if has_none && game.content() == 0 {
        return Some(Finding {
            suspicion: Suspicion::Unreadable,
            field: Some(Field::Result),
            why: usual.lacks("result", usual.results)?,
        });
    }
    // there are no rules if the headers could not be read
    let why = if game.komi.is_none() && game.rules.is_some() {
        usual.lacks("komi", usual.with_komi)
    } else {
        let absurd = game.komi.filter(|&komi| usual.is_absurd(komi));
        absurd.map(|komi| format!("no other game here has a komi as large as {komi}"))
    };
    Some(Finding {
        suspicion: Suspicion::Komi,
        field: Some(Field::Komi),
        why: why?,
    })
}

/// Returns the part of the record that is wrong, and, unless it is already known, the reason.
/// `named` is the part that the folder or the copies suggest is wrong, and `usual` is the usual
/// komi of the folder.
fn find_field(
    game: &AuditedGame,
    suspicion: Suspicion,
    named: Option<Field>,
    usual: Option<&(Points, String)>,
) -> (Option<Field>, Option<String>) {
    let other_komi = usual.filter(|usual| game.komi.is_some_and(|komi| komi != usual.0));
    match (suspicion, game.skipped) {
        (Suspicion::Moves, _) => (Some(Field::Moves), None),
        (Suspicion::TwoResults, _) => (Some(Field::Header), None),
        (Suspicion::Unreadable, _) => (Some(Field::Result), None),
        (Suspicion::Copies, _) => (named, None),
        _ if matches!(named, Some(Field::Result | Field::Komi | Field::Header)) => (named, None),
        (_, Some(Reason::NoKomi | Reason::UnreadableKomi)) => (Some(Field::Komi), None),
        (Suspicion::Uncounted, Some(Reason::UnknownRules)) => match other_komi {
            Some((_, words)) => (Some(Field::Komi), Some(format!("not {words}"))),
            None => (Some(Field::Header), None),
        },
        (Suspicion::Uncounted | Suspicion::OwedMoves, _) => (None, None),
        _ => field_of_mismatch(game, suspicion, usual),
    }
}

/// Returns the wrong part of a record whose result differs from the count, and the reason. Each is
/// `None` if it is unknown. `usual` is the usual komi of the folder.
fn field_of_mismatch(
    game: &AuditedGame,
    suspicion: Suspicion,
    usual: Option<&(Points, String)>,
) -> (Option<Field>, Option<String>) {
    if game.judged.is_unmarked {
        let why = "the marks do not give the recorded result, but the recount does";
        return (Some(Field::Marks), Some(why.to_owned()));
    }
    if let Some((stones, explain)) = game.judged.unmarked_dead.as_deref() {
        if let Some(rules) = game.rules.filter(|rules| !rules.removes_dead()) {
            let mut why = format!("alive under {} rules: {stones}", rules.name());
            if *explain {
                why += "; without them, the count would be the recorded result";
            }
            return (None, Some(why));
        }
        let field = explain.then_some(Field::Marks);
        return (field, Some(format!("{stones} should be dead")));
    }
    // only 41 of 42,421 games between people or programs have exactly one such pass
    if let Some(number) = game.moves.as_deref().and_then(Moves::lone_pass) {
        let why = format!("move {number} is a pass long before the end: a move may be missing");
        return (Some(Field::Moves), Some(why));
    }
    let Some(Recorded::Margin(recorded)) = game.result else {
        return (None, None);
    };
    if let Some((komi, words)) = usual
        && fits_other_komi(game, recorded, *komi)
    {
        return (Some(Field::Komi), Some(format!("fits {words}")));
    }
    if let Some(rules) = &game.judged.fits_rules {
        let why = format!("as recorded under {} rules", rules.name());
        // if the rules are guessed, the record has no wrong header
        let field = (!game.has_guessed_rules).then_some(Field::Header);
        return (field, Some(why));
    }
    if game.judged.fits_handicap {
        let why = "as recorded with a different handicap, or with the handicap counted as under \
                   different rules";
        return (Some(Field::Header), Some(why.to_owned()));
    }
    let Some(margin) = game.judged.margin else {
        return (None, None);
    };
    let why = if is_reversed(margin, recorded) {
        Some("the same margin, but for the other colour")
    } else if has_exchanged_digits(margin, recorded) {
        Some("the same digits, but in a different order")
    } else {
        None
    };
    // any other difference may also be due to a wrong komi, handicap or move
    let is_only_result =
        why.is_some() && game.judged.is_map_right && game.judged.fitting_komi.is_none();
    let field = (is_only_result || suspicion == Suspicion::OtherWinner).then_some(Field::Result);
    (field, why.map(str::to_owned))
}

/// Returns whether two margins have the same winner and differ only in the order of two digits,
/// such as 16.5 and 61.5.
fn has_exchanged_digits(one: Points, other: Points) -> bool {
    let [one, other] = [one, other].map(|margin| result_text(margin).into_bytes());
    let pairs = one.iter().zip(&other);
    let different: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
    match different[..] {
        [(a, b), (c, d)] => one.len() == other.len() && a == d && b == c,
        _ => false,
    }
}

/// Returns whether the komi `other` gives the recorded margin, and the game's own komi does not.
fn fits_other_komi(game: &AuditedGame, recorded: Points, other: Points) -> bool {
    let Some(komi) = game.komi.filter(|&komi| komi != other) else {
        return false;
    };
    if game.judged.margin.is_some() && game.judged.delta.is_whole() {
        komi + game.judged.delta == other
    } else {
        (recorded + other).is_whole()
    }
}
