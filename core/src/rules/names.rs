//! The names of rule sets, and other words for them in records and arguments.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::katago;
use super::rule_set::Rules;

/// KataGo's other names for rules of [`Rules::ALL`].
const ALIASES: [(&str, &str); 3] = [("nz", "new-zealand"), ("goe", "ing"), ("ancient-area", "stone-scoring")];

/// Rules in the words of records, in lower case: the parts of a text that name them, and the words that do so on their own.
/// The first that fits counts.
const SPELLINGS: &[(Rules, &[&str], &[&str])] = &[
    (Rules::STONE_SCORING, &["stone scoring", "stone counting", "group tax", "还棋头", "還棋頭"], &[]),
    (Rules::STONE_SCORING, &["old chinese", "ancient chinese"], &[]),
    (Rules::NEW_ZEALAND, &["zealand"], &["nz"]),
    (Rules::TROMP_TAYLOR, &["tromp"], &["tt"]),
    (Rules::AGA, &["american"], &["aga"]),
    (Rules::ING, &["应氏", "應氏"], &["ing", "goe", "sst"]),
    (Rules::KOREAN, &["korea", "한국", "韩国", "韓国"], &["kor", "kr"]),
    (Rules::CHINESE, &["chin", "中国", "中國", "중국", "数子", "數子"], &["cn", "chn"]),
    (Rules::JAPANESE, &["japan", "nihon", "nippon", "日本"], &["jp", "jpn", "jap", "territory"]),
    (Rules::TROMP_TAYLOR, &[], &["area"]),
];

/// Returns whether two names are equal, ignoring case and the blanks, hyphens and underscores between words.
fn is_same_name(one: &str, other: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|letter| !b"-_ ".contains(letter)).map(|letter| letter.to_ascii_lowercase())
    }
    letters(one).eq(letters(other))
}

impl Rules {
    /// Returns the name for reports and `--rules`. Rules without a name have KataGo's string.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        if self.name.is_empty() { katago::write(self).into() } else { self.name.into() }
    }

    /// Returns the names of all rule sets.
    #[must_use]
    pub fn names() -> [&'static str; Self::ALL.len()] {
        Self::ALL.map(|rules| rules.name)
    }

    /// Reads a name in KataGo's notation, with hyphens, underscores, blanks or nothing between its words, in any case.
    fn from_name(text: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| is_same_name(alias, text));
        let name = alias.map_or(text, |(_, name)| name);
        Self::ALL.into_iter().find(|rules| is_same_name(rules.name, name))
    }

    /// Reads rules that a user specifies: a name, or KataGo's string or JSON.
    ///
    /// # Errors
    /// If the text is none of these, or gives the komi, which [`Rules`] do not include.
    ///
    /// # Examples
    /// ```
    /// use seichi_core::rules::{Method, Rules};
    ///
    /// assert_eq!(Rules::parse("chinese")?.method(), Method::Area);
    /// assert_eq!(Rules::parse("koSIMPLEscoreTERRITORYtaxSEKIsui0")?, Rules::JAPANESE);
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        match Self::from_name(text.trim()).map_or_else(|| katago::read(text), |rules| Some((rules, false))) {
            Some((_, true)) => Err("rules do not include the komi".to_owned()),
            Some((rules, false)) => Ok(rules),
            None => Err(format!("expected KataGo's string or JSON, or one of {}", Self::names().join(", "))),
        }
    }

    /// Reads a record's `RU`: a name in any case and in the words of several countries, or KataGo's string or JSON. A
    /// komi there is ignored in favour of `KM`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(rules) = Self::from_name(text).or_else(|| katago::read(text).map(|(rules, _)| rules)) {
            return Some(rules);
        }
        let text = text.to_lowercase().replace(['-', '_'], " ");
        let words = || text.split(|letter: char| !letter.is_alphanumeric());
        let fits = |(_, parts, whole): &&(Self, &[&str], &[&str])| {
            parts.iter().any(|part| text.contains(part)) || words().any(|word| whole.contains(&word))
        };
        SPELLINGS.iter().find(fits).map(|(rules, ..)| *rules)
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
    use crate::rules::Tax;

    #[test]
    fn rules_in_the_words_of_records_are_read() {
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
            ("koSIMPLEscore", None),
            ("JPN", Some(Rules::JAPANESE)),
            ("jap.", Some(Rules::JAPANESE)),
            ("Nihon Ki-in", Some(Rules::JAPANESE)),
            ("Territory scoring", Some(Rules::JAPANESE)),
            ("KOR", Some(Rules::KOREAN)),
            ("CHN", Some(Rules::CHINESE)),
            ("数子法", Some(Rules::CHINESE)),
            ("중국 규칙", Some(Rules::CHINESE)),
            ("Chinese area", Some(Rules::CHINESE)),
            ("Area Scoring", Some(Rules::TROMP_TAYLOR)),
            ("Old Chinese rules", Some(Rules::STONE_SCORING)),
            ("old-chinese", Some(Rules::STONE_SCORING)),
            ("Chinese with group tax", Some(Rules::STONE_SCORING)),
            ("还棋头", Some(Rules::STONE_SCORING)),
            ("Pair go", None),
            ("", None),
        ] {
            assert_eq!(Rules::from_text(text), rules, "{text:?}");
        }
        assert_eq!([Rules::KOREAN, Rules::ING].map(|rules| rules.method().name()), ["territory", "area"]);
        assert_eq!([Rules::TROMP_TAYLOR, Rules::JAPANESE].map(Rules::allows_suicide), [true, false]);
    }

    #[test]
    fn rule_names_are_distinct_and_can_be_parsed() {
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
    fn rules_serialize_as_their_name() {
        for rules in [Rules::ING, Rules { tax: Tax::All, ..Rules::AGA }.known()] {
            let stored = serde_json::to_value(rules).expect("a string");
            assert_eq!(stored, *rules.name());
            assert_eq!(serde_json::from_value::<Rules>(stored).expect("rules"), rules);
        }
    }
}
