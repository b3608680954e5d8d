//! Remarks on a game, in words: its rules, whether it is safe to score, open borders, owed
//! protective moves, and the chains of dead stones and of living stones in seki.

use std::cmp::Reverse;

use super::together;
use crate::board::{Grid, Point, Size};
use crate::dead::{ChainLife, DeadFrom, UnclosedBorder};
use crate::game::{Answer, Evaluated, GameOutcome, GameSafety, LabelledGame, RemarkKind};
use crate::rules::{Count, Method};
use crate::run::UNCLOSED;
use crate::safety::Doubt;
use crate::sgf::{KomiFrom, Recorded};
use crate::territory::{Analysis, ChainStatus, Evaluator, OwedMove, Status, TerritoryMap};
use crate::text::{clean, doc_comment, some};

/// Returns the points of territory that a group tax takes, and the dead stones in seki that do not
/// become prisoners; `None` if there are none.
pub(crate) fn tax_text(answer: &Answer) -> Option<String> {
    let counts = answer.counts?;
    let parts = [
        ("group tax in points", counts.tax),
        ("dead stones in seki, not prisoners", counts.left_in_seki),
    ];
    let mut words = Vec::new();
    for (what, [black, white]) in parts.into_iter().filter(|(_, sides)| *sides != [0; 2]) {
        words.push(format!("{what}: Black {black}, White {white}"));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

/// Returns the rules and the komi of a game, and the owner of the button's half point, if the rules
/// have a button.
pub(crate) fn rules_text(outcome: &GameOutcome, count: &Count) -> String {
    let guessed = if outcome.facts.rules_guessed().is_some() {
        " (guessed)"
    } else {
        ""
    };
    let button = match count.first_pass {
        Some(color) if count.rules.has_button() => format!(", button {color}"),
        _ => String::new(),
    };
    let headers = outcome.facts.headers.as_ref();
    let missing = if headers.is_some_and(|headers| headers.komi_from == KomiFrom::Nowhere) {
        " (not recorded)"
    } else {
        ""
    };
    format!(
        "{} rules{guessed}, komi {}{missing}{button}",
        count.rules.name(),
        count.komi
    )
}

/// Returns the source of the dead stones of a game, and whether the user corrected them or no
/// source says which stones are dead.
pub(crate) fn dead_source_text(game: &Evaluated) -> String {
    let from = match game.labelled.dead_from {
        DeadFrom::Labels => "labels file",
        from => from.name(),
    };
    let note = if game.labelled.is_corrected {
        ", corrected"
    } else if game.remarks.contains(&RemarkKind::DeadUnknown.into()) {
        ", because dead stones are not marked"
    } else {
        ""
    };
    format!("{from}{note}")
}

/// Returns the recorded result of a game, and the remarks that put a count of its board in doubt.
pub(crate) fn notes_text(outcome: &GameOutcome, game: &Evaluated) -> Vec<String> {
    use RemarkKind::{
        BadMarks, ImpossibleLabel, MovesMissing, PartlyDead, SenselessMarks, StaleMarks, TwoColors,
        Unclosed,
    };
    let mut lines = Vec::new();
    let recorded = outcome.facts.recorded();
    let is_missed = match outcome.facts.recorded_result() {
        Recorded::Margin(margin) => {
            let mut answers = game.answers.iter();
            !game.answers.is_empty() && answers.all(|answer| answer.margin != Some(margin))
        }
        Recorded::WithoutMargin(..) => false,
    };
    if !recorded.is_empty() {
        let end = if outcome.facts.recorded_result().is_without_count() {
            ": the game was not counted, so the board may be unfinished"
        } else if is_missed {
            ", unlike this count"
        } else {
            ""
        };
        lines.push(format!("recorded result {}{end}", clean(recorded)));
    }
    let doubts = [
        BadMarks,
        ImpossibleLabel,
        MovesMissing,
        PartlyDead,
        SenselessMarks,
        StaleMarks,
        TwoColors,
        Unclosed,
    ];
    for remark in game
        .remarks
        .iter()
        .filter(|remark| doubts.contains(&remark.kind))
    {
        lines.push(format!(
            "{}: {}",
            clean(&remark.to_string()),
            doc_comment(&remark.kind)
        ));
    }
    lines
}

/// Returns the points that the label of a game names although they contradict the board or each
/// other, or `None` if there are none.
pub(crate) fn impossible_text(game: &Evaluated) -> Option<String> {
    let names = game.labelled.impossible.iter();
    let names: Vec<String> = names.map(|&point| point.into()).collect();
    (!names.is_empty()).then(|| some(&names))
}

/// Returns the protective moves that are owed in a game once the dame are filled. They do not
/// depend on the strategies of the evaluation. Under area rules, a protective move costs only a
/// turn, so none are owed if the game ends with a pass.
pub(crate) fn protective_moves(evaluator: &mut Evaluator, game: &Evaluated) -> Vec<OwedMove> {
    let count = &game.labelled.count;
    if count.rules.method() == Method::Area && count.to_move.is_none() {
        return Vec::new();
    }
    game.labelled.scoring(evaluator).owed_moves()
}

/// Returns a sentence about a protective move.
pub(crate) fn protective_text(one: &OwedMove, grid: Grid) -> String {
    let OwedMove {
        owed,
        frees_dead,
        refutation,
        ..
    } = one;
    let [point, stone] = [owed.point, owed.stone].map(|point| point_name(grid, point));
    let why = match refutation.as_slice() {
        [] if *frees_dead => format!("or the dead stones at {stone} come to life"),
        [] => format!("or the stones at {stone} are captured"),
        line => {
            let mut steps = Vec::new();
            for &(color, point) in line {
                let point = point.map_or("pass".to_owned(), |point| point_name(grid, point));
                steps.push(format!("{} {point}", color.letter()));
            }
            format!("or else {} captures", steps.join(", "))
        }
    };
    format!(
        "{} must play {point} once the dame are filled, {why}",
        owed.owner
    )
}

/// The maximum number of chains that a line names. The board shows all chains.
const CHAINS: usize = 8;

/// Returns the proof or judgement about a chain, or `None` if a line about it would say nothing
/// new.
fn chain_status(chain: &ChainLife) -> Option<&'static str> {
    match chain.proved {
        Some(ChainStatus::Dead) => Some("search proves that these can be captured"),
        _ if chain.in_seki => Some("search proves that these live in seki"),
        Some(ChainStatus::Alive) => Some("search proves that these can't be captured"),
        None if chain.is_dead() => Some("dead according to playouts, without a proof"),
        None => None,
    }
}

/// Returns a line for each status. It names the largest chains and counts the rest. The lines cover
/// the same chains as the JSON output.
pub(crate) fn chains_text(game: &Evaluated) -> Vec<String> {
    let mut chains: Vec<&ChainLife> = game.labelled.chains.iter().collect();
    chains.sort_by_key(|chain| Reverse(chain.stones.len()));
    let known = chains
        .iter()
        .filter_map(|chain| Some((chain, chain_status(chain)?)));
    let mut lines = Vec::new();
    for (status, chains) in together(known) {
        let mut names = Vec::new();
        for ChainLife { stones, .. } in chains.iter().take(CHAINS) {
            let name = stones[0].name(game.labelled.size);
            names.push(format!("{name} ({})", stones.len()));
        }
        if chains.len() > CHAINS {
            names.push(format!("{} more", chains.len() - CHAINS));
        }
        lines.push(format!("{status}: {}", names.join(", ")));
    }
    lines
}

/// Returns in words whether a game is safe to score, with the doubts about it; `None` if its safety
/// was not judged.
pub(crate) fn safety_text(game: &Evaluated) -> Option<String> {
    let GameSafety { safety, .. } = game.labelled.safety.as_ref()?;
    Some(if safety.is_safe() {
        "safe to score".to_owned()
    } else {
        format!("not safe to score: {}", doubt_texts(game).join("; "))
    })
}

/// Returns the doubts about a game in words; empty if its safety was not judged.
pub fn doubt_texts(game: &Evaluated) -> Vec<String> {
    let doubts = game
        .labelled
        .safety
        .iter()
        .flat_map(|judged| &judged.safety.doubts);
    doubts
        .map(|doubt| doubt_text(doubt, game.labelled.size))
        .collect()
}

/// Returns a doubt in words, with its first points.
fn doubt_text(doubt: &Doubt, size: Size) -> String {
    let mut points = some(&point_names(doubt.points(), size));
    if let Doubt::Unclear(chain) = doubt {
        // adding 0 turns -0 into 0
        let mean = (100.0 * chain.mean).round() / 100.0 + 0.0;
        points = format!("{points} (ownership {mean:.2})");
    }
    let words = match doubt {
        Doubt::OpenBorder(_) => "the border is open at ",
        Doubt::DeadStones(_) => {
            "playouts and the source of dead stones disagree about the stones at "
        }
        Doubt::Unproved(_) => "only playouts consider these stones dead, without a proof: ",
        Doubt::Unclear(_) => "it is not clear whether these stones live: ",
        Doubt::NextMove(_) => "the next move decides whether these stones live: ",
        Doubt::Unsettled(_) => "the owner of these points depends on who plays first: ",
        Doubt::MissingKomi => "the komi is missing, and counts as 0",
        Doubt::MissingRules => {
            "the record names no rules, and under Chinese rules the winner differs"
        }
        Doubt::UnknownRules => "the record's rules are not understood",
        Doubt::MissingHandicap => "stones of the recorded handicap are not on the board",
        Doubt::NotCounted => "the record says that the game was not counted",
        Doubt::BrokenMoves(why) => why,
        Doubt::Unclosed => UNCLOSED,
    };
    format!("{words}{points}")
}

/// Returns a line for each region with an open border: its open points, and the moves that would
/// close the border.
pub(crate) fn unclosed_text(game: &Evaluated) -> Vec<String> {
    let Some(judged) = &game.labelled.safety else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for UnclosedBorder { seals, open } in &judged.unclosed {
        let mut parts = Vec::new();
        for (words, points) in [("open at", open), ("still to play:", seals)] {
            if !points.is_empty() {
                let points = some(&point_names(points, game.labelled.size));
                parts.push(format!("{words} {points}"));
            }
        }
        lines.push(format!("not finished: {}", parts.join("; ")));
    }
    lines
}

/// Returns the coordinates of a point, such as `O3`.
pub(crate) fn point_name(grid: Grid, point: u16) -> String {
    grid.point(usize::from(point)).name(grid.size())
}

/// Returns the coordinates of points.
pub(crate) fn point_names(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|point| point.name(size)).collect()
}

/// Returns the dead stones of each chain in a game, and the living stones of each chain in seki. A
/// chain is in seki if its seki is proved, if the labels file says so, or if it has an eye in seki
/// on `map`. Labels may mark only some stones of a chain as dead.
pub(crate) fn stone_groups(
    game: &LabelledGame,
    map: Option<&TerritoryMap>,
) -> [Vec<Vec<Point>>; 2] {
    let analysis = Analysis::new(&game.end.position, &[]);
    let grid = analysis.grid();
    let mut chains = vec![Vec::new(); analysis.blocks().len()];
    for point in game.size.iter() {
        if game.end.position.get(point).color().is_some() {
            chains[analysis.block(grid.index(point))].push(point);
        }
    }
    let [mut dead, mut seki] = [Vec::new(), Vec::new()];
    for stones in chains {
        let (dead_stones, living): (Vec<Point>, Vec<Point>) = stones
            .into_iter()
            .partition(|stone| game.dead.binary_search(stone).is_ok());
        if !dead_stones.is_empty() {
            dead.push(dead_stones);
        }
        let Some(first) = living.first() else {
            continue;
        };
        let mut proofs = game.chains.iter().filter(|chain| chain.in_seki);
        let mut near = living
            .iter()
            .flat_map(|&stone| grid.neighbours(grid.index(stone)));
        if proofs.any(|chain| chain.stones.contains(first))
            || living.iter().any(|stone| game.seki.contains(stone))
            || map.is_some_and(|map| near.any(|cell| map.statuses()[cell] == Status::Seki))
        {
            seki.push(living);
        }
    }
    [dead, seki]
}

/// Returns a line about the dead chains and a line about the chains in seki, such as
/// `in seki: A2 (1), C3 (4)`.
pub(crate) fn groups_text([dead, seki]: &[Vec<Vec<Point>>; 2], size: Size) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, chains) in [("dead", dead), ("in seki", seki)] {
        let mut names = Vec::new();
        for stones in chains {
            names.push(format!("{} ({})", stones[0].name(size), stones.len()));
        }
        if !names.is_empty() {
            lines.push(format!("{what}: {}", names.join(", ")));
        }
    }
    lines
}
