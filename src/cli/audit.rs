//! `seichi audit`: lists the games whose recorded results may be wrong.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};

use super::args::{GamesArgs, OutputArgs, dead_from};
use super::eval::CommandLine;
use super::exit::Failure;
use super::named::one_of;
use super::output::{print, say};
use super::progress::{Observer, Progress, complain};
use super::warnings::{GameNotes, no_faults};
use crate::Stop;
use crate::compare::{Audit, AuditRow, Doubt};
use crate::dead::DeadFrom;
use crate::disk::{append, folder_of};
use crate::game::Context;
use crate::input::{Compression, Walk, read_whole};
use crate::render::{audit_census, audit_csv, audit_text};
use crate::run::{Commands, evaluate, json};
use crate::sgf::{Score, write_scores};
use crate::text::count;

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// The output format: `text` lists the suspects; the other formats list every game
    #[arg(long, value_enum, default_value_t = AuditFormat::Text)]
    format: AuditFormat,
    /// List only games with these verdicts
    #[arg(
        long,
        value_name = "VERDICT",
        value_delimiter = ',',
        value_parser = one_of(Doubt::ALL.iter().map(|&doubt| (doubt.name().into(), doubt))),
    )]
    only: Vec<Doubt>,
    /// List only suspects that FILE does not name, and exit with code 1 if there are any. FILE has
    /// a name or a hash on each line, and need not exist
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Add the listed suspects to the --known file
    #[arg(long, requires = "known")]
    remember: bool,
    /// Write the records of the listed games to the new folder DIR, unpacked and with the
    /// counted results, and a log of the changes. Only results that are counts change; the rest of
    /// each record stays
    #[arg(long, value_name = "DIR", requires = "only")]
    fix: Option<PathBuf>,
    /// The source of dead stones, given as in `eval`
    #[arg(
        long,
        value_name = "SOURCE",
        default_value = "auto,estimate",
        value_delimiter = ',',
        value_parser = dead_from(),
    )]
    dead: Vec<DeadFrom>,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AuditFormat {
    /// The suspects, the most certain first
    Text,
    /// A row per game, the suspects first
    Csv,
    /// The rows of `csv` as a JSON list
    Json,
}

/// The maximum size in bytes of a `--known` file.
const MAX_KNOWN: u64 = 256 << 20;

/// The number of suspects of a kind that the text lists without `--known`.
const MOST_SHOWN: usize = 20;

pub(super) fn run(args: &AuditArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let audited = args.audit(line, stop, &mut Progress::new(0, &args.output))?;
    let listed = args.listed(&audited);
    args.print(&audited.audit, &listed)?;
    args.finish(&audited, &listed)?;
    if args.known.is_none() || listed.is_empty() {
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "new results that may be wrong or can't be counted: {}",
        listed.len()
    )))
}

/// The rows of all games, and the data that they were made from.
pub(super) struct Audited {
    audit: Audit,
    notes: GameNotes,
    walk: Walk,
    context: Context,
    /// The lines of the `--known` file.
    known: HashSet<String>,
}

impl AuditArgs {
    /// Audits all games.
    pub(super) fn audit(
        &self,
        line: &CommandLine,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<Audited, Failure> {
        if self
            .dead
            .iter()
            .any(|source| matches!(source, DeadFrom::Engine | DeadFrom::Ownership))
        {
            return Err(anyhow!(
                "--dead: audit has no flags for engines and ownership files; use seichi eval"
            )
            .into());
        }
        // before the count, which may take minutes
        if let Some(folder) = self.fix.as_ref().filter(|folder| folder.exists()) {
            return Err(anyhow!(
                "--fix {}: the folder exists; name a new one",
                folder.display()
            )
            .into());
        }
        let known = self.known()?;
        let mut options = Audit::options(self.dead.clone());
        self.games.apply(&mut options);
        let (walk, labels) = self.games.walk(&options)?;
        let commands = Commands {
            options: line.game_flags.clone(),
            labels: labels.into(),
            is_portable: false,
        };
        let context = Context::new(options, commands.labels.clone(), stop);
        let mut notes = GameNotes::new(&walk, &context);
        let mut rows = Vec::new();
        observer.begin(walk.entries.len());
        for batch in evaluate(&walk, self.games.jobs(), &context) {
            let batch = batch?;
            for game in &batch.games {
                notes.add(game, &context.options, observer);
                rows.push(AuditRow::of(game, &commands));
            }
            observer.add(batch.files, &batch.games);
        }
        notes.warn(&context, observer);
        if rows.is_empty() {
            return Err(Failure::Nothing(self.games.no_games()));
        }
        Ok(Audited {
            audit: Audit::new(rows),
            notes,
            walk,
            context,
            known,
        })
    }

    /// Returns the rows that the flags choose.
    pub(super) fn listed<'a>(&self, audited: &'a Audited) -> Vec<&'a AuditRow> {
        let is_listed = |row: &&AuditRow| match row.doubt() {
            Some(doubt) => {
                (self.only.is_empty() || self.only.contains(&doubt)) && !row.is_in(&audited.known)
            }
            None => {
                self.only.is_empty() && self.known.is_none() && self.format != AuditFormat::Text
            }
        };
        audited.audit.rows.iter().filter(is_listed).collect()
    }

    /// Writes the corrected records of `--fix`, and the known suspects of `--remember`.
    pub(super) fn finish(&self, audited: &Audited, listed: &[&AuditRow]) -> Result<(), Failure> {
        if let Some(folder) = &self.fix {
            let fixed = fix(folder, listed, audited, self.games.jobs())?;
            complain(&format!(
                "seichi: {} in {}",
                count(fixed, "changed result"),
                folder.display()
            ));
        }
        no_faults(audited.notes.faults)?;
        Ok(self.remember(listed)?)
    }

    /// Prints the listed games, and without `--quiet` the number of games by verdict.
    fn print(&self, audit: &Audit, listed: &[&AuditRow]) -> Result<(), Failure> {
        if self.output.quiet && listed.is_empty() {
            return Ok(());
        }
        match self.format {
            AuditFormat::Text => {
                let census = if self.output.quiet {
                    String::new()
                } else {
                    audit_census(audit)
                };
                // a known suspect is never listed again
                let most = if self.known.is_some() {
                    usize::MAX
                } else {
                    MOST_SHOWN
                };
                let style = self.output.style();
                say(&(audit_text(listed, most, style) + &census), style)
            }
            AuditFormat::Csv => print(audit_csv(listed)),
            AuditFormat::Json => print(json(&listed)),
        }
    }

    /// Returns the lines of the `--known` file.
    fn known(&self) -> anyhow::Result<HashSet<String>> {
        let Some(path) = &self.known else {
            return Ok(HashSet::new());
        };
        match read_whole(path, MAX_KNOWN) {
            Ok(Some(bytes)) => {
                let text = String::from_utf8_lossy(&bytes);
                Ok(text.lines().map(str::to_owned).collect())
            }
            Ok(None) => bail!("{} has more than {MAX_KNOWN} bytes", path.display()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(HashSet::new()),
            Err(error) => Err(error).with_context(|| format!("failed to read {}", path.display())),
        }
    }

    /// With `--remember`, adds suspects to the `--known` file.
    fn remember(&self, suspects: &[&AuditRow]) -> anyhow::Result<()> {
        let Some(path) = self.known.as_ref().filter(|_| self.remember) else {
            return Ok(());
        };
        let lines: String = suspects.iter().map(|row| row.known_line() + "\n").collect();
        let added = append(path, &lines);
        added.with_context(|| format!("failed to write {}", path.display()))
    }
}

/// Writes the files of these games, unpacked and with the counted results, to `folder`, each under
/// its own name, and a log. The folder appears when it is complete. Returns the number of changed
/// results.
fn fix(folder: &Path, rows: &[&AuditRow], audited: &Audited, jobs: usize) -> Result<u64, Failure> {
    let failed = || format!("failed to write {}", folder.display());
    let mut results: HashMap<&str, String> = HashMap::new();
    let mut files = HashSet::new();
    for row in rows {
        if let Ok(result) = row.correction() {
            results.insert(&row.game, result);
            files.extend(row.game.rsplit_once('#').map(|(file, _)| file));
        }
    }
    fs::create_dir_all(folder_of(folder)).with_context(failed)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let partial = builder
        .prefix(".seichi-")
        .tempdir_in(folder_of(folder))
        .with_context(failed)?;
    // these records are read once more, because only a few games get a new result
    let mut walk = audited.walk.clone();
    walk.skipped.clear();
    walk.entries.retain(|entry| {
        files.contains(&*entry.name)
            || entry.format.is_some() && files.iter().any(|file| entry.is_around(file))
    });
    let options = audited.context.options.for_reading();
    let encoding = options.encoding;
    let mut last = String::new();
    for batch in evaluate(&walk, jobs, &audited.context.with_options(options)) {
        let games = batch?.games;
        for file in games.chunk_by(|one, other| Arc::ptr_eq(&one.entry, &other.entry)) {
            let name = &file[0].entry.name;
            let Some(bytes) = file[0].bytes.as_ref().filter(|_| files.contains(&**name)) else {
                continue;
            };
            let mut scores = Vec::with_capacity(file.len());
            for game in file {
                scores.push(results.get(&*game.name).map(|result| Score {
                    result: Some(result.clone()),
                    ..Score::default()
                }));
            }
            let written = write_scores(bytes, encoding, &scores);
            // the record is written unpacked
            let (unpacked, _) = Compression::split(name);
            append_piece(
                &partial.path().join(below(unpacked)?),
                &written,
                *name != last,
            )
            .with_context(|| format!("{}: {name}", failed()))?;
            last.clone_from(name);
        }
    }
    let mut log = csv::Writer::from_writer(new_log(partial.path()).with_context(failed)?);
    log.write_record(["game", "verdict", "old", "new", "not_changed"])
        .map_err(anyhow::Error::from)?;
    for row in rows {
        let (new, why) = row
            .correction()
            .map_or_else(|why| (String::new(), why), |new| (new, ""));
        log.write_record([&row.game, &*row.verdict, &row.recorded, &new, why])
            .map_err(anyhow::Error::from)?;
    }
    log.flush().with_context(failed)?;
    fs::rename(partial.path(), folder).with_context(failed)?;
    // the folder has another name now
    let _ = partial.keep();
    Ok(results.len() as u64)
}

/// Creates the log of the changes: `changes.csv`, or `changes-2.csv` and so on if a record has this
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

/// Appends bytes to a file, since a large record is read in several pieces. The first piece makes
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

/// Converts a name in reports to a relative path that stays below the folder that it is joined to.
fn below(name: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(name);
    if path.components().any(|part| part == Component::ParentDir) {
        bail!("--fix: {name} is outside the folder");
    }
    Ok(path
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect())
}
