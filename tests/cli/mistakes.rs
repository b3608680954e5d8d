//! Typical mistakes in the commands of scorers: each message suggests a remedy.

use crate::sandbox::{RunOutput, Sandbox, project};

/// Answers every position with no territory.
const NOTHING: &str = "while read -r line; do id=${line#*:}; id=${id%%,*}; \
                       echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("scorer.sh", NOTHING)]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

/// Runs `eval` with arguments that it refuses, and returns its message.
#[track_caller]
fn refusal(sandbox: &Sandbox, words: &[&str]) -> String {
    let output = RunOutput::of(sandbox.program().args(["eval", "article"]).args(words)).exits(2);
    assert!(
        output.out.is_empty() && !sandbox.path("reports").exists(),
        "no game is read: {}",
        output.out
    );
    output.err
}

#[test]
fn missing_quotes_are_pointed_out() {
    let sandbox = sandbox();
    let quotes = "seichi: \"scorer.sh\" is neither an SGF file nor an archive; if it is an \
                  argument for the scorer, quote the whole value: --scorer 'NAME=COMMAND scorer.sh'\n";
    assert_eq!(
        refusal(&sandbox, &["--scorer", "mine=sh", "scorer.sh"]),
        quotes
    );
    // a record may have any file ending, and text before its first game
    sandbox.write(
        "record.bin",
        b"saved by a client\n( ;SZ[5]RU[Japanese]KM[0]RE[B+25]AB[cc])",
    );
    sandbox
        .run("eval record.bin --dead none -s linked -q")
        .exits(0);
}

#[test]
fn files_of_another_flag_are_pointed_out() {
    let sandbox = sandbox();
    sandbox.write("labels.csv", b"game,result\n");
    let message = refusal(&sandbox, &["labels.csv"]);
    let flag = "\"labels.csv\" is neither an SGF file nor an archive\n";
    assert!(message.ends_with(flag), "{message}");
    let message = refusal(&sandbox, &["--labels", "labels.csv"]);
    let line =
        "\"labels.csv\", line 1: expected a JSON object: a labels file has one on each line\n";
    assert!(message.ends_with(line), "{message}");
}

#[test]
fn scorer_named_like_a_strategy_is_refused() {
    let sandbox = sandbox();
    let message = refusal(&sandbox, &["-s", "grey", "--scorer", "linked=sh scorer.sh"]);
    assert_eq!(
        message,
        "seichi: --scorer linked: linked is a built-in strategy; give the scorer another name\n"
    );
}

#[test]
fn program_that_cannot_be_started_gets_advice() {
    let text = refusal(&sandbox(), &["--scorer", "mine=no-such-program"]);
    assert!(
        text.ends_with("; check the name and the path of the program\n"),
        "{text}"
    );
    let text = refusal(&sandbox(), &["--scorer", "mine=./scorer.sh"]);
    assert!(text.ends_with(" start it with its interpreter\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn script_gets_advice_about_its_mode_and_first_line() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = sandbox();
    let message = |mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(sandbox.path("scorer.sh"), permissions).expect("the file exists");
        refusal(&sandbox, &["--scorer", "mine=./scorer.sh"])
    };
    let text = message(0o644);
    let advice = "; make it executable, or start it with its interpreter\n";
    assert!(
        text.contains("./scorer.sh: Permission denied") && text.ends_with(advice),
        "{text}"
    );
    let text = message(0o755);
    let advice = "; it has no #! line, so start it with its interpreter\n";
    assert!(
        text.contains("Exec format error") && text.ends_with(advice),
        "{text}"
    );
    sandbox.write("scorer.sh", b"#!/no/such/interpreter\n");
    assert!(message(0o755).ends_with("; the interpreter that its #! line names is missing\n"));
}

#[test]
fn logs_on_standard_output_are_pointed_out() {
    let sandbox = sandbox();
    sandbox.write(
        "scorer.sh",
        b"while read -r line; do echo hello debug; done",
    );
    let output =
        RunOutput::of(
            sandbox
                .program()
                .args(["eval", "article", "--scorer", "mine=sh scorer.sh"]),
        )
        .exits(3);
    let why = "the answer is not JSON (only answers may go to standard output; send logs to standard error): it wrote \"hello debug\"\n";
    assert!(output.err.ends_with(why), "{}", output.err);
}
