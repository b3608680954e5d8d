//! A single game, to show its board: the count that people would make, how certain the count is,
//! and the explanation.

use seichi::Stop;
use seichi::board::Point;
use seichi::compare::Audit;
use seichi::dead::{DeadFrom, Ownership};
use seichi::explain::{Explained, Sentence, sentences_of};
use seichi::game::{Answer, Context, Evaluated, GameEvaluator, GameOutcome, Options};
use seichi::input::Labels;
use seichi::labels::LabelLine;
use seichi::rules::Method;
use seichi::run::SavedBoard;
use seichi::safety::Doubt;
use seichi::sgf::{Encoding, Game, Record, RulesGuess, Score, read, write_scores};
use seichi::skip::{Reason, Skip};
use seichi::territory::{Evaluator, Strategy};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::audit::row_json;
use crate::evaluator::{audited_game, commands};
use crate::options::{dead_sources, of_audit, of_explanation, words_of_dead};
use crate::stones::{group_at, numbers};

/// The largest number of groups whose status is reversed, to see if that changes the winner.
const MOST_GROUPS: usize = 8;

/// A game in a file.
#[derive(Deserialize)]
struct Asked {
    /// The name of the file.
    name: String,
    /// The number of the game in the file, from 1.
    number: usize,
    /// Whether the file is text in UTF-8, even if it names another encoding.
    is_text: bool,
    /// The dead stones that replace the record's dead stones.
    dead: Option<Vec<Point>>,
    /// The sources of dead stones, separated by commas.
    source: String,
}

impl Asked {
    fn encoding(&self) -> Result<Encoding, JsError> {
        Ok(if self.is_text {
            "utf-8".parse()?
        } else {
            Encoding::default()
        })
    }

    /// Returns the bytes of the file with a score for the game.
    fn written(&self, sgf: &[u8], score: Score) -> Result<Vec<u8>, JsError> {
        let mut scores = vec![None; self.number];
        scores[self.number - 1] = Some(score);
        Ok(write_scores(sgf, self.encoding()?, &scores))
    }
}

/// Returns JSON: the explanation of a game, its row in an audit, and the games of the file; or
/// only the games and a `skip` if the game can't be scored. `asked` is the game, as JSON.
///
/// # Errors
/// If the file has no such game.
#[wasm_bindgen]
pub fn explain(asked: &str, sgf: &[u8]) -> Result<String, JsError> {
    let asked: Asked = serde_json::from_str(asked)?;
    let dead = dead_sources(&asked.source)?;
    let (text, games) = match read(sgf, asked.encoding()?) {
        Ok(read) => read,
        Err(skip) => {
            let mut found = skipped(&skip);
            found["games"] = json!([]);
            return Ok(found.to_string());
        }
    };
    let menu: Value = games.iter().map(entry_of_menu).collect();
    let game = games.into_iter().nth(asked.number - 1);
    let game = game.ok_or_else(|| JsError::new(&format!("no game {}", asked.number)))?;
    let found = game
        .record
        .and_then(|record| explained(&asked, dead, text.encoding, &record));
    let mut found = found.unwrap_or_else(|skip| skipped(&skip));
    found["games"] = menu;
    Ok(found.to_string())
}

/// Returns the file with the count in a game's record, as `seichi score --format sgf` writes it:
/// results that are not counts are kept. `strategy` is the strategy that counts. Unless
/// `has_result` is set, the file keeps its own result.
///
/// # Errors
/// If the file has no such game, or it can't be scored.
#[wasm_bindgen]
pub fn scored(
    asked: &str,
    sgf: &[u8],
    strategy: &str,
    has_result: bool,
) -> Result<Vec<u8>, JsError> {
    let asked: Asked = serde_json::from_str(asked)?;
    let (text, games) = read(sgf, asked.encoding()?)?;
    let game = games.into_iter().nth(asked.number - 1);
    let record = game
        .ok_or_else(|| JsError::new("the file has no such game"))?
        .record?;
    let strategies = seichi::territory::strategy(strategy).into_iter().collect();
    let options = Options {
        strategies,
        safety: false,
        ..of_explanation(dead_sources(&asked.source)?)
    };
    let outcome = evaluated(options, &asked, text.encoding, record);
    let game = outcome.result?;
    let mut score = game
        .score()
        .ok_or_else(|| JsError::new("the strategy is unknown"))?;
    score.result = score
        .result
        .filter(|_| has_result && outcome.facts.recorded_result().is_replaceable());
    asked.written(sgf, score)
}

/// Returns the file with these rules and this komi in a game's record.
///
/// # Errors
/// If `asked` has a different form.
#[wasm_bindgen]
pub fn corrected(
    asked: &str,
    sgf: &[u8],
    rules: Option<String>,
    komi: Option<String>,
) -> Result<Vec<u8>, JsError> {
    let asked: Asked = serde_json::from_str(asked)?;
    asked.written(
        sgf,
        Score {
            rules,
            komi,
            ..Score::default()
        },
    )
}

fn evaluated(
    options: Options,
    asked: &Asked,
    encoding: &'static str,
    record: Record,
) -> GameOutcome {
    let game = format!("{}#{}", asked.name, asked.number);
    let (mut options, mut labels) = (options, Labels::default());
    if let Some(dead) = &asked.dead {
        options.dead = vec![DeadFrom::Labels];
        labels = Labels::of_game(LabelLine {
            game: game.clone(),
            dead: Some(dead.iter().map(|&stone| stone.into()).collect()),
            ..LabelLine::default()
        });
    }
    let context = Context::new(options, labels, &Stop::default());
    GameEvaluator::new(context).evaluate_record(game, encoding, record)
}

fn explained(
    asked: &Asked,
    dead: Vec<DeadFrom>,
    encoding: &'static str,
    record: &Record,
) -> Result<Value, Skip> {
    let audit = of_audit(dead.clone());
    let outcome = evaluated(audit.clone(), asked, encoding, record.clone());
    let commands = commands(words_of_dead(&audit), false);
    let (line, _) = audited_game(&outcome, &commands);
    let row = Audit::new(vec![Box::new(line.clone())]).rows.remove(0);
    let options = of_explanation(dead);
    let outcome = evaluated(options.clone(), asked, encoding, record.clone());
    let game = outcome.result.as_ref().map_err(Clone::clone)?;
    let lead = game.labelled.lead();
    let mut json = Explained::new(&outcome, game, &options, &[]).json();
    json["board"] = json!(SavedBoard::of(&outcome, game, &options.names(), ""));
    json["method"] = json!(game.labelled.count.rules.method().name());
    json["lead"] = json!(lead.name);
    json["line"] = json!(line.line());
    json["row"] = row_json(&row);
    json["reason"] = json!(
        game.labelled
            .left_out
            .as_ref()
            .map(|skip| skip.reason.name())
    );
    json["has_komi"] = json!(outcome.facts.komi().is_some());
    json["rules_guessed"] = json!(outcome.facts.rules_guessed().map(RulesGuess::name));
    json["dead_from"] = json!(game.labelled.dead_from.name());
    json["confidence"] = json!(confidence(game));
    json["left_in_seki"] = left_in_seki(game, options.names());
    json["doubts"] = doubts(game);
    json["choices"] = choices(asked, encoding, record, game, lead);
    json["chains"] = json!(numbers(&game.labelled.end.position, false));
    json["groups"] = json!(numbers(&game.labelled.end.position, true));
    json["sentences"] = json!(sentences(game, lead));
    json["strategies"] = json!(options.names());
    let controls = options
        .strategies
        .iter()
        .filter(|strategy| strategy.is_control);
    json["controls"] = controls.map(|strategy| strategy.name).collect();
    let means = |ownership: &Ownership| -> Vec<f64> {
        game.labelled
            .size
            .iter()
            .map(|point| (ownership.mean(point) * 100.0).round() / 100.0)
            .collect()
    };
    json["ownership"] = json!(game.labelled.ownership.as_ref().map(means));
    Ok(json)
}

/// Returns the reason why a game can't be scored.
fn skipped(skip: &Skip) -> Value {
    json!({"skip": skip.words(), "skipped": skip.reason.name(), "byte": skip.byte})
}

/// Returns the doubts about a game, each with its points as numbers, row by row.
fn doubts(game: &Evaluated) -> Value {
    let judged = game.labelled.safety.iter();
    let doubts = judged.flat_map(|judged| &judged.safety.doubts);
    doubts
        .map(|doubt| {
            let points = numbers_of(game, doubt.points());
            json!({"kind": doubt.name(), "points": points})
        })
        .collect()
}

fn numbers_of(game: &Evaluated, points: &[Point]) -> Vec<usize> {
    let size = game.labelled.size;
    points.iter().map(|&point| size.index_of(point)).collect()
}

/// Returns for each strategy, by its name, how many dead stones in seki do not become prisoners of
/// Black, and how many do not become prisoners of White.
fn left_in_seki(game: &Evaluated, names: Vec<String>) -> Value {
    let left = |answer: &Answer| json!(answer.counts.map(|counts| counts.left_in_seki));
    names
        .into_iter()
        .zip(game.answers.iter().map(left))
        .collect()
}

/// Returns the groups whose status is in doubt, each with the margin of the game if the group's
/// status is reversed.
fn choices(
    asked: &Asked,
    encoding: &'static str,
    record: &Record,
    game: &Evaluated,
    lead: &'static Strategy,
) -> Value {
    let labelled = &game.labelled;
    let mut groups: Vec<Vec<Point>> = Vec::new();
    for doubt in labelled
        .safety
        .iter()
        .flat_map(|judged| &judged.safety.doubts)
    {
        if let Doubt::DeadStones(_) | Doubt::Unproved(_) | Doubt::Unclear(_) | Doubt::NextMove(_) =
            doubt
        {
            for &stone in doubt.points() {
                if !groups.iter().any(|group| group.contains(&stone)) {
                    groups.push(group_at(&labelled.end.position, stone));
                }
            }
        }
    }
    let mut choices = Vec::new();
    for group in groups.iter().take(MOST_GROUPS) {
        let is_dead = labelled.dead.contains(&group[0]);
        let mut dead = labelled.dead.clone();
        dead.retain(|stone| !group.contains(stone));
        if !is_dead {
            dead.extend(group);
        }
        let options = Options {
            strategies: vec![lead],
            safety: false,
            ..of_explanation(Vec::new())
        };
        let changed = Asked {
            name: asked.name.clone(),
            dead: Some(dead),
            source: String::new(),
            ..*asked
        };
        let outcome = evaluated(options, &changed, encoding, record.clone());
        if let Ok(other) = &outcome.result {
            choices.push(json!({
                "points": numbers_of(game, group),
                "is_dead": is_dead,
                "margin": other.answers[0].margin,
                "is_finished": other.is_finished(),
            }));
        }
    }
    choices.into()
}

/// Returns the facts that name a game in a menu.
fn entry_of_menu(game: &Game) -> Value {
    let record = game.record.as_ref();
    let players = record
        .map(|record| record.info.players.clone().map(Option::unwrap_or_default))
        .unwrap_or_default();
    json!({"number": game.number, "players": players, "skip": record.err().map(|skip| skip.reason.name())})
}

/// Returns how certain the count is: `doubted`, `marked` if people marked the dead stones, `proved`
/// if search proves each of them, or `believed`.
fn confidence(game: &Evaluated) -> &'static str {
    let labelled = &game.labelled;
    let is_doubtful = labelled
        .safety
        .as_ref()
        .is_some_and(|judged| !judged.safety.is_safe());
    let lacks_header = |skip: &Skip| {
        matches!(
            skip.reason,
            Reason::UnknownRules | Reason::NoKomi | Reason::UnreadableKomi
        )
    };
    let mut dead = labelled
        .chains
        .iter()
        .filter(|chain| chain.is_dead())
        .peekable();
    if is_doubtful || labelled.left_out.as_ref().is_some_and(lacks_header) {
        "doubted"
    } else if matches!(labelled.dead_from, DeadFrom::Marks | DeadFrom::Labels) {
        "marked"
    } else if dead.peek().is_some() && dead.all(|chain| chain.proved.is_some()) {
        "proved"
    } else {
        "believed"
    }
}

/// Returns a sentence for each point, row by row, or none under area rules.
fn sentences(game: &Evaluated, lead: &'static Strategy) -> Vec<String> {
    if game.labelled.count.rules.method() == Method::Area {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new();
    let mut scoring = game.labelled.scoring(&mut evaluator);
    let size = game.labelled.size;
    let mut texts = vec![String::new(); size.points()];
    for Sentence { points, text } in sentences_of(&mut scoring, lead) {
        let (first, rest) = text.split_at(1);
        let sentence = format!("{}{rest}.", first.to_uppercase());
        for point in points {
            texts[size.index_of(point)].clone_from(&sentence);
        }
    }
    texts
}
