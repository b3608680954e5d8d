//! `seichi completions` and `seichi man`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use crate::list::LISTS;
use crate::sandbox::{Sandbox, project, renew_or_compare};

/// The long flags of a command, as its help lists them.
fn flags(sandbox: &Sandbox, command: &str) -> Vec<String> {
    let help = sandbox.run(&format!("{command} --help")).exits(0).out;
    let flag = |line: &str| {
        let line = line.trim_start();
        let at = if line.starts_with("--") {
            0
        } else {
            line.starts_with('-').then(|| line.find("--"))??
        };
        Some(line[at..].split([' ', ',']).next()?.to_owned())
    };
    help.lines().filter_map(flag).collect()
}

/// Returns the text of a line between `start` and a quotation mark.
fn quoted<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.split_once(start)?.1.split('"').next()
}

/// Returns the words of a text.
fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the flags of each command, the values of each flag, and the names in each list.
fn stable_names(sandbox: &Sandbox) -> BTreeMap<String, BTreeSet<String>> {
    let mut names = BTreeMap::new();
    let script = sandbox.run("completions bash").exits(0).out;
    let (mut command, mut flag) = (String::new(), "");
    for line in script.lines().map(str::trim) {
        if line.starts_with("seichi") {
            command = line.trim_end_matches(')').replace("__subcmd__", " ");
        } else if line.starts_with('-') {
            flag = line.trim_end_matches(')');
        } else if command.is_empty() || command.contains(" help") {
            // the start of the script, and the names of commands again
        } else if let Some(flags) = quoted(line, "opts=\"") {
            names.insert(command.clone(), words(flags));
        } else if let Some(values) = quoted(line, "($(compgen -W \"")
            && flag.starts_with("--")
        {
            names.insert(format!("{command} {flag}"), words(values));
        }
    }
    for list in LISTS {
        let text = sandbox.run(&format!("list {list}")).exits(0).out;
        let first = text.lines().filter_map(|line| line.split(' ').next());
        names.insert(format!("list {list}"), first.map(str::to_owned).collect());
    }
    names
}

/// No name in the kept file may disappear, even if the file is renewed.
#[test]
fn stable_names_are_kept_and_up_to_date() {
    const KEPT: &str = "tests/stable-names.txt";
    let now = stable_names(&Sandbox::new(&[]));
    let kept = std::fs::read_to_string(project(KEPT)).unwrap_or_default();
    for line in kept.lines() {
        let (key, names) = line.split_once(": ").expect("a key and names");
        for name in names.split(' ') {
            assert!(
                now.get(key).is_some_and(|names| names.contains(name)),
                "{key} {name} is gone, but docs/stability.md says that it is stable; if it has to \
                 go, remove it from {KEPT} as well"
            );
        }
    }
    let mut lines = Vec::new();
    for (key, names) in now {
        let names: Vec<String> = names.into_iter().collect();
        lines.push(format!("{key}: {}\n", names.join(" ")));
    }
    renew_or_compare(KEPT, &lines.concat());
}

#[test]
fn completion_scripts_exist_for_every_shell() {
    let sandbox = Sandbox::new(&[]);
    let commands = sandbox.commands();
    assert!(commands.len() >= 7, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sandbox.run(&format!("completions {shell}")).exits(0).out;
        for word in commands.iter().map(String::as_str).chain(["min-games"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // the generators for the other two shells know only flags
        for value in ["checkered-white", "tromp-taylor", "marks"] {
            assert!(
                ["elvish", "powershell"].contains(&shell) || script.contains(value),
                "{shell}: {value}"
            );
        }
    }
    assert!(
        sandbox
            .run("completions tcsh")
            .exits(2)
            .err
            .contains("possible values: bash")
    );
}

#[cfg(unix)]
#[test]
fn bash_completion_script_works() {
    let sandbox = Sandbox::new(&[]);
    let script = sandbox.run("completions bash").exits(0).out;
    // asks for the completions of `seichi eval --dead m`
    let asked = "COMP_WORDS=(seichi eval --dead m); COMP_CWORD=3; _seichi seichi m --dead; echo \"${COMPREPLY[@]}\"";
    let Ok(mut bash) = Command::new("bash")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        return; // some systems have no bash
    };
    let mut input = bash.stdin.take().expect("a pipe");
    input
        .write_all(format!("{script}\n{asked}\n").as_bytes())
        .expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "marks");
    let check = Command::new("bash")
        .args(["-n", "-c", &script])
        .status()
        .expect("bash");
    assert!(check.success());
}

#[test]
fn manual_has_every_command_and_flag() {
    let sandbox = Sandbox::new(&[]);
    let page = sandbox.run("man").exits(0).out;
    assert!(page.contains(".TH seichi 1"), "{page}");
    for command in sandbox.commands() {
        let title = format!("\n.TH seichi-{} ", command.replace(' ', "-"));
        let section = page
            .split(&title)
            .nth(1)
            .unwrap_or_else(|| panic!("no page for {command}"));
        let section = section.split("\n.TH ").next().unwrap_or_default();
        let program = page.split("\n.TH ").next().unwrap_or_default();
        for flag in flags(&sandbox, &command) {
            let roff = flag.replace('-', "\\-");
            assert!(
                section.contains(&roff) || program.contains(&roff),
                "{command} {flag}"
            );
        }
    }
    for words in ["Environment ", "Exit codes:"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn groff_formats_the_manual_without_warnings() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("seichi.1", sandbox.run("man").exits(0).out.as_bytes());
    let groff = Command::new("groff")
        .args(["-man", "-ww", "-z"])
        .arg(sandbox.path("seichi.1"))
        .output();
    let Ok(output) = groff else { return }; // some systems have no groff
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn closed_pipe_is_not_a_failure() {
    let sandbox = Sandbox::new(&[]);
    for line in ["completions bash", "man", "eval --help"] {
        sandbox.run_into_closed_pipe(line);
    }
}
