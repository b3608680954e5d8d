//! The answers of external scorers to a game. They give no reasons.

use std::fmt::Write as _;

use super::words::whose;
use crate::pipeline::Evaluated;
use crate::report::text::fold;
use crate::sgf::result_text;

/// Returns a paragraph for each scorer: its margin, and the points where it differs from the label, or from the first
/// strategy if the label has no map. `names` are the scorers', in the order of their answers.
#[must_use]
pub fn outside_text(game: &Evaluated, names: &[String]) -> String {
    let mut text = String::new();
    let grid = game.position.grid();
    let reference = game.answers.first().and_then(|answer| answer.map.as_ref());
    let other = if game.label_map.is_some() { "the label" } else { "the first strategy" };
    let owner = |index: usize| match (&game.label_map, reference) {
        (Some(label), _) => label.owner(index),
        (None, Some(map)) => map.statuses()[index].owner(),
        (None, None) => None,
    };
    for (name, answer) in names.iter().zip(&game.external) {
        let answer = match answer {
            Ok(answer) => answer,
            Err(why) => {
                let _ = writeln!(text, "\n{name} has no answer: {why}");
                continue;
            }
        };
        let _ = writeln!(text, "\n{name}: {}", result_text(answer.margin));
        let Some(map) = &answer.map else {
            text.push_str("  no map\n");
            continue;
        };
        let own = |index: usize| map.statuses()[index].owner();
        for point in &answer.also_dead {
            let _ = writeln!(text, "  {}: dead for {name} only", point.label(grid.size()));
        }
        for index in grid.points().filter(|&index| own(index) != owner(index)) {
            let point = grid.point(index).label(grid.size());
            let _ = writeln!(text, "  {point}: {}; {other}: {}", whose(own(index)), whose(owner(index)));
        }
    }
    fold(&text)
}
