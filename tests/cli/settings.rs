//! Settings are flags only: no file or environment variable changes a run.

use crate::sandbox::{RunOutput, Sandbox, project};

/// A configuration file with settings that would start a program, write elsewhere, lift limits and
/// change figures.
const HOSTILE: &str = "scorer = 'mine=sh -c \"touch started\"'\nout = '../../elsewhere'\nfile = 'elsewhere'\nmax-members = 1\n\
                       strategy = ['flood']\ndead = 'none'\nquiet = true\n[profile.ci]\nlimit = 1\n";

/// The same settings as environment variables.
const VARIABLES: [(&str, &str); 8] = [
    ("SEICHI_SCORER", "mine=touch started"),
    ("SEICHI_OUT", "../../elsewhere"),
    ("SEICHI_MAX_MEMBERS", "1"),
    ("SEICHI_STRATEGY", "flood"),
    ("SEICHI_CONFIG", "seichi.toml"),
    ("SEICHI_PROFILE", "ci"),
    ("SEICHI_DUMP_CONFIG", "true"),
    ("SEICHI_NO_SUCH_FLAG", "1"),
];

/// Runs commands on a corpus, and returns their output and the files of the run; `run.json` has
/// times.
fn results(sandbox: &Sandbox, variables: &[(&str, &str)]) -> Vec<String> {
    let home = sandbox.path("home");
    let run = |line: &str| {
        let mut program = sandbox.program();
        RunOutput::of(
            program
                .args(line.split_whitespace())
                .envs(variables.iter().copied())
                .env("HOME", &home)
                .env("XDG_CONFIG_HOME", home.join(".config")),
        )
    };
    let mut texts = Vec::new();
    for line in [
        "eval article",
        "report",
        "score article -s linked",
        "explain article/corner-seki.sgf",
        "inspect article",
    ] {
        let output = run(line).exits(0);
        texts.extend([output.out, output.err]);
    }
    let names = sandbox.names("reports");
    texts.extend(
        names
            .iter()
            .filter(|name| *name != "run.json")
            .map(|name| sandbox.read(&format!("reports/{name}"))),
    );
    texts.push(names.join(" "));
    texts
}

#[test]
fn configuration_files_and_variables_change_nothing() {
    let sandboxes = [(); 2].map(|()| Sandbox::new(&[]));
    let [plain, hostile] = &sandboxes;
    for sandbox in &sandboxes {
        sandbox.copy(&project("corpus/article"), "article");
    }
    for name in [
        "seichi.toml",
        ".seichi.toml",
        "article/seichi.toml",
        "article/.seichi.toml",
        "home/.seichi.toml",
        "home/.config/seichi.toml",
        "home/.config/seichi/config.toml",
        "home/.config/seichi/seichi.toml",
    ] {
        hostile.write(name, HOSTILE.as_bytes());
    }
    assert_eq!(results(hostile, &VARIABLES), results(plain, &[]));
    assert_eq!(
        hostile.names("."),
        [".seichi.toml", "article", "home", "reports", "seichi.toml"],
        "no program was started"
    );
    assert_eq!(
        hostile.names("article").len(),
        plain.names("article").len() + 2
    );
}
