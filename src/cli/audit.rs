//! `seichi audit`: lists the games whose recorded results may be wrong.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use sha2::{Digest as _, Sha256};

use super::args::{GamesArgs, OutputArgs, dead_from};
use super::eval::CommandLine;
use super::exit::Failure;
use super::fix::{Decisions, Digests, check_folder, fix, read_decisions};
use super::named::one_of;
use super::output::{print, say};
use super::progress::{Observer, Progress};
use super::read::{is_missing, read_file};
use super::warnings::{GameNotes, no_faults};
use crate::Stop;
use crate::compare::{Audit, AuditRow, Memory, Suspicion};
use crate::dead::DeadFrom;
use crate::disk::replace;
use crate::game::Context;
use crate::input::Walk;
use crate::render::{audit_census, audit_csv, audit_text};
use crate::run::{Commands, evaluate, json};
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
        value_parser = one_of(Suspicion::ALL.iter().map(|&kind| (kind.name().into(), kind))),
    )]
    only: Vec<Suspicion>,
    /// List only suspects that FILE does not contain, and games and results that have disappeared
    /// since FILE was written; exit with code 1 if there are any. FILE may also contain lines with
    /// only the name or hash of a game, and need not exist
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write all games, their recounts and the listed verdicts to the --known file. The next audit
    /// recounts only games that have changed
    #[arg(long, requires = "known")]
    remember: bool,
    /// Correct the listed games where only the result can be wrong: copy their records, unpacked,
    /// to the new folder DIR, with the recount as the result, and write a log of the changes. The
    /// rest of each record stays unchanged
    #[arg(long, value_name = "DIR")]
    fix: Option<PathBuf>,
    /// With --fix, write the results in FILE instead: a CSV file with the columns `game` and `new`,
    /// such as an edited log of the changes
    #[arg(long, value_name = "FILE", requires = "fix")]
    decisions: Option<PathBuf>,
    /// The source of dead stones, in the form used by `eval`
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

/// Unless `--known` is given, the text lists at most this many suspects with the same uncertain
/// verdict.
const MOST_SHOWN: usize = 20;

pub(super) fn run(args: &AuditArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let audited = args.audit(line, stop, &mut Progress::new(0, &args.output))?;
    let listed = args.listed(&audited);
    args.print(&audited.audit, &listed)?;
    args.finish(&audited, &listed, &mut Progress::new(0, &args.output))?;
    if args.known.is_none() || listed.is_empty() {
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "new results that may be wrong or can't be counted: {}",
        listed.len()
    )))
}

/// The rows of all games, and the data from which they were made.
pub(super) struct Audited {
    audit: Audit,
    notes: GameNotes<'static>,
    walk: Walk,
    /// With `--fix`, the digests of the files.
    digests: Digests,
    context: Context,
    /// The `--known` file.
    known: Memory,
    /// The results in the `--decisions` file.
    decisions: Option<Decisions>,
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
        let decisions = self.decisions.as_deref().map(read_decisions).transpose()?;
        let known = self.known()?;
        let mut options = Audit::options(self.dead.clone());
        self.games.apply(&mut options);
        options.keep_bytes = self.fix.is_some();
        let (walk, labels) = self.games.walk(&options)?;
        // check this before the count, which may take minutes
        if let Some(folder) = &self.fix {
            let mut folders: BTreeSet<&Path> =
                self.games.paths.iter().map(PathBuf::as_path).collect();
            if self.games.files_from.is_some() {
                folders.extend(walk.entries.iter().filter_map(|entry| entry.path.parent()));
            }
            check_folder(folder, &folders)?;
        }
        let commands = Commands {
            options: line.game_flags.clone(),
            labels: labels.into(),
            is_portable: false,
        };
        let mut context = Context::new(options, commands.labels.clone(), stop);
        if self.known.is_some() {
            context.remembered = Some(Arc::new(known.keys()));
        }
        let mut notes = GameNotes::new(&walk, &context);
        let (mut games, mut digests) = (Vec::new(), Digests::new());
        observer.begin(walk.entries.len());
        for batch in evaluate(&walk, self.games.jobs(), &context) {
            let batch = batch?;
            for game in &batch.games {
                notes.add(game, &[], &context.options, observer);
                games.push(Box::new(known.game(game, &commands)));
                if let Some(bytes) = &game.bytes {
                    let digest = digests.entry(game.entry.game_name(1));
                    digest.or_insert_with(|| Sha256::digest(&**bytes).into());
                }
            }
            observer.add(batch.files, &batch.games);
        }
        notes.warn(&context, observer);
        if games.is_empty() {
            return Err(Failure::Nothing(self.games.no_games()));
        }
        let mut audit = Audit::new(games);
        // games beyond --limit have not disappeared
        if self.games.limit.is_none() {
            audit.add(known.lost(&audit.rows).map_err(|[gone, all]| {
                anyhow!(
                    "--known: {gone} of {all} remembered games are gone; give the same paths as \
                     before, or a different file"
                )
            })?);
        }
        Ok(Audited {
            audit,
            notes,
            walk,
            digests,
            context,
            known,
            decisions,
        })
    }

    /// Returns the rows that the flags choose.
    pub(super) fn listed<'a>(&self, audited: &'a Audited) -> Vec<&'a AuditRow> {
        let is_listed = |row: &&AuditRow| match row.suspicion() {
            Some(suspicion) => {
                (self.only.is_empty() || self.only.contains(&suspicion))
                    && !audited.known.knows(row)
            }
            None => {
                self.only.is_empty() && self.known.is_none() && self.format != AuditFormat::Text
            }
        };
        audited.audit.rows.iter().filter(is_listed).collect()
    }

    /// Writes the corrected records for `--fix`, and the known suspects for `--remember`. Returns
    /// an error if decisions could not be applied, but only after writing everything else.
    pub(super) fn finish(
        &self,
        audited: &Audited,
        listed: &[&AuditRow],
        observer: &mut dyn Observer,
    ) -> Result<(), Failure> {
        let mut problems = Vec::new();
        if let Some(folder) = &self.fix {
            problems = self.correct(folder, audited, listed, observer)?;
        }
        no_faults(audited.notes.faults)?;
        self.remember(audited, listed)?;
        if problems.is_empty() {
            Ok(())
        } else {
            Err(anyhow!("--decisions: {}", problems.join("; ")).into())
        }
    }

    /// Writes the corrected records to `folder`, and prints how many results changed. Returns
    /// messages about the decisions that could not be applied.
    fn correct(
        &self,
        folder: &Path,
        audited: &Audited,
        listed: &[&AuditRow],
        observer: &mut dyn Observer,
    ) -> Result<Vec<String>, Failure> {
        let changes = audited.audit.changes(listed, audited.decisions.as_ref());
        let games: HashSet<&str> = changes.iter().map(|(row, _)| &*row.game.name).collect();
        let asked = changes.len() as u64;
        let (walk, digests, context) = (&audited.walk, &audited.digests, &audited.context);
        let jobs = self.games.jobs();
        let fixed = fix(folder, changes, walk, digests, context, jobs, observer)?;
        let mut problems = Vec::new();
        if let Some(decisions) = &audited.decisions {
            let unused = decisions.keys().filter(|game| !games.contains(&***game));
            if let Some(game) = unused.clone().min() {
                problems.push(format!(
                    "found no game for {}, such as {game}",
                    count(unused.count() as u64, "result")
                ));
            }
            if fixed < asked {
                let refused = count(asked - fixed, "result");
                problems.push(format!(
                    "could not apply {refused}: see the log in {folder:?}"
                ));
            }
        }
        if !self.output.quiet {
            let results = count(fixed, "changed result");
            observer.note(&format!("{results} in {}", folder.display()));
        }
        Ok(problems)
    }

    /// Prints the listed games and, without `--quiet`, the number of games with each verdict.
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
                // list all suspects, because a known suspect is never listed again
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

    /// Reads the `--known` file.
    fn known(&self) -> anyhow::Result<Memory> {
        let Some(path) = self.known.as_ref().filter(|path| !is_missing(path)) else {
            return Ok(Memory::default());
        };
        let (name, bytes) = (path.display(), read_file(path)?);
        let text = str::from_utf8(&bytes).with_context(|| format!("failed to read {name}"))?;
        let known = Memory::read(text);
        if self.remember && !known.is_ours() {
            bail!(
                "{name} contains lines other than names and hashes of games; give --known a new \
                 file"
            );
        }
        Ok(known)
    }

    /// With `--remember`, writes the `--known` file.
    fn remember(&self, audited: &Audited, listed: &[&AuditRow]) -> anyhow::Result<()> {
        let Some(path) = self.known.as_ref().filter(|_| self.remember) else {
            return Ok(());
        };
        let is_whole = self.games.limit.is_none();
        // read the file again, because the count may have taken minutes
        let now = self.known()?;
        let text = audited
            .known
            .text(now, &audited.audit.rows, listed, is_whole);
        let written = replace(path, text.as_bytes(), &[""]);
        written.with_context(|| format!("failed to write {}", path.display()))
    }
}
