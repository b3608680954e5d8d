//! `seichi-corpus sample`, as a user sees it.

use crate::sandbox::{Sandbox, project};

/// Returns the names of the files in a folder, with their contents, sorted.
fn files(sandbox: &Sandbox, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(sandbox.path(folder)).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry"))
        .map(|entry| {
            (
                entry.file_name().into_string().expect("text"),
                std::fs::read(entry.path()).expect("bytes"),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn sample_has_the_share_of_each_kind_and_depends_only_on_the_seed() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/gnugo"), "games");
    sandbox.write("games/resigned.sgf", b"(;SZ[9]KM[6.5]RE[B+R];B[ee])");
    sandbox
        .seichi("eval games -s linked -q --size 9 -o run")
        .exits(0);
    for (out, more) in [("one", ""), ("two", ""), ("three", "--seed 5")] {
        let output = sandbox
            .run(&format!("sample run -n 30 -o {out} {more}"))
            .exits(0);
        assert!(output.out.ends_with(": 30 records\n"), "{}", output.out);
    }
    let [one, two, three] = ["one", "two", "three"].map(|folder| files(&sandbox, folder));
    assert_eq!(one.len(), 30);
    assert!(one == two && one != three);
    let all = files(&sandbox, "games");
    let nines = all.iter().filter(|(name, _)| name.starts_with("9x9-"));
    let chinese = |files: &[(String, Vec<u8>)]| {
        files
            .iter()
            .filter(|(name, _)| name.contains("chinese"))
            .count()
    };
    let nines: Vec<(String, Vec<u8>)> = nines.cloned().collect();
    assert!(
        one.iter().all(|file| nines.contains(file)),
        "copies of counted games of that size"
    );
    let share = chinese(&nines) * 30 / nines.len();
    assert!(
        chinese(&one).abs_diff(share) <= 1,
        "{} of 30, not {share}",
        chinese(&one)
    );
    sandbox.run("sample run -n 30 -o one").exits(2);
    sandbox.run("sample run -n 9999 -o whole").exits(0);
    let rows = sandbox.rows("run/games.csv");
    let counted = rows
        .iter()
        .filter(|row| row["label_check"] != "inconsistent")
        .map(|row| row["game"].replace("#1", ""));
    let copies: Vec<String> = files(&sandbox, "whole")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(copies, counted.collect::<Vec<_>>());
}

#[test]
fn copies_of_one_name_are_an_error() {
    let sandbox = Sandbox::new(&[]);
    for (copy, name) in [
        ("a b.sgf", "9x9-japanese-9001.sgf"),
        ("a-b.sgf", "9x9-japanese-9003.sgf"),
    ] {
        let record =
            std::fs::read(project("corpus/gnugo").join(name)).expect("a game of the corpus");
        sandbox.write(&format!("games/{copy}"), &record);
    }
    sandbox.seichi("eval games -s linked -q -o run").exits(0);
    let output = sandbox.run("sample run -n 2 -o out").exits(2);
    assert!(
        output.err.contains("failed to write a-b.sgf as a-b.sgf"),
        "{}",
        output.err
    );
    assert_eq!(
        sandbox.names("."),
        ["games", "run"],
        "no part of the sample"
    );
}
