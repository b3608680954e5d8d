//! A scorer without any answer, or with few answers because it was abandoned. Usually its command
//! is wrong, so every command reports it as a failure.

use crate::sandbox::{RunOutput, Sandbox, project};

/// Answers every position with no territory, until the file `answers` is removed.
const SCORER: &str = "test -e answers || { echo 'first line' >&2; seq 20 >&2; echo 'last line' >&2; exit 7; }\n\
                      while read -r line; do id=${line#*:}; id=${id%%,*}\n\
                      echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";

/// The reason why the scorer has no answer, with its text on standard error.
const CAUSE: [&str; 3] = [
    "it ended: exit status: 7",
    "    first line",
    "    last line",
];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("scorer.sh", SCORER), ("answers", "")]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

fn run(sandbox: &Sandbox, line: &str) -> RunOutput {
    let words = line.split(' ').chain([
        "-s",
        "linked",
        "--jobs",
        "1",
        "--scorer",
        "mine=sh scorer.sh",
    ]);
    RunOutput::of(sandbox.program().args(words))
}

fn silence(sandbox: &Sandbox) {
    std::fs::remove_file(sandbox.path("answers")).expect("the file exists");
}

#[test]
fn eval_fails_with_the_cause() {
    let sandbox = sandbox();
    silence(&sandbox);
    let output = run(&sandbox, "eval article").exits(3);
    let last: Vec<&str> = output.err.lines().rev().take(10).collect();
    assert!(
        last[9].starts_with("seichi: mine has no answer for any of 40 games; the first is "),
        "{}",
        output.err
    );
    assert!(last[9].ends_with(CAUSE[0]), "{}", output.err);
    assert_eq!(
        (last[8], last[3], last[0]),
        (CAUSE[1], "    …", CAUSE[2]),
        "{}",
        output.err
    );
    assert!(!output.err.contains("\\n"), "{}", output.err);
    assert_eq!(
        output.err.matches(CAUSE[1]).count(),
        2,
        "once where it happens, and once at the end\n{}",
        output.err
    );
    assert!(
        sandbox.path("reports/run.json").exists(),
        "the other strategies have figures"
    );
}

#[test]
fn baseline_accept_refuses_a_silent_scorer() {
    let sandbox = sandbox();
    silence(&sandbox);
    run(&sandbox, "eval article -q").exits(3);
    let output = sandbox.run("baseline accept").exits(3);
    let refusal = "seichi: mine has no answer for any of 40 games; the first is ";
    assert!(
        output.err.starts_with(refusal) && output.err.contains(CAUSE[1]),
        "{}",
        output.err
    );
    assert!(!sandbox.path("seichi-baseline.txt").exists());
    // a scorer that answers some games is accepted
    sandbox.write("answers", b"");
    let half = SCORER.replace("do id", "do n=$((n + 1)); [ $n = 30 ] && exit 1; id");
    sandbox.write("scorer.sh", half.as_bytes());
    run(&sandbox, "eval article -q").exits(0);
    let accepted = sandbox.run("baseline accept").exits(0).out;
    let missing = "\naccepted although mine has no answer for ";
    assert!(accepted.contains(missing), "{accepted}");
}

#[test]
fn gate_fails_and_gives_the_cause_in_every_format() {
    let sandbox = sandbox();
    run(&sandbox, "eval article -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    run(&sandbox, "gate article").exits(0);
    silence(&sandbox);
    let output = run(&sandbox, "gate article --junit j.xml").exits(1);
    let objection = "mine has no answer for any of 40 games; the first is ";
    let github = sandbox
        .run("gate --run reports --format github")
        .exits(1)
        .out;
    let markdown = sandbox
        .run("gate --run reports --format markdown")
        .exits(1)
        .out;
    let annotations: String = github
        .lines()
        .filter(|line| line.starts_with("::"))
        .collect();
    for (format, text) in [
        ("text", &output.out),
        ("github", &annotations),
        ("junit", &sandbox.read("j.xml")),
        ("markdown", &markdown),
    ] {
        assert!(
            text.contains(objection) && CAUSE.iter().all(|line| text.contains(line.trim())),
            "{format}: {text}"
        );
        for other in ["no answer; it was", "p = ", "new mismatches", "\\n"] {
            assert!(!text.contains(other), "{format}: {other}: {text}");
        }
    }
    // the message of a test case is one line, and its text has all lines
    let xml = sandbox.read("j.xml");
    assert!(
        xml.contains("it ended: exit status: 7\" type=\"violation\">mine has no answer"),
        "{xml}"
    );
    // a baseline that does not have the scorer makes no difference
    sandbox.run("eval article -s linked -q -o other").exits(0);
    sandbox.run("baseline accept other").exits(0);
    let output = sandbox.run("gate --run reports").exits(1);
    assert!(
        output.out.contains("FAILED, 1 violation: "),
        "{}",
        output.out
    );
    // without a baseline, the message does not advise accepting such a run
    let output = sandbox
        .run("gate --run reports --baseline none.txt")
        .exits(3);
    assert!(
        output.err.contains(objection) && !output.err.contains("accept"),
        "{}",
        output.err
    );
}

/// Answers one game right. On boards of other sizes, it does what replaces the placeholder, such as
/// failing.
const ONE_SIZE: &str = "while read -r line; do id=${line#*:}; id=${id%%,*}\n\
                        case $line in *'[9,9]'*) echo \"{\\\"id\\\":$id,\\\"score\\\":3}\";; *) OTHER;; esac; done";

#[test]
fn run_of_a_scorer_that_was_given_up_is_never_accepted() {
    let sandbox = sandbox();
    run(&sandbox, "eval article -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox.write("scorer.sh", ONE_SIZE.replace("OTHER", "exit 7").as_bytes());
    let output = run(&sandbox, "eval article").exits(0);
    let advice = "let it answer {\"unsupported\": \"why\"} for boards that it does not support";
    assert!(
        output.out.replace("\n    ", " ").contains(advice),
        "{}",
        output.out
    );
    // its only game is exact, but a rate over one game would be misleading
    let [linked, mine] = ["\nlinked ", "\n> mine "].map(|row| output.out.find(row).expect("a row"));
    assert!(
        linked < mine && output.out[mine..].contains(" 1        –  "),
        "{}",
        output.out
    );
    let refusal =
        "mine was not asked about 35 games after too many failures in a row: let it answer ";
    let output = sandbox.run("baseline accept").exits(2);
    assert!(
        output
            .err
            .starts_with(&format!("seichi: can't accept the run: {refusal}")),
        "{}",
        output.err
    );
    assert_eq!(
        output.err,
        "seichi: can't accept the run: mine was not asked about 35 games after too many \
         failures in a row: let it answer {\"unsupported\": \"why\"} for boards that it does not \
         support\n"
    );
    let output = sandbox.run("gate --run reports").exits(1);
    assert!(
        output.out.contains(&format!("  {refusal}")) && !output.out.contains("accept"),
        "{}",
        output.out
    );
    // with `--max-new-mismatches`, and with a baseline that lacks the scorer
    run(&sandbox, "gate article --max-new-mismatches 99 --alpha 0").exits(1);
    sandbox.run("eval article -s linked -q -o other").exits(0);
    sandbox.run("baseline accept other").exits(0);
    let output = sandbox.run("gate --run reports").exits(1);
    assert!(
        output.out.contains("FAILED, 1 violation: ") && output.out.contains(refusal),
        "{}",
        output.out
    );
    let output = sandbox
        .run("gate --run reports --baseline none.txt")
        .exits(2);
    assert!(
        output.err.contains(refusal) && !output.err.contains("baseline accept"),
        "{}",
        output.err
    );
    sandbox.write(
        "scorer.sh",
        ONE_SIZE
            .replace(
                "OTHER",
                "echo \"{\\\"id\\\":$id,\\\"error\\\":\\\"size\\\"}\"",
            )
            .as_bytes(),
    );
    run(&sandbox, "eval article -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    run(&sandbox, "gate article").exits(0);
}
