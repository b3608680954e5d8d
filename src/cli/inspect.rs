//! `seichi inspect`: counts games by their properties, and the games that `eval` would skip.

use clap::Args;

use super::args::{GamesArgs, OutputArgs, TableFormat, dead_from};
use super::each::{GamesSoFar, no_faults, surveyed};
use super::exit::Failure;
use super::output::print;
use super::progress::{Progress, complain};
use super::warnings::skip_advice;
use crate::Stop;
use crate::dead::DeadFrom;
use crate::input::Walk;
use crate::pipeline::{Context, Effects, GameOutcome, Options, evaluate};
use crate::render::Census;
use crate::run::json;
use crate::sgf::Recorded;
use crate::skip::Reason;
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

pub(super) fn run(options: &InspectArgs, stop: &Stop) -> Result<(), Failure> {
    // engines and playouts can judge any position, so they are not needed for counting
    let dead = options.dead.iter().map(|&source| match source {
        DeadFrom::Ownership | DeadFrom::Engine | DeadFrom::Estimate => DeadFrom::None,
        source => source,
    });
    let mut plan = Options { strategies: Vec::new(), dead: dead.collect(), ..Options::default() };
    options.games.apply(&mut plan);
    let (walk, labels) = options.games.walk(&plan)?;
    let context = Context { options: &plan, labels: &labels, survey: None, stop };
    let mut inspected = surveyed(&walk, options.games.jobs(), &context, |context| options.pass(&walk, context))?;
    for (name, skip) in walk.skipped {
        inspected.add(&GameOutcome::without_game(name, skip), options);
    }
    let Inspected { census, listed, skips, faults } = inspected;
    for skip in &skips {
        complain(skip);
    }
    print(match (&options.list, options.format) {
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
    /// Counts the games of `walk`. Returns `None` if a survey is needed first.
    fn pass(&self, walk: &Walk, context: &Context<'_>) -> Result<Option<Inspected>, Failure> {
        let mut progress = Progress::new(walk.entries.len(), &self.output);
        let mut so_far = GamesSoFar::new(self.games.limit, context);
        let mut inspected = Inspected::default();
        evaluate(
            &walk.entries,
            self.games.jobs(),
            context,
            |_, games| games,
            |files| {
                for file in files {
                    let mut games = file?.kept;
                    if games.iter().any(|game| so_far.finds_mixed_folder(&game.name, game.facts.named_rules())) {
                        return Ok(None);
                    }
                    progress.file(games.len());
                    games.retain(|game| so_far.add(&game.name, &Effects::of(game)));
                    for game in &games {
                        inspected.add(game, self);
                    }
                    if so_far.is_full() {
                        break;
                    }
                }
                if so_far.is_in_doubt() {
                    return Ok(None);
                }
                so_far.warn(context, &mut progress);
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
        (_, Err(skip)) => which == "skipped" || which == skip.reason.name(),
        (_, Ok(_)) => false,
    }
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
    /// Adds a game, or a file without a game.
    fn add(&mut self, outcome: &GameOutcome, args: &InspectArgs) {
        if args.list.as_deref().is_some_and(|which| is_listed(which, outcome)) {
            self.listed.push(outcome.name.clone());
        }
        let (facts, census) = (&outcome.facts, &mut self.census);
        census.games += 1;
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
                if args.output.verbose {
                    self.skips.push(format!("{}: {skip}", outcome.name));
                }
                if skip.reason == Reason::Internal {
                    self.faults.push(outcome.name.clone());
                }
                census.count("skipped", skip.reason.name().to_owned());
            }
            Ok(game) => {
                census.evaluated += 1;
                census.count("label maps", game.labelled.label.check.name().to_owned());
                for flag in &game.flags {
                    // a remark's value differs from game to game, except where it is a word about the rules
                    let (name, _) = flag.split_once('=').unwrap_or((flag, ""));
                    let has_few_values = ["rules_source", "rules_unknown"].contains(&name);
                    census.count("flags", if has_few_values { flag } else { name }.to_owned());
                }
            }
        }
    }
}
