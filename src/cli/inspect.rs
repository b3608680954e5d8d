//! `seichi inspect`: counts games by their properties, and the games that `eval` would skip.

use clap::Args;

use super::args::{GamesArgs, OutputArgs, TableFormat, dead_from};
use super::exit::Failure;
use super::output::{print, say};
use super::progress::{Observer, Progress};
use super::warnings::{GameNotes, no_faults, skip_advice};
use crate::Stop;
use crate::dead::DeadFrom;
use crate::game::{Context, GameOutcome, Options, RemarkKind};
use crate::render::Census;
use crate::run::{evaluate, json};
use crate::sgf::Recorded;

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// The source of dead stones, in the form used by `eval`. `inspect` does not ask engines, run
    /// playouts or read an ownership file: it assumes that these sources have an answer for every
    /// game
    #[arg(
        long,
        value_name = "SOURCE",
        default_value = "auto",
        value_delimiter = ',',
        value_parser = dead_from(),
    )]
    dead: Vec<DeadFrom>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn run(options: &InspectArgs, stop: &Stop) -> Result<(), Failure> {
    let mut dead = options.dead.clone();
    for source in &mut dead {
        // counting games does not need the dead stones of such a source
        if source.judges_positions() {
            *source = DeadFrom::None;
        }
    }
    let mut plan = Options {
        strategies: Vec::new(),
        dead,
        ..Options::default()
    };
    options.games.apply(&mut plan);
    let (walk, labels) = options.games.walk(&plan)?;
    let context = Context::new(plan, labels, stop);
    let mut notes = GameNotes::new(&walk, &context);
    let mut census = Census::default();
    let mut progress = Progress::new(walk.entries.len(), &options.output);
    for batch in evaluate(&walk, options.games.jobs(), &context) {
        let batch = batch?;
        for game in &batch.games {
            notes.add(game, &[], &context.options, &mut progress);
            census.add(game);
        }
        progress.add(batch.files, &batch.games);
    }
    notes.warn(&context, &mut progress);
    drop(progress);
    match options.format {
        TableFormat::Text => {
            let advice = census
                .tables
                .get("skipped")
                .map(|skipped| skip_advice(census.games, skipped));
            let style = options.output.style();
            say(&census.text(&advice.unwrap_or_default(), style), style)?;
        }
        TableFormat::Json => print(json(&census.json()))?,
    }
    no_faults(notes.faults)?;
    if census.games == 0 {
        Err(Failure::Nothing(options.games.no_games()))
    } else {
        Ok(())
    }
}

impl Census {
    /// Counts a game, or a file without a game.
    fn add(&mut self, outcome: &GameOutcome) {
        let facts = &outcome.facts;
        self.games += 1;
        if let Some(size) = facts.size {
            self.count("sizes", size.to_string());
        }
        if let Some(rules) = facts.rules() {
            let guessed = facts
                .rules_guessed()
                .map(|how| format!(" (guessed: {})", how.name()))
                .unwrap_or_default();
            self.count("rules", format!("{}{guessed}", rules.name()));
        }
        if let Some(result) = facts.result() {
            let kind = match result {
                Recorded::Margin(margin) if margin.sign() == 0 => "drawn",
                Recorded::Margin(_) => "counted",
                Recorded::WithoutMargin(reason, _) => reason.name(),
            };
            self.count("results", kind.to_owned());
            self.count("label_origins", facts.origin.clone());
        }
        if !facts.encoding.is_empty() {
            self.count("encodings", facts.encoding.to_owned());
        }
        match &outcome.result {
            Err(skip) => self.count("skipped", skip.reason.name().to_owned()),
            Ok(game) => {
                self.evaluated += 1;
                self.count("label_maps", game.labelled.label.check.name().to_owned());
                for remark in &game.remarks {
                    // the value of a remark differs from game to game, except in remarks about the
                    // rules
                    let has_few_values = matches!(
                        remark.kind,
                        RemarkKind::RulesSource | RemarkKind::RulesUnknown
                    );
                    let flag = if has_few_values {
                        remark.to_string()
                    } else {
                        remark.kind.into_str().to_owned()
                    };
                    self.count("flags", flag);
                }
            }
        }
    }
}
