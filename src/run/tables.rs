//! `summary.csv`, `pairwise.csv` and `dead.csv`: the figures of a run.

use super::columns::{ColumnType, field, row};
use super::{DeadFigures, PairFigures, StrategyFigures};

row! {
    /// The figures of a strategy in a stratum: a row of `summary.csv`.
    pub(super) SummaryRow {
        strategy: String, Text, "strategy or scorer";
        stratum: String, Text, "stratum: a subset of the games";
        games: u64, Integer, "number of games in the stratum with an answer";
        exact: u64, Integer, "number of games with the label's margin";
        #[serde(with = "field")]
        exact_rate: Option<f64>, Number, "exact divided by games";
        #[serde(with = "field")]
        exact_lo: Option<f64>, Number, "lower end of the 95 % Wilson interval of `exact_rate`";
        #[serde(with = "field")]
        exact_hi: Option<f64>, Number, "upper end of this interval";
        winner: u64, Integer, "number of games with the label's winner, including the exact ones";
        #[serde(with = "field")]
        winner_rate: Option<f64>, Number, "winner divided by games";
        #[serde(with = "field")]
        winner_lo: Option<f64>, Number, "lower end of the 95 % Wilson interval of `winner_rate`";
        #[serde(with = "field")]
        winner_hi: Option<f64>, Number, "upper end of this interval";
        #[serde(with = "field")]
        mae: Option<f64>, Number, "mean absolute error of the margin, in points";
        #[serde(with = "field")]
        bias: Option<f64>, Number,
            "mean error of the margin, in points; positive if it favours Black";
        maps: u64, Integer, "number of games where label and answer have a map";
        maps_exact: u64, Integer, "number of these games where the maps are equal";
        points_wrong: u64, Integer,
            "number of points whose owner differs from the label's map, over all maps";
        #[serde(with = "field")]
        seki_precision: Option<f64>, Number,
            "of the strategy's points in false eyes and eyes in seki, the share that the label \
             also leaves neutral";
        #[serde(with = "field")]
        seki_recall: Option<f64>, Number,
            "of the label's neutral points that one colour surrounds, the share that the \
             strategy also leaves neutral";
        #[serde(with = "field")]
        seki_f1: Option<f64>, Number, "harmonic mean of `seki_precision` and `seki_recall`";
        signature: String, Text, "signature, which records how the figures were produced";
    }
}

row! {
    /// The comparison of two strategies: a row of `pairwise.csv`.
    pub(super) PairRow {
        a: String, Text, "first strategy";
        b: String, Text, "second strategy";
        games: u64, Integer, "number of territory games with answers from both";
        both: u64, Integer, "number of games where both have the label's margin";
        a_only: u64, Integer, "number of games where only `a` has the label's margin";
        b_only: u64, Integer, "number of games where only `b` has the label's margin";
        neither: u64, Integer, "number of games where neither has the label's margin";
        mcnemar_p: String, Number, "p-value of McNemar's exact test";
        holm_p: String, Number, "p-value after Holm's correction across all pairs of the family";
        #[serde(with = "field")]
        diff: Option<f64>, Number, "exact rate of `a` minus the exact rate of `b`";
        #[serde(with = "field")]
        diff_lo: Option<f64>, Number, "lower end of the 95 % interval of `diff`";
        #[serde(with = "field")]
        diff_hi: Option<f64>, Number, "upper end of this interval";
        verdict: String, Text,
            "whether `a` is better than `b`: `better`, `worse`, `no difference shown` or `too \
             few discordant games`";
        family: u64, Integer,
            "number of pairs that Holm's correction covers";
        signature: String, Text, "signature of the comparison, with its family";
    }
}

row! {
    /// The figures of a source of dead stones in a stratum: a row of `dead.csv`.
    pub(super) DeadRow {
        source: String, Text, "measured source of dead stones";
        label: String, Text, "source of the label's dead stones";
        stratum: String, Text, "stratum: a subset of the games";
        games: u64, Integer, "number of games whose label marks dead stones";
        same: u64, Integer,
            "number of games where the source and the label agree about every stone";
        #[serde(with = "field")]
        same_rate: Option<f64>, Number, "`same` divided by `games`";
        #[serde(with = "field")]
        same_lo: Option<f64>, Number, "lower end of the 95 % Wilson interval of `same_rate`";
        #[serde(with = "field")]
        same_hi: Option<f64>, Number, "upper end of this interval";
        stones: u64, Integer, "number of stones on the boards";
        dead_both: u64, Integer,
            "number of stones that both the source and the label consider dead";
        dead_source_only: u64, Integer, "number of stones that only the source considers dead";
        dead_label_only: u64, Integer, "number of stones that only the label considers dead";
        alive_both: u64, Integer, "number of stones that both consider alive";
        #[serde(with = "field")]
        precision: Option<f64>, Number,
            "share of the source's dead stones that the label also considers dead";
        #[serde(with = "field")]
        recall: Option<f64>, Number,
            "share of the label's dead stones that the source also considers dead";
        signature: String, Text, "signature of the stratum";
    }
}

impl SummaryRow {
    pub(super) fn new(stratum: &str, figures: &StrategyFigures) -> Self {
        Self {
            strategy: figures.strategy.clone(),
            stratum: stratum.to_owned(),
            games: figures.games,
            exact: figures.exact,
            exact_rate: figures.exact_rate,
            exact_lo: Some(figures.exact_interval.0),
            exact_hi: Some(figures.exact_interval.1),
            winner: figures.winner,
            winner_rate: figures.winner_rate,
            winner_lo: Some(figures.winner_interval.0),
            winner_hi: Some(figures.winner_interval.1),
            mae: figures.mae,
            bias: figures.bias,
            maps: figures.maps,
            maps_exact: figures.maps_exact,
            points_wrong: figures.points_wrong,
            seki_precision: figures.seki_precision,
            seki_recall: figures.seki_recall,
            seki_f1: figures.seki_f1,
            signature: figures.signature.clone(),
        }
    }
}

impl PairRow {
    pub(super) fn new(figures: &PairFigures) -> Self {
        let pair = &figures.pair;
        Self {
            a: figures.a.clone(),
            b: figures.b.clone(),
            games: pair.discordance.games,
            both: pair.discordance.both,
            a_only: pair.discordance.a_only,
            b_only: pair.discordance.b_only,
            neither: pair.discordance.neither,
            mcnemar_p: p_value(pair.mcnemar_p),
            holm_p: p_value(pair.holm_p),
            diff: pair.diff,
            diff_lo: pair.diff_interval.map(|(low, _)| low),
            diff_hi: pair.diff_interval.map(|(_, high)| high),
            verdict: pair.verdict.text().to_owned(),
            family: figures.family,
            signature: figures.signature.clone(),
        }
    }
}

impl DeadRow {
    pub(super) fn new(stratum: &str, figures: &DeadFigures) -> Self {
        Self {
            source: figures.source.clone(),
            label: figures.label.clone(),
            stratum: stratum.to_owned(),
            games: figures.games,
            same: figures.same,
            same_rate: figures.same_rate,
            same_lo: Some(figures.same_interval.0),
            same_hi: Some(figures.same_interval.1),
            stones: figures.stones,
            dead_both: figures.dead_both,
            dead_source_only: figures.dead_source_only,
            dead_label_only: figures.dead_label_only,
            alive_both: figures.alive_both,
            precision: figures.precision,
            recall: figures.recall,
            signature: figures.signature.clone(),
        }
    }
}

/// Returns the measures of a summary, each with its meaning.
pub(crate) fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    SummaryRow::COLUMNS
        .iter()
        .filter(|column| column.column_type != ColumnType::Text)
        .map(|column| (column.name, column.meaning))
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
