//! Determines the origin of a game's label from the game's record.
//!
//! An origin is accepted only on evidence specific to one writer: the address of a game on its
//! server, or a whole header that only one program writes. A single word in a header proves
//! nothing: `AP[GNU Go:3.8]` appears in tens of thousands of games written by a Chinese server, and
//! players typed `PC[NNGS]` into their clients. Without evidence, the origin is `unknown`; users
//! who know more can state it in a labels file.
//!
//! The forms of this evidence come from about 66,000 records. DGS and IGS now write their addresses
//! with `https`.

use super::Info;

/// The server or the program that wrote a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[non_exhaustive]
#[strum(serialize_all = "UPPERCASE")]
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
    #[strum(serialize = "Fox")]
    Fox,
    #[strum(serialize = "TwoGtp")]
    TwoGtp,
    #[strum(serialize = "KataGo")]
    KataGo,
    #[strum(serialize = "Leela Zero")]
    LeelaZero,
    #[strum(serialize = "gnugo")]
    GnuGo,
    #[strum(serialize = "unknown")]
    Unknown,
}

impl Origin {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The makers of an origin's labels, who determine what agreement with the labels means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelMaker {
    /// People who counted the board. A strategy that agrees with them is correct.
    People,
    /// A program, described by the text. A strategy that agrees with it counts as this program
    /// does, which need not be correct.
    Program(&'static str),
    /// Unknown.
    Unknown,
}

/// Returns the makers of the labels of `origin`.
///
/// KGS was written by William Shubert, who proposed grey filling (computer-go mailing list, 1996).
/// OGS changed its scorer in mid-2024; labels from before and after the change are not
/// distinguished here. On all servers, people mark the dead stones and a program counts.
pub fn label_maker_of(origin: &str) -> LabelMaker {
    LabelMaker::Program(match origin {
        "KGS" => "the server's grey filling",
        "OGS" => "the server's scorer, which changed in mid-2024",
        "DGS" | "IGS" | "NNGS" | "WING" | "LGS" | "Fox" => "the server's scorer",
        "CGOS" => "the server's count by area, with all stones alive",
        "TwoGtp" => "the engines that played, or an engine as referee",
        "KataGo" => "KataGo's own count",
        "Leela Zero" => "the program's count by area, with all stones alive",
        "gnugo" => "GNU Go's own judgement",
        // origins that users write into labels files
        "people" | "hand" => return LabelMaker::People,
        _ => return LabelMaker::Unknown,
    })
}

/// The servers that write their address. Each entry gives an origin, the beginning of `PC`, a text
/// that `PC` contains, and a text that `SO` or `US` contains.
const SERVERS: [(Origin, &str, &str, &str); 8] = [
    (
        Origin::Kgs,
        "the kgs go server at http",
        "://www.gokgs.com",
        "",
    ),
    (
        Origin::Kgs,
        "the kiseido go server (kgs) at http",
        "://kgs.kiseido.com",
        "",
    ),
    (
        Origin::Dgs,
        "dragon go server: http",
        "://www.dragongoserver.net",
        "",
    ),
    (Origin::Igs, "igs: igs.joyjoy.net ", "", ""),
    (Origin::Igs, "", "", "brought to you by igs pandanet"),
    (Origin::Nngs, "", "", "brought to you by no name go server"),
    (Origin::Wing, "wing: wing.gr.jp ", "", ""),
    (Origin::Wing, "", "", "brought to you by wing"),
];

/// Returns the origin of a game's label.
pub(super) fn origin(info: &Info) -> Origin {
    let [place, name, comment, rules] = [&info.place, &info.name, &info.comment, &info.rules]
        .map(|header| header.as_deref().map(plain).unwrap_or_default());
    let source = plain(&info.sources.join(" "));
    let server = SERVERS.iter().find(|(_, start, address, sentence)| {
        place.starts_with(start) && place.contains(address) && source.contains(sentence)
    });
    if is_ogs_game(&place) {
        return Origin::Ogs;
    }
    let programs: Vec<String> = info.applications.iter().map(|name| plain(name)).collect();
    let is_gnu_go = programs.len() == 1 && begins(&programs, "gnu go:");
    // before 2018, Fox did not name itself; GNU Go writes neither `TC` nor `TT`, and writes its own
    // name into `GN`
    let is_old_fox =
        begins(&programs, "gnu go:3.8") && info.has_server_clock && !name.starts_with("gnu go");
    // the game's name is, for instance, `GNU Go 3.7.7 Random Seed 1138713294 level 10`; GNU Go does
    // not write the players' names, and a game that it has loaded may have any origin
    let is_played_by_gnu_go = name.starts_with("gnu go ")
        && name.contains(" random seed ")
        && !name.contains(" load ")
        && info.players == [None, None];
    // `generate` writes such games, with labels by GNU Go
    let is_generated = comment
        .strip_prefix("seed ")
        .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    let is_lgs = ["http://www.littlegolem.com", "https://www.littlegolem.net"].contains(&&*source);
    let two_gtp = ["twogtp:", "goguitwogtp:", "gogui-twogtp:"];
    let signs = [
        (Origin::Cgos, is_cgos(&place)),
        (Origin::Lgs, is_lgs),
        (
            Origin::Fox,
            is_old_fox || programs.iter().any(|program| program == "foxwq"),
        ),
        (Origin::Nngs, begins(&programs, "nngs:")),
        (
            Origin::TwoGtp,
            two_gtp.iter().any(|start| begins(&programs, start)),
        ),
        (Origin::KataGo, is_katago(&rules)),
        (Origin::LeelaZero, is_leela_zero(info)),
        (
            Origin::GnuGo,
            is_gnu_go && (is_generated || is_played_by_gnu_go),
        ),
    ];
    let known = signs
        .into_iter()
        .find(|&(_, is_met)| is_met)
        .map(|(origin, _)| origin);
    server
        .map(|server| server.0)
        .or(known)
        .unwrap_or(Origin::Unknown)
}

/// Returns whether the name of any of the programs begins with `start`.
fn begins(programs: &[String], start: &str) -> bool {
    programs.iter().any(|program| program.starts_with(start))
}

/// Returns whether `place` is like `OGS: https://online-go.com/game/12345`. A review does not
/// count, because it may contain any game.
fn is_ogs_game(place: &str) -> bool {
    [
        "ogs: http://online-go.com/game/",
        "ogs: https://online-go.com/game/",
    ]
    .iter()
    .any(|start| place.strip_prefix(start).is_some_and(is_number))
}

/// Returns whether a text consists only of digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
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

/// Returns whether the rules are one word, as KataGo writes them:
/// `koPOSITIONALscoreAREAtaxNONEsui1`.
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
