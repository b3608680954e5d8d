//! Evaluates the games below some paths, as `seichi eval` does.

use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::DeadFrom;
use seichi::game::{Context, GameOutcome, Options};
use seichi::input::{Labels, Walk, WalkOptions, walk};
use seichi::rules::{Method, Points};
use seichi::run::{
    Figures, StrategyFigures, Summary, SummaryOptions, evaluate, superfluous_copies,
};
use seichi::territory::Strategy;

/// The figures and the games of an evaluation.
pub(crate) struct Evaluation {
    /// The figures, as in `run.json`.
    pub(crate) figures: Figures,
    /// The games that count in the headline figures, in the walk's order.
    pub(crate) games: Vec<Game>,
    /// The area games, in the same order. They are not in `games`.
    pub(crate) area: Vec<Game>,
}

impl Evaluation {
    /// Returns the number of a strategy that was evaluated.
    pub(crate) fn number(&self, strategy: &str) -> usize {
        self.figures
            .strategies
            .iter()
            .position(|name| name == strategy)
            .expect("an evaluated strategy")
    }

    /// Returns the figures of a strategy, if it was evaluated.
    pub(crate) fn of(&self, strategy: &str) -> Option<&StrategyFigures> {
        self.figures
            .all()
            .strategies
            .iter()
            .find(|figures| figures.strategy == strategy)
    }

    /// Returns some of the games.
    pub(crate) fn part(&self, part: Part) -> Vec<&Game> {
        self.games.iter().filter(|game| part.has(game)).collect()
    }
}

/// A part of the games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All games.
    All,
    /// The finished games.
    Finished,
    /// The finished games where no protective move is owed.
    Settled,
    /// The finished games where a protective move is owed.
    Owing,
}

impl Part {
    /// Every part, with its name in the template of the page and in tables.
    pub(crate) const NAMES: [(Self, &str); 4] = [
        (Self::All, "all games"),
        (Self::Finished, "finished"),
        (Self::Settled, "nothing owed"),
        (Self::Owing, "something owed"),
    ];

    /// Returns the name in tables.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(part, _)| *part == self)
            .expect("every part has a name")
            .1
    }

    fn has(self, game: &Game) -> bool {
        match self {
            Self::All => true,
            Self::Finished => game.finished,
            Self::Settled => game.finished && !game.owed,
            Self::Owing => game.finished && game.owed,
        }
    }
}

/// Returns options for games that people counted: playouts find the dead stones.
pub(crate) fn counted_by_people(strategies: &[&'static dyn Strategy]) -> Options {
    Options {
        strategies: strategies.to_vec(),
        dead: vec![DeadFrom::Auto, DeadFrom::Estimate],
        ..Options::default()
    }
}

/// A game that counts in the headline figures.
pub(crate) struct Game {
    /// Its name, without the name of its archive: unpacking the archive does not change it.
    pub(crate) name: String,
    /// The year in its date.
    pub(crate) year: Option<u32>,
    /// Whether it is finished.
    pub(crate) finished: bool,
    /// Whether a player still owes a protective move, according to `teire`.
    pub(crate) owed: bool,
    /// The label's margin.
    pub(crate) label: Points,
    /// The margin of each strategy.
    pub(crate) margins: Vec<Points>,
    /// For each strategy, whether it has the margin, and the map if the label has one.
    pub(crate) is_right: Vec<bool>,
}

impl Game {
    fn new(outcome: &GameOutcome) -> Option<Self> {
        let game = outcome.result.as_ref().ok()?;
        let name = outcome
            .name
            .rsplit_once("!/")
            .map_or(outcome.name.as_str(), |(_, name)| name);
        let digits = outcome
            .facts
            .date
            .split(|letter: char| !letter.is_ascii_digit());
        Some(Self {
            name: name.to_owned(),
            year: digits
                .filter(|digits| digits.len() == 4)
                .find_map(|digits| digits.parse().ok()),
            finished: game.is_finished(),
            owed: game.owes_moves == Some(true),
            label: game.labelled.label.margin?,
            margins: game.answers.iter().map(|answer| answer.margin).collect(),
            is_right: game
                .answers
                .iter()
                .map(|answer| answer.category.is_none())
                .collect(),
        })
    }

    /// Returns whether a strategy, given by its number, has the label's margin.
    pub(crate) fn is_exact(&self, strategy: usize) -> bool {
        self.margins[strategy] == self.label
    }

    /// Returns the event, or the series of events: the first folder of the name.
    pub(crate) fn event(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Returns the half that the game is in, 0 or 1: the parity of the CRC-32 of its name.
    pub(crate) fn half(&self) -> usize {
        crc32fast::hash(self.name.as_bytes()) as usize % 2
    }
}

/// Evaluates the games below `paths`.
pub(crate) fn evaluate_paths(paths: &[PathBuf], options: &Options) -> Result<Evaluation, String> {
    let (walk, context) = prepared(paths, options)?;
    evaluate_walk(&walk, &context)
}

/// Evaluates one record of each game below `paths`.
pub(crate) fn evaluate_unique(paths: &[PathBuf], options: &Options) -> Result<Evaluation, String> {
    let (walk, mut context) = prepared(paths, options)?;
    let copies = superfluous_copies(&walk, 0, &context).map_err(|error| error.to_string())?;
    context.left_out = copies.into();
    evaluate_walk(&walk, &context)
}

/// Returns what an evaluation of the games below `paths` needs.
fn prepared(paths: &[PathBuf], options: &Options) -> Result<(Walk, Context), String> {
    let walk = walk(paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[]).map_err(|error| error.to_string())?;
    let context = Context::new(options.clone(), labels, &Stop::default());
    Ok((walk, context))
}

fn evaluate_walk(walk: &Walk, context: &Context) -> Result<Evaluation, String> {
    let names = context.options.names();
    let mut summary = Summary::new(SummaryOptions::new(&context.options));
    let (mut games, mut area) = (Vec::new(), Vec::new());
    for batch in evaluate(walk, 0, context) {
        for outcome in batch.map_err(|error| error.to_string())?.games {
            let rows = outcome.rows(&names);
            match &outcome.result {
                Ok(_) => summary.add_rows(&rows),
                Err(skip) => summary.add_skipped(skip.reason),
            }
            let Some(row) = rows.first().filter(|row| row.has_usable_label()) else {
                continue;
            };
            match row.method {
                Method::Territory => games.extend(Game::new(&outcome)),
                Method::Area => area.extend(Game::new(&outcome)),
            }
        }
    }
    Ok(Evaluation {
        figures: summary.figures(),
        games,
        area,
    })
}
