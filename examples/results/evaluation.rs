//! Evaluates the games below some paths, as `seichi eval` does.

use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::DeadFrom;
use seichi::game::{Context, Evaluated, GameOutcome, Options, Remark};
use seichi::input::{Labels, Walk, WalkOptions, walk};
use seichi::rules::{Method, Points};
use seichi::run::{
    Figures, GameRow, StrategyFigures, Summary, SummaryOptions, evaluate, superfluous_copies,
};
use seichi::safety::SafetyLevel;
use seichi::territory::Strategy;

use super::seki::{BOUNDS, Eye, Eyes, OWNED, Owners};

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

/// A finished game with at least this number of neutral points has many.
pub(crate) const MANY: u32 = 5;

/// A part of the games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All games.
    All,
    /// The finished games.
    Finished,
    /// The finished games with fewer than [`MANY`] neutral points.
    Few,
    /// The finished games with at least [`MANY`] neutral points.
    Many,
    /// The finished games in which no protective move is owed.
    Settled,
    /// The finished games in which a protective move is owed.
    Owing,
}

impl Part {
    /// Every part, with its name in the template of the page and in tables.
    pub(crate) const NAMES: [(Self, &str); 6] = [
        (Self::All, "all games"),
        (Self::Finished, "finished"),
        (Self::Few, "few neutral points"),
        (Self::Many, "many neutral points"),
        (Self::Settled, "nothing owed"),
        (Self::Owing, "something owed"),
    ];

    /// Returns the part with a name in tables.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let found = Self::NAMES
            .iter()
            .find(|(_, other)| *other == name.replace('-', " "));
        let (part, _) = found.ok_or(format!("unknown part of the games: {name:?}"))?;
        Ok(*part)
    }

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
            Self::Finished => game.is_finished(),
            Self::Few => game.is_finished() && game.neutral < MANY,
            Self::Many => game.is_finished() && game.neutral >= MANY,
            Self::Settled => game.is_finished() && !game.owed,
            Self::Owing => game.is_finished() && game.owed,
        }
    }
}

/// Returns options for games that people counted, whose dead stones playouts find.
pub(crate) fn counted_by_people(strategies: &[&'static Strategy]) -> Options {
    Options {
        strategies: strategies.to_vec(),
        dead: vec![DeadFrom::Auto, DeadFrom::Estimate],
        ..Options::default()
    }
}

/// Whether a game is finished.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A border is open, or a comment says that moves are missing.
    Open,
    /// Every border is closed, but the owners of the points are unknown.
    WithoutOwners,
    /// Every border is closed: a *finished* game of the pages.
    Finished,
}

/// What is known about the dead stones of a game.
pub(crate) struct DeadStones {
    /// Whether the game is safe to score, if this was judged.
    pub(crate) are_safe: bool,
    /// Whether a source other than the marks finds the same dead stones as the marks.
    pub(crate) are_as_marked: bool,
    /// Whether reversing the status of unmarked stones gives the label's margin.
    pub(crate) explain_label: bool,
}

/// A game that counts in the headline figures.
pub(crate) struct Game {
    /// Its name, without the name of its archive: unpacking the archive does not change it.
    pub(crate) name: String,
    /// The year in its date.
    pub(crate) year: Option<u32>,
    /// Whether it is finished.
    pub(crate) ending: Ending,
    /// What is known about its dead stones.
    pub(crate) dead: DeadStones,
    /// Whether a player still owes a protective move, according to `teire`.
    pub(crate) owed: bool,
    /// Whether an area count can give the label's margin: every point is Black's or White's, so the
    /// difference is even or odd like the number of points.
    pub(crate) is_possible: bool,
    /// The number of neutral points.
    pub(crate) neutral: u32,
    /// The eyes that may be in seki, if the owners of the points are known.
    pub(crate) eyes: Option<Eyes>,
    /// The label's margin.
    pub(crate) label: Points,
    /// The margin of each strategy.
    pub(crate) margins: Vec<Points>,
    /// For each strategy, whether it has the label's margin, and the label's map if there is one.
    pub(crate) is_right: Vec<bool>,
}

impl Game {
    /// Returns a game, given one of its rows and the owners of all points of some games.
    fn new(outcome: &GameOutcome, row: &GameRow, owners: &Owners) -> Option<Self> {
        let game = outcome.result.as_ref().ok()?;
        let name = outcome
            .name
            .rsplit_once("!/")
            .map_or(outcome.name.as_str(), |(_, name)| name);
        let digits = outcome
            .facts
            .date()
            .split(|letter: char| !letter.is_ascii_digit());
        let eyes = eyes(game, name, owners);
        let (count, label) = (&game.labelled.count, game.labelled.label.margin?);
        let gained = (label - count.margin([0, 0])).hundredths() / 100;
        let points = game.labelled.position.size().points();
        let empty = points - count.stones.iter().sum::<u32>() as usize;
        let is_explained = |flag: &Remark| flag.to_string() == "unmarked_dead_explain";
        Some(Self {
            neutral: row.neutral,
            dead: DeadStones {
                are_safe: row.safety == Some(SafetyLevel::Safe),
                are_as_marked: row.dead_source_only == Some(0) && row.dead_label_only == Some(0),
                explain_label: row.flags.iter().any(is_explained),
            },
            ending: match game.is_finished() {
                false => Ending::Open,
                true if owners.is_empty() || eyes.is_some() => Ending::Finished,
                true => Ending::WithoutOwners,
            },
            is_possible: gained.unsigned_abs() as usize % 2 == empty % 2,
            eyes,
            name: name.to_owned(),
            year: digits
                .filter(|digits| digits.len() == 4)
                .find_map(|digits| digits.parse().ok()),
            owed: game.owes_moves == Some(true),
            label,
            margins: game
                .answers
                .iter()
                .filter_map(|answer| answer.margin)
                .collect(),
            is_right: game
                .answers
                .iter()
                .map(|answer| answer.category.is_none())
                .collect(),
        })
    }

    /// Returns whether it is finished and the owners of its points are known.
    pub(crate) fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// Returns whether a strategy, given by its number, has the label's margin.
    pub(crate) fn is_exact(&self, strategy: usize) -> bool {
        self.margins[strategy] == self.label
    }

    /// Returns the absolute error of a strategy, given by its number, in points.
    pub(crate) fn error(&self, strategy: usize) -> f64 {
        f64::from((self.margins[strategy] - self.label).hundredths().abs()) / 100.0
    }

    /// Returns the event or the series of events: the first folder of the name. A game in a folder
    /// that is not an event counts as a separate event.
    pub(crate) fn event(&self) -> &str {
        let folder = self.name.split('/').next().unwrap_or_default();
        if NO_EVENTS.contains(&folder) {
            &self.name
        } else {
            folder
        }
    }

    /// Returns how many eyes of each class of ownership a strategy, given by its number, considers
    /// in seki.
    pub(crate) fn claimed(&self, strategy: usize) -> [usize; BOUNDS.len() - 1] {
        let eyes = self.eyes.as_ref();
        eyes.map_or([0; BOUNDS.len() - 1], |eyes| eyes.claimed(strategy))
    }

    /// Returns the eyes that a strategy, given by its number, considers in seki, and whose
    /// ownership is above the bound of a player's eyes, or below it.
    pub(crate) fn claimed_beyond(
        &self,
        strategy: usize,
        above: bool,
    ) -> impl Iterator<Item = &Eye> {
        let eyes = self.eyes.iter().flat_map(|eyes| &eyes.eyes);
        eyes.filter(move |eye| eye.in_seki[strategy].is_some_and(|owner| (owner >= OWNED) == above))
    }

    /// Returns the number of eyes in seki that a strategy, given by its number, misses.
    pub(crate) fn missed(&self, strategy: usize) -> usize {
        self.eyes.as_ref().map_or(0, |eyes| eyes.missed(strategy))
    }

    /// Returns whether a strategy, given by its number, names the recorded winner, or a draw.
    pub(crate) fn has_winner(&self, strategy: usize) -> bool {
        self.margins[strategy].sign() == self.label.sign()
    }

    /// Returns the half that the game is in, 0 or 1: the parity of the CRC-32 of its name.
    pub(crate) fn half(&self) -> usize {
        crc32fast::hash(self.name.as_bytes()) as usize % 2
    }
}

/// The folders of the archive that are not events, but contain games of a player, of an age, or of
/// a kind.
const NO_EVENTS: [&str; 10] = [
    "Cho_Chikun",
    "Dosaku",
    "Go_Seigen",
    "Shusai",
    "Shusaku",
    "ancient",
    "handicap",
    "other_sizes",
    "people",
    "training",
];

/// Returns the eyes of a game that may be in seki, if the owners of its points are known. Without
/// `owners`, the label's map gives them.
fn eyes(game: &Evaluated, name: &str, owners: &Owners) -> Option<Eyes> {
    let grid = game.labelled.position.grid();
    if !owners.is_empty() {
        let size = game.labelled.position.size();
        // KataGo's file has the numbers of a board of 19x19 for smaller boards
        let owners = owners
            .get(name)
            .filter(|owners| owners.len() == size.points())?;
        return Some(Eyes::new(game, |point| {
            owners[size.index_of(grid.point(point))]
        }));
    }
    let map = game.labelled.label.map.as_ref()?;
    Some(Eyes::new(game, |point| {
        f64::from(u8::from(map.owner(point).is_some()))
    }))
}

/// Evaluates the games below `paths`.
pub(crate) fn evaluate_paths(paths: &[PathBuf], options: &Options) -> Result<Evaluation, String> {
    let (walk, context) = prepared(paths, options)?;
    evaluate_walk(&walk, &context, &Owners::new())
}

/// Evaluates one record of each game below `paths`.
/// `owners` has the ownership of the points of some games.
pub(crate) fn evaluate_unique(
    paths: &[PathBuf],
    options: &Options,
    owners: &Owners,
) -> Result<Evaluation, String> {
    let (walk, mut context) = prepared(paths, options)?;
    let copies = superfluous_copies(&walk, 0, &context).map_err(|error| error.to_string())?;
    context.left_out = copies.into();
    evaluate_walk(&walk, &context, owners)
}

/// Returns the walk and the context for an evaluation of the games below `paths`.
fn prepared(paths: &[PathBuf], options: &Options) -> Result<(Walk, Context), String> {
    let walk = walk(paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[]).map_err(|error| error.to_string())?;
    let context = Context::new(options.clone(), labels, &Stop::default());
    Ok((walk, context))
}

fn evaluate_walk(walk: &Walk, context: &Context, owners: &Owners) -> Result<Evaluation, String> {
    let names = context.options.names();
    let mut summary = Summary::new(SummaryOptions::new(context));
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
                Method::Territory => games.extend(Game::new(&outcome, row, owners)),
                Method::Area => area.extend(Game::new(&outcome, row, owners)),
            }
        }
    }
    Ok(Evaluation {
        figures: summary.figures(),
        games,
        area,
    })
}
