//! Games of SGF records: their facts, scores and explanations, as the program finds them.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use seichi::board::{Point, Size};
use seichi::dead::DeadFrom;
use seichi::input::Labels;
use seichi::labels::LabelLine;
use seichi::pipeline::{Context, Evaluated, GameEvaluator, GameOutcome, Options, SafetyCheck, guarded};
use seichi::report::{Explained, Style};
use seichi::sgf::{Record, read_within};
use seichi::skip::Skip;

use crate::boards::cell;
use crate::errors::skipped;
use crate::flags::{Flags, game_options};
use crate::outcome::{Answer, Label, answers, board, dead_stones, label};
use crate::scorer::{Raised, scorers};

/// A game of a record that can be scored.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Game {
    record: Record,
    /// The evaluation of the game without strategies.
    outcome: GameOutcome,
}

/// The name of a game, and the game or the reason why it can't be scored.
type NamedGame = (String, Result<Game, Skip>);

/// Returns the games of a record, with a `SkipError` for each game that can't be scored. `file` names the record.
///
/// # Errors
/// A `SkipError` if the record has no game.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, sgf: &[u8], file: &str, flags: Flags) -> PyResult<Vec<Py<PyAny>>> {
    let options = game_options(py, flags)?;
    let games = py.detach(|| guarded(|| read(sgf, file, &options))).map_err(|skip| skipped(py, file, &skip))?;
    let game = |(name, game): NamedGame| match game {
        Ok(game) => Ok(Py::new(py, game)?.into_any()),
        Err(skip) => Ok(skipped(py, &name, &skip).into_value(py).into_any()),
    };
    games.into_iter().map(game).collect()
}

/// Returns the games of a record.
fn read(sgf: &[u8], file: &str, options: &Options) -> Result<Vec<NamedGame>, Skip> {
    let options = Options { strategies: Vec::new(), ..options.clone() };
    let (text, games) = read_within(&options.records, sgf, options.encoding)?;
    let (labels, stop) = (Labels::default(), AtomicBool::new(false));
    let context = Context { options: &options, labels: &labels, survey: None, stop: &stop };
    let mut evaluator = GameEvaluator::new(context);
    let game = |game: seichi::sgf::Game| {
        let name = format!("{file}#{}", game.number);
        let game = game.record.and_then(|record| evaluated(&mut evaluator, &name, text.encoding, record));
        (name, game)
    };
    Ok(games.into_iter().map(game).collect())
}

fn evaluated(
    evaluator: &mut GameEvaluator<'_>,
    name: &str,
    encoding: &'static str,
    record: Record,
) -> Result<Game, Skip> {
    let kept = record.clone();
    let outcome = evaluator.evaluate_game(name.to_owned(), encoding, record);
    match &outcome.result {
        Ok(_) => Ok(Game { record: kept, outcome }),
        Err(skip) => Err(skip.clone()),
    }
}

impl Game {
    /// Evaluates the game again. `dead`, if given, replaces the dead stones of its record.
    fn evaluate(&self, options: &Options, dead: Option<&[Point]>) -> GameOutcome {
        let name = self.outcome.name.clone();
        let mut options = options.clone();
        let labels = match dead {
            None => Labels::default(),
            Some(dead) => {
                options.dead = vec![DeadFrom::Labels];
                Labels::of_game(LabelLine { game: name.clone(), dead: Some(dead.to_vec()), ..LabelLine::default() })
            }
        };
        let context = Context { options: &options, labels: &labels, survey: None, stop: &AtomicBool::new(false) };
        GameEvaluator::new(context).evaluate_game(name, self.outcome.facts.encoding, self.record.clone())
    }

    /// Returns the reason for which `seichi eval` skips the game, if any.
    fn left_out(&self, game: &Evaluated, options: &Options, dead: Option<&[Point]>) -> Option<Skip> {
        let options = Options { needs_label: true, strategies: Vec::new(), scorers: Vec::new(), ..options.clone() };
        if game.labelled.is_labelled() { None } else { self.evaluate(&options, dead).result.err() }
    }

    fn game(&self) -> &Evaluated {
        self.outcome.result.as_ref().expect("a skipped game does not become a `Game`")
    }

    fn size(&self) -> Size {
        self.game().labelled.size
    }
}

/// Returns the points at which `dead` is true.
///
/// # Errors
/// If `dead` has a different shape from the board.
fn points(size: Size, dead: Option<PyReadonlyArray2<'_, bool>>) -> PyResult<Option<Vec<Point>>> {
    let Some(dead) = dead else { return Ok(None) };
    let dead = dead.as_array();
    let shape: [usize; 2] = [size.height().into(), size.width().into()];
    if dead.shape() != shape {
        let message = format!("dead has the shape {:?}, but the board has {shape:?}", dead.shape());
        return Err(PyValueError::new_err(message));
    }
    Ok(Some(size.iter().filter(|&point| dead[cell(point)]).collect()))
}

/// The functions that score a game, besides the strategies of the flags.
#[derive(FromPyObject)]
struct Asked {
    #[pyo3(item(0))]
    functions: Vec<(String, Py<PyAny>)>,
    /// Whether no strategy answers.
    #[pyo3(item(1))]
    are_alone: bool,
}

impl Asked {
    /// Returns the options of `flags`, with these scorers, which keep their exceptions in `raised`.
    fn put(self, py: Python<'_>, flags: Flags, raised: &Raised) -> PyResult<Options> {
        let options = Options::clone(&*game_options(py, flags)?);
        let strategies = if self.are_alone { Vec::new() } else { options.strategies };
        Ok(Options { strategies, scorers: scorers(py, self.functions, raised)?, ..options })
    }
}

#[pymethods]
impl Game {
    /// The answers of strategies and scorers. `dead` marks the dead stones, of shape `[height, width]`.
    fn score(
        &self,
        py: Python<'_>,
        flags: Flags,
        asked: Asked,
        dead: Option<PyReadonlyArray2<'_, bool>>,
    ) -> PyResult<Vec<Answer>> {
        let raised = Raised::default();
        let options = asked.put(py, flags, &raised)?;
        let dead = points(self.size(), dead)?;
        let outcome = py.detach(|| self.evaluate(&options, dead.as_deref()));
        match &outcome.result {
            Ok(game) => answers(py, game, &options).map_err(|error| raised.chain(py, error)),
            Err(skip) => Err(skipped(py, &outcome.name, skip)),
        }
    }

    /// The explanation of the game: the text and the JSON of `seichi explain`, and an SVG picture.
    fn explain(
        &self,
        py: Python<'_>,
        flags: Flags,
        asked: Asked,
        dead: Option<PyReadonlyArray2<'_, bool>>,
        all: bool,
    ) -> PyResult<(String, String, String)> {
        let options =
            Options { safety: Some(SafetyCheck { certainty: None }), ..asked.put(py, flags, &Raised::default())? };
        let dead = points(self.size(), dead)?;
        let explained = py.detach(|| {
            let outcome = self.evaluate(&options, dead.as_deref());
            match &outcome.result {
                Err(skip) => Err(skip.clone()),
                Ok(game) => {
                    let left_out = self.left_out(game, &options, dead.as_deref());
                    let explained = Explained::new(&outcome, game, &options, &[], left_out);
                    let json = explained.json_with_board(String::new).to_string();
                    Ok((explained.text(all, Style::default()), json, explained.svg()))
                }
            }
        });
        explained.map_err(|skip| skipped(py, &self.outcome.name, &skip))
    }

    /// The board as an SVG picture.
    fn svg(&self) -> String {
        let options = Options { strategies: Vec::new(), ..Options::default() };
        Explained::new(&self.outcome, self.game(), &options, &[], None).svg()
    }

    #[getter]
    fn name(&self) -> &str {
        &self.outcome.name
    }

    #[getter]
    fn players(&self) -> (&str, &str) {
        let [black, white] = &self.outcome.facts.players;
        (black, white)
    }

    #[getter]
    fn date(&self) -> &str {
        &self.outcome.facts.date
    }

    #[getter]
    fn width(&self) -> u8 {
        self.size().width()
    }

    #[getter]
    fn height(&self) -> u8 {
        self.size().height()
    }

    #[getter]
    fn rules(&self) -> Cow<'static, str> {
        self.game().labelled.count.rules.name()
    }

    #[getter]
    fn rules_guessed(&self) -> Option<&str> {
        self.outcome.facts.rules_guessed
    }

    #[getter]
    fn method(&self) -> &str {
        self.game().labelled.count.rules.method().name()
    }

    #[getter]
    fn komi(&self) -> f64 {
        self.game().labelled.count.komi.to_f64()
    }

    #[getter]
    fn handicap(&self) -> u32 {
        self.game().labelled.count.handicap
    }

    #[getter]
    fn moves(&self) -> u32 {
        self.game().labelled.moves
    }

    #[getter]
    fn encoding(&self) -> &str {
        self.outcome.facts.encoding
    }

    #[getter]
    fn origin(&self) -> &str {
        &self.outcome.facts.origin
    }

    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        board(py, &self.game().labelled.whole)
    }

    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        dead_stones(py, self.game())
    }

    #[getter]
    fn dead_from(&self) -> &str {
        self.game().labelled.dead_from.name()
    }

    #[getter]
    fn prisoners(&self) -> (u32, u32) {
        self.game().labelled.count.prisoners.into()
    }

    #[getter]
    fn label(&self, py: Python<'_>) -> Option<Label> {
        label(py, self.game())
    }

    #[getter]
    fn flags(&self) -> Vec<String> {
        self.game().flags.clone()
    }
}
