//! The program as a user sees it, with one file per command, as in `src/cli`.

mod action;
#[cfg(feature = "archives")]
mod archives;
mod audit;
mod baseline;
mod categories;
mod columns;
mod compare;
mod completions;
mod dead;
mod descriptors;
#[cfg(feature = "archives")]
mod duplicates;
mod eval;
mod everywhere;
mod explain;
mod faults;
mod gate;
#[path = "../common/gnugo.rs"]
mod gnugo;
mod gtp;
#[cfg(feature = "archives")]
mod hidden;
mod hostile;
mod inspect;
mod labels;
mod league;
mod limits;
mod list;
mod merge;
mod mistakes;
mod ownership;
#[cfg(feature = "archives")]
#[path = "../common/pack.rs"]
mod pack;
mod page;
mod people;
mod readme;
mod report;
mod rules;
mod sandbox;
mod score;
mod scorer;
mod settings;
mod silent;
mod spellings;
mod stream;
mod unmarked;
mod variants;
