//! The figures of a run as text for a terminal, in at most 80 columns.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::labels::LabelCheck;
use crate::render::unmeasured;
use crate::rules::Method;
use crate::run::{Figures, StrategyFigures, StratumFigures, is_external};
use crate::safety::SafetyLevel;
use crate::sgf::{LabelMaker, label_maker_of};
use crate::text::{Style, clean, count, fold, interval, percent, rate};

/// Returns the table of strategies (the most exact first), the skipped games with reasons, and
/// remarks on labels.
pub fn eval_text(figures: &Figures, style: Style) -> String {
    let mut text = String::new();
    let mut legend = COLUMN_LEGEND;
    for (method, stratum) in tables(figures) {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "{}:\n", heading(method));
        table(&mut text, stratum, style);
        for line in remarks((method, stratum)) {
            text.push_str(&fold(&(clean(&line) + "\n")));
        }
        text.push_str(std::mem::take(&mut legend));
    }
    eyes_in_seki(&mut text, figures.all());
    weakest(&mut text, figures);
    let mut prose = String::new();
    for note in dead_notes(figures) {
        let _ = writeln!(prose, "\n{note}");
    }
    notes(&mut prose, figures);
    let _ = writeln!(prose, "\n{}", games_line(figures));
    let _ = writeln!(text, "{}\n{}", fold(&prose), clean(&figures.signature));
    text
}

/// Returns the parts of the games that have a table of strategies.
pub(crate) fn tables(figures: &Figures) -> Vec<(Method, &StratumFigures)> {
    let mut tables = vec![(Method::Territory, figures.all())];
    let area = figures.strata.get("method=area");
    tables.extend(area.map(|area| (Method::Area, area)));
    // if all labels contradict themselves, no game is left
    tables.retain(|(_, stratum)| stratum.games > 0);
    tables
}

/// Returns the heading of the table of a method's games.
pub(crate) const fn heading(method: Method) -> &'static str {
    match method {
        Method::Territory => "Territory games, against their labels",
        Method::Area => "Area games, against their labels",
    }
}

/// Returns the origins of labels, each with its number of games.
fn origins(figures: &Figures) -> impl Iterator<Item = (&str, u64)> {
    figures
        .strata
        .iter()
        .filter_map(|(name, stratum)| Some((name.strip_prefix("origin=")?, stratum.games)))
}

fn table(text: &mut String, stratum: &StratumFigures, style: Style) {
    let _ = writeln!(text, "{}", style.bold(HEADER));
    for figures in best_first(stratum) {
        let [games, exact, interval, winner, error] = cells(figures, stratum.games);
        // a user's own scorer stands out
        let is_scorer = is_external(&figures.strategy);
        let name = if is_scorer {
            format!("> {}", clean(&figures.strategy))
        } else {
            figures.strategy.clone()
        };
        let row = format!("{name:<24}{games:>7}{exact:>9}{interval:>19}{winner:>11}{error:>9}");
        let _ = writeln!(text, "{}", if is_scorer { style.bold(&row) } else { row });
    }
}

/// The header of a table of strategies.
const HEADER: &str =
    "strategy                  games    exact      95 % interval     winner    error";

/// Returns remarks on scorers, for the lines below a table: wrong maps, whose errors may cancel out
/// in the margin; answers without a margin, which the exact rate leaves out; answers that
/// contradict themselves; and labels that the scorer may have written.
pub(crate) fn remarks((method, stratum): (Method, &StratumFigures)) -> Vec<String> {
    let mut lines = Vec::new();
    let scorers = stratum.strategies.iter();
    for one in scorers.filter(|one| is_external(&one.strategy)) {
        for (number, of, what) in [
            (
                one.maps - one.maps_exact,
                one.maps,
                "maps differ from the label's",
            ),
            (one.only_winner, one.games, "answers name only the winner"),
            (
                one.contradictory,
                one.games,
                "answers have a margin that contradicts their map (the margin counts)",
            ),
        ] {
            if number > 0 {
                let (name, method) = (&one.strategy, method.name());
                lines.push(format!("{name}: {number} of {of} {method} {what}"));
            }
        }
        if is_suspiciously_right(one, stratum) {
            lines.push(format!(
                "{}: agrees with every label, unlike all strategies; if it wrote the labels, they \
                 cannot show its errors",
                one.strategy
            ));
        }
    }
    lines
}

/// Returns whether a scorer may have written the labels: it agrees with all of them, and every
/// strategy disagrees with several.
fn is_suspiciously_right(scorer: &StrategyFigures, stratum: &StratumFigures) -> bool {
    /// By chance, the scorer would be right in so many of the games that differ once in 32 times.
    const SEVERAL: u64 = 5;
    let strategies = stratum.strategies.iter();
    let mut strategies = strategies
        .filter(|one| !is_external(&one.strategy))
        .peekable();
    scorer.exact == stratum.games
        && strategies.peek().is_some()
        && strategies.all(|one| one.exact + SEVERAL <= stratum.games)
}

/// Returns the cells of a strategy in a table of `games` games: its games, exact rate, interval of
/// this rate, winner rate and error.
pub(crate) fn cells(figures: &StrategyFigures, games: u64) -> [String; 5] {
    let error = figures.mae.map(|error| format!("{error:.3}"));
    let mut cells = [
        figures.games.to_string(),
        rate(figures.exact_rate),
        interval(figures.exact_interval),
        rate(figures.winner_rate),
        error.unwrap_or_default(),
    ];
    // rates over only a few games, often the easiest ones, would be misleading
    let dash = || "–".to_owned();
    if 2 * figures.margins() < games {
        [cells[1], cells[2], cells[4]] = [dash(), dash(), dash()];
    }
    if 2 * figures.games < games {
        cells[3] = dash();
    }
    cells
}

/// Returns the strategies, the most exact first. Scorers without an answer for some games come
/// last, because their rates cover fewer games and can be too high.
fn best_first(stratum: &StratumFigures) -> Vec<&StrategyFigures> {
    let mut strategies: Vec<&StrategyFigures> = stratum.strategies.iter().collect();
    strategies.sort_by_key(|figures| (figures.games < stratum.games, Reverse(figures.exact)));
    strategies
}

/// The meanings of the columns of a table of strategies.
const COLUMN_LEGEND: &str = "
exact: share of games with the label's margin; winner: with the label's winner;
error: mean absolute error in points. The intervals (Wilson's) treat games as
independent. Self-contradictory labels are excluded.
";

/// The header of the table of eyes in seki.
const EYES_HEADER: &str =
    "strategy                  right  wrong  unclear  missed  precision   recall";

/// Writes how many eyes in seki each strategy identifies correctly, if a file gives the owners of
/// points.
fn eyes_in_seki(text: &mut String, stratum: &StratumFigures) {
    let games = stratum.strategies.iter().map(|of| of.eyes_games).max();
    let games = games.unwrap_or_default();
    if games == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "\nEyes in seki, against the owners in {}:\n\n{EYES_HEADER}",
        count(games, "game")
    );
    for figures in best_first(stratum) {
        let eyes = &figures.eyes;
        let _ = writeln!(
            text,
            "{:<24}{:>7}{:>7}{:>9}{:>8}{:>11}{:>9}",
            clean(&figures.strategy),
            eyes.right,
            eyes.wrong,
            eyes.unclear,
            eyes.missed,
            rate(eyes.precision()),
            rate(eyes.recall()),
        );
    }
}

/// Returns the first external scorer or, in a run without scorers, the most exact strategy.
fn subject(figures: &Figures) -> Option<&String> {
    let best = best_first(figures.all()).first().map(|best| &best.strategy);
    figures.scorers().next().or(best)
}

/// The maximum number of weak strata listed for a strategy; `run.json` lists all of them.
const WEAK_LISTED: usize = 5;

/// Writes the strata where the [subject] is weakest.
fn weakest(text: &mut String, figures: &Figures) {
    let weak = subject(figures).and_then(|name| figures.weak.get_key_value(name));
    let Some((name, weak)) = weak else { return };
    text.push_str(&fold(&format!(
        "\nWhere {} is exact significantly less often than elsewhere:\n\n",
        clean(name)
    )));
    for stratum in weak.iter().take(WEAK_LISTED) {
        let _ = writeln!(
            text,
            "{:<24}{:>7}{:>9}{:>19}   elsewhere {}",
            clean(&stratum.stratum),
            stratum.games,
            percent(stratum.exact_rate),
            interval(stratum.exact_interval),
            percent(stratum.other_rate),
        );
    }
    if let Some(more @ 1..) = weak.len().checked_sub(WEAK_LISTED) {
        let _ = writeln!(text, "and {more} more, in run.json");
    }
}

/// Returns notes on how well a source of dead stones agrees with the labels, one for each method
/// and source of labels.
fn dead_notes(figures: &Figures) -> Vec<String> {
    let mut notes = Vec::new();
    for (method, games) in [("territory", "method=territory"), ("area", "method=area")] {
        for dead in figures
            .strata
            .get(games)
            .iter()
            .flat_map(|stratum| &stratum.dead)
        {
            notes.push(format!(
                "Dead stones according to {} agree with the {} in {} of {} ({method} rules), {} \
                 ({}). The {1} confirm {} of the stones that this source calls dead; it finds {} \
                 of the stones that the {1} call dead.",
                clean(&dead.source),
                clean(&dead.label),
                dead.tally.same,
                count(dead.tally.games, "game"),
                rate(dead.tally.same_rate()),
                interval(dead.tally.same_interval()),
                rate(dead.tally.dead.precision()),
                rate(dead.tally.dead.recall()),
            ));
        }
    }
    notes.extend(safety_note(figures));
    notes
}

/// Returns a note on how many games with a label are safe to score, or `None` if safety was not
/// judged. The note compares how often the margin of the [subject] differs from the label's in
/// these games and in the others.
fn safety_note(figures: &Figures) -> Option<String> {
    let strata = [SafetyLevel::Safe, SafetyLevel::Unsure]
        .map(|level| figures.strata.get(&format!("safety={}", level.name())));
    if strata == [None, None] {
        return None;
    }
    let [safe, unsure] = strata.map(|stratum| stratum.map_or(0, |stratum| stratum.games));
    let name = subject(figures)?;
    let [wrong_safe, wrong_unsure] = strata.map(|stratum| {
        let mut all = stratum
            .map_or(&[][..], |stratum| &stratum.strategies)
            .iter();
        let figures = all.find(|figures| figures.strategy == *name);
        figures.map_or(0, |figures| figures.margins() - figures.exact)
    });
    Some(format!(
        "Safe to score without asking the players: {safe} of {}. The margin of {} differs from \
         the label's in {wrong_safe} of these, and in {wrong_unsure} of the others.",
        count(safe + unsure, "game"),
        clean(name),
    ))
}

/// Writes the origins of labels, the missing answers, and the labels that contradict themselves.
fn notes(text: &mut String, figures: &Figures) {
    let origins: Vec<String> = origins(figures)
        .map(|(origin, games)| format!("{} {games}", clean(origin)))
        .collect();
    if !origins.is_empty() {
        let _ = writeln!(text, "\nLabels by origin: {}", origins.join(", "));
    }
    for line in label_makers(figures) {
        let _ = writeln!(text, "{line}");
    }
    for line in unmeasured(figures) {
        let _ = writeln!(text, "{}", clean(&line));
    }
    for (check, words) in FAULTS {
        if let Some(labels @ 1..) = figures.label_checks.get(check.name()) {
            let _ = writeln!(text, "{words}: {labels} (label_check).");
        }
    }
}

/// The faults of labels, each in words.
const FAULTS: [(LabelCheck, &str); 3] = [
    (
        LabelCheck::Inconsistent,
        "Labels that contradict themselves, left out of the figures",
    ),
    (
        LabelCheck::Contradictory,
        "Labels of records with two results or two komi, left out of the figures",
    ),
    (
        LabelCheck::Area,
        "Labels of territory games that agree only with area scoring",
    ),
];

/// Returns a line for each origin, which says who made its labels and what the rates measured
/// against them mean.
pub(crate) fn label_makers(figures: &Figures) -> Vec<String> {
    let mut lines = Vec::new();
    for (origin, _) in origins(figures) {
        let (maker, meaning) = match label_maker_of(origin) {
            LabelMaker::People => ("people", "accuracy"),
            LabelMaker::Program(program) => (program, "agreement, not accuracy"),
            // a labels file made from a strategy's maps may name the strategy as the origin
            LabelMaker::Unknown if figures.strategies.iter().any(|name| name == origin) => {
                ("the strategy of that name", "agreement, not accuracy")
            }
            LabelMaker::Unknown => continue,
        };
        lines.push(format!(
            "{}: labels by {maker}. Rates measure {meaning}.",
            clean(origin)
        ));
    }
    lines
}

/// Returns the numbers of evaluated and of skipped games, and the reasons for skipping games.
pub(crate) fn games_line(figures: &Figures) -> String {
    let (games, skipped) = (
        count(figures.games, "game"),
        figures.games - figures.evaluated,
    );
    let reasons = reasons(figures).join(", ");
    let colon = if reasons.is_empty() { "" } else { ": " };
    format!(
        "{games}, {} evaluated, {skipped} skipped{colon}{reasons}",
        figures.evaluated
    )
}

/// Returns the reasons for skipping games, each with its number of games, the most frequent first.
pub(crate) fn reasons(figures: &Figures) -> Vec<String> {
    let mut reasons: Vec<_> = figures
        .skipped
        .iter()
        .map(|(name, &games)| (games, name.as_str()))
        .collect();
    reasons.sort_by_key(|&(games, name)| (std::cmp::Reverse(games), name));
    reasons
        .iter()
        .map(|(games, name)| format!("{} {games}", clean(name)))
        .collect()
}
