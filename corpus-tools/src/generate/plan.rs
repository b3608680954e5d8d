//! The games to play: their settings, with placeholders such as `{seed}` in commands and names.

use std::ffi::OsStr;
use std::path::Path;

use clap::Args;
use seichi::board::{Color, Size};
use seichi::external::command_words;
use seichi::rules::{Method, Points, Rules};

/// The settings that the games have in common.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// A GTP engine that plays both sides
    #[arg(long, value_name = "COMMAND", value_parser = parse_engine, conflicts_with_all = ["black", "white"],
        required_unless_present_all = ["black", "white"])]
    engine: Option<EngineCommand>,
    /// The GTP engine that plays Black
    #[arg(long, value_name = "COMMAND", value_parser = parse_player_engine)]
    black: Option<EngineCommand>,
    /// The GTP engine that plays White
    #[arg(long, value_name = "COMMAND", value_parser = parse_player_engine)]
    white: Option<EngineCommand>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// The board size
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// The rules; to pass them to an engine, use {rules} in its command or in --before-game
    #[arg(long, value_name = "NAME", default_value = "japanese", value_parser = Rules::parse)]
    pub(super) rules: Rules,
    /// Komi; by default 6.5 for territory rules, 7.5 for area rules, 7 with a button, 0.5 with a
    /// handicap
    #[arg(long, value_name = "POINTS", value_parser = parse_points, allow_hyphen_values = true)]
    komi: Option<Points>,
    /// Handicap stones, 0 or 2 to 9; games take the values of a list in turn
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = parse_handicap)]
    handicap: Vec<u8>,
    /// The values of {level}, in turn: Black's changes with each game, White's after Black has had
    /// all of them
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    levels: Vec<String>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The difference between the seeds of successive games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    seed_step: u32,
    /// The players' names; by default the engine's name and version
    #[arg(long, value_name = "NAME", value_parser = parse_player_text)]
    pub(super) name: Option<String>,
    /// The names of the files; .sgf is added
    #[arg(long, value_name = "NAME", default_value = "{size}x{size}-{rules}-{seed}", value_parser = parse_file_name)]
    file_name: String,
    /// A GTP command to send to each engine before the game (repeatable)
    #[arg(long, value_name = "COMMAND", value_parser = parse_text)]
    pub(super) before_game: Vec<String>,
    /// A GTP command to send to a player's engine before each of its moves (repeatable)
    #[arg(long, value_name = "COMMAND", value_parser = parse_player_text)]
    pub(super) before_move: Vec<String>,
    /// A GTP command to send to each engine before it is asked for the result (repeatable)
    #[arg(long, value_name = "COMMAND", value_parser = parse_text)]
    pub(super) before_status: Vec<String>,
    /// Pass instead of playing a move that is worth less than POINTS according to GNU Go's
    /// `top_moves`; this leaves dame open, as in games between people
    #[arg(long, value_name = "POINTS")]
    pub(super) pass_below: Option<f64>,
    /// The maximum number of moves of a game; by default four times the points of the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    move_limit: Option<u32>,
}

/// A program and its arguments.
#[derive(Clone, Debug)]
struct EngineCommand(Vec<String>);

/// A game to be played.
#[derive(Debug)]
pub(super) struct PlannedGame<'a> {
    pub(super) settings: &'a GameArgs,
    pub(super) size: Size,
    pub(super) komi: Points,
    /// The number of handicap stones: 0, or 2 to 9.
    pub(super) handicap: u8,
    pub(super) seed: u64,
    /// The levels of Black and of White, if any are given.
    levels: [Option<&'a str>; 2],
}

impl GameArgs {
    /// Returns the games.
    pub(super) fn plan(&self) -> Vec<PlannedGame<'_>> {
        (0..self.games).map(|index| self.game(index)).collect()
    }

    /// Returns a game by its index, from 0.
    fn game(&self, index: u32) -> PlannedGame<'_> {
        let seed = u64::from(self.seed) + u64::from(index) * u64::from(self.seed_step);
        let index = index as usize;
        let handicap = cycled(&self.handicap, index).copied().unwrap_or(0);
        let komi = self
            .komi
            .unwrap_or_else(|| default_komi(self.rules, handicap));
        // White's level changes after Black has had all levels, so every pair occurs
        let levels = [index, index / self.levels.len().max(1)];
        let levels = levels.map(|index| cycled(&self.levels, index).map(String::as_str));
        let size =
            Size::new(self.size.into(), self.size.into()).expect("a size that the flag allows");
        PlannedGame {
            settings: self,
            size,
            komi,
            handicap,
            seed,
            levels,
        }
    }
}

impl PlannedGame<'_> {
    /// Returns the name of the game's file.
    pub(super) fn file(&self) -> String {
        self.fill(&self.settings.file_name, Color::Black) + ".sgf"
    }

    /// Returns the commands that start the engines: one for both sides, or Black's and White's.
    pub(super) fn engines(&self) -> Vec<Vec<String>> {
        let GameArgs {
            engine,
            black,
            white,
            ..
        } = self.settings;
        let commands = [engine, black, white].into_iter().flatten();
        // filled in after splitting into words, which keeps each value in one word
        let fill = |EngineCommand(words): &EngineCommand, color| {
            words.iter().map(|word| self.fill(word, color)).collect()
        };
        commands
            .zip(Color::BOTH)
            .map(|(command, color)| fill(command, color))
            .collect()
    }

    /// Returns the number of moves after which a game counts as endless.
    pub(super) fn move_limit(&self) -> u32 {
        self.settings
            .move_limit
            .unwrap_or(4 * u32::from(self.settings.size) * u32::from(self.settings.size))
    }

    /// Replaces each placeholder of a text with its value. `color` is the player that the text is
    /// for.
    pub(super) fn fill(&self, text: &str, color: Color) -> String {
        let mut text = text
            .replace("{seed}", &self.seed.to_string())
            .replace("{size}", &self.settings.size.to_string())
            .replace("{rules}", &self.settings.rules.name())
            .replace("{komi}", &self.komi.to_string())
            .replace("{handicap}", &self.handicap.to_string());
        if let Some(level) = self.levels[color.index()] {
            text = text.replace("{level}", level);
        }
        text
    }
}

/// Returns the item at `index` of the list repeated without end, or `None` if the list is empty.
fn cycled<T>(list: &[T], index: usize) -> Option<&T> {
    list.get(index.checked_rem(list.len())?)
}

fn default_komi(rules: Rules, handicap: u8) -> Points {
    let text = match (rules.method(), handicap) {
        (_, 1..) => "0.5",
        _ if rules.has_button() => "7",
        (Method::Territory, _) => "6.5",
        (Method::Area, _) => "7.5",
    };
    Points::parse(text).expect("a number")
}

/// The placeholders. Only a text for a single player may contain the last one.
const PLACEHOLDERS: [&str; 6] = ["seed", "size", "rules", "komi", "handicap", "level"];

/// Checks that all names in braces are `known` placeholders. Other text in braces is left
/// unchanged.
fn check_placeholders(text: &str, known: &[&str]) -> Result<String, String> {
    for part in text.split('{').skip(1) {
        let Some((name, _)) = part.split_once('}') else {
            continue;
        };
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_name && !known.contains(&name) {
            return Err(format!(
                "unknown placeholder {{{name}}}; expected one of {}",
                known.join(", ")
            ));
        }
    }
    Ok(text.to_owned())
}

fn parse_text(text: &str) -> Result<String, String> {
    check_placeholders(text, &PLACEHOLDERS[..5])
}

fn parse_player_text(text: &str) -> Result<String, String> {
    check_placeholders(text, &PLACEHOLDERS)
}

fn parse_engine(text: &str) -> Result<EngineCommand, String> {
    let words = command_words(&parse_text(text)?).map_err(|why| why.to_string())?;
    Ok(EngineCommand(words))
}

fn parse_player_engine(text: &str) -> Result<EngineCommand, String> {
    let words = command_words(&parse_player_text(text)?).map_err(|why| why.to_string())?;
    Ok(EngineCommand(words))
}

/// Parses the name of a file without folders. It must contain the seed, so that games have
/// different names.
fn parse_file_name(text: &str) -> Result<String, String> {
    if Path::new(text).file_name() != Some(OsStr::new(text)) || !text.contains("{seed}") {
        return Err("expected a file name that contains {seed}".to_owned());
    }
    parse_text(text)
}

fn parse_points(text: &str) -> Result<Points, &'static str> {
    Points::parse(text).ok_or("expected a number of points")
}

fn parse_handicap(text: &str) -> Result<u8, &'static str> {
    text.parse()
        .ok()
        .filter(|stones| matches!(stones, 0 | 2..=9))
        .ok_or("expected 0, or 2 to 9")
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;

    /// Returns the settings that these flags describe, on 9x9.
    fn settings(flags: &[&str]) -> Result<GameArgs, clap::Error> {
        let own = [
            "--size",
            "9",
            "--levels",
            "1,5",
            "--seed",
            "10",
            "--seed-step",
            "2",
            "--games",
            "6",
        ];
        let command = GameArgs::augment_args(
            Command::new("generate")
                .no_binary_name(true)
                .args_override_self(true),
        );
        GameArgs::from_arg_matches(&command.try_get_matches_from([&own[..], flags].concat())?)
    }

    #[test]
    fn handicaps_cycle_and_levels_pair_up() {
        let flags = [
            "--engine",
            "engine",
            "--handicap",
            "0,0,2",
            "--file-name",
            "{size}-{seed}",
        ];
        let settings = settings(&flags).unwrap();
        let line = |game: &PlannedGame<'_>| {
            let [black, white] = Color::BOTH.map(|color| game.fill("level {level}", color));
            format!(
                "{} {} {} {black} {white}",
                game.file(),
                game.komi,
                game.handicap
            )
        };
        let lines: Vec<String> = settings.plan().iter().map(line).collect();
        assert_eq!(
            lines,
            [
                "9-10.sgf 6.5 0 level 1 level 1",
                "9-12.sgf 6.5 0 level 5 level 1",
                "9-14.sgf 0.5 2 level 1 level 5",
                "9-16.sgf 6.5 0 level 5 level 5",
                "9-18.sgf 6.5 0 level 1 level 1",
                "9-20.sgf 0.5 2 level 5 level 1",
            ]
        );
    }

    #[test]
    fn placeholder_in_quoted_word_stays_one_word() {
        let settings = settings(&["--engine", "engine '{rules} rules' {X} é"]).unwrap();
        assert_eq!(
            settings.game(0).engines(),
            [["engine", "japanese rules", "{X}", "é"]]
        );
    }

    #[test]
    fn two_engines_get_own_levels() {
        let settings = settings(&[
            "--black",
            "b {level}",
            "--white",
            "w {level}",
            "--rules",
            "aga",
        ])
        .unwrap();
        let game = settings.game(1);
        assert_eq!(game.engines(), [["b", "5"], ["w", "1"]]);
        assert_eq!(game.komi.to_string(), "7.5");
    }

    #[test]
    fn default_komi_follows_rules_and_handicap() {
        let komi =
            |rules, handicap| default_komi(Rules::parse(rules).unwrap(), handicap).to_string();
        assert_eq!(
            ["aga", "aga-button", "japanese"].map(|rules| komi(rules, 0)),
            ["7.5", "7", "6.5"]
        );
        assert_eq!(
            ["aga", "aga-button", "japanese"].map(|rules| komi(rules, 2)),
            ["0.5"; 3]
        );
    }

    #[test]
    fn invalid_setting_is_an_error() {
        for (flags, why) in [
            (
                &["--engine", "x {sed}"][..],
                "unknown placeholder {sed}; expected one of seed, size",
            ),
            (&["--engine", "x {level}"], "unknown placeholder {level}"),
            (&["--engine", "x '"], "a quote is not closed"),
            (&["--engine", " "], "the command is missing"),
            (&["--black", "x"], "required"),
            (&[], "required"),
            (
                &["--engine", "x", "--handicap", "1"],
                "expected 0, or 2 to 9",
            ),
            (&["--engine", "x", "--seed-step", "0"], "0 is not in 1.."),
            (
                &["--engine", "x", "--file-name", "x"],
                "expected a file name that contains {seed}",
            ),
            (
                &["--engine", "x", "--file-name", "../{seed}"],
                "expected a file name that contains {seed}",
            ),
        ] {
            let error = settings(flags).unwrap_err().to_string();
            assert!(error.contains(why), "{flags:?}: {error}");
        }
    }
}
