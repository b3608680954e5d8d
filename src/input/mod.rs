//! Turns the paths that a user gives into the bytes of files, in an order that does not depend on the file system.

mod archive;
mod boards;
mod content;
mod corpus;
mod digest;
mod entry;
mod file;
mod filter;
mod found;
mod labels;
mod limits;
mod list;
mod names;
mod naming;
mod shard;
mod source;
mod suggest;
mod walk;

pub use archive::{Compression, Format, Member, PackedMember, Piece, PieceOptions, Unpacker};
pub use boards::{BoardFile, Expected};
pub use content::Content;
pub use corpus::{CorpusFileError, Description};
pub(crate) use digest::{first_eight, hex};
pub use entry::{Entry, Order};
pub use file::fetch;
pub use found::FoundFile;
pub use labels::{FileLine, Labels, LabelsError, LabelsFile};
pub use limits::FileLimits;
pub use list::{not_walked, walk_list};
pub use naming::Naming;
pub use shard::Shard;
pub use source::{SourceError, WalkOptions};
pub use suggest::NameIndex;
pub use walk::{CORPUS_FILE, LABELS, Walk, walk};
