//! Games in SGF records: their facts, scores and explanations, as the program finds them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use seichi::Stop;
use seichi::board::{Point, Size};
use seichi::dead::DeadFrom;
use seichi::explain::Explained;
use seichi::game::{Context, Evaluated, GameEvaluator, GameOutcome, Options};
use seichi::input::{Labels, guarded};
use seichi::labels::LabelLine;
use seichi::render::Style;
use seichi::sgf::{self, Record, RulesGuess};
use seichi::skip::Skip;

use crate::boards::cell;
use crate::errors::skipped;
use crate::flags::{Flags, game_options};
use crate::outcome::{Answer, Label, answers, board, dead_stones, label};
use crate::scorer::{Raised, scorers};

/// A game in a record that can be scored: the base class of `seichi.Game`, which inherits its
/// properties.
#[pyclass(frozen, subclass, module = "seichi._seichi")]
pub(crate) struct Game(Arc<Evaluation>);

/// The evaluation of a game without strategies.
struct Evaluation {
    record: Record,
    outcome: GameOutcome,
}

/// The name of a game, and the game or the reason why it can't be scored.
type NamedGame = (String, Result<Game, Skip>);

/// Returns the games in a record, with a `SkipError` for each game that can't be scored. `file`
/// names the record, and `before` is the number of games in earlier pieces of it.
///
/// # Errors
/// A `SkipError` if the record has no game.
#[pyfunction]
pub(crate) fn read_games(
    py: Python<'_>,
    sgf: &[u8],
    file: &str,
    before: usize,
    flags: Flags,
) -> PyResult<Vec<Py<PyAny>>> {
    let options = game_options(py, flags)?;
    let games = py
        .detach(|| guarded(|| read(sgf, file, before, &options)))
        .map_err(|skip| skipped(py, file, &skip))?;
    let game = |(name, game): NamedGame| match game {
        Ok(game) => Ok(Py::new(py, game)?.into_any()),
        Err(skip) => Ok(skipped(py, &name, &skip).into_value(py).into_any()),
    };
    games.into_iter().map(game).collect()
}

/// Returns the games in a record.
fn read(sgf: &[u8], file: &str, before: usize, options: &Options) -> Result<Vec<NamedGame>, Skip> {
    let options = Options {
        strategies: Vec::new(),
        scorers: Vec::new(),
        ..options.clone()
    };
    let (text, games) = sgf::read(sgf, options.encoding)?;
    let (labels, stop) = (Labels::default(), Stop::default());
    let context = Context::new(options, labels, &stop);
    let mut evaluator = GameEvaluator::new(context);
    let game = |game: seichi::sgf::Game| {
        let name = format!("{file}#{}", before + game.number);
        let game = game
            .record
            .and_then(|record| evaluated(&mut evaluator, &name, text.encoding, record));
        (name, game)
    };
    Ok(games.into_iter().map(game).collect())
}

fn evaluated(
    evaluator: &mut GameEvaluator,
    name: &str,
    encoding: &'static str,
    record: Record,
) -> Result<Game, Skip> {
    let kept = record.clone();
    let outcome = evaluator.evaluate_record(name.to_owned(), encoding, record);
    match &outcome.result {
        Ok(_) => Ok(Game(Arc::new(Evaluation {
            record: kept,
            outcome,
        }))),
        Err(skip) => Err(skip.clone()),
    }
}

impl Game {
    /// Evaluates the game again. `dead`, if given, replaces the dead stones of its record.
    fn evaluate(&self, options: &Options, dead: Option<&[Point]>) -> GameOutcome {
        let name = self.0.outcome.name.clone();
        let mut options = options.clone();
        let labels = match dead {
            None => Labels::default(),
            Some(dead) => {
                options.dead = vec![DeadFrom::Labels];
                Labels::of_game(LabelLine {
                    game: name.clone(),
                    dead: Some(dead.iter().map(|&stone| stone.into()).collect()),
                    ..LabelLine::default()
                })
            }
        };
        let context = Context::new(options, labels, &Stop::default());
        GameEvaluator::new(context).evaluate_record(
            name,
            self.0.outcome.facts.encoding,
            self.0.record.clone(),
        )
    }

    fn game(&self) -> &Evaluated {
        self.0
            .outcome
            .result
            .as_ref()
            .expect("a skipped game does not become a `Game`")
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
        let message = format!(
            "dead has the shape {:?}, but the board has {shape:?}",
            dead.shape()
        );
        return Err(PyValueError::new_err(message));
    }
    Ok(Some(
        size.iter().filter(|&point| dead[cell(point)]).collect(),
    ))
}

/// The functions that score a game in addition to the strategies of the flags.
#[derive(FromPyObject)]
struct Asked {
    #[pyo3(item(0))]
    functions: Vec<(String, Py<PyAny>)>,
    /// Whether no strategy answers.
    #[pyo3(item(1))]
    are_alone: bool,
}

impl Asked {
    /// Returns the options of `flags` with these scorers, which keep their exceptions in `raised`.
    fn put(self, py: Python<'_>, flags: Flags, raised: &Raised) -> PyResult<Options> {
        let options = Options::clone(&*game_options(py, flags)?);
        let strategies = if self.are_alone {
            Vec::new()
        } else {
            options.strategies
        };
        Ok(Options {
            strategies,
            scorers: scorers(py, self.functions, raised)?,
            ..options
        })
    }
}

#[pymethods]
impl Game {
    /// Returns the game for an object of a subclass.
    #[new]
    fn new(game: PyRef<'_, Self>) -> Self {
        Self(Arc::clone(&game.0))
    }

    /// The answers of strategies and scorers. `dead` marks the dead stones, of shape `[height,
    /// width]`.
    fn answers(
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

    /// The explanation of the game: the text and the JSON of `seichi explain`.
    fn explanation(
        &self,
        py: Python<'_>,
        flags: Flags,
        asked: Asked,
        dead: Option<PyReadonlyArray2<'_, bool>>,
        all: bool,
    ) -> PyResult<(String, String)> {
        let options = Options {
            safety: true,
            ..asked.put(py, flags, &Raised::default())?
        };
        let dead = points(self.size(), dead)?;
        let explained = py.detach(|| {
            let outcome = self.evaluate(&options, dead.as_deref());
            match &outcome.result {
                Err(skip) => Err(skip.clone()),
                Ok(game) => {
                    let explained = Explained::new(&outcome, game, &options, &[]);
                    let json = explained.json_with_board("").to_string();
                    Ok((explained.text(all, Style::default()), json))
                }
            }
        });
        explained.map_err(|skip| skipped(py, &self.0.outcome.name, &skip))
    }

    /// The name of the game, `FILE#NUMBER`.
    #[getter]
    fn name(&self) -> &str {
        &self.0.outcome.name
    }

    /// The names of Black and of White; empty if the record has none.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [black, white] = self.0.outcome.facts.players();
        (black, white)
    }

    /// The recorded date; may be empty.
    #[getter]
    fn date(&self) -> &str {
        self.0.outcome.facts.date()
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.size().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.size().height()
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self) -> Cow<'static, str> {
        self.game().labelled.count.rules.name()
    }

    /// How the rules were found if the record does not name them.
    #[getter]
    fn rules_guessed(&self) -> Option<&str> {
        self.0.outcome.facts.rules_guessed().map(RulesGuess::name)
    }

    /// The method of counting: `"territory"` or `"area"`.
    #[getter]
    fn method(&self) -> &str {
        self.game().labelled.count.rules.method().name()
    }

    /// The points that White gets for moving second.
    #[getter]
    fn komi(&self) -> f64 {
        self.game().labelled.count.komi.to_f64()
    }

    /// The number of handicap stones.
    #[getter]
    fn handicap(&self) -> u32 {
        self.game().labelled.count.handicap
    }

    /// The number of moves, including passes.
    #[getter]
    fn moves(&self) -> u32 {
        self.game().labelled.end.moves
    }

    /// The encoding of the record.
    #[getter]
    fn encoding(&self) -> &str {
        self.0.outcome.facts.encoding
    }

    /// The origin of the label, such as `"KGS"`.
    #[getter]
    fn origin(&self) -> &str {
        &self.0.outcome.facts.origin
    }

    /// The last position with its dead stones, of shape `[height, width]`: 0 empty, 1 Black, 2
    /// White.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        board(py, &self.game().labelled.end.position)
    }

    /// Whether each point has a dead stone, of shape `[height, width]`.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        dead_stones(py, self.game())
    }

    /// The source of the dead stones; `"none"` if every stone counts as alive because no source has
    /// dead stones.
    #[getter]
    fn dead_from(&self) -> &str {
        self.game().labelled.dead_from.name()
    }

    /// The stones that `black` and `white` captured in play; dead stones are still on the board.
    #[getter]
    fn prisoners(&self) -> BTreeMap<&'static str, u32> {
        let [black, white] = self.game().labelled.count_of_play().prisoners;
        BTreeMap::from([("black", black), ("white", white)])
    }

    /// The player who passed first, or gets the button: 1 Black, 2 White, 0 if the record does not
    /// say.
    #[getter]
    fn first_pass(&self) -> usize {
        let first_pass = self.game().labelled.count.first_pass;
        first_pass.map_or(0, |color| color.index() + 1)
    }

    /// The recorded result: see `seichi.Label`.
    #[getter]
    fn recorded(&self, py: Python<'_>) -> Option<Label> {
        label(py, self.game())
    }

    /// The remarks on oddities of the record; `docs/files.md` lists them.
    #[getter]
    fn flags(&self) -> Vec<String> {
        self.game()
            .remarks
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}
