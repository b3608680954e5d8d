//! Finds contradictions and likely slips in the points of a line in a labels file.

use std::collections::{BTreeSet, HashSet};

use seichi::board::{Cell, Color, Point};
use seichi::game::LabelledGame;
use seichi::labels::{Label, LabelCheck, LabelLine, LabelMap};
use seichi::sgf::result_text;
use seichi::territory::{Evaluator, STRATEGIES, Scoring, Status, TerritoryMap};

/// Returns a message for each slip in a line, given its game with the line's label.
pub(super) fn slips(line: &LabelLine, game: &LabelledGame) -> Vec<String> {
    let mut slips = Slips {
        game,
        found: Vec::new(),
    };
    slips.listed_points(line);
    if let (true, Some(map)) = (line.has_map(), &game.label.map) {
        slips.regions(map);
    }
    slips.margin();
    slips.found
}

struct Slips<'a> {
    game: &'a LabelledGame,
    found: Vec<String>,
}

impl Slips<'_> {
    /// Reports `points`, if there are any.
    fn report(&mut self, message: &str, points: impl IntoIterator<Item = Point>) {
        let points = listed(points);
        if !points.is_empty() {
            self.found.push(format!("{message}: {points}"));
        }
    }

    fn is_dead(&self, point: Point) -> bool {
        self.game.dead.binary_search(&point).is_ok()
    }

    /// Reports points that contradict their list.
    fn listed_points(&mut self, line: &LabelLine) {
        let board = &self.game.end.position;
        let (mut off, mut empty, mut alive) = (Vec::new(), Vec::new(), Vec::new());
        for point in line.dead.iter().flatten() {
            let point = point.on(board.size());
            match board.size().contains(point) {
                true if board.get(point) == Cell::Empty => empty.push(point),
                true => {}
                false => off.push(point),
            }
        }
        let (mut no_stone, mut dead) = (Vec::new(), Vec::new());
        for point in line.seki.iter().flatten() {
            let point = point.on(board.size());
            match board.size().contains(point) {
                true if board.get(point) == Cell::Empty => no_stone.push(point),
                true if self.is_dead(point) => dead.push(point),
                true => {}
                false => off.push(point),
            }
        }
        let territory = line.territory(board.size());
        for (points, owner) in territory.iter().zip(Color::BOTH) {
            for &point in points {
                match board.size().contains(point) {
                    true if board.get(point).color() == Some(owner.opponent())
                        && !self.is_dead(point) =>
                    {
                        alive.push(point);
                    }
                    true => {}
                    false => off.push(point),
                }
            }
        }
        let [black, white] = territory;
        self.report(&format!("outside the board of size {}", board.size()), off);
        self.report("listed as dead, but without a stone", empty);
        self.report("listed in seki, but without a stone", no_stone);
        self.report("listed in seki, but also dead", dead);
        let both = black.into_iter().filter(|point| white.contains(point));
        self.report(
            "listed as territory of both sides, which makes it neutral",
            both,
        );
        self.report(
            "a stone in the opponent's territory is not listed as dead",
            alive,
        );
    }

    /// Reports regions that are claimed only in part, or not by the side that surrounds them.
    /// Unclaimed points may be false eyes, so they are not reported if strategies consider them
    /// false eyes, or if the result agrees with the map.
    fn regions(&mut self, map: &LabelMap) {
        let mut evaluator = Evaluator::new();
        let mut scoring = evaluator.on(&self.game.position, &self.game.dead);
        let false_eyes = false_eyes(&mut scoring);
        let (analysis, grid) = (scoring.analysis(), self.game.position.grid());
        let (mut wrong, mut neutral) = (Vec::new(), Vec::new());
        for region in analysis.regions() {
            let points_of = |owner: Option<Color>| -> Vec<Point> {
                let points = analysis
                    .points(region)
                    .iter()
                    .map(|&index| usize::from(index));
                points
                    .filter(|&index| map.owner(index) == owner)
                    .map(|index| grid.point(index))
                    .collect()
            };
            let Some(owner) = region.owner else {
                neutral.extend(
                    Color::BOTH
                        .into_iter()
                        .flat_map(|color| points_of(Some(color))),
                );
                continue;
            };
            wrong.extend(points_of(Some(owner.opponent())));
            let (claimed, missing) = (points_of(Some(owner)), points_of(None));
            let are_false_eyes = missing
                .iter()
                .all(|&point| false_eyes.contains(&grid.index(point)));
            if !claimed.is_empty()
                && !are_false_eyes
                && self.game.label.check != LabelCheck::Consistent
            {
                let (claimed, missing) = (listed(claimed), listed(missing));
                self.found.push(format!(
                    "{owner} surrounds a region but claims only {claimed}, not {missing}"
                ));
            }
        }
        self.report("claimed by one side, but surrounded by the other", wrong);
        self.report(
            "claimed by one side, but bordered by both: a dead stone may be missing",
            neutral,
        );
    }

    /// Reports a margin that the map, prisoners and komi do not give.
    fn margin(&mut self) {
        let (label, count) = (&self.game.label, &self.game.count);
        let (LabelCheck::Inconsistent, Some(margin)) = (label.check, label.margin) else {
            return;
        };
        // impossible points make any label inconsistent, and have already been reported
        let own = Label {
            margin: label.margin,
            map: label.map.clone(),
        };
        if own.check(&self.game.position, count) != LabelCheck::Inconsistent {
            return;
        }
        let result = result_text(margin);
        self.found.push(match &label.map {
            Some(map) => {
                let made = result_text(count.margin(map.scored(&self.game.position, count.rules)));
                format!("territory, prisoners and komi give {made}, but the result is {result}")
            }
            None => format!(
                "no territory gives the result {result} with komi {}",
                count.komi
            ),
        });
    }
}

/// Returns the points that at least one strategy finds to be false eyes.
fn false_eyes(scoring: &mut Scoring<'_>) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut map = TerritoryMap::default();
    for &strategy in STRATEGIES {
        scoring.decide(strategy, &mut map);
        let analysis = scoring.analysis();
        let is_one = |&index: &usize| {
            analysis.cells()[index] == Cell::Empty && map.statuses()[index] == Status::FalseEye
        };
        found.extend(analysis.grid().points().filter(is_one));
    }
    found
}

/// Formats points as in a labels file, sorted, and only up to a maximum number.
fn listed(points: impl IntoIterator<Item = Point>) -> String {
    const SHOWN: usize = 12;
    let points: BTreeSet<Point> = points.into_iter().collect();
    let names: Vec<String> = points.iter().take(SHOWN).map(Point::to_string).collect();
    let rest = if points.len() > SHOWN {
        format!(" … ({})", points.len())
    } else {
        String::new()
    };
    names.join(" ") + &rest
}
