//! A variant: a strategy with exceptions. It shows how much a small change of a strategy moves the figures, and whether
//! a gate notices.
//!
//! A variant is written `STRATEGY[=NAME][:WHERE:THEN]…`. Exceptions apply one after another, each to the result of
//! those before it. `WHERE` is a list of conditions with commas between them. An exception applies to the regions that
//! meet all of its conditions; an empty list selects every region:
//!
//! | condition | regions |
//! |---|---|
//! | `size=N`, `size>N` | with N points, with more |
//! | `blocks=N`, `blocks>N` | with N blocks around them, with more |
//! | `is=territory`, `is=seki`, `is=dame` | to which the strategy gives this status |
//! | `by=black`, `by=white` | that this colour controls |
//! | `at=edge`, `at=corner` | with a point on the edge, in the corner |
//! | `on=N/M` | whose first point's index has the remainder N when divided by M |
//!
//! `THEN` is `lose-point` (the first point of territory becomes neutral), `territory` (of the colour that controls the
//! region), `seki`, `as-STRATEGY` (the status that this strategy gives), or `panic` (the program panics, as a bug in
//! the strategy would make it do).

use crate::board::Color;
use crate::territory::{Analysis, Decide, Region, Rule, Status, Strategy, Tools, Verdict, strategy};

/// A strategy with exceptions, under a name of its own.
#[derive(Clone)]
pub struct Variant {
    name: &'static str,
    inner: &'static dyn Strategy,
    exceptions: Vec<Exception>,
}

#[derive(Clone)]
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
    /// Parses a variant. A new name is leaked: it stays in memory for as long as the program runs.
    ///
    /// # Errors
    /// Returns a message that names the strategy, condition or consequence that was not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let names = parts.next().unwrap_or_default();
        let (old, new) = names.split_once('=').unwrap_or((names, names));
        let inner = strategy(old).ok_or_else(|| format!("{old:?} is no strategy"))?;
        if inner.reads() {
            return Err(format!("{old} has no exceptions: it reads"));
        }
        let name = if new == inner.name() { inner.name() } else { String::leak(new.to_owned()) };
        let mut exceptions = Vec::new();
        while let Some(conditions) = parts.next() {
            let then = consequence(parts.next().ok_or("it is STRATEGY:WHERE:THEN")?)?;
            let conditions = conditions.split(',').filter(|text| !text.is_empty()).map(condition);
            exceptions.push(Exception { conditions: conditions.collect::<Result<_, _>>()?, then });
        }
        Ok(Self { name, inner, exceptions })
    }
}

/// Parses a condition.
fn condition(text: &str) -> Result<Condition, String> {
    let unknown = || format!("{text:?} is no condition");
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
            Then::As(other.ok_or_else(|| format!("{text:?} is nothing that can become of a region"))?)
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
        self.name
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
            // regions with mixed statuses are left alone
            if status.is_some() && self.conditions.iter().all(|condition| condition.holds(analysis, region, status)) {
                self.then.happen(analysis, number, &other, verdict);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::territory_map;

    const BOARD: &str = "..xo...\n.xxo...\nxxoo...\noooo...\n.......\n.......\n.......\n";

    #[track_caller]
    fn territory(variant: &str) -> [u32; 2] {
        let variant = Variant::parse(variant).unwrap();
        let map = territory_map(&Position::from_diagram(BOARD).unwrap(), &variant);
        Color::BOTH.map(|color| map.territory(color))
    }

    #[test]
    fn exceptions_are_made_where_they_apply() {
        let [black, white] = territory("linked");
        assert_eq!(territory("linked:size=3:lose-point"), [black - 1, white]);
        assert_eq!(territory("linked:by=black,at=corner:seki"), [0, white]);
        assert_eq!(territory("linked:by=black,at=corner,size>3:seki"), [black, white]);
        assert_eq!(territory("linked::as-strict"), territory("strict"));
        assert_eq!(territory("linked:blocks>7:seki"), [black, white]);
        assert_eq!(territory("linked:size=3:seki:is=seki,by=black:territory"), [black, white]);
        assert_eq!(territory("flood::as-linked:size=3:lose-point"), [black - 1, white]);
        assert_eq!(Variant::parse("linked=other").unwrap().name(), "other");
        let is_control = |text: &str| Variant::parse(text).unwrap().is_control();
        assert!(is_control("flood:size=3:seki") && !is_control("linked:size=3:seki"));
    }

    /// Checks each condition. Black's corner has three points and one block around it, White's side 36 points and one
    /// block. There is no dame.
    #[test]
    fn conditions_hold_where_they_say() {
        let [black, white] = territory("linked");
        let (no_black, no_white) = ([0, white], [black, 0]);
        let (both, neither) = ([0, 0], [black, white]);
        for (condition, left) in [
            ("size=3", no_black),
            ("size>2", both),
            ("size>3", no_white),
            ("blocks=1", both),
            ("blocks=2", neither),
            ("blocks>0", both),
            ("blocks>1", neither),
            ("is=territory", both),
            ("is=dame", neither),
            ("is=seki", neither),
            ("by=black", no_black),
            ("by=white", no_white),
            ("at=edge", both),
            ("at=corner", both),
            // the indices of the first points are 9 and 13
            ("on=0/9", no_black),
            ("on=9/20", no_black),
            ("on=3/10", no_white),
            ("on=1/4", both),
            ("on=0/0", both),
        ] {
            assert_eq!(territory(&format!("linked:{condition}:seki")), left, "{condition}");
        }
        let middle = "xxxxx\nx.xox\nxxxxx\n";
        let at_edge = Variant::parse("flood:at=edge:seki").unwrap();
        assert_eq!(territory_map(&Position::from_diagram(middle).unwrap(), &at_edge).territory(Color::Black), 1);
    }

    #[test]
    #[should_panic(expected = "a strategy that was told to")]
    fn a_panic_may_be_asked_for() {
        let dame = Variant::parse("flood:is=dame:panic").unwrap();
        let _ = territory_map(&Position::from_diagram("x.o\n").unwrap(), &dame);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for wrong in
            ["x", "linked:size=2", "linked:size=x:seki", "linked:colour=1:seki", "linked::as-x", "linked::dead"]
        {
            assert!(Variant::parse(wrong).is_err(), "{wrong}");
        }
    }
}
