//! The text of the page, filled with figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{fs, io};

use seichi::board::Color;
use seichi::labels::LabelCheck;
use seichi::stats::holm;
use sha2::{Digest as _, Sha256};

use super::evaluation::{Ending, Evaluation, Game, Part};
use super::events::{Events, REPLICATES, SEED};
use super::rules::CONTROLS;
use super::seki::{BOUNDS, NEUTRAL, OWNED};
use super::tables::{
    Discordant, Table, count, difference, grouped, p_value, part_of, points, share,
    share_of_events, with_interval,
};

/// The page and its appendix, with `{{…}}` for each figure or table.
pub(crate) const TEXTS: [&str; 3] = [
    include_str!("page.md"),
    include_str!("appendix.md"),
    include_str!("dead-stones.md"),
];

/// The predictions that were made from earlier versions of the program.
const PREDICTIONS: &str = include_str!("predictions.csv");

/// The strategies that the page compares.
pub(crate) const SHOWN: [&str; 12] = [
    "flood",
    "strict",
    "unfilled",
    "fixed-black",
    "alternating",
    "checkered",
    "checkered-white",
    "grey",
    "majority",
    "linked",
    "independent",
    "teire",
];

/// The strategies in the tables of the page; the CSV files have all of them.
const ON_PAGE: [&str; 9] = [
    "flood",
    "fixed-black",
    "alternating",
    "checkered",
    "grey",
    "majority",
    "linked",
    "independent",
    "teire",
];

/// The strategies that are tried with other settings of playouts, from the least to the most exact.
const PLAYED: [&str; 4] = ["checkered", "linked", "majority", "teire"];

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
    /// The same games with other settings of playouts: their number and seed, and the evaluation.
    pub(crate) other_playouts: Vec<(u32, u64, Evaluation)>,
    /// Games of a server with its marks, against its own labels.
    pub(crate) server: Evaluation,
    /// The same games with the dead stones that playouts find.
    pub(crate) estimated: Evaluation,
    /// The archives of the games.
    pub(crate) archives: Vec<PathBuf>,
    /// The CSV file with a row for each game that people counted.
    pub(crate) table: &'a str,
}

/// A prediction from an earlier version.
struct Prediction {
    /// The commit and its date.
    commit: String,
    /// The name of the part of the games.
    part: &'static str,
    /// The two strategies.
    pair: [&'static str; 2],
    /// The bounds of the difference.
    bounds: [f64; 2],
    /// The differences of this version.
    events: Events,
}

/// Two counts in a game. The quotient of their sums over games is a share.
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
            ["strategies"] => self.strategies().markdown(&ON_PAGE[1..], 4),
            ["seki"] => self.seki().markdown(&["checkered", "linked"], 7),
            ["area"] => self.area(),
            ["flow"] => self.flow().markdown(&[], 3),
            ["planned"] => self.planned().markdown(&[], 4),
            ["playouts", "differ"] => self.playouts_differ()?,
            ["safe", "games"] => self.safe_games(),
            ["safe", "finished"] => self.safe_finished(),
            ["sources"] => self.sources()?,
            ["explained", method] => self.explained(method),
            ["signatures"] => self.signatures(),
            ["archives"] => self.archives().map_err(|error| error.to_string())?,
            ["digest"] => digest(self.table.as_bytes()),
            ["events"] => Events::new(&finished, |_| 0.0).count().to_string(),
            ["events", "effective"] => {
                format!("{:.0}", Events::new(&finished, |_| 0.0).effective())
            }
            ["replicates"] => grouped(REPLICATES),
            ["seed"] => SEED.to_string(),
            ["part", part] => grouped(self.people.part(Part::named(part)?).len()),
            ["part", half @ ("A" | "B"), strategy] => {
                let games = self.people.part(Part::Finished);
                let half = usize::from(half == "B");
                let games: Vec<&Game> = games
                    .into_iter()
                    .filter(|game| game.half() == half)
                    .collect();
                let rate = share_of_events(&games, self.people.number(strategy));
                format!("{rate} of {}", grouped(games.len()))
            }
            ["rate", strategy, part] => {
                let games = self.people.part(Part::named(part)?);
                share_of_events(&games, self.people.number(strategy))
            }
            ["since", year, strategy] => self.rate_since(year, strategy)?,
            ["error", "95", strategy] => self.largest_error(strategy, 95),
            ["error", "99", strategy] => self.largest_error(strategy, 99),
            ["difference", first, second, part] => {
                let games = self.people.part(Part::named(part)?);
                let events = self.differences(&games, [first, second]);
                difference(events.mean(), events.interval())
            }
            ["without", "one", first, second] => {
                let events = self.differences(&finished, [first, second]);
                let [low, high] = events.without_one().map(points);
                format!("{low} to {high}")
            }
            ["winners", first, second] => self.winners([first, second]),
            _ => self
                .value_of_eyes(&words)
                .ok_or(format!("unknown figure on the page: {key:?}"))?,
        })
    }

    /// Returns the figure about eyes in seki that replaces a key of the template, given by its words.
    fn value_of_eyes(&self, words: &[&str]) -> Option<String> {
        Some(match *words {
            ["claimed", strategy] => {
                let number = self.people.number(strategy);
                grouped(self.sum(|game| game.claimed(number).iter().sum()))
            }
            ["claimed", strategy, "in"] => self.claimed_in(strategy),
            ["other", "eyes", what, first, second] => {
                let pair = [first, second];
                let games = self.games_with_other_eyes(pair);
                let counts = self.discordant(&games, pair);
                match what {
                    "games" => games.len().to_string(),
                    "first" => counts.first.to_string(),
                    "second" => counts.second.to_string(),
                    _ => return None,
                }
            }
            ["only", first, second] => {
                let games = self.people.part(Part::Finished);
                self.discordant(&games, [first, second]).first.to_string()
            }
            ["neutral", strategy] => self.neutral(strategy),
            ["invented", first, second] => self.invented([first, second], &Color::BOTH),
            ["invented", first, second, "white"] => self.invented([first, second], &[Color::White]),
            ["neutral", "games", strategy] => {
                let number = self.people.number(strategy);
                let has_neutral = |game: &Game| game.claimed(number)[..2] != [0, 0];
                self.sum(|game| usize::from(has_neutral(game))).to_string()
            }
            ["boards", "right", strategy] => {
                let boards = self.boards.iter().flat_map(|boards| {
                    let number = boards.number(strategy);
                    boards.games.iter().map(move |game| game.is_right[number])
                });
                let right: Vec<bool> = boards.collect();
                let count = right.iter().filter(|right| **right).count();
                format!("{count} of {}", right.len())
            }
            ["share", "difference", first, second] => {
                let pair = [first, second].map(|name| self.people.number(name));
                let games = self.people.part(Part::Finished);
                let [shares, others] = pair.map(|number| {
                    Events::of_shares(&games, |game| eyes_beyond(game, number, OWNED))
                });
                let (mean, interval) = shares.minus(&others);
                difference(mean, interval)
            }
            ["wrong", "share", strategy] => self.share_of_eyes(strategy, OWNED),
            ["proposed", "share", strategy] => self.share_of_eyes(strategy, NEUTRAL),
            _ => return None,
        })
    }

    /// Returns the sum of a count over the finished games.
    fn sum(&self, of: impl Fn(&Game) -> usize) -> usize {
        self.people.part(Part::Finished).into_iter().map(of).sum()
    }

    /// Compares two strategies on some games that people counted.
    fn discordant(&self, games: &[&Game], pair: [&str; 2]) -> Discordant {
        Discordant::between(
            games.iter().copied(),
            pair.map(|name| self.people.number(name)),
        )
    }

    /// Returns the differences between two strategies, by event: 1 for a game that only the first
    /// gets right.
    fn differences(&self, games: &[&Game], pair: [&str; 2]) -> Events {
        let [one, other] = pair.map(|name| self.people.number(name));
        Events::new(games, |game| {
            f64::from(u8::from(game.is_exact(one))) - f64::from(u8::from(game.is_exact(other)))
        })
    }

    /// The share of a strategy's eyes in seki whose ownership is at least `bound`.
    fn share_of_eyes(&self, strategy: &str, bound: f64) -> String {
        let number = self.people.number(strategy);
        self.eye_share(|game| eyes_beyond(game, number, bound))
    }

    /// The number of a strategy's eyes in seki that are neutral.
    fn neutral(&self, strategy: &str) -> String {
        let number = self.people.number(strategy);
        grouped(self.sum(|game| game.claimed(number)[..2].iter().sum()))
    }

    /// The number of eyes of some colours that belong to a player, and that only the first of two
    /// strategies considers in seki.
    fn invented(&self, pair: [&str; 2], colors: &[Color]) -> String {
        let [one, other] = pair.map(|name| self.people.number(name));
        let of_game = |game: &Game| {
            let eyes = game.claimed_beyond(one, true);
            eyes.filter(|eye| eye.in_seki[other].is_none() && colors.contains(&eye.color))
                .count()
        };
        self.sum(of_game).to_string()
    }

    /// The numbers of games in which a strategy finds an eye in seki, and of their events.
    fn claimed_in(&self, strategy: &str) -> String {
        let number = self.people.number(strategy);
        let mut games = self.people.part(Part::Finished);
        games.retain(|game| game.claimed(number).iter().any(|&eyes| eyes > 0));
        let events = Events::new(&games, |_| 0.0).count();
        format!("{} games of {events} events", games.len())
    }

    /// The finished games in which two strategies find different eyes in seki.
    fn games_with_other_eyes(&self, pair: [&str; 2]) -> Vec<&Game> {
        let [one, other] = pair.map(|name| self.people.number(name));
        let mut games = self.people.part(Part::Finished);
        games.retain(|game| game.claimed(one) != game.claimed(other));
        games
    }

    /// Returns a share of eyes in the finished games, with its interval; a dash if there are none.
    fn eye_share(&self, of_game: impl Fn(&Game) -> Share) -> String {
        let games = self.people.part(Part::Finished);
        if games.iter().all(|game| of_game(game)[1] == 0.0) {
            return "–".to_owned();
        }
        with_interval(&Events::of_shares(&games, of_game))
    }

    /// The strategies on finished games: margins, winners, and eyes in seki.
    fn main(&self) -> String {
        let mut table = Table::new(&[
            "of finished games",
            "recorded margin",
            "error",
            "another winner",
            "eyes in seki found",
            "of these, a player's",
            "neutral",
        ]);
        let finished = self.people.part(Part::Finished);
        for strategy in ON_PAGE {
            let number = self.people.number(strategy);
            let error = Events::new(&finished, |game| game.error(number)).mean();
            let other_winner = Events::new(&finished, |game| {
                f64::from(u8::from(!game.has_winner(number)))
            });
            table.add(vec![
                format!("`{strategy}`"),
                share_of_events(&finished, number),
                format!("{error:.2}"),
                with_interval(&other_winner),
                grouped(self.sum(|game| game.claimed(number).iter().sum())),
                self.share_of_eyes(strategy, OWNED),
                self.neutral(strategy),
            ]);
        }
        table.markdown(&[], 7)
    }

    /// The error in points that a strategy does not exceed in a percentage of the finished games.
    fn largest_error(&self, strategy: &str, percent: usize) -> String {
        let number = self.people.number(strategy);
        let games = self.people.part(Part::Finished);
        let mut errors: Vec<f64> = games.iter().map(|game| game.error(number)).collect();
        errors.sort_by(f64::total_cmp);
        let error = errors.get(errors.len() * percent / 100);
        error.map(ToString::to_string).unwrap_or_default()
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
        let more = Events::new(&finished, |game| {
            let right = [one, other].map(|number| f64::from(u8::from(game.has_winner(number))));
            right[0] - right[1]
        });
        format!(
            "{} of the games. `{}` is right in {} of these games and `{}` in {}, a difference of {} \
             percentage points over all games",
            with_interval(&share),
            pair[0],
            right(one),
            pair[1],
            right(other),
            difference(more.mean(), more.interval()),
        )
    }

    /// The strategies and random fills on the parts of the games, and on a server's games.
    fn strategies(&self) -> Table {
        let parts = [Part::Few, Part::Many, Part::All];
        let games = parts.map(|part| self.people.part(part));
        let name =
            |number: usize| format!("{}, {}", parts[number].name(), grouped(games[number].len()));
        let server = format!("KGS, {}", grouped(self.server.games.len()));
        let mut table = Table::new(&["strategy", &name(0), &name(1), &server, &name(2)]);
        for strategy in SHOWN.into_iter().chain(CONTROLS) {
            let number = self.people.number(strategy);
            let [few, many, all] = games.each_ref().map(|games| share_of_events(games, number));
            let server = self.server.of(strategy).map_or("–".to_owned(), |figures| {
                let [exact, games] = [figures.exact, figures.games]
                    .map(|number| usize::try_from(number).expect("a number of games"));
                part_of(exact, games)
            });
            table.add(vec![format!("`{strategy}`"), few, many, server, all]);
        }
        table
    }

    /// How often a strategy has the recorded margin in the finished games of a year and the next 19.
    fn rate_since(&self, year: &str, strategy: &str) -> Result<String, String> {
        let first: u32 = year.parse().map_err(|_| format!("not a year: {year}"))?;
        let years = first..first + 20;
        let mut games = self.people.part(Part::Finished);
        games.retain(|game| game.year.is_some_and(|year| years.contains(&year)));
        Ok(share_of_events(&games, self.people.number(strategy)))
    }

    /// The finished games, grouped by a name.
    fn finished_by(&self, name_of: impl Fn(&Game) -> String) -> BTreeMap<String, Vec<&Game>> {
        let mut groups: BTreeMap<String, Vec<&Game>> = BTreeMap::new();
        for game in self.people.part(Part::Finished) {
            groups.entry(name_of(game)).or_default().push(game);
        }
        groups
    }

    /// For each event, the number of finished games, and how many more of them the first strategy
    /// of each chosen comparison gets right than the second.
    fn by_event(&self) -> Table {
        let pairs: Vec<[&str; 2]> = PLANNED
            .iter()
            .filter(|(part, _)| *part == Part::Finished)
            .map(|(_, pair)| *pair)
            .collect();
        let names: Vec<String> = pairs.iter().map(|pair| pair.join(" : ")).collect();
        let mut columns = vec!["event", "games"];
        columns.extend(names.iter().map(String::as_str));
        let mut table = Table::new(&columns);
        for (event, games) in self.finished_by(|game| game.event().to_owned()) {
            let mut row = vec![event, games.len().to_string()];
            for &pair in &pairs {
                let Discordant { first, second } = self.discordant(&games, pair);
                row.push((i128::from(first) - i128::from(second)).to_string());
            }
            table.add(row);
        }
        table
    }

    /// The eyes in seki of each strategy, by their ownership, with the recorded margins of their
    /// games and the judgement of the other strategies with this margin.
    fn seki(&self) -> Table {
        let classes = BOUNDS
            .windows(2)
            .map(|bounds| format!("{}–{}", bounds[0], bounds[1].min(1.0)));
        let sides = ["below", "above"];
        let columns: Vec<String> = std::iter::once("ownership".to_owned())
            .chain(classes)
            .chain(sides.map(|side| format!("recorded margin {side} {OWNED}")))
            .chain(sides.map(|side| format!("others agree {side} {OWNED}")))
            .collect();
        let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        let others = SHOWN.map(|name| self.people.number(name));
        for strategy in SHOWN {
            let number = self.people.number(strategy);
            let mut classes = [0; BOUNDS.len() - 1];
            for game in self.people.part(Part::Finished) {
                for (sum, more) in classes.iter_mut().zip(game.claimed(number)) {
                    *sum += more;
                }
            }
            let mut row = vec![format!("`{strategy}`")];
            row.extend(classes.map(grouped));
            for above in [false, true] {
                row.push(self.eye_share(|game| {
                    let claimed = count(game.claimed_beyond(number, above).count());
                    [
                        claimed * f64::from(u8::from(game.is_exact(number))),
                        claimed,
                    ]
                }));
            }
            for above in [false, true] {
                row.push(self.eye_share(|game| {
                    let (mut agree, mut all) = (0, 0);
                    for eye in game.claimed_beyond(number, above) {
                        for &other in &others {
                            if other == number || !game.is_exact(other) {
                                continue;
                            }
                            let in_seki = eye.in_seki[other].is_some();
                            agree += usize::from(in_seki);
                            all += usize::from(in_seki || eye.territory[other].is_some());
                        }
                    }
                    [count(agree), count(all)]
                }));
            }
            table.add(row);
        }
        table
    }

    /// The boards whose maps each strategy gets right, and its eyes in seki.
    fn boards(&self) -> Table {
        let mut columns = vec!["strategy".to_owned()];
        for (name, boards) in ["article", "positions", "suite"].iter().zip(&self.boards) {
            let games = boards.games.len();
            columns.push(format!("right of {name} {games}"));
            columns.extend(["found", "false", "missed"].map(|what| format!("{what} in {name}")));
        }
        let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for (number, strategy) in SHOWN.iter().enumerate() {
            let mut row = vec![format!("`{strategy}`")];
            for boards in &self.boards {
                let right = boards
                    .games
                    .iter()
                    .filter(|game| game.is_right[number])
                    .count();
                let share = part_of(right, boards.games.len());
                row.push(format!("{right}: {share}"));
                let mut sums = [0; 3];
                for game in &boards.games {
                    let classes = game.claimed(number);
                    let wrong = classes[classes.len() - 1];
                    let more = [classes.iter().sum(), wrong, game.missed(number)];
                    for (sum, more) in sums.iter_mut().zip(more) {
                        *sum += more;
                    }
                }
                row.extend(sums.map(grouped));
            }
            table.add(row);
        }
        table
    }

    /// `linked`, like every other strategy, and `teire` on area games with a possible margin.
    fn area(&self) -> String {
        let numbers = ["linked", "teire"].map(|name| self.people.number(name));
        let mut text =
            "| | games | every other strategy | `teire` | only `teire` : only the others |\n|---|--:|--:|--:|--:|\n".to_owned();
        for (half, name) in ["part A", "part B"].iter().enumerate() {
            let is_meant = |game: &&Game| {
                game.ending != Ending::Open && game.is_possible && game.half() == half
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

    /// The steps from all records to the games that are compared, with the number of games that
    /// each step leaves out.
    fn flow(&self) -> Table {
        let columns = [&self.people, &self.server];
        let mut rows: Vec<(String, [u64; 2])> = vec![(
            "records".to_owned(),
            columns.map(|column| column.figures.games),
        )];
        let skipped = columns.map(|column| column.figures.skipped.values().sum());
        rows.push((
            "− without komi, known rules, marks or a counted result".to_owned(),
            skipped,
        ));
        let contradicting = columns.map(|column| {
            let checks = &column.figures.label_checks;
            let faults = [LabelCheck::Inconsistent, LabelCheck::Contradictory];
            let counts = faults.map(|check| checks.get(check.name()).copied().unwrap_or_default());
            counts.iter().sum()
        });
        rows.push(("− contradictory label".to_owned(), contradicting));
        let area = columns.map(|column| {
            column
                .figures
                .strata
                .get("method=area")
                .map_or(0, |stratum| stratum.games)
        });
        rows.push(("− area rules".to_owned(), area));
        rows.push((
            "**= compared**".to_owned(),
            columns.map(|column| column.games.len() as u64),
        ));
        let number_of = |is_meant: fn(&Game) -> bool| {
            columns.map(|column| column.games.iter().filter(|game| is_meant(game)).count() as u64)
        };
        rows.push((
            "− a border is open, or moves are missing".to_owned(),
            number_of(|game| game.ending == Ending::Open),
        ));
        rows.push((
            "− KataGo's ownership is missing".to_owned(),
            number_of(|game| game.ending == Ending::WithoutOwners),
        ));
        rows.push(("**= finished**".to_owned(), number_of(Game::is_finished)));
        let mut table = Table::new(&["", "people", "KGS"]);
        for (name, counts) in rows {
            let [people, server] =
                counts.map(|count| grouped(usize::try_from(count).expect("a count of games")));
            table.add(vec![name, people, server]);
        }
        table
    }

    /// The chosen comparisons, with p-values that are computed by drawing events and corrected by
    /// Holm's method, and with the predicted difference on other games.
    fn planned(&self) -> Table {
        let mut table = Table::new(&[
            "pair",
            "only first : only second",
            "difference in percentage points",
            "p, Holm",
            "p without correction",
            "predicted difference",
        ]);
        for (row, [p, corrected]) in self.p_values().into_iter().enumerate() {
            let (part, [one, other]) = PLANNED[row];
            let games = self.people.part(part);
            let events = self.differences(&games, [one, other]);
            let Discordant { first, second } = self.discordant(&games, [one, other]);
            let mut pair = format!("`{one}` : `{other}`");
            if part != Part::Finished {
                let _ = write!(pair, ", {}", part.name());
            }
            table.add(vec![
                pair,
                format!("{first} : {second}"),
                difference(events.mean(), events.interval()),
                p_value(corrected),
                p_value(p),
                range(events.prediction()),
            ]);
        }
        table
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

    /// The predictions from earlier versions.
    fn frozen(&self) -> Result<Vec<Prediction>, String> {
        let mut predictions = Vec::new();
        for line in PREDICTIONS.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [commit, date, part, first, second, low, high] = fields[..] else {
                return Err(format!("a prediction has other fields: {line}"));
            };
            let events = self.differences(&self.people.part(Part::named(part)?), [first, second]);
            let bound = |text: &str| text.parse::<f64>().map_err(|error| error.to_string());
            let bounds = [bound(low)? / 100.0, bound(high)? / 100.0];
            predictions.push(Prediction {
                commit: format!("{commit}, {date}"),
                part,
                pair: [first, second],
                bounds,
                events,
            });
        }
        Ok(predictions)
    }

    /// The predictions, next to the differences and predictions of this version.
    fn predictions(&self) -> Result<Table, String> {
        let mut table = Table::new(&[
            "games",
            "pair",
            "commit",
            "predicted then",
            "now",
            "predicted now",
        ]);
        for frozen in self.frozen()? {
            table.add(vec![
                frozen.part.to_owned(),
                frozen.pair.join(" : "),
                frozen.commit,
                range(frozen.bounds),
                difference(frozen.events.mean(), frozen.events.interval()),
                range(frozen.events.prediction()),
            ]);
        }
        Ok(table)
    }

    /// The figures with other settings of playouts.
    fn playouts(&self) -> Table {
        let names = PLAYED.map(|name| format!("`{name}`"));
        let mut columns = vec!["playouts, seed", "finished"];
        columns.extend(names.iter().map(String::as_str));
        let mut table = Table::new(&columns);
        let first = (200, SEED, &self.people);
        let others = self
            .other_playouts
            .iter()
            .map(|(number, seed, evaluation)| (*number, *seed, evaluation));
        for (number, seed, evaluation) in std::iter::once(first).chain(others) {
            let games = evaluation.part(Part::Finished);
            let mut row = vec![format!("{number}, {seed}"), grouped(games.len())];
            row.extend(PLAYED.map(|name| share_of_events(&games, evaluation.number(name))));
            table.add(row);
        }
        table
    }

    /// The largest change of a rate with other settings of playouts. It is an error if the order of
    /// the rates changes.
    fn playouts_differ(&self) -> Result<String, String> {
        let rates = |evaluation: &Evaluation| {
            let games = evaluation.part(Part::Finished);
            PLAYED.map(|name| share(&games, evaluation.number(name)))
        };
        let first = rates(&self.people);
        let mut largest = 0.0_f64;
        for (.., evaluation) in &self.other_playouts {
            let other = rates(evaluation);
            let is_reversed = |pair: usize| {
                (first[pair] - first[pair + 1]) * (other[pair] - other[pair + 1]) < 0.0
            };
            if (0..PLAYED.len() - 1).any(is_reversed) {
                return Err("other playouts change the order on the page".to_owned());
            }
            for (one, other) in first.iter().zip(other) {
                largest = largest.max((one - other).abs());
            }
        }
        Ok(format!("{:.1} percentage points", 100.0 * largest))
    }

    /// The tables that are too long for the pages, with the names of their CSV files.
    pub(crate) fn tables(&self) -> Result<Vec<(&'static str, String)>, String> {
        Ok(vec![
            ("seki.csv", self.seki().csv()),
            ("boards.csv", self.boards().csv()),
            ("comparisons.csv", self.planned().csv()),
            ("by-event.csv", self.by_event().csv()),
            ("predicted.csv", self.predictions()?.csv()),
            ("strategies.csv", self.strategies().csv()),
            ("playouts.csv", self.playouts().csv()),
        ])
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

/// Returns how many of the eyes that a strategy, given by its number, considers in seki have an
/// ownership of at least `bound`, and how many eyes there are.
fn eyes_beyond(game: &Game, strategy: usize, bound: f64) -> Share {
    let (mut above, mut all) = (0, 0);
    for eye in game.eyes.iter().flat_map(|eyes| &eyes.eyes) {
        if let Some(owner) = eye.in_seki[strategy] {
            above += usize::from(owner >= bound);
            all += 1;
        }
    }
    [count(above), count(all)]
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
