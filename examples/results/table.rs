//! The CSV file with a row for each game that people counted, for statistics outside this program.

use std::fmt::Write as _;

use super::evaluation::{Evaluation, Game};
use super::fills::number;
use super::rules;

/// The number of games in the example in this folder.
const EXAMPLES: usize = 20;

/// Returns the text of the file.
pub(crate) fn text(people: &Evaluation) -> String {
    let tried = rules::tried();
    let columns = people.figures.strategies.iter().map(|name| {
        let place = tried.iter().position(|fill| fill.name == name);
        place.map_or_else(|| name.clone(), number)
    });
    let mut text = format!(
        "game,event,year,part,finished,owed,neutral,recorded,{}\n",
        columns.collect::<Vec<_>>().join(",")
    );
    // the orders of an archive and of its unpacked folder are different
    let mut games: Vec<&Game> = people.games.iter().collect();
    games.sort_by(|one, other| one.name.cmp(&other.name));
    for game in games {
        let yes_no = |is: bool| if is { "yes" } else { "no" };
        let year = game.year.map(|year| year.to_string()).unwrap_or_default();
        let (name, event) = (quoted(&game.name), quoted(game.event()));
        let (part, finished, owed) = (
            ["A", "B"][game.half()],
            yes_no(game.is_finished()),
            yes_no(game.owed),
        );
        let _ = write!(
            text,
            "{name},{event},{year},{part},{finished},{owed},{},{}",
            game.neutral, game.label
        );
        for margin in &game.margins {
            let _ = write!(text, ",{margin}");
        }
        text.push('\n');
    }
    text
}

/// Returns the first rows of the file.
pub(crate) fn example(table: &str) -> String {
    table.split_inclusive('\n').take(1 + EXAMPLES).collect()
}

/// Returns a field of a CSV file.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
