//! Rule sets: the fields of KataGo's rules, and the sets that have names.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Points, katago};

/// The method of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Territory and prisoners are counted.
    Territory,
    /// Living stones and the points that they surround are counted.
    Area,
}

impl Method {
    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Territory => "territory",
            Self::Area => "area",
        }
    }
}

/// The ko rule. It does not change the count of a finished board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ko {
    /// A ko may not be retaken at once.
    Simple,
    /// No position may be repeated.
    Positional,
    /// No position may be repeated with the same player to move.
    Situational,
}

/// The points that living stones surround and nobody scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// Every surrounded point is scored.
    None,
    /// Eyes in seki are not scored.
    Seki,
    /// Eyes in seki are not scored, nor are two points of each living group.
    All,
}

impl Tax {
    /// Returns the name in questions to external scorers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Seki => "seki",
            Self::All => "all",
        }
    }
}

/// The points that White receives for Black's handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HandicapBonus {
    /// No points.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone but one.
    StonesLessOne,
}

/// A rule set. Its fields are those of KataGo's rules; the ko rule and suicide do not change the count of a finished
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The well-known name; empty if the rules have none.
    name: &'static str,
    /// The ko rule.
    pub(super) ko: Ko,
    /// The method of counting.
    pub(super) scoring: Method,
    /// The surrounded points that nobody scores.
    pub(super) tax: Tax,
    /// Whether a move may take its own block off, if that has several stones.
    pub(super) suicide: bool,
    /// Whether the player who passes first gets half a point.
    pub(super) button: bool,
    /// The points that White receives for a handicap.
    pub(super) handicap_bonus: HandicapBonus,
}

/// Other names that KataGo gives to rules of [`Rules::ALL`].
const ALIASES: [(&str, &str); 3] = [("nz", "new-zealand"), ("goe", "ing"), ("ancient-area", "stone-scoring")];

/// Returns whether two names are equal but for the case of letters and the blanks, hyphens and underscores between words.
fn is_same_name(one: &str, other: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|letter| !b"-_ ".contains(letter)).map(|letter| letter.to_ascii_lowercase())
    }
    letters(one).eq(letters(other))
}

impl Rules {
    /// Japanese rules.
    pub const JAPANESE: Self = Self::new("japanese", Ko::Simple, Method::Territory, Tax::Seki);
    /// Korean rules.
    pub const KOREAN: Self = Self { name: "korean", ..Self::JAPANESE };
    /// Chinese rules.
    pub const CHINESE: Self =
        Self { handicap_bonus: HandicapBonus::Stones, ..Self::new("chinese", Ko::Simple, Method::Area, Tax::None) };
    /// Rules of the American Go Association.
    pub const AGA: Self = Self {
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..Self::new("aga", Ko::Situational, Method::Area, Tax::None)
    };
    /// Rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Self =
        Self { suicide: true, ..Self::new("new-zealand", Ko::Situational, Method::Area, Tax::None) };
    /// Ing's rules. No official text of them compensates White for a handicap.
    pub const ING: Self = Self { name: "ing", ..Self::TROMP_TAYLOR };
    /// The logical rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Self =
        Self { suicide: true, ..Self::new("tromp-taylor", Ko::Positional, Method::Area, Tax::None) };

    /// The rule sets that have names, with the values of KataGo's table (`kata-set-rules` in its `GTP_Extensions.md`, and
    /// `parseRules` in `cpp/game/rules.cpp`).
    pub const ALL: [Self; 14] = [
        Self::JAPANESE,
        Self::KOREAN,
        Self::CHINESE,
        Self::AGA,
        Self::NEW_ZEALAND,
        Self::TROMP_TAYLOR,
        Self::ING,
        Self { name: "chinese-ogs", ko: Ko::Positional, ..Self::CHINESE },
        Self { name: "chinese-kgs", ko: Ko::Positional, ..Self::CHINESE },
        Self { name: "bga", ..Self::AGA },
        Self { name: "french", ..Self::AGA },
        Self { name: "aga-button", button: true, ..Self::AGA },
        Self::new("stone-scoring", Ko::Simple, Method::Area, Tax::All),
        Self::new("ancient-territory", Ko::Simple, Method::Territory, Tax::All),
    ];

    const fn new(name: &'static str, ko: Ko, scoring: Method, tax: Tax) -> Self {
        Self { name, ko, scoring, tax, suicide: false, button: false, handicap_bonus: HandicapBonus::None }
    }

    /// Returns the first rule set of [`Self::ALL`] with the same fields, or these rules without a name.
    pub(super) fn known(self) -> Self {
        let bare = Self { name: "", ..self };
        Self::ALL.into_iter().find(|known| Self { name: "", ..*known } == bare).unwrap_or(bare)
    }

    /// Returns the name in reports and after `--rules`: KataGo's string if the rules have no name.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        if self.name.is_empty() { katago::write(self).into() } else { self.name.into() }
    }

    /// Returns the names of all rule sets.
    #[must_use]
    pub fn names() -> [&'static str; Self::ALL.len()] {
        Self::ALL.map(|rules| rules.name)
    }

    /// Reads a name as KataGo writes it, with hyphens, underscores, blanks or nothing between its words, in any case.
    fn from_name(text: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| is_same_name(alias, text));
        let name = alias.map_or(text, |(_, name)| name);
        Self::ALL.into_iter().find(|rules| is_same_name(rules.name, name))
    }

    /// Reads rules that a user gives: a name, or KataGo's string or JSON.
    ///
    /// # Errors
    /// If the text is none of them, or gives the komi, which is no part of [`Rules`].
    pub fn parse(text: &str) -> Result<Self, String> {
        match Self::from_name(text.trim()).map_or_else(|| katago::read(text), |rules| Some((rules, false))) {
            Some((_, true)) => Err("the komi is no part of the rules here".to_owned()),
            Some((rules, false)) => Ok(rules),
            None => Err(format!("it is KataGo's string or JSON, or one of {}", Self::names().join(", "))),
        }
    }

    /// Reads a record's `RU`: a name in any case and in the words of several countries, or KataGo's string or JSON, whose
    /// komi is left to `KM`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(rules) = Self::from_name(text).or_else(|| katago::read(text).map(|(rules, _)| rules)) {
            return Some(rules);
        }
        let text = text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_word = |wanted: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == wanted);
        let known: [(Self, bool); 7] = [
            (Self::NEW_ZEALAND, has(&["zealand"]) || is_word("nz")),
            (Self::TROMP_TAYLOR, has(&["tromp"]) || is_word("tt")),
            (Self::AGA, is_word("aga") || has(&["american"])),
            (Self::ING, is_word("ing") || is_word("goe") || is_word("sst") || has(&["应氏", "應氏"])),
            (Self::KOREAN, has(&["korea", "한국", "韩国", "韓国"])),
            (Self::CHINESE, has(&["chin", "中国", "中國"]) || is_word("cn")),
            (Self::JAPANESE, has(&["japan", "日本"]) || is_word("jp")),
        ];
        known.into_iter().find_map(|(rules, is)| is.then_some(rules))
    }

    /// Returns the method of counting under these rules.
    #[must_use]
    pub const fn method(self) -> Method {
        self.scoring
    }

    /// Returns which surrounded points nobody scores.
    #[must_use]
    pub const fn tax(self) -> Tax {
        self.tax
    }

    /// Returns whether a move may take its own block off.
    #[must_use]
    pub const fn allows_suicide(self) -> bool {
        self.suicide
    }

    /// Returns whether the player who passes first gets half a point.
    #[must_use]
    pub const fn has_button(self) -> bool {
        self.button
    }

    /// Returns whether every surrounded point is scored, as is every stone, so that no strategy is needed to tell which
    /// points are territory.
    #[must_use]
    pub const fn is_plain_area(self) -> bool {
        matches!((self.scoring, self.tax), (Method::Area, Tax::None))
    }

    /// Returns whether territory is that of the Japanese rules of 1989, by which the strategies decide.
    #[must_use]
    pub const fn is_plain_territory(self) -> bool {
        matches!((self.scoring, self.tax), (Method::Territory, Tax::Seki))
    }

    /// Returns the points that White receives for Black's handicap of `stones`.
    ///
    /// A handicap of one stone is only the right to play first, and gives no points.
    #[must_use]
    pub const fn handicap_compensation(self, stones: u32) -> u32 {
        match self.handicap_bonus {
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones - 1,
        }
    }

    /// Returns the points of the player who passes first.
    #[must_use]
    pub(super) const fn button_points(self) -> Points {
        if self.button { Points::HALF } else { Points::ZERO }
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_records_are_known() {
        for (text, rules) in [
            ("Japanese", Some(Rules::JAPANESE)),
            ("Japanese Rules", Some(Rules::JAPANESE)),
            ("日本規約", Some(Rules::JAPANESE)),
            ("Chinese", Some(Rules::CHINESE)),
            ("中国规则", Some(Rules::CHINESE)),
            ("CN", Some(Rules::CHINESE)),
            ("CN rules", Some(Rules::CHINESE)),
            ("Chinese rules", Some(Rules::CHINESE)),
            ("rules (JP)", Some(Rules::JAPANESE)),
            ("AGA", Some(Rules::AGA)),
            ("AGA rules", Some(Rules::AGA)),
            ("American", Some(Rules::AGA)),
            ("NZ", Some(Rules::NEW_ZEALAND)),
            ("NZ rules", Some(Rules::NEW_ZEALAND)),
            ("New Zealand", Some(Rules::NEW_ZEALAND)),
            ("Tromp/Taylor", Some(Rules::TROMP_TAYLOR)),
            ("TT--", Some(Rules::TROMP_TAYLOR)),
            ("GOE", Some(Rules::ING)),
            ("Goe rules", Some(Rules::ING)),
            ("Ing's rules", Some(Rules::ING)),
            ("SST rules", Some(Rules::ING)),
            ("SST", Some(Rules::ING)),
            ("应氏", Some(Rules::ING)),
            ("Korean", Some(Rules::KOREAN)),
            ("koPOSITIONALscoreAREAtaxNONEsui1", Some(Rules::TROMP_TAYLOR)),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5", Some(Rules::JAPANESE)),
            ("koSIMPLEscoreAREAtaxFEWsui0", None),
            ("Nihon", None),
            ("", None),
        ] {
            assert_eq!(Rules::from_text(text), rules, "{text:?}");
        }
        assert_eq!([Rules::KOREAN, Rules::ING].map(|rules| rules.method().name()), ["territory", "area"]);
        assert_eq!([Rules::TROMP_TAYLOR, Rules::JAPANESE].map(Rules::allows_suicide), [true, false]);
    }

    #[test]
    fn names_differ_and_are_read() {
        for rules in Rules::ALL {
            assert_eq!(Rules::parse(&rules.name()), Ok(rules));
            assert_eq!(Rules::from_text(&rules.name().to_uppercase().replace('-', " ")), Some(rules));
        }
        for (alias, name) in [("nz", "new-zealand"), ("goe", "ing"), ("ancient_area", "stone-scoring")] {
            assert_eq!(Rules::parse(alias).expect("an alias").name(), name);
        }
        assert!(Rules::parse("nihon").unwrap_err().contains("one of japanese, korean"));
        assert!(Rules::parse("koSIMPLEkomi7").unwrap_err().contains("komi"));
    }

    #[test]
    fn rules_are_stored_by_name() {
        for rules in [Rules::ING, Rules { tax: Tax::All, ..Rules::AGA }.known()] {
            let stored = serde_json::to_value(rules).expect("a string");
            assert_eq!(stored, *rules.name());
            assert_eq!(serde_json::from_value::<Rules>(stored).expect("rules"), rules);
        }
    }

    #[test]
    fn compensation_begins_with_two_stones() {
        let give =
            |stones| [Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND].map(|rules| rules.handicap_compensation(stones));
        assert_eq!((give(0), give(1), give(2), give(9)), ([0; 3], [0; 3], [2, 1, 0], [9, 8, 0]));
    }
}
