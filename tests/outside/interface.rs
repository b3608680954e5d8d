//! The public interface of `seichi-core`. This file does not compile if one of these functions
//! changes its signature, or one of these types loses a field or variant or changes its type.
//! Such a change breaks users: note it in CHANGELOG.md. New items are listed when they are stable.
#![allow(clippy::type_complexity, reason = "they are the types of functions")]

use seichi_core::Stop;
use seichi_core::board::{
    Action, BadSize, Cell, Color, Grid, MoveFault, Point, Position, Replayed, Size, check_points,
    replay,
};
use seichi_core::dead::{
    BadOwnership, ChainLife, DeadFrom, Estimate, Estimator, Ownership, OwnershipJudgement,
    Playouts, UnclosedBorder, count_board, judge, remove_dead, take_off, unclosed_borders,
};
use seichi_core::labels::{Claims, Label, LabelCheck, LabelLine, LabelMap, Resolved};
use seichi_core::rules::{Count, Method, PlayerScore, Points, Rules, Tax};
use seichi_core::safety::{Doubt, Safety, doubts, doubts_of_estimate};
use seichi_core::sgf::{
    DecodedText, Encoding, Game, HeaderOverrides, Headers, Info, KomiFrom, Marks, Record, Recorded,
    Score, UnknownEncoding, interpret, is_draw_word, parse_result, read, result_text, write_scores,
};
use seichi_core::skip::{Reason, Skip, Stage};
use seichi_core::territory::{
    Analysis, Block, Boundary, Evaluator, OwedMove, PointCounts, Region, STRATEGIES, Scoring,
    Status, Strategy, TerritoryMap, Trace, strategy, territory_map,
};

// board
const _: [Color; 2] = Color::BOTH;
const _: fn(Color) -> Color = Color::opponent;
const _: fn(Color) -> usize = Color::index;
const _: fn(Cell) -> Option<Color> = Cell::color;
const _: fn(u8, u8) -> Point = Point::new;
const _: fn(&str) -> Option<Point> = Point::from_sgf;
const _: fn(Point, Size) -> String = Point::name;
const _: fn(u32, u32) -> Result<Size, BadSize> = Size::new;
const _: [fn(Size) -> u8; 2] = [Size::width, Size::height];
const _: fn(Size, Point) -> bool = Size::contains;
const _: fn(Size) -> Position = Position::new;
const _: fn(&str) -> Option<Position> = Position::from_diagram;
const _: fn(&Position) -> Size = Position::size;
const _: fn(&Position, Point) -> Cell = Position::get;
const _: fn(&mut Position, Point, Option<Color>) = Position::set;
const _: fn(&Position, Color) -> u32 = Position::stones;
const _: fn(Size, &[Action]) -> Result<Replayed, (usize, Point)> = replay;
const _: fn(Size, &[Action]) -> Result<(), (usize, Point)> = check_points;
const _: fn(Point) -> [u8; 2] = Point::to_sgf;
const _: fn(Size) -> usize = Size::points;
const _: fn(Size, Point) -> usize = Size::index_of;
const _: fn(&Position) -> &[Cell] = Position::cells;
const _: fn(&Position) -> Grid = Position::grid;
const _: fn(Grid, Point) -> usize = Grid::index;
const _: fn(Grid, usize) -> Point = Grid::point;
const _: [fn(Grid, usize) -> [usize; 4]; 2] = [Grid::neighbours, Grid::diagonals];

// rules
const _: [Rules; 8] = [
    Rules::JAPANESE,
    Rules::KOREAN,
    Rules::CHINESE,
    Rules::AGA,
    Rules::NEW_ZEALAND,
    Rules::ING,
    Rules::TROMP_TAYLOR,
    Rules::STONE_SCORING,
];
const _: fn(&str) -> Option<Rules> = Rules::from_text;
const _: fn(Rules) -> Method = Rules::method;
const _: fn(Rules) -> Tax = Rules::tax;
const _: Points = Points::ZERO;
const _: fn(i64) -> Points = Points::whole;
const _: fn(&str) -> Option<Points> = Points::parse;
const _: fn(Points) -> i32 = Points::hundredths;
const _: fn(Points) -> f64 = Points::to_f64;
const _: fn(Points) -> String = Points::signed;
const _: fn(&Count, [i32; 2]) -> Points = Count::margin;

// records
type Games<'a> = (DecodedText<'a>, Vec<Game>);
const _: fn(&[u8], Encoding) -> Result<Games<'_>, Skip> = read;
const _: fn(&Record, &HeaderOverrides) -> Result<Headers, Skip> = interpret;
const _: fn(&Headers) -> Result<Points, (Reason, String)> = Headers::margin;
const _: fn(&Headers, &Replayed) -> Count = Headers::count;
const _: fn(&str) -> Recorded = parse_result;
const _: fn(&str) -> bool = is_draw_word;
const _: fn(Points) -> String = result_text;
const _: fn(&[u8], Encoding, &[Option<Score>]) -> Vec<u8> = write_scores;
const _: fn() -> Encoding = <Encoding as Default>::default;
const _: fn(&str) -> Result<Encoding, UnknownEncoding> = <Encoding as std::str::FromStr>::from_str;

// territory, dead stones, labels, safety
const _: &[&Strategy] = STRATEGIES;
const _: fn(&str) -> Option<&'static Strategy> = strategy;
const _: fn(&Position, &Strategy) -> TerritoryMap = territory_map;
const _: fn(&TerritoryMap) -> &PointCounts = TerritoryMap::counts;
const _: fn(&TerritoryMap, Point) -> Status = TerritoryMap::get;
const _: fn(&TerritoryMap, Color) -> u32 = TerritoryMap::territory;
const _: fn(Status) -> Option<Color> = Status::owner;
const _: fn(&Position, &[Point]) -> (Position, [u32; 2]) = take_off;
const _: fn(DeadFrom) -> &'static str = DeadFrom::name;
const _: fn(&Position, &[Point], Count) -> (Position, Count) = remove_dead;
const _: fn(&Position, &[Point], Count, &Strategy, &mut Evaluator, &mut TerritoryMap) -> Count =
    count_board;
const _: fn() -> Estimator = Estimator::new;
const _: fn(&mut Estimator, &Stop) = Estimator::watch;
const _: fn(&mut Estimator, &Position, Playouts) -> Estimate = Estimator::estimate;
const _: fn(&mut Estimator, &Position, Playouts) -> Vec<ChainLife> = Estimator::chains_in_one_round;
const _: fn(Size, Vec<Vec<f64>>) -> Result<Ownership, BadOwnership> = Ownership::new;
const _: fn(&Ownership, Point) -> f64 = Ownership::mean;
const _: fn(&Ownership, &Position) -> Vec<ChainLife> = Ownership::chains;
const _: fn(&Position, &Ownership) -> OwnershipJudgement = judge;
const _: fn(&Position, &[Point], &Ownership) -> Vec<UnclosedBorder> = unclosed_borders;
const _: fn(Vec<Doubt>, Vec<ChainLife>, f64) -> Safety = Safety::new;
const _: fn(&Safety) -> bool = Safety::is_safe;
const _: fn(&Position, &[Point], Method, &Estimate, &mut Evaluator) -> Vec<Doubt> = doubts;
const _: fn(&Position, &[Point], Playouts, &mut [ChainLife], &mut Estimator) -> Vec<Doubt> =
    doubts_of_estimate;
const _: fn(&Doubt) -> &'static str = Doubt::name;
const _: fn(&Doubt) -> &[Point] = Doubt::points;
const _: fn(&Position, &Record, Option<&LabelLine>, bool) -> Claims = Claims::new;
const _: fn(&Claims, DeadFrom) -> Option<(Vec<Point>, DeadFrom)> = Claims::dead;
const _: fn(Claims, Vec<Point>, DeadFrom, Option<Points>) -> Resolved = Claims::resolve;
const _: fn(&[u8]) -> Result<LabelLine, String> = LabelLine::parse;
const _: fn(&Label, &Position, &Count) -> LabelCheck = Label::check;
const _: fn() -> Evaluator = Evaluator::new;
const _: for<'a> fn(&'a mut Evaluator, &Position, &[Point]) -> Scoring<'a> = Evaluator::on;
const _: fn(&mut Scoring<'static>, &Strategy, &mut TerritoryMap) = Scoring::decide;
const _: fn(&mut Scoring<'static>, &Position, &Count, &Strategy, &mut TerritoryMap) =
    Scoring::decide_under;
const _: fn(&mut Scoring<'static>, &Strategy, &mut TerritoryMap) -> Trace = Scoring::trace;
const _: fn(&mut Scoring<'static>) -> Vec<OwedMove> = Scoring::owed_moves;
const _: fn(&Position, &[Point]) -> Analysis = Analysis::new;
const _: fn(&Analysis) -> &[Block] = Analysis::blocks;
const _: fn(&Analysis) -> &[Region] = Analysis::regions;
const _: for<'a> fn(&'a Analysis, &Region) -> &'a [u16] = Analysis::points;
const _: fn(Boundary) -> u16 = Boundary::half_eyes;
const _: fn(&mut TerritoryMap, &[u16], Status) = TerritoryMap::set;
const _: fn(&PointCounts, &Count) -> [PlayerScore; 2] = PointCounts::scores;
const _: &[Reason] = Reason::ALL;
const _: fn(Reason) -> &'static str = Reason::name;
const _: fn(Reason) -> Stage = Reason::stage;

/// Builds and matches the types whose fields and variants are public.
#[expect(dead_code, reason = "it only has to compile")]
fn fields(record: &Record, headers: &Headers, end: &Replayed, counts: PointCounts, game: &Game) {
    let _ = Count {
        rules: Rules::JAPANESE,
        komi: Points::ZERO,
        handicap: 0_u32,
        stones: [0_u32; 2],
        prisoners: [0_u32; 2],
        first_pass: None::<Color>,
        to_move: None::<Color>,
    };
    let _ = HeaderOverrides {
        rules: None::<Rules>,
        result: None::<Recorded>,
        missing_rules: None::<Rules>,
        missing_komi: None::<Points>,
    };
    let _ = Score {
        territory: None::<[Vec<Point>; 2]>,
        result: None::<String>,
        rules: None::<String>,
        komi: None::<String>,
    };
    let _ = Label {
        margin: None::<Points>,
        map: None::<LabelMap>,
    };
    let _: (&Size, &Vec<Action>, &Option<Marks>, &Info, usize) = (
        &record.size,
        &record.actions,
        &record.marks,
        &record.info,
        record.byte,
    );
    let _: [&Option<String>; 2] = [&record.info.result, &record.info.rules];
    let _: (Rules, Points, KomiFrom, u32, Recorded) = (
        headers.rules,
        headers.komi,
        headers.komi_from,
        headers.handicap,
        headers.result,
    );
    let _: (&Position, [u32; 2], u32, u32, &[(u32, MoveFault)]) = (
        &end.position,
        end.prisoners,
        end.moves,
        end.passes,
        &end.faults,
    );
    let _: [[u32; 2]; 2] = [counts.territory, counts.tax];
    let _: [u32; 3] = [counts.dame, counts.seki, counts.false_eyes];
    let _: (usize, &Result<Record, Skip>) = (game.number, &game.record);
    match Color::Black {
        Color::Black | Color::White => {}
    }
    match Cell::Empty {
        Cell::Black | Cell::White | Cell::Empty | Cell::Border => {}
    }
    match headers.result {
        Recorded::Margin(_) | Recorded::WithoutMargin(..) => {}
    }
}
