//! `reading`: plays out the dame by local search, and applies the 1989 rule to the final position.
//!
//! The board falls into local games: parts whose stones depend on each other through shared dame or regions. Each is
//! searched to its end, once with Black to move first and once with White. If both give a point the same owner, the
//! point is settled. If not, it is unsettled: whoever plays first gets the point, and the margin is an interval. Where
//! there is no local game, and where one is too large or its search runs out of [`BUDGET`], the answer of `independent`
//! stands. A local game is too large if it has more points than [`graph::MOST_POINTS`] or more vertices, stones among
//! them, than [`set::MOST_NODES`].
//!
//! # The rules of a local game
//! The source is the Nihon Kiin's rules of 1989. Article 8: "Empty points surrounded by the live stones of just one
//! player are called eye points. Other empty points are called dame. Stones which are alive but possess dame are said
//! to be in seki. Eye points surrounded by stones that are alive but not in seki are called territory." Under article 9
//! the players play what has to be played, the dame and protective moves among it, before they count. So play decides
//! all that a static rule guesses, once the dame are played well:
//!
//! 1. The game starts from the final position without the stones that are dead by agreement. All other stones are alive
//!    by agreement. Stones that are captured whoever moves first still count as alive, in seki: the game is searched
//!    again, and they cannot be captured then. Stones whose capture depends on who moves first stay on the board; if
//!    they are captured, the points that they surround are nobody's.
//! 2. The players move in turn, and a player may pass. Two passes in succession end the game. Suicide is illegal, and
//!    so is retaking a ko at once; there are no ko threats elsewhere. A player does not fill an own eye, that is, a
//!    point that is adjacent to one block only. The game also ends after [`state::MOST_CAPTURES`] capturing moves.
//! 3. Dame that are left are filled while either player can do so without being in atari afterwards; these stones join
//!    nothing. So nobody gains by leaving a dame open, and the number of dame elsewhere makes no difference.
//! 4. Stones that were played where the opponent's stones surround them, and that no other stone of their colour
//!    reaches, are dead: they are prisoners. A stone on a point where its colour had a stone at the start is not among
//!    them. So a stone thrown into a sound territory costs its owner nothing.
//! 5. Then the rule applies. Stones that border a remaining dame are in seki. Their eyes are no territory, and neither
//!    are the eyes of other stones that are connected through them and have no two eyes of their own. Nor are the eyes
//!    of a group that has only one.
//! 6. Each player plays for points: territory and prisoners. A stone that was alive by agreement is worth a point, and
//!    one more if its point becomes territory. Of variations with equal value, the one with fewer prisoners counts,
//!    then the one with more passes. Points that were dame at the start are worth nothing, whoever surrounds them in
//!    the end, because the players have agreed that nobody does.

mod answer;
mod count;
mod graph;
mod local_games;
mod orientation;
mod parts;
mod play;
mod safe;
mod search;
mod set;
mod state;
mod transposition_table;

pub use answer::{LocalResult, Step};

use super::{Analysis, Region, Status, Verdict, idx16};
use answer::{Claim, Found};
use local_games::{DISTANCES, Gatherer, Uncertain};
use orientation::Orientation;
use safe::{Eyes, Safety};
use search::Search;

/// The number of states that the search of one local game may visit, for each colour that moves first. Counting states
/// instead of time gives the same answer on every machine.
const BUDGET: u32 = 30_000;

/// The budget of a local game in which nothing is uncertain. It is searched all the same, to find snapbacks.
const SMALL_BUDGET: u32 = 2_000;

/// The extent of the local games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalGames {
    /// Starts from the uncertain points and stones, and extends each game as long as the search succeeds. Uncertain are
    /// points where the bounds of all fills differ or the static answer has a false eye or an eye in seki, and stones
    /// short of liberties.
    Near,
    /// Every stone and point that is connected through shared dame or regions.
    Whole,
}

/// The buffers of local search.
#[derive(Debug, Default)]
pub(super) struct Reader {
    safety: Safety,
    finder: Gatherer,
    search: Search,
    turned: Analysis,
}

impl Reader {
    /// Searches the local games of a position and returns the results. `halves` has the eyes of each region, in halves,
    /// with dead stones counted. `verdict` holds the static answer at the call, and the final one afterwards.
    pub(super) fn read(
        &mut self,
        analysis: &Analysis,
        bounds: [&Verdict; 2],
        halves: &[u16],
        fields: LocalGames,
        verdict: &mut Verdict,
    ) -> Vec<LocalResult> {
        let eyes = Eyes::of_regions(analysis, halves);
        self.safety.find(analysis, &eyes);
        if !Gatherer::has_fields(analysis, &self.safety) {
            return Vec::new();
        }
        let turns = Orientation::first(analysis);
        let turn = turns[0];
        let (position, dead) = turn.position(analysis);
        self.turned.set(&position, &dead);
        let (size, grid) = (analysis.grid().size(), analysis.grid());
        let turned_grid = self.turned.grid();
        let back =
            |turn: Orientation, cell: u16| idx16(grid.index(turn.back(size, turned_grid.point(usize::from(cell)))));
        let original = |region: &Region| {
            let point = self.turned.points(region)[0];
            eyes[analysis.region(usize::from(back(turn, point)))]
        };
        let eyes: Vec<Eyes> = self.turned.regions().iter().map(original).collect();
        self.safety.find(&self.turned, &eyes);
        let doubt = (fields == LocalGames::Near).then(|| {
            let doubt = in_doubt(analysis, bounds, verdict);
            let turned = |of: &[bool]| {
                let mut cells = vec![false; turned_grid.cells()];
                turned_grid.points().for_each(|index| cells[index] = of[usize::from(back(turn, idx16(index)))]);
                cells
            };
            Uncertain { points: turned(&doubt.points), firm: turned(&doubt.firm) }
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

    /// Searches a local game around each uncertain block, and extends the game as long as the search succeeds.
    fn play_out(&mut self, eyes: &[Eyes], doubt: Option<&Uncertain>) -> Vec<Found> {
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
                let graph = self.finder.graph(&self.turned, &self.safety, eyes, doubt, seed, distance);
                let mut found = Found::read(&mut self.search, &self.turned, &graph, budget);
                found.in_doubt = in_doubt;
                found.readout.nodes += best.as_ref().map_or(0, |best| best.readout.nodes);
                let is_last = found.readout.is_unread || graph.is_whole || distances.last() == Some(&distance);
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

/// Returns the uncertain points: those whose owner depends on who fills the dame, that may have to be filled, or that
/// are nobody's in the static answer. Also returns the firm stones, all of whose regions are certain.
fn in_doubt(analysis: &Analysis, [black, white]: [&Verdict; 2], verdict: &Verdict) -> Uncertain {
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
    Uncertain { points, firm }
}
