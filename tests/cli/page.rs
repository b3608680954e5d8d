//! `seichi report --format html`, as a user sees it.

use crate::score::CORNER;
use crate::shop::Shop;

/// A run of one game on which the label differs, by a name that is markup.
fn shop() -> Shop {
    let label = r#"{"game": "a <b>&'.sgf#1", "result": "W+30", "dead": [], "black_territory": ["aa"],
        "origin": "</script><!--\u2028\"x"}"#
        .replace('\n', " ");
    let shop = Shop::new(&[("g/a <b>&'.sgf", CORNER), ("g/labels.jsonl", &label)]);
    shop.run("eval g -o out").exits(0);
    shop
}

#[test]
fn the_page_is_of_the_run_alone() {
    let shop = shop();
    let lines = shop.read("out/boards.ndjson");
    let board: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(board["position"][0], "..XO...");
    assert_eq!(board["label_map"][0], "b.XO...");
    assert_eq!(board["answers"][0]["map"][0], "bbXOwww");
    // neither the games nor the tables of all answers are needed
    std::fs::remove_dir_all(shop.path("g")).expect("the games");
    std::fs::remove_file(shop.path("out/games.csv")).expect("the table");
    shop.run("report out --format html --file out/report.html").exits(0);
    let page = shop.read("out/report.html");
    assert_eq!(shop.run("report out --format html").exits(0).out, page);
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("'http://www.w3.org/2000/svg'").count(), "only the name of SVG is one");
    shop.write("g/a.sgf", CORNER.as_bytes());
    shop.run("eval g -o out --dead none").exits(3);
    assert!(shop.path("out/report.html").exists(), "nothing was written, so nothing goes");
}

#[test]
fn nothing_in_a_page_is_markup_that_a_record_brought() {
    let shop = shop();
    let page = shop.run("report out --format html").exits(0).out;
    assert_eq!((page.matches("</script>").count(), page.matches("<!--").count()), (2, 0));
    assert!(!page.contains("<b>&") && !page.contains('\u{2028}'));
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["games"][0][0], "a <b>&'.sgf#1");
    assert!(data["words"].as_array().expect("words").contains(&"</script><!--\u{2028}\"x".into()));
}

#[test]
fn a_damaged_run_is_said() {
    let shop = shop();
    shop.write("out/boards.ndjson", b"{}\n");
    let said = shop.run("report out --format html").exits(2);
    assert!(said.err.contains("boards.ndjson\", line 1: missing field"), "{}", said.err);
    std::fs::remove_file(shop.path("out/boards.ndjson")).expect("the file");
    assert!(shop.run("report out --format html").exits(2).err.contains("boards.ndjson"));
}
