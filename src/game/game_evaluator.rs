//! The path of one game, from its bytes to the comparison of every answer with its label.
//!
//! ```text
//! bytes → Record → Headers → EndedGame → LabelledGame → Evaluated
//! ```

use std::mem;
use std::sync::Arc;

use super::evaluated::GameOutcome;
use super::facts::{GameFacts, GameInput};
use super::labelled::LabelledGame;
use super::labelling::Labelling;
use super::scoring::score;
use super::scratch::{Scratch, Stopwatch};
use super::{Context, Timings};
use crate::external::{ExternalScorer, Given, NoAnswer};
use crate::input::{Entry, InputFile, guarded};
use crate::sgf::{self, Record};
use crate::skip::{Reason, Skip};

/// A game with its label, or the reason why it was skipped.
pub(crate) type LabelledOutcome = GameOutcome<LabelledGame>;

/// The games in a file with their labels.
pub(crate) struct LabelledFile {
    /// The games that the options select.
    pub(crate) games: Vec<LabelledOutcome>,
    /// The number of all games; a file without a game counts as one.
    pub(crate) count: u64,
    /// For each question to the engine that names dead stones, whether the engine answered.
    pub(crate) engine: Vec<Result<(), NoAnswer>>,
}

/// Evaluates one game after another on one thread. Only scratch memory outlives a game.
///
/// ```
/// use seichi::Stop;
/// use seichi::game::{Context, GameEvaluator, Options};
/// use seichi::input::{Entry, Labels};
///
/// let context = Context::new(Options::default(), Labels::default(), &Stop::default());
/// let mut evaluator = GameEvaluator::new(context);
/// let record = b"(;SZ[5]RU[Japanese]KM[0.5]RE[W+5.5];AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]\
///     TB[aa:ae]TW[da:ee])";
/// let games = evaluator.evaluate_bytes(&Entry::new("x.sgf".into(), "x.sgf".into()), Ok(record));
/// let game = games[0].result.as_ref().expect("a label");
/// assert_eq!(game.answers[0].result(), "W+5.5");
/// ```
pub struct GameEvaluator {
    context: Context,
    scratch: Scratch,
}

impl GameEvaluator {
    /// Creates an evaluator. Only [`Self::evaluate_record`] asks external scorers.
    pub fn new(context: Context) -> Self {
        let scratch = Scratch::new(&context);
        Self { context, scratch }
    }

    /// Returns the time of each stage since the last call.
    pub(crate) fn take_timings(&mut self) -> Timings {
        mem::take(&mut self.scratch.timings)
    }

    /// Returns the outcomes of all games in the bytes of a file.
    pub fn evaluate_bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
    ) -> Vec<GameOutcome> {
        let file = self.label_file(entry.clone(), bytes, 0);
        let games = file.games.into_iter();
        games
            .map(|game| self.score_game(game, Vec::new()))
            .collect()
    }

    /// Returns the outcome of the game `name` in a file with this encoding. Starts the external
    /// scorers that the options name, and asks them.
    pub fn evaluate_record(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Record,
    ) -> GameOutcome {
        let mut scorers = self.context.options.start_scorers();
        self.evaluate_game(name, encoding, record, &mut scorers)
    }

    /// Returns the outcome of the game `name` in a file with this encoding. Asks `scorers`, the
    /// scorers named in the options.
    pub(crate) fn evaluate_game(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Record,
        scorers: &mut [Box<dyn ExternalScorer>],
    ) -> GameOutcome {
        let (entry, mut engine) = (Arc::default(), Vec::new());
        let game = self.label_game(entry, name, encoding, Ok(record), &mut engine);
        let mut given = Vec::new();
        if let Ok(labelled) = &game.result {
            let questions = [labelled.question()];
            for scorer in scorers {
                given.extend(scorer.ask(&questions, &self.context.stop));
            }
        }
        self.score_game(game, given)
    }

    /// Reads the games in a file and finds their labels.
    pub(crate) fn label_input(&mut self, file: InputFile) -> LabelledFile {
        let watch = Stopwatch::start();
        let offset = file.offset;
        let (entry, bytes) = file.into_bytes();
        self.scratch.timings.add("source", watch.elapsed());
        self.label_file(entry, bytes.as_deref().map_err(Skip::clone), offset)
    }

    /// Reads the games in the bytes of a file and finds their labels. `offset` is the offset of the
    /// bytes in the file.
    fn label_file(
        &mut self,
        entry: Entry,
        bytes: Result<&[u8], Skip>,
        offset: usize,
    ) -> LabelledFile {
        let options = self.context.options.clone();
        let entry = Arc::new(entry);
        let watch = Stopwatch::start();
        let kept = bytes.as_ref().ok().filter(|_| options.keep_bytes);
        let kept = kept.map(|&bytes| Arc::<[u8]>::from(bytes));
        let read = guarded(|| sgf::read(bytes?, options.encoding));
        self.scratch.timings.add("sgf", watch.elapsed());
        let mut file = LabelledFile {
            games: Vec::new(),
            count: 1,
            engine: Vec::new(),
        };
        let (text, games) = match read {
            Ok(read) => read,
            Err(skip) => {
                // if too many files are open, the unread file may contain games that the options
                // select
                if skip.reason == Reason::TooManyOpen || options.selects(&entry.name) {
                    let name = entry.name.clone();
                    let game = GameOutcome::without_record(entry, name, "", skip);
                    file.games.push(game.at(offset, 0));
                }
                return file;
            }
        };
        file.count = games.len() as u64;
        for (place, game) in games.into_iter().enumerate() {
            let name = entry.game_name(game.number);
            if options.selects(&name) {
                let (entry, engine) = (entry.clone(), &mut file.engine);
                let mut game = self.label_game(entry, name, text.encoding, game.record, engine);
                game.bytes.clone_from(&kept);
                file.games.push(game.at(offset, place as u64));
            }
        }
        file
    }

    /// Returns the game `name` with its label, given its record or the reason why it has no record.
    /// If the engine was asked, adds to `engine` whether it answered.
    fn label_game(
        &mut self,
        entry: Arc<Entry>,
        name: String,
        encoding: &'static str,
        record: Result<Record, Skip>,
        engine: &mut Vec<Result<(), NoAnswer>>,
    ) -> LabelledOutcome {
        let record = match record {
            Ok(record) => record,
            Err(skip) => return GameOutcome::without_record(entry, name, encoding, skip),
        };
        let context = self.context.clone();
        let game = GameInput {
            name: &name,
            record,
            line: context.labels.get(&name),
            context: &context,
        };
        let headers = guarded(|| game.headers()).map(Arc::new);
        let known = headers.as_deref().ok();
        let version = crate::COMMIT.unwrap_or(env!("CARGO_PKG_VERSION"));
        let audit_key = known.and_then(|known| game.audit_key(known, version));
        let (watch, dead_before) = (Stopwatch::start(), self.scratch.timings.of("dead"));
        let remembered = context.remembered.as_ref();
        let is_remembered = remembered
            .zip(audit_key)
            .is_some_and(|(keys, key)| keys.contains(&key));
        let result = match &headers {
            Ok(_) if is_remembered => Err(Skip::new(Reason::Remembered, "")),
            Ok(headers) => guarded(|| {
                let mut labelling = Labelling {
                    scratch: &mut self.scratch,
                    game: &game,
                    headers,
                    engine,
                    left_out: None,
                };
                labelling.label()
            }),
            Err(skip) => Err(skip.clone()),
        };
        let dead = self.scratch.timings.of("dead").saturating_sub(dead_before);
        let replay = watch.elapsed().saturating_sub(dead);
        self.scratch.timings.add("replay", replay);
        self.reset_after_panic(result.as_ref().err());
        GameOutcome {
            entry,
            place: 0,
            facts: GameFacts::new(encoding, game, headers.ok(), audit_key),
            bytes: None,
            result: result.map(Box::new),
            name,
        }
    }

    /// Runs every strategy on a labelled game, and compares the answers of the strategies and of
    /// the external scorers with the label.
    pub(crate) fn score_game(
        &mut self,
        game: LabelledOutcome,
        given: Vec<Result<Given, NoAnswer>>,
    ) -> GameOutcome {
        let watch = Stopwatch::start();
        let result = game.result.and_then(|labelled| {
            guarded(|| {
                self.context.check_stop()?;
                let options = &self.context.options;
                Ok(Box::new(score(
                    &mut self.scratch,
                    *labelled,
                    given,
                    options,
                )))
            })
        });
        self.scratch.timings.add("score", watch.elapsed());
        self.reset_after_panic(result.as_ref().err());
        GameOutcome {
            name: game.name,
            entry: game.entry,
            place: game.place,
            facts: game.facts,
            bytes: game.bytes,
            result,
        }
    }

    /// Replaces the memory after a panic, which may have left it half written.
    fn reset_after_panic(&mut self, skip: Option<&Skip>) {
        if skip.is_some_and(|skip| skip.reason == Reason::Internal) {
            let fresh = Scratch::new(&self.context);
            self.scratch.evaluator = fresh.evaluator;
            self.scratch.estimator = fresh.estimator;
        }
    }
}
