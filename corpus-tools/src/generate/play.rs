//! Plays games, each from the start of its engines to its record.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use seichi::board::{Action, Color, Point, Replayed, replay};
use seichi::external::gtp::{color_name, parse_vertex, play_command};

use super::disagreement::Disagreement;
use super::engine::{GameEngine, Unplayed};
use super::game::PlannedGame;
use super::label::{GeneratedLabel, label};
use super::record::sgf;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// The record of the game.
    pub(super) sgf: String,
    /// The result, in the syntax of `RE`; `?` if the game has no label.
    pub(super) result: String,
    /// The disagreement of the engines about the end of the game, if any.
    pub(super) disagreement: Option<Disagreement>,
}

/// The action of a player.
enum PlayerAction {
    /// Plays on a point, or passes if it is `None`.
    Move(Option<Point>),
    Resign,
}

/// Plays games, `jobs` at a time (0: one per core), and passes each to `sink` on the caller's thread as soon as it is
/// finished. The order in which games finish depends on `jobs`, but the games themselves do not.
///
/// Ends early when `stop` is set. If `sink` returns an error, `stop` is set here, and the games in progress end.
///
/// # Errors
/// If `sink` returns an error.
pub(crate) fn play_all<E>(
    games: &[&PlannedGame],
    jobs: usize,
    timeout: Duration,
    stop: &AtomicBool,
    mut sink: impl FnMut(&PlannedGame, Result<Played, Unplayed>) -> Result<(), E>,
) -> Result<(), E> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = if jobs == 0 { cores() } else { jobs }.min(games.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, done) = sync_channel(jobs);
        for _ in 0..jobs {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed))
                    && send.send((game, play(game, timeout, stop))).is_ok()
                {}
            });
        }
        drop(send);
        done.iter().try_for_each(|(game, end)| sink(game, end)).inspect_err(|_| stop.store(true, Ordering::Relaxed))
    })
}

/// Plays a game. Each engine has `timeout` for each answer.
///
/// # Errors
/// If the game can't be played to its end.
fn play(game: &PlannedGame, timeout: Duration, stop: &AtomicBool) -> Result<Played, Unplayed> {
    let mut progress = GameInProgress::new(game, timeout, stop);
    let names = progress.engines.iter_mut().map(GameEngine::name_and_version).collect::<Result<Vec<_>, Unplayed>>()?;
    progress.set_up()?;
    let label = if let Some(loser) = progress.moves()? {
        GeneratedLabel { result: format!("{}+R", loser.opponent().letter()), ..GeneratedLabel::default() }
    } else {
        let end = progress.replayed();
        label(game, &mut progress.engines, &end)?
    };
    let player = |color: Color| {
        let (name, version) = &names[progress.engine_of(color)];
        game.players[color.index()].name.clone().unwrap_or_else(|| format!("{name} {version}").trim().to_owned())
    };
    let sgf = sgf(game, &names[label.judge], &Color::BOTH.map(player), &label, &progress.actions);
    Ok(Played { sgf, result: label.result, disagreement: label.disagreement })
}

/// A game in progress.
struct GameInProgress<'a> {
    game: &'a PlannedGame,
    /// One engine for both sides, or Black's and White's.
    engines: Vec<GameEngine<'a>>,
    actions: Vec<Action>,
}

impl<'a> GameInProgress<'a> {
    fn new(game: &'a PlannedGame, timeout: Duration, stop: &'a AtomicBool) -> Self {
        let names: &[_] = if game.engines.len() == 1 { &["the engine"] } else { &["Black's engine", "White's engine"] };
        let engines = game.engines.iter().zip(names).map(|(spec, name)| GameEngine::new(spec, name, timeout, stop));
        Self { game, engines: engines.collect(), actions: Vec::new() }
    }

    /// Returns the index of a player's engine.
    fn engine_of(&self, color: Color) -> usize {
        color.index().min(self.engines.len() - 1)
    }

    /// Sets up the game on each engine: an empty board, komi, the commands before a game, and the handicap.
    fn set_up(&mut self) -> Result<(), Unplayed> {
        let game = self.game;
        for (engine, spec) in self.engines.iter_mut().zip(&game.engines) {
            let size = game.size.width();
            engine.send(&[format!("boardsize {size}"), "clear_board".to_owned(), format!("komi {}", game.komi)])?;
            engine.send(&spec.before_game)?;
        }
        if game.handicap > 0 { self.handicap() } else { Ok(()) }
    }

    /// Places the handicap stones: the first engine chooses the points of its fixed handicap, and the other engine gets
    /// the same points.
    fn handicap(&mut self) -> Result<(), Unplayed> {
        let command = format!("fixed_handicap {}", self.game.handicap);
        let points = self.engines[0].points(&command, self.game.size)?;
        if points.len() != usize::from(self.game.handicap) {
            return Err(self.engines[0].left_out(&format!("answers {command} with {} points", points.len())));
        }
        self.actions.extend(points.iter().map(|&point| Action::Setup(point, Some(Color::Black))));
        if let Some(other) = self.engines.get_mut(1) {
            let names: Vec<String> = points.iter().map(|&point| point.label(self.game.size)).collect();
            other.ask(&format!("set_free_handicap {}", names.join(" ")))?;
        }
        Ok(())
    }

    /// Plays moves until both sides pass or one resigns, and returns the player who resigned.
    fn moves(&mut self) -> Result<Option<Color>, Unplayed> {
        let mut color = if self.game.handicap > 0 { Color::White } else { Color::Black };
        let (mut moves, mut passes) = (0, 0);
        while passes < 2 {
            if moves >= self.game.move_limit {
                return Err(Unplayed::LeftOut(format!("it did not end within {} moves", self.game.move_limit)));
            }
            let PlayerAction::Move(point) = self.action(color)? else { return Ok(Some(color)) };
            self.check(color, point)?;
            let other = self.engine_of(color.opponent());
            if other != self.engine_of(color) {
                self.engines[other].ask(&play_command(color, point, self.game.size))?;
            }
            passes = if point.is_none() { passes + 1 } else { 0 };
            moves += 1;
            color = color.opponent();
        }
        Ok(None)
    }

    /// Asks a player's engine for its action. The engine has already played a returned move on its own board.
    fn action(&mut self, color: Color) -> Result<PlayerAction, Unplayed> {
        let game = self.game;
        let index = self.engine_of(color);
        let engine = &mut self.engines[index];
        engine.send(&game.players[color.index()].before_move)?;
        let answer = engine.ask(&format!("genmove {}", color_name(color)))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(PlayerAction::Resign);
        }
        let Some(mut point) = parse_vertex(&answer, game.size) else {
            let start: String = answer.chars().take(100).collect();
            return Err(engine.left_out(&format!("answers genmove with {start:?}, which is not a move")));
        };
        if let (Some(least), Some(_)) = (game.pass_below, point)
            && best_value(engine)? < least
        {
            engine.ask("undo")?;
            point = None;
            engine.ask(&play_command(color, point, game.size))?;
        }
        Ok(PlayerAction::Move(point))
    }

    /// Plays a move on our own board, which decides whether the move is legal.
    fn check(&mut self, color: Color, point: Option<Point>) -> Result<(), Unplayed> {
        self.actions.push(Action::Move(color, point));
        let odd = self.replayed().oddities;
        let allows_suicide = self.game.rules.allows_suicide();
        let fault = match point {
            _ if odd.on_stone > 0 => "on a stone",
            _ if odd.ko_retaken > 0 => "into a ko",
            _ if odd.suicide > 0 && !allows_suicide => "without a liberty",
            _ => return Ok(()),
        };
        let point = point.map_or_else(String::new, |point| point.label(self.game.size));
        let engine = &self.engines[self.engine_of(color)];
        Err(engine.left_out(&format!("plays {} {point} {fault}, which is illegal", color_name(color))))
    }

    fn replayed(&self) -> Replayed {
        replay(self.game.size, &self.actions).expect("all points are on the board")
    }
}

/// Returns the value in points that GNU Go's `top_moves` gives the best move of the last search, or 0 if it lists none.
fn best_value(engine: &mut GameEngine<'_>) -> Result<f64, Unplayed> {
    let answer = engine.ask("top_moves")?;
    match answer.split_whitespace().nth(1).map(str::parse) {
        None => Ok(0.0),
        Some(Ok(value)) => Ok(value),
        Some(Err(_)) => Err(engine.left_out(&format!("answers top_moves with {answer:?}, not with moves and values"))),
    }
}
