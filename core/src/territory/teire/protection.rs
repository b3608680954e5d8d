//! Finds the protective moves of a position.

use super::board::{ProtectionBoard, Spot};
use super::capture::CaptureSearch;
use super::local::LocalSearch;
use crate::Stop;
use crate::board::{Cell, Color, Orientation, idx16};
use crate::sort::{sort, sort_by_key};
use crate::territory::reset;
use crate::territory::{Analysis, OwedMove, ProtectiveMove, Status, Step, TerritoryMap};

/// The maximum number of liberties of a chain that a double threat may capture.
const MAX_WEAK_LIBERTIES: usize = 3;

/// A living chain that touches a living stone of the opponent and has few liberties.
#[derive(Clone, Debug)]
pub(super) struct WeakChain {
    pub(super) owner: Color,
    /// A stone of the chain.
    stone: u16,
    pub(super) liberties: Vec<u16>,
}

/// Finds the protective moves of one position after another.
#[derive(Debug, Default)]
pub(crate) struct Protection {
    /// The search on the canonical board. All points and colours here belong to this board, so
    /// the answer is the same for every orientation, and after a swap of the colours.
    pub(super) search: CaptureSearch,
    pub(super) local: LocalSearch,
    /// The status of each cell.
    pub(super) statuses: Vec<Status>,
    /// The statuses and the board before the first protective move.
    start: (Vec<Status>, ProtectionBoard),
    pub(super) weak: Vec<WeakChain>,
    /// For each cell, whether the cell or its chain has been examined.
    pub(super) seen: Vec<bool>,
    /// The protective moves, in the order in which they were found.
    owed: Vec<OwedMove>,
    /// Whether the moves in `owed` get refutations.
    shows_refutations: bool,
}

/// A chain whose fate decides whether its surroundings stay territory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    /// The owner of the territory.
    pub(super) owner: Color,
    /// A stone of the chain: a living stone of `owner`, or a dead stone of his opponent.
    pub(super) stone: u16,
}

/// The threat that a protective move answers.
#[derive(Clone, Debug)]
pub(super) enum Threat {
    /// The opponent captures one chain.
    Capture,
    /// A move by the opponent at the point of the protective move threatens chains, and no answer
    /// saves all of them.
    Double(DoubleThreat),
    /// The opponent takes this dame, and then captures the chain.
    Cut(u16),
    /// The opponent captures a chain after a series of ataris.
    Ataris(Series),
    /// The opponent saves dead stones.
    Life,
}

/// A series of ataris and their answers, after which a chain can be captured.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// The ataris and answers.
    pub(super) moves: Vec<Step>,
    /// A stone of the chain that can then be captured.
    pub(super) stone: u16,
}

/// A threat to capture several chains.
#[derive(Clone, Debug)]
pub(super) struct DoubleThreat {
    /// A stone of each chain.
    pub(super) targets: Vec<u16>,
    /// The answers that might save one of the chains.
    pub(super) answers: Vec<u16>,
}

impl Protection {
    /// Ends the search for protective moves once `stop` is set.
    pub(crate) fn watch(&mut self, stop: &Stop) {
        self.search.stop = stop.clone();
    }

    /// Removes from the territory in `map` the points that their owners have to fill, and adds
    /// the points under dead stones in neutral regions.
    ///
    /// Returns the protective moves, in the order found, and their refutations if these are wanted.
    pub(crate) fn evaluate(
        &mut self,
        analysis: &Analysis,
        map: &mut TerritoryMap,
        shows_refutations: bool,
    ) -> Vec<OwedMove> {
        self.shows_refutations = shows_refutations;
        let orientation = self.set_position(analysis, map);
        self.search.begin();
        self.local.begin(&self.search.stop);
        self.protect_all();
        self.leave_out_superfluous_moves();
        let origins = orientation.origins();
        let mut statuses = vec![Status::Border; analysis.cells().len()];
        for (&origin, &status) in origins.iter().zip(&self.statuses) {
            statuses[usize::from(origin)] = seen_status(status, &orientation);
        }
        map.set_all(analysis, &statuses);
        let owed = std::mem::take(&mut self.owed).into_iter();
        owed.map(|one| seen_move(one, &orientation, &origins))
            .collect()
    }

    /// Sets up the canonical board of a position, with the points that the players claim in `map`.
    fn set_position(&mut self, analysis: &Analysis, map: &TerritoryMap) -> Orientation {
        let mut statuses = vec![Status::Border; analysis.cells().len()];
        for cell in analysis.empty() {
            statuses[cell] = map.statuses()[cell];
        }
        let spots = spots(analysis, &statuses);
        let orientation = Orientation::first(analysis.grid(), |cell, orientation| {
            let status = seen_status(statuses[cell], orientation);
            (spots[cell].seen(orientation), status)
        });
        let turned = orientation.origins().into_iter().map(usize::from);
        let turned: Vec<(Spot, Status)> = turned
            .map(|origin| {
                let status = seen_status(statuses[origin], &orientation);
                (spots[origin].seen(&orientation), status)
            })
            .collect();
        self.statuses = turned.iter().map(|&(_, status)| status).collect();
        let board = &mut self.search.board;
        board.set(orientation.grid(), turned.iter().map(|&(spot, _)| spot));
        self.give_eyes_of_living_groups();
        self.give_points_behind_dame();
        self.give_points_under_dead_stones();
        self.remove_captured();
        self.start.0.clone_from(&self.statuses);
        self.start.1.copy(&self.search.board);
        orientation
    }

    /// Plays protective moves until none is owed.
    fn protect_all(&mut self) {
        // the loop ends because each move fills a point
        while !self.search.stop.is_set()
            && (self.protect_from_cut() || self.protect() || self.protect_from_local_loss())
        {
        }
    }

    /// Leaves out moves as long as fewer moves protect everything. A move that was found early may
    /// be superfluous because a later move protects the same stones. Needed in 0.7 % of games.
    fn leave_out_superfluous_moves(&mut self) {
        let mut number = 0;
        while number < self.owed.len() && !self.search.stop.is_set() {
            let owner = self.owed[number].owed.owner;
            let of_owner = self.owed.iter().filter(|one| one.owed.owner == owner);
            if of_owner.count() > 1 && self.leave_out(number) {
                number = 0;
            } else {
                number += 1;
            }
        }
    }

    /// Sets up the position again and plays all protective moves except one, then any others that
    /// turn out to be owed. Returns whether fewer moves are enough; if not, the moves stay the
    /// same. They also stay the same if the searches ran out of states, because the moves found
    /// might then be too few.
    fn leave_out(&mut self, number: usize) -> bool {
        let before = self.statuses.clone();
        let mut others = std::mem::take(&mut self.owed);
        let left_out = others.remove(number);
        self.statuses.clone_from(&self.start.0);
        self.search.board.copy(&self.start.1);
        for one in &others {
            self.play_owed(one.clone());
        }
        let mut is_enough = false;
        if !self.is_owed_again(&left_out) {
            self.protect_all();
            let is_searched = self.search.budget.is_left() && self.local.is_budget_left();
            is_enough = is_searched && self.owed.len() <= others.len();
        }
        if !is_enough {
            others.insert(number, left_out);
            self.owed = others;
            // the next attempt sets up the board again, and nothing else reads the board
            self.statuses = before;
        }
        is_enough
    }

    /// Returns whether the threat that a move answered is still there without the move.
    fn is_owed_again(&mut self, left_out: &OwedMove) -> bool {
        let ProtectiveMove { owner, stone, .. } = left_out.owed;
        match left_out.cut {
            Some(joint) => !self.cut_off(joint, owner).is_empty(),
            // another move has captured the stone
            None if self.search.board.color(stone).is_none() => false,
            None => self.search.can_capture(stone, owner) || self.succeeds(Stake { owner, stone }),
        }
    }

    /// Gives the points under a dead block in a neutral region to the player who captures it, if
    /// any of his stones next to the block has territory. Otherwise, his stones are in seki, and
    /// the points stay neutral. To capture a stone, he fills all dame next to it, so these dame are
    /// also his, unless both players claim them. All points that can be given are given at once, so
    /// their order makes no difference. Needed in 3.2 % of games.
    fn give_points_under_dead_stones(&mut self) {
        loop {
            let points = 0..idx16(self.statuses.len());
            let given: Vec<(u16, Color)> = points
                .filter_map(|point| Some((point, self.captor_of_dead_stone(point)?)))
                .collect();
            if given.is_empty() {
                return;
            }
            let mut claims: Vec<(u16, Color)> = Vec::new();
            for &(point, owner) in &given {
                self.statuses[usize::from(point)] = Status::territory(owner);
                let board = &self.search.board;
                claims.extend(board.neighbours(point).map(|cell| (cell, owner)));
            }
            for &(cell, owner) in &claims {
                if self.search.board.spot(cell) == Spot::Dame
                    && !claims.contains(&(cell, owner.opponent()))
                {
                    self.search.board.take_dame(owner, cell);
                }
            }
        }
    }

    /// Returns the player who captures the dead stone on a neutral point. Returns `None` if there
    /// is no dead stone, or if no stone of the player next to its block has territory.
    fn captor_of_dead_stone(&self, point: u16) -> Option<Color> {
        let (Status::Dame, Spot::Dead(color)) = (
            self.statuses[usize::from(point)],
            self.search.board.spot(point),
        ) else {
            return None;
        };
        let owner = color.opponent();
        let is_captured = self.search.board.neighbours(point).into_iter().any(|cell| {
            match self.search.board.spot(cell) {
                Spot::Living(_) => self.has_liberty_in_territory(cell, owner),
                // another stone of the block
                Spot::Dead(other) => other == color && self.is_territory(cell, owner),
                _ => false,
            }
        });
        is_captured.then_some(owner)
    }

    /// Returns whether the chain of a stone has a liberty in the territory of `owner`.
    fn has_liberty_in_territory(&self, stone: u16, owner: Color) -> bool {
        let board = &self.search.board;
        board
            .around(stone)
            .any(|cell| board.spot(cell) == Spot::Empty && self.is_territory(cell, owner))
    }

    /// Removes dead blocks that have no liberty except dame. They are removed all at once, because
    /// each removal gives other blocks a liberty. A block that a living stone has joined stays.
    /// Needed in 1.3 % of games.
    fn remove_captured(&mut self) {
        let board = &mut self.search.board;
        let mut captured: Vec<u16> = (0..idx16(self.statuses.len())).collect();
        captured.retain(|&cell| {
            matches!(board.spot(cell), Spot::Dead(_))
                && !board.board.has_liberty(cell.into())
                && board
                    .chain(cell)
                    .all(|stone| matches!(board.spot(stone), Spot::Dead(_)))
        });
        for stone in captured {
            board.remove(stone);
        }
    }

    /// Plays protective moves. Returns whether any was owed. Chains with the fewest liberties come
    /// first.
    fn protect(&mut self) -> bool {
        self.find_weak_chains();
        let mut is_owed = false;
        for number in 0..self.weak.len() {
            let WeakChain { owner, stone, .. } = self.weak[number];
            is_owed |= self.protect_chain(stone, owner);
        }
        is_owed || self.protect_from_double_threat() || self.protect_from_ataris()
    }

    /// Lists the weak chains, those with the fewest liberties first.
    fn find_weak_chains(&mut self) {
        self.weak.clear();
        reset(&mut self.seen, self.statuses.len());
        let board = &self.search.board;
        for stone in 0..idx16(self.statuses.len()) {
            let Spot::Living(owner) = board.spot(stone) else {
                continue;
            };
            if self.seen[usize::from(stone)] {
                continue;
            }
            board
                .chain(stone)
                .for_each(|stone| self.seen[usize::from(stone)] = true);
            let Some(liberties) = board.board.few_liberties(stone.into(), MAX_WEAK_LIBERTIES)
            else {
                continue;
            };
            // dead stones may capture stones inside the territory, but stay dead
            if board.touches_living_opponent(stone, owner) {
                self.weak.push(WeakChain {
                    owner,
                    stone,
                    liberties,
                });
            }
        }
        sort_by_key(&mut self.weak, |chain| chain.liberties.len());
    }

    pub(super) fn is_territory(&self, point: u16, owner: Color) -> bool {
        self.statuses[usize::from(point)] == Status::territory(owner)
    }

    /// Lets the owner of the chain of `stone` save it with one or two moves, if it can be captured.
    /// Returns whether any move was played. Needed in 4.7 % of games.
    fn protect_chain(&mut self, stone: u16, owner: Color) -> bool {
        if !self.search.can_capture(stone, owner) {
            return false;
        }
        let moves = self.search.defences(stone, owner);
        let saving = self.saving_moves(&moves, owner, &[stone]);
        for &point in &saving {
            self.owe(
                ProtectiveMove {
                    owner,
                    point,
                    stone,
                },
                &Threat::Capture,
            );
        }
        !saving.is_empty()
    }

    /// Returns a move among `moves` that saves the chains of `stones`. If there is none, returns
    /// two moves that together save them, or an empty list if no two moves do.
    pub(super) fn saving_moves(&mut self, moves: &[u16], owner: Color, stones: &[u16]) -> Vec<u16> {
        for &point in moves {
            if self.is_territory(point, owner) && self.saves(point, owner, stones) {
                return vec![point];
            }
        }
        self.saving_pair(moves, owner, stones)
            .map_or(Vec::new(), Vec::from)
    }

    /// Returns two points that together save the chains of `stones`, the first of them among
    /// `moves`. Needed in 1.1 % of games.
    fn saving_pair(&mut self, moves: &[u16], owner: Color, stones: &[u16]) -> Option<[u16; 2]> {
        moves.iter().find_map(|&first| {
            if !self.is_territory(first, owner) || !self.search.board.play(owner, first) {
                return None;
            }
            let answers: Vec<u16> = stones
                .iter()
                .flat_map(|&stone| self.search.defences(stone, owner))
                .collect();
            let second = answers
                .into_iter()
                .find(|&point| self.is_territory(point, owner) && self.saves(point, owner, stones));
            self.search.board.board.undo();
            second.map(|second| [first, second])
        })
    }

    /// Returns whether a legal move by `owner` at `point` saves all chains of `stones`.
    fn saves(&mut self, point: u16, owner: Color, stones: &[u16]) -> bool {
        if !self.search.board.play(owner, point) {
            return false;
        }
        let saves = !stones
            .iter()
            .any(|&stone| self.search.can_capture(stone, owner));
        self.search.board.board.undo();
        saves
    }

    /// Lets a player fill a point where the opponent would threaten chains and no move would save
    /// all of them. Returns whether a move was played. Needed in 0.4 % of games.
    fn protect_from_double_threat(&mut self) -> bool {
        for (point, owner) in self.threatening_points() {
            if self.saves(point, owner, &[])
                && let Some(threat) = self.double_threat(point, owner)
            {
                self.owe(
                    ProtectiveMove {
                        owner,
                        point,
                        stone: threat.targets[0],
                    },
                    &Threat::Double(threat),
                );
                return true;
            }
        }
        false
    }

    /// Returns the points where a move by the opponent might threaten a weak chain: the liberties
    /// of the weak chains and of the opponent's chains next to them. The points lie in the
    /// territory of the threatened chain's owner, and each comes with that owner.
    fn threatening_points(&self) -> Vec<(u16, Color)> {
        let board = &self.search.board;
        let mut points: Vec<(u16, Color)> = Vec::new();
        for chain in &self.weak {
            let owner = chain.owner;
            points.extend(chain.liberties.iter().map(|&point| (point, owner)));
            for cell in board.around(chain.stone) {
                if board.color(cell) == Some(owner.opponent()) {
                    let liberties = board.board.few_liberties(cell.into(), MAX_WEAK_LIBERTIES);
                    let liberties = liberties.unwrap_or_default().into_iter();
                    points.extend(liberties.map(|point| (point, owner)));
                }
            }
        }
        points.retain(|&(point, owner)| self.is_territory(point, owner));
        sort(&mut points);
        points.dedup();
        points
    }

    /// Returns the chains that a move by the opponent at `point` threatens, if no answer saves all
    /// of them.
    fn double_threat(&mut self, point: u16, owner: Color) -> Option<DoubleThreat> {
        let mut targets: Vec<u16> = Vec::new();
        if !self.search.board.play(owner.opponent(), point) {
            return None;
        }
        let board = &self.search.board;
        let attacking = board.board.representative(point.into());
        let near = self.weak.iter().filter(|chain| {
            chain.owner == owner
                && (chain.liberties.contains(&point)
                    || board.around(chain.stone).any(|cell| {
                        board.color(cell) == Some(owner.opponent())
                            && board.board.representative(cell.into()) == attacking
                    }))
        });
        targets.extend(near.map(|chain| chain.stone));
        targets.retain(|&stone| self.search.can_capture(stone, owner));
        let mut answers: Vec<u16> = Vec::new();
        for point in (targets.iter()).flat_map(|&stone| self.search.defences(stone, owner)) {
            if !answers.contains(&point) {
                answers.push(point);
            }
        }
        let touches_dame = targets
            .iter()
            .any(|&stone| self.search.dame_next_to(stone).is_some());
        let is_threat = touches_dame
            && !answers
                .iter()
                .any(|&point| self.saves(point, owner, &targets));
        self.search.board.board.undo();
        is_threat.then_some(DoubleThreat { targets, answers })
    }

    /// Plays a protective move.
    pub(super) fn owe(&mut self, owed: ProtectiveMove, threat: &Threat) {
        let mut refutation = Vec::new();
        if self.shows_refutations {
            // refutations have their own budget, so that the answer is the same without them
            let full = self.search.full_budget();
            let spent = std::mem::replace(&mut self.search.budget, full);
            refutation = self.refutation(owed, threat);
            self.search.budget = spent;
        }
        let cut = match threat {
            Threat::Cut(joint) => Some(*joint),
            Threat::Capture | Threat::Double(_) | Threat::Ataris(_) | Threat::Life => None,
        };
        self.play_owed(OwedMove {
            owed,
            cut,
            frees_dead: matches!(threat, Threat::Life),
            refutation,
        });
    }

    /// Plays a protective move. If the move answers a cut, the opponent first takes the dame that
    /// joins the chains.
    fn play_owed(&mut self, one: OwedMove) {
        let ProtectiveMove { owner, point, .. } = one.owed;
        let board = &mut self.search.board;
        if let Some(joint) = one.cut {
            board.take_dame(owner.opponent(), joint);
        }
        self.statuses[usize::from(point)] = Status::FalseEye;
        self.search.board.settle(owner, point);
        self.owed.push(one);
    }
}

/// Returns the content of each cell of a position, with the dead stones and the filled false eyes.
fn spots(analysis: &Analysis, statuses: &[Status]) -> Vec<Spot> {
    let dead = analysis.dead_colors();
    let cells = analysis.cells().iter().enumerate();
    let spots = cells.map(|(index, cell)| match cell {
        Cell::Border => Spot::Border,
        Cell::Black => Spot::Living(Color::Black),
        Cell::White => Spot::Living(Color::White),
        Cell::Empty => match (dead[index], statuses[index]) {
            (Some(color), _) => Spot::Dead(color),
            (None, Status::Dame) => Spot::Dame,
            (None, Status::FalseEye) => analysis.regions()[analysis.region(index)]
                .owner
                .map_or(Spot::Dame, Spot::Living),
            _ => Spot::Empty,
        },
    });
    spots.collect()
}

/// Maps a status to the canonical board, or back.
fn seen_status(status: Status, orientation: &Orientation) -> Status {
    let owner = status.owner();
    owner.map_or(status, |owner| Status::territory(orientation.color(owner)))
}

/// Maps a move on the canonical board to the original board.
fn seen_move(mut one: OwedMove, orientation: &Orientation, origins: &[u16]) -> OwedMove {
    let origin = |place: u16| origins[usize::from(place)];
    one.owed = ProtectiveMove {
        owner: orientation.color(one.owed.owner),
        point: origin(one.owed.point),
        stone: origin(one.owed.stone),
    };
    one.cut = one.cut.map(origin);
    for (player, point) in &mut one.refutation {
        (*player, *point) = (orientation.color(*player), point.map(origin));
    }
    one
}
