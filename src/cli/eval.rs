//! `seichi eval`: the main job.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use csv::Writer;

use super::args::{EvalArgs, TableFormat};
use super::config::words;
use super::exit::Failure;
use super::progress::{Progress, complain};
use crate::report::{
    GAMES_HEADER, GameRows, MISMATCHES_HEADER, RunFacts, RunFolder, SKIPPED_HEADER, eval_text, explain_command,
    run_json, skipped_row, summary_json, write_summary,
};
use crate::run::{GameOutcome, Options, Sample, Summary, Timings, drive};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Labels};

/// The files of a run.
const FILES: [&str; 5] = ["games.csv", "mismatches.csv", "summary.csv", "skipped.csv", "run.json"];

pub(super) fn run(options: &EvalArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let start = (Instant::now(), SystemTime::now());
    let (walk, labels) = options.games.walk()?;
    let plan = options.games.options(&options.scoring);
    let strategies = plan.strategies.iter().map(|strategy| strategy.name()).collect();
    let out = &options.out;
    let folder = RunFolder::create(out, &options.games.paths)
        .with_context(|| format!("failed to write the reports to {}", out.display()))?;
    let mut reports = Reports {
        files: Files::create(&folder).with_context(|| format!("failed to write beside {}", out.display()))?,
        summary: Summary::new(strategies),
        names: (!labels.is_empty()).then(Vec::new),
        left: options.games.limit.unwrap_or(u64::MAX),
    };
    let mut progress = Progress::new(walk.entries.len(), &options.output);
    let mut not_walked = walk.skipped.iter().peekable();
    let explain = options.games.explain_options(&options.scoring);
    let prepare = |entry: &Entry, outcomes| prepare(entry, outcomes, &plan, &explain, &labels);
    let timings = drive(&walk.entries, &labels, &plan, options.games.jobs(), stop, prepare, |entry, prepared| {
        while let Some((name, skip)) = not_walked.next_if(|(name, _)| *name < entry.name) {
            reports.skip(name, skip)?;
        }
        progress.file(prepared.len());
        for game in prepared {
            if let (true, Some(skip)) = (options.output.verbose, &game.skip) {
                progress.say(&format!("{}: {skip}", game.name));
            }
            reports.game(game)?;
        }
        Ok::<_, Failure>(reports.left > 0)
    })?;
    for (name, skip) in not_walked {
        reports.skip(name, skip)?;
    }
    drop(progress);
    warn_of_labels(&labels, &reports, options);
    finish(options, start, folder, reports, &timings)
}

/// What the reports need of a game, made by the thread that evaluated it.
struct Prepared {
    name: String,
    sample: Sample,
    rows: GameRows,
    skip: Option<Skip>,
}

/// Formats the rows of a file's games.
fn prepare(
    entry: &Entry,
    outcomes: Vec<GameOutcome>,
    plan: &Options,
    explain_options: &[String],
    labels: &Labels,
) -> Vec<Prepared> {
    let game = |outcome: GameOutcome| {
        let mut rows = GameRows::default();
        if let Ok(game) = &outcome.result {
            let command = || explain(explain_options, entry, &outcome.name, labels);
            rows.add(&outcome, game, &plan.strategies, command);
        }
        Prepared { sample: Sample::of(&outcome), rows, name: outcome.name, skip: outcome.result.err() }
    };
    outcomes.into_iter().map(game).collect()
}

fn explain(options: &[String], entry: &Entry, game: &str, labels: &Labels) -> String {
    let mut options = options.to_vec();
    if let Some(file) = labels.file_of(game) {
        options.extend(["--labels".to_owned(), file.display().to_string()]);
    }
    explain_command(&options, &entry.path, game)
}

/// The reports as they grow.
struct Reports {
    files: Files,
    summary: Summary,
    /// The games that labels files may name; kept only where there are labels.
    names: Option<Vec<String>>,
    /// How many more games the user wants.
    left: u64,
}

struct Files {
    games: BufWriter<File>,
    mismatches: BufWriter<File>,
    skipped: Writer<File>,
}

impl Files {
    fn create(folder: &RunFolder) -> anyhow::Result<Self> {
        let file = |name: &str| File::create(folder.path(name)).map(|file| BufWriter::with_capacity(1 << 16, file));
        let mut files = Self {
            games: file("games.csv")?,
            mismatches: file("mismatches.csv")?,
            skipped: Writer::from_path(folder.path("skipped.csv"))?,
        };
        writeln!(files.games, "{}", GAMES_HEADER.join(","))?;
        writeln!(files.mismatches, "{},{}", GAMES_HEADER.join(","), MISMATCHES_HEADER.join(","))?;
        files.skipped.write_record(SKIPPED_HEADER)?;
        Ok(files)
    }
}

impl Reports {
    fn game(&mut self, game: Prepared) -> anyhow::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.summary.add(&game.sample);
        self.files.games.write_all(&game.rows.games)?;
        self.files.mismatches.write_all(&game.rows.mismatches)?;
        if let Some(skip) = &game.skip {
            self.files.skipped.write_record(&skipped_row(&game.name, skip))?;
        }
        if let Some(names) = &mut self.names {
            names.push(game.name);
        }
        Ok(())
    }

    fn skip(&mut self, name: &str, skip: &Skip) -> anyhow::Result<()> {
        self.summary.add(&Sample::skipped(skip.reason));
        Ok(self.files.skipped.write_record(&skipped_row(name, skip))?)
    }
}

/// A label that names no game is most often a typing error.
fn warn_of_labels(labels: &Labels, reports: &Reports, options: &EvalArgs) {
    if options.output.quiet || options.games.limit.is_some() {
        return;
    }
    let unused = labels.unused(reports.names.iter().flatten().map(String::as_str));
    for line in unused.iter().take(5) {
        complain(&format!("seichi: warning: a label names no game here: {line}"));
    }
    if unused.len() > 5 {
        complain(&format!("seichi: warning: {} more labels name no game here", unused.len() - 5));
    }
}

fn finish(
    options: &EvalArgs,
    start: (Instant, SystemTime),
    folder: RunFolder,
    mut reports: Reports,
    timings: &Timings,
) -> Result<(), Failure> {
    let summary = &reports.summary;
    if summary.evaluated < options.min_games.max(1) {
        return Err(Failure::Nothing(too_few(summary, options.min_games)));
    }
    let written = (|| -> anyhow::Result<_> {
        reports.files.games.flush()?;
        reports.files.mismatches.flush()?;
        reports.files.skipped.flush()?;
        let mut file = Writer::from_path(folder.path("summary.csv"))?;
        write_summary(&mut file, summary)?;
        file.flush()?;
        let facts = RunFacts {
            arguments: words(),
            jobs: options.games.jobs(),
            started: start.1.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            seconds: start.0.elapsed().as_secs_f64(),
            timings: *timings,
        };
        std::fs::write(folder.path("run.json"), run_json(summary, &facts))?;
        Ok(folder.finish(&FILES)?)
    })();
    let place = &options.out;
    written.with_context(|| format!("failed to write the reports to {}", place.display()))?;
    print(options, summary, place).map_err(Failure::output)?;
    match summary.skipped.get(&Reason::Internal) {
        None => Ok(()),
        Some(games) => Err(Failure::Error(anyhow::anyhow!(
            "the program failed on {games} games, which is a bug: see the reason internal in {}",
            place.join("skipped.csv").display()
        ))),
    }
}

fn print(options: &EvalArgs, summary: &Summary, place: &Path) -> io::Result<()> {
    if options.output.quiet {
        return Ok(());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    match options.format {
        TableFormat::Json => writeln!(out, "{:#}", summary_json(summary))?,
        TableFormat::Text => {
            write!(out, "{}", eval_text(summary, options.output.style()))?;
            writeln!(out, "Reports: {}", place.display())?;
        }
    }
    out.flush()
}

fn too_few(summary: &Summary, min_games: u64) -> String {
    let mut reasons: Vec<_> = summary.skipped.iter().map(|(reason, games)| (games, reason.name())).collect();
    reasons.sort_by(|a, b| b.cmp(a));
    let reasons: Vec<_> = reasons.iter().take(5).map(|(games, name)| format!("{name} {games}")).collect();
    match summary.games {
        0 => "no game was found: is there a .sgf file below the paths?".to_owned(),
        games => format!(
            "{} of {games} games could be evaluated{}, and nothing was written; skipped: {}",
            if summary.evaluated == 0 { "none".to_owned() } else { format!("only {}", summary.evaluated) },
            if min_games > 1 { format!(", fewer than --min-games {min_games}") } else { String::new() },
            reasons.join(", ")
        ),
    }
}
