//! `seichi list`: prints the strategies, reasons, remarks, categories or measures, with their
//! meanings.

use clap::{Args, ValueEnum};
use strum::{EnumMessage, VariantArray};

use super::exit::Failure;
use super::output::print;
use crate::game::{Category, RemarkKind};
use crate::render::list_text;
use crate::rules::Rules;
use crate::run::measures;
use crate::skip::Reason;
use crate::territory::STRATEGIES;
use crate::text::doc_comment;

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// The list to print
    #[arg(value_enum)]
    pub(crate) what: Listed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Listed {
    /// The built-in strategies; those marked with * run by default
    Strategies,
    /// The reasons for skipping a game
    Reasons,
    /// Remarks on games: the values of the flags column in games.csv
    Flags,
    /// The categories of mismatches
    Categories,
    /// The names of rules, each with KataGo's string for them
    Rules,
    /// The measures of a strategy's accuracy, as in summary.csv
    Measures,
}

pub(super) fn run(options: &ListArgs) -> Result<(), Failure> {
    let rows: Vec<(&str, String)> = match options.what {
        Listed::Strategies => {
            let mut rows = Vec::new();
            for strategy in STRATEGIES {
                let mark = if strategy.is_usual() { '*' } else { ' ' };
                rows.push((strategy.name, format!("{mark} {}", strategy.summary)));
            }
            rows
        }
        Listed::Reasons => Reason::ALL
            .iter()
            .map(|reason| (reason.name(), reason.meaning().to_owned()))
            .collect(),
        Listed::Rules => Rules::names()
            .into_iter()
            .zip(Rules::ALL.map(Rules::katago))
            .collect(),
        Listed::Flags => documented::<RemarkKind>(),
        Listed::Categories => documented::<Category>(),
        Listed::Measures => measures()
            .map(|(name, meaning)| (name, meaning.to_owned()))
            .collect(),
    };
    print(list_text(&rows))
}

/// Returns the name of each value of an enum, with its doc comment as one line.
fn documented<T: VariantArray + EnumMessage>() -> Vec<(&'static str, String)>
where
    &'static str: From<&'static T>,
{
    let values = T::VARIANTS.iter();
    values
        .map(|value| (value.into(), doc_comment(value)))
        .collect()
}
