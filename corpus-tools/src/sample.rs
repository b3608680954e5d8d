//! `seichi-corpus sample`: copies a sample of a run's records into a folder, for a repository whose
//! CI counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use seichi::Stop;
use seichi::cli::embed::read_records;
use seichi::cli::{Failure, paths_of_run, print};
use seichi::run::{GameRow, SavedRun};

#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// The folder of a run on the games. The sample contains only games from this run, so the run's
    /// flags (such as --finished, --size and --rules) choose among the games
    #[arg(value_name = "RUN", default_value = "reports")]
    run: PathBuf,
    /// The number of records
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    number: usize,
    /// The folder for the copies, which must be new
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// The random seed: the same run and seed give the same records
    #[arg(long, value_name = "N", default_value_t = 1979)]
    seed: u64,
}

pub(crate) fn run(options: &SampleArgs, stop: &Stop) -> Result<(), Failure> {
    let run = SavedRun::read(&options.run)?;
    let paths = paths_of_run(&run.facts.arguments).filter(|paths| !paths.is_empty());
    let paths = paths.with_context(|| {
        format!(
            "the run in {} does not name its paths",
            run.folder.display()
        )
    })?;
    let chosen = chosen(&run.games()?, options.number, options.seed);
    if options.out.symlink_metadata().is_ok() {
        return Err(anyhow!("{} exists; name a new folder", options.out.display()).into());
    }
    // the folder appears only when the sample is complete, even if the disk is full
    let failed = || format!("failed to write {}", options.out.display());
    let parent = options.out.parent().filter(|parent| *parent != "");
    let hidden = tempfile::Builder::new()
        .prefix(".seichi-")
        .tempdir_in(parent.unwrap_or(Path::new(".")))
        .with_context(failed)?;
    let folder = hidden.path().join("sample");
    std::fs::create_dir(&folder).with_context(failed)?;
    let words = ["seichi", "score", "--"]
        .map(OsString::from)
        .into_iter()
        .chain(paths.into_iter().map(OsString::from));
    let mut left = chosen.clone();
    let mut last = String::new();
    let mut written = Ok(());
    read_records(&words.collect::<Vec<_>>(), None, stop, |record| {
        // a large record is read in several pieces
        let is_first = left.remove(&record.name);
        let goes_on = !is_first && record.name == last;
        if let Ok(bytes) = &record.bytes
            && (is_first || goes_on)
        {
            let copy = copy_name(&record.name);
            // the copies of two records may get the same name, or names that this file system does
            // not distinguish
            written = OpenOptions::new()
                .append(true)
                .create_new(is_first)
                .open(folder.join(&copy))
                .and_then(|mut file| file.write_all(bytes))
                .with_context(|| format!("failed to write {} as {copy}", record.name));
            last = record.name;
        }
        written.is_ok() && (!left.is_empty() || is_first || goes_on)
    })?;
    written?;
    if let Some(name) = left.first() {
        return Err(anyhow!("{name} no longer exists: run seichi eval again").into());
    }
    std::fs::rename(&folder, &options.out).with_context(failed)?;
    print(format!(
        "{}: {} records\n",
        options.out.display(),
        chosen.len()
    ))
}

/// Returns the names of `number` records with a counted game. Each kind of game keeps its share;
/// within a kind, records are chosen at random.
fn chosen(rows: &[GameRow], number: usize, seed: u64) -> BTreeSet<String> {
    let mut records = BTreeMap::new();
    for row in rows.iter().filter(|row| row.has_usable_label()) {
        let name = row
            .game
            .rsplit_once('#')
            .map_or(&*row.game, |(name, _)| name);
        let hash = u64::from_str_radix(&row.hash, 16).unwrap_or_default();
        // spreads the bits of the seed over the hash
        let random = (hash ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        records
            .entry(name)
            .or_insert(((row.rules.name(), row.handicap > 1, &row.finished), random));
    }
    let mut sorted: Vec<_> = records.into_iter().map(|(name, key)| (key, name)).collect();
    sorted.sort_unstable();
    let number = number.min(sorted.len());
    (0..number)
        .map(|index| sorted[index * sorted.len() / number].1.to_owned())
        .collect()
}

/// Returns the name of a copy: the record's name, in which all characters are accepted by any file
/// system. Names of archive members may contain other characters.
fn copy_name(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "._-".contains(letter) {
            letter
        } else {
            '-'
        }
    };
    name.trim_start_matches(['.', '-'])
        .chars()
        .map(plain)
        .collect()
}
