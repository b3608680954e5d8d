//! Compares local search with the slow solver.

use std::collections::BTreeMap;
use std::collections::HashMap;

use fastrand::Rng;
use rayon::prelude::*;
use seichi::board::{Color, Position};
use seichi::territory::{Evaluator, Verdict};

use crate::fast;
use crate::slow::{self, Board, Map, Solver};
use seichi_oracle::playout::{Board as Rows, end_position};

/// The result of comparing the two on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The position has no local game, or several.
    NotOneLocalGame,
    /// The slow solver has used up its budget.
    TooMuch,
    /// The search has used up its budget.
    Unread,
    /// Values and maps are equal.
    Same,
    /// Values are equal, and the map is one of several of the slow solver's.
    SameOfSeveral,
    /// Values are equal. The board is symmetric, and the search keeps only what the maps of its two sides share.
    SameSymmetric,
    /// Values differ, and a principal variation of the slow solver ends because of its captures.
    CutDiffers,
    /// Values differ.
    ValueDiffers,
    /// Values are equal, and the map is none of the slow solver's.
    MapDiffers,
}

/// The answer of the search.
struct SearchAnswer {
    /// The values if Black moves first, and if White does.
    values: [i32; 2],
    /// Stones that are alive by agreement although play captures them.
    agreed: slow::Set,
    /// The maps if Black moves first, and if White does.
    maps: [Map; 2],
}

/// Returns the answer of the search, or `None` if the position has no local game or several.
fn search(position: &Position) -> Option<Result<SearchAnswer, Outcome>> {
    let mut evaluator = Evaluator::new();
    let mut verdict = Verdict::default();
    evaluator.set(position, &[]);
    let results = evaluator.read_all(&mut verdict);
    let [result] = &results[..] else { return None };
    if result.is_unread {
        return Some(Err(Outcome::Unread));
    }
    let analysis = evaluator.analysis();
    let mut maps = [Map::default(); 2];
    for (point, cell) in analysis.grid().points().enumerate() {
        if analysis.cells()[cell].color().is_some() {
            continue;
        }
        let settled = [verdict.status(analysis, cell).owner(); 2];
        let open = verdict.unsettled().points.iter().find(|(index, _)| usize::from(*index) == cell);
        let owners = open.map_or(settled, |&(_, owners)| owners);
        for (map, owner) in maps.iter_mut().zip(owners) {
            if let Some(owner) = owner {
                map[owner.index()] |= 1 << point;
            }
        }
    }
    let numbers = analysis.grid().points().enumerate();
    let is_agreed = |cell: usize| result.agreed.iter().any(|&stone| usize::from(stone) == cell);
    let agreed = numbers.filter(|&(_, cell)| is_agreed(cell)).fold(0, |sum, (point, _)| sum | 1 << point);
    Some(Ok(SearchAnswer {
        values: Color::BOTH.map(|first| result.value(first).expect("it is settled")),
        agreed,
        maps,
    }))
}

/// Returns the slow solver's value and maps if Black moves first, and if White does; `None` if it would visit more than
/// `left` states.
fn solve(board: &Board, left: u32, with_table: bool) -> Option<[slow::Solution; 2]> {
    let from = |first| {
        let table = with_table.then(HashMap::new);
        Solver { left, table }.solve(board, &board.initial(first))
    };
    Some([from(Color::Black)?, from(Color::White)?])
}

/// Compares the search with the slow solver on a board. Returns the outcome, and a text that describes a difference.
fn compare(rows: &[String], left: u32) -> (Outcome, String) {
    let position = fast::position(rows);
    let mut board = Board::new(&position);
    if !board.is_one_local_game {
        return (Outcome::NotOneLocalGame, String::new());
    }
    let answer = match search(&position) {
        None => return (Outcome::NotOneLocalGame, String::new()),
        Some(Err(outcome)) => return (outcome, rows.join("\n")),
        Some(Ok(answer)) => answer,
    };
    board.agree(answer.agreed);
    // few points need no table
    let with_table = board.playable.count_ones() > 3;
    let Some(solutions) = solve(&board, left, with_table) else { return (Outcome::TooMuch, String::new()) };
    let values = [solutions[0].points(), solutions[1].points()];
    let text = || {
        let map = |map: &Map| format!("{:?}", map.map(|set| slow::points(set).collect::<Vec<_>>()));
        format!(
            "{}\nsearch {:?} {:?}\nsolver {values:?} exactly {:?} {:?}",
            rows.join("\n"),
            answer.values,
            answer.maps.each_ref().map(map),
            solutions.each_ref().map(|solution| solution.value),
            solutions.each_ref().map(|solution| solution.maps.iter().map(map).collect::<Vec<_>>()),
        )
    };
    if answer.values != values && solutions.iter().any(|solution| solution.is_cut) {
        return (Outcome::CutDiffers, text());
    }
    if answer.values != values {
        return (Outcome::ValueDiffers, text());
    }
    let within = |map: &Map| [map[0] & board.regions[0], map[1] & board.regions[1]];
    let maps = answer.maps.each_ref().map(within);
    let is_one_of = |at: usize| solutions[at].maps.contains(&maps[at]);
    if !(is_one_of(0) && is_one_of(1)) {
        if is_symmetric(rows) {
            return (Outcome::SameSymmetric, text());
        }
        return (Outcome::MapDiffers, text());
    }
    let is_only = solutions.iter().all(|solution| solution.maps.len() == 1);
    (if is_only { Outcome::Same } else { Outcome::SameOfSeveral }, String::new())
}

/// Returns whether a symmetry, with or without an exchange of the colours, maps the board to itself.
fn is_symmetric(rows: &[String]) -> bool {
    use crate::symmetry::{swapped, turned};
    (0..8).any(|turn| turn > 0 && turned(rows, turn) == rows || swapped(&turned(rows, turn)) == rows)
}

/// Returns the small random board with this number.
fn small(number: u64) -> Rows {
    let mut rng = Rng::with_seed(number);
    let (width, height) = match rng.u8(..10) {
        0 => (rng.usize(3..=13), 1),
        1 => (1, rng.usize(3..=13)),
        _ => (rng.usize(2..=5), rng.usize(2..=5)),
    };
    if rng.bool() {
        return end_position(&mut rng, width, height);
    }
    let (holes, black) = (0.1 + 0.3 * rng.f64(), 0.3 + 0.4 * rng.f64());
    let mut board = Rows::empty(width, height);
    for cell in board.cells.iter_mut().flatten() {
        if rng.f64() >= holes {
            *cell = if rng.f64() < black { 'x' } else { 'o' };
        }
    }
    board
}

/// Returns whether every block has a liberty, as on every real board.
fn is_legal(rows: &[String]) -> bool {
    let mut evaluator = Evaluator::new();
    evaluator.set(&fast::position(rows), &[]);
    let analysis = evaluator.analysis();
    let mut has_liberty = vec![false; analysis.blocks().len()];
    for region in analysis.regions() {
        analysis.blocks_around(region).iter().for_each(|&block| has_liberty[usize::from(block)] = true);
    }
    has_liberty.into_iter().all(|has| has)
}

/// `READING_BOARDS=400000` checks more boards.
#[test]
fn the_search_agrees_with_the_slow_solver() {
    let number = std::env::var("READING_BOARDS").map_or(20_000, |text| text.parse().expect("a number"));
    let one = |number: u64| {
        let rows = small(number).rows();
        is_legal(&rows).then(|| compare(&rows, 3_000))
    };
    let outcomes: Vec<(Outcome, String)> = (0..number).into_par_iter().filter_map(one).collect();
    let mut counts: BTreeMap<Outcome, u32> = BTreeMap::new();
    for (outcome, text) in &outcomes {
        *counts.entry(*outcome).or_default() += 1;
        if *outcome > Outcome::SameSymmetric {
            println!("{outcome:?}\n{text}\n");
        }
    }
    println!("{counts:?}");
    assert!(outcomes.iter().all(|(outcome, _)| *outcome <= Outcome::SameSymmetric), "the two differ");
    assert!(counts[&Outcome::Same] > 300, "boards on which the two say the same");
}
