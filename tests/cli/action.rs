//! `action.yml`: its scripts, run like the steps of GitHub Actions.

use std::fs;
use std::process::Command;

use crate::sandbox::{RunOutput, Sandbox, project, seichi};

/// The script of a step.
fn script(step: &str) -> String {
    let text = fs::read_to_string(project("action.yml")).expect("an action");
    let step = text
        .split("- name: ")
        .find(|part| part.starts_with(step))
        .expect("a step of that name");
    let block = step.split("run: |\n").nth(1).expect("a script");
    block
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("        "))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

#[test]
fn step_runs_the_gate() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "my games/article");
    fs::create_dir_all(sandbox.path("temp/seichi/bin")).expect("a folder");
    fs::copy(seichi(), sandbox.path("temp/seichi/bin/seichi")).expect("the program");
    let step = |baseline: &str, arguments: &str| {
        let mut command = Command::new("bash");
        // the command of the runner
        command.args([
            "--noprofile",
            "--norc",
            "-eo",
            "pipefail",
            "-c",
            &script("Gate"),
        ]);
        command
            .current_dir(sandbox.path("."))
            .env("RUNNER_TEMP", sandbox.path("temp"));
        command
            .env("GATE_PATHS", "my games/article\n")
            .env("GATE_BASELINE", baseline);
        command
            .env("GATE_OUT", "out put")
            .env("GATE_ARGUMENTS", arguments);
        RunOutput::of(
            command
                .env("GITHUB_STEP_SUMMARY", sandbox.path("step.md"))
                .env("CI", "true"),
        )
    };
    let output = step("b.txt", "").exits(4);
    assert!(
        output
            .out
            .starts_with("::error title=seichi gate::missing baseline b.txt"),
        "{}",
        output.out
    );
    RunOutput::of(
        sandbox
            .program()
            .args(["baseline", "accept", "out put", "--baseline", "b.txt"]),
    )
    .exits(0);
    step("b.txt", "").exits(0);
    assert!(sandbox.read("step.md").contains("## seichi gate: passed"));
    let mut page = Command::new("bash");
    page.args(["-eo", "pipefail", "-c", &script("Page")])
        .current_dir(sandbox.path("."))
        .env("RUNNER_TEMP", sandbox.path("temp"))
        .env("GATE_OUT", "out put");
    RunOutput::of(&mut page).exits(0);
    assert!(sandbox.read("gate.html").contains("</html>"));
    let output = step("b.txt", "-s linked").exits(2);
    let error = "::error title=seichi gate::arguments must have one word per line: write -s and linked on two lines\n";
    assert_eq!(output.out, error);
    step("b.txt", "--exclude=no such file").exits(0);
    step(
        "b.txt",
        "--exclude=$(touch run)\n--exclude=`touch run`\n--exclude=\"; touch run; \"",
    )
    .exits(0);
    assert!(!sandbox.path("run").exists(), "an input is not run");
    // a baseline of a better strategy with the same name
    sandbox
        .eval_variants("my games/article", "", "better", &["linked::as-teire"])
        .expect("a run");
    RunOutput::of(
        sandbox
            .program()
            .args(["baseline", "accept", "better", "--baseline", "b.txt"]),
    )
    .exits(0);
    let output = step("b.txt", "-s=linked\n--jobs=1").exits(1);
    assert!(
        output.out.contains("::error title=linked on "),
        "{}",
        output.out
    );
}

/// Runs the installation step, with releases from the folder `releases` of a sandbox and a `cargo`
/// that only prints its arguments.
fn install(sandbox: &Sandbox, reference: &str) -> RunOutput {
    sandbox.write("path/cargo", b"#!/bin/sh\necho cargo $@\n");
    let cargo = sandbox.path("path/cargo");
    RunOutput::of(Command::new("chmod").arg("+x").arg(&cargo)).exits(0);
    let path = format!(
        "{}:{}",
        sandbox.path("path").display(),
        std::env::var("PATH").expect("a PATH")
    );
    let mut command = Command::new("bash");
    command.args([
        "--noprofile",
        "--norc",
        "-eo",
        "pipefail",
        "-c",
        &script("Install"),
    ]);
    command
        .current_dir(sandbox.path("."))
        .env("PATH", path)
        .env("GITHUB_ACTION_PATH", project("."));
    command
        .env("RUNNER_TEMP", sandbox.path("temp"))
        .env("REF", reference);
    RunOutput::of(command.env(
        "RELEASES",
        format!("file://{}", sandbox.path("releases").display()),
    ))
}

/// The tag of a release of this version.
const TAG: &str = concat!("v", env!("CARGO_PKG_VERSION"));

/// Packs the programs as a release for this machine, with an empty file as the second program, and
/// returns the name of the archive; `None` if releases do not include this machine.
fn release(sandbox: &Sandbox) -> Option<String> {
    let target = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", arch) => format!("{arch}-unknown-linux-musl"),
        ("macos", arch) => format!("{arch}-apple-darwin"),
        _ => {
            eprintln!("SKIPPED: no release for this machine");
            return None;
        }
    };
    let mut command = Command::new(project(".github/scripts/package.sh"));
    sandbox.write("built/seichi-corpus", b"");
    fs::copy(seichi(), sandbox.path("built/seichi")).expect("a copy");
    RunOutput::of(
        command
            .arg(sandbox.path("built"))
            .arg(&target)
            .arg(sandbox.path(&format!("releases/{TAG}"))),
    )
    .exits(0);
    Some(format!(
        "releases/{TAG}/seichi-{}-{target}.tar.gz",
        env!("CARGO_PKG_VERSION")
    ))
}

#[test]
fn release_is_downloaded_and_runs() {
    let sandbox = Sandbox::new(&[]);
    let Some(archive) = release(&sandbox) else {
        return;
    };
    let output = install(&sandbox, TAG).exits(0);
    assert!(!output.out.contains("cargo"), "{}", output.out);
    let installed = sandbox.path("temp/seichi/bin/seichi");
    let version = RunOutput::of(Command::new(installed).arg("--version"))
        .exits(0)
        .out;
    assert_eq!(version, format!("seichi {}\n", env!("CARGO_PKG_VERSION")));
    let names = RunOutput::of(Command::new("tar").arg("-tzf").arg(sandbox.path(&archive)))
        .exits(0)
        .out;
    for name in [
        "seichi",
        "seichi-corpus",
        "LICENSE",
        "README.md",
        "seichi.1",
        "completions/seichi.zsh",
    ] {
        assert!(
            names
                .lines()
                .any(|line| line.ends_with(&format!("/{name}"))),
            "{name} is not in {names}"
        );
    }
}

#[test]
fn damaged_release_is_not_installed() {
    let sandbox = Sandbox::new(&[]);
    let Some(archive) = release(&sandbox) else {
        return;
    };
    sandbox.write(&archive, b"something else");
    let output = install(&sandbox, TAG).exits(1);
    assert!(
        output
            .err
            .contains("damaged: its SHA-256 differs from the one in"),
        "{}",
        output.err
    );
    assert!(!sandbox.path("temp/seichi/bin/seichi").exists());
}

#[test]
fn version_without_release_is_compiled() {
    let sandbox = Sandbox::new(&[]);
    for (reference, why) in [
        ("main", "main is not a release"),
        ("", "this copy is not a release"),
        (TAG, "could not be downloaded"),
    ] {
        let output = install(&sandbox, reference).exits(0);
        assert!(output.out.contains(why), "{}", output.out);
        assert!(
            output
                .out
                .contains("cargo install --locked --quiet --path . --root"),
            "{}",
            output.out
        );
    }
}

/// A job with write permission runs none of the project's code or dependencies, and a checkout
/// leaves no token to such code.
#[test]
fn workflows_give_each_job_only_what_it_needs() {
    let is_commit = |version: &str| {
        version.len() >= 40 && version[..40].bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    for name in ["ci", "full", "release", "site"] {
        let text = fs::read_to_string(project(&format!(".github/workflows/{name}.yml")))
            .expect("a workflow");
        let (top, jobs) = text.split_once("\njobs:\n").expect("jobs");
        assert!(!top.contains("write"), "{name}: permissions for every job");
        for action in jobs
            .split("uses: ")
            .skip(1)
            .filter(|action| !action.starts_with("./"))
        {
            let (action, version) = action.split_once('@').expect("an action has a version");
            assert!(
                is_commit(version),
                "{name}: the tag of {action} can be moved to another commit"
            );
            let step = version.split("\n      - ").next().expect("a step");
            assert!(
                action != "actions/checkout" || step.contains("persist-credentials: false"),
                "{name}: {step}"
            );
        }
        // a job is indented by two blanks
        let starts: Vec<usize> = jobs
            .match_indices("\n  ")
            .map(|(at, _)| at)
            .filter(|&at| !jobs[at + 3..].starts_with([' ', '#']))
            .collect();
        let ends = starts.iter().skip(1).copied().chain([jobs.len()]);
        let all = [(0, starts.first().copied().unwrap_or(jobs.len()))]
            .into_iter()
            .chain(starts.iter().copied().zip(ends));
        for job in all
            .map(|(start, end)| &jobs[start..end])
            .filter(|job| job.contains(": write"))
        {
            // cargo packs the source again, but compiles nothing
            let is_upload =
                job.trim_start().starts_with("crates:") && !job.contains("contents: write");
            let job = if is_upload {
                job.replacen("actions/checkout@", "", 1).replacen(
                    " cargo publish --locked --no-verify ",
                    "",
                    1,
                )
            } else {
                job.to_owned()
            };
            for word in ["checkout", "cargo", "docker", ".sh"] {
                assert!(
                    !job.contains(word),
                    "{name}: a job that can write uses {word}: {job}"
                );
            }
        }
    }
    let release = fs::read_to_string(project(".github/workflows/release.yml")).expect("a workflow");
    let (before, upload) = release.split_once("gh release upload ").expect("a step");
    let (_, attest) = before.split_once("uses: actions/attest@").expect("a step");
    assert!(
        attest.contains("\n          subject-path: packed/*\n"),
        "{attest}"
    );
    assert!(
        upload.starts_with("\"$GITHUB_REF_NAME\" packed/* "),
        "{upload}"
    );
}

#[test]
fn release_needs_every_check() {
    let read = |name: &str| fs::read_to_string(project(name)).expect("a file");
    let release = read(".github/workflows/release.yml");
    assert!(
        release.contains("\n  checks:\n")
            && release.contains("uses: ./.github/workflows/full.yml ")
    );
    let (_, publish) = release.split_once("\n  publish:\n").expect("a job");
    assert!(publish.starts_with("    needs: [checks, "), "{publish}");
    assert!(
        read(".github/workflows/full.yml").contains("bash .ci/full\n")
            && read(".ci/full").contains(".ci/run\n")
    );
}

#[test]
fn programs_are_built_from_locked_crates_and_do_not_run_as_root() {
    for name in [
        "README.md",
        "docs/ci.md",
        "docs/corpora.md",
        ".github/workflows/site.yml",
        ".github/scripts/install.sh",
    ] {
        let text = fs::read_to_string(project(name)).expect("a file");
        for command in text.split("cargo install ").skip(1) {
            assert!(
                command.starts_with("--locked"),
                "{name}: cargo install {}",
                command.lines().next().unwrap_or_default()
            );
        }
    }
    for name in [
        ".github/workflows/release.yml",
        ".github/workflows/site.yml",
        ".github/scripts/wheel.sh",
        "Dockerfile",
        "python/build",
        "web/build",
        "web/page/build",
    ] {
        let text = fs::read_to_string(project(name)).expect("a file");
        let mut number = 0;
        for word in [
            "cargo build ",
            "cargo run ",
            "cargo install ",
            "cargo publish ",
            "maturin build ",
        ] {
            for command in text.split(word).skip(1) {
                assert!(command.starts_with("--locked "), "{name}: {word}{command}");
                number += 1;
            }
        }
        assert!(number > 0, "{name} builds nothing");
    }
    let image = fs::read_to_string(project("Dockerfile")).expect("a file");
    let users: Vec<&str> = image
        .lines()
        .filter_map(|line| line.strip_prefix("USER "))
        .collect();
    assert!(
        image.contains("cargo build --locked")
            && users
                .last()
                .is_some_and(|user| !user.starts_with(['0', 'r']))
    );
}

#[test]
fn install_script_knows_every_release() {
    let read = |name: &str| fs::read_to_string(project(name)).expect("a file");
    let (workflow, manifest) = (read(".github/workflows/release.yml"), read("Cargo.toml"));
    let targets: Vec<&str> = workflow
        .split("{ target: ")
        .skip(1)
        .filter_map(|rest| rest.split(',').next())
        .collect();
    assert_eq!(targets.len(), 5);
    let install = read(".github/scripts/install.sh");
    for target in &targets {
        assert!(
            install.contains(&format!("target={target} ;;")),
            "{target} is not installed by the action"
        );
    }
    assert_eq!(install.matches("target=").count(), targets.len());
    assert!(read(".github/scripts/package.sh").contains("name=seichi-$version-$target\n"));
    let urls = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("pkg-url = "));
    for url in urls {
        let file = url.trim_matches('"').rsplit('/').next().expect("a file");
        let target = file
            .trim_start_matches("seichi-{ version }-")
            .trim_end_matches(".tar.gz");
        assert!(target == "{ target }" || targets.contains(&target), "{url}");
    }
}
