//! Evaluates games on one thread: the way of a game from its record to its comparison with the label.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::boards::compare_owners;
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
use crate::input::{BoardFile, Entry, Labels, fetch};
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
        let mut evaluated = labelled_game(game, &headers, &end, resolved)?;
        if cfg!(feature = "corpora") {
            compare_owners(&mut evaluated, game, ownership.as_ref(), &end.position);
        }
        evaluated.ownership = ownership;
        watch.lap_but(spent, &mut self.timings.replay, &mut self.timings.dead);
        self.strategies.score(&mut evaluated, game.options)?;
        self.strategies.compare(&mut evaluated, game.options);
        if cfg!(feature = "corpora") {
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
        if cfg!(feature = "corpora")
            && let Some(board) = bytes.as_ref().ok().and_then(|bytes| BoardFile::read(&entry.name, bytes))
        {
            return vec![self.evaluate_board(entry, board, labels, options, stop)];
        }
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

    /// Returns the outcome of a board with an expert label. If bytes are kept, they are those of its record as SGF.
    fn evaluate_board(
        &mut self,
        entry: &Entry,
        board: BoardFile,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> GameOutcome {
        let kept = (options.file_bytes == FileBytes::Kept).then(|| Arc::from(board.to_sgf().into_bytes()));
        let facts = GameFacts { encoding: "UTF-8", ..GameFacts::default() };
        let outcome = self.evaluate_source(
            format!("{}#1", entry.name),
            facts,
            Ok((board.record.clone(), Some(board))),
            labels,
            options,
            stop,
        );
        GameOutcome { bytes: kept, ..outcome }
    }

    /// Returns the outcome of the game `name` with `facts` about its file, from its record or the reason why there is none.
    /// Waits for no engine once `stop` is set.
    pub fn evaluate_game(
        &mut self,
        name: String,
        facts: GameFacts,
        record: Result<sgf::Record, Skip>,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> GameOutcome {
        self.evaluate_source(name, facts, record.map(|record| (record, None)), labels, options, stop)
    }

    /// Returns the outcome of the game `name`, from its record and, if the record was made of one, its board.
    /// A labels file replaces the label of the board, and an ownership file its ownership.
    fn evaluate_source(
        &mut self,
        name: String,
        mut facts: GameFacts,
        source: Result<(sgf::Record, Option<BoardFile>), Skip>,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> GameOutcome {
        let (line, ownership, description) = (labels.get(&name), labels.ownership(&name), labels.description(&name));
        let result = guarded(|| {
            let (name, description) = (name.as_str(), &description);
            let (record, board) = &source?;
            let ownership = ownership.or(board.as_ref().and_then(|board| board.ownership.as_ref()));
            let board = board.as_ref().filter(|_| line.is_none());
            let line = line.as_ref().or(board.map(|board| &board.label));
            let game = GameInput { name, record, line, board, ownership, description, options, stop };
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
