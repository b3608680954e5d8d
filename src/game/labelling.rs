//! Labels a game: replays it, finds its dead stones, removes them and checks its label.

use std::sync::Arc;

use super::ended::EndedGame;
use super::facts::GameInput;
use super::identity::{content_hash, figures_digest};
use super::labelled::LabelledGame;
use super::remarks::{RemarkKind, remarks};
use super::scratch::{Scratch, Stopwatch};
use crate::board::{Action, Point, Position, Size, replay};
use crate::dead::{DeadFrom, Estimate, Ownership, judge};
use crate::external::{Failures, NoAnswer};
use crate::labels::{Claims, Resolved, no_dead_info};
use crate::sgf::{Headers, Origin, Record};
use crate::skip::{Reason, Skip};
use crate::territory::{Analysis, Completeness};
use crate::text::count;

/// Labels one game.
pub(super) struct Labelling<'a> {
    pub(super) scratch: &'a mut Scratch,
    pub(super) game: &'a GameInput<'a>,
    pub(super) headers: &'a Arc<Headers>,
    /// Whether the engine that names dead stones answered each question.
    pub(super) engine: &'a mut Vec<Result<(), NoAnswer>>,
    /// The first reason for leaving out the game, if games need no label.
    pub(super) left_out: Option<Skip>,
}

impl<'a> Labelling<'a> {
    /// Replays the game, finds its dead stones, and reads its label.
    ///
    /// # Errors
    /// The reason for skipping the game.
    pub(super) fn label(&mut self) -> Result<LabelledGame, Skip> {
        let (game, headers) = (self.game, self.headers);
        let options = &game.context.options;
        game.context.check_stop()?;
        self.needed_for_label(game.check(headers))?;
        let mut ended = self.end()?;
        if !options.toggle.is_empty() {
            ended.correct_dead()?;
        }
        let (position, count) = ended.without(&ended.resolved.dead);
        let (label, count, remark) = ended.read_label(&position, count);
        let mut remarks = remarks(&game.record, headers, &ended.end, &ended.resolved);
        remarks.extend(remark);
        let is_unmarked = ended.resolved.dead_from == DeadFrom::None
            && options.dead != [DeadFrom::None]
            && !headers.counts_all_stones;
        if is_unmarked {
            remarks.push(RemarkKind::DeadUnknown.into());
        }
        self.needed_for_label(ended.check_doubts(&label))?;
        if options.finished_only {
            let analysis = Analysis::new(&position, &ended.resolved.dead);
            check_finished(&game.record, &Completeness::of(&analysis))?;
        }
        let safety = options.safety.then(|| ended.safety(&label, self.scratch));
        let hash = content_hash(&game.record);
        let Resolved { dead, seki, .. } = &ended.resolved;
        Ok(LabelledGame {
            hash,
            size: game.record.size,
            count,
            headers: headers.clone(),
            dead_from: ended.resolved.dead_from,
            dead_comparison: ended.compare_dead(),
            figures_digest: figures_digest(game.name, hash, &count, [dead, seki], &label),
            as_it_stands: game.origin(headers) == Origin::Kgs.name(),
            label,
            safety,
            moves_missing: game.record.moves_missing,
            left_out: self.left_out.take(),
            remarks,
            position,
            dead: ended.resolved.dead,
            is_corrected: !options.toggle.is_empty(),
            seki: ended.resolved.seki,
            impossible: ended.resolved.impossible,
            ownership: ended.ownership,
            owners: game.owners(game.record.size),
            chains: ended
                .estimate
                .map_or_else(Vec::new, |estimate| estimate.chains),
            end: ended.end,
        })
    }

    /// Handles the result of a check. If games need a label, passes an error on; otherwise, keeps
    /// the first error as the reason for leaving out the game.
    fn needed_for_label(&mut self, checked: Result<(), Skip>) -> Result<(), Skip> {
        match checked {
            Err(skip) if !self.game.context.options.needs_label => {
                self.left_out.get_or_insert(skip);
                Ok(())
            }
            checked => checked,
        }
    }

    /// Replays a game and finds its dead stones.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones, or [`Reason::OffBoard`] for the first point
    /// off the board.
    fn end(&mut self) -> Result<EndedGame<'a>, Skip> {
        let (game, headers) = (self.game, self.headers);
        let record = &game.record;
        let end = replay(record.size, &record.actions).map_err(|bad| off_board(record, bad))?;
        let counts_all = headers.counts_all_stones;
        let claims = Claims::new(&end.position, record, game.line.as_ref(), counts_all);
        let found = self.first_dead(&end.position, &claims)?;
        Ok(EndedGame {
            game,
            headers,
            resolved: claims.resolve(found.dead, found.from, headers.margin().ok()),
            ownership: found.ownership,
            estimate: found.estimate,
            settled: Vec::new(),
            end,
        })
    }

    /// Returns the dead stones according to the first source with an answer.
    ///
    /// # Errors
    /// The reason why no source has an answer.
    fn first_dead(&mut self, position: &Position, claims: &Claims) -> Result<FoundDead, Skip> {
        let record = &self.game.record;
        let sources = &self.game.context.options.dead;
        let mut failure = None;
        for &from in sources {
            let watch = Stopwatch::start();
            let found = self.find_dead(from, position, claims);
            self.scratch.timings.add("dead", watch.elapsed());
            match found {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                // these errors happen by chance, so the outcome must not depend on them
                Err(skip) if matches!(skip.reason, Reason::TooManyOpen | Reason::Interrupted) => {
                    return Err(skip);
                }
                Err(skip) => {
                    failure = Some(Skip {
                        byte: Some(record.byte),
                        ..skip
                    });
                }
            }
        }
        if let Some(skip) = failure {
            return Err(skip);
        }
        self.needed_for_label(Err(no_dead_info(record, sources)))?;
        Ok(FoundDead {
            dead: Vec::new(),
            from: DeadFrom::None,
            ownership: None,
            estimate: None,
        })
    }

    /// Returns the dead stones according to a source; `None` if the record or the labels file says
    /// nothing about them.
    ///
    /// # Errors
    /// The reason for skipping the game, unless another source has an answer.
    fn find_dead(
        &mut self,
        from: DeadFrom,
        position: &Position,
        claims: &Claims,
    ) -> Result<Option<FoundDead>, Skip> {
        let options = &self.game.context.options;
        let (dead, ownership, estimate) = match from {
            DeadFrom::Estimate => {
                let estimate = self.scratch.estimator.estimate(position, options.playouts);
                let ownership = estimate.ownership.clone();
                (estimate.dead.clone(), Some(ownership), Some(estimate))
            }
            DeadFrom::Engine => (self.ask_engine(position)?, None, None),
            DeadFrom::Ownership => {
                let ownership = self.game.ownership(position.size())?;
                (judge(position, &ownership).dead, Some(ownership), None)
            }
            DeadFrom::Auto | DeadFrom::Marks | DeadFrom::Labels | DeadFrom::None => {
                let claimed = claims.dead(from);
                return Ok(claimed.map(|(dead, from)| FoundDead {
                    dead,
                    from,
                    ownership: None,
                    estimate: None,
                }));
            }
        };
        Ok(Some(FoundDead {
            dead,
            from,
            ownership,
            estimate,
        }))
    }

    /// Asks the engine for the dead stones, unless the engine was abandoned or failed for the most
    /// recent games of this file. Failures are counted within a file, too, because even a short
    /// file may have hundreds of games.
    fn ask_engine(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let context = self.game.context;
        let Some(engine) = &context.options.engine else {
            return Err(Skip::new(Reason::EngineFailed, "no engine configured"));
        };
        let answer = if context.engine_is_given_up || Failures::is_given_up_after(self.engine) {
            Err(NoAnswer::GivenUp)
        } else {
            let answer = engine.answer(position, &context.stop);
            let without_stones = answer.as_ref().map(drop).map_err(NoAnswer::clone);
            self.engine.push(without_stones);
            answer
        };
        answer.map_err(|why| {
            let reason = match why {
                NoAnswer::TooManyOpen => Reason::TooManyOpen,
                NoAnswer::Interrupted => Reason::Interrupted,
                _ => Reason::EngineFailed,
            };
            Skip::new(reason, why.line())
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

impl GameInput<'_> {
    /// Returns the ownership that eyes in seki are measured against, if a file gives it for a board
    /// of this size.
    fn owners(&self, size: Size) -> Option<Ownership> {
        self.context.labels.owners(self.name)?.of(size).ok()
    }

    /// Returns the ownership in the game's line in the ownership file.
    fn ownership(&self, size: Size) -> Result<Ownership, Skip> {
        let detail = match self.context.labels.ownership(self.name) {
            _ if self.context.options.dead_ownership.is_none() => {
                "no ownership file given".to_owned()
            }
            None => format!("no line of the ownership file names {}", self.name),
            Some(line) => match line.of(size) {
                Ok(ownership) => return Ok(ownership),
                Err(why) => format!("the ownership file: {why}"),
            },
        };
        Err(Skip::new(Reason::NoDeadInfo, detail))
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

/// Returns the skip for a record with a point off the board, given the point and the index of its
/// action.
fn off_board(record: &Record, (index, point): (usize, Point)) -> Skip {
    let actions = &record.actions[..=index];
    let moves = actions.iter().filter(|action| action.is_move()).count();
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
