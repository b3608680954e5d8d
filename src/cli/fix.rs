//! Writes the corrected records of `seichi audit --fix`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use sha2::{Digest as _, Sha256};

use super::exit::Failure;
use super::progress::Observer;
use super::read::read_file;
use crate::compare::{AuditRow, DecidedResult, Decision, UNREADABLE};
use crate::disk::{NewFolders, folder_of};
use crate::game::Context;
use crate::input::{Compression, INSIDE, Walk};
use crate::rules::Points;
use crate::run::evaluate;
use crate::sgf::{Recorded, Score, parse_result, write_scores};
use crate::skip::Reason;
use crate::text::without_byte_order_mark;

/// The decisions of a person, by the name of the game.
pub(super) type Decisions = HashMap<String, Decision>;

/// Reads a CSV file with the columns `game` and `new`, and perhaps `old`. A game without a new
/// result keeps its recorded result.
pub(super) fn read_decisions(path: &Path) -> anyhow::Result<Decisions> {
    let failed = || format!("failed to read {}", path.display());
    let bytes = read_file(path)?;
    // some spreadsheets write semicolons
    let head = bytes.split(|&byte| byte == b'\n').next();
    let has_commas = head.is_some_and(|head| head.contains(&b','));
    let mut lines = csv::ReaderBuilder::new()
        .delimiter(if has_commas { b',' } else { b';' })
        .from_reader(&*bytes);
    let columns = lines.headers().with_context(failed)?;
    let [game, new, old] =
        ["game", "new", "old"].map(|name| columns.iter().position(|column| column == name));
    let named = (columns.iter()).filter(|column| ["game", "new"].contains(column));
    let (Some(game), Some(new), 2) = (game, new, named.count()) else {
        bail!(
            "{}: the first line must have one column `game` and one column `new`",
            failed()
        );
    };
    let mut decisions = Decisions::new();
    for line in lines.records() {
        let line = line.with_context(failed)?;
        let new = line[new].trim();
        if new.is_empty() {
            continue;
        }
        let new = decided_result(new).ok_or_else(|| {
            let number = line.position().map_or(0, csv::Position::line);
            anyhow!("{}: line {number}: {new} is not a result", failed())
        })?;
        let old = old.map_or("", |old| line[old].trim()).to_owned();
        let decision = Decision { old, new };
        let other = decisions.insert(line[game].to_owned(), decision.clone());
        if other.is_some_and(|other| other != decision) {
            bail!("{}: {} has two results", failed(), &line[game]);
        }
    }
    Ok(decisions)
}

/// Parses a result. Returns `None` if it can't be understood, or contains characters that some
/// encodings can't represent.
fn decided_result(text: &str) -> Option<DecidedResult> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"[]\\".contains(&byte));
    match parse_result(text) {
        Recorded::Margin(margin) => {
            (margin.abs() <= Points::MOST).then_some(DecidedResult::Margin(margin))
        }
        Recorded::WithoutMargin(reason, _) => (is_plain && reason != Reason::UnreadableResult)
            .then(|| DecidedResult::Other(text.to_owned())),
    }
}

/// Checks that a folder does not exist, and is not inside one of the `audited` folders, where the
/// next audit would find its records.
pub(super) fn check_folder(folder: &Path, audited: &BTreeSet<&Path>) -> anyhow::Result<()> {
    if folder.exists() {
        bail!(
            "--fix {}: the folder already exists; name a new one",
            folder.display()
        );
    }
    // the nearest folder that exists
    let outer = folder
        .ancestors()
        .skip(1)
        .find_map(|outer| folder_of(&outer.join("x")).canonicalize().ok());
    for path in audited.iter().filter(|path| path.is_dir()) {
        if let (Some(outer), Ok(audited)) = (&outer, path.canonicalize())
            && outer.starts_with(&audited)
        {
            let [folder, path] = [folder, path].map(Path::display);
            return Err(anyhow!(
                "--fix {folder}: the folder is inside {path}, which is being audited"
            ));
        }
    }
    Ok(())
}

/// The digest of each file that was audited, or of each piece of a large one, by the name of its
/// first game.
pub(super) type Digests = HashMap<String, [u8; 32]>;

/// The reason why the result stays unchanged in a record that has changed since the audit.
const CHANGED: &str = "the file has changed since its games were counted";

/// A game, and its new result or the reason why its result stays the same.
type Change<'a> = (&'a AuditRow, Result<String, &'static str>);

/// Writes a log and the files of these games to `folder`. The files are unpacked, keep their names,
/// and have the new results. A file whose digest has changed is left out. The folder appears only
/// once it is complete. Returns the number of changed results.
pub(super) fn fix<'a>(
    folder: &'a Path,
    mut changes: Vec<Change<'a>>,
    walk: &Walk,
    digests: &Digests,
    context: &Context,
    jobs: usize,
    observer: &mut dyn Observer,
) -> Result<u64, Failure> {
    let failed = || format!("failed to write {}", folder.display());
    let mut files = corrected_files(&mut changes);
    let _parents = NewFolders::create(folder_of(folder)).with_context(failed)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let partial = builder
        .prefix(".seichi-")
        .tempdir_in(folder_of(folder))
        .with_context(failed)?;
    let to = partial.path();
    write_files(&mut files, to, walk, digests, context, jobs, observer).with_context(failed)?;
    for (row, new) in changes.iter_mut().filter(|(_, new)| new.is_ok()) {
        let file = &files[file_of(row)];
        if let Some(why) = file.refused {
            *new = Err(why);
        } else if file.results.contains_key(&*row.game.name) {
            *new = Err(UNREADABLE);
        }
    }
    write_log(partial.path(), &changes).with_context(failed)?;
    fs::rename(partial.path(), folder).with_context(failed)?;
    // nothing is left to delete, because the folder has been renamed
    let _ = partial.keep();
    Ok(changes.iter().filter(|(_, new)| new.is_ok()).count() as u64)
}

/// A file that gets new results.
#[derive(Default)]
struct CorrectedFile<'a> {
    /// The path inside the new folder.
    target: PathBuf,
    /// The new results that have not been written yet, by the name of the game.
    results: HashMap<&'a str, String>,
    /// Whether the first piece of the file has been written.
    is_begun: bool,
    /// The reason why the file is not written, if there is one.
    refused: Option<&'static str>,
}

/// The files that get new results, by name.
type CorrectedFiles<'a> = HashMap<&'a str, CorrectedFile<'a>>;

/// Returns the files of these games, without those that can't be written to the folder.
fn corrected_files<'a>(changes: &mut [Change<'a>]) -> CorrectedFiles<'a> {
    let (mut files, mut targets) = (CorrectedFiles::new(), HashMap::new());
    for (row, new) in changes {
        let name = file_of(row);
        let Ok(result) = new else { continue };
        let Some(target) = target_of(name) else {
            *new = Err("the name leads outside the folder");
            continue;
        };
        if *targets.entry(target.clone()).or_insert(name) != name {
            *new = Err("another record has the same name in the folder");
            continue;
        }
        let file = files.entry(name).or_default();
        file.target = target;
        file.results.insert(&row.game.name, result.clone());
    }
    files
}

/// Writes the files, with their new results, to the folder `to`.
fn write_files(
    files: &mut CorrectedFiles<'_>,
    to: &Path,
    walk: &Walk,
    digests: &Digests,
    context: &Context,
    jobs: usize,
    observer: &mut dyn Observer,
) -> anyhow::Result<()> {
    // reads these records again instead of keeping them, because only a few games get a new result
    let mut walk = walk.clone();
    let mut wanted: HashSet<&str> = files.keys().copied().collect();
    for file in files.keys() {
        wanted.extend(file.match_indices(INSIDE).map(|(end, _)| &file[..end]));
    }
    walk.entries.retain(|entry| wanted.contains(&*entry.name));
    let options = context.options.for_reading();
    let encoding = options.encoding;
    for batch in evaluate(&walk, jobs, &context.with_options(options)) {
        let games = batch?.games;
        for piece in games.chunk_by(|one, other| Arc::ptr_eq(&one.entry, &other.entry)) {
            let name = &piece[0].entry.name;
            let Some(file) = files.get_mut(&**name) else {
                continue;
            };
            if file.refused.is_some() {
                continue;
            }
            let path = to.join(&file.target);
            let known = digests.get(&piece[0].entry.game_name(1));
            let bytes = match unchanged(piece[0].bytes.as_deref(), known) {
                Ok(bytes) => bytes,
                Err(why) => {
                    // earlier pieces of the file may already have been written
                    if file.is_begun {
                        fs::remove_file(&path)?;
                    }
                    file.refused = Some(why);
                    observer.warn(&format!("{name}: not corrected, because {why}"));
                    continue;
                }
            };
            let mut scores = Vec::with_capacity(piece.len());
            for game in piece {
                scores.push(file.results.remove(&*game.name).map(|result| Score {
                    result: Some(result),
                    ..Score::default()
                }));
            }
            let written = write_scores(bytes, encoding, &scores);
            let written = if file.is_begun {
                without_byte_order_mark(&written)
            } else {
                &written
            };
            match append_piece(&path, written, !file.is_begun) {
                Err(error) if is_about_name(&error) => {
                    file.refused = Some("no file can have this name in the folder");
                }
                appended => appended.with_context(|| name.clone())?,
            }
            file.is_begun = true;
        }
    }
    Ok(())
}

/// Returns the bytes of a piece of a file. They must have the digest `known`, if there is one.
/// Pieces beyond `--limit` have none.
///
/// # Errors
/// The reason why the file can't be corrected.
fn unchanged<'a>(
    bytes: Option<&'a [u8]>,
    known: Option<&[u8; 32]>,
) -> Result<&'a [u8], &'static str> {
    let bytes = bytes.ok_or(UNREADABLE)?;
    match known {
        Some(known) if *known != *Sha256::digest(bytes) => Err(CHANGED),
        _ => Ok(bytes),
    }
}

/// Writes the log of the changes into a folder.
fn write_log(folder: &Path, changes: &[Change<'_>]) -> anyhow::Result<()> {
    let mut log = csv::Writer::from_writer(new_log(folder)?);
    log.write_record("game,verdict,old,new,not_changed,counted,why,explain".split(','))?;
    for (row, new) in changes {
        let (new, kept) = match new {
            Ok(new) => (new.as_str(), ""),
            Err(kept) => ("", *kept),
        };
        let (game, counted) = (&row.game, row.game.counted_result());
        let result = [&game.name, row.verdict(), &game.recorded, new, kept];
        log.write_record(result.iter().chain(&[&*counted, row.why(), &game.explain]))?;
    }
    log.flush()?;
    Ok(())
}

/// Returns the name of the file that contains a game.
fn file_of(row: &AuditRow) -> &str {
    row.game.name.rsplit_once('#').map_or("", |(file, _)| file)
}

/// Creates the log of the changes: `changes.csv`, or `changes-2.csv` and so on if a record has that
/// name.
fn new_log(folder: &Path) -> std::io::Result<File> {
    let mut number = 1;
    loop {
        let name = match number {
            1 => "changes.csv".to_owned(),
            _ => format!("changes-{number}.csv"),
        };
        match File::create_new(folder.join(name)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return created,
        }
    }
}

/// Returns whether a file can't be created because of its name, which may come from an archive.
fn is_about_name(error: &std::io::Error) -> bool {
    use ErrorKind::{AlreadyExists, InvalidFilename, InvalidInput, NotADirectory};
    matches!(
        error.kind(),
        AlreadyExists | InvalidFilename | InvalidInput | NotADirectory
    )
}

/// Appends bytes to a file, because a large file is read in several pieces. The first piece creates
/// the file, which must be new: some file systems do not distinguish names such as `A.sgf` and
/// `a.sgf`, which an archive may contain side by side.
fn append_piece(path: &Path, bytes: &[u8], is_first: bool) -> std::io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    OpenOptions::new()
        .append(true)
        .create_new(is_first)
        .open(path)?
        .write_all(bytes)
}

/// Converts the name of a file in reports to a relative path for the unpacked file. The path stays
/// inside the folder that it is joined to. Returns `None` if the name leads outside.
fn target_of(name: &str) -> Option<PathBuf> {
    let mut target = PathBuf::new();
    for part in Path::new(Compression::split(name).0).components() {
        match part {
            Component::ParentDir => return None,
            Component::Normal(part) => target.push(part),
            _ => {}
        }
    }
    Some(target)
}
