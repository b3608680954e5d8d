//! Passes the commit that a release is built from to the program, which writes it into `run.json`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // a debug build would have to be linked again after every commit
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
            println!("cargo:rerun-if-changed={log}");
        }
        if let Some(commit) = git(&["rev-parse", "HEAD"]) {
            println!("cargo:rustc-env=SEICHI_COMMIT={commit}");
        }
    }
}
