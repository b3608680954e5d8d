//! `action.yml`: its script, run as a step of GitHub Actions runs it.

use std::fs;
use std::process::Command;

use crate::sandbox::{RunOutput, Sandbox, project, seichi};

/// The script of a step.
fn script(step: &str) -> String {
    let text = fs::read_to_string(project("action.yml")).expect("an action");
    let step = text.split("- name: ").find(|part| part.starts_with(step)).expect("a step of that name");
    let block = step.split("run: |\n").nth(1).expect("a script");
    block
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("        "))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

#[test]
fn the_step_gates() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "my games/article");
    fs::create_dir_all(sandbox.path("temp/seichi/bin")).expect("a folder");
    fs::copy(seichi(), sandbox.path("temp/seichi/bin/seichi")).expect("the program");
    let step = |baseline: &str, arguments: &str| {
        let mut command = Command::new("bash");
        // as the runner starts it
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script("Gate")]);
        command.current_dir(sandbox.path(".")).env("RUNNER_TEMP", sandbox.path("temp"));
        command.env("GATE_PATHS", "my games/article\n").env("GATE_BASELINE", baseline);
        command.env("GATE_OUT", "out put").env("GATE_ARGUMENTS", arguments);
        RunOutput::of(command.env("GITHUB_STEP_SUMMARY", sandbox.path("step.md")).env("CI", "true"))
    };
    let output = step("b.txt", "").exits(4);
    assert!(output.out.starts_with("::error title=seichi gate::there is no baseline b.txt"), "{}", output.out);
    RunOutput::of(sandbox.program().args(["baseline", "accept", "out put", "--baseline", "b.txt"])).exits(0);
    step("b.txt", "").exits(0);
    assert!(sandbox.read("step.md").contains("## seichi gate: passed"));
    let output = step("b.txt", "--variant\nlinked:size=2:lose-point\n--jobs=1").exits(1);
    assert!(output.out.contains("::error title=linked on "), "{}", output.out);
}

#[test]
fn the_program_is_installed_from_the_action_itself() {
    assert_eq!(
        script("Install").trim(),
        "cargo install --locked --quiet --path \"$GITHUB_ACTION_PATH\" --root \"$RUNNER_TEMP/seichi\""
    );
}
