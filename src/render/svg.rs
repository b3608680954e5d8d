//! A chart of the exact rate of every strategy with its confidence interval, as SVG.

use std::fmt::Write as _;

use super::{Rendered, ReportFormat, RunReport};
use crate::pipeline::{Figures, StrategyFigures};
use crate::render::text::eval::{best_first, cells, heading};
use crate::text::escape;

/// A chart of the exact rates.
pub(super) struct Svg;

impl ReportFormat for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn summary(&self) -> &'static str {
        "A chart of each strategy's share of games scored exactly right, with confidence intervals"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(figure(&run.figures))
    }
}

/// The width of the figure, and the ends of the axis on it, in pixels.
const WIDTH: f64 = 720.0;
const AXIS: [f64; 2] = [210.0, 600.0];

/// The height of a row, and the first row's distance from the top, in pixels.
const ROW: f64 = 26.0;
const TOP: f64 = 64.0;

const STYLE: &str = "text{font:13px sans-serif;fill:#222}.name,.end{text-anchor:end}.tick{text-anchor:middle;fill:#555}\
    .title{font-weight:bold}.grid{stroke:#ddd}.range{stroke:#0a3bd1;stroke-width:2;fill:none}.dot{fill:#0a3bd1}\
    .scorer{font-weight:bold}.small{font-size:9.5px;fill:#555}";

/// Draws the territory games of a run: a row for each strategy, the most exact first.
fn figure(figures: &Figures) -> String {
    let all = figures.all();
    let lowest = all.strategies.iter().map(|one| one.exact_interval.0).fold(1.0, f64::min);
    // the axis starts at a multiple of ten per cent
    let start = (lowest * 10.0).floor().clamp(0.0, 9.0) / 10.0;
    let x = |rate: f64| AXIS[0] + (rate - start) / (1.0 - start) * (AXIS[1] - AXIS[0]);
    let rows = best_first(all);
    let bottom = rows.iter().fold(TOP, |y, _| y + ROW);
    let mut body = String::new();
    for tick in (0..=10).map(|tenth| f64::from(tenth) / 10.0).filter(|&tick| tick >= start - 0.01) {
        let x = x(tick);
        let _ = write!(
            body,
            "<path class=\"grid\" d=\"M{x:.1} {}V{bottom:.0}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{:.0} %</text>",
            TOP - 14.0,
            TOP - 20.0,
            tick * 100.0
        );
    }
    for (row, y) in rows.into_iter().zip((0_u16..).map(|number| TOP + ROW * f64::from(number))) {
        body.push_str(&row_of(row, y, x));
    }
    let title = format!("{}: {} games, share with the label's margin", heading(figures), all.games);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"12\" y=\"22\">{title}</text>\n{body}\n\
         <text class=\"small\" x=\"12\" y=\"{:.0}\">Lines: 95 % confidence intervals. {}</text>\n</svg>\n",
        bottom + 14.0,
        escape(&figures.signature),
        height = bottom + 26.0,
    )
}

/// Draws the row of a strategy at the height `y`; `x` gives the place of a rate.
fn row_of(figures: &StrategyFigures, y: f64, x: impl Fn(f64) -> f64) -> String {
    let [_, exact, interval, ..] = cells(figures);
    let class = if crate::territory::strategy(&figures.strategy).is_some() { "name" } else { "name scorer" };
    let baseline = y + 4.5;
    let mut row = format!(
        "\n<text class=\"{class}\" x=\"{:.0}\" y=\"{baseline:.1}\">{}</text>\
         <text class=\"end\" x=\"{:.0}\" y=\"{baseline:.1}\">{exact}</text>",
        AXIS[0] - 12.0,
        escape(&figures.strategy),
        WIDTH - 12.0,
    );
    if let (Some(rate), (low, high)) = (figures.exact_rate, figures.exact_interval) {
        let (low, high, rate) = (x(low), x(high), x(rate));
        let (above, below) = (y - 5.0, y + 5.0);
        let _ = write!(
            row,
            "<path class=\"range\" d=\"M{low:.1} {y:.0}H{high:.1}M{low:.1} {above:.0}V{below:.0}M{high:.1} {above:.0}V{below:.0}\">\
             <title>{interval}</title></path><circle class=\"dot\" cx=\"{rate:.1}\" cy=\"{y:.0}\" r=\"4\"/>"
        );
    }
    row
}
