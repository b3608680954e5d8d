//! Evaluates games on one thread, from their bytes to the comparison with their labels.
//!
//! ```text
//! bytes → Record → Headers → EndedGame → LabelledGame → Evaluated
//! ```

use std::sync::Arc;
use std::time::Duration;

use super::context::guarded;
use super::ended::{EndedGame, GameSource};
use super::facts::{GameFacts, GameInput};
use super::identity::is_in_share;
use super::labelled::LabelledGame;
use super::outcome::{Evaluated, GameOutcome};
use super::programs::Programs;
use super::score::StrategyEvaluator;
use super::timings::timed;
use super::{Context, Options, Timings};
use crate::dead::Estimator;
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Spec};
use crate::input::{Entry, fetch};
use crate::safety::SafetyJudge;
use crate::sgf::{self, Record};
use crate::skip::{Reason, Skip};

/// A game with its label, or the reason why it was skipped.
pub(super) type LabelledOutcome = GameOutcome<LabelledGame>;

/// The buffers and started scorers of an evaluator. Another evaluator with the same strategies and scorers can reuse it.
#[derive(Debug)]
pub struct EvaluatorMemory {
    strategies: StrategyEvaluator,
    /// The external scorers, started for the first game.
    pub(super) external: Vec<Box<dyn ExternalScorer>>,
    estimator: Estimator,
    safety: SafetyJudge,
}

impl EvaluatorMemory {
    fn new(options: &Options) -> Self {
        let start = |spec: &Spec| spec.scorer(options.scorer_timeout, options.scorer_failures);
        Self {
            strategies: StrategyEvaluator::new(&options.strategies),
            // WebAssembly can't start programs: without their code, the npm package is a sixth smaller
            external: if cfg!(target_family = "wasm") {
                Vec::new()
            } else {
                options.scorers.iter().map(start).collect()
            },
            estimator: Estimator::default(),
            safety: SafetyJudge::default(),
        }
    }
}

/// Evaluates one game after another on one thread.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use seichi::input::{Entry, Labels};
/// use seichi::pipeline::{Context, GameEvaluator, Options};
///
/// let (options, labels, stop) = (Options::default(), Labels::default(), AtomicBool::new(false));
/// let mut evaluator = GameEvaluator::new(Context { options: &options, labels: &labels, survey: None, stop: &stop });
/// let record = b"(;SZ[5]RU[Japanese]KM[0.5]RE[W+5.5];AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]TB[aa:ae]TW[da:ee])";
/// let games = evaluator.evaluate_bytes(&Entry::new("x.sgf".into(), "x.sgf".into()), Ok(record));
/// let game = games[0].result.as_ref().expect("a label");
/// assert_eq!(game.answers[0].margin.to_string(), "-5.5");
/// ```
pub struct GameEvaluator<'a> {
    pub(super) context: Context<'a>,
    pub(super) memory: EvaluatorMemory,
    /// The other programs, with their answers to the games of the chunk.
    pub(super) programs: Programs,
    /// The time of each stage.
    pub timings: Timings,
}

impl<'a> GameEvaluator<'a> {
    /// Creates an evaluator of games.
    #[must_use]
    pub fn new(context: Context<'a>) -> Self {
        Self::with_memory(context, EvaluatorMemory::new(context.options))
    }

    /// Creates an evaluator with the memory of an earlier evaluator that had the same strategies and scorers.
    #[must_use]
    pub fn with_memory(context: Context<'a>, memory: EvaluatorMemory) -> Self {
        Self { context, memory, programs: Programs::default(), timings: Timings::default() }
    }

    /// Returns the memory, for another evaluator.
    #[must_use]
    pub fn into_memory(self) -> EvaluatorMemory {
        self.memory
    }

    /// Returns the outcomes of all games of a file.
    pub fn evaluate_file(&mut self, entry: &Entry) -> Vec<GameOutcome> {
        let mut bytes = Vec::new();
        let fetched = timed(&mut self.timings.source, || fetch(entry, &self.context.options.files, &mut bytes));
        self.evaluate_bytes(entry, fetched.map(|()| bytes.as_slice()))
    }

    /// Returns the outcomes of all games in the bytes of a file.
    pub fn evaluate_bytes(&mut self, entry: &Entry, bytes: Result<&[u8], Skip>) -> Vec<GameOutcome> {
        self.programs = Programs::patient(self.context.options);
        let mut games = Vec::new();
        self.label_bytes(entry, bytes, 0, &mut games);
        self.score_all(games)
    }

    /// Returns the outcome of the game `name` in a file with this encoding.
    pub fn evaluate_game(&mut self, name: String, encoding: &'static str, record: Record) -> GameOutcome {
        self.programs = Programs::patient(self.context.options);
        let game = self.label_game(name, encoding, Ok(record), 0);
        self.score_all(vec![game]).remove(0)
    }

    /// Adds all games in the bytes of a file, with their labels, to the games of its chunk. `offset` is the offset of the
    /// bytes in the file.
    pub(super) fn label_bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
        offset: usize,
        chunk: &mut Vec<LabelledOutcome>,
    ) {
        let options = self.context.options;
        let kept = bytes.as_ref().ok().filter(|_| options.keep_bytes);
        let kept = kept.map(|&bytes| Arc::<[u8]>::from(bytes));
        let read = |bytes| sgf::read(bytes, options.encoding);
        let (text, games) = match timed(&mut self.timings.sgf, || guarded(|| read(bytes?))) {
            Ok(read) => read,
            // with too many open files, games of the share may be missing
            Err(skip) if skip.reason != Reason::TooManyOpen && !is_in_share(&entry.name, options.share) => return,
            Err(skip) => {
                let outcome = GameOutcome::without_game(entry, skip);
                return chunk.push(outcome.at_offset(offset));
            }
        };
        for game in games {
            let name = entry.game_name(game.number);
            if is_in_share(&name, options.share) {
                let game = self.label_game(name, text.encoding, game.record, chunk.len());
                chunk.push(GameOutcome { bytes: kept.clone(), ..game }.at_offset(offset));
            }
        }
    }

    /// Returns the game `name` with its label, given its record or the reason why it has none, and its number in the
    /// chunk.
    fn label_game(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Result<Record, Skip>,
        number: usize,
    ) -> LabelledOutcome {
        let record = match record {
            Ok(record) => record,
            Err(skip) => {
                return GameOutcome { name, facts: GameFacts::without_game(encoding), bytes: None, result: Err(skip) };
            }
        };
        let context = self.context;
        let game = GameInput::new(&name, &record, &context);
        let headers = guarded(|| game.headers());
        let facts = GameFacts::new(encoding, &game, headers.as_ref().ok());
        let result = headers.and_then(|headers| {
            let EvaluatorMemory { strategies, estimator, safety, .. } = &mut self.memory;
            let (mut spent, mut spent_on_dead) = (Duration::ZERO, Duration::ZERO);
            let result = timed(&mut spent, || {
                guarded(|| {
                    context.check_stop()?;
                    game.check(&headers, facts.named_rules())?;
                    let source = GameSource::new(&game, number, estimator, &mut self.programs, &mut spent_on_dead);
                    let ended = EndedGame::new(&game, &headers, source)?;
                    ended.label(strategies, safety, estimator)
                })
            });
            self.timings.replay += spent.saturating_sub(spent_on_dead);
            self.timings.dead += spent_on_dead;
            self.reset_after_panic(result).map(Box::new)
        });
        GameOutcome { name, facts, bytes: None, result }
    }

    /// Scores the labelled games of a chunk. Asks the external scorers about all of them at once, and runs each strategy.
    pub(super) fn score_all(&mut self, games: Vec<LabelledOutcome>) -> Vec<GameOutcome> {
        let mut answers = guarded(|| Ok(self.ask_scorers(&games))).map(Vec::into_iter);
        let mut outcomes = Vec::with_capacity(games.len());
        for GameOutcome { name, facts, bytes, result } in games {
            let given = match &mut answers {
                Ok(answers) => Ok(answers.next().unwrap_or_default()),
                Err(skip) => Err(skip.clone()),
            };
            let result = result.and_then(|game| self.score(*game, given?).map(Box::new));
            outcomes.push(GameOutcome { name, facts, bytes, result });
        }
        outcomes
    }

    /// Runs each strategy on a game, and compares the answers with its label. `given` are the external scorers'
    /// answers.
    fn score(&mut self, game: LabelledGame, given: Vec<Result<Given, NoAnswer>>) -> Result<Evaluated, Skip> {
        let options = self.context.options;
        let EvaluatorMemory { strategies, estimator, .. } = &mut self.memory;
        let score = || {
            guarded(|| {
                self.context.check_stop()?;
                Ok(strategies.score(game, given, options, estimator))
            })
        };
        let evaluated = timed(&mut self.timings.score, score);
        self.reset_after_panic(evaluated)
    }

    /// Replaces the memory if `result` is a panic, which may have left it half written.
    fn reset_after_panic<T>(&mut self, result: Result<T, Skip>) -> Result<T, Skip> {
        if result.as_ref().is_err_and(|skip| skip.reason == Reason::Internal) {
            let external = std::mem::take(&mut self.memory.external);
            self.memory = EvaluatorMemory { external, ..EvaluatorMemory::new(self.context.options) };
        }
        result
    }
}
