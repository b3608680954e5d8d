//! An engine that takes part in a game, and the reasons why a game fails.

use std::time::Duration;

use seichi::Stop;
use seichi::board::{Point, Size};
use seichi::external::Engine;
use seichi::external::NoAnswer;

/// The reason why a game has no record.
pub(super) enum Unplayed {
    /// An engine can't be started, or does not answer the first command. It might not be a GTP
    /// engine, or its arguments might be wrong, so other games would also fail.
    NoEngine(String),
    /// The game failed. The text names the engine and its fault.
    LeftOut(String),
    /// The user wants to stop.
    Interrupted,
}

/// An engine that takes part in a game. If it does not answer, the game fails.
pub(super) struct GameEngine<'a> {
    engine: Engine,
    /// The name in messages.
    pub(super) who: &'static str,
    stop: &'a Stop,
}

impl<'a> GameEngine<'a> {
    pub(super) fn new(
        command: Vec<String>,
        who: &'static str,
        timeout: Duration,
        stop: &'a Stop,
    ) -> Self {
        Self {
            engine: Engine::new(command, timeout),
            who,
            stop,
        }
    }

    /// Returns the answer to a command.
    pub(super) fn ask(&mut self, command: &str) -> Result<String, Unplayed> {
        let answer = self.engine.ask(command, self.stop);
        answer.map_err(|why| self.failure(command, why))
    }

    /// Returns the answer to a command, or `None` if the engine refuses it.
    pub(super) fn ask_optional(&mut self, command: &str) -> Result<Option<String>, Unplayed> {
        let answer = self.engine.ask(command, self.stop);
        self.unless_refused(command, answer)
    }

    /// Returns the points that a command lists, or `None` if the engine refuses it.
    pub(super) fn points(
        &mut self,
        command: &str,
        size: Size,
    ) -> Result<Option<Vec<Point>>, Unplayed> {
        let points = self.engine.points(command, size, self.stop);
        self.unless_refused(command, points)
    }

    /// Returns the name and the version of the engine, each as one line. The version is empty if
    /// the engine has none.
    pub(super) fn name_and_version(&mut self) -> Result<(String, String), Unplayed> {
        let name = self.ask("name").map_err(|why| match why {
            Unplayed::LeftOut(why) => Unplayed::NoEngine(format!(
                "{why}\ncheck that the command starts a GTP engine, as gnugo --mode gtp does"
            )),
            other => other,
        })?;
        let version = self.ask_optional("version")?.unwrap_or_default();
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = if name.trim().is_empty() {
            self.engine.program().to_owned()
        } else {
            line(&name)
        };
        Ok((name, line(&version)))
    }

    /// Returns the reason for a game that failed because of this engine's fault.
    pub(super) fn left_out(&self, what: &str) -> Unplayed {
        Unplayed::LeftOut(format!("{} {what}", self.who))
    }

    fn unless_refused<T>(
        &self,
        command: &str,
        answer: Result<T, NoAnswer>,
    ) -> Result<Option<T>, Unplayed> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(NoAnswer::Refused(_)) => Ok(None),
            Err(why) => Err(self.failure(command, why)),
        }
    }

    fn failure(&self, command: &str, why: NoAnswer) -> Unplayed {
        match why {
            NoAnswer::Interrupted => Unplayed::Interrupted,
            NoAnswer::NotStarted(why) => {
                Unplayed::NoEngine(format!("can't start the engine {why}"))
            }
            why => self.left_out(&format!("has no answer to {command}: {why}")),
        }
    }
}
