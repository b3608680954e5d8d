//! The rows of games: `games.csv` has a row for each game and strategy, `mismatches.csv` repeats
//! the rows that differ from the label, and `skipped.csv` has a row for each skipped game. The
//! threads that evaluate games make these rows.

use serde::{Deserialize, Serialize};

use super::boards::SavedBoard;
use super::columns::{Column, ColumnOf, CsvRows, NamedField, columns, field, header};
use super::command::explain;
use super::row::SavedRow;
use crate::external::scorer::NoAnswer;
use crate::input::{Entry, Labels};
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome, NO_ANSWER, Sample, guarded};
use crate::safety::{Doubt, Safety};
use crate::sgf::result_text;
use crate::skip::Skip;
use crate::stats::Comparison;
use crate::territory::Counts;
use crate::text::yes_no;

/// The answer of a strategy to a game: a row of `games.csv`.
#[derive(Clone, Copy)]
pub(super) struct GameRow<'a> {
    outcome: &'a GameOutcome,
    game: &'a Evaluated,
    strategy: &'a str,
    answer: Result<&'a Answer, &'a NoAnswer>,
    /// The command that shows the game, if the answer differs from the label.
    command: &'a str,
}

impl GameRow<'_> {
    fn comparison(&self) -> Option<Comparison> {
        self.answer.ok()?.comparison
    }

    fn counts(&self) -> Option<Counts> {
        self.answer.ok()?.counts
    }

    fn safety(&self) -> Option<&Safety> {
        self.game
            .labelled
            .safety
            .as_ref()
            .map(|judged| &judged.safety)
    }

    /// Returns the category of a mismatch; `None` if the answer agrees with the label. A missing
    /// answer is a mismatch if the game has a label.
    fn category(&self) -> Option<&'static str> {
        match self.answer {
            Ok(answer) => answer.category.map(Category::name),
            Err(_) => self.game.labelled.label.margin.map(|_| NO_ANSWER.0),
        }
    }
}

/// Makes the field for a game and a strategy.
pub(super) type GameField = fn(&GameRow<'_>) -> String;

/// Returns whether `games.csv` has a column of `mismatches.csv`.
pub(super) fn is_in_games(column: &Column) -> bool {
    !["category", "explain"].contains(&column.name)
}

/// The columns of `mismatches.csv`, and of `games.csv`, which lacks some: see [`is_in_games`]. New
/// columns come last.
pub(super) const COLUMNS: &[ColumnOf<GameField>] = columns! {
    game: Text(|row| row.outcome.name.clone()), "name of the game";
    hash: Text(|row| format!("{:016x}", row.game.labelled.hash)), "a digest of the game's content";
    size: Text(|row| row.game.labelled.size.to_string()), "board size: `19` or `19x13`";
    rules: Text(|row| row.game.labelled.count.rules.name().into_owned()),
        "rules: a name or [KataGo's string](rules.md)";
    method: Text(|row| row.game.labelled.count.rules.method().name().to_owned()),
        "how the game is counted: `territory` or `area`";
    komi: Number(|row| row.game.labelled.count.komi.to_string()), "komi, in points";
    handicap: Integer(|row| row.game.labelled.count.handicap.to_string()), "number of handicap stones";
    moves: Integer(|row| row.game.labelled.moves.to_string()), "number of moves, including passes";
    encoding: Text(|row| row.outcome.facts.encoding.to_owned()), "text encoding of the file";
    origin: Text(|row| row.outcome.facts.origin.clone()),
        "origin of the label: `KGS`, `gnugo`, `hand`, … or `unknown`";
    label: Text(|row| row.game.labelled.label.margin.map(result_text).unwrap_or_default()),
        "label's result, such as `B+3.5`";
    label_margin: Number(|row| field(row.game.labelled.label.margin)),
        "label's margin in points, positive if Black wins";
    label_check: Text(|row| row.game.labelled.label.check.name().to_owned()),
        "whether marks, prisoners and komi give the recorded result: see [Label check](#label-check)";
    strategy: Text(|row| row.strategy.to_owned()), "strategy or scorer";
    margin: Number(|row| field(row.answer.ok().map(|answer| answer.margin))),
        "Black's score minus White's, including komi";
    margin_lo: Number(|row| field(row.answer.ok().map(|answer| answer.interval[0]))),
        "lowest possible margin, if points are unsettled";
    margin_hi: Number(|row| field(row.answer.ok().map(|answer| answer.interval[1]))),
        "highest possible margin; `margin_lo` and `margin_hi` equal `margin` if everything is settled";
    delta: Number(|row| field(row.comparison().map(|comparison| comparison.delta))), "`margin` minus `label_margin`";
    outcome: Text(|row| field(row.comparison().map(|comparison| comparison.outcome.name()))),
        "`exact`, `winner` (right winner, wrong margin) or `wrong` (wrong winner)";
    map_diff: Integer(|row| field(row.comparison().and_then(|comparison| comparison.map).map(|(points, _)| points))),
        "number of points whose owner differs from the label's map; empty if label or answer has no map";
    black_territory: Integer(|row| field(row.counts().map(|counts| counts.territory[0]))),
        "number of points in Black's territory";
    white_territory: Integer(|row| field(row.counts().map(|counts| counts.territory[1]))),
        "number of points in White's territory";
    black_prisoners: Integer(|row| row.game.labelled.count.prisoners[0].to_string()),
        "number of stones that Black captured, including dead stones";
    white_prisoners: Integer(|row| row.game.labelled.count.prisoners[1].to_string()),
        "number of stones that White captured, including dead stones";
    dead: Integer(|row| row.game.labelled.dead.len().to_string()), "number of dead stones";
    dame: Integer(|row| field(row.counts().map(|counts| counts.dame))), "number of neutral points";
    seki_points: Integer(|row| field(row.counts().map(|counts| counts.seki))),
        "number of points in eyes in seki, which neither side scores";
    false_eyes: Integer(|row| field(row.counts().map(|counts| counts.false_eyes))),
        "number of points in false eyes, which neither side scores";
    flags: Text(flags), "remarks on the game and the answer: see [Flags](#flags)";
    category: Text(|row| field(row.category())), "kind of mismatch: see [Categories](#categories-of-mismatches)";
    explain: Text(|row| row.command.to_owned()), "command that shows the game; an absolute path is shortened to the name of the file";
    neutral: Integer(|row| row.game.completeness.neutral.to_string()),
        "number of neutral points: see [How finished a record is](#how-finished-a-record-is)";
    largest_neutral: Integer(|row| row.game.completeness.largest_neutral.to_string()),
        "number of points in the largest neutral region";
    ko_shapes: Integer(|row| row.game.completeness.ko_shapes.to_string()), "number of unfilled kos";
    open_borders: Integer(|row| row.game.completeness.open_borders.to_string()),
        "number of neutral regions with an open border";
    finished: YesNo(|row| yes_no(row.game.is_finished()).to_owned()),
        "whether every border is closed and no comment says that moves are missing";
    safety: Text(|row| field(row.safety().map(Safety::verdict))),
        "with `--safety`: `safe` or `unsure` (see [Safe to score](dead-stones.md#safe-to-score)), else empty";
    doubts: Text(doubts), "with `--safety`: kinds of doubts, separated by `;`";
    certainty: Number(|row| row.safety().map(|safety| format!("{:.3}", safety.certainty)).unwrap_or_default()),
        "with `--safety`: how clear the status of the least clear chain is (0 to 1)";
    date: Text(|row| row.outcome.facts.date.clone()), "recorded date (`DT`)";
    owed: YesNo(|row| field(row.game.owes_moves.map(yes_no))),
        "whether a player still owes a [protective move](strategies.md#protective-moves); empty if `teire` was not run";
    counted: YesNo(|row| yes_no(row.game.is_counted()).to_owned()),
        "whether the game is in the stratum `all`: a territory game with a label that does not contradict itself";
};

/// The columns of `skipped.csv`.
pub(super) const SKIPPED: &[ColumnOf<NamedField<Skip>>] = columns! {
    game: Text(|game, _| game.to_owned()), "name of the game";
    stage: Text(|_, skip| skip.reason.stage().name().to_owned()),
        "step that skipped the game: see [Stages](#stages)";
    reason: Text(|_, skip| skip.reason.name().to_owned()),
        "reason: see [Reasons for skipping](#reasons-for-skipping)";
    detail: Text(|_, skip| skip.detail.clone()), "a description of the problem";
    byte: Integer(|_, skip| field(skip.byte)),
        "byte offset of the problem or game in the file, if known";
};

/// Returns the kinds of doubts about counting a game.
fn doubts(row: &GameRow<'_>) -> String {
    let mut kinds: Vec<&str> = row
        .safety()
        .iter()
        .flat_map(|safety| &safety.doubts)
        .map(Doubt::name)
        .collect();
    kinds.dedup();
    kinds.join(";")
}

/// Returns the remarks on a game, and then the remarks on the answer.
fn flags(row: &GameRow<'_>) -> String {
    let own = row.answer.map_or_else(
        |why| vec![format!("no_answer={}", why.name())],
        Answer::flags,
    );
    [row.game.flags.as_slice(), &own].concat().join(";")
}

/// The formatted results of a game, the source of the files of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FormattedGame {
    /// The game's name.
    pub name: String,
    /// The contribution of the game to the figures.
    pub sample: Sample,
    /// The reason why the game was skipped, if it was.
    pub skip: Option<Skip>,
    /// The rows of the game.
    pub rows: GameRows,
}

/// The rows of a game in each file of a run; empty for files without a row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)] // named after the files, which docs/files.md describes
pub struct GameRows {
    pub games: String,
    pub mismatches: String,
    pub board: String,
    pub skipped: String,
}

impl GameRows {
    /// Returns the row of the game's first strategy, as readers of the run get it; `None` for a
    /// skipped game.
    pub(crate) fn first(&self) -> Option<SavedRow> {
        let (file, rows) = match &*self.mismatches {
            "" => ("games.csv", &*self.games),
            mismatches => ("mismatches.csv", mismatches),
        };
        let text = header(file) + rows;
        csv::Reader::from_reader(text.as_bytes())
            .deserialize()
            .next()?
            .ok()
    }
}

impl FormattedGame {
    /// Returns a game that was skipped.
    #[must_use]
    pub fn skipped(name: String, skip: Skip) -> Self {
        let mut skipped = CsvRows::new();
        skipped.add(SKIPPED.iter().map(|of| (of.field)(&name, &skip)));
        let rows = GameRows {
            skipped: skipped.text(),
            ..GameRows::default()
        };
        Self {
            name,
            sample: Sample::skipped(skip.reason),
            skip: Some(skip),
            rows,
        }
    }
}

/// Formats the rows of games.
#[derive(Clone, Copy)]
pub struct RowFormatter<'a> {
    /// The names of the strategies and external scorers: see [`crate::pipeline::Options::names`].
    pub names: &'a [String],
    /// The options of the commands that show games.
    pub explain_options: &'a [String],
    /// The labels of the games.
    pub labels: &'a Labels,
    /// Whether commands leave out the folders of absolute paths. A run is then the same on two
    /// machines.
    pub is_portable: bool,
}

impl RowFormatter<'_> {
    /// Formats the outcomes of a file.
    #[must_use]
    pub fn games(&self, entry: &Entry, outcomes: Vec<GameOutcome>) -> Vec<FormattedGame> {
        outcomes
            .into_iter()
            .map(|outcome| self.game(entry, outcome))
            .collect()
    }

    /// Formats the outcome of a game of a file.
    pub(crate) fn game(&self, entry: &Entry, outcome: GameOutcome) -> FormattedGame {
        let formatted = match &outcome.result {
            // as in the evaluation, a panic in one game must not affect the others
            Ok(game) => guarded(|| Ok((Sample::of(&outcome), self.rows(entry, &outcome, game)))),
            Err(skip) => Err(skip.clone()),
        };
        match formatted {
            Ok((sample, rows)) => FormattedGame {
                name: outcome.name,
                sample,
                skip: None,
                rows,
            },
            Err(skip) => FormattedGame::skipped(outcome.name, skip),
        }
    }

    /// Returns the rows of `game`, the result in `outcome`.
    ///
    /// With a row for each strategy, `games.csv` is by far the largest file of a run. Most
    /// strategies have the same answer, so the fields of each distinct answer are made once.
    #[must_use]
    pub fn rows(&self, entry: &Entry, outcome: &GameOutcome, game: &Evaluated) -> GameRows {
        let is_agreeing = |answer: Result<&Answer, &NoAnswer>| {
            answer.is_ok_and(|answer| answer.category.is_none() && answer.map.is_none())
        };
        let command = if game.all_answers().all(is_agreeing) {
            String::new()
        } else {
            explain(self, entry, &outcome.name)
        };
        let strategy_at = COLUMNS
            .iter()
            .position(|of| of.column.name == "strategy")
            .expect("a column");
        let mut distinct: Vec<(Result<&Answer, &NoAnswer>, Vec<String>)> = Vec::new();
        let (mut games, mut mismatches) = (CsvRows::new(), CsvRows::new());
        for (strategy, answer) in self.names.iter().zip(game.all_answers()) {
            let mut row = GameRow {
                outcome,
                game,
                strategy,
                answer,
                command: "",
            };
            let is_mismatch = row.category().is_some();
            if is_mismatch {
                row.command = &command;
            }
            let at = distinct
                .iter()
                .position(|(earlier, _)| *earlier == answer)
                .unwrap_or_else(|| {
                    distinct.push((answer, COLUMNS.iter().map(|of| (of.field)(&row)).collect()));
                    distinct.len() - 1
                });
            let fields = &mut distinct[at].1;
            fields[strategy_at].clone_from(strategy);
            let all = COLUMNS.iter().zip(&*fields);
            games.add(
                all.filter(|(of, _)| is_in_games(&of.column))
                    .map(|(_, field)| field),
            );
            if is_mismatch {
                mismatches.add(&*fields);
            }
        }
        let board = SavedBoard::of(outcome, game, self.names, &command);
        GameRows {
            games: games.text(),
            mismatches: mismatches.text(),
            board: board.map(|board| board.line()).unwrap_or_default(),
            skipped: String::new(),
        }
    }
}
