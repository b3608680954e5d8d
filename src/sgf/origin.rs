//! Where a game, and with it its label, comes from.

use super::Info;

/// Words by which a server or program is known, lower case. The first that fits counts.
const ORIGINS: &[(&str, &[&str])] = &[
    ("KGS", &["gokgs", "kiseido go server", "kgs go server"]),
    ("OGS", &["online-go", "ogs:"]),
    ("DGS", &["dragongoserver", "dragon go server"]),
    ("IGS", &["igs:", "igs-", "pandanet", "joyjoy", "internet go server"]),
    ("NNGS", &["nngs", "no name go server"]),
    ("CGOS", &["cgos", "computer go server"]),
    ("LGS", &["littlegolem"]),
    ("WING", &["wing.gr.jp"]),
    ("Fox", &["foxwq", "野狐"]),
    ("Tygem", &["tygem", "eweiqi"]),
    ("gnugo", &["gnu go", "gnugo"]),
];

/// Origins whose labels were made by a program, and which: what a scorer has there is agreement with it.
///
/// KGS was written by William Shubert, who proposed grey filling (computer-go mailing list, 1996); OGS changed its scorer
/// in mid-2024, and what labelled a game before and after that is not told apart here.
const ALGORITHMS: &[(&str, &str)] = &[
    ("KGS", "grey filling of dame"),
    ("OGS", "the server's scorer, another one since mid-2024"),
    ("gnugo", "GNU Go's own judgement"),
];

/// The program that labels of this origin come from; `None` where people agreed on them, or nothing is known.
#[must_use]
pub fn algorithm_of(origin: &str) -> Option<&'static str> {
    ALGORITHMS.iter().find(|(name, _)| *name == origin).map(|&(_, algorithm)| algorithm)
}

/// The origin of a game's label, or `unknown`: by the place, then the programs that wrote the file, then its source.
///
/// A server's name says more than a program's: many programs save games of other servers.
#[must_use]
pub(super) fn origin(info: &Info) -> &'static str {
    let applications = info.applications.join(" ");
    let texts = [info.place.as_deref(), Some(applications.as_str()), info.source.as_deref()];
    texts.into_iter().flatten().find_map(known).unwrap_or("unknown")
}

fn known(text: &str) -> Option<&'static str> {
    let mut words = text.split_whitespace();
    let mut text = String::with_capacity(text.len());
    text.extend(words.next());
    words.for_each(|word| text.extend([" ", word]));
    let text = text.to_lowercase();
    if text == "fox" {
        return Some("Fox");
    }
    ORIGINS.iter().find(|(_, words)| words.iter().any(|word| text.contains(word))).map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_counts_more_than_the_program() {
        let info = |place: &str, applications: &[&str]| Info {
            place: Some(place.to_owned()),
            applications: applications.iter().map(|&name| name.to_owned()).collect(),
            ..Info::default()
        };
        assert_eq!(origin(&info("The Kiseido\nGo Server (KGS)", &["GNU Go:3.8"])), "KGS");
        assert_eq!(origin(&info("OGS: http://online-go.com/game/1", &[])), "OGS");
        assert_eq!(origin(&info("", &["GNU Go:3.8", "foxwq"])), "Fox", "Fox writes GNU Go's name too");
        assert_eq!(origin(&info("Tokyo", &["GNU Go:3.8"])), "gnugo");
        assert_eq!(origin(&info("London", &["CGoban:2"])), "unknown");
    }
}
