//! `seichi baseline`: accept, show, diff.

use crate::shop::{Said, Shop, project};

fn shop() -> Shop {
    let shop = Shop::new(&[]);
    shop.copy(&project("corpus/article"), "article");
    shop.run("eval article -s linked -s strict -q").exits(0);
    shop
}

#[test]
fn a_baseline_is_sorted_text() {
    let shop = shop();
    let said = shop.run("baseline accept").exits(0);
    assert!(said.out.starts_with("seichi-baseline.txt: 2 strategies, ") && said.out.contains("(new)"), "{}", said.out);
    let text = shop.read("seichi-baseline.txt");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("mismatch,")).collect();
    assert!(lines.len() > 10 && lines.is_sorted(), "{text}");
    let mismatches = shop.rows("reports/mismatches.csv");
    let counted = mismatches.iter().filter(|row| &row["label_check"] != "inconsistent").count();
    assert_eq!(lines.len(), counted);
    assert!(text.lines().any(|line| line.starts_with("strategy,linked,40,36,")), "{text}");
    let said = shop.run("baseline accept").exits(0);
    assert!(said.out.contains("(0 added, 0 gone, 0 changed)"), "{}", said.out);
    assert_eq!(shop.read("seichi-baseline.txt"), text, "the same run, the same bytes");
}

#[test]
fn a_machine_accepts_nothing_unless_forced() {
    let shop = shop();
    let accept =
        |value: &str, more: &[&str]| Said::of(shop.program().args(["baseline", "accept"]).args(more).env("CI", value));
    let said = accept("true", &[]).exits(2);
    assert!(said.err.contains("accept by hand, or use --force"), "{}", said.err);
    assert!(!shop.path("seichi-baseline.txt").exists());
    accept("1", &[]).exits(2);
    accept("true", &["--force"]).exits(0);
    accept("false", &[]).exits(0);
}

#[test]
fn differences_are_shown_before_they_are_accepted() {
    let shop = shop();
    shop.run("baseline accept").exits(0);
    let said = shop.run("baseline diff").exits(0);
    assert_eq!(said.out, "The run is as the baseline has it.\n");
    shop.run("eval article -s linked -s grey --variant linked:size=2:lose-point -o other -q").exits(0);
    let said = shop.run("baseline diff other").exits(0);
    for start in ["~ linked: 40 games, ", "- strict: 40 games", "+ grey: 40 games", "+ eye-table-", "- snapback"] {
        assert!(said.out.lines().any(|line| line.starts_with(start)), "{start}: {}", said.out);
    }
    let said = shop.run("baseline accept other").exits(0);
    assert!(said.out.contains(" added, "), "{}", said.out);
    assert_eq!(shop.run("baseline diff other").exits(0).out, "The run is as the baseline has it.\n");
}

#[test]
fn a_baseline_is_shown() {
    let shop = shop();
    shop.run("baseline accept --baseline b/b.txt").exits(0);
    let said = shop.run("baseline show --baseline b/b.txt").exits(0);
    assert!(said.out.contains("linked") && said.out.contains("corpus:"), "{}", said.out);
    let said = shop.run("baseline show --baseline b/b.txt --format json").exits(0);
    let value: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(value["strategies"]["linked"]["games"], 40);
    assert!(value["mismatches"][0]["delta"].is_number());
    shop.run("baseline show").exits(4);
    shop.run("baseline accept nowhere").exits(2);
}

#[test]
fn a_damaged_baseline_is_told_and_never_passes() {
    let shop = shop();
    shop.run("baseline accept").exits(0);
    let whole = shop.read("seichi-baseline.txt");
    let lines: Vec<&str> = whole.lines().collect();
    let mismatch = lines.iter().position(|line| line.starts_with("mismatch,")).expect("a mismatch");
    let without =
        |number: usize| lines[..number].iter().chain(&lines[number + 1..]).copied().collect::<Vec<_>>().join("\n");
    let twice = format!("{whole}{}\n", lines[mismatch]);
    for (text, words) in [
        (without(mismatch), "it says "),
        (lines[..12].join("\n"), "it says "),
        (format!("{whole}mismatch,zzz.sgf#1,linked,exact,0,400\n"), "it says "),
        (twice, "comes twice"),
        (format!("<<<<<<< ours\n{whole}"), "line 1: it does not begin with seichi-baseline,1"),
        (whole.replace("\ngames,", "\n<<<<<<< ours\ngames,"), "is no line of a baseline"),
        (whole.replace("seichi-baseline,1", "seichi-baseline,2"), "it does not begin with seichi-baseline,1"),
        (whole.replace(",wrong,", ",awful,"), "the outcome is exact, winner, wrong or none"),
        (whole.replace("\ngames,", "\nplayers,"), "is no line of a baseline"),
        (String::new(), "the line version is missing"),
        ("\u{0}\u{1}".to_owned(), "it does not begin with"),
    ] {
        shop.write("seichi-baseline.txt", text.as_bytes());
        let said = shop.run("gate article -s linked -s strict").exits(4);
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    shop.write("seichi-baseline.txt", b"\xff\xfe");
    assert!(shop.run("gate --run reports").exits(4).err.contains("is no text"));
    // line ends of another system are no damage
    shop.write("seichi-baseline.txt", whole.replace('\n', "\r\n").as_bytes());
    shop.run("gate --run reports").exits(0);
    assert!(shop.run("gate --run reports --baseline reports").exits(2).err.contains("failed to read reports"));
}

#[test]
fn nothing_else_is_overwritten_and_links_are_kept() {
    let shop = shop();
    shop.write("notes.md", b"mine");
    let said = shop.run("baseline accept --baseline notes.md").exits(2);
    assert!(said.err.contains("notes.md is no baseline"), "{}", said.err);
    assert_eq!(shop.read("notes.md"), "mine");
    shop.write("seichi.toml", b"force = true");
    assert!(shop.run("baseline accept").exits(2).err.contains("no command has a setting \"force\""));
    std::fs::remove_file(shop.path("seichi.toml")).expect("it is there");
    #[cfg(unix)]
    {
        shop.run("baseline accept --baseline kept/b.txt").exits(0);
        std::os::unix::fs::symlink("kept/b.txt", shop.path("link.txt")).expect("a link");
        shop.run("baseline accept --baseline link.txt").exits(0);
        assert!(shop.path("link.txt").is_symlink());
    }
    shop.run("baseline accept").exits(0);
    shop.run("eval article -s linked -q").exits(0);
    assert!(shop.run("baseline accept").exits(0).out.contains("no longer looked after: strict"));
}
