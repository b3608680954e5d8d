//! Fuzzes labels: reads any bytes as a labels file.

use seichi::board::{Point, Position};
use seichi::dead::DeadFrom;
use seichi::labels::{Claims, LabelLine, Resolved, label_lines};
use seichi::sgf::{HeaderOverrides, Recorded, interpret};

use super::games;

/// Checks that line numbers match the file, that the text of a parsed line parses to the same line,
/// and that diagnostics name only points of the board.
pub(crate) fn check(data: &[u8]) {
    let mut last = 0;
    for (number, line) in label_lines(data) {
        assert!(number > last && !line.is_empty() && !line.contains(&b'\n'));
        last = number;
        let read = LabelLine::parse(line);
        let json: Option<serde_json::Value> = serde_json::from_slice(line).ok();
        let object = json.as_ref().and_then(serde_json::Value::as_object);
        match read {
            Ok(read) => {
                assert!(
                    line.starts_with(b"{") && std::str::from_utf8(line).is_ok(),
                    "a line is a JSON object"
                );
                // a number or nesting that serde_json can't represent is accepted under a key that
                // the reader ignores
                if let Some(object) = object {
                    assert_eq!(
                        object.get("game").and_then(serde_json::Value::as_str),
                        Some(read.game.as_str())
                    );
                }
                check_line(&read);
            }
            Err(message) => assert!(
                !message.is_empty() && !message.contains('\n'),
                "{message:?}"
            ),
        }
    }
}

fn check_line(line: &LabelLine) {
    let text = serde_json::to_vec(line).expect("keys are strings");
    assert_eq!(LabelLine::parse(&text).as_ref(), Ok(line));
    if let Some(Recorded::Margin(margin)) = line.recorded() {
        assert!(margin.hundredths() % 50 == 0);
    }
    let position = Position::from_diagram("x.o.\nxxoo\n....\no..x").expect("a board");
    let record = games(b"(;SZ[4])").remove(0).record.expect("a record");
    let headers = interpret(&record, &HeaderOverrides::default()).expect("headers");
    let claims = Claims::new(&position, &record, Some(line), headers.counts_all_stones);
    match claims.dead(DeadFrom::Labels) {
        Some((dead, from)) => {
            let resolved = claims.resolve(dead, from, None);
            check_resolved(line, &position, &resolved);
        }
        None => assert!(
            line.dead.is_none() && line.black_territory.is_none() && line.white_territory.is_none()
        ),
    }
}

fn check_resolved(line: &LabelLine, position: &Position, resolved: &Resolved) {
    let dead = &resolved.dead;
    assert!(
        dead.is_sorted_by(|one, other| one < other),
        "sorted, each once: {dead:?}"
    );
    assert!(
        dead.iter()
            .all(|&point| position.get(point).color().is_some()),
        "stones: {dead:?}"
    );
    if let Some(listed) = &line.dead {
        let listed: Vec<Point> = listed.iter().map(|one| one.on(position.size())).collect();
        let is_stone = |&&point: &&Point| {
            position.size().contains(point) && position.get(point).color().is_some()
        };
        assert!(
            listed
                .iter()
                .filter(is_stone)
                .all(|point| dead.contains(point)),
            "a listed stone is not dead"
        );
        let impossible = resolved.impossible.iter();
        let impossible: Vec<Point> = impossible.map(|one| one.on(position.size())).collect();
        let mut no_stones = listed.iter().filter(|point| !is_stone(point));
        assert!(no_stones.all(|point| impossible.contains(point)));
    }
}
