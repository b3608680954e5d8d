//! `merge`: the shares of a run, put together.

use crate::resume::{files_of, same_runs};
use crate::sandbox::{Sandbox, project, sealed_lines};

/// Names that are not in the order of a list of names, a label, what can't be walked, and archives.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games/article");
    sandbox.copy(&project("corpus/gnugo"), "games/gnugo");
    let game = |name: &str| std::fs::read(sandbox.path(&format!("games/gnugo/{name}"))).expect("a game");
    let (one, two) = (game("19x19-japanese-19001.sgf"), game("19x19-japanese-19003.sgf"));
    for name in ["a.zip!/y.sgf", "a.zip!.sgf", "a.zip x.sgf", "a.zip-.sgf", "two\nlines.sgf", "comma, \"quote\".sgf"] {
        sandbox.write(&format!("games/{name}"), &one);
    }
    sandbox.write("games/many.sgf", &[one.clone(), two.clone(), b"(;GM[1]RE[B+R])".to_vec(), one.clone()].concat());
    sandbox.write("games/labels.jsonl", b"{\"game\": \"many.sgf#2\", \"result\": \"B+100\"}\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(sandbox.path("games"), sandbox.path("games/a.zip loop")).expect("a link");
    #[cfg(feature = "archives")]
    {
        use std::io::Write;
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, text) in [("z.sgf", &one), ("b/1.sgf", &two), ("b-1.sgf", &one), ("empty.sgf", &Vec::new())] {
            zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
            zip.write_all(text).expect("a member");
        }
        let zip = zip.finish().expect("a zip").into_inner();
        sandbox.write("games/a.zip", &zip);
        sandbox.write("games/broken.zip", &zip[..zip.len() / 2]);
        sandbox.write("games/none.tar.gz", b"no archive");
    }
    sandbox
}

#[test]
fn shares_are_the_run_that_one_machine_would_have_written() {
    let sandbox = sandbox();
    sandbox.run("eval games -q -o whole").exits(0);
    for count in [1, 2, 3, 7] {
        let mut runs = Vec::new();
        for number in 1..=count {
            let run = format!("share{number}of{count}");
            sandbox
                .run(&format!("eval games --shard {number}/{count} --no-progress -o {run} -j {}", number % 3))
                .exits(0);
            runs.push(run);
        }
        runs.rotate_left(count / 2);
        let output = sandbox.run(&format!("merge {} -o merged", runs.join(" "))).exits(0);
        same_runs(&sandbox, "merged", "whole");
        assert!(output.out.contains("Reports: merged\n"), "{}", output.out);
        assert!(!sandbox.path("merged/checkpoint.ndjson").exists());
    }
    // and it is a run as any other
    sandbox.run("compare merged whole").exits(0);
    sandbox.run("report merged --format html --file page.html").exits(0);
    assert!(!sandbox.read("merged/run.json").contains("--shard"));
}

#[test]
fn a_share_may_be_taken_up_again() {
    let sandbox = sandbox();
    sandbox.run("eval games -q -o whole").exits(0);
    sandbox.run("eval games -q --shard 1/2 -o one").exits(0);
    sandbox.run("eval games -q --shard 2/2 -o two").exits(0);
    // an interruption after ten files, and a file that is gone since
    let text = sandbox.read("one/checkpoint.ndjson");
    let left: String = text.split_inclusive('\n').take(61).collect();
    sandbox.write(".again.resume-partial/checkpoint.ndjson", left.as_bytes());
    sandbox.run("eval games -q --resume --shard 1/2 -o again").exits(0);
    sandbox.run("merge again two -q -o merged").exits(0);
    same_runs(&sandbox, "merged", "whole");
    let gone = files_of(&left).into_iter().find(|name| name.starts_with("gnugo/")).expect("one of our own");
    std::fs::remove_file(sandbox.path(&format!("games/{gone}"))).expect("a file");
    sandbox.run("eval games -q -o whole").exits(0);
    sandbox.write(".again.resume-partial/checkpoint.ndjson", left.as_bytes());
    sandbox.run("eval games -q --resume --shard 1/2 -o again").exits(0);
    sandbox.run("merge again two -q -o merged").exits(0);
    same_runs(&sandbox, "merged", "whole");
}

#[test]
fn shares_without_boards_are_a_run_without_boards() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    for (run, words) in [("one", "--shard 1/2"), ("two", "--shard 2/2"), ("whole", "")] {
        sandbox.run(&format!("eval games -q {words} --boards-ndjson none -o {run}")).exits(0);
    }
    sandbox.run("merge one two -q -o merged").exits(0);
    same_runs(&sandbox, "merged", "whole");
    assert!(!sandbox.path("merged/boards.ndjson").exists());
}

#[test]
fn shares_without_games_are_shares() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    let runs: Vec<String> = (1..=60).map(|number| format!("share{number}")).collect();
    for (number, run) in (1..).zip(&runs) {
        sandbox.run(&format!("eval games -q --shard {number}/60 -o {run}")).exits(0);
    }
    let all = runs.join(" ");
    sandbox.run("eval games -q -o whole").exits(0);
    sandbox.run(&format!("merge {all} -q -o merged")).exits(0);
    same_runs(&sandbox, "merged", "whole");
    let output = sandbox.run(&format!("merge {all} --min-games 1000 -o few")).exits(3);
    assert!(
        output.err.contains("fewer than --min-games 1000 asks for") && !sandbox.path("few").exists(),
        "{}",
        output.err
    );
}

#[test]
fn what_is_not_all_of_one_run_is_refused() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    for (run, words) in [
        ("one", "--shard 1/3"),
        ("two", "--shard 2/3"),
        ("three", "--shard 3/3"),
        ("other", "--shard 3/3 --dead none"),
        ("half", "--shard 2/2"),
        ("short", "--shard 3/3 --games-csv none"),
        ("blind", "--shard 3/3 --boards-ndjson none"),
        ("whole", ""),
    ] {
        sandbox.run(&format!("eval games -q {words} -o {run}")).exits(0);
    }
    let text = sandbox.read("three/checkpoint.ndjson");
    sandbox.write("cut/checkpoint.ndjson", &text.as_bytes()[..text.len() - 10]);
    sandbox.write("damaged/checkpoint.ndjson", text.replacen(",B+", ",W+", 1).as_bytes());
    let unknown = text.replacen("\"file\"", "\"pile\"", 1);
    sandbox.write("unknown/checkpoint.ndjson", sealed_lines(&unknown).as_bytes());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    sandbox.write("lost/checkpoint.ndjson", [&lines[..2], &lines[3..]].concat().concat().as_bytes());
    let old = text.replacen("\"version\":\"", "\"version\":\"0.", 1);
    sandbox.write("old/checkpoint.ndjson", sealed_lines(&old).as_bytes());
    sandbox.copy(&sandbox.path("three"), "more");
    sandbox.write("more/checkpoint.ndjson", format!("{text}{{").as_bytes());
    for (runs, why) in [
        ("one two", "not all shares are there: 3/3 is missing"),
        ("two", "1/3, 3/3 are missing"),
        ("one two three two", "two of the runs are share 2/3: two and two"),
        ("one two other", "they differ in \"dead = auto\""),
        ("one half", "they differ in shares, 3 here and 2 there"),
        ("one two short", "differ in --games-csv, which is none for one of them"),
        ("one two blind", "differ in --boards-ndjson"),
        ("one two old", "they differ in versions"),
        ("one two cut", "is not whole"),
        ("one two damaged", "it has changed since its run wrote it"),
        ("one two unknown", "line 2: unknown variant `pile`"),
        ("one two more", "more/checkpoint.ndjson\" has changed since the run wrote it"),
        ("one two lost", "files, and not"),
        ("whole", "is no share of a run: evaluate with --shard K/N"),
        ("one two nothing", "failed to read or write \"nothing/checkpoint.ndjson\""),
    ] {
        let output = sandbox.run(&format!("merge {runs} -o merged")).exits(2);
        assert!(output.err.contains(why), "{runs}: {}", output.err);
        assert!(!sandbox.path("merged").exists());
    }
    let output = sandbox.run("merge one two three -o two").exits(2);
    assert!(output.err.contains("is one of the runs, and would be replaced"), "{}", output.err);
    sandbox.run("eval games --shard 1/2 --limit 3").exits(2);
    for wrong in ["0/2", "3/2", "2", "x"] {
        assert!(sandbox.run(&format!("eval games --shard {wrong}")).exits(2).err.contains("K/N"));
    }
}
