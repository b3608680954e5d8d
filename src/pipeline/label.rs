//! Labels a game: removes its dead stones and checks its label.

use super::Against;
use super::ended::EndedGame;
use super::identity::{content_hash, fingerprint, flags};
use super::labelled::{GameLabel, LabelledGame};
use super::safety::judge_safety;
use super::score::StrategyEvaluator;
use crate::board::{Color, Point, Position};
use crate::dead::{DeadFrom, Estimator, take_off};
use crate::labels::{LabelCheck, Resolved};
use crate::rules::Count;
use crate::safety::SafetyJudge;
use crate::sgf::{Headers, KomiFrom, result_text};
use crate::skip::{Reason, Skip};
use crate::stats::{Confusion, DeadComparison};

impl EndedGame<'_> {
    /// Removes the dead stones and finds the label.
    ///
    /// # Errors
    /// [`Reason::NoKomi`] if the komi is missing and needed; [`Reason::UnknownRules`] if the komi leaves the rules in
    /// doubt; [`Reason::NotFinished`] if only finished games are wanted; the reason why reading gives no label, if the
    /// label has to come from reading.
    pub(super) fn label(
        self,
        strategies: &mut StrategyEvaluator,
        safety: &mut SafetyJudge,
        estimator: &mut Estimator,
    ) -> Result<LabelledGame, Skip> {
        let (game, options) = (self.game, self.game.context.options);
        let (position, count) = self.count_without(&self.resolved.dead);
        let mut label = self.recorded_label(&position, &count);
        if options.against == Against::Record {
            self.check_komi(&label)?;
            self.check_rules(&label)?;
        }
        options.end.check(game.record, || {
            strategies.set(&position, &self.resolved.dead);
            strategies.completeness()
        })?;
        if options.against == Against::Reading {
            strategies.set(&position, &self.resolved.dead);
            match strategies.read_label(&count) {
                Ok(reading) => label = reading,
                Err(skip) if options.needs_label => return Err(skip),
                Err(_) => {}
            }
        }
        let safety = options.safety.then(|| judge_safety(safety, estimator, &self, count.rules.method()));
        let hash = content_hash(game.record);
        Ok(LabelledGame {
            hash,
            size: game.record.size,
            count,
            moves: self.end.moves,
            dead_from: self.resolved.dead_from,
            dead_comparison: self.compare_dead(),
            fingerprint: fingerprint(game.name, hash, &count, &self.resolved.dead, label.margin, label.map.as_ref()),
            label,
            safety,
            moves_missing: game.record.moves_missing,
            record_flags: flags(game.record, self.headers, &self.end, &self.resolved),
            position,
            dead: self.resolved.dead,
            ownership: self.ownership,
            chains: self.chains,
            whole: self.end.position,
        })
    }

    /// Returns the position without the stones `dead`, and its count.
    fn count_without(&self, dead: &[Point]) -> (Position, Count) {
        let (headers, end) = (self.headers, &self.end);
        let (position, prisoners) = take_off(&end.position, dead);
        let count = Count {
            rules: headers.rules,
            komi: headers.komi,
            handicap: headers.handicap,
            stones: Color::BOTH.map(|color| position.stones(color)),
            prisoners: [end.prisoners[0] + prisoners[0], end.prisoners[1] + prisoners[1]],
            first_pass: end.first_pass.or(end.last.map(Color::opponent)),
        };
        (position, count)
    }

    /// Returns the label from the record or a labels file. `position` and `count` are without the game's dead stones.
    fn recorded_label(&self, position: &Position, count: &Count) -> GameLabel {
        let Resolved { label, label_dead, map_from_file, dead, .. } = &self.resolved;
        let label_dead = label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
        let check = if label_dead == dead {
            label.check(position, count)
        } else {
            let (position, count) = self.count_without(label_dead);
            label.check(&position, &count)
        };
        let from = match (self.game.has_result_from_file(), label.map.is_some(), map_from_file) {
            (false, false, _) => "RE",
            (false, true, false) => "RE+TBTW",
            (false, true, true) => "RE+file",
            (true, true, false) => "TBTW+file",
            (true, ..) => "file",
        };
        let differing = self.resolved.label_dead.as_ref().map(|(dead, _)| dead.clone());
        let differing = differing.filter(|label_dead| label_dead != dead);
        GameLabel { margin: label.margin, map: label.map.clone(), from, check, dead: differing }
    }

    /// Checks that the komi leaves no doubt about rules that were guessed. Japanese and Korean rules have used at most
    /// 6.5 points on 19x19, Chinese and AGA rules use 7.5, and Ing's rules 8. A map that gives the label's margin settles
    /// the doubt.
    fn check_rules(&self, label: &GameLabel) -> Result<(), Skip> {
        let Headers { rules_guessed, komi_from, komi, handicap, .. } = *self.headers;
        let (record, options) = (self.game.record, self.game.context.options);
        let is_guess = options.needs_label && rules_guessed == Some("default");
        let is_even = handicap == 0 && (record.size.width(), record.size.height()) == (19, 19);
        let is_area_komi = komi_from == KomiFrom::Record && matches!(komi.hundredths(), 750 | 800);
        if !(is_guess && is_even && is_area_komi) || label.check == LabelCheck::Consistent {
            return Ok(());
        }
        let detail = format!("no RU, and area rules use komi {komi}: give the rules with --rules or a corpus.toml");
        Err(Skip::at(Reason::UnknownRules, record.byte, detail))
    }

    /// Checks that the komi was 0 if the record has none: map and prisoners of the label must give its margin without
    /// komi.
    fn check_komi(&self, label: &GameLabel) -> Result<(), Skip> {
        let is_missing = self.headers.komi_from == KomiFrom::Nowhere && self.game.context.options.needs_label;
        match label.margin {
            Some(margin) if is_missing && label.check != LabelCheck::Consistent => {
                let margin = result_text(margin);
                let detail = format!("the result is {margin}, KM is missing, and no map shows that the komi was 0");
                Err(Skip::at(Reason::NoKomi, self.game.record.byte, detail))
            }
            _ => Ok(()),
        }
    }

    /// Compares the dead stones with the label's, if the two have different sources.
    fn compare_dead(&self) -> Option<(DeadFrom, DeadComparison)> {
        let resolved = &self.resolved;
        let (label, from) = resolved.label_dead.as_ref().filter(|(_, from)| *from != resolved.dead_from)?;
        let both = resolved.dead.iter().filter(|point| label.binary_search(point).is_ok()).count();
        let [both, claimed_only, label_only] =
            [both, resolved.dead.len() - both, label.len() - both].map(|count| count as u64);
        let stones = Color::BOTH.map(|color| u64::from(self.end.position.stones(color))).iter().sum();
        let dead = Confusion { both, claimed_only, label_only };
        Some((*from, DeadComparison { stones, dead }))
    }
}
