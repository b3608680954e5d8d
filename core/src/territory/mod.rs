//! Territory strategies: each decides for every empty point whether it is Black's, White's or nobody's, and why.
//!
//! A strategy takes a position from which the dead stones have been removed. The idea is that of the article "Scoring
//! seki in the game of go" by the author of Tenuki: fill the neutral points, fill false eyes, count eyes. Bill Shubert
//! proposed it in 1996 with grey stones.
//!
//! ```text
//! Position → Analysis (blocks, regions) → Strategy (joins blocks, fills dame) → common steps → Verdict → TerritoryMap
//! ```
//!
//! A region, a maximal set of connected empty points, is *controlled* if all stones that border it have one colour. Any
//! other region is *neutral*, and its points are dame.
//!
//! Scoring cannot fail: every strategy gives a map of every position. A [`Evaluator`] reuses its buffers, so that it
//! allocates nothing once it has seen a board of the size.
//!
//! This module does not find dead stones (`settle` does), and does not know prisoners, komi or the margin (`score`
//! does).

mod alternating;
mod analysis;
mod buffers;
mod checkered;
mod completeness;
mod eyes;
mod fill;
mod fixed;
mod flood;
mod grey;
mod independent;
mod joins;
mod lanes;
mod life;
mod linked;
mod map;
mod reading;
mod runs;
mod search;
mod strict;
mod unfilled;
mod variant;
mod verdict;

pub use analysis::{Analysis, Block, Region};
pub use completeness::Completeness;
pub use eyes::{Boundary, EyeShape, eyes};
pub use fill::{Fill, Filled, Group, Space, Trace};
pub use map::{Status, TerritoryMap};
pub use search::{LocalResult, Step};
pub use variant::Variant;
pub use verdict::{Counts, Open, Verdict};

use crate::board::{Color, Point, Position, idx16};
use buffers::reset;
use search::{LocalSearch, SearchScope};

/// A strategy that tells territory from dame, false eyes and eyes in seki.
pub trait Strategy: Sync {
    /// The name of the strategy in reports and after `--strategy`.
    fn name(&self) -> &'static str;

    /// Describes the strategy in one line.
    fn summary(&self) -> &'static str;

    /// Returns whether the strategy is a control: it leaves out a step that is known to matter, and is there for
    /// comparison. A game is *disputed* if the other strategies differ on it.
    fn is_control(&self) -> bool {
        false
    }

    /// Returns whether the strategy is a *fill*: it fills the dame or joins blocks across them, and then takes the
    /// common steps. All fills are computed at once.
    ///
    /// The answer of every fill lies between those of filling every dame with Black and with White: a player's own
    /// stones on dame can only join blocks, the opponent's stones on dame can only oppose diagonals, and a filled false
    /// eye never opposes an eye of its own colour.
    fn is_fill(&self) -> bool {
        false
    }

    /// Fills the dame or joins blocks across them, for a fill. In `fill` no blocks are joined yet and every dame is
    /// empty.
    fn play_dame(&self, _analysis: &Analysis, _fill: &mut Fill) {}

    /// Returns whether the strategy reads: local search then decides what [`Self::score`] leaves uncertain.
    fn reads(&self) -> bool {
        false
    }

    /// Gives every region its status. At the call every status in `verdict` is [`Status::Dame`], no blocks are joined
    /// in `fill`, and every dame is empty.
    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        self.play_dame(analysis, fill);
        fill.settle(analysis, verdict);
    }
}

/// Every strategy, in the order of reports. No other place in the program lists them.
pub const STRATEGIES: &[&dyn Strategy] = &[
    &flood::Flood,
    &strict::Strict,
    &unfilled::Unfilled,
    &fixed::Fixed(Color::Black),
    &fixed::Fixed(Color::White),
    &grey::Grey,
    &alternating::Alternating::ByRow,
    &alternating::Alternating::ByColumn,
    &checkered::Checkered { first: Color::Black },
    &checkered::Checkered { first: Color::White },
    &linked::Linked,
    &independent::Independent,
    &reading::Reading,
];

/// The fills, which are adjacent in [`STRATEGIES`]. The answers of all fills lie between those of the first two.
const FILLS: &[&dyn Strategy; 8] = STRATEGIES.split_at(3).1.first_chunk().expect("eight of them");

const _: () = assert!(FILLS.len() <= lanes::Lanes::COUNT);

/// The strategy whose map is used under area scoring: surrounded points, without seki.
pub const AREA: &dyn Strategy = &flood::Flood;

/// The strategy that reads, against which other strategies can be compared.
pub const READING: &dyn Strategy = &reading::Reading;

/// Returns the strategy with this name.
#[must_use]
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    STRATEGIES.iter().copied().find(|strategy| strategy.name() == name)
}

/// Scores positions one after another by any number of strategies, and reuses its buffers.
#[derive(Debug, Default)]
pub struct Evaluator {
    analysis: Analysis,
    fill: Fill,
    verdict: Verdict,
    /// The answers of all fills, valid if `are_filled`.
    fills: [Verdict; FILLS.len()],
    are_filled: bool,
    search: LocalSearch,
    /// The answer of the strategy that reads, valid if `is_read`.
    read: Verdict,
    local_results: Vec<LocalResult>,
    is_read: bool,
}

impl Evaluator {
    /// Creates a evaluator without a position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the position to be scored, without its dead stones. `dead` holds the points of these stones, as far as
    /// known.
    pub fn set(&mut self, position: &Position, dead: &[Point]) {
        self.analysis.set(position, dead);
        self.are_filled = false;
        self.local_results.clear();
        self.is_read = false;
    }

    /// Returns the blocks, regions and eyes of the position, which all strategies share.
    #[must_use]
    pub const fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Overwrites `verdict` with the answer of `strategy`.
    pub fn decide(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        if let Some(lane) = FILLS.iter().position(|fill| strategy.is_fill() && fill.name() == strategy.name()) {
            return verdict.clone_from(&self.fills()[lane]);
        }
        if strategy.reads() {
            return verdict.clone_from(self.read_once(strategy));
        }
        self.ask(strategy, verdict);
    }

    /// Returns the answer of the strategy that reads, and computes it at most once for each position. A label, a row
    /// and a map may all ask for it, and the search takes longer than everything else that is done with a position.
    fn read_once(&mut self, strategy: &dyn Strategy) -> &Verdict {
        if !self.is_read {
            let mut verdict = std::mem::take(&mut self.read);
            self.ask(strategy, &mut verdict);
            self.local_results = self.search_local_games(SearchScope::Uncertain, &mut verdict);
            self.read = verdict;
            self.is_read = true;
        }
        &self.read
    }

    /// Returns the results of the local searches behind the answer of the strategy that reads.
    #[must_use]
    pub fn local_results(&self) -> &[LocalResult] {
        &self.local_results
    }

    /// Searches every local game of the position, uncertain or not, and returns the results. Overwrites `verdict` with
    /// the answer that the strategy `reading` would give if it took no short cut.
    pub fn read_all(&mut self, verdict: &mut Verdict) -> Vec<LocalResult> {
        self.ask(READING, verdict);
        self.search_local_games(SearchScope::Whole, verdict)
    }

    /// Searches the local games that `scope` selects. `verdict` holds the static answer at the call, the final one
    /// afterwards.
    fn search_local_games(&mut self, scope: SearchScope, verdict: &mut Verdict) -> Vec<LocalResult> {
        self.fills();
        let [black, white, ..] = &self.fills;
        let eyes = &self.fill.life.region_eyes;
        let results = self.search.search(&self.analysis, [black, white], eyes, scope, verdict);
        verdict.count(&self.analysis);
        results
    }

    /// Returns the answers of all [`FILLS`], and computes them at most once for each position.
    fn fills(&mut self) -> &[Verdict] {
        if !self.are_filled {
            self.are_filled = true;
            self.fill.reset(&self.analysis);
            for (lane, strategy) in FILLS.iter().enumerate() {
                self.fill.take_turn(lane);
                strategy.play_dame(&self.analysis, &mut self.fill);
            }
            self.fills.iter_mut().for_each(|verdict| verdict.reset(&self.analysis));
            self.fill.settle_all(&self.analysis, &mut self.fills);
        }
        &self.fills
    }

    fn ask(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        verdict.reset(&self.analysis);
        self.fill.reset(&self.analysis);
        strategy.score(&self.analysis, &mut self.fill, verdict);
        verdict.count(&self.analysis);
    }

    /// Overwrites `verdict` with the answer of `strategy`, and returns a trace of how it was found.
    pub fn explain(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) -> Trace {
        self.fill.start_trace();
        self.ask(strategy, verdict);
        let mut trace = self.fill.take_trace(&self.analysis);
        if strategy.reads() {
            trace.local_results = self.search_local_games(SearchScope::Uncertain, verdict);
        }
        trace
    }

    /// Overwrites `map` with the answer of `strategy`, point by point.
    pub fn score(&mut self, strategy: &dyn Strategy, map: &mut TerritoryMap) {
        let mut verdict = std::mem::take(&mut self.verdict);
        self.decide(strategy, &mut verdict);
        map.write(&self.analysis, &verdict);
        self.verdict = verdict;
    }
}

/// Returns the map of one position by one strategy, with no known dead stones. To score many positions, keep a
/// [`Evaluator`].
#[must_use]
pub fn score(position: &Position, strategy: &dyn Strategy) -> TerritoryMap {
    let mut evaluator = Evaluator::new();
    let mut map = TerritoryMap::default();
    evaluator.set(position, &[]);
    evaluator.score(strategy, &mut map);
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    /// Checks boards of the specification: each has a diagram, and Black's points of territory by every strategy that
    /// is no control.
    #[test]
    fn boards_that_separate_right_from_wrong() {
        let corner = "..xo...\n.xxo...\nxxoo...\noooo...\n.......\n.......\n.......\n";
        let two_points = "xxxx.o.\nx..xoo.\nxxxxooo\nooooo..\n.......\n.......\n.......\n";
        // a dead white stone stood on the vital point, which the eye table does not see
        let nakade = "...xo..\nxxxxo..\nooooo..\n.......\n.......\n.......\n.......\n";
        for (diagram, black) in [(corner, 3), (two_points, 0), (nakade, 3)] {
            let position = Position::from_diagram(diagram).unwrap();
            for &strategy in STRATEGIES.iter().filter(|strategy| !strategy.is_control()) {
                assert_eq!(score(&position, strategy).territory(Color::Black), black, "{}\n{diagram}", strategy.name());
            }
        }
    }

    #[test]
    fn the_colour_of_one_dame_decides_a_point() {
        let board = ".o.o.o.ox\nxoooooo.x\nxxxxxxoox\n.....xxxx\n.........\n.........\n.........\n.........\n";
        let white =
            |name| score(&Position::from_diagram(board).unwrap(), strategy(name).unwrap()).territory(Color::White);
        assert_eq!((white("fixed-black"), white("fixed-white")), (2, 3));
    }

    #[test]
    fn every_board_ends() {
        let position = Position::from_diagram("..x.\nxx.x\n.xo.\n.xx.\n").unwrap();
        for &strategy in STRATEGIES {
            let map = score(&position, strategy);
            assert_eq!(map.territory(Color::White), 0, "{}", strategy.name());
        }
    }

    #[test]
    fn nothing_is_left_of_the_position_before() {
        // eyes and dame, eyes alone, dame alone, one empty region without stones, no empty point
        let diagrams = ["..xo.\n.xxo.\nxxoo.\nx.oo.\n", ".x.x.x.x.x.x", "x.o\n.o.\nx.x", "...\n...", "xo\nox"];
        let positions = diagrams.map(|diagram| Position::from_diagram(diagram).unwrap());
        for (before, after) in positions.iter().flat_map(|one| positions.iter().map(move |other| (one, other))) {
            let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
            for &strategy in STRATEGIES {
                for position in [before, after] {
                    evaluator.set(position, &[]);
                    evaluator.score(strategy, &mut map);
                }
                assert_eq!(map, score(after, strategy), "{}\n{after}after\n{before}", strategy.name());
            }
        }
    }

    #[test]
    fn there_is_room_for_the_largest_sides() {
        let wide = ["x".repeat(50), "o".repeat(50)].map(|stones| stones + "..").join("\n");
        let columns: Vec<String> = (0..52).map(|y| if y < 50 { "xo" } else { ".." }.to_owned()).collect();
        for diagram in [wide, columns.join("\n")] {
            let position = Position::from_diagram(&diagram).unwrap();
            let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
            evaluator.set(&position, &[]);
            for &strategy in STRATEGIES {
                // `explain` runs each fill alone, and `score` would run all at once
                evaluator.explain(strategy, &mut verdict);
                assert_eq!(*verdict.counts(), Counts { dame: 4, ..Counts::default() }, "{}", strategy.name());
            }
        }
    }

    #[test]
    fn fills_that_are_asked_at_once_say_what_each_says_alone() {
        let (mut random, mut evaluator) = (fastrand::Rng::with_seed(19), Evaluator::new());
        let [mut together, mut alone] = [Verdict::default(), Verdict::default()];
        let mut differ = 0;
        for _ in 0..3000 {
            let size = Size::new(random.u32(1..9), random.u32(1..9)).unwrap();
            let mut position = Position::new(size);
            // few empty points make eyes, some of them false
            let colors = [None, Some(Color::Black), Some(Color::Black), Some(Color::White)];
            size.iter().for_each(|point| position.set(point, colors[random.usize(0..4)]));
            evaluator.set(&position, &[]);
            let mut answers = Vec::new();
            for &strategy in FILLS {
                evaluator.decide(strategy, &mut together);
                answers.push(*together.counts());
                evaluator.explain(strategy, &mut alone);
                assert_eq!(together, alone, "{}\n{position}", strategy.name());
            }
            differ += usize::from(answers.iter().any(|counts| *counts != answers[0]));
        }
        assert!(differ > 100, "{differ}");
    }

    #[test]
    fn names_are_told_apart() {
        for (number, strategy) in STRATEGIES.iter().enumerate() {
            let is_other =
                |other: &&dyn Strategy| other.name() != strategy.name() && other.summary() != strategy.summary();
            assert!(STRATEGIES[..number].iter().all(is_other));
            assert!(strategy.summary().split(' ').count() > 4, "{}", strategy.name());
        }
    }

    #[test]
    fn what_kind_a_strategy_is() {
        let names = |is: fn(&dyn Strategy) -> bool| {
            let names: Vec<&str> =
                STRATEGIES.iter().filter(|&&strategy| is(strategy)).map(|strategy| strategy.name()).collect();
            names.join(" ")
        };
        assert_eq!(names(|strategy| strategy.is_control()), "flood strict unfilled");
        let fills = "fixed-black fixed-white grey alternating alternating-transposed checkered checkered-white linked";
        assert_eq!(names(|strategy| strategy.is_fill()), fills);
        assert_eq!(FILLS.map(Strategy::name).join(" "), fills);
        assert_eq!(names(|strategy| strategy.reads()), "reading");
    }
}
