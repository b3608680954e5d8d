//! Arguments for reading a record.

use clap::Args;

use crate::cli::named::Named;
use crate::game::Options;
use crate::rules::{Points, Rules};
use crate::sgf::Encoding;

/// Arguments for reading a record. Every command that reads records has them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct RecordArgs {
    /// The rules: `auto` (the record's rules), `auto,NAME` (NAME if the record has none), or NAME,
    /// which overrides the record. NAME may also be rules in KataGo's notation, as a string or as
    /// JSON
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        value_parser = Named(parse_rules, || [&["auto"], &Rules::names()[..]].concat()),
    )]
    rules: RulesChoice,
    /// The komi for records that do not state one
    #[arg(
        long,
        value_name = "POINTS",
        value_parser = Points::parse_komi,
        allow_negative_numbers = true,
    )]
    komi: Option<Points>,
    /// The text encoding of the records, such as GBK; by default, it is detected
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        default_value = "auto"
    )]
    encoding: Encoding,
}

/// The rules given by the flag: rules that override the record, and rules for records that name
/// none.
#[derive(Clone, Copy, Debug, Default)]
struct RulesChoice {
    always: Option<Rules>,
    missing: Option<Rules>,
}

fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
    let parse = |name: &str| Rules::parse(name).map(Some).map_err(anyhow::Error::msg);
    Ok(match name.strip_prefix("auto,") {
        _ if name == "auto" => RulesChoice::default(),
        Some(missing) => RulesChoice {
            always: None,
            missing: parse(missing)?,
        },
        None => RulesChoice {
            always: parse(name)?,
            missing: None,
        },
    })
}

impl RecordArgs {
    /// Sets the options that these arguments determine.
    pub(crate) fn apply(&self, options: &mut Options) {
        options.rules = self.rules.always;
        options.missing_rules = self.rules.missing;
        options.missing_komi = self.komi;
        options.encoding = self.encoding;
    }
}
