//! Charts of intervals as inline SVG.

use std::fmt::Write as _;

use crate::run::StrategyFigures;

/// A scale for rates, from this rate to 1.
#[derive(Clone, Copy)]
pub(super) struct Scale(f64);

impl Scale {
    /// Returns a scale with room for most intervals. It ignores intervals far below the median,
    /// because they would squeeze the others together.
    pub(super) fn of<'a>(strategies: impl IntoIterator<Item = &'a StrategyFigures>) -> Self {
        let mut lows: Vec<f64> = strategies
            .into_iter()
            .map(|figures| figures.exact_interval.0)
            .collect();
        lows.sort_by(f64::total_cmp);
        let Some(&median) = lows.get(lows.len() / 2) else {
            return Self(0.0);
        };
        let lowest = lows
            .iter()
            .copied()
            .find(|&low| low > median - 0.2)
            .unwrap_or(0.0);
        Self(((lowest * 20.0 - 0.1).floor() / 20.0).clamp(0.0, 0.95))
    }

    fn x(self, rate: f64) -> f64 {
        ((rate - self.0) / (1.0 - self.0)).clamp(0.0, 1.0) * 190.0 + 5.0
    }

    /// Returns the ends of the scale, for the head of the column.
    pub(super) fn ends(self) -> String {
        format!(
            "<span class=\"scale\"><span>{:.0}</span><span>100 %</span></span>",
            self.0 * 100.0
        )
    }

    /// Draws a rate with its interval. The picture is hidden from screen readers: the numbers are
    /// in the next column.
    pub(super) fn interval(self, figures: &StrategyFigures) -> String {
        let (Some(rate), (low, high)) = (figures.exact_rate, figures.exact_interval) else {
            return String::new();
        };
        let mut svg = String::from(
            "<svg class=\"interval\" viewBox=\"0 0 200 20\" aria-hidden=\"true\" \
             preserveAspectRatio=\"none\">\
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
