//! Scores boards and games for JavaScript. Only `web/js` calls this crate: it checks arguments and
//! converts results, and `web/*.d.ts` has the types.
//!
//! A board is a list of bytes, row by row from the top left: 0 is an empty point, 1 a black stone
//! and 2 a white one.

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
pub use games::Games;

use seichi::board::{Cell, Color, Point, Position, Size};
use seichi::dead::{Estimator, Ownership, Playouts, judge, remove_dead, take_off};
use seichi::explain::{Sentence, sentences_of};
use seichi::rules::{Count, Method, PlayerScore, Points, Rules};
use seichi::safety::{Doubt, Safety, doubts};
use seichi::territory::{AREA, Evaluator, Status, Strategy, TerritoryMap};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Scores one board after another, reusing its memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Scorer {
    evaluator: Evaluator,
    estimator: Estimator,
    map: TerritoryMap,
}

/// Points, with a sentence about them or with the kind of a reason for a person to look at them.
#[derive(Serialize)]
struct Named<'a> {
    kind: &'a str,
    points: Vec<[u8; 2]>,
}

/// A board at the end of a game.
#[derive(Serialize)]
struct Scored {
    players: [PlayerScore; 2],
    statuses: Vec<u8>,
}

#[wasm_bindgen]
impl Scorer {
    /// Creates a scorer.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the statuses of the points according to a strategy under territory rules: 1 and 2
    /// for territory of Black and of White, 3 for an eye in seki, 4 for a false eye, 5 for a living
    /// stone, 0 for the rest; plus 8 or 16 if the stone or eye belongs to a group of Black or of
    /// White in seki.
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

    /// Returns the statuses of the points under area rules, in the form of [`Self::territory`].
    ///
    /// # Errors
    /// If the size of the board is invalid.
    pub fn area(&mut self, width: u32, stones: &[u8], dead: &[u8]) -> Result<Vec<u8>, JsError> {
        let (living, dead) = without_dead(width, stones, dead)?;
        let mut scoring = self.evaluator.on(&living, &dead);
        scoring.decide(AREA, &mut self.map);
        Ok(statuses(&self.map))
    }

    /// Returns JSON: the scores of Black and of White under any rules, and the statuses of the
    /// points in the form of [`Self::territory`]. `counts` has komi in hundredths, the handicap,
    /// the stones that Black and White captured in play, and the player who passed first, or 0 if
    /// unknown.
    ///
    /// # Errors
    /// If the size of the board or the rules are invalid, or no strategy has that name.
    pub fn scores(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        name: &str,
        rules: &str,
        counts: &[i32],
    ) -> Result<String, JsError> {
        let &[komi, ref counts @ ..] = counts else {
            return Err(JsError::new("no counts"));
        };
        let [handicap, black, white, first] =
            [0, 1, 2, 3].map(|at| counts.get(at).map_or(0, |count| count.unsigned_abs()));
        let rules = Rules::parse(rules)
            .map_err(|why| JsError::new(&format!("rules is {rules:?}: {why}")))?;
        let first_pass = color_of(u8::try_from(first).unwrap_or_default());
        if rules.has_button() && first_pass.is_none() {
            return Err(JsError::new(
                "under these rules, firstPass must be the player who passed first",
            ));
        }
        let strategy = named_strategy(name)?;
        let whole = position(width, stones)?;
        let komi = Points::try_from(f64::from(komi) / 100.0).map_err(|why| JsError::new(&why))?;
        let prisoners = [black, white];
        let ending = Count {
            rules,
            komi,
            handicap,
            stones: [0; 2],
            prisoners,
            first_pass,
            to_move: None,
        };
        let dead = marked(&whole, dead);
        let (living, count) = remove_dead(&whole, &dead, ending);
        let mut scoring = self.evaluator.on(&living, &dead);
        scoring.decide_under(&count, strategy, &mut self.map);
        let scored = Scored {
            players: self.map.counts().scores(&count),
            statuses: statuses(&self.map),
        };
        Ok(serde_json::to_string(&scored).expect("numbers"))
    }

    /// Returns JSON: texts about the points under territory rules. Each point is mentioned in
    /// exactly one text.
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
        Ok(json(sentences.iter().map(|Sentence { points, text }| {
            (text.as_str(), points.as_slice())
        })))
    }

    /// Returns for each point whether playouts find a dead stone there: 1 if so, 0 otherwise.
    /// `first` is the colour that moves first, or 0 if the colours take turns in moving first.
    ///
    /// # Errors
    /// If the size of the board is invalid.
    pub fn dead(
        &mut self,
        width: u32,
        stones: &[u8],
        playouts: u32,
        seed: u32,
        first: u8,
    ) -> Result<Vec<u8>, JsError> {
        let position = position(width, stones)?;
        let found = self
            .estimator
            .estimate(&position, settings(playouts, seed, first));
        let mut dead = vec![0; stones.len()];
        for point in found.dead {
            dead[position.size().index_of(point)] = 1;
        }
        Ok(dead)
    }

    /// Returns the ownership of each point, from 1 for Black's to −1 for White's, according to the
    /// playouts of [`Self::dead`].
    ///
    /// # Errors
    /// If the size of the board is invalid.
    pub fn ownership(
        &mut self,
        width: u32,
        stones: &[u8],
        playouts: u32,
        seed: u32,
        first: u8,
    ) -> Result<Vec<f64>, JsError> {
        let position = position(width, stones)?;
        let found = self
            .estimator
            .estimate(&position, settings(playouts, seed, first));
        Ok(found.ownership.states().concat())
    }

    /// Judges a board by ownership: the values with Black to move and those with White to move, or
    /// only one list. Returns for each point its owner, plus 4 if it has a dead stone, plus 8 if it
    /// is a seal.
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
        judgement
            .dead
            .iter()
            .for_each(|&point| points[size.index_of(point)] += 4);
        judgement
            .seals
            .iter()
            .for_each(|&point| points[size.index_of(point)] += 8);
        Ok(points)
    }

    /// Returns JSON: the reasons for a person to look at a board before it is counted. If the marks
    /// are a guess by playouts, stones that only playouts consider dead are reasons too.
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
        let estimate = self.estimator.estimate(&position, playouts);
        let mut doubts = doubts(&position, &dead, method, &estimate, &mut self.evaluator);
        if is_guessed {
            doubts.extend(Doubt::unproved(&position, &estimate.chains));
        }
        let doubts = Safety::new(doubts, estimate.chains, Safety::CERTAINTY).doubts;
        Ok(json(
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

/// Returns JSON: names of points, each with the coordinates of its points from the top left.
fn json<'a>(all: impl Iterator<Item = (&'a str, &'a [Point])>) -> String {
    let coordinates = |points: &[Point]| points.iter().map(|point| [point.x, point.y]).collect();
    let named: Vec<Named<'_>> = all
        .map(|(kind, points)| Named {
            kind,
            points: coordinates(points),
        })
        .collect();
    serde_json::to_string(&named).expect("lists and strings")
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
    let size = Size::new(width, height).map_err(|error| JsError::new(&error.to_string()))?;
    let mut position = Position::new(size);
    for (point, &stone) in size.iter().zip(stones) {
        position.set(point, color_of(stone));
    }
    Ok(position)
}
