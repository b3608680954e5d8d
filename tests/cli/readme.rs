//! The README and the book in `docs/`: sample outputs match the program, commands run, tables are
//! complete, and links lead to files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::gnugo::gnugo;
use crate::sandbox::{
    RunOutput, Sandbox, project, renew_or_compare, sample_strategies, seichi, undisturbed,
};

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the text of a document, by its path in the project.
fn document(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the paths of the Markdown files in a folder of the project, sorted.
fn markdown_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(project(folder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name());
    let names = entries.map(|name| name.into_string().expect("a plain name"));
    let mut paths: Vec<String> = names
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "md")
        })
        .map(|name| format!("{folder}/{name}"))
        .collect();
    paths.sort();
    paths
}

/// Returns the code blocks of a language in a Markdown text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    text.split(&start)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect()
}

/// Returns a Markdown text without its code blocks and code spans.
fn prose(text: &str) -> String {
    let without_blocks: String = text.split("```").step_by(2).collect();
    without_blocks.split('`').step_by(2).collect()
}

/// Returns the targets of the links and pictures in a Markdown text.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose
        .split("](")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect()
}

/// Returns the anchors that a reader of a Markdown text can link to, one for each heading.
fn anchors(text: &str) -> BTreeSet<String> {
    let outside_blocks: String = text.split("```").step_by(2).collect();
    let headings = outside_blocks
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_matches(['#', ' ']));
    let anchor = |heading: &str| -> String {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars()
            .filter(|&letter| letter.is_alphanumeric() || letter == '-' || letter == '_')
            .collect()
    };
    headings.map(anchor).collect()
}

/// Returns the fields of a CSV file, with the header.
fn records(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(path)
        .expect("a CSV file");
    reader
        .records()
        .map(|record| record.expect("a row").iter().map(str::to_owned).collect())
        .collect()
}

/// Evaluates games of the project with the strategies of the sample run.
fn evaluate(sandbox: &Sandbox, games: &str) -> RunOutput {
    let mut eval = Command::new(seichi());
    eval.args(["eval", games, "-o"])
        .arg(sandbox.path("out"))
        .args(sample_strategies())
        .current_dir(TOP);
    RunOutput::of(&mut eval).exits(0)
}

#[test]
fn sample_run_equals_a_new_run() {
    let sandbox = Sandbox::new(&[]);
    evaluate(&sandbox, "corpus/article");
    // the command of the sample run does not name strategies
    let named = sample_strategies()
        .into_iter()
        .filter(|word| word != "-s")
        .collect::<Vec<_>>()
        .join(",");
    for name in [
        "games.csv",
        "mismatches.csv",
        "summary.csv",
        "pairwise.csv",
        "skipped.csv",
    ] {
        let kept = records(&project("reports").join(name));
        let mut made = records(&sandbox.path(&format!("out/{name}")));
        for field in made.iter_mut().flatten() {
            *field = field.replacen(&format!("seichi explain -s {named} "), "seichi explain ", 1);
        }
        assert!(
            made == kept,
            "reports/{name} is out of date: run .ci/renew, and review the diff"
        );
    }
}

#[test]
fn sample_outputs_are_up_to_date() {
    let shown = evaluate(&Sandbox::new(&[]), "corpus");
    let printed: String = shown
        .out
        .lines()
        .take_while(|line| !line.starts_with("Reports:"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let (table, rest) = printed.split_once("Area games").expect("a second table");
    let (_, rest) = rest.split_once("\n\nWhere ").expect("the weak points");
    let rest = format!("Where {rest}");
    for (path, output) in [("docs/guide.md", rest.as_str()), ("README.md", table)] {
        let text = document(path);
        let (before, rest) = text.split_once("```text\n").expect("a sample output");
        let (_, after) = rest.split_once("```").expect("its end");
        let output = output.trim_end();
        renew_or_compare(path, &format!("{before}```text\n{output}\n```{after}"));
    }
}

#[test]
fn every_command_runs() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let gnugo = gnugo();
    let mut folders = vec![seichi().parent().unwrap().to_owned()];
    folders.extend(
        gnugo
            .iter()
            .filter_map(|gnugo| gnugo.parent())
            .map(Path::to_owned),
    );
    folders.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let path = std::env::join_paths(&folders).unwrap();
    let mut count = 0;
    for document_path in [vec!["README.md".to_owned()], markdown_files("docs")].concat() {
        let text = document(&document_path);
        let commands: Vec<&str> = blocks(&text, "sh")
            .into_iter()
            .flat_map(str::lines)
            .filter(|line| line.starts_with("seichi "))
            .collect();
        // commands of seichi-corpus need both programs, so the tests of seichi-corpus run them
        if commands.is_empty() || text.contains("\nseichi-corpus ") {
            continue;
        }
        count += commands.len();
        // a reader may begin with any chapter, so each gets its own folder
        let rows = [[1, 1, 1, -1, -1]; 5];
        let ownership = format!("{{\"game\": \"games/x.sgf#1\", \"ownership\": {rows:?}}}");
        let records = [
            ("games/x.sgf", game),
            ("corpus/x.sgf", game),
            ("ownership.jsonl", &ownership),
        ];
        let sandbox = Sandbox::new(&records);
        sandbox.copy(&project("examples/scorers"), "examples/scorers");
        sandbox.copy(&project("suite"), "suite");
        // games where strategies differ, which commands about mismatches need
        sandbox.copy(&Path::new(TOP).join("corpus/article"), "games");
        sandbox.copy(&Path::new(TOP).join("corpus/article"), "corpus/article");
        fs::create_dir(sandbox.path("docs")).expect("a folder for the picture");
        let has = |program: &str| match program {
            "gnugo" => gnugo.is_some(),
            program => Command::new(program).arg("--version").output().is_ok(),
        };
        let missing: Vec<&str> = ["gnugo", "python3"]
            .into_iter()
            .filter(|program| !has(program))
            .collect();
        let runs = |command: &&str| !missing.iter().any(|program| command.contains(program));
        for command in commands.into_iter().filter(runs) {
            let mut sh = Command::new("sh");
            sh.args(["-c", command])
                .env("PATH", &path)
                .current_dir(sandbox.path("."));
            sh.env("XDG_CACHE_HOME", sandbox.path("caches"));
            let run = undisturbed(&mut sh).output().unwrap();
            let complaint = String::from_utf8_lossy(&run.stderr);
            let is_done = run.status.success() && !complaint.contains("has no answer");
            assert!(is_done, "{document_path}: {command}\n{complaint}");
        }
    }
    assert!(
        count >= 35,
        "the README and the book have only {count} commands"
    );
}

#[test]
fn every_strategy_and_file_is_documented() {
    let strategies = document("docs/strategies.md");
    let named: Vec<&str> = strategies
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .flat_map(|row| row.split(" | ").next().unwrap_or_default().split('`'))
        .filter(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .collect();
    for name in &named {
        assert!(
            seichi::territory::strategy(name).is_some(),
            "docs/strategies.md has a strategy {name:?}"
        );
    }
    for strategy in seichi::territory::STRATEGIES {
        assert!(
            named.contains(&strategy.name),
            "{} is missing in docs/strategies.md",
            strategy.name
        );
    }
    let files = document("docs/files.md");
    for list in ["list reasons", "list categories", "list flags"] {
        assert!(
            files.contains(&format!("`seichi {list}`")),
            "docs/files.md does not name seichi {list}"
        );
    }
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox.run("eval games").exits(0);
    for entry in fs::read_dir(sandbox.path("reports")).expect("the run") {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a plain name");
        assert!(
            files.contains(&format!("| `{name}` |")),
            "{name} is missing in docs/files.md"
        );
    }
}

/// Returns the text of all Rust files in a folder of the project.
fn source(folder: &Path) -> String {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let text = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => source(&path),
        Some(ending) if ending == "rs" => fs::read_to_string(&path).expect("a source file"),
        _ => String::new(),
    };
    entries.map(text).collect()
}

#[test]
fn each_promise_names_its_tests() {
    let source = ["src", "core/src", "tests", "corpus-tools"]
        .map(|folder| source(&project(folder)))
        .concat();
    let source = source.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let text = ["SECURITY.md", "tests/PROMISES.md"].map(document).concat();
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| promise"));
    let mut promises = 0;
    for row in rows {
        let cell = row
            .trim_end_matches(" |")
            .rsplit_once(" | ")
            .expect("two cells")
            .1;
        for name in cell.split(", ") {
            let test = format!("#[test]\nfn {}() {{", name.trim_matches('`'));
            let number = source.matches(&test).count();
            assert_eq!(number, 1, "tests called {name}: {row}");
        }
        promises += 1;
    }
    assert!(promises > 40, "{promises} promises");
}

#[test]
fn summary_lists_every_chapter() {
    let listed: BTreeSet<String> = links(&document("docs/SUMMARY.md"))
        .into_iter()
        .map(|name| format!("docs/{name}"))
        .collect();
    let mut present: BTreeSet<String> = markdown_files("docs").into_iter().collect();
    assert!(present.remove("docs/SUMMARY.md"));
    assert_eq!(listed, present, "docs/SUMMARY.md and docs/*.md");
}

#[test]
fn every_link_leads_to_a_file() {
    let single = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "corpus/README.md",
        "examples/scorers/README.md",
        "examples/scorers/figures.md",
        "tests/README.md",
    ];
    let documents = single
        .into_iter()
        .map(str::to_owned)
        .chain(markdown_files("docs"))
        .chain(markdown_files("docs/reports-to-peers"));
    for path in documents {
        let text = document(&path);
        for link in links(&text)
            .into_iter()
            .filter(|link| !link.contains("://"))
        {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(&path).parent().expect("a folder");
            let target: PathBuf = if file.is_empty() {
                project(&path)
            } else {
                project("").join(folder).join(file)
            };
            assert!(
                target.exists(),
                "{path} links to {link}, which does not exist"
            );
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).expect("a text");
                assert!(
                    anchors(&text).contains(anchor),
                    "{path} links to {link}: there is no such heading"
                );
            }
        }
    }
}
