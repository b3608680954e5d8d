//! `summary.csv`, `pairwise.csv` and `dead.csv`: the figures of a run.

use super::columns::{ColumnOf, ColumnType, CsvRows, NamedField, columns, decimal, header};
use crate::pipeline::{
    DeadFigures, Figures, PairFigures, StrategyFigures, StratumFigures, stratum_order,
};

/// The columns of `summary.csv`, which has a row for each strategy and stratum.
pub(super) const SUMMARY: &[ColumnOf<NamedField<StrategyFigures>>] = columns! {
    strategy: Text(|_, figures| figures.strategy.clone()), "strategy or scorer";
    stratum: Text(|stratum, _| stratum.to_owned()), "stratum: a subset of the games";
    games: Integer(|_, figures| figures.games.to_string()), "number of games in the stratum with an answer";
    exact: Integer(|_, figures| figures.exact.to_string()), "number of games with the label's margin";
    exact_rate: Number(|_, figures| decimal(figures.exact_rate)), "exact divided by games";
    exact_lo: Number(|_, figures| decimal(figures.exact_interval.0)),
        "lower end of the 95 % Wilson interval of exact_rate";
    exact_hi: Number(|_, figures| decimal(figures.exact_interval.1)), "upper end of this interval";
    winner: Integer(|_, figures| figures.winner.to_string()),
        "number of games with the label's winner, including the exact ones";
    winner_rate: Number(|_, figures| decimal(figures.winner_rate)), "winner divided by games";
    winner_lo: Number(|_, figures| decimal(figures.winner_interval.0)),
        "lower end of the 95 % Wilson interval of winner_rate";
    winner_hi: Number(|_, figures| decimal(figures.winner_interval.1)), "upper end of this interval";
    mae: Number(|_, figures| decimal(figures.mae)), "mean absolute error of the margin, in points";
    bias: Number(|_, figures| decimal(figures.bias)),
        "mean error of the margin, in points; positive if it favours Black";
    maps: Integer(|_, figures| figures.maps.to_string()), "number of games where label and answer have a map";
    maps_exact: Integer(|_, figures| figures.maps_exact.to_string()),
        "number of these games where the maps are equal";
    points_wrong: Integer(|_, figures| figures.points_wrong.to_string()),
        "number of points whose owner differs from the label's map, over all maps";
    seki_precision: Number(|_, figures| decimal(figures.seki_precision)),
        "of the strategy's points in false eyes and eyes in seki, the share that the label also leaves neutral";
    seki_recall: Number(|_, figures| decimal(figures.seki_recall)),
        "of the label's neutral points that one colour surrounds, the share that the strategy also leaves neutral";
    seki_f1: Number(|_, figures| decimal(figures.seki_f1)), "harmonic mean of seki_precision and seki_recall";
    signature: Text(|_, figures| figures.signature.clone()),
        "signature, which records how the figures were produced";
};

/// Makes the field for a pair of strategies.
pub(super) type PairField = fn(&PairFigures) -> String;

/// The columns of `pairwise.csv`, which has a row for each pair of strategies.
pub(super) const PAIRWISE: &[ColumnOf<PairField>] = columns! {
    a: Text(|figures| figures.a.clone()), "first strategy";
    b: Text(|figures| figures.b.clone()), "second strategy";
    games: Integer(|figures| figures.pair.discordance.games.to_string()),
        "number of territory games with answers from both";
    both: Integer(|figures| figures.pair.discordance.both.to_string()),
        "number of games where both have the label's margin";
    a_only: Integer(|figures| figures.pair.discordance.a_only.to_string()), "number of games where only `a` has the label's margin";
    b_only: Integer(|figures| figures.pair.discordance.b_only.to_string()), "number of games where only `b` has the label's margin";
    neither: Integer(|figures| figures.pair.discordance.neither.to_string()),
        "number of games where neither has the label's margin";
    mcnemar_p: Number(|figures| p_value(figures.pair.mcnemar_p)), "p-value of McNemar's exact test";
    holm_p: Number(|figures| p_value(figures.pair.holm_p)), "p-value after Holm's correction across all pairs of the family";
    diff: Number(|figures| decimal(figures.pair.diff)), "exact rate of `a` minus the exact rate of `b`";
    diff_lo: Number(|figures| decimal(figures.pair.diff_interval.map(|interval| interval.0))),
        "lower end of the 95 % interval of `diff`";
    diff_hi: Number(|figures| decimal(figures.pair.diff_interval.map(|interval| interval.1))),
        "upper end of this interval";
    verdict: Text(|figures| figures.pair.verdict.text().to_owned()),
        "whether `a` is better than `b`: `better`, `worse`, `no difference shown` or `too few discordant games`";
    family: Integer(|figures| figures.family.to_string()),
        "number of pairs that Holm's correction covers; 1 for a planned comparison (`--compare`)";
    signature: Text(|figures| figures.signature.clone()), "signature of the comparison, with its family";
};

/// The columns of `dead.csv`, which has a row for each stratum and source of the label's dead
/// stones.
pub(super) const DEAD: &[ColumnOf<NamedField<DeadFigures>>] = columns! {
    source: Text(|_, figures| figures.source.clone()), "measured source of dead stones";
    label: Text(|_, figures| figures.label.clone()), "source of the label's dead stones";
    stratum: Text(|stratum, _| stratum.to_owned()), "stratum: a subset of the games";
    games: Integer(|_, figures| figures.games.to_string()),
        "number of games whose label marks dead stones";
    same: Integer(|_, figures| figures.same.to_string()),
        "number of games where the source and the label agree about every stone";
    same_rate: Number(|_, figures| decimal(figures.same_rate)), "`same` divided by `games`";
    same_lo: Number(|_, figures| decimal(figures.same_interval.0)),
        "lower end of the 95 % Wilson interval of `same_rate`";
    same_hi: Number(|_, figures| decimal(figures.same_interval.1)), "upper end of this interval";
    stones: Integer(|_, figures| figures.stones.to_string()), "number of stones on the boards";
    dead_both: Integer(|_, figures| figures.dead_both.to_string()),
        "number of stones that both the source and the label consider dead";
    dead_source_only: Integer(|_, figures| figures.dead_source_only.to_string()),
        "number of stones that only the source considers dead";
    dead_label_only: Integer(|_, figures| figures.dead_label_only.to_string()),
        "number of stones that only the label considers dead";
    alive_both: Integer(|_, figures| figures.alive_both.to_string()), "number of stones that both consider alive";
    precision: Number(|_, figures| decimal(figures.precision)),
        "share of the source's dead stones that the label also considers dead";
    recall: Number(|_, figures| decimal(figures.recall)),
        "share of the label's dead stones that the source also considers dead";
    signature: Text(|_, figures| figures.signature.clone()), "signature of the stratum";
};

/// Returns the measures of a summary, each with its meaning.
pub fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    let numbers = SUMMARY
        .iter()
        .map(|of| of.column)
        .filter(|column| column.column_type != ColumnType::Text);
    numbers.map(|column| (column.name, column.meaning))
}

/// Returns the files of a run that have its figures, each with its name.
#[must_use]
pub fn figures_csv(figures: &Figures) -> [(&'static str, String); 3] {
    let mut strata: Vec<(&String, &StratumFigures)> = figures.strata.iter().collect();
    strata.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    let (mut summary, mut pairwise, mut dead) = (CsvRows::new(), CsvRows::new(), CsvRows::new());
    for (stratum, part) in strata {
        for strategy in &part.strategies {
            summary.add(SUMMARY.iter().map(|of| (of.field)(stratum, strategy)));
        }
        for source in &part.dead {
            dead.add(DEAD.iter().map(|of| (of.field)(stratum, source)));
        }
    }
    for pair in &figures.pairwise {
        pairwise.add(PAIRWISE.iter().map(|of| (of.field)(pair)));
    }
    [
        ("summary.csv", summary),
        ("pairwise.csv", pairwise),
        ("dead.csv", dead),
    ]
    .map(|(file, rows)| (file, header(file) + &rows.text()))
}

/// Formats a p-value. Small ones have four significant digits, because with six decimals most would
/// be zero.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 {
        format!("{p:.6}")
    } else {
        format!("{p:.3e}")
    }
}
