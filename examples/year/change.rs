//! Random small changes of a strategy, like those of a developer.

use std::fmt;

use fastrand::Rng;
use seichi::territory::STRATEGIES;

/// A strategy under development: a built-in one with exceptions, written as a [variant](crate::variant).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    base: String,
    exceptions: Vec<Exception>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Exception {
    conditions: Vec<String>,
    then: String,
}

impl Source {
    /// Parses `STRATEGY[:WHERE:THEN]…`.
    pub(crate) fn parse(text: &str) -> Self {
        let mut parts = text.split(':').map(str::to_owned);
        let base = parts.next().unwrap_or_default();
        let mut exceptions = Vec::new();
        while let Some(conditions) = parts.next() {
            let conditions = conditions.split(',').map(str::to_owned).collect();
            exceptions.push(Exception { conditions, then: parts.next().unwrap_or_default() });
        }
        Self { base, exceptions }
    }

    /// The strategy's name in reports.
    pub(crate) fn name(&self) -> &str {
        &self.base
    }

    /// Returns the strategy after a random change, and the kind of change.
    /// Half of the changes are new exceptions; the longer the list, the more often an exception is removed instead. One
    /// in ten is a refactoring, which changes no answer.
    pub(crate) fn changed(&self, rng: &mut Rng) -> (&'static str, Self) {
        let mut changed = self.clone();
        let list = &mut changed.exceptions;
        let count = list.len();
        let kind = match rng.usize(..100) {
            draw if count == 0 || draw < 50_usize.saturating_sub(2 * count) => {
                list.insert(rng.usize(..=count), exception(rng));
                "add"
            }
            draw if draw < 50 => {
                list.remove(rng.usize(..count));
                "remove"
            }
            50..70 => {
                let conditions = &mut list[rng.usize(..count)].conditions;
                conditions.remove(rng.usize(..conditions.len()));
                conditions.push(condition(rng, conditions));
                "edit where"
            }
            70..82 => {
                list[rng.usize(..count)].then = consequence(rng);
                "edit then"
            }
            82..90 if count > 1 => {
                let first = rng.usize(..count - 1);
                list.swap(first, first + 1);
                "swap"
            }
            _ => {
                refactor(list, rng);
                "refactor"
            }
        };
        (kind, changed)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        self.exceptions
            .iter()
            .try_for_each(|Exception { conditions, then }| write!(f, ":{}:{then}", conditions.join(",")))
    }
}

/// Changes the text of the exceptions but not their meaning. The list is not empty.
fn refactor(list: &mut Vec<Exception>, rng: &mut Rng) {
    let place = rng.usize(..list.len());
    match rng.u8(..3) {
        0 => list[place].conditions.reverse(),
        // applying a consequence twice has the same result
        1 => list.insert(place, list[place].clone()),
        // conditions that no region satisfies
        _ => {
            let mut dead = exception(rng);
            let size = rng.u8(1..9);
            dead.conditions.extend([format!("size={size}"), format!("size>{size}")]);
            list.insert(place, dead);
        }
    }
}

/// Returns one to three conditions, most often two.
fn exception(rng: &mut Rng) -> Exception {
    let mut conditions = Vec::new();
    for _ in 0..1 + rng.usize(..2) + rng.usize(..2) {
        conditions.push(condition(rng, &conditions));
    }
    Exception { conditions, then: consequence(rng) }
}

/// Returns a condition of a kind that is not in the list.
fn condition(rng: &mut Rng, others: &[String]) -> String {
    let kind = |text: &str| text.split(['=', '>']).next().map(str::to_owned);
    loop {
        let drawn = any_condition(rng);
        if others.iter().all(|other| kind(other) != kind(&drawn)) {
            return drawn;
        }
    }
}

fn any_condition(rng: &mut Rng) -> String {
    let one_of = |rng: &mut Rng, names: &[&str]| names[rng.usize(..names.len())].to_owned();
    match rng.u8(..8) {
        0 => format!("size={}", rng.u8(1..=8)),
        1 => format!("size>{}", rng.u8(1..=12)),
        2 => format!("blocks={}", rng.u8(1..=6)),
        3 => format!("blocks>{}", rng.u8(1..=6)),
        4 => one_of(rng, &["is=territory", "is=seki", "is=dame"]),
        5 => one_of(rng, &["by=black", "by=white"]),
        6 => one_of(rng, &["at=edge", "at=corner"]),
        _ => {
            let divisor = rng.u8(2..=40);
            format!("on={}/{divisor}", rng.u8(..divisor))
        }
    }
}

/// Returns a consequence; every second one is another strategy's answer.
fn consequence(rng: &mut Rng) -> String {
    match rng.u8(..6) {
        0 => "lose-point".to_owned(),
        1 => "territory".to_owned(),
        2 => "seki".to_owned(),
        _ => format!("as-{}", STRATEGIES[rng.usize(..STRATEGIES.len())].name()),
    }
}
