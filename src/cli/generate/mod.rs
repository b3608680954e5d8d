//! `seichi generate`: plays a labelled corpus with engines.

mod plan_file;
mod setting;
mod summary;
mod toml_file;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use globset::{Glob, GlobSet, GlobSetBuilder};

use super::args::{GenerateArgs, TableFormat};
use super::exit::Failure;
use super::output::{print, write};
use super::progress::{Progress, complain};
use crate::external::process::MAX_FAILURES;
use crate::generate::{PlannedGame, Played, Unplayed, plan, play_all};
use summary::GenerateSummary;

pub(super) fn run(options: &GenerateArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let games = games(options)?;
    let out = &options.out;
    prepare(out).with_context(|| format!("failed to write to the folder of the games, {}", out.display()))?;
    let to_play: Vec<&PlannedGame> = games.iter().filter(|game| !out.join(&game.file).exists()).collect();
    if !options.output.quiet && repeats(&to_play) {
        complain("seichi: no command of an engine has {seed}: games may be the same, or not come out so again");
    }
    let progress = Progress::of_games(to_play.len(), &options.output);
    let summary = GenerateSummary::new(games.len(), games.len() - to_play.len());
    let mut writer = GameWriter { options, progress, summary, silent: 0 };
    let timeout = Duration::from_secs_f64(options.engine_timeout);
    play_all(&to_play, options.jobs.into(), timeout, stop, |game, end| writer.receive(game, end))?;
    let GameWriter { mut summary, progress, .. } = writer;
    drop(progress);
    summary.sort();
    if stop.load(Ordering::Relaxed) {
        let (there, games) = (summary.there(), games.len());
        let folder = out.display();
        return Err(Failure::Stopped(format!(
            "interrupted: {there} of {games} games are in {folder}; the same command goes on"
        )));
    }
    if !options.output.quiet || options.format == TableFormat::Json {
        print(match options.format {
            TableFormat::Text => summary.text(out, options.output.style()),
            TableFormat::Json => format!("{:#}\n", summary.json()),
        })?;
    }
    if summary.there() == 0 { Err(Failure::Nothing("no game was played".to_owned())) } else { Ok(()) }
}

/// Receives the games as they end, writes them and counts them.
struct GameWriter<'a> {
    options: &'a GenerateArgs,
    progress: Progress,
    summary: GenerateSummary,
    /// The number of games in which an engine did not even answer the first question, for its name.
    silent: u32,
}

impl GameWriter<'_> {
    /// Writes a game, or prints why there is none.
    ///
    /// # Errors
    /// If the game can't be written, or the reason why it can't be played holds for every other game.
    fn receive(&mut self, game: &PlannedGame, end: Result<Played, Unplayed>) -> Result<(), Failure> {
        match end {
            Ok(played) => {
                write(&self.options.out.join(&game.file), &played.sgf)?;
                if self.options.output.verbose {
                    self.progress.say(&format!("{}: {}", game.file, played.result));
                }
                self.summary.played(game, played);
            }
            Err(Unplayed::Interrupted) => return Ok(()),
            Err(Unplayed::NotStarted(why)) => return Err(anyhow!("an engine can't be started: {why}").into()),
            Err(Unplayed::NoEngine(why)) => {
                self.leave_out(game, why);
                self.silent += 1;
                if self.silent >= MAX_FAILURES && self.summary.has_none() {
                    let hint = "is it a GTP engine, and told to be one, as by gnugo --mode gtp?";
                    return Err(anyhow!("given up after {} games without an answer: {hint}", self.silent).into());
                }
            }
            Err(Unplayed::LeftOut(why)) => self.leave_out(game, why),
        }
        self.progress.game();
        Ok(())
    }

    fn leave_out(&mut self, game: &PlannedGame, why: String) {
        self.progress.say(&format!("seichi: left out {}: {why}", game.file));
        self.summary.left_out(game, why);
    }
}

/// Returns the games that `options` ask for.
fn games(options: &GenerateArgs) -> anyhow::Result<Vec<PlannedGame>> {
    let mut games = match &options.plan {
        Some(path) => plan_file::games(path)?,
        None => plan(&[options.set.set()?]).map_err(|(_, why)| anyhow!(why))?,
    };
    if !options.include.is_empty() {
        let globs = globs(&options.include)?;
        games.retain(|game| globs.is_match(&game.file));
        if games.is_empty() {
            return Err(anyhow!("no game's file fits --include {}", options.include.join(" ")));
        }
    }
    Ok(games)
}

/// Returns whether engines get the same commands for two seeds, so that their games may be equal.
fn repeats(games: &[&PlannedGame]) -> bool {
    games.windows(2).any(|pair| pair[0].seed != pair[1].seed && pair[0].engines == pair[1].engines)
}

fn globs(globs: &[String]) -> anyhow::Result<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(Glob::new(glob).with_context(|| format!("--include {glob}"))?);
    }
    Ok(set.build()?)
}

/// Creates the folder and checks that it can be written to, before any game is played.
fn prepare(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    crate::temporary::create_file(folder, OsStr::new("seichi"), false).map(drop)
}
