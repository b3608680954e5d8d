//! Runs of strategies that are broken on purpose.
//!
//! A broken strategy is written `STRATEGY:WHERE:THEN`. `WHERE` is a list of conditions with commas
//! between them, and selects the regions that meet them all: `size=N` (with N points),
//! `is=territory` and `by=black`. `THEN` changes these regions: `lose-point` (the first point of
//! territory becomes neutral), `seki`, `as-STRATEGY` (the answer of this strategy), or `panic`.

use std::ffi::OsString;

use seichi::Stop;
use seichi::board::Color;
use seichi::cli::embed::EvalCommand;
use seichi::cli::{Failure, Observer};
use seichi::territory::{Region, Scoring, Status, Strategy, TerritoryMap, strategy};

use crate::sandbox::Sandbox;

impl Sandbox {
    /// Evaluates the games in a folder with the flags of a line. Variants replace the strategies
    /// whose names they have. The run is in the folder `out`.
    pub(crate) fn eval_variants(
        &self,
        games: &str,
        flags: &str,
        out: &str,
        variants: &[&str],
    ) -> Result<(), Failure> {
        let words = ["seichi", "eval"]
            .into_iter()
            .chain(flags.split_whitespace())
            .map(OsString::from);
        let paths = ["-o".into(), self.path(out).into(), self.path(games).into()];
        let words: Vec<OsString> = words.chain(paths).collect();
        // leaked, since a strategy is used until the program ends
        let variants: Vec<&Strategy> = variants
            .iter()
            .map(|text| &*Box::leak(Box::new(Variant::parse(text).strategy())))
            .collect();
        let command = EvalCommand::parse(&words, Vec::new())?.with_strategies(&variants);
        command.run(&Stop::default(), &mut Silent).map(drop)
    }
}

/// An observer that ignores everything.
struct Silent;

impl Observer for Silent {}

/// A broken strategy, which has the name of the original.
struct Variant {
    inner: &'static Strategy,
    conditions: Vec<Condition>,
    then: Then,
}

enum Condition {
    Size(u32),
    IsTerritory,
    ByBlack,
}

enum Then {
    LosePoint,
    Seki,
    As(&'static Strategy),
    Panic,
}

impl Variant {
    fn parse(text: &str) -> Self {
        let parts: Vec<&str> = text.split(':').collect();
        let [name, conditions, then] = parts[..] else {
            panic!("{text} is not STRATEGY:WHERE:THEN")
        };
        let conditions = conditions
            .split(',')
            .filter(|condition| !condition.is_empty())
            .map(Condition::parse);
        Self {
            inner: named(name),
            conditions: conditions.collect(),
            then: Then::parse(then),
        }
    }
}

fn named(name: &str) -> &'static Strategy {
    strategy(name).unwrap_or_else(|| panic!("unknown strategy {name}"))
}

impl Condition {
    fn parse(text: &str) -> Self {
        match text {
            "is=territory" => Self::IsTerritory,
            "by=black" => Self::ByBlack,
            _ => {
                let size = text
                    .strip_prefix("size=")
                    .and_then(|size| size.parse().ok());
                Self::Size(size.unwrap_or_else(|| panic!("unknown condition {text}")))
            }
        }
    }

    fn holds(&self, region: &Region, status: Status) -> bool {
        match *self {
            Self::Size(size) => region.size() == size,
            Self::IsTerritory => status.owner().is_some(),
            Self::ByBlack => region.owner == Some(Color::Black),
        }
    }
}

impl Then {
    fn parse(text: &str) -> Self {
        match text {
            "lose-point" => Self::LosePoint,
            "seki" => Self::Seki,
            "panic" => Self::Panic,
            _ => Self::As(named(
                text.strip_prefix("as-")
                    .unwrap_or_else(|| panic!("unknown consequence {text}")),
            )),
        }
    }

    /// Changes the region of `points`; `other` is the answer of the strategy in `as-STRATEGY`.
    fn change(&self, points: &[u16], other: &TerritoryMap, map: &mut TerritoryMap) {
        match self {
            Self::LosePoint => {
                if map.statuses()[usize::from(points[0])].owner().is_some() {
                    map.set(&points[..1], Status::Dame);
                }
            }
            Self::Seki => map.set(points, Status::Seki),
            Self::Panic => panic!("a strategy that was told to"),
            Self::As(_) => {
                for &point in points {
                    map.set(&[point], other.statuses()[usize::from(point)]);
                }
            }
        }
    }
}

impl Variant {
    fn strategy(self) -> Strategy {
        let inner = self.inner;
        let decide = Box::leak(Box::new(
            move |scoring: &mut Scoring<'_>, map: &mut TerritoryMap| self.decide(scoring, map),
        ));
        Strategy {
            is_control: inner.is_control,
            ..Strategy::own(inner.name, "a strategy that is broken on purpose", decide)
        }
    }

    fn decide(&self, scoring: &mut Scoring<'_>, map: &mut TerritoryMap) {
        scoring.decide(self.inner, map);
        let mut other = TerritoryMap::default();
        if let Then::As(strategy) = self.then {
            scoring.decide(strategy, &mut other);
        }
        let analysis = scoring.analysis();
        for region in analysis.regions() {
            let points = analysis.points(region);
            let status = map.statuses()[usize::from(points[0])];
            // regions with mixed statuses are skipped
            let is_mixed = (points.iter()).any(|&at| map.statuses()[usize::from(at)] != status);
            let mut conditions = self.conditions.iter();
            if !is_mixed && conditions.all(|condition| condition.holds(region, status)) {
                self.then.change(points, &other, map);
            }
        }
    }
}
