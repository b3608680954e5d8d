//! Rules as KataGo writes them: its string, `koSIMPLEscoreAREAtaxNONEsui0whbN`, and its JSON.
//!
//! Keys, values and the values of absent fields are those of `parseRules` in KataGo's `cpp/game/rules.cpp`; its
//! `docs/GTP_Extensions.md` describes them (`kata-get-rules`, `kata-set-rules`). The case of letters does not matter here.

use super::{HandicapBonus, Ko, Method, Rules, Tax};

/// A value of a field, and the function that sets it.
type FieldValue = (&'static str, fn(&mut Rules));

/// A field: its keys, that of the string first, and its values.
struct Field {
    keys: &'static [&'static str],
    values: &'static [FieldValue],
}

/// The fields in the order in which KataGo writes them.
const FIELDS: [Field; 7] = [
    Field {
        keys: &["ko"],
        values: &[
            ("SIMPLE", |rules| rules.ko = Ko::Simple),
            ("POSITIONAL", |rules| rules.ko = Ko::Positional),
            ("SITUATIONAL", |rules| rules.ko = Ko::Situational),
        ],
    },
    Field {
        keys: &["score", "scoring"],
        values: &[
            ("AREA", |rules| rules.scoring = Method::Area),
            ("TERRITORY", |rules| rules.scoring = Method::Territory),
        ],
    },
    Field {
        keys: &["tax"],
        values: &[
            ("NONE", |rules| rules.tax = Tax::None),
            ("SEKI", |rules| rules.tax = Tax::Seki),
            ("ALL", |rules| rules.tax = Tax::All),
        ],
    },
    Field {
        keys: &["sui", "suicide"],
        values: &[
            ("0", |rules| rules.suicide = false),
            ("1", |rules| rules.suicide = true),
            ("false", |rules| rules.suicide = false),
            ("true", |rules| rules.suicide = true),
        ],
    },
    Field {
        keys: &["button", "hasButton"],
        values: &[
            ("0", |rules| rules.button = false),
            ("1", |rules| rules.button = true),
            ("false", |rules| rules.button = false),
            ("true", |rules| rules.button = true),
        ],
    },
    Field {
        keys: &["whb", "whiteHandicapBonus"],
        values: &[
            ("0", |rules| rules.handicap_bonus = HandicapBonus::None),
            ("N-1", |rules| rules.handicap_bonus = HandicapBonus::StonesLessOne),
            ("N", |rules| rules.handicap_bonus = HandicapBonus::Stones),
        ],
    },
    // whether a player may pass although dead stones are on the board, which does not change the count
    Field {
        keys: &["fpok", "friendlyPassOk"],
        values: &[("0", |_| ()), ("1", |_| ()), ("false", |_| ()), ("true", |_| ())],
    },
];

/// The fields that every string has; the others are left out where their value is 0.
const ALWAYS_WRITTEN: usize = 4;

/// The number of fields that [`Rules`] has.
const WRITTEN: usize = 6;

/// Returns KataGo's string for rules.
pub(super) fn write(rules: Rules) -> String {
    let holds = |set: fn(&mut Rules)| {
        let mut other = rules;
        set(&mut other);
        other == rules
    };
    let mut text = String::new();
    for (number, field) in FIELDS[..WRITTEN].iter().enumerate() {
        let value = field.values.iter().find(|(_, set)| holds(*set));
        text.extend(value.filter(|(value, _)| number < ALWAYS_WRITTEN || *value != "0").map(|(value, _)| {
            let key = field.keys[0];
            [key, value].concat()
        }));
    }
    text
}

/// Reads KataGo's string or JSON. Returns the rules, and whether the text gives a komi, too.
///
/// What JSON has between keys and values is passed over, so that a string may be in braces and JSON may lack quotes.
pub(super) fn read(text: &str) -> Option<(Rules, bool)> {
    let text = text.trim();
    let inner = text.strip_prefix('{').map_or(Some(text), |text| text.strip_suffix('}'))?;
    let mut rest = unpunctuated(inner);
    // nothing is no string, but an object without fields
    if text.is_empty() {
        return None;
    }
    let (mut rules, mut has_tax, mut has_komi) = (Rules::TROMP_TAYLOR, false, false);
    while !rest.is_empty() {
        if let Some(komi) = strip(rest, "komi") {
            rest =
                unpunctuated(komi.trim_start_matches(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter)));
            has_komi = true;
            continue;
        }
        let (field, value) = FIELDS.iter().find_map(|field| Some((field, strip_key(rest, field)?)))?;
        let (set, after) = field.values.iter().find_map(|(word, set)| Some((set, strip(value, word)?)))?;
        set(&mut rules);
        has_tax |= field.keys[0] == "tax";
        rest = after;
    }
    if !has_tax && rules.scoring == Method::Territory {
        rules.tax = Tax::Seki;
    }
    Some((rules.known(), has_komi))
}

/// Returns the text after the longest key of `field` with which `text` begins.
fn strip_key<'a>(text: &'a str, field: &Field) -> Option<&'a str> {
    field.keys.iter().filter_map(|key| strip(text, key)).min_by_key(|rest| rest.len())
}

/// Returns the text after `word` and what separates it, if `text` begins with `word` in any case.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then(|| unpunctuated(rest))
}

/// Returns the text without the blanks and the punctuation of JSON at its start.
fn unpunctuated(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r', '"', ':', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        read(text).map_or("none".to_owned(), |(rules, _)| rules.name().into_owned())
    }

    #[test]
    fn every_combination_is_written_and_read() {
        let mut texts = std::collections::BTreeSet::new();
        let mut all = vec![Rules::JAPANESE];
        for field in &FIELDS[..WRITTEN] {
            let with = |rules: &Rules, set: fn(&mut Rules)| {
                let mut rules = *rules;
                set(&mut rules);
                rules
            };
            all = all.iter().flat_map(|rules| field.values.iter().map(move |(_, set)| with(rules, *set))).collect();
        }
        for rules in all {
            let text = write(rules);
            assert_eq!(read(&text), Some((rules.known(), false)), "{text}");
            assert_eq!(Rules::parse(&rules.known().name()), Ok(rules.known()), "{text}");
            texts.insert(text);
        }
        assert_eq!(texts.len(), 216);
    }

    #[test]
    fn the_table_of_kata_set_rules() {
        for (text, expected) in [
            ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
            ("koSIMPLEscoreAREAtaxNONEsui0whbN", "chinese"),
            ("koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1", "chinese-ogs"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            ("koSIMPLEscoreAREAtaxALLsui0", "stone-scoring"),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga"),
            ("koSITUATIONALscoreAREAtaxNONEsui1", "new-zealand"),
            ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1", "aga-button"),
            ("koSIMPLEscoreAREAtaxNONEsui0button1whbN", "koSIMPLEscoreAREAtaxNONEsui0button1whbN"),
        ] {
            assert_eq!(name(text), expected);
        }
    }

    #[test]
    fn order_blanks_and_absent_fields() {
        assert_eq!(name("whbN-1 sui0 scoring AREA ko SITUATIONAL"), "aga");
        assert_eq!(name("score area"), "tromp-taylor", "what is absent is that of Tromp and Taylor");
        assert_eq!(name("koSIMPLEscoreTERRITORYsui0"), "japanese", "territory has a tax on eyes in seki");
        assert_eq!(name("{}"), "tromp-taylor");
        assert_eq!(read("koSIMPLEscoreAREAkomi7.5sui1").map(|(_, has_komi)| has_komi), Some(true));
        for wrong in [
            "",
            "ko",
            "koSIMPLEwhb2",
            "koSIMPLE;sui1",
            "sui2",
            "{",
            "[]",
            "scoreAREA}",
            "komi7.5x",
            "{\"ko\":1}",
            "{\"rules\":\"aga\"}",
        ] {
            assert_eq!(name(wrong), "none", "{wrong:?}");
        }
    }

    #[test]
    fn json_is_read() {
        let json = "{\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":false,\"hasButton\":false,\
                    \"whiteHandicapBonus\":\"N\",\"friendlyPassOk\":true}";
        assert_eq!(name(json), "chinese");
        assert_eq!(
            name(&json.replace("scoring", "score").replace("false", " true")),
            "koSIMPLEscoreAREAtaxNONEsui1button1whbN"
        );
        assert_eq!(name("{\"scoring\": \"TERRITORY\", \"ko\": \"SIMPLE\", \"suicide\": false}"), "japanese");
        assert_eq!(read("{\"komi\":7.5}"), Some((Rules::TROMP_TAYLOR, true)));
    }
}
