//! `merge`: the shares of a run, put together.

use crate::resume::{files_of, same_runs};
use crate::shop::{Shop, project};

/// Names that are not in the order of a list of names, a label, what can't be walked, and archives.
fn shop() -> Shop {
    let shop = Shop::new(&[]);
    shop.copy(&project("corpus/article"), "games/article");
    shop.copy(&project("corpus/gnugo"), "games/gnugo");
    let game = |name: &str| std::fs::read(shop.path(&format!("games/gnugo/{name}"))).expect("a game");
    let (one, two) = (game("19x19-japanese-19001.sgf"), game("19x19-japanese-19003.sgf"));
    for name in ["a.zip!/y.sgf", "a.zip!.sgf", "a.zip x.sgf", "a.zip-.sgf", "two\nlines.sgf", "comma, \"quote\".sgf"] {
        shop.write(&format!("games/{name}"), &one);
    }
    shop.write("games/many.sgf", &[one.clone(), two.clone(), b"(;GM[1]RE[B+R])".to_vec(), one.clone()].concat());
    shop.write("games/labels.jsonl", b"{\"game\": \"many.sgf#2\", \"result\": \"B+100\"}\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(shop.path("games"), shop.path("games/a.zip loop")).expect("a link");
    #[cfg(feature = "archives")]
    {
        use std::io::Write;
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, text) in [("z.sgf", &one), ("b/1.sgf", &two), ("b-1.sgf", &one), ("empty.sgf", &Vec::new())] {
            zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
            zip.write_all(text).expect("a member");
        }
        let zip = zip.finish().expect("a zip").into_inner();
        shop.write("games/a.zip", &zip);
        shop.write("games/broken.zip", &zip[..zip.len() / 2]);
        shop.write("games/none.tar.gz", b"no archive");
    }
    shop
}

#[test]
fn shares_are_the_run_that_one_machine_would_have_written() {
    let shop = shop();
    shop.run("eval games -q -o whole").exits(0);
    for count in [1, 2, 3, 7] {
        let mut runs = Vec::new();
        for number in 1..=count {
            let run = format!("share{number}of{count}");
            shop.run(&format!("eval games --shard {number}/{count} --no-progress -o {run} -j {}", number % 3)).exits(0);
            runs.push(run);
        }
        runs.rotate_left(count / 2);
        let said = shop.run(&format!("merge {} -o merged", runs.join(" "))).exits(0);
        same_runs(&shop, "merged", "whole");
        assert!(said.out.contains("Reports: merged\n"), "{}", said.out);
        assert!(!shop.path("merged/checkpoint.ndjson").exists());
    }
    // and it is a run as any other
    shop.run("compare merged whole").exits(0);
    shop.run("report merged --format html --file page.html").exits(0);
    assert!(!shop.read("merged/run.json").contains("--shard"));
}

#[test]
fn a_share_may_be_taken_up_again() {
    let shop = shop();
    shop.run("eval games -q -o whole").exits(0);
    shop.run("eval games -q --shard 1/2 -o one").exits(0);
    shop.run("eval games -q --shard 2/2 -o two").exits(0);
    // an interruption after ten files, and a file that is gone since
    let text = shop.read("one/checkpoint.ndjson");
    let left: String = text.split_inclusive('\n').take(61).collect();
    shop.write(".again.resume-partial/checkpoint.ndjson", left.as_bytes());
    shop.run("eval games -q --resume --shard 1/2 -o again").exits(0);
    shop.run("merge again two -q -o merged").exits(0);
    same_runs(&shop, "merged", "whole");
    let gone = files_of(&left).into_iter().find(|name| name.starts_with("gnugo/")).expect("one of our own");
    std::fs::remove_file(shop.path(&format!("games/{gone}"))).expect("a file");
    shop.run("eval games -q -o whole").exits(0);
    shop.write(".again.resume-partial/checkpoint.ndjson", left.as_bytes());
    shop.run("eval games -q --resume --shard 1/2 -o again").exits(0);
    shop.run("merge again two -q -o merged").exits(0);
    same_runs(&shop, "merged", "whole");
}

#[test]
fn shares_without_boards_are_a_run_without_boards() {
    let shop = Shop::new(&[]);
    shop.copy(&project("corpus/article"), "games");
    for (run, words) in [("one", "--shard 1/2"), ("two", "--shard 2/2"), ("whole", "")] {
        shop.run(&format!("eval games -q {words} --boards-ndjson none -o {run}")).exits(0);
    }
    shop.run("merge one two -q -o merged").exits(0);
    same_runs(&shop, "merged", "whole");
    assert!(!shop.path("merged/boards.ndjson").exists());
}

#[test]
fn shares_without_games_are_shares() {
    let shop = Shop::new(&[]);
    shop.copy(&project("corpus/article"), "games");
    let runs: Vec<String> = (1..=60).map(|number| format!("share{number}")).collect();
    for (number, run) in (1..).zip(&runs) {
        shop.run(&format!("eval games -q --shard {number}/60 -o {run}")).exits(0);
    }
    let all = runs.join(" ");
    shop.run("eval games -q -o whole").exits(0);
    shop.run(&format!("merge {all} -q -o merged")).exits(0);
    same_runs(&shop, "merged", "whole");
    let said = shop.run(&format!("merge {all} --min-games 1000 -o few")).exits(3);
    assert!(said.err.contains("fewer than --min-games 1000") && !shop.path("few").exists(), "{}", said.err);
}

#[test]
fn what_is_not_all_of_one_run_is_refused() {
    let shop = Shop::new(&[]);
    shop.copy(&project("corpus/article"), "games");
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
        shop.run(&format!("eval games -q {words} -o {run}")).exits(0);
    }
    let text = shop.read("three/checkpoint.ndjson");
    shop.write("cut/checkpoint.ndjson", &text.as_bytes()[..text.len() - 10]);
    shop.write("damaged/checkpoint.ndjson", text.replacen("\"file\"", "\"pile\"", 1).as_bytes());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    shop.write("lost/checkpoint.ndjson", [&lines[..2], &lines[3..]].concat().concat().as_bytes());
    shop.write("old/checkpoint.ndjson", text.replacen("\"version\":\"", "\"version\":\"0.", 1).as_bytes());
    for (runs, why) in [
        ("one two", "not all shares are there: 3/3 is missing"),
        ("two", "1/3, 3/3 are missing"),
        ("one two three two", "two of the runs are share 2/3: two and two"),
        ("one two other", "they differ in \"dead = \\\"auto\\\"\""),
        ("one half", "they differ in shares, 3 here and 2 there"),
        ("one two short", "differ in --games-csv, which is none for one of them"),
        ("one two blind", "differ in --boards-ndjson"),
        ("one two old", "they differ in versions"),
        ("one two cut", "is not whole"),
        ("one two damaged", "line 2"),
        ("one two lost", "files, and not"),
        ("whole", "is no share of a run: evaluate with --shard K/N"),
        ("one two nothing", "failed to read or write \"nothing/checkpoint.ndjson\""),
    ] {
        let said = shop.run(&format!("merge {runs} -o merged")).exits(2);
        assert!(said.err.contains(why), "{runs}: {}", said.err);
        assert!(!shop.path("merged").exists());
    }
    let said = shop.run("merge one two three -o two").exits(2);
    assert!(said.err.contains("is one of the runs, and would be replaced"), "{}", said.err);
    shop.run("eval games --shard 1/2 --limit 3").exits(2);
    for wrong in ["0/2", "3/2", "2", "x"] {
        assert!(shop.run(&format!("eval games --shard {wrong}")).exits(2).err.contains("K/N"));
    }
}
