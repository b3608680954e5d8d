//! The progress bar: on a terminal only, on standard error.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::OutputArgs;
use crate::report::{Prepared, clean};

/// Says something on standard error. If nobody can hear it, there is nobody to tell. A message may have several lines;
/// what else would move a cursor came in with a name.
pub(super) fn complain(message: &str) {
    let lines: Vec<_> = message.split('\n').map(clean).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// Files done, games done, rate, time left.
pub(super) struct Progress {
    bar: ProgressBar,
    games: u64,
}

impl Progress {
    pub(super) fn new(files: usize, output: &OutputArgs) -> Self {
        let target = if output.shows_progress() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(u64::try_from(files).ok(), target);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} files, {msg}, {eta} left")
            .expect("a template that indicatif knows");
        bar.set_style(style);
        bar.set_message("0 games");
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, games: 0 }
    }

    /// The same for games that are played.
    pub(super) fn of_games(games: usize, output: &OutputArgs) -> Self {
        let progress = Self::new(games, output);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")
            .expect("a template that indicatif knows");
        progress.bar.set_style(style);
        progress
    }

    /// One more game is done.
    pub(super) fn game(&self) {
        self.bar.inc(1);
    }

    /// One more file is done.
    pub(super) fn file(&mut self, games: usize) {
        if self.bar.is_hidden() {
            return;
        }
        self.games += u64::try_from(games).unwrap_or(u64::MAX);
        #[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
        let rate = self.games as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(format!("{} games, {rate:.0}/s", self.games));
        self.bar.inc(1);
    }

    /// Says why a game was left out, if it was and the user wants to know.
    pub(super) fn skipped(&self, game: &Prepared, output: &OutputArgs) {
        if let (true, Some(skip)) = (output.verbose, &game.skip) {
            self.say(&clean(&format!("{}: {skip}", game.name)));
        }
    }

    /// Says something above the bar.
    pub(super) fn say(&self, message: &str) {
        self.bar.suspend(|| complain(message));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
