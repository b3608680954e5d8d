//! `seichi explain`, as a user sees it.

use crate::score::CORNER;
use crate::shop::Shop;

#[test]
fn explain_says_where_answers_differ() {
    let shop = Shop::new(&[
        ("g/corner.sgf", CORNER),
        ("labels.jsonl", r#"{"game": "g/corner.sgf#1", "result": "W+29", "dead": [], "black_territory": ["aa"]}"#),
    ]);
    let said = shop.run("explain g/corner.sgf#1 --labels labels.jsonl").exits(0);
    for words in
        ["7 board, japanese rules, komi 0", "label: W+29 by unknown (RE+file, inconsistent)", "flood", "Black's: flood"]
    {
        let words = words.replace("RE+file", "file");
        assert!(said.out.contains(&words), "{words}: {}", said.out);
    }
    assert!(shop.run("explain g/corner.sgf").exits(0).out.contains("All answers give every point to the same side."));
    assert!(shop.run("explain g/corner.sgf#2").exits(2).err.contains("the file has 1 games"));
    assert!(shop.run("explain g").exits(0).out.contains("corner.sgf#1"), "a folder of one game is that game");
    shop.run("explain nowhere.sgf#1").exits(2);
}
