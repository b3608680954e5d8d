//! The contents of a game record that scoring needs, and their construction from properties.

use std::borrow::Cow;

use super::RecordLimits;
use super::comments::{beginning, says_moves_are_missing};
use crate::board::{Action, Color, Point, Size};
use crate::skip::{Reason, Skip};

/// The points that a record marks as territory, in one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The points of `TB` and `TW`.
    pub points: [Vec<Point>; 2],
    /// The number of actions before the end of the marked node.
    pub after: usize,
}

/// The text of the game's headers as it is written: of each the first value on the main line that is not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// `RE`.
    pub result: Option<String>,
    /// `RU`.
    pub rules: Option<String>,
    /// `KM`.
    pub komi: Option<String>,
    /// `HA`.
    pub handicap: Option<String>,
    /// `PC`, where the game was played.
    pub place: Option<String>,
    /// `AP`, the program; there may be several.
    pub applications: Vec<String>,
    /// `SO`, the source, and `US`, who entered the game.
    pub source: Option<String>,
    /// `GN`, the game's name.
    pub name: Option<String>,
    /// The beginning of `GC`, the comment on the game.
    pub comment: Option<String>,
    /// Whether there is `TC` or `TT`, which are not SGF properties: a server writes its clock settings there.
    pub has_server_clock: bool,
    /// `PB` and `PW`, the players' names, on one line, and cut if very long.
    pub players: [Option<String>; 2],
    /// `DT`, the date, on one line, and cut if very long.
    pub date: Option<String>,
}

/// The contents of a game record that scoring needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The moves and set-up points of the main line, in order.
    pub actions: Vec<Action>,
    /// The territory marks of the last marked node of the main line.
    pub marks: Option<Marks>,
    /// The headers.
    pub info: Info,
    /// Whether a comment says that moves are missing from the record.
    pub moves_missing: bool,
    /// Defects of the text: `wrong_ca`, the file is not in the encoding that it names; `junk` between the properties;
    /// `unclosed`, the file ends before the game does; `size_missing`, no size is given and 19 is taken.
    pub oddities: Vec<&'static str>,
    /// The number of marks that can't be understood, and were left out.
    pub bad_marks: u32,
    /// The offset of the game in the file.
    pub byte: usize,
}

/// Builds a record node by node, up to a maximal length.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// The most nodes, actions or marks.
    most: usize,
    nodes: usize,
    size: Option<String>,
    actions: Vec<Action>,
    marks: Option<Marks>,
    /// Whether the node that began last has marks.
    marked: bool,
    info: Info,
    /// The beginning of the comment on the first node.
    first_comment: Option<String>,
    /// The beginning of the comment on the node that began last; empty if it has none.
    comment: String,
    /// The number of points in set-up and marks so far.
    points: usize,
    /// The number of moves and set-up points that can't be understood.
    bad_actions: u32,
    bad_marks: u32,
}

impl Builder {
    /// Creates a builder with memory for `room` actions.
    pub(super) fn new(limits: &RecordLimits, room: usize) -> Self {
        Self { most: limits.nodes, actions: Vec::with_capacity(room), ..Self::default() }
    }

    /// Estimates the number of actions in `bytes` bytes of SGF, up to that of most games.
    pub(super) fn room_for(bytes: usize) -> usize {
        (bytes / 6).min(1024)
    }

    /// Returns the most nodes, actions or marks that are allowed.
    pub(super) const fn most(&self) -> usize {
        self.most
    }

    /// Marks the record as too long.
    pub(super) fn give_up(&mut self) {
        self.nodes = usize::MAX;
    }

    /// Returns the number of nodes, actions or points so far, whichever is largest.
    fn length(&self) -> usize {
        self.nodes.max(self.points).max(self.actions.len())
    }

    /// Whether the record is too long.
    fn is_too_long(&self) -> bool {
        self.length() > self.most
    }

    /// Begins a node.
    pub(super) fn node(&mut self) {
        self.nodes += 1;
        self.marked = false;
        self.comment.clear();
    }

    /// Adds a property to the node that began last; the values are without escaping `\`.
    pub(super) fn property(&mut self, identifier: &[u8], values: &[&str]) {
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
            b"SZ" => set_first(&mut self.size, text),
            b"HA" => set_first(&mut self.info.handicap, text),
            b"KM" => set_first(&mut self.info.komi, text),
            b"RE" => set_first(&mut self.info.result, text),
            b"RU" => set_first(&mut self.info.rules, text),
            b"PC" => set_first(&mut self.info.place, text),
            b"PB" => set_first(&mut self.info.players[0], &one_line(text)),
            b"PW" => set_first(&mut self.info.players[1], &one_line(text)),
            b"DT" => set_first(&mut self.info.date, &one_line(text)),
            b"SO" | b"US" => {
                let source = self.info.source.get_or_insert_default();
                if !source.is_empty() {
                    source.push(' ');
                }
                source.push_str(text);
            }
            b"AP" => self.info.applications.push(text.to_owned()),
            b"C" if self.nodes > 1 => {
                self.comment.clear();
                self.comment.push_str(beginning(text));
            }
            b"C" => set_first(&mut self.first_comment, beginning(text)),
            b"GC" => set_first(&mut self.info.comment, beginning(text)),
            b"GN" => set_first(&mut self.info.name, beginning(text)),
            b"TC" | b"TT" => self.info.has_server_clock = true,
            _ => {}
        }
    }

    /// Adds moves, of which a node should have one; a blank value is a pass.
    fn play(&mut self, color: Color, values: &[&str]) {
        for value in values.iter().map(|value| value.trim_ascii()) {
            if self.is_too_long() {
                return;
            }
            match Point::from_sgf(value) {
                _ if value.is_empty() => self.actions.push(Action::Move(color, None)),
                Some(point) => self.actions.push(Action::Move(color, Some(point))),
                None => self.bad_actions += 1,
            }
        }
    }

    /// Adds nodes with one move each and nothing else, until the record is too long; returns their number.
    pub(super) fn play_all(&mut self, moves: impl Iterator<Item = (Color, Point)>) -> usize {
        // one move more than allowed is enough to make the record too long
        let room = self.most.saturating_add(1).saturating_sub(self.length());
        let before = self.actions.len();
        let moves = moves.map(|(color, point)| Action::Move(color, Some(point)));
        self.actions.extend(moves.take(room));
        let played = self.actions.len() - before;
        self.nodes += played;
        if played > 0 {
            self.marked = false;
            self.comment.clear();
        }
        played
    }

    fn set_up(&mut self, color: Option<Color>, values: &[&str]) {
        let mut points = Vec::with_capacity(values.len());
        self.bad_actions += read_points(values, &mut points, self.most);
        self.points += points.len();
        // a list has no order: sorting makes equal games equal, however their stones are listed
        points.sort_unstable();
        points.dedup();
        self.actions.extend(points.into_iter().map(|point| Action::Setup(point, color)));
    }

    fn mark(&mut self, color: Color, values: &[&str]) {
        if !std::mem::replace(&mut self.marked, true) {
            self.marks = Some(Marks::default());
            self.bad_marks = 0;
        }
        let marks = self.marks.get_or_insert_default();
        let points = &mut marks.points[color.index()];
        let before = points.len();
        self.bad_marks += read_points(values, points, self.most);
        self.points += points.len() - before;
    }

    /// Ends the node that began last: notes the number of actions before the end of its marks.
    pub(super) fn end_node(&mut self) {
        if self.marked
            && let Some(marks) = &mut self.marks
        {
            marks.after = self.actions.len();
        }
    }

    /// Returns the record. `oddities` are the defects of its text, `byte` is its offset in the file.
    pub(super) fn finish(
        mut self,
        mut oddities: Vec<&'static str>,
        limits: &RecordLimits,
        byte: usize,
    ) -> Result<Record, Skip> {
        self.end_node();
        if self.is_too_long() {
            return Err(limits.too_long(byte));
        }
        let size = match self.size.as_deref().map(str::trim) {
            None => Size::new(19, 19).ok(),
            Some(text) => parse_size(text),
        };
        let Some(size) = size else {
            let detail = format!("SZ[{}]: a side has 1 to {} lines", self.size.unwrap_or_default(), Size::MAX);
            return Err(Skip::at(Reason::BadSize, byte, detail));
        };
        if size.width().max(size.height()) > limits.board {
            let detail = format!("{size}, and a side has more than {} lines: see --max-board", limits.board);
            return Err(Skip::at(Reason::OtherSize, byte, detail));
        }
        if self.bad_actions > 0 {
            let detail = format!("{} moves or set-up points make no sense", self.bad_actions);
            return Err(Skip::at(Reason::BadPoint, byte, detail));
        }
        if self.size.is_none() {
            oddities.push("size_missing");
        }
        // `tt` is a pass if it is off the board: the FF3 notation, still written on boards of up to 19 lines
        let tt = Point::new(19, 19);
        if !size.contains(tt) {
            for action in &mut self.actions {
                if let Action::Move(color, Some(point)) = *action
                    && point == tt
                {
                    *action = Action::Move(color, None);
                }
            }
        }
        let Self { actions, marks, info, bad_marks, first_comment, comment, .. } = self;
        let is_move = |action: &&Action| matches!(action, Action::Move(..));
        let moves_missing = [info.comment.as_ref(), first_comment.as_ref(), Some(&comment)]
            .into_iter()
            .flatten()
            .any(|comment| says_moves_are_missing(comment, actions.iter().filter(is_move).count()));
        Ok(Record { size, actions, marks, info, moves_missing, oddities, bad_marks, byte })
    }
}

/// Reads points and `aa:bb` rectangles into `points`, hardly more than `most`, and returns the number of wrong values.
fn read_points(values: &[&str], points: &mut Vec<Point>, most: usize) -> u32 {
    let mut bad = 0;
    points.reserve(values.len().min(most));
    let most = points.len().saturating_add(most);
    for value in values.iter().map(|value| value.trim_ascii()).filter(|value| !value.is_empty()) {
        if points.len() > most {
            break;
        }
        // a value as short as a point is no rectangle
        if let Some(point) = Point::from_sgf(value) {
            points.push(point);
            continue;
        }
        let Some((from, to)) = value.split_once(':') else {
            bad += 1;
            continue;
        };
        match (Point::from_sgf(from.trim_ascii()), Point::from_sgf(to.trim_ascii())) {
            (Some(a), Some(b)) => {
                for y in a.y.min(b.y)..=a.y.max(b.y) {
                    points.extend((a.x.min(b.x)..=a.x.max(b.x)).map(|x| Point::new(x, y)));
                }
            }
            _ => bad += 1,
        }
    }
    bad
}

/// Reads `19`, `19:13`, and what some files have instead: `13)`, `19x19`, `-10`.
fn parse_size(text: &str) -> Option<Size> {
    let mut sides = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse::<u32>().ok());
    let width = sides.next()??;
    let height = sides.next().unwrap_or(Some(width))?;
    Size::new(width, height).ok()
}

fn set_first(field: &mut Option<String>, text: &str) {
    if field.is_none() && !text.trim().is_empty() {
        *field = Some(text.to_owned());
    }
}

/// The most characters of a name.
const MAX_NAME: usize = 200;

/// Returns a name on one line, as FF4's `SimpleText` is read: blanks and control characters become spaces.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = !text.contains(|letter: char| letter.is_control() || letter.is_whitespace() && letter != ' ');
    if is_plain && text.len() <= MAX_NAME {
        return text.into();
    }
    let blank = |letter: char| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter };
    let mut name: String = text.chars().take(MAX_NAME).map(blank).collect();
    if text.chars().nth(MAX_NAME).is_some() {
        name.push('…');
    }
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, Game, Reader, read};

    /// Reads the games of a text with both readers, which have to agree except in how they write numbers.
    fn games(sgf: &str) -> Vec<Game> {
        let [fast, strict] = [Reader::Fast, Reader::Strict]
            .map(|reader| read(sgf.as_bytes(), Encoding::Auto, reader).expect("a game").1);
        for (fast, strict) in fast.iter().zip(&strict) {
            match (&fast.record, &strict.record) {
                (Ok(fast), Ok(strict)) => {
                    assert_eq!((&fast.actions, &fast.marks, fast.size), (&strict.actions, &strict.marks, strict.size));
                }
                (fast, strict) => {
                    let reason = |record: &Result<Record, Skip>| record.as_ref().err().map(|skip| skip.reason);
                    assert_eq!(reason(fast), reason(strict));
                }
            }
        }
        assert_eq!(fast.len(), strict.len());
        fast
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
                Action::Setup(point, color) => format!("+{}{point}", color.map_or('E', Color::letter)),
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn both_kinds_of_pass() {
        assert_eq!(moves("(;B[aa];W[];B[tt];W[  ])"), "Baa W- B- W-");
        assert_eq!(moves("(;SZ[25];B[tt];W[])"), "Btt W-", "on a larger board tt is a point");
    }

    #[test]
    fn lists_repeated_properties_and_rectangles() {
        assert_eq!(moves("(;AB[aa:ba][cc]AB[dd]AW[ee];AE[aa])"), "+Baa +Bba +Bcc +Bdd +Wee +Eaa");
        assert_eq!(moves("(;B[aa]W[bb];B[cc][dd])"), "Baa Wbb Bcc Bdd");
        assert_eq!(moves("(;SZ[45]AB[{a][\u{85}b])"), "+BAa +BKb", "no letters of SGF, and one a blank in Unicode");
        let record = record("(;TB[aa][?][bb])");
        assert_eq!((record.marks.unwrap().points[0].len(), record.bad_marks), (2, 1));
        let games = games("(;AB[aa][?][bb])");
        assert_eq!(games[0].record.as_ref().unwrap_err().reason, Reason::BadPoint);
    }

    #[test]
    fn the_last_marked_node_counts() {
        let record = record("(;B[aa]TB[aa];W[bb];TB[cc][dd]TW[ee:fe]W[])");
        let marks = record.marks.unwrap();
        assert_eq!(marks.points[0], [Point::new(2, 2), Point::new(3, 3)]);
        assert_eq!(marks.points[1].len(), 2);
        assert_eq!(marks.after, 3);
        assert_eq!(super::tests::record("(;TB[]TW[])").marks, Some(Marks::default()));
    }

    #[test]
    fn sizes_as_they_are_written() {
        let size = |sgf: &str| record(sgf).size.to_string();
        for (text, expected) in [
            ("19", "19"),
            ("9", "9"),
            ("13)", "13"),
            ("19:25", "19x25"),
            ("19:19", "19"),
            ("-10", "10"),
            ("52", "52"),
            ("", "19"),
        ] {
            assert_eq!(size(&format!("(;SZ[{text}])")), expected, "{text}");
        }
        assert_eq!(record("(;B[aa]").oddities, ["unclosed", "size_missing"]);
        for wrong in ["200", "0", "53", "big", "99999999999999"] {
            let sgf = format!("(;SZ[{wrong}])");
            let games = games(&sgf);
            assert_eq!(games[0].record.as_ref().unwrap_err().reason, Reason::BadSize, "{wrong}");
        }
    }

    #[test]
    fn headers_of_old_and_odd_files() {
        let info = record("(;REsult[];KoMi[6,5]HA[0]AP[gnugo]AP[foxwq]SO[a]US[b]RE[W+3.5])").info;
        assert_eq!(info.result.as_deref(), Some("W+3.5"), "the first that is not empty");
        assert_eq!((info.komi.as_deref(), info.handicap.as_deref()), (Some("6,5"), Some("0")));
        assert_eq!((info.applications.len(), info.source.as_deref()), (2, Some("a b")));
    }

    #[test]
    fn players_are_called_what_they_are() {
        let info = record("(;PB[<b>&\u{1f600}]PW[ ]PW[a\nb\\]\t\u{7}c]DT[2016-01-02])").info;
        assert_eq!(info.players, [Some("<b>&\u{1f600}".to_owned()), Some("a b]  c".to_owned())]);
        assert_eq!(info.date.as_deref(), Some("2016-01-02"));
        let long = record(&format!("(;PB[{}])", "长".repeat(5000))).info.players[0].clone().unwrap();
        assert_eq!((long.chars().count(), long.ends_with("长…")), (MAX_NAME + 1, true));
    }

    #[test]
    fn a_very_long_main_line_is_read() {
        let sgf = format!("({})", ";B[aa];W[bb]".repeat(50_000));
        assert_eq!(record(&sgf).actions.len(), 100_000);
    }

    #[test]
    fn other_games_are_left_out() {
        let games = games("(;GM[2]SZ[8])(;GM[5.5];B[aa])(;GM[1])");
        let skipped: Vec<_> = games.iter().map(|game| game.record.as_ref().err().map(|skip| skip.reason)).collect();
        assert_eq!(skipped, [Some(Reason::NotGo), None, None]);
    }
}
