//! Labels a finished game: asks the engines, and decides whose answer becomes the label.

use seichi::board::Replayed;
use seichi::external::gtp::parse_score;
use seichi::rules::Count;
use seichi::sgf::result_text;

use super::disagreement::Disagreement;
use super::engine::{GameEngine, Unplayed};
use super::game::{LabelFrom, PlannedGame};
use super::opinion::{EngineAnswers, Opinion, TerritoryMarks};

/// The label of a game, as in its record.
#[derive(Default)]
pub(super) struct GeneratedLabel {
    /// The result, in the syntax of `RE`.
    pub(super) result: String,
    pub(super) marks: Option<TerritoryMarks>,
    /// The index of the engine whose opinion is the label.
    pub(super) judge: usize,
    pub(super) remarks: Vec<String>,
    pub(super) disagreement: Option<Disagreement>,
}

/// Asks every engine how the game ended, and returns the label.
pub(super) fn label(
    game: &PlannedGame,
    engines: &mut [GameEngine<'_>],
    end: &Replayed,
) -> Result<GeneratedLabel, Unplayed> {
    let count = Count {
        rules: game.rules,
        komi: game.komi,
        handicap: game.handicap.into(),
        stones: [0; 2],
        prisoners: end.prisoners,
        first_pass: end.first_pass,
    };
    let mut opinions = Vec::new();
    for (engine, spec) in engines.iter_mut().zip(&game.engines) {
        engine.send(&spec.before_status)?;
        opinions.push(Opinion::of(&answers(engine, game)?, &end.position, &count));
    }
    let names: Vec<&str> = engines.iter().map(|engine| engine.who).collect();
    Ok(decide(game, &names, opinions))
}

/// Asks an engine for its result, dead stones, territory and seki.
fn answers(engine: &mut GameEngine<'_>, game: &PlannedGame) -> Result<EngineAnswers, Unplayed> {
    let margin = engine.ask_optional("final_score")?.and_then(|text| parse_score(&text));
    let mut list = |status: &str| engine.optional_points(&format!("final_status_list {status}"), game.size);
    let black = list("black_territory")?;
    let white = list("white_territory")?;
    let dead = list("dead")?;
    let territory = black.zip(white).map(|(black, white)| [black, white]);
    let seki = if territory.is_some() { None } else { list("seki")? };
    Ok(EngineAnswers { margin, dead, seki: seki.unwrap_or_default(), territory })
}

/// Returns the label: Black's opinion, or White's if only White's has a result. The result is `?` if neither has one,
/// or if the opinions disagree and the game requires agreement. `names` are the names of the engines in messages.
fn decide(game: &PlannedGame, names: &[&str], mut opinions: Vec<Opinion>) -> GeneratedLabel {
    let mut label = GeneratedLabel::default();
    if let [black, white] = opinions.as_slice() {
        label.disagreement = Disagreement::between([black, white], game.size);
    }
    if let Some(disagreement) = &label.disagreement {
        label.remarks.push(format!("the engines disagree: {}", disagreement.text(usize::MAX)));
    }
    for (_, name) in opinions.iter().zip(names).filter(|(opinion, _)| opinion.margin.is_none()) {
        label.remarks.push(format!("{name} has no result"));
    }
    label.judge = opinions.iter().position(|opinion| opinion.margin.is_some()).unwrap_or(0);
    let opinion = opinions.swap_remove(label.judge);
    if let Some(remark) = opinion.remark {
        label.remarks.push(format!("{}: {remark}", names[label.judge]));
    }
    let is_agreed = label.disagreement.is_none() || game.label == LabelFrom::Black;
    match opinion.margin {
        Some(margin) if is_agreed => {
            label.result = result_text(margin);
            label.marks = opinion.marks;
        }
        _ => "?".clone_into(&mut label.result),
    }
    label
}
