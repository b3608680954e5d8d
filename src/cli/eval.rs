//! `seichi eval`: the main job.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use csv::Writer;

use super::args::{EvalArgs, EvalFormat, GamesCsv, RunArgs};
use super::config::words;
use super::exit::Failure;
use super::games_csv::Sink;
use super::output::{print, step_summary};
use super::progress::{Progress, complain};
use crate::report::{
    Board, GAMES_HEADER, GameRows, MISMATCHES_HEADER, RunFacts, RunFolder, SKIPPED_HEADER, eval_annotations, eval_text,
    explain_command, json, markdown, reasons, run_json, shell_word, skipped_row, write_dead, write_pairwise,
    write_summary,
};
use crate::run::{Figures, GameOutcome, Maps, Options, Sample, Summary, Timings, drive};
use crate::scorer::NoAnswer;
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Labels};
use crate::stats::Bootstrap;

/// The files of a run.
///
/// A page that was made of an earlier run is none of them to be written, and goes with that run.
const FILES: [&str; 10] = [
    "games.csv",
    "games.csv.gz",
    "mismatches.csv",
    "summary.csv",
    "pairwise.csv",
    "dead.csv",
    "skipped.csv",
    "boards.ndjson",
    "run.json",
    "report.html",
];

pub(super) fn run(options: &EvalArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let figures = evaluate(&options.run, stop)?;
    say(options, &figures)?;
    report_faults(&figures, &options.run.out)
}

/// Evaluates the games and writes the reports.
pub(super) fn evaluate(options: &RunArgs, stop: &AtomicBool) -> Result<Figures, Failure> {
    let start = (Instant::now(), SystemTime::now());
    let (walk, labels) = options.games.walk()?;
    let plan = Options { maps: Maps::Differing, ..options.games.options(&options.scoring, stop)? };
    let names = plan.names();
    let out = &options.out;
    let folder = RunFolder::create(out, &options.games.paths).with_context(|| failed(out))?;
    let mut reports = Reports {
        files: Files::create(&folder, options.games_csv)
            .with_context(|| format!("failed to write beside {}", out.display()))?,
        summary: Summary::new(&plan),
        names: (!labels.is_empty()).then(Vec::new),
        left: options.games.limit.unwrap_or(u64::MAX),
    };
    let mut progress = Progress::new(walk.entries.len(), &options.output);
    let mut not_walked = walk.skipped.iter().peekable();
    let explain = options.games.explain_options(&options.scoring);
    let mismatches_only = options.games_csv == GamesCsv::None;
    let prepare = |entry: &Entry, outcomes| prepare(entry, outcomes, &names, mismatches_only, &explain, &labels);
    let mut complaints = Complaints::default();
    let timings = drive(&walk.entries, &labels, &plan, options.games.jobs(), stop, prepare, |entry, prepared| {
        while let Some((name, skip)) = not_walked.next_if(|(name, _)| *name < entry.name) {
            reports.skip(name, skip)?;
        }
        progress.file(prepared.len());
        for game in prepared {
            if let (true, Some(skip)) = (options.output.verbose, &game.skip) {
                progress.say(&format!("{}: {skip}", game.name));
            }
            complaints.of(&names, &game, &progress);
            reports.game(game).with_context(|| failed(out))?;
        }
        Ok::<_, Failure>(reports.left > 0)
    })?;
    for (name, skip) in not_walked {
        reports.skip(name, skip)?;
    }
    drop(progress);
    warn_of_labels(&labels, &reports, options);
    warn_of_cache(&plan);
    finish(options, start, folder, reports, &timings)
}

fn failed(out: &Path) -> String {
    format!("failed to write the reports to {}", out.display())
}

/// What the reports need of a game, made by the thread that evaluated it.
struct Prepared {
    name: String,
    sample: Sample,
    rows: GameRows,
    /// The line of `boards.ndjson`, where the game has one.
    board: Vec<u8>,
    skip: Option<Skip>,
    /// Why scorers from outside have no answer, in their order.
    no_answers: Vec<Option<NoAnswer>>,
}

/// Formats the rows of a file's games.
fn prepare(
    entry: &Entry,
    outcomes: Vec<GameOutcome>,
    names: &[String],
    mismatches_only: bool,
    explain_options: &[String],
    labels: &Labels,
) -> Vec<Prepared> {
    let game = |outcome: GameOutcome| {
        let mut rows = GameRows { mismatches_only, ..GameRows::default() };
        let mut board = Vec::new();
        if let Ok(game) = &outcome.result {
            let command = || explain(explain_options, entry, &outcome.name, labels);
            rows.add(&outcome, game, names, command);
            board = Board::of(&outcome, game, names, command).map_or_else(Vec::new, |board| board.line());
        }
        let sample = Sample::of(&outcome);
        let no_answers = outcome.result.as_ref().map_or_else(|_| Vec::new(), |game| game.no_answers());
        Prepared { sample, rows, board, name: outcome.name, skip: outcome.result.err(), no_answers }
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

/// What is said of scorers from outside: the first few failures of each, for the others are most often like them.
#[derive(Default)]
struct Complaints(BTreeMap<String, u32>);

/// Failures of a scorer that are said.
const COMPLAINTS: u32 = 3;

impl Complaints {
    fn of(&mut self, names: &[String], game: &Prepared, progress: &Progress) {
        let scorers = &names[names.len() - game.no_answers.len()..];
        for (name, why) in scorers.iter().zip(&game.no_answers) {
            let Some(why) = why else { continue };
            let said = self.0.entry(name.clone()).or_default();
            *said += 1;
            match (*said).cmp(&(COMPLAINTS + 1)) {
                Ordering::Less => progress.say(&format!("seichi: {name} has no answer to {}: {why}", game.name)),
                Ordering::Equal => progress.say(&format!("seichi: {name} has no answer to more games")),
                Ordering::Greater => {}
            }
        }
    }
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
    games: Sink,
    mismatches: BufWriter<File>,
    boards: BufWriter<File>,
    skipped: Writer<File>,
}

impl Files {
    fn create(folder: &RunFolder, how: GamesCsv) -> anyhow::Result<Self> {
        let file = |name: &str| File::create(folder.path(name)).map(|file| BufWriter::with_capacity(1 << 16, file));
        let mut files = Self {
            games: Sink::create(folder, how)?,
            mismatches: file("mismatches.csv")?,
            boards: file("boards.ndjson")?,
            skipped: Writer::from_path(folder.path("skipped.csv"))?,
        };
        files.games.write(format!("{}\n", GAMES_HEADER.join(",")).as_bytes())?;
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
        self.files.games.write(&game.rows.games)?;
        self.files.mismatches.write_all(&game.rows.mismatches)?;
        self.files.boards.write_all(&game.board)?;
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

/// A label that names no game is most often a typing error, and so is a second one for a game.
fn warn_of_labels(labels: &Labels, reports: &Reports, options: &RunArgs) {
    if options.output.quiet {
        return;
    }
    let twice = labels.twice();
    for line in twice.iter().take(5) {
        complain(&format!("seichi: warning: two labels of one game, and the later one counts: {line}"));
    }
    if twice.len() > 5 {
        complain(&format!("seichi: warning: {} more games have two labels", twice.len() - 5));
    }
    if options.games.limit.is_some() {
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

/// What an engine said once more has to be asked again where it could not be kept.
pub(super) fn warn_of_cache(plan: &Options) {
    if let Some((cache, error)) =
        plan.engine.as_ref().and_then(|engine| engine.cache()).and_then(|cache| Some((cache, cache.error()?)))
    {
        complain(&format!(
            "seichi: warning: failed to keep the engine's answers in {}: {error}",
            cache.path().display()
        ));
    }
}

fn finish(
    options: &RunArgs,
    start: (Instant, SystemTime),
    folder: RunFolder,
    mut reports: Reports,
    timings: &Timings,
) -> Result<Figures, Failure> {
    let figures = reports.summary.figures(&Bootstrap { seed: options.scoring.seed, ..Bootstrap::default() });
    enough_games(&figures, options.min_games)?;
    let written = (|| -> anyhow::Result<_> {
        reports.files.games.finish()?;
        reports.files.mismatches.flush()?;
        reports.files.boards.flush()?;
        reports.files.skipped.flush()?;
        let mut file = Writer::from_path(folder.path("summary.csv"))?;
        write_summary(&mut file, &figures)?;
        file.flush()?;
        let mut file = Writer::from_path(folder.path("pairwise.csv"))?;
        write_pairwise(&mut file, &figures)?;
        file.flush()?;
        let mut file = Writer::from_path(folder.path("dead.csv"))?;
        write_dead(&mut file, &figures)?;
        file.flush()?;
        let facts = RunFacts {
            arguments: words(),
            jobs: options.games.jobs(),
            started: start.1.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            seconds: start.0.elapsed().as_secs_f64(),
            timings: *timings,
        };
        std::fs::write(folder.path("run.json"), run_json(&figures, &facts))?;
        Ok(folder.finish(&FILES)?)
    })();
    written.with_context(|| failed(&options.out))?;
    Ok(figures)
}

/// A game on which the program itself failed is no success, whatever became of the others.
pub(super) fn report_faults(figures: &Figures, place: &Path) -> Result<(), Failure> {
    match figures.skipped.get(Reason::Internal.name()) {
        None => Ok(()),
        Some(games) => Err(Failure::Error(anyhow::anyhow!(
            "the program failed on {games} games, which is a bug: see the reason internal in {}",
            place.join("skipped.csv").display()
        ))),
    }
}

fn say(options: &EvalArgs, figures: &Figures) -> Result<(), Failure> {
    let output = &options.run.output;
    if output.quiet {
        return Ok(());
    }
    let out = options.run.out.display().to_string();
    let page = || format!("seichi report {0} --format html --file {0}/report.html", shell_word(&out));
    let mismatches = || match erring(figures) {
        Some(strategy) => format!("Mismatches: seichi report {} --list {}\n", shell_word(&out), shell_word(strategy)),
        None => String::new(),
    };
    let text = || format!("{}Reports: {out}\n{}Page: {}\n", eval_text(figures, output.style()), mismatches(), page());
    print(match options.format {
        EvalFormat::Json => json(figures),
        EvalFormat::Text => text(),
        EvalFormat::Github => {
            step_summary(&markdown(figures, None, &[]))?;
            text() + &eval_annotations(figures)
        }
    })
}

/// The strategy whose mismatches are the first to look at: the most exact one that has any.
fn erring(figures: &Figures) -> Option<&str> {
    let erring = figures.all().strategies.iter().filter(|figures| figures.exact < figures.games);
    // of equals the last: the list of strategies goes from the simplest to the finest
    erring.max_by_key(|figures| figures.exact).map(|figures| figures.strategy.as_str())
}

/// Whether so many games were evaluated that a figure means something.
pub(super) fn enough_games(figures: &Figures, min_games: u64) -> Result<(), Failure> {
    if figures.evaluated < min_games.max(1) { Err(Failure::Nothing(too_few(figures, min_games))) } else { Ok(()) }
}

fn too_few(figures: &Figures, min_games: u64) -> String {
    let reasons = reasons(figures);
    match figures.games {
        0 => "no game was found: is there a .sgf file below the paths?".to_owned(),
        games => format!(
            "{} of {games} games could be evaluated{}, and nothing was written; skipped: {}",
            if figures.evaluated == 0 { "none".to_owned() } else { format!("only {}", figures.evaluated) },
            if min_games > 1 { format!(", fewer than --min-games {min_games}") } else { String::new() },
            reasons[..reasons.len().min(5)].join(", ")
        ),
    }
}
