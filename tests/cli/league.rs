//! `examples/scorers/league` without any packages: only the built-in strategies.

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
    let copy = |name, path| {
        let text = std::fs::read(project(path)).expect("a page");
        sandbox.write(name, &text);
        sandbox.read(name)
    };
    let pages = [
        ("page.md", copy("page.md", "docs/scorers-compared.md")),
        (
            "figures.md",
            copy("figures.md", "examples/scorers/figures.md"),
        ),
    ];
    let words = ["--page", "page.md", "figures.md", "--boards", "boards.md"];
    let Some(output) = league(&sandbox, &words) else {
        return;
    };
    output.exits(0);
    let prose = |text: &str| -> String {
        text.split("<!-- end -->")
            .map(|part| part.split("<!-- league ").next().unwrap_or_default())
            .collect()
    };
    for (name, before) in &pages {
        assert_eq!(
            prose(&sandbox.read(name)),
            prose(before),
            "only the tables change"
        );
    }
    let (page, figures) = (sandbox.read("page.md"), sandbox.read("figures.md"));
    let ours = ["teire", "linked", "flood"].map(|name| format!("*seichi* `{name}`"));
    let row = format!("| {} | 53 | 0 | 0 | 0 |  |", ours.join(", "));
    assert!(page.contains(&row), "{page}");
    assert!(
        figures.contains("| *seichi* `linked` |")
            && figures.contains("| `tenuki` | not measured |"),
        "{figures}"
    );
    // the page names the packages and versions that the league uses now
    let packages = |text: &str| {
        text.split("<!-- league packages -->")
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        packages(&figures),
        packages(&pages[1].1),
        "examples/scorers/figures.md is out of date: examples/scorers/league"
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
    let output = league(&sandbox, &["--resume"]).expect("Python").exits(0);
    assert!(
        !output.err.contains("suite/") && !output.err.contains("counting"),
        "saved answers are kept: {}",
        output.err
    );
    assert_eq!(output.out, printed, "they give the same tables");
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
