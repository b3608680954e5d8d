//! Evaluates games on one thread, from their bytes to the comparison with their labels.
//!
//! ```text
//! bytes → Record → Headers → EndedGame → LabelledGame → Evaluated
//! ```

use std::sync::Arc;
use std::time::Duration;

use super::context::{HAS_RUNS, guarded};
use super::ended::EndedGame;
use super::facts::{GameFacts, GameInput};
use super::identity::is_in_share;
use super::labelled::LabelledGame;
use super::outcome::{Evaluated, GameOutcome};
use super::score::StrategyEvaluator;
use super::timings::timed;
use super::turns::Turn;
use super::{Context, Options, Timings};
use crate::dead::Estimator;
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Spec};
use crate::input::{Entry, fetch};
use crate::safety::SafetyJudge;
use crate::sgf::{Game, Record, read_within};
use crate::skip::{Reason, Skip};

/// A game with its label, or the reason why it was skipped.
pub(super) type LabelledOutcome = GameOutcome<LabelledGame>;

/// The memory of an evaluator. Another evaluator with the same strategies and scorers can reuse it.
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
            external: if HAS_RUNS { options.scorers.iter().map(start).collect() } else { Vec::new() },
            estimator: Estimator::default(),
            safety: SafetyJudge::default(),
        }
    }
}

/// Evaluates one game after another on one thread.
pub struct GameEvaluator<'a> {
    pub(super) context: Context<'a>,
    pub(super) memory: EvaluatorMemory,
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
        Self { context, memory, timings: Timings::default() }
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
        let games = self.label_bytes(entry, bytes, None);
        self.score_all(games, None)
    }

    /// Returns the outcome of the game `name` in a file with this encoding.
    pub fn evaluate_game(&mut self, name: String, encoding: &'static str, record: Record) -> GameOutcome {
        let game = self.label_game(name, encoding, Ok(record), None);
        self.score_all(vec![game], None).remove(0)
    }

    /// Returns all games in the bytes of a file with their labels.
    pub(super) fn label_bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
        turn: Option<Turn<'_>>,
    ) -> Vec<LabelledOutcome> {
        let options = self.context.options;
        let read = |bytes| read_within(&options.records, bytes, options.encoding);
        let kept = bytes.as_ref().ok().filter(|_| options.keep_bytes);
        let kept = kept.map(|&bytes| Arc::<[u8]>::from(bytes));
        let (text, games) = match timed(&mut self.timings.sgf, || guarded(|| read(bytes?))) {
            Ok(read) => read,
            // with too many open files, games of the share may be missing
            Err(skip) if skip.reason != Reason::TooManyOpen && !is_in_share(&entry.name, options.share) => {
                return Vec::new();
            }
            Err(skip) => return vec![GameOutcome::without_game(entry, skip)],
        };
        let label = |game: Game| {
            let name = Some(entry.game_name(game.number)).filter(|name| is_in_share(name, options.share))?;
            let game = self.label_game(name, text.encoding, game.record, turn);
            Some(GameOutcome { bytes: kept.clone(), ..game })
        };
        games.into_iter().filter_map(label).collect()
    }

    /// Returns the game `name` with its label, given its record or the reason why it has none.
    fn label_game(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Result<Record, Skip>,
        turn: Option<Turn<'_>>,
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
                    let ended = EndedGame::new(&game, &headers, estimator, turn, &mut spent_on_dead)?;
                    ended.label(strategies, safety, estimator)
                })
            });
            self.timings.replay += spent.saturating_sub(spent_on_dead);
            self.timings.dead += spent_on_dead;
            self.reset_after_panic(result).map(Box::new)
        });
        GameOutcome { name, facts, bytes: None, result }
    }

    /// Scores labelled games. Asks the external scorers about all of them at once, and runs each strategy.
    pub(super) fn score_all(&mut self, games: Vec<LabelledOutcome>, turn: Option<Turn<'_>>) -> Vec<GameOutcome> {
        let labelled: Vec<&LabelledGame> = games.iter().filter_map(|game| game.result.as_deref().ok()).collect();
        let answers = guarded(|| Ok(self.ask_scorers(&labelled, turn)));
        let mut answers = answers.map(Vec::into_iter);
        let score = |game: LabelledOutcome| {
            let GameOutcome { name, facts, bytes, result } = game;
            let result = result.and_then(|game| {
                let given = match &mut answers {
                    Ok(answers) => answers.next().unwrap_or_default(),
                    Err(skip) => return Err(skip.clone()),
                };
                self.score(*game, given).map(Box::new)
            });
            GameOutcome { name, facts, bytes, result }
        };
        games.into_iter().map(score).collect()
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
