//! The rows of games: `games.csv` has one for each game and strategy, `mismatches.csv` repeats the rows that differ
//! from the label, and `skipped.csv` has one for each skipped game.

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

    /// Writes the field, except the strategy and the fields that only `mismatches.csv` has.
    fn write(&self, csv: &mut CsvRows, outcome: &GameOutcome, game: &Evaluated, answer: Result<&Answer, &NoAnswer>) {
        match (self, answer) {
            (OfGame(value), _) => value.write(csv, &outcome.name, game),
            (OfFile(value), _) => value.write(csv, &outcome.name, outcome),
            (OfAnswer(value), Ok(answer)) => value.write(csv, "", answer),
            (OfAnswer(_), Err(_)) => csv.text(""),
            (Flags, Ok(answer)) => flags(csv, game, &answer.flags()),
            (Flags, Err(why)) => flags(csv, game, &[format!("no_answer={}", why.name())]),
            (Strategy | MismatchCategory | Explain, _) => {}
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
    csv.0
}

/// Returns the rows of `game`, the result in `outcome`, in `games.csv` and in `mismatches.csv`. `names` has the names
/// of the strategies, then of the external scorers; `explain` returns the command that shows the game. With
/// `mismatches_only`, `games.csv` gets no rows.
///
/// With a row for each strategy, these are by far the largest files of a run. To save time, the fields before the
/// strategy are formatted once, and the fields after it once for all strategies with the same answer.
#[must_use]
pub fn game_rows(
    outcome: &GameOutcome,
    game: &Evaluated,
    names: &[String],
    mismatches_only: bool,
    explain: impl FnOnce() -> String,
) -> [String; 2] {
    let mut parts = COLUMNS.split(|column| matches!(column.value, Strategy | MismatchCategory));
    let [shared, before_category, after_category] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let fields = |columns: &[ColumnOf<GameValue>], answer: Result<&Answer, &NoAnswer>| {
        let mut csv = CsvRows(String::with_capacity(128));
        for column in columns {
            column.value.write(&mut csv, outcome, game, answer);
        }
        csv
    };
    let Some(first) = game.all_answers().next() else { return Default::default() };
    let (start, command) = (LazyCell::new(|| fields(shared, first).0), LazyCell::new(explain));
    let [mut games, mut mismatches] = [CsvRows::default(), CsvRows::default()];
    let mut ends: Vec<(Result<&Answer, &NoAnswer>, [String; 2])> = Vec::new();
    for (name, answer) in names.iter().zip(game.all_answers()) {
        let category = category(game, answer);
        if mismatches_only && category.is_none() {
            continue;
        }
        let at = ends.iter().position(|(earlier, _)| *earlier == answer).unwrap_or_else(|| {
            let mut last = fields(after_category, answer);
            last.end_row();
            ends.push((answer, [fields(before_category, answer).0, last.0]));
            ends.len() - 1
        });
        let [before, last] = &ends[at].1;
        if !mismatches_only {
            games.0.push_str(&start);
            games.text(name);
            games.0.extend([before, last].map(String::as_str));
        }
        if let Some(category) = category {
            mismatches.0.push_str(&start);
            mismatches.text(name);
            mismatches.0.push_str(before);
            mismatches.text(category);
            mismatches.text(&command);
            mismatches.0.push_str(last);
        }
    }
    [games.0, mismatches.0]
}

/// Returns the category of a mismatch; `None` if the answer agrees with the label. A missing answer is a mismatch if
/// the game has a label.
fn category(game: &Evaluated, answer: Result<&Answer, &NoAnswer>) -> Option<&'static str> {
    match answer {
        Ok(answer) => answer.category.map(Category::name),
        Err(_) => game.labelled.label.margin.map(|_| NO_ANSWER.0),
    }
}

/// Writes the remarks on the game, then the remarks on an answer.
fn flags(csv: &mut CsvRows, game: &Evaluated, own: &[String]) {
    csv.text(&[game.flags.as_slice(), own].concat().join(";"));
}
