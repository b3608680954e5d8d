//! `seichi inspect`: counts games by their properties, and the games that `eval` would skip.

use std::sync::atomic::AtomicBool;

use clap::Args;

use super::args::{GamesArgs, OutputArgs, TableFormat, dead_from};
use super::each::{GamesSoFar, no_faults};
use super::exit::Failure;
use super::output::print;
use super::progress::complain;
use super::warnings::skip_advice;
use crate::dead::DeadFrom;
use crate::input::Walk;
use crate::pipeline::{Context, EvaluatedFile, GameOutcome, MixedFolders, Options, Survey, evaluate};
use crate::render::Census;
use crate::run::json;
use crate::sgf::Recorded;
use crate::skip::{Reason, Skip};
use crate::text::clean;

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
    let mut inspected = loop {
        let context = Context { survey: survey.as_ref(), ..unsurveyed };
        if let Some(inspected) = options.pass(&walk, &context)? {
            break inspected;
        }
        survey = Some(Survey::read(&walk.entries, options.games.jobs(), &unsurveyed)?);
    };
    for (name, skip) in walk.skipped {
        inspected.skip(&skip);
        if options.output.verbose {
            inspected.skips.push(format!("{name}: {skip}"));
        }
        if which.is_some_and(|which| is_listed_skip(which, &skip)) {
            inspected.listed.push(name);
        }
    }
    let Inspected { census, listed, skips, faults } = inspected;
    for skip in &skips {
        complain(skip);
    }
    print(match (which, options.format) {
        (Some(_), _) => listed.iter().map(|name| clean(name).into_owned() + "\n").collect(),
        (None, TableFormat::Text) => {
            let advice = census.tables.get("skipped").map(|skipped| skip_advice(census.games, skipped));
            census.text(&advice.unwrap_or_default(), options.output.style())
        }
        (None, TableFormat::Json) => json(&census.json()),
    })?;
    no_faults(&faults)?;
    if census.games == 0 { Err(Failure::Nothing(options.games.no_games())) } else { Ok(()) }
}

impl InspectArgs {
    /// Counts the games of `walk`. Returns `None` if a folder has both area games and games without rules, so a survey is
    /// needed first.
    fn pass(&self, walk: &Walk, context: &Context<'_>) -> Result<Option<Inspected>, Failure> {
        let mut games = GamesSoFar::new(&self.games, &self.output, walk.entries.len(), context.labels);
        let mut inspected = Inspected::default();
        let mut folders = MixedFolders::new(context);
        evaluate(
            &walk.entries,
            self.games.jobs(),
            context,
            |_, games| games,
            |files| {
                for file in files {
                    let EvaluatedFile { entry, rules, kept: outcomes } = file?;
                    if folders.add(&entry.name, &rules) {
                        return Ok(None);
                    }
                    for outcome in games.add(&outcomes) {
                        inspected.add(outcome);
                        if let (true, Err(skip)) = (self.output.verbose, &outcome.result) {
                            inspected.skips.push(format!("{}: {skip}", outcome.name));
                        }
                        if self.list.as_deref().is_some_and(|which| is_listed(which, outcome)) {
                            inspected.listed.push(outcome.name.clone());
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
                Ok(Some(inspected))
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

/// The games counted so far.
#[derive(Default)]
struct Inspected {
    census: Census,
    /// The names of the games to print instead of the tables.
    listed: Vec<String>,
    /// The reasons for skipping games, for `--verbose`. A restarted pass prints each only once.
    skips: Vec<String>,
    /// The names of the games that the program itself failed on.
    faults: Vec<String>,
}

impl Inspected {
    fn skip(&mut self, skip: &Skip) {
        self.census.games += 1;
        self.census.count("skipped", skip.reason.name().to_owned());
    }

    fn add(&mut self, outcome: &GameOutcome) {
        let (facts, census) = (&outcome.facts, &mut self.census);
        if let Some(size) = facts.size {
            census.count("sizes", size.to_string());
        }
        if let Some(rules) = facts.rules {
            let guessed = facts.rules_guessed.map(|how| format!(" (guessed: {how})")).unwrap_or_default();
            census.count("rules", format!("{}{guessed}", rules.name()));
        }
        if let Some(result) = facts.result {
            let kind = match result {
                Recorded::Margin(margin) if margin.sign() == 0 => "drawn",
                Recorded::Margin(_) => "counted",
                Recorded::None(reason) => reason.name(),
            };
            census.count("results", kind.to_owned());
            census.count("label origins", facts.origin.clone());
        }
        if !facts.encoding.is_empty() {
            census.count("encodings", facts.encoding.to_owned());
        }
        match &outcome.result {
            Err(skip) => {
                if skip.reason == Reason::Internal {
                    self.faults.push(outcome.name.clone());
                }
                self.skip(skip);
            }
            Ok(game) => {
                census.games += 1;
                census.evaluated += 1;
                census.count("label maps", game.labelled.label.check.name().to_owned());
                for flag in &game.flags {
                    // a remark's value differs from game to game, except in `rules_source`: count remarks by name
                    let name =
                        if flag.starts_with("rules_source") { flag } else { flag.split('=').next().unwrap_or(flag) };
                    census.count("flags", name.to_owned());
                }
            }
        }
    }
}
