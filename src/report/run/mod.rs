//! Writes the files of a run while its games are evaluated: the worker threads format rows, the calling thread writes
//! them.

mod files;
mod formatted_game;
mod formatter;
mod output_file;
mod writer;

pub use formatted_game::FormattedGame;
pub use formatter::RowFormatter;
pub use output_file::FileForm;
pub use writer::RunWriter;
