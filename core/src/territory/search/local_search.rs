//! Finds the local games of a position, and searches each.

use super::board_map::BoardMap;
use super::canonical_position::CanonicalPosition;
use super::canonical_result::CanonicalResult;
use super::certainty::Certainty;
use super::certificate::{Certificate, Certification};
use super::extent::Extent;
use super::eye_bounds::EyeBounds;
use super::finder::LocalGameFinder;
use super::gatherer::Gatherer;
use super::local_result::LocalResult;
use super::mapped_game::MappedGame;
use super::orientation::Orientation;
use super::point_result::{PointResult, apply, combine, merge};
use super::proof_search::ProofSearch;
use super::safety::Safety;
use super::scope::SearchScope;
use crate::territory::analysis::{Analysis, Region};
use crate::territory::life::RegionEyes;
use crate::territory::verdict::Verdict;

/// The number of states that the search of one local game may visit, for each colour that moves first.
const BUDGET: u32 = 100_000;

/// The number of states that the searches of one board may visit together.
const BOARD_BUDGET: u32 = 200_000;

/// The budget of a local game that is extended after a smaller one had an answer.
const WIDER_BUDGET: u32 = 10_000;

/// The budget of a local game in which nothing is uncertain. It is searched all the same, to find snapbacks.
const SMALL_BUDGET: u32 = 2_000;

/// The distances up to which a local game is extended, one after another, until it is complete or the search fails. The
/// block that a game starts from and the uncertain blocks that are reached are at distance 0, a block that shares dame
/// or a region with one of them at distance 1, and so on. Blocks beyond the distance cannot be captured.
const DISTANCES: [u8; 4] = [1, 2, 3, u8::MAX];

/// The buffers of local search.
#[derive(Debug, Default)]
pub(in crate::territory) struct LocalSearch {
    /// The safe blocks of the original board.
    safety: Safety,
    position: CanonicalPosition,
    finder: LocalGameFinder,
    proofs: ProofSearch,
    /// Whether the results show how attempts to get more are refuted.
    shows_attempts: bool,
    /// The certificates of the settled local games, if they are wanted.
    certificates: Option<Vec<Certification>>,
}

impl LocalSearch {
    /// Sets whether the results show how attempts to get more are refuted. This takes another search of each local game.
    pub(in crate::territory) const fn show_attempts(&mut self, shows_attempts: bool) {
        self.shows_attempts = shows_attempts;
    }

    /// Starts to write certificates.
    pub(in crate::territory) fn start_certificates(&mut self) {
        self.certificates = Some(Vec::new());
    }

    /// Returns the certificates since [`Self::start_certificates`], and writes no more.
    pub(in crate::territory) fn take_certificates(&mut self) -> Vec<Certification> {
        self.certificates.take().unwrap_or_default()
    }

    /// Searches the local games of a position and returns the results. The answers of all fills lie between the two of
    /// `bounds`. `verdict` holds the static answer at the call, and the final one afterwards.
    pub(in crate::territory) fn search(
        &mut self,
        analysis: &Analysis,
        bounds: [&Verdict; 2],
        region_eyes: &RegionEyes,
        scope: SearchScope,
        verdict: &mut Verdict,
    ) -> Vec<LocalResult> {
        let eye_bounds = EyeBounds::of_regions(analysis, region_eyes);
        self.safety.find(analysis, &eye_bounds);
        if !LocalGameFinder::has_local_games(analysis, &self.safety) {
            return Vec::new();
        }
        let maps = self.set_canonical(analysis, &eye_bounds);
        self.position.certainty = match scope {
            SearchScope::Uncertain => Some(Certainty::find(analysis, bounds, verdict).on_canonical(maps[0])),
            SearchScope::Whole => None,
        };
        let results = self.search_all(maps[0]);
        let points = |map: &BoardMap| -> Vec<PointResult> {
            merge(results.iter().flat_map(|result| &result.points).map(|point| point.on_original(*map)))
        };
        apply(&combine(maps.iter().map(points).collect()), analysis, verdict);
        verdict.unsettled_mut().is_unread =
            results.iter().any(|result| result.is_seed_uncertain && result.local.is_unread);
        results.into_iter().map(|result| result.on_original(maps[0])).collect()
    }

    /// Sets the canonical board, and returns the maps from it to the original board: more than one if the board is
    /// symmetric.
    fn set_canonical(&mut self, analysis: &Analysis, eye_bounds: &[EyeBounds]) -> Vec<BoardMap> {
        let orientations = Orientation::canonical(analysis);
        let (position, dead) = orientations[0].oriented(analysis);
        self.position.set_board(&position, &dead);
        let canonical = &self.position.analysis;
        let to_original = |orientation| BoardMap::new(orientation, canonical.grid(), analysis.grid());
        let maps: Vec<BoardMap> = orientations.into_iter().map(to_original).collect();
        let bounds_of = |region: &Region| {
            let point = canonical.points(region)[0];
            eye_bounds[analysis.region(usize::from(maps[0].cell(point)))]
        };
        let eye_bounds = canonical.regions().iter().map(bounds_of).collect();
        self.position.set_eye_bounds(eye_bounds);
        maps
    }

    /// Searches the local games of the canonical board, one after another.
    fn search_all(&mut self, map: BoardMap) -> Vec<CanonicalResult> {
        let mut results: Vec<CanonicalResult> = Vec::new();
        let mut left = BOARD_BUDGET;
        self.finder.begin(&self.position);
        while let Some(seed) = self.finder.next_seed() {
            let result = self.search_around(seed, map, left);
            left = left.saturating_sub(result.local.nodes);
            results.push(result);
        }
        results
    }

    /// Searches a local game around the block `seed`, and extends the game as long as the search succeeds. Returns the
    /// last result with an answer, if there is one. `left` is the number of states that may still be visited. A
    /// certificate is written on the original board.
    fn search_around(&mut self, seed: usize, map: BoardMap, left: u32) -> CanonicalResult {
        let Self { position, finder, proofs, shows_attempts, certificates, .. } = self;
        let is_uncertain = position.certainty.is_none() || finder.uncertain_blocks()[seed];
        let (distances, budget) = match (&position.certainty, is_uncertain) {
            (None, _) => (&DISTANCES[3..], BUDGET),
            (Some(_), true) => (&DISTANCES[..], BUDGET),
            (Some(_), false) => (&DISTANCES[..1], SMALL_BUDGET),
        };
        let mut best: Option<(CanonicalResult, Extent, MappedGame)> = None;
        let mut nodes = 0;
        for &distance in distances {
            let extent = Gatherer::gather(position, finder.uncertain_blocks(), seed, distance);
            let mapped = MappedGame::new(position, &extent);
            let budget = if best.is_some() { budget.min(WIDER_BUDGET) } else { budget };
            let budget = budget.min(left.saturating_sub(nodes));
            let result = CanonicalResult::search(proofs, &position.analysis, &extent, &mapped, budget);
            nodes += result.local.nodes;
            let is_last = result.local.is_unread || extent.is_whole();
            if !result.local.is_unread || best.is_none() {
                best = Some((result, extent, mapped));
            }
            if is_last {
                break;
            }
        }
        let (mut best, extent, mapped) = best.expect("the result of the first distance");
        if *shows_attempts && !best.local.is_unread {
            best.add_attempts(proofs, &mapped);
        }
        if let Some(certificates) = certificates.as_mut().filter(|_| !best.local.is_unread) {
            certificates.push(Certificate::make(proofs, map, position, &extent, &mapped));
        }
        // blocks that only a failed search has seen still start a game of their own
        finder.finish(&extent);
        (best.is_seed_uncertain, best.local.nodes) = (is_uncertain, nodes);
        best
    }
}
