//! The result of a local search, and its effect on the verdict.

use super::alpha_beta::{Exhausted, Move, Search};
use super::count::End;
use super::graph::LocalGraph;
use super::orientation::Orientation;
use super::play::{LocalGame, POINT};
use super::set::{Nodes, Set};
use super::state::State;
use crate::board::{Cell, Color};
use crate::territory::{Analysis, Status, Verdict, idx16};

/// A move of a variation: the player, and the index of the point or `None` for a pass.
pub type Step = (Color, Option<u16>);

/// The result of a local search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalResult {
    /// The indices of the points that could be played.
    pub points: Vec<u16>,
    /// The number of states searched.
    pub nodes: u32,
    /// Whether the search failed: it ran out of budget, or the local game was out of reach. Then there are no
    /// variations, and the static answer stands.
    pub is_unread: bool,
    /// Whether the local game contains every connected block. If not, blocks farther away were assumed to be settled.
    pub is_whole: bool,
    /// Stones that are captured whoever moves first: one stone of each large block, all stones of a small one. They are
    /// alive by agreement, and the result assumes that they are.
    pub agreed: Vec<u16>,
    /// The principal variation, for each colour that moves first.
    pub lines: [Vec<Step>; 2],
    /// The value to Black in points, for each colour that moves first.
    pub values: [i32; 2],
    /// The points of controlled regions whose owner depends on who moves first.
    pub unsettled: Vec<u16>,
}

/// The statuses of a point of a controlled region if Black moves first and if White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) cell: u16,
    pub(super) statuses: [Status; 2],
}

/// The result of a local search on the canonical board.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) readout: LocalResult,
    /// Whether the local game was uncertain. If it was not and the search fails, the static answer is as good as any.
    pub(super) in_doubt: bool,
    pub(super) claims: Vec<Claim>,
}

impl Found {
    /// Searches a local game for both colours to move first.
    pub(super) fn read(search: &mut Search, analysis: &Analysis, graph: &LocalGraph, budget: u32) -> Self {
        let mut found = Self::default();
        found.readout.points = graph.points().collect();
        let result = found.search(search, analysis, graph, budget);
        found.readout.is_unread = result.is_err();
        found.readout.is_whole = graph.is_whole;
        if result.is_err() {
            found.readout.agreed.clear();
        }
        found
    }

    fn search(
        &mut self,
        search: &mut Search,
        analysis: &Analysis,
        graph: &LocalGraph,
        budget: u32,
    ) -> Result<(), Exhausted> {
        if graph.is_out_of_reach {
            return Err(Exhausted);
        }
        let mut field = graph.field.clone();
        loop {
            let lines =
                [self.line(search, &field, Color::Black, budget)?, self.line(search, &field, Color::White, budget)?];
            let captured = field.captured([&lines[0].end, &lines[1].end]);
            if captured == 0 {
                self.note(analysis, graph, &field, lines);
                return Ok(());
            }
            // who moves first makes no difference, so the players knew about the capture and agreed on life all the
            // same
            field.agree(captured);
            self.readout.agreed = field.agreed.nodes().map(|node| graph.cells[node]).collect();
        }
    }

    fn line(&mut self, search: &mut Search, field: &LocalGame, first: Color, budget: u32) -> Result<Line, Exhausted> {
        search.begin(budget);
        let line = search.line(field, field.start(first));
        self.readout.nodes += search.nodes;
        line
    }

    fn note(&mut self, analysis: &Analysis, graph: &LocalGraph, field: &LocalGame, lines: [Line; 2]) {
        let ends = [0, 1].map(|at: usize| field.count(&lines[at].end));
        let stones = [0, 1].map(|at: usize| lines[at].end.stones);
        self.claims = claims(analysis, graph, &ends, &stones);
        for (first, line) in Color::BOTH.into_iter().zip(lines) {
            let at = first.index();
            let value = if first == Color::Black { line.value } else { -line.value };
            // prisoners add a little to the value: see `play::PRISONER`
            self.readout.values[at] = (value + POINT / 2).div_euclid(POINT);
            let colors = [first, first.opponent()].into_iter().cycle();
            let step = |candidate: Move| candidate.map(|node| graph.cells[usize::from(node)]);
            self.readout.lines[at] = colors.zip(line.moves.into_iter().map(step)).collect();
        }
    }

    /// Returns the result in coordinates and colours of the original board.
    pub(super) fn readout(self, turn: Orientation, back: impl Fn(u16) -> u16) -> LocalResult {
        let LocalResult { points, nodes, is_unread, is_whole, agreed, lines, values, .. } = self.readout;
        let turned = |line: Vec<Step>| -> Vec<Step> {
            line.into_iter().map(|(color, cell)| (turn.color(color), cell.map(&back))).collect()
        };
        let is_unsettled = |claim: &&Claim| claim.statuses[0].owner() != claim.statuses[1].owner();
        let sign = if turn.color(Color::Black) == Color::Black { 1 } else { -1 };
        LocalResult {
            points: points.into_iter().map(&back).collect(),
            nodes,
            is_unread,
            is_whole,
            agreed: agreed.into_iter().map(&back).collect(),
            lines: turn.pair(lines.map(turned)),
            values: turn.pair(values.map(|value| sign * value)),
            unsettled: self.claims.iter().filter(is_unsettled).map(|claim| back(claim.cell)).collect(),
        }
    }
}

/// A principal variation and its result.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) end: State,
    /// The value for the player who moves first.
    pub(super) value: i32,
}

/// Returns the statuses that the two final states give to the points that one colour controlled at the start.
fn claims(analysis: &Analysis, graph: &LocalGraph, ends: &[End; 2], stones: &[[Set; 2]; 2]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (node, &cell) in graph.cells.iter().enumerate() {
        if analysis.cells()[usize::from(cell)] != Cell::Empty {
            continue;
        }
        let region = analysis.region(usize::from(cell));
        let Some(owner) = analysis.regions()[region].owner else { continue };
        if !graph.regions.contains(&idx16(region)) {
            continue;
        }
        let status = |first: usize| {
            if ends[first].territory[owner.index()].has(node) {
                Status::territory(owner)
            } else if stones[first][owner.index()].has(node) && !graph.field.territory.has(node) {
                Status::FalseEye
            } else {
                Status::Seki
            }
        };
        let statuses = [status(0), status(1)];
        claims.extend(graph.cells_of(analysis, node).map(|cell| Claim { cell, statuses }));
    }
    claims
}

impl Claim {
    /// Returns the claim in coordinates and colours of the original board.
    pub(super) fn turned(self, turn: Orientation, back: impl Fn(u16) -> u16) -> Self {
        let status = |status: Status| status.owner().map_or(status, |owner| Status::territory(turn.color(owner)));
        Self { cell: back(self.cell), statuses: turn.pair(self.statuses.map(status)) }
    }
}

/// Combines the claims of all symmetries that lead to the canonical board. A status on which they differ becomes seki.
pub(super) fn agreed(turns: Vec<Vec<Claim>>) -> Vec<Claim> {
    let mut turns = turns.into_iter();
    let mut claims = turns.next().unwrap_or_default();
    for other in turns {
        for claim in &mut claims {
            let found = other.iter().find(|other| other.cell == claim.cell);
            let found = found.expect("a symmetric board has symmetric fields");
            for (status, other) in claim.statuses.iter_mut().zip(found.statuses) {
                if *status != other {
                    *status = Status::Seki;
                }
            }
        }
    }
    claims
}

/// Writes the claims into `verdict`, which holds the static answer. If a point depends on who moves first, the verdict
/// keeps the owner of the static answer if that is one of the two possible owners.
pub(super) fn apply(claims: &[Claim], analysis: &Analysis, verdict: &mut Verdict) {
    let mut statuses = vec![Status::Border; analysis.cells().len()];
    verdict.for_each_point(analysis, |index, status| statuses[index] = status);
    let mut regions = Vec::new();
    let mut swings = [[0_i32; 2]; 2];
    for claim in claims {
        let index = usize::from(claim.cell);
        let before = statuses[index];
        let [black, white] = claim.statuses;
        let now = if black == white || before.owner() == black.owner() { black } else { white };
        // the static answer gives the better reason why a point is nobody's
        statuses[index] = if now.owner() == before.owner() { before } else { now };
        let number = idx16(analysis.region(index));
        if !regions.contains(&number) {
            regions.push(number);
        }
        for (swing, first) in swings.iter_mut().zip(claim.statuses) {
            for color in Color::BOTH {
                let owns = |status: Status| i32::from(status.owner() == Some(color));
                swing[color.index()] += owns(first) - owns(statuses[index]);
            }
        }
        if black.owner() != white.owner() {
            verdict.open_mut().points.push((claim.cell, [black.owner(), white.owner()]));
        }
    }
    verdict.open_mut().swings = swings.map(|[black, white]| black - white);
    for number in regions {
        let region = &analysis.regions()[usize::from(number)];
        let points = analysis.points(region);
        let first = statuses[usize::from(points[0])];
        let status = |&point: &u16| statuses[usize::from(point)];
        if points.iter().all(|point| status(point) == first) {
            verdict.replace(number.into(), Some(first), &[]);
        } else {
            let statuses: Vec<(u16, Status)> = points.iter().map(|point| (*point, status(point))).collect();
            verdict.replace(number.into(), None, &statuses);
        }
    }
}
