//! The games of a page, packed: ten thousand games take a few megabytes. `games.js` and `board.js` unpack them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::board::Cell;
use crate::report::SavedBoard;
use crate::rules::Rules;
use crate::territory::{Analysis, Completeness, Evaluator, Strategy, strategy};

/// The prefixes of a strategy's name where the answers of two runs differ.
pub(super) const RUNS: [&str; 2] = ["A: ", "B: "];

/// The run of a page. Strategies are indices into `strategies`.
#[derive(Serialize)]
struct PackedRun<'a> {
    strategies: &'a [String],
    /// The control strategies, whose differences the page leaves out until they are asked for.
    controls: Vec<usize>,
    /// The external scorers.
    external: Vec<usize>,
    /// All strategies, the most exact first.
    best: &'a [usize],
    /// The ranges of years and of ranks of the run.
    eras: &'a [&'a str],
    ranks: &'a [&'a str],
    /// Whether the page is one of two runs.
    runs: bool,
    words: Vec<String>,
    /// The names of the fields of each game and of each answer, in the order of their values.
    game_fields: Vec<String>,
    answer_fields: Vec<String>,
    /// The values of each [`PackedGame`], in which each answer is a list of its values.
    games: Vec<Value>,
}

/// An index into [`PackedRun::words`].
type Word = usize;

/// A game of a page.
#[derive(Serialize)]
struct PackedGame<'a> {
    /// The line of `boards.ndjson`. The position has a letter for every two points, `a` + 5 · first + second, where a point
    /// is its index in `. X O x o`. A map has a letter for each region, followed by the points that differ from their region:
    /// each as its row-major number and its letter. The command has NUL in the place of the game's name.
    #[serde(flatten)]
    board: SavedBoard<String, Word>,
    size: String,
    method: Word,
    safety: Option<Word>,
    /// The regions in the order of their first points, separated by commas: `length.eyes` (of the boundary) for each region
    /// that one colour controls, with eyes in halves, and nothing for the others.
    regions: String,
    /// Strategies, and their reasons as indices into `reason_texts`, since most strategies share most reasons.
    reasons: Vec<(Vec<Word>, Vec<usize>)>,
    reason_texts: Vec<String>,
    /// The number of dame left.
    dame: u32,
    finished: bool,
    changes: &'a [AnswerChange<'a>],
}

/// A change of an answer between two runs.
#[derive(Serialize)]
pub(super) struct AnswerChange<'a> {
    pub(super) strategy: &'a str,
    /// `fixed`, `broken` or `other`.
    pub(super) kind: &'static str,
    /// The errors in both runs.
    pub(super) deltas: [Option<f64>; 2],
}

/// Returns the games as JSON for a `script` element. `best` has the indices of the strategies, the most exact first. On a
/// page of two runs, `changes` has the changes of each game.
pub(super) fn pack(
    strategies: &[String],
    best: &[usize],
    eras: &[&str],
    ranks: &[&str],
    boards: &[SavedBoard],
    changes: Option<&[Vec<AnswerChange<'_>>]>,
) -> String {
    let mut packer = Packer::default();
    let of = |at: usize| changes.and_then(|changes| changes.get(at)).map_or(&[][..], Vec::as_slice);
    let games = boards.iter().enumerate().filter_map(|(at, board)| packer.game(board, of(at))).collect();
    let run = PackedRun {
        strategies,
        controls: if changes.is_some() { Vec::new() } else { controls(strategies) },
        external: external(strategies, boards),
        best,
        eras,
        ranks,
        runs: changes.is_some(),
        words: packer.words.in_order(),
        game_fields: packer.game_fields,
        answer_fields: packer.answer_fields,
        games,
    };
    embed(&serde_json::to_string(&run).expect("keys are strings"))
}

/// Returns the indices of the control strategies, or none if there are no other strategies.
fn controls(strategies: &[String]) -> Vec<usize> {
    let is_control = |name: &str| strategy(name).is_some_and(Strategy::is_control);
    let controls: Vec<usize> = (0..strategies.len()).filter(|&number| is_control(&strategies[number])).collect();
    if controls.len() == strategies.len() { Vec::new() } else { controls }
}

/// Returns the indices of the external scorers: neither is a strategy of that name known, nor has any board its reasons.
fn external(strategies: &[String], boards: &[SavedBoard]) -> Vec<usize> {
    let bare = |name: &str| RUNS.iter().find_map(|run| name.strip_prefix(run)).unwrap_or(name).to_owned();
    let has_reasons =
        |name: &String| boards.iter().flat_map(|board| &board.reasons).any(|list| list.strategies.contains(name));
    let is_external = |name: &String| strategy(&bare(name)).is_none() && !has_reasons(name);
    (0..strategies.len()).filter(|&number| is_external(&strategies[number])).collect()
}

/// Returns whether the record is that of a finished game, as `Evaluated::is_finished` does.
fn is_finished(board: &SavedBoard, completeness: Completeness) -> bool {
    completeness.is_closed() && !board.flags.iter().any(|flag| flag == "moves_missing")
}

/// Returns the method by which a game was counted: `territory` or `area`.
fn method(board: &SavedBoard) -> &'static str {
    Rules::parse(&board.rules).map_or("", |rules| rules.method().name())
}

/// Returns JSON in which nothing ends the `script` element or begins a comment, whatever its strings contain. The
/// escaped characters are rare.
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
struct Words(BTreeMap<String, Word>);

impl Words {
    fn number(&mut self, word: &str) -> Word {
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
}

/// Packs one game after another.
#[derive(Default)]
struct Packer {
    evaluator: Evaluator,
    words: Words,
    game_fields: Vec<String>,
    answer_fields: Vec<String>,
}

impl Packer {
    /// Returns the values of a packed game, or `None` if its rows are no board, which `SavedRun::boards` excludes.
    fn game(&mut self, board: &SavedBoard, changes: &[AnswerChange<'_>]) -> Option<Value> {
        let Self { evaluator, words, .. } = self;
        let position = board.living()?;
        evaluator.set(&position, &board.dead());
        let analysis = evaluator.analysis();
        let completeness = Completeness::of(analysis);
        let mut texts = Words::default();
        let reasons = board.reasons.iter().map(|list| {
            let strategies = list.strategies.iter().map(|name| words.number(name)).collect();
            (strategies, list.reasons.iter().map(|reason| texts.number(reason)).collect())
        });
        let game = PackedGame {
            size: position.size().to_string(),
            reasons: reasons.collect(),
            reason_texts: texts.in_order(),
            method: words.number(method(board)),
            safety: board.safety.as_ref().map(|safety| words.number(safety)),
            regions: regions(analysis),
            dame: completeness.neutral,
            finished: is_finished(board, completeness),
            changes,
            board: SavedBoard {
                position: packed_position(&board.position),
                explain: words.number(&board.explain.replacen(&board.game, "\0", 1)),
                ..board.map(|rows| packed_map(rows, analysis), |word| words.number(word))
            },
        };
        let mut fields = object(&game);
        if let Some(Value::Array(answers)) = fields.get_mut("answers") {
            for answer in answers {
                *answer = values(object(answer), &mut self.answer_fields);
            }
        }
        Some(values(fields, &mut self.game_fields))
    }
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        _ => unreachable!("a struct is an object"),
    }
}

/// Returns the values of an object without the names of its fields, which `fields` gets.
fn values(object: Map<String, Value>, fields: &mut Vec<String>) -> Value {
    if fields.is_empty() {
        fields.extend(object.keys().cloned());
    }
    object.into_iter().map(|(_, value)| value).collect()
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

fn regions(analysis: &Analysis) -> String {
    let of = |region: &crate::territory::Region| match region.owner {
        Some(_) => format!("{}.{}", region.boundary.length, region.boundary.half_eyes()),
        None => String::new(),
    };
    analysis.regions().iter().map(of).collect::<Vec<_>>().join(",")
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
    fn nothing_in_a_name_is_markup() {
        let json = embed(&serde_json::json!(["</script><!--", "a&b \u{2028}\u{2029} \" \\"]).to_string());
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
        let read: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, ["</script><!--", "a&b \u{2028}\u{2029} \" \\"]);
    }

    #[test]
    fn a_run_of_control_strategies_has_none() {
        let of = |names: &[&str]| controls(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["flood", "linked", "strict", "mine"]), [0, 2]);
        assert_eq!(of(&["flood", "strict"]), [0; 0]);
    }

    #[test]
    fn maps_say_what_is_not_as_its_region() {
        let rows = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut evaluator = Evaluator::new();
        evaluator.set(&Position::from_diagram("..XO.\n.XXO.\nXXOO.").unwrap(), &[]);
        assert_eq!(packed_map(&rows("bbXOw bXXOw XXOOw"), evaluator.analysis()), "bw");
        assert_eq!(packed_map(&rows("sfXOw sXXOw XXwO."), evaluator.analysis()), "sw 1f 12w 14.");
        assert_eq!(regions(evaluator.analysis()), "7.3,8.3");
        assert_eq!(packed_position(&rows(".X Oxo. X")), "bnuf");
    }
}
