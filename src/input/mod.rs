//! Turns the paths that a user gives into the bytes of files, in an order that does not depend on the file system.

mod archive;
mod content;
mod corpus;
mod digest;
mod entry;
mod file;
mod filter;
mod found;
mod label_index;
mod labels;
mod labels_file;
mod limits;
mod list;
mod names;
mod naming;
mod open;
mod source;
mod suggest;
mod walk;

pub use archive::{Compression, Format, Member, PackedMember, Piece, PieceOptions, Unpacker};
pub use content::Content;
pub use corpus::{CorpusFileError, Description};
pub(crate) use digest::{first_eight, hex};
pub use entry::Entry;
pub use file::fetch;
#[cfg(feature = "cli")]
pub(crate) use file::read_whole;
pub use found::FoundFile;
pub use labels::{Labels, LabelsError};
pub use labels_file::{FileLine, LabelsFile};
pub use limits::FileLimits;
pub use list::{not_walked, walk_list};
pub use naming::Naming;
pub(crate) use open::is_too_many;
pub(crate) use source::TOO_MANY_OPEN;
pub use source::{SourceError, WalkOptions};
pub use suggest::NameIndex;
pub use walk::{CORPUS_FILE, LABELS, Walk, walk};
