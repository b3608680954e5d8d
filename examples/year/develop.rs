//! A year of changes that each have to pass the gate.

use fastrand::Rng;
use seichi::compare::Mismatch;
use seichi::outcome::Outcome;

use crate::Done;
use crate::change::Source;
use crate::corpus::Corpora;
use crate::program::{Mistakes, Program, Verdict};

/// The effect of a change on the truth games as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Fewer games have the right margin, or the right map.
    Harm,
    /// As many games are right, but more points of the maps are wrong.
    Points,
    /// As many games are right, and as many points are wrong.
    Neutral,
    /// More games are right, or fewer points wrong, and no count is worse.
    Gain,
}

/// The effect of a change on the individual games of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Touch {
    /// All are unchanged.
    Nothing,
    /// Some are wrong in another way, or no longer wrong.
    Change,
    /// Some are newly wrong.
    Harm,
}

/// A change, its effects, and the gate's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The kind of change, and the strategy after it.
    pub(crate) what: (&'static str, Source),
    /// The effect on the truth games as a whole.
    pub(crate) effect: Effect,
    /// The effect on individual truth games.
    pub(crate) truth: Touch,
    /// The effect on individual games of the gate.
    pub(crate) gate: Touch,
    /// Whether the gate stopped it.
    pub(crate) stopped: bool,
}

/// The settings of a year.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The strategy at the start.
    pub(crate) source: Source,
    /// The number of changes.
    pub(crate) changes: usize,
    /// The seed of the random changes.
    pub(crate) seed: u64,
}

/// The options of `seichi gate`; `None` is a year without a gate.
pub(crate) type Gate = Option<&'static [&'static str]>;

/// The course of a year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Year {
    /// The changes, in order.
    pub(crate) changes: Vec<Change>,
    /// The number of truth games with a wrong margin, at the start and the end of the year.
    pub(crate) wrong: [usize; 2],
}

/// The current strategy, and its mistakes.
struct Stand {
    source: Source,
    gate: Mistakes,
    truth: Mistakes,
}

/// Develops a strategy for a year.
///
/// A change that passes is merged, and accepted into the baseline if the gate asks for that. A reviewer who knows the
/// truth looks at each change that is stopped, drops it if it is harmful, and accepts it otherwise.
pub(crate) fn year(plan: &Plan, options: Gate, corpora: &Corpora, program: &Program) -> Done<Year> {
    let Plan { source, changes, seed } = plan;
    let mut rng = Rng::with_seed(*seed);
    let gate = program.eval(source, &corpora.gate)?;
    program.accept("eval")?;
    let mut stand = Stand { source: source.clone(), gate, truth: program.eval(source, &corpora.truth)? };
    let start = margins(&stand.truth);
    let mut done = Vec::with_capacity(*changes);
    for _ in 0..*changes {
        let (kind, source) = stand.source.changed(&mut rng);
        let (verdict, gate) = match options {
            Some(options) => program.gate(&source, &corpora.gate, options)?,
            None => (Verdict { passed: true, accept: false }, program.eval(&source, &corpora.gate)?),
        };
        let next = Stand { truth: program.eval(&source, &corpora.truth)?, source, gate };
        let change = stand.change(&next, kind, !verdict.passed);
        if verdict.passed || !matches!(change.effect, Effect::Harm | Effect::Points) {
            if !verdict.passed || verdict.accept {
                program.accept("gate")?;
            }
            stand = next;
        }
        done.push(change);
    }
    Ok(Year { changes: done, wrong: [start, margins(&stand.truth)] })
}

impl Stand {
    fn change(&self, next: &Self, kind: &'static str, stopped: bool) -> Change {
        Change {
            what: (kind, next.source.clone()),
            effect: effect(counts(&self.truth), counts(&next.truth)),
            truth: touch(&self.truth, &next.truth),
            gate: touch(&self.gate, &next.gate),
            stopped,
        }
    }
}

/// Returns the number of games with a wrong margin.
fn margins(mistakes: &Mistakes) -> usize {
    mistakes.values().filter(|mistake| mistake.outcome != Some(Outcome::Exact)).count()
}

/// Returns the numbers of games with a wrong margin, of games with a wrong map, and of wrong points.
fn counts(mistakes: &Mistakes) -> [u64; 3] {
    let mut counts = [0; 3];
    for mistake in mistakes.values() {
        let points = mistake.map_diff.map_or(0, u64::from);
        let these = [u64::from(mistake.outcome != Some(Outcome::Exact)), u64::from(points > 0), points];
        counts.iter_mut().zip(these).for_each(|(count, this)| *count += this);
    }
    counts
}

fn effect([margins, maps, points]: [u64; 3], [new_margins, new_maps, new_points]: [u64; 3]) -> Effect {
    if new_margins > margins || new_maps > maps {
        return Effect::Harm;
    }
    if new_margins < margins || new_maps < maps || new_points < points {
        return Effect::Gain;
    }
    if new_points > points { Effect::Points } else { Effect::Neutral }
}

fn touch(before: &Mistakes, now: &Mistakes) -> Touch {
    let margin = |mistake: &Mismatch| mistake.outcome != Some(Outcome::Exact);
    let map = |mistake: &Mismatch| mistake.map_diff.is_some_and(|points| points > 0);
    let newly_wrong = now.iter().any(|(game, mistake)| {
        let known = before.get(game);
        (margin(mistake) && !known.is_some_and(margin)) || (map(mistake) && !known.is_some_and(map))
    });
    if newly_wrong {
        return Touch::Harm;
    }
    if before == now { Touch::Nothing } else { Touch::Change }
}
