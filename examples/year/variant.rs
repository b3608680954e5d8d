//! A variant: a strategy with exceptions. Variants show how much a small change of a strategy moves the figures, and
//! whether a gate notices.
//!
//! A variant is written `STRATEGY[:WHERE:THEN]…`. Each exception applies to the result of the ones before it. `WHERE`
//! is a list of conditions with commas between them. An exception applies to the regions that meet all of its
//! conditions; an empty list selects every region:
//!
//! | condition | regions |
//! |---|---|
//! | `size=N`, `size>N` | with N points, with more |
//! | `blocks=N`, `blocks>N` | with N blocks around them, with more |
//! | `is=territory`, `is=seki`, `is=dame` | with this status from the strategy |
//! | `by=black`, `by=white` | controlled by this colour |
//! | `at=edge`, `at=corner` | with a point on the edge, in the corner |
//! | `on=N/M` | with a first point whose index has the remainder N when divided by M |
//!
//! `THEN` is `lose-point` (the first point of territory becomes neutral), `territory` (of the colour that controls the
//! region), `seki`, `as-STRATEGY` (the status from this strategy), or `panic` (the program panics, as with a bug in the
//! strategy).

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use seichi::board::Color;
use seichi::cli::embed::EvalCommand;
use seichi::cli::{Failure, Observer};
use seichi::territory::{Analysis, Decide, Region, Rule, Status, Strategy, Tools, Verdict, strategy};

/// Evaluates like `seichi eval` with these words. Variants replace the strategies of the same names.
pub(crate) fn evaluate(words: &[OsString], variants: &[&str]) -> Result<(), Failure> {
    // leaked, since a strategy is used until the program ends
    let parse = |text: &&str| Variant::parse(text).map(|variant| &*Box::leak(Box::new(variant)) as &dyn Strategy);
    let variants = variants.iter().map(parse).collect::<Result<Vec<_>, _>>();
    let variants = variants.map_err(anyhow::Error::msg)?;
    let command = EvalCommand::parse(words, Vec::new())?.with_strategies(&variants);
    command.run(&AtomicBool::new(false), &mut Silent).map(drop)
}

/// An observer that ignores everything.
struct Silent;

impl Observer for Silent {}

/// A strategy with exceptions, under the name of the strategy.
pub(crate) struct Variant {
    inner: &'static dyn Strategy,
    exceptions: Vec<Exception>,
}

struct Exception {
    conditions: Vec<Condition>,
    then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    Size(u32),
    Larger(u32),
    Blocks(u32),
    MoreBlocks(u32),
    IsTerritory,
    Is(Status),
    By(Color),
    At(u32),
    On(u32, u32),
}

#[derive(Clone, Copy)]
enum Then {
    LosePoint,
    Territory,
    Seki,
    As(&'static dyn Strategy),
    Panic,
}

impl Variant {
    /// Parses a variant.
    ///
    /// # Errors
    /// Returns a message that names the unknown strategy, condition or consequence.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let inner = strategy(name).ok_or_else(|| format!("unknown strategy {name:?}"))?;
        if inner.reads() {
            return Err(format!("{name} can't have exceptions, because it uses search"));
        }
        let mut exceptions = Vec::new();
        while let Some(conditions) = parts.next() {
            let then = consequence(parts.next().ok_or("it is STRATEGY:WHERE:THEN")?)?;
            let conditions = conditions.split(',').filter(|text| !text.is_empty()).map(condition);
            exceptions.push(Exception { conditions: conditions.collect::<Result<_, _>>()?, then });
        }
        Ok(Self { inner, exceptions })
    }
}

/// Parses a condition.
fn condition(text: &str) -> Result<Condition, String> {
    let unknown = || format!("unknown condition {text:?}");
    let number = |text: &str| text.parse::<u32>().map_err(|_| unknown());
    if let Some((name, least)) = text.split_once('>') {
        return match name {
            "size" => Ok(Condition::Larger(number(least)?)),
            "blocks" => Ok(Condition::MoreBlocks(number(least)?)),
            _ => Err(unknown()),
        };
    }
    Ok(match text.split_once('=').ok_or_else(unknown)? {
        ("size", size) => Condition::Size(number(size)?),
        ("blocks", blocks) => Condition::Blocks(number(blocks)?),
        ("is", "territory") => Condition::IsTerritory,
        ("is", "seki") => Condition::Is(Status::Seki),
        ("is", "dame") => Condition::Is(Status::Dame),
        ("by", "black") => Condition::By(Color::Black),
        ("by", "white") => Condition::By(Color::White),
        ("at", "edge") => Condition::At(1),
        ("at", "corner") => Condition::At(2),
        ("on", fraction) => {
            let (remainder, divisor) = fraction.split_once('/').ok_or_else(unknown)?;
            Condition::On(number(remainder)?, number(divisor)?.max(1))
        }
        _ => return Err(unknown()),
    })
}

/// Parses the consequence of an exception.
fn consequence(text: &str) -> Result<Then, String> {
    Ok(match text {
        "lose-point" => Then::LosePoint,
        "territory" => Then::Territory,
        "seki" => Then::Seki,
        "panic" => Then::Panic,
        _ => {
            let other = text.strip_prefix("as-").and_then(strategy);
            Then::As(other.ok_or_else(|| format!("unknown consequence {text:?}"))?)
        }
    })
}

impl Condition {
    fn holds(self, analysis: &Analysis, region: &Region, status: Option<Status>) -> bool {
        let blocks = || analysis.blocks_around(region).len();
        match self {
            Self::Size(size) => region.size() == size,
            Self::Larger(size) => region.size() > size,
            Self::Blocks(number) => blocks() == number as usize,
            Self::MoreBlocks(number) => blocks() > number as usize,
            Self::IsTerritory => status.is_some_and(|status| status.owner().is_some()),
            Self::Is(wanted) => status == Some(wanted),
            Self::By(color) => region.owner == Some(color),
            Self::At(sides) => {
                let at = |&point: &u16| u32::from(analysis.grid().sides(usize::from(point))) >= sides;
                analysis.points(region).iter().any(at)
            }
            Self::On(remainder, divisor) => {
                analysis.points(region).first().is_some_and(|&point| u32::from(point) % divisor == remainder)
            }
        }
    }
}

impl Then {
    /// Applies the consequence to region `number` of `verdict`; `other` is the answer of the strategy in `as-STRATEGY`.
    fn happen(self, analysis: &Analysis, number: usize, other: &Verdict, verdict: &mut Verdict) {
        let region = &analysis.regions()[number];
        match self {
            Self::LosePoint => {
                let Some(status) = verdict.regions()[number].filter(|status| status.owner().is_some()) else { return };
                for (place, &point) in analysis.points(region).iter().enumerate() {
                    verdict.set_point(number, point, if place == 0 { Status::Dame } else { status });
                }
            }
            Self::Territory => verdict.set(number, region.owner.map_or(Status::Dame, Status::territory)),
            Self::Seki => verdict.set(number, if region.owner.is_some() { Status::Seki } else { Status::Dame }),
            Self::Panic => panic!("a strategy that was told to"),
            Self::As(_) => {
                // a region with a single status keeps a single one, because later exceptions skip mixed regions
                if let Some(status) = other.regions()[number] {
                    return verdict.set(number, status);
                }
                for &point in analysis.points(region) {
                    verdict.set_point(number, point, other.status(analysis, usize::from(point)));
                }
            }
        }
    }
}

impl Strategy for Variant {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn summary(&self) -> &'static str {
        "another strategy with exceptions"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }

    fn is_control(&self) -> bool {
        self.inner.is_control()
    }
}

impl Decide for Variant {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        tools.decide(self.inner, verdict);
        for exception in &self.exceptions {
            exception.make(tools, verdict);
        }
    }
}

impl Exception {
    fn make(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        let mut other = Verdict::default();
        if let Then::As(strategy) = self.then {
            tools.decide(strategy, &mut other);
        }
        let analysis = tools.analysis();
        for (number, region) in analysis.regions().iter().enumerate() {
            let status = verdict.regions()[number];
            // regions with mixed statuses are skipped
            if status.is_some() && self.conditions.iter().all(|condition| condition.holds(analysis, region, status)) {
                self.then.happen(analysis, number, &other, verdict);
            }
        }
    }
}
