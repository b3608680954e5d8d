//! The progress and the warnings of an evaluation, and the progress bar, which is shown if standard
//! error is a terminal.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::OutputArgs;
use crate::game::GameOutcome;
use crate::text::clean;

/// Prints `message`, which may have several lines, on standard error. Write errors are ignored,
/// because they can't be reported anywhere. Each line is cleaned, because names of games may
/// contain control characters that move the cursor.
pub fn complain(message: &str) {
    let lines: Vec<_> = message.split('\n').map(clean).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// Receives the progress and the warnings of an evaluation, on the thread that runs it. By default,
/// everything is ignored.
pub trait Observer {
    /// Called before the first of `_files` files is evaluated.
    fn begin(&mut self, _files: usize) {}

    /// Called after each batch with its games and the number of its files.
    fn add(&mut self, _files: usize, _games: &[GameOutcome]) {}

    /// Receives a message about a game.
    fn note(&mut self, _message: &str) {}

    /// Receives a message about the run, usually about a user's mistake.
    fn warn(&mut self, _message: &str) {}
}

/// Ignores everything.
impl Observer for () {}

/// The minimum number of files for which the time left is estimated. The sizes of a few files may
/// differ greatly, especially if some are archives.
const MANY_FILES: usize = 50;

/// A progress bar that shows files done, games done, and the time left or elapsed.
pub struct Progress {
    bar: ProgressBar,
    games: u64,
    output: OutputArgs,
}

impl Progress {
    /// Returns a progress bar that counts files and their games. If there are no files, it is
    /// hidden.
    pub fn new(files: usize, output: &OutputArgs) -> Self {
        let is_shown = files > 0 && !output.no_progress && !output.quiet;
        let target = if is_shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(u64::try_from(files).ok(), target);
        let time = if files < MANY_FILES {
            "{elapsed}"
        } else {
            "{eta} left"
        };
        let style = ProgressStyle::with_template(&format!(
            "{{wide_bar}} {{pos}}/{{len}} files, {{msg}}, {time}"
        ))
        .expect("a template that indicatif knows");
        bar.set_style(style);
        bar.set_message("0 games");
        // the ticks need a thread, so only a visible bar has them
        if is_shown {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self {
            bar,
            games: 0,
            output: output.clone(),
        }
    }

    /// Prints `message` above the bar.
    pub fn say(&self, message: &str) {
        self.bar.suspend(|| complain(message));
    }
}

impl Observer for Progress {
    fn begin(&mut self, files: usize) {
        *self = Self::new(files, &self.output);
    }

    fn add(&mut self, files: usize, games: &[GameOutcome]) {
        self.games += games.len() as u64;
        self.bar.set_message(format!("{} games", self.games));
        self.bar.inc(files as u64);
        for game in games.iter().filter(|_| self.output.verbose) {
            if let Err(skip) = &game.result {
                self.say(&clean(&format!("{}: {skip}", game.name)));
            }
        }
    }

    fn note(&mut self, message: &str) {
        self.say(&format!("seichi: {message}"));
    }

    fn warn(&mut self, message: &str) {
        if !self.output.quiet {
            self.note(&format!("warning: {message}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
