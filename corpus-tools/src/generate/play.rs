//! Plays a game, from the start of its engines to its record.

use std::time::Duration;

use seichi::Stop;
use seichi::board::{Action, Color, MoveFault, Point, Replayed, Size, replay};
use seichi::external::parse_vertex;

use super::engine::{GameEngine, Unplayed};
use super::label::{GeneratedLabel, label};
use super::plan::PlannedGame;
use super::record::sgf;

/// A game that was played to its end.
pub(super) struct Played {
    /// The record of the game.
    pub(super) sgf: String,
    /// The result, in the syntax of `RE`; `?` if the game has no label.
    pub(super) result: String,
    /// The disagreement between the engines about the end of the game, if any.
    pub(super) disagreement: Option<String>,
}

/// The action of a player.
enum PlayerAction {
    /// Plays on a point, or passes if the point is `None`.
    Move(Option<Point>),
    Resign,
}

/// Plays a game. Each engine has `timeout` for each answer.
///
/// # Errors
/// If the game can't be played to its end.
pub(super) fn play(
    game: &PlannedGame<'_>,
    timeout: Duration,
    stop: &Stop,
) -> Result<Played, Unplayed> {
    let mut progress = GameInProgress::new(game, timeout, stop);
    let names = progress
        .engines
        .iter_mut()
        .map(GameEngine::name_and_version)
        .collect::<Result<Vec<_>, Unplayed>>()?;
    progress.set_up()?;
    let label = if let Some(loser) = progress.moves()? {
        GeneratedLabel {
            result: format!("{}+R", loser.opponent().letter()),
            ..GeneratedLabel::default()
        }
    } else {
        let end = progress.replayed();
        label(game, &mut progress.engines, &end)?
    };
    let players = Color::BOTH.map(|color| progress.player(color, &names));
    let sgf = sgf(
        game,
        &names[label.judge],
        &players,
        &label,
        &progress.actions,
    );
    Ok(Played {
        sgf,
        result: label.result,
        disagreement: label.disagreement,
    })
}

/// A game in progress.
struct GameInProgress<'a> {
    game: &'a PlannedGame<'a>,
    /// One engine for both sides, or Black's and White's.
    engines: Vec<GameEngine<'a>>,
    actions: Vec<Action>,
}

impl<'a> GameInProgress<'a> {
    fn new(game: &'a PlannedGame<'_>, timeout: Duration, stop: &'a Stop) -> Self {
        let commands = game.engines();
        let names: &[_] = if commands.len() == 1 {
            &["the engine"]
        } else {
            &["Black's engine", "White's engine"]
        };
        let engines = commands
            .into_iter()
            .zip(names)
            .map(|(command, name)| GameEngine::new(command, name, timeout, stop));
        Self {
            game,
            engines: engines.collect(),
            actions: Vec::new(),
        }
    }

    /// Returns the index of a player's engine.
    fn engine_of(&self, color: Color) -> usize {
        color.index().min(self.engines.len() - 1)
    }

    /// Returns a player's name; `names` are the engines' names and versions.
    fn player(&self, color: Color, names: &[(String, String)]) -> String {
        if let Some(name) = &self.game.settings.name {
            return self.game.fill(name, color);
        }
        let (name, version) = &names[self.engine_of(color)];
        format!("{name} {version}").trim().to_owned()
    }

    /// Sets up the game on each engine: an empty board, komi, the commands before a game, and the
    /// handicap.
    fn set_up(&mut self) -> Result<(), Unplayed> {
        let game = self.game;
        for (engine, color) in self.engines.iter_mut().zip(Color::BOTH) {
            engine.ask(&format!("boardsize {}", game.size))?;
            engine.ask("clear_board")?;
            engine.ask(&format!("komi {}", game.komi))?;
            for command in &game.settings.before_game {
                engine.ask(&game.fill(command, color))?;
            }
        }
        if game.handicap > 0 {
            self.handicap()
        } else {
            Ok(())
        }
    }

    /// Places the handicap stones. The first engine chooses the points by its fixed handicap, and
    /// the other engine gets the same points.
    fn handicap(&mut self) -> Result<(), Unplayed> {
        let command = format!("fixed_handicap {}", self.game.handicap);
        let points = self.engines[0]
            .points(&command, self.game.size)?
            .unwrap_or_default();
        if points.len() != usize::from(self.game.handicap) {
            return Err(self.engines[0]
                .left_out(&format!("answers {command} with {} points", points.len())));
        }
        self.actions.extend(
            points
                .iter()
                .map(|&point| Action::Setup(point, Some(Color::Black))),
        );
        if let Some(other) = self.engines.get_mut(1) {
            let names: Vec<String> = points
                .iter()
                .map(|&point| point.name(self.game.size))
                .collect();
            other.ask(&format!("set_free_handicap {}", names.join(" ")))?;
        }
        Ok(())
    }

    /// Plays moves until both sides pass or one resigns, and returns the player who resigned.
    fn moves(&mut self) -> Result<Option<Color>, Unplayed> {
        let mut color = if self.game.handicap > 0 {
            Color::White
        } else {
            Color::Black
        };
        let (mut moves, mut passes) = (0, 0);
        while passes < 2 {
            if moves >= self.game.move_limit() {
                return Err(Unplayed::LeftOut(format!(
                    "it did not end within {moves} moves"
                )));
            }
            let PlayerAction::Move(point) = self.action(color)? else {
                return Ok(Some(color));
            };
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

    /// Asks a player's engine for its action. If the action is a move, the engine has already
    /// played it on its own board.
    fn action(&mut self, color: Color) -> Result<PlayerAction, Unplayed> {
        let game = self.game;
        let index = self.engine_of(color);
        let engine = &mut self.engines[index];
        for command in &game.settings.before_move {
            engine.ask(&game.fill(command, color))?;
        }
        let answer = engine.ask(&format!("genmove {}", color_name(color)))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(PlayerAction::Resign);
        }
        let Some(mut point) = parse_vertex(&answer, game.size) else {
            let start: String = answer.chars().take(100).collect();
            return Err(engine.left_out(&format!(
                "answers genmove with {start:?}, which is not a move"
            )));
        };
        if let (Some(least), Some(_)) = (game.settings.pass_below, point)
            && best_value(engine)? < least
        {
            engine.ask("undo")?;
            point = None;
            engine.ask(&play_command(color, point, game.size))?;
        }
        Ok(PlayerAction::Move(point))
    }

    /// Plays a move on the board of this program, which decides whether the move is legal.
    fn check(&mut self, color: Color, point: Option<Point>) -> Result<(), Unplayed> {
        self.actions.push(Action::Move(color, point));
        let end = self.replayed();
        let allows_suicide = self.game.settings.rules.allows_suicide();
        let fault = if end.count(MoveFault::OnStone) > 0 {
            "on a stone"
        } else if end.count(MoveFault::KoRetaken) > 0 {
            "into a ko"
        } else if end.count(MoveFault::Suicide) > 0 && !allows_suicide {
            "without a liberty"
        } else {
            return Ok(());
        };
        let point = point.map_or_else(String::new, |point| point.name(self.game.size));
        let engine = &self.engines[self.engine_of(color)];
        Err(engine.left_out(&format!(
            "plays {} {point} {fault}, which is illegal",
            color_name(color)
        )))
    }

    fn replayed(&self) -> Replayed {
        replay(self.game.size, &self.actions).expect("all points are on the board")
    }
}

/// Returns the value in points that GNU Go's `top_moves` gives the best move of the last search, or
/// 0 if it lists none.
fn best_value(engine: &mut GameEngine<'_>) -> Result<f64, Unplayed> {
    let answer = engine.ask("top_moves")?;
    match answer.split_whitespace().nth(1).map(str::parse) {
        None => Ok(0.0),
        Some(Ok(value)) => Ok(value),
        Some(Err(_)) => Err(engine.left_out(&format!(
            "answers top_moves with {answer:?}, not with moves and values"
        ))),
    }
}

/// Returns the GTP name of a colour.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the GTP command for a move, or for a pass if there is no point.
fn play_command(color: Color, point: Option<Point>, size: Size) -> String {
    let name = point.map_or_else(|| "pass".to_owned(), |point| point.name(size));
    format!("play {} {name}", color_name(color))
}
