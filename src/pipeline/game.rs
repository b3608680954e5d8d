//! Evaluates games on one thread: the way of a game from its record to its comparison with the label.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::dead_stones::{DeadStoneResolver, ResolvedGame, dead_stone_sources};
use super::game_input::GameInput;
use super::guard::guarded;
use super::headers::read_headers;
use super::label::labelled_game;
use super::replay::replay_moves;
use super::safety::EndedGame;
use super::score::StrategyEvaluator;
use super::timings::{Stopwatch, timed};
use super::turns::Turn;
use super::{Evaluated, FileBytes, GameFacts, GameOutcome, Options, Timings};
use crate::external::scorer::ExternalScorer;
use crate::input::{Entry, Labels, fetch};
use crate::safety::SafetyJudge;
use crate::sgf;
use crate::skip::{Reason, Skip};

/// Evaluates one game after another on one thread, and keeps its memory between them.
#[derive(Debug)]
pub struct GameEvaluator {
    pub(super) strategies: StrategyEvaluator,
    /// The external scorers, started for the first game.
    pub(super) external: Vec<ExternalScorer>,
    pub(super) dead_stones: DeadStoneResolver,
    safety: SafetyJudge,
    bytes: Vec<u8>,
    /// The time that this thread's stages took.
    pub timings: Timings,
}

impl GameEvaluator {
    /// Creates an evaluator of games for these options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self {
            strategies: StrategyEvaluator::new(&options.strategies),
            external: Vec::new(),
            dead_stones: DeadStoneResolver::default(),
            safety: SafetyJudge::default(),
            bytes: Vec::new(),
            timings: Timings::default(),
        }
    }

    /// Begins a task of a run, whose games are evaluated next.
    pub(super) fn begin(&mut self, turn: Turn) {
        self.dead_stones.turn = Some(turn);
    }

    /// Evaluates the record of one game. This is the whole way of a game but for its first and last steps: its file is
    /// opened in [`Self::evaluate_file`] and read as SGF in [`Self::evaluate_bytes`], and its rows are formatted once
    /// the external scorers have answered, in `worker.rs`.
    fn evaluate_record(&mut self, game: &GameInput<'_>, facts: &mut GameFacts) -> Result<Evaluated, Skip> {
        let mut watch = Stopwatch::start();
        let headers = read_headers(game, facts)?;
        let sources = dead_stone_sources(game)?;
        let end = replay_moves(game)?;
        let ResolvedGame { resolved, ownership, spent } = self.dead_stones.resolve(game, &headers, sources, &end)?;
        let mut evaluated = labelled_game(game, &headers, &end, resolved, ownership)?;
        watch.lap_but(spent, &mut self.timings.replay, &mut self.timings.dead);
        self.strategies.score(&mut evaluated, game.options)?;
        self.strategies.compare(&mut evaluated, game.options);
        if cfg!(feature = "dead-checks") {
            self.find_unmarked(&mut evaluated, game.options);
        }
        if let Some(check) = &game.options.safety {
            let ended = EndedGame { game, headers: &headers, position: &end.position, evaluated: &evaluated };
            evaluated.safety = Some(check.judge(&mut self.safety, &mut self.dead_stones.estimator, &ended));
        }
        watch.lap(&mut self.timings.score);
        Ok(evaluated)
    }

    /// Returns the outcomes of all games of a file. Waits for no engine once `stop` is set.
    pub fn evaluate_file(
        &mut self,
        entry: &Entry,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> Vec<GameOutcome> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let fetched = timed(&mut self.timings.source, || fetch(entry, &options.files, &mut bytes));
        let outcomes = self.evaluate_bytes(entry, fetched.map(|()| bytes.as_slice()), labels, options, stop);
        self.bytes = bytes;
        outcomes
    }

    /// Returns the outcomes of all games in the bytes of a file. Waits for no engine once `stop` is set.
    pub fn evaluate_bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> Vec<GameOutcome> {
        let read = |bytes| sgf::read_within(&options.records, bytes, options.encoding, options.reader);
        let is_kept = options.file_bytes == FileBytes::Kept;
        let kept = bytes.as_ref().ok().filter(|_| is_kept).map(|&bytes| Arc::<[u8]>::from(bytes));
        match timed(&mut self.timings.sgf, || guarded(|| read(bytes?))) {
            Err(skip) => vec![GameOutcome::without_game(entry, skip)],
            Ok((text, games)) => games
                .into_iter()
                .map(|game| {
                    let name = [entry.name.as_str(), "#", itoa::Buffer::new().format(entry.games_before + game.number)]
                        .concat();
                    let facts = GameFacts { encoding: text.encoding, ..GameFacts::default() };
                    let outcome = self.evaluate_game(name, facts, game.record, labels, options, stop);
                    GameOutcome { bytes: kept.clone(), ..outcome }
                })
                .collect(),
        }
    }

    /// Returns the outcome of the game `name` with `facts` about its file, from its record or the reason why there is none.
    /// Waits for no engine once `stop` is set.
    pub fn evaluate_game(
        &mut self,
        name: String,
        mut facts: GameFacts,
        record: Result<sgf::Record, Skip>,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> GameOutcome {
        let (line, ownership, description) = (labels.get(&name), labels.ownership(&name), labels.description(&name));
        let result = guarded(|| {
            let (name, record, line, description) = (name.as_str(), &record?, line.as_ref(), &description);
            let game = GameInput { name, record, line, ownership, description, options, stop };
            self.evaluate_record(&game, &mut facts)
        });
        if result.as_ref().is_err_and(|skip| skip.reason == Reason::Internal) {
            // a panic may have left these half written
            self.strategies = StrategyEvaluator::new(&options.strategies);
            self.dead_stones.reset();
            self.safety = SafetyJudge::default();
        }
        GameOutcome { name, facts, bytes: None, result: result.map(Box::new) }
    }
}
