//! Plays many games in parallel.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use super::engine::Unplayed;
use super::game::PlannedGame;
use super::play::{Played, play};

/// Plays games, `jobs` at a time (0: one per core), and passes each to `sink` on the caller's thread as soon as it is
/// finished. The order in which games finish depends on `jobs`, but the games themselves do not.
///
/// Ends early when `stop` is set. If `sink` returns an error, `stop` is set here, so that the games in progress end.
///
/// # Errors
/// If `sink` returns an error.
pub fn play_all<E>(
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
