//! Takes the dead stones off the board, and gives a game its label and its count.

use super::game_input::GameInput;
use super::identity::{content_hash, fingerprint, flags};
use super::{Against, Evaluated};
use crate::board::{Color, Point, Position, Replayed};
use crate::dead::{DeadFrom, Ownership, OwnershipLimits, judge, take_off};
use crate::labels::{LabelCheck, Resolved};
use crate::rules::Count;
use crate::sgf::{Headers, KomiFrom, Record, result_text};
use crate::skip::{Reason, Skip};
use crate::stats::{Confusion, DeadComparison};
use crate::territory::Completeness;

/// Returns a game with its label and its count. The strategies have not scored it: [`StrategyEvaluator::score`] and
/// [`StrategyEvaluator::compare`] set its completeness, disputes and answers afterwards.
///
/// [`StrategyEvaluator::score`]: super::score::StrategyEvaluator::score
/// [`StrategyEvaluator::compare`]: super::score::StrategyEvaluator::compare
///
/// # Errors
/// [`Reason::NoKomi`] where the komi is missing and needed.
pub(super) fn labelled_game(
    game: &GameInput<'_>,
    headers: &Headers,
    end: &Replayed,
    resolved: Resolved,
    ownership: Option<Ownership>,
) -> Result<Evaluated, Skip> {
    let evaluated = without_answers(game, headers, end, resolved, ownership);
    let options = game.options;
    if headers.komi_from == KomiFrom::Nowhere && options.needs_label && options.against == Against::Record {
        check_komi_was_none(&evaluated, game.record)?;
    }
    Ok(evaluated)
}

/// Checks that the komi of a game whose record has none was 0: its label's map and prisoners make its margin without
/// any.
///
/// # Errors
/// [`Reason::NoKomi`] where they do not, or where there is no map.
fn check_komi_was_none(game: &Evaluated, record: &Record) -> Result<(), Skip> {
    match (game.check, game.label_margin) {
        (LabelCheck::Consistent, _) | (_, None) => Ok(()),
        (_, Some(label)) => {
            let detail = format!("a result of {}, no KM, and no map that makes it without komi", result_text(label));
            Err(Skip::at(Reason::NoKomi, record.byte, detail))
        }
    }
}

/// Returns the game with its dead stones taken off, its label and its count, before any strategy has scored it.
fn without_answers(
    game: &GameInput<'_>,
    headers: &Headers,
    end: &Replayed,
    resolved: Resolved,
    ownership: Option<Ownership>,
) -> Evaluated {
    let record = game.record;
    let owners_differ = ownership.as_ref().and_then(|ownership| owners_differ(game, ownership, &end.position));
    let count_without = |dead: &[Point]| {
        let (position, prisoners) = take_off(&end.position, dead);
        let count = count(headers, &position, end, prisoners);
        (position, count)
    };
    let (position, count) = count_without(&resolved.dead);
    let label_dead = resolved.label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
    let same_dead = label_dead == resolved.dead;
    let check = if same_dead {
        resolved.label.check(&position, &count)
    } else {
        let (position, count) = count_without(label_dead);
        resolved.label.check(&position, &count)
    };
    let mut evaluated = Evaluated {
        hash: content_hash(record),
        size: record.size,
        count,
        moves: end.moves,
        dead_from: resolved.dead_from,
        dead_comparison: compare_dead(&end.position, &resolved, owners_differ),
        unmarked_dead: None,
        label_margin: resolved.label.margin,
        label_from: label_from(&resolved, game.has_result_from_file()),
        check,
        seki: None,
        disputed: false,
        completeness: Completeness::default(),
        ownership,
        safety: None,
        moves_missing: record.moves_missing,
        flags: flags(record, headers, end, &resolved, owners_differ),
        fingerprint: [0; 32],
        position,
        dead_colors: resolved.dead.iter().map(|&point| end.position.get(point).color()).collect(),
        label_dead: resolved.label_dead.map(|(dead, _)| dead).filter(|dead| *dead != resolved.dead),
        dead: resolved.dead,
        label_map: resolved.label.map,
        local_results: Vec::new(),
        answers: Vec::new(),
        traces: None,
        external: Vec::new(),
    };
    evaluated.fingerprint = fingerprint(game.name, &evaluated, evaluated.label_map.as_ref());
    evaluated
}

/// Compares the dead stones with those of the label, where the two have different sources.
fn compare_dead(
    position: &Position,
    resolved: &Resolved,
    owners_differ: Option<u32>,
) -> Option<(DeadFrom, DeadComparison)> {
    let (label, from) = resolved.label_dead.as_ref().filter(|(_, from)| *from != resolved.dead_from)?;
    let both = resolved.dead.iter().filter(|point| label.binary_search(point).is_ok()).count();
    let dead = [both, resolved.dead.len() - both, label.len() - both].map(|count| count as u64);
    let stones = Color::BOTH.map(|color| u64::from(position.stones(color))).iter().sum();
    let dead = Confusion { both: dead[0], claimed_only: dead[1], label_only: dead[2] };
    Some((*from, DeadComparison { stones, dead, owners_differ }))
}

/// Returns the number of points whose owner by `ownership` is not the one that a labels file expects; `None` if the file expects
/// none.
fn owners_differ(game: &GameInput<'_>, ownership: &Ownership, position: &Position) -> Option<u32> {
    if !cfg!(feature = "dead-checks") {
        return None;
    }
    let expected = game.line?.owners.as_ref()?;
    let limits = game.options.ownership.as_ref().map_or_else(OwnershipLimits::default, |source| source.limits);
    expected.differences(position.size(), &judge(position, ownership, limits))
}

/// Counts the stones and prisoners of a position under the rules and komi of the headers.
pub(super) fn count(headers: &Headers, position: &Position, end: &Replayed, dead: [u32; 2]) -> Count {
    Count {
        rules: headers.rules,
        komi: headers.komi,
        handicap: headers.handicap,
        stones: Color::BOTH.map(|color| position.stones(color)),
        prisoners: [end.prisoners[0] + dead[0], end.prisoners[1] + dead[1]],
        first_pass: end.first_pass.or(end.last.map(Color::opponent)),
    }
}

/// Returns the sources of the label's margin and of its map, as signatures name them.
fn label_from(resolved: &Resolved, result_from_file: bool) -> &'static str {
    match (result_from_file, resolved.label.map.is_some(), resolved.map_from_file) {
        (false, false, _) => "RE",
        (false, true, false) => "RE+TBTW",
        (false, true, true) => "RE+file",
        (true, true, false) => "TBTW+file",
        (true, ..) => "file",
    }
}
