//! `seichi score`: prints maps and margins of games, with or without labels.

use std::io::{self, BufWriter, Write};

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::args::{GamesArgs, OutputArgs, ScoringArgs};
use super::each::{Files, no_faults, surveyed};
use super::exit::Failure;
use super::progress::{Progress, complain};
use super::score_sgf::RecordWriter;
use super::warnings::cache_warning;
use crate::Stop;
use crate::dead::DeadFrom;
use crate::explain::{protective_moves, safety_text};
use crate::pipeline::{Context, GameOutcome, Maps, Options, evaluate};
use crate::render::{ownership_line, score_lines, score_text};
use crate::skip::Skip;
use crate::territory::Evaluator;
use crate::text::{clean, count};

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub(crate) format: ScoreFormat,
    /// Also say whether each game is safe to score, that is, whether it can be counted without
    /// asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Exit with code 1 if a game is not safe to score, and say why: a border is open, playouts
    /// disagree with the source of dead stones, or the owner of a point depends on who plays first
    #[arg(long)]
    pub(crate) require_safe: bool,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScoreFormat {
    /// Boards
    Text,
    /// One line of JSON per game and strategy
    Ndjson,
    /// The objects of `ndjson` as a JSON list
    Json,
    /// The records, with the answer in TB, TW and RE; needs exactly one strategy or scorer. Results
    /// other than counts, such as resignations, stay unchanged
    Sgf,
    /// An ownership file (one JSON line per game) computed from playouts, or from the source given
    /// with --dead
    Ownership,
}

impl ScoreArgs {
    /// Returns the options for scoring: games need no label, and all maps are kept.
    ///
    /// # Errors
    /// The errors of [`ScoringArgs::apply`].
    pub(crate) fn options(&self, stop: &Stop) -> anyhow::Result<Options> {
        let mut options = Options {
            needs_label: false,
            maps: Maps::All,
            ..Options::default()
        };
        self.games.apply(&mut options);
        self.scoring.apply(&mut options, stop)?;
        options.safety = self.safety || self.require_safe;
        match self.format {
            ScoreFormat::Ownership => with_ownership(options),
            ScoreFormat::Sgf => for_records(options),
            _ => Ok(options),
        }
    }
}

/// Returns `options` for `--format ownership`: without strategies, and only with sources of dead
/// stones that give ownership. Playouts are the default.
fn with_ownership(options: Options) -> anyhow::Result<Options> {
    let has_ownership = |from: &DeadFrom| matches!(from, DeadFrom::Ownership | DeadFrom::Estimate);
    let mut dead: Vec<DeadFrom> = options.dead.iter().copied().filter(has_ownership).collect();
    if options.dead == [DeadFrom::Auto] {
        dead.push(DeadFrom::Estimate);
    }
    if dead.is_empty() {
        bail!(
            "--format ownership needs --dead estimate or --dead ownership: no other source gives ownership"
        );
    }
    Ok(Options {
        dead,
        maps: Maps::None,
        strategies: Vec::new(),
        scorers: Vec::new(),
        ..options
    })
}

/// Returns `options` for `--format sgf`, which needs one strategy.
fn for_records(options: Options) -> anyhow::Result<Options> {
    if options.names().len() == 1 {
        return Ok(Options {
            keep_bytes: true,
            ..options
        });
    }
    let example = options
        .scorers
        .first()
        .map_or("linked", |scorer| &scorer.name);
    bail!("a record has one result, so choose one strategy for --format sgf, as in -s {example}")
}

pub(super) fn run(options: &ScoreArgs, stop: &Stop) -> Result<(), Failure> {
    let plan = options.options(stop)?;
    let names = plan.names();
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut notes, mut records) = (
        GameNotes {
            options,
            scored: 0,
            unmarked: 0,
            doubtful: 0,
        },
        RecordWriter::default(),
    );
    let (mut is_first, mut evaluator) = (true, Evaluator::new());
    let (walk, labels) = options.games.walk(&plan)?;
    if !options.output.quiet {
        walk.skipped
            .iter()
            .for_each(|(name, skip)| complain(&skip_text(name, skip)));
    }
    let context = Context {
        options: &plan,
        labels: &labels,
        survey: None,
        stop,
    };
    let mut progress = Progress::new(walk.entries.len(), &options.output);
    let keep = |_: &_, games: Vec<GameOutcome>| games;
    let score = |context: &Context<'_>| {
        evaluate(
            &walk.entries,
            options.games.jobs(),
            context,
            keep,
            |files| {
                let mut files = Files::new(files, options.games.limit, context);
                while let Some(file) = files.next(&mut progress)? {
                    let outcomes = file.kept;
                    for outcome in &outcomes {
                        notes.add(&progress, outcome);
                    }
                    if options.format == ScoreFormat::Sgf {
                        let progress = (!options.output.quiet).then_some(&progress);
                        notes.scored += records
                            .write(&mut out, &outcomes, plan.encoding, progress)
                            .map_err(Failure::output)?;
                        continue;
                    }
                    for (outcome, game) in outcomes
                        .iter()
                        .filter_map(|one| Some((one, one.result.as_deref().ok()?)))
                    {
                        notes.scored += 1;
                        let owed = protective_moves(&mut evaluator, game);
                        let text = match options.format {
                            ScoreFormat::Text => score_text(outcome, game, &names, &owed),
                            ScoreFormat::Ownership => {
                                ownership_line(outcome, game).unwrap_or_default()
                            }
                            ScoreFormat::Ndjson | ScoreFormat::Sgf => {
                                score_lines(outcome, game, &names, &owed).join("\n") + "\n"
                            }
                            ScoreFormat::Json => {
                                let start = if std::mem::take(&mut is_first) {
                                    "["
                                } else {
                                    ","
                                };
                                start.to_owned()
                                    + &score_lines(outcome, game, &names, &owed).join("\n,")
                                    + "\n"
                            }
                        };
                        out.write_all(text.as_bytes()).map_err(Failure::output)?;
                    }
                }
                Ok(files.games)
            },
        )
    };
    let games = surveyed(&walk, options.games.jobs(), &context, score)?;
    games.warn(&context, &mut progress);
    drop(progress);
    if options.format == ScoreFormat::Json {
        writeln!(out, "{}]", if is_first { "[" } else { "" }).map_err(Failure::output)?;
    }
    out.flush().map_err(Failure::output)?;
    if let Some(note) = cache_warning(&plan) {
        complain(&format!("seichi: {note}"));
    }
    no_faults(games.faults)?;
    notes.finish()
}

fn skip_text(name: &str, skip: &Skip) -> String {
    clean(&format!("seichi: skipped {name}: {skip}")).into_owned()
}

/// Counts games, and prints warnings about some.
struct GameNotes<'a> {
    options: &'a ScoreArgs,
    /// The number of scored games.
    scored: u64,
    /// The number of games without marks of dead stones: they are scored as if every stone were
    /// alive.
    unmarked: u64,
    /// The number of games that are not safe to score, or could not be scored.
    doubtful: u64,
}

impl GameNotes<'_> {
    /// Prints why a game was skipped, or with `--require-safe` why it is not safe to score.
    fn add(&mut self, progress: &Progress, outcome: &GameOutcome) {
        let said = match &outcome.result {
            Ok(game) => {
                let marks_nothing = game.labelled.dead_from == DeadFrom::None;
                self.unmarked += u64::from(
                    marks_nothing && !self.options.scoring.dead.contains(&DeadFrom::None),
                );
                let is_safe = game
                    .labelled
                    .safety
                    .as_ref()
                    .is_none_or(|judged| judged.safety.is_safe());
                self.doubtful += u64::from(!is_safe);
                let why = safety_text(game).filter(|_| !is_safe && self.options.require_safe);
                why.map(|why| format!("seichi: {} is {why}", clean(&outcome.name)))
            }
            Err(skip) => {
                self.doubtful += 1;
                // with `--verbose`, `progress` has printed it
                (!self.options.output.verbose).then(|| skip_text(&outcome.name, skip))
            }
        };
        if let (Some(text), false) = (said, self.options.output.quiet) {
            progress.say(&text);
        }
    }

    /// Prints the number of games without marks.
    ///
    /// # Errors
    /// If no game was scored. With `--require-safe`, if a game is not safe to score or was skipped.
    fn finish(&self) -> Result<(), Failure> {
        if self.unmarked > 0 && !self.options.output.quiet {
            let games = if self.unmarked == 1 {
                "1 game does"
            } else {
                &*format!("{} games do", self.unmarked)
            };
            complain(&format!(
                "seichi: {games} not mark dead stones, so every stone counts as alive; to find dead stones by playouts, add --dead estimate"
            ));
        }
        if self.scored == 0 {
            return Err(Failure::Nothing("no game could be scored".to_owned()));
        }
        if !self.options.require_safe || self.doubtful == 0 {
            return Ok(());
        }
        Err(Failure::Failed(format!(
            "not safe to score, or skipped: {}",
            count(self.doubtful, "game")
        )))
    }
}
