//! Evaluates the games in a walk in batches, on several threads, and returns them in the order of
//! the walk.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Stop;
use crate::dead::DeadFrom;
use crate::external::{ExternalScorer, Failures, Given, NoAnswer, Question};
use crate::game::{
    Context, GameEvaluator, GameOutcome, LabelledFile, LabelledOutcome, Stopwatch, Timings,
};
use crate::input::{Files, InputFile, TOO_MANY_OPEN, Walk, read_pieces};

/// The reason why a run ends before all results are ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The user stopped the run.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be opened or a program could not be started, because too many files are
    /// open. Chance decides which file or program is affected, so the results would be meaningless.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
    /// The system can't start a thread.
    #[error("the system can't start a thread")]
    NoThread,
}

/// Evaluated games, in the order of the walk.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Batch {
    /// The games; a file without a game counts as one.
    pub games: Vec<GameOutcome>,
    /// The number of files in the walk that were opened for this batch; an archive is one file.
    pub files: usize,
    /// The time of each stage, summed over all threads.
    pub(crate) timings: Timings,
}

/// The games in a walk, evaluated batch by batch: see [`evaluate`]. Dropping this ends the
/// evaluation.
pub struct Batches {
    /// The thread that evaluates the next batch; `None` after the last batch.
    next: Option<Result<BatchThread, RunError>>,
    stop: Stop,
}

/// A thread that returns the evaluation and its next batch, if there is one.
type BatchThread = JoinHandle<(Evaluation, Option<Result<Batch, RunError>>)>;

impl Iterator for Batches {
    type Item = Result<Batch, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        let thread = match self.next.take()? {
            Ok(thread) => thread,
            Err(error) => return Some(Err(error)),
        };
        let (evaluation, batch) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        if matches!(batch, Some(Ok(_))) {
            self.next = Some(evaluation.start());
        }
        batch
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.set();
        if let Some(Ok(thread)) = self.next.take() {
            // joining the thread waits until the external programs have ended; a panic in the
            // thread is ignored, because it must not cause a second panic here
            let _ = thread.join();
        }
    }
}

/// Evaluates the games of `walk` on `jobs` threads (0: one per core). The next batch is evaluated
/// while the caller works on the previous one. The results do not depend on `jobs`, unless the
/// answers of an external scorer depend on earlier questions.
///
/// ```
/// use seichi::Stop;
/// use seichi::game::{Context, Options};
/// use seichi::input::{Labels, WalkOptions, walk};
/// use seichi::run::{Summary, SummaryOptions, evaluate};
///
/// # let folder = tempfile::tempdir()?;
/// # let record = "(;SZ[5]RU[Japanese]KM[0.5]RE[W+0.5]AB[ca:ce]AW[da:de];B[];W[])";
/// # std::fs::write(folder.path().join("game.sgf"), record)?;
/// # let games = folder.path().into();
/// let walk = walk(&[games], &WalkOptions::default())?;
/// let labels = Labels::read(&walk, &[])?;
/// let context = Context::new(Options::default(), labels, &Stop::default());
/// let mut summary = Summary::new(SummaryOptions::new(&context));
/// for batch in evaluate(&walk, 0, &context) {
///     for game in batch?.games {
///         summary.add_rows(&game.rows(&context.options.names()));
///     }
/// }
/// assert_eq!(summary.figures().games, 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn evaluate(walk: &Walk, jobs: usize, context: &Context) -> Batches {
    let stop = context.stop.nested();
    let context = Context {
        stop: stop.clone(),
        ..context.clone()
    };
    let next = Some(Evaluation::new(walk, jobs, context).and_then(Evaluation::start));
    Batches { next, stop }
}

/// The size of the first batch. It is small, so that the first results are ready early. Later
/// batches are larger.
const FIRST: usize = 64;

/// The weight of the files that are read at the same time. A file that has not been read yet has a
/// weight of one.
const READ_AT_ONCE: usize = 64;

/// Takes the next files in a walk that may be in memory at the same time.
fn read_at_once(files: &mut Files) -> Vec<InputFile> {
    let mut next = Vec::new();
    let mut weight = 0;
    while weight < READ_AT_ONCE
        && let Some(file) = files.next()
    {
        weight += file.weight();
        next.push(file);
    }
    next
}

/// The number of questions that a scorer gets at once. It must not depend on the number of threads,
/// because a scorer's answer may depend on the other questions in the same group.
const QUESTIONS: usize = 8;

/// Asks one process of a scorer all questions. If the process fails too often, the remaining
/// answers say that the scorer was abandoned.
fn ask(
    process: &mut dyn ExternalScorer,
    questions: &[Question],
    stop: &Stop,
) -> Vec<Result<Given, NoAnswer>> {
    let mut answers = Vec::with_capacity(questions.len());
    let mut failures = Failures::default();
    let mut parts = questions.chunks(QUESTIONS);
    while !failures.is_given_up()
        && let Some(part) = parts.next()
    {
        let mut given = process.ask(part, stop);
        for answer in &mut given {
            failures.count(answer);
        }
        answers.append(&mut given);
    }
    answers.resize(questions.len(), Err(NoAnswer::GivenUp));
    answers
}

/// The state of an evaluation between two batches.
struct Evaluation {
    context: Context,
    pool: Arc<ThreadPool>,
    files: Files,
    /// The files that have already been read.
    read: VecDeque<InputFile>,
    /// The number of games in the next batch.
    size: usize,
    /// For each external scorer, one process for each thread.
    scorers: Vec<Vec<Box<dyn ExternalScorer>>>,
    /// For each scorer, its consecutive failures.
    scorer_failures: Vec<Failures>,
    engine_failures: Failures,
    /// The number of games so far.
    next_place: u64,
    /// The number of games that [`crate::game::Options::limit`] still allows.
    left: u64,
}

impl Evaluation {
    fn new(walk: &Walk, jobs: usize, context: Context) -> Result<Self, RunError> {
        let options = &context.options;
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
        let pool = pool.map_err(|_| RunError::NoThread)?;
        let mut scorers: Vec<Vec<_>> = Vec::new();
        for scorer in &options.scorers {
            let processes =
                (0..pool.current_num_threads()).map(|_| scorer.scorer(options.scorer_timeout));
            scorers.push(processes.collect());
        }
        Ok(Self {
            pool: Arc::new(pool),
            files: walk.files(options.encoding, &context.stop),
            read: VecDeque::new(),
            size: FIRST,
            scorer_failures: vec![Failures::default(); scorers.len()],
            scorers,
            engine_failures: Failures::default(),
            next_place: 0,
            left: options.limit.unwrap_or(u64::MAX),
            context,
        })
    }

    /// Evaluates the next batch on a thread of its own.
    fn start(mut self) -> Result<BatchThread, RunError> {
        let pool = self.pool.clone();
        let thread = Builder::new().spawn(move || {
            let batch = pool.install(|| self.next_batch());
            (self, batch)
        });
        thread.map_err(|_| RunError::NoThread)
    }

    /// Evaluates the next batch; `None` if the walk has ended or the limit is reached.
    fn next_batch(&mut self) -> Option<Result<Batch, RunError>> {
        if self.left == 0 {
            return None;
        }
        let unopened = self.files.rest.len();
        let watch = Stopwatch::start();
        let files = self.next_files();
        let source = watch.elapsed();
        if files.is_empty() {
            return None;
        }
        self.size *= 2;
        Some(self.evaluate(files).map(|mut batch| {
            batch.files = unopened - self.files.rest.len();
            batch.timings.add("source", source);
            batch
        }))
    }

    /// Returns the number of games in a large batch. A program that fails or hangs should cost
    /// little, and a batch of slow games should not take long.
    fn largest(&self) -> usize {
        let options = &self.context.options;
        if options.engine.is_some() {
            16
        } else if !options.scorers.is_empty() {
            64
        } else if options.safety || options.dead.contains(&DeadFrom::Estimate) {
            256
        } else {
            2048
        }
    }

    /// Returns the next files in the walk, with about `size` games. Files are read before their
    /// games are counted, because even a small file may have thousands of games, which take far
    /// more memory than the file.
    fn next_files(&mut self) -> Vec<InputFile> {
        self.size = self.size.min(self.largest());
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let mut files = Vec::new();
        let mut sum = 0;
        while sum < self.size.min(left) {
            if self.read.is_empty() {
                let encoding = self.context.options.encoding;
                let next = read_at_once(&mut self.files).into_par_iter();
                let read = next.flat_map_iter(|file| read_pieces(file, encoding));
                self.read = read.collect::<Vec<_>>().into();
            }
            let Some(file) = self.read.pop_front() else {
                break;
            };
            sum += file.weight();
            files.push(file);
        }
        files
    }

    /// Evaluates the games of some files: labels them, asks the external scorers about all of them,
    /// and scores them. An engine that names dead stones can be abandoned only between two batches.
    fn evaluate(&mut self, files: Vec<InputFile>) -> Result<Batch, RunError> {
        let mut batch = Batch::default();
        self.context.engine_is_given_up = self.engine_failures.is_given_up();
        let context = self.context.clone();
        let labelled: Vec<(LabelledFile, Timings)> = files
            .into_par_iter()
            .map_init(
                || GameEvaluator::new(context.clone()),
                |evaluator, file| (evaluator.label_input(file), evaluator.take_timings()),
            )
            .collect();
        let mut games = Vec::new();
        for (file, timings) in labelled {
            batch.timings.add_all(&timings);
            for mut answer in file.engine {
                self.engine_failures.count(&mut answer);
            }
            for mut game in file.games {
                game.place += self.next_place;
                games.push(game);
            }
            self.next_place += file.count;
        }
        games.truncate(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.left -= games.len() as u64;
        let watch = Stopwatch::start();
        let given = self.ask_scorers(&games);
        batch.timings.add("scorers", watch.elapsed());
        let scored: Vec<(GameOutcome, Timings)> = games
            .into_par_iter()
            .zip(given)
            .map_init(
                || GameEvaluator::new(context.clone()),
                |evaluator, (game, given)| {
                    (evaluator.score_game(game, given), evaluator.take_timings())
                },
            )
            .collect();
        for (game, timings) in scored {
            batch.timings.add_all(&timings);
            if game.has_too_many_open() {
                return Err(RunError::TooManyOpen);
            }
            batch.games.push(game);
        }
        if self.context.stop.is_set() {
            return Err(RunError::Interrupted);
        }
        Ok(batch)
    }

    /// Asks every external scorer about all labelled games, and returns the answers to each game.
    /// The processes of a scorer share the questions, and each process gets [`QUESTIONS`] of them
    /// at a time. A scorer is abandoned after several failures in a row, counted in the order of
    /// the games.
    fn ask_scorers(&mut self, games: &[LabelledOutcome]) -> Vec<Vec<Result<Given, NoAnswer>>> {
        let mut given: Vec<Vec<Result<Given, NoAnswer>>> = vec![Vec::new(); games.len()];
        if self.scorer_failures.is_empty() {
            return given;
        }
        let mut numbers = Vec::new();
        let mut questions = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if let Ok(labelled) = &game.result {
                numbers.push(number);
                questions.push(Question {
                    number: game.place,
                    ..labelled.question()
                });
            }
        }
        let stop = &self.context.stop;
        let of_scorers: Vec<Vec<Result<Given, NoAnswer>>> = self
            .scorers
            .par_iter_mut()
            .zip(&self.scorer_failures)
            .map(|(processes, failures)| {
                if failures.is_given_up() {
                    return vec![Err(NoAnswer::GivenUp); questions.len()];
                }
                let parts = questions.len().div_ceil(QUESTIONS);
                let part = QUESTIONS * parts.div_ceil(processes.len()).max(1);
                let shares = processes.par_iter_mut().zip(questions.par_chunks(part));
                shares
                    .flat_map_iter(|(process, share)| ask(process.as_mut(), share, stop))
                    .collect()
            })
            .collect();
        for (answers, failures) in of_scorers.into_iter().zip(&mut self.scorer_failures) {
            for (&number, mut answer) in numbers.iter().zip(answers) {
                failures.count(&mut answer);
                given[number].push(answer);
            }
        }
        given
    }
}
