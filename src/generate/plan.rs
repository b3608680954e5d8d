//! Plans the games to be played: sets of games with common settings, and the settings of each game.

use std::collections::BTreeMap;

use super::game::{EngineSpec, LabelFrom, PlannedGame, Player};
use super::template::{Values, fill};
use crate::board::{Color, Size};
use crate::external::process::command_words;
use crate::rules::{Method, Points, Rules};

/// The maximum length of a file name in bytes; file systems allow 255.
const LONGEST_NAME: usize = 200;

/// The command lines of the engines, with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engines {
    /// One engine, for both sides.
    One(String),
    /// Black's engine and White's engine.
    Two([String; 2]),
}

/// A set of games with common settings.
#[derive(Clone, Debug)]
pub struct GameSet {
    /// The command lines of the engines.
    pub engines: Engines,
    /// The number of games.
    pub games: u32,
    /// The side length of the board.
    pub size: u8,
    /// The rules.
    pub rules: Rules,
    /// Komi; `None` stands for 6.5 under territory scoring, 7.5 under area scoring, 7 with a button, and 0.5 in handicap
    /// games.
    pub komi: Option<Points>,
    /// The numbers of handicap stones, which the games use in turn; no handicap if empty.
    pub handicap: Vec<u8>,
    /// The values of `{level}`. Black takes them in turn; White takes the next one each time that Black has taken all.
    pub levels: Vec<String>,
    /// The seed of the first game.
    pub seed: u64,
    /// The increase of the seed from game to game.
    pub seed_step: u64,
    /// The players' names: Black's and White's, or one for both. If empty, the engines' own names are used.
    pub names: Vec<String>,
    /// The file names without their ending, with placeholders.
    pub file_name: String,
    /// GTP commands for each engine before the game.
    pub before_game: Vec<String>,
    /// GTP commands for a player's engine before each of its moves.
    pub before_move: Vec<String>,
    /// GTP commands for each engine before it is asked how the game ended.
    pub before_status: Vec<String>,
    /// The value in points below which a player passes instead, where its engine's `top_moves` gives the value of a
    /// move.
    pub pass_below: Option<f64>,
    /// The number of moves after which a game is left out as endless; `None` stands for four times the number of
    /// points.
    pub move_limit: Option<u32>,
    /// The engine whose opinion becomes the label.
    pub label: LabelFrom,
}

/// Returns the games of all sets, one set after another.
///
/// # Errors
/// If a set is invalid, or two games have the same name: the number of the set, from 1, and the reason.
pub fn plan(sets: &[GameSet]) -> Result<Vec<PlannedGame>, (usize, String)> {
    let mut games = Vec::new();
    let mut names = BTreeMap::new();
    for (number, set) in (1..).zip(sets) {
        for index in 0..set.games {
            let game = set.game(index).map_err(|why| (number, why))?;
            if let Some(other) = names.insert(game.file.clone(), number) {
                let other_set = if other == number { String::new() } else { format!(", the other is in set {other}") };
                let why =
                    format!("two games are called {}{other_set}: their seeds or file names have to differ", game.file);
                return Err((number, why));
            }
            games.push(game);
        }
    }
    Ok(games)
}

impl GameSet {
    /// Returns the settings of game number `index`, from 0.
    fn game(&self, index: u32) -> Result<PlannedGame, String> {
        let seed = u64::from(index).checked_mul(self.seed_step).and_then(|more| self.seed.checked_add(more));
        let index = index as usize;
        let handicap = cycled(&self.handicap, index).copied().unwrap_or(0);
        if handicap == 1 || handicap > 9 {
            return Err(format!("a handicap of {handicap}: it is 0, or 2 to 9"));
        }
        let komi = self.komi.unwrap_or_else(|| default_komi(self.rules, handicap));
        let both = Values {
            seed: seed.ok_or("the seeds grow beyond 64 bits")?,
            size: self.size,
            rules: self.rules,
            komi,
            handicap,
            level: None,
            color: None,
        };
        // White changes its level when Black has had all, so that every pair occurs
        let levels = [index, index.checked_div(self.levels.len()).unwrap_or(0)];
        let of = |color: Color| {
            let level = cycled(&self.levels, levels[color.index()]).map(String::as_str);
            Values { level, color: Some(color), ..both.clone() }
        };
        let [black, white] = Color::BOTH.map(of);
        let size = Size::new(self.size.into(), self.size.into()).map_err(|error| error.to_string())?;
        Ok(PlannedGame {
            file: file_name(&fill(&self.file_name, &both)?)?,
            size,
            rules: self.rules,
            komi,
            handicap,
            seed: both.seed,
            engines: match &self.engines {
                Engines::One(command) => vec![self.engine(command, &both)?],
                Engines::Two([first, second]) => vec![self.engine(first, &black)?, self.engine(second, &white)?],
            },
            players: [self.player(&black)?, self.player(&white)?],
            pass_below: self.pass_below,
            move_limit: self.move_limit.unwrap_or(4 * u32::from(self.size) * u32::from(self.size)),
            label: self.label,
        })
    }

    fn engine(&self, command: &str, values: &Values<'_>) -> Result<EngineSpec, String> {
        // split before filling in values, so that a value never becomes more than one word
        let words = command_words(command).map_err(|why| format!("{command:?}: {why}"))?;
        let command: Vec<String> = words.iter().map(|word| fill(word, values)).collect::<Result<_, _>>()?;
        Ok(EngineSpec {
            command,
            before_game: fill_all(&self.before_game, values)?,
            before_status: fill_all(&self.before_status, values)?,
        })
    }

    fn player(&self, values: &Values<'_>) -> Result<Player, String> {
        let color = values.color.map_or(0, Color::index);
        let name = self.names.get(color.min(self.names.len().saturating_sub(1)));
        Ok(Player {
            name: name.map(|name| fill(name, values)).transpose()?,
            before_move: fill_all(&self.before_move, values)?,
        })
    }
}

/// Returns the item at `index` of the list repeated without end, or `None` if the list is empty.
fn cycled<T>(list: &[T], index: usize) -> Option<&T> {
    list.get(index.checked_rem(list.len())?)
}

fn fill_all(texts: &[String], values: &Values<'_>) -> Result<Vec<String>, String> {
    texts.iter().map(|text| fill(text, values)).collect()
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

/// Returns the file name of a game with its ending, if the name is a plain one without folders.
fn file_name(name: &str) -> Result<String, String> {
    let plain = |letter: char| !(letter.is_control() || "/\\:*?\"<>|".contains(letter));
    if name.is_empty() || name.len() > LONGEST_NAME || name.starts_with('.') || !name.chars().all(plain) {
        return Err(format!("{name:?} is no name for a file of a game"));
    }
    Ok(format!("{}.sgf", name.strip_suffix(".sgf").unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> GameSet {
        GameSet {
            engines: Engines::One("engine --seed {seed} '{rules} rules'".to_owned()),
            games: 6,
            size: 9,
            rules: Rules::JAPANESE,
            komi: None,
            handicap: vec![0, 0, 2],
            levels: vec!["1".to_owned(), "5".to_owned()],
            seed: 10,
            seed_step: 2,
            names: vec!["level {level}".to_owned()],
            file_name: "{size}-{seed}".to_owned(),
            before_game: Vec::new(),
            before_move: vec!["level {level}".to_owned()],
            before_status: vec!["level 10".to_owned()],
            pass_below: None,
            move_limit: None,
            label: LabelFrom::Agreed,
        }
    }

    #[test]
    fn lists_are_taken_in_turn_and_every_pair_of_levels_comes_up() {
        let games = plan(&[set()]).unwrap();
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
        assert_eq!(games[1].engines[0].command, ["engine", "--seed", "12", "japanese rules"]);
        assert_eq!(games[1].players[0].name.as_deref(), Some("level 5"));
    }

    #[test]
    fn two_engines_have_values_of_their_own() {
        let commands = ["{color} {level}".to_owned(), "{color} {level}".to_owned()];
        let names = vec!["A".to_owned(), "B".to_owned()];
        let set = GameSet { engines: Engines::Two(commands), rules: Rules::AGA, names, ..set() };
        let game = &plan(&[set]).unwrap()[1];
        assert_eq!(game.engines[0].command, ["black", "5"]);
        assert_eq!(game.engines[1].command, ["white", "1"]);
        assert_eq!(game.players.clone().map(|player| player.name.unwrap()), ["A", "B"]);
        assert_eq!(game.komi.to_string(), "7.5");
    }

    #[test]
    fn komi_is_less_where_the_button_is_worth_half_a_point() {
        let komi = |rules, handicap| default_komi(Rules::parse(rules).unwrap(), handicap).to_string();
        assert_eq!(["aga", "aga-button", "japanese"].map(|rules| komi(rules, 0)), ["7.5", "7", "6.5"]);
        assert_eq!(["aga", "aga-button", "japanese"].map(|rules| komi(rules, 2)), ["0.5"; 3]);
    }

    #[test]
    fn what_makes_no_plan_is_said() {
        let wrong = |set: GameSet, why: &str| {
            let (number, error) = plan(&[self::set(), set]).unwrap_err();
            assert!(number == 2 && error.contains(why), "{error}");
        };
        let file = |name: &str| GameSet { file_name: name.to_owned(), ..set() };
        wrong(set(), "two games are called 9-10.sgf, the other is in set 1");
        wrong(file("x"), "two games are called x.sgf: their seeds");
        for name in ["../{seed}", "", ".{seed}", "a/{seed}", "{seed}\n"] {
            wrong(file(name), "is no name for a file");
        }
        let other = || file("other-{seed}");
        wrong(GameSet { handicap: vec![1], ..other() }, "a handicap of 1");
        wrong(GameSet { engines: Engines::One("x {level}".to_owned()), ..other() }, "one engine plays for both");
        wrong(GameSet { engines: Engines::One("x '".to_owned()), ..other() }, "a quote is not closed");
        wrong(GameSet { engines: Engines::One(" ".to_owned()), ..other() }, "the command is missing");
        wrong(GameSet { levels: vec![], ..other() }, "there are no levels");
        wrong(GameSet { seed: u64::MAX, ..other() }, "beyond 64 bits");
    }
}
