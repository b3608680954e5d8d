//! Plays one game, from starting its engines to writing its record.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Game;
use super::label::Label;
use super::record::{Header, sgf};
use super::status::Disagreement;
use crate::board::{Action, Color, Point, Replayed, replay};
use crate::external::gtp::{Engine, parse_vertex, vertex};
use crate::external::process::NoAnswer;
use crate::rules::Rules;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The record of the game.
    pub sgf: String,
    /// The result, in the syntax of `RE`; `?` if the game has no label.
    pub result: String,
    /// The disagreement of the engines about the end of the game, if any.
    pub disagreement: Option<Disagreement>,
}

/// The reason why there is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// An engine can't be started; the text is the system's error. Other games with this engine would fail too.
    NotStarted(String),
    /// An engine does not answer the first command, `name`; the text is the reason. The program may not be a GTP
    /// engine, or may be started with wrong arguments.
    NoEngine(String),
    /// The game failed; the text says which engine did what.
    LeftOut(String),
    /// The user wants to stop.
    Interrupted,
}

/// The action of a player.
enum Turn {
    /// Plays on a point, or passes if there is none.
    Move(Option<Point>),
    Resign,
}

/// The way in which a game ended.
enum End {
    Resigned(Color),
    Passed,
}

/// Plays a game. Each engine has `timeout` for each answer.
///
/// # Errors
/// If the game can't be played to its end.
pub fn play(game: &Game, timeout: Duration, stop: &AtomicBool) -> Result<Played, Unplayed> {
    let mut table = Table::new(game, timeout, stop);
    let names = table.names()?;
    table.set_up()?;
    let end = table.moves()?;
    let label = match end {
        End::Resigned(loser) => Label { result: format!("{}+R", loser.opponent().letter()), ..Label::default() },
        End::Passed => table.label()?,
    };
    let player = |color: Color| {
        let own = || [names[table.engine_of(color)].0.as_str(), &names[table.engine_of(color)].1].join(" ");
        game.players[color.index()].name.clone().unwrap_or_else(|| own().trim().to_owned())
    };
    let header = Header {
        application: names[label.judge].clone(),
        players: Color::BOTH.map(player),
        result: label.result.clone(),
        remarks: label.remarks,
    };
    let sgf = sgf(game, &header, &table.actions, label.marks.as_ref());
    Ok(Played { sgf, result: label.result, disagreement: label.disagreement })
}

/// A game in progress.
pub(super) struct Table<'a> {
    pub(super) game: &'a Game,
    /// One engine for both sides, or Black's and White's.
    pub(super) engines: Vec<Engine>,
    actions: Vec<Action>,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    fn new(game: &'a Game, timeout: Duration, stop: &'a AtomicBool) -> Self {
        let engines = game.engines.iter().map(|spec| Engine::new(spec.command.clone(), timeout)).collect();
        Self { game, engines, actions: Vec::new(), stop }
    }

    /// Returns the index of a player's engine.
    fn engine_of(&self, color: Color) -> usize {
        color.index().min(self.engines.len() - 1)
    }

    /// Returns the name of an engine for messages.
    pub(super) fn who(&self, engine: usize) -> &'static str {
        match (self.engines.len(), engine) {
            (1, _) => "the engine",
            (_, 0) => "Black's engine",
            _ => "White's engine",
        }
    }

    pub(super) fn ask(&mut self, engine: usize, command: &str) -> Result<String, Unplayed> {
        let answer = self.engines[engine].ask(command, self.stop);
        answer.map_err(|why| self.failed(engine, command, why))
    }

    fn failed(&self, engine: usize, command: &str, why: NoAnswer) -> Unplayed {
        match why {
            NoAnswer::Interrupted => Unplayed::Interrupted,
            NoAnswer::NotStarted(why) => Unplayed::NotStarted(why),
            why => Unplayed::LeftOut(format!("{} has no answer to {command}: {why}", self.who(engine))),
        }
    }

    /// Returns the answer of an engine, or `None` if the engine refused the command.
    pub(super) fn unless_refused<T>(
        &self,
        engine: usize,
        command: &str,
        answer: Result<T, NoAnswer>,
    ) -> Result<Option<T>, Unplayed> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(NoAnswer::Refused(_)) => Ok(None),
            Err(why) => Err(self.failed(engine, command, why)),
        }
    }

    /// Asks for the name and version of each engine.
    fn names(&mut self) -> Result<Vec<(String, String)>, Unplayed> {
        let mut names = Vec::new();
        for engine in 0..self.engines.len() {
            let name = self.ask(engine, "name").map_err(|why| match why {
                Unplayed::LeftOut(why) => Unplayed::NoEngine(why),
                other => other,
            })?;
            let version = self.engines[engine].ask("version", self.stop);
            let version = self.unless_refused(engine, "version", version)?.unwrap_or_default();
            let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            names.push((line(&name), line(&version)));
        }
        Ok(names)
    }

    /// Sets up the game on each engine: an empty board, komi, the commands before a game, and the handicap.
    fn set_up(&mut self) -> Result<(), Unplayed> {
        let game = self.game;
        let size = game.size.width();
        for (engine, spec) in game.engines.iter().enumerate() {
            for command in [format!("boardsize {size}"), "clear_board".to_owned(), format!("komi {}", game.komi)] {
                self.ask(engine, &command)?;
            }
            for command in &spec.before_game {
                self.ask(engine, command)?;
            }
        }
        if game.handicap > 0 { self.handicap() } else { Ok(()) }
    }

    /// Places the handicap stones: the first engine chooses the points of its fixed handicap, and the other engine is
    /// told them.
    fn handicap(&mut self) -> Result<(), Unplayed> {
        let command = format!("fixed_handicap {}", self.game.handicap);
        let points = self.engines[0].points(&command, self.game.size, self.stop);
        let points = points.map_err(|why| self.failed(0, &command, why))?;
        if points.len() != usize::from(self.game.handicap) {
            return Err(Unplayed::LeftOut(format!("{} answers {command} with {} points", self.who(0), points.len())));
        }
        self.actions.extend(points.iter().map(|&point| Action::Setup(point, Some(Color::Black))));
        if self.engines.len() > 1 {
            let names: Vec<String> = points.iter().map(|&point| vertex(point, self.game.size)).collect();
            self.ask(1, &format!("set_free_handicap {}", names.join(" ")))?;
        }
        Ok(())
    }

    /// Plays moves until both sides pass or one resigns.
    fn moves(&mut self) -> Result<End, Unplayed> {
        let mut color = if self.game.handicap > 0 { Color::White } else { Color::Black };
        let (mut moves, mut passes) = (0, 0);
        while passes < 2 {
            if moves >= self.game.move_limit {
                return Err(Unplayed::LeftOut(format!("it has no end after {} moves", self.game.move_limit)));
            }
            let Turn::Move(point) = self.turn(color)? else { return Ok(End::Resigned(color)) };
            self.check(color, point)?;
            let other = self.engine_of(color.opponent());
            if other != self.engine_of(color) {
                self.ask(other, &play_command(color, point, self.game))?;
            }
            passes = if point.is_none() { passes + 1 } else { 0 };
            moves += 1;
            color = color.opponent();
        }
        Ok(End::Passed)
    }

    /// Asks a player's engine for its action. The engine has played a returned move on its own board.
    fn turn(&mut self, color: Color) -> Result<Turn, Unplayed> {
        let game = self.game;
        let engine = self.engine_of(color);
        for command in &game.players[color.index()].before_move {
            self.ask(engine, command)?;
        }
        let answer = self.ask(engine, &format!("genmove {}", name(color)))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Turn::Resign);
        }
        let Some(mut point) = parse_vertex(&answer, game.size) else {
            let what = answer.chars().take(100).collect::<String>();
            return Err(Unplayed::LeftOut(format!(
                "{} answers genmove with {what:?}, which is no move",
                self.who(engine)
            )));
        };
        if let (Some(least), Some(_)) = (game.pass_below, point)
            && self.best_value(engine)? < least
        {
            self.ask(engine, "undo")?;
            point = None;
            self.ask(engine, &play_command(color, point, game))?;
        }
        Ok(Turn::Move(point))
    }

    /// Returns the value in points that GNU Go's `top_moves` gives the best move of the last search, or 0 if it lists
    /// none.
    fn best_value(&mut self, engine: usize) -> Result<f64, Unplayed> {
        let answer = self.ask(engine, "top_moves")?;
        match answer.split_whitespace().nth(1).map(str::parse) {
            None => Ok(0.0),
            Some(Ok(value)) => Ok(value),
            Some(Err(_)) => {
                let why = format!("{} answers top_moves with {answer:?}, not with moves and values", self.who(engine));
                Err(Unplayed::LeftOut(why))
            }
        }
    }

    /// Plays a move on our own board, which decides whether the move is legal.
    fn check(&mut self, color: Color, point: Option<Point>) -> Result<(), Unplayed> {
        self.actions.push(Action::Move(color, point));
        let odd = self.replayed().oddities;
        let may_kill_itself = matches!(self.game.rules, Rules::NewZealand | Rules::Ing | Rules::TrompTaylor);
        let what = match point {
            _ if odd.on_stone > 0 => "on a stone",
            _ if odd.ko_retaken > 0 => "into a ko",
            _ if odd.suicide > 0 && !may_kill_itself => "without a liberty",
            _ => return Ok(()),
        };
        let who = self.who(self.engine_of(color));
        let point = point.map_or_else(String::new, |point| vertex(point, self.game.size));
        Err(Unplayed::LeftOut(format!("{who} plays {} {point} {what}, which is illegal", name(color))))
    }

    pub(super) fn replayed(&self) -> Replayed {
        replay(self.game.size, &self.actions).expect("all points are on the board")
    }
}

/// Returns the name of a colour in GTP.
const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn play_command(color: Color, point: Option<Point>, game: &Game) -> String {
    format!("play {} {}", name(color), point.map_or_else(|| "pass".to_owned(), |point| vertex(point, game.size)))
}
