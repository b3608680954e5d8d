//! Strategies, and an evaluator that applies them to one position after another.

use std::fmt;

use super::fill::{Dame, FillSteps};
use super::life::Life;
use super::teire::Protection;
use super::{Analysis, OwedMove, ProtectiveMove, Status, TerritoryMap, Trace};
use crate::Stop;
use crate::board::{Point, Position};
use crate::rules::{Count, Method};

/// A strategy that distinguishes territory from dame, false eyes and eyes in seki.
///
/// # Examples
/// ```
/// use seichi_core::board::{Color, Position};
/// use seichi_core::territory::{Dame, Strategy, territory_map};
///
/// fn fill(dame: &mut Dame<'_>) {
///     dame.fill(|_, _| Color::Black);
/// }
///
/// const ALL_BLACK: Strategy = Strategy::fill("all-black", "fills all dame with Black", &fill);
///
/// let position = Position::from_diagram(".xo.\n.x..\n.xo.").expect("a board");
/// assert_eq!(territory_map(&position, &ALL_BLACK).territory(Color::Black), 3);
/// ```
#[derive(Clone, Copy)]
pub struct Strategy {
    /// The name in reports and for `--strategy`.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// How the strategy decides.
    pub approach: Approach,
    /// Whether the strategy is a control. A control leaves out a step that is known to matter, so
    /// that other strategies can be compared with it.
    pub is_control: bool,
    /// Whether the strategy mirrors another strategy for comparison, with either the colours or the
    /// rows and columns swapped.
    pub is_twin: bool,
    /// Whether the strategy counts as if the players had taken turns to fill the last dame. Under
    /// area rules, a player then takes more dame if he has fewer points of his own to fill, or if
    /// he makes the last move.
    pub shares_dame: bool,
    /// Whether the strategy follows Article 10 of the Japanese rules of 1989, under which dead
    /// stones become prisoners only if they are in territory. On most servers, dead stones in an
    /// eye in seki also become prisoners.
    pub leaves_dead_in_seki: bool,
}

/// How a strategy decides.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Approach {
    /// Fill the dame, or join blocks across them. Then fill false eyes, count eyes, and give a
    /// region to its colour if the joined blocks around it have two eyes.
    ///
    /// Initially, no blocks are joined and every dame is empty. A stone on a dame joins the stones
    /// of its colour that it touches, and counts against an eye of the other colour if it stands on
    /// a diagonal of that eye.
    ///
    /// A point of a controlled region is *false by shape* if at least two of its neighbours are
    /// occupied and at least two of its diagonals hold stones of the opponent (on the first line,
    /// at least one of each). A point is a *false eye*, and is filled, if it is false by shape and
    /// is the last liberty of an adjacent block: neither this block nor any block joined with it
    /// has another liberty in a controlled region. A dame is not a liberty.
    /// [`Boundary`](super::Boundary) counts half eyes. The fills round them up to whole eyes, as if
    /// the owner of the region played first.
    ///
    /// A player's territory under any fill lies between two bounds. It is smallest if the
    /// opponent's stones fill all dame, and largest if the player's own stones do. The reasons are
    /// that a player's own stones on dame can only join his blocks, the opponent's stones on dame
    /// can only count against his eyes, and the stone in a filled false eye never counts against an
    /// eye of its own colour.
    Fill(&'static (dyn Fn(&mut Dame<'_>) + Sync)),
    /// Decide in any other way, by giving every region a status. Initially, every status is
    /// [`Status::Dame`](super::Status::Dame).
    Own(&'static (dyn Fn(&mut Scoring<'_>, &mut TerritoryMap) + Sync)),
}

impl Strategy {
    /// Returns a fill, which uses `fill` to fill the dame or to join blocks across them.
    pub const fn fill(
        name: &'static str,
        summary: &'static str,
        fill: &'static (dyn Fn(&mut Dame<'_>) + Sync),
    ) -> Self {
        Self::new(name, summary, Approach::Fill(fill))
    }

    /// Returns a strategy that is not a fill. `decide` gives every region a status.
    pub const fn own(
        name: &'static str,
        summary: &'static str,
        decide: &'static (dyn Fn(&mut Scoring<'_>, &mut TerritoryMap) + Sync),
    ) -> Self {
        Self::new(name, summary, Approach::Own(decide))
    }

    const fn new(name: &'static str, summary: &'static str, approach: Approach) -> Self {
        Self {
            name,
            summary,
            approach,
            is_control: false,
            is_twin: false,
            shares_dame: false,
            leaves_dead_in_seki: true,
        }
    }

    /// Returns whether the strategy runs if the user names no strategies. Controls and strategies
    /// that mirror others do not run by default.
    pub const fn is_usual(&self) -> bool {
        !(self.is_control || self.is_twin)
    }

    /// Returns whether the strategy is a fill.
    pub const fn is_fill(&self) -> bool {
        matches!(self.approach, Approach::Fill(_))
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Scores one position after another with any number of strategies, reusing its memory.
///
/// # Examples
/// ```
/// use seichi_core::board::Position;
/// use seichi_core::territory::{Evaluator, TerritoryMap, strategy};
///
/// let position = Position::from_diagram(".xo..\nxx.oo\n.xo..\nxxoo.\n.xo..").expect("a board");
/// let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
/// let mut scoring = evaluator.on(&position, &[]);
/// for name in ["flood", "linked"] {
///     scoring.decide(strategy(name).expect("a strategy of that name"), &mut map);
///     assert_eq!(map.counts().territory, [3, 7]);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Evaluator {
    analysis: Analysis,
    buffers: Buffers,
}

/// The buffers for the steps of all strategies.
#[derive(Debug, Default)]
struct Buffers {
    fill: FillSteps,
    life: Life,
    protection: Protection,
    /// The answer after the protective moves, and the moves themselves; `None` until they are
    /// found.
    protected: Option<(TerritoryMap, Vec<ProtectiveMove>)>,
}

impl Evaluator {
    /// Creates an evaluator.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends searches once `stop` is set. Answers that need a search are then meaningless.
    pub fn watch(&mut self, stop: &Stop) {
        self.buffers.protection.watch(stop);
    }

    /// Starts scoring a position from which the dead stones have been removed. `dead` contains the
    /// points of these stones, if known.
    pub fn on(&mut self, position: &Position, dead: &[Point]) -> Scoring<'_> {
        self.analysis.set(position, dead);
        self.scoring()
    }

    /// Starts scoring a position, like [`Self::on`]. Each chain with a stone in `seki` is in seki
    /// by agreement. Every strategy except the controls therefore gives the regions next to such a
    /// chain to neither player.
    pub fn on_with_seki(
        &mut self,
        position: &Position,
        dead: &[Point],
        seki: &[Point],
    ) -> Scoring<'_> {
        self.analysis.set(position, dead);
        self.analysis.agree_on_seki(position, seki);
        self.scoring()
    }

    /// Starts scoring the position of the analysis.
    fn scoring(&mut self) -> Scoring<'_> {
        self.buffers.protected = None;
        Scoring {
            analysis: &self.analysis,
            buffers: &mut self.buffers,
            trace: None,
        }
    }
}

/// The scoring of one position, which borrows the memory of an [`Evaluator`]. Strategies share
/// their findings about the position.
#[derive(Debug)]
pub struct Scoring<'a> {
    analysis: &'a Analysis,
    buffers: &'a mut Buffers,
    /// The trace of the strategy, if it was requested.
    trace: Option<Trace>,
}

impl<'a> Scoring<'a> {
    /// Returns the blocks, regions and eyes of the position, which all strategies share.
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Overwrites `map` with the answer of `strategy`.
    pub fn decide(&mut self, strategy: &Strategy, map: &mut TerritoryMap) {
        map.reset(self.analysis);
        match strategy.approach {
            Approach::Fill(fill) => {
                let steps = &mut self.buffers.fill;
                steps.evaluate(self.analysis, fill, self.trace.as_mut(), map);
            }
            Approach::Own(decide) => decide(self, map),
        }
        if !strategy.is_control {
            map.leave_agreed_seki(self.analysis);
        }
        map.count();
    }

    /// Overwrites `map` with the answer of `strategy` under the rules of `count`, after tax and
    /// without the dead stones that stay on the board. Under area scoring without a tax, every
    /// strategy gives the controlled regions to the colours that control them. If the record stops
    /// before a pass, a strategy with `shares_dame` also gives the surplus dame to the player who
    /// takes more of them. `whole` is the position with its dead stones.
    pub fn decide_under(
        &mut self,
        whole: &Position,
        count: &Count,
        strategy: &Strategy,
        map: &mut TerritoryMap,
    ) {
        let rules = count.rules;
        let to_move = count
            .to_move
            .filter(|_| strategy.shares_dame && rules.method() == Method::Area);
        if rules.is_plain_area() && to_move.is_none() {
            map.reset(self.analysis);
            self.give_to_surrounding(map);
            map.count();
        } else {
            self.decide(strategy, map);
        }
        let lead = to_move.map(|color| map.lead_in_dame(color, map.fills(self.analysis)));
        map.apply(self.analysis, rules);
        if let Some(lead) = lead {
            map.share_dame(self.analysis, lead);
        }
        if rules.leaves_dead_in_seki() && strategy.leaves_dead_in_seki && map.counts().seki > 0 {
            map.leave_dead_in_seki(whole);
        }
    }

    /// Overwrites `map` with the answer of `strategy`, and returns the steps that led to this
    /// answer.
    pub fn trace(&mut self, strategy: &Strategy, map: &mut TerritoryMap) -> Trace {
        self.trace = Some(Trace::default());
        self.decide(strategy, map);
        self.trace.take().unwrap_or_default()
    }

    /// Gives every controlled region to the colour that controls it.
    pub(super) fn give_to_surrounding(&self, map: &mut TerritoryMap) {
        for (_, region, owner) in self.analysis.controlled() {
            map.set(self.analysis.points(region), Status::territory(owner));
        }
    }

    /// Gives each controlled region to its colour if the blocks around it have two eyes, and marks
    /// it as an eye in seki otherwise. False eyes count as eyes, and nothing is filled.
    pub(super) fn count_eyes(&mut self, map: &mut TerritoryMap) {
        let steps = &mut self.buffers.fill;
        steps.count_eyes(self.analysis, self.trace.as_mut(), map);
    }

    /// Determines the status of each controlled region by a static analysis of life.
    pub(super) fn decide_by_life(&mut self, map: &mut TerritoryMap) {
        let life = &mut self.buffers.life;
        life.evaluate(self.analysis, map);
        if let Some(trace) = &mut self.trace {
            *trace = life.trace(self.analysis);
        }
    }

    /// Decides by the static analysis of life, and removes from the territory the points that the
    /// owners have to fill once all dame are taken.
    pub(super) fn decide_with_protection(&mut self, map: &mut TerritoryMap) {
        self.decide_by_life(map);
        let Buffers {
            protection,
            protected,
            ..
        } = &mut *self.buffers;
        let (after, moves) = protected.get_or_insert_with(|| {
            let moves = protection.evaluate(self.analysis, map, false).into_iter();
            let moves = moves.map(|one| one.owed).collect();
            (map.clone(), moves)
        });
        map.clone_from(after);
        if let Some(trace) = &mut self.trace {
            trace.protective_moves.clone_from(moves);
        }
    }

    /// Returns the protective moves that are owed once the dame are filled, according to the
    /// strategy `teire`.
    pub fn protective_moves(&mut self) -> Vec<ProtectiveMove> {
        let mut map = TerritoryMap::default();
        map.reset(self.analysis);
        self.decide_with_protection(&mut map);
        let protected = self.buffers.protected.as_ref();
        let mut moves = protected.map_or_else(Vec::new, |(_, moves)| moves.clone());
        moves.retain(|owed| !self.is_in_agreed_seki(owed.point));
        moves
    }

    /// Returns the same moves as [`Self::protective_moves`]. Each comes with the line of play that
    /// captures stones if the protective move is left out.
    pub fn owed_moves(&mut self) -> Vec<OwedMove> {
        let mut map = TerritoryMap::default();
        map.reset(self.analysis);
        self.decide_by_life(&mut map);
        let protection = &mut self.buffers.protection;
        let mut moves = protection.evaluate(self.analysis, &mut map, true);
        moves.retain(|one| !self.is_in_agreed_seki(one.owed.point));
        moves
    }

    /// Returns whether the region of an empty point borders a chain that is in seki by agreement. A
    /// move in such a region costs nothing.
    fn is_in_agreed_seki(&self, point: u16) -> bool {
        let region = self.analysis.region(point.into());
        self.analysis
            .borders_agreed_seki(&self.analysis.regions()[region])
    }
}

/// Returns the map that a strategy gives for a position without dead stones. To score many
/// positions, use an [`Evaluator`].
pub fn territory_map(position: &Position, strategy: &Strategy) -> TerritoryMap {
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    evaluator.on(position, &[]).decide(strategy, &mut map);
    map
}
