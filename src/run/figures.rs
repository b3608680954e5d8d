//! `summary.csv`, `pairwise.csv` and `dead.csv`: the figures of a run.

use super::columns::FieldValue::{self, Decimal, Integer, Name, Number, Text};
use super::columns::{ColumnOf, ColumnType, CsvRows, Typed as _, columns};
use crate::pipeline::{DeadFigures, Figures, PairFigures, StrategyFigures, StratumFigures, stratum_order};

/// The columns of `summary.csv`, which has a row for each strategy and stratum.
pub(super) const SUMMARY: &[ColumnOf<FieldValue<StrategyFigures>>] = columns! {
    strategy: Text(|figures| figures.strategy.as_str().into()), "the strategy or scorer";
    stratum: Name, "the stratum, a part of the games";
    games: Integer(|figures| Some(figures.games)), "the number of games in the stratum with an answer";
    exact: Integer(|figures| Some(figures.exact)), "the number of games with the label's margin";
    exact_rate: Decimal(|figures| figures.exact_rate), "exact divided by games";
    exact_lo: Decimal(|figures| Some(figures.exact_interval.0)),
        "the lower end of the 95 % Wilson interval of exact_rate";
    exact_hi: Decimal(|figures| Some(figures.exact_interval.1)), "the upper end of this interval";
    winner: Integer(|figures| Some(figures.winner)),
        "the number of games with the label's winner, including the exact ones";
    winner_rate: Decimal(|figures| figures.winner_rate), "winner divided by games";
    winner_lo: Decimal(|figures| Some(figures.winner_interval.0)),
        "the lower end of the 95 % Wilson interval of winner_rate";
    winner_hi: Decimal(|figures| Some(figures.winner_interval.1)), "the upper end of this interval";
    mae: Decimal(|figures| figures.mae), "the mean absolute error of the margin, in points";
    bias: Decimal(|figures| figures.bias), "the mean error of the margin, in points; positive if it favours Black";
    maps: Integer(|figures| Some(figures.maps)), "the number of games where label and answer have a map";
    maps_exact: Integer(|figures| Some(figures.maps_exact)), "the number of these games where the maps are equal";
    points_wrong: Integer(|figures| Some(figures.points_wrong)),
        "the number of points whose owner differs from the label's map, over all maps";
    seki_precision: Decimal(|figures| figures.seki_precision),
        "the share of the strategy's points in false eyes and eyes in seki that the label gives to neither side, too";
    seki_recall: Decimal(|figures| figures.seki_recall),
        "the share of the label's neutral points surrounded by one colour that the strategy gives to neither side, too";
    seki_f1: Decimal(|figures| figures.seki_f1), "the harmonic mean of seki_precision and seki_recall";
    signature: Text(|figures| figures.signature.as_str().into()),
        "the signature, a line that says what the figures mean";
};

/// The columns of `pairwise.csv`, which has a row for every two strategies.
pub(super) const PAIRWISE: &[ColumnOf<FieldValue<PairFigures>>] = columns! {
    a: Text(|figures| figures.a.as_str().into()), "the first strategy";
    b: Text(|figures| figures.b.as_str().into()), "the second strategy";
    games: Integer(|figures| Some(figures.pair.discordance.games)),
        "the number of territory games with answers of both";
    both: Integer(|figures| Some(figures.pair.discordance.both)),
        "the number of games where both have the label's margin";
    a_only: Integer(|figures| Some(figures.pair.discordance.a_only)), "the number of games where only `a` has it";
    b_only: Integer(|figures| Some(figures.pair.discordance.b_only)), "the number of games where only `b` has it";
    neither: Integer(|figures| Some(figures.pair.discordance.neither)), "the number of games where neither has it";
    mcnemar_p: Number(|figures| p_value(figures.pair.mcnemar_p)), "the p-value of McNemar's exact test";
    holm_p: Number(|figures| p_value(figures.pair.holm_p)), "the p-value after Holm's correction over all pairs";
    diff: Decimal(|figures| figures.pair.diff), "the exact rate of `a` minus the exact rate of `b`";
    diff_lo: Decimal(|figures| Some(figures.pair.diff_interval?.0)), "the lower end of the 95 % interval of `diff`";
    diff_hi: Decimal(|figures| Some(figures.pair.diff_interval?.1)), "the upper end of this interval";
    verdict: Text(|figures| figures.pair.verdict.text().into()),
        "whether `a` is better than `b`: `better`, `worse`, `no difference shown` or `too few discordant games`";
};

/// The columns of `dead.csv`, which has a row for each stratum and source of the label's dead stones.
pub(super) const DEAD: &[ColumnOf<FieldValue<DeadFigures>>] = columns! {
    source: Text(|figures| figures.source.as_str().into()), "the measured source of dead stones";
    label: Text(|figures| figures.label.as_str().into()), "the source of the label's dead stones";
    stratum: Name, "the stratum, a part of the games";
    games: Integer(|figures| Some(figures.games)), "the number of games whose label says which stones are dead";
    same: Integer(|figures| Some(figures.same)), "the number of games where every stone has the label's status";
    same_rate: Decimal(|figures| figures.same_rate), "`same` divided by `games`";
    same_lo: Decimal(|figures| Some(figures.same_interval.0)),
        "the lower end of the 95 % Wilson interval of `same_rate`";
    same_hi: Decimal(|figures| Some(figures.same_interval.1)), "the upper end of this interval";
    stones: Integer(|figures| Some(figures.stones)), "the number of stones on the boards";
    dead_both: Integer(|figures| Some(figures.dead_both)),
        "the number of stones that both the source and the label consider dead";
    dead_source_only: Integer(|figures| Some(figures.dead_source_only)),
        "the number of stones that only the source considers dead";
    dead_label_only: Integer(|figures| Some(figures.dead_label_only)),
        "the number of stones that only the label considers dead";
    alive_both: Integer(|figures| Some(figures.alive_both)), "the number of stones that both consider alive";
    precision: Decimal(|figures| figures.precision),
        "the share of the source's dead stones that the label considers dead, too";
    recall: Decimal(|figures| figures.recall),
        "the share of the label's dead stones that the source considers dead, too";
    signature: Text(|figures| figures.signature.as_str().into()), "the signature of the stratum";
};

/// Returns the measures of a summary, each with its meaning.
pub fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    SUMMARY
        .iter()
        .filter(|column| column.value.column_type() != ColumnType::Text)
        .map(|column| (column.name, column.meaning))
}

/// Returns the strata of a run in the order of its files.
fn strata(figures: &Figures) -> Vec<(&str, &StratumFigures)> {
    let mut strata: Vec<_> = figures.strata.iter().map(|(name, stratum)| (name.as_str(), stratum)).collect();
    strata.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    strata
}

/// Returns the text of `summary.csv`.
#[must_use]
pub fn summary_csv(figures: &Figures) -> String {
    let rows = strata(figures).into_iter();
    csv(SUMMARY, rows.flat_map(|(name, stratum)| stratum.strategies.iter().map(move |row| (name, row))))
}

/// Returns the text of `pairwise.csv`.
#[must_use]
pub fn pairwise_csv(figures: &Figures) -> String {
    csv(PAIRWISE, figures.pairwise.iter().map(|row| ("", row)))
}

/// Returns the text of `dead.csv`.
#[must_use]
pub fn dead_csv(figures: &Figures) -> String {
    let rows = strata(figures).into_iter();
    csv(DEAD, rows.flat_map(|(name, stratum)| stratum.dead.iter().map(move |row| (name, row))))
}

/// Returns a CSV file with rows that are each about a stratum and an item.
fn csv<'a, T: 'a>(columns: &[ColumnOf<FieldValue<T>>], rows: impl Iterator<Item = (&'a str, &'a T)>) -> String {
    let mut csv = CsvRows::default();
    for column in columns {
        csv.field(column.name);
    }
    csv.end_row();
    for (stratum, item) in rows {
        csv.row(columns, stratum, item);
    }
    csv.finish()
}

/// Formats a p-value. Small ones have four significant digits, because with six decimals most would be zero.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 { format!("{p:.6}") } else { format!("{p:.3e}") }
}
