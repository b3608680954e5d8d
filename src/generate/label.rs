//! Labels a game that was played to its end: asks the engines, and decides whose answer becomes the label.

use super::LabelFrom;
use super::play::{Table, Unplayed};
use super::status::{Disagreement, Marks, Opinion, Said};
use crate::board::Point;
use crate::external::gtp::parse_score;
use crate::rules::Count;
use crate::sgf::result_text;

/// The label that the engines' opinions lead to.
#[derive(Default)]
pub(super) struct Label {
    pub(super) result: String,
    pub(super) marks: Option<Marks>,
    /// The index of the engine whose opinion is the label.
    pub(super) judge: usize,
    pub(super) remarks: Vec<String>,
    pub(super) disagreement: Option<Disagreement>,
}

impl Table<'_> {
    /// Asks every engine how the game ended, and returns the label.
    pub(super) fn label(&mut self) -> Result<Label, Unplayed> {
        let end = self.replayed();
        let game = self.game;
        let count = Count {
            rules: game.rules,
            komi: game.komi,
            handicap: game.handicap.into(),
            stones: [0; 2],
            prisoners: end.prisoners,
        };
        let mut opinions = Vec::new();
        for engine in 0..self.engines.len() {
            opinions.push(Opinion::of(self.said(engine)?, &end.position, &count));
        }
        Ok(self.decide(opinions))
    }

    /// Asks an engine for its result, dead stones, territory and seki.
    fn said(&mut self, engine: usize) -> Result<Said, Unplayed> {
        let game = self.game;
        for command in &game.engines[engine].before_status {
            self.ask(engine, command)?;
        }
        let score = self.engines[engine].ask("final_score", self.stop);
        let margin = self.unless_refused(engine, "final_score", score)?.and_then(|text| parse_score(&text));
        let black = self.status(engine, "black_territory")?;
        let white = self.status(engine, "white_territory")?;
        let dead = self.status(engine, "dead")?;
        let territory = black.zip(white).map(|(black, white)| [black, white]);
        let seki = if territory.is_some() { None } else { self.status(engine, "seki")? };
        Ok(Said { margin, dead, seki: seki.unwrap_or_default(), territory })
    }

    /// Asks an engine for a list of points or stones; returns `None` if the engine refuses.
    fn status(&mut self, engine: usize, kind: &str) -> Result<Option<Vec<Point>>, Unplayed> {
        let command = format!("final_status_list {kind}");
        let answer = self.engines[engine].points(&command, self.game.size, self.stop);
        self.unless_refused(engine, &command, answer)
    }

    /// Returns the label: Black's opinion, or White's if only that one has a result. The result is `?` if neither has
    /// one, or if the opinions disagree and the game requires agreement.
    fn decide(&self, mut opinions: Vec<Opinion>) -> Label {
        let mut label = Label::default();
        if let [black, white] = opinions.as_slice() {
            label.disagreement = Disagreement::between([black, white], self.game.size);
        }
        if let Some(disagreement) = &label.disagreement {
            label.remarks.push(format!("the engines disagree: {disagreement}"));
        }
        for (engine, _) in opinions.iter().enumerate().filter(|(_, opinion)| opinion.margin.is_none()) {
            label.remarks.push(format!("{} has no result", self.who(engine)));
        }
        label.judge = opinions.iter().position(|opinion| opinion.margin.is_some()).unwrap_or(0);
        let opinion = opinions.swap_remove(label.judge);
        if let Some(remark) = opinion.remark {
            label.remarks.push(format!("{}: {remark}", self.who(label.judge)));
        }
        let believed = label.disagreement.is_none() || self.game.label == LabelFrom::Black;
        match opinion.margin {
            Some(margin) if believed => {
                label.result = result_text(margin);
                label.marks = opinion.marks;
            }
            _ => "?".clone_into(&mut label.result),
        }
        label
    }
}
