//! The commands of the book that use `seichi-corpus`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::gnugo::gnugo;
use crate::sandbox::{LINE, RunOutput, Sandbox, project};

#[test]
fn commands_in_docs_run() {
    let text = fs::read_to_string(project("docs/corpora.md")).expect("a chapter");
    let blocks = text
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let commands: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(commands.len() >= 5, "{commands:?}");
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    // `seichi` is this test program: see `Sandbox::seichi`
    let test = std::env::current_exe().expect("the test program");
    let script = format!(
        "#!/bin/sh\n{LINE}=\"$*\" exec '{}' --exact sandbox::seichi_if_asked --nocapture\n",
        test.display()
    );
    sandbox.write("bin/seichi", script.as_bytes());
    fs::set_permissions(
        sandbox.path("bin/seichi"),
        fs::Permissions::from_mode(0o755),
    )
    .expect("a program");
    let program = sandbox.program().get_program().to_owned();
    std::os::unix::fs::symlink(program, sandbox.path("bin/seichi-corpus")).expect("a link");
    let gnugo = gnugo();
    let folders = [
        Some(sandbox.path("bin")),
        gnugo
            .as_ref()
            .and_then(|path| Some(path.parent()?.to_owned())),
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = folders
        .into_iter()
        .flatten()
        .chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("a path");
    for command in commands
        .into_iter()
        .filter(|command| gnugo.is_some() || !command.contains("gnugo"))
    {
        let mut sh = Command::new("sh");
        sh.args(["-c", command])
            .env("PATH", &path)
            .current_dir(sandbox.path("."));
        let output = RunOutput::of(&mut sh);
        assert_eq!(output.code, 0, "{command}\n{}{}", output.out, output.err);
    }
}
