//! `seichi compare`: two saved runs.

use std::path::Path;

use serde_json::Value;

use crate::sandbox::{Sandbox, project};

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
        .run("eval article -s linked -s grey -s strict -o a -q")
        .exits(0);
    sandbox
}

#[test]
fn changed_answers_are_shown() {
    let sandbox = sandbox();
    sandbox
        .eval_variants(
            "article",
            "-s linked,grey,flood",
            "b",
            &["linked:size=2:lose-point"],
        )
        .expect("a run");
    let output = sandbox.run("compare a b").exits(0);
    assert!(
        output
            .out
            .contains("40 counted games in both, out of 40 in A and 40 in B."),
        "{}",
        output.out
    );
    assert!(
        output.out.contains("Only in A: strict") && output.out.contains("Only in B: flood"),
        "{}",
        output.out
    );
    let row = |name: &str| {
        output
            .out
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(row("grey ").ends_with("the same"), "{}", output.out);
    assert!(row("linked ").ends_with("worse"), "{}", output.out);
    assert!(
        row("strategy ").contains("  fixed broken ")
            && output.out.contains("\nfixed, broken: games "),
        "{}",
        output.out
    );
    let table = output
        .out
        .lines()
        .filter(|line| !line.starts_with(['A', 'B', ' ']) && !line.contains(".sgf#"));
    assert!(
        table.clone().all(|line| line.chars().count() <= 100),
        "{}",
        output.out
    );
    let value: Value =
        serde_json::from_str(&sandbox.run("compare a b --format json").exits(0).out).expect("JSON");
    let linked = &value["strategies"][0];
    assert_eq!(
        (linked["strategy"].as_str(), linked["verdict"].as_str()),
        (Some("linked"), Some("better")),
        "A is the better one"
    );
    let changed = value["changed"].as_array().expect("changed games");
    assert_eq!(
        changed.len() as u64,
        linked["changed"].as_u64().unwrap_or_default()
    );
    assert!(changed.iter().all(|change| change["strategy"] == "linked"));
    // count from the rows of games.csv
    let exact = |run: &str| {
        let rows = sandbox.rows(&format!("{run}/games.csv"));
        rows.iter()
            .filter(|row| &row["strategy"] == "linked" && &row["outcome"] == "exact")
            .count() as u64
    };
    let count = |name: &str| linked[name].as_u64().unwrap_or_default();
    assert_eq!(
        (
            count("both") + count("a_only"),
            count("both") + count("b_only")
        ),
        (exact("a"), exact("b"))
    );
}

/// At most 30 changes are listed.
#[test]
fn broken_answers_come_first_and_fixed_ones_last() {
    let sandbox = sandbox();
    sandbox
        .eval_variants(
            "article",
            "-s linked,grey",
            "b",
            &["linked:size=2:lose-point", "grey::as-linked"],
        )
        .expect("a run");
    let effects = |line: &str| {
        let output = sandbox.run(line).exits(0).out;
        let listed = output.split(" changed:\n\n").nth(1).unwrap_or_default();
        let mut effects = listed
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(effect, _)| effect.to_owned())
            .collect::<Vec<_>>();
        effects.dedup();
        effects
    };
    for line in ["compare a b", "compare b a"] {
        assert_eq!(effects(line), ["broken", "changed", "fixed"]);
    }
}

#[test]
fn too_few_discordant_games_are_counted() {
    let sandbox = sandbox();
    sandbox
        .eval_variants("article", "-s linked,grey", "b", &["grey::as-linked"])
        .expect("a run");
    let output = sandbox.run("compare a b").exits(0).out;
    let ends = |name: &str, words: &str| {
        output
            .lines()
            .any(|line| line.starts_with(name) && line.ends_with(words))
    };
    assert!(
        ends("grey ", "  too few discordant games: 2") && ends("linked ", "  the same"),
        "{output}"
    );
}

#[test]
fn run_compared_with_itself_has_no_changes() {
    let sandbox = sandbox();
    let output = sandbox.run("compare a a").exits(0);
    assert!(output.out.contains("No answer changed."), "{}", output.out);
}

#[test]
fn runs_without_a_common_strategy_have_no_changes_to_report() {
    let sandbox = sandbox();
    sandbox.run("eval article -s majority -o b -q").exits(0);
    let output = sandbox.run("compare a b").exits(0).out;
    let says_so = output.contains("The runs have no strategy in common.");
    assert!(
        says_so && !output.contains("No answer changed."),
        "{output}"
    );
}

#[test]
fn runs_of_other_games_are_refused_without_common() {
    let sandbox = sandbox();
    std::fs::remove_file(sandbox.path("article/corner-seki.sgf")).expect("the file exists");
    let labels = sandbox.read("article/labels.jsonl");
    assert!(labels.contains("\"W+3\""));
    sandbox.write(
        "article/labels.jsonl",
        labels.replace("\"W+3\"", "\"W+2\"").as_bytes(),
    );
    sandbox
        .run("eval article -s linked -s grey -o b -q")
        .exits(0);
    let output = sandbox.run("compare a b").exits(4);
    assert!(
        output
            .err
            .contains("to compare the games they share, use --common"),
        "{}",
        output.err
    );
    let output = sandbox.run("compare a b --common").exits(0);
    let relabelled = labels.matches("\"W+3\"").count();
    assert!(
        output.out.contains(&format!(
            "{} counted games in both, out of 40 in A",
            40 - 1 - relabelled
        )),
        "{}",
        output.out
    );
    assert!(output.out.contains("No answer changed."), "{}", output.out);
}

#[test]
fn run_with_impossible_counts_is_refused() {
    let sandbox = sandbox();
    let run: Value = serde_json::from_str(&sandbox.read("a/run.json")).expect("JSON");
    let first = "/strata/all/strategies/0";
    let more_than = |field: &str| run.pointer(field).and_then(Value::as_u64).expect("a count") + 1;
    for (field, value) in [
        ("/games", more_than("/games").into()),
        ("/games", 0.into()),
        ("/evaluated", 0.into()),
        ("/skipped/unknown_result", u64::MAX.into()),
        ("/label_checks/consistent", 0.into()),
        (
            &format!("{first}/exact"),
            more_than(&format!("{first}/winner")).into(),
        ),
        (
            &format!("{first}/winner"),
            more_than(&format!("{first}/games")).into(),
        ),
        (&format!("{first}/games"), more_than("/evaluated").into()),
        (
            &format!("{first}/maps_exact"),
            more_than(&format!("{first}/maps")).into(),
        ),
        (&format!("{first}/strategy"), "other".into()),
        ("/strategies", serde_json::json!(["linked", "grey", "grey"])),
        (
            "/strata/all",
            serde_json::json!({"games": 40, "corpus": run["corpus"], "strategies": [], "dead": []}),
        ),
        ("/strata", serde_json::json!({})),
    ] {
        let mut changed = run.clone();
        *changed
            .pointer_mut(field)
            .unwrap_or_else(|| panic!("{field} is in it")) = value;
        sandbox.write("a/run.json", changed.to_string().as_bytes());
        sandbox.seal("a");
        let error = sandbox.run("compare a a").exits(2).err;
        assert_eq!(
            error,
            "seichi: failed to read \"a/run.json\": strategies are missing, or its counts are \
             impossible\n"
        );
    }
    sandbox.write("a/run.json", run.to_string().as_bytes());
    sandbox.seal("a");
    sandbox.run("compare a a").exits(0);
}

#[test]
fn missing_or_damaged_run_is_reported() {
    let sandbox = sandbox();
    sandbox.run("compare a").exits(2);
    assert!(
        sandbox
            .run("compare a nowhere")
            .exits(2)
            .err
            .contains("there is no run in \"nowhere\"; create one")
    );
    let run = sandbox.read("a/run.json");
    // paths have the separator of the system
    let quoted = |name: &str| format!("{:?}", Path::new("b").join(name));
    sandbox.write("b/run.json", b"{}");
    assert!(
        sandbox
            .run("compare a b")
            .exits(2)
            .err
            .contains("comes from another version of seichi: run seichi eval again")
    );
    sandbox.write("b/run.json", run.as_bytes());
    let missing = format!("{} is missing from the run", quoted("boards.ndjson"));
    assert!(sandbox.run("compare a b").exits(2).err.contains(&missing));
    std::fs::create_dir(sandbox.path("b/boards.ndjson")).expect("a folder");
    let unread = sandbox.run("compare a b").exits(2).err;
    assert!(
        unread.contains(&quoted("boards.ndjson")) && !unread.contains("missing"),
        "{unread}"
    );
    std::fs::remove_dir(sandbox.path("b/boards.ndjson")).expect("it is empty");
    sandbox.copy(&sandbox.path("a"), "b");
    sandbox.run("compare a b").exits(0);
    sandbox.write("b/games.csv", b"game,strategy\nx,y\n");
    assert!(
        sandbox
            .run("compare a b")
            .exits(2)
            .err
            .contains(&(quoted("games.csv") + " has changed"))
    );
    sandbox.seal("b");
    assert!(
        sandbox
            .run("compare a b")
            .exits(2)
            .err
            .contains(&(quoted("games.csv") + ": CSV deserialize error"))
    );
    let torn = run.replacen("\"strategy\": \"grey\"", "\"strategy\": \"gray\"", 1);
    assert_ne!(torn, run);
    for changed in [torn.as_bytes(), b"{\xff}"] {
        sandbox.write("b/run.json", changed);
        assert!(
            sandbox
                .run("compare a b")
                .exits(2)
                .err
                .contains(&(quoted("run.json") + " has changed"))
        );
    }
    sandbox.write("b/run.json", torn.as_bytes());
    sandbox.seal("b");
    assert!(
        sandbox
            .run("compare a b")
            .exits(2)
            .err
            .contains("strategies are missing")
    );
}
