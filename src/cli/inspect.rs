//! `seichi inspect`: counts games by their properties, and the games that `eval` would skip.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use clap::Args;
use serde_json::json;

use super::args::{GamesArgs, OutputArgs, TableFormat, dead_from};
use super::each::{GamesSoFar, no_faults};
use super::exit::Failure;
use super::progress::complain;
use super::warnings::skip_advice;
use crate::dead::DeadFrom;
use crate::input::Walk;
use crate::pipeline::{Context, EvaluatedFile, GameOutcome, MixedFolders, Options, Survey, evaluate};
use crate::sgf::Recorded;
use crate::skip::{Reason, Skip};
use crate::text::fold;
use crate::text::{Style, clean};

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// The source of dead stones, given as in `eval`. `inspect` does not ask engines, run playouts or read an ownership
    /// file: it assumes that they have an answer for every game
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_delimiter = ',', value_parser = dead_from())]
    dead: Vec<DeadFrom>,
    /// Print the names of games instead of counts. WHICH is `counted` (the result is a margin or a draw), `evaluated`
    /// or `skipped` (by `eval`), or one of the reasons for skipping in `seichi list reasons`
    #[arg(long, value_name = "WHICH", conflicts_with = "format", value_parser = parse_list)]
    pub(crate) list: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn run(options: &InspectArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let which = options.list.as_deref();
    // engines and playouts can judge any position, so they are not needed for counting
    let dead = options.dead.iter().map(|&source| match source {
        DeadFrom::Ownership | DeadFrom::Engine | DeadFrom::Estimate => DeadFrom::None,
        source => source,
    });
    let mut plan = Options { strategies: Vec::new(), dead: dead.collect(), ..Options::default() };
    options.games.apply(&mut plan);
    let (walk, labels) = options.games.walk(&plan)?;
    let unsurveyed = Context { options: &plan, labels: &labels, survey: None, stop };
    let mut survey = None;
    let mut census = loop {
        let context = Context { survey: survey.as_ref(), ..unsurveyed };
        if let Some(census) = options.pass(&walk, &context)? {
            break census;
        }
        survey = Some(Survey::read(&walk.entries, options.games.jobs(), &unsurveyed)?);
    };
    for (name, skip) in walk.skipped {
        census.skip(&skip);
        if options.output.verbose {
            census.skips.push(format!("{name}: {skip}"));
        }
        if which.is_some_and(|which| is_listed_skip(which, &skip)) {
            census.listed.push(name);
        }
    }
    census.skips.iter().for_each(|skip| complain(skip));
    let mut out = BufWriter::new(io::stdout().lock());
    census.listed.iter().try_for_each(|name| writeln!(out, "{}", clean(name))).map_err(Failure::output)?;
    if which.is_none() {
        match options.format {
            TableFormat::Text => census.text(&mut out, options.output.style()),
            TableFormat::Json => writeln!(out, "{:#}", census.json()),
        }
        .map_err(Failure::output)?;
    }
    out.flush().map_err(Failure::output)?;
    no_faults(&census.faults)?;
    if census.games == 0 { Err(Failure::Nothing(options.games.no_games())) } else { Ok(()) }
}

impl InspectArgs {
    /// Counts the games of `walk`. Returns `None` if a folder has both area games and games without rules, so a survey is
    /// needed first.
    fn pass(&self, walk: &Walk, context: &Context<'_>) -> Result<Option<Census>, Failure> {
        let mut games = GamesSoFar::new(&self.games, &self.output, walk.entries.len(), context.labels);
        let mut census = Census::default();
        let mut folders = MixedFolders::default();
        evaluate(
            &walk.entries,
            self.games.jobs(),
            context,
            |_, games| games,
            |files| {
                for file in files {
                    let EvaluatedFile { entry, rules, kept: outcomes } = file?;
                    if context.survey.is_none() && folders.add(&entry.name, &rules) {
                        return Ok(None);
                    }
                    for outcome in games.add(&outcomes) {
                        census.add(outcome);
                        if let (true, Err(skip)) = (self.output.verbose, &outcome.result) {
                            census.skips.push(format!("{}: {skip}", outcome.name));
                        }
                        if self.list.as_deref().is_some_and(|which| is_listed(which, outcome)) {
                            census.listed.push(outcome.name.clone());
                        }
                    }
                    if games.is_full() && context.survey.is_none() && folders.may_be_mixed() {
                        return Ok(None);
                    }
                    if games.is_full() {
                        break;
                    }
                }
                games.warn(context.labels, context.options);
                Ok(Some(census))
            },
        )
    }
}

/// Checks that a value of `--list` is known.
fn parse_list(which: &str) -> Result<String, &'static str> {
    let is_known = ["counted", "evaluated", "skipped"].contains(&which);
    if is_known || Reason::ALL.iter().any(|reason| reason.name() == which) {
        return Ok(which.to_owned());
    }
    Err("expected counted, evaluated, skipped or one of the reasons in `seichi list reasons`")
}

/// Returns whether `--list` prints the name of a game.
fn is_listed(which: &str, outcome: &GameOutcome) -> bool {
    match (which, &outcome.result) {
        ("counted", _) => matches!(outcome.facts.result, Some(Recorded::Margin(_))),
        ("evaluated", result) => result.is_ok(),
        (_, result) => result.as_ref().is_err_and(|skip| is_listed_skip(which, skip)),
    }
}

fn is_listed_skip(which: &str, skip: &Skip) -> bool {
    which == "skipped" || which == skip.reason.name()
}

/// Counts of games by their properties.
#[derive(Default)]
struct Census {
    games: u64,
    evaluated: u64,
    /// The names of the games to print instead of the tables.
    listed: Vec<String>,
    /// Why games are skipped, with `--verbose`. A pass that begins again says it once.
    skips: Vec<String>,
    /// The names of the games that the program itself failed on.
    faults: Vec<String>,
    tables: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

/// The names of the tables, in the order of the output.
const TABLES: [&str; 8] = ["sizes", "rules", "results", "label origins", "label maps", "encodings", "flags", "skipped"];

impl Census {
    fn count(&mut self, table: &'static str, key: String) {
        *self.tables.entry(table).or_default().entry(key).or_default() += 1;
    }

    fn skip(&mut self, skip: &Skip) {
        self.games += 1;
        self.count("skipped", skip.reason.name().to_owned());
    }

    fn add(&mut self, outcome: &GameOutcome) {
        let facts = &outcome.facts;
        if let Some(size) = facts.size {
            self.count("sizes", size.to_string());
        }
        if let Some(rules) = facts.rules {
            let guessed = facts.rules_guessed.map(|how| format!(" (guessed: {how})")).unwrap_or_default();
            self.count("rules", format!("{}{guessed}", rules.name()));
        }
        if let Some(result) = facts.result {
            let kind = match result {
                Recorded::Margin(margin) if margin.sign() == 0 => "drawn",
                Recorded::Margin(_) => "counted",
                Recorded::None(reason) => reason.name(),
            };
            self.count("results", kind.to_owned());
            self.count("label origins", facts.origin.clone());
        }
        if !facts.encoding.is_empty() {
            self.count("encodings", facts.encoding.to_owned());
        }
        match &outcome.result {
            Err(skip) => {
                if skip.reason == Reason::Internal {
                    self.faults.push(outcome.name.clone());
                }
                self.skip(skip);
            }
            Ok(game) => {
                self.games += 1;
                self.evaluated += 1;
                self.count("label maps", game.labelled.label.check.name().to_owned());
                for flag in &game.flags {
                    // a remark's value differs from game to game, except in `rules_source`: count remarks by name
                    let name =
                        if flag.starts_with("rules_source") { flag } else { flag.split('=').next().unwrap_or(flag) };
                    self.count("flags", name.to_owned());
                }
            }
        }
    }

    fn text(&self, out: &mut impl Write, style: Style) -> io::Result<()> {
        writeln!(
            out,
            "{} games, {} to be evaluated, {} to be skipped",
            self.games,
            self.evaluated,
            self.games - self.evaluated
        )?;
        for advice in self.tables.get("skipped").into_iter().flat_map(|skipped| skip_advice(self.games, skipped)) {
            write!(out, "{}", fold(&format!("{advice}\n")))?;
        }
        for (table, rows) in self.sorted() {
            writeln!(out, "\n{}", style.bold(table))?;
            for (key, count) in rows {
                writeln!(out, "{count:>9}  {}", clean(key))?;
            }
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let mut value = json!({"games": self.games, "evaluated": self.evaluated});
        for (table, rows) in &self.tables {
            value[table.replace(' ', "_")] = json!(rows);
        }
        value
    }

    /// Returns the tables that have rows, the most frequent rows first.
    fn sorted(&self) -> impl Iterator<Item = (&'static str, Vec<(&String, u64)>)> {
        TABLES.iter().filter_map(|&table| {
            let mut rows: Vec<_> = self.tables.get(table)?.iter().map(|(key, &count)| (key, count)).collect();
            rows.sort_by_key(|&(key, count)| (std::cmp::Reverse(count), key));
            Some((table, rows))
        })
    }
}
