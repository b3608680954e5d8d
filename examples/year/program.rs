//! Runs the program `seichi` like a user.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use seichi::compare::Mismatch;
use seichi::run::SavedRow;
use seichi::run::SavedRun;

use crate::Done;
use crate::change::Source;
use crate::variant;

/// The environment variable that makes the example act as the program: `cargo run --example` builds no other binary.
pub(crate) const AS_PROGRAM: &str = "YEAR_AS_PROGRAM";

/// The program `seichi`.
#[derive(Debug)]
pub(crate) struct Program {
    /// The executable.
    pub(crate) path: PathBuf,
    /// The folder of its runs.
    pub(crate) folder: PathBuf,
}

/// The counted games that a strategy has wrong, with its mistakes.
pub(crate) type Mistakes = BTreeMap<String, Mismatch>;

/// The gate's verdict.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// Whether the change passes.
    pub(crate) passed: bool,
    /// Whether the gate asks to accept the baseline again.
    pub(crate) accept: bool,
}

impl Program {
    /// Runs the program; exit codes other than 0 and 1 are errors.
    pub(crate) fn run(&self, words: &[impl AsRef<OsStr>]) -> Done<Output> {
        let mut command = Command::new(&self.path);
        let output = command.args(words).current_dir(&self.folder).env(AS_PROGRAM, "1").output();
        let output = output.map_err(|error| format!("{}: {error}", self.path.display()))?;
        match output.status.code() {
            Some(0 | 1) => Ok(output),
            _ => Err(format!("the program failed: {}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// Evaluates a strategy on the games below `corpus`.
    pub(crate) fn eval(&self, source: &Source, corpus: &Path) -> Done<Mistakes> {
        self.evaluate(source, corpus, "eval")?;
        self.mistakes("eval")
    }

    /// Compares a strategy with the baseline. `settings` are further options of `seichi gate`.
    pub(crate) fn gate(&self, source: &Source, corpus: &Path, settings: &[&str]) -> Done<(Verdict, Mistakes)> {
        self.evaluate(source, corpus, "gate")?;
        let output = self.run(&[&["gate", "--run=gate", "--format=json"], settings].concat())?;
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        // the exit code decides, as in a CI job
        let passed = output.status.success();
        if said["passed"] != passed {
            return Err(format!("the gate exits with {} and says {said}", output.status));
        }
        Ok((Verdict { passed, accept: said["accept"] == true }, self.mistakes("gate")?))
    }

    /// Writes a run of a strategy on the games below `corpus`.
    fn evaluate(&self, source: &Source, corpus: &Path, run: &str) -> Done<()> {
        let words = ["seichi", "eval", "-s", source.name(), "-o"].map(OsString::from);
        let words: Vec<OsString> = words.into_iter().chain([self.folder.join(run).into(), corpus.into()]).collect();
        variant::evaluate(&words, &[&source.to_string()]).map_err(|error| error.to_string())
    }

    /// Accepts a run into the baseline. The simulation may do so even in a CI job.
    pub(crate) fn accept(&self, run: &str) -> Done<()> {
        self.run(&["baseline", "accept", run, "--force"])?;
        Ok(())
    }

    fn mistakes(&self, run: &str) -> Done<Mistakes> {
        let run = SavedRun::read(&self.folder.join(run)).and_then(|run| run.mismatches());
        let rows = run.map_err(|error| error.to_string())?;
        let counted = rows.into_iter().filter(SavedRow::is_counted);
        Ok(counted.filter_map(|row| Some((row.game.clone(), Mismatch::of(&row)?))).collect())
    }
}
