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
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
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
