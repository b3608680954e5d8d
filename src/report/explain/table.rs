//! The margins of all answers, with their differences from the label.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Explained;
use crate::pipeline::{Answer, Category};
use crate::report::remarks::{open_text, tax_text};
use crate::report::text::{Style, fold};
use crate::sgf::result_text;

/// The legend of the table.
const LEGEND: &str = "\ndelta: the margin minus the label's, positive where it favours Black;\n\
                      seki, false eyes, dame: numbers of points\n";

impl Explained<'_> {
    pub(super) fn table(&self, text: &mut String, style: Style) {
        let header = "strategy                 margin   delta seki false eyes dame  category";
        let _ = writeln!(text, "\n{}", style.bold(header));
        let with_map = self.shown.iter().map(|shown| (shown.name, Ok(shown.answer)));
        let answers = || with_map.clone().chain(self.without_map.iter().copied());
        for (name, answer) in answers() {
            match answer {
                Ok(answer) => row(text, name, answer),
                Err(why) => text.push_str(&fold(&format!("{name:<23} no answer: {why}\n"))),
            }
        }
        text.push_str(LEGEND);
        let categories: BTreeSet<Category> =
            answers().filter_map(|(_, answer)| answer.ok().and_then(|answer| answer.category)).collect();
        for category in categories {
            text.push_str(&fold(&format!("category {}: {}\n", category.name(), category.meaning())));
        }
    }
}

/// Writes the row of an answer.
fn row(text: &mut String, name: &str, answer: &Answer) {
    let delta = answer.comparison.map_or(String::from("–"), |comparison| comparison.delta.to_string());
    let [seki, false_eyes, dame] = match answer.counts {
        Some(counts) => [counts.seki, counts.false_eyes, counts.dame].map(|points| points.to_string()),
        None => ["–"; 3].map(str::to_owned),
    };
    let line = format!(
        "{name:<23} {:>7} {delta:>7} {seki:>4} {false_eyes:>10} {dame:>4}  {}",
        result_text(answer.margin),
        answer.category.map_or("", Category::name),
    );
    let _ = writeln!(text, "{}", line.trim_end());
    for more in [open_text(answer), tax_text(answer)].into_iter().flatten() {
        text.push_str(&fold(&format!("{:<23} {more}\n", "")));
    }
}
