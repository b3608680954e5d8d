//! `seichi-corpus convert`: converts boards with labels by people from two test suites of OGS.
//!
//! - `.json` and `.js`: a board of OGS's automatic scoring, with the ownership by a network and the expected owners
//!   (`autoscore`).
//! - `.game`: a board of OGS's score estimator, with the stones and points that a person removed (`estimator`).
//!
//! A board becomes a record that sets up the stones, a line of a labels file, and a line of an ownership file. Its
//! result is the margin of its map, without komi and with the dead stones as the only prisoners.

mod autoscore;
mod estimator;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use seichi::board::{Color, Point, Position, Size};
use seichi::cli::{Failure, complain, print, write};
use seichi::labels::{ExpectedOwners, LabelLine, OwnershipLine};
use seichi::rules::{Count, Points, Rules};
use seichi::sgf::result_text;
use walkdir::WalkDir;

use crate::generate::{TerritoryMarks, margin_of};
use crate::labels::label_json;
use crate::sgf::{point_list, rules_name};

/// The text at the end of the help.
const MORE: &str = "\
DIR gets an SGF record for each board, labels.jsonl with the dead stones, territory, result and expected owners, and
ownership.jsonl with the ownership of each board that has one. To evaluate them:
  seichi eval DIR --dead ownership --ownership DIR/ownership.jsonl";

#[derive(Debug, Args)]
#[command(after_help = MORE)]
pub(crate) struct ConvertArgs {
    /// Boards of OGS's automatic scoring (.json, .js) or score estimator (.game), and folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder to write, which must be empty or missing
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

/// The largest file that is read, in bytes. A board of 52 × 52 points takes a tenth of it.
const MAX_BYTES: u64 = 1 << 20;

/// A board with a label by people.
struct Board {
    position: Position,
    /// The rules of the suite.
    rules: Rules,
    dead: Vec<Point>,
    territory: TerritoryMarks,
    ownership: Option<OwnershipLine>,
    owners: Option<ExpectedOwners>,
}

/// Converts the boards of the files, and writes them.
pub(crate) fn run(options: &ConvertArgs) -> Result<(), Failure> {
    let out = &options.out;
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(anyhow!("{} is not empty: name a new folder", out.display()).into());
    }
    let mut boards = BTreeMap::new();
    for (path, name) in files(&options.paths)? {
        match read(&path) {
            Ok(_) if boards.contains_key(&name) => {
                return Err(anyhow!("{}: another board also becomes {name}", path.display()).into());
            }
            Ok(board) => drop(boards.insert(name, board)),
            Err(why) if options.paths.contains(&path) => return Err(anyhow!("{}: {why}", path.display()).into()),
            Err(_) if options.quiet => {}
            Err(why) => complain(&format!("seichi-corpus: left out {}: {why}", path.display())),
        }
    }
    if boards.is_empty() {
        return Err(Failure::Nothing("no boards found: expected files that end in .json, .js or .game".to_owned()));
    }
    let (mut labels, mut ownership) = (String::new(), String::new());
    for (name, board) in &mut boards {
        write(&out.join(name), board.sgf())?;
        labels += &label_json(&board.label(format!("{name}#1")));
        if let Some(line) = &mut board.ownership {
            line.game = format!("{name}#1");
            let _ = writeln!(ownership, "{}", serde_json::to_string(&line).expect("numbers and strings"));
        }
    }
    write(&out.join("labels.jsonl"), labels)?;
    if !ownership.is_empty() {
        write(&out.join("ownership.jsonl"), &ownership)?;
    }
    if !options.quiet {
        let (boards, lines) = (boards.len(), ownership.lines().count());
        print(format!("{boards} boards, {lines} with ownership: {}\n", out.display()))?;
    }
    Ok(())
}

/// Returns the files that may be boards, sorted, each with the name of its record, relative to the argument.
fn files(arguments: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for argument in arguments {
        for entry in WalkDir::new(argument).sort_by_file_name() {
            let entry = entry.with_context(|| format!("failed to open {}", argument.display()))?;
            let is_named = entry.depth() == 0;
            let path = entry.path();
            if entry.file_type().is_file() && (is_named || reader(path).is_some()) {
                let base = if is_named { path.parent() } else { Some(argument.as_path()) };
                let below = base.and_then(|base| path.strip_prefix(base).ok()).unwrap_or(path).with_extension("sgf");
                let name = below.to_str().with_context(|| format!("{} is not UTF-8", below.display()))?;
                files.push((path.to_owned(), name.replace('\\', "/")));
            }
        }
    }
    Ok(files)
}

/// Reads the board in the text of a file.
type ReadBoard = fn(&str) -> Result<Board, String>;

/// Returns the reader of files with the ending of `path`.
fn reader(path: &Path) -> Option<ReadBoard> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "json" | "js" => Some(autoscore::read),
        "game" => Some(estimator::read),
        _ => None,
    }
}

/// Reads the board in a file.
fn read(path: &Path) -> Result<Board, String> {
    let reader = reader(path).ok_or("expected a file that ends in .json, .js or .game")?;
    if fs::metadata(path).is_ok_and(|file| file.len() > MAX_BYTES) {
        return Err(format!("more than {MAX_BYTES} bytes"));
    }
    reader(&fs::read_to_string(path).map_err(|error| error.to_string())?)
}

impl Board {
    fn sgf(&self) -> String {
        let size = self.position.size();
        let stones = |color| size.iter().filter(move |&point| self.position.get(point).color() == Some(color));
        let [black, white] =
            [("AB", Color::Black), ("AW", Color::White)].map(|(property, color)| point_list(property, stones(color)));
        let (size, rules) = (size.to_string().replace('x', ":"), rules_name(self.rules));
        format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]RU[{rules}]KM[0]HA[0]{black}{white})\n")
    }

    /// Returns the line of a labels file for the board, as the game of this name.
    fn label(&self, game: String) -> LabelLine {
        let [black, white] = self.territory.clone().map(|points| points.into_iter().collect());
        let count = Count {
            rules: self.rules,
            komi: Points::ZERO,
            handicap: 0,
            stones: [0; 2],
            prisoners: [0; 2],
            first_pass: None,
        };
        LabelLine {
            game,
            result: Some(result_text(margin_of(&self.territory, &self.position, &self.dead, &count))),
            dead: Some(self.dead.clone()),
            black_territory: Some(black),
            white_territory: Some(white),
            origin: Some("hand".to_owned()),
            note: None,
            owners: self.owners.clone(),
        }
    }
}

/// Returns the size of a board with these rows.
fn size_of<T>(rows: &[Vec<T>]) -> Result<Size, String> {
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err("the rows differ in length".to_owned());
    }
    let [width, height] = [width, rows.len()].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Size::new(width, height).map_err(|error| error.to_string())
}
