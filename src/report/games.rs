//! `games.csv`, a row for each game and strategy, and `mismatches.csv`, those rows that differ from the label.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::columns::ColumnType::{self, Integer, Number, Text, YesNo};
use super::columns::{Column, CsvRows, column};
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome, NO_ANSWER};
use crate::sgf::result_text;
use crate::territory::Counts;

/// The columns of `mismatches.csv`. Those of `games.csv` are the same without [`Write::Category`] and
/// [`Write::Explain`]. New columns come last in both.
pub(super) const COLUMNS: &[Column<Write>] = &[
    game("game", Text, "the name of the game", |csv, outcome, _| csv.text(&outcome.name)),
    game("hash", Text, "a digest of the game's content", |csv, _, game| csv.name(&format!("{:016x}", game.hash))),
    game("size", Text, "`19` or `19x13`", |csv, _, game| csv.text(&game.size.to_string())),
    game("rules", Text, "a name or [KataGo's string](rules.md)", |csv, _, game| csv.text(&game.count.rules.name())),
    game("method", Text, "`territory` or `area`", |csv, _, game| csv.name(game.count.rules.method().name())),
    game("komi", Number, "the komi", |csv, _, game| csv.points(game.count.komi)),
    game("handicap", Integer, "the number of handicap stones", |csv, _, game| csv.integer(game.count.handicap)),
    game("moves", Integer, "the number of moves, passes included", |csv, _, game| csv.integer(game.moves)),
    game("encoding", Text, "the encoding of the file", |csv, outcome, _| csv.text(outcome.facts.encoding)),
    game("origin", Text, "who made the label: `KGS`, `gnugo`, `hand`, … or `unknown`", |csv, outcome, _| {
        csv.text(&outcome.facts.origin);
    }),
    game("label", Text, "the recorded result", |csv, _, game| {
        csv.text(&game.label_margin.map(result_text).unwrap_or_default());
    }),
    game("label_margin", Number, "the same as a number, positive where Black wins", |csv, _, game| {
        csv.optional_points(game.label_margin);
    }),
    game(
        "label_check",
        Text,
        "whether the label agrees with itself: see [Label check](#label-check)",
        |csv, _, game| csv.name(game.check.name()),
    ),
    column("strategy", Text, "the strategy or scorer", Write::Strategy),
    answer("margin", Number, "Black's score minus White's, komi included", |csv, answer| csv.points(answer.margin)),
    answer("margin_lo", Number, "the least margin that is possible where points are unsettled", |csv, answer| {
        csv.points(answer.interval[0]);
    }),
    answer(
        "margin_hi",
        Number,
        "the greatest margin, likewise; both are `margin` where all is settled",
        |csv, answer| csv.points(answer.interval[1]),
    ),
    answer("delta", Number, "`margin` minus `label_margin`", |csv, answer| {
        csv.optional_points(answer.comparison.map(|comparison| comparison.delta));
    }),
    answer("outcome", Text, "`exact`, `winner` (the right winner with a wrong margin) or `wrong`", |csv, answer| {
        csv.name(answer.comparison.map_or("", |comparison| comparison.outcome.name()));
    }),
    answer(
        "map_diff",
        Integer,
        "points with another owner than on the label's map; empty without a map",
        |csv, answer| {
            csv.optional(answer.comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences));
        },
    ),
    points("black_territory", "points of Black's territory", |counts| counts.territory[0]),
    points("white_territory", "points of White's territory", |counts| counts.territory[1]),
    game("black_prisoners", Integer, "stones that Black took, dead ones included", |csv, _, game| {
        csv.integer(game.count.prisoners[0]);
    }),
    game("white_prisoners", Integer, "stones that White took, dead ones included", |csv, _, game| {
        csv.integer(game.count.prisoners[1]);
    }),
    game("dead", Integer, "the number of dead stones", |csv, _, game| csv.integer(game.dead.len())),
    points("dame", "neutral points", |counts| counts.dame),
    points("seki_points", "eyes in seki, which are nobody's", |counts| counts.seki),
    points("false_eyes", "false eyes, which are nobody's", |counts| counts.false_eyes),
    column("flags", Text, "what was odd about the game: see [Flags](#flags)", Write::Flags),
    column("category", Text, "the kind of mismatch: see [Categories](#categories-of-mismatches)", Write::Category),
    column("explain", Text, "the command that shows the game", Write::Explain),
    game(
        "neutral",
        Integer,
        "neutral points: see [How finished a record is](#how-finished-a-record-is)",
        |csv, _, game| csv.integer(game.completeness.neutral),
    ),
    game("largest_neutral", Integer, "the size of the largest neutral region", |csv, _, game| {
        csv.integer(game.completeness.largest_neutral);
    }),
    game("ko_shapes", Integer, "the number of points where a ko was left", |csv, _, game| {
        csv.integer(game.completeness.ko_shapes);
    }),
    game(
        "open_borders",
        Integer,
        "the number of neutral regions in which the two sides do not meet",
        |csv, _, game| csv.integer(game.completeness.open_borders),
    ),
    game("finished", YesNo, "whether no border is open and no moves are missing", |csv, _, game| {
        csv.name(if game.is_finished() { "yes" } else { "no" });
    }),
    game(
        "safety",
        Text,
        "with `--safety`, else empty: `safe` or `unsure` ([Safe to score](dead-stones.md#safe-to-score))",
        |csv, _, game| csv.name(game.safety.as_ref().map_or("", |judged| judged.safety.verdict())),
    ),
    game("doubts", Text, "likewise: the kinds of doubts, separated by `;`", doubts),
    game(
        "certainty",
        Number,
        "likewise: how clearly the least clear chain lives or is dead, from 0 to 1",
        |csv, _, game| {
            csv.name(&game.safety.as_ref().map(|judged| format!("{:.3}", judged.safety.certainty)).unwrap_or_default());
        },
    ),
];

/// How to write the field of a column.
#[derive(Clone, Copy)]
pub(super) enum Write {
    /// A property of the game: the field is formatted once for all its rows.
    Game(fn(&mut CsvRows, &GameOutcome, &Evaluated)),
    /// The name of the strategy.
    Strategy,
    /// A property of the strategy's answer. Where a scorer has no answer, the field is empty.
    Answer(fn(&mut CsvRows, &Answer)),
    /// A number of points of the answer's map, likewise.
    Points(fn(&Counts) -> u32),
    /// The flags of the game and of the answer.
    Flags,
    /// The category of the mismatch, which `games.csv` does not have.
    Category,
    /// The command that shows the mismatch, likewise.
    Explain,
}

impl Write {
    pub(super) const fn is_in_games(self) -> bool {
        !matches!(self, Self::Category | Self::Explain)
    }
}

const fn game(
    name: &'static str,
    column_type: ColumnType,
    meaning: &'static str,
    write: fn(&mut CsvRows, &GameOutcome, &Evaluated),
) -> Column<Write> {
    column(name, column_type, meaning, Write::Game(write))
}

const fn answer(
    name: &'static str,
    column_type: ColumnType,
    meaning: &'static str,
    write: fn(&mut CsvRows, &Answer),
) -> Column<Write> {
    column(name, column_type, meaning, Write::Answer(write))
}

const fn points(name: &'static str, meaning: &'static str, points: fn(&Counts) -> u32) -> Column<Write> {
    column(name, Integer, meaning, Write::Points(points))
}

fn doubts(csv: &mut CsvRows, _: &GameOutcome, game: &Evaluated) {
    let mut kinds: Vec<&str> =
        game.safety.iter().flat_map(|judged| &judged.safety.doubts).map(|doubt| doubt.kind.name()).collect();
    kinds.dedup();
    csv.name(&kinds.join(";"));
}

/// The rows of a game in `games.csv` and in `mismatches.csv`, as bytes.
///
/// With a row for each strategy these are by far the largest files of a run. So rows are written field by field, fields
/// that the rows of a game share are formatted once, and so are those of strategies with the same answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameRows {
    /// Whether to write only the rows of `mismatches.csv`.
    #[serde(skip)]
    pub mismatches_only: bool,
    /// The rows of `games.csv`.
    #[serde(with = "super::text::bytes")]
    pub games: Vec<u8>,
    /// The rows of `mismatches.csv`.
    #[serde(with = "super::text::bytes")]
    pub mismatches: Vec<u8>,
}

impl GameRows {
    /// Adds the rows of `game`, the result in `outcome`. `names` are those of the strategies and then of the external
    /// scorers; `explain` returns the command that shows the game.
    pub fn add(&mut self, outcome: &GameOutcome, game: &Evaluated, names: &[String], explain: impl FnOnce() -> String) {
        let answers: Vec<Result<&Answer, &NoAnswer>> = game.all_answers().collect();
        let mismatches = answers.iter().filter(|answer| category(game, **answer).is_some()).count();
        if self.mismatches_only && mismatches == 0 {
            return;
        }
        let shared = SharedFields::of(outcome, game);
        let mut command = CsvRows::default();
        if mismatches > 0 {
            command.text(&explain());
        }
        // reserved at once, since growing row by row would copy the buffer again and again
        let row_room = shared.csv.0.len() + 100;
        self.games.reserve(answers.len() * row_room);
        self.mismatches.reserve(mismatches * (row_room + command.0.len()));
        let mut csv = CsvRows(std::mem::take(&mut self.games));
        // the fields of each answer behind its strategy, to copy them for an equal answer
        let mut written: Vec<AnswerFields> = Vec::with_capacity(answers.len());
        for (name, &answer) in names.iter().zip(&answers) {
            let category = category(game, answer);
            if self.mismatches_only && category.is_none() {
                written.push(AnswerFields::default());
                continue;
            }
            let row_start = csv.0.len();
            csv.0.extend_from_slice(shared.before_strategy());
            csv.name(name);
            let fields = match answers[..written.len()].iter().position(|earlier| *earlier == answer) {
                Some(same) => written[same].copy(&mut csv),
                None => AnswerFields::write(&mut csv, &shared, game, answer),
            };
            if let Some(category) = category {
                let (first, last) = (&csv.0[row_start..fields.mismatch], &csv.0[fields.mismatch..]);
                self.mismatches.extend_from_slice(first);
                self.mismatches.extend_from_slice(category.as_bytes());
                self.mismatches.push(b',');
                self.mismatches.extend_from_slice(&command.0);
                self.mismatches.extend_from_slice(last);
            }
            written.push(fields);
        }
        if !self.mismatches_only {
            self.games = csv.0;
        }
    }
}

/// Returns the category of a mismatch; `None` if the answer agrees with the label. If the game has a label, a missing
/// answer is a mismatch.
fn category(game: &Evaluated, answer: Result<&Answer, &NoAnswer>) -> Option<&'static str> {
    match answer {
        Ok(answer) => answer.category.map(Category::name),
        Err(_) => game.label_margin.map(|_| NO_ANSWER.0),
    }
}

/// The fields that all rows of a game share.
struct SharedFields {
    csv: CsvRows,
    /// The place of each column's field in `csv`; empty if rows do not share it.
    places: Vec<Range<usize>>,
}

impl SharedFields {
    fn of(outcome: &GameOutcome, game: &Evaluated) -> Self {
        let mut csv = CsvRows(Vec::with_capacity(200));
        let field = |column: &Column<Write>| {
            let start = csv.0.len();
            if let Write::Game(write) = column.write {
                write(&mut csv, outcome, game);
            }
            start..csv.0.len()
        };
        let places = COLUMNS.iter().map(field).collect();
        Self { csv, places }
    }

    /// Returns the fields before the name of the strategy, all of which are shared.
    fn before_strategy(&self) -> &[u8] {
        &self.csv.0[..self.places[STRATEGY].start]
    }
}

/// The index of the column `strategy`.
const STRATEGY: usize = {
    let mut index = 0;
    while !matches!(COLUMNS[index].write, Write::Strategy) {
        index += 1;
    }
    index
};

/// The fields behind the name of a strategy in a row of `games.csv`.
#[derive(Clone, Default)]
struct AnswerFields {
    /// Their place in the rows, with the end of the row.
    place: Range<usize>,
    /// Where in the rows a mismatch has its category and command.
    mismatch: usize,
}

impl AnswerFields {
    fn write(csv: &mut CsvRows, shared: &SharedFields, game: &Evaluated, answer: Result<&Answer, &NoAnswer>) -> Self {
        let (start, mut mismatch) = (csv.0.len(), 0);
        for (column, place) in COLUMNS.iter().zip(&shared.places).skip(STRATEGY + 1) {
            match (column.write, answer) {
                (Write::Game(_), _) => csv.0.extend_from_slice(&shared.csv.0[place.clone()]),
                (Write::Answer(write), Ok(answer)) => write(csv, answer),
                (Write::Points(points), Ok(answer)) => csv.optional(answer.counts.as_ref().map(points)),
                (Write::Answer(_) | Write::Points(_), Err(_)) => csv.empty(),
                (Write::Flags, Ok(answer)) => flags(csv, game, &answer.flags()),
                (Write::Flags, Err(why)) => flags(csv, game, &[format!("no_answer={}", why.name())]),
                (Write::Category, _) => mismatch = csv.0.len(),
                (Write::Strategy | Write::Explain, _) => {}
            }
        }
        csv.end_row();
        Self { place: start..csv.0.len(), mismatch }
    }

    /// Writes the same fields again.
    fn copy(&self, csv: &mut CsvRows) -> Self {
        let start = csv.0.len();
        csv.0.extend_from_within(self.place.clone());
        Self { place: start..csv.0.len(), mismatch: start + self.mismatch - self.place.start }
    }
}

/// Writes the flags of the game, followed by those of an answer.
fn flags(csv: &mut CsvRows, game: &Evaluated, own: &[String]) {
    csv.text(&[game.flags.as_slice(), own].concat().join(";"));
}
