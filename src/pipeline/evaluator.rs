//! Evaluates games on one thread, from their bytes to the comparison with their labels.
//!
//! ```text
//! bytes → Record → Headers → EndedGame → LabelledGame → Evaluated
//! ```

use std::sync::Arc;

use super::Context;
use super::Timings;
use super::context::guarded;
use super::facts::{GameFacts, GameInput};
use super::identity::is_in_share;
use super::labelled::LabelledGame;
use super::outcome::GameOutcome;
use super::programs::Programs;
use super::timings::Stopwatch;
use crate::dead::Estimator;
use crate::external::scorer::ExternalScorer;
use crate::input::Entry;
use crate::safety::SafetyJudge;
use crate::sgf::{self, Record};
use crate::skip::{Reason, Skip};
use crate::territory::Evaluator;

/// A game with its label, or the reason why it was skipped.
pub(super) type LabelledOutcome = GameOutcome<LabelledGame>;

/// Evaluates one game after another on one thread, and reuses its memory.
///
/// ```
/// use seichi::Stop;
/// use seichi::input::{Entry, Labels};
/// use seichi::pipeline::{Context, GameEvaluator, Options};
///
/// let (options, labels, stop) = (Options::default(), Labels::default(), Stop::default());
/// let mut evaluator = GameEvaluator::new(Context { options: &options, labels: &labels, survey: None, stop: &stop });
/// let record = b"(;SZ[5]RU[Japanese]KM[0.5]RE[W+5.5];AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]TB[aa:ae]TW[da:ee])";
/// let games = evaluator.evaluate_bytes(&Entry::new("x.sgf".into(), "x.sgf".into()), Ok(record));
/// let game = games[0].result.as_ref().expect("a label");
/// assert_eq!(game.answers[0].margin.to_string(), "-5.5");
/// ```
pub struct GameEvaluator<'a> {
    pub(super) context: Context<'a>,
    pub(super) evaluator: Evaluator,
    pub(super) estimator: Estimator,
    pub(super) safety: SafetyJudge,
    /// The external scorers, started for the first game.
    pub(super) scorers: Vec<Box<dyn ExternalScorer>>,
    /// The other programs, with their answers to the games of the chunk.
    pub(super) programs: Programs,
    /// The time of each stage.
    pub timings: Timings,
}

impl<'a> GameEvaluator<'a> {
    /// Creates an evaluator of games outside a run, where no program is abandoned.
    #[must_use]
    pub fn new(context: Context<'a>) -> Self {
        let options = context.options;
        let scorers = options.scorers.iter();
        let (evaluator, estimator, safety) = fresh(context);
        Self {
            context,
            evaluator,
            estimator,
            safety,
            // WebAssembly can't start programs: without their code, the npm package is a sixth
            // smaller
            scorers: if cfg!(target_family = "wasm") {
                Vec::new()
            } else {
                scorers
                    .map(|scorer| scorer.scorer(options.scorer_timeout, options.scorer_failures))
                    .collect()
            },
            programs: Programs::patient(options),
            timings: Timings::default(),
        }
    }

    /// Returns the outcomes of all games in the bytes of a file.
    pub fn evaluate_bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
    ) -> Vec<GameOutcome> {
        let mut games = Vec::new();
        self.label_bytes(entry, bytes, 0, &mut games);
        self.score_all(games)
    }

    /// Returns the outcome of the game `name` in a file with this encoding.
    pub fn evaluate_game(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Record,
    ) -> GameOutcome {
        let game = self.label_game(name, encoding, Ok(record));
        self.score_all(vec![game]).remove(0)
    }

    /// Adds all games in the bytes of a file, with their labels, to the games of its chunk.
    /// `offset` is the offset of the bytes in the file.
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
        let watch = Stopwatch::start();
        let read = guarded(|| sgf::read(bytes?, options.encoding));
        self.timings.sgf += watch.elapsed();
        let (text, games) = match read {
            Ok(read) => read,
            // with too many open files, games of the share may be missing
            Err(skip)
                if skip.reason != Reason::TooManyOpen
                    && !is_in_share(&entry.name, options.share) =>
            {
                return;
            }
            Err(skip) => {
                return chunk
                    .push(GameOutcome::without_game(entry.name.clone(), skip).at_offset(offset));
            }
        };
        for game in games {
            let name = entry.game_name(game.number);
            if is_in_share(&name, options.share) {
                let game = self.label_game(name, text.encoding, game.record);
                chunk.push(
                    GameOutcome {
                        bytes: kept.clone(),
                        ..game
                    }
                    .at_offset(offset),
                );
            }
        }
    }

    /// Returns the game `name` with its label, given its record or the reason why it has no record.
    fn label_game(
        &mut self,
        name: String,
        encoding: &'static str,
        record: Result<Record, Skip>,
    ) -> LabelledOutcome {
        let record = match record {
            Ok(record) => record,
            Err(skip) => {
                return GameOutcome {
                    name,
                    facts: GameFacts::without_game(encoding),
                    bytes: None,
                    result: Err(skip),
                };
            }
        };
        let context = self.context;
        let game = GameInput {
            name: &name,
            record: &record,
            line: context.labels.get(&name),
            context: &context,
        };
        let headers = guarded(|| game.headers());
        let facts = GameFacts::new(encoding, &game, headers.as_ref().ok());
        let (watch, dead_before) = (Stopwatch::start(), self.timings.dead);
        let result = headers
            .and_then(|headers| guarded(|| self.label(&game, &headers, facts.named_rules())));
        self.timings.replay += (watch.elapsed() + dead_before).saturating_sub(self.timings.dead);
        self.reset_after_panic(result.as_ref().err());
        GameOutcome {
            name,
            facts,
            bytes: None,
            result: result.map(Box::new),
        }
    }

    /// Scores the labelled games of a chunk. Asks the external scorers about all of them at once,
    /// and runs each strategy.
    pub(super) fn score_all(&mut self, games: Vec<LabelledOutcome>) -> Vec<GameOutcome> {
        let given = if self.scorers.is_empty() {
            Ok(Vec::new())
        } else {
            guarded(|| Ok(self.ask_scorers(&games)))
        };
        let mut given = given.map(Vec::into_iter);
        let mut outcomes = Vec::with_capacity(games.len());
        for GameOutcome {
            name,
            facts,
            bytes,
            result,
        } in games
        {
            let watch = Stopwatch::start();
            let result = result.and_then(|game| {
                let given = given
                    .as_mut()
                    .map_err(|skip| skip.clone())?
                    .next()
                    .unwrap_or_default();
                guarded(|| {
                    self.context.check_stop()?;
                    Ok(Box::new(self.score(*game, given)))
                })
            });
            self.timings.score += watch.elapsed();
            self.reset_after_panic(result.as_ref().err());
            outcomes.push(GameOutcome {
                name,
                facts,
                bytes,
                result,
            });
        }
        outcomes
    }

    /// Replaces the memory after a panic: the panic may have left it half written.
    fn reset_after_panic(&mut self, skip: Option<&Skip>) {
        if skip.is_some_and(|skip| skip.reason == Reason::Internal) {
            (self.evaluator, self.estimator, self.safety) = fresh(self.context);
        }
    }
}

/// Returns the tools of an evaluator without memory. The tools stop when the user stops the run.
fn fresh(context: Context<'_>) -> (Evaluator, Estimator, SafetyJudge) {
    let mut evaluator = Evaluator::new();
    evaluator.watch(context.stop);
    let mut estimator = Estimator::default();
    estimator.watch(context.stop);
    let mut safety = SafetyJudge::default();
    safety.watch(context.stop);
    (evaluator, estimator, safety)
}
