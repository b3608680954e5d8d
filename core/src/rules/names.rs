//! The names of rule sets, and other words for them in records and arguments.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::katago;
use super::rule_set::{Method, Rules, Tax};

/// KataGo's alternative names for some rules in [`Rules::ALL`].
const ALIASES: [(&str, &str); 3] = [
    ("nz", "new-zealand"),
    ("goe", "ing"),
    ("ancient-area", "stone-scoring"),
];

/// The meaning of a word in a record's `RU`.
#[derive(Clone, Copy)]
enum Word {
    /// A rule set.
    Rules(Rules),
    /// Only a method of counting.
    Method(Method),
    /// Old rules. The old Chinese rules had a tax on groups.
    Ancient,
    /// A word that does not change the meaning.
    Filler,
}

use Word::{Ancient, Filler};

/// The words of rule sets in several languages, in lower case. The longest matching word is used.
///
/// A word of more than three letters may have an ending, as `japan` does in `japanisch`. In scripts
/// without spaces, one word may directly follow another. On Chinese servers, `日韩` means territory
/// scoring. Words about komi and ko do not change the rules; the komi comes from `KM`.
#[rustfmt::skip] // rustfmt would put most words on their own lines
const WORDS: &[(Word, &[&str])] = &[
    (Word::Rules(Rules::JAPANESE), &["jap", "jp", "jpn", "japan", "japon", "japán", "japoń",
        "giappon", "nippon", "nihon", "riben", "nhật", "япон", "日本", "日式", "日规", "日規", "일본", "日韩",
        "日韓"]),
    (Word::Rules(Rules::KOREAN), &["kor", "kr", "kore", "corea", "corei", "coree", "coré", "kóre",
        "hanguk", "корей", "hàn quốc", "韩国", "韓國", "韓国", "韩式", "韩规", "한국", "대한민국"]),
    (Word::Rules(Rules::CHINESE), &["cn", "chn", "chin", "chiń", "cines", "kines", "kiinal",
        "kína", "čín", "čína", "číns", "çin", "zhongguo", "trung quốc", "китай", "кітай", "中国",
        "中國", "중국", "中式", "中规", "中規", "数子", "數子"]),
    (Word::Rules(Rules::AGA), &["aga", "ameri", "améri", "amery", "америк", "美国", "美國", "アメリカ",
        "미국"]),
    (Word::Rules(Rules::BGA), &["bga", "british", "britann", "британ"]),
    (Word::Rules(Rules::FRENCH), &["ffg", "french", "fran", "франц", "法国", "法國", "フランス", "프랑스"]),
    (Word::Rules(Rules::NEW_ZEALAND), &["nz", "zealand", "zeland", "zéland", "zeeland", "neuseel",
        "neozel", "nowozel", "новозел", "新西兰", "新西蘭", "紐西蘭", "ニュージーランド", "뉴질랜드"]),
    (Word::Rules(Rules::ING), &["ing", "goe", "sst", "инг", "инга", "应氏", "應氏", "応氏", "计点", "計點",
        "응씨"]),
    (Word::Rules(Rules::TROMP_TAYLOR), &["tt", "tromp", "taylor", "тромп", "тейлор", "logical",
        "cgos"]),
    (Word::Rules(IGS), &["igs", "pandanet"]), (Word::Rules(BUTTON_GO), &["button go"]),
    (Word::Rules(Rules::STONE_SCORING), &["stone scoring", "stone counting"]),
    (Word::Rules(OLD_CHINESE), &["group tax", "还棋头", "還棋頭", "altchin", "alte chin",
        "alten chin", "stare chiń", "stary chiń", "starych chiń", "starochiń", "starokitaj",
        "древнекитай", "старокитай"]),
    (Ancient, &["old", "ancien", "antiq", "antig", "antic", "antik", "alt",
        "dawn", "древн", "стар", "давн", "古", "古代", "旧", "舊", "옛", "고대"]),
    (Word::Method(Method::Territory), &["territ", "gebiet", "террит", "数目", "數目"]),
    (Word::Method(Method::Area), &["area", "área", "fläche", "площад"]),
    (Filler, &["rule", "regl", "règl", "regel", "regol", "regr", "regul", "reguł", "zasad",
        "pravid", "luật", "правил", "规则", "規則", "規約", "规", "規", "ルール", "规定", "規定", "法", "制", "式",
        "규칙", "룰", "식", "계가", "igo", "weiqi", "baduk", "围棋", "圍棋", "囲碁", "棋", "바둑", "scor",
        "count", "style", "system", "the", "and", "with", "del", "der", "des", "las", "les",
        "los", "dell", "della", "delle", "new", "neo", "néo", "nova", "nouvelle", "nueva",
        "nieuw", "новая", "нова", "modern", "standard", "official", "association", "federation",
        "fédération", "society", "kiin", "kiwon", "棋院", "기원", "竞赛", "年", "版", "kgs", "ogs", "dgs",
        "fox", "komi", "superko", "positional", "situational", "suicide"]),
];

/// The rules of IGS: eyes in seki are territory.
const IGS: Rules = Rules {
    name: "",
    tax: Tax::None,
    ..Rules::JAPANESE
};

/// Area scoring, for a text that names no rule set.
const AREA: Rules = Rules {
    removes_dead: true,
    ..Rules::TROMP_TAYLOR
};

/// The rules of old China: stone scoring after the players have agreed on the dead stones.
const OLD_CHINESE: Rules = Rules {
    removes_dead: true,
    ..Rules::STONE_SCORING
};

/// Area scoring with the button.
const BUTTON_GO: Rules = Rules {
    name: "",
    button: true,
    ..AREA
};

/// The maximum length, in bytes, of the rules, the result or the komi in a record. A longer text is
/// treated as one unknown word.
pub(crate) const MAX_HEADER: usize = 1 << 12;

/// Splits a lower-case text into its words. `None` stands for an unknown word. Numbers, and unknown
/// words of up to two letters, are left out.
fn words(text: &str) -> Vec<Option<Word>> {
    if text.len() > MAX_HEADER {
        return vec![None];
    }
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let known = WORDS
            .iter()
            .flat_map(|(word, spellings)| spellings.iter().map(move |spelling| (*word, *spelling)));
        let longest = known
            .filter(|(_, spelling)| begins_with_word(rest, spelling))
            .max_by_key(|known| known.1.len());
        let (start, behind) =
            rest.split_at(longest.map_or(first.len_utf8(), |(_, spelling)| spelling.len()));
        let behind = if start.ends_with(is_spaced) {
            behind.trim_start_matches(is_spaced)
        } else {
            behind
        };
        let is_short = is_spaced(first) && rest[..rest.len() - behind.len()].chars().count() <= 2;
        if longest.is_some() || first.is_alphabetic() && !is_short {
            words.push(longest.map(|(word, _)| word));
        }
        rest = behind;
    }
    words
}

/// Returns whether a text begins with a word, which may have an ending (see [`WORDS`]).
fn begins_with_word(text: &str, word: &str) -> bool {
    let Some(rest) = text.strip_prefix(word) else {
        return false;
    };
    word.chars().count() > 3 || !word.ends_with(is_spaced) || !rest.starts_with(is_spaced)
}

/// Returns the ASCII character of a full-width letter, digit or sign, and any other character
/// unchanged.
pub(crate) fn half_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        other => other,
    }
}

/// Returns whether a character belongs to a script that puts blanks between words.
pub(crate) fn is_spaced(letter: char) -> bool {
    letter.is_alphanumeric() && letter < '\u{2000}'
}

/// Returns whether two names are equal, ignoring case and the blanks, hyphens and brackets between
/// words.
fn is_same_name(one: &str, other: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        text.bytes()
            .filter(|letter| !b"-_ ()[]".contains(letter))
            .map(|letter| letter.to_ascii_lowercase())
    }
    letters(one).eq(letters(other))
}

impl Rules {
    /// Returns the name for reports and `--rules`. For rules without a name, this is KataGo's
    /// string.
    pub fn name(self) -> Cow<'static, str> {
        if self.name.is_empty() {
            self.katago().into()
        } else {
            self.name.into()
        }
    }

    /// Returns KataGo's string for the rules. Some named rules have the same string.
    pub fn katago(self) -> String {
        katago::write(self)
    }

    /// Returns the names of all rule sets.
    pub fn names() -> [&'static str; Self::ALL.len()] {
        Self::ALL.map(|rules| rules.name)
    }

    /// Reads a name in KataGo's notation, ignoring case. Its words may have hyphens, underscores,
    /// blanks or nothing between them.
    fn from_name(text: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| is_same_name(alias, text));
        let name = alias.map_or(text, |(_, name)| name);
        Self::ALL
            .into_iter()
            .find(|rules| is_same_name(rules.name, name))
    }

    /// Reads rules that a user specifies: a name, or KataGo's rules as a string or as JSON.
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
        match Self::from_name(text.trim())
            .map_or_else(|| katago::read(text), |rules| Some((rules, false)))
        {
            Some((_, true)) => Err("the rules must not contain the komi".to_owned()),
            Some((rules, false)) => Ok(rules),
            None => Err(format!(
                "expected KataGo's rules as a string or JSON, or one of {}",
                Self::names().join(", ")
            )),
        }
    }

    /// Reads a record's `RU`: a name in one of several languages, ignoring case, or KataGo's rules
    /// as a string or as JSON. A komi in this text is ignored in favour of `KM`.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::read(text).0
    }

    /// Reads a record's `RU` like [`Self::from_text`], and also returns whether every word in it is
    /// understood. The rules are `None` if words contradict each other about the method of
    /// counting.
    pub(crate) fn read(text: &str) -> (Option<Self>, bool) {
        let text: String = text.trim().chars().map(half_width).collect();
        if let Some(rules) = Self::from_name(&text) {
            return (Some(rules), true);
        }
        let words = words(&text.to_lowercase().replace(['-', '_'], " "));
        // a text in KataGo's notation may give only a komi; such a text names no rules
        let is_komi = !words.is_empty() && words.iter().all(|word| matches!(word, Some(Filler)));
        match katago::read(&text) {
            Some((rules, _)) if !is_komi => (Some(rules), true),
            _ => combined(&words),
        }
    }
}

/// Returns the rules that the words name together, and whether all words are understood. If the
/// words contradict each other about the method of counting, there are no rules.
fn combined(words: &[Option<Word>]) -> (Option<Rules>, bool) {
    let is_old = words
        .iter()
        .any(|word| matches!(word, Some(Ancient | Word::Rules(OLD_CHINESE))));
    let mut is_understood = words.iter().all(Option::is_some);
    let (mut named, mut method) = (None, None);
    for word in words.iter().flatten() {
        let stated = match *word {
            Word::Rules(rules) => {
                let rules = if is_old && rules == Rules::CHINESE {
                    OLD_CHINESE
                } else {
                    rules
                };
                is_understood &= named.get_or_insert(rules).counts_like(rules);
                rules.method()
            }
            Word::Method(stated) => stated,
            Ancient | Filler => continue,
        };
        if *method.get_or_insert(stated) != stated {
            return (None, false);
        }
    }
    let rules = named.or(method.map(|method| match method {
        Method::Area => AREA,
        Method::Territory => Rules::JAPANESE,
    }));
    (
        rules,
        is_understood && rules.is_some() && (!is_old || rules == Some(OLD_CHINESE)),
    )
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
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Tax;

    #[test]
    fn rules_longer_than_the_limit_are_an_unknown_word() {
        let text = |length: usize| format!("{:.<length$}", "Chinese");
        assert_eq!(Rules::from_text(&text(4096)), Some(Rules::CHINESE));
        assert_eq!(Rules::from_text(&text(4097)), None);
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn rules_in_the_words_of_records_are_read() {
        for (text, rules) in [
            ("Japanese", Some(Rules::JAPANESE)),
            ("Japanese Rules", Some(Rules::JAPANESE)),
            ("日本規約", Some(Rules::JAPANESE)),
            ("Chinese", Some(Rules::CHINESE)),
            ("中国规则", Some(Rules::CHINESE)),
            ("CN", Some(Rules::CHINESE)),
            ("Ｃｈｉｎｅｓｅ　ｒｕｌｅｓ", Some(Rules::CHINESE)),
            ("ＡＧＡ", Some(Rules::AGA)),
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
            (
                "koPOSITIONALscoreAREAtaxNONEsui1",
                Some(Rules::TROMP_TAYLOR),
            ),
            (
                "koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5",
                Some(Rules::JAPANESE),
            ),
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
            ("Logical Rules", Some(Rules::TROMP_TAYLOR)),
            ("Area Scoring", Some(AREA)),
            ("Stone Counting", Some(Rules::STONE_SCORING)),
            ("Old Chinese rules", Some(OLD_CHINESE)),
            ("old-chinese", Some(OLD_CHINESE)),
            ("Chinese with group tax", Some(OLD_CHINESE)),
            ("还棋头", Some(OLD_CHINESE)),
            ("Pair go", None),
            ("Komi 6.5", None),
            ("", None),
            ("Китайские правила", Some(Rules::CHINESE)),
            ("Японські", Some(Rules::JAPANESE)),
            ("корейские", Some(Rules::KOREAN)),
            ("règles japonaises", Some(Rules::JAPANESE)),
            ("Règles coréennes", Some(Rules::KOREAN)),
            ("chinoises", Some(Rules::CHINESE)),
            ("Règles de la FFG", Some(Rules::FRENCH)),
            ("Französische Regeln", Some(Rules::FRENCH)),
            ("Chinesische Regeln", Some(Rules::CHINESE)),
            ("Neuseeländisch", Some(Rules::NEW_ZEALAND)),
            ("Gebietswertung", Some(Rules::JAPANESE)),
            ("reglas coreanas", Some(Rules::KOREAN)),
            ("Regole cinesi", Some(Rules::CHINESE)),
            ("zasady chińskie", Some(Rules::CHINESE)),
            ("japońskie", Some(Rules::JAPANESE)),
            ("日韩规则", Some(Rules::JAPANESE)),
            ("대한민국", Some(Rules::KOREAN)),
            ("중국식", Some(Rules::CHINESE)),
            ("일본 룰", Some(Rules::JAPANESE)),
            ("中国ルール", Some(Rules::CHINESE)),
            ("应氏计点制", Some(Rules::ING)),
            ("British Go Association", Some(Rules::BGA)),
            ("CGOS", Some(Rules::TROMP_TAYLOR)),
            ("IGS", Some(IGS)),
            ("Chinese (ancient)", Some(OLD_CHINESE)),
            ("中国古代规则", Some(OLD_CHINESE)),
            ("древнекитайские", Some(OLD_CHINESE)),
            ("règles chinoises anciennes", Some(OLD_CHINESE)),
            ("Button Go", Some(BUTTON_GO)),
            (
                "AGA (button)",
                Some(Rules {
                    name: "aga-button",
                    button: true,
                    ..Rules::AGA
                }),
            ),
            ("Japanese (1989)", Some(Rules::JAPANESE)),
        ] {
            assert_eq!(Rules::read(text), (rules, rules.is_some()), "{text:?}");
            assert_eq!(Rules::from_text(text), rules, "{text:?}");
        }
        for text in [
            "Machine",
            "Singapore",
            "Ingenious",
            "Simple",
            "WMSG",
            "ancient",
            "Japanese (area)",
            "中国象戏",
            "Chinese/Japanese",
        ] {
            assert!(!Rules::read(text).1, "{text}");
        }
        for (text, rules) in [
            ("Chinese (simplified)", Rules::CHINESE),
            ("Japanese without seki tax", Rules::JAPANESE),
            ("Old Japanese", Rules::JAPANESE),
            ("AGA, Chinese counting", Rules::AGA),
            ("Chinese (button)", Rules::CHINESE),
        ] {
            assert_eq!(Rules::read(text), (Some(rules), false), "{text}");
        }
        assert_eq!(
            [Rules::KOREAN, Rules::ING].map(|rules| rules.method().name()),
            ["territory", "area"]
        );
        assert_eq!(
            [Rules::TROMP_TAYLOR, Rules::JAPANESE].map(Rules::allows_suicide),
            [true, false]
        );
    }

    #[test]
    fn rule_names_are_distinct_and_can_be_parsed() {
        assert_eq!(
            Rules::names().into_iter().collect::<HashSet<_>>().len(),
            Rules::ALL.len()
        );
        for rules in Rules::ALL {
            assert_eq!(Rules::parse(&rules.name()), Ok(rules));
            assert_eq!(
                Rules::from_text(&rules.name().to_uppercase().replace('-', " ")),
                Some(rules)
            );
        }
        for (alias, name) in [
            ("nz", "new-zealand"),
            ("goe", "ing"),
            ("ancient_area", "stone-scoring"),
        ] {
            assert_eq!(Rules::parse(alias).expect("an alias").name(), name);
        }
        assert!(
            Rules::parse("nihon")
                .unwrap_err()
                .contains("one of japanese, korean")
        );
        assert!(Rules::parse("koSIMPLEkomi7").unwrap_err().contains("komi"));
    }

    #[test]
    fn rules_serialize_as_their_name() {
        for rules in [
            Rules::ING,
            IGS,
            BUTTON_GO,
            Rules {
                tax: Tax::All,
                ..Rules::AGA
            }
            .known(),
        ] {
            let stored = serde_json::to_value(rules).expect("a string");
            assert_eq!(stored, *rules.name());
            assert_eq!(
                serde_json::from_value::<Rules>(stored).expect("rules"),
                rules
            );
        }
    }
}
