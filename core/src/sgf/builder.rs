//! Builds a record from the properties of its main line.

use std::collections::BTreeMap;
use std::ops::Range;

use super::comments::{beginning, says_moves_are_missing};
use super::main_line::PropertySink;
use super::record::{Defect, Info, MAX_MOVES, MAX_NODES, Marks, Record, Repeated};
use super::values::{one_line, parse_size, read_points};
use crate::board::{Action, Color, Point, Size};
use crate::skip::{Reason, Skip};

/// Builds a record node by node, up to a maximum length.
#[derive(Debug, Default)]
pub(super) struct Builder {
    nodes: usize,
    size: Option<String>,
    actions: Vec<Action>,
    marks: Option<Marks>,
    /// The number of actions before the current node.
    before_node: usize,
    /// Whether a node sets up a black and a white stone on the same point.
    two_colors: bool,
    /// Whether the current node has marks.
    marked: bool,
    info: Info,
    /// The value of `KO`, where Sina's server writes the komi. In SGF, `KO` has no value.
    sina_komi: Option<String>,
    /// The beginning of the comment on the first node.
    first_comment: Option<String>,
    /// The beginning of the current node's comment, or an empty text if it has none.
    comment: String,
    /// The number of set-up points and marked points so far.
    points: usize,
    /// The first move or set-up point that cannot be understood.
    bad_action: Option<String>,
    bad_marks: u32,
}

impl PropertySink for Builder {
    fn node(&mut self, _: usize) {
        self.end_node();
        self.nodes += 1;
        self.before_node = self.actions.len();
        self.marked = false;
        self.comment.clear();
    }

    fn property(&mut self, identifier: &[u8], values: &[&str], _: Range<usize>) {
        if values.iter().any(|value| value.contains('\\')) {
            let values: Vec<String> = values.iter().map(|value| unescape(value)).collect();
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            self.add(identifier, &values);
        } else {
            self.add(identifier, values);
        }
    }
}

impl Builder {
    /// Returns whether the record is too long.
    fn is_too_long(&self) -> bool {
        self.nodes.max(self.points).max(self.actions.len()) > MAX_NODES
    }

    /// Adds a property to the current node. The values are already unescaped.
    fn add(&mut self, identifier: &[u8], values: &[&str]) {
        if self.is_too_long() {
            return;
        }
        let text = values.first().copied().unwrap_or_default();
        match identifier {
            b"B" => self.play(Color::Black, values),
            b"W" => self.play(Color::White, values),
            b"AB" => self.set_up(Some(Color::Black), values),
            b"AW" => self.set_up(Some(Color::White), values),
            b"AE" => self.set_up(None, values),
            b"TB" => self.mark(Color::Black, values),
            b"TW" => self.mark(Color::White, values),
            b"SZ" => set_once(&mut self.size, "SZ", values, &mut self.info.repeated),
            b"HA" => set_once(
                &mut self.info.handicap,
                "HA",
                values,
                &mut self.info.repeated,
            ),
            b"KM" => set_once(&mut self.info.komi, "KM", values, &mut self.info.repeated),
            b"KO" => set_first(&mut self.sina_komi, text),
            b"RE" => set_once(&mut self.info.result, "RE", values, &mut self.info.repeated),
            b"RU" => set_once(&mut self.info.rules, "RU", values, &mut self.info.repeated),
            b"PC" => set_first(&mut self.info.place, text),
            b"PB" => set_first(&mut self.info.players[0], &one_line(text)),
            b"PW" => set_first(&mut self.info.players[1], &one_line(text)),
            b"BR" => set_first(&mut self.info.ranks[0], &one_line(text)),
            b"WR" => set_first(&mut self.info.ranks[1], &one_line(text)),
            b"DT" => {
                for date in values {
                    set_once(
                        &mut self.info.date,
                        "DT",
                        &[&one_line(date)],
                        &mut self.info.repeated,
                    );
                }
            }
            b"EV" => set_first(&mut self.info.event, &one_line(text)),
            b"SO" | b"US" => self.info.sources.push(text.to_owned()),
            b"AP" => self.info.applications.push(text.to_owned()),
            b"C" if self.nodes > 1 => beginning(text).clone_into(&mut self.comment),
            b"C" => set_first(&mut self.first_comment, beginning(text)),
            b"GC" => set_first(&mut self.info.comment, beginning(text)),
            b"GN" => set_first(&mut self.info.name, beginning(text)),
            b"TC" | b"TT" => self.info.has_server_clock = true,
            _ => {}
        }
    }

    /// Adds a move for each value, although a node should have only one move.
    fn play(&mut self, color: Color, values: &[&str]) {
        for value in values.iter().map(|value| value.trim_ascii()) {
            if self.is_too_long() {
                return;
            }
            match Point::from_sgf(value) {
                Some(point) => self.actions.push(Action::Move(color, Some(point))),
                None if is_pass(value) => self.actions.push(Action::Move(color, None)),
                None => self.reject(&color.letter().to_string(), value),
            }
        }
    }

    fn set_up(&mut self, color: Option<Color>, values: &[&str]) {
        let mut points = Vec::with_capacity(values.len());
        if let Some(value) = read_points(values, &mut points, MAX_NODES).first() {
            self.reject(&format!("A{}", color.map_or('E', Color::letter)), value);
        }
        self.points += points.len();
        sort_list(&mut points);
        self.actions
            .extend(points.into_iter().map(|point| Action::Setup(point, color)));
    }

    /// Records the first move or set-up point that cannot be understood.
    fn reject(&mut self, identifier: &str, value: &str) {
        self.bad_action
            .get_or_insert_with(|| format!("{identifier}[{}]", one_line(value)));
    }

    fn mark(&mut self, color: Color, values: &[&str]) {
        if !std::mem::replace(&mut self.marked, true) {
            self.marks = Some(Marks::default());
            self.bad_marks = 0;
        }
        let marks = self.marks.get_or_insert_default();
        let points = &mut marks.points[color.index()];
        let before = points.len();
        let bad = read_points(values, points, MAX_NODES).len();
        self.bad_marks += u32::try_from(bad).unwrap_or(u32::MAX);
        self.points += points.len() - before;
    }

    /// Ends the current node. Records whether the node sets up stones of both colours on one point
    /// and, if the node has marks, the number of actions so far.
    fn end_node(&mut self) {
        let mut colors = BTreeMap::new();
        for action in &self.actions[self.before_node..] {
            if let Action::Setup(point, Some(color)) = *action {
                self.two_colors |= colors
                    .insert(point, color)
                    .is_some_and(|other| other != color);
            }
        }
        if self.marked {
            self.marks.get_or_insert_default().after = self.actions.len();
        }
    }

    /// Returns the record. `defects` are the defects of its text, and `byte` is its offset in the
    /// file.
    pub(super) fn finish(mut self, mut defects: Vec<Defect>, byte: usize) -> Result<Record, Skip> {
        self.end_node();
        if self.is_too_long() {
            let detail = format!("more than {MAX_NODES} nodes, moves, set-up stones or marks");
            return Err(Skip::at(Reason::TooLong, byte, detail));
        }
        let moves = self
            .actions
            .iter()
            .filter(|action| action.is_move())
            .count();
        if moves > MAX_MOVES {
            return Err(Skip::at(
                Reason::TooLong,
                byte,
                format!("more than {MAX_MOVES} moves"),
            ));
        }
        let text = self.size.as_deref().unwrap_or("19");
        let size = parse_size(text.trim()).ok_or_else(|| {
            let detail = format!(
                "SZ[{text}] is not a valid board size; each side must be 1 to {}",
                Size::MAX
            );
            Skip::at(Reason::BadSize, byte, detail)
        })?;
        if let Some(value) = self.bad_action {
            return Err(Skip::at(
                Reason::BadPoint,
                byte,
                format!("{value} is not a point such as dd"),
            ));
        }
        if self.size.is_none() {
            defects.push(Defect::SizeMissing);
        }
        if self.two_colors {
            defects.push(Defect::TwoColors);
        }
        let comments = [
            self.info.comment.as_ref(),
            self.first_comment.as_ref(),
            Some(&self.comment),
        ];
        let moves_missing = comments
            .into_iter()
            .flatten()
            .any(|comment| says_moves_are_missing(comment, moves));
        let Self {
            mut actions,
            mut marks,
            mut info,
            bad_marks,
            ..
        } = self;
        for points in marks.iter_mut().flat_map(|marks| &mut marks.points) {
            sort_list(points);
        }
        info.komi = info.komi.or(self.sina_komi);
        replace_off_board_passes(&mut actions, size);
        Ok(Record {
            size,
            actions,
            marks,
            info,
            moves_missing,
            defects,
            bad_marks,
            byte,
        })
    }
}

/// Sorts a list of points, and removes duplicates. The order of such a list has no meaning in SGF,
/// so records that differ only in this order are equal.
fn sort_list(points: &mut Vec<Point>) {
    points.sort_unstable();
    points.dedup();
}

/// Returns whether a value other than a point is a pass: blank, `pass`, or two backticks. The
/// backtick precedes `a` in ASCII, and some programs write it for column or row −1.
fn is_pass(value: &str) -> bool {
    value.is_empty() || value.eq_ignore_ascii_case("pass") || value == "``"
}

/// Removes the `\` before each escaped character, which may itself be a `\`. An escaped line break
/// is removed as well (FF4, "soft line breaks").
fn unescape(value: &str) -> String {
    let mut letters = value.chars().peekable();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            // the line break may be two characters
            Some(newline @ ('\n' | '\r')) => {
                letters.next_if(|&next| next != newline && matches!(next, '\n' | '\r'));
            }
            escaped => text.extend(escaped),
        }
    }
    text
}

/// Turns moves on `tt` and on the point just beyond the lower right corner into passes, if the
/// point is off the board. `tt` is the FF3 notation for a pass, which programs still write for
/// boards of up to 19 lines.
fn replace_off_board_passes(actions: &mut [Action], size: Size) {
    let passes = [Point::new(19, 19), Point::new(size.width(), size.height())];
    for action in actions {
        if let Action::Move(color, Some(point)) = *action
            && passes.contains(&point)
            && !size.contains(point)
        {
            *action = Action::Move(color, None);
        }
    }
}

/// The maximum number of repeated headers that are kept.
const MAX_REPEATED: usize = 16;

/// Sets a header, if it is not set yet, to the first value that is not blank. Adds the values that
/// differ from the header's value to `repeated`.
fn set_once(
    field: &mut Option<String>,
    header: &'static str,
    values: &[&str],
    repeated: &mut Vec<Repeated>,
) {
    for text in values.iter().filter(|text| !text.trim().is_empty()) {
        let first = field.get_or_insert_with(|| (*text).to_owned());
        if first.trim() != text.trim() && repeated.len() < MAX_REPEATED {
            let [first, other] = [first, *text].map(str::to_owned);
            repeated.push(Repeated {
                header,
                first,
                other,
            });
        }
    }
}

/// Sets a header that is not set yet, unless `text` is blank.
fn set_first(field: &mut Option<String>, text: &str) {
    if field.is_none() && !text.trim().is_empty() {
        *field = Some(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::MAX_NAME;
    use super::*;
    use crate::sgf::{Encoding, Game, read};

    fn games(sgf: &str) -> Vec<Game> {
        read(sgf.as_bytes(), Encoding::default()).expect("a game").1
    }

    fn record(sgf: &str) -> Record {
        games(sgf).remove(0).record.unwrap()
    }

    fn moves(sgf: &str) -> String {
        let words: Vec<String> = record(sgf)
            .actions
            .iter()
            .map(|action| match action {
                Action::Move(color, Some(point)) => format!("{}{point}", color.letter()),
                Action::Move(color, None) => format!("{}-", color.letter()),
                Action::Setup(point, color) => {
                    format!("+{}{point}", color.map_or('E', Color::letter))
                }
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn empty_value_and_tt_are_passes() {
        assert_eq!(
            moves("(;B[aa];W[];B[tt];W[  ];B[Pass];W[``])"),
            "Baa W- B- W- B- W-"
        );
        assert_eq!(
            moves("(;SZ[25];B[tt];W[zz])"),
            "Btt W-",
            "on a larger board tt is a point"
        );
        for size in ["5];B[ff", "18];B[ss", "13];B[nn", "7:9];B[hj", "9:7];B[jh"] {
            assert_eq!(
                moves(&format!("(;SZ[{size}];W[tt])")),
                "B- W-",
                "{size}: just off the board"
            );
        }
        assert_eq!(moves("(;SZ[5];B[fe];W[gg])"), "Bfe Wgg");
    }

    #[test]
    fn lists_repeated_properties_and_rectangles_are_read() {
        assert_eq!(
            moves("(;AB[aa:ba][cc]AB[dd]AW[ee];AE[aa])"),
            "+Baa +Bba +Bcc +Bdd +Wee +Eaa"
        );
        assert_eq!(moves("(;B[aa]W[bb];B[cc][dd])"), "Baa Wbb Bcc Bdd");
        assert_eq!(
            moves("(;SZ[45]AB[{a][\u{85}b])"),
            "+BAa +BKb",
            "characters outside SGF, one of them a Unicode blank"
        );
        let record = record("(;TB[aa][?][bb])");
        assert_eq!(
            (record.marks.unwrap().points[0].len(), record.bad_marks),
            (2, 1)
        );
        let games = games("(;AB[aa][?][bb])");
        let skip = games[0].record.as_ref().unwrap_err();
        assert_eq!(
            skip.to_string(),
            "bad_point: AB[?] is not a point such as dd"
        );
    }

    #[test]
    fn last_marked_node_counts() {
        let record = record("(;B[aa]TB[aa];W[bb];TB[cc][dd]TW[ee:fe]W[])");
        let marks = record.marks.unwrap();
        assert_eq!(marks.points[0], [Point::new(2, 2), Point::new(3, 3)]);
        assert_eq!(marks.points[1].len(), 2);
        assert_eq!(marks.after, 3);
        assert_eq!(
            super::tests::record("(;TB[]TW[])").marks,
            Some(Marks::default())
        );
    }

    #[test]
    fn sizes_are_read_in_all_notations() {
        let size = |sgf: &str| record(sgf).size.to_string();
        for (text, expected) in [
            ("19", "19"),
            ("9", "9"),
            ("13)", "13"),
            ("19:25", "19x25"),
            ("19:19", "19"),
            ("1", "1"),
            ("9X7", "9x7"),
            ("-10", "10"),
            ("52", "52"),
            ("", "19"),
        ] {
            assert_eq!(size(&format!("(;SZ[{text}])")), expected, "{text}");
        }
        assert_eq!(
            record("(;B[aa]").defects,
            [Defect::Unclosed, Defect::SizeMissing]
        );
        for wrong in [
            "200",
            "0",
            "53",
            "big",
            "99999999999999",
            "-1",
            "1e1",
            "2e1",
            "9-1",
            "9 lines",
        ] {
            let sgf = format!("(;SZ[{wrong}])");
            let games = games(&sgf);
            assert_eq!(
                games[0].record.as_ref().unwrap_err().reason,
                Reason::BadSize,
                "{wrong}"
            );
        }
    }

    #[test]
    fn headers_of_old_and_odd_files_are_read() {
        let info = record("(;REsult[];KoMi[6,5]HA[0]AP[gnugo]AP[foxwq]SO[a]US[b]RE[W+3.5])").info;
        assert_eq!(
            info.result.as_deref(),
            Some("W+3.5"),
            "the first result that is not empty"
        );
        assert_eq!(
            (info.komi.as_deref(), info.handicap.as_deref()),
            (Some("6,5"), Some("0"))
        );
        assert_eq!(
            (info.applications.len(), info.sources),
            (2, vec!["a".to_owned(), "b".to_owned()])
        );
    }

    #[test]
    fn escaped_line_breaks_are_removed() {
        let info = record("(;RE[W+1\\\n2.5]KM[6\\\r\n.5]GN[a\\\\\n\\\n\nb])").info;
        assert_eq!(info.result.as_deref(), Some("W+12.5"));
        assert_eq!(
            (info.komi.as_deref(), info.name.as_deref()),
            (Some("6.5"), Some("a\\\n\nb"))
        );
    }

    #[test]
    fn komi_in_the_property_of_sina_is_read_without_km() {
        let komi = |sgf: &str| record(sgf).info.komi;
        assert_eq!(komi("(KO[7.5]SZ[9])").as_deref(), Some("7.5"));
        assert_eq!(komi("(;KO[7.5]KM[6.5])").as_deref(), Some("6.5"));
        assert_eq!(komi("(;B[aa]KO[])"), None);
    }

    #[test]
    fn player_names_are_read_on_one_line() {
        let info = record("(;PB[<b>&\u{1f600}]PW[ ]PW[a\nb\\]\t\u{7}c]DT[2016-01-02])").info;
        assert_eq!(
            info.players,
            [Some("<b>&\u{1f600}".to_owned()), Some("a b]  c".to_owned())]
        );
        assert_eq!(info.date.as_deref(), Some("2016-01-02"));
        let long = record(&format!("(;PB[{}])", "长".repeat(5000)))
            .info
            .players[0]
            .clone()
            .unwrap();
        assert_eq!(
            (long.chars().count(), long.ends_with("长…")),
            (MAX_NAME + 1, true)
        );
    }

    #[test]
    fn very_long_main_line_is_read() {
        let sgf = format!("({})", ";B[aa];W[bb]".repeat(10_000));
        assert_eq!(record(&sgf).actions.len(), MAX_MOVES);
    }

    #[test]
    fn games_other_than_go_are_skipped() {
        let games = games("(;GM[2]SZ[8])(;GM[5.5];B[aa])(;GM[1])");
        let skipped: Vec<_> = games
            .iter()
            .map(|game| game.record.as_ref().err().map(|skip| skip.reason))
            .collect();
        assert_eq!(skipped, [Some(Reason::NotGo), None, None]);
    }
}
