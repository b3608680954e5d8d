//! The arguments of `seichi generate`.

use std::path::PathBuf;

use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};

use super::choices::TableFormat;
use super::games::{OutputArgs, RulesChoice, parse_rules, rules_names};
use super::numbers::parse_seconds;
use crate::cli::named::Named;
use crate::generate::{Engines, GameSet, LabelFrom};
use crate::rules::{Points, Rules};

/// The text at the end of the help.
const MORE: &str = concat!(
    "Each game starts engines of its own, so --jobs does not change it; if its engines obey the seed, the seed determines ",
    "it. A game whose file exists is not played again, so the same command continues an interrupted one.\n\n",
    "When both sides have passed, seichi asks the engines for final_score, which becomes RE, and for final_status_list, ",
    "which becomes TB and TW in the last node. If an engine lists dead stones but no territory, its territory is what ",
    "living stones surround, provided that this gives the engine's own score; otherwise the record has no TB and TW. If ",
    "two engines disagree, GC and the summary say so, and the result is unknown (RE[?]), unless --label says which engine ",
    "decides. If an engine resigns, the result is RE[B+R] or RE[W+R]. If an engine plays an illegal move, dies or does ",
    "not answer, or if the game does not end, no record is written, and a message says so.\n\n",
    "Placeholders in commands and names: {seed} {size} {rules} {komi} {handicap}, and where one player is meant, ",
    "{level} {color}.\n\n",
    "A plan is TOML whose keys are the flags from --engine to --label: at its top for all games, in each [[set]] for ",
    "those of the set.\n\n",
    "  engine = \"gnugo --mode gtp --{rules}-rules --seed {seed}\"\n",
    "  before-move = [\"level {level}\"]\n",
    "  [[set]]\n",
    "  size = 9\n",
    "  games = 60\n",
    "  levels = [1, 5, 8]\n\n",
    "Examples:\n",
    "  seichi generate --engine 'gnugo --mode gtp --seed {seed}' --size 9 -o games\n",
    "  seichi generate --black 'gnugo --mode gtp --level 1 --seed {seed}' \\\n",
    "                  --white 'gnugo --mode gtp --level 8 --seed {seed}' -o games\n",
    "  seichi generate --plan corpus/gnugo.toml -o corpus/gnugo"
);

#[derive(Debug, Args)]
#[command(after_help = MORE)]
#[command(mut_arg("verbose", |arg| arg.help("Say how each game ended")))]
pub(in crate::cli) struct GenerateArgs {
    /// A plan: a TOML file of games to play, instead of the flags from --engine to --label
    #[arg(long, value_name = "FILE", conflicts_with_all = SET_FLAGS)]
    pub(in crate::cli) plan: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) set: SetArgs,
    /// The folder to write the games to
    #[arg(short, long, value_name = "DIR", default_value = "games")]
    pub(in crate::cli) out: PathBuf,
    /// Play only games whose file name matches this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli) include: Vec<String>,
    /// The time limit for an engine's answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = parse_seconds)]
    pub(in crate::cli) engine_timeout: f64,
    /// The number of games played at once; 0: one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(in crate::cli) jobs: u16,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// The names of all flags of [`SetArgs`].
const SET_FLAGS: [&str; 19] = [
    "engine",
    "black",
    "white",
    "games",
    "size",
    "rules",
    "komi",
    "handicap",
    "levels",
    "seed",
    "seed_step",
    "name",
    "file_name",
    "before_game",
    "before_move",
    "before_status",
    "pass_below",
    "move_limit",
    "label",
];

/// A set of games with common settings. These arguments are flags of the command and keys of a set in a plan.
#[derive(Debug, Args)]
pub(in crate::cli) struct SetArgs {
    /// A GTP engine that plays both sides
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["black", "white"])]
    engine: Option<String>,
    /// The GTP engine that plays Black
    #[arg(long, value_name = "COMMAND", requires = "white")]
    black: Option<String>,
    /// The GTP engine that plays White
    #[arg(long, value_name = "COMMAND", requires = "black")]
    white: Option<String>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// The board size
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// The rules; to pass them to an engine, use {rules} in its command or in --before-game
    #[arg(long, value_name = "NAME", default_value = "japanese", value_parser = Named(parse_rules, played_rules))]
    rules: RulesChoice,
    /// Komi; by default 6.5 for territory rules, 7.5 for area rules, 7 with a button, 0.5 with a handicap
    #[arg(long, value_name = "POINTS", value_parser = parse_points, allow_hyphen_values = true)]
    komi: Option<Points>,
    /// Handicap stones, 0 or 2 to 9; a list is taken in turn, game by game
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    handicap: Vec<u8>,
    /// The values of {level}, in turn: Black's changes with each game, White's when Black has had all
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', value_parser = parse_level)]
    levels: Vec<Level>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The difference between the seeds of successive games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed_step: u64,
    /// The players' names, one for both, or Black's and White's (twice); by default the engine's name and version
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// The names of the files; .sgf is added
    #[arg(long, value_name = "NAME", default_value = "{size}x{size}-{rules}-{seed}")]
    file_name: String,
    /// A GTP command to send to each engine before the game (repeatable)
    #[arg(long, value_name = "COMMAND")]
    before_game: Vec<String>,
    /// A GTP command to send to a player's engine before each of its moves (repeatable)
    #[arg(long, value_name = "COMMAND")]
    before_move: Vec<String>,
    /// A GTP command to send to each engine before it is asked for the result (repeatable)
    #[arg(long, value_name = "COMMAND")]
    before_status: Vec<String>,
    /// Pass rather than play a move worth less, by GNU Go's `top_moves`, so that dame stay open as in games by people
    #[arg(long, value_name = "POINTS")]
    pass_below: Option<f64>,
    /// The number of moves after which a game is given up; by default four times the points of the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    move_limit: Option<u32>,
    /// The engine whose result is the label: both, where they agree, or Black's
    #[arg(long, value_enum, value_name = "WHOSE", default_value_t = LabelChoice::Agreed)]
    label: LabelChoice,
}

/// A value of {level}: a setting of an engine, usually a number.
#[derive(Clone, Debug)]
struct Level(String);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LabelChoice {
    Agreed,
    Black,
}

#[allow(clippy::unnecessary_wraps)] // what a value parser has to return
fn parse_level(text: &str) -> Result<Level, String> {
    Ok(Level(text.to_owned()))
}

fn parse_points(text: &str) -> Result<Points, String> {
    Points::parse(text).ok_or_else(|| "it is a number of points".to_owned())
}

/// Returns the names of the rules that games can be played by: all but `auto`.
fn played_rules() -> Vec<&'static str> {
    rules_names().into_iter().filter(|&name| name != "auto").collect()
}

impl SetArgs {
    /// Returns the set that these arguments describe.
    ///
    /// # Errors
    /// If no engine is given, there are more than two names, or `--pass-below` is not a finite number.
    pub(in crate::cli) fn set(&self) -> anyhow::Result<GameSet> {
        let engines = match (&self.engine, &self.black, &self.white) {
            (Some(engine), ..) => Engines::One(engine.clone()),
            (None, Some(black), Some(white)) => Engines::Two([black.clone(), white.clone()]),
            _ => {
                return Err(anyhow!(
                    "it is not said who plays: --engine COMMAND, or --black and --white, or --plan FILE"
                ));
            }
        };
        ensure!(self.name.len() <= 2, "--name is given {} times: there are two players", self.name.len());
        ensure!(self.pass_below.is_none_or(f64::is_finite), "--pass-below takes a number of points");
        Ok(GameSet {
            engines,
            games: self.games,
            size: self.size,
            rules: self.rules.0.unwrap_or(Rules::JAPANESE),
            komi: self.komi,
            handicap: self.handicap.clone(),
            levels: self.levels.iter().map(|level| level.0.clone()).collect(),
            seed: self.seed,
            seed_step: self.seed_step,
            names: self.name.clone(),
            file_name: self.file_name.clone(),
            before_game: self.before_game.clone(),
            before_move: self.before_move.clone(),
            before_status: self.before_status.clone(),
            pass_below: self.pass_below,
            move_limit: self.move_limit,
            label: match self.label {
                LabelChoice::Agreed => LabelFrom::Agreed,
                LabelChoice::Black => LabelFrom::Black,
            },
        })
    }
}
