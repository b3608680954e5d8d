//! A board with several answers, and the points where they differ.

use super::Scene;
use crate::board::Color;
use crate::game::{Answer, Evaluated};
use crate::run::SavedBoard;
use crate::territory::{Analysis, Evaluator, STRATEGIES, Status, TerritoryMap, Trace, strategy};

/// A board with the answers of strategies and scorers.
#[derive(Debug)]
pub(crate) struct ComparedBoard<'a> {
    pub(crate) scene: Scene,
    /// The owner of each cell according to the label, if the label has a map.
    pub(crate) label: Option<Vec<Option<Color>>>,
    /// The answers.
    pub(crate) shown: Vec<Shown<'a>>,
    /// The indices of the compared answers. These are all answers except those of control
    /// strategies. If at most two strategies, or only control strategies, are shown, every answer
    /// is compared.
    pub(crate) compared: Vec<usize>,
}

/// The answer of a strategy or of an external scorer.
#[derive(Debug)]
pub(crate) struct Shown<'a> {
    pub(crate) name: &'a str,
    /// The status of each cell. The points of stones that only an external scorer considers dead
    /// are territory.
    pub(crate) statuses: Vec<Status>,
    /// How the strategy reached the answer. It is empty for a scorer, and under area rules, because
    /// they need no strategy.
    pub(crate) trace: Trace,
    pub(crate) is_control: bool,
    pub(crate) is_external: bool,
}

impl<'a> ComparedBoard<'a> {
    /// Returns the board with these answers. `label` is the owner of each cell according to the
    /// label.
    pub(super) fn new(
        analysis: Analysis,
        label: Option<Vec<Option<Color>>>,
        shown: Vec<Shown<'a>>,
    ) -> Self {
        let mut strategies = shown.iter().filter(|shown| !shown.is_external);
        let all = strategies.clone().count() <= 2 || strategies.all(|shown| shown.is_control);
        let compared = (0..shown.len())
            .filter(|&at| all || !shown[at].is_control)
            .collect();
        Self {
            scene: Scene::new(analysis),
            label,
            shown,
            compared,
        }
    }

    /// Returns a board from a run. The run does not contain the strategies' reasons, so the
    /// strategies run again to find them. If an answer now differs from the one in the run, perhaps
    /// because a different version made the run, it gets no reasons.
    ///
    /// Returns `None` if the rows of the position do not form a board.
    pub(crate) fn of_saved(saved: &'a SavedBoard, evaluator: &mut Evaluator) -> Option<Self> {
        let mut scoring = evaluator.on_with_seki(&saved.living()?, &saved.dead(), &saved.seki);
        let analysis = scoring.analysis();
        let is_asked = !saved.rules.is_plain_area();
        let (mut shown, mut map) = (Vec::new(), TerritoryMap::default());
        for answer in &saved.answers {
            let statuses = statuses(&answer.map, analysis);
            for name in &answer.strategies {
                let strategy = strategy(name);
                let mut trace = Trace::default();
                if let Some(strategy) = strategy.filter(|_| is_asked) {
                    trace = scoring.trace(strategy, &mut map);
                    if analysis
                        .empty()
                        .any(|at| map.statuses()[at] != statuses[at])
                    {
                        trace = Trace::default();
                    }
                }
                shown.push(Shown {
                    name,
                    statuses: statuses.clone(),
                    trace,
                    is_control: strategy.is_some_and(|strategy| strategy.is_control),
                    is_external: strategy.is_none(),
                });
            }
        }
        // a run groups equal answers, so restore the order of the strategies
        shown.sort_by_key(|shown| {
            let mut strategies = STRATEGIES.iter();
            let place = strategies.position(|strategy| strategy.name == shown.name);
            place.unwrap_or(STRATEGIES.len())
        });
        let label = saved.label_map.as_ref().map(|rows| {
            let statuses = statuses(rows, analysis);
            statuses.into_iter().map(Status::owner).collect()
        });
        Some(Self::new(analysis.clone(), label, shown))
    }

    /// Returns the owner of a cell according to the label, or to the first compared answer if the
    /// label has no map.
    fn owner(&self, index: usize) -> Option<Color> {
        match (&self.label, self.compared.first()) {
            (Some(owners), _) => owners[index],
            (None, Some(&first)) => self.shown[first].statuses[index].owner(),
            (None, None) => None,
        }
    }

    /// Returns whether an answer differs at a point from the label or, if the label has no map,
    /// from the first compared answer.
    pub(super) fn differs_on(&self, at: usize, index: usize) -> bool {
        self.shown[at].statuses[index].owner() != self.owner(index)
    }

    /// Returns whether the compared answers differ at a point, either from each other or from the
    /// label.
    pub(crate) fn is_disputed(&self, index: usize) -> bool {
        self.compared.iter().any(|&at| self.differs_on(at, index))
    }

    /// Returns the disputed points, row by row.
    pub(crate) fn disputed(&self) -> impl Iterator<Item = usize> {
        self.scene
            .analysis
            .grid()
            .points()
            .filter(|&index| self.is_disputed(index))
    }

    /// Returns the colour of the living stone on a cell, if there is one.
    pub(crate) fn stone(&self, index: usize) -> Option<Color> {
        self.scene.analysis.cells()[index].color()
    }
}

impl<'a> Shown<'a> {
    /// Returns an external scorer's answer.
    pub(super) fn of_scorer(name: &'a str, game: &Evaluated, answer: &'a Answer) -> Self {
        let mut statuses = answer
            .map
            .as_ref()
            .expect("an answer with a map")
            .statuses()
            .to_vec();
        for &stone in &answer.also_dead {
            let index = game.labelled.position.grid().index(stone);
            if let Some(color) = game.labelled.position.cells()[index].color() {
                statuses[index] = Status::territory(color.opponent());
            }
        }
        Self {
            name,
            statuses,
            trace: Trace::default(),
            is_control: false,
            is_external: true,
        }
    }
}

/// Returns the status of each cell on a map with the letters of `boards.ndjson`.
fn statuses(rows: &[String], analysis: &Analysis) -> Vec<Status> {
    let mut statuses = vec![Status::Border; analysis.cells().len()];
    for (index, letter) in analysis
        .grid()
        .points()
        .zip(rows.iter().flat_map(|row| row.bytes()))
    {
        statuses[index] = match letter {
            b'b' => Status::BlackTerritory,
            b'w' => Status::WhiteTerritory,
            b's' => Status::Seki,
            b'f' => Status::FalseEye,
            b'X' | b'O' => Status::Stone,
            _ => Status::Dame,
        };
    }
    statuses
}
