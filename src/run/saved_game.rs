//! The data that a run keeps about a game: its rows and its board or, if it was skipped, the
//! reason.

use serde::{Deserialize, Serialize};

use super::boards::SavedBoard;
use super::command::Commands;
use super::row::{GameRow, SkippedRow};
use crate::board::Color;
use crate::external::NoAnswer;
use crate::game::{Answer, Category, Evaluated, GameOutcome, Remark, RemarkKind};
use crate::input::guarded;
use crate::rules::Method;
use crate::safety::Safety;
use crate::sgf::result_text;

/// The data that a run keeps about a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SavedGame {
    /// The game's name.
    pub(crate) name: String,
    /// A row for each strategy and scorer; empty if the game was skipped.
    pub rows: Vec<GameRow>,
    /// The board, if one of its maps is kept.
    pub board: Option<SavedBoard>,
    /// The reason why the game was skipped, if it was.
    pub skipped: Option<SkippedRow>,
}

impl SavedGame {
    /// Returns the data that a run keeps about a game. `names` are the names of the strategies and
    /// scorers ([`crate::game::Options::names`]); `commands` makes the command that shows the game.
    pub fn of(outcome: &GameOutcome, names: &[String], commands: &Commands) -> Self {
        let saved = match &outcome.result {
            // as in the evaluation, a panic in one game must not affect the others
            Ok(game) => guarded(|| Ok(Self::evaluated(outcome, game, names, commands))),
            Err(skip) => Err(skip.clone()),
        };
        saved.unwrap_or_else(|skip| {
            Self::of_skipped(SkippedRow::new(outcome.name.clone(), skip, outcome.place))
        })
    }

    /// Returns a game that was skipped.
    pub(super) fn of_skipped(row: SkippedRow) -> Self {
        Self {
            name: row.game.clone(),
            rows: Vec::new(),
            board: None,
            skipped: Some(row),
        }
    }

    /// Returns the number of games before this one in the walk.
    pub(super) fn place(&self) -> u64 {
        match (&self.skipped, &*self.rows) {
            (Some(row), _) => row.place,
            (None, [row, ..]) => row.place,
            (None, []) => 0,
        }
    }

    fn evaluated(
        outcome: &GameOutcome,
        game: &Evaluated,
        names: &[String],
        commands: &Commands,
    ) -> Self {
        let mut rows = outcome.rows(names);
        let mut command = String::new();
        if game.differs || rows.iter().any(|row| row.category.is_some()) {
            command = commands.explain(&outcome.entry, &outcome.name);
        }
        for row in &mut rows {
            if row.category.is_some() {
                row.explain.clone_from(&command);
            }
        }
        let mut board = None;
        if game.differs {
            board = SavedBoard::of(outcome, game, names, &command);
        }
        Self {
            name: outcome.name.clone(),
            board,
            rows,
            skipped: None,
        }
    }
}

impl GameOutcome {
    /// Returns a row for each strategy and scorer, without the command that shows the game. A
    /// skipped game has no rows. `names` are the names of the strategies and scorers
    /// ([`crate::game::Options::names`]).
    pub fn rows(&self, names: &[String]) -> Vec<GameRow> {
        let Ok(game) = &self.result else {
            return Vec::new();
        };
        let answers = names.iter().zip(game.all_answers());
        answers
            .map(|(name, answer)| self.row(game, name, answer))
            .collect()
    }

    /// Returns the row of one answer.
    fn row(&self, game: &Evaluated, name: &str, answer: Result<&Answer, &NoAnswer>) -> GameRow {
        let labelled = &game.labelled;
        let safety = labelled.safety.as_ref().map(|judged| &judged.safety);
        let mut doubts: Vec<&str> = Vec::new();
        for doubt in safety.iter().flat_map(|safety| &safety.doubts) {
            doubts.push(doubt.name());
        }
        doubts.dedup();
        let dead = labelled.dead_comparison.map(|(_, dead)| dead);
        let mut flags = game.remarks.clone();
        match answer {
            Ok(answer) => flags.extend(answer.remarks()),
            Err(why) => flags.push(Remark::new(RemarkKind::NoAnswer, &why.name())),
        }
        let category = category(game, answer);
        let (why, answer) = (answer.err(), answer.ok());
        let contradiction = answer.and_then(|answer| answer.contradiction);
        let margin = answer.and_then(|answer| answer.margin);
        let counts = answer.and_then(|answer| answer.counts);
        let eyes = answer.and_then(|answer| answer.eyes);
        let left_in_seki = counts.map_or([0; 2], |counts| counts.left_in_seki);
        let captured = labelled.captured(answer.map_or(&[], |answer| &answer.also_dead));
        let held = [0, 1].map(|color| labelled.count.prisoners[color] + captured[color]);
        let compared = answer.and_then(|answer| answer.comparison);
        let map = compared.and_then(|compared| compared.map);
        GameRow {
            game: self.name.clone(),
            hash: format!("{:016x}", labelled.hash),
            size: labelled.size,
            rules: labelled.count.rules,
            method: labelled.count.rules.method(),
            komi: labelled.count.komi,
            handicap: labelled.count.handicap,
            moves: labelled.end.moves,
            encoding: self.facts.encoding.to_owned(),
            origin: self.facts.origin.clone(),
            label: labelled.label.margin.map(result_text).unwrap_or_default(),
            label_margin: labelled.label.margin,
            label_check: labelled.label.check,
            strategy: name.to_owned(),
            margin,
            margin_lo: margin,
            margin_hi: margin,
            delta: compared.and_then(|compared| compared.delta),
            outcome: compared.map(|compared| compared.outcome),
            map_diff: map.map(|(differences, _)| differences),
            black_territory: counts.map(|counts| counts.territory[0]),
            white_territory: counts.map(|counts| counts.territory[1]),
            black_prisoners: held[0].saturating_sub(left_in_seki[0]),
            white_prisoners: held[1].saturating_sub(left_in_seki[1]),
            dead: u32::try_from(labelled.dead.len()).expect("at most 52 · 52 stones"),
            dame: counts.map(|counts| counts.dame),
            seki_points: counts.map(|counts| counts.seki),
            false_eyes: counts.map(|counts| counts.false_eyes),
            flags,
            category,
            explain: String::new(),
            neutral: game.completeness.neutral,
            largest_neutral: game.completeness.largest_neutral,
            ko_shapes: game.completeness.ko_shapes,
            open_borders: game.completeness.open_borders,
            finished: game.is_finished(),
            safety: safety.map(Safety::level),
            doubts: doubts.join(";"),
            certainty: safety.map(|safety| safety.certainty),
            date: self.facts.date().to_owned(),
            owed: game.owes_moves,
            counted: labelled.count.rules.method() == Method::Territory
                && !labelled.label.check.is_contradiction(),
            rank: self.facts.rank.to_owned(),
            disputed: game.disputed,
            dead_from: labelled.dead_from,
            label_from: labelled.label.from,
            seki: game.seki,
            label_dead_from: labelled.dead_comparison.map(|(from, _)| from),
            stones: dead.map(|_| {
                let stones = Color::BOTH.map(|color| labelled.end.position.stones(color).into());
                stones.iter().sum()
            }),
            dead_both: dead.map(|dead| dead.both),
            dead_source_only: dead.map(|dead| dead.claimed_only),
            dead_label_only: dead.map(|dead| dead.label_only),
            seki_both: map.map(|(_, seki)| seki.both),
            seki_answer_only: map.map(|(_, seki)| seki.claimed_only),
            seki_label_only: map.map(|(_, seki)| seki.label_only),
            no_answer: why.map(NoAnswer::line).unwrap_or_default(),
            digest: labelled.figures_digest.clone(),
            place: self.place,
            whole: answer.and_then(Answer::is_whole),
            eyes_right: eyes.map(|eyes| eyes.right),
            eyes_wrong: eyes.map(|eyes| eyes.wrong),
            eyes_unclear: eyes.map(|eyes| eyes.unclear),
            eyes_missed: eyes.map(|eyes| eyes.missed),
            stated_margin: contradiction.map(|parts| parts.margin),
            map_margin: contradiction.map(|parts| parts.of_map),
        }
    }
}

/// Returns the kind of mismatch of an answer or of a missing answer; `None` if it is not a
/// mismatch.
fn category(game: &Evaluated, answer: Result<&Answer, &NoAnswer>) -> Option<Category> {
    match answer {
        Ok(answer) => answer.category,
        // without a label, a missing answer is not a mismatch
        Err(why) => game.labelled.label.margin.map(|_| match why {
            NoAnswer::Unsupported(_) => Category::Unsupported,
            _ => Category::NoAnswer,
        }),
    }
}
