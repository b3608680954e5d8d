//! Attacks the program with damaged records, damaged archives, and sequences of commands, kills and
//! damage, for as long as you like:
//!
//! ```sh
//! ATTACK_MINUTES=60 cargo test --release --test attack -- --nocapture --test-threads 1
//! ```
//!
//! Each attack takes this time. Without `ATTACK_MINUTES`, each runs a few rounds. Each round has
//! its own seed, which is printed after a failure. `ATTACK_SEED=17` starts with seed 17.
#![cfg(all(unix, feature = "archives", feature = "cli"))]

mod archives;
mod commands;
mod damage;
mod model;
#[path = "../common/pack.rs"]
mod pack;
mod records;
#[allow(dead_code, reason = "some of it is for other tests")]
#[path = "../cli/sandbox.rs"]
mod sandbox;

use std::time::{Duration, Instant};

use fastrand::Rng;

/// Runs rounds of an attack: a fixed number, or as many as fit into `ATTACK_MINUTES`.
fn rounds(quick: u64, mut round: impl FnMut(&mut Rng)) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect("a number"))
    };
    let first = number("ATTACK_SEED").unwrap_or(1);
    let begin = Instant::now();
    let is_over = |done: u64| match number("ATTACK_MINUTES") {
        Some(minutes) => begin.elapsed() >= Duration::from_mins(minutes),
        None => done >= quick,
    };
    let mut done = 0;
    while !is_over(done) {
        let seed = Seed(first + done);
        round(&mut Rng::with_seed(seed.0));
        done += 1;
    }
    println!("{done} rounds in {:.0} s", begin.elapsed().as_secs_f64());
}

/// The seed of a round. It is printed if the round fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to repeat this round: ATTACK_SEED={}", self.0);
        }
    }
}

/// Evaluates the games of a sandbox into `two`, with these options. Checks that the program caught
/// no panic, and that a different number of threads writes the same files. Returns whether any game
/// could be evaluated.
#[track_caller]
fn evaluates(sandbox: &sandbox::Sandbox, options: &str) -> bool {
    let line = format!("eval games -q --dead auto,none {options}");
    let run = sandbox.run(&format!("{line} -j 2 -o two"));
    assert_sound(&run, &line);
    if run.code != 0 {
        return false;
    }
    assert!(
        !sandbox.read("two/skipped.csv").contains(",internal,"),
        "a panic was caught: skipped.csv"
    );
    sandbox.run(&format!("{line} -j 1 -o one")).exits(0);
    for name in ["games.csv", "skipped.csv", "summary.csv"] {
        assert!(
            sandbox.read(&format!("one/{name}")) == sandbox.read(&format!("two/{name}")),
            "{name} differs"
        );
    }
    true
}

/// Checks two properties of every command, with any input: it ends by itself, and prints no panic.
#[track_caller]
fn assert_sound(output: &sandbox::RunOutput, line: &str) {
    assert!(
        [0, 1, 2, 3, 4].contains(&output.code),
        "{line}: exit code {}\n{}",
        output.code,
        output.err
    );
    assert!(!output.err.contains("panicked"), "{line}: {}", output.err);
}
