//! `seichi-corpus generate`: lets two GTP engines, or one engine with both colours, play games to
//! the end, and labels the games by the engines' own judgement.
//!
//! ```text
//! GameArgs → PlannedGame (plan) → moves (play) → label → SGF (record)
//! ```
//!
//! A game starts its own engines, and depends only on its settings and its seed. If the engines are
//! deterministic, a game can therefore be reproduced at any time, in parallel with any other games.
//!
//! This program maintains the board. A game is left out, and the reason is printed, if a move is
//! illegal on this board, if an engine dies, times out or refuses a command, or if the game does
//! not end: a label is never made up. Superko and time are not checked.

mod engine;
mod label;
mod plan;
mod play;
mod record;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use seichi::Stop;
use seichi::cli::{Failure, Observer, OutputArgs, Progress, complain, say, write};

use engine::Unplayed;
use plan::{GameArgs, PlannedGame};
use play::{Played, play};

/// The text at the end of the help.
const MORE: &str = concat!(
    "Each game starts its own engines, so --jobs does not affect it; if the engines use the seed, the seed ",
    "determines the game. Games whose files exist are not played again, so the same command continues after an ",
    "interruption.\n\n",
    "When both sides have passed, the program asks the engines for final_score, which becomes RE, and for ",
    "final_status_list, which becomes TB and TW in the last node. If an engine lists dead stones but no territory, ",
    "its territory is all points surrounded by living stones, provided that this gives the engine's own score; ",
    "otherwise the record has no TB and TW. If two engines disagree, GC and the summary say so, and the result is ",
    "unknown (RE[?]). If an engine resigns, the result is RE[B+R] or RE[W+R]. If an engine plays an illegal move, ",
    "crashes or does not answer, or if the game does not end, a message is printed instead of a record.\n\n",
    "Placeholders in commands and names: {seed} {size} {rules} {komi} {handicap}, and for a single player, {level}.\n\n",
    "Examples:\n",
    "  seichi-corpus generate --engine 'gnugo --mode gtp --seed {seed}' --size 9 -o games\n",
    "  seichi-corpus generate --black 'gnugo --mode gtp --level 1 --seed {seed}' \\\n",
    "                         --white 'gnugo --mode gtp --level 8 --seed {seed}' -o games"
);

#[derive(Debug, Args)]
#[command(after_help = MORE)]
#[command(mut_arg("verbose", |arg| arg.help("Print the result of each game")))]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    games: GameArgs,
    /// The folder to write the games to
    #[arg(short, long, value_name = "DIR", default_value = "games")]
    out: PathBuf,
    /// The time limit for an engine's answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
    engine_timeout: Duration,
    /// The number of games played at once; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    jobs: u16,
    #[command(flatten)]
    output: OutputArgs,
}

/// Parses a number of seconds, at most a day.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number above 0 and at most 86400".to_owned())
}

/// Plays the games whose files do not exist.
pub(crate) fn run(options: &GenerateArgs, stop: &Stop) -> Result<(), Failure> {
    let games = options.games.plan();
    let out = &options.out;
    // before any game is played, so that none is lost
    fs::create_dir_all(out)
        .and_then(|()| tempfile::NamedTempFile::new_in(out).map(drop))
        .with_context(|| {
            format!(
                "failed to write to the folder for the games, {}",
                out.display()
            )
        })?;
    let to_play: Vec<&PlannedGame<'_>> = games
        .iter()
        .filter(|game| !out.join(game.file()).exists())
        .collect();
    if !options.output.quiet && repeats(&to_play) {
        complain(
            "seichi-corpus: no engine command contains {seed}: games may be identical or not reproducible",
        );
    }
    let resumed = games.len() - to_play.len();
    let corpus = Mutex::new(Corpus::new(options, to_play.len()));
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.jobs.into())
        .build()
        .context("failed to start threads")?;
    pool.install(|| {
        // each thread takes one game at a time
        to_play.par_iter().with_max_len(1).try_for_each(|game| {
            let end = play(game, options.engine_timeout, stop);
            let mut corpus = corpus
                .lock()
                .expect("no thread panics while it adds a game");
            // an error also ends the other games in progress
            corpus.add(game, end).inspect_err(|_| stop.set())
        })
    })?;
    let corpus = corpus
        .into_inner()
        .expect("no thread panics while it adds a game");
    let there = resumed + corpus.played();
    if stop.is_set() {
        let (games, folder) = (games.len(), out.display());
        return Err(Failure::Stopped(format!(
            "interrupted: {there} of {games} games are in {folder}; run the same command to continue"
        )));
    }
    if !options.output.quiet {
        say(
            &corpus.summary(games.len(), resumed),
            options.output.style(),
        )?;
    }
    if there == 0 {
        Err(Failure::Nothing("no game was played".to_owned()))
    } else {
        Ok(())
    }
}

/// Returns whether two successive games give the engines the same commands. If so, the games may be
/// equal.
fn repeats(games: &[&PlannedGame<'_>]) -> bool {
    games
        .windows(2)
        .any(|pair| pair[0].engines() == pair[1].engines())
}

/// The games that have ended so far.
struct Corpus<'a> {
    options: &'a GenerateArgs,
    progress: Progress,
    /// The number of games by kind of ending: counted, resigned, or without a label.
    ends: BTreeMap<&'static str, usize>,
    /// The disagreements between the engines, by the name of the game's file.
    disagreements: BTreeMap<String, String>,
    /// The number of games without a record.
    left_out: usize,
}

impl<'a> Corpus<'a> {
    fn new(options: &'a GenerateArgs, to_play: usize) -> Self {
        let progress = Progress::new(to_play, &options.output);
        Self {
            options,
            progress,
            ends: BTreeMap::new(),
            disagreements: BTreeMap::new(),
            left_out: 0,
        }
    }

    /// Writes the record of a game, or prints why it has none.
    ///
    /// # Errors
    /// If the record can't be written, or if an engine does not work at all.
    fn add(
        &mut self,
        game: &PlannedGame<'_>,
        end: Result<Played, Unplayed>,
    ) -> Result<(), Failure> {
        let file = game.file();
        match end {
            Ok(played) => {
                write(&self.options.out.join(&file), &played.sgf, &[])?;
                if self.options.output.verbose {
                    self.progress.say(&format!("{file}: {}", played.result));
                }
                let end = match played.result.as_str() {
                    "?" => "without label",
                    result if result.ends_with("+R") => "resigned",
                    _ => "counted",
                };
                *self.ends.entry(end).or_default() += 1;
                self.disagreements
                    .extend(played.disagreement.map(|disagreement| (file, disagreement)));
            }
            Err(Unplayed::NoEngine(why)) => return Err(anyhow!(why).into()),
            Err(Unplayed::LeftOut(why)) => {
                self.progress
                    .say(&format!("seichi-corpus: left out {file}: {why}"));
                self.left_out += 1;
            }
            Err(Unplayed::Interrupted) => return Ok(()),
        }
        self.progress.add(1, &[]);
        Ok(())
    }

    fn played(&self) -> usize {
        self.ends.values().sum()
    }

    /// Returns the summary of a run of `games` games; `resumed` of them were not played again.
    fn summary(&self, games: usize, resumed: usize) -> String {
        let (played, left_out) = (self.played(), self.left_out);
        let noun = if games == 1 { "game" } else { "games" };
        let mut text = format!(
            "{games} {noun}: {played} played, {resumed} already there, {left_out} left out\n"
        );
        for (end, count) in &self.ends {
            let _ = writeln!(text, "{count:>9}  {end}");
        }
        if !self.disagreements.is_empty() {
            let _ = writeln!(
                text,
                "\n{}",
                self.options.output.style().bold("The engines disagree on")
            );
        }
        for (file, disagreement) in &self.disagreements {
            let _ = writeln!(text, "  {file}: {disagreement}");
        }
        if played + left_out == 0 {
            text += "To play other games, choose a different --seed or --out.\n";
        }
        let _ = writeln!(text, "Games: {}", self.options.out.display());
        text
    }
}
