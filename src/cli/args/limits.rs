//! Limits on the input.

use clap::Args;

use super::numbers::{whole, whole_in};
use crate::board::Size;
use crate::input::FileLimits;
use crate::sgf::RecordLimits;

/// The help heading of the limits.
const LIMITS: &str = "Limits";

/// Limits on the input, for archives of unknown origin. A file or game beyond a limit is skipped, with a reason;
/// labels, a description or a list beyond a limit end the command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = LIMITS)]
#[allow(clippy::struct_field_names)] // the names of the flags
pub(crate) struct LimitsArgs {
    /// Maximum size of a file, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().bytes,
        value_parser = whole::<u64>)]
    max_file_size: u64,
    /// Maximum length of a path, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().path,
        value_parser = whole::<usize>)]
    max_path: usize,
    /// Maximum number of files in an archive
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().members,
        value_parser = whole::<u64>)]
    max_members: u64,
    /// Maximum unpacked size of an archive, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().unpacked,
        value_parser = whole::<u64>)]
    max_unpacked: u64,
    /// Maximum ratio of unpacked to packed size, for archives that unpack to more than 64 MiB
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().ratio,
        value_parser = whole::<u64>)]
    max_ratio: u64,
    /// Maximum size of all labels files together, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().labels,
        value_parser = whole::<u64>)]
    max_labels: u64,
    /// Maximum size of a corpus.toml, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().description,
        value_parser = whole::<u64>)]
    max_corpus: u64,
    /// Maximum number of names in the --files-from list
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().list,
        value_parser = whole::<u64>)]
    max_list: u64,
    /// Maximum number of games in a file
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().games,
        value_parser = whole::<usize>)]
    max_games: usize,
    /// Maximum number of nodes on the main line of a game, of its moves and set-up stones together, and of its marks
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().nodes,
        value_parser = whole::<usize>)]
    max_nodes: usize,
    /// Maximum depth of nested variations
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().depth,
        value_parser = whole::<usize>)]
    max_depth: usize,
    /// Maximum width or height of a board
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().board,
        value_parser = whole_in(1..=Size::MAX))]
    max_board: u8,
}

impl LimitsArgs {
    /// Returns the limits on files, archives and lists.
    pub(crate) const fn files(&self) -> FileLimits {
        FileLimits {
            bytes: self.max_file_size,
            path: self.max_path,
            members: self.max_members,
            unpacked: self.max_unpacked,
            ratio: self.max_ratio,
            labels: self.max_labels,
            description: self.max_corpus,
            list: self.max_list,
        }
    }

    /// Returns the limits on the games of a file.
    pub(crate) const fn records(&self) -> RecordLimits {
        RecordLimits { games: self.max_games, nodes: self.max_nodes, depth: self.max_depth, board: self.max_board }
    }
}
