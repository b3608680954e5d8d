//! `seichi-corpus labels check`: checks a labels file, line by line. It does not check whether the
//! stones that are listed as dead really are dead.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use seichi::Stop;
use seichi::cli::{Failure, GamesArgs, Observer, OutputArgs, Progress, say};
use seichi::game::{Context, GameOutcome, Options};
use seichi::input::{Labels, LabelsFile, Walk};
use seichi::labels::{LabelLine, unknown_keys};
use seichi::render::clean;
use seichi::run::evaluate;
use seichi::skip::Reason;

use super::slips::slips;
use super::suggest::suggest;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The labels file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(options: &CheckArgs, stop: &Stop) -> Result<(), Failure> {
    if !options.games.labels.is_empty() || options.games.limit.is_some() {
        return Err(
            anyhow!("check takes all games and a labels file: omit --labels and --limit").into(),
        );
    }
    let mut walk = options.games.files()?;
    // other labels files do not matter here
    walk.labels.clear();
    let file = LabelsFile::open(&options.file, &walk)?;
    let mut check = FileCheck::new(&file);
    if check.number_of_lines == 0 {
        return Err(Failure::Nothing(format!(
            "{} has no lines",
            file.path.display()
        )));
    }
    if check.can_label {
        check.games(options, &walk, stop)?;
    }
    let path = file.path.display().to_string();
    say(
        &check.text(&path, options.output.quiet),
        options.output.style(),
    )?;
    match check.wrong_lines() {
        0 => Ok(()),
        wrong => Err(Failure::Failed(format!(
            "{path}: {wrong} of {} lines have errors",
            check.number_of_lines
        ))),
    }
}

/// The check of a labels file.
struct FileCheck<'a> {
    file: &'a LabelsFile,
    number_of_lines: usize,
    /// Whether all lines parse; otherwise, the file labels no games.
    can_label: bool,
    /// The lines whose games have not been found yet, with their numbers, by the game's name.
    lines: HashMap<String, (usize, LabelLine)>,
    /// The findings of each line, by its number from 1.
    findings: BTreeMap<usize, Vec<Finding>>,
}

/// An error in a line, or a notice about it.
struct Finding {
    is_error: bool,
    message: String,
}

/// The maximum number of lines for which similar game names are suggested, since each suggestion
/// requires a comparison with every name. If more lines are wrong, usually all have the same fault.
const MAX_SUGGESTED: usize = 20;

impl<'a> FileCheck<'a> {
    /// Checks the lines of a file without their games.
    fn new(file: &'a LabelsFile) -> Self {
        let mut check = Self {
            file,
            number_of_lines: 0,
            can_label: true,
            lines: HashMap::new(),
            findings: BTreeMap::new(),
        };
        for line in file.lines() {
            check.number_of_lines += 1;
            match line.parsed {
                Ok((name, label)) => check.line(line.number, line.text, name, label),
                Err(why) => {
                    check.error(line.number, format!("it does not parse: {why}"));
                    check.can_label = false;
                }
            }
        }
        check
    }

    fn error(&mut self, line: usize, message: String) {
        self.findings.entry(line).or_default().push(Finding {
            is_error: true,
            message,
        });
    }

    /// Checks the keys of a line, and whether it is the only one for its game, which is called
    /// `name` in the reports.
    fn line(&mut self, number: usize, text: &[u8], name: String, label: LabelLine) {
        let game = label.game.clone();
        for key in unknown_keys(text, &LabelLine::KEYS) {
            if let Some(known) = similar_key(&key) {
                self.error(
                    number,
                    format!("{game}: unknown key {key:?}: did you mean {known:?}?"),
                );
            }
        }
        if let Some((earlier, _)) = self.lines.insert(name, (number, label)) {
            self.error(
                number,
                format!("{game}: line {earlier} labels the same game, but this one replaces it"),
            );
        }
    }

    /// Evaluates the games with the labels of the file, and checks each line against its game.
    fn games(&mut self, options: &CheckArgs, walk: &Walk, stop: &Stop) -> Result<(), Failure> {
        let mut plan = Options {
            strategies: Vec::new(),
            ..Options::default()
        };
        options.games.apply(&mut plan);
        let labels = Labels::read(walk, std::slice::from_ref(&options.file))?;
        let context = Context::new(plan, labels, stop);
        let mut progress = Progress::new(walk.entries.len(), &options.output);
        let mut names = Vec::new();
        for batch in evaluate(walk, options.games.jobs(), &context) {
            let batch = batch?;
            progress.add(batch.files, &batch.games);
            for game in batch.games {
                if let Some((number, line)) = self.lines.remove(&game.name) {
                    self.game(number, &line, &game);
                }
                // for a file without a game, the name is that of the file
                if game.name != game.entry.name {
                    names.push(game.name);
                }
            }
        }
        drop(progress);
        if names.is_empty() {
            return Err(Failure::Nothing(options.games.no_games()));
        }
        self.unknown_games(&names);
        Ok(())
    }

    /// Checks a line against its game.
    fn game(&mut self, number: usize, line: &LabelLine, game: &GameOutcome) {
        match &game.result {
            Ok(evaluated) => {
                for slip in slips(line, &evaluated.labelled) {
                    self.error(number, format!("{}: {slip}", line.game));
                }
            }
            Err(skip) => {
                // other results, such as a resignation, are deliberately not counted
                let is_slip = matches!(
                    skip.reason,
                    Reason::UnreadableResult | Reason::ResultOverflow | Reason::NoKomi
                );
                let is_error = is_slip && line.result.is_some();
                let message = format!("{}: the game is skipped: {skip}", line.game);
                self.findings
                    .entry(number)
                    .or_default()
                    .push(Finding { is_error, message });
            }
        }
    }

    /// Reports the lines that match none of the games in `names`.
    fn unknown_games(&mut self, names: &[String]) {
        let candidates = if self.lines.len() <= MAX_SUGGESTED {
            names
        } else {
            &[]
        };
        for (name, (number, line)) in std::mem::take(&mut self.lines) {
            let mut message = format!("{}: matches no game here", line.game);
            let similar = suggest(candidates, &name);
            if !similar.is_empty() {
                let similar: Vec<String> = similar
                    .into_iter()
                    .map(|game| self.file.naming.in_file(game))
                    .collect();
                message = format!("{message}: did you mean {}?", similar.join(" or "));
            }
            self.error(number, message);
        }
    }

    /// Returns the number of lines with an error.
    fn wrong_lines(&self) -> usize {
        self.findings
            .values()
            .filter(|findings| findings.iter().any(|finding| finding.is_error))
            .count()
    }

    /// Returns a line for each finding, in the format of compiler messages, and a line of totals.
    /// If `is_quiet`, it returns only the errors.
    fn text(&self, path: &str, is_quiet: bool) -> String {
        let (mut text, mut errors, mut notices) = (String::new(), 0, 0);
        for (line, findings) in &self.findings {
            for Finding { is_error, message } in findings {
                if *is_error {
                    errors += 1;
                } else {
                    notices += 1;
                }
                if *is_error || !is_quiet {
                    let severity = if *is_error { "error" } else { "notice" };
                    let _ = writeln!(
                        text,
                        "{}:{line}: {severity}: {}",
                        clean(path),
                        clean(message)
                    );
                }
            }
        }
        if !is_quiet {
            let _ = writeln!(
                text,
                "lines: {}, errors: {errors}, notices: {notices}",
                self.number_of_lines
            );
        }
        text
    }
}

/// Returns the known key that an unknown one resembles, if it looks like a misspelling.
fn similar_key(key: &str) -> Option<&'static str> {
    let similarity = |known: &str| strsim::jaro_winkler(&key.to_lowercase(), known);
    let best = LabelLine::KEYS
        .into_iter()
        .max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(best) > 0.8).then_some(best)
}
