//! The fills that are tried. Each is a measure that gives a dame point to one colour, rules for
//! ties, and a way to treat the points that are decided.

use seichi::board::{Cell, Color};
use seichi::territory::{Analysis, Dame, Strategy};

/// A fill that is tried.
#[derive(Debug)]
pub(crate) struct Tried {
    /// Its description.
    name: &'static str,
    measure: Measure,
    ties: &'static [Tie],
    how: How,
}

/// The number that decides which colour gets a dame point: the larger number wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The number of adjacent stones.
    Stones,
    /// The number of adjacent stones, where filled dame count as stones, until nothing changes.
    StonesRepeated,
    /// The number of adjacent blocks.
    Blocks,
    /// The number of diagonal stones.
    Diagonals,
    /// Twice the number of adjacent stones plus the number of diagonal stones.
    Around,
    /// Minus the number of adjacent stones: the minority.
    Fewest,
    /// Minus the liberties of the adjacent block with the fewest liberties.
    Weakest,
    /// Minus the smallest number of regions that an adjacent block controls.
    Eyeless,
    /// The size of the largest adjacent block.
    Largest,
    /// Minus the size of the smallest adjacent block.
    Smallest,
    /// The total size of all adjacent blocks.
    Sum,
    /// The liberties of the adjacent block with the most liberties.
    Strongest,
    /// The largest number of regions that an adjacent block controls.
    Eyes,
    /// The number of stones in the square of five by five points around the point.
    Near,
    /// No colour wins: every point is a tie.
    Nothing,
}

/// A rule for a point where the measures of both colours are equal. In a list of rules, the first
/// that decides applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    /// Like a chessboard; in each region of dame, the first point is black.
    Chess,
    /// Black on every other row of the board.
    Stripes,
    /// Black and White in turn, in each region of dame.
    Turns,
    /// The colour for which this measure is larger.
    By(Measure),
    /// The point stays empty, but joins the blocks of each colour that touch it, as in `linked`.
    Join,
    /// The point stays empty and joins nothing.
    Empty,
    /// A random colour, from this seed and the point.
    Chance(u64),
}

/// The way to treat a decided point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// A stone of the colour, which joins its own blocks and opposes the others.
    Stone,
    /// A stone; in addition, every dame joins the blocks of each colour that touch it.
    StoneAndAcross,
    /// No stone: only the blocks of this colour that touch the point are joined. Nothing opposes.
    JoinOnly,
    /// Only points that two blocks of both colours touch are decided by the measure; all other
    /// points join, as in `linked`.
    ContestedOnly,
}

/// The names of the random fills, which are controls.
pub(crate) const CONTROLS: [&str; 3] = ["chance-1", "chance-2", "chance-3"];

/// Returns fills that choose each colour at random, with the seeds 1 to 3.
pub(crate) fn controls() -> [&'static Strategy; 3] {
    let ties: [&'static [Tie]; 3] = [&[Tie::Chance(1)], &[Tie::Chance(2)], &[Tie::Chance(3)]];
    std::array::from_fn(|number| -> &'static Strategy {
        let fill = Tried {
            name: CONTROLS[number],
            measure: Measure::Nothing,
            ties: ties[number],
            how: How::Stone,
        };
        fill.leaked()
    })
}

/// All fills that are tried, in the order of the table.
pub(crate) fn tried() -> Vec<&'static Strategy> {
    use How::{ContestedOnly, JoinOnly, Stone, StoneAndAcross};
    use Measure::{
        Around, Blocks, Diagonals, Eyeless, Eyes, Fewest, Largest, Near, Nothing, Smallest, Stones,
        StonesRepeated, Strongest, Sum, Weakest,
    };
    use Tie::{By, Chess, Empty, Join, Stripes, Turns};
    let list: &[(Measure, &'static [Tie], How)] = &[
        (Stones, &[Chess], Stone),
        (Stones, &[Stripes], Stone),
        (Stones, &[Turns], Stone),
        (Stones, &[Empty], Stone),
        (Stones, &[Join], Stone),
        (Stones, &[By(Blocks), Join], Stone),
        (Stones, &[By(Blocks), Empty], Stone),
        (Stones, &[By(Diagonals), Join], Stone),
        (Stones, &[By(Diagonals), Empty], Stone),
        (Stones, &[By(Diagonals), Chess], Stone),
        (Stones, &[By(Weakest), Join], Stone),
        (Stones, &[By(Eyeless), Join], Stone),
        (Stones, &[By(Smallest), Join], Stone),
        (Stones, &[By(Largest), Join], Stone),
        (StonesRepeated, &[Chess], Stone),
        (StonesRepeated, &[Empty], Stone),
        (StonesRepeated, &[Join], Stone),
        (Blocks, &[Chess], Stone),
        (Blocks, &[Turns], Stone),
        (Blocks, &[Empty], Stone),
        (Blocks, &[Join], Stone),
        (Blocks, &[By(Stones), Join], Stone),
        (Blocks, &[By(Diagonals), Join], Stone),
        (Around, &[Chess], Stone),
        (Around, &[Empty], Stone),
        (Around, &[Join], Stone),
        (Weakest, &[Chess], Stone),
        (Weakest, &[Empty], Stone),
        (Weakest, &[Join], Stone),
        (Eyeless, &[Chess], Stone),
        (Eyeless, &[Empty], Stone),
        (Eyeless, &[Join], Stone),
        (Largest, &[Join], Stone),
        (Smallest, &[Join], Stone),
        (Fewest, &[Chess], Stone),
        (Fewest, &[Join], Stone),
        (Nothing, &[By(Diagonals), Join], Stone),
        (Stones, &[Chess], StoneAndAcross),
        (Stones, &[Empty], StoneAndAcross),
        (Blocks, &[Empty], StoneAndAcross),
        (Weakest, &[Empty], StoneAndAcross),
        (Stones, &[Empty], JoinOnly),
        (Stones, &[Join], JoinOnly),
        (Blocks, &[Join], JoinOnly),
        (Weakest, &[Join], JoinOnly),
        (Eyeless, &[Join], JoinOnly),
        (Stones, &[Join], ContestedOnly),
        (Weakest, &[Join], ContestedOnly),
        (Eyeless, &[Join], ContestedOnly),
        (Nothing, &[Empty], ContestedOnly),
        (Stones, &[By(Largest), Empty], Stone),
        (Stones, &[By(Largest), By(Diagonals), Join], Stone),
        (Stones, &[By(Diagonals), By(Largest), Join], Stone),
        (Stones, &[By(Largest), Join], StoneAndAcross),
        (Stones, &[By(Diagonals), Join], StoneAndAcross),
        (Stones, &[By(Sum), Join], Stone),
        (Stones, &[By(Strongest), Join], Stone),
        (Stones, &[By(Eyes), Join], Stone),
        (Stones, &[By(Eyes), By(Largest), Join], Stone),
        (Stones, &[By(Near), Join], Stone),
        (Near, &[Join], Stone),
        (Around, &[By(Largest), Join], Stone),
        (Around, &[By(Strongest), Join], Stone),
        (Blocks, &[By(Largest), Join], Stone),
        (StonesRepeated, &[By(Largest), Join], Stone),
        (Strongest, &[Join], Stone),
        (Sum, &[Join], Stone),
    ];
    let strategy = |&(measure, ties, how): &(Measure, &'static [Tie], How)| -> &'static Strategy {
        let words = [how.words().to_owned(), measure.words().to_owned()].into_iter();
        let otherwise = ties.iter().map(|tie| format!("else {}", tie.words()));
        let words: Vec<String> = words
            .filter(|words| !words.is_empty())
            .chain(otherwise)
            .collect();
        let name = String::leak(words.join("; "));
        Tried {
            name,
            measure,
            ties,
            how,
        }
        .leaked()
    };
    list.iter().map(strategy).collect()
}

impl Measure {
    fn words(self) -> &'static str {
        match self {
            Self::Stones => "most adjacent stones",
            Self::StonesRepeated => {
                "most adjacent stones, filled dame included, until nothing changes"
            }
            Self::Blocks => "most adjacent blocks",
            Self::Diagonals => "most stones on the diagonals",
            Self::Around => "most stones around, adjacent ones counted twice",
            Self::Fewest => "fewest adjacent stones",
            Self::Weakest => "the block with the fewest liberties",
            Self::Eyeless => "the block that controls the fewest regions",
            Self::Largest => "the largest block",
            Self::Smallest => "the smallest block",
            Self::Sum => "the larger sum of blocks",
            Self::Strongest => "the block with the most liberties",
            Self::Eyes => "the block that controls the most regions",
            Self::Near => "most stones within two lines",
            Self::Nothing => "",
        }
    }
}

impl Tie {
    fn words(self) -> &'static str {
        match self {
            Self::Chess => "like a chessboard",
            Self::Stripes => "by row",
            Self::Turns => "in turn",
            Self::By(measure) => measure.words(),
            Self::Join => "empty, joining what touches it",
            Self::Empty => "empty",
            Self::Chance(_) => "by chance",
        }
    }
}

impl How {
    const fn words(self) -> &'static str {
        match self {
            Self::Stone => "",
            Self::StoneAndAcross => "every dame joins what touches it, and besides",
            Self::JoinOnly => "no stones: only the winner's blocks are joined",
            Self::ContestedOnly => {
                "only where two blocks of both colours touch; elsewhere empty, joining"
            }
        }
    }
}

impl Tried {
    /// Returns the fill as a strategy, which lives until the program ends.
    fn leaked(self) -> &'static Strategy {
        let name = self.name;
        let fill = Box::leak(Box::new(move |dame: &mut Dame<'_>| self.fill(dame)));
        Box::leak(Box::new(Strategy::fill(name, "a fill that is tried", fill)))
    }
}

/// The decision on a dame point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Stone(Color),
    Join,
    Empty,
}

/// The board, with the liberties, regions and size of each block.
struct Board<'a> {
    analysis: &'a Analysis,
    /// The cells; filled dame count as stones in [`Measure::StonesRepeated`].
    cells: Vec<Cell>,
    /// For each block, its liberties, the regions it controls, and its stones.
    blocks: Vec<[i32; 3]>,
}

impl<'a> Board<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        let (grid, cells) = (analysis.grid(), analysis.cells());
        let mut blocks: Vec<_> = analysis
            .blocks()
            .iter()
            .map(|block| [0, 0, i32::from(block.stones)])
            .collect();
        for index in grid
            .points()
            .filter(|&index| cells[index].color().is_none())
        {
            for block in adjacent(analysis, index, None) {
                blocks[block][0] += 1;
            }
        }
        for region in analysis
            .regions()
            .iter()
            .filter(|region| region.owner.is_some())
        {
            for &block in analysis.blocks_around(region) {
                blocks[usize::from(block)][1] += 1;
            }
        }
        Self {
            analysis,
            cells: cells.to_vec(),
            blocks,
        }
    }

    fn count(&self, cells: [usize; 4], color: Color) -> i32 {
        cells
            .iter()
            .map(|&cell| i32::from(self.cells[cell].color() == Some(color)))
            .sum()
    }

    /// The measure of a point for a colour.
    fn measure(&self, measure: Measure, index: usize, color: Color) -> i32 {
        let grid = self.analysis.grid();
        let blocks = adjacent(self.analysis, index, Some(color));
        let of = |number: usize| blocks.iter().map(move |&block| self.blocks[block][number]);
        match measure {
            Measure::Stones | Measure::StonesRepeated => self.count(grid.neighbours(index), color),
            Measure::Fewest => -self.count(grid.neighbours(index), color),
            Measure::Diagonals => self.count(grid.diagonals(index), color),
            Measure::Around => {
                2 * self.count(grid.neighbours(index), color)
                    + self.count(grid.diagonals(index), color)
            }
            Measure::Blocks => i32::try_from(blocks.len()).unwrap_or(4),
            Measure::Weakest => of(0).min().map_or(i32::MIN, |least| -least),
            Measure::Eyeless => of(1).min().map_or(i32::MIN, |least| -least),
            Measure::Largest => of(2).max().unwrap_or(0),
            Measure::Smallest => of(2).min().map_or(i32::MIN, |least| -least),
            Measure::Sum => of(2).sum(),
            Measure::Strongest => of(0).max().unwrap_or(0),
            Measure::Eyes => of(1).max().unwrap_or(-1),
            Measure::Near => {
                let (column, row) = grid.column_and_row(index);
                let mut count = 0;
                for other in grid.points() {
                    let (c, r) = grid.column_and_row(other);
                    let near = c.abs_diff(column) <= 2 && r.abs_diff(row) <= 2;
                    count += i32::from(near && self.cells[other].color() == Some(color));
                }
                count
            }
            Measure::Nothing => 0,
        }
    }

    /// The colour for which a measure is larger.
    fn larger(&self, measure: Measure, index: usize) -> Option<Color> {
        let [black, white] = Color::BOTH.map(|color| self.measure(measure, index, color));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The distinct blocks next to a point, of one colour or of both.
fn adjacent(analysis: &Analysis, index: usize, color: Option<Color>) -> Vec<usize> {
    let stones = analysis
        .grid()
        .neighbours(index)
        .into_iter()
        .filter(|&cell| {
            let stone = analysis.cells()[cell].color();
            stone.is_some() && (color.is_none() || stone == color)
        });
    let mut blocks: Vec<usize> = stones.map(|cell| analysis.block(cell)).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}

impl Tried {
    fn fill(&self, dame: &mut Dame<'_>) {
        let analysis = dame.analysis();
        let mut board = Board::new(analysis);
        let regions = || {
            analysis
                .regions()
                .iter()
                .filter(|region| region.owner.is_none())
        };
        let points = || {
            regions()
                .flat_map(|region| analysis.points(region))
                .map(|&point| usize::from(point))
        };
        if self.measure == Measure::StonesRepeated {
            loop {
                let open = points().filter(|&point| board.cells[point].color().is_none());
                let found: Vec<_> = open
                    .filter_map(|point| Some((point, board.larger(Measure::Stones, point)?)))
                    .collect();
                if found.is_empty() {
                    break;
                }
                for (point, color) in found {
                    board.cells[point] = Cell::from(color);
                }
            }
        }
        let mut choices = vec![Choice::Empty; analysis.cells().len()];
        for region in regions() {
            let (mut turn, mut first) = (Color::Black, None);
            for &point in analysis.points(region) {
                let index = usize::from(point);
                let (column, row) = analysis.grid().column_and_row(index);
                let first = *first.get_or_insert((column + row) % 2);
                choices[index] = self.choice(
                    &board,
                    index,
                    [(column + row + first) % 2, row % 2],
                    &mut turn,
                );
            }
        }
        for index in points() {
            let of = |color| adjacent(analysis, index, Some(color)).len();
            let is_contested = Color::BOTH.iter().all(|&color| of(color) >= 2);
            match (choices[index], self.how) {
                (_, How::ContestedOnly) if !is_contested => choices[index] = Choice::Join,
                (Choice::Stone(color), How::JoinOnly | How::ContestedOnly) => {
                    dame.join_across(index, color);
                    choices[index] = Choice::Empty;
                }
                _ => {}
            }
            if choices[index] == Choice::Join {
                for color in Color::BOTH {
                    dame.join_across(index, color);
                }
            }
        }
        dame.fill_some(|index, _| match choices[index] {
            Choice::Stone(color) => Some(color),
            Choice::Join | Choice::Empty => None,
        });
        if self.how == How::StoneAndAcross {
            dame.join_across_points();
        }
    }
}

impl Tried {
    fn choice(
        &self,
        board: &Board<'_>,
        index: usize,
        parities: [usize; 2],
        turn: &mut Color,
    ) -> Choice {
        let decided = match self.measure {
            Measure::StonesRepeated => board.cells[index].color(),
            measure => board.larger(measure, index),
        };
        if let Some(color) = decided {
            return Choice::Stone(color);
        }
        for tie in self.ties {
            let color = match tie {
                Tie::Chess => Some(Color::BOTH[parities[0]]),
                Tie::Stripes => Some(Color::BOTH[parities[1]]),
                Tie::Turns => Some(std::mem::replace(turn, turn.opponent())),
                Tie::By(measure) => board.larger(*measure, index),
                Tie::Join => return Choice::Join,
                Tie::Empty => return Choice::Empty,
                Tie::Chance(seed) => Some(
                    *fastrand::Rng::with_seed(seed << 32 | index as u64)
                        .choice(&Color::BOTH)
                        .expect("two colours"),
                ),
            };
            if let Some(color) = color {
                return Choice::Stone(color);
            }
        }
        Choice::Empty
    }
}
