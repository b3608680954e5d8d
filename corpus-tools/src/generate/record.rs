//! Writes a game as SGF, in the layout of this project's corpus.

use seichi::board::{Action, Color, Point};
use seichi::rules::Rules;
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Move, Prop};

use super::label::GeneratedLabel;
use super::plan::PlannedGame;

/// The number of moves per line.
const MOVES_A_LINE: usize = 10;

/// Returns the SGF of a game. `judge` is the name and version of the engine that gave the label,
/// `players` are the names of Black and White, and `actions` are the setup stones and the moves;
/// the label's marks go into the last node.
pub(super) fn sgf(
    game: &PlannedGame<'_>,
    judge: &(String, String),
    players: &[String; 2],
    label: &GeneratedLabel,
    actions: &[Action],
) -> String {
    let [black, white] = players;
    let mut comment = format!("seed {}", game.seed);
    for remark in &label.remarks {
        comment = comment + "\n" + remark;
    }
    let mut root = vec![
        Prop::GM(1),
        Prop::FF(4),
        Prop::CA("UTF-8".into()),
        Prop::AP((judge.0.as_str().into(), judge.1.as_str().into())),
        // sgf-parse writes 9:9, which SGF forbids
        Prop::Unknown("SZ".to_owned(), vec![game.size.to_string()]),
        Prop::RU(rules_name(game.settings.rules).as_str().into()),
        Prop::KM(game.komi.to_f64()),
        Prop::PB(black.as_str().into()),
        Prop::PW(white.as_str().into()),
        Prop::RE(label.result.as_str().into()),
        Prop::GC(comment.as_str().into()),
    ];
    if game.handicap > 0 {
        root.push(Prop::HA(game.handicap.into()));
    }
    let mut stones = Vec::new();
    let mut moves = Vec::new();
    for &action in actions {
        match action {
            Action::Setup(point, _) => stones.push(point),
            Action::Move(color, point) => moves.push(move_property(color, point)),
        }
    }
    root.extend(points("AB", stones));
    let mut text = format!("({}", node(root));
    for line in moves.chunks(MOVES_A_LINE) {
        text += "\n";
        text.extend(line.iter().map(|property| node(vec![property.clone()])));
    }
    if let Some([black, white]) = &label.marks {
        let marks = [
            points("TB", black.iter().copied()),
            points("TW", white.iter().copied()),
        ];
        text = text + "\n" + &node(marks.into_iter().flatten().collect());
    }
    text + ")\n"
}

/// Returns the text of a node. Nodes are written one by one: sgf-parse writes a tree recursively,
/// and a long game would overflow the stack.
fn node(properties: Vec<Prop>) -> String {
    SgfNode::new(properties, Vec::new(), false).to_string()
}

/// Returns a property with these points in the order of their names, or `None` if there are none.
/// The lists of sgf-parse have no order.
fn points(property: &str, points: impl IntoIterator<Item = Point>) -> Option<Prop> {
    let mut names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
    names.sort();
    (!names.is_empty()).then(|| Prop::Unknown(property.to_owned(), names))
}

fn move_property(color: Color, point: Option<Point>) -> Prop {
    let to = point.map_or(Move::Pass, |point| {
        Move::Move(go::Point {
            x: point.x,
            y: point.y,
        })
    });
    match color {
        Color::Black => Prop::B(to),
        Color::White => Prop::W(to),
    }
}

/// Returns the rules as SGF spells them (FF\[4\], property `RU`), or as this program names them if
/// SGF has no name for them.
fn rules_name(rules: Rules) -> String {
    match rules {
        Rules::JAPANESE => "Japanese".to_owned(),
        Rules::KOREAN => "Korean".to_owned(),
        Rules::CHINESE => "Chinese".to_owned(),
        Rules::AGA => "AGA".to_owned(),
        Rules::NEW_ZEALAND => "NZ".to_owned(),
        Rules::ING => "GOE".to_owned(),
        other => other.name().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_rules_name_reads_back() {
        assert!(
            Rules::ALL
                .iter()
                .all(|&rules| Rules::from_text(&rules_name(rules)) == Some(rules))
        );
    }
}
