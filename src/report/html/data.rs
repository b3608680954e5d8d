//! The games of a page, packed: ten thousand games take a few megabytes. `games.js` and `board.js` unpack them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use crate::board::Cell;
use crate::report::{BoardAnswer, SavedBoard, StrategyReasons};
use crate::rules::Rules;
use crate::territory::{Analysis, Completeness, Evaluator, Strategy, strategy};

/// The prefixes of a strategy's name where the answers of two runs differ.
pub(super) const RUNS: [&str; 2] = ["A: ", "B: "];

/// The run of a page. Strategies are indices into `strategies`, and frequent words indices into `words`.
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
    words: Vec<&'a str>,
    /// The names of the fields of each game, in the order of its values.
    game_fields: Vec<String>,
    /// The names of the fields of each answer.
    answer_fields: Vec<String>,
    /// The values of each [`PackedGame`].
    games: Vec<Value>,
    /// Whether the page is one of two runs.
    runs: bool,
}

/// An index into [`PackedRun::words`].
type Word = usize;

/// A game of a page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PackedGame<'a> {
    name: &'a str,
    players: &'a [String; 2],
    date: &'a str,
    size: String,
    rules: Word,
    method: Word,
    komi: f64,
    handicap: u32,
    moves: u32,
    origin: Word,
    rank: Word,
    label: Option<&'a str>,
    check: Word,
    prisoners: [u32; 2],
    disputed: bool,
    finished: Word,
    /// The number of dame left.
    dame: u32,
    safety: Option<Word>,
    flags: String,
    /// The text of the command before the game's name and after it, as words, or the whole command.
    explain: Value,
    /// A letter for every two points, `a` + 5 · first + second, where a point is its index in `. X O x o`.
    position: String,
    /// The regions in the order of their first points, separated by commas: `length.eyes` (of the boundary) for each region
    /// that one colour controls, with eyes in halves, and nothing for the others.
    regions: String,
    /// The label's map, as in [`PackedAnswer::map`].
    label_map: Option<String>,
    /// The values of each [`PackedAnswer`].
    answers: Vec<Value>,
    /// The distinct reasons of [`crate::report::reasons`], and lists of indices into them, since most strategies share most
    /// reasons.
    reasons: (Vec<&'a str>, Vec<Vec<usize>>),
    changes: &'a [AnswerChange<'a>],
}

/// An answer to a game, with the strategies that gave it.
#[derive(Serialize)]
struct PackedAnswer {
    strategies: Vec<usize>,
    margin: f64,
    delta: Option<f64>,
    outcome: Option<Word>,
    /// The number of points on which the map differs from the label's.
    diff: Option<u32>,
    category: Option<Word>,
    /// A letter for each region, followed by the points that differ from their region: each as its row-major number and its
    /// letter.
    map: String,
    /// For each strategy, an index into the game's lists of reasons, if it has reasons.
    why: Vec<Option<usize>>,
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

/// Distinct words, each with its index.
#[derive(Default)]
struct Interner<'a> {
    numbers: BTreeMap<&'a str, usize>,
    words: Vec<&'a str>,
}

impl<'a> Interner<'a> {
    fn number(&mut self, word: &'a str) -> usize {
        *self.numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            self.words.len() - 1
        })
    }
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
    let mut packer =
        Packer { strategies, words: Interner::default(), game_fields: Vec::new(), answer_fields: Vec::new() };
    let mut evaluator = Evaluator::new();
    let of = |at: usize| changes.and_then(|changes| changes.get(at)).map_or(&[][..], Vec::as_slice);
    let games = boards.iter().enumerate();
    let games = games.filter_map(|(at, board)| packer.game(board, of(at), &mut evaluator)).collect();
    let run = PackedRun {
        strategies,
        controls: if changes.is_some() { Vec::new() } else { controls(strategies) },
        external: external(strategies, boards),
        best,
        eras,
        ranks,
        words: packer.words.words,
        game_fields: packer.game_fields,
        answer_fields: packer.answer_fields,
        games,
        runs: changes.is_some(),
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

/// Packs one game after another.
struct Packer<'a> {
    strategies: &'a [String],
    words: Interner<'a>,
    game_fields: Vec<String>,
    answer_fields: Vec<String>,
}

impl<'a> Packer<'a> {
    /// Returns the values of a packed game, or `None` if its rows are no board, which `SavedRun::boards` excludes.
    fn game(
        &mut self,
        board: &'a SavedBoard,
        changes: &[AnswerChange<'_>],
        evaluator: &mut Evaluator,
    ) -> Option<Value> {
        let position = board.living()?;
        evaluator.set(&position, &board.dead());
        let analysis = evaluator.analysis();
        let completeness = Completeness::of(analysis);
        let answers: Vec<Value> =
            board.answers.iter().map(|answer| self.answer(answer, &board.reasons, analysis)).collect();
        let words = &mut self.words;
        let game = PackedGame {
            name: &board.game,
            players: &board.players,
            date: &board.date,
            size: position.size().to_string(),
            rules: words.number(&board.rules),
            method: words.number(method(board)),
            komi: board.komi,
            handicap: board.handicap,
            moves: board.moves,
            origin: words.number(&board.origin),
            rank: words.number(&board.rank),
            label: board.label.as_deref(),
            check: words.number(&board.label_check),
            prisoners: board.prisoners,
            disputed: board.disputed,
            finished: words.number(if is_finished(board, completeness) { "yes" } else { "no" }),
            dame: completeness.neutral,
            safety: board.safety.as_ref().map(|safety| words.number(safety)),
            flags: board.flags.join(", "),
            // the commands of most games differ only in the game's name
            explain: match board.explain.split_once(&*board.game) {
                Some((before, after)) => json!([words.number(before), words.number(after)]),
                None => json!(board.explain),
            },
            position: packed_position(&board.position),
            regions: regions(analysis),
            label_map: board.label_map.as_ref().map(|rows| packed_map(rows, analysis)),
            answers,
            reasons: packed_reasons(&board.reasons),
            changes,
        };
        Some(values(&game, &mut self.game_fields))
    }

    fn answer(&mut self, answer: &'a BoardAnswer, reasons: &[StrategyReasons], analysis: &Analysis) -> Value {
        let number = |name: &String| self.strategies.iter().position(|strategy| strategy == name);
        let list = |name: &String| reasons.iter().position(|list| list.strategies.contains(name));
        let packed = PackedAnswer {
            strategies: answer.strategies.iter().filter_map(number).collect(),
            margin: answer.margin,
            delta: answer.delta,
            outcome: answer.outcome.map(|outcome| self.words.number(outcome.name())),
            diff: answer.map_diff,
            category: answer.category.as_ref().map(|category| self.words.number(category)),
            map: packed_map(&answer.map, analysis),
            why: answer.strategies.iter().map(list).collect(),
        };
        values(&packed, &mut self.answer_fields)
    }
}

/// Returns the values of a struct without the names of its fields, which `fields` gets.
fn values(row: &impl Serialize, fields: &mut Vec<String>) -> Value {
    let Ok(Value::Object(object)) = serde_json::to_value(row) else { unreachable!("a struct is an object") };
    if fields.is_empty() {
        fields.extend(object.keys().cloned());
    }
    object.into_iter().map(|(_, value)| value).collect()
}

fn packed_reasons(lists: &[StrategyReasons]) -> (Vec<&str>, Vec<Vec<usize>>) {
    let mut reasons = Interner::default();
    let lists = lists.iter().map(|list| list.reasons.iter().map(|reason| reasons.number(reason)).collect()).collect();
    (reasons.words, lists)
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
        let json = embed(&json!(["</script><!--", "a&b \u{2028}\u{2029} \" \\"]).to_string());
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
