//! The text of the page, filled with figures.

use std::fmt::Write as _;

use seichi::labels::LabelCheck;
use seichi::pipeline::Figures;

use super::evaluation::Evaluation;
use super::tables::{Discordant, counts, exact, grouped, percent, rows, share_of, strata};

/// The page, with `{{…}}` in place of each figure or table.
const TEXT: &str = include_str!("page.md");

/// Sixty discordant games, with the findings on their boards.
const SIXTY: &str = include_str!("sixty.csv");

/// A diagram of one of them.
const DIAGRAMS: &str = include_str!("diagrams.md");

/// Finished games with the margins that GNU Go counts and that it plays to.
const FINISHED: &str = include_str!("finished.csv");

/// The causes of `linked`'s mistakes on the finished games.
const MISSED: &str = include_str!("missed.csv");

/// The pairs of strategies that the page compares.
const PAIRS: [[&str; 2]; 4] =
    [["linked", "grey"], ["linked", "checkered"], ["grey", "checkered"], ["alternating", "checkered"]];

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
    /// Games that people counted, with dead stones found by more playouts.
    pub(crate) more_playouts: Evaluation,
    /// Games of a server, against the results of play.
    pub(crate) play: Evaluation,
    /// Games of a server, against its own labels.
    pub(crate) server: Evaluation,
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
            ["article"] => self.article(),
            ["pairs"] => self.pairs(),
            ["playouts"] => self.playouts(),
            ["strata", kind, ref order @ ..] => strata(&self.people, kind, order),
            ["skipped"] => skipped(&self.people.figures),
            ["signatures"] => self.signatures(),
            ["games", of] => grouped(self.evaluation(of)?.games.len()),
            ["exact", strategy, of] => exact(self.evaluation(of)?.of(strategy)),
            ["only", first, second, of] => {
                Discordant::of(self.evaluation(of)?, [first, second], |_| true).first.to_string()
            }
            ["wrong", strategy, of] => {
                let figures = self.evaluation(of)?.of(strategy).ok_or_else(|| unknown(strategy))?;
                (figures.games - figures.exact).to_string()
            }
            ["inconsistent"] => {
                self.people.figures.label_checks.get(LabelCheck::Inconsistent.name()).unwrap_or(&0).to_string()
            }
            ["p", first, second, of] => Discordant::of(self.evaluation(of)?, [first, second], |_| true).p(),
            ["stratum", strategy, name] => self.stratum(strategy, name)?,
            ["sixty"] => sixty()?,
            ["sixty", wanted] => count_sixty(wanted)?,
            ["finished"] => finished()?,
            ["missed"] => missed()?,
            ["diagrams"] => DIAGRAMS.to_owned(),
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

    /// The number of games in a stratum and the share that a strategy has right: `836 of 861, 97.1 %`.
    fn stratum(&self, strategy: &str, name: &str) -> Result<String, String> {
        let (exact, games) = self.people.exact_in(strategy, name).ok_or_else(|| unknown(strategy))?;
        Ok(format!("{exact} of {games} ({})", percent(share_of(exact, games))))
    }

    /// For each strategy, whether its maps of the article's boards are right.
    fn article(&self) -> String {
        let mut text =
            format!("| | {} |\n|---|{}\n", BOARDS.map(|(_, title)| title).join(" | "), ":-:|".repeat(BOARDS.len()));
        for (number, strategy) in self.article.figures.strategies.iter().enumerate() {
            let cell = |(file, _)| {
                let is_it = |game: &&super::evaluation::Game| game.name.ends_with(&format!("{file}.sgf#1"));
                let game = self.article.games.iter().find(is_it);
                game.map_or("–", |game| if game.is_right[number] { "yes" } else { "no" })
            };
            let _ = writeln!(text, "| `{strategy}` | {} |", BOARDS.map(cell).join(" | "));
        }
        text
    }

    /// Every strategy on every kind of label, sorted by its rate on the first kind.
    fn labels(&self) -> String {
        let columns = [&self.people, &self.finished, &self.play, &self.server];
        let mut text = "| | people | people, finished games | play | the server |\n|---|--:|--:|--:|--:|\n".to_owned();
        let counts = columns.map(|column| grouped(column.games.len())).join(" | ");
        let _ = writeln!(text, "| games | {counts} |");
        let mut strategies: Vec<_> = self.people.figures.all().strategies.iter().collect();
        strategies.sort_by_key(|figures| std::cmp::Reverse(figures.exact));
        for strategy in strategies.into_iter().map(|figures| &figures.strategy) {
            let shares = columns.map(|column| exact(column.of(strategy))).join(" | ");
            let _ = writeln!(text, "| `{strategy}` | {shares} |");
        }
        text
    }

    /// For each pair, the games that only one strategy has right, on every kind of label.
    fn pairs(&self) -> String {
        let columns = [&self.people, &self.finished, &self.play, &self.server];
        let mut text = "| | people | people, finished games | play | the server |\n|---|--:|--:|--:|--:|\n".to_owned();
        for pair in PAIRS {
            let cell = |column: &Evaluation| {
                let discordant = Discordant::of(column, pair, |_| true);
                format!("{}, p = {}", discordant.text(), discordant.p())
            };
            let _ = writeln!(text, "| `{}` : `{}` | {} |", pair[0], pair[1], columns.map(cell).join(" | "));
        }
        text
    }

    /// The pairs with the default number of playouts and with more.
    fn playouts(&self) -> String {
        let cell = |evaluation, pair| Discordant::of(evaluation, pair, |_| true).text();
        let mut text = "| | 200 playouts | 1,000 playouts |\n|---|--:|--:|\n".to_owned();
        for pair in &PAIRS[..3] {
            let (few, many) = (cell(&self.people, *pair), cell(&self.more_playouts, *pair));
            let _ = writeln!(text, "| `{}` : `{}` | {few} | {many} |", pair[0], pair[1]);
        }
        text
    }

    fn signatures(&self) -> String {
        let named = [
            ("people", &self.people),
            ("people, finished games", &self.finished),
            ("people, 1,000 playouts", &self.more_playouts),
            ("play", &self.play),
            ("the server", &self.server),
        ];
        let line = |(name, evaluation): (&str, &Evaluation)| format!("- {name}: `{}`\n", evaluation.figures.signature);
        named.map(line).concat()
    }
}

/// Returns the message about a strategy that was not evaluated.
fn unknown(strategy: &str) -> String {
    format!("unknown strategy {strategy:?}")
}

/// The number of skipped games by reason.
fn skipped(figures: &Figures) -> String {
    let mut reasons: Vec<_> = figures.skipped.iter().collect();
    reasons.sort_by_key(|&(name, &games)| (std::cmp::Reverse(games), name));
    let row = |(name, games): (&String, &u64)| format!("| `{name}` | {games} |\n");
    "| reason | games |\n|---|--:|\n".to_owned() + &reasons.into_iter().map(row).collect::<String>()
}

/// For sixty discordant games, whether the strategy with the recorded margin has it for the right reason.
fn sixty() -> Result<String, String> {
    const ANSWERS: [&str; 3] = ["explains", "errors_cancel", "unclear"];
    let rows = rows(SIXTY)?;
    let mut text = "| pair | has the recorded margin | games | for the right reason | by two errors that cancel | cannot be told | \
                    `linked` is right about the points |\n|---|---|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for (pair, other) in [("linked:grey", "grey"), ("linked:checkered", "checkered")] {
        for exact in ["linked", other] {
            let games: Vec<_> = rows.iter().filter(|row| row["pair"] == pair && row["exact_one"] == exact).collect();
            let count = |column: &str, value: &str| games.iter().filter(|row| row[column] == value).count().to_string();
            let cells = ANSWERS.map(|answer| count("explanation", answer)).join(" | ");
            let (name, right) = (pair.replace(':', "` : `"), count("right_on_points", "linked"));
            let _ = writeln!(text, "| `{name}` | `{exact}` | {} | {cells} | {right} |", games.len());
        }
    }
    let explained: Vec<_> = rows.iter().filter(|row| row["explanation"] == "explains").collect();
    let _ =
        writeln!(text, "\nWhat stands on the disputed points of the {} games that are explained:\n", explained.len());
    text += "| | games |\n|---|--:|\n";
    for (what, games) in counts(explained.iter().map(|row| row["what"].clone())) {
        let what = match what.as_str() {
            "false_eye" => "a false eye that its owner has to fill",
            "eye" => "a real eye that the other strategy fills",
            "protective" => "a protective move",
            other => other,
        };
        let _ = writeln!(text, "| {what} | {games} |");
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

/// How many of the finished games drawn at random each has right.
fn finished() -> Result<String, String> {
    let rows = rows(FINISHED)?;
    let mut text = "| | exact | of |\n|---|--:|--:|\n".to_owned();
    for (name, column) in [
        ("`grey`", "grey"),
        ("`checkered`", "checkered"),
        ("`linked`", "linked"),
        ("GNU Go, playing on", "played_margin"),
        ("GNU Go, counting", "counted_margin"),
    ] {
        let exact = rows.iter().filter(|row| row[column] == row["label"]).count();
        let _ = writeln!(text, "| {name} | {} | {exact} of {} |", percent(share_of(exact, rows.len())), rows.len());
    }
    Ok(text)
}

/// The causes of `linked`'s mistakes.
fn missed() -> Result<String, String> {
    let rows = rows(MISSED)?;
    let mut text = "| cause | games | share |\n|---|--:|--:|\n".to_owned();
    for (cause, games) in counts(rows.iter().map(|row| row["cause"].clone())) {
        let _ = writeln!(text, "| {cause} | {games} | {} |", percent(share_of(games, rows.len())));
    }
    Ok(text)
}
