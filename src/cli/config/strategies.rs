//! Checks the strategies that `-s` names against two settings: a name is that of a built-in strategy, or of a scorer.

use anyhow::anyhow;
use clap::Command;
use clap::error::ErrorKind;

use super::plan::{Assignment, Plan, SourcedValue};
use super::setting::Value;
use crate::cli::args::unknown_strategy;
use crate::cli::exit::Failure;

/// Checks that every value of `--strategy` names a built-in strategy, a `--scorer` or one of `functions`.
pub(super) fn check(plan: &Plan, command: &Command, functions: &[String]) -> Result<(), Failure> {
    let started = words(plan, "scorer");
    let started = started.iter().filter_map(|word| Some(word.split_once('=')?.0.to_owned()));
    let scorers: Vec<String> = started.chain(functions.iter().cloned()).collect();
    let names = words(plan, "strategy");
    let mut names = names.iter().flat_map(|word| word.split(','));
    let Some((name, why)) = names.find_map(|name| Some((name, unknown_strategy(name, &scorers)?))) else {
        return Ok(());
    };
    let invalid = |flag: &str| format!("invalid value '{name}'{flag}: {why}");
    match plan.settings.iter().find(|planned| planned.setting.key == "strategy").map(|planned| &planned.assignment) {
        Some(Assignment::Layer(SourcedValue { source, location, .. })) if source == location => {
            Err(Failure::Error(anyhow!("{location} has an {}", invalid(""))))
        }
        Some(Assignment::Layer(SourcedValue { location, .. })) => {
            Err(Failure::Error(anyhow!("{location}: strategy has an {}", invalid(""))))
        }
        _ => {
            let mut command = command.clone();
            Err(Failure::Usage(command.error(ErrorKind::ValueValidation, invalid(" for '--strategy <NAME>'"))))
        }
    }
}

/// Returns the values of a setting that the command line or another source gives.
fn words(plan: &Plan, key: &str) -> Vec<String> {
    let given = plan.settings.iter().filter(|planned| planned.setting.key == key);
    let values = given.filter_map(|planned| match &planned.assignment {
        Assignment::CommandLine(value) | Assignment::Layer(SourcedValue { value, .. }) => Some(value),
        Assignment::Default | Assignment::Excluded(_) => None,
    });
    values
        .flat_map(|value| match value {
            Value::Switch(_) => &[][..],
            Value::Words(words) => words,
        })
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}
