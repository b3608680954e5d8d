//! Runs a GTP engine: sends commands, enforces time limits, and restarts the engine.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use super::notation::{parse_vertex, play_command};
use super::response::read_response;
use crate::Stop;
use crate::board::{Color, Point, Position, Size};
use crate::external::process::{NoAnswer, Running};
use crate::rules::Points;

/// The longest side of a board in GTP, which has 25 letters for columns: all except I.
const LARGEST: u8 = 25;

/// A GTP engine for one thread. It is started at the first command.
///
/// An engine that times out, exits or gives an invalid answer is killed. At the next command, it is
/// restarted with an empty board. If an engine exits between two commands, its position is lost and
/// the next command fails; only `Self::set_up` restarts the engine without a failure. The caller
/// decides when to abandon the engine.
#[derive(Debug)]
pub struct Engine {
    command: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
    /// The number of the last command.
    id: u64,
    /// The time when the current position was sent, if there is a position.
    since: Option<Instant>,
}

impl Engine {
    /// Creates an engine that is not yet started. `timeout` is the time limit for all commands
    /// about a position together, and for each command before the first `Self::set_up`.
    pub const fn new(command: Vec<String>, timeout: Duration) -> Self {
        Self {
            command,
            timeout,
            running: None,
            id: 0,
            since: None,
        }
    }

    /// Sends `command`, a line without a number, and waits for the answer. Returns the answer
    /// without its `=` and number, with its lines separated by `\n`.
    ///
    /// # Errors
    /// [`NoAnswer::Refused`] if the engine answers with `?`, which does not count as a failure;
    /// otherwise, another reason.
    pub fn ask(&mut self, command: &str, stop: &Stop) -> Result<String, NoAnswer> {
        if stop.is_set() {
            self.running = None;
            return Err(NoAnswer::Interrupted);
        }
        let answer = self.exchange(command, stop);
        if !matches!(answer, Ok(_) | Err(NoAnswer::Refused(_))) {
            self.running = None;
        }
        answer
    }

    /// Returns whether the engine supports the command `name`.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub(crate) fn knows(&mut self, name: &str, stop: &Stop) -> Result<bool, NoAnswer> {
        match self.ask(&format!("known_command {name}"), stop) {
            Err(NoAnswer::Refused(_)) => Ok(false),
            answer => Ok(answer?.eq_ignore_ascii_case("true")),
        }
    }

    /// Returns the file name of the engine's program, for an engine that reports no name.
    pub fn program(&self) -> &str {
        let program = self.command.first().map_or("", String::as_str);
        Path::new(program)
            .file_name()
            .and_then(OsStr::to_str)
            .unwrap_or(program)
    }

    /// Returns the engine's name and version, such as `GNU Go 3.8`, or only the name if it reports
    /// no version. The name is never empty.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub(crate) fn identity(&mut self, stop: &Stop) -> Result<String, NoAnswer> {
        let name = self.ask("name", stop)?;
        let version = match self.ask("version", stop) {
            Err(NoAnswer::Refused(_)) => String::new(),
            answer => answer?,
        };
        let mut words: Vec<&str> = name.split_whitespace().collect();
        if words.is_empty() {
            words.extend(self.program().split_whitespace());
        }
        words.extend(version.split_whitespace());
        Ok(words.join(" "))
    }

    /// Sets up `position` stone by stone: the first white stone, then the remaining stones row by
    /// row.
    ///
    /// If every block has a liberty in the end, stones can be added in any order without a capture
    /// or a ko, because an incomplete block has the empty point of a missing stone as a liberty,
    /// and a complete block has its final liberty.
    ///
    /// # Errors
    /// [`NoAnswer::Unsupported`] if the board is not square, is larger than [`LARGEST`], or has a
    /// size that the engine refuses; [`NoAnswer::Refused`] if the position has a block without a
    /// liberty; otherwise, another reason. After an error, the engine's position is unknown.
    pub(crate) fn set_up(
        &mut self,
        position: &Position,
        komi: Points,
        stop: &Stop,
    ) -> Result<(), NoAnswer> {
        let size = position.size();
        if size.width() != size.height() || size.width() > LARGEST {
            return Err(NoAnswer::Unsupported(format!(
                "the board is {}x{}, but GTP supports only square boards up to {LARGEST}x{LARGEST}",
                size.width(),
                size.height()
            )));
        }
        if let Some(stone) = position.without_liberty() {
            let name = stone.name(size);
            return Err(NoAnswer::Refused(format!(
                "the block at {name} has no liberty and can't be set up by moves"
            )));
        }
        self.since = Some(Instant::now());
        // a report may quote the number of a command, and no report may depend on earlier games
        self.id = 0;
        // an engine that exited between two commands can be replaced here, because its board is set
        // up again
        self.running.take_if(|running| !running.is_alive());
        match self.ask(&format!("boardsize {size}"), stop) {
            Err(NoAnswer::Refused(why)) => return Err(NoAnswer::Unsupported(why)),
            answer => answer?,
        };
        self.ask("clear_board", stop)?;
        self.ask(&format!("komi {komi}"), stop)?;
        let mut stones: Vec<(Point, Color)> = size
            .iter()
            .filter_map(|point| Some((point, position.get(point).color()?)))
            .collect();
        // an engine may mistake black stones that come before the first white one for a handicap
        if let Some(white) = stones.iter().position(|&(_, color)| color == Color::White) {
            stones[..=white].rotate_right(1);
        }
        for (point, color) in stones {
            self.ask(&play_command(color, Some(point), size), stop)?;
        }
        Ok(())
    }

    /// Returns the points listed in the answer to `command`, such as `final_status_list dead`: each
    /// point once, row by row.
    ///
    /// # Errors
    /// [`NoAnswer::Nonsense`] if the answer is not a list of points on the board; otherwise,
    /// another reason.
    pub fn points(
        &mut self,
        command: &str,
        size: Size,
        stop: &Stop,
    ) -> Result<Vec<Point>, NoAnswer> {
        let answer = self.ask(command, stop)?;
        let mut points = BTreeSet::new();
        for word in answer.split_whitespace() {
            let Some(Some(point)) = parse_vertex(word, size) else {
                let why = format!("{word:?} in the answer to {command} is not a point");
                return Err(NoAnswer::nonsense(answer.as_bytes(), &why));
            };
            points.insert(point);
        }
        Ok(points.into_iter().collect())
    }

    /// Sends a command and reads the answer.
    fn exchange(&mut self, command: &str, stop: &Stop) -> Result<String, NoAnswer> {
        self.id += 1;
        let start = self.since.unwrap_or_else(Instant::now);
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        // a line break inside `command` would start another command
        let line: String = command
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        running.write(format!("{} {line}\n", self.id).into_bytes());
        read_response(self.id, command, || running.line(start, self.timeout, stop))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.write(b"quit\n".to_vec());
            running.end();
        }
    }
}
