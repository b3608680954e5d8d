//! The options of `score` and `explain`, and their meaning for the program.

use std::str::FromStr as _;

use seichi::board::Point;
use seichi::dead::DeadFrom;
use seichi::game::Options;
use seichi::rules::{Points, Rules};
use seichi::sgf::Encoding;
use seichi::territory::Strategy;
use wasm_bindgen::prelude::*;

use crate::named_strategy;
use crate::text::JavaScript;

/// The sources of dead stones that need neither files nor other programs.
const SOURCES: [DeadFrom; 4] = [
    DeadFrom::Auto,
    DeadFrom::Marks,
    DeadFrom::Estimate,
    DeadFrom::None,
];

/// The options of an evaluation that keeps all maps. The defaults are those of `seichi score`.
#[wasm_bindgen]
pub struct GameOptions {
    pub(crate) name: String,
    pub(crate) evaluation: Options,
    /// The dead stones of the game to explain; they override its record.
    pub(crate) marked_dead: Option<Vec<Point>>,
}

#[wasm_bindgen]
impl GameOptions {
    /// Creates the default options.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        let encoding = Encoding::auto(&JavaScript);
        let evaluation = Options {
            needs_label: false,
            encoding,
            ..Options::default()
        };
        Self {
            name: "game.sgf".to_owned(),
            evaluation,
            marked_dead: None,
        }
    }

    /// Sets the option `name`, as `games.d.ts` describes it, to a value as text. Commas separate
    /// the items of a list.
    ///
    /// # Errors
    /// If the option is unknown, or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), JsError> {
        let options = &mut self.evaluation;
        match name {
            "strategies" => options.strategies = strategies(value)?,
            "dead" => options.dead = value.split(',').map(source).collect::<Result<_, _>>()?,
            "seed" => options.playouts.seed = u32::from_str(value)?.into(),
            "rules" => options.rules = Some(Rules::parse(value).map_err(error)?),
            "komi" => options.missing_komi = Some(Points::parse_komi(value).map_err(error)?),
            "encoding" => options.encoding = Encoding::named(&JavaScript, value)?,
            "needsLabel" => options.needs_label = value == "true",
            "markedDead" => {
                let points = value.split(',').filter(|point| !point.is_empty());
                self.marked_dead = Some(points.map(point).collect::<Result<_, _>>()?);
                options.dead = vec![DeadFrom::Labels];
            }
            "name" => value.clone_into(&mut self.name),
            _ => return Err(JsError::new(&format!("unknown option {name}"))),
        }
        Ok(())
    }
}

/// Returns the strategies in a comma-separated list of names, each once.
fn strategies(names: &str) -> Result<Vec<&'static Strategy>, JsError> {
    let mut chosen: Vec<&'static Strategy> = Vec::new();
    for name in names.split(',') {
        let strategy = named_strategy(name)?;
        if chosen.iter().all(|known| known.name != strategy.name) {
            chosen.push(strategy);
        }
    }
    Ok(chosen)
}

fn source(name: &str) -> Result<DeadFrom, JsError> {
    let names = || SOURCES.map(DeadFrom::name).join(", ");
    let known = SOURCES.into_iter().find(|source| source.name() == name);
    known.ok_or_else(|| error(format!("the sources of dead stones are {}", names())))
}

fn point(name: &str) -> Result<Point, JsError> {
    Point::from_sgf(name).ok_or_else(|| error("the board has more than 52 rows or columns"))
}

fn error(why: impl AsRef<str>) -> JsError {
    JsError::new(why.as_ref())
}
