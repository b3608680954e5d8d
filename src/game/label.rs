//! Labels a game: replays it, finds its dead stones, removes them and checks its label.

use super::facts::GameInput;
use super::identity::{content_hash, fingerprint};
use super::labelled::{GameLabel, LabelledGame};
use super::reading::read_label;
use super::remarks::remarks;
use super::safety::judge_safety;
use super::timings::Stopwatch;
use super::{Against, GameEvaluator, Options, Remark, RemarkKind};
use crate::board::{Action, Color, Point, Position, Replayed, Size, all_on_board, replay};
use crate::dead::{DeadFrom, Estimate, Ownership, judge, remove_dead};
use crate::external::process::NoAnswer;
use crate::labels::{Claims, Label, LabelCheck, Resolved, may_resolve, no_dead_info};
use crate::rules::{Count, Method, Rules};
use crate::sgf::{Headers, KomiFrom, Record, result_text};
use crate::skip::{Reason, Skip};
use crate::stats::{Confusion, DeadComparison};
use crate::territory::{Analysis, Completeness};
use crate::text::count;

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
}

impl GameEvaluator {
    /// Replays a game, removes its dead stones and finds its label. Stores the answer of the engine
    /// in `engine`, if it is asked.
    ///
    /// # Errors
    /// The reason why the game is left out.
    pub(super) fn label(
        &mut self,
        game: &GameInput<'_>,
        headers: &Headers,
        engine: &mut Option<Result<(), NoAnswer>>,
    ) -> Result<LabelledGame, Skip> {
        let context = self.context.clone();
        let options = &context.options;
        context.check_stop()?;
        let mut left_out = None;
        check(game.check(headers), options, &mut left_out)?;
        let ended = self.end(game, headers, &mut left_out, engine)?;
        let (position, mut count) = ended.without(&ended.resolved.dead);
        let (mut label, remark) = ended.recorded_label(&position, &mut count);
        let mut remarks = remarks(game.record, headers, &ended.end, &ended.resolved);
        remarks.extend(remark.map(Remark::from));
        if options.against == Against::Record {
            check(ended.check_doubts(&label), options, &mut left_out)?;
        }
        if options.finished_only {
            let analysis = Analysis::new(&position, &ended.resolved.dead);
            check_finished(game.record, &Completeness::of(&analysis))?;
        }
        if options.against == Against::Reading {
            let mut scoring = self.evaluator.on(&position, &ended.resolved.dead);
            match read_label(&count, &mut scoring) {
                Ok(reading) => label = reading,
                Err(skip) => check(Err(skip), options, &mut left_out)?,
            }
        }
        let safety = options
            .safety
            .then(|| judge_safety(&mut self.safety, &mut self.estimator, &ended));
        let hash = content_hash(game.record);
        let dead = &ended.resolved.dead;
        Ok(LabelledGame {
            hash,
            size: game.record.size,
            count,
            moves: ended.end.moves,
            dead_from: ended.resolved.dead_from,
            dead_comparison: ended.compare_dead(),
            fingerprint: fingerprint(
                game.name,
                hash,
                &count,
                dead,
                label.margin,
                label.map.as_ref(),
            ),
            as_it_stands: game.origin(headers) == "KGS",
            label,
            safety,
            moves_missing: game.record.moves_missing,
            left_out,
            remarks,
            position,
            dead: ended.resolved.dead,
            ownership: ended.ownership,
            chains: ended
                .estimate
                .map_or_else(Vec::new, |estimate| estimate.chains),
            whole: ended.end.position,
        })
    }

    /// Replays a game and finds its dead stones.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones, or [`Reason::OffBoard`] at the first point
    /// off the board.
    fn end<'a>(
        &mut self,
        game: &'a GameInput<'a>,
        headers: &'a Headers,
        left_out: &mut Option<Skip>,
        engine: &mut Option<Result<(), NoAnswer>>,
    ) -> Result<EndedGame<'a>, Skip> {
        let (record, options) = (game.record, &game.context.options);
        // checked first, because most games of an archive without marks need no replay
        let sources = match may_resolve(record, game.line.as_ref(), &options.dead) {
            Ok(()) => options.dead.as_slice(),
            Err(skip) if !options.needs_label => {
                left_out.get_or_insert(skip);
                &[DeadFrom::None]
            }
            Err(skip) => {
                all_on_board(record.size, &record.actions).map_err(|bad| off_board(record, bad))?;
                return Err(skip);
            }
        };
        let end = replay(record.size, &record.actions).map_err(|bad| off_board(record, bad))?;
        let claims = Claims::new(&end.position, record, game.line.as_ref());
        let mut failure = None;
        for &from in sources {
            match self.find_dead(from, game, &end.position, &claims, engine) {
                Ok(found) => {
                    return Ok(EndedGame {
                        game,
                        headers,
                        resolved: claims.resolve(found.dead, found.from, headers.margin().ok()),
                        ownership: found.ownership,
                        estimate: found.estimate,
                        end,
                    });
                }
                Err(NoDead::Unknown) => {}
                Err(NoDead::Failed(reason, detail)) => {
                    failure = Some(Skip::at(reason, record.byte, detail));
                }
            }
        }
        Err(failure.unwrap_or_else(|| no_dead_info(record, sources)))
    }

    /// Returns the dead stones according to a source.
    fn find_dead(
        &mut self,
        from: DeadFrom,
        game: &GameInput<'_>,
        position: &Position,
        claims: &Claims,
        engine: &mut Option<Result<(), NoAnswer>>,
    ) -> Result<FoundDead, NoDead> {
        let options = &game.context.options;
        let watch = Stopwatch::start();
        let mut found = FoundDead {
            dead: Vec::new(),
            from,
            ownership: None,
            estimate: None,
        };
        match from {
            DeadFrom::Estimate => {
                let estimate = self.estimator.estimate(position, options.playouts);
                found.dead.clone_from(&estimate.dead);
                found.ownership = Some(estimate.ownership.clone());
                found.estimate = Some(estimate);
            }
            DeadFrom::Engine => found.dead = self.ask_engine(position, engine)?,
            DeadFrom::Ownership => {
                let ownership = game.ownership(position.size())?;
                found.dead = judge(position, &ownership).dead;
                found.ownership = Some(ownership);
            }
            DeadFrom::Auto | DeadFrom::Marks | DeadFrom::Labels | DeadFrom::None => {
                (found.dead, found.from) = claims.dead(from).ok_or(NoDead::Unknown)?;
                return Ok(found);
            }
        }
        self.timings.dead += watch.elapsed();
        Ok(found)
    }

    /// Asks the engine for the dead stones, unless it is abandoned.
    fn ask_engine(
        &self,
        position: &Position,
        asked: &mut Option<Result<(), NoAnswer>>,
    ) -> Result<Vec<Point>, NoDead> {
        let Some(engine) = &self.context.options.engine else {
            return Err(NoDead::Failed(
                Reason::EngineFailed,
                "no engine configured".to_owned(),
            ));
        };
        let answer = if self.engine_is_given_up {
            Err(NoAnswer::GivenUp)
        } else {
            let answer = engine.answer(position, &self.context.stop);
            *asked = Some(answer.as_ref().map(drop).map_err(NoAnswer::clone));
            answer
        };
        answer.map_err(|why| {
            let reason = match why {
                NoAnswer::TooManyOpen => Reason::TooManyOpen,
                _ => Reason::EngineFailed,
            };
            NoDead::Failed(reason, why.line())
        })
    }
}

/// The dead stones according to a source.
struct FoundDead {
    dead: Vec<Point>,
    from: DeadFrom,
    ownership: Option<Ownership>,
    estimate: Option<Estimate>,
}

/// Why a source has no answer.
enum NoDead {
    /// The record or the labels file says nothing.
    Unknown,
    /// The reason for skipping the game, unless another source has an answer.
    Failed(Reason, String),
}

impl GameInput<'_> {
    /// Returns the ownership in the game's line of the ownership file.
    fn ownership(&self, size: Size) -> Result<Ownership, NoDead> {
        let detail = match self.context.labels.ownership(self.name) {
            _ if self.context.options.ownership.is_none() => "no ownership file given".to_owned(),
            None => format!("no line of the ownership file names {}", self.name),
            Some(line) => match line.of(size) {
                Ok(ownership) => return Ok(ownership),
                Err(why) => format!("the ownership file: {why}"),
            },
        };
        Err(NoDead::Failed(Reason::NoDeadInfo, detail))
    }
}

/// Returns an error if games need a label; otherwise keeps the first reason for leaving out the
/// game.
fn check(
    checked: Result<(), Skip>,
    options: &Options,
    left_out: &mut Option<Skip>,
) -> Result<(), Skip> {
    match checked {
        Err(skip) if !options.needs_label => {
            left_out.get_or_insert(skip);
            Ok(())
        }
        checked => checked,
    }
}

/// Checks that a game is finished.
fn check_finished(
    record: &Record,
    &Completeness {
        open_borders,
        neutral,
        ..
    }: &Completeness,
) -> Result<(), Skip> {
    let detail = match open_borders {
        0 if !record.moves_missing => return Ok(()),
        0 => "a comment says that moves are missing".to_owned(),
        open => format!(
            "{}, {neutral} neutral points",
            count(open.into(), "open border")
        ),
    };
    Err(Skip::new(Reason::NotFinished, detail))
}

/// Returns the skip for a record with a point off the board, given the number of its action.
fn off_board(record: &Record, (index, point): (usize, Point)) -> Skip {
    let actions = &record.actions[..=index];
    let moves = actions
        .iter()
        .filter(|action| matches!(action, Action::Move(..)))
        .count();
    let what = match actions[index] {
        Action::Move(..) => format!("move {moves} ({point})"),
        Action::Setup(..) => format!("the set-up point {point}"),
    };
    let (width, height) = (record.size.width(), record.size.height());
    Skip::at(
        Reason::OffBoard,
        record.byte,
        format!("{what} is outside the {width}x{height} board"),
    )
}

impl EndedGame<'_> {
    /// Returns the position without the stones `dead`, and its count.
    fn without(&self, dead: &[Point]) -> (Position, Count) {
        remove_dead(&self.end.position, dead, self.headers.count(&self.end))
    }

    /// Returns the label from the record or a labels file. `position` and `count` exclude the
    /// game's dead stones. If the label is consistent only with another handicap, sets this
    /// handicap in `count`, and also returns the remark about it.
    fn recorded_label(
        &self,
        position: &Position,
        count: &mut Count,
    ) -> (GameLabel, Option<RemarkKind>) {
        let Resolved {
            label,
            label_dead,
            map_from_file,
            dead,
            ..
        } = &self.resolved;
        let label_dead = label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
        let own = (label_dead != dead).then(|| self.without(label_dead));
        let (own_position, own_count) = own
            .as_ref()
            .map_or((position, *count), |(position, count)| (position, *count));
        let mut label = label.clone();
        let mut check = label.check(own_position, &own_count);
        let mut remark = None;
        if check == LabelCheck::Inconsistent && count.rules.method() == Method::Territory {
            let map = label
                .map
                .as_ref()
                .and_then(|map| map.without_lone_dead(own_position, label_dead));
            let without = Label { map, ..label };
            if without.check(own_position, &own_count) == LabelCheck::Consistent {
                (label, check) = (without, LabelCheck::Consistent);
            }
        } else if check == LabelCheck::Inconsistent
            && let Some((rules, handicap, flag)) = self.other_handicap()
            && label.check(
                own_position,
                &Count {
                    rules,
                    handicap,
                    ..own_count
                },
            ) == LabelCheck::Consistent
        {
            (count.rules, count.handicap) = (rules, handicap);
            (check, remark) = (LabelCheck::Consistent, Some(flag));
        }
        let from = match (
            self.game.has_result_from_file(),
            label.map.is_some(),
            map_from_file,
        ) {
            (false, false, _) => "RE",
            (false, true, false) => "RE+TBTW",
            (false, true, true) => "RE+file",
            (true, true, false) => "TBTW+file",
            (true, ..) => "file",
        };
        let differing =
            (self.resolved.label_dead.is_some() && label_dead != dead).then(|| label_dead.to_vec());
        (
            GameLabel {
                margin: label.margin,
                map: label.map,
                from,
                check,
                dead: differing,
            },
            remark,
        )
    }

    /// Returns the rules and the handicap of a server that counts a handicap in its own way, with
    /// the remark about it: Fox writes `HA[0]` although Black plays the first stones, and OGS gives
    /// White a point also for one stone, and under Ing's rules.
    fn other_handicap(&self) -> Option<(Rules, u32, RemarkKind)> {
        let Headers {
            rules,
            handicap,
            black_first,
            origin,
            ..
        } = *self.headers;
        match (handicap, origin) {
            (0, _) if (2..=9).contains(&black_first) => {
                Some((rules, black_first, RemarkKind::HandicapCounted))
            }
            (1.., "OGS") if [Rules::CHINESE, Rules::ING].contains(&rules) => Some((
                rules.with_handicap_of_ogs(),
                handicap,
                RemarkKind::HandicapOfOgs,
            )),
            _ => None,
        }
    }

    /// Checks that neither a missing komi nor guessed rules leave the result in doubt. Only a
    /// consistent map can settle these. Japanese and Korean rules have used at most 6.5 points on
    /// 19x19, Chinese and AGA rules use 7.5, and Ing's rules 8.
    fn check_doubts(&self, label: &GameLabel) -> Result<(), Skip> {
        let Headers {
            rules_guessed,
            komi_from,
            komi,
            handicap,
            ..
        } = *self.headers;
        let record = self.game.record;
        if label.check == LabelCheck::Consistent {
            return Ok(());
        }
        if let (KomiFrom::Nowhere, Some(margin)) = (komi_from, label.margin) {
            let margin = result_text(margin);
            let detail = format!(
                "the result is {margin}, KM is missing, and no consistent map shows that the komi was 0"
            );
            return Err(Skip::at(Reason::NoKomi, record.byte, detail));
        }
        let is_even = handicap == 0 && (record.size.width(), record.size.height()) == (19, 19);
        let is_area_komi = komi_from == KomiFrom::Record && matches!(komi.hundredths(), 750 | 800);
        if rules_guessed == Some("default") && is_even && is_area_komi {
            let what = if self.headers.rules_unknown.is_some() {
                "not understood"
            } else {
                "missing"
            };
            let detail = format!(
                "RU is {what}, and a komi of {komi} is typical of area rules: give the rules with --rules auto,NAME"
            );
            return Err(Skip::at(Reason::UnknownRules, record.byte, detail));
        }
        Ok(())
    }

    /// Compares the dead stones with the label's, if the two have different sources.
    fn compare_dead(&self) -> Option<(DeadFrom, DeadComparison)> {
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
        let [both, claimed_only, label_only] =
            [both, resolved.dead.len() - both, label.len() - both].map(|count| count as u64);
        let stones = Color::BOTH
            .map(|color| u64::from(self.end.position.stones(color)))
            .iter()
            .sum();
        let dead = Confusion {
            both,
            claimed_only,
            label_only,
        };
        Some((*from, DeadComparison { stones, dead }))
    }
}
