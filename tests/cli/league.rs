//! `examples/scorers/league`, without any package: the built-in strategies only.

use std::process::{Command, Stdio};

use crate::sandbox::{RunOutput, Sandbox, project, seichi};

/// Runs the league on the boards of the article, or returns `None` without Python.
fn league(sandbox: &Sandbox, words: &[&str]) -> Option<RunOutput> {
    let version = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !version.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: there is no Python to run the league");
        return None;
    }
    let mut command = Command::new("python3");
    command
        .arg("-B")
        .arg(project("examples/scorers/league"))
        .current_dir(sandbox.path("."));
    command.args([
        "--corpus",
        "article",
        "--sources",
        "none",
        "--levels",
        "area",
        "--cache",
        "cache",
        "--out",
        "runs",
        "--seichi",
    ]);
    Some(RunOutput::of(command.arg(seichi()).args(words)))
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

#[test]
fn league_writes_every_table_of_the_page() {
    let sandbox = sandbox();
    sandbox.write(
        "page.md",
        &std::fs::read(project("docs/scorers-compared.md")).expect("the page"),
    );
    let before = sandbox.read("page.md");
    let Some(output) = league(&sandbox, &["--page", "page.md", "--boards", "boards.md"]) else {
        return;
    };
    output.exits(0);
    let page = sandbox.read("page.md");
    assert!(
        page.contains("| *seichi* `linked` |")
            && page.contains("| `tenuki` | not installed: not asked for |")
    );
    let ours = ["teire", "linked", "flood"].map(|name| format!("*seichi* `{name}`"));
    let level = format!("| {} | 53 | 53 |", ours.join(", "));
    assert!(page.contains(&level), "{page}");
    let prose = |text: &str| -> String {
        text.split("<!-- end -->")
            .map(|part| part.split("<!-- league ").next().unwrap_or_default())
            .collect()
    };
    assert_eq!(prose(&page), prose(&before), "only the tables change");
    // the page names the packages and versions that the league uses now
    let packages = |text: &str| {
        text.split("<!-- league packages -->")
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        packages(&page),
        packages(&before),
        "docs/scorers-compared.md is out of date: examples/scorers/league"
    );
    assert!(sandbox.path("boards.md").exists());
}

#[test]
fn league_repeats_its_figures() {
    let sandbox = sandbox();
    let Some(output) = league(&sandbox, &[]) else {
        return;
    };
    let printed = output.exits(0).out;
    assert!(
        printed.contains("counting-territory\n\n| scorer | article ("),
        "{printed}"
    );
    let figures = sandbox.read("runs/figures.json");
    sandbox.write("before.json", figures.as_bytes());
    league(&sandbox, &["--check", "before.json"])
        .expect("Python")
        .exits(0);
    assert_eq!(
        sandbox.read("runs/figures.json"),
        figures,
        "a second run has the same figures"
    );
    let exact = figures
        .split("\"exact\": ")
        .nth(1)
        .and_then(|rest| rest.split('}').next())
        .expect("a figure");
    let other = figures.replacen(&format!("\"exact\": {exact}}}"), "\"exact\": 999}", 1);
    sandbox.write("before.json", other.as_bytes());
    let output = league(&sandbox, &["--check", "before.json"])
        .expect("Python")
        .exits(1);
    assert!(
        output.err.contains("'exact': 999") && output.err.contains(", 1 changed"),
        "{}",
        output.err
    );
}
