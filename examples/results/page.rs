//! The text of the page, filled with figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::{fs, io};

use seichi::labels::LabelCheck;
use seichi::run::Figures;
use seichi::stats::{ALPHA, holm};
use sha2::{Digest as _, Sha256};

use super::evaluation::{Evaluation, Game, Part};
use super::events::{Events, REPLICATES, SEED};
use super::rules::CONTROLS;
use super::tables::{
    Discordant, count, difference, exact, grouped, p_value, percent, points, share, share_of_events,
};

/// The page, with `{{…}}` in place of each figure or table.
const TEXT: &str = include_str!("page.md");

/// The strategies that the page compares.
pub(crate) const SHOWN: [&str; 8] = [
    "flood",
    "fixed-black",
    "alternating",
    "checkered",
    "grey",
    "majority",
    "linked",
    "teire",
];

/// The eras of the games, and the strategies that the page shows for each.
const ERAS: [(&str, RangeInclusive<u32>); 4] = [
    ("until 1945", 0..=1945),
    ("1946 to 1970", 1946..=1970),
    ("1971 to 1990", 1971..=1990),
    ("since 1991", 1991..=9999),
];
const ERA_STRATEGIES: [&str; 3] = ["checkered", "linked", "teire"];

/// The planned comparisons: the part of the games, and two strategies. The first is expected to be
/// right more often.
const PLANNED: [(Part, [&str; 2]); 11] = [
    (Part::Settled, ["linked", "majority"]),
    (Part::Settled, ["linked", "grey"]),
    (Part::Settled, ["linked", "checkered"]),
    (Part::Settled, ["majority", "checkered"]),
    (Part::Settled, ["teire", "linked"]),
    (Part::Settled, ["checkered", CONTROLS[0]]),
    (Part::Owing, ["majority", "linked"]),
    (Part::Owing, ["checkered", "linked"]),
    (Part::Owing, ["teire", "linked"]),
    (Part::Finished, ["majority", "linked"]),
    (Part::Finished, ["linked", "checkered"]),
];

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
pub(crate) struct Page<'a> {
    /// The boards of the article.
    pub(crate) article: Evaluation,
    /// Games that people counted.
    pub(crate) people: Evaluation,
    /// The same games with other playouts, each with their number and seed.
    pub(crate) other_playouts: Vec<(u32, u64, Evaluation)>,
    /// Games of a server, against its own labels.
    pub(crate) server: Evaluation,
    /// The archives of the games.
    pub(crate) archives: Vec<PathBuf>,
    /// The CSV file with a row for each game that people counted.
    pub(crate) table: &'a str,
}

impl Page<'_> {
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
            ["eras"] => self.eras(),
            ["area"] => self.area(),
            ["article"] => self.article(),
            ["flow"] => self.flow(),
            ["planned"] => self.planned(),
            ["explored"] => self.explored(),
            ["controls"] => self.controls(),
            ["playouts"] => self.playouts(),
            ["signatures"] => self.signatures(),
            ["archives"] => self.archives().map_err(|error| error.to_string())?,
            ["digest"] => digest(self.table.as_bytes()),
            ["events"] => Events::new(&self.people.part(Part::All), |_| 0.0)
                .count()
                .to_string(),
            ["replicates"] => grouped(REPLICATES),
            ["seed"] => SEED.to_string(),
            ["games"] => grouped(self.people.games.len()),
            ["part", part] => grouped(self.part(part)?.len()),
            ["rate", strategy, part] => {
                percent(share(&self.part(part)?, self.people.number(strategy)))
            }
            ["only", first, second, part] => self
                .discordant(&self.part(part)?, [first, second])
                .first
                .to_string(),
            ["p", first, second, part] => {
                p_value(self.discordant(&self.part(part)?, [first, second]).p())
            }
            _ => return Err(format!("unknown figure on the page: {key:?}")),
        })
    }

    /// Returns the part of the games that people counted with this name in the template.
    fn part(&self, name: &str) -> Result<Vec<&Game>, String> {
        match name {
            "finished" => Ok(self.people.part(Part::Finished)),
            "settled" => Ok(self.people.part(Part::Settled)),
            "owing" => Ok(self.people.part(Part::Owing)),
            _ => Err(format!("unknown part of the games: {name:?}")),
        }
    }

    /// Compares two strategies on some games that people counted.
    fn discordant(&self, games: &[&Game], pair: [&str; 2]) -> Discordant {
        Discordant::between(
            games.iter().copied(),
            pair.map(|name| self.people.number(name)),
        )
    }

    /// Returns the differences between two strategies, by event: 1 for a game that only the first
    /// has right.
    fn differences(&self, games: &[&Game], pair: [&str; 2]) -> Events {
        let [one, other] = pair.map(|name| self.people.number(name));
        Events::new(games, |game| {
            f64::from(u8::from(game.is_exact(one))) - f64::from(u8::from(game.is_exact(other)))
        })
    }

    /// The main strategies on finished games where nothing is owed, where something is, and on all
    /// of them.
    fn owed(&self) -> String {
        let columns = [Part::Settled, Part::Owing, Part::Finished, Part::All]
            .map(|part| self.people.part(part));
        let mut text =
            "| 95 % interval in brackets | nothing owed | something owed | all finished | with unfinished games |\n\
             |---|--:|--:|--:|--:|\n"
                .to_owned();
        let _ = writeln!(
            text,
            "| games | {} |",
            columns
                .each_ref()
                .map(|games| grouped(games.len()))
                .join(" | ")
        );
        for strategy in SHOWN {
            let number = self.people.number(strategy);
            let _ = write!(text, "| `{strategy}` |");
            for games in &columns {
                let _ = write!(text, " {} |", share_of_events(games, number));
            }
            text.push('\n');
        }
        text
    }

    /// The finished games of each era.
    fn eras(&self) -> String {
        let mut text = format!(
            "| | games | events | {} |\n|---|--:|--:|--:|--:|--:|\n",
            ERA_STRATEGIES.map(|name| format!("`{name}`")).join(" | ")
        );
        let finished = self.people.part(Part::Finished);
        for (name, years) in ERAS {
            let is_meant = |game: &&&Game| game.year.is_some_and(|year| years.contains(&year));
            let games: Vec<&Game> = finished.iter().filter(is_meant).copied().collect();
            let events = Events::new(&games, |_| 0.0).count();
            let _ = write!(text, "| {name} | {} | {events} |", grouped(games.len()));
            for strategy in ERA_STRATEGIES {
                let _ = write!(
                    text,
                    " {} |",
                    share_of_events(&games, self.people.number(strategy))
                );
            }
            text.push('\n');
        }
        text
    }

    /// `linked`, as every other strategy, and `teire` on area games.
    fn area(&self) -> String {
        let numbers = ["linked", "teire"].map(|name| self.people.number(name));
        let mut text =
            "| | games | every other | `teire` | only `teire` : only the others |\n|---|--:|--:|--:|--:|\n".to_owned();
        for (name, finished, half) in [
            ("finished", true, None),
            ("first half", true, Some(0)),
            ("second half", true, Some(1)),
            ("unfinished", false, None),
        ] {
            let is_meant = |game: &&Game| {
                game.finished == finished && half.is_none_or(|half| game.half() == half)
            };
            let games: Vec<&Game> = self.people.area.iter().filter(is_meant).collect();
            let [linked, teire] = numbers.map(|number| percent(share(&games, number)));
            let Discordant { first, second } = Discordant::between(games.iter().copied(), numbers);
            let _ = writeln!(
                text,
                "| {name} | {} | {linked} | {teire} | {second} : {first} |",
                games.len()
            );
        }
        text
    }

    /// For each strategy, whether its maps of the article's boards are right.
    fn article(&self) -> String {
        let mut text = format!(
            "| | {} |\n|---|{}\n",
            BOARDS.map(|(_, title)| title).join(" | "),
            ":-:|".repeat(BOARDS.len())
        );
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

    /// The main strategies on the labels of a server's games.
    fn labels(&self) -> String {
        let mut text = "| | KGS |\n|---|--:|\n".to_owned();
        let _ = writeln!(text, "| games | {} |", grouped(self.server.games.len()));
        for strategy in SHOWN {
            let share = exact(self.server.of(strategy));
            let _ = writeln!(text, "| `{strategy}` | {share} |");
        }
        text
    }

    /// The way from all records to the games that are compared, with the number of games that each
    /// step leaves out.
    fn flow(&self) -> String {
        let columns = [&self.people, &self.server];
        let mut rows: Vec<(String, [u64; 2])> = vec![(
            "records".to_owned(),
            columns.map(|column| column.figures.games),
        )];
        let skipped = |figures: &Figures, reason: &str| {
            figures.skipped.get(reason).copied().unwrap_or_default()
        };
        let mut reasons: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for reason in columns
            .iter()
            .flat_map(|column| column.figures.skipped.keys())
        {
            reasons.insert(
                reason,
                columns.map(|column| skipped(&column.figures, reason)),
            );
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, counts)| std::cmp::Reverse(*counts));
        rows.extend(
            reasons
                .into_iter()
                .map(|(reason, counts)| (format!("− `{reason}`"), counts)),
        );
        let inconsistent = columns.map(|column| {
            column
                .figures
                .label_checks
                .get(LabelCheck::Inconsistent.name())
                .copied()
                .unwrap_or_default()
        });
        rows.push((
            "− label contradicts the komi or the marks".to_owned(),
            inconsistent,
        ));
        let area = columns.map(|column| {
            column
                .figures
                .strata
                .get("method=area")
                .map_or(0, |stratum| stratum.games)
        });
        rows.push(("− area rules: all fills agree".to_owned(), area));
        rows.push((
            "**= compared**".to_owned(),
            columns.map(|column| column.games.len() as u64),
        ));
        let of_part = |part| columns.map(|column| column.part(part).len() as u64);
        let [all, finished] = [Part::All, Part::Finished].map(of_part);
        rows.push((
            "− unfinished: a border is open, or moves are missing".to_owned(),
            [all[0] - finished[0], all[1] - finished[1]],
        ));
        rows.push(("**= finished**".to_owned(), finished));
        rows.push(("of these, nothing owed".to_owned(), of_part(Part::Settled)));
        rows.push(("of these, something owed".to_owned(), of_part(Part::Owing)));
        let mut text = "| | people | KGS |\n|---|--:|--:|\n".to_owned();
        for (name, counts) in rows {
            let counts = counts
                .map(|count| grouped(usize::try_from(count).expect("a count of games")))
                .join(" | ");
            let _ = writeln!(text, "| {name} | {counts} |");
        }
        text
    }

    /// The planned comparisons, each alone, on all games and on both halves, with the predicted
    /// difference on other games.
    fn planned(&self) -> String {
        let mut text = "| finished games | pair | only the first : only the second | p, games | p, events | difference in percentage points | \
                        first half | second half | predicted |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
        for (part, pair) in PLANNED {
            let games = self.people.part(part);
            let numbers = pair.map(|name| self.people.number(name));
            let Discordant { first, second } = Discordant::between(games.iter().copied(), numbers);
            let events = self.differences(&games, pair);
            let [low, high] = events.prediction();
            let halves = [0, 1].map(|half| {
                let games = games.iter().copied().filter(|game| game.half() == half);
                let Discordant { first, second } = Discordant::between(games, numbers);
                format!("{first} : {second}")
            });
            let _ = writeln!(
                text,
                "| {} | `{}` : `{}` | {first} : {second} | {} | {} | {} | {} | {} to {} |",
                part.name(),
                pair[0],
                pair[1],
                p_value(Discordant { first, second }.p()),
                p_value(events.sign_test()),
                difference(events.mean(), events.interval()),
                halves.join(" | "),
                points(low),
                points(high),
            );
        }
        text
    }

    /// The pairs of strategies that do not differ where nothing is owed, after Holm's correction
    /// for all pairs.
    fn explored(&self) -> String {
        let mut pairs = Vec::new();
        for (at, first) in SHOWN.iter().enumerate() {
            pairs.extend(SHOWN[at + 1..].iter().map(|second| [*first, *second]));
        }
        let games = self.people.part(Part::Settled);
        let p: Vec<f64> = pairs
            .iter()
            .map(|&pair| self.discordant(&games, pair).p())
            .collect();
        let corrected = holm(&p);
        let alike = pairs.iter().zip(&corrected).filter(|(_, p)| **p > ALPHA);
        let alike: Vec<String> = alike
            .map(|([first, second], p)| format!("`{first}` : `{second}` (p = {})", p_value(*p)))
            .collect();
        let pairs = pairs.len();
        format!(
            "Of all {pairs} pairs, these show no significant difference where nothing is owed (McNemar's exact test, with \
             Holm's\ncorrection across all pairs): {}",
            alike.join(", ")
        )
    }

    /// The fills by chance and their differences from three fills, where nothing is owed.
    fn controls(&self) -> String {
        let games = self.people.part(Part::Settled);
        let mut text = "| | nothing owed | `fixed-black` minus this fill | `checkered` minus this fill | `linked` minus this fill |\n|---|--:|--:|--:|--:|\n".to_owned();
        for control in CONTROLS {
            let rate = percent(share(&games, self.people.number(control)));
            let others = ["fixed-black", "checkered", "linked"].map(|name| {
                let events = self.differences(&games, [name, control]);
                difference(events.mean(), events.interval())
            });
            let _ = writeln!(text, "| `{control}` | {rate} | {} |", others.join(" | "));
        }
        text
    }

    /// The figures with other playouts.
    fn playouts(&self) -> String {
        let mut text = "| playouts, seed | finished | nothing owed | margins of `linked` that differ | `checkered` | `majority` | `linked` | `linked` : `majority` |\n|---|--:|--:|--:|--:|--:|--:|--:|\n".to_owned();
        let usual: BTreeMap<&str, &Game> = self
            .people
            .games
            .iter()
            .map(|game| (game.name.as_str(), game))
            .collect();
        let first = (200, SEED, &self.people);
        let others = self
            .other_playouts
            .iter()
            .map(|(number, seed, evaluation)| (*number, *seed, evaluation));
        for (number, seed, evaluation) in std::iter::once(first).chain(others) {
            let games = evaluation.part(Part::Settled);
            let linked = evaluation.number("linked");
            let differs = |game: &&Game| {
                usual.get(game.name.as_str()).is_some_and(|usual| {
                    usual.margins[self.people.number("linked")] != game.margins[linked]
                })
            };
            let differing = evaluation.games.iter().filter(differs).count();
            let rates = ["checkered", "majority", "linked"]
                .map(|name| percent(share(&games, evaluation.number(name))));
            let pair = [linked, evaluation.number("majority")];
            let Discordant { first, second } = Discordant::between(games.iter().copied(), pair);
            let _ = writeln!(
                text,
                "| {number}, {seed} | {} | {} | {differing} ({}) | {} | {first} : {second} |",
                grouped(evaluation.part(Part::Finished).len()),
                grouped(games.len()),
                percent(count(differing) / count(evaluation.games.len().max(1))),
                rates.join(" | "),
            );
        }
        text
    }

    fn signatures(&self) -> String {
        let named = [("people", &self.people), ("KGS", &self.server)];
        let line = |(name, evaluation): (&str, &Evaluation)| {
            format!("- {name}: `{}`\n", evaluation.figures.signature)
        };
        named.map(line).concat()
    }

    /// Returns a list of the archives, each with its SHA-256.
    fn archives(&self) -> io::Result<String> {
        let line = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Ok(format!("- `{name}`: `{}`\n", digest(&fs::read(path)?)))
        };
        self.archives.iter().map(line).collect()
    }
}

/// Returns the SHA-256 of some bytes.
fn digest(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
