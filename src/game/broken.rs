//! Finds the first move in a record that cannot have been played.

use crate::board::{Action, Color, MoveFault, check_points, replay};
use crate::rules::Rules;
use crate::sgf::{Headers, Record};

/// Returns the reason why the moves of a record cannot have been played, with the number of the
/// first impossible move; `None` if all of them could have been played. `headers` is `None` if the
/// headers could not be read.
pub(super) fn broken_moves(record: &Record, headers: Option<&Headers>) -> Option<String> {
    if let Some(headers) = headers.filter(|headers| headers.handicap_missing) {
        let stones = headers.handicap;
        return Some(format!(
            "handicap of {stones}, but fewer black stones are on the board when White first plays"
        ));
    }
    if let Some(headers) = headers
        && headers.handicap < 2
        && let [Action::Move(Color::White, _), ..] = *record.actions
    {
        return Some("White begins, but there is no handicap".to_owned());
    }
    let (number, what) = match check_points(record.size, &record.actions) {
        Err((index, _)) => {
            let before = record.actions[..index]
                .iter()
                .filter(|action| action.is_move());
            (before.count() + 1, "is outside the board")
        }
        Ok(()) => first_fault(record, headers.map(|headers| headers.rules))?,
    };
    let mut moves = record.actions.iter().filter(|action| action.is_move());
    let &Action::Move(color, point) = moves.nth(number - 1)? else {
        return None;
    };
    let point = point.filter(|&point| record.size.contains(point));
    let point = point.map_or(String::new(), |point| {
        format!(" {}", point.name(record.size))
    });
    Some(format!("move {number} ({color}{point}) {what}"))
}

/// Returns the number of the first move with a fault, and the fault in words.
fn first_fault(record: &Record, rules: Option<Rules>) -> Option<(usize, &'static str)> {
    let end = replay(record.size, &record.actions).ok()?;
    let may_suicide = rules.is_some_and(Rules::allows_suicide);
    let faults = end.faults.into_iter();
    let (number, fault) = faults
        .filter(|&(_, fault)| fault != MoveFault::Suicide || !may_suicide)
        .min()?;
    let words = match fault {
        MoveFault::OnStone => "is on a stone",
        MoveFault::KoRetaken => "retakes a ko at once",
        MoveFault::Suicide => "captures its own stones",
        MoveFault::SameColorTwice => "is out of turn",
    };
    Some((number.try_into().ok()?, words))
}
