//! The README keeps its word: its tables are what the program prints, its commands run.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::gnugo::gnugo;
use crate::shop::{Said, Shop, seichi, undisturbed};

const TOP: &str = env!("CARGO_MANIFEST_DIR");

fn readme() -> String {
    fs::read_to_string(Path::new(TOP).join("README.md")).expect("a README")
}

/// The blocks of a language.
fn blocks<'a>(readme: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    readme.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_sample_run_is_a_run() {
    let shop = Shop::new(&[]);
    let out = shop.path("out");
    let said = Said::of(Command::new(seichi()).args(["eval", "corpus", "-o"]).arg(&out).current_dir(TOP)).exits(0);
    for name in ["games.csv", "mismatches.csv", "summary.csv", "pairwise.csv", "skipped.csv"] {
        let kept = fs::read_to_string(Path::new(TOP).join("reports").join(name)).expect("the sample run");
        assert!(shop.read(&format!("out/{name}")) == kept, "reports/{name} is out of date: seichi eval corpus");
    }
    let readme = readme();
    let table = blocks(&readme, "text")[0];
    let printed: String =
        said.out.lines().take_while(|line| !line.starts_with("Reports:")).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(table, printed, "the README's table is out of date");
}

#[test]
fn every_command_runs() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let scorer = include_str!("../../examples/scorers/flood.sh");
    let shop = Shop::new(&[("games/x.sgf", game), ("corpus/x.sgf", game), ("scorer.sh", scorer)]);
    // games on which strategies differ: what is done with mismatches needs some
    shop.copy(&Path::new(TOP).join("corpus/article"), "games");
    shop.run("eval corpus").exits(0);
    let readme = readme();
    let commands: Vec<&str> =
        blocks(&readme, "sh").into_iter().flat_map(str::lines).filter(|line| line.starts_with("seichi ")).collect();
    assert!(commands.len() >= 6, "the README has few commands");
    let gnugo = gnugo();
    let mut folders = vec![seichi().parent().unwrap().to_owned()];
    folders.extend(gnugo.iter().filter_map(|gnugo| gnugo.parent()).map(Path::to_owned));
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    for command in commands.into_iter().filter(|command| gnugo.is_some() || !command.contains("gnugo")) {
        let mut sh = Command::new("sh");
        sh.args(["-c", command]).env("PATH", std::env::join_paths(&folders).unwrap()).current_dir(shop.path("."));
        sh.env("XDG_CACHE_HOME", shop.path("caches"));
        let run = undisturbed(&mut sh).output().unwrap();
        let complaint = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !complaint.contains("has no answer"), "{command}\n{complaint}");
    }
}

#[test]
fn every_strategy_and_flag_is_in_it() {
    let readme = readme();
    for strategy in seichi::scoring::STRATEGIES {
        assert!(readme.contains(&format!("`{}`", strategy.name())), "{} is missing", strategy.name());
    }
    for (flag, _) in seichi::run::FLAGS {
        assert!(readme.contains(&format!("`{flag}")), "the flag {flag} is missing");
    }
}

#[test]
fn its_configuration_is_one() {
    let readme = readme();
    let toml = blocks(&readme, "toml");
    let of = |word: &str| *toml.iter().find(|block| block.contains(word)).expect("a block");
    let shop = Shop::new(&[("seichi.toml", of("[profile.")), ("corpus/corpus.toml", of("[folder."))]);
    shop.write("corpus/ancient/x.sgf", b"(;SZ[5]RE[B+5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])");
    let said = shop.run("eval corpus --dead none -o described").exits(0);
    assert!(said.out.contains("people: labels by people."), "{}", said.out);
    let said = shop.run("eval --profile ci --dump-config").exits(0);
    for origin in ["# seichi.toml\n", "# profile ci\n", "# default\n"] {
        assert!(said.out.contains(origin), "{}", said.out);
    }
}
