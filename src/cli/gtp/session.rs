//! The commands of `seichi gtp`, and the game that they change.

use std::collections::BTreeSet;

use crate::board::{Action, Color, MoveFault, Point, Replay, Size, check_points};
use crate::explain::point_names;
use crate::external::{ExternalScorer, parse_vertex};
use crate::game::{Answer, Context, Evaluated, GameEvaluator, GameOutcome};
use crate::input::{Entry, fetch};
use crate::render::board_text;
use crate::rules::{Points, Rules};
use crate::sgf::{Encoding, Record, read, result_text};
use crate::territory::{Evaluator, TerritoryMap};

/// An answer to a command, or the error.
type Reply = Result<String, String>;

/// A command: its name, and the method that answers it.
type Command = (&'static str, fn(&mut Session, &[&str]) -> Reply);

/// The statuses of points. Each point of a board has exactly one.
const STATUSES: [&str; 6] = [
    "dead",
    "alive",
    "seki",
    "black_territory",
    "white_territory",
    "dame",
];

/// The maximum number of actions in a session's game. The number is limited, because `undo` and a
/// count replay all actions.
const MAX_ACTIONS: usize = 4000;

/// The maximum side of a board in GTP.
const LARGEST: u32 = 25;

/// A game that commands change and score.
pub(super) struct Session {
    evaluator: GameEvaluator,
    scorers: Vec<Box<dyn ExternalScorer>>,
    context: Context,
    /// The rules set by a flag or a command; they override the rules of a record.
    rules: Option<Rules>,
    game: Record,
    /// The same game, replayed to its end.
    replay: Replay,
    /// The last game that was scored, and its outcome.
    scored: Option<(Record, GameOutcome)>,
}

impl Session {
    pub(super) const COMMANDS: [Command; 19] = [
        ("protocol_version", |_, _| Ok("2".to_owned())),
        ("name", |_, _| Ok(env!("CARGO_PKG_NAME").to_owned())),
        ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
        ("known_command", |_, words| {
            Ok(Self::COMMANDS
                .iter()
                .any(|(name, _)| words == [*name])
                .to_string())
        }),
        ("list_commands", |_, _| {
            Ok(Self::COMMANDS.map(|(name, _)| name).join("\n"))
        }),
        ("quit", |_, _| Ok(String::new())),
        ("boardsize", Self::set_size),
        ("clear_board", |session, _| {
            Ok(session.restart(session.game.size))
        }),
        ("komi", Self::set_komi),
        ("kgs-rules", Self::set_rules),
        ("kata-set-rules", Self::set_rules),
        ("play", Self::play),
        ("undo", Self::undo),
        ("genmove", Self::pass),
        ("loadsgf", Self::load),
        ("set_free_handicap", Self::set_free_handicap),
        ("showboard", |session, _| {
            Ok(board_text(session.replay.end()))
        }),
        ("final_score", |session, _| {
            let (_, answer) = session.scored()?;
            let margin = answer.margin.ok_or("the scorer names only the winner")?;
            Ok(result_text(margin))
        }),
        ("final_status_list", Self::list_status),
    ];

    /// Returns a session with an empty board.
    pub(super) fn new(context: Context, rules: Option<Rules>) -> Self {
        let game = empty(Size::new(19, 19).expect("a valid size"));
        let replay = Replay::new(game.size);
        Self {
            evaluator: GameEvaluator::new(context.clone()),
            scorers: context.options.start_scorers(),
            context,
            rules,
            game,
            replay,
            scored: None,
        }
    }

    /// Replays the game after a change other than the addition of a move.
    fn replay_again(&mut self) {
        self.replay = Replay::of(self.game.size, &self.game.actions);
    }

    /// Begins a new game with the same rules and komi.
    fn restart(&mut self, size: Size) -> String {
        let old = std::mem::replace(&mut self.game, empty(size)).info;
        (self.game.info.komi, self.game.info.rules) = (old.komi, old.rules);
        self.replay_again();
        String::new()
    }

    fn set_size(&mut self, words: &[&str]) -> Reply {
        let side = number(words)?;
        let size = Size::new(side, side)
            .ok()
            .filter(|_| side <= LARGEST)
            .ok_or("unacceptable size")?;
        Ok(self.restart(size))
    }

    fn set_komi(&mut self, words: &[&str]) -> Reply {
        let komi = Points::parse_komi(&words.join(" "))?;
        // in a record, a large number without decimals would be read as hundredths of a point
        self.game.info.komi = Some(format!("{:.2}", komi.to_f64()));
        Ok(String::new())
    }

    fn set_rules(&mut self, words: &[&str]) -> Reply {
        self.rules = Some(Rules::parse(&words.join(" "))?);
        Ok(String::new())
    }

    /// Adds a move, unless it is on a stone, retakes a ko, or is a suicide that the rules do not
    /// allow.
    fn play(&mut self, words: &[&str]) -> Reply {
        let [color, vertex] = words else {
            return Err("expected a color and a vertex".to_owned());
        };
        let color = match color.to_ascii_lowercase().as_str() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return Err("invalid color".to_owned()),
        };
        let point = parse_vertex(vertex, self.game.size).ok_or("invalid vertex")?;
        if self.game.actions.len() >= MAX_ACTIONS {
            return Err(format!("the game already has {MAX_ACTIONS} moves"));
        }
        let action = Action::Move(color, point);
        let mut replay = self.replay.clone();
        replay.act(action);
        let faults = &replay.end().faults[self.replay.end().faults.len()..];
        let rules = self
            .rules
            .or_else(|| Rules::from_text(self.game.info.rules.as_deref()?));
        let may_suicide = rules.is_some_and(Rules::allows_suicide);
        let is_illegal = |fault| match fault {
            MoveFault::OnStone | MoveFault::KoRetaken => true,
            MoveFault::Suicide => !may_suicide,
            MoveFault::SameColorTwice => false,
        };
        if faults.iter().any(|&(_, fault)| is_illegal(fault)) {
            return Err("illegal move".to_owned());
        }
        self.game.actions.push(action);
        self.replay = replay;
        Ok(String::new())
    }

    /// Passes, because this engine only scores games.
    fn pass(&mut self, words: &[&str]) -> Reply {
        self.play(&[words, &["pass"]].concat())
            .map(|_| "pass".to_owned())
    }

    fn undo(&mut self, _: &[&str]) -> Reply {
        let Some(Action::Move(..)) = self.game.actions.last() else {
            return Err("cannot undo".to_owned());
        };
        let left = self.game.actions.len() - 1;
        shorten(&mut self.game, left);
        self.replay_again();
        Ok(String::new())
    }

    /// Loads the first game in a file. If a move number is given, loads only the moves before it.
    fn load(&mut self, words: &[&str]) -> Reply {
        let (words, number) = match words {
            [path @ .., number] if !path.is_empty() && number.parse::<usize>().is_ok() => {
                (path, number.parse().ok())
            }
            path => (path, None),
        };
        let path = words.join(" ");
        let encoding = self.context.options.encoding;
        let bytes = fetch(&Entry::new(path.clone(), path.into()));
        let games = bytes.and_then(|bytes| Ok(read(&bytes, encoding)?.1));
        let record = games.and_then(|mut games| games.swap_remove(0).record);
        let mut record = record.map_err(|skip| format!("cannot load file: {skip}"))?;
        let is_move = |index: &usize| record.actions[*index].is_move();
        let end = number.and_then(|move_number: usize| {
            (0..record.actions.len())
                .filter(is_move)
                .nth(move_number.saturating_sub(1))
        });
        shorten(&mut record, end.unwrap_or(usize::MAX));
        check_points(record.size, &record.actions)
            .map_err(|_| "cannot load file: a point is off the board")?;
        self.game = record;
        self.replay_again();
        Ok(String::new())
    }

    fn set_free_handicap(&mut self, words: &[&str]) -> Reply {
        let point = |word: &&str| parse_vertex(word, self.game.size).flatten();
        let points: Vec<Point> = words
            .iter()
            .map(point)
            .collect::<Option<_>>()
            .ok_or("invalid vertex")?;
        let distinct: BTreeSet<&Point> = points.iter().collect();
        if points.len() < 2 || distinct.len() < points.len() {
            return Err("bad vertex list".to_owned());
        }
        if !self.game.actions.is_empty() {
            return Err("board not empty".to_owned());
        }
        self.game.info.handicap = Some(points.len().to_string());
        self.game.actions = points
            .iter()
            .map(|&point| Action::Setup(point, Some(Color::Black)))
            .collect();
        self.replay_again();
        Ok(String::new())
    }

    /// Returns the evaluation of the current position, and the answer of the strategy or scorer.
    fn scored(&mut self) -> Result<(&Evaluated, &Answer), String> {
        let mut game = self.game.clone();
        if let Some(rules) = self.rules {
            game.info.rules = Some(rules.name().into_owned());
        }
        let (_, outcome) = if let Some(scored) = self.scored.take_if(|(known, _)| *known == game) {
            self.scored.insert(scored)
        } else {
            let record = game.clone();
            let scorers = &mut self.scorers;
            let outcome = self
                .evaluator
                .evaluate_game(String::new(), "", record, scorers);
            self.scored.insert((game, outcome))
        };
        let game = outcome
            .result
            .as_ref()
            .map_err(|skip| format!("cannot score: {skip}"))?;
        let answer = game
            .all_answers()
            .next()
            .expect("there is one strategy or scorer");
        Ok((game, answer.map_err(|why| format!("cannot score: {why}"))?))
    }

    /// Lists the points with a status.
    fn list_status(&mut self, words: &[&str]) -> Reply {
        let wanted = STATUSES.iter().position(|status| words == [*status]);
        let wanted = wanted.ok_or_else(|| format!("expected one of {}", STATUSES.join(", ")))?;
        let strategy = self.context.options.strategies.first().copied();
        let (game, answer) = self.scored()?;
        let labelled = &game.labelled;
        let mut evaluator = Evaluator::new();
        let mut scoring = labelled.scoring(&mut evaluator);
        let analysis = scoring.analysis();
        let trace = strategy.map(|strategy| scoring.trace(strategy, &mut TerritoryMap::default()));
        let eyes = trace.and_then(|trace| trace.eyes_of_blocks(analysis));
        let status = |point: Point| {
            let index = labelled.position.grid().index(point);
            let is_in_seki = || {
                eyes.as_ref()
                    .is_some_and(|eyes| eyes[analysis.block(index)] < 2)
            };
            match answer
                .map
                .as_ref()
                .and_then(|map| map.statuses()[index].owner())
            {
                _ if labelled.dead_color(point).is_some() => 0,
                _ if labelled.position.get(point).color().is_some() => {
                    1 + usize::from(is_in_seki())
                }
                Some(Color::Black) => 3,
                Some(Color::White) => 4,
                None => 5,
            }
        };
        let points: Vec<Point> = labelled
            .size
            .iter()
            .filter(|&point| status(point) == wanted)
            .collect();
        Ok(point_names(&points, labelled.size).join(" "))
    }
}

/// Returns a game without moves.
fn empty(size: Size) -> Record {
    let text = format!("(;SZ[{size}])");
    let (_, mut games) = read(text.as_bytes(), Encoding::default()).expect("a record");
    games.swap_remove(0).record.expect("a record")
}

/// Removes all but the first `actions` actions of a game, and any marks that belong to a later
/// position.
fn shorten(game: &mut Record, actions: usize) {
    game.actions.truncate(actions);
    game.marks.take_if(|marks| marks.after > actions);
}

fn number(words: &[&str]) -> Result<u32, &'static str> {
    words.join(" ").parse().map_err(|_| "expected an integer")
}
