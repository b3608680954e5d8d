//! `seichi report --format html`, as a user sees it.

use crate::sandbox::{Sandbox, project};
use crate::score::CORNER;

/// A run of one game with a mismatch. The names of the game and the origin are markup.
fn sandbox() -> Sandbox {
    let label =
        r#"{"game": "a <b>&'.sgf#1", "result": "W+30", "dead": [], "black_territory": ["aa"],
        "origin": "</script><!--\u2028\"x"}"#
            .replace('\n', " ");
    let sandbox = Sandbox::new(&[("g/a <b>&'.sgf", CORNER), ("g/labels.jsonl", &label)]);
    sandbox.run("eval g -s all -o out").exits(0);
    sandbox
}

#[test]
fn page_needs_only_the_run() {
    let sandbox = sandbox();
    let lines = sandbox.read("out/boards.ndjson");
    let board: serde_json::Value =
        serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(board["position"][0], "..XO...");
    assert_eq!(board["label_map"][0], "b.XO...");
    assert_eq!(board["answers"][0]["map"][0], "bbXOwww");
    // the games are not needed
    std::fs::remove_dir_all(sandbox.path("g")).expect("the games");
    let page = sandbox.run("report out --format html").exits(0).out;
    sandbox.write("out/report.html", page.as_bytes());
    assert_eq!(games(&page)[0]["method"], "territory");
    let addresses = page.matches("://").count();
    assert_eq!(
        addresses,
        page.matches("'http://www.w3.org/2000/svg'").count(),
        "the only address is the name of SVG"
    );
    sandbox.write("g/a.sgf", CORNER.as_bytes());
    sandbox.run("eval g -o out --dead none").exits(3);
    assert!(
        sandbox.path("out/report.html").exists(),
        "nothing was written, so the page stays"
    );
}

#[test]
fn page_has_the_text_of_the_terminal() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
        .run("eval article -s flood -s linked -s strict -o out -q")
        .exits(0);
    let terminal = sandbox.run("report out").exits(0).out;
    let page = sandbox.run("report out --format html").exits(0).out;
    let shown = terminal.replace('&', "&amp;").replace('\'', "&#39;");
    assert!(page.contains(&format!(">{shown}</pre>")), "{shown}");
    assert_eq!(
        data(&page)["controls"],
        serde_json::json!(["flood", "strict"]),
        "the controls are flood and strict"
    );
}

/// Twenty games of each size, in which Black owns the whole board. Games on 5×5 have a wrong
/// result.
#[test]
fn weak_strata_are_named() {
    let sandbox = Sandbox::new(&[]);
    for (size, points) in [(5, 3), (6, 31)] {
        for komi in 0..20 {
            let margin = points - komi;
            let result = if margin > 0 {
                format!("B+{margin}")
            } else {
                format!("W+{}", -margin)
            };
            let game =
                format!("(;SZ[{size}]RU[Japanese]KM[{komi}]RE[{result}]AB[aa][ba][ca][da][ea])");
            sandbox.write(&format!("g/{size}-{komi}.sgf"), game.as_bytes());
        }
    }
    let heading = "Where flood is exact significantly less often than elsewhere:";
    let output = sandbox.run("eval g -s flood --dead none -o out").exits(0);
    let list = format!(
        "\n\n{heading}\n\nsize=5                       20    0.0 %       0.0 – 16.1 %   elsewhere 100.0 %\n\n"
    );
    assert!(output.out.contains(&list), "{}", output.out);
    assert_eq!(
        sandbox.run("report out").exits(0).out,
        output.out.split("Reports:").next().expect("a text")
    );
    // with only three games of each size, a difference may be due to chance
    let output = sandbox
        .run("eval g -s flood --dead none -o out --exclude *-1?.sgf --exclude *-[3-9].sgf")
        .exits(0);
    assert!(!output.out.contains(heading), "{}", output.out);
}

#[test]
fn page_marks_external_strategies() {
    let nothing = "while read -r line; do id=${line#*:}; id=${id%%,*}; echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";
    let sandbox = Sandbox::new(&[("a.sh", nothing)]);
    sandbox.copy(&project("corpus/article"), "article");
    let mut words = vec!["eval", "article", "-o", "a", "-q"];
    words.extend(["-s", "flood", "-s", "linked", "--scorer", "mine=sh a.sh"]);
    crate::sandbox::RunOutput::of(sandbox.program().args(words)).exits(0);
    assert_eq!(
        data(&sandbox.run("report a --format html").exits(0).out)["external"],
        serde_json::json!(["mine"])
    );
}

#[test]
fn markup_in_records_is_escaped_in_pages() {
    let sandbox = sandbox();
    let page = sandbox.run("report out --format html").exits(0).out;
    assert_eq!(
        (
            page.matches("</script>").count(),
            page.matches("<!--").count()
        ),
        (2, 0)
    );
    assert!(!page.contains("<b>&") && !page.contains('\u{2028}'));
    let game = &games(&page)[0];
    assert_eq!(
        (&game["game"], &game["origin"]),
        (&"a <b>&'.sgf#1".into(), &"</script><!--\u{2028}\"x".into())
    );
}

/// The data of a page.
fn data(page: &str) -> serde_json::Value {
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next())
        .expect("data");
    serde_json::from_reader(flate2::read::ZlibDecoder::new(&*from_base64(data))).expect("JSON")
}

/// The games of a page.
fn games(page: &str) -> Vec<serde_json::Value> {
    data(page)["games"].as_array().expect("a list").clone()
}

#[test]
fn page_has_the_reasons_of_answers_that_the_program_still_gives() {
    let sandbox = sandbox();
    let answers_of_linked = |sandbox: &Sandbox| -> Vec<String> {
        let page = sandbox.run("report out --format html").exits(0).out;
        let places = games(&page)[0]["places"]
            .as_array()
            .expect("places")
            .clone();
        let answers = places
            .iter()
            .flat_map(|place| place["answers"].as_array().expect("answers"));
        let own = answers.filter(|answer| {
            answer["names"]
                .as_array()
                .expect("names")
                .contains(&"linked".into())
        });
        own.map(|answer| answer["text"].as_str().expect("a text").to_owned())
            .collect()
    };
    let answers = answers_of_linked(&sandbox);
    assert!(
        answers
            .iter()
            .any(|text| text.starts_with("Black's: the group has 2 eyes")),
        "{answers:?}"
    );
    // an answer of a different version, whose map has one point less
    let line = sandbox.read("out/boards.ndjson");
    let mut board: serde_json::Value =
        serde_json::from_str(line.lines().next().expect("a line")).expect("JSON");
    board["answers"][0]["map"][0] = "b.XOwww".into();
    sandbox.write("out/boards.ndjson", format!("{board}\n").as_bytes());
    sandbox.seal("out");
    let answers = answers_of_linked(&sandbox);
    assert!(
        answers
            .iter()
            .any(|text| text == "B7 neutral, the rest Black's"),
        "{answers:?}"
    );
}

#[test]
fn players_are_in_the_run_and_on_the_page() {
    let named = CORNER.replacen("(;", "(;PB[</script><i x>]PW[a\nb]DT[2016-01-02]", 1);
    let label = r#"{"game": "a.sgf#1", "result": "W+29", "dead": []}"#;
    let sandbox = Sandbox::new(&[("g/a.sgf", named.as_str()), ("g/labels.jsonl", label)]);
    sandbox.run("eval g -o out").exits(0);
    let board: serde_json::Value =
        serde_json::from_str(&sandbox.read("out/boards.ndjson")).expect("a line");
    assert_eq!(
        (&board["players"], &board["date"]),
        (
            &serde_json::json!(["</script><i x>", "a b"]),
            &"2016-01-02".into()
        )
    );
    let page = sandbox.run("report out --format html").exits(0).out;
    assert_eq!(
        (page.matches("</script>").count(), page.contains("<i x>")),
        (2, false)
    );
    assert_eq!(games(&page)[0]["players"][0], "</script><i x>");
}

/// The head of a page.
fn head(page: &str) -> &str {
    page.split_once("<header>")
        .and_then(|(_, rest)| rest.split_once("</header>"))
        .expect("a page header")
        .0
}

#[test]
fn page_names_the_run_with_date_and_paths() {
    let sandbox = sandbox();
    sandbox.run("eval g -o a<b>&c").exits(0);
    let page = sandbox.run("report a<b>&c --format html").exits(0).out;
    assert!(page.contains("<title>a&lt;b&gt;&amp;c – seichi report</title>"));
    let head = head(&page);
    assert!(head.contains("<h1>a&lt;b&gt;&amp;c <span"), "{head}");
    assert!(head.contains("\"></time> · <code>seichi eval g -o &#39;a&lt;b&gt;&amp;c&#39;</code>"));
    // a run whose machine had no clock
    let mut run: serde_json::Value =
        serde_json::from_str(&sandbox.read("out/run.json")).expect("JSON");
    (run["started"], run["arguments"]) = (0.into(), serde_json::json!([]));
    sandbox.write("out/run.json", run.to_string().as_bytes());
    sandbox.seal("out");
    assert!(
        !sandbox
            .run("report out --format html")
            .exits(0)
            .out
            .contains("<time ")
    );
}

/// Returns the bytes of a text in base64.
fn from_base64(text: &str) -> Vec<u8> {
    let bits = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let joined = group.iter().fold(0_u32, |joined, &letter| {
            joined << 6 | u32::from(bits(letter))
        });
        let whole = (joined << (6 * (4 - group.len()))).to_be_bytes();
        bytes.extend(&whole[1..group.len()]);
    }
    bytes
}

/// The content security policy of a page, without the digests.
const POLICY: &str = "default-src 'none'; style-src 'sha256-STYLE'; script-src 'sha256-SCRIPT'; \
                      base-uri 'none'; form-action 'none'";

#[test]
fn page_runs_only_its_own_script_and_style() {
    let sandbox = sandbox();
    let page = sandbox.run("report out --format html").exits(0).out;
    let part = |start: &str, end: &str| {
        page.split_once(start)
            .and_then(|(_, rest)| rest.split_once(end))
            .expect(start)
            .0
    };
    let [script, style] =
        ["script", "style"].map(|kind| part(&format!("{kind}-src 'sha256-"), "'; "));
    assert_eq!(
        part("Content-Security-Policy\" content=\"", "\""),
        POLICY.replace("SCRIPT", script).replace("STYLE", style)
    );
    for kind in ["script", "style"] {
        let allowed = part(&format!("{kind}-src 'sha256-"), "'; ");
        let text = part(&format!("<{kind}>"), &format!("</{kind}>"));
        let hex = from_base64(allowed)
            .iter()
            .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        assert_eq!(hex, crate::sandbox::sha256(text.as_bytes()), "{kind}");
    }
}

#[test]
fn damaged_run_is_reported() {
    let sandbox = sandbox();
    sandbox.write("out/boards.ndjson", b"{}\n");
    sandbox.seal("out");
    let output = sandbox.run("report out --format html").exits(2);
    assert_eq!(
        output.err,
        "seichi: failed to read \"out/boards.ndjson\": line 1: missing field `game` at line 1 \
         column 2\n"
    );
    std::fs::remove_file(sandbox.path("out/boards.ndjson")).expect("the file");
    assert!(
        sandbox
            .run("report out --format html")
            .exits(2)
            .err
            .contains("boards.ndjson")
    );
}
