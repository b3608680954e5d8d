//! Analysis engines that misbehave: every position gets its ownership or a reason why it has none, with any number of
//! questions at the same time.
#![cfg(unix)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use seichi::board::{Point, Position};
use seichi::dead::Ownership;
use seichi::external::PositionEngine;
use seichi::external::cache::{Cache, CachedEngine};
use seichi::external::ownership::{AnalysisEngine, EngineLimits, NoAnswer};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The beginning of every engine. `$id` is the question's ID; `full` answers that all nine points belong to the colour
/// of the first stone, and `nine` that they have the ownership `$1`.
const PROLOGUE: &str = r#"
    nine() { echo "{\"id\":\"$id\",\"isDuringSearch\":false,\"turnNumber\":0,\"ownership\":[$1,$1,$1,$1,$1,$1,$1,$1,$1]}"; }
    full() { case $line in *'"initialStones":[["B"'*) nine 1;; *) nine -1;; esac; }
    version() { echo "{\"id\":\"$id\",\"action\":\"query_version\",\"version\":\"9.9\",\"git_hash\":\"abc\"}"; }
    n=0
    while read -r line; do
      id=${line#*'"id":"'}; id=${id%%\"*}
      case $line in
        *query_models*) echo "{\"id\":\"$id\",\"error\":\"unknown action\"}"; continue;;
        *query_version*) version; continue;;
      esac
      n=$((n + 1))
"#;

fn command(body: &str) -> Vec<String> {
    vec!["sh".to_owned(), "-c".to_owned(), format!("{PROLOGUE}\n{body}\ndone")]
}

fn limits(answer: f64) -> EngineLimits {
    EngineLimits { answer: Duration::from_secs_f64(answer), start: Duration::from_secs(20) }
}

fn engine(body: &str, answer: f64) -> AnalysisEngine {
    AnalysisEngine::new(command(body), limits(answer), 1, &GO_ON).expect("the engine starts")
}

/// Returns boards with a stone of either colour in turn, each different.
fn positions() -> Vec<Position> {
    let board = |number: usize| {
        let mut cells = ['.'; 9];
        cells[number % 9] = if number.is_multiple_of(2) { 'x' } else { 'o' };
        let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
        Position::from_diagram(&rows.join("\n")).expect("a board")
    };
    (0..9).map(board).collect()
}

/// Returns the outcome of each position: `B` or `W`, its owner, or the name of the failure.
fn ask(engine: &AnalysisEngine, threads: usize) -> Vec<&'static str> {
    let positions = positions();
    let outcome = |position| match engine.answer(position, &GO_ON) {
        Ok(ownership) => owner(&ownership),
        Err(why) => why.name(),
    };
    let mut outcomes = vec![""; positions.len()];
    std::thread::scope(|scope| {
        let work = |thread: usize| {
            let mine = positions.iter().enumerate().skip(thread).step_by(threads);
            mine.map(|(index, position)| (index, outcome(position))).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        for thread in threads {
            for (index, outcome) in thread.join().expect("no thread panics") {
                outcomes[index] = outcome;
            }
        }
    });
    outcomes
}

fn owner(ownership: &Ownership) -> &'static str {
    if ownership.mean(Point::new(0, 0)) > 0.0 { "B" } else { "W" }
}

const ALL: [&str; 9] = ["B", "W", "B", "W", "B", "W", "B", "W", "B"];

#[test]
fn answers_in_any_order_are_accepted() {
    for body in [
        "full",
        "echo; echo '{\"warning\":\"unused field\",\"field\":\"x\",\"id\":\"'$id'\"}'; full",
        "echo '{\"id\":\"'$id'\",\"isDuringSearch\":true,\"turnNumber\":0,\"ownership\":[]}'; full",
        // the two answers of each pair come in reverse order
        "this=$(full); if [ $((n % 2)) = 0 ]; then echo \"$this\"; echo \"$held\"; else held=$this; fi",
        "full & wait",
    ] {
        for threads in [1, 4] {
            assert_eq!(ask(&engine(body, 20.0), threads), ALL, "{body}");
        }
    }
}

#[test]
fn answers_are_matched_to_questions_by_id() {
    // each batch of four answers, two for each of two questions, comes in reverse order
    let body = "held=\"$(full)\n$held\"; if [ $((n % 4)) = 0 ]; then printf '%b' \"$held\"; held=; fi";
    let (engine, positions) = (engine(body, 20.0), positions());
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (engine, positions) = (&engine, &positions);
            scope.spawn(move || {
                for position in positions.iter().skip(thread).step_by(2).take(4) {
                    let answer = engine.answer(position, &GO_ON).expect("an answer");
                    assert_eq!(owner(&answer), ["B", "W"][thread]);
                }
            });
        }
    });
}

#[test]
fn idle_engine_still_answers() {
    let engine = engine("full", 20.0);
    assert_eq!(ask(&engine, 1), ALL);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(ask(&engine, 1), ALL);
}

#[test]
fn position_without_answer_does_not_affect_others() {
    // the stone of the fifth position is in the middle
    for (trouble, name) in [
        ("exit 3", "died"),
        ("sleep 30", "timeout"),
        ("nine 1,1", "nonsense"),
        ("nine 1.5", "nonsense"),
        ("nine NaN", "nonsense"),
        ("nine null", "nonsense"),
        ("echo hello", "nonsense"),
        ("full; full", "nonsense"),
        ("id=x$id; full", "nonsense"),
        ("echo '{\"id\":\"'$id'\",\"turnNumber\":0}'", "nonsense"),
        ("echo '{\"id\":\"'$id'\",\"turnNumber\":1,\"ownership\":[0,0,0,0,0,0,0,0,0]}'", "nonsense"),
        ("echo '{\"error\":\"Could not parse input\"}'", "nonsense"),
        ("echo '{\"id\":\"'$id'\",\"error\":\"Illegal position\"}'", "error"),
        ("yes x | tr -d '\\n'", "nonsense"),
    ] {
        let mut expected = ALL;
        expected[4] = name;
        for threads in [1, 3, 9] {
            let body = format!("case $line in *B2*) {trouble};; *) full;; esac");
            assert_eq!(ask(&engine(&body, 1.0), threads), expected, "{trouble}, {threads} threads");
        }
    }
}

#[test]
fn late_answer_is_not_given_to_another_question() {
    // the answer to each white stone comes after the time limit, when its process has been stopped
    let body = "case $line in *'[[\"W\"'*) sleep 1;; esac; full";
    let expected = ALL.map(|owner| if owner == "W" { "timeout" } else { owner });
    assert_eq!(ask(&engine(body, 0.4), 1), expected);
    // each answer has the ID of the previous question
    let shifted = "last=$this; this=$id; id=$last; full";
    assert_eq!(ask(&engine(shifted, 5.0), 1), ["nonsense"; 9]);
}

#[test]
fn engine_that_always_fails_gets_every_position() {
    assert_eq!(ask(&engine("exit 1", 5.0), 3), ["died"; 9]);
    // an engine that does not start again is abandoned
    let folder = tempfile::tempdir().expect("a folder");
    let lock = folder.path().join("lock");
    let script = format!("[ -e {0} ] && exit 5; touch {0}\n{PROLOGUE}\nexit 7\ndone", lock.display());
    let engine = AnalysisEngine::new(vec!["sh".to_owned(), "-c".to_owned(), script], limits(5.0), 1, &GO_ON);
    let outcomes = ask(&engine.expect("the engine starts the first time"), 1);
    assert_eq!(outcomes[..5], ["died", "died", "died", "died", "given_up"]);
}

#[test]
fn engine_start_has_its_own_time_limit() {
    let start = |script: &str, seconds: f64| {
        let limits = EngineLimits { answer: Duration::from_secs_f64(0.3), start: Duration::from_secs_f64(seconds) };
        let command = vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()];
        AnalysisEngine::new(command, limits, 3, &GO_ON)
    };
    let slow = format!("echo 'Error: no fuse'; echo 'loading' >&2; sleep 1; {PROLOGUE} full; done");
    let engine = start(&slow, 20.0).expect("the start has more time than an answer");
    assert_eq!((engine.name(), ask(&engine, 1)), ("KataGo 9.9; 3 visits", ALL.to_vec()));
    assert!(engine.identity().starts_with("KataGo 9.9 abc, 3 visits: sh -c "), "{}", engine.identity());
    let failure = |script: &str, seconds| start(script, seconds).map(drop).expect_err("no engine").name();
    assert_eq!(failure("sleep 60", 0.3), "timeout");
    assert_eq!(failure("yes", 0.3), "timeout");
    assert_eq!(failure("echo broken >&2; exit 1", 5.0), "died");
    let none = AnalysisEngine::new(vec!["./no-such-engine".to_owned()], limits(1.0), 1, &GO_ON).map(drop);
    assert!(matches!(none, Err(NoAnswer::NotStarted(_))), "{none:?}");
    let stopped = AnalysisEngine::new(command("full"), limits(1.0), 1, &AtomicBool::new(true)).map(drop);
    assert_eq!(stopped, Err(NoAnswer::Interrupted));
}

#[test]
fn cache_keeps_answers_by_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let cached = |body: &str| {
        let engine = engine(body, 5.0);
        let cache = Cache::open(folder.path(), "ownership", "an identity").expect("a cache");
        CachedEngine { engine, cache }
    };
    let position = &positions()[1];
    let first = cached("nine -0.127").answer(position, &GO_ON).expect("an answer");
    assert_eq!(first.states(), [[-0.13; 9], [-0.13; 9]], "rounded as in the cache");
    let engine = cached("exit 1");
    assert_eq!(engine.answer(position, &GO_ON), Ok(first));
    let mut files = std::fs::read_dir(folder.path()).expect("a folder");
    let path = files.next().expect("a file").expect("an entry").path();
    let text = std::fs::read_to_string(&path).expect("text");
    assert!(text.starts_with("# ownership: an identity\n") && text.lines().count() == 2, "{text}");
    let list = "[-0.13,-0.13,-0.13,-0.13,-0.13,-0.13,-0.13,-0.13,-0.13]";
    assert!(text.ends_with(&format!(",[3,3,[{list},{list}]]]\n")), "{text}");
    for cut in [2, 10, 20, 22, 40] {
        std::fs::write(&path, &text[..text.len() - cut]).expect("written");
        let cache: Cache<Ownership> = Cache::open(folder.path(), "ownership", "an identity").expect("a cache");
        assert_eq!(cache.get(position), None, "{cut} bytes cut off");
    }
}

#[test]
fn board_too_large_for_point_names_is_not_asked() {
    let engine = engine("nine 1", 5.0);
    let answer = |width: usize| {
        let board = Position::from_diagram(&["x"; 3].map(|row| row.to_owned() + &".".repeat(width - 1)).join("\n"));
        engine.answer(&board.expect("a board"), &GO_ON).expect_err("another number of points")
    };
    assert!(matches!(answer(26), NoAnswer::Refused(why) if why.contains("26")));
    assert_eq!(answer(25).name(), "nonsense", "it was asked");
}

#[test]
fn interrupt_ends_the_wait_for_an_answer() {
    let (stop, start) = (AtomicBool::new(false), Instant::now());
    let engine = engine("sleep 1000", 1000.0);
    let answer = std::thread::scope(|scope| {
        let asking = scope.spawn(|| engine.answer(&positions()[0], &stop));
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
        asking.join().expect("the thread ends")
    });
    assert_eq!(answer, Err(NoAnswer::Interrupted));
    drop(engine);
    assert!(start.elapsed() < Duration::from_mins(1), "it hangs");
    let large = Position::from_diagram(&format!("{}\n", ".".repeat(26))).expect("a board");
    let refused = self::engine("full", 5.0).answer(&large, &GO_ON);
    assert!(matches!(refused, Err(NoAnswer::Refused(_))), "{refused:?}");
}
