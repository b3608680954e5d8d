//! The public interface of `seichi`, except for the interface of `seichi-core`: see `interface.rs`.
//! The module `cli` is not stable.
#![allow(clippy::type_complexity, reason = "they are the types of functions")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use seichi::Stop;
use seichi::board::{Point, Position, Size};
use seichi::compare::{Audit, AuditRow, AuditedGame, Suspicion};
use seichi::dead::DeadFrom;
use seichi::explain::{Explained, Sentence, doubt_texts, sentences_of};
use seichi::external::{
    CommandError, Engine, NoAnswer, ScoringFunction, Spec, SpecError, command_words, parse_vertex,
    surrounded,
};
use seichi::game::{
    Answer, Category, Context, Evaluated, GameEvaluator, GameFacts, GameOutcome, LabelledGame,
    Options, Remark,
};
use seichi::input::{
    Entry, Format, Labels, LabelsError, LabelsFile, Naming, SourceError, Walk, WalkOptions, fetch,
    not_walked, walk,
};
use seichi::labels::LabelLine;
use seichi::outcome::Outcome;
use seichi::render::{Style, audit_csv, clean, eval_text, html};
use seichi::rules::Points;
use seichi::run::{
    Batches, Column, Commands, Figures, GameRow, RunError, SavedBoard, SavedError, SavedGame,
    SavedRun, SkippedRow, StratumFigures, Summary, SummaryOptions, evaluate, figures_csv,
    games_csv, skipped_csv, superfluous_copies, tables,
};
use seichi::sgf::{Record, Recorded, Score};
use seichi::skip::{Reason, Skip};
use seichi::stats::{ALPHA, holm, mcnemar_exact, wilson};
use seichi::territory::{Scoring, Strategy};

// files
const _: fn(&[PathBuf], &WalkOptions) -> Result<Walk, SourceError> = walk;
const _: fn(&[PathBuf]) -> Walk = not_walked;
const _: fn(&Entry) -> Result<Vec<u8>, Skip> = fetch;
const _: fn(String, PathBuf) -> Entry = Entry::new;
const _: fn(Entry, Vec<u8>) -> Entry = Entry::with_content;
const _: fn(&Entry) -> bool = Entry::is_archive;
const _: fn(&str) -> Option<Format> = Format::of;
const _: fn(&Walk, &[PathBuf]) -> Result<Labels, LabelsError> = Labels::read;
const _: fn(LabelLine) -> Labels = Labels::of_game;
const _: fn(&Path, &Walk) -> Result<LabelsFile, LabelsError> = LabelsFile::open;
const _: fn(&Path, &Walk) -> std::io::Result<Naming> = Naming::of_file;

// other programs
const _: fn(Vec<String>, Duration) -> Engine = Engine::new;
const _: fn(&mut Engine, &str, &Stop) -> Result<String, NoAnswer> = Engine::ask;
const _: fn(&mut Engine, &str, Size, &Stop) -> Result<Vec<Point>, NoAnswer> = Engine::points;
const _: fn(&str, Arc<dyn ScoringFunction>) -> Result<Spec, SpecError> = Spec::function;
const _: fn(&str) -> Result<Vec<String>, CommandError> = command_words;
const _: fn(&str, Size) -> Option<Option<Point>> = parse_vertex;
const _: fn(&Position, &[Point]) -> [Vec<Point>; 2] = surrounded;

// games
const _: fn(Options, Labels, &Stop) -> Context = Context::new;
const _: fn(&Options) -> Vec<String> = Options::names;
const _: fn(Context) -> GameEvaluator = GameEvaluator::new;
const _: fn(&mut GameEvaluator, &Entry, Result<&[u8], Skip>) -> Vec<GameOutcome> =
    GameEvaluator::evaluate_bytes;
const _: fn(&mut GameEvaluator, String, &'static str, Record) -> GameOutcome =
    GameEvaluator::evaluate_record;
const _: fn(&GameOutcome, &[String]) -> Vec<GameRow> = GameOutcome::rows;
const _: fn(&GameFacts) -> Recorded = GameFacts::recorded_result;
const _: fn(&LabelledGame) -> &'static Strategy = LabelledGame::lead;
const _: fn(&Evaluated) -> bool = Evaluated::is_finished;
const _: fn(&Evaluated) -> Option<Score> = Evaluated::score;
const _: fn(&Answer) -> Vec<Remark> = Answer::remarks;
const _: fn(Category) -> &'static str = Category::name;

// statistics
const _: fn(Points, Points) -> Outcome = Outcome::of;
const _: fn(Outcome) -> &'static str = Outcome::name;
const _: fn(u64, u64) -> (f64, f64) = wilson;
const _: fn(u64, u64) -> f64 = mcnemar_exact;
const _: fn(&[f64]) -> Vec<f64> = holm;
const _: f64 = ALPHA;

// runs
const _: fn(&Walk, usize, &Context) -> Batches = evaluate;
const _: fn(&Walk, usize, &Context) -> Result<HashMap<String, Skip>, RunError> = superfluous_copies;
const _: fn(&GameOutcome, &[String], &Commands) -> SavedGame = SavedGame::of;
const _: fn(&GameOutcome, &Evaluated, &[String], &str) -> Option<SavedBoard> = SavedBoard::of;
const _: fn(&Context) -> SummaryOptions = SummaryOptions::new;
const _: fn(SummaryOptions) -> Summary = Summary::new;
const _: fn(&mut Summary, &SavedGame) = Summary::add;
const _: fn(&mut Summary, &[GameRow]) = Summary::add_rows;
const _: fn(&mut Summary, Reason) = Summary::add_skipped;
const _: fn(&Summary) -> Figures = Summary::figures;
const _: fn(&Figures) -> &StratumFigures = Figures::all;
const _: fn(&GameRow) -> bool = GameRow::has_usable_label;
const _: fn(&Path) -> Result<SavedRun, SavedError> = SavedRun::read;
const _: [fn(&SavedRun) -> Result<Vec<GameRow>, SavedError>; 2] =
    [SavedRun::games, SavedRun::mismatches];
const _: fn(&SavedRun) -> Result<Vec<SavedBoard>, SavedError> = SavedRun::boards;
const _: fn() -> [(&'static str, Vec<Column>); 6] = tables;
const _: fn(&Figures) -> [(&'static str, String); 3] = figures_csv;
const _: fn(Vec<GameRow>) -> String = games_csv;
const _: fn(&[SkippedRow]) -> String = skipped_csv;

// audits
const _: fn(Vec<DeadFrom>) -> Options = Audit::options;
const _: fn(Vec<Box<AuditedGame>>) -> Audit = Audit::new;
const _: fn(&GameOutcome, &Commands) -> AuditedGame = AuditedGame::of;
const _: fn(&AuditRow) -> Option<Suspicion> = AuditRow::suspicion;
const _: fn(&[&AuditRow]) -> String = audit_csv;

// texts
const _: fn(
    &'static GameOutcome,
    &'static Evaluated,
    &'static Options,
    &[&str],
) -> Explained<'static> = Explained::new;
const _: fn(&Explained<'static>, bool, Style) -> String = Explained::text;
const _: fn(&mut Scoring<'_>, &'static Strategy) -> Vec<Sentence> = sentences_of;
const _: fn(&Evaluated) -> Vec<String> = doubt_texts;
const _: fn(&Figures, Style) -> String = eval_text;
const _: fn(&SavedRun, &[SavedBoard]) -> String = html;
const _: fn(&str) -> std::borrow::Cow<'_, str> = clean;
