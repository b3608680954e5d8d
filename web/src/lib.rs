//! Scores boards for JavaScript. `seichi.js` checks arguments and gives the results their form, and `seichi.d.ts` has
//! the types; nothing else calls this crate.
//!
//! A board is a list of bytes, row by row from the top left: 0 is an empty point, 1 a black stone and 2 a white one.

use seichi_core::board::{Color, Point, Position, Size};
use seichi_core::dead::{Estimator, Playouts, take_off};
use seichi_core::territory::{AREA, Evaluator, STRATEGIES, Status, Strategy, Verdict, strategy};
use wasm_bindgen::prelude::*;

/// Scores one board after another, and reuses its memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Scorer {
    evaluator: Evaluator,
    estimator: Estimator,
    verdict: Verdict,
}

#[wasm_bindgen]
impl Scorer {
    /// Creates a scorer.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the statuses of the points by a strategy under territory rules: 1 and 2 for territory of Black and of
    /// White, 3 for an eye in seki, 4 for a false eye, 5 for a living stone, 0 for the rest.
    ///
    /// # Errors
    /// If the board has no valid size, or no strategy has that name.
    pub fn territory(&mut self, width: u32, stones: &[u8], dead: &[u8], name: &str) -> Result<Vec<u8>, JsError> {
        let Some(strategy) = strategy(name) else {
            return Err(JsError::new(&format!("no strategy is called {name:?}")));
        };
        self.statuses(width, stones, dead, strategy)
    }

    /// Returns the statuses of the points under area rules, as [`Self::territory`] does.
    ///
    /// # Errors
    /// If the board has no valid size.
    pub fn area(&mut self, width: u32, stones: &[u8], dead: &[u8]) -> Result<Vec<u8>, JsError> {
        self.statuses(width, stones, dead, AREA)
    }

    /// Returns for each point whether playouts find a dead stone there: 1 if so, 0 otherwise.
    ///
    /// # Errors
    /// If the board has no valid size.
    pub fn dead(&mut self, width: u32, stones: &[u8], playouts: u32, seed: u32) -> Result<Vec<u8>, JsError> {
        let position = position(width, stones)?;
        let found = self.estimator.dead(&position, Playouts { count: playouts, seed: seed.into() });
        let mut dead = vec![0; stones.len()];
        for point in found {
            dead[position.size().index_of(point)] = 1;
        }
        Ok(dead)
    }

    fn statuses(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        strategy: &dyn Strategy,
    ) -> Result<Vec<u8>, JsError> {
        let whole = position(width, stones)?;
        let is_dead = |point: &Point| dead.get(whole.size().index_of(*point)).is_some_and(|&mark| mark != 0);
        let dead: Vec<Point> =
            whole.size().iter().filter(|&point| whole.get(point).color().is_some()).filter(is_dead).collect();
        let (position, _) = take_off(&whole, &dead);
        self.evaluator.set(&position, &dead);
        self.evaluator.decide(strategy, &mut self.verdict);
        let mut statuses = vec![5; stones.len()];
        let grid = position.grid();
        self.verdict.for_each_point(self.evaluator.analysis(), |index, status| {
            statuses[grid.size().index_of(grid.point(index))] = match status {
                Status::BlackTerritory => 1,
                Status::WhiteTerritory => 2,
                Status::Seki => 3,
                Status::FalseEye => 4,
                _ => 0,
            };
        });
        Ok(statuses)
    }
}

/// Returns the names of all strategies.
#[wasm_bindgen]
#[must_use]
pub fn strategies() -> Vec<String> {
    STRATEGIES.iter().map(|strategy| strategy.name().to_owned()).collect()
}

fn position(width: u32, stones: &[u8]) -> Result<Position, JsError> {
    let height = u32::try_from(stones.len()).unwrap_or(u32::MAX).checked_div(width).unwrap_or(0);
    let size = Size::new(width, height).map_err(|error| JsError::new(&error.to_string()))?;
    let mut position = Position::new(size);
    for (point, &stone) in size.iter().zip(stones) {
        let color = match stone {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        };
        position.set(point, color);
    }
    Ok(position)
}
