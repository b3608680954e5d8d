//! External scorers that misbehave: every question gets an answer, or a reason why there is none,
//! and no process is left behind.

use std::time::{Duration, Instant};

use super::json_scorer::JsonScorer;
use crate::Stop;
use crate::board::{Point, Position};
use crate::external::{ExternalScorer as _, Given, GivenBoard, NoAnswer, Question};
use crate::rules::{Count, Points, Rules};

/// Returns a scorer that is a shell script. In `body`, which answers a question, `$id` is its ID.
fn scorer(body: &str, timeout: f64) -> JsonScorer {
    let script = format!("while read -r line; do id=${{line#*:}}; id=${{id%%,*}}; {body}; done");
    let command = vec!["sh".to_owned(), "-c".to_owned(), script];
    JsonScorer::new(command, Duration::from_secs_f64(timeout))
}

const ANSWER: &str = r#"echo "{\"id\":$id,\"black\":[\"aa\"],\"white\":[]}""#;

fn questions(number: usize) -> Vec<Question> {
    let position = Position::from_diagram(".x.\n...\n...").expect("a board");
    let count = Count::new(Rules::JAPANESE);
    let question = Question::new(position, Vec::new(), count);
    (0..number as u64)
        .map(|number| Question {
            number,
            ..question.clone()
        })
        .collect()
}

type Answers = Vec<Result<Given, NoAnswer>>;

fn ask(body: &str, number: usize, timeout: f64) -> Answers {
    let mut process = scorer(body, timeout);
    let answers = process.ask(&questions(number), &Stop::default());
    assert_eq!(answers.len(), number);
    answers
}

/// Counts the answers, and the failures by name.
fn counts(answers: &Answers) -> (usize, Vec<(&'static str, usize)>) {
    let mut failures: Vec<(&'static str, usize)> = Vec::new();
    for failure in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        match failures
            .iter_mut()
            .find(|(name, _)| *name == failure.name())
        {
            Some((_, number)) => *number += 1,
            None => failures.push((failure.name(), 1)),
        }
    }
    (
        answers.iter().filter(|answer| answer.is_ok()).count(),
        failures,
    )
}

#[test]
fn working_scorer_answers_everything() {
    let answers = ask(ANSWER, 1000, 10.0);
    assert_eq!(counts(&answers), (1000, vec![]));
    assert_eq!(
        answers[999],
        Ok(Given::from([vec![Point::new(0, 0)], vec![]]))
    );
}

#[test]
fn answers_out_of_order_are_accepted() {
    // each batch of ten answers comes in reverse order, and a point in each identifies its question
    let body = r#"held="$id $held"; n=$((n + 1)); if [ $n = 10 ]; then for one in $held; do
        if [ $((one % 2)) = 0 ]; then p=aa; else p=ca; fi
        echo "{\"id\":$one,\"black\":[\"$p\"],\"white\":[]}"; done; n=0; held=; fi"#;
    let answers = ask(body, 100, 10.0);
    for (number, answer) in answers.iter().enumerate() {
        let x = if number % 2 == 0 { 0 } else { 2 };
        assert_eq!(
            *answer,
            Ok(Given::from([vec![Point::new(x, 0)], vec![]])),
            "{number}"
        );
    }
}

/// Asks a scorer that runs `failure` for three of a hundred questions and `rest` for the others.
/// Checks that only those three fail.
fn check_hard_ones(failure: &str, rest: &str, name: &str) -> Answers {
    let hard = [3, 9, 90];
    let mut questions = questions(100);
    let stone = Position::from_diagram("..x\n...\n...").expect("a board");
    for at in hard {
        questions[at].position = stone.clone();
    }
    let body = format!("case $line in *'\"..X\"'*) {failure};; *) {rest};; esac");
    let answers = scorer(&body, 10.0).ask(&questions, &Stop::default());
    assert_eq!(counts(&answers), (97, vec![(name, 3)]), "{failure}");
    assert!(hard.iter().all(|&at| answers[at].is_err()), "{failure}");
    answers
}

#[test]
fn crashes_lose_only_the_question_that_caused_them() {
    let answers = check_hard_ones("echo over >&2; exit 3", ANSWER, "died");
    let Err(NoAnswer::Died { how, errors }) = &answers[9] else {
        panic!("{:?}", answers[9])
    };
    assert!(how == "exit status: 3" && errors.contains("over"), "{how}");
}

#[test]
fn crash_that_does_not_recur_counts() {
    let body = format!("n=$((n + 1)); if [ $n = 10 ]; then exit 3; fi; {ANSWER}");
    let answers = ask(&body, 15, 10.0);
    assert_eq!(counts(&answers), (14, vec![("died", 1)]));
    assert!(answers[9].is_err(), "the oldest question without an answer");
}

#[test]
fn nonsense_is_quoted_and_scorer_is_abandoned() {
    let answers = ask("echo \"what is this?\"", 50, 10.0);
    assert_eq!(
        counts(&answers),
        (0, vec![("nonsense", 3), ("given_up", 47)])
    );
    let Err(NoAnswer::Nonsense(what)) = &answers[0] else {
        panic!("{:?}", answers[0])
    };
    assert!(what.contains("it wrote \"what is this?\""), "{what}");
}

const NONSENSE: [&str; 4] = [
    "echo '{}'",
    r#"echo "{\"id\":$id,\"black\":[\"ca\"],\"white\":[]}""#,
    r#"echo "{\"id\":$id,\"black\":[\"a1\"],\"white\":[]}""#,
    r#"echo '{"id":-1}'"#,
];

#[test]
fn occasional_nonsense_loses_only_that_answer() {
    for nonsense in NONSENSE {
        check_hard_ones(nonsense, ANSWER, "nonsense");
    }
}

#[test]
fn second_answer_counts_for_its_own_question() {
    let answers = check_hard_ones(&format!("{ANSWER}; {ANSWER}"), ANSWER, "nonsense");
    let why = answers[9].as_ref().unwrap_err().to_string();
    assert!(
        why.contains("it answered question 9, which is not pending"),
        "{why}"
    );
    // the process answers question 0 again after each question
    let body = format!("{ANSWER}; echo '{{\"id\":0,\"margin\":1}}'");
    let (right, failures) = counts(&ask(&body, 20, 10.0));
    assert!(right < 20 && failures[0].0 == "nonsense", "{failures:?}");
}

/// The nonsense arrives before the answers to earlier questions.
#[test]
fn nonsense_out_of_order_loses_only_its_own_answer() {
    for nonsense in NONSENSE {
        check_hard_ones(nonsense, &format!("(sleep 0.03; {ANSWER}) &"), "nonsense");
    }
}

#[test]
fn refusal_is_reported_as_refused() {
    let body = r#"echo "{\"id\":$id,\"error\":\"too hard\"}""#;
    assert_eq!(
        ask(body, 20, 10.0),
        vec![Err(NoAnswer::Refused("too hard".to_owned())); 20]
    );
}

#[test]
fn scorer_names_its_own_dead_stones() {
    // the stone is dead although the question does not say so; a stone that is named twice counts
    // once
    let body =
        r#"echo "{\"id\":$id,\"black\":[],\"white\":[\"aa\",\"ba\"],\"dead\":[\"ba\",\"ba\"]}""#;
    let territory = [vec![], vec![Point::new(0, 0), Point::new(1, 0)]];
    assert_eq!(
        ask(body, 1, 10.0),
        [Ok(GivenBoard::Territory {
            territory,
            also_dead: vec![Point::new(1, 0)]
        }
        .into())]
    );
    for empty in ["aa", "zz"] {
        let body =
            format!(r#"echo "{{\"id\":$id,\"black\":[],\"white\":[],\"dead\":[\"{empty}\"]}}""#);
        assert!(
            matches!(ask(&body, 1, 10.0)[0], Err(NoAnswer::Nonsense(_))),
            "no stone is at {empty}"
        );
    }
}

#[test]
fn scorer_may_give_only_a_score() {
    let mut questions = questions(1);
    questions[0].count.komi = Points::parse("6.5").expect("a komi");
    let body = r#"echo "{\"id\":$id,\"score\":-3}""#;
    let answers = scorer(body, 10.0).ask(&questions, &Stop::default());
    assert_eq!(
        answers,
        [Ok(GivenBoard::Margin(
            Points::parse("-9.5").expect("a margin")
        )
        .into())]
    );
    // nine points and a stone, which may be dead
    for (score, is_possible) in [
        ("10", true),
        ("-10", true),
        ("10.5", false),
        ("-11", false),
        ("1e9", false),
    ] {
        let answers = ask(
            &format!(r#"echo "{{\"id\":$id,\"score\":{score}}}""#),
            1,
            10.0,
        );
        assert_eq!(answers[0].is_ok(), is_possible, "{score}: {answers:?}");
        assert!(
            is_possible || matches!(answers[0], Err(NoAnswer::Nonsense(_))),
            "{answers:?}"
        );
    }
}

#[test]
fn silent_scorer_is_abandoned() {
    let start = Instant::now();
    let answers = ask("sleep 1000", 100, 0.2);
    assert_eq!(
        counts(&answers),
        (0, vec![("timeout", 3), ("given_up", 97)])
    );
    assert!(start.elapsed() < Duration::from_secs(30), "it hangs");
}

/// The answers to later positions arrive first, although they come between the failures in the
/// order of the games.
#[test]
fn failures_are_counted_in_the_order_of_the_games() {
    let mut questions = questions(10);
    let stone = Position::from_diagram("..x\n...\n...").expect("a board");
    questions
        .iter_mut()
        .step_by(2)
        .for_each(|question| question.position = stone.clone());
    let body = format!("case $line in *'\"..X\"'*) ;; *) {ANSWER};; esac");
    let answers = scorer(&body, 0.3).ask(&questions, &Stop::default());
    assert_eq!(counts(&answers), (5, vec![("timeout", 5)]));
}

#[test]
fn slow_scorer_within_timeout_is_accepted() {
    let answers = ask(&format!("sleep 0.05; {ANSWER}"), 10, 5.0);
    assert_eq!(counts(&answers), (10, vec![]));
}

#[test]
fn scorer_that_exits_at_once_is_abandoned() {
    let command = vec!["true".to_owned()];
    let mut process = JsonScorer::new(command, Duration::from_secs(5));
    let answers = process.ask(&questions(10), &Stop::default());
    assert_eq!(counts(&answers), (0, vec![("died", 3), ("given_up", 7)]));
    let command = vec!["./no-such-scorer".to_owned()];
    let answers =
        JsonScorer::new(command, Duration::from_secs(5)).ask(&questions(5), &Stop::default());
    assert_eq!(
        counts(&answers),
        (0, vec![("not_started", 3), ("given_up", 2)])
    );
}

#[test]
fn endless_line_is_stopped() {
    let answers = ask("yes x | tr -d '\\n'", 5, 5.0);
    assert_eq!(
        counts(&answers),
        (0, vec![("nonsense", 3), ("given_up", 2)])
    );
}

#[test]
fn scorer_that_does_not_read_does_not_block() {
    let command = vec!["sleep".to_owned(), "1000".to_owned()];
    let big = Position::from_diagram(&(".".repeat(52) + "\n").repeat(52)).expect("a board");
    let count = Count::new(Rules::CHINESE);
    let questions = vec![Question::new(big, Vec::new(), count); 200];
    let answers =
        JsonScorer::new(command, Duration::from_millis(200)).ask(&questions, &Stop::default());
    assert_eq!(
        counts(&answers),
        (0, vec![("timeout", 3), ("given_up", 197)])
    );
}

#[test]
fn interrupt_ends_the_wait_for_an_answer() {
    let stop = Stop::default();
    let mut process = scorer("sleep 1000", 1000.0);
    let start = Instant::now();
    let answers = std::thread::scope(|scope| {
        let asking = scope.spawn(|| process.ask(&questions(10), &stop));
        std::thread::sleep(Duration::from_millis(200));
        stop.set();
        asking.join().expect("the thread ends")
    });
    assert_eq!(counts(&answers), (0, vec![("interrupted", 10)]));
    assert!(start.elapsed() < Duration::from_secs(30), "it hangs");
}

/// Processes that a scorer started end with the scorer. `tests/machines/windows` checks this on
/// Windows, without `ps`.
#[cfg(unix)]
#[test]
fn child_processes_end_with_the_scorer() {
    let mark = format!("{}.5", 100_000 + std::process::id());
    let running = || {
        let list = std::process::Command::new("ps")
            .args(["-eo", "args"])
            .output()
            .ok()?;
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        Some(
            list.lines()
                .any(|line| line.starts_with(&format!("sleep {mark}"))),
        )
    };
    if running().is_none() {
        // without `ps` this can't be checked
        return;
    }
    // these two leave the process group of the scorer
    let wrappers = if cfg!(target_os = "linux") {
        &["", "timeout 600 ", "setsid "][..]
    } else {
        &[""]
    };
    for wrapper in wrappers {
        let mut process = scorer(&format!("{ANSWER}; {wrapper}sleep {mark} & true"), 10.0);
        assert_eq!(counts(&process.ask(&questions(3), &Stop::default())).0, 3);
        // `setsid` and `timeout` may not have started `sleep` yet
        let start = Instant::now();
        while running() == Some(false) && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(running(), Some(true), "{wrapper}");
        drop(process);
        assert_eq!(running(), Some(false), "{wrapper}");
    }
}
