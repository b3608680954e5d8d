//! Labels from the strategy `reading`, for [`super::Against::Reading`].

use super::Against;
use super::compare::label_map;
use super::labelled::GameLabel;
use crate::labels::LabelCheck;
use crate::rules::Count;
use crate::skip::{Reason, Skip};
use crate::territory::{READING, Scoring, Verdict};

/// Returns a label for the position of `scoring` by the strategy `reading`.
///
/// # Errors
/// The reason why reading gives no label.
pub(super) fn read_label(count: &Count, scoring: &mut Scoring<'_>) -> Result<GameLabel, Skip> {
    if !count.rules.is_plain_territory() {
        return Err(Skip::new(
            Reason::AreaRules,
            format!("the rules are {}", count.rules.name()),
        ));
    }
    let mut verdict = Verdict::default();
    scoring.decide(READING, &mut verdict);
    let grid = scoring.analysis().grid();
    let coordinates = |&point: &u16| grid.point(point.into()).label(grid.size());
    if verdict.unsettled().is_unread {
        let unread = scoring
            .local_results()
            .iter()
            .filter(|result| result.is_unread);
        let games: Vec<String> = unread
            .map(|result| result.points.first().map(coordinates).unwrap_or_default())
            .collect();
        return Err(Skip::new(
            Reason::Unread,
            format!("the search reached a limit around {}", games.join(", ")),
        ));
    }
    let points: Vec<String> = verdict
        .unsettled()
        .points
        .iter()
        .map(|(point, _)| coordinates(point))
        .collect();
    if !points.is_empty() {
        let detail = format!(
            "the owner of {} depends on who plays first",
            points.join(", ")
        );
        return Err(Skip::new(Reason::Unsettled, detail));
    }
    let map = label_map(&verdict, scoring.analysis());
    Ok(GameLabel {
        margin: Some(count.margin(map.territory())),
        map: Some(map),
        from: Against::Reading.name(),
        check: LabelCheck::Consistent,
        dead: None,
    })
}
