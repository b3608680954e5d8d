//! `seichi generate`: plays a labelled corpus with engines.

mod plan_file;
mod summary;

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
use crate::external::process::PATIENCE;
use crate::generate::{Game, Played, Unplayed, plan, play_all};
use summary::Summary;

pub(super) fn run(options: &GenerateArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let games = games(options)?;
    let out = &options.out;
    make(out).with_context(|| format!("failed to write to the folder of the games, {}", out.display()))?;
    let to_play: Vec<&Game> = games.iter().filter(|game| !out.join(&game.file).exists()).collect();
    if !options.output.quiet && repeats(&to_play) {
        complain("seichi: no command of an engine has {seed}: games may be the same, or not come out so again");
    }
    let progress = Progress::of_games(to_play.len(), &options.output);
    let summary = Summary::new(games.len(), games.len() - to_play.len());
    let mut clerk = Clerk { options, progress, summary, mute: 0 };
    let timeout = Duration::from_secs_f64(options.engine_timeout);
    play_all(&to_play, options.jobs.into(), timeout, stop, |game, end| clerk.take(game, end))?;
    let Clerk { mut summary, progress, .. } = clerk;
    drop(progress);
    summary.sort();
    if stop.load(Ordering::Relaxed) {
        let (there, games) = (summary.there(), games.len());
        let where_ = out.display();
        return Err(Failure::Stopped(format!(
            "interrupted: {there} of {games} games are in {where_}; the same command goes on"
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
struct Clerk<'a> {
    options: &'a GenerateArgs,
    progress: Progress,
    summary: Summary,
    /// The number of games in which an engine did not even answer the first question, for its name.
    mute: u32,
}

impl Clerk<'_> {
    /// Writes a game, or prints why there is none.
    ///
    /// # Errors
    /// If the game can't be written, or the reason why it can't be played holds for every other game.
    fn take(&mut self, game: &Game, end: Result<Played, Unplayed>) -> Result<(), Failure> {
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
                self.mute += 1;
                if self.mute >= PATIENCE && self.summary.has_none() {
                    let hint = "is it a GTP engine, and told to be one, as by gnugo --mode gtp?";
                    return Err(anyhow!("given up after {} games without an answer: {hint}", self.mute).into());
                }
            }
            Err(Unplayed::LeftOut(why)) => self.leave_out(game, why),
        }
        self.progress.game();
        Ok(())
    }

    fn leave_out(&mut self, game: &Game, why: String) {
        self.progress.say(&format!("seichi: left out {}: {why}", game.file));
        self.summary.left_out(game, why);
    }
}

/// Returns the games that `options` ask for.
fn games(options: &GenerateArgs) -> anyhow::Result<Vec<Game>> {
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
fn repeats(games: &[&Game]) -> bool {
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
fn make(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let trial = folder.join(format!(".seichi-{}-partial", std::process::id()));
    fs::write(&trial, "")?;
    fs::remove_file(&trial)
}
