//! A run as an HTML page: the results as the terminal shows them, and the board of every game where
//! answers differ. The page is self-contained: it needs no network, no other file and no server.
//!
//! The page's script draws boards and the list of games on demand, from data that [`data`] packs.

mod data;
mod page;
mod script;

pub use page::html;
