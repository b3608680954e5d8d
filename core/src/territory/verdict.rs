//! A strategy's answer, region by region.

use super::{Analysis, Status};
use crate::board::Color;
use crate::rules::{Count, PlayerScore};

/// The status of every region of a position, and the number of points with each status.
///
/// All points of a region have one status, unless only some of its points were filled as false
/// eyes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    // comes first, because the derived `==` then finds most differences at once
    counts: PointCounts,
    /// For each region, its status, or `None` if its points have different statuses.
    regions: Vec<Option<Status>>,
    /// The points of regions with mixed statuses, each with its status.
    points: Vec<(u16, Status)>,
}

/// The number of points with each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointCounts {
    /// Points of territory of Black and of White.
    pub territory: [u32; 2],
    /// Points of regions that no colour controls.
    pub dame: u32,
    /// Points of controlled regions that are not territory because the stones around them are in
    /// seki.
    pub seki: u32,
    /// Points of false eyes.
    pub false_eyes: u32,
    /// Black's and White's points of territory that a tax on groups takes.
    pub tax: [u32; 2],
    /// The dead stones in eyes in seki that are not prisoners of Black and of White, because they
    /// stay on the board.
    pub left_in_seki: [u32; 2],
}

impl PointCounts {
    /// Returns Black's and White's points of territory after tax, and without the dead stones that
    /// are not prisoners.
    pub fn scored(&self) -> [i32; 2] {
        let lost = [0, 1].map(|color| self.tax[color] + self.left_in_seki[color]);
        [0, 1].map(|color| self.territory[color].cast_signed() - lost[color].cast_signed())
    }

    /// Returns the scores of Black and of White.
    pub fn scores(&self, count: &Count) -> [PlayerScore; 2] {
        let mut scores = count.scores(self.scored());
        for (score, left) in scores.iter_mut().zip(self.left_in_seki) {
            score.territory += left.cast_signed();
            score.prisoners -= left;
        }
        scores
    }
}

impl Clone for Verdict {
    fn clone(&self) -> Self {
        Self {
            regions: self.regions.clone(),
            points: self.points.clone(),
            counts: self.counts,
        }
    }

    /// Copies into the existing buffers; the derived method would allocate.
    fn clone_from(&mut self, other: &Self) {
        self.regions.clone_from(&other.regions);
        self.points.clone_from(&other.points);
        self.counts = other.counts;
    }
}

impl Verdict {
    /// Resets the verdict: every region is dame.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.counts = PointCounts::default();
        self.regions.clear();
        self.regions
            .resize(analysis.regions().len(), Some(Status::Dame));
        self.points.clear();
    }

    /// Sets the status of a region.
    pub fn set(&mut self, region: usize, status: Status) {
        self.regions[region] = Some(status);
    }

    /// Sets the status of one point in a region with mixed statuses. The caller must set every
    /// point of the region.
    pub fn set_point(&mut self, region: usize, index: u16, status: Status) {
        self.regions[region] = None;
        self.points.push((index, status));
    }

    /// Sets the status of all points of a region, except the points where `is_false`: these are
    /// false eyes.
    pub(super) fn set_with_false_eyes(
        &mut self,
        analysis: &Analysis,
        region: usize,
        status: Status,
        is_false: impl Fn(usize) -> bool,
    ) {
        let points = analysis.points(&analysis.regions()[region]);
        match points
            .iter()
            .filter(|&&point| is_false(point.into()))
            .count()
        {
            0 => self.set(region, status),
            all if all == points.len() => self.set(region, Status::FalseEye),
            _ => {
                for &point in points {
                    self.set_point(
                        region,
                        point,
                        if is_false(point.into()) {
                            Status::FalseEye
                        } else {
                            status
                        },
                    );
                }
            }
        }
    }

    /// Overwrites the verdict with an external answer; `owner` returns the owner of each empty
    /// point. A point without an owner gets [`Status::Seki`] if one colour controls its region, and
    /// [`Status::Dame`] otherwise.
    pub fn set_owners(&mut self, analysis: &Analysis, owner: impl Fn(usize) -> Option<Color>) {
        self.set_statuses(analysis, |index| {
            let unowned = if analysis.is_dame(index) {
                Status::Dame
            } else {
                Status::Seki
            };
            owner(index).map_or(unowned, Status::territory)
        });
        self.count(analysis);
    }

    /// Overwrites the verdict; `status` returns the status of each empty point.
    pub(super) fn set_statuses(&mut self, analysis: &Analysis, status: impl Fn(usize) -> Status) {
        self.reset(analysis);
        for (number, region) in analysis.regions().iter().enumerate() {
            let points = analysis.points(region);
            let first = status(points[0].into());
            if points.iter().all(|&point| status(point.into()) == first) {
                self.set(number, first);
            } else {
                for &point in points {
                    self.set_point(number, point, status(point.into()));
                }
            }
        }
    }

    /// Returns the number of points in Black's territory and in White's that their owners fill.
    pub(crate) fn fills(&self, analysis: &Analysis) -> [u32; 2] {
        let mut fills = [0; 2];
        self.for_each_point(analysis, |index, status| {
            let owner = analysis.regions()[analysis.region(index)].owner;
            if let Some(owner) = owner.filter(|_| status == Status::FalseEye) {
                fills[owner.index()] += 1;
            }
        });
        fills
    }

    /// Returns how many more dame Black takes than White if the players take turns, `to_move`
    /// first, until all dame are taken, and until Black and White have filled as many points of
    /// their own as `fills` says.
    pub(crate) fn lead_in_dame(&self, to_move: Color, fills: [u32; 2]) -> i32 {
        let [dame, black, white] = [self.counts.dame, fills[0], fills[1]].map(u32::cast_signed);
        let last = (dame + black + white) % 2;
        let moves = if to_move == Color::Black { last } else { -last };
        (moves + white - black).clamp(-dame, dame)
    }

    /// Gives a player the dame that he takes in excess of his opponent's: Black takes `lead` more
    /// than White, as [`Self::lead_in_dame`] returns. Under area rules, the other dame make no
    /// difference.
    pub(crate) fn share_dame(&mut self, analysis: &Analysis, lead: i32) {
        let color = if lead > 0 { Color::Black } else { Color::White };
        let (mut statuses, mut dame) = (vec![Status::Dame; analysis.cells().len()], Vec::new());
        self.for_each_point(analysis, |index, status| {
            statuses[index] = status;
            dame.extend((status == Status::Dame).then_some(index));
        });
        for index in dame.into_iter().rev().take(lead.unsigned_abs() as usize) {
            statuses[index] = Status::territory(color);
        }
        let tax = self.counts.tax;
        self.set_statuses(analysis, |index| statuses[index]);
        self.count(analysis);
        self.set_tax(tax);
    }

    /// Turns points with any of the statuses `scored` into territory of the colours that surround
    /// them.
    pub(super) fn give_to_owners(&mut self, analysis: &Analysis, scored: &[Status]) {
        let of_regions = self.regions.iter_mut().enumerate();
        let of_regions = of_regions.filter_map(|(region, status)| Some((region, status.as_mut()?)));
        let of_points = self
            .points
            .iter_mut()
            .map(|(point, status)| (analysis.region(usize::from(*point)), status));
        for (region, status) in of_regions.chain(of_points) {
            if let Some(owner) = analysis.regions()[region].owner
                && scored.contains(status)
            {
                *status = Status::territory(owner);
            }
        }
        self.count(analysis);
    }

    /// Counts the points with each status.
    pub(super) fn count(&mut self, analysis: &Analysis) {
        let mut points = [0; Status::COUNT];
        for (status, region) in self.regions.iter().zip(analysis.regions()) {
            if let &Some(status) = status {
                points[status as usize] += region.size();
            }
        }
        for &(_, status) in &self.points {
            points[status as usize] += 1;
        }
        self.counts = PointCounts {
            territory: Color::BOTH.map(|color| points[Status::territory(color) as usize]),
            dame: points[Status::Dame as usize],
            seki: points[Status::Seki as usize],
            false_eyes: points[Status::FalseEye as usize],
            ..PointCounts::default()
        };
    }

    /// Leaves the dead stones in eyes in seki on the board: by Article 10 of the Japanese rules of
    /// 1989, they are not prisoners. Most servers count them.
    pub fn leave_dead_in_seki(&mut self, analysis: &Analysis) {
        let mut left = [0; 2];
        self.for_each_point(analysis, |index, status| {
            let is_left = status == Status::Seki && analysis.is_dead(index);
            let captor = analysis.regions()[analysis.region(index)].owner;
            if let Some(captor) = captor.filter(|_| is_left) {
                left[captor.index()] += 1;
            }
        });
        self.counts.left_in_seki = left;
    }

    /// Sets the points of territory that a tax on groups takes.
    pub(super) const fn set_tax(&mut self, tax: [u32; 2]) {
        self.counts.tax = tax;
    }

    /// Returns, for each region of the analysis, its status, or `None` if its points have different
    /// statuses.
    pub fn regions(&self) -> &[Option<Status>] {
        &self.regions
    }

    /// Returns the points of regions with mixed statuses, each with its status.
    pub fn points(&self) -> &[(u16, Status)] {
        &self.points
    }

    /// Returns the number of points with each status.
    pub const fn counts(&self) -> &PointCounts {
        &self.counts
    }

    /// Returns the status of the empty point `index`.
    pub fn status(&self, analysis: &Analysis, index: usize) -> Status {
        self.regions[analysis.region(index)].unwrap_or_else(|| {
            let found = self
                .points
                .iter()
                .find(|&&(point, _)| usize::from(point) == index);
            found.map_or(Status::Dame, |&(_, status)| status)
        })
    }

    /// Returns whether every point has the same owner in `other`, a verdict on the same position.
    /// The reasons why points have no owner may differ.
    pub fn same_territory(&self, other: &Self, analysis: &Analysis) -> bool {
        self.counts.territory == other.counts.territory
            && self
                .regions
                .iter()
                .zip(&other.regions)
                .zip(analysis.regions())
                .all(|((a, b), region)| match (a, b) {
                    (Some(a), Some(b)) => a.owner() == b.owner(),
                    _ => analysis.points(region).iter().all(|&point| {
                        let point = usize::from(point);
                        self.status(analysis, point).owner()
                            == other.status(analysis, point).owner()
                    }),
                })
    }

    /// Calls `see` with the index and the status of every empty point.
    pub fn for_each_point(&self, analysis: &Analysis, mut see: impl FnMut(usize, Status)) {
        // one loop over all points: loops for each region would mispredict the branch at their ends
        for (point, region) in analysis.region_points() {
            if let Some(status) = self.regions[region] {
                see(point, status);
            }
        }
        self.points
            .iter()
            .for_each(|&(point, status)| see(usize::from(point), status));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    const BLACK: Status = Status::BlackTerritory;
    const WHITE: Status = Status::WhiteTerritory;

    /// Returns a board with two regions of three points, one Black's and one White's.
    fn two_regions() -> Analysis {
        let position = Position::from_diagram("..xo.\n.xxo.\nxxoo.\n").expect("a board");
        Analysis::new(&position, &[])
    }

    /// Returns a verdict with the given statuses for the points of each region.
    fn verdict(analysis: &Analysis, statuses: [[Status; 3]; 2]) -> Verdict {
        let mut verdict = Verdict::default();
        verdict.reset(analysis);
        for (number, statuses) in statuses.into_iter().enumerate() {
            let points = analysis.points(&analysis.regions()[number]);
            if statuses == [statuses[0]; 3] {
                verdict.set(number, statuses[0]);
            } else {
                points
                    .iter()
                    .zip(statuses)
                    .for_each(|(&point, status)| verdict.set_point(number, point, status));
            }
        }
        verdict.count(analysis);
        verdict
    }

    #[test]
    fn set_owners_gives_statuses_and_counts() {
        let analysis = &two_regions();
        let white = usize::from(analysis.points(&analysis.regions()[1])[0]);
        let mut given = Verdict::default();
        given.set_owners(analysis, |index| match analysis.region(index) {
            0 => Some(Color::Black),
            _ => (index == white).then_some(Color::White),
        });
        assert_eq!(
            given,
            verdict(analysis, [[BLACK; 3], [WHITE, Status::Seki, Status::Seki]])
        );
        assert_eq!(given.regions(), [Some(BLACK), None]);
        assert_eq!(
            given
                .points()
                .iter()
                .map(|&(_, status)| status)
                .collect::<Vec<_>>(),
            [WHITE, Status::Seki, Status::Seki]
        );
        assert_eq!((given.counts().territory, given.counts().seki), ([3, 1], 2));
        assert_eq!(given.clone(), given);
    }

    #[test]
    fn same_territory_ignores_the_reasons_of_neutral_points() {
        let analysis = &two_regions();
        let [none, eye, dame] = [Status::Seki, Status::FalseEye, Status::Dame];
        let is_same = |a, b| verdict(analysis, a).same_territory(&verdict(analysis, b), analysis);
        assert!(is_same(
            [[BLACK; 3], [WHITE, none, none]],
            [[BLACK; 3], [WHITE, eye, dame]]
        ));
        assert!(is_same([[BLACK; 3], [none; 3]], [[BLACK; 3], [dame; 3]]));
        assert!(is_same(
            [[BLACK; 3], [none; 3]],
            [[BLACK; 3], [none, eye, dame]]
        ));
        assert!(
            !is_same(
                [[BLACK; 3], [WHITE, none, none]],
                [[BLACK; 3], [none, WHITE, none]]
            ),
            "the same count elsewhere"
        );
        assert!(
            !is_same([[BLACK; 3], [none; 3]], [[none; 3], [BLACK; 3]]),
            "the same count in another region"
        );
        assert!(!is_same([[BLACK; 3], [none; 3]], [[none; 3], [none; 3]]));
    }
}
