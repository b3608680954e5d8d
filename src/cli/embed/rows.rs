//! Evaluates files that another program reads, such as a data-processing engine, and makes the figures of a run from
//! the rows of any number of calls.
//!
//! Each game has a sample: its share of the figures, as JSON. Calls know nothing of each other's records, so a game without
//! rules in a folder with area games is only left out when the samples are summed up.

use std::borrow::Cow;
use std::collections::HashSet;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use super::EvalCommand;
use crate::Stop;
use crate::cli::eval::{Evaluation, every_scorer_answers};
use crate::cli::exit::Failure;
use crate::cli::warnings::skip_advice;
use crate::input::{Content, Entry, Walk};
use crate::pipeline::{Context, Figures, NamedRules, Options, Sample, Summary, SummaryOptions, Survey, evaluate};
use crate::run::{FormattedGame, RowFormatter, header};
use crate::skip::Stage;
use crate::stats::Bootstrap;

/// The rows of some files.
#[derive(Clone, Debug)]
pub struct Rows {
    /// `games.csv`: the rows of evaluated games.
    pub games: String,
    /// The sample of each evaluated game.
    pub samples: Vec<String>,
    /// `skipped.csv`: the row of each skipped game, and of each file without a game.
    pub skipped: String,
    /// The sample of each row of `skipped`.
    pub skipped_samples: Vec<String>,
    /// The number of rows of each evaluated game: one for each strategy and scorer.
    pub rows_of_a_game: usize,
}

/// The figures of a run, made from samples.
#[derive(Clone, Debug)]
pub struct Summed {
    /// The figures, as one run over all files would have them.
    pub figures: Figures,
    /// The warnings that `seichi eval` would print.
    pub warnings: Vec<String>,
    /// The games whose rows the figures leave out: their rules are unknown, and their folder has area-scored games.
    pub left_out: Vec<String>,
}

/// A game's share of the figures.
#[derive(Serialize, Deserialize)]
struct SampleOfGame<'a> {
    settings: Cow<'a, Settings>,
    /// The sort key of the file: see [`Entry::sort_key`].
    file: Cow<'a, str>,
    /// The number of games with this key before this one.
    before: u64,
    name: String,
    rules: NamedRules,
    sample: Sample,
}

/// The settings that samples of one run have in common.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Settings {
    version: String,
    options: SummaryOptions,
    /// The seed of bootstrap intervals.
    seed: u64,
}

impl EvalCommand {
    /// Evaluates files, each a name and the bytes of a record or an archive. The paths of the command are not read.
    ///
    /// # Errors
    /// If a flag needs all records at once, a file of labels can't be read, a scorer or an engine can't be started, or
    /// `stop` is set.
    pub fn rows(&self, files: impl IntoIterator<Item = (String, Content)>, stop: &Stop) -> Result<Rows, Failure> {
        self.check_rows()?;
        let evaluation: Evaluation<'_> = self.evaluation();
        let (options, games) = (evaluation.options(stop)?, &self.args.run.games);
        let walk = Walk::of_records(files, &games.walk_options()).map_err(anyhow::Error::new)?;
        let labels = games.labels(&walk, &options)?;
        let (names, explain_options) = (&options.names(), &self.line.game_flags);
        let formatter = RowFormatter { names, explain_options, labels: &labels };
        let format = |entry: &_, outcomes| formatter.games(entry, outcomes);
        let context = Context { options: &options, labels: &labels, survey: None, stop };
        let mut rows = RowsInProgress::new(&options, self.args.run.scoring.seed);
        evaluate(&walk.entries, games.jobs(), &context, format, |files| {
            for file in files {
                let file = file?;
                rows.add(&file.entry, file.games.iter().map(|game| game.rules), file.kept);
            }
            Ok::<_, Failure>(())
        })?;
        for (name, skip) in walk.skipped {
            let entry = Entry::new(name.clone(), name.clone().into());
            rows.add(&entry, [NamedRules::Other], vec![FormattedGame::skipped(name, skip)]);
        }
        Ok(rows.rows)
    }

    /// Checks that every flag works without all records at hand.
    fn check_rows(&self) -> Result<(), Failure> {
        let args = &self.args.run;
        let refused = [
            ("--unique", args.unique, "it compares every pair of records, but a call has only some of them"),
            ("--limit", args.games.limit.is_some(), "a call does not know how many games other calls have"),
            ("--sample", args.sample.is_some(), "the rules of a game may depend on games outside the sample"),
            ("--files-from", args.games.files_from.is_some(), "the caller reads the files"),
        ];
        match refused.iter().find(|(_, is_given, _)| *is_given) {
            Some((flag, _, why)) => Err(anyhow!("{flag} does not work here: {why}").into()),
            None => Ok(()),
        }
    }
}

/// Rows to which files are added.
struct RowsInProgress {
    settings: Settings,
    rows: Rows,
    /// The key of the last file, and the number of games with it so far.
    last: (String, u64),
}

impl RowsInProgress {
    fn new(options: &Options, seed: u64) -> Self {
        let options = options.summary();
        let [games, skipped] = ["games.csv", "skipped.csv"].map(header);
        let rows_of_a_game = options.strategies.len();
        let rows = Rows { games, samples: Vec::new(), skipped, skipped_samples: Vec::new(), rows_of_a_game };
        let settings = Settings { version: env!("CARGO_PKG_VERSION").to_owned(), options, seed };
        Self { settings, rows, last: Default::default() }
    }

    fn add(&mut self, entry: &Entry, rules: impl IntoIterator<Item = NamedRules>, games: Vec<FormattedGame>) {
        let key = String::from_utf8_lossy(&entry.sort_key().collect::<Vec<u8>>()).into_owned();
        if self.last.0 != key {
            self.last = (key, 0);
        }
        for (FormattedGame { name, sample, skip, rows, .. }, rules) in games.into_iter().zip(rules) {
            let (file, before) = (Cow::Borrowed(&*self.last.0), self.last.1);
            let of_game = SampleOfGame { settings: Cow::Borrowed(&self.settings), file, before, name, rules, sample };
            let json = serde_json::to_string(&of_game).expect("keys are strings");
            self.rows.games.push_str(&rows.games);
            self.rows.skipped.push_str(&rows.skipped);
            let samples = if skip.is_some() { &mut self.rows.skipped_samples } else { &mut self.rows.samples };
            samples.push(json);
            self.last.1 += 1;
        }
    }
}

/// Sums up the samples of all games of a run, in any order, on `jobs` threads (0: one per core).
///
/// # Errors
/// If there is no sample, a sample is not from this version, samples have different settings, two games have the same
/// name, or a scorer answered no game.
pub fn summarize<'s>(samples: impl IntoIterator<Item = &'s str>, jobs: usize) -> Result<Summed, Failure> {
    let parse = |json| serde_json::from_str(json).context("the rows come from another version of seichi");
    let mut samples = samples.into_iter().map(parse).collect::<anyhow::Result<Vec<SampleOfGame<'_>>>>()?;
    samples.sort_by(|a, b| (&a.file, a.before).cmp(&(&b.file, b.before)));
    let Some(Settings { version, options, seed }) = samples.first().map(|first| first.settings.clone().into_owned())
    else {
        return Err(anyhow!("the table has no rows").into());
    };
    if version != env!("CARGO_PKG_VERSION") {
        return Err(anyhow!("the rows come from version {version} of seichi").into());
    }
    let (mut names, mut survey) = (HashSet::new(), Survey::default());
    for SampleOfGame { settings, name, rules, .. } in &samples {
        if *settings != samples[0].settings {
            return Err(anyhow!("{name} and {} were evaluated with different flags", samples[0].name).into());
        }
        if !names.insert(name) {
            return Err(anyhow!("two games have the name {name:?}").into());
        }
        survey.add(name, *rules);
    }
    let (mut summary, mut left_out) = (Summary::of(options), Vec::new());
    for SampleOfGame { name, rules, sample, .. } in samples {
        // a run compares records of a folder after it has read the headers
        let is_skipped = sample.reason().is_some_and(|reason| reason.stage() <= Stage::Header);
        match survey.skip(&name, rules).filter(|_| !is_skipped) {
            None => summary.add(&sample),
            Some(skip) => {
                summary.add(&Sample::skipped(skip.reason));
                left_out.push(name);
            }
        }
    }
    let figures = summary.figures(&Bootstrap { seed, ..Bootstrap::default() }, jobs);
    every_scorer_answers(&figures)?;
    let warnings = skip_advice(figures.games, &figures.skipped);
    Ok(Summed { figures, warnings, left_out })
}
