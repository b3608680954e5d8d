//! The text of the page, filled with figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{fs, io};

use seichi::labels::LabelCheck;
use seichi::run::Figures;
use seichi::stats::{holm, wilson};
use sha2::{Digest as _, Sha256};

use super::evaluation::{Evaluation, Game, Part};
use super::events::{Events, REPLICATES, SEED};
use super::rules::CONTROLS;
use super::seki::BOUNDS;
use super::tables::{
    Discordant, count, difference, grouped, p_value, percent, points, share, share_of_events,
    with_interval,
};

/// The page and its appendix, with `{{…}}` in place of each figure or table.
pub(crate) const TEXTS: [&str; 2] = [include_str!("page.md"), include_str!("appendix.md")];

/// The predictions that were made from earlier versions of the program.
const PREDICTIONS: &str = include_str!("predictions.csv");

/// The strategies that the page compares.
pub(crate) const SHOWN: [&str; 11] = [
    "flood",
    "strict",
    "unfilled",
    "fixed-black",
    "alternating",
    "checkered",
    "grey",
    "majority",
    "linked",
    "independent",
    "teire",
];

/// The fills among them.
const FILLS: [&str; 6] = [
    "fixed-black",
    "alternating",
    "checkered",
    "grey",
    "majority",
    "linked",
];

/// The chosen comparisons: the part of the games, and two strategies.
const PLANNED: [(Part, [&str; 2]); 10] = [
    (Part::Finished, ["linked", "checkered"]),
    (Part::Finished, ["majority", "checkered"]),
    (Part::Finished, ["linked", "grey"]),
    (Part::Finished, ["majority", "linked"]),
    (Part::Few, ["majority", "linked"]),
    (Part::Many, ["majority", "linked"]),
    (Part::Finished, ["checkered", "alternating"]),
    (Part::Finished, ["checkered", CONTROLS[0]]),
    (Part::Finished, ["independent", "linked"]),
    (Part::Finished, ["teire", "linked"]),
];

/// The data of the page.
pub(crate) struct Page<'a> {
    /// The boards of the article, boards with full maps, and the suite's boards of seki.
    pub(crate) boards: [Evaluation; 3],
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

/// Two counts of a game, whose sums give a share.
type Share = [f64; 2];

impl Page<'_> {
    /// Fills a text with figures.
    pub(crate) fn text(&self, template: &str) -> Result<String, String> {
        let mut page = String::new();
        let mut rest = template;
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
        let finished = self.people.part(Part::Finished);
        Ok(match words[..] {
            ["main"] => self.main(),
            ["strategies"] => self.strategies(),
            ["seki"] => self.seki(),
            ["boards"] => self.boards(),
            ["area"] => self.area(),
            ["flow"] => self.flow(),
            ["planned"] => self.planned(),
            ["predictions"] => self.predictions()?,
            ["playouts"] => self.playouts(),
            ["signatures"] => self.signatures(),
            ["archives"] => self.archives().map_err(|error| error.to_string())?,
            ["digest"] => digest(self.table.as_bytes()),
            ["events"] => Events::new(&finished, |_| 0.0).count().to_string(),
            ["events", "effective"] => {
                format!("{:.0}", Events::new(&finished, |_| 0.0).effective())
            }
            ["replicates"] => grouped(REPLICATES),
            ["seed"] => SEED.to_string(),
            ["games"] => grouped(self.people.games.len()),
            ["judged"] => grouped(self.judged().len()),
            ["part", part] => grouped(self.people.part(Part::named(part)?).len()),
            ["rate", strategy, part] => percent(share(
                &self.people.part(Part::named(part)?),
                self.people.number(strategy),
            )),
            ["only", first, second, part] => {
                let games = self.people.part(Part::named(part)?);
                self.discordant(&games, [first, second]).first.to_string()
            }
            ["p", first, second, "finished"] => self.corrected([first, second])?,
            ["claimed", strategy] => grouped(self.sum(|page, game| {
                let [judged, _] = page.wrong(game, page.people.number(strategy));
                judged
            })),
            ["wrong", strategy] => grouped(self.sum(|page, game| {
                let [_, wrong] = page.wrong(game, page.people.number(strategy));
                wrong
            })),
            ["wrong", "share", strategy] => self.share_of_eyes(strategy),
            ["winners", first, second] => self.winners([first, second]),
            ["told", "apart"] => self.told_apart(),
            _ => return Err(format!("unknown figure on the page: {key:?}")),
        })
    }

    /// Returns the finished games whose points have owners.
    fn judged(&self) -> Vec<&Game> {
        let mut games = self.people.part(Part::Finished);
        games.retain(|game| game.eyes.is_some());
        games
    }

    /// Returns the sum of a count over the finished games whose points have owners.
    fn sum(&self, of: impl Fn(&Self, &Game) -> usize) -> usize {
        self.judged().into_iter().map(|game| of(self, game)).sum()
    }

    /// Returns the number of eyes in seki of a strategy, given by its number, in a game, and the
    /// number of these that belong to a player.
    #[expect(clippy::unused_self, reason = "it is called like the other figures")]
    fn wrong(&self, game: &Game, strategy: usize) -> [usize; 2] {
        let classes = game
            .eyes
            .as_ref()
            .map_or([0; 4], |eyes| eyes.claimed(strategy));
        [classes.iter().sum(), classes[classes.len() - 1]]
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

    /// The share of a strategy's eyes in seki that belong to a player.
    fn share_of_eyes(&self, strategy: &str) -> String {
        let number = self.people.number(strategy);
        let of_game = |game: &Game| -> Share {
            let [claimed, wrong] = self.wrong(game, number);
            [count(wrong), count(claimed)]
        };
        let games = self.judged();
        if games.iter().all(|game| of_game(game)[1] == 0.0) {
            return "–".to_owned();
        }
        with_interval(&Events::of_shares(&games, of_game))
    }

    /// The strategies on finished games: margins, winners, and eyes in seki.
    fn main(&self) -> String {
        let mut text = "| of finished games | recorded margin | another winner | eyes in seki found | of these, a player's | missed |\n\
             |---|--:|--:|--:|--:|--:|\n"
            .to_owned();
        let finished = self.people.part(Part::Finished);
        for strategy in SHOWN {
            let number = self.people.number(strategy);
            let other_winner = Events::new(&finished, |game| {
                f64::from(u8::from(!game.has_winner(number)))
            });
            let _ = writeln!(
                text,
                "| `{strategy}` | {} | {} | {} | {} | {} |",
                share_of_events(&finished, number),
                with_interval(&other_winner),
                grouped(self.sum(|page, game| page.wrong(game, number)[0])),
                self.share_of_eyes(strategy),
                grouped(self.sum(|_, game| game.missed(number))),
            );
        }
        text
    }

    /// How often two strategies name different winners, and which of them is right.
    fn winners(&self, pair: [&str; 2]) -> String {
        let [one, other] = pair.map(|name| self.people.number(name));
        let finished = self.people.part(Part::Finished);
        let differ = |game: &Game| game.margins[one].sign() != game.margins[other].sign();
        let differing = finished.iter().filter(|game| differ(game));
        let right = |strategy: usize| {
            let right = differing.clone().filter(|game| game.has_winner(strategy));
            right.count()
        };
        let share = Events::new(&finished, |game| f64::from(u8::from(differ(game))));
        format!(
            "{} of finished games, and `{}` is right in {} of them, `{}` in {}",
            with_interval(&share),
            pair[0],
            right(one),
            pair[1],
            right(other)
        )
    }

    /// The strategies and random fills on the parts of the games, and on a server's games.
    fn strategies(&self) -> String {
        let parts = [Part::Few, Part::Many, Part::All];
        let columns = parts.map(|part| self.people.part(part));
        let mut text = format!(
            "| | {} | KGS, {} |\n|---|--:|--:|--:|--:|\n",
            parts
                .iter()
                .zip(&columns)
                .map(|(part, games)| format!("{}, {}", part.name(), grouped(games.len())))
                .collect::<Vec<_>>()
                .join(" | "),
            grouped(self.server.games.len())
        );
        for strategy in SHOWN.into_iter().chain(CONTROLS) {
            let number = self.people.number(strategy);
            let _ = write!(text, "| `{strategy}` |");
            for games in &columns {
                let _ = write!(text, " {} |", share_of_events(games, number));
            }
            let server = self.server.of(strategy).map_or("–".to_owned(), |figures| {
                let (low, high) = wilson(figures.exact, figures.games);
                format!(
                    "{} ({:.1} – {:.1})",
                    figures.exact_rate.map_or("–".to_owned(), percent),
                    100.0 * low,
                    100.0 * high
                )
            });
            let _ = writeln!(text, " {server} |");
        }
        text
    }

    /// The eyes in seki of each strategy, by their ownership, with the recorded margins of their
    /// games, and the judgement of the other strategies with that margin.
    fn seki(&self) -> String {
        let classes = BOUNDS
            .windows(2)
            .map(|bounds| format!("{}–{}", bounds[0], bounds[1].min(1.0)));
        let mut text = format!(
            "| ownership | {} | recorded margin below {owned} | above {owned} | others agree below {owned} | above {owned} |\n|---|{}\n",
            classes.collect::<Vec<_>>().join(" | "),
            "--:|".repeat(BOUNDS.len() + 3),
            owned = super::seki::OWNED,
        );
        for strategy in SHOWN {
            let number = self.people.number(strategy);
            let mut classes = [0; BOUNDS.len() - 1];
            // below and above the threshold: all eyes, eyes of exact games, and the others' votes
            let (mut exact, mut others) = ([[0; 2]; 2], [[0; 2]; 2]);
            for game in self.judged() {
                for (sum, more) in classes
                    .iter_mut()
                    .zip(game.eyes.iter().flat_map(|eyes| eyes.claimed(number)))
                {
                    *sum += more;
                }
                for eye in game.eyes.iter().flat_map(|eyes| &eyes.eyes) {
                    let Some(owner) = eye.in_seki[number] else {
                        continue;
                    };
                    let above = usize::from(owner >= super::seki::OWNED);
                    exact[above][usize::from(game.is_exact(number))] += 1;
                    for other in SHOWN.map(|name| self.people.number(name)) {
                        if other != number && game.is_exact(other) {
                            if eye.in_seki[other].is_some() {
                                others[above][1] += 1;
                            } else if eye.territory[other].is_some() {
                                others[above][0] += 1;
                            }
                        }
                    }
                }
            }
            let _ = write!(text, "| `{strategy}` |");
            for class in classes {
                let _ = write!(text, " {} |", grouped(class));
            }
            for [no, yes] in exact {
                let _ = write!(text, " {} of {} |", grouped(yes), grouped(yes + no));
            }
            for [no, yes] in others {
                let _ = write!(text, " {} of {} |", grouped(yes), grouped(yes + no));
            }
            text.push('\n');
        }
        text
    }

    /// The boards whose maps each strategy has right.
    fn boards(&self) -> String {
        let names = ["the article's", "`positions`", "the suite's"];
        let mut text = "| |".to_owned();
        for (name, boards) in names.iter().zip(&self.boards) {
            let _ = write!(
                text,
                " {name} {} | found | false | missed |",
                boards.games.len()
            );
        }
        let _ = writeln!(text, "\n|---|{}", "--:|".repeat(4 * names.len()));
        for (number, strategy) in SHOWN.iter().enumerate() {
            let _ = write!(text, "| `{strategy}` |");
            for boards in &self.boards {
                let right = boards.games.iter().filter(|game| game.is_right[number]);
                let mut sums = [0; 3];
                for game in &boards.games {
                    let [claimed, wrong] = self.wrong(game, number);
                    let more = [claimed, wrong, game.missed(number)];
                    for (sum, more) in sums.iter_mut().zip(more) {
                        *sum += more;
                    }
                }
                let _ = write!(
                    text,
                    " {} | {} |",
                    right.count(),
                    sums.map(|sum| sum.to_string()).join(" | ")
                );
            }
            text.push('\n');
        }
        text
    }

    /// The numbers of boards that the fills do not all score alike.
    fn told_apart(&self) -> String {
        let counts = self.boards.each_ref().map(|boards| {
            let numbers = FILLS.map(|name| boards.number(name));
            let differ = |game: &&Game| {
                let right = numbers.map(|number| game.is_right[number]);
                right.contains(&true) && right.contains(&false)
            };
            boards.games.iter().filter(differ).count().to_string()
        });
        let [article, positions, suite] = counts;
        format!(
            "{article} of the article's boards, {positions} of `positions` and {suite} of the suite's"
        )
    }

    /// `linked`, as every other strategy, and `teire` on area games with a possible margin.
    fn area(&self) -> String {
        let numbers = ["linked", "teire"].map(|name| self.people.number(name));
        let mut text =
            "| | games | every other | `teire` | only `teire` : only the others |\n|---|--:|--:|--:|--:|\n".to_owned();
        for (name, finished, half) in [
            ("finished", true, None),
            ("part A", true, Some(0)),
            ("part B", true, Some(1)),
            ("unfinished", false, None),
        ] {
            let is_meant = |game: &&Game| {
                game.finished == finished
                    && game.is_possible
                    && half.is_none_or(|half| game.half() == half)
            };
            let games: Vec<&Game> = self.people.area.iter().filter(is_meant).collect();
            let [linked, teire] = numbers.map(|number| share_of_events(&games, number));
            let Discordant { first, second } = Discordant::between(games.iter().copied(), numbers);
            let _ = writeln!(
                text,
                "| {name} | {} | {linked} | {teire} | {second} : {first} |",
                games.len()
            );
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
        let mut text = "| | people | KGS |\n|---|--:|--:|\n".to_owned();
        for (name, counts) in rows {
            let counts = counts
                .map(|count| grouped(usize::try_from(count).expect("a count of games")))
                .join(" | ");
            let _ = writeln!(text, "| {name} | {counts} |");
        }
        text
    }

    /// The chosen comparisons, with p-values that draw events and that Holm's method corrects, and
    /// with the predicted difference on other games.
    fn planned(&self) -> String {
        let mut text = "| games | pair | only first : only second | p, events | Holm | difference in percentage points | \
                        predicted |\n|---|---|--:|--:|--:|--:|--:|\n"
            .to_owned();
        for (row, [p, corrected]) in self.p_values().into_iter().enumerate() {
            let (part, [one, other]) = PLANNED[row];
            let games = self.people.part(part);
            let events = self.differences(&games, [one, other]);
            let Discordant { first, second } = self.discordant(&games, [one, other]);
            let _ = writeln!(
                text,
                "| {} | `{one}` : `{other}` | {first} : {second} | {} | {} | {} | {} |",
                part.name(),
                p_value(p),
                p_value(corrected),
                difference(events.mean(), events.interval()),
                range(events.prediction()),
            );
        }
        text
    }

    /// The p-values of the chosen comparisons by event, before and after Holm's correction.
    fn p_values(&self) -> Vec<[f64; 2]> {
        let mut p = Vec::new();
        for (part, pair) in PLANNED {
            let games = self.people.part(part);
            p.push(self.differences(&games, pair).sign_test());
        }
        let corrected = holm(&p);
        p.into_iter()
            .zip(corrected)
            .map(|(p, holm)| [p, holm])
            .collect()
    }

    /// The corrected p-value of a comparison on all finished games.
    fn corrected(&self, pair: [&str; 2]) -> Result<String, String> {
        let row = PLANNED
            .iter()
            .position(|planned| *planned == (Part::Finished, pair));
        let row = row.ok_or(format!("no chosen comparison: {pair:?}"))?;
        Ok(format!("p = {}", p_value(self.p_values()[row][1])))
    }

    /// The predictions from earlier versions, with the differences and predictions of this one.
    fn predictions(&self) -> Result<String, String> {
        let mut text = "| games | pair | commit | predicted then | now | predicted now |\n\
                        |---|---|---|--:|--:|--:|\n"
            .to_owned();
        for line in PREDICTIONS.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [commit, date, part, first, second, low, high] = fields[..] else {
                return Err(format!("a prediction has other fields: {line}"));
            };
            let events = self.differences(&self.people.part(Part::named(part)?), [first, second]);
            let bound = |text: &str| text.parse::<f64>().map_err(|error| error.to_string());
            let _ = writeln!(
                text,
                "| {part} | `{first}` : `{second}` | {commit}, {date} | {} | {} | {} |",
                range([bound(low)? / 100.0, bound(high)? / 100.0]),
                difference(events.mean(), events.interval()),
                range(events.prediction()),
            );
        }
        Ok(text)
    }

    /// The figures with other playouts.
    fn playouts(&self) -> String {
        let names = ["checkered", "majority", "linked", "teire"];
        let mut text = format!(
            "| playouts, seed | finished | {} |\n|---|--:|--:|--:|--:|--:|\n",
            names.map(|name| format!("`{name}`")).join(" | ")
        );
        let first = (200, SEED, &self.people);
        let others = self
            .other_playouts
            .iter()
            .map(|(number, seed, evaluation)| (*number, *seed, evaluation));
        for (number, seed, evaluation) in std::iter::once(first).chain(others) {
            let games = evaluation.part(Part::Finished);
            let rates = names.map(|name| share_of_events(&games, evaluation.number(name)));
            let _ = writeln!(
                text,
                "| {number}, {seed} | {} | {} |",
                grouped(games.len()),
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

/// Returns a range of differences in percentage points.
fn range([low, high]: [f64; 2]) -> String {
    format!("{} to {}", points(low), points(high))
}

/// Returns the SHA-256 of some bytes.
fn digest(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
