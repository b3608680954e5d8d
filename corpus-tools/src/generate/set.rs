//! A set of games with common settings. Its fields are flags of the command, and keys of a set in a plan.

use std::collections::BTreeMap;

use clap::Args;
use seichi::board::{Color, Size};
use seichi::cli::{whole, whole_in};
use seichi::external::process::command_words;
use seichi::rules::{Method, Points, Rules};

use super::game::{EngineSpec, LabelFrom, PlannedGame, Player};
use super::template::Values;

/// The maximum length of a file name in bytes. File systems allow 255.
const LONGEST_NAME: usize = 200;

/// A set of games with common settings.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameSet {
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
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_in(1..=100_000_u32))]
    games: u32,
    /// The board size
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole_in(2..=25_u8))]
    size: u8,
    /// The rules; to pass them to an engine, use {rules} in its command or in --before-game
    #[arg(long, value_name = "NAME", default_value = "japanese", value_parser = Rules::parse)]
    rules: Rules,
    /// Komi; by default 6.5 for territory rules, 7.5 for area rules, 7 with a button, 0.5 with a handicap
    #[arg(long, value_name = "POINTS", value_parser = parse_points, allow_hyphen_values = true)]
    komi: Option<Points>,
    /// Handicap stones, 0 or 2 to 9; games take the values of a list in turn
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = whole::<u8>)]
    handicap: Vec<u8>,
    /// The values of {level}, in turn: Black's changes with each game, White's after Black has had all
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    levels: Vec<String>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// The difference between the seeds of successive games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
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
    /// Pass instead of playing a move worth less, by GNU Go's `top_moves`; this leaves dame open, as in games by people
    #[arg(long, value_name = "POINTS", value_parser = parse_value)]
    pass_below: Option<f64>,
    /// The maximum number of moves of a game; by default four times the points of the board
    #[arg(long, value_name = "N", value_parser = whole_in(1..=10_000_u32))]
    move_limit: Option<u32>,
    /// The engine whose result is the label: both, if they agree, or Black's
    #[arg(long, value_enum, value_name = "WHOSE", default_value_t = LabelFrom::Agreed)]
    label: LabelFrom,
}

fn parse_points(text: &str) -> Result<Points, &'static str> {
    Points::parse(text).ok_or("expected a number of points")
}

fn parse_value(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or("expected a number of points")
}

/// Returns the games of all sets, one set after another.
///
/// # Errors
/// If a set is invalid, or two games have the same name: the number of the set, from 1, and the reason.
pub(super) fn plan(sets: &[GameSet]) -> Result<Vec<PlannedGame>, (usize, String)> {
    let mut games = Vec::new();
    let mut names = BTreeMap::new();
    for (number, set) in (1..).zip(sets) {
        for index in 0..set.games {
            let game = set.game(index).map_err(|why| (number, why))?;
            if let Some(other) = names.insert(game.file.clone(), number) {
                let other_set = if other == number { String::new() } else { format!(", the other is in set {other}") };
                let why =
                    format!("two games are called {}{other_set}: their seeds or file names must differ", game.file);
                return Err((number, why));
            }
            games.push(game);
        }
    }
    Ok(games)
}

impl GameSet {
    /// Returns the settings of game number `index`, from 0, or the reason why the set is invalid.
    fn game(&self, index: u32) -> Result<PlannedGame, String> {
        let seed = u64::from(index).checked_mul(self.seed_step).and_then(|more| self.seed.checked_add(more));
        let index = index as usize;
        let handicap = cycled(&self.handicap, index).copied().unwrap_or(0);
        if handicap == 1 || handicap > 9 {
            return Err(format!("a handicap of {handicap} is not possible; expected 0, or 2 to 9"));
        }
        let both = Values {
            seed: seed.ok_or("the seeds grow beyond 64 bits")?,
            size: self.size,
            rules: self.rules,
            komi: self.komi.unwrap_or_else(|| default_komi(self.rules, handicap)),
            handicap,
            level: None,
            color: None,
        };
        // White's level changes after Black has had all levels, so every pair occurs
        let levels = [index, index.checked_div(self.levels.len()).unwrap_or(0)];
        let of = |color: Color| {
            let level = cycled(&self.levels, levels[color.index()]).map(String::as_str);
            Values { level, color: Some(color), ..both.clone() }
        };
        let [black, white] = Color::BOTH.map(of);
        let engines = match (&self.engine, &self.black, &self.white) {
            (Some(engine), ..) => vec![self.engine(engine, &both)?],
            (None, Some(first), Some(second)) => vec![self.engine(first, &black)?, self.engine(second, &white)?],
            _ => return Err("no engine: use --engine COMMAND, or --black and --white, or --plan FILE".to_owned()),
        };
        Ok(PlannedGame {
            file: file_name(&both.fill(&self.file_name)?)?,
            size: Size::new(self.size.into(), self.size.into()).map_err(|error| error.to_string())?,
            rules: self.rules,
            komi: both.komi,
            handicap,
            seed: both.seed,
            engines,
            players: [self.player(&black)?, self.player(&white)?],
            pass_below: self.pass_below,
            move_limit: self.move_limit.unwrap_or(4 * u32::from(self.size) * u32::from(self.size)),
            label: self.label,
        })
    }

    fn engine(&self, command: &str, values: &Values<'_>) -> Result<EngineSpec, String> {
        // split before filling in values, which keeps each value in one word
        let words = command_words(command).map_err(|why| format!("{command:?}: {why}"))?;
        Ok(EngineSpec {
            command: values.fill_all(&words)?,
            before_game: values.fill_all(&self.before_game)?,
            before_status: values.fill_all(&self.before_status)?,
        })
    }

    fn player(&self, values: &Values<'_>) -> Result<Player, String> {
        let name = match (self.name.as_slice(), values.color) {
            ([], _) => None,
            ([black], _) | ([black, _], Some(Color::Black)) => Some(values.fill(black)?),
            ([_, white], _) => Some(values.fill(white)?),
            (names, _) => return Err(format!("--name is given {} times, for two players", names.len())),
        };
        Ok(Player { name, before_move: values.fill_all(&self.before_move)? })
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

/// Returns the file name of a game with its extension, if the name is a plain one without folders.
fn file_name(name: &str) -> Result<String, String> {
    let plain = |letter: char| !(letter.is_control() || "/\\:*?\"<>|".contains(letter));
    if name.is_empty() || name.len() > LONGEST_NAME || name.starts_with('.') || !name.chars().all(plain) {
        return Err(format!("{name:?} is not a valid file name"));
    }
    Ok(format!("{}.sgf", name.strip_suffix(".sgf").unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;

    /// Returns the set that `--engine e` and these flags describe.
    fn set(flags: &[&str]) -> GameSet {
        let own = ["--size", "9", "--levels", "1,5", "--seed", "10", "--seed-step", "2", "--games", "6"];
        let command = GameSet::augment_args(Command::new("set").no_binary_name(true)).args_override_self(true);
        let engine = if flags.contains(&"--black") { &[][..] } else { &["--engine", "engine --seed {seed}"] };
        let matches = command.try_get_matches_from([&own[..], engine, flags].concat()).expect("flags");
        GameSet::from_arg_matches(&matches).expect("a set")
    }

    #[test]
    fn handicaps_cycle_and_levels_pair_up() {
        let words = ["--handicap", "0,0,2", "--before-move", "level {level}", "--file-name", "{size}-{seed}"];
        let games = plan(&[set(&words)]).unwrap();
        let line = |game: &PlannedGame| {
            let [black, white] = &game.players;
            format!("{} {} {} {} {}", game.file, game.komi, game.handicap, black.before_move[0], white.before_move[0])
        };
        let lines: Vec<String> = games.iter().map(line).collect();
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
        let game = &plan(&[set(&["--engine", "engine '{rules} rules'", "--name", "{level}"])]).unwrap()[1];
        assert_eq!(game.engines[0].command, ["engine", "japanese rules"]);
        assert_eq!(game.players[0].name.as_deref(), Some("5"));
    }

    #[test]
    fn two_engines_get_own_colors_levels_and_names() {
        let engines = ["--black", "{color} {level}", "--white", "{color} {level}", "--name", "A", "--name", "B"];
        let game = &plan(&[set(&[&engines[..], &["--rules", "aga"]].concat())]).unwrap()[1];
        assert_eq!(game.engines[0].command, ["black", "5"]);
        assert_eq!(game.engines[1].command, ["white", "1"]);
        assert_eq!(game.players.clone().map(|player| player.name.unwrap()), ["A", "B"]);
        assert_eq!(game.komi.to_string(), "7.5");
    }

    #[test]
    fn default_komi_follows_rules_and_handicap() {
        let komi = |rules, handicap| default_komi(Rules::parse(rules).unwrap(), handicap).to_string();
        assert_eq!(["aga", "aga-button", "japanese"].map(|rules| komi(rules, 0)), ["7.5", "7", "6.5"]);
        assert_eq!(["aga", "aga-button", "japanese"].map(|rules| komi(rules, 2)), ["0.5"; 3]);
    }

    #[test]
    fn invalid_set_is_an_error_that_names_the_set() {
        let wrong = |flags: &[&str], why: &str| {
            let (number, error) = plan(&[set(&[]), set(flags)]).unwrap_err();
            assert!(number == 2 && error.contains(why), "{error}");
        };
        wrong(&[], "two games are called 9x9-japanese-10.sgf, the other is in set 1");
        wrong(&["--file-name", "x"], "two games are called x.sgf: their seeds");
        for name in ["../{seed}", "", ".{seed}", "a/{seed}", "{seed}\n"] {
            wrong(&["--file-name", name], "is not a valid file name");
        }
        wrong(&["--handicap", "1"], "a handicap of 1");
        wrong(&["--engine", "x {level}"], "one engine plays for both");
        wrong(&["--engine", "x '"], "a quote is not closed");
        wrong(&["--engine", " "], "the command is missing");
        wrong(&["--seed", &u64::MAX.to_string(), "--file-name", "x"], "beyond 64 bits");
        wrong(&["--name", "a", "--name", "b", "--name", "c"], "--name is given 3 times");
    }
}
