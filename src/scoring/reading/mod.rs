//! `reading`: the dame are played out by search, and the rule is applied to what is left.
//!
//! # The rules of the play-out
//! The source is the Nihon Kiin's rules of 1989. Article 8: "Empty points surrounded by the live stones of just one
//! player are called eye points. Other empty points are called dame. Stones which are alive but possess dame are said to
//! be in seki. Eye points surrounded by stones that are alive but not in seki are called territory." Under article 9 the
//! players play what has to be played, the dame and protective moves among it, before they count. So all that a static
//! rule guesses is decided by play, once the dame are played well. A play-out is that play:
//!
//! 1. It starts from the final position without the stones that are dead by agreement. All others are alive by
//!    agreement. Stones that play captures whoever moves first are held for alive all the same, in seki: the field is
//!    played out again, and they can't be captured then. Where who moves first decides whether they are captured, they
//!    stay on the board, and what they surround is nobody's if they are.
//! 2. The players play in turn. A player may pass. Two passes in succession end it. Suicide is illegal, and so is
//!    retaking a ko at once; there are no threats elsewhere. No stone is played into an eye of one's own that is a
//!    point beside one block. After [`moment::MOST_CAPTURES`] moves that capture it is over, too.
//! 3. Dame that are left are filled while either side can do so without being in atari after it; these stones join
//!    nothing. So nobody gains by leaving a dame open, and how many dame there are elsewhere makes no difference.
//! 4. Stones that were played where the opponent's stones surround them, and that no stone of their own reaches, are
//!    dead: they are prisoners. A stone where one of its colour stood at the start is none of them. So a stone thrown
//!    into a sound territory costs its owner nothing.
//! 5. Then the rule: stones that border a dame which is left are in seki. Their eyes are no territory, and neither are
//!    those of other stones that hang on them and have no two eyes of their own. Nor are the eyes of a group that has
//!    only one.
//! 6. Each side plays for points, territory and prisoners, where a stone that was alive by agreement is worth a point
//!    and one more if its point becomes territory. Of lines that are worth the same, the one with fewer prisoners counts,
//!    then the one with more passes. Points that were dame at the start are worth nothing, whoever surrounds them in
//!    the end, for the players have agreed that nobody does.
//!
//! Each part of the board that hangs together is a field, played out by itself, once with Black to move first and once
//! with White. Where both lead to the same, the position is settled. Where they do not, it is unsettled: whoever plays
//! first gets the point, and the margin is an interval. Where there is no end of it within [`BUDGET`], or a field has more
//! points than [`place::MOST_POINTS`] or more nodes, stones among them, than [`set::MOST_NODES`], the static answer stands.

mod answer;
mod count;
mod fields;
mod moment;
mod parts;
mod place;
mod play;
mod safe;
mod search;
mod set;
mod table;
mod turn;

pub use answer::{Readout, Step};

use super::{Analysis, Fill, Region, Status, Strategy, Verdict, independent, narrow};
use answer::{Claim, Found};
use fields::{DISTANCES, Doubt, Finder};
use safe::{Eyes, Safety};
use search::Search;
use turn::Turn;

/// As many moments of a field are looked at, for each colour that may move first. It is counted, not timed: the answer
/// is the same on every machine.
const BUDGET: u32 = 30_000;

/// The same where nothing is in doubt, and a look is taken all the same: it finds snapbacks.
const SMALL_BUDGET: u32 = 2_000;

/// The static answer that stands where there is nothing to read, or no end of it.
const STATIC: &dyn Strategy = &independent::Independent;

/// What comes of playing the dame out.
pub(super) struct Reading;

impl Strategy for Reading {
    fn name(&self) -> &'static str {
        "reading"
    }

    fn summary(&self) -> &'static str {
        "plays disputed dame out by search, for Black first and for White first; elsewhere the static answer"
    }

    fn reads(&self) -> bool {
        true
    }

    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        STATIC.score(analysis, fill, verdict);
    }
}

/// How far fields go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// As far as there is an end of reading, starting from what is in doubt: where the bounds of all fills differ, where
    /// the static answer has a false eye or an eye in seki, or where stones are short of liberties.
    Near,
    /// As far as anything hangs together.
    Whole,
}

/// The memory of reading.
#[derive(Debug, Default)]
pub(super) struct Reader {
    safety: Safety,
    finder: Finder,
    search: Search,
    turned: Analysis,
}

impl Reader {
    /// Plays out fields of a position. `halves` has twice the eyes of each region, dead stones considered; `verdict` holds
    /// the static answer, and the answer after it.
    pub(super) fn read(
        &mut self,
        analysis: &Analysis,
        bounds: [&Verdict; 2],
        halves: &[u16],
        fields: Fields,
        verdict: &mut Verdict,
    ) -> Vec<Readout> {
        let eyes = Eyes::of_regions(analysis, halves);
        self.safety.find(analysis, &eyes);
        if !Finder::has_fields(analysis, &self.safety) {
            return Vec::new();
        }
        let turns = Turn::first(analysis);
        let turn = turns[0];
        let (position, dead) = turn.position(analysis);
        self.turned.set(&position, &dead);
        let (size, grid) = (analysis.grid().size(), analysis.grid());
        let turned_grid = self.turned.grid();
        let back = |turn: Turn, cell: u16| narrow(grid.index(turn.back(size, turned_grid.point(usize::from(cell)))));
        let original = |region: &Region| {
            let point = self.turned.points(region)[0];
            eyes[analysis.region(usize::from(back(turn, point)))]
        };
        let eyes: Vec<Eyes> = self.turned.regions().iter().map(original).collect();
        self.safety.find(&self.turned, &eyes);
        let doubt = (fields == Fields::Near).then(|| {
            let doubt = in_doubt(analysis, bounds, verdict);
            let turned = |of: &[bool]| {
                let mut cells = vec![false; turned_grid.cells()];
                turned_grid.points().for_each(|index| cells[index] = of[usize::from(back(turn, narrow(index)))]);
                cells
            };
            Doubt { points: turned(&doubt.points), firm: turned(&doubt.firm) }
        });
        let found = self.play_out(&eyes, doubt.as_ref());
        let claims = turns.iter().map(|&turn| {
            let claims = found.iter().flat_map(|found| &found.claims);
            claims.map(|claim| claim.turned(turn, |cell| back(turn, cell))).collect::<Vec<Claim>>()
        });
        let claims = answer::agreed(claims.collect());
        answer::apply(&claims, analysis, verdict);
        verdict.open_mut().is_unread = found.iter().any(|found| found.in_doubt && found.readout.is_unread);
        found.into_iter().map(|found| found.readout(turn, |cell| back(turn, cell))).collect()
    }

    /// Plays out what is in doubt, farther and farther around it, as long as there is an end.
    fn play_out(&mut self, eyes: &[Eyes], doubt: Option<&Doubt>) -> Vec<Found> {
        let mut all = Vec::new();
        self.finder.begin(&self.turned, &self.safety, doubt);
        while let Some(seed) = self.finder.next_seed() {
            let mut best: Option<Found> = None;
            let in_doubt = doubt.is_none() || self.finder.is_in_doubt(seed);
            let (distances, budget) = match (doubt, in_doubt) {
                (None, _) => (&DISTANCES[3..], BUDGET),
                (Some(_), true) => (&DISTANCES[..], BUDGET),
                (Some(_), false) => (&DISTANCES[..1], SMALL_BUDGET),
            };
            for &distance in distances {
                let place = self.finder.place(&self.turned, &self.safety, eyes, doubt, seed, distance);
                let mut found = Found::read(&mut self.search, &self.turned, &place, budget);
                found.in_doubt = in_doubt;
                found.readout.nodes += best.as_ref().map_or(0, |best| best.readout.nodes);
                let is_last = found.readout.is_unread || place.is_whole || distances.last() == Some(&distance);
                match &mut best {
                    Some(best) if found.readout.is_unread => best.readout.nodes = found.readout.nodes,
                    _ => best = Some(found),
                }
                if is_last {
                    self.finder.finish(distance);
                    break;
                }
            }
            all.extend(best);
        }
        all
    }
}

/// What is in doubt: points whose owner depends on who fills the dame, or that may have to be filled, or that the static
/// answer holds for nobody's.
fn in_doubt(analysis: &Analysis, [black, white]: [&Verdict; 2], verdict: &Verdict) -> Doubt {
    let cells = analysis.cells().len();
    let mut owners = vec![None; cells];
    black.for_each_point(analysis, |index, status| owners[index] = status.owner());
    let mut points = vec![false; cells];
    white.for_each_point(analysis, |index, status| points[index] = status.owner() != owners[index]);
    verdict.for_each_point(analysis, |index, status| {
        let is_nobodys = matches!(status, Status::FalseEye | Status::Seki);
        points[index] |= is_nobodys || status.owner() != owners[index];
    });
    let mut has_eyes = vec![false; analysis.blocks().len()];
    let mut has_doubt = has_eyes.clone();
    for (_, region, _) in analysis.controlled() {
        let in_doubt = analysis.points(region).iter().any(|&point| points[usize::from(point)]);
        for &block in analysis.blocks_around(region) {
            has_eyes[usize::from(block)] = true;
            has_doubt[usize::from(block)] |= in_doubt;
        }
    }
    let mut firm = vec![false; cells];
    for index in analysis.grid().points().filter(|&index| analysis.cells()[index].color().is_some()) {
        let block = analysis.block(index);
        firm[index] = has_eyes[block] && !has_doubt[block];
    }
    Doubt { points, firm }
}
