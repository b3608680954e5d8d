//! Local search: finds the local games of a position and searches each to its end.

mod alpha_beta;
mod answer;
mod count;
mod graph;
mod local_games;
mod orientation;
mod parts;
mod play;
mod safe;
mod set;
mod state;
mod transposition_table;

pub use answer::{LocalResult, Step};

use super::life::RegionEyes;
use super::{Analysis, Region, Status, Verdict, idx16};
use alpha_beta::Search;
use answer::{Claim, Found};
use local_games::{DISTANCES, Gatherer, Uncertain};
use orientation::Orientation;
use safe::{Eyes, Safety};

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
    /// Searches the local games of a position and returns the results. `region_eyes` has the eyes of each region, with
    /// dead stones counted. `verdict` holds the static answer at the call, and the final one afterwards.
    pub(super) fn read(
        &mut self,
        analysis: &Analysis,
        bounds: [&Verdict; 2],
        region_eyes: &RegionEyes,
        fields: LocalGames,
        verdict: &mut Verdict,
    ) -> Vec<LocalResult> {
        let eyes = Eyes::of_regions(analysis, region_eyes);
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
