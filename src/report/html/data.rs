//! The games of a page, packed: ten thousand games take a few megabytes.
//!
//! ```text
//! game    [name, black, white, date, size, rules, komi, handicap, moves, origin, label, check, black prisoners,
//!          white prisoners, disputed, flags, explain, position, regions, label map or null, answers, reasons, changes, method,
//!          rank, dame, finished, safety]
//! answer  [strategies, margin, delta, outcome, map_diff, category, map, why]
//! change  [strategy, kind, delta before, delta now], on a page of two runs
//! explain [text before the game's name, text after it], or the whole command
//! ```
//!
//! `controls` has the control strategies, whose differences the page leaves out until they are asked for, `external` the
//! external scorers, `best` all strategies, the most exact first, and `eras` and `ranks` the ranges of years and of ranks of
//! the run. Frequent words are indices into `words`, strategies are indices into `strategies`. A position has a letter for every
//! two points, `a` + 5 · first + second, where a point is its index in `. X O x o`. Regions are in the order of their
//! first points, row-major, separated by commas: `length.eyes` (of the boundary) for each region that one colour
//! controls, with eyes in halves, and nothing for the others. A map has a letter for each region, followed by the
//! points that differ from their region: each as its row-major number and its letter. `why` has, for each strategy, an
//! index into the game's lists of reasons, or -1. `reasons` are the distinct reasons of [`crate::report::reasons`] and
//! the lists of indices into them, since most strategies share most reasons.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::changes::{Changes, RUNS};
use crate::board::Cell;
use crate::report::{BoardAnswer, SavedBoard, StrategyReasons};
use crate::rules::Rules;
use crate::territory::{Analysis, Completeness, Evaluator, Strategy, strategy};

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
    changes: Option<&[Changes<'_>]>,
) -> String {
    let mut words = Interner::default();
    let mut evaluator = Evaluator::new();
    let of = |at: usize| changes.and_then(|changes| changes.get(at)).map_or(&[][..], Vec::as_slice);
    let games = boards.iter().enumerate();
    let games: Vec<Value> =
        games.filter_map(|(at, board)| game(board, of(at), strategies, &mut words, &mut evaluator)).collect();
    let controls = if changes.is_some() { Vec::new() } else { controls(strategies) };
    embed(&json!({
        "strategies": strategies,
        "controls": controls,
        "external": external(strategies, boards),
        "best": best,
        "eras": eras,
        "ranks": ranks,
        "words": words.words,
        "games": games,
        "runs": changes.is_some(),
    }))
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
fn embed(value: &Value) -> String {
    let json = value.to_string();
    let escaped =
        [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")];
    escaped
        .iter()
        .fold(json, |json, (letter, code)| if json.contains(letter) { json.replace(letter, code) } else { json })
}

/// Returns a packed game, or `None` if its rows are no board, which `SavedRun::boards` excludes.
fn game<'a>(
    board: &'a SavedBoard,
    changes: &[(&'a str, &'static str, [Option<f64>; 2])],
    strategies: &[String],
    words: &mut Interner<'a>,
    evaluator: &mut Evaluator,
) -> Option<Value> {
    let position = board.living()?;
    evaluator.set(&position, &board.dead());
    let analysis = evaluator.analysis();
    let completeness = Completeness::of(analysis);
    let answers: Vec<Value> =
        board.answers.iter().map(|answer| packed_answer(answer, &board.reasons, strategies, words, analysis)).collect();
    let changes: Vec<Value> = changes
        .iter()
        .map(|(strategy, kind, [before, now])| json!([words.number(strategy), words.number(kind), before, now]))
        .collect();
    Some(json!([
        board.game,
        board.players[0],
        board.players[1],
        board.date,
        position.size().to_string(),
        words.number(&board.rules),
        board.komi,
        board.handicap,
        board.moves,
        words.number(&board.origin),
        board.label,
        words.number(&board.label_check),
        board.prisoners[0],
        board.prisoners[1],
        u8::from(board.disputed),
        board.flags.join(", "),
        packed_command(board, words),
        packed_position(&board.position),
        regions(analysis),
        board.label_map.as_ref().map(|rows| packed_map(rows, analysis)),
        answers,
        packed_reasons(&board.reasons),
        changes,
        words.number(method(board)),
        words.number(&board.rank),
        completeness.neutral,
        u8::from(is_finished(board, completeness)),
        board.safety.as_ref().map(|safety| words.number(safety)),
    ]))
}

fn packed_answer<'a>(
    answer: &'a BoardAnswer,
    reasons: &[StrategyReasons],
    strategies: &[String],
    words: &mut Interner<'a>,
    analysis: &Analysis,
) -> Value {
    let number = |name: &String| strategies.iter().position(|strategy| strategy == name);
    let list = |name: &String| reasons.iter().position(|list| list.strategies.contains(name));
    let why: Vec<Value> =
        answer.strategies.iter().map(|name| list(name).map_or(json!(-1), |list| json!(list))).collect();
    json!([
        answer.strategies.iter().filter_map(number).collect::<Vec<_>>(),
        answer.margin,
        answer.delta,
        answer.outcome.map(|outcome| words.number(outcome.name())),
        answer.map_diff,
        answer.category.as_ref().map(|category| words.number(category)),
        packed_map(&answer.map, analysis),
        why,
    ])
}

/// Returns the packed command. The commands of most games differ only in the game's name.
fn packed_command<'a>(board: &'a SavedBoard, words: &mut Interner<'a>) -> Value {
    match board.explain.split_once(&*board.game) {
        Some((before, after)) => json!([words.number(before), words.number(after)]),
        None => json!(board.explain),
    }
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
        let json = embed(&json!(["</script><!--", "a&b \u{2028}\u{2029} \" \\"]));
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
