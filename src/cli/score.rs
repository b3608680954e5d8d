//! `seichi score`: prints maps and margins of games, with or without labels.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use super::args::{CorrectionArgs, GamesArgs, OutputArgs, ScoringArgs};
use super::exit::Failure;
use super::output::{print, print_part};
use super::progress::{Observer, Progress, complain};
use super::score_sgf::RecordWriter;
use super::warnings::{GameNotes, cache_warning, no_faults};
use crate::Stop;
use crate::dead::DeadFrom;
use crate::explain::{protective_moves, safety_text};
use crate::game::{Context, Evaluated, GameOutcome, Options, RemarkKind};
use crate::render::{ownership_line, score_lines, score_text};
use crate::run::{RunError, evaluate};
use crate::sgf::Encoding;
use crate::territory::Evaluator;
use crate::text::{Style, clean, count};

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub(crate) format: ScoreFormat,
    /// Also say whether each game is safe to score, that is, whether it can be counted without
    /// asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Exit with code 1 if a game is not safe to score, and say why: for instance, a border is
    /// open, playouts disagree with the source of dead stones, or the komi is missing. With
    /// --format sgf, such a game's record stays unchanged
    #[arg(long)]
    pub(crate) require_safe: bool,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    correction: CorrectionArgs,
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
    /// other than counts, such as resignations, stay unchanged, and so does a recorded margin if
    /// the game is not safe to score
    Sgf,
    /// An ownership file (one JSON line per game) computed from playouts, or from the source given
    /// with --dead
    Ownership,
}

impl ScoreArgs {
    /// Returns the options for scoring games, which need no label.
    ///
    /// # Errors
    /// If [`ScoringArgs::apply`] fails.
    pub(crate) fn options(&self, stop: &Stop) -> anyhow::Result<Options> {
        let mut options = self.scoring.without_labels(&self.games.record, stop)?;
        self.games.apply(&mut options);
        options.safety = self.safety || self.require_safe;
        options.toggle.clone_from(&self.correction.toggle);
        match self.format {
            ScoreFormat::Ownership => with_ownership(options),
            ScoreFormat::Sgf => for_records(options),
            _ => Ok(options),
        }
    }
}

/// Returns `options` for `--format ownership`: without strategies, and only with those sources of
/// dead stones that give ownership. Playouts are the default.
fn with_ownership(options: Options) -> anyhow::Result<Options> {
    let mut dead = options.dead.clone();
    if dead == [DeadFrom::Auto] {
        dead.push(DeadFrom::Estimate);
    }
    if !options.toggle.is_empty() {
        bail!("--toggle can't be used with --format ownership, which it does not change");
    }
    dead.retain(|from| matches!(from, DeadFrom::Ownership | DeadFrom::Estimate));
    if dead.is_empty() {
        bail!(
            "--format ownership needs --dead estimate or --dead ownership: no other source gives \
             ownership"
        );
    }
    Ok(Options {
        dead,
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
            // recorded results are replaced only if the game is safe to score
            safety: true,
            ..options
        });
    }
    let example = options
        .scorers
        .first()
        .map_or("linked", |scorer| &scorer.name);
    bail!("a record has one result, so choose one strategy for --format sgf, as in -s {example}")
}

pub(super) fn run(args: &ScoreArgs, stop: &Stop) -> Result<(), Failure> {
    let options = args.options(stop)?;
    let (walk, labels) = args.games.walk(&options)?;
    let context = Context::new(options, labels, stop);
    let mut progress = Progress::new(walk.entries.len(), &args.output);
    let mut notes = GameNotes::new(&walk, &context);
    let mut doubts = Doubts::default();
    let mut scores = ScoreWriter {
        args,
        names: context.options.names(),
        encoding: context.options.encoding,
        evaluator: Evaluator::new(),
        records: RecordWriter::new(args.require_safe),
        count: 0,
    };
    let mut is_read = true;
    for batch in evaluate(&walk, args.games.jobs(), &context) {
        let batch = match batch {
            Err(RunError::Interrupted) => {
                return Err(Failure::Stopped(
                    "interrupted: the remaining games were not scored".to_owned(),
                ));
            }
            batch => batch?,
        };
        if !args.correction.toggle.is_empty() {
            check_corrected(&batch.games, scores.count)?;
        }
        for game in &batch.games {
            notes.add(game, &[], &context.options, &mut progress);
            doubts.add(game, args, &progress);
        }
        let text = scores.text(&batch.games, &progress);
        is_read = is_read && print_part(text)?;
        progress.add(batch.files, &batch.games);
        // only the verdict of --require-safe depends on the remaining games
        if !is_read && !args.require_safe {
            return no_faults(notes.faults);
        }
    }
    notes.warn(&context, &mut progress);
    drop(progress);
    print(scores.end())?;
    if let Some(note) = cache_warning(&context.options) {
        complain(&format!("seichi: {note}"));
    }
    no_faults(notes.faults)?;
    doubts.finish(args, scores.count)
}

/// Checks that the game whose dead stones `--toggle` corrects is the only one, and has a score.
/// `scored` is the number of games before `games`.
fn check_corrected(games: &[GameOutcome], scored: u64) -> Result<(), Failure> {
    if scored + games.len() as u64 > 1 {
        return Err(Failure::Error(anyhow!(
            "--toggle corrects one game, but there are more; name the file of one game, or use \
             seichi explain PATH#N"
        )));
    }
    if let Some(GameOutcome { name, result, .. }) = games.first()
        && let Err(skip) = result
    {
        let name = clean(name);
        return Err(Failure::Error(anyhow!("failed to score {name}: {skip}")));
    }
    Ok(())
}

/// Formats scores.
struct ScoreWriter<'a> {
    args: &'a ScoreArgs,
    names: Vec<String>,
    encoding: Encoding,
    evaluator: Evaluator,
    records: RecordWriter,
    /// The number of scored games.
    count: u64,
}

impl ScoreWriter<'_> {
    /// Returns the scores of the next games as text.
    fn text(&mut self, games: &[GameOutcome], progress: &Progress) -> Vec<u8> {
        let mut text = Vec::new();
        if self.args.format == ScoreFormat::Sgf {
            let progress = (!self.args.output.quiet).then_some(progress);
            for file in games.chunk_by(|one, other| Arc::ptr_eq(&one.entry, &other.entry)) {
                self.count += self.records.write(&mut text, file, self.encoding, progress);
            }
            return text;
        }
        for outcome in games {
            if let Ok(game) = &outcome.result {
                text.extend(self.text_of(outcome, game).bytes());
                self.count += 1;
            }
        }
        text
    }

    /// Returns a game in a format other than `sgf`.
    fn text_of(&mut self, outcome: &GameOutcome, game: &Evaluated) -> String {
        if self.args.format == ScoreFormat::Ownership {
            return ownership_line(outcome, game).unwrap_or_default();
        }
        let owed = protective_moves(&mut self.evaluator, game);
        if self.args.format == ScoreFormat::Text {
            let text = score_text(outcome, game, &self.names, &owed);
            return Style::default().finish(&text);
        }
        let lines = score_lines(outcome, game, &self.names, &owed);
        if self.args.format == ScoreFormat::Json {
            let start = if self.count == 0 { "[" } else { "," };
            format!("{start}{}\n", lines.join("\n,"))
        } else {
            lines.join("\n") + "\n"
        }
    }

    /// Returns the text that follows the last game.
    const fn end(&self) -> &'static str {
        match (self.args.format, self.count) {
            (ScoreFormat::Json, 0) => "[]\n",
            (ScoreFormat::Json, _) => "]\n",
            _ => "",
        }
    }
}

/// Counts the games that need a person's attention.
#[derive(Default)]
struct Doubts {
    /// The number of games without marks for dead stones. They are scored as if every stone were
    /// alive.
    unmarked: u64,
    /// The number of games that are not safe to score, or could not be scored.
    doubtful: u64,
}

impl Doubts {
    /// Prints why a game was skipped or, with `--require-safe`, why it is not safe to score.
    fn add(&mut self, outcome: &GameOutcome, args: &ScoreArgs, progress: &Progress) {
        let game = match &outcome.result {
            Ok(game) => game,
            Err(skip) => {
                self.doubtful += 1;
                // with `--verbose`, the progress bar prints the reason
                if !args.output.quiet && !args.output.verbose {
                    let why = format!("seichi: skipped {}: {skip}", outcome.name);
                    progress.say(&clean(&why));
                }
                return;
            }
        };
        if game.remarks.contains(&RemarkKind::DeadUnknown.into()) {
            self.unmarked += 1;
        }
        let safety = game.labelled.safety.as_ref();
        if safety.is_some_and(|judged| !judged.safety.is_safe()) {
            self.doubtful += 1;
            if args.require_safe
                && !args.output.quiet
                && let Some(why) = safety_text(game)
            {
                progress.say(&format!("seichi: {} is {why}", clean(&outcome.name)));
            }
        }
    }

    /// Prints the number of games without marks.
    ///
    /// # Errors
    /// If no game was scored. With `--require-safe`, if a game is not safe to score or was skipped.
    fn finish(&self, args: &ScoreArgs, scored: u64) -> Result<(), Failure> {
        if self.unmarked > 0 && !args.output.quiet {
            let games = match self.unmarked {
                1 => "1 game does".to_owned(),
                games => format!("{games} games do"),
            };
            complain(&format!(
                "seichi: {games} not mark dead stones, so every stone counts as alive; \
                 to find dead stones by playouts, add --dead auto,estimate"
            ));
        }
        if scored == 0 {
            return Err(Failure::Nothing("no game could be scored".to_owned()));
        }
        if !args.require_safe || self.doubtful == 0 {
            return Ok(());
        }
        Err(Failure::Failed(format!(
            "not safe to score, or skipped: {}",
            count(self.doubtful, "game")
        )))
    }
}
