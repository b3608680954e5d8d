//! Runs only sgf-parse, for `benches/compare.py`: reads the records below some folders, parses each
//! of them a number of times, and discards the results.
//!
//! ```text
//! cargo run --release --example parse_only -- PASSES FOLDER …
//! ```

use std::path::PathBuf;

use seichi::input::{WalkOptions, fetch, walk};

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let passes = arguments
        .next()
        .and_then(|word| word.to_str()?.parse::<u32>().ok());
    let folders: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let passes = passes.expect("the first argument is a number of passes");
    let mut texts = Vec::new();
    for entry in walk(&folders, &WalkOptions::default())
        .expect("folders of games")
        .entries
    {
        if entry.format.is_none()
            && let Ok(bytes) = fetch(&entry)
        {
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let mut parsed = 0;
    for _ in 0..passes {
        parsed += texts
            .iter()
            .filter(|text| sgf_parse::parse(text).is_ok())
            .count();
    }
    println!("{} files, {parsed} times parsed", texts.len());
}
