//! Scores boards and games for JavaScript. Only `web/js` calls this crate: it checks arguments and
//! converts results, and `web/*.d.ts` has the types.
//!
//! A board is a list of bytes, row by row from the top left: 0 is an empty point, 1 a black stone
//! and 2 a white stone.

#[cfg(feature = "records")]
mod games;
#[cfg(feature = "records")]
mod guess;
#[cfg(feature = "records")]
mod hangul;
#[cfg(feature = "records")]
mod options;
#[cfg(feature = "records")]
mod text;

#[cfg(feature = "records")]
pub use games::{explain_game, score_games};

use seichi::Stop;
use seichi::board::{Cell, Color, Point, Position, Size};
use seichi::dead::{Estimator, Ownership, Playouts, judge, remove_dead, take_off};
use seichi::explain::{Sentence, sentences_of};
use seichi::rules::{Count, Method, PlayerScore, Points, Rules};
use seichi::safety::{Safety, doubts, doubts_of_estimate};
use seichi::territory::{Evaluator, Status, Strategy, TerritoryMap};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns whether the call's time is up or its signal has been aborted: see `js/boards.js`.
    #[wasm_bindgen(js_name = isOver)]
    fn is_over() -> bool;
}

/// Scores one board after another in the same memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Scorer {
    evaluator: Evaluator,
    estimator: Estimator,
    map: TerritoryMap,
}

#[wasm_bindgen]
impl Scorer {
    /// Creates a scorer.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a call, whose searches and playouts end when JavaScript says so.
    pub fn begin(&mut self) {
        self.evaluator.watch(&Stop::asking(is_over));
        self.estimator.watch(&Stop::asking(is_over));
    }

    /// Returns the statuses of the points according to a strategy under territory rules: 1 and 2
    /// for territory of Black and of White, 3 for an eye in seki, 4 for a false eye or the point of
    /// a protective move, 5 for a living stone, and 0 for any other point; plus 8 or 16 if the
    /// stone or eye belongs to a group of Black or of White in seki.
    ///
    /// # Errors
    /// If the size of the board is invalid, or no strategy has that name.
    pub fn territory(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        name: &str,
    ) -> Result<Vec<u8>, JsError> {
        let strategy = named_strategy(name)?;
        let (living, dead) = without_dead(width, stones, dead)?;
        let mut scoring = self.evaluator.on(&living, &dead);
        let trace = scoring.trace(strategy, &mut self.map);
        let analysis = scoring.analysis();
        let mut statuses = statuses(&self.map);
        let Some(eyes) = trace.eyes_of_blocks(analysis) else {
            return Ok(statuses);
        };
        for (status, index) in statuses.iter_mut().zip(analysis.grid().points()) {
            let block = match analysis.cells()[index] {
                Cell::Empty if matches!(*status, 3 | 4) => {
                    analysis.blocks_around(&analysis.regions()[analysis.region(index)])[0].into()
                }
                Cell::Black | Cell::White => analysis.block(index),
                _ => continue,
            };
            if eyes[block] < 2 {
                *status += if analysis.blocks()[block].color == Color::Black {
                    8
                } else {
                    16
                };
            }
        }
        Ok(statuses)
    }

    /// Returns the parts of Black's and of White's score under any rules, and the statuses of the
    /// points in the form of [`Self::territory`]. `counts` contains the handicap, the stones that
    /// Black and White captured in play, and the player who passed first: 1 for Black, 2 for White,
    /// 0 if nobody passed, or a larger number if this is unknown.
    ///
    /// # Errors
    /// If the size of the board, the rules or the komi are invalid, or no strategy has that name.
    #[expect(clippy::too_many_arguments, reason = "JavaScript passes plain values")]
    pub fn scores(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        name: &str,
        rules: &str,
        komi: &str,
        counts: &[u32],
    ) -> Result<Vec<f64>, JsError> {
        let &[handicap, black, white, first] = counts else {
            return Err(JsError::new("counts must be four numbers"));
        };
        let rules = Rules::parse(rules)
            .map_err(|why| JsError::new(&format!("rules is {rules:?}: {why}")))?;
        let first_pass = color_of(u8::try_from(first).unwrap_or_default());
        // 0 means that nobody passed, and numbers above 2 that this is unknown
        if rules.has_button() && first > 2 {
            return Err(JsError::new(
                "under these rules, firstPass must be the player who passed first",
            ));
        }
        let strategy = named_strategy(name)?;
        let whole = position(width, stones)?;
        let komi = Points::parse_komi(komi)
            .map_err(|why| JsError::new(&format!("komi is {komi}: {why}")))?;
        let ending = Count {
            rules,
            komi,
            handicap,
            stones: [0; 2],
            prisoners: [black, white],
            first_pass,
            to_move: None,
        };
        let dead = marked(&whole, dead);
        let (living, count) = remove_dead(&whole, &dead, ending);
        let mut scoring = self.evaluator.on(&living, &dead);
        scoring.decide_under(&whole, &count, strategy, &mut self.map);
        let mut numbers = self.map.counts().scores(&count).map(parts).concat();
        numbers.extend(statuses(&self.map).into_iter().map(f64::from));
        Ok(numbers)
    }

    /// Returns texts about the points under territory rules, in the form of [`lines`]. Each point
    /// belongs to one text.
    ///
    /// # Errors
    /// If the size of the board is invalid, or no strategy has that name.
    pub fn explain(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        name: &str,
    ) -> Result<String, JsError> {
        let strategy = named_strategy(name)?;
        let (living, dead) = without_dead(width, stones, dead)?;
        let sentences = sentences_of(&mut self.evaluator.on(&living, &dead), strategy);
        Ok(lines(sentences.iter().map(|Sentence { points, text }| {
            (text.as_str(), points.as_slice())
        })))
    }

    /// Returns the ownership of each point according to playouts, from 1 for Black's to −1 for
    /// White's; then, for each point, 1 if it has a dead stone, and 0 otherwise. `first` is the
    /// colour that moves first, or 0 for both in turn.
    ///
    /// # Errors
    /// If the size of the board is invalid.
    pub fn estimate(
        &mut self,
        width: u32,
        stones: &[u8],
        playouts: u32,
        seed: u32,
        first: u8,
    ) -> Result<Vec<f64>, JsError> {
        let position = position(width, stones)?;
        let playouts = settings(playouts, seed, first);
        let found = self.estimator.estimate(&position, playouts);
        let mut values = found.ownership.states().concat();
        values.resize(2 * stones.len(), 0.0);
        for point in found.dead {
            values[stones.len() + position.size().index_of(point)] = 1.0;
        }
        Ok(values)
    }

    /// Judges a board by ownership: the values with Black to move and the values with White to
    /// move, or only one list. Returns for each point its owner, plus 4 if it has a dead stone,
    /// plus 8 if it is a seal.
    ///
    /// # Errors
    /// If the size of the board or a value is invalid.
    pub fn judged(&self, width: u32, stones: &[u8], ownership: &[f64]) -> Result<Vec<u8>, JsError> {
        let position = position(width, stones)?;
        let size = position.size();
        let states = ownership
            .chunks(stones.len())
            .map(<[f64]>::to_vec)
            .collect();
        let ownership =
            Ownership::new(size, states).map_err(|error| JsError::new(&error.to_string()))?;
        let judgement = judge(&position, &ownership);
        let mut points: Vec<u8> = judgement
            .owners
            .iter()
            .map(|owner| owner.map_or(0, |color| if color == Color::Black { 1 } else { 2 }))
            .collect();
        for &point in &judgement.dead {
            points[size.index_of(point)] += 4;
        }
        for &point in &judgement.seals {
            points[size.index_of(point)] += 8;
        }
        Ok(points)
    }

    /// Returns the reasons why a person should look at a board before it is counted, in the form of
    /// [`lines`]. If the marks are a guess by playouts, stones that only playouts consider dead are
    /// also reasons.
    ///
    /// # Errors
    /// If the size of the board is invalid.
    #[expect(
        clippy::too_many_arguments,
        reason = "JavaScript passes numbers and bytes"
    )]
    pub fn safe(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        is_area: bool,
        is_guessed: bool,
        playouts: u32,
        seed: u32,
        first: u8,
    ) -> Result<String, JsError> {
        let position = position(width, stones)?;
        let dead = marked(&position, dead);
        let method = if is_area {
            Method::Area
        } else {
            Method::Territory
        };
        let playouts = settings(playouts, seed, first);
        let mut estimate = self.estimator.estimate(&position, playouts);
        let mut doubts = doubts(&position, &dead, method, &estimate, &mut self.evaluator);
        let chains = &mut estimate.chains;
        if is_guessed {
            let of_estimate =
                doubts_of_estimate(&position, &dead, playouts, chains, &mut self.estimator);
            doubts.extend(of_estimate);
        }
        let doubts = Safety::new(doubts, estimate.chains, Safety::CERTAINTY).doubts;
        Ok(lines(
            doubts.iter().map(|doubt| (doubt.name(), doubt.points())),
        ))
    }
}

/// Returns the position to score, and its dead stones.
fn without_dead(width: u32, stones: &[u8], dead: &[u8]) -> Result<(Position, Vec<Point>), JsError> {
    let whole = position(width, stones)?;
    let dead = marked(&whole, dead);
    let (living, _) = take_off(&whole, &dead);
    Ok((living, dead))
}

/// Returns the statuses of the points on a map.
fn statuses(map: &TerritoryMap) -> Vec<u8> {
    let points = map
        .grid()
        .points()
        .map(|index| match map.statuses()[index] {
            Status::Dame => 0,
            Status::BlackTerritory => 1,
            Status::WhiteTerritory => 2,
            Status::Seki => 3,
            Status::FalseEye => 4,
            Status::Stone | Status::Border => 5,
        });
    points.collect()
}

/// Returns the parts of a player's score, in the order of `js/boards.js`.
fn parts(score: PlayerScore) -> [f64; 7] {
    [
        score.territory.into(),
        score.stones.into(),
        score.prisoners.into(),
        score.handicap.into(),
        score.komi.to_f64(),
        score.button.to_f64(),
        score.total.to_f64(),
    ]
}

/// Returns lines: each has a text about points, a tab, and the coordinates from the top left.
fn lines<'a>(all: impl Iterator<Item = (&'a str, &'a [Point])>) -> String {
    let mut lines = String::new();
    for (text, points) in all {
        let points: Vec<String> = points
            .iter()
            .map(|Point { x, y }| format!("{x},{y}"))
            .collect();
        lines.extend([text, "\t", &points.join(" "), "\n"]);
    }
    lines
}

/// Returns the strategy with this name.
///
/// # Errors
/// If no strategy has the name.
fn named_strategy(name: &str) -> Result<&'static Strategy, JsError> {
    seichi::territory::strategy(name)
        .ok_or_else(|| JsError::new(&format!("unknown strategy {name:?}")))
}

/// Returns the stones on the points that are marked.
fn marked(position: &Position, marks: &[u8]) -> Vec<Point> {
    let size = position.size();
    let is_marked = |point: &Point| {
        marks
            .get(size.index_of(*point))
            .is_some_and(|&mark| mark != 0)
    };
    size.iter()
        .filter(|&point| position.get(point).color().is_some())
        .filter(is_marked)
        .collect()
}

/// Returns the settings of playouts in which `first`, given as a stone, moves first.
fn settings(count: u32, seed: u32, first: u8) -> Playouts {
    Playouts {
        count,
        seed: seed.into(),
        first: color_of(first),
    }
}

/// Returns the colour of a stone, or `None` for 0.
const fn color_of(stone: u8) -> Option<Color> {
    match stone {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

fn position(width: u32, stones: &[u8]) -> Result<Position, JsError> {
    let height = u32::try_from(stones.len())
        .unwrap_or(u32::MAX)
        .checked_div(width)
        .unwrap_or(0);
    let size =
        Size::new(width, height).map_err(|error| JsError::new(&format!("stones: {error}")))?;
    let mut position = Position::new(size);
    for (point, &stone) in size.iter().zip(stones) {
        position.set(point, color_of(stone));
    }
    Ok(position)
}
