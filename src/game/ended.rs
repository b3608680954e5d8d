//! A game replayed to its end, with its dead stones, and the label that its record or a labels file
//! gives it. Also judges whether the game is safe to score.

use std::borrow::Cow;

use super::facts::{GameInput, broken_moves};
use super::labelled::{GameLabel, GameSafety, LabelFrom};
use super::remarks::{Remark, RemarkKind};
use super::scratch::Scratch;
use crate::board::{Point, Position, Replayed};
use crate::dead::{DeadFrom, Estimate, Ownership, remove_dead, unclosed_borders};
use crate::labels::{Label, LabelCheck, Resolved};
use crate::rules::{Count, Rules};
use crate::safety::{Doubt, Safety, doubts, doubts_of_estimate};
use crate::sgf::{Defect, Headers, KomiFrom, Origin, Record, RulesGuess, result_text};
use crate::skip::{Reason, Skip};
use crate::stats::Confusion;
use crate::territory::{EYES, Evaluator, TerritoryMap};

/// A game replayed to its end, with its dead stones.
pub(super) struct EndedGame<'a> {
    pub(super) game: &'a GameInput<'a>,
    pub(super) headers: &'a Headers,
    /// The final position, with all its stones.
    pub(super) end: Replayed,
    /// The dead stones and the parts of the label.
    pub(super) resolved: Resolved,
    /// The ownership that the dead stones come from, if their source gives ownership.
    pub(super) ownership: Option<Ownership>,
    /// The answer of the playouts, if they gave the dead stones.
    pub(super) estimate: Option<Estimate>,
    /// The stones of the chains whose status the user corrected, sorted.
    pub(super) settled: Vec<Point>,
}

impl EndedGame<'_> {
    /// Corrects the dead stones as the user says: see [`super::Options::toggle`].
    ///
    /// # Errors
    /// If the user names a point without a stone.
    pub(super) fn correct_dead(&mut self) -> Result<(), Skip> {
        let mut points = Vec::new();
        for &named in &self.game.context.options.toggle {
            let point = named.on(self.end.position.size());
            if !self.end.position.has_stone(point) {
                let why = format!("--toggle: there is no stone at {}", String::from(named));
                return Err(Skip::new(Reason::NoDeadInfo, why));
            }
            points.push(point);
        }
        self.settled = self.resolved.toggle(&self.end.position, &points);
        Ok(())
    }

    /// Returns the position after the stones `dead` are removed, and its count.
    pub(super) fn without(&self, dead: &[Point]) -> (Position, Count) {
        remove_dead(&self.end.position, dead, self.headers.count(&self.end))
    }

    /// Returns whether the game with this label is safe to score. Plays out the position unless
    /// playouts gave its dead stones.
    pub(super) fn safety(&self, label: &GameLabel, scratch: &mut Scratch) -> GameSafety {
        let (position, dead) = (&self.end.position, &self.resolved.dead);
        let playouts = self.game.context.options.playouts;
        let mut of_playouts = match &self.estimate {
            Some(estimate) => estimate.clone(),
            None => scratch.estimator.estimate(position, playouts),
        };
        let method = self.headers.rules.method();
        let evaluator = &mut scratch.evaluator;
        let mut doubts = doubts(position, dead, method, &of_playouts, evaluator);
        let komi_missing = self.headers.komi_from == KomiFrom::Nowhere;
        if komi_missing && label.check != LabelCheck::Consistent {
            doubts.push(Doubt::MissingKomi);
        }
        if label.margin.is_none() && self.winner_depends_on_rules(evaluator) {
            doubts.push(Doubt::MissingRules);
        }
        doubts.extend(doubts_of_record(&self.game.record, self.headers));
        if !self.headers.handicap_missing {
            let broken = broken_moves(&self.game.record, Some(self.headers));
            doubts.extend(broken.map(Doubt::BrokenMoves));
        }
        if self.estimate.is_some() {
            let (chains, estimator) = (&mut of_playouts.chains, &mut scratch.estimator);
            doubts.extend(doubts_of_estimate(
                position, dead, playouts, chains, estimator,
            ));
        }
        let doubts = doubts
            .into_iter()
            .filter_map(|doubt| doubt.without(&self.settled))
            .collect();
        let of_source = self.ownership.as_ref();
        let (ownership, mut lives, least) =
            match of_source.filter(|_| self.resolved.dead_from == DeadFrom::Ownership) {
                Some(ownership) => (ownership, ownership.chains(position), Ownership::DEAD),
                None => (
                    &of_playouts.ownership,
                    of_playouts.chains,
                    Safety::CERTAINTY,
                ),
            };
        lives.retain(|chain| self.settled.binary_search(&chain.stones[0]).is_err());
        GameSafety {
            safety: Safety::new(doubts, lives, least),
            unclosed: unclosed_borders(position, dead, ownership),
        }
    }

    /// Returns whether the record names no rules, and Japanese and Chinese rules give different
    /// winners.
    fn winner_depends_on_rules(&self, evaluator: &mut Evaluator) -> bool {
        if self.headers.rules_guessed != Some(RulesGuess::Default) {
            return false;
        }
        let (board, dead) = (&self.end.position, &self.resolved.dead);
        let signs = [Rules::JAPANESE, Rules::CHINESE].map(|rules| {
            let count = Count {
                rules,
                ..self.headers.count(&self.end)
            };
            let (position, count) = remove_dead(board, dead, count);
            let mut map = TerritoryMap::default();
            let mut scoring = evaluator.on(&position, dead);
            scoring.decide_under(board, &count, EYES, &mut map);
            count.margin(map.counts().scored()).sign()
        });
        signs[0] != signs[1]
    }

    /// Reads the label from the record or a labels file, and also returns the count. `position` and
    /// `count` exclude the dead stones. The returned count normally uses the record's rules and
    /// handicap. It uses others if the label is consistent only when dead stones in seki are
    /// prisoners, or when the handicap is counted in a server's own way. The remark names the
    /// reading that was chosen, if there was a choice.
    pub(super) fn read_label(
        &self,
        position: &Position,
        count: Count,
    ) -> (GameLabel, Count, Option<Remark>) {
        let Resolved {
            label,
            label_dead,
            map_from_file,
            dead,
            ..
        } = &self.resolved;
        let label_dead = label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
        let (own_position, own_count) = if label_dead == dead {
            (Cow::Borrowed(position), count)
        } else {
            let (position, count) = self.without(label_dead);
            (Cow::Owned(position), count)
        };
        let mut label = label.clone();
        let mut check = label.check(&own_position, &own_count);
        let (mut rules, mut handicap, mut remark) = (own_count.rules, own_count.handicap, None);
        if let Some((without, takes)) =
            self.read_lone_dead(&label, label_dead, &own_position, own_count)
        {
            (label, check) = (without, LabelCheck::Consistent);
            remark = Some(Remark::new(
                RemarkKind::DeadInSeki,
                &if takes { "prisoners" } else { "left" },
            ));
            if takes {
                rules = rules.with_prisoners_in_seki();
            }
        } else if check == LabelCheck::Inconsistent
            && let Some((other, flag)) = self.other_handicap(own_count)
            && label.check(&own_position, &other) == LabelCheck::Consistent
        {
            (rules, handicap) = (other.rules, other.handicap);
            (check, remark) = (LabelCheck::Consistent, Some(Remark::from(flag)));
        }
        if !self.resolved.impossible.is_empty() && label.margin.is_some() {
            check = LabelCheck::Inconsistent;
        }
        if self.headers.contradictory {
            check = LabelCheck::Contradictory;
        }
        let from = match (
            self.game
                .line
                .as_ref()
                .is_some_and(|line| line.result.is_some()),
            label.map.is_some(),
            map_from_file,
        ) {
            (false, false, _) => LabelFrom::Result,
            (false, true, false) => LabelFrom::Record,
            (false, true, true) => LabelFrom::ResultAndFile,
            (true, true, false) => LabelFrom::MarksAndFile,
            (true, ..) => LabelFrom::File,
        };
        let differing =
            (self.resolved.label_dead.is_some() && label_dead != dead).then(|| label_dead.to_vec());
        let label = GameLabel {
            margin: label.margin,
            map: label.map,
            from,
            check,
            dead: differing,
        };
        let count = Count {
            rules,
            handicap,
            ..count
        };
        (label, count, remark)
    }

    /// If there are `dead` stones where neither player has territory, returns the consistent
    /// reading of `label`, and whether these stones are prisoners in it. Most servers count them as
    /// prisoners, and some also as territory. Under the Japanese rules of 1989, they stay on the
    /// board. `position` and `count` exclude the label's dead stones.
    fn read_lone_dead(
        &self,
        label: &Label,
        dead: &[Point],
        position: &Position,
        count: Count,
    ) -> Option<(Label, bool)> {
        let map = label
            .map
            .as_ref()
            .filter(|_| count.rules.is_plain_territory())?;
        let lone = map.lone_dead(position, dead);
        if lone.is_empty() {
            return None;
        }
        let mut without = label.clone();
        let mut left = count;
        for stone in lone {
            if let Some(map) = &mut without.map {
                map.set(position.grid().index(stone), None);
            }
            if let Some(color) = self.end.position.get(stone).color() {
                left.prisoners[color.opponent().index()] -= 1;
            }
        }
        let readings = [
            (label, count, true),
            (&without, count, true),
            (&without, left, false),
        ];
        let (label, _, takes) = readings
            .into_iter()
            .find(|(label, count, _)| label.check(position, count) == LabelCheck::Consistent)?;
        Some((label.clone(), takes))
    }

    /// Returns the count with the rules and the handicap of a server that counts a handicap in its
    /// own way, and a remark about this. Fox writes `HA[0]` although Black plays the first stones.
    /// OGS gives White a point even for a handicap of one stone, and gives points even under Ing's
    /// rules.
    fn other_handicap(&self, mut count: Count) -> Option<(Count, RemarkKind)> {
        let (black_first, rules) = (self.headers.black_first, self.headers.rules);
        if self.headers.handicap == 0 && (2..=9).contains(&black_first) {
            count.handicap = black_first;
            return Some((count, RemarkKind::HandicapCounted));
        }
        let is_of_ogs = rules == Rules::ING || rules.handicap_compensation(2) == 2;
        if self.headers.origin != Origin::Ogs || self.headers.handicap == 0 || !is_of_ogs {
            return None;
        }
        count.rules = rules.with_handicap_of_ogs();
        Some((count, RemarkKind::HandicapOfOgs))
    }

    /// Returns an error if a missing komi or guessed rules leave the result in doubt. Only a
    /// consistent map can settle such a doubt. On 19x19, the komi has been at most 6.5 points under
    /// Japanese and Korean rules; it is 7.5 under Chinese and AGA rules, and 8 under Ing's rules.
    pub(super) fn check_doubts(&self, label: &GameLabel) -> Result<(), Skip> {
        let Headers {
            rules_guessed,
            komi_from,
            komi,
            handicap,
            ..
        } = *self.headers;
        let record = &self.game.record;
        if label.check == LabelCheck::Consistent {
            return Ok(());
        }
        if let (KomiFrom::Nowhere, Some(margin)) = (komi_from, label.margin) {
            let margin = result_text(margin);
            let detail = format!(
                "the result is {margin}, KM is missing, and no consistent map shows that the komi \
                 was 0"
            );
            return Err(Skip::at(Reason::NoKomi, record.byte, detail));
        }
        let is_even = handicap == 0 && (record.size.width(), record.size.height()) == (19, 19);
        let is_area_komi = komi_from == KomiFrom::Record && matches!(komi.hundredths(), 750 | 800);
        if rules_guessed == Some(RulesGuess::Default) && is_even && is_area_komi {
            let what = if self.headers.rules_unknown.is_some() {
                "not understood"
            } else {
                "missing"
            };
            let detail = format!(
                "RU is {what}, and a komi of {komi} is typical of area rules: give the rules with \
                 --rules auto,NAME"
            );
            return Err(Skip::at(Reason::UnknownRules, record.byte, detail));
        }
        Ok(())
    }

    /// Compares the dead stones with the label's, if the two have different sources.
    pub(super) fn compare_dead(&self) -> Option<(DeadFrom, Confusion)> {
        let resolved = &self.resolved;
        let (label, from) = resolved
            .label_dead
            .as_ref()
            .filter(|(_, from)| *from != resolved.dead_from)?;
        let both = resolved
            .dead
            .iter()
            .filter(|point| label.binary_search(point).is_ok())
            .count();
        let counts = [both, resolved.dead.len() - both, label.len() - both];
        Some((*from, Confusion::of(counts.map(|count| Some(count as u64)))))
    }
}

/// Returns the doubts that come from the record itself.
fn doubts_of_record(record: &Record, headers: &Headers) -> impl Iterator<Item = Doubt> {
    // rules given by a flag are not in doubt
    let is_unknown =
        headers.rules_unknown.is_some() && headers.rules_guessed != Some(RulesGuess::Flag);
    let doubts = [
        (is_unknown, Doubt::UnknownRules),
        (headers.handicap_missing, Doubt::MissingHandicap),
        (headers.result.is_without_count(), Doubt::NotCounted),
        (record.has(Defect::Unclosed), Doubt::Unclosed),
    ];
    doubts
        .into_iter()
        .filter(|(is_met, _)| *is_met)
        .map(|(_, doubt)| doubt)
}
