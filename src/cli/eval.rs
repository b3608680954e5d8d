//! `seichi eval`: evaluates games and writes the reports of a run.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;

use super::args::{BoardsNdjson, EvalArgs, EvalFormat, GamesCsv, OutputArgs, RunArgs};
use super::checkpoint::{Checkpoint, interrupted};
use super::config::words;
use super::each::no_faults;
use super::exit::Failure;
use super::output::{print, step_summary};
use super::progress::{Progress, complain};
use super::reports::{Files, Reports, prepare};
use crate::input::{Entry, Labels, Shard, Walk};
use crate::pipeline::{Figures, Maps, Options, Pipeline, Summary, Timings};
use crate::report::{
    CHECKPOINT, Prepared, RunFacts, RunFolder, SavedRun, clean, eval_annotations, eval_text, json, markdown, reasons,
    shell_word,
};
use crate::skip::Reason;

pub(super) fn run(options: &EvalArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let figures = evaluate(&options.run, options.shard, stop)?;
    let RunArgs { out, output, .. } = &options.run;
    say(&Said { out, format: options.format, output, shard: options.shard }, &figures)?;
    report_faults(&figures, out)
}

/// Evaluates the games, or a share of them, and writes the reports.
pub(super) fn evaluate(options: &RunArgs, shard: Option<Shard>, stop: &AtomicBool) -> Result<Figures, Failure> {
    let start = (Instant::now(), SystemTime::now());
    let (mut walk, labels) = options.games.walk()?;
    let labels = Arc::new(labels);
    let survey = options.games.survey(&walk, &labels, options.unique);
    if let Some(shard) = shard {
        walk.keep(shard);
    }
    let maps = match options.boards_ndjson {
        BoardsNdjson::Plain => Maps::Differing,
        BoardsNdjson::All => Maps::All,
        BoardsNdjson::None => Maps::None,
    };
    let plan = Options {
        maps,
        finished_only: options.finished,
        survey: Some(survey),
        ..options.games.options(&options.scoring, stop)?
    };
    let out = &options.out;
    let create = if options.resume { RunFolder::resume } else { RunFolder::create };
    let folder = create(out, &options.games.paths).with_context(|| failed(out))?;
    let checkpoint = Checkpoint::new(options, shard, &plan, &labels, &folder, stop)?;
    let files = Files::create(&folder, options.games_csv, options.boards_ndjson)
        .with_context(|| format!("failed to write beside {}", out.display()))?;
    let mut reports = Reports::new(files, Summary::new(&plan), walk.skipped.clone(), options.games.limit);
    // a share does not know which games the other shares have
    reports.names = (!labels.is_empty() && shard.is_none()).then(Vec::new);
    let timings = fill(options, &walk, &labels, &plan, &checkpoint, &mut reports, stop)
        .map_err(|failure| interrupted(failure, options))?;
    warn_of_labels(&labels, &reports, options);
    warn_of_cache(&plan);
    let figures = reports.figures(options.scoring.seed).with_context(|| failed(out))?;
    let too_few = enough_games(&figures, options.min_games);
    // one share may have too few games: the minimum is for the merged run
    if let (Err(failure), None) = (too_few, shard) {
        folder.give_up();
        return Err(failure);
    }
    let facts = RunFacts {
        arguments: words(),
        jobs: options.games.jobs(),
        started: start.1.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        seconds: start.0.elapsed().as_secs_f64(),
        timings,
    };
    let kept = checkpoint.finish(reports.read, &walk.skipped, &facts)?;
    let place = reports.finish(folder, &figures, &facts).with_context(|| failed(out))?;
    if kept.is_some() && shard.is_none() {
        std::fs::remove_file(place.join(CHECKPOINT)).with_context(|| failed(out))?;
    }
    Ok(figures)
}

/// Evaluates the files of `walk` and adds their games to `reports`.
fn fill(
    options: &RunArgs,
    walk: &Walk,
    labels: &Labels,
    plan: &Options,
    checkpoint: &Checkpoint<'_>,
    reports: &mut Reports,
    stop: &AtomicBool,
) -> Result<Timings, Failure> {
    let names = plan.names();
    let mut progress = Progress::new(walk.entries.len(), &options.output);
    if checkpoint.known() > 0 && !options.output.quiet {
        progress
            .say(&format!("seichi: going on with a run that was interrupted: {} files are done", checkpoint.known()));
    }
    let explain = options.games.explain_options(&options.scoring);
    let mismatches_only = options.games_csv == GamesCsv::None;
    let prepare = |entry: &Entry, outcomes| {
        let games = prepare(entry, outcomes, &names, mismatches_only, &explain, labels);
        checkpoint.keep(entry, &games);
        games
    };
    let mut complaints = Complaints::default();
    let is_known = |entry: &Entry| checkpoint.is_known(entry);
    let jobs = options.games.jobs();
    let pipeline = Pipeline { entries: &walk.entries, labels, options: plan, jobs, stop, is_known: &is_known };
    pipeline.run(prepare, |entry, games| {
        let games = checkpoint.games(entry, games)?;
        progress.file(games.len());
        for game in &games {
            progress.skipped(game, &options.output);
            complaints.of(&names, game, &progress);
        }
        let goes_on = reports.file(&entry.name, games).with_context(|| failed(&options.out))?;
        Ok::<_, Failure>(goes_on)
    })
}

pub(super) fn failed(out: &Path) -> String {
    format!("failed to write the reports to {}", out.display())
}

/// Warnings about external scorers: the first few failures of each, since later ones are usually the same.
#[derive(Default)]
struct Complaints(BTreeMap<String, u32>);

/// The number of failures of a scorer that are printed.
const COMPLAINTS: u32 = 3;

impl Complaints {
    fn of(&mut self, names: &[String], game: &Prepared, progress: &Progress) {
        let scorers = &names[names.len() - game.no_answers.len()..];
        for (name, why) in scorers.iter().zip(&game.no_answers) {
            let Some(why) = why else { continue };
            let said = self.0.entry(name.clone()).or_default();
            *said += 1;
            match (*said).cmp(&(COMPLAINTS + 1)) {
                Ordering::Less => {
                    progress.say(&clean(&format!("seichi: {name} has no answer to {}: {why}", game.name)));
                }
                Ordering::Equal => progress.say(&format!("seichi: {name} has no answer to more games")),
                Ordering::Greater => {}
            }
        }
    }
}

/// Warns of labels and descriptions that name no game, and of games with two labels: both are usually typing errors.
fn warn_of_labels(labels: &Labels, reports: &Reports, options: &RunArgs) {
    if options.output.quiet {
        return;
    }
    let twice = labels.twice();
    for line in twice.iter().take(5) {
        complain(&format!("seichi: warning: two labels of one game, and the later one counts: {}", clean(line)));
    }
    if twice.len() > 5 {
        complain(&format!("seichi: warning: {} more games have two labels", twice.len() - 5));
    }
    let (Some(names), None) = (&reports.names, options.games.limit) else { return };
    let unused = labels.unused(names.iter().map(String::as_str));
    for line in unused.iter().take(5) {
        complain(&format!("seichi: warning: a label names no game here: {}", clean(line)));
    }
    if unused.len() > 5 {
        complain(&format!("seichi: warning: {} more labels name no game here", unused.len() - 5));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for folder in labels.empty_folders(&names) {
        complain(&format!("seichi: warning: a description is about no game here: {}", clean(&folder)));
    }
}

/// Warns if the engine's answers could not be cached, because the next run then has to ask for them again.
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

/// Returns an error if the program itself failed on a game, even if all other games succeeded.
pub(super) fn report_faults(figures: &Figures, place: &Path) -> Result<(), Failure> {
    let reason = Reason::Internal.name();
    if !figures.skipped.contains_key(reason) {
        return Ok(());
    }
    let skipped = SavedRun::read(place)?.skipped()?;
    let games = skipped.into_iter().filter(|game| game.reason == reason).map(|game| game.game).collect::<Vec<_>>();
    no_faults(&games)
}

/// A run that was written, and how to report it on standard output.
pub(super) struct Said<'a> {
    pub(super) out: &'a Path,
    pub(super) format: EvalFormat,
    pub(super) output: &'a OutputArgs,
    pub(super) shard: Option<Shard>,
}

pub(super) fn say(said: &Said<'_>, figures: &Figures) -> Result<(), Failure> {
    if said.output.quiet {
        return Ok(());
    }
    let out = said.out.display().to_string();
    let page = || {
        if said.out.join("boards.ndjson").exists() {
            format!("Page: seichi report {0} --format html --file {0}/report.html\n", shell_word(&out))
        } else {
            String::new()
        }
    };
    let mismatches = || match erring(figures) {
        Some(strategy) => format!("Mismatches: seichi report {} --list {}\n", shell_word(&out), shell_word(strategy)),
        None => String::new(),
    };
    let share = || match said.shard {
        Some(shard) => format!("Share {shard}: seichi merge puts all of them together\n"),
        None => String::new(),
    };
    let text = || {
        let style = said.output.style();
        format!("{}Reports: {out}\n{}{}{}", eval_text(figures, style), mismatches(), page(), share())
    };
    print(match said.format {
        EvalFormat::Json => json(figures),
        EvalFormat::Text => text(),
        EvalFormat::Github => {
            step_summary(&markdown(figures, None, &[]))?;
            text() + &eval_annotations(figures)
        }
    })
}

/// Returns the strategy whose mismatches are worth a look first: the most exact one that has any.
fn erring(figures: &Figures) -> Option<&str> {
    let erring = figures.all().strategies.iter().filter(|figures| figures.exact < figures.games);
    // `max_by_key` takes the last of equals, and the list of strategies goes from the simplest to the most refined
    erring.max_by_key(|figures| figures.exact).map(|figures| figures.strategy.as_str())
}

/// Checks that at least `min_games` games, and at least one, were evaluated.
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
