//! Rules in KataGo's notation: its string, `koSIMPLEscoreAREAtaxNONEsui0whbN`, and its JSON.
//!
//! Keys, values and defaults come from `parseRules` in KataGo's `cpp/game/rules.cpp`; its `docs/GTP_Extensions.md`
//! describes them (`kata-get-rules`, `kata-set-rules`). Here the case of letters is ignored.

use super::rule_set::{HandicapBonus, Ko, Method, Rules, Tax};

/// A value of a field, and the function that sets it.
type RuleValue = (&'static str, fn(&mut Rules));

/// A field: its keys, with the key of the string first, and its values.
struct Field {
    keys: &'static [&'static str],
    values: &'static [RuleValue],
}

/// The fields in KataGo's order, in capitals.
const FIELDS: [Field; 7] = [
    Field {
        keys: &["KO"],
        values: &[
            ("SIMPLE", |rules| rules.ko = Ko::Simple),
            ("POSITIONAL", |rules| rules.ko = Ko::Positional),
            ("SITUATIONAL", |rules| rules.ko = Ko::Situational),
        ],
    },
    Field {
        keys: &["SCORE", "SCORING"],
        values: &[
            ("AREA", |rules| rules.scoring = Method::Area),
            ("TERRITORY", |rules| rules.scoring = Method::Territory),
        ],
    },
    Field {
        keys: &["TAX"],
        values: &[
            ("NONE", |rules| rules.tax = Tax::None),
            ("SEKI", |rules| rules.tax = Tax::Seki),
            ("ALL", |rules| rules.tax = Tax::All),
        ],
    },
    Field {
        keys: &["SUI", "SUICIDE"],
        values: &[
            ("0", |rules| rules.suicide = false),
            ("1", |rules| rules.suicide = true),
            ("FALSE", |rules| rules.suicide = false),
            ("TRUE", |rules| rules.suicide = true),
        ],
    },
    Field {
        keys: &["BUTTON", "HASBUTTON"],
        values: &[
            ("0", |rules| rules.button = false),
            ("1", |rules| rules.button = true),
            ("FALSE", |rules| rules.button = false),
            ("TRUE", |rules| rules.button = true),
        ],
    },
    Field {
        keys: &["WHB", "WHITEHANDICAPBONUS"],
        values: &[
            ("0", |rules| rules.handicap_bonus = HandicapBonus::None),
            ("N-1", |rules| rules.handicap_bonus = HandicapBonus::StonesLessOne),
            ("N", |rules| rules.handicap_bonus = HandicapBonus::Stones),
        ],
    },
    // whether a player may pass while dead stones are on the board, which does not change the count
    Field {
        keys: &["FPOK", "FRIENDLYPASSOK"],
        values: &[("0", |_| ()), ("1", |_| ()), ("FALSE", |_| ()), ("TRUE", |_| ())],
    },
];

/// The number of fields that every string has. The others are left out if their value is 0.
const ALWAYS_WRITTEN: usize = 4;

/// The number of fields that [`Rules`] has.
const WRITTEN: usize = 6;

/// The characters between the keys and values of JSON, including blanks.
const BETWEEN: &[u8] = b" \t\r\n\":,";

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
        text.extend(
            value
                .filter(|(value, _)| number < ALWAYS_WRITTEN || *value != "0")
                .map(|(value, _)| field.keys[0].to_ascii_lowercase() + value),
        );
    }
    text
}

/// Reads KataGo's string or JSON. Returns the rules, and whether the text also gives a komi.
///
/// The characters between keys and values are ignored, so a string may be in braces and JSON may lack quotes.
pub(super) fn read(text: &str) -> Option<(Rules, bool)> {
    let letters = text.bytes().filter(|letter| !BETWEEN.contains(letter));
    let text: Vec<u8> = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    let mut rest = match text.strip_prefix(b"{") {
        Some(inner) => inner.strip_suffix(b"}")?,
        None if text.is_empty() => return None,
        None => &text,
    };
    let (mut rules, mut has_tax, mut has_komi) = (Rules::TROMP_TAYLOR, false, false);
    while !rest.is_empty() {
        if let Some(komi) = rest.strip_prefix(b"KOMI") {
            let digits = komi.iter().take_while(|letter| b"+-.0123456789".contains(letter)).count();
            (rest, has_komi) = (&komi[digits..], true);
            continue;
        }
        let (field, value) = FIELDS.iter().find_map(|field| Some((field, without_key(rest, field)?)))?;
        let (set, after) =
            field.values.iter().find_map(|(word, set)| Some((set, value.strip_prefix(word.as_bytes())?)))?;
        set(&mut rules);
        has_tax |= field.keys[0] == "TAX";
        rest = after;
    }
    if !has_tax && rules.scoring == Method::Territory {
        rules.tax = Tax::Seki;
    }
    Some((rules.known(), has_komi))
}

/// Returns `text` without the longest key of `field` that it starts with.
fn without_key<'a>(text: &'a [u8], field: &Field) -> Option<&'a [u8]> {
    field.keys.iter().filter_map(|key| text.strip_prefix(key.as_bytes())).min_by_key(|rest| rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        read(text).map_or("none".to_owned(), |(rules, _)| rules.name().into_owned())
    }

    #[test]
    fn every_combination_round_trips() {
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
    fn named_rules_match_the_table_of_kata_set_rules() {
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
    fn any_order_blanks_and_absent_fields_are_read() {
        assert_eq!(name("whbN-1 sui0 scoring AREA ko SITUATIONAL"), "aga");
        assert_eq!(name("score area"), "tromp-taylor", "absent fields are Tromp-Taylor");
        assert_eq!(name("koSIMPLEscoreTERRITORYsui0"), "japanese", "territory implies a tax on eyes in seki");
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
    fn json_rules_are_read() {
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
