//! Standard input and compressed records: the same games as from a plain file.

use std::fs::File;
use std::io::Write;

use crate::sandbox::{RunOutput, Sandbox, project};

/// The compressions, each as the ending of a record.
const ENDINGS: [&str; 3] = ["sgf.gz", "sgf.bz2", "sgf.zst"];

fn compressed(ending: &str, bytes: &[u8]) -> Vec<u8> {
    fn written<W: Write>(
        mut writer: W,
        bytes: &[u8],
        end: impl FnOnce(W) -> std::io::Result<Vec<u8>>,
    ) -> Vec<u8> {
        writer.write_all(bytes).expect("a stream");
        end(writer).expect("a stream")
    }
    match ending {
        "sgf.gz" => {
            let writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            written(writer, bytes, flate2::write::GzEncoder::finish)
        }
        "sgf.bz2" => {
            let writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            written(writer, bytes, bzip2::write::BzEncoder::finish)
        }
        _ => zstd::encode_all(bytes, 1).expect("a stream"),
    }
}

/// Runs the program with a file as its standard input.
fn fed(sandbox: &Sandbox, line: &str, file: &str) -> RunOutput {
    let input = File::open(sandbox.path(file)).expect("a file");
    RunOutput::of(sandbox.program().args(line.split_whitespace()).stdin(input))
}

/// Returns records of `corpus/`, one after another: several hundred games, more than are read at
/// once.
fn records() -> Vec<u8> {
    let mut games = Vec::new();
    for folder in ["corpus/article", "corpus/gnugo"] {
        let mut paths: Vec<_> = std::fs::read_dir(project(folder))
            .expect("a folder")
            .flatten()
            .collect();
        paths.sort_by_key(std::fs::DirEntry::file_name);
        for path in paths
            .iter()
            .map(std::fs::DirEntry::path)
            .filter(|path| path.extension().is_some_and(|end| end == "sgf"))
        {
            games.extend(std::fs::read(path).expect("a record"));
        }
    }
    games.repeat(200_000 / games.len() + 1)
}

/// A record with all kinds of damage between its games.
fn damaged() -> Vec<u8> {
    let game = "(;SZ[5]KM[0.5]RE[B+5.5];B[aa];W[bb])";
    let odd = "text ;B[aa] (no game) (;SZ[x]) ) (;GM[3]) (;C[a \\] (; b) ";
    [
        &game.repeat(4000),
        odd,
        &game.repeat(4000),
        "(;B[aa](;W[bb]",
        &game.repeat(20),
        "(;C[cut off",
    ]
    .concat()
    .into_bytes()
}

/// Asserts that two runs differ only in times and command lines.
fn same_runs(sandbox: &Sandbox, one: &str, other: &str) {
    assert_eq!(sandbox.names(one), sandbox.names(other));
    for name in sandbox.names(one).iter().filter(|name| *name != "run.json") {
        assert!(
            sandbox.read(&format!("{one}/{name}")) == sandbox.read(&format!("{other}/{name}")),
            "{name} differs"
        );
    }
    let figures = |run: &str| {
        let mut json: serde_json::Value =
            serde_json::from_str(&sandbox.read(&format!("{run}/run.json"))).expect("JSON");
        for key in [
            "arguments",
            "jobs",
            "started",
            "seconds",
            "stage_seconds",
            "digest",
        ] {
            json.as_object_mut()
                .expect("an object")
                .remove(key)
                .expect(key);
        }
        json
    };
    assert_eq!(figures(one), figures(other));
}

#[test]
fn compressed_and_standard_input_have_the_same_games() {
    for (what, record) in [("records", records()), ("damaged", damaged())] {
        let sandbox = Sandbox::new(&[]);
        sandbox.write("x.sgf", &record);
        let score = "score -s linked --format ndjson --no-progress";
        let plain = sandbox.run(&format!("{score} x.sgf"));
        assert!(plain.out.lines().count() > 300, "{what}: {}", plain.err);
        let same = |run: &RunOutput, name: &str| {
            assert!(
                run.out.replace(&format!("{name}#"), "x.sgf#") == plain.out,
                "{what}: games of {name}"
            );
            assert_eq!(
                run.err.replace(&format!("{name}#"), "x.sgf#"),
                plain.err,
                "{what}: skips of {name}"
            );
            assert_eq!(run.code, plain.code);
        };
        same(&fed(&sandbox, &format!("{score} -"), "x.sgf"), "-");
        for ending in ENDINGS {
            let name = format!("x.{ending}");
            sandbox.write(&name, &compressed(ending, &record));
            same(&sandbox.run(&format!("{score} {name}")), &name);
            same(&sandbox.run(&format!("{score} {name} --jobs 1")), &name);
            same(&fed(&sandbox, &format!("{score} -"), &name), "-");
        }
        // skipped games have the position of the problem
        let skipped = |name: &str| {
            sandbox
                .run(&format!(
                    "eval {name} -q -s flood --dead none -o {name}-run"
                ))
                .exits(0);
            sandbox
                .read(&format!("{name}-run/skipped.csv"))
                .replace(&format!("{name}#"), "x.sgf#")
        };
        assert!(skipped("x.sgf") == skipped("x.sgf.gz"), "{what}");
    }
}

/// The limit of 64 MiB applies to a plain file, but in a stream only to each game.
#[test]
fn stream_may_be_larger_than_a_file() {
    let numbers: Vec<String> = (0..160_000).map(|number: u32| number.to_string()).collect();
    let comment = numbers.join(" ");
    let game = format!("(;SZ[9]C[{comment}];B[aa];W[bb];B[];W[])");
    let number = (64 << 20) / game.len() + 1;
    let sandbox = Sandbox::new(&[]);
    sandbox.write("x.sgf", game.repeat(number).as_bytes());
    let packed = compressed("sgf.zst", game.repeat(number).as_bytes());
    sandbox.write("y.sgf.zst", &packed);
    let line = "score -s linked --format ndjson --no-progress";
    for run in [
        fed(&sandbox, &format!("{line} -"), "x.sgf"),
        sandbox.run(&format!("{line} y.sgf.zst")),
    ] {
        assert_eq!(run.exits(0).out.lines().count(), number);
    }
    sandbox.run(&format!("{line} x.sgf")).exits(3);
}

#[test]
fn game_of_a_compressed_record_can_be_explained() {
    let sandbox = Sandbox::new(&[]);
    let game = |size: u8| format!("(;SZ[{size}];B[aa];W[bb];B[];W[])");
    let record = game(9).repeat(9000) + &game(13);
    sandbox.write("x.sgf.zst", &compressed("sgf.zst", record.as_bytes()));
    assert!(
        sandbox
            .run("explain x.sgf.zst#9001")
            .exits(0)
            .out
            .contains("13×13")
    );
    assert!(
        sandbox
            .run("explain x.sgf.zst#9000")
            .exits(0)
            .out
            .contains("9×9")
    );
    assert!(
        sandbox
            .run("explain x.sgf.zst#9002")
            .exits(2)
            .err
            .contains("no such game")
    );
    assert!(
        fed(&sandbox, "explain -- -#9001", "x.sgf.zst")
            .exits(0)
            .out
            .contains("13×13")
    );
}

#[test]
fn standard_input_run_does_not_name_a_temporary_file() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+9.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let sandbox = Sandbox::new(&[("x.sgf", game)]);
    fed(&sandbox, "eval - -s strict -o out", "x.sgf").exits(0);
    let mismatches = sandbox.rows("out/mismatches.csv");
    assert!(!mismatches.is_empty(), "{}", sandbox.read("out/games.csv"));
    assert_eq!(&mismatches[0]["explain"], "seichi explain -s strict -- -#1");
    fed(&sandbox, "eval - -s strict -o again", "x.sgf").exits(0);
    same_runs(&sandbox, "out", "again");
}

#[test]
fn standard_input_may_be_an_archive_of_any_kind() {
    let sandbox = Sandbox::new(&[]);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut tar = tar::Builder::new(Vec::new());
    let game = b"(;SZ[5];B[aa];W[bb])";
    for (name, bytes) in [
        ("a.sgf", game.to_vec()),
        ("b.sgf.gz", compressed("sgf.gz", game)),
        ("c.txt", game.to_vec()),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .expect("a member");
        zip.write_all(&bytes).expect("a member");
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, bytes.as_slice())
            .expect("a member");
    }
    sandbox.write("zip", &zip.finish().expect("a zip").into_inner());
    let tar = tar.into_inner().expect("a tar");
    sandbox.write("tar", &tar);
    for ending in ENDINGS {
        sandbox.write(ending, &compressed(ending, &tar));
    }
    for file in ["zip", "tar"].iter().chain(&ENDINGS) {
        let out = fed(&sandbox, "score - -s linked --format ndjson", file)
            .exits(0)
            .out
            .clone();
        let game = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["game"].clone()
        };
        let names: Vec<serde_json::Value> = out.lines().map(game).collect();
        assert_eq!(
            names,
            ["-!/a.sgf#1", "-!/b.sgf.gz#1", "-!/c.txt#1"],
            "{file}"
        );
    }
}

#[test]
fn unreadable_input_is_reported() {
    let sandbox = Sandbox::new(&[("list", "x.sgf\n"), ("a.ngf", "x"), ("empty", "")]);
    assert!(
        fed(&sandbox, "score --files-from - -", "list")
            .exits(2)
            .err
            .contains("cannot be used with")
    );
    assert!(
        fed(&sandbox, "score - -", "list")
            .exits(2)
            .err
            .contains("two arguments")
    );
    assert!(
        fed(&sandbox, "score -", "empty")
            .exits(3)
            .err
            .contains("skipped -: empty: the file is empty")
    );
    assert!(
        sandbox
            .run("score a.ngf")
            .exits(3)
            .err
            .contains("its format is NGF: convert it to SGF")
    );
    sandbox.write("7z", b"7z\xbc\xaf\x27\x1c\0\x04");
    assert!(
        fed(&sandbox, "score -", "7z")
            .exits(3)
            .err
            .contains("a 7z, rar or xz file can't be opened: unpack it first")
    );
    let whole = compressed("sgf.gz", &records());
    sandbox.write("cut.sgf.gz", &whole[..whole.len() / 2]);
    let cut = sandbox.run("score cut.sgf.gz -s linked --format ndjson");
    assert_eq!(
        cut.err,
        "seichi: skipped cut.sgf.gz: unreadable: failed to read the file: incomplete deflate \
         stream\n\
         seichi: 43 games do not mark dead stones, so every stone counts as alive; to find dead \
         stones by playouts, add --dead auto,estimate\n"
    );
    assert!(
        cut.out.lines().count() > 50,
        "the games before the damage are read"
    );
    sandbox.write("bomb.sgf.gz", &compressed("sgf.gz", &vec![b' '; 70 << 20]));
    assert!(
        sandbox
            .run("score bomb.sgf.gz")
            .exits(3)
            .err
            .contains("too_large")
    );
}

/// A shell's `<(…)` is also a pipe.
#[cfg(unix)]
#[test]
fn pipe_is_read_as_often_as_needed() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[W+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];\
        W[dd];B[ce];W[de];B[];W[]\
        TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let sandbox = Sandbox::new(&[("x.sgf", game)]);
    let run = |command: &str| {
        let pipe = format!("rm -f p; mkfifo p; timeout 60 cat x.sgf > p & seichi {command}");
        sandbox.shell(&pipe).exits(0)
    };
    run("eval p --unique -s linked -q -o out");
    let rows = sandbox.rows("out/mismatches.csv");
    assert_eq!(
        [&rows[0]["game"], &rows[0]["explain"]],
        ["p#1", "seichi explain -s linked p#1"]
    );
    run("audit p --fix fixed -q");
    let changes = sandbox.read("fixed/changes.csv");
    assert!(changes.contains("W+4.5,B+4.5"), "{changes}");
}
