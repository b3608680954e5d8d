//! Turns the paths that a user gives into the bytes of files, in an order that does not depend on
//! the file system.

mod archive;
mod entry;
mod file;
mod file_list;
mod file_names;
mod files;
mod filter;
mod input_file;
mod labels;
mod labels_file;
mod limits;
mod naming;
mod ownership_line;
mod walk;

pub use archive::{Compression, Format, Member};
pub(crate) use entry::INSIDE;
pub use entry::{Entry, fetch};
pub(crate) use file::{TOO_MANY_OPEN, file_digest, is_too_many, read_whole};
pub use file_list::not_walked;
pub(crate) use file_list::{path_of, walk_list};
pub(crate) use file_names::hex;
pub use files::guarded;
pub(crate) use files::{Files, read_pieces};
pub use filter::{SourceError, WalkOptions};
pub(crate) use input_file::InputFile;
pub use labels::Labels;
pub use labels_file::{FileLine, LabelsError, LabelsFile};
pub use limits::FileLimits;
pub use naming::Naming;
pub(crate) use ownership_line::OwnershipLine;
pub use walk::{FolderLabels, Walk, walk};
