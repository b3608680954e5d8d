//! The program `seichi-corpus`, for people who make labelled corpora of finished games. It lets
//! engines play games, drafts and checks labels, and copies samples of records.

mod generate;
mod labels;
mod sample;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use seichi::cli::{Failure, prepare_process, run_program, stop_signal};

/// Makes labelled corpora of finished Go games.
#[derive(Debug, Parser)]
#[command(name = "seichi-corpus", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let GTP engines play games to the end, and write the games as a labelled corpus
    Generate(Box<generate::GenerateArgs>),
    /// Draft a labels file from a run, for a person to correct, or check a labels file
    #[command(subcommand)]
    Labels(labels::LabelsCommand),
    /// Copy a sample of a run's records into a folder, for example for use in CI
    Sample(sample::SampleArgs),
}

fn main() -> ExitCode {
    prepare_process();
    run_program("seichi-corpus", || {
        match Arguments::try_parse().map_err(Failure::Usage)?.command {
            Command::Generate(options) => generate::run(&options, &stop_signal()),
            Command::Labels(labels::LabelsCommand::Make(options)) => labels::make(&options),
            Command::Labels(labels::LabelsCommand::Check(options)) => {
                labels::check(&options, &stop_signal())
            }
            Command::Sample(options) => sample::run(&options, &stop_signal()),
        }
    })
    .into()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
