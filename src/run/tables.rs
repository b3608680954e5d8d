//! The CSV files of a run as text, and the columns of the files that contain its figures:
//! `summary.csv`, `pairwise.csv` and `dead.csv`.

use super::columns::{Column, ColumnType};
use super::row::{GameRow, SkippedRow};
use super::strata::stratum_order;
use super::{DeadFigures, Figures, PairFigures, StrategyFigures};

/// Defines a CSV file of figures: its columns, and a function that returns the fields of a row.
/// Each column is `name: ColumnType = value;` below a doc comment with its meaning.
macro_rules! table {
    ($columns:ident, $row:ident($($figures:ident: $type:ty),+) {
        $($(#[doc = $meaning:literal])+ $name:ident: $column_type:ident = $value:expr;)+
    }) => {
        const $columns: &[Column] = &[$(
            Column::new(stringify!($name), ColumnType::$column_type, concat!($($meaning),+))
        ),+];

        fn $row($($figures: $type),+) -> Vec<String> {
            vec![$($value.to_string()),+]
        }
    };
}

// The figures of a strategy in a stratum: a row of `summary.csv`.
table! {
    SUMMARY, summary_row(stratum: &str, figures: &StrategyFigures) {
        /// strategy or scorer
        strategy: Text = figures.strategy;
        /// stratum: a subset of the games
        stratum: Text = stratum;
        /// games in the stratum with an answer
        games: Integer = figures.games;
        /// games with the label's margin
        exact: Integer = figures.exact;
        /// `exact` divided by the number of games whose answer has a margin
        exact_rate: Number = decimals(figures.exact_rate);
        /// lower end of the 95 % Wilson interval of `exact_rate`
        exact_lo: Number = decimals(figures.exact_interval.0);
        /// upper end of this interval
        exact_hi: Number = decimals(figures.exact_interval.1);
        /// games with the label's winner, including the exact ones
        winner: Integer = figures.winner;
        /// `winner` divided by `games`
        winner_rate: Number = decimals(figures.winner_rate);
        /// lower end of the 95 % Wilson interval of `winner_rate`
        winner_lo: Number = decimals(figures.winner_interval.0);
        /// upper end of this interval
        winner_hi: Number = decimals(figures.winner_interval.1);
        /// mean absolute error of the margin, in points
        mae: Number = decimals(figures.mae);
        /// mean error of the margin, in points; positive if it favours Black
        bias: Number = decimals(figures.bias);
        /// games where both the label and the answer have a map
        maps: Integer = figures.maps;
        /// games where these two maps are equal
        maps_exact: Integer = figures.maps_exact;
        /// points whose owner differs from the label's map, summed over all games
        points_wrong: Integer = figures.points_wrong;
        /// share of the strategy's points in false eyes and eyes in seki that the label also leaves
        /// neutral
        seki_precision: Number = decimals(figures.seki_precision);
        /// share of the label's neutral, surrounded points that the strategy also leaves neutral
        seki_recall: Number = decimals(figures.seki_recall);
        /// harmonic mean of `seki_precision` and `seki_recall`
        seki_f1: Number = decimals(figures.seki_f1);
        /// signature, which records how the figures were produced
        signature: Text = figures.signature;
        /// with `--owners`: games for which the file gives owners of points
        eyes_games: Integer = figures.eyes_games;
        /// the strategy's eyes in seki that belong to neither player
        eyes_right: Integer = figures.eyes.right;
        /// the strategy's eyes in seki that belong to a player
        eyes_wrong: Integer = figures.eyes.wrong;
        /// the strategy's eyes in seki that have no clear owner
        eyes_unclear: Integer = figures.eyes.unclear;
        /// eyes that belong to neither player, although the strategy counts them as territory
        eyes_missed: Integer = figures.eyes.missed;
        /// `eyes_right` divided by the sum of `eyes_right` and `eyes_wrong`
        eyes_precision: Number = decimals(figures.eyes.precision());
        /// `eyes_right` divided by the sum of `eyes_right` and `eyes_missed`
        eyes_recall: Number = decimals(figures.eyes.recall());
        /// games whose answer names only the winner; they count only in `winner`
        only_winner: Integer = figures.only_winner;
    }
}

// The comparison of two strategies: a row of `pairwise.csv`.
table! {
    PAIRWISE, pair_row(figures: &PairFigures) {
        /// first strategy
        a: Text = figures.a;
        /// second strategy
        b: Text = figures.b;
        /// territory games with answers from both strategies
        games: Integer = figures.pair.discordance.games;
        /// games where both strategies have the label's margin
        both: Integer = figures.pair.discordance.both;
        /// games where only `a` has the label's margin
        a_only: Integer = figures.pair.discordance.a_only;
        /// games where only `b` has the label's margin
        b_only: Integer = figures.pair.discordance.b_only;
        /// games where neither has the label's margin
        neither: Integer = figures.pair.discordance.neither;
        /// p-value of McNemar's exact test
        mcnemar_p: Number = p_value(figures.pair.mcnemar_p);
        /// p-value after Holm's correction across all pairs of the family
        holm_p: Number = p_value(figures.pair.holm_p);
        /// exact rate of `a` minus the exact rate of `b`
        diff: Number = decimals(figures.pair.diff);
        /// lower end of the 95 % interval of `diff`
        diff_lo: Number = decimals(figures.pair.diff_interval.map(|(low, _)| low));
        /// upper end of this interval
        diff_hi: Number = decimals(figures.pair.diff_interval.map(|(_, high)| high));
        /// whether `a` is better than `b`: `better`, `worse`, `no difference shown` or `too few
        /// discordant games`
        verdict: Text = figures.pair.verdict.text();
        /// number of pairs that Holm's correction covers
        family: Integer = figures.family;
        /// signature of the comparison, with its family
        signature: Text = figures.signature;
    }
}

// The figures of a source of dead stones in a stratum: a row of `dead.csv`.
table! {
    DEAD, dead_row(stratum: &str, figures: &DeadFigures) {
        /// source of dead stones that is measured
        source: Text = figures.source;
        /// source of the label's dead stones
        label: Text = figures.label;
        /// stratum: a subset of the games
        stratum: Text = stratum;
        /// games whose label marks dead stones
        games: Integer = figures.tally.games;
        /// games where the source and the label agree about every stone
        same: Integer = figures.tally.same;
        /// `same` divided by `games`
        same_rate: Number = decimals(figures.tally.same_rate());
        /// lower end of the 95 % Wilson interval of `same_rate`
        same_lo: Number = decimals(figures.tally.same_interval().0);
        /// upper end of this interval
        same_hi: Number = decimals(figures.tally.same_interval().1);
        /// stones on the boards
        stones: Integer = figures.tally.stones;
        /// stones that both the source and the label consider dead
        dead_both: Integer = figures.tally.dead.both;
        /// stones that only the source considers dead
        dead_source_only: Integer = figures.tally.dead.claimed_only;
        /// stones that only the label considers dead
        dead_label_only: Integer = figures.tally.dead.label_only;
        /// stones that both consider alive
        alive_both: Integer = figures.tally.alive_both();
        /// share of the source's dead stones that the label also considers dead
        precision: Number = decimals(figures.tally.dead.precision());
        /// share of the label's dead stones that the source also considers dead
        recall: Number = decimals(figures.tally.dead.recall());
        /// signature of the stratum
        signature: Text = figures.signature;
    }
}

/// Returns the numeric columns of `summary.csv`, each with its meaning.
pub(crate) fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    SUMMARY
        .iter()
        .filter(|column| column.column_type != ColumnType::Text)
        .map(|column| (column.name, column.meaning))
}

/// Formats a number with six decimals; `None` is an empty field.
fn decimals(number: impl Into<Option<f64>>) -> String {
    let number: Option<f64> = number.into();
    number
        .map(|number| format!("{number:.6}"))
        .unwrap_or_default()
}

/// Formats a p-value. Small p-values have four significant digits, because with six decimals, most
/// of them would be rounded to zero.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 {
        format!("{p:.6}")
    } else {
        format!("{p:.3e}")
    }
}

/// Returns the CSV files of a run, each with its columns.
pub fn tables() -> [(&'static str, Vec<Column>); 6] {
    let mut games = GameRow::COLUMNS.to_vec();
    games.retain(|column| !["category", "explain"].contains(&column.name));
    [
        ("games.csv", games),
        ("mismatches.csv", GameRow::COLUMNS.to_vec()),
        ("summary.csv", SUMMARY.to_vec()),
        ("pairwise.csv", PAIRWISE.to_vec()),
        ("dead.csv", DEAD.to_vec()),
        ("skipped.csv", SkippedRow::COLUMNS.to_vec()),
    ]
}

/// Returns the header line of a CSV file of a run.
///
/// # Panics
/// If a run has no such file.
pub(super) fn header(file: &str) -> String {
    let (_, columns) = tables()
        .into_iter()
        .find(|(name, _)| *name == file)
        .expect("a CSV file of a run");
    columns
        .iter()
        .map(|column| column.name)
        .collect::<Vec<_>>()
        .join(",")
        + "\n"
}

/// Returns the files of a run that contain its figures, each with its name.
pub fn figures_csv(figures: &Figures) -> [(&'static str, String); 3] {
    let mut strata: Vec<_> = figures.strata.iter().collect();
    strata.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    let (mut summary, mut dead) = (Vec::new(), Vec::new());
    for (name, stratum) in strata {
        summary.extend(stratum.strategies.iter().map(|one| summary_row(name, one)));
        dead.extend(stratum.dead.iter().map(|one| dead_row(name, one)));
    }
    let pairs: Vec<_> = figures.pairwise.iter().map(pair_row).collect();
    [
        ("summary.csv", csv_text(summary)),
        ("pairwise.csv", csv_text(pairs)),
        ("dead.csv", csv_text(dead)),
    ]
    .map(|(file, rows)| (file, header(file) + &rows))
}

/// Returns the text of `games.csv` with these rows.
pub fn games_csv(rows: Vec<GameRow>) -> String {
    header("games.csv") + &csv_text(rows.into_iter().map(GameRow::without_category))
}

/// Returns the text of `skipped.csv` with these rows.
pub fn skipped_csv(rows: &[SkippedRow]) -> String {
    header("skipped.csv") + &csv_text(rows)
}

/// Returns rows as CSV, without a header.
///
/// # Panics
/// Never, because writing to memory can't fail, and fields are text.
fn csv_text<T: serde::Serialize>(rows: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes every byte");
    }
    let bytes = writer.into_inner().expect("memory takes every byte");
    String::from_utf8(bytes).expect("fields are text")
}
