//! `summary.csv`, `pairwise.csv` and `dead.csv`: the figures of a run.

use super::columns::FieldValue::{self, Decimal, Integer, Name, Number, Text};
use super::columns::{ColumnOf, ColumnType, CsvRows, Typed as _, columns, header};
use crate::pipeline::{DeadFigures, Figures, PairFigures, StrategyFigures};

/// The columns of `summary.csv`, which has a row for each strategy and stratum.
pub(super) const SUMMARY: &[ColumnOf<FieldValue<StrategyFigures>>] = columns! {
    strategy: Text(|figures| figures.strategy.as_str().into()), "the strategy or scorer";
    stratum: Name, "the stratum of games";
    games: Integer(|figures| Some(figures.games)), "games of the stratum that it has an answer to";
    exact: Integer(|figures| Some(figures.exact)), "games with the label's margin";
    exact_rate: Decimal(|figures| figures.exact_rate), "their share";
    exact_lo: Decimal(|figures| Some(figures.exact_interval.0)), "the start of its 95 % Wilson interval";
    exact_hi: Decimal(|figures| Some(figures.exact_interval.1)), "its end";
    winner: Integer(|figures| Some(figures.winner)), "games with the label's winner, the exact ones among them";
    winner_rate: Decimal(|figures| figures.winner_rate), "their share";
    winner_lo: Decimal(|figures| Some(figures.winner_interval.0)), "the start of its 95 % Wilson interval";
    winner_hi: Decimal(|figures| Some(figures.winner_interval.1)), "its end";
    mae: Decimal(|figures| figures.mae), "the mean absolute error of the margin, in points";
    bias: Decimal(|figures| figures.bias), "the mean error of the margin, in points; positive if it favours Black";
    maps: Integer(|figures| Some(figures.maps)), "games whose label has a map";
    maps_exact: Integer(|figures| Some(figures.maps_exact)), "games of these in which the strategy has the same map";
    points_wrong: Integer(|figures| Some(figures.points_wrong)),
        "points with another owner than on the label's map, over all maps";
    seki_precision: Decimal(|figures| figures.seki_precision),
        "the share of the strategy's eye points of nobody that the label has, too";
    seki_recall: Decimal(|figures| figures.seki_recall),
        "the share of the label's eye points of nobody that the strategy has, too";
    seki_f1: Decimal(|figures| figures.seki_f1), "the harmonic mean of seki_precision and seki_recall";
    signature: Text(|figures| figures.signature.as_str().into()), "the signature, which says what the figures mean";
};

/// The columns of `pairwise.csv`, which has a row for every two strategies.
pub(super) const PAIRWISE: &[ColumnOf<FieldValue<PairFigures>>] = columns! {
    a: Text(|figures| figures.a.as_str().into()), "the first strategy";
    b: Text(|figures| figures.b.as_str().into()), "the second strategy";
    games: Integer(|figures| Some(figures.pair.discordance.games)), "territory games that both have an answer to";
    both: Integer(|figures| Some(figures.pair.discordance.both)), "games that both have exactly right";
    a_only: Integer(|figures| Some(figures.pair.discordance.a_only)), "games that only `a` has right";
    b_only: Integer(|figures| Some(figures.pair.discordance.b_only)), "games that only `b` has right";
    neither: Integer(|figures| Some(figures.pair.discordance.neither)), "games that neither has right";
    mcnemar_p: Number(|figures| p_value(figures.pair.mcnemar_p)), "the p-value of McNemar's exact test";
    holm_p: Number(|figures| p_value(figures.pair.holm_p)), "the same after Holm's correction over all pairs";
    diff: Decimal(|figures| figures.pair.diff), "the exact rate of `a` minus that of `b`";
    diff_lo: Decimal(|figures| Some(figures.pair.diff_interval?.0)), "the start of its 95 % interval";
    diff_hi: Decimal(|figures| Some(figures.pair.diff_interval?.1)), "the end of this interval";
    verdict: Text(|figures| figures.pair.verdict.text().into()), "whether `a` is better";
};

/// The columns of `dead.csv`, which has a row for each stratum and source of the label's dead stones.
pub(super) const DEAD: &[ColumnOf<FieldValue<DeadFigures>>] = columns! {
    source: Text(|figures| figures.source.as_str().into()), "the source of the dead stones";
    label: Text(|figures| figures.label.as_str().into()), "the source of the label's dead stones";
    stratum: Name, "the stratum of games";
    games: Integer(|figures| Some(figures.games)), "games whose label says which stones are dead";
    same: Integer(|figures| Some(figures.same)), "games in which every stone has the label's status";
    same_rate: Decimal(|figures| figures.same_rate), "their share";
    same_lo: Decimal(|figures| Some(figures.same_interval.0)), "the start of its 95 % Wilson interval";
    same_hi: Decimal(|figures| Some(figures.same_interval.1)), "the end of this interval";
    stones: Integer(|figures| Some(figures.stones)), "stones on the boards";
    dead_both: Integer(|figures| Some(figures.dead_both)), "stones that are dead for both";
    dead_source_only: Integer(|figures| Some(figures.dead_source_only)), "stones that only the source considers dead";
    dead_label_only: Integer(|figures| Some(figures.dead_label_only)), "stones that only the label considers dead";
    alive_both: Integer(|figures| Some(figures.alive_both)), "stones that are alive for both";
    precision: Decimal(|figures| figures.precision), "the share of the source's dead stones that the label has, too";
    recall: Decimal(|figures| figures.recall), "the share of the label's dead stones that the source has, too";
    signature: Text(|figures| figures.signature.as_str().into()), "the signature of the stratum";
    owners: Integer(|figures| Some(figures.owners)), "boards with expected owners";
    owners_same: Integer(|figures| Some(figures.owners_same)), "boards on which every owner and seal is as expected";
    owners_differ: Integer(|figures| Some(figures.owners_differ)), "points on these boards with another owner";
};

/// Returns the measures of a summary, each with its meaning.
pub fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    SUMMARY
        .iter()
        .filter(|column| column.value.column_type() != ColumnType::Text)
        .map(|column| (column.name, column.meaning))
}

/// Returns the text of `summary.csv`.
#[must_use]
pub fn summary_csv(figures: &Figures) -> String {
    let strata = figures.strata.iter();
    csv(
        "summary.csv",
        SUMMARY,
        strata.flat_map(|(name, stratum)| stratum.strategies.iter().map(move |row| (&**name, row))),
    )
}

/// Returns the text of `pairwise.csv`.
pub(super) fn pairwise_csv(figures: &Figures) -> String {
    csv("pairwise.csv", PAIRWISE, figures.pairwise.iter().map(|row| ("", row)))
}

/// Returns the text of `dead.csv`.
pub(super) fn dead_csv(figures: &Figures) -> String {
    let strata = figures.strata.iter();
    csv("dead.csv", DEAD, strata.flat_map(|(name, stratum)| stratum.dead.iter().map(move |row| (&**name, row))))
}

/// Returns a CSV file with rows that are each about a stratum and an item.
fn csv<'a, T: 'a>(
    file: &str,
    columns: &[ColumnOf<FieldValue<T>>],
    rows: impl Iterator<Item = (&'a str, &'a T)>,
) -> String {
    let mut csv = CsvRows(header(file));
    rows.for_each(|(stratum, item)| csv.row(columns, stratum, item));
    csv.0
}

/// Formats a p-value. Small ones have four significant digits, since with six decimals most would be zero.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 { format!("{p:.6}") } else { format!("{p:.3e}") }
}
