//! Settings from `seichi.toml` and the environment.

use std::process::Command;

use crate::sandbox::{RunOutput, Sandbox, seichi};

const GAME: &str = "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";

/// Runs the words of a line in a folder of the sandbox, with these variables.
fn run(sandbox: &Sandbox, folder: &str, line: &str, variables: &[(&str, &str)]) -> RunOutput {
    let mut command = Command::new(seichi());
    command.args(line.split_whitespace()).current_dir(sandbox.path(folder)).envs(variables.iter().copied());
    RunOutput::of(&mut command)
}

/// Returns the settings of a dump that are not defaults, without the blanks that align comments.
fn set(output: &RunOutput) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = output.out.lines().filter(|line| !line.starts_with('#')).map(line);
    lines.filter(|line| !line.ends_with("# default")).collect()
}

#[test]
fn flags_rank_before_variables_before_profiles_before_the_file() {
    let sandbox = Sandbox::new(&[(
        "seichi.toml",
        "jobs = 1\nlimit = 1\nsize = 1\nmin-games = 11\n[profile.ci]\njobs = 2\nlimit = 2\nsize = 2",
    )]);
    let variables = [("SEICHI_JOBS", "3"), ("SEICHI_LIMIT", "3")];
    let output = run(&sandbox, ".", "eval --profile ci --dump-config -j 4", &variables).exits(0);
    assert_eq!(
        set(&output),
        ["size = \"2\" # profile ci", "limit = 3 # SEICHI_LIMIT", "jobs = 4 # flag", "min-games = 11 # seichi.toml"]
    );
    assert!(output.out.contains("out = \"reports\""), "{}", output.out);
    let output = run(&sandbox, ".", "eval --dump-config", &[("SEICHI_PROFILE", "ci"), ("SEICHI_LIMIT", "")]).exits(0);
    assert!(
        set(&output).contains(&"limit = 2 # profile ci".to_owned()),
        "an empty variable is not set: {}",
        output.out
    );
    let output = run(&sandbox, ".", "eval --dump-config", &[]).exits(0);
    assert!(set(&output).contains(&"limit = 1 # seichi.toml".to_owned()), "{}", output.out);
}

#[test]
fn a_run_is_what_its_configuration_says() {
    let file = "paths = ['games']\nout = 'out'\nstrategy = ['linked', 'grey']\nquiet = true";
    let sandbox = Sandbox::new(&[("seichi.toml", file), ("games/a.sgf", GAME), ("sub/b.sgf", GAME)]);
    assert_eq!(sandbox.run("eval").exits(0).out, "", "quiet");
    let rows = |file: &str| {
        sandbox.rows(file).iter().map(|row| format!("{} {}", &row["game"], &row["strategy"])).collect::<Vec<_>>()
    };
    assert_eq!(rows("out/games.csv"), ["a.sgf#1 linked", "a.sgf#1 grey"]);
    let arguments = sandbox.read("out/run.json");
    assert!(arguments.contains("--strategy=linked"), "a run says how it came about: {arguments}");
    // in a folder below, paths begin at the file's folder still; words of the line replace lists
    run(&sandbox, "sub", "eval -s flood --", &[]).exits(0);
    assert_eq!(rows("out/games.csv"), ["a.sgf#1 flood"]);
    run(&sandbox, "sub", "eval b.sgf -o out", &[("SEICHI_STRATEGY", "strict,flood")]).exits(0);
    assert_eq!(rows("sub/out/games.csv"), ["b.sgf#1 strict", "b.sgf#1 flood"]);
    // nothing of another file is mixed in
    sandbox.write("sub/other.toml", b"paths = ['b.sgf']");
    let output = run(&sandbox, ".", "score --config sub/other.toml --dump-config", &[]).exits(0);
    assert_eq!(set(&output), ["paths = [\"sub/b.sgf\"] # sub/other.toml"]);
    let output = run(&sandbox, ".", "score --dump-config", &[("SEICHI_CONFIG", "sub/other.toml")]).exits(0);
    assert_eq!(set(&output), ["paths = [\"sub/b.sgf\"] # sub/other.toml"]);
}

#[test]
fn what_excludes_each_other_goes_by_rank() {
    let sandbox = Sandbox::new(&[
        ("seichi.toml", "quiet = true\nformat = 'json'\npaths = ['games']\ninclude = ['*']"),
        ("games/a.sgf", GAME),
        ("list", "games/a.sgf"),
    ]);
    assert_eq!(sandbox.run("inspect").exits(0).out.lines().next(), Some("{"));
    let output = sandbox.run("inspect --list counted -v --dump-config").exits(0);
    assert!(
        output.out.contains("# format is not set: list is") && output.out.contains("# quiet is not set: verbose is"),
        "{}",
        output.out
    );
    assert_eq!(sandbox.run("inspect --list counted -v").exits(0).out, "a.sgf#1\n");
    assert_eq!(sandbox.run("inspect --list counted --files-from list").exits(0).out, "games/a.sgf#1\n");
    let output = run(&sandbox, ".", "inspect", &[("SEICHI_VERBOSE", "1"), ("SEICHI_LIST", "counted")]).exits(0);
    assert_eq!(output.out, "a.sgf#1\n");
    // a flag that is off excludes nothing, and a variable can turn one off
    let output = run(&sandbox, ".", "eval --dump-config", &[("SEICHI_QUIET", "0")]).exits(0);
    assert!(set(&output).contains(&"quiet = false # SEICHI_QUIET".to_owned()), "{}", output.out);
    sandbox.write(
        "seichi.toml",
        b"quiet = true\n[profile.loud]\nverbose = true\n[profile.both]\nquiet = true\nverbose = true",
    );
    sandbox.run("inspect games --profile loud").exits(0);
    let output = sandbox.run("inspect games --profile both").exits(2);
    assert!(
        output.err.contains("seichi.toml:6: verbose cannot be used with quiet, which seichi.toml:5 has"),
        "{}",
        output.err
    );
    // two flags are the parser's matter
    assert!(sandbox.run("inspect games -q -v").exits(2).err.contains("cannot be used with"));
}

#[test]
fn what_other_commands_know_is_left_to_them() {
    let sandbox =
        Sandbox::new(&[("seichi.toml", "format = 'ndjson'\nmin-games = 5\nlist = 'skipped'"), ("a.sgf", GAME)]);
    assert!(sandbox.run("score a.sgf -s flood").exits(0).out.starts_with("{\"game\""));
    assert_eq!(set(&sandbox.run("eval --dump-config").exits(0)), ["min-games = 5 # seichi.toml"]);
    // a command without settings does not care for the file, unless it is told to
    sandbox.write("seichi.toml", b"nonsense");
    sandbox.run("list strategies").exits(0);
    sandbox.run("completions fish").exits(0);
    sandbox.run("eval --help").exits(0);
    sandbox.run("list strategies --config seichi.toml").exits(2);
    assert_eq!(sandbox.run("list --dump-config --config /dev/null").exits(0).out, "# seichi list has no settings\n");
}

#[test]
fn the_nearest_file_is_taken() {
    let sandbox = Sandbox::new(&[
        ("seichi.toml", "jobs = 1"),
        ("a/seichi.toml", "limit = 2"),
        ("a/b/c/x", ""),
        ("d/seichi.toml/x", ""),
    ]);
    let output = run(&sandbox, "a/b/c", "score --dump-config", &[]).exits(0);
    assert_eq!(set(&output), ["limit = 2 # ../../seichi.toml"], "files above the first are not read");
    let output = run(&sandbox, "d", "score --dump-config", &[]).exits(0);
    assert_eq!(set(&output), ["jobs = 1 # ../seichi.toml"], "a folder is no file");
    sandbox.write("a/b/seichi.toml", b"");
    assert!(set(&run(&sandbox, "a/b", "score --dump-config", &[]).exits(0)).is_empty());
}

#[test]
fn faults_of_the_file_are_told() {
    let sandbox = Sandbox::new(&[("a.sgf", GAME)]);
    for (file, words) in [
        ("\njobz = 2", "seichi.toml:2: no command has a setting \"jobz\"; there are against, all, alpha, baseline,"),
        ("[profile.x]\nmin_games = 2", "seichi.toml:2: no command has a setting \"min_games\""),
        ("[eval]\njobs = 2", "seichi.toml:1: no command has a setting \"eval\""),
        ("config = 'x'", "no command has a setting \"config\""),
        ("jobs = '2'", "seichi.toml:1: jobs takes a number, not a string"),
        ("jobs = [2]", "jobs takes one value, not a list"),
        ("jobs = 2000", "jobs has an invalid value '2000': 2000 is not in 0..=1024"),
        ("jobs = 2020-02-02", "jobs takes a number, not a date"),
        ("jobs = {}", "jobs takes a number, not a table"),
        ("quiet = 'yes'", "quiet takes true or false, not a string"),
        ("out = 5", "out takes a string, not a number"),
        ("out = ''", "out has an empty value"),
        ("size = true", "size takes a string or a number, not true or false"),
        ("paths = [['a']]", "paths takes a string, not a list"),
        (
            "strategy = ['linked', 'best']",
            "strategy has an invalid value 'best': there is no strategy of that name; the strategies are flood,",
        ),
        (
            "dead = 'maybe'",
            "dead has an invalid value 'maybe': it is one of auto, marks, labels, ownership, engine, estimate, none",
        ),
        ("format = 'xml'", "format has an invalid value 'xml' [possible values: text, json"),
        ("profile = 'ci'", "seichi.toml:1: a profile is a table of settings: [profile.NAME]"),
        ("[profile]\nci = 1", "seichi.toml:2: a profile is a table of settings"),
        ("jobs = 1\njobs = 2", "seichi.toml:2: duplicate key"),
        ("jobs =", "seichi.toml:1: "),
    ] {
        sandbox.write("seichi.toml", file.as_bytes());
        let output = sandbox.run("score a.sgf").exits(2);
        assert!(output.err.contains(words), "{file}: {}", output.err);
        assert_eq!(output.err.lines().count(), 1, "{file}: {}", output.err);
    }
    sandbox.write("seichi.toml", b"jobs = \xff\xfe");
    assert!(sandbox.run("score a.sgf").exits(2).err.contains("seichi.toml is no TOML: it is not UTF-8"));
    sandbox.write("seichi.toml", " ".repeat(2 << 20).as_bytes());
    assert!(sandbox.run("score a.sgf").exits(2).err.contains("seichi.toml is too large for a configuration"));
    sandbox.write("seichi.toml", format!("jobs = {}", "[".repeat(100_000)).as_bytes());
    assert!(sandbox.run("score a.sgf").exits(2).err.contains("seichi.toml:1: "));
    sandbox.write("seichi.toml", b"\xef\xbb\xbfmin-games = 0x10\r\n");
    assert_eq!(set(&sandbox.run("eval --dump-config").exits(0)), ["min-games = 16 # seichi.toml"]);
}

#[test]
fn what_is_missing_is_told() {
    let sandbox = Sandbox::new(&[("a.sgf", GAME), ("some.toml", "[profile.ci]\n[profile.night]")]);
    for (line, words) in [
        ("score a.sgf --config nowhere.toml", "failed to read the configuration nowhere.toml: "),
        ("score a.sgf --config .", "failed to read the configuration .: "),
        ("list strategies --config nowhere.toml", "failed to read the configuration nowhere.toml: "),
        ("score a.sgf --profile ci", "--profile ci: there is no seichi.toml here or in a folder above"),
        (
            "score a.sgf --profile x --config some.toml",
            "--profile x: no profile of some.toml is called that; there is ci, night",
        ),
        ("score a.sgf --dead maybe --dump-config", "it is one of auto"),
        ("score --nonsense --dump-config", "unexpected argument '--nonsense'"),
        ("score --config", "a value is required"),
    ] {
        let output = sandbox.run(line).exits(2);
        assert!(output.err.contains(words), "{line}: {}", output.err);
    }
    for (name, value, words) in [
        ("SEICHI_PROFILE", "ci", "SEICHI_PROFILE ci: there is no seichi.toml"),
        ("SEICHI_CONFIG", "nowhere.toml", "failed to read the configuration nowhere.toml"),
        ("SEICHI_JOBS", "many", "SEICHI_JOBS has an invalid value 'many': invalid digit"),
        ("SEICHI_STRATEGY", "linked,best", "SEICHI_STRATEGY has an invalid value 'best'"),
        ("SEICHI_QUIET", "maybe", "SEICHI_QUIET takes true or false, not maybe"),
        ("SEICHI_DUMP_CONFIG", "maybe", "SEICHI_DUMP_CONFIG takes true or false, not maybe"),
    ] {
        let output = run(&sandbox, ".", "score a.sgf", &[(name, value)]).exits(2);
        assert!(output.err.contains(words), "{name}: {}", output.err);
    }
    run(&sandbox, ".", "list strategies", &[("SEICHI_PROFILE", "ci"), ("SEICHI_NO_SUCH", "")]).exits(0);
    for (name, words) in [
        ("SEICHI_STRATGY", "SEICHI_STRATGY is the variable of no flag: did you mean SEICHI_STRATEGY?"),
        ("SEICHI_", "SEICHI_ is the variable of no flag"),
    ] {
        let output = run(&sandbox, ".", "list strategies", &[(name, "linked")]).exits(2);
        assert!(output.err.contains(words), "{name}: {}", output.err);
    }
}

#[test]
fn variables_with_several_values() {
    let sandbox = Sandbox::new(&[]);
    let variables = [("SEICHI_INCLUDE", "*.{sgf,SGF},x"), ("SEICHI_EXCLUDE", "a,b\nc"), ("SEICHI_NO_PROGRESS", "Yes")];
    assert_eq!(
        set(&run(&sandbox, ".", "eval --dump-config", &variables).exits(0)),
        [
            "include = [\"*.{sgf,SGF}\", \"x\"] # SEICHI_INCLUDE",
            "exclude = [\"a,b\", \"c\"] # SEICHI_EXCLUDE",
            "no-progress = true # SEICHI_NO_PROGRESS"
        ]
    );
    let output = run(&sandbox, ".", "eval", &[("SEICHI_DUMP_CONFIG", "1")]).exits(0);
    assert!(output.out.starts_with("# the settings of seichi eval\n"), "{}", output.out);
}

/// Returns the settings of a dump without their sources, and without empty lists and `false`.
fn plain(dump: &str) -> Vec<&str> {
    let lines = dump.lines().filter_map(|line| Some(line.rsplit_once("  # ")?.0.trim_end()));
    lines.filter(|line| !line.ends_with("= []") && !line.ends_with("= false")).collect()
}

#[test]
fn a_dump_is_a_configuration() {
    let odd =
        "out = \"a # \\\"b\\\"\\n\\u007f\"\njobs = 3\nlimit = 7\nsize = '13x9'\nverbose = true\npaths = ['a', '-b']";
    for (file, line) in [
        (odd, "eval"),
        (odd, "eval --files-from list -q -j 007"),
        (odd, "score x y -s grey -s linked"),
        (odd, "inspect --list skipped"),
        (odd, "explain x#1 --dead none"),
        ("", "eval"),
    ] {
        let sandbox = Sandbox::new(&[("seichi.toml", file)]);
        let first = sandbox.run(&format!("{line} --dump-config")).exits(0).out;
        sandbox.write("seichi.toml", first.as_bytes());
        let command = line.split(' ').next().unwrap();
        let second = sandbox.run(&format!("{command} --dump-config")).exits(0).out;
        assert_eq!(plain(&first), plain(&second), "{line}");
        assert!(second.lines().all(|line| line.starts_with('#') || line.contains("  # ")), "{second}");
    }
}

/// Each setting that a dump shows can be set in a file and in the environment, whatever the command.
#[test]
fn every_flag_of_every_command_can_be_set() {
    let sandbox = Sandbox::new(&[]);
    for command in sandbox.commands() {
        let dump = sandbox.run(&format!("{command} --dump-config"));
        if dump.code != 0 {
            continue; // one with commands of its own
        }
        for line in dump.out.lines().filter(|line| line.contains("  # default")) {
            let (key, value) = line.rsplit_once("  # ").unwrap().0.split_once(" = ").expect("a setting");
            sandbox.write("one.toml", format!("{key} = {value}").as_bytes());
            let output = sandbox.run(&format!("{command} --config one.toml --dump-config")).exits(0);
            let line = output.out.lines().find(|line| line.starts_with(&format!("{key} = "))).expect("the setting");
            assert!(line.ends_with("# one.toml"), "{command}: {line}");
            let value = value.trim().trim_matches(['"', '[', ']']);
            if key != "paths" && !value.is_empty() {
                let name = format!("SEICHI_{}", key.replace('-', "_").to_uppercase());
                let output =
                    run(&sandbox, ".", &format!("{command} --config one.toml --dump-config"), &[(&name, value)])
                        .exits(0);
                assert!(output.out.contains(&format!("# {name}\n")), "{command}: {}", output.out);
            }
        }
    }
}
