//! Charts as inline SVG: intervals, and histograms of errors.

use std::fmt::Write as _;

use super::markup::escape;
use crate::compare::SavedRow;
use crate::pipeline::{Figures, StrategyFigures};
use crate::report::terminal::best_first;
use crate::rules::Method;

/// A scale for rates, from this rate to 1.
#[derive(Clone, Copy)]
pub(super) struct Scale(f64);

impl Scale {
    /// Returns a scale that has room for most intervals. Intervals far below the median are left out, since they would
    /// squeeze the others together.
    pub(super) fn of<'a>(strategies: impl IntoIterator<Item = &'a StrategyFigures>) -> Self {
        let mut lows: Vec<f64> = strategies.into_iter().map(|figures| figures.exact_interval.0).collect();
        lows.sort_by(f64::total_cmp);
        let Some(&median) = lows.get(lows.len() / 2) else { return Self(0.0) };
        let lowest = lows.iter().copied().find(|&low| low > median - 0.2).unwrap_or(0.0);
        Self(((lowest * 20.0 - 0.1).floor() / 20.0).clamp(0.0, 0.95))
    }

    fn x(self, rate: f64) -> f64 {
        ((rate - self.0) / (1.0 - self.0)).clamp(0.0, 1.0) * 190.0 + 5.0
    }

    /// Returns the ends of the scale, for the head of the column.
    pub(super) fn ends(self) -> String {
        format!("<span class=\"scale\"><span>{:.0}</span><span>100 %</span></span>", self.0 * 100.0)
    }

    /// Draws a rate with its interval. It is hidden from screen readers, since the numbers are in the next column.
    pub(super) fn interval(self, figures: &StrategyFigures) -> String {
        let (Some(rate), (low, high)) = (figures.exact_rate, figures.exact_interval) else { return String::new() };
        let mut svg = String::from(
            "<svg class=\"interval\" viewBox=\"0 0 200 20\" aria-hidden=\"true\" preserveAspectRatio=\"none\">\
             <path class=\"grid\" d=\"M5 0V20M52.5 0V20M100 0V20M147.5 0V20M195 0V20\"/>",
        );
        if high < self.0 {
            // an arrow shows that the interval is off the scale
            svg.push_str("<path class=\"off\" d=\"M14 4L6 10L14 16\"/>");
        } else {
            let (low, high, rate) = (self.x(low), self.x(high), self.x(rate));
            let _ = write!(
                svg,
                "<path class=\"range\" d=\"M{low:.1} 10H{high:.1}M{low:.1} 5V15M{high:.1} 5V15\"/>\
                 <rect class=\"dot\" x=\"{:.1}\" y=\"6\" width=\"4\" height=\"8\"/>",
                rate - 2.0
            );
        }
        svg + "</svg>"
    }
}

/// The lower bound of each bin of errors, in points, and its name.
const BINS: [(f64, &str); 14] = [
    (f64::NEG_INFINITY, "−20 or less"),
    (-19.99, "−19 to −10"),
    (-9.99, "−9 to −5"),
    (-4.99, "−4"),
    (-3.99, "−3"),
    (-2.99, "−2"),
    (-1.99, "−1"),
    (0.01, "+1"),
    (1.01, "+2"),
    (2.01, "+3"),
    (3.01, "+4"),
    (4.01, "+5 to +9"),
    (9.01, "+10 to +19"),
    (19.01, "+20 or more"),
];

/// Returns the bin of an error, which must not be 0. Half points are rounded away from zero.
fn bin(delta: f64) -> usize {
    BINS.iter().rposition(|&(low, _)| delta >= low).unwrap_or(0)
}

/// Draws a histogram of errors for each strategy, of the games in the headline figures. All have one scale.
pub(super) fn histograms(figures: &Figures, mismatches: &[SavedRow]) -> String {
    let mut text = String::from(
        "<section aria-labelledby=\"errors\">\n<h2 id=\"errors\">Errors of the margin</h2>\n\
         <details><summary>Numbers of games by error, for each strategy</summary>\n\
         <p>The error is the margin minus the label's, in points. Right of the middle the strategy favours Black. \
         Games without an error are left out. All charts have the same scale.</p>\n<div class=\"histograms\">\n",
    );
    let strategies = best_first(figures.all());
    let counts: Vec<_> = strategies.iter().map(|figures| errors(&figures.strategy, mismatches)).collect();
    let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1);
    for (strategy, counts) in strategies.iter().zip(&counts) {
        text.push_str(&histogram(&strategy.strategy, strategy.exact, counts, most));
    }
    text + "</div>\n</details>\n</section>\n"
}

/// Returns the number of counted territory games in each bin of a strategy's errors.
fn errors(strategy: &str, mismatches: &[SavedRow]) -> [u64; BINS.len()] {
    let mut counts = [0; BINS.len()];
    let own = |row: &&SavedRow| row.strategy == strategy && row.method == Method::Territory.name() && row.is_counted();
    for row in mismatches.iter().filter(own) {
        if let Some(delta) = row.delta.map(crate::rules::Points::to_f64).filter(|&delta| delta != 0.0) {
            counts[bin(delta)] += 1;
        }
    }
    counts
}

#[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
fn histogram(name: &str, exact: u64, counts: &[u64; BINS.len()], most: u64) -> String {
    let words: Vec<String> = BINS
        .iter()
        .zip(counts)
        .filter(|&(_, &count)| count > 0)
        .map(|((_, name), count)| format!("{name}: {count}"))
        .collect();
    let words = if words.is_empty() { "no errors".to_owned() } else { words.join(", ") };
    let mut text = format!(
        "<figure>\n<figcaption><b>{}</b> {exact} without error</figcaption>\n\
         <svg viewBox=\"0 0 292 92\" role=\"img\" aria-label=\"{}\">\
         <path class=\"grid\" d=\"M0 72.5H292M146 8V72\"/>",
        escape(name),
        escape(&words),
    );
    for (number, (&count, (_, name))) in counts.iter().zip(BINS).enumerate() {
        // a gap in the middle, for the games without an error
        let x = 20 * number + if number < BINS.len() / 2 { 0 } else { 12 };
        let height = (count as f64 / most as f64 * 54.0).max(if count > 0 { 1.5 } else { 0.0 });
        if count > 0 {
            let _ = write!(
                text,
                "<g><title>{name}: {count}</title><rect class=\"bar\" x=\"{}\" y=\"{:.1}\" width=\"16\" \
                 height=\"{height:.1}\"/><text x=\"{}\" y=\"{:.1}\">{count}</text></g>",
                x + 2,
                72.0 - height,
                x + 10,
                69.0 - height,
            );
        }
        let tick = ["≤−20", "", "−9…", "", "−3", "", "−1", "+1", "", "+3", "", "…+9", "", "≥20"][number];
        let _ = write!(text, "<text class=\"tick\" x=\"{}\" y=\"86\">{tick}</text>", x + 10);
    }
    text + "</svg>\n</figure>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_bin() {
        for (delta, name) in [
            (-300.0, "−20 or less"),
            (-20.0, "−20 or less"),
            (-19.0, "−19 to −10"),
            (-10.0, "−19 to −10"),
            (-5.0, "−9 to −5"),
            (-4.0, "−4"),
            (-1.0, "−1"),
            (-0.5, "−1"),
            (0.5, "+1"),
            (1.0, "+1"),
            (1.5, "+2"),
            (4.0, "+4"),
            (5.0, "+5 to +9"),
            (10.0, "+10 to +19"),
            (20.0, "+20 or more"),
        ] {
            assert_eq!(BINS[bin(delta)].1, name, "{delta}");
        }
    }
}
