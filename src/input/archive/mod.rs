//! Reads archives member by member, without unpacking them to disk or holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

mod format;
#[cfg(feature = "archives")]
mod formats;
mod member;
mod quota;
mod reader;
#[cfg(feature = "archives")]
mod seven_zip;
#[cfg(feature = "archives")]
mod tar;
#[cfg(all(test, feature = "archives"))]
mod tests;

pub use format::Format;
pub use member::Member;
