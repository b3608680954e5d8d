//! A run as an HTML page: the results, and the board of every game where answers differ. The page
//! is self-contained: it needs no network, no other file and no server.
//!
//! Figures, tables and charts are written here. Boards and the list of games are drawn by the
//! page's script on demand, from data that [`data`] packs.

mod data;
mod format;
mod gate;
mod markup;
mod one;
mod page;
mod picture;
mod script;
mod strata;
mod tables;
mod two;

pub(super) use format::Html;
use gate::gate_html;
pub use one::html;
use two::runs_html;
