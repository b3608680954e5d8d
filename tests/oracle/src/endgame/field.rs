//! The points of a small board as sets of bits.

/// A set of points: bit `y * width + x`.
pub(super) type Set = u64;

/// Black's and White's stones.
pub(super) type Stones = [Set; 2];

/// A board of at most 64 points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    width: u32,
    all: Set,
    not_left: Set,
    not_right: Set,
}

/// The points of a set, each as a set.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

/// The number of points in a set.
pub(super) const fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

impl Field {
    pub(super) fn new(width: usize, height: usize) -> Self {
        assert!(width * height <= 64, "too large a board");
        let at = |x: usize, y: usize| 1 << (y * width + x);
        let column = |x: usize| (0..height).fold(0, |set, y| set | at(x, y));
        let all = (0..width).fold(0, |set, x| set | column(x));
        let width = u32::try_from(width).expect("a small board");
        Self {
            width,
            all,
            not_left: all & !column(0),
            not_right: all & !column(width as usize - 1),
        }
    }

    pub(super) const fn all(&self) -> Set {
        self.all
    }

    /// Returns a set with its adjacent points.
    pub(super) const fn grow(&self, set: Set) -> Set {
        let sides = (set & self.not_left) >> 1 | (set & self.not_right) << 1;
        (set | sides | set << self.width | set >> self.width) & self.all
    }

    /// Returns the points that are connected to `first` within a set.
    pub(super) fn connected(&self, first: Set, within: Set) -> Set {
        let mut found = first;
        loop {
            let more = self.grow(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Splits a set into its connected parts.
    pub(super) fn parts(&self, mut set: Set) -> impl Iterator<Item = Set> {
        std::iter::from_fn(move || {
            let part = self.connected(set & set.wrapping_neg(), set);
            set ^= part;
            (part != 0).then_some(part)
        })
    }

    pub(super) const fn empty(&self, stones: Stones) -> Set {
        self.all & !(stones[0] | stones[1])
    }

    /// The moves to try, `best` first: a pass, which is the empty set, and the empty points that no
    /// player holds (`safe`).
    pub(super) fn moves(
        &self,
        stones: Stones,
        safe: [Set; 2],
        best: Set,
    ) -> impl Iterator<Item = Set> + use<> {
        let open = self.empty(stones) & !safe[0] & !safe[1] & !best;
        let pass = (best != 0).then_some(0);
        std::iter::once(best).chain(pass).chain(each(open))
    }

    /// Returns the board after a move of `color` at an empty point, the captured stones, and
    /// whether they can be retaken as a ko. Returns `None` if the move is suicide.
    pub(super) fn play(
        &self,
        mut stones: Stones,
        color: usize,
        at: Set,
    ) -> Option<(Stones, Set, bool)> {
        let other = 1 - color;
        stones[color] |= at;
        let empty = self.empty(stones);
        let mut captured = 0;
        for stone in each(self.grow(at) & stones[other]) {
            let chain = self.connected(stone, stones[other]);
            if self.grow(chain) & empty == 0 {
                captured |= chain;
            }
        }
        stones[other] ^= captured;
        let own = self.connected(at, stones[color]);
        let liberties = self.grow(own) & self.empty(stones);
        let is_ko = own == at && liberties == captured && count(captured) == 1;
        (liberties != 0).then_some((stones, captured, is_ko))
    }

    /// Returns the points that `color` holds even if he always passes: his chains that are
    /// unconditionally alive (Benson, "Life in the game of Go", 1976), and the regions in which
    /// every empty point is a liberty of such a chain.
    pub(super) fn safe(&self, stones: Stones, color: usize) -> Set {
        let empty = self.empty(stones);
        let mut chains: Vec<Set> = self.parts(stones[color]).collect();
        let mut regions: Vec<Set> = self.parts(self.all & !stones[color]).collect();
        let is_eye = |region: Set, chain: Set| {
            let around = self.grow(chain);
            around & region != 0 && region & empty & !around == 0
        };
        loop {
            let alive = chains.iter().fold(0, |set, chain| set | chain);
            regions.retain(|&region| self.grow(region) & stones[color] & !alive == 0);
            let before = chains.len();
            chains.retain(|&chain| {
                regions
                    .iter()
                    .filter(|&&region| is_eye(region, chain))
                    .count()
                    >= 2
            });
            if chains.len() == before {
                let held = regions
                    .into_iter()
                    .filter(|&region| chains.iter().any(|&chain| is_eye(region, chain)));
                return held.fold(alive, |set, region| set | region);
            }
        }
    }

    /// Returns the empty points that only stones of one player surround, for each player.
    pub(super) fn territory(&self, stones: Stones) -> [Set; 2] {
        let mut territory = [0; 2];
        for region in self.parts(self.empty(stones)) {
            let around = stones.map(|stones| self.grow(region) & stones != 0);
            if around[0] != around[1] {
                territory[usize::from(around[1])] |= region;
            }
        }
        territory
    }
}
