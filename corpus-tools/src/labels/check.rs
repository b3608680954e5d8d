//! `seichi-corpus labels check`: checks a labels file, line by line.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use seichi::board::Color;
use seichi::cli::{Failure, Progress, TableFormat, print};
use seichi::dead::DeadFrom;
use seichi::input::{Entry, FileLine, LabelsFile, Walk, suggest};
use seichi::pipeline::{Context, EvaluatedFile, GameOutcome, Options, evaluate};
use seichi::sgf::Recorded;
use seichi::skip::{Reason, Skip};

use super::CheckArgs;
use super::diagnostic::{CheckedLabels, CheckedLine, Diagnostic, DiagnosticKind, Notices};
use super::line_check::{Ending, check_keys, check_line};

pub(crate) fn run(options: &CheckArgs, stop: &AtomicBool) -> Result<(), Failure> {
    if options.games.has_labels_or_limit() {
        return Err(anyhow!("check takes all games and one labels file: no --labels, no --limit").into());
    }
    let walk = options.games.files()?;
    let file = LabelsFile::open(&options.file, &walk, options.games.limits().labels).map_err(anyhow::Error::new)?;
    if file.lines().next().is_none() {
        return Err(Failure::Nothing(format!("{} has no lines", file.path.display())));
    }
    let corpus = Corpus::read(options, &walk, &file, stop)?;
    if corpus.names.is_empty() {
        return Err(Failure::Nothing(options.games.no_games()));
    }
    let checked = checked(&file, &corpus);
    let notices = match (options.output.quiet, options.output.verbose) {
        (true, _) => Notices::None,
        (_, true) => Notices::All,
        _ => Notices::Few,
    };
    print(match options.format {
        TableFormat::Text => checked.text(notices),
        TableFormat::Json => checked.json(),
    })?;
    match checked.wrong_lines() {
        0 => Ok(()),
        wrong => {
            Err(Failure::Labels(format!("{}: {wrong} of {} lines have errors", checked.file, checked.lines.len())))
        }
    }
}

/// The games that the lines of a labels file may name.
#[derive(Default)]
struct Corpus {
    names: Vec<String>,
    /// The ending of each game that a line names, or the reason why it is skipped, by the game's name.
    endings: HashMap<String, Result<Ending, String>>,
    /// The files without a game, each with the reason, by name.
    unread: HashMap<String, String>,
}

impl Corpus {
    fn read(options: &CheckArgs, walk: &Walk, file: &LabelsFile, stop: &AtomicBool) -> Result<Self, Failure> {
        let wanted: HashSet<String> = file.lines().filter_map(|line| Some(line.parsed.ok()?.0)).collect();
        // no labels are used, since they are being checked
        let mut plan = Options { strategies: Vec::new(), needs_label: false, ..Options::default() };
        options.games.apply(&mut plan);
        let descriptions = options.games.descriptions(walk)?;
        let mut progress = Progress::new(walk.entries.len(), &options.output);
        let mut corpus = Self::default();
        let prepare = |_: &Entry, games: Vec<GameOutcome>| games;
        let context = Context { options: &plan, labels: &descriptions, survey: None, stop };
        evaluate(&walk.entries, options.games.jobs(), &context, prepare, |files| {
            for file in files {
                let EvaluatedFile { entry, kept: games, .. } = file?;
                progress.file(games.len());
                for game in games {
                    let name = game.name.clone();
                    match &game.result {
                        Err(skip) if name == entry.name => drop(corpus.unread.insert(name, skip.words())),
                        _ => {
                            if wanted.contains(&name) {
                                corpus.endings.insert(name.clone(), ending(game).map_err(|skip| skip.words()));
                            }
                            corpus.names.push(name);
                        }
                    }
                }
            }
            Ok(corpus)
        })
    }
}

/// Returns the ending of a game from only its record.
fn ending(outcome: GameOutcome) -> Result<Ending, Skip> {
    let game = outcome.result?.labelled;
    let mut count = game.count;
    for color in game.dead.iter().filter_map(|&point| game.dead_color(point)) {
        count.prisoners[color.opponent().index()] -= 1;
    }
    count.stones = Color::BOTH.map(|color| game.whole.stones(color));
    let no_margin = match outcome.facts.result {
        Some(Recorded::None(reason)) => reason,
        _ => Reason::NoKomi,
    };
    Ok(Ending {
        count,
        komi_missing: game.record_flags.iter().any(|flag| flag == "komi_missing"),
        margin: game.label.margin.ok_or(no_margin),
        marks: (game.dead_from == DeadFrom::Marks).then_some(game.dead).zip(game.label.map),
        origin: outcome.facts.origin,
        position: game.whole,
    })
}

/// Checks every line of a labels file.
fn checked(file: &LabelsFile, corpus: &Corpus) -> CheckedLabels {
    let known: HashSet<&str> = corpus.names.iter().map(String::as_str).collect();
    let mut suggested = 0;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut lines = Vec::new();
    for FileLine { number, text, parsed } in file.lines() {
        let (name, line) = match parsed {
            Ok(parsed) => parsed,
            Err(message) => {
                let syntax = Diagnostic::new(DiagnosticKind::Syntax, format!("it does not parse: {message}"));
                lines.push(CheckedLine { number, game: String::new(), diagnostics: vec![syntax] });
                continue;
            }
        };
        let mut diagnostics = check_keys(text);
        match corpus.endings.get(&name) {
            _ if !known.contains(name.as_str()) => {
                let names = if suggested < MAX_SUGGESTED { &corpus.names[..] } else { &[] };
                suggested += 1;
                diagnostics.push(no_game(&name, file, corpus, names));
            }
            Some(Ok(ending)) => diagnostics.extend(check_line(&line, ending)),
            Some(Err(why)) => {
                diagnostics.push(Diagnostic::new(DiagnosticKind::Skipped, format!("the game is skipped: {why}")));
            }
            None => unreachable!("every game of a line was read"),
        }
        if let Some(earlier) = seen.insert(name, number) {
            let message = format!("line {earlier} labels the same game, and this line replaces it");
            diagnostics.push(Diagnostic::new(DiagnosticKind::Twice, message));
        }
        lines.push(CheckedLine { number, game: line.game, diagnostics });
    }
    let games = seen.keys().filter(|name| known.contains(name.as_str())).count();
    CheckedLabels { file: file.path.display().to_string(), lines, games }
}

/// The largest number of lines that get suggestions of similar game names, which takes a comparison with every name. If
/// more lines are wrong, usually all are wrong for the same reason.
const MAX_SUGGESTED: usize = 20;

/// Returns the diagnostic that a line matches no game, with similar ones of `names` as suggestions.
fn no_game(name: &str, file: &LabelsFile, corpus: &Corpus, names: &[String]) -> Diagnostic {
    let own_file = name.rsplit_once('#').map_or(name, |(file, _)| file);
    let suggestions: Vec<String> = suggest(names, name).into_iter().map(|game| file.name_here(game)).collect();
    let message = match (corpus.unread.get(own_file), suggestions.is_empty()) {
        (Some(why), _) => format!("its file has no game: {why}"),
        (None, false) => format!("matches no game here: did you mean {}?", suggestions.join(" or ")),
        (None, true) => "matches no game here".to_owned(),
    };
    Diagnostic::new(DiagnosticKind::NoGame, message)
}
