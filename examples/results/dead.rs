//! The figures of `docs/dead-stones.md`: how accurate each source of dead stones is.

use std::collections::HashSet;

use super::evaluation::{Evaluation, Game, Part};
use super::page::Page;
use super::tables::{Table, grouped, part_of};

/// How often engines agree with the marks. These figures need the engines, and were measured by
/// hand.
const ENGINES: &str = include_str!("engines.csv");

/// The strategy that fills dame as the server does.
const SERVERS: &str = "grey";

/// Answers that differ from the record by more than this number of points are far from it.
const FAR: f64 = 20.0;

/// The two ways to count, with the name in the tables.
const METHODS: [&str; 2] = ["territory", "area"];

impl Page<'_> {
    /// Returns the server's games with marks, as they appear in a different evaluation.
    fn marked<'a>(&self, method: &str, evaluation: &'a Evaluation) -> Vec<&'a Game> {
        let (marked, games) = if method == "area" {
            (&self.server.area, &evaluation.area)
        } else {
            (&self.server.games, &evaluation.games)
        };
        let names: HashSet<&str> = marked.iter().map(|game| game.name.as_str()).collect();
        let is_marked = |game: &&Game| names.contains(game.name.as_str());
        games.iter().filter(is_marked).collect()
    }

    /// How often the margin differs from the recorded one, in games that are safe to score and in
    /// other games.
    pub(crate) fn safe_games(&self) -> String {
        let mut table = Table::new(&[
            "`estimate`",
            "safe",
            "safe but wrong",
            "unsure",
            "unsure and wrong",
        ]);
        let number = self.estimated.number(SERVERS);
        for method in METHODS {
            let mut row = vec![format!("{method} games")];
            for is_safe in [true, false] {
                let mut games = self.marked(method, &self.estimated);
                games.retain(|game| game.dead.are_safe == is_safe);
                let wrong = games.iter().filter(|game| !game.is_exact(number)).count();
                row.push(grouped(games.len()));
                row.push(format!("{wrong}: {}", part_of(wrong, games.len())));
            }
            table.add(row);
        }
        table.markdown(&[], 5)
    }

    /// How many finished games are safe, and how many of them `teire` scores far from the record.
    pub(crate) fn safe_finished(&self) -> String {
        let finished = self.people.part(Part::Finished);
        let teire = self.people.number("teire");
        let far = |is_safe: bool, kind: &str| {
            let games = finished.iter().filter(|game| game.dead.are_safe == is_safe);
            let is_far = |game: &&&Game| game.error(teire) > FAR;
            let all = games.clone().count();
            let far = games.filter(is_far).count();
            format!(
                "{far} of {} {kind} ({})",
                grouped(all),
                part_of(far, all).replace(" (", "; ").replace(')', "")
            )
        };
        format!(
            "{} and in {}",
            far(true, "safe games"),
            far(false, "others")
        )
    }

    /// How often each source agrees with the marks on all stones of a game.
    pub(crate) fn sources(&self) -> Result<String, String> {
        let mut table = Table::new(&["all stones as marked", "territory games", "area games"]);
        let shown =
            |right: usize, games: usize| format!("{} of {}", part_of(right, games), grouped(games));
        let [territory, area] = METHODS.map(|method| {
            let games = self.marked(method, &self.estimated);
            let right = games.iter().filter(|game| game.dead.are_as_marked);
            shown(right.count(), games.len())
        });
        table.add(vec!["`estimate`".to_owned(), territory, area]);
        for line in ENGINES.lines().skip(1) {
            let (source, counts) = line.split_once(',').ok_or("an engine without counts")?;
            let counts: Result<Vec<usize>, _> = counts.split(',').map(str::parse).collect();
            let [right, games, area_right, area_games] = counts
                .map_err(|error| error.to_string())?
                .try_into()
                .map_err(|_| format!("an engine has other fields: {line}"))?;
            table.add(vec![
                source.to_owned(),
                shown(right, games),
                shown(area_right, area_games),
            ]);
        }
        Ok(table.markdown(&[], 3))
    }

    /// How many of the server's games that `linked` scores wrongly with the dead stones of playouts
    /// are explained: reversing the status of unmarked stones gives the recorded margin with the
    /// first strategy, `flood`.
    pub(crate) fn explained(&self, method: &str) -> String {
        let mut games = self.marked(method, &self.estimated);
        let linked = self.estimated.number("linked");
        games.retain(|game| !game.is_exact(linked));
        let explained = games.iter().filter(|game| game.dead.explain_label).count();
        format!("{explained} of the {} {method} games", games.len())
    }
}
