//! Reads the bytes of a file into the records of its games.
//!
//! ```text
//! bytes → text (encoding) → main line of each game → properties → Record → Headers
//! ```
//!
//! Variations, times, most comments, and games other than Go are ignored.

mod builder;
mod comments;
mod complete;
mod decoder;
mod encoding;
#[cfg(feature = "sgf-parse")]
mod from_sgf_parse;
mod gib;
mod headers;
mod komi;
mod lexer;
mod main_line;
mod origin;
mod quantity;
mod read;
mod record;
mod result;
mod scored;
mod statement;
mod values;
mod words;

pub use complete::{CompleteGames, complete_games};
pub use decoder::{Decoder, Utf8};
pub use encoding::{DecodedText, Encoding, UnknownEncoding};
pub use headers::{HeaderOverrides, Headers, KomiFrom, RulesGuess, interpret};
pub use origin::{LabelMaker, Origin, label_maker_of};
pub use read::{Game, read};
pub use record::{Defect, Info, Marks, Record, Repeated};
pub use result::{Recorded, is_draw_word, parse_result, result_text};
pub use scored::{Score, write_scores};
