//! Damaged records.

use crate::damage::damaged;
use crate::sandbox::{Sandbox, project};
use crate::{assert_sound, evaluates, rounds};

/// The records in a round.
const RECORDS: usize = 300;

/// The bytes of the records in this repository.
pub(crate) fn own_records() -> Vec<Vec<u8>> {
    let files = ["corpus/gnugo", "corpus/article"]
        .map(|folder| std::fs::read_dir(project(folder)).expect("a folder"));
    let mut paths: Vec<_> = files
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| std::fs::read(path).expect("a record"))
        .collect()
}

#[test]
fn damaged_records_do_no_harm() {
    let own = own_records();
    let mut records = 0;
    rounds(1, |rng| {
        let sandbox = Sandbox::new(&[]);
        for number in 0..RECORDS {
            let mut bytes = own[rng.usize(..own.len())].clone();
            for _ in 0..rng.u8(1..6) {
                bytes = damaged(rng, bytes);
            }
            if rng.u8(..4) == 0 {
                bytes.extend(&own[rng.usize(..own.len())]);
            }
            if rng.u8(..4) == 0 {
                let text = b"PB[</script><script>alert(1)</script>]";
                let at = rng.usize(..=bytes.len());
                bytes.splice(at..at, text.iter().copied());
            }
            sandbox.write(&format!("games/{number}.sgf"), &bytes);
        }
        records += RECORDS;
        let strategies =
            ["-s linked", "-s flood -s independent", "-s strict -s teire"][rng.usize(..3)];
        if evaluates(&sandbox, strategies) {
            let tables =
                ["games.csv", "skipped.csv"].map(|name| sandbox.read(&format!("two/{name}")));
            for number in 0..RECORDS {
                let row = format!("\n{number}.sgf#");
                let is_reported = tables.iter().any(|table| table.contains(&row))
                    || tables[1].contains(&format!("\n{number}.sgf,"));
                assert!(is_reported, "{number}.sgf has no row");
            }
            let page = sandbox.run("report two --format html").exits(0).out;
            assert_eq!(
                (
                    page.matches("</script>").count(),
                    page.contains("<script>alert")
                ),
                (2, false)
            );
        }
        for line in [
            "score games -q --format ndjson -s linked",
            "inspect games -q",
        ] {
            assert_sound(&sandbox.run(line), line);
        }
    });
    println!("{records} damaged records");
}

/// Values that repeat a short text, in every property that is read. A reader whose time grows with
/// the square of a value's length would not finish.
#[test]
fn long_values_are_read() {
    let properties = [
        "AB", "AE", "AP", "AW", "B", "BR", "C", "CA", "DT", "EV", "FF", "GC", "GM", "GN", "HA",
        "KM", "KO", "PB", "PC", "PW", "RE", "RU", "SO", "SZ", "TB", "TC", "TW", "US", "W", "WR",
    ];
    let texts = [
        "x,",
        "B+",
        "0.5 ",
        "(",
        "komi ",
        "2019-01-01,",
        "白",
        "\\]",
        "目又",
        "1/2",
        "AB[aa]AW[ab]",
        "][aa",
        ";B[aa]",
        ";AB[aa:ss]",
    ];
    let sandbox = Sandbox::new(&[]);
    for property in properties {
        for (number, text) in texts.iter().enumerate() {
            let value = text.repeat(100_000 / text.len());
            let record = format!("(;SZ[19]{property}[{value}];B[aa];W[bb])");
            sandbox.write(&format!("games/{property}-{number}.sgf"), record.as_bytes());
        }
    }
    let line = "inspect games -q";
    assert_sound(&sandbox.run(line), line);
}
