//! Tells the program which commit a release is built from. The program writes it into `run.json`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SEICHI_COMMIT");
    // only releases contain the commit, because a debug build would have to be linked again after
    // every commit
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release && let Some(commit) = given().or_else(packed).or_else(checked_out) {
        println!("cargo:rustc-env=SEICHI_COMMIT={commit}");
    }
}

/// Returns the commit given in the environment, for a build without a repository.
fn given() -> Option<String> {
    env::var("SEICHI_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty())
}

/// Returns the commit that cargo wrote into a published crate.
fn packed() -> Option<String> {
    let facts = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    Some(
        facts
            .split_once("\"sha1\": \"")?
            .1
            .split_once('"')?
            .0
            .to_owned(),
    )
}

/// Returns the commit of the Git repository, if this folder is its top folder.
fn checked_out() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // if this is a subfolder, the repository belongs to another project
    git(&["rev-parse", "--show-prefix"]).filter(String::is_empty)?;
    if let Some(log) =
        git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists())
    {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}
