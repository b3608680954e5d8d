//! The games of a page, packed: ten thousand games take a few megabytes. `games.js` and `board.js` unpack them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::board::Cell;
use crate::explain::ComparedBoard;
use crate::rules::Rules;
use crate::run::SavedBoard;
use crate::territory::{Analysis, Completeness, Evaluator, Strategy, strategy};

/// The prefixes of a strategy's name if its answers in the two runs differ.
pub(super) const RUNS: [&str; 2] = ["A: ", "B: "];

/// Returns the games as JSON for a `script` element. `best` has the indices of the strategies, the most exact first; `eras`
/// and `ranks` are the ranges of years and of ranks of the run. On a page of two runs, `changes` has the changes of each
/// game.
pub(super) fn pack(
    strategies: &[String],
    best: &[usize],
    eras: &[&str],
    ranks: &[&str],
    boards: &[SavedBoard],
    changes: Option<&[Vec<Value>]>,
) -> String {
    let mut packer = Packer::default();
    let of = |at: usize| changes.and_then(|changes| changes.get(at)).map_or(&[][..], Vec::as_slice);
    let games: Vec<Value> = boards.iter().enumerate().filter_map(|(at, board)| packer.game(board, of(at))).collect();
    let run = json!({
        "strategies": strategies,
        "controls": if changes.is_some() { Vec::new() } else { controls(strategies) },
        "external": external(strategies),
        "best": best,
        "eras": eras,
        "ranks": ranks,
        "runs": changes.is_some(),
        "words": packer.words.in_order(),
        "groups": packer.groups,
        "game_fields": packer.game_fields,
        "answer_fields": packer.answer_fields,
        "games": games,
    });
    embed(&run.to_string())
}

/// Returns the indices of the control strategies, or none if all strategies are controls.
fn controls(strategies: &[String]) -> Vec<usize> {
    let is_control = |name: &str| strategy(name).is_some_and(Strategy::is_control);
    let controls: Vec<usize> = (0..strategies.len()).filter(|&number| is_control(&strategies[number])).collect();
    if controls.len() == strategies.len() { Vec::new() } else { controls }
}

/// Returns the indices of the external scorers: they do not have the name of a strategy.
fn external(strategies: &[String]) -> Vec<usize> {
    (0..strategies.len()).filter(|&number| strategy_of(&strategies[number]).is_none()).collect()
}

/// Returns the strategy that an answer belongs to, if it is not an external scorer's.
fn strategy_of(name: &str) -> Option<&'static dyn Strategy> {
    strategy(RUNS.iter().find_map(|run| name.strip_prefix(run)).unwrap_or(name))
}

/// Returns whether the game is finished, by the same test as `Evaluated::is_finished`.
fn is_finished(board: &SavedBoard, completeness: Completeness) -> bool {
    completeness.is_closed() && !board.flags.iter().any(|flag| flag == "moves_missing")
}

/// Returns how a game is counted: `territory` or `area`.
fn method(board: &SavedBoard) -> &'static str {
    Rules::parse(&board.rules).map_or("", |rules| rules.method().name())
}

/// Returns JSON that is safe in a `script` element: no string in it can end the element or begin a comment. The escaped
/// characters are rare, so each is looked for before anything is copied.
fn embed(json: &str) -> String {
    let escaped =
        [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")];
    escaped.iter().fold(
        json.to_owned(),
        |json, (letter, code)| if json.contains(letter) { json.replace(letter, code) } else { json },
    )
}

/// Distinct words, each with its number.
#[derive(Default)]
struct Words(BTreeMap<String, usize>);

impl Words {
    fn number(&mut self, word: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(word.to_owned()).or_insert(next)
    }

    fn in_order(self) -> Vec<String> {
        let mut words = vec![String::new(); self.0.len()];
        for (word, number) in self.0 {
            words[number] = word;
        }
        words
    }

    /// Returns the fields of an object, some of them replaced by `own`. Every other text is replaced by its word
    /// number.
    fn pack<const N: usize>(&mut self, object: &impl Serialize, own: [(&str, Value); N]) -> Map<String, Value> {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(object) else { unreachable!("a struct is an object") };
        for (name, _) in &own {
            fields.remove(*name);
        }
        fields.values_mut().for_each(|value| self.replace(value));
        fields.extend(own.map(|(name, value)| (name.to_owned(), value)));
        fields
    }

    /// Replaces a text, or each text of a list, by its number.
    fn replace(&mut self, value: &mut Value) {
        match value {
            Value::String(word) => *value = self.number(word).into(),
            Value::Array(values) => values.iter_mut().for_each(|value| self.replace(value)),
            _ => {}
        }
    }
}

/// Places with the same words: the numbers of their regions, their points if they are living stones, their surroundings,
/// and the answers, each with the index of its names in the groups of the page.
#[derive(Serialize)]
struct PackedPlace(Vec<usize>, Vec<usize>, usize, Vec<(usize, usize)>);

/// Packs one game after another.
#[derive(Default)]
struct Packer {
    evaluator: Evaluator,
    words: Words,
    /// The names that answers of places have in common.
    groups: Vec<Vec<String>>,
    game_fields: Vec<String>,
    answer_fields: Vec<String>,
}

impl Packer {
    /// Returns the values of a packed game, or `None` if its rows do not form a board, which `SavedRun::boards`
    /// excludes.
    ///
    /// The fields are the fields of `boards.ndjson` and a few more. The position has one letter for every two points:
    /// the letter 5 · first + second places after `a`, where first and second are the indices of the two points in
    /// `. X O x o`. A map has a letter for each region, followed by the points that differ from their region: each as
    /// its row-major number and its letter. The command has NUL instead of the game's name.
    fn game(&mut self, board: &SavedBoard, changes: &[Value]) -> Option<Value> {
        let Self { evaluator, words, groups, game_fields, answer_fields } = self;
        let position = board.living()?;
        let compared = ComparedBoard::of_saved(board, evaluator, strategy_of)?;
        let analysis = evaluator.analysis();
        let completeness = Completeness::of(analysis);
        let answers = board.answers.iter().map(|answer| {
            let map = packed_map(&answer.map, analysis);
            values(words.pack(answer, [("map", map.into())]), answer_fields)
        });
        let answers: Value = answers.collect();
        let places = packed_places(&compared, words, groups);
        let command = board.explain.replacen(&board.game, "\0", 1);
        let own = [
            ("answers", answers),
            ("position", packed_position(&board.position).into()),
            ("label_map", board.label_map.as_ref().map(|rows| packed_map(rows, analysis)).into()),
            ("label_dead", Value::Null),
            ("places", json!(places)),
            ("unsettled", compared.is_unsettled().into()),
            ("explain", words.number(&command).into()),
            ("safety", board.safety.as_ref().map(|safety| words.number(safety)).into()),
            ("method", words.number(method(board)).into()),
            ("size", position.size().to_string().into()),
            ("dame", completeness.neutral.into()),
            ("finished", is_finished(board, completeness).into()),
            ("changes", changes.into()),
        ];
        Some(values(words.pack(board, own), game_fields))
    }
}

/// Returns the values of an object without the names of its fields, and stores these names in `fields`.
fn values(object: Map<String, Value>, fields: &mut Vec<String>) -> Value {
    if fields.is_empty() {
        fields.extend(object.keys().cloned());
    }
    object.into_iter().map(|(_, value)| value).collect()
}

/// Returns the places with answers. Places with the same words are one. Where no answer differs, only the most frequent
/// answer is kept, without the surroundings.
fn packed_places(compared: &ComparedBoard<'_>, words: &mut Words, groups: &mut Vec<Vec<String>>) -> Vec<PackedPlace> {
    let mut packed: Vec<PackedPlace> = Vec::new();
    for place in compared.places(true) {
        let Some(most_frequent) = place.answers.iter().rev().max_by_key(|(_, names)| names.len()) else { continue };
        let (title, answers) = match place.is_disputed {
            true => (place.title.as_str(), place.answers.as_slice()),
            false => ("", std::slice::from_ref(most_frequent)),
        };
        let answers = answers.iter().map(|(text, names)| (words.number(text), group_number(groups, names))).collect();
        let points = if place.region.is_none() { compared.numbers(&place.points) } else { Vec::new() };
        let new = PackedPlace(place.region.into_iter().collect(), points, words.number(title), answers);
        match packed.iter_mut().find(|other| (other.2, &other.3) == (new.2, &new.3)) {
            Some(same) => {
                same.0.extend(new.0);
                same.1.extend(new.1);
            }
            None => packed.push(new),
        }
    }
    packed
}

/// Returns the index of a list of names, which is added if it is new.
fn group_number(groups: &mut Vec<Vec<String>>, names: &[&str]) -> usize {
    groups.iter().position(|group| group == names).unwrap_or_else(|| {
        groups.push(names.iter().map(|&name| name.to_owned()).collect());
        groups.len() - 1
    })
}

fn packed_position(rows: &[String]) -> String {
    let numbers: Vec<u8> = rows
        .iter()
        .flat_map(|row| row.bytes())
        .map(|letter| match letter {
            b'X' => 1,
            b'O' => 2,
            b'x' => 3,
            b'o' => 4,
            _ => 0,
        })
        .collect();
    numbers.chunks(2).map(|pair| char::from(b'a' + 5 * pair[0] + pair.get(1).copied().unwrap_or(0))).collect()
}

fn packed_map(rows: &[String], analysis: &Analysis) -> String {
    let letters: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    let mut of_region: Vec<Option<u8>> = vec![None; analysis.regions().len()];
    let mut packed = String::new();
    let mut others = String::new();
    for (number, (index, letter)) in analysis.grid().points().zip(letters).enumerate() {
        let is_as_expected = match analysis.cells()[index] {
            Cell::Empty => *of_region[analysis.region(index)].get_or_insert(letter) == letter,
            _ => !letter.is_ascii_lowercase(),
        };
        if !is_as_expected {
            let _ = write!(others, " {number}{}", char::from(letter));
        }
    }
    packed.extend(of_region.iter().map(|letter| char::from(letter.unwrap_or(b'.'))));
    packed + &others
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn names_cannot_end_the_script_element() {
        let json = embed(&serde_json::json!(["</script><!--", "a&b \u{2028}\u{2029} \" \\"]).to_string());
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
        let read: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, ["</script><!--", "a&b \u{2028}\u{2029} \" \\"]);
    }

    #[test]
    fn controls_are_not_set_apart_in_a_run_of_only_controls() {
        let of = |names: &[&str]| controls(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["flood", "linked", "strict", "mine"]), [0, 2]);
        assert_eq!(of(&["flood", "strict"]), [0; 0]);
    }

    #[test]
    fn packed_map_lists_points_that_differ_from_their_region() {
        let rows = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut evaluator = Evaluator::new();
        evaluator.set(&Position::from_diagram("..XO.\n.XXO.\nXXOO.").unwrap(), &[]);
        assert_eq!(packed_map(&rows("bbXOw bXXOw XXOOw"), evaluator.analysis()), "bw");
        assert_eq!(packed_map(&rows("sfXOw sXXOw XXwO."), evaluator.analysis()), "sw 1f 12w 14.");
        assert_eq!(packed_position(&rows(".X Oxo. X")), "bnuf");
    }
}
