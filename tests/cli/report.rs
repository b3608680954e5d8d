//! `seichi report`: a saved run again.

use serde_json::Value;

use crate::sandbox::{RunOutput, Sandbox, project};

fn sandbox() -> (Sandbox, RunOutput) {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    let output = sandbox
        .run("eval article -s linked -s grey -s strict")
        .exits(0);
    (sandbox, output)
}

#[test]
fn text_equals_the_output_of_eval() {
    let (sandbox, output) = sandbox();
    let printed: String = output
        .out
        .lines()
        .filter(|line| {
            !["Reports:", "Mismatches:", "Page:"]
                .iter()
                .any(|start| line.starts_with(start))
        })
        .map(|l| l.to_owned() + "\n")
        .collect();
    assert_eq!(sandbox.run("report").exits(0).out, printed);
    assert!(
        output
            .out
            .ends_with("Page: seichi report reports --format html > report.html\n"),
        "{}",
        output.out
    );
}

#[test]
fn json_equals_the_output_of_eval() {
    let (sandbox, _) = sandbox();
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let mut evaluated = value(
        &sandbox
            .run("eval article -s linked -s grey -s strict --format json")
            .exits(0)
            .out,
    );
    let again = value(&sandbox.run("report reports --format json").exits(0).out);
    assert_eq!(again, evaluated);
    // run.json has all figures, and times
    let run = value(&sandbox.read("reports/run.json"));
    for (key, figure) in evaluated.as_object_mut().expect("figures") {
        assert_eq!(&run[key], figure, "{key}");
    }
}

#[test]
fn pairs_add_up() {
    let (sandbox, _) = sandbox();
    let pairs = sandbox.rows("reports/pairwise.csv");
    assert_eq!(pairs.len(), 3);
    let games = sandbox.rows("reports/games.csv");
    let exact = |name: &str, game: &str| {
        let row = games
            .iter()
            .find(|row| &row["strategy"] == name && &row["game"] == game)
            .expect("a row");
        &row["outcome"] == "exact"
    };
    for pair in &pairs {
        let mut counts = [0; 4];
        for row in games.iter().filter(|row| &row["strategy"] == "linked") {
            let (a, b) = (
                exact(&pair["a"], &row["game"]),
                exact(&pair["b"], &row["game"]),
            );
            counts[usize::from(!a) * 2 + usize::from(!b)] += 1;
        }
        let columns = ["both", "a_only", "b_only", "neither"]
            .map(|column| pair[column].parse::<i32>().expect("a number"));
        assert_eq!(columns, counts, "{} {}", &pair["a"], &pair["b"]);
        assert_eq!(pair["games"].parse::<i32>().ok(), Some(counts.iter().sum()));
        let diff = f64::from(counts[1] - counts[2]) / f64::from(counts.iter().sum::<i32>());
        assert_eq!(&pair["diff"], &format!("{diff:.6}"));
    }
    assert_eq!(
        (&pairs[1]["a"], &pairs[1]["b"], &pairs[1]["verdict"]),
        ("linked", "strict", "better")
    );
}

#[test]
fn every_format_renders_the_saved_run() {
    let (sandbox, _) = sandbox();
    let markdown = sandbox.run("report --format markdown").exits(0).out;
    assert!(markdown.contains("| linked | 40 |"), "{markdown}");
    let junit = sandbox.run("report --format junit").exits(0).out;
    assert!(junit.contains("<testsuite name=\"games\""), "{junit}");
    let github = sandbox.run("report --format github").exits(0).out;
    assert!(
        github.starts_with("::notice title=seichi::linked%3A")
            || github.starts_with("::notice title=seichi::linked: ")
    );
    assert_eq!(github.lines().count(), 1);
    let summary = sandbox.path("step.md");
    let output = RunOutput::of(
        sandbox
            .program()
            .args([
                "eval", "article", "-s", "linked", "-s", "grey", "-s", "strict", "--format",
                "github",
            ])
            .env("GITHUB_STEP_SUMMARY", &summary),
    );
    assert!(output.exits(0).out.ends_with(&github));
    assert_eq!(sandbox.read("step.md"), markdown);
    sandbox.run("report nowhere").exits(2);
}

#[test]
fn formats_render_new_runs_and_are_refused_for_other_documents() {
    let (sandbox, _) = sandbox();
    for format in ["text", "json", "github", "markdown", "junit", "html"] {
        let line = format!("eval article -s linked -s grey -s strict --format {format}");
        let new = sandbox.run(&line).exits(0).out;
        let saved = sandbox
            .run(&format!("report --format {format}"))
            .exits(0)
            .out;
        assert!(
            new.contains("linked") && saved.contains("linked"),
            "{new}{saved}"
        );
        let compared = sandbox.run(&format!("compare reports reports --format {format}"));
        if ["text", "json"].contains(&format) {
            compared.exits(0);
        } else {
            let message = compared.exits(2).err;
            assert!(
                message.contains("[possible values: text, json]"),
                "{message}"
            );
        }
    }
}

#[test]
fn closed_pipe_is_not_a_failure() {
    let (sandbox, _) = sandbox();
    sandbox.run("baseline accept").exits(0);
    for line in [
        "report",
        "report --format json",
        "compare reports reports",
        "baseline show",
        "gate --run reports",
    ] {
        sandbox.run_into_closed_pipe(line);
    }
}

#[test]
fn labels_of_another_scorer_are_called_agreement() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+9.5]PC[The KGS Go Server at http://www.gokgs.com/]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    let sandbox = Sandbox::new(&[("a.sgf", game)]);
    let output = sandbox.run("eval a.sgf --dead none").exits(0);
    let warning =
        "KGS: labels by the server's grey filling. Rates measure agreement, not accuracy.";
    assert!(output.out.contains(warning), "{}", output.out);
    for format in ["markdown", "github"] {
        assert!(
            sandbox
                .run(&format!("report --format {format}"))
                .exits(0)
                .out
                .contains(warning),
            "{format}"
        );
    }
    let sandbox = Sandbox::new(&[(
        "a.sgf",
        &game.replace("The KGS Go Server at http://www.gokgs.com/", "London"),
    )]);
    assert!(
        !sandbox
            .run("eval a.sgf --dead none")
            .exits(0)
            .out
            .contains("agreement")
    );
}

#[test]
fn missing_run_message_says_how_to_create_one() {
    let sandbox = Sandbox::new(&[("empty/notes.txt", "mine"), ("file.txt", "")]);
    for (line, words) in [
        (
            "report",
            "there is no run in \"reports\"; create one with: seichi eval PATH... -o \"reports\"\n",
        ),
        (
            "report empty",
            "there is no run in \"empty\"; create one with: seichi eval PATH... -o \"empty\"\n",
        ),
        (
            "report file.txt",
            "failed to read \"file.txt\": it is a file, not the folder of a run\n",
        ),
        (
            "report missing --format html",
            "there is no run in \"missing\"; create one with: seichi eval PATH... -o \"missing\"\n",
        ),
    ] {
        let output = sandbox.run(line).exits(2);
        assert_eq!(output.err, format!("seichi: {words}"), "{line}");
    }
}
