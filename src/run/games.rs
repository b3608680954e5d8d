//! The rows of games: `games.csv` has one for each game and strategy, `mismatches.csv` repeats the rows that differ
//! from the label, and `skipped.csv` has one for each skipped game.

use std::borrow::Cow;
use std::cell::LazyCell;

use GameValue::{Explain, Flags, MismatchCategory, OfAnswer, OfFile, OfGame, Strategy};

use super::columns::FieldValue::{self, Integer, Name, Number, Points, Text, YesNo};
use super::columns::{ColumnOf, ColumnType, CsvRows, Typed, columns};
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome, NO_ANSWER};
use crate::safety::Doubt;
use crate::sgf::result_text;
use crate::skip::Skip;

/// The columns of `mismatches.csv`, and of `games.csv`, which lacks [`MismatchCategory`] and [`Explain`]. New columns
/// come last.
pub(super) const COLUMNS: &[ColumnOf<GameValue>] = columns! {
    game: OfGame(Name), "the name of the game";
    hash: OfGame(Text(|game| format!("{:016x}", game.labelled.hash).into())), "a digest of the game's content";
    size: OfGame(Text(|game| game.labelled.size.to_string().into())), "the board size: `19` or `19x13`";
    rules: OfGame(Text(|game| game.labelled.count.rules.name())), "the rules: a name or [KataGo's string](rules.md)";
    method: OfGame(Text(|game| game.labelled.count.rules.method().name().into())),
        "how the game is counted: `territory` or `area`";
    komi: OfGame(Points(|game| Some(game.labelled.count.komi))), "komi, in points";
    handicap: OfGame(Integer(|game| Some(game.labelled.count.handicap.into()))), "the number of handicap stones";
    moves: OfGame(Integer(|game| Some(game.labelled.moves.into()))), "the number of moves, including passes";
    encoding: OfFile(Text(|outcome| outcome.facts.encoding.into())), "the text encoding of the file";
    origin: OfFile(Text(|outcome| outcome.facts.origin.as_str().into())),
        "the author of the label: `KGS`, `gnugo`, `hand`, … or `unknown`";
    label: OfGame(Text(|game| game.labelled.label.margin.map(result_text).unwrap_or_default().into())),
        "the label's result, such as `B+3.5`";
    label_margin: OfGame(Points(|game| game.labelled.label.margin)),
        "the label's margin in points, positive if Black wins";
    label_check: OfGame(Text(|game| game.labelled.label.check.name().into())),
        "whether marks, prisoners and komi give the recorded result: see [Label check](#label-check)";
    strategy: Strategy, "the strategy or scorer";
    margin: OfAnswer(Points(|answer| Some(answer.margin))), "Black's score minus White's, including komi";
    margin_lo: OfAnswer(Points(|answer| Some(answer.interval[0]))),
        "the lowest possible margin, if points are unsettled";
    margin_hi: OfAnswer(Points(|answer| Some(answer.interval[1]))),
        "the highest possible margin; both equal `margin` if everything is settled";
    delta: OfAnswer(Points(|answer| Some(answer.comparison?.delta))), "`margin` minus `label_margin`";
    outcome: OfAnswer(Text(|answer| answer.comparison.map_or("", |comparison| comparison.outcome.name()).into())),
        "`exact`, `winner` (right winner, wrong margin) or `wrong` (wrong winner)";
    map_diff: OfAnswer(Integer(|answer| Some(answer.comparison?.map?.0.into()))),
        "the number of points whose owner differs from the label's map; empty if label or answer has no map";
    black_territory: OfAnswer(Integer(|answer| Some(answer.counts?.territory[0].into()))),
        "the number of points of Black's territory";
    white_territory: OfAnswer(Integer(|answer| Some(answer.counts?.territory[1].into()))),
        "the number of points of White's territory";
    black_prisoners: OfGame(Integer(|game| Some(game.labelled.count.prisoners[0].into()))),
        "the number of stones that Black captured, including dead stones";
    white_prisoners: OfGame(Integer(|game| Some(game.labelled.count.prisoners[1].into()))),
        "the number of stones that White captured, including dead stones";
    dead: OfGame(Integer(|game| Some(game.labelled.dead.len() as u64))), "the number of dead stones";
    dame: OfAnswer(Integer(|answer| Some(answer.counts?.dame.into()))), "the number of neutral points";
    seki_points: OfAnswer(Integer(|answer| Some(answer.counts?.seki.into()))),
        "the number of points in eyes in seki, which neither side scores";
    false_eyes: OfAnswer(Integer(|answer| Some(answer.counts?.false_eyes.into()))),
        "the number of points in false eyes, which neither side scores";
    flags: Flags, "remarks on the game and the answer: see [Flags](#flags)";
    category: MismatchCategory, "the kind of mismatch: see [Categories](#categories-of-mismatches)";
    explain: Explain, "the command that shows the game";
    neutral: OfGame(Integer(|game| Some(game.completeness.neutral.into()))),
        "the number of neutral points: see [How finished a record is](#how-finished-a-record-is)";
    largest_neutral: OfGame(Integer(|game| Some(game.completeness.largest_neutral.into()))),
        "the number of points in the largest neutral region";
    ko_shapes: OfGame(Integer(|game| Some(game.completeness.ko_shapes.into()))), "the number of unfilled kos";
    open_borders: OfGame(Integer(|game| Some(game.completeness.open_borders.into()))),
        "the number of neutral regions with an open border";
    finished: OfGame(YesNo(Evaluated::is_finished)),
        "whether every border is closed and no comment says that moves are missing";
    safety: OfGame(Text(|game| game.labelled.safety.as_ref().map_or("", |judged| judged.safety.verdict()).into())),
        "with `--safety`: `safe` or `unsure` (see [Safe to score](dead-stones.md#safe-to-score)), else empty";
    doubts: OfGame(Text(|game| doubts(game).into())), "with `--safety`: the kinds of doubts, separated by `;`";
    certainty: OfGame(Number(certainty)), "with `--safety`: how clearly the least clear chain lives or dies (0 to 1)";
    date: OfFile(Text(|outcome| outcome.facts.date.as_str().into())), "the date as the record writes it (`DT`)";
};

/// The columns of `skipped.csv`.
pub(super) const SKIPPED: &[ColumnOf<FieldValue<Skip>>] = columns! {
    game: Name, "the name of the game";
    stage: Text(|skip| skip.reason.stage().name().into()), "the step that skipped the game: see [Stages](#stages)";
    reason: Text(|skip| skip.reason.name().into()), "the reason: see [Reasons for skipping](#reasons-for-skipping)";
    detail: Text(|skip| skip.detail.as_str().into()), "a description of the problem";
    byte: Integer(|skip| Some(skip.byte? as u64)),
        "the position of the problem or the game in the file, in bytes, if known";
};

/// How to get the value of a field in the row of a game and a strategy.
pub(super) enum GameValue {
    /// A property of the game: the field is formatted once for all its rows.
    OfGame(FieldValue<Evaluated>),
    /// A property of the file or the record, also formatted once.
    OfFile(FieldValue<GameOutcome>),
    /// The name of the strategy.
    Strategy,
    /// A property of the strategy's answer. Without an answer, the field is empty.
    OfAnswer(FieldValue<Answer>),
    /// The remarks on the game and on the answer.
    Flags,
    /// The category of the mismatch, only in `mismatches.csv`.
    MismatchCategory,
    /// The command that shows the mismatch, only in `mismatches.csv`.
    Explain,
}

impl GameValue {
    pub(super) const fn is_in_games(&self) -> bool {
        !matches!(self, Self::MismatchCategory | Self::Explain)
    }

    /// Returns whether all rows of a game have the same field.
    const fn is_of_game(&self) -> bool {
        matches!(self, Self::OfGame(_) | Self::OfFile(_))
    }

    /// Returns the field in the row of an answer, except the strategy and the fields that only `mismatches.csv` has.
    fn text<'a>(
        &self,
        outcome: &'a GameOutcome,
        game: &'a Evaluated,
        answer: Result<&'a Answer, &NoAnswer>,
    ) -> Cow<'a, str> {
        match (self, answer) {
            (OfGame(value), _) => value.text(&outcome.name, game),
            (OfFile(value), _) => value.text(&outcome.name, outcome),
            (OfAnswer(value), Ok(answer)) => value.text("", answer),
            (Flags, Ok(answer)) => flags(game, &answer.flags()).into(),
            (Flags, Err(why)) => flags(game, &[format!("no_answer={}", why.name())]).into(),
            (OfAnswer(_), Err(_)) | (Strategy | MismatchCategory | Explain, _) => Cow::Borrowed(""),
        }
    }
}

impl Typed for GameValue {
    fn column_type(&self) -> ColumnType {
        match self {
            Self::OfGame(value) => value.column_type(),
            Self::OfFile(value) => value.column_type(),
            Self::OfAnswer(value) => value.column_type(),
            _ => ColumnType::Text,
        }
    }
}

fn doubts(game: &Evaluated) -> String {
    let mut kinds: Vec<&str> =
        game.labelled.safety.iter().flat_map(|judged| &judged.safety.doubts).map(Doubt::name).collect();
    kinds.dedup();
    kinds.join(";")
}

fn certainty(game: &Evaluated) -> String {
    game.labelled.safety.as_ref().map(|judged| format!("{:.3}", judged.safety.certainty)).unwrap_or_default()
}

/// Returns the row of a game in `skipped.csv`.
#[must_use]
pub fn skipped_row(game: &str, skip: &Skip) -> String {
    let mut csv = CsvRows::default();
    csv.row(SKIPPED, game, skip);
    csv.finish()
}

/// Returns the rows of `game`, the result in `outcome`, in `games.csv` and in `mismatches.csv`. `names` has the names
/// of the strategies, then of the external scorers; `explain` returns the command that shows the game.
#[must_use]
pub fn game_rows(
    outcome: &GameOutcome,
    game: &Evaluated,
    names: &[String],
    explain: impl FnOnce() -> String,
) -> [String; 2] {
    let command = LazyCell::new(explain);
    let mut games = CsvRows::default();
    let mut mismatches = CsvRows::default();
    // the fields of the row, which differ little from one strategy to the next
    let mut row: Vec<Cow<'_, str>> = Vec::with_capacity(COLUMNS.len());
    let mut last = None;
    for (name, answer) in names.iter().zip(game.all_answers()) {
        if row.is_empty() {
            row.extend(COLUMNS.iter().map(|column| column.value.text(outcome, game, answer)));
        } else if last != Some(answer) {
            for (column, field) in COLUMNS.iter().zip(&mut row).filter(|(column, _)| !column.value.is_of_game()) {
                *field = column.value.text(outcome, game, answer);
            }
        }
        last = Some(answer);
        for (column, field) in COLUMNS.iter().zip(&row).filter(|(column, _)| column.value.is_in_games()) {
            games.field(if matches!(column.value, Strategy) { name } else { field });
        }
        games.end_row();
        let Some(category) = category(game, answer) else { continue };
        for (column, field) in COLUMNS.iter().zip(&row) {
            mismatches.field(match column.value {
                Strategy => name,
                MismatchCategory => category,
                Explain => &command,
                _ => field,
            });
        }
        mismatches.end_row();
    }
    [games.finish(), mismatches.finish()]
}

/// Returns the category of a mismatch; `None` if the answer agrees with the label. A missing answer is a mismatch if
/// the game has a label.
fn category(game: &Evaluated, answer: Result<&Answer, &NoAnswer>) -> Option<&'static str> {
    match answer {
        Ok(answer) => answer.category.map(Category::name),
        Err(_) => game.labelled.label.margin.map(|_| NO_ANSWER.0),
    }
}

/// Returns the remarks on the game, then the remarks on an answer.
fn flags(game: &Evaluated, own: &[String]) -> String {
    [game.flags.as_slice(), own].concat().join(";")
}
