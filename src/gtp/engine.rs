//! An engine: asked, watched, started again.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Answer, parse_vertex, vertex};
use crate::board::{Cell, Point, Position, Size};
use crate::process::{NoAnswer, PATIENCE, Running};
use crate::score::Points;

/// The longest side of a board that GTP has names for: 25 letters, for I is left out.
pub const LARGEST: u8 = 25;

/// A GTP engine of one thread, started at the first question.
///
/// One that is silent for too long, ends or talks nonsense is ended, and started again at the next question, with an
/// empty board. After three such failures without an answer between them it is given up. One that ended by itself
/// is never started again in silence but by [`Self::set_up`]: what it knew of the game is gone.
#[derive(Debug)]
pub struct Engine {
    command: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
    /// The number of the last question.
    id: u64,
    /// Failures since the last answer.
    failures: u32,
    /// The commands that the running engine lists.
    commands: Option<BTreeSet<String>>,
}

impl Engine {
    /// An engine that is not yet started. It has `timeout` for an answer.
    #[must_use]
    pub const fn new(command: Vec<String>, timeout: Duration) -> Self {
        Self { command, timeout, running: None, id: 0, failures: 0, commands: None }
    }

    /// Sends a command, a line without a number, and waits for the answer, which is returned without its `=` and
    /// number, its lines parted by `\n`.
    ///
    /// # Errors
    /// [`NoAnswer::Refused`] where the engine answers with `?`, which is no failure; else why there is no answer.
    pub fn ask(&mut self, command: &str, stop: &AtomicBool) -> Result<String, NoAnswer> {
        if stop.load(Ordering::Relaxed) {
            self.forget();
            return Err(NoAnswer::Interrupted);
        }
        if self.failures >= PATIENCE {
            return Err(NoAnswer::GivenUp);
        }
        let answer = self.exchange(command, stop);
        match &answer {
            Ok(_) | Err(NoAnswer::Refused(_)) => self.failures = 0,
            Err(failure) => {
                self.forget();
                self.failures += u32::from(*failure != NoAnswer::Interrupted);
            }
        }
        answer
    }

    /// Whether the engine knows a command. It is asked for all of them once.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn knows(&mut self, name: &str, stop: &AtomicBool) -> Result<bool, NoAnswer> {
        if self.commands.is_none() {
            match self.ask("list_commands", stop) {
                Ok(list) => self.commands = Some(list.split_whitespace().map(str::to_owned).collect()),
                Err(NoAnswer::Refused(_)) => {}
                Err(other) => return Err(other),
            }
        }
        if let Some(commands) = &self.commands {
            return Ok(commands.contains(name));
        }
        match self.ask(&format!("known_command {name}"), stop) {
            Err(NoAnswer::Refused(_)) => Ok(false),
            answer => Ok(answer?.eq_ignore_ascii_case("true")),
        }
    }

    /// Its name and version, such as `GNU Go 3.8`.
    ///
    /// # Errors
    /// Why there is no answer; an engine without a version has its name alone.
    pub fn identity(&mut self, stop: &AtomicBool) -> Result<String, NoAnswer> {
        let name = self.ask("name", stop)?;
        let version = match self.ask("version", stop) {
            Err(NoAnswer::Refused(_)) => String::new(),
            answer => answer?,
        };
        Ok(name.split_whitespace().chain(version.split_whitespace()).collect::<Vec<_>>().join(" "))
    }

    /// Sets up a position, stone by stone, in the order of its points, row by row.
    ///
    /// Nothing is captured by that, nor forbidden by a ko, in whatever order stones are added that all have liberties
    /// in the end: a block that is not yet whole lacks a stone beside one that it has, and that point is empty still; a
    /// whole one has the liberty of the end.
    ///
    /// # Errors
    /// [`NoAnswer::Refused`] for a board that GTP has no names for, or with a block that has no liberty; else why there
    /// is no answer. Then nothing is known of the engine's board.
    pub fn set_up(&mut self, position: &Position, komi: Points, stop: &AtomicBool) -> Result<(), NoAnswer> {
        let size = position.size();
        if size.width() != size.height() || size.width() > LARGEST {
            return Err(NoAnswer::Refused(format!(
                "a board of {}x{} has no GTP: square boards up to {LARGEST}x{LARGEST} have",
                size.width(),
                size.height()
            )));
        }
        if let Some(stone) = position.without_liberty() {
            let name = vertex(stone, size);
            return Err(NoAnswer::Refused(format!("the block of {name} has no liberty, and can't be set up by moves")));
        }
        // a new board makes one that ended when nothing was asked as good as one that goes on
        if self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.forget();
        }
        for command in [format!("boardsize {size}"), "clear_board".to_owned(), format!("komi {komi}")] {
            self.ask(&command, stop)?;
        }
        for point in size.iter() {
            let color = match position.get(point) {
                Cell::Black => "black",
                Cell::White => "white",
                Cell::Empty | Cell::Border => continue,
            };
            self.ask(&format!("play {color} {}", vertex(point, size)), stop)?;
        }
        Ok(())
    }

    /// The points that a command answers with, such as `final_status_list dead`: each once, row by row.
    ///
    /// # Errors
    /// [`NoAnswer::Nonsense`] where the answer is no list of points of the board, else why there is none.
    pub fn points(&mut self, command: &str, size: Size, stop: &AtomicBool) -> Result<Vec<Point>, NoAnswer> {
        let answer = self.ask(command, stop)?;
        let point = |word: &str| {
            parse_vertex(word, size)
                .flatten()
                .ok_or_else(|| NoAnswer::nonsense(answer.as_bytes(), &format!("{word:?} is no point to {command}")))
        };
        let points: BTreeSet<Point> = answer.split_whitespace().map(point).collect::<Result<_, _>>()?;
        Ok(points.into_iter().collect())
    }

    /// Ends the process.
    fn forget(&mut self) {
        self.running = None;
        self.commands = None;
    }

    /// Asks, and reads the answer.
    fn exchange(&mut self, command: &str, stop: &AtomicBool) -> Result<String, NoAnswer> {
        self.id += 1;
        let (id, timeout, start) = (self.id, self.timeout, Instant::now());
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        // what would end the line would be a command of its own
        let line: String = command.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        running.write(format!("{id} {line}\n").into_bytes());
        let mut answer = Answer::new(id, command);
        loop {
            let Some(line) = running.line(start, timeout, stop)? else { return Err(NoAnswer::Interrupted) };
            if let Some(text) = answer.line(&line)? {
                return Ok(text);
            }
            // lines may come faster than they are read, and `line` does not wait then
            if stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Interrupted);
            }
            if start.elapsed() >= timeout {
                return Err(NoAnswer::Timeout(timeout));
            }
        }
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
