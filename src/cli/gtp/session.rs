//! The commands of `seichi gtp`, and the game that they change.

use super::handicap::{fixed_handicap, most_stones};
use crate::board::{Action, Color, Point, Replayed, Size, replay};
use crate::explain::{labels, protective_moves, safety_text};
use crate::external::gtp::parse_vertex;
use crate::input::{Entry, fetch};
use crate::pipeline::{Answer as Scored, Context, Evaluated, GameEvaluator, GameOutcome};
use crate::render::{board_text, owners_text};
use crate::rules::{Points, Rules};
use crate::safety::Doubt;
use crate::sgf::{Encoding, Record, read, result_text};
use crate::territory::{Evaluator, Status, Verdict};

/// An answer to a command, or the error.
type Answer = Result<String, String>;

/// A command: its name, and the method that answers it.
type Command<'a> = (&'static str, fn(&mut Session<'a>, &[&str]) -> Answer);

/// The analysis commands for `GoGui`: the type of the answer, the label in the menu, and the command.
const ANALYSES: &str = "bwboard/Territory/seichi-territory\nplist/Owed Moves/seichi-owed\nplist/Doubt/seichi-doubt\n\
                        string/Safety/seichi-safety";

/// The largest board of GTP.
const LARGEST: u32 = 25;

/// A game, which commands change and score.
pub(super) struct Session<'a> {
    evaluator: GameEvaluator<'a>,
    context: Context<'a>,
    /// The rules set by a flag or a command; they override the rules of a record.
    rules: Option<Rules>,
    game: Record,
    /// The outcome of the current position, once it is needed.
    outcome: Option<GameOutcome>,
}

impl<'a> Session<'a> {
    /// The commands.
    pub(super) const COMMANDS: [Command<'a>; 26] = [
        ("protocol_version", |_, _| Ok("2".to_owned())),
        ("name", |_, _| Ok(env!("CARGO_PKG_NAME").to_owned())),
        ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
        ("known_command", |_, words| Ok(Self::COMMANDS.iter().any(|(name, _)| words == [*name]).to_string())),
        ("list_commands", |_, _| Ok(Self::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
        ("quit", |_, _| done()),
        ("boardsize", Self::set_size),
        ("clear_board", Self::clear),
        ("komi", Self::set_komi),
        ("kgs-rules", Self::set_rules),
        ("kata-set-rules", Self::set_rules),
        ("play", Self::play),
        ("undo", Self::undo),
        ("genmove", Self::pass),
        ("loadsgf", Self::load),
        ("fixed_handicap", Self::place_fixed_handicap),
        ("place_free_handicap", Self::place_free_handicap),
        ("set_free_handicap", Self::set_free_handicap),
        ("showboard", |session, _| Ok(format!("\n{}", board_text(&session.replayed())))),
        ("final_score", |session, _| session.scored().map(|game| result_text(answer_of(game).margin))),
        ("final_status_list", Self::list_status),
        ("gogui-analyze_commands", |_, _| Ok(ANALYSES.to_owned())),
        ("seichi-territory", |session, _| session.scored().map(owners_text)),
        ("seichi-owed", Self::list_owed),
        ("seichi-doubt", Self::list_doubts),
        ("seichi-safety", |session, _| session.scored().map(|game| safety_text(game).unwrap_or_default())),
    ];

    /// Begins with an empty board.
    pub(super) fn new(context: Context<'a>, rules: Option<Rules>) -> Self {
        let game = empty(Size::new(19, 19).expect("a valid size"));
        Self { evaluator: GameEvaluator::new(context), context, rules, game, outcome: None }
    }

    /// Changes the game.
    fn change(&mut self, change: impl FnOnce(&mut Record)) -> Answer {
        self.outcome = None;
        change(&mut self.game);
        done()
    }

    /// Begins a new game with the same rules and komi.
    fn restart(&mut self, size: Size) -> Answer {
        self.change(|game| {
            let old = std::mem::replace(game, empty(size)).info;
            (game.info.komi, game.info.rules) = (old.komi, old.rules);
        })
    }

    fn set_size(&mut self, words: &[&str]) -> Answer {
        let side = number(words)?;
        let size = Size::new(side, side).ok().filter(|_| side <= LARGEST).ok_or("unacceptable size")?;
        self.restart(size)
    }

    fn clear(&mut self, _: &[&str]) -> Answer {
        self.restart(self.game.size)
    }

    fn set_komi(&mut self, words: &[&str]) -> Answer {
        let [komi] = words else { return Err("expected one number".to_owned()) };
        let komi = Points::parse_komi(komi)?;
        self.change(|game| game.info.komi = Some(komi.to_string()))
    }

    fn set_rules(&mut self, words: &[&str]) -> Answer {
        self.rules = Some(Rules::parse(&words.join(" "))?);
        self.change(|_| ())
    }

    /// Adds a move, unless it is on a stone, retakes a ko, or is a suicide that the rules forbid.
    fn play(&mut self, words: &[&str]) -> Answer {
        let [color, vertex] = words else { return Err("expected a color and a vertex".to_owned()) };
        let color = parse_color(color)?;
        let point = parse_vertex(vertex, self.game.size).ok_or("invalid vertex")?;
        let before = self.replayed().oddities;
        self.game.actions.push(Action::Move(color, point));
        let after = self.replayed().oddities;
        let allows_suicide = self.current_rules().is_some_and(Rules::allows_suicide);
        let is_illegal = after.on_stone > before.on_stone
            || after.ko_retaken > before.ko_retaken
            || after.suicide > before.suicide && !allows_suicide;
        if is_illegal {
            self.game.actions.pop();
            return Err("illegal move".to_owned());
        }
        self.change(|_| ())
    }

    /// Passes: this engine only scores.
    fn pass(&mut self, words: &[&str]) -> Answer {
        let [color] = words else { return Err("expected a color".to_owned()) };
        self.play(&[color, "pass"])?;
        Ok("pass".to_owned())
    }

    fn undo(&mut self, _: &[&str]) -> Answer {
        let Some(Action::Move(..)) = self.game.actions.last() else { return Err("cannot undo".to_owned()) };
        self.change(|game| shorten(game, game.actions.len() - 1))
    }

    /// Loads the first game of a file, up to the move before `number`, if a number is given.
    fn load(&mut self, words: &[&str]) -> Answer {
        let (path, number) = match words {
            [] => return Err("expected a file".to_owned()),
            [path @ .., number] if !path.is_empty() && number.parse::<usize>().is_ok() => (path, number.parse().ok()),
            path => (path, None),
        };
        let (path, mut bytes, options) = (path.join(" "), Vec::new(), self.context.options);
        let entry = Entry::new(path.clone(), path.into());
        let loaded = fetch(&entry, &options.files, &mut bytes).and_then(|()| read(&bytes, options.encoding));
        let record = loaded.and_then(|(_, mut games)| games.swap_remove(0).record);
        let mut record = record.map_err(|skip| format!("cannot load file: {skip}"))?;
        let is_move = |action: &(usize, &Action)| matches!(action.1, Action::Move(..));
        let moves: Vec<usize> = record.actions.iter().enumerate().filter(is_move).map(|(index, _)| index).collect();
        if let Some(&end) = number.and_then(|number: usize| moves.get(number.saturating_sub(1))) {
            shorten(&mut record, end);
        }
        replay(record.size, &record.actions).map_err(|_| "cannot load file: a point is off the board")?;
        self.change(|game| *game = record)
    }

    fn place_fixed_handicap(&mut self, words: &[&str]) -> Answer {
        let stones = number(words)? as usize;
        let points = fixed_handicap(self.game.size, stones).ok_or("invalid number of stones")?;
        self.place_handicap(points)
    }

    /// Places the stones of a fixed handicap, and fewer than asked for if the board has no room for them.
    fn place_free_handicap(&mut self, words: &[&str]) -> Answer {
        let stones = number(words)? as usize;
        let stones = stones.min(most_stones(self.game.size));
        let points = fixed_handicap(self.game.size, stones).ok_or("invalid number of stones")?;
        self.place_handicap(points)
    }

    fn set_free_handicap(&mut self, words: &[&str]) -> Answer {
        let point = |word: &&str| parse_vertex(word, self.game.size).flatten().ok_or("invalid vertex");
        let points: Vec<Point> = words.iter().map(point).collect::<Result<_, _>>()?;
        let is_repeated = points.iter().enumerate().any(|(index, point)| points[..index].contains(point));
        if points.len() < 2 || is_repeated {
            return Err("bad vertex list".to_owned());
        }
        self.place_handicap(points).and(done())
    }

    /// Places handicap stones on an empty board, and returns their names.
    fn place_handicap(&mut self, points: Vec<Point>) -> Answer {
        if !self.game.actions.is_empty() {
            return Err("board not empty".to_owned());
        }
        let names = labels(&points, self.game.size).join(" ");
        self.change(|game| {
            game.info.handicap = Some(points.len().to_string());
            game.actions = points.into_iter().map(|point| Action::Setup(point, Some(Color::Black))).collect();
        })?;
        Ok(names)
    }

    fn replayed(&self) -> Replayed {
        replay(self.game.size, &self.game.actions).expect("every point is on the board")
    }

    fn current_rules(&self) -> Option<Rules> {
        self.rules.or_else(|| Rules::from_text(self.game.info.rules.as_deref()?))
    }

    /// Returns the evaluation of the current position.
    fn scored(&mut self) -> Result<&Evaluated, String> {
        if self.outcome.is_none() {
            let mut record = self.game.clone();
            if let Some(rules) = self.rules {
                record.info.rules = Some(rules.name().into_owned());
            }
            self.outcome = Some(self.evaluator.evaluate_game(String::new(), "", record));
        }
        let game = &self.outcome.as_ref().expect("it was just set").result;
        let game = game.as_ref().map_err(|skip| format!("cannot score: {skip}"))?;
        match game.all_answers().next() {
            Some(Err(why)) => Err(format!("cannot score: {why}")),
            _ => Ok(game),
        }
    }

    /// Lists the points with a status. Each point of the board has exactly one.
    fn list_status(&mut self, words: &[&str]) -> Answer {
        let first = self.context.options.strategies.first().copied();
        let game = self.scored()?;
        let (labelled, map) = (&game.labelled, answer_of(game).map.as_ref());
        let mut evaluator = Evaluator::of(&[]);
        evaluator.set(&labelled.position, &labelled.dead);
        let eyes = first.and_then(|strategy| {
            evaluator.trace(strategy, &mut Verdict::default()).eyes_of_blocks(evaluator.analysis())
        });
        let status = |point: Point| {
            let index = labelled.position.grid().index(point);
            if labelled.position.cells()[index].color().is_some() {
                let block = evaluator.analysis().block(index);
                return if eyes.as_ref().is_some_and(|eyes| eyes[block] < 2) { "seki" } else { "alive" };
            }
            if labelled.dead_color(point).is_some() {
                return "dead";
            }
            match map.map_or(Status::Dame, |map| map.statuses()[index]).owner() {
                Some(Color::Black) => "black_territory",
                Some(Color::White) => "white_territory",
                None => "dame",
            }
        };
        match words {
            [wanted @ ("dead" | "alive" | "seki" | "black_territory" | "white_territory" | "dame")] => {
                let points: Vec<Point> = labelled.size.iter().filter(|&point| status(point) == *wanted).collect();
                Ok(labels(&points, labelled.size).join("\n"))
            }
            _ => Err("expected dead, alive, seki, black_territory, white_territory or dame".to_owned()),
        }
    }

    /// Lists the protective moves that are owed once the dame are filled.
    fn list_owed(&mut self, _: &[&str]) -> Answer {
        let game = self.scored()?;
        let (size, grid) = (game.labelled.size, game.labelled.position.grid());
        let owed = protective_moves(&mut Evaluator::of(&[]), game);
        let points: Vec<Point> = owed.iter().map(|owed| grid.point(owed.owed.point.into())).collect();
        Ok(labels(&points, size).join("\n"))
    }

    /// Lists the points that make the position unsafe to score.
    fn list_doubts(&mut self, _: &[&str]) -> Answer {
        let game = self.scored()?;
        let doubts = game.labelled.safety.iter().flat_map(|judged| &judged.safety.doubts);
        let points: Vec<Point> = doubts.flat_map(Doubt::points).copied().collect();
        Ok(labels(&points, game.labelled.size).join("\n"))
    }
}

/// Returns the answer of an evaluation with one strategy or scorer.
fn answer_of(game: &Evaluated) -> &Scored {
    game.all_answers().find_map(Result::ok).expect("a game was scored")
}

/// Returns an empty answer.
#[expect(clippy::unnecessary_wraps, reason = "the answer of a command")]
fn done() -> Answer {
    Ok(String::new())
}

/// Returns a game without moves.
fn empty(size: Size) -> Record {
    let text = format!("(;SZ[{size}])");
    let (_, mut games) = read(text.as_bytes(), Encoding::default()).expect("a record");
    games.swap_remove(0).record.expect("a record")
}

/// Removes all but the first `actions` actions of a game, and the marks of a later position.
fn shorten(game: &mut Record, actions: usize) {
    game.actions.truncate(actions);
    game.marks.take_if(|marks| marks.after > actions);
}

fn number(words: &[&str]) -> Result<u32, &'static str> {
    let [word] = words else { return Err("expected an integer") };
    word.parse().map_err(|_| "expected an integer")
}

fn parse_color(word: &str) -> Result<Color, &'static str> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("invalid color"),
    }
}
