//! Limits on the input.

use clap::Args;

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
    /// The largest file to read, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().bytes)]
    max_file_size: u64,
    /// The longest path, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().path)]
    max_path: usize,
    /// The most members of an archive
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().members)]
    max_members: u64,
    /// The largest unpacked size of an archive, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().unpacked)]
    max_unpacked: u64,
    /// The largest ratio of unpacked to packed size, for archives that unpack to more than 64 MiB
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().ratio)]
    max_ratio: u64,
    /// How deep archives may be nested; 1: no archive in an archive
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().nesting,
        value_parser = clap::value_parser!(u32).range(1..=16))]
    max_nesting: u32,
    /// The largest size of all labels files together, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().labels)]
    max_labels: u64,
    /// The largest corpus.toml, in bytes
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = FileLimits::default().description)]
    max_corpus: u64,
    /// The most names in the list of --files-from
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = FileLimits::default().list)]
    max_list: u64,
    /// The most games in a file
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().games)]
    max_games: usize,
    /// The most nodes on the main line of a game, and the most moves, set-up stones and marks
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().nodes)]
    max_nodes: usize,
    /// How deep variations may be nested
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().depth)]
    max_depth: usize,
    /// The largest width or height of a board
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = RecordLimits::default().board,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(Size::MAX)))]
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
            nesting: self.max_nesting,
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
