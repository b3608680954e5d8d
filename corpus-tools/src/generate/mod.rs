//! `seichi-corpus generate`: plays games to the end, between two GTP engines or of one engine against itself, and
//! labels them by the engines' own judgement.
//!
//! ```text
//! GameSet → PlannedGame (set, template) → moves (play) → opinions → label → SGF (record)
//! ```
//!
//! A game depends only on its line of the plan: it starts its own engines, and the plan contains its seed. So if the
//! engines are deterministic, a game is reproducible at any time and in parallel with any others.
//!
//! This program maintains the board. A game is left out, with the reason, if a move is illegal on this board, if an
//! engine dies, times out or refuses, or if the game does not end: a label is never made up. Superko and time are not
//! checked.

mod disagreement;
mod engine;
mod game;
mod label;
mod opinion;
mod plan_file;
mod play;
mod record;
mod set;
mod summary;
mod template;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use globset::{Glob, GlobSetBuilder};
use seichi::cli::{Failure, OutputArgs, Progress, TableFormat, complain, print, whole_in, write};
use seichi::external::process::MAX_FAILURES;

use engine::Unplayed;
use game::PlannedGame;
use play::{Played, play_all};
use set::{GameSet, plan};
use summary::Summary;

/// The text at the end of the help.
const MORE: &str = concat!(
    "Each game starts its own engines, so --jobs does not change it; if its engines obey the seed, the seed ",
    "determines it. Games whose files exist are not played again, so the same command continues after an ",
    "interruption.\n\n",
    "When both sides have passed, the program asks the engines for final_score, which becomes RE, and for ",
    "final_status_list, which becomes TB and TW in the last node. If an engine lists dead stones but no territory, ",
    "its territory is all points that living stones surround, provided that this gives the engine's own score; ",
    "otherwise the record has no TB and TW. If two engines disagree, GC and the summary say so, and the result is ",
    "unknown (RE[?]), unless --label names the engine that decides. If an engine resigns, the result is RE[B+R] or ",
    "RE[W+R]. If an engine plays an illegal move, dies or does not answer, or if the game does not end, the game ",
    "gets a message instead of a record.\n\n",
    "Placeholders in commands and names: {seed} {size} {rules} {komi} {handicap}, and for a single player, {level} ",
    "{color}.\n\n",
    "A plan is TOML whose keys are the flags from --engine to --label: at its top for all games, in each [[set]] ",
    "for the games of the set.\n\n",
    "  engine = \"gnugo --mode gtp --{rules}-rules --seed {seed}\"\n",
    "  before-move = [\"level {level}\"]\n",
    "  [[set]]\n",
    "  size = 9\n",
    "  games = 60\n",
    "  levels = [1, 5, 8]\n\n",
    "Examples:\n",
    "  seichi-corpus generate --engine 'gnugo --mode gtp --seed {seed}' --size 9 -o games\n",
    "  seichi-corpus generate --black 'gnugo --mode gtp --level 1 --seed {seed}' \\\n",
    "                         --white 'gnugo --mode gtp --level 8 --seed {seed}' -o games\n",
    "  seichi-corpus generate --plan corpus/gnugo.toml -o corpus/gnugo"
);

#[derive(Debug, Args)]
#[command(after_help = MORE)]
#[command(mut_arg("verbose", |arg| arg.help("Print the result of each game")))]
pub(crate) struct GenerateArgs {
    /// A plan: a TOML file of games to play, instead of the flags from --engine to --label
    #[arg(long, value_name = "FILE", conflicts_with = "GameSet")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    set: GameSet,
    /// The folder to write the games to
    #[arg(short, long, value_name = "DIR", default_value = "games")]
    out: PathBuf,
    /// Play only games whose file name matches this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// The time limit for an engine's answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
    engine_timeout: Duration,
    /// The number of games played at once; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = whole_in(0..=1024_u16))]
    jobs: u16,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    #[command(flatten)]
    output: OutputArgs,
}

/// Parses a number of seconds, at most a day.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a number more than 0 and at most 86400".to_owned())
}

/// Plays the games whose files do not exist.
pub(crate) fn run(options: &GenerateArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let games = games(options)?;
    let out = &options.out;
    // before any game is played, to lose none
    fs::create_dir_all(out)
        .and_then(|()| tempfile::NamedTempFile::new_in(out).map(drop))
        .with_context(|| format!("failed to write to the folder of the games, {}", out.display()))?;
    let to_play: Vec<&PlannedGame> = games.iter().filter(|game| !out.join(&game.file).exists()).collect();
    if !options.output.quiet && repeats(&to_play) {
        complain("seichi-corpus: no engine command has {seed}: games may be equal, and may not be reproducible");
    }
    let progress = Progress::of_games(to_play.len(), &options.output);
    let summary = Summary::new(games.len(), games.len() - to_play.len());
    let mut writer = GameWriter { options, progress, summary, silent: 0 };
    play_all(&to_play, options.jobs.into(), options.engine_timeout, stop, |game, end| writer.receive(game, end))?;
    let GameWriter { mut summary, progress, .. } = writer;
    drop(progress);
    summary.sort();
    if stop.load(Ordering::Relaxed) {
        let (there, games, folder) = (summary.there(), games.len(), out.display());
        return Err(Failure::Stopped(format!(
            "interrupted: {there} of {games} games are in {folder}; run the same command to continue"
        )));
    }
    if !options.output.quiet || options.format == TableFormat::Json {
        print(match options.format {
            TableFormat::Text => summary.text(out, options.output.style()),
            TableFormat::Json => summary.json(),
        })?;
    }
    if summary.there() == 0 { Err(Failure::Nothing("no game was played".to_owned())) } else { Ok(()) }
}

/// Receives games as they end, writes them and counts them.
struct GameWriter<'a> {
    options: &'a GenerateArgs,
    progress: Progress,
    summary: Summary,
    /// The number of games where an engine did not even answer the first command, `name`.
    silent: u32,
}

impl GameWriter<'_> {
    /// Writes a game, or prints why it has no record.
    ///
    /// # Errors
    /// If the game can't be written, or if no other game could be played for the same reason.
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
            Err(Unplayed::NotStarted(why)) => return Err(anyhow!("can't start the engine {why}").into()),
            Err(Unplayed::NoEngine(why)) => {
                self.leave_out(game, why);
                self.silent += 1;
                if self.silent >= MAX_FAILURES && self.summary.has_none() {
                    let hint = "check that the command starts a GTP engine, as gnugo --mode gtp does";
                    return Err(anyhow!("given up after {} games without an answer: {hint}", self.silent).into());
                }
            }
            Err(Unplayed::LeftOut(why)) => self.leave_out(game, why),
        }
        self.progress.game();
        Ok(())
    }

    fn leave_out(&mut self, game: &PlannedGame, why: String) {
        self.progress.say(&format!("seichi-corpus: left out {}: {why}", game.file));
        self.summary.left_out(game, why);
    }
}

/// Returns the games that `options` ask for.
fn games(options: &GenerateArgs) -> anyhow::Result<Vec<PlannedGame>> {
    let mut games = match &options.plan {
        Some(path) => plan_file::games(path)?,
        None => plan(std::slice::from_ref(&options.set)).map_err(|(_, why)| anyhow!(why))?,
    };
    if !options.include.is_empty() {
        let mut globs = GlobSetBuilder::new();
        for glob in &options.include {
            globs.add(Glob::new(glob).with_context(|| format!("--include {glob}"))?);
        }
        let globs = globs.build()?;
        games.retain(|game| globs.is_match(&game.file));
        ensure!(!games.is_empty(), "no game has a file name that matches --include {}", options.include.join(" "));
    }
    Ok(games)
}

/// Returns whether two different seeds give engines the same commands. Then their games may be equal.
fn repeats(games: &[&PlannedGame]) -> bool {
    games.windows(2).any(|pair| pair[0].seed != pair[1].seed && pair[0].engines == pair[1].engines)
}
