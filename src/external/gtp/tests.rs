//! GTP engines that misbehave, and GNU Go if it is installed: every question gets an answer, or a
//! reason why there is none.

#[path = "../../../tests/common/gnugo.rs"]
mod gnugo;

use std::sync::Arc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gnugo::gnugo;

use super::Engine;
use crate::Stop;
use crate::board::{Point, Position, Size};
use crate::external::scorer::gtp_scorer::GtpScorer;
use crate::external::{ExternalScorer as _, NoAnswer, Question};
use crate::rules::{Count, Points, Rules};

static GO_ON: LazyLock<Stop> = LazyLock::new(Stop::default);

/// Returns an engine that is a shell script and reads commands. In `body`, `$id` is the number of
/// the command, `$name` is its name, and `$rest` is its arguments. The functions `ok` and `no`
/// write an answer.
fn engine(body: &str, timeout: f64) -> Engine {
    let script = format!(
        "ok() {{ printf '=%s %s\\n\\n' \"$id\" \"$*\"; }}\n\
         no() {{ printf '?%s %s\\n\\n' \"$id\" \"$*\"; }}\n\
         while read -r id name rest; do {body}\ndone"
    );
    Engine::new(
        vec!["sh".to_owned(), "-c".to_owned(), script],
        Duration::from_secs_f64(timeout),
    )
}

fn ask(body: &str, timeout: f64) -> Result<String, NoAnswer> {
    engine(body, timeout).ask("name", &GO_ON)
}

#[test]
fn answers_in_odd_formats_are_read() {
    for (body, answer) in [
        ("ok Fake", "Fake"),
        ("ok", ""),
        (
            "echo Engine 1.0; echo '=== ready ==='; echo '# a remark'; echo; ok Fake",
            "Fake",
        ),
        ("printf '=%s\\tFake\\r\\n\\r\\n' $id", "Fake"),
        ("printf '= %s\\n\\n' Fake | sed s/=/=$id/", "Fake"),
        ("printf '=%s A1 B2\\nC3\\n\\n' $id", "A1 B2\nC3"),
        ("printf '=%s\\nA1\\nB2\\n\\n' $id", "A1\nB2"),
        ("ok Fa; echo; echo; echo late remark", "Fa"),
    ] {
        assert_eq!(ask(body, 10.0).as_deref(), Ok(answer), "{body}");
    }
}

#[test]
fn refusal_is_not_a_failure() {
    let mut engine = engine(
        "case $name in name) no unknown command;; *) ok $name;; esac",
        10.0,
    );
    for _ in 0..5 {
        assert_eq!(
            engine.ask("name", &GO_ON),
            Err(NoAnswer::Refused("unknown command".to_owned()))
        );
    }
    assert_eq!(engine.ask("version", &GO_ON).as_deref(), Ok("version"));
    assert_eq!(
        ask("printf '?%s\\n\\n' $id", 10.0),
        Err(NoAnswer::Refused("? without a reason".to_owned()))
    );
}

#[test]
fn long_answer_is_read_endless_answer_is_nonsense() {
    let answer = ask(
        "printf '=%s ' $id; i=0; while [ $i -lt 5000 ]; do echo \"A1 B2 C3 $i\"; \
             i=$((i + 1)); done; echo",
        10.0,
    )
    .expect("an answer");
    assert_eq!(answer.lines().count(), 5000);
    for body in [
        "yes junk",
        "yes x | tr -d '\\n'",
        "printf '=%s ' $id; yes A1",
        "printf '=%s ' $id; yes A1 | tr '\\n' ' '",
    ] {
        let Err(NoAnswer::Nonsense(what)) = ask(body, 60.0) else {
            panic!("{body}: the answer was accepted")
        };
        assert!(
            what.starts_with("the answer to name is missing or incomplete: it wrote ")
                && what.len() < 400,
            "{what}"
        );
    }
}

#[test]
fn answer_with_another_number_is_nonsense() {
    for (body, found) in [
        ("echo '=99 Fake'; echo", "the number 99"),
        ("echo '= Fake'; echo", "no number"),
    ] {
        let Err(NoAnswer::Nonsense(what)) = ask(body, 10.0) else {
            panic!("{body}: the answer was accepted")
        };
        assert!(
            what.contains(found) && what.contains("it wrote \"=") && what.contains("to name"),
            "{what}"
        );
    }
    // every `slow` command times out, and its process is killed
    let mut engine = engine("if [ $name = slow ]; then sleep 1; fi; ok $name", 0.3);
    for _ in 0..2 {
        assert_eq!(
            engine.ask("slow", &GO_ON),
            Err(NoAnswer::Timeout(Duration::from_millis(300)))
        );
        assert_eq!(engine.ask("quick", &GO_ON).as_deref(), Ok("quick"));
    }
}

#[test]
fn engine_that_exits_is_quoted_and_restarted() {
    let body = "echo 'out of memory' >&2; exit 3";
    let mut engine = engine(body, 10.0);
    for _ in 0..3 {
        let Err(NoAnswer::Died { how, errors }) = engine.ask("name", &GO_ON) else {
            panic!("it lives")
        };
        assert!(
            how == "exit status: 3" && errors.contains("out of memory"),
            "{how}"
        );
    }
    let died_within = ask("printf '=%s half' $id; exit 0", 10.0);
    assert!(
        matches!(died_within, Err(NoAnswer::Died { .. })),
        "{died_within:?}"
    );
    let mut none = Engine::new(vec!["./no-such-engine".to_owned()], Duration::from_secs(5));
    let Err(NoAnswer::NotStarted(why)) = none.ask("name", &GO_ON) else {
        panic!("it starts")
    };
    assert!(why.starts_with("./no-such-engine: "), "{why}");
    let mut empty = Engine::new(Vec::new(), Duration::from_secs(5));
    assert!(matches!(
        empty.ask("name", &GO_ON),
        Err(NoAnswer::NotStarted(_))
    ));
}

fn question() -> Question {
    let position = Position::new(Size::new(5, 5).expect("a size"));
    Question::new(position, Vec::new(), Count::new(Rules::JAPANESE))
}

#[test]
fn scorer_that_fails_three_times_is_abandoned() {
    let question = question();
    let command = ["sh", "-c", "exit 3"].map(str::to_owned).to_vec();
    let answers = GtpScorer::new(command, Duration::from_secs(10), Arc::default())
        .ask(&vec![question; 5], &GO_ON);
    assert!(
        answers[..3]
            .iter()
            .all(|answer| matches!(answer, Err(NoAnswer::Died { .. }))),
        "{answers:?}"
    );
    assert_eq!(
        answers[3..],
        [Err(NoAnswer::GivenUp), Err(NoAnswer::GivenUp)]
    );
}

#[test]
fn scorer_that_hangs_is_abandoned_despite_answers_to_other_commands() {
    let question = question();
    let script = "while read -r id name rest; do case $name in final*) sleep 1000;; \
                  known_command) echo \"=$id true\"; echo;; *) echo \"=$id\"; echo;; esac; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let answers = GtpScorer::new(command, Duration::from_millis(300), Arc::default())
        .ask(&vec![question; 20], &GO_ON);
    assert!(
        answers[..3]
            .iter()
            .all(|answer| matches!(answer, Err(NoAnswer::Timeout(_)))),
        "{answers:?}"
    );
    assert!(
        answers[3..]
            .iter()
            .all(|answer| *answer == Err(NoAnswer::GivenUp)),
        "{answers:?}"
    );
}

/// An engine whose scoring has a size limit: it refuses to score the first game, but not the
/// second.
#[test]
fn skill_of_an_engine_does_not_depend_on_its_first_game() {
    let script = "while read -r id name rest; do a=; mark=\"=$id\"; \
                  case \"$name $rest\" in boardsize*) size=$rest;; \
                  'known_command final_status_list') a=true;; \
                  'final_status_list no_such_status') mark=\"?$id\" a=no;; \
                  'final_status_list black_territory') \
                  [ $size = 7 ] && mark=\"?$id\" a=no || a=A1;; esac; \
                  echo \"$mark $a\"; echo; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let seven = Question {
        position: Position::new(Size::new(7, 7).expect("a size")),
        ..question()
    };
    for questions in [[seven.clone(), question()], [question(), seven]] {
        let mut scorer = GtpScorer::new(command.clone(), Duration::from_secs(10), Arc::default());
        for (question, answer) in questions.iter().zip(scorer.ask(&questions, &GO_ON)) {
            if question.position.size().width() == 7 {
                assert_eq!(answer, Err(NoAnswer::Refused("no".to_owned())));
            } else {
                assert_eq!(answer, Ok([vec![Point::new(0, 4)], vec![]].into()));
            }
        }
    }
}

#[test]
fn commands_about_a_position_share_its_time() {
    let mut engine = engine("[ $name = name ] || sleep 0.2; ok", 2.0);
    let position = Position::from_diagram("x.x.x\n.x.x.\nx.x.x\n.....\n.....").expect("a board");
    assert_eq!(engine.ask("name", &GO_ON).as_deref(), Ok(""));
    for _ in 0..2 {
        let timeout = Err(NoAnswer::Timeout(Duration::from_secs(2)));
        assert_eq!(
            engine.set_up(&position, Points::ZERO, &GO_ON),
            timeout,
            "eleven commands take 0.2 s each"
        );
    }
    let empty = Position::new(Size::new(5, 5).expect("a size"));
    assert_eq!(
        engine.set_up(&empty, Points::ZERO, &GO_ON),
        Ok(()),
        "the next position has its own time"
    );
}

#[test]
fn engine_that_exited_between_questions_loses_its_board() {
    let mut engine = engine("ok $name; [ $name = genmove ] && exit 0", 10.0);
    assert_eq!(engine.ask("genmove b", &GO_ON).as_deref(), Ok("genmove"));
    assert!(matches!(
        engine.ask("final_score", &GO_ON),
        Err(NoAnswer::Died { .. })
    ));
    assert_eq!(engine.ask("genmove b", &GO_ON).as_deref(), Ok("genmove"));
    std::thread::sleep(Duration::from_millis(300));
    let empty = Position::new(Size::new(5, 5).expect("a size"));
    assert_eq!(
        engine.set_up(&empty, Points::ZERO, &GO_ON),
        Ok(()),
        "a new board works after a restart"
    );
}

#[test]
fn silent_engine_times_out_and_interrupt_ends_the_wait() {
    assert_eq!(
        ask("sleep 1000", 0.2),
        Err(NoAnswer::Timeout(Duration::from_millis(200)))
    );
    assert!(
        matches!(
            ask("printf '=%s Fake\\n' $id; sleep 1000", 0.2),
            Err(NoAnswer::Timeout(_))
        ),
        "half an answer"
    );
    let sleeps = vec!["sleep".to_owned(), "1000".to_owned()];
    let answer = Engine::new(sleeps, Duration::from_millis(200)).ask(&"x".repeat(1 << 20), &GO_ON);
    assert!(
        matches!(answer, Err(NoAnswer::Timeout(_))),
        "an engine that does not read"
    );
    let (stop, start) = (Stop::default(), Instant::now());
    let mut engine = engine("sleep 1000", 1000.0);
    let answer = std::thread::scope(|scope| {
        let asking = scope.spawn(|| engine.ask("name", &stop));
        std::thread::sleep(Duration::from_millis(200));
        stop.set();
        asking.join().expect("the thread ends")
    });
    assert_eq!(answer, Err(NoAnswer::Interrupted));
    assert_eq!(engine.ask("name", &stop), Err(NoAnswer::Interrupted));
    assert!(start.elapsed() < Duration::from_mins(1), "it hangs");
}

#[test]
fn engine_says_which_commands_it_knows() {
    let known =
        "case \"$name $rest\" in 'known_command name') ok true;; known*) ok false;; *) no;; esac";
    let mut engine = engine(known, 10.0);
    assert_eq!(
        (engine.knows("name", &GO_ON), engine.knows("undo", &GO_ON)),
        (Ok(true), Ok(false))
    );
}

#[test]
fn identity_has_name_and_version_if_known() {
    let mut named = engine("case $name in name) ok My  Engine;; *) no;; esac", 10.0);
    assert_eq!(named.identity(&GO_ON).as_deref(), Ok("My Engine"));
    let mut both = engine("case $name in name) ok Fake;; *) ok 1.2 beta;; esac", 10.0);
    assert_eq!(both.identity(&GO_ON).as_deref(), Ok("Fake 1.2 beta"));
}

#[test]
fn set_up_plays_a_white_stone_and_then_the_others_in_board_order() {
    // `log` returns the commands that the engine received
    let mut engine = engine(
        "case $name in log) ok \"$log\";; *) log=\"$log$name $rest,\"; ok;; esac",
        10.0,
    );
    let position = Position::from_diagram("x.o\n.xo\n...").expect("a board");
    engine
        .set_up(&position, Points::parse("-0.5").expect("points"), &GO_ON)
        .expect("a position that is set up");
    let commands = "boardsize 3,clear_board ,komi -0.5,play white C3,play black A3,\
                    play black B2,play white C2,";
    assert_eq!(engine.ask("log", &GO_ON).as_deref(), Ok(commands));
}

#[test]
fn impossible_set_up_is_refused_without_asking() {
    let mut none = Engine::new(vec!["./no-such-engine".to_owned()], Duration::from_secs(5));
    let mut set_up = |position: &Position| {
        none.set_up(position, Points::ZERO, &GO_ON)
            .expect_err("there is no engine")
    };
    for (width, height) in [(19, 13), (26, 26)] {
        let position = Position::new(Size::new(width, height).expect("a size"));
        let why = format!(
            "the board is {width}x{height}, but GTP supports only square boards up to 25x25"
        );
        assert_eq!(set_up(&position), NoAnswer::Unsupported(why));
    }
    let captured = Position::from_diagram("..o\n.ox\noxx").expect("a board");
    let why = "the block at C2 has no liberty and can't be set up by moves";
    assert_eq!(set_up(&captured), NoAnswer::Refused(why.to_owned()));
}

#[test]
fn size_that_engine_refuses_is_unsupported() {
    let mut engine = engine("case $name in boardsize) no too small;; *) ok;; esac", 10.0);
    let position = Position::new(Size::new(5, 5).expect("a size"));
    assert_eq!(
        engine.set_up(&position, Points::ZERO, &GO_ON),
        Err(NoAnswer::Unsupported("too small".to_owned()))
    );
}

#[test]
fn point_list_with_other_words_is_nonsense() {
    let size = Size::new(9, 9).expect("a size");
    let list = |answer: &str| {
        engine(&format!("printf '=%s {answer}\\n\\n' $id"), 10.0).points("dead", size, &GO_ON)
    };
    assert_eq!(
        list("B9 a9\\nJ1 A9"),
        Ok(vec![Point::new(0, 0), Point::new(1, 0), Point::new(8, 8)])
    );
    assert_eq!(list(""), Ok(vec![]));
    for wrong in ["A9 PASS", "A10", "none", "aa"] {
        let Err(NoAnswer::Nonsense(what)) = list(wrong) else {
            panic!("{wrong} was accepted")
        };
        assert!(
            what.contains("in the answer to dead is not a point: it wrote"),
            "{what}"
        );
    }
}

#[test]
fn gnu_go_judges_the_position_that_was_set_up() {
    let Some(path) = gnugo() else { return };
    let path = path.to_str().expect("a plain name");
    let command = [path, "--mode", "gtp", "--level", "1"]
        .map(str::to_owned)
        .to_vec();
    let mut gnugo = Engine::new(command, Duration::from_mins(1));
    assert!(
        gnugo
            .identity(&GO_ON)
            .expect("a name")
            .starts_with("GNU Go 3")
    );
    assert_eq!(gnugo.knows("final_status_list", &GO_ON), Ok(true));
    assert_eq!(gnugo.knows("make_coffee", &GO_ON), Ok(false));
    assert!(matches!(
        gnugo.ask("make_coffee", &GO_ON),
        Err(NoAnswer::Refused(_))
    ));
    // a white stone inside Black's territory is dead; stones are set up in an order that captures
    // none
    let position = Position::from_diagram(
        "....xo...
         .o..xo...
         ....xo...
         ....xo...
         xxxxxo...
         ooooooooo
         .........
         .........
         .........",
    )
    .expect("a board");
    for _ in 0..2 {
        gnugo
            .set_up(&position, Points::parse("6.5").expect("points"), &GO_ON)
            .expect("a position that is set up");
        let dead = gnugo
            .points("final_status_list dead", position.size(), &GO_ON)
            .expect("a list");
        assert_eq!(dead, [Point::new(1, 1)]);
        let stones = gnugo
            .points("list_stones black", position.size(), &GO_ON)
            .expect("a list")
            .len()
            + gnugo
                .points("list_stones white", position.size(), &GO_ON)
                .expect("a list")
                .len();
        assert_eq!(stones, position.to_string().matches(['X', 'O']).count());
    }
}
