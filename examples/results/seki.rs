//! Eyes in seki, judged by the owners of their points, and pictures of these eyes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use seichi::board::Color;
use seichi::game::Evaluated;
use seichi::territory::{Analysis, Status};
use serde::Deserialize;

use super::evaluation::Game;

/// The ownership of the points of each game, row by row, by the name of the game.
pub(crate) type Owners = HashMap<String, Vec<f64>>;

/// Above this mean absolute ownership, an eye belongs to a player.
pub(crate) const OWNED: f64 = 0.9;

/// Below this mean absolute ownership, an eye belongs to neither player.
pub(crate) const NEUTRAL: f64 = 0.6;

/// The bounds of the classes of ownership on the page. Thresholds of 0.3 and 0.6 were proposed
/// before the games were looked at.
pub(crate) const BOUNDS: [f64; 5] = [0.0, 0.3, NEUTRAL, OWNED, 1.01];

/// A line of an ownership file.
#[derive(Deserialize)]
struct Line {
    game: String,
    ownership: Vec<f64>,
}

/// Reads an ownership file, which may be compressed with zstd.
pub(crate) fn read_owners(path: &Path) -> Result<Owners, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut bytes = fs::read(path).map_err(|error| failed(&error))?;
    if path.extension().is_some_and(|extension| extension == "zst") {
        bytes = zstd::decode_all(bytes.as_slice()).map_err(|error| failed(&error))?;
    }
    let mut owners = Owners::new();
    for line in bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let line: Line = serde_json::from_slice(line).map_err(|error| failed(&error))?;
        owners.insert(line.game, line.ownership);
    }
    Ok(owners)
}

/// A region that one colour surrounds.
pub(crate) struct Eye {
    /// For each strategy, the mean absolute ownership of the points that it calls eyes in seki, if
    /// there are any.
    pub(crate) in_seki: Vec<Option<f64>>,
    /// For each strategy, the mean absolute ownership of the points that are its territory, if
    /// there are any.
    pub(crate) territory: Vec<Option<f64>>,
    /// The colour that surrounds the region.
    pub(crate) color: Color,
    /// The points, as columns and rows, counted from 0.
    points: Vec<[usize; 2]>,
}

/// The eyes of a game that may be in seki, and the board.
pub(crate) struct Eyes {
    /// The eyes that a strategy considers in seki, or that belong to neither player.
    pub(crate) eyes: Vec<Eye>,
    /// The rows of the board: the colour of each stone, and whether it is dead.
    rows: Vec<Vec<Option<(Color, bool)>>>,
}

impl Eyes {
    /// Finds the eyes of a game with maps. `owner` is the ownership of a point, given its number in
    /// the grid.
    pub(crate) fn new(game: &Evaluated, owner: impl Fn(usize) -> f64) -> Self {
        let labelled = &game.labelled;
        let analysis = Analysis::new(&labelled.position, &labelled.dead);
        let grid = analysis.grid();
        let mut eyes = Vec::new();
        for (_, region, color) in analysis.controlled() {
            let points = || {
                let points = analysis
                    .points(region)
                    .iter()
                    .map(|&point| usize::from(point));
                points.filter(|&point| !analysis.is_dead(point))
            };
            let mean_where = |is_meant: &dyn Fn(Status) -> bool| -> Vec<Option<f64>> {
                let of = |map: &seichi::territory::TerritoryMap| {
                    let meant = points().filter(|&point| is_meant(map.statuses()[point]));
                    let values: Vec<f64> = meant.map(|point| owner(point).abs()).collect();
                    mean(&values)
                };
                let maps = game.answers.iter().map(|answer| answer.map.as_deref());
                maps.map(|map| of(map?)).collect()
            };
            let eye = Eye {
                in_seki: mean_where(&|status| status == Status::Seki),
                territory: mean_where(&|status| status.owner().is_some()),
                color,
                points: points()
                    .map(|point| {
                        <[usize; 2]>::from(grid.column_and_row(point)).map(|side| side - 1)
                    })
                    .collect(),
            };
            let is_neutral = eye.territory.iter().flatten().any(|&owner| owner < NEUTRAL);
            if is_neutral || eye.in_seki.iter().any(Option::is_some) {
                eyes.push(eye);
            }
        }
        let size = labelled.end.position.size();
        let mut rows = Vec::new();
        if !eyes.is_empty() {
            let stones: Vec<_> = size
                .iter()
                .map(|at| {
                    let color = labelled.end.position.get(at).color()?;
                    Some((color, labelled.dead.contains(&at)))
                })
                .collect();
            rows.extend(stones.chunks(size.width().into()).map(<[_]>::to_vec));
        }
        Self { eyes, rows }
    }

    /// Counts the eyes of each class of ownership that a strategy, given by its number, considers
    /// in seki.
    pub(crate) fn claimed(&self, strategy: usize) -> [usize; BOUNDS.len() - 1] {
        let mut counts = [0; BOUNDS.len() - 1];
        for owner in self.eyes.iter().filter_map(|eye| eye.in_seki[strategy]) {
            counts[BOUNDS[1..].iter().filter(|&&bound| owner >= bound).count()] += 1;
        }
        counts
    }

    /// Counts the eyes that belong to neither player, but that a strategy counts as territory.
    pub(crate) fn missed(&self, strategy: usize) -> usize {
        let is_missed = |eye: &&Eye| {
            eye.in_seki[strategy].is_none()
                && eye.territory[strategy].is_some_and(|owner| owner < NEUTRAL)
        };
        self.eyes.iter().filter(is_missed).count()
    }
}

/// Returns the mean of some numbers; `None` if there are none.
fn mean(values: &[f64]) -> Option<f64> {
    let count = f64::from(u32::try_from(values.len()).expect("few numbers"));
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / count)
}

/// The number of boards of each kind in the picture, in rows of ten.
const BOARDS: usize = 30;

/// The number of points that a picture shows on each side of the eye, and the distance between
/// points.
const REACH: usize = 4;
const STEP: usize = 8;

/// Returns a picture of eyes that one of two strategies considers in seki: thirty that belong to
/// neither player, and thirty that belong to a player. The CRC-32 of the game's name chooses them.
pub(crate) fn pictures(games: &[Game], strategies: [usize; 2]) -> String {
    let mut kinds: [Vec<(u32, f64, &Game, &Eye)>; 2] = Default::default();
    for game in games.iter().filter(|game| game.is_finished()) {
        let order = crc32fast::hash(game.name.as_bytes());
        for eye in game.eyes.iter().flat_map(|eyes| &eyes.eyes) {
            let owner = strategies
                .iter()
                .find_map(|&strategy| eye.in_seki[strategy]);
            match owner {
                Some(owner) if owner < NEUTRAL => kinds[0].push((order, owner, game, eye)),
                Some(owner) if owner > OWNED => kinds[1].push((order, owner, game, eye)),
                _ => {}
            }
        }
    }
    let side = STEP * (2 * REACH + 2);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-size=\"11\" \
         font-family=\"sans-serif\" stroke-linecap=\"round\" fill=\"none\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        10 * side + 8,
        6 * side + 48,
    );
    let titles = ["belongs to neither player", "belongs to a player"];
    for (half, (title, kind)) in titles.iter().zip(&mut kinds).enumerate() {
        kind.sort_by_key(|(order, ..)| *order);
        let top = half * (3 * side + 24);
        let _ = writeln!(
            text,
            "<text x=\"8\" y=\"{}\" fill=\"#000\">{title}</text>",
            top + 14
        );
        for (place, (_, owner, game, eye)) in kind.iter().take(BOARDS).enumerate() {
            let at = [8 + place % 10 * side, top + 24 + place / 10 * side];
            board(&mut text, at, *owner, game, eye);
        }
    }
    text + "</svg>\n"
}

/// Draws the board around an eye, with the top left corner at a place in the picture.
fn board(text: &mut String, [left, top]: [usize; 2], owner: f64, game: &Game, eye: &Eye) {
    let rows = &game.eyes.as_ref().expect("an eye of the game").rows;
    let range = |axis: usize, end: usize| {
        let middle = eye.points.iter().map(|point| point[axis]).sum::<usize>() / eye.points.len();
        let first = middle
            .saturating_sub(REACH)
            .min(end.saturating_sub(2 * REACH + 1));
        first..(first + 2 * REACH + 1).min(end)
    };
    let first = rows.first().expect("a game with eyes has a board");
    let (columns, lines) = (range(0, first.len()), range(1, rows.len()));
    // living stones, and dead ones
    let mut stones: [[String; 2]; 2] = Default::default();
    let (mut grid, mut marks) = (String::new(), String::new());
    let at = |x: usize, y: usize| format!("M{} {}", x - columns.start + 1, y - lines.start + 1);
    // a line continues where the board does
    let line = |range: &Range<usize>, end: usize| {
        let [before, behind] = [range.start > 0, range.end < end];
        let before = f64::from(u8::from(before)) / 2.0;
        let length = range.len() as f64 - 1.0 + before + f64::from(u8::from(behind)) / 2.0;
        (before, length)
    };
    for y in lines.clone() {
        let (before, length) = line(&columns, first.len());
        let _ = write!(grid, "{}m-{before} 0h{length}", at(columns.start, y));
        for x in columns.clone() {
            if let Some((color, is_dead)) = rows[y][x] {
                let path = &mut stones[usize::from(is_dead)][color.index()];
                let _ = write!(path, "{}h0", at(x, y));
            } else if eye.points.contains(&[x, y]) {
                let _ = write!(marks, "{}h0", at(x, y));
            }
        }
    }
    for x in columns.clone() {
        let (before, length) = line(&lines, rows.len());
        let _ = write!(grid, "{}m0-{before}v{length}", at(x, lines.start));
    }
    let _ = writeln!(
        text,
        "<g transform=\"translate({left},{top})scale({STEP})\"><title>{name}: ownership {owner:.2}</title>\
         <path d=\"{grid}\" stroke=\"#aaa\" stroke-width=\".1\"/>\
         {living}{dead}\
         <path d=\"{marks}\" stroke=\"#d22\" stroke-width=\".5\"/></g>",
        name = game.name.replace('&', "&amp;"),
        living = stones_in(&stones[0], 9),
        dead = stones_in(&stones[1], 5),
    );
}

/// Draws black and white stones of a diameter in tenths of the distance between lines.
fn stones_in([black, white]: &[String; 2], diameter: u32) -> String {
    format!(
        "<path d=\"{black}{white}\" stroke=\"#000\" stroke-width=\".{diameter}\"/>\
         <path d=\"{white}\" stroke=\"#fff\" stroke-width=\".{}\"/>",
        10 * diameter - 15,
    )
}
