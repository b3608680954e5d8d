//! Test boards, as diagrams with `@` for dead stones.

use super::evaluate::FillReason;
use super::evaluate::Life;
use crate::board::{Cell, Point, Position};
use crate::territory::analysis::Analysis;
use crate::territory::{Evaluator, Status, TerritoryMap, strategy};

/// Returns the analysis of a diagram.
pub(crate) fn analysis(diagram: &str) -> Analysis {
    let position = Position::from_diagram(&diagram.replace('@', ".")).expect("a board");
    let rows = diagram.lines().map(str::trim);
    let dead: Vec<Point> = rows
        .zip(0..)
        .flat_map(|(row, y)| {
            row.bytes()
                .zip(0..)
                .filter(|&(letter, _)| letter == b'@')
                .map(move |(_, x)| (x, y))
        })
        .map(|(x, y)| Point::new(x, y))
        .collect();
    let mut analysis = Analysis::default();
    analysis.set(&position, &dead);
    analysis
}

/// Returns the analysis of a diagram, and the result of [`Life::evaluate`].
pub(super) fn evaluated(diagram: &str) -> (Analysis, Life) {
    let analysis = analysis(diagram);
    let (mut life, mut map) = (Life::default(), TerritoryMap::default());
    map.reset(&analysis);
    life.evaluate(&analysis, &mut map);
    (analysis, life)
}

/// Returns the diagram with `*` for filled false eyes, and `+` for points where a move captured
/// dead stones.
pub(super) fn drawn(life: &Life, analysis: &Analysis) -> String {
    let letter = |index: usize| match (life.reasons[index], analysis.cells()[index]) {
        (FillReason::Cut | FillReason::CutByDead, _) => '*',
        (FillReason::Capture, _) => '+',
        (_, Cell::Black) => 'x',
        (_, Cell::White) => 'o',
        _ if life.dead[index] => '@',
        _ => '.',
    };
    let rows: Vec<String> = analysis
        .grid()
        .rows()
        .map(|row| row.map(letter).collect())
        .collect();
    rows.join("\n")
}

/// Returns a strategy's map of a diagram, with spaces between rows: `b` and `w` are territory, `s`
/// is an eye in seki, and `f` is a point that has to be filled.
pub(crate) fn territory(name: &str, diagram: &str) -> String {
    let rows: Vec<&str> = diagram.split_whitespace().collect();
    let position = Position::from_diagram(&rows.join("\n").replace('@', ".")).expect("a board");
    let dead: Vec<Point> = position
        .size()
        .iter()
        .filter(|at| rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] == b'@')
        .collect();
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    let strategy = strategy(name).expect("the strategy is listed");
    evaluator.on(&position, &dead).decide(strategy, &mut map);
    let letter = |index: usize| match map.statuses()[index] {
        Status::BlackTerritory => 'b',
        Status::WhiteTerritory => 'w',
        Status::Seki => 's',
        Status::FalseEye => 'f',
        Status::Stone => 'x',
        Status::Dame | Status::Border => '.',
    };
    position.rows(|index, _| letter(index)).join(" ")
}
