//! The reader: the main line, by sgf-parse, as a [`Record`].
//!
//! sgf-parse gives a property whose values it can't read as `Invalid`, with the values. Those are read here once more,
//! point by point, for one odd point among fifty is no reason to lose the others.

use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Point as SgfPoint, Prop};

use super::guard::MainLine;
use crate::board::{Action, Color, Point, Size};
use crate::skip::{Reason, Skip};

/// The points that a record marks as territory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// `TB` and `TW`, each sorted.
    pub points: [Vec<Point>; 2],
    /// How many actions come before the end of the node that they stand in.
    pub after: usize,
}

/// Text of the game's headers, as it is written: the first value that is not empty, on the main line.
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
    /// `PC`, the place.
    pub place: Option<String>,
    /// `AP`, the program; there may be several.
    pub applications: Vec<String>,
    /// `SO`, the source, and `US`, who entered the game.
    pub source: Option<String>,
}

/// What scoring needs to know of a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// Moves and set-up of the main line, in order.
    pub actions: Vec<Action>,
    /// The marks of the last marked node of the main line.
    pub marks: Option<Marks>,
    /// The headers.
    pub info: Info,
    /// What was odd about its text: `wrong_ca`, the file names an encoding that it is not written in; `junk` between
    /// the properties; `unclosed`, the file ends before the game does; `size_missing`, so that it is 19.
    pub oddities: Vec<&'static str>,
    /// Marked points that make no sense, and were left out.
    pub bad_marks: u32,
    /// Where the game starts in the file.
    pub byte: usize,
}

/// Reads a main line; `byte` is where the game starts in its file.
pub(super) fn read(line: &MainLine, byte: usize, wrong_ca: bool) -> Result<Record, Skip> {
    let mut nodes = Nodes::default();
    for piece in &line.pieces {
        let tree = sgf_parse::go::parse(piece)
            .map_err(|error| Skip::at(Reason::Malformed, byte, format!("failed to read the game: {error}")))?;
        for node in tree.iter().flat_map(SgfNode::main_variation) {
            nodes.add(node);
        }
    }
    let size = match nodes.size.as_deref().map(str::trim) {
        None | Some("") => Size::new(19, 19).ok(),
        Some(text) => parse_size(text),
    };
    let Some(size) = size else {
        return Err(Skip::at(Reason::BadSize, byte, format!("SZ[{}]", nodes.size.unwrap_or_default())));
    };
    if nodes.bad_actions > 0 {
        let detail = format!("{} moves or set-up points make no sense", nodes.bad_actions);
        return Err(Skip::at(Reason::BadPoint, byte, detail));
    }
    // `tt` is a pass where it is off the board: FF3's way, and what boards of up to 19 lines still write
    let tt = Point::new(19, 19);
    for action in &mut nodes.actions {
        if let Action::Move(color, Some(point)) = *action
            && point == tt
            && !size.contains(tt)
        {
            *action = Action::Move(color, None);
        }
    }
    let size_missing = nodes.size.is_none_or(|text| text.trim().is_empty());
    let odd =
        [("wrong_ca", wrong_ca), ("junk", line.junk), ("unclosed", line.unclosed), ("size_missing", size_missing)];
    Ok(Record {
        size,
        actions: nodes.actions,
        marks: nodes.marks,
        info: nodes.info,
        oddities: odd.into_iter().filter(|&(_, is)| is).map(|(name, _)| name).collect(),
        bad_marks: nodes.bad_marks,
        byte,
    })
}

/// Reads `19`, `19:13`, and what is found in its place: `13)`, `19x19`, `-10`.
fn parse_size(text: &str) -> Option<Size> {
    let mut sides = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse::<u32>().ok());
    let width = sides.next()??;
    let height = sides.next().unwrap_or(Some(width))?;
    Size::new(width, height).ok()
}

/// What has been read of the nodes so far.
#[derive(Default)]
struct Nodes {
    size: Option<String>,
    actions: Vec<Action>,
    marks: Option<Marks>,
    info: Info,
    /// Moves and set-up points that make no sense.
    bad_actions: u32,
    bad_marks: u32,
}

impl Nodes {
    fn add(&mut self, node: &SgfNode<Prop>) {
        let mut marks: Option<Marks> = None;
        for property in node.properties() {
            match property {
                Prop::B(step) => self.play(Color::Black, *step),
                Prop::W(step) => self.play(Color::White, *step),
                Prop::AB(points) => self.set_up(Some(Color::Black), sorted(points)),
                Prop::AW(points) => self.set_up(Some(Color::White), sorted(points)),
                Prop::AE(points) => self.set_up(None, sorted(points)),
                Prop::TB(points) => marks.get_or_insert_default().points[0].extend(sorted(points)),
                Prop::TW(points) => marks.get_or_insert_default().points[1].extend(sorted(points)),
                Prop::SZ((width, height)) => set_first(&mut self.size, &format!("{width}:{height}")),
                Prop::HA(stones) => set_first(&mut self.info.handicap, &stones.to_string()),
                Prop::KM(komi) => set_first(&mut self.info.komi, &komi.to_string()),
                Prop::RE(text) => set_first(&mut self.info.result, &text.text),
                Prop::RU(text) => set_first(&mut self.info.rules, &text.text),
                Prop::PC(text) => set_first(&mut self.info.place, &text.text),
                Prop::SO(text) | Prop::US(text) => append(&mut self.info.source, &text.text),
                Prop::AP((name, version)) => self.info.applications.push(format!("{}:{}", name.text, version.text)),
                Prop::Invalid(identifier, values) => self.add_invalid(identifier, values, &mut marks),
                _ => {}
            }
        }
        if let Some(mut marks) = marks {
            marks.after = self.actions.len();
            self.marks = Some(marks);
        }
    }

    fn add_invalid(&mut self, identifier: &str, values: &[String], marks: &mut Option<Marks>) {
        match (identifier, values) {
            ("B", _) => self.play_all(Color::Black, values),
            ("W", _) => self.play_all(Color::White, values),
            ("AB" | "AW" | "AE", _) => {
                let color = match identifier {
                    "AB" => Some(Color::Black),
                    "AW" => Some(Color::White),
                    _ => None,
                };
                let (points, bad) = Self::points(values);
                self.bad_actions += bad;
                self.set_up(color, points);
            }
            ("TB" | "TW", _) => {
                let (points, bad) = Self::points(values);
                self.bad_marks += bad;
                marks.get_or_insert_default().points[usize::from(identifier == "TW")].extend(points);
            }
            ("SZ", [text, ..]) => set_first(&mut self.size, text),
            ("HA", [text, ..]) => set_first(&mut self.info.handicap, text),
            ("KM", [text, ..]) => set_first(&mut self.info.komi, text),
            ("RE", [text, ..]) => set_first(&mut self.info.result, text),
            ("RU", [text, ..]) => set_first(&mut self.info.rules, text),
            ("PC", [text, ..]) => set_first(&mut self.info.place, text),
            ("SO" | "US", [text, ..]) => append(&mut self.info.source, text),
            ("AP", [text, ..]) => self.info.applications.push(text.clone()),
            _ => {}
        }
    }

    fn play(&mut self, color: Color, step: Move) {
        let point = match step {
            Move::Pass => None,
            Move::Move(point) => Some(convert(point)),
        };
        self.actions.push(Action::Move(color, point));
    }

    /// Several moves in one property, or one that sgf-parse can't read: blanks are a pass.
    fn play_all(&mut self, color: Color, values: &[String]) {
        for value in values.iter().map(|value| value.trim_ascii()) {
            match Point::from_sgf(value) {
                None if !value.is_empty() => self.bad_actions += 1,
                point => self.actions.push(Action::Move(color, point)),
            }
        }
    }

    fn set_up(&mut self, color: Option<Color>, points: Vec<Point>) {
        self.actions.extend(points.into_iter().map(|point| Action::Setup(point, color)));
    }

    /// Points and `aa:bb` rectangles, sorted, and how many make no sense.
    fn points(values: &[String]) -> (Vec<Point>, u32) {
        let (mut points, mut bad) = (Vec::new(), 0);
        for value in values.iter().map(|value| value.trim_ascii()).filter(|value| !value.is_empty()) {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            match (Point::from_sgf(from.trim_ascii()), Point::from_sgf(to.trim_ascii())) {
                (Some(a), Some(b)) => {
                    for y in a.y.min(b.y)..=a.y.max(b.y) {
                        points.extend((a.x.min(b.x)..=a.x.max(b.x)).map(|x| Point::new(x, y)));
                    }
                }
                _ => bad += 1,
            }
        }
        points.sort_unstable();
        points.dedup();
        (points, bad)
    }
}

fn convert(point: SgfPoint) -> Point {
    Point::new(point.x, point.y)
}

/// sgf-parse's lists are sets without an order.
fn sorted<'a>(points: impl IntoIterator<Item = &'a SgfPoint>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().map(|&point| convert(point)).collect();
    points.sort_unstable();
    points
}

fn set_first(field: &mut Option<String>, text: &str) {
    if field.is_none() && !text.trim().is_empty() {
        *field = Some(text.to_owned());
    }
}

fn append(field: &mut Option<String>, text: &str) {
    let joined = field.take().map_or_else(|| text.to_owned(), |before| before + " " + text);
    *field = Some(joined);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, read as read_file};

    fn record(sgf: &str) -> Record {
        let (_, games) = read_file(sgf.as_bytes(), Encoding::Auto).unwrap();
        games.into_iter().next().unwrap().record.unwrap()
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
        let (_, games) = read_file(b"(;AB[aa][?][bb])", Encoding::Auto).unwrap();
        assert_eq!(games[0].record.as_ref().unwrap_err().reason, Reason::BadPoint);
    }

    #[test]
    fn the_last_marked_node_counts() {
        let record = record("(;B[aa]TB[aa];W[bb];TB[dd][cc]TW[ee:fe]W[])");
        let marks = record.marks.unwrap();
        assert_eq!(marks.points[0], [Point::new(2, 2), Point::new(3, 3)]);
        assert_eq!(marks.points[1].len(), 2);
        assert_eq!(marks.after, 3);
        assert_eq!(super::super::reader::tests::record("(;TB[]TW[])").marks, Some(Marks::default()));
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
            let (_, games) = read_file(sgf.as_bytes(), Encoding::Auto).unwrap();
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
    fn a_very_long_main_line_is_read() {
        let sgf = format!("({})", ";B[aa];W[bb]".repeat(50_000));
        assert_eq!(record(&sgf).actions.len(), 100_000);
    }

    #[test]
    fn other_games_are_left_out() {
        let (_, games) = read_file(b"(;GM[2]SZ[8])(;GM[5.5];B[aa])(;GM[1])", Encoding::Auto).unwrap();
        let skipped: Vec<_> = games.iter().map(|game| game.record.as_ref().err().map(|skip| skip.reason)).collect();
        assert_eq!(skipped, [Some(Reason::NotGo), None, None]);
    }
}
