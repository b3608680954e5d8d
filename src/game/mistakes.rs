//! Finds common mistakes of external scorers, that is, wrong counts that differ from the label in
//! the same way as an answer does.

use super::category::Category;
use super::evaluated::{Answer, AnswerKind};
use super::labelled::LabelledGame;
use crate::board::Cell;
use crate::external::NoAnswer;
use crate::rules::{Method, Points, Rules, Tax};
use crate::territory::{AREA, EYES, Evaluator, FALSE_EYES, STRICT, TerritoryMap};

/// A common mistake: its name, such as `leave out the komi`, whether an answer can show it, and the
/// wrong margin minus the right one.
type Mistake = (&'static str, bool, Points);

/// What the author of a scorer has to know to correct a mistake, by its name.
const ADVICE: [(&str, &str); 7] = [
    (
        "count a dead stone as two points",
        "count each only as an empty point, because seichi adds the prisoners",
    ),
    (
        "leave dead stones on the board",
        "take off the stones in \"dead\" first",
    ),
    (
        "swap the colours",
        "X is Black, O is White, and a score or margin is Black's minus White's",
    ),
    (
        "count living stones",
        "under territory rules, a score includes only territory",
    ),
    (
        "leave out living stones",
        "under area rules, a score includes them",
    ),
    (
        "count every surrounded point",
        "under Japanese rules, false eyes and eyes in seki are not scored",
    ),
    (
        "include the komi",
        "a score excludes the komi, because seichi adds it",
    ),
];

/// Returns advice on the mistake with this name, if there is any.
pub(crate) fn advice(mistake: &str) -> Option<&'static str> {
    let advice = ADVICE.iter().find(|(name, _)| *name == mistake);
    advice.map(|(_, advice)| *advice)
}

/// The margins that a game would have after certain mistakes in finding the territory.
struct WrongMargins {
    dead_left: Points,
    surrounded: Points,
    false_eyes: Points,
    seki: Points,
    beside_dame: Points,
    other_method: Points,
    /// The margin without a tax on groups.
    untaxed: Points,
    /// The margin without a mistake, ignoring protective moves.
    right: Points,
}

impl WrongMargins {
    fn new(game: &LabelledGame, evaluator: &mut Evaluator) -> Self {
        let dead = &game.dead;
        let rules = game.count.rules;
        let (with_seki, untaxed) = match (rules.tax(), rules.method()) {
            (Tax::All, Method::Territory) => (rules, Rules::JAPANESE),
            (Tax::All, Method::Area) => (rules, rules.without_tax()),
            (_, Method::Territory) => (Rules::JAPANESE.without_tax(), rules),
            (_, Method::Area) => (rules, rules),
        };
        Self {
            dead_left: game.margin_with(&[], AREA, evaluator),
            surrounded: game.margin_with(dead, AREA, evaluator),
            false_eyes: game.margin_with(dead, FALSE_EYES, evaluator),
            seki: game.margin_under(with_seki, dead, EYES, evaluator),
            beside_dame: game.margin_with(dead, STRICT, evaluator),
            other_method: game.other_method(evaluator).1,
            untaxed: game.margin_under(untaxed, dead, EYES, evaluator),
            right: game.margin_with(dead, EYES, evaluator),
        }
    }
}

/// Finds, for each external scorer, the names of the common mistakes that would change its answer,
/// each with a flag that is set if the mistake explains the answer. A mistake
/// explains the answer if it would turn the label's margin into the answer's, and if the answer's
/// map, if there is one, also shows the mistake. A mistake also explains a wrong result that
/// contradicts the scorer's own map, if the result without the mistake would equal the margin of
/// the map.
pub(super) fn find_mistakes(
    game: &LabelledGame,
    evaluator: &mut Evaluator,
    external: &[Result<Answer, NoAnswer>],
) -> Vec<Vec<(&'static str, bool)>> {
    let mut all = vec![Vec::new(); external.len()];
    let Some(label) = game.label.margin.filter(|_| !external.is_empty()) else {
        return all;
    };
    let wrong = WrongMargins::new(game, evaluator);
    let of_whole = mistakes_of_whole(game, label, &wrong);
    for (answer, found) in external.iter().zip(&mut all) {
        let Ok(answer) = answer else { continue };
        // a label that is itself wrong reveals no mistake
        if matches!(answer.category, Some(Category::Label | Category::Rules)) {
            continue;
        }
        let Some(margin) = answer.margin else {
            continue;
        };
        let is_whole = answer.kind == AnswerKind::Whole;
        // a right result rules out a mistake in any part of it
        let is_right = is_whole && answer.category.is_none();
        let contradiction = answer.contradiction.filter(|one| one.margin != label);
        let map = answer.map.as_deref();
        let map = map.filter(|_| !is_right && contradiction.is_none());
        let is_only_whole = is_whole && map.is_none();
        let mut mistakes = mistakes_of_board(game, label, map, is_only_whole, &wrong);
        if is_only_whole {
            mistakes.extend(&of_whole);
        } else if is_whole {
            // the scorer's own map gives the same margin as its result
            found.extend(of_whole.iter().map(|mistake| (mistake.0, false)));
        }
        let of_map = contradiction.map_or(label, |one| one.of_map);
        for (words, _, error) in mistakes {
            found.push((words, [label, of_map].contains(&(margin - error))));
        }
    }
    all
}

/// If mistakes explain an answer, returns the corrections that would give the label's margin.
/// Several mistakes may explain one answer by chance.
pub(super) fn corrections(mistakes: &[(&str, bool)]) -> Option<String> {
    let mut made = Vec::new();
    for (mistake, _) in mistakes.iter().filter(|(_, explains)| *explains) {
        made.push(*mistake);
    }
    match &*made {
        [] => None,
        [mistake] => Some(format!("it did not {mistake}")),
        _ => {
            let made = made.join(", or ");
            Some(format!("it did not make one of these mistakes: {made}"))
        }
    }
}

/// Returns the common mistakes in counting the board that would change an answer. The answer is a
/// `map`, a whole result or a score.
fn mistakes_of_board(
    game: &LabelledGame,
    label: Points,
    map: Option<&TerritoryMap>,
    is_whole: bool,
    wrong: &WrongMargins,
) -> Vec<Mistake> {
    let count = &game.count;
    let stones = difference(count.stones);
    let dead = difference(count.prisoners) - difference(game.end.prisoners);
    // in an area game, a score includes stones but no prisoners; in a territory game, seichi adds
    // whatever counts besides territory
    let is_score = map.is_none() && !is_whole;
    let is_area_score = is_score && count.rules.method() == Method::Area;
    let is_territory_score = is_score && !is_area_score;
    let mut board = label;
    if !is_whole {
        board = board - count.margin([0, 0]);
    }
    let mut dead_left = wrong.dead_left - wrong.surrounded;
    if is_area_score {
        board = board + stones;
    } else if !is_whole && (map.is_none() || !count.rules.leaves_dead_in_seki()) {
        // dead stones on points without an owner are not always prisoners
        dead_left = dead_left + dead;
    }
    // whether any owner of a point captures a stone there, and whether any has a stone next to it
    let [mut captures, mut joins] = [false; 2];
    // the territory beyond the 19th line, according to the label
    let mut beyond = [0; 2];
    let grid = game.position.grid();
    for point in game.size.iter() {
        let index = grid.index(point);
        if let Some(owner) = map.and_then(|map| map.statuses()[index].owner()) {
            captures |= game.end.position.cells()[index] == owner.opponent().into();
            joins |= grid
                .neighbours(index)
                .iter()
                .any(|&near| game.position.cells()[near] == owner.into());
        }
        let owner = game.label.map.as_ref().and_then(|map| map.owner(index));
        if let Some(owner) = owner.filter(|_| point.x.max(point.y) >= 19)
            && game.position.cells()[index] == Cell::Empty
        {
            beyond[owner.index()] += 1;
        }
    }
    let finds_eyes = wrong.right == label;
    let beside_dame = wrong.beside_dame - label;
    let beyond = -difference(beyond);
    applying(&[
        ("count a dead stone as two points", is_territory_score, dead),
        (
            "leave dead stones on the board",
            map.is_none() || joins && !captures,
            dead_left,
        ),
        ("swap the colours", !joins, -(board + board)),
        ("count living stones", is_territory_score, stones),
        ("leave out living stones", is_area_score, -stones),
        (
            "count every surrounded point",
            finds_eyes,
            wrong.surrounded - label,
        ),
        ("count false eyes", finds_eyes, wrong.false_eyes - label),
        ("count eyes in seki", finds_eyes, wrong.seki - label),
        (
            "mistake groups next to a dame for groups in seki",
            finds_eyes,
            beside_dame,
        ),
        ("leave out the lines after the 19th", true, beyond),
        ("include the komi", is_score, -count.komi),
    ])
}

/// Returns the common mistakes that would change a whole result in parts other than the board.
fn mistakes_of_whole(game: &LabelledGame, label: Points, wrong: &WrongMargins) -> Vec<Mistake> {
    let count = &game.count;
    let (komi, all) = (count.komi, difference(count.prisoners));
    let captured = difference(game.end.prisoners);
    let (dead, swapped) = (all - captured, -(captured + captured));
    let is_area = count.rules.method() == Method::Area;
    let (n, one) = (count.handicap, Points::whole(1));
    let compensation = count.rules.handicap_compensation(n);
    let handicap = Points::whole(compensation.into());
    let gives_all = compensation > 0 && compensation == n;
    let gives_less = compensation > 0 && compensation < n;
    let button = count.button();
    let mut board = label + komi + handicap;
    if !is_area {
        board = board - captured;
    }
    let half = Points::parse("0.5").unwrap_or_default();
    let is_whole = label.is_whole();
    let toward_zero = if label > Points::ZERO { -half } else { half };
    // rules with this compensation have pass stones; under rules with a button, the same error
    // would mean that the wrong player has the button
    let has_passes = count.rules.handicap_compensation(2) == 1 && button == Points::ZERO;
    let stones = difference(count.stones);
    // the change in the margin if a player loses a point
    let loss = [-one, one];
    let end = &game.end;
    let last = end.last.filter(|last| end.prisoners[last.index()] > 0);
    let last_prisoner = last.map_or(Points::ZERO, |who| loss[who.index()]);
    let pass = end.first_pass.map_or(Points::ZERO, |who| loss[who.index()]);
    let mut mistakes = mistakes_in_komi(komi);
    mistakes.extend([
        ("drop the half point of the result", !is_whole, toward_zero),
        ("round the result down", !is_whole, -half),
        ("swap the colours on the board", true, -(board + board)),
        ("leave out all prisoners", !is_area, -all),
        ("forget that dead stones are prisoners", !is_area, -dead),
        ("leave out the stones captured in play", !is_area, -captured),
        ("count prisoners twice", !is_area, all),
        ("count captured stones twice", !is_area, captured),
        ("count dead stones twice", true, dead),
        ("swap the players' prisoners", !is_area, -(all + all)),
        ("swap the question's prisoners", !is_area, swapped),
        ("leave out the last prisoner", !is_area, last_prisoner),
        ("count prisoners despite area rules", is_area, all),
        (
            "count the stones captured in play despite area rules",
            is_area,
            captured,
        ),
        ("leave out the points for the handicap", true, handicap),
        (
            "give the points for the handicap to Black",
            true,
            handicap + handicap,
        ),
        (
            "give points for the handicap under territory rules",
            !is_area && n >= 2,
            -Points::whole(n.into()),
        ),
        ("count N − 1 instead of N handicap stones", gives_all, one),
        ("count N instead of N − 1 handicap stones", gives_less, -one),
        (
            "give the button to the wrong player",
            true,
            -(button + button),
        ),
        ("leave out the button", true, -button),
        ("give a point for the first pass", has_passes, pass),
        ("leave out the pass stones", has_passes, all - stones),
        ("turn W+0.5 into B+0.5", label + label == -one, one),
        ("turn B+0.5 into W+0.5", label + label == one, -one),
        (
            "leave out the tax on groups",
            true,
            wrong.untaxed - wrong.right,
        ),
        (
            "count area instead of territory, or territory instead of area",
            true,
            wrong.other_method - label,
        ),
        (
            "count territory instead of area, with the points for the handicap",
            is_area && compensation > 0,
            wrong.other_method - handicap - label,
        ),
    ]);
    applying(&mistakes)
}

/// Returns the common mistakes in the komi that would change a whole result.
fn mistakes_in_komi(komi: Points) -> Vec<Mistake> {
    let half = Points::parse("0.5").unwrap_or_default();
    let komi_half = match komi.sign() {
        _ if komi.is_whole() => Points::ZERO,
        1 => half,
        _ => -half,
    };
    let mut mistakes = vec![
        ("leave out the komi", true, komi),
        ("subtract the komi twice", true, -komi),
        ("give the komi to Black", true, komi + komi),
        (
            "ignore the sign of the komi",
            komi < Points::ZERO,
            komi + komi,
        ),
        ("leave out the half point of the komi", true, komi_half),
    ];
    for (points, words) in [
        (5, "take 5.5 as every komi"),
        (6, "take 6.5 as every komi"),
        (7, "take 7.5 as every komi"),
    ] {
        mistakes.push((words, true, komi - half - Points::whole(points)));
    }
    mistakes
}

/// Returns the mistakes that an answer can show and that would change it.
fn applying(mistakes: &[Mistake]) -> Vec<Mistake> {
    let mut applying = mistakes.to_vec();
    applying.retain(|&(.., applies, error)| applies && error != Points::ZERO);
    applying
}

/// Returns Black's number minus White's.
fn difference([black, white]: [u32; 2]) -> Points {
    Points::whole(i64::from(black) - i64::from(white))
}
