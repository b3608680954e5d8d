//! Scores and explains the games in SGF files like the program: with the same pipeline, and in the
//! words of its reports.

use std::path::PathBuf;

use seichi::Stop;
use seichi::explain::Explained;
use seichi::game::{Answer, Context, Evaluated, GameEvaluator, GameOutcome, Options, Remark};
use seichi::input::{Entry, Labels};
use seichi::labels::LabelLine;
use seichi::rules::Points;
use seichi::run::SavedBoard;
use seichi::sgf::RulesGuess;
use seichi::skip::Skip;
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::is_over;
use crate::options::GameOptions;

/// The facts about a game that its line of `boards.ndjson` lacks.
#[derive(Serialize)]
struct Facts<'a> {
    method: &'static str,
    rules_guessed: Option<&'static str>,
    encoding: &'static str,
    label_margin: Option<Points>,
    label_from: &'static str,
    dead_from: &'static str,
    /// The player who gets the button: 1 Black, 2 White, 0 neither.
    first_pass: usize,
    answers: Vec<StrategyAnswer<'a>>,
}

/// The answer of a strategy, without its map.
#[derive(Serialize)]
struct StrategyAnswer<'a> {
    strategy: &'a str,
    margin: Option<Points>,
    flags: Vec<String>,
}

/// Returns JSON: a list of the games in the bytes of a file, each as `{board, facts}` or as
/// `{skip}`; or only `{skip}` if the file has no game.
#[wasm_bindgen(js_name = scoreGames)]
pub fn score_games(sgf: &[u8], given: &GameOptions) -> String {
    let outcomes = evaluate(sgf, &given.name, Labels::default(), &given.evaluation);
    let names = given.evaluation.names();
    let games: Vec<String> = outcomes
        .iter()
        .map(|outcome| game_json(outcome, &names))
        .collect();
    if is_no_game(&outcomes, given) {
        games.concat()
    } else {
        format!("[{}]", games.join(","))
    }
}

/// Returns the explanation of the game with this number, from 1, in the form of `seichi explain
/// --format json`; or `{skip}` if the game cannot be scored.
///
/// # Errors
/// If the file has no such game.
#[wasm_bindgen(js_name = explainGame)]
pub fn explain_game(sgf: &[u8], number: usize, given: &GameOptions) -> Result<String, JsError> {
    let options = Options {
        needs_label: false,
        ..given.evaluation.clone()
    };
    let labels = labels(given, number);
    let mut outcomes = evaluate(sgf, &given.name, labels, &options);
    let outcome = match outcomes.len() {
        _ if is_no_game(&outcomes, given) => outcomes.remove(0),
        games if (1..=games).contains(&number) => outcomes.remove(number - 1),
        games => {
            return Err(JsError::new(&format!(
                "options.game is {number}, but the number of games is {games}"
            )));
        }
    };
    let game = match &outcome.result {
        Ok(game) => game,
        Err(skip) => return Ok(skip_json(skip).to_string()),
    };
    let explained = Explained::new(&outcome, game, &options, &[]).json();
    let board = board_json(&outcome, game, &options.names());
    Ok(format!("{{\"board\":{board},\"explained\":{explained}}}"))
}

fn evaluate(sgf: &[u8], name: &str, labels: Labels, options: &Options) -> Vec<GameOutcome> {
    let context = Context::new(options.clone(), labels, &Stop::asking(is_over));
    GameEvaluator::new(context)
        .evaluate_bytes(&Entry::new(name.to_owned(), PathBuf::new()), Ok(sgf))
}

/// Returns the label of the game with this number, if the options contain its dead stones.
fn labels(given: &GameOptions, number: usize) -> Labels {
    let Some(dead) = &given.marked_dead else {
        return Labels::default();
    };
    let game = format!("{}#{number}", given.name);
    Labels::of_game(LabelLine {
        game,
        dead: Some(dead.iter().map(|&stone| stone.into()).collect()),
        ..LabelLine::default()
    })
}

fn game_json(outcome: &GameOutcome, names: &[String]) -> String {
    match &outcome.result {
        Err(skip) => skip_json(skip).to_string(),
        Ok(game) => {
            let board = board_json(outcome, game, names);
            let facts =
                serde_json::to_string(&facts(outcome, game, names)).expect("keys are strings");
            format!("{{\"board\":{board},\"facts\":{facts}}}")
        }
    }
}

/// Returns the game's line of `boards.ndjson`, without the command that shows the game.
fn board_json(outcome: &GameOutcome, game: &Evaluated, names: &[String]) -> String {
    SavedBoard::of(outcome, game, names, "")
        .expect("all maps are kept")
        .line()
}

/// Returns whether the only outcome belongs to a file without a game. A game's name would contain a
/// number.
fn is_no_game(outcomes: &[GameOutcome], given: &GameOptions) -> bool {
    matches!(outcomes, [outcome] if outcome.name == given.name)
}

fn skip_json(skip: &Skip) -> Value {
    let Skip {
        reason,
        detail,
        byte,
    } = skip;
    json!({"skip": {
        "reason": reason.name(),
        "stage": reason.stage().name(),
        "meaning": reason.meaning(),
        "detail": detail,
        "byte": byte,
    }})
}

fn facts<'a>(outcome: &GameOutcome, game: &Evaluated, names: &'a [String]) -> Facts<'a> {
    let answer = |(strategy, answer): (&'a String, &Answer)| StrategyAnswer {
        strategy,
        margin: answer.margin,
        flags: answer.remarks().iter().map(Remark::to_string).collect(),
    };
    let first_pass = game.labelled.count.first_pass;
    Facts {
        method: game.labelled.count.rules.method().name(),
        rules_guessed: outcome.facts.rules_guessed().map(RulesGuess::name),
        encoding: outcome.facts.encoding,
        label_margin: game.labelled.label.margin,
        label_from: game.labelled.label.from.name(),
        dead_from: game.labelled.dead_from.name(),
        first_pass: first_pass.map_or(0, |color| color.index() + 1),
        answers: names.iter().zip(&game.answers).map(answer).collect(),
    }
}
