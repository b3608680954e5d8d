//! Finds the origin of a game's label from its record.
//!
//! An origin is accepted only on evidence specific to one writer: the address of a game on its
//! server, or a whole header that only one program writes. A single word in a header proves
//! nothing: `AP[GNU Go:3.8]` is in tens of thousands of games that a Chinese server wrote, and
//! players typed `PC[NNGS]` into their clients. Without evidence, the origin is `unknown`; users
//! who know more can state it in a labels file.
//!
//! The forms were taken from some 66,000 records. DGS and IGS now write theirs with `https`.

use super::Info;

/// The server or the program that wrote a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the names explain themselves
pub enum Origin {
    Kgs,
    Ogs,
    Dgs,
    Igs,
    Nngs,
    Wing,
    Cgos,
    Lgs,
    Fox,
    TwoGtp,
    KataGo,
    LeelaZero,
    GnuGo,
    Unknown,
}

impl Origin {
    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        ORIGINS[self as usize].0
    }
}

/// The makers of an origin's labels. They determine what agreement with the labels means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelMaker {
    /// People, on a board: agreement means being correct.
    People,
    /// A program, which the text describes: agreement means only agreement with that program.
    Program(&'static str),
    /// Unknown.
    Unknown,
}

const SERVER: LabelMaker = LabelMaker::Program("the server's scorer");

/// For each origin, its name and the maker of its labels.
///
/// KGS was written by William Shubert, who proposed grey filling (computer-go mailing list, 1996).
/// OGS changed its scorer in mid-2024; labels from before and after the change are not
/// distinguished here. On all servers, people mark the dead stones and a program counts.
const ORIGINS: [(&str, LabelMaker); 14] = [
    ("KGS", LabelMaker::Program("grey filling of dame")),
    (
        "OGS",
        LabelMaker::Program("the server's scorer, which changed in mid-2024"),
    ),
    ("DGS", SERVER),
    ("IGS", SERVER),
    ("NNGS", SERVER),
    ("WING", SERVER),
    (
        "CGOS",
        LabelMaker::Program("the server's count by area, with all stones alive"),
    ),
    ("LGS", SERVER),
    ("Fox", SERVER),
    (
        "TwoGtp",
        LabelMaker::Program("the engines that played, or an engine as referee"),
    ),
    ("KataGo", LabelMaker::Program("KataGo's own count")),
    (
        "Leela Zero",
        LabelMaker::Program("the program's count by area, with all stones alive"),
    ),
    ("gnugo", LabelMaker::Program("GNU Go's own judgement")),
    ("unknown", LabelMaker::Unknown),
];

/// Returns the makers of the labels of `origin`.
pub fn label_maker_of(origin: &str) -> LabelMaker {
    // names that people write into labels files
    if ["people", "hand"].contains(&origin) {
        return LabelMaker::People;
    }
    let known = ORIGINS.iter().find(|(name, _)| *name == origin);
    known.map_or(LabelMaker::Unknown, |&(_, maker)| maker)
}

/// Returns the origin of a game's label.
pub(super) fn origin(info: &Info) -> Origin {
    let place = info.place.as_deref().map(plain).unwrap_or_default();
    let source = plain(&info.sources.join(" "));
    let by_place = [
        (
            Origin::Kgs,
            place.starts_with("the kgs go server at http") && place.contains("://www.gokgs.com"),
        ),
        (
            Origin::Kgs,
            place.starts_with("the kiseido go server (kgs) at http")
                && place.contains("://kgs.kiseido.com"),
        ),
        (Origin::Ogs, is_ogs_game(&place)),
        (
            Origin::Dgs,
            place.starts_with("dragon go server: http")
                && place.contains("://www.dragongoserver.net"),
        ),
        (
            Origin::Igs,
            place.starts_with("igs: igs.joyjoy.net ")
                || source.contains("brought to you by igs pandanet"),
        ),
        (
            Origin::Nngs,
            source.contains("brought to you by no name go server"),
        ),
        (
            Origin::Wing,
            place.starts_with("wing: wing.gr.jp ") || source.contains("brought to you by wing"),
        ),
        (Origin::Cgos, is_cgos(&place)),
        (
            Origin::Lgs,
            source == "http://www.littlegolem.com" || source == "https://www.littlegolem.net",
        ),
    ];
    let known = by_place
        .into_iter()
        .find(|&(_, fits)| fits)
        .map(|(origin, _)| origin);
    known
        .or_else(|| by_program(info))
        .unwrap_or(Origin::Unknown)
}

/// Returns an origin that is evident from headers that programs write about themselves.
fn by_program(info: &Info) -> Option<Origin> {
    let programs: Vec<String> = info
        .applications
        .iter()
        .map(|program| plain(program))
        .collect();
    let name = info.name.as_deref().map(plain).unwrap_or_default();
    let comment = info.comment.as_deref().map(plain).unwrap_or_default();
    let is_gnu_go = programs.len() == 1 && begins(&programs, "gnu go:");
    let rules = info.rules.as_deref().map(plain).unwrap_or_default();
    let found = [
        (
            Origin::Fox,
            programs.iter().any(|program| program == "foxwq"),
        ),
        // before 2018, Fox did not name itself; GNU Go writes neither `TC` nor `TT`, and writes its
        // own name into `GN`
        (
            Origin::Fox,
            begins(&programs, "gnu go:3.8") && info.has_server_clock && !name.starts_with("gnu go"),
        ),
        (Origin::Nngs, begins(&programs, "nngs:")),
        (
            Origin::TwoGtp,
            begins(&programs, "twogtp:")
                || begins(&programs, "goguitwogtp:")
                || begins(&programs, "gogui-twogtp:"),
        ),
        (Origin::KataGo, is_katago(&rules)),
        (Origin::LeelaZero, is_leela_zero(info)),
        (Origin::GnuGo, is_gnu_go && is_played_by_gnu_go(info, &name)),
        // `generate` writes such games, with labels by GNU Go
        (
            Origin::GnuGo,
            is_gnu_go
                && comment
                    .strip_prefix("seed ")
                    .is_some_and(|rest| rest.starts_with(is_digit)),
        ),
    ];
    found
        .into_iter()
        .find(|&(_, fits)| fits)
        .map(|(origin, _)| origin)
}

/// Returns whether the name of any of the programs begins with `start`.
fn begins(programs: &[String], start: &str) -> bool {
    programs.iter().any(|program| program.starts_with(start))
}

/// Returns whether `GN` is like `GNU Go 3.7.7 Random Seed 1138713294 level 10` and the players have
/// no names, because GNU Go does not write names. A game that GNU Go has loaded may have any
/// origin.
fn is_played_by_gnu_go(info: &Info, name: &str) -> bool {
    let is_its_own =
        name.starts_with("gnu go ") && name.contains(" random seed ") && !name.contains(" load ");
    is_its_own && info.players == [None, None]
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Returns whether `place` is like `OGS: https://online-go.com/game/12345`. A review does not
/// count, because it may contain any game.
fn is_ogs_game(place: &str) -> bool {
    let game = place
        .strip_prefix("ogs: http")
        .map(|rest| rest.strip_prefix('s').unwrap_or(rest));
    let number = game.and_then(|rest| rest.strip_prefix("://online-go.com/game/"));
    number.is_some_and(is_number)
}

/// Returns whether a text consists only of digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_digit)
}

/// Returns whether `place` is `(CGOS) 9x9 Computer Go Server`, with or without the `(CGOS)`.
fn is_cgos(place: &str) -> bool {
    let size = place
        .strip_prefix("(cgos) ")
        .unwrap_or(place)
        .strip_suffix(" computer go server");
    let sides = size.and_then(|size| size.split_once('x'));
    sides.is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// Returns whether the rules are written as one word: `koPOSITIONALscoreAREAtaxNONEsui1`.
fn is_katago(rules: &str) -> bool {
    let ko = ["kosimple", "kopositional", "kosituational"]
        .iter()
        .find_map(|ko| rules.strip_prefix(ko));
    ko.is_some_and(|rest| rest.starts_with("scoreareatax") || rest.starts_with("scoreterritorytax"))
}

/// Returns whether a player has a name that Leela Zero gives itself, such as `Leela Zero 0.16
/// 1e2b8a29`, and the opponent is `Human` or also Leela Zero. Leela Zero writes neither `AP` nor
/// `PC`.
fn is_leela_zero(info: &Info) -> bool {
    let players = info.players.iter().flatten().map(|name| plain(name));
    let (human, itself): (Vec<String>, Vec<String>) = players.partition(|name| name == "human");
    info.applications.is_empty()
        && info.place.is_none()
        && human.len() + itself.len() == 2
        && human.len() < 2
        && itself.iter().all(|name| name.starts_with("leela zero 0."))
}

/// Returns text in lower case, with one space for each run of blanks, because some files break
/// lines inside a header.
fn plain(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::sgf::{Encoding, HeaderOverrides, interpret, read};

    fn origin(headers: &str) -> &'static str {
        let text = format!("(;{headers};B[aa])");
        let (_, games) = read(text.as_bytes(), Encoding::default()).unwrap();
        interpret(
            games[0].record.as_ref().unwrap(),
            &HeaderOverrides::default(),
        )
        .unwrap()
        .origin
        .name()
    }

    #[test]
    fn headers_written_by_one_program_prove_an_origin() {
        for (headers, expected) in [
            ("PC[The KGS Go Server at http://www.gokgs.com/]", "KGS"),
            (
                "PC[The Kiseido Go\nServer (KGS) at http://kgs.kiseido.com/]AP[GNU Go:3.8]",
                "KGS",
            ),
            ("PC[OGS: https://online-go.com/game/600136]", "OGS"),
            ("PC[(CGOS) 9x9 Computer Go Server]", "CGOS"),
            ("PC[19x19 Computer Go Server]", "CGOS"),
            (
                "PC[NNGS Worldwide: nngs.cosmic.org 9696]US[Brought to you by No Name Go Server]",
                "NNGS",
            ),
            ("AP[NNGS:1.1.20]", "NNGS"),
            (
                "PC[IGS: igs.joyjoy.net 6969]US[Brought to you by IGS PANDANET]",
                "IGS",
            ),
            ("PC[WING: wing.gr.jp 1515]", "WING"),
            ("SO[http://www.littlegolem.com]", "LGS"),
            (
                "GN[]KM[0]HA[0]RU[Japanese]AP[GNU Go:3.8]RE[W+R]TM[60]TC[3]TT[15]AP[foxwq]RL[0]",
                "Fox",
            ),
            (
                "GN[]KM[0]HA[0]RU[Japanese]AP[GNU Go:3.8]RE[B+R]TM[60]TC[3]TT[15]",
                "Fox",
            ),
            (
                "GN[GNU Go 3.7.7 Random Seed 1138713294 level 10]AP[GNU Go:3.7.7]HA[0]RE[W+11.0]",
                "gnugo",
            ),
            ("AP[GNU Go:3.8]GC[seed 19002]RE[W+14.5]", "gnugo"),
            ("RU[koPOSITIONALscoreAREAtaxNONEsui1]", "KataGo"),
            ("AP[gogui-twogtp:1.4.9]", "TwoGtp"),
            (
                "RU[Chinese]KM[7.5]PW[Human]PB[Leela Zero 0.16 1e2b8a29]",
                "Leela Zero",
            ),
        ] {
            assert_eq!(origin(headers), expected, "{headers}");
        }
    }

    #[test]
    fn word_in_a_header_does_not_prove_an_origin() {
        for headers in [
            "",
            "AP[GNU Go:3.8]",
            "AP[GNU Go:3.8]PB[GNU Go]PW[GNU Go]",
            "GN[GNU Go 3.7.7 Random Seed 1 level 10]AP[GNU Go:3.7.7]PB[Mertin]",
            "GN[GNU Go 3.7.7 load and print Random Seed 1]AP[GNU Go:3.7.7]",
            "AP[gnugoclient:2.0]PC[NNGS]",
            "PC[OGS: http://online-go.com/game/review/114161]",
            "PC[Rigs-on-Sea]",
            "PC[IGS-PandaNet]AP[CGoban:2]",
            "PC[Fox]",
            "PB[Leela Zero]PW[Human]",
            "PB[Leela Zero 0.16]PW[Ann]",
            "SO[IGS]",
            "PC[Computer Go Server]",
            "AP[CGoban:2]PC[London]",
        ] {
            assert_eq!(origin(headers), "unknown", "{headers}");
        }
    }
}
