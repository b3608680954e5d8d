//! The text of the page, filled with figures.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{fs, io};

use seichi::labels::LabelCheck;
use seichi::pipeline::Figures;
use sha2::{Digest as _, Sha256};

use super::evaluation::{Evaluation, Game};
use super::tables::{Discordant, exact, grouped, percent, rows};

/// The page, with `{{…}}` in place of each figure or table.
const TEXT: &str = include_str!("page.md");

/// Sixty discordant games, with the findings on their boards.
const SIXTY: &str = include_str!("sixty.csv");

/// The fills that were tried, as `examples/fills` prints them.
const FILLS: &str = include_str!("fills.md");

/// The strategies that the page compares.
pub(crate) const SHOWN: [&str; 8] =
    ["flood", "fixed-black", "alternating", "checkered", "grey", "majority", "linked", "teire"];

/// Boards of the article that depend on the colour of the fill, by their files in `corpus/article`.
const BOARDS: [(&str, &str); 6] = [
    ("fill-colour-black", "three dame between Black's eyes"),
    ("fill-colour-white", "three dame between White's eyes"),
    ("bamboo-joint", "bamboo joint"),
    ("bamboo-joints-around-a-seki", "bamboo joints around a seki"),
    ("gap-of-two", "gap of two"),
    ("gap-of-two-turned", "gap of two, turned"),
];

/// The data of the page.
pub(crate) struct Page {
    /// The boards of the article.
    pub(crate) article: Evaluation,
    /// Games that people counted.
    pub(crate) people: Evaluation,
    /// The finished games among them.
    pub(crate) finished: Evaluation,
    /// Games of a server, against the results of play.
    pub(crate) play: Evaluation,
    /// Games of a server, against its own labels.
    pub(crate) server: Evaluation,
    /// The archives of the games.
    pub(crate) archives: Vec<PathBuf>,
}

impl Page {
    /// The text of the page.
    pub(crate) fn text(&self) -> Result<String, String> {
        let mut page = String::new();
        let mut rest = TEXT;
        while let Some((before, after)) = rest.split_once("{{") {
            let (key, after) = after.split_once("}}").ok_or("a {{ without }}")?;
            page += before;
            page += self.value(key)?.trim_end();
            rest = after;
        }
        Ok(page + rest)
    }

    /// Returns the text that replaces a key of the template.
    fn value(&self, key: &str) -> Result<String, String> {
        let words: Vec<&str> = key.split(' ').collect();
        Ok(match words[..] {
            ["labels"] => self.labels(),
            ["owed"] => self.owed(),
            ["article"] => self.article(),
            ["chosen"] => chosen()?,
            ["skipped"] => skipped(&self.people.figures),
            ["signatures"] => self.signatures(),
            ["archives"] => self.archives().map_err(|error| error.to_string())?,
            ["games", of] => grouped(self.evaluation(of)?.games.len()),
            ["exact", strategy, of] => exact(self.evaluation(of)?.of(strategy)),
            ["only", first, second, of] => self.discordant([first, second], of)?.first.to_string(),
            ["wrong", strategy, of] => {
                let figures = self.evaluation(of)?.of(strategy).ok_or_else(|| unknown(strategy))?;
                (figures.games - figures.exact).to_string()
            }
            ["inconsistent"] => {
                self.people.figures.label_checks.get(LabelCheck::Inconsistent.name()).unwrap_or(&0).to_string()
            }
            ["p", first, second, of] => self.discordant([first, second], of)?.p(),
            ["sixty", wanted] => count_sixty(wanted)?,
            _ => return Err(format!("unknown figure on the page: {key:?}")),
        })
    }

    fn evaluation(&self, name: &str) -> Result<&Evaluation, String> {
        match name {
            "people" => Ok(&self.people),
            "finished" => Ok(&self.finished),
            "play" => Ok(&self.play),
            "server" => Ok(&self.server),
            _ => Err(format!("unknown games on the page: {name:?}")),
        }
    }

    /// Compares two strategies on an evaluation, or on the finished games where nothing (`settled`) or something (`owing`) is
    /// owed.
    fn discordant(&self, pair: [&str; 2], of: &str) -> Result<Discordant, String> {
        let [settled, owing] = self.by_owed_moves();
        match of {
            "settled" => Ok(Discordant::between(settled, pair.map(|name| self.finished.number(name)))),
            "owing" => Ok(Discordant::between(owing, pair.map(|name| self.finished.number(name)))),
            _ => Ok(Discordant::of(self.evaluation(of)?, pair)),
        }
    }

    /// Returns the finished games where no protective move is owed, and the others. `teire` decides like `independent`, and
    /// then counts these moves.
    fn by_owed_moves(&self) -> [Vec<&Game>; 2] {
        let [teire, independent] = ["teire", "independent"].map(|name| self.finished.number(name));
        let (settled, owing) =
            self.finished.games.iter().partition(|game| game.deltas[teire] == game.deltas[independent]);
        [settled, owing]
    }

    /// The main strategies on finished games where nothing is owed, and where something is.
    fn owed(&self) -> String {
        let columns = self.by_owed_moves();
        let mut text = "| | nothing owed | something owed |\n|---|--:|--:|\n".to_owned();
        let counts = columns.each_ref().map(|games| grouped(games.len())).join(" | ");
        let _ = writeln!(text, "| finished games | {counts} |");
        for strategy in SHOWN {
            let number = self.finished.number(strategy);
            let count = |games: usize| f64::from(u32::try_from(games).expect("fewer than 2^32 games"));
            let share = |games: &Vec<&Game>| {
                let exact = games.iter().filter(|game| game.is_exact(number)).count();
                percent(count(exact) / count(games.len().max(1)))
            };
            let _ = writeln!(text, "| `{strategy}` | {} |", columns.each_ref().map(share).join(" | "));
        }
        text
    }

    /// For each strategy, whether its maps of the article's boards are right.
    fn article(&self) -> String {
        let mut text =
            format!("| | {} |\n|---|{}\n", BOARDS.map(|(_, title)| title).join(" | "), ":-:|".repeat(BOARDS.len()));
        for (number, strategy) in SHOWN.iter().enumerate() {
            let cell = |(file, _)| {
                let is_it = |game: &&Game| game.name.ends_with(&format!("{file}.sgf#1"));
                let game = self.article.games.iter().find(is_it);
                game.map_or("–", |game| if game.is_right[number] { "yes" } else { "no" })
            };
            let _ = writeln!(text, "| `{strategy}` | {} |", BOARDS.map(cell).join(" | "));
        }
        text
    }

    /// The main strategies on every kind of label.
    fn labels(&self) -> String {
        let columns = [&self.people, &self.finished, &self.play, &self.server];
        let mut text = "| | people | people, finished games | play | KGS |\n|---|--:|--:|--:|--:|\n".to_owned();
        let counts = columns.map(|column| grouped(column.games.len())).join(" | ");
        let _ = writeln!(text, "| games | {counts} |");
        for strategy in SHOWN {
            let shares = columns.map(|column| exact(column.of(strategy))).join(" | ");
            let _ = writeln!(text, "| `{strategy}` | {shares} |");
        }
        text
    }

    fn signatures(&self) -> String {
        let named = [
            ("people", &self.people),
            ("people, finished games", &self.finished),
            ("play", &self.play),
            ("KGS", &self.server),
        ];
        let line = |(name, evaluation): (&str, &Evaluation)| format!("- {name}: `{}`\n", evaluation.figures.signature);
        named.map(line).concat()
    }

    /// Returns a list of the archives, each with its SHA-256.
    fn archives(&self) -> io::Result<String> {
        let line = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let digest = Sha256::digest(fs::read(path)?);
            let mut line = format!("- `{name}`: `");
            for byte in digest {
                let _ = write!(line, "{byte:02x}");
            }
            Ok(line + "`\n")
        };
        self.archives.iter().map(line).collect()
    }
}

/// Returns the message about a strategy that was not evaluated.
fn unknown(strategy: &str) -> String {
    format!("unknown strategy {strategy:?}")
}

/// The number of skipped games by reason, as words: 636 games (`unknown_rules`).
fn skipped(figures: &Figures) -> String {
    let mut reasons: Vec<_> = figures.skipped.iter().collect();
    reasons.sort_by_key(|&(name, &games)| (std::cmp::Reverse(games), name));
    let words = reasons.into_iter().map(|(name, games)| format!("{games} games (`{name}`)"));
    words.collect::<Vec<_>>().join(", ")
}

/// The chosen fill and its rivals on both halves of the games, from the table of all fills.
fn chosen() -> Result<String, String> {
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let row = |name: &str| {
        let found =
            FILLS.lines().map(cells).find(|cells| cells.get(1).is_some_and(|cell| *cell == format!("`{name}`")));
        found.filter(|cells| cells.len() > 12).ok_or_else(|| format!("fills.md has no row for {name}"))
    };
    let mut text =
        "| | people: first half | second half | finished: first half | second half | `majority` right, this fill \
                    wrong : the reverse (all games, second half) | p, corrected |\n|---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    let majority = row("majority")?;
    for name in ["majority", "linked", "grey", "checkered"] {
        // the comparisons follow the four columns with both halves
        let pair = ["linked", "grey", "checkered"].iter().position(|rival| *rival == name);
        let (games, p) = pair.and_then(|at| majority[10 + at].split_once(", ")).unwrap_or(("", ""));
        let _ = writeln!(text, "| `{name}` | {} | {games} | {p} |", row(name)?[2..6].join(" | "));
    }
    Ok(text)
}

/// The number of the sixty games where one side is right on the disputed points. `wanted` is `PAIR=SIDE`, such as
/// `grey=linked`.
fn count_sixty(wanted: &str) -> Result<String, String> {
    let rows = rows(SIXTY)?;
    let (pair, right) = wanted.split_once('=').ok_or("sixty needs PAIR=SIDE")?;
    let of_pair = rows.iter().filter(|row| row["pair"] == format!("linked:{pair}"));
    let (all, is_right) = (of_pair.clone().count(), of_pair.filter(|row| row["right_on_points"] == right).count());
    Ok(format!("{is_right} of {all}"))
}
