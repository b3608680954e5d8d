//! Rules in KataGo's notation: as a string such as `koSIMPLEscoreAREAtaxNONEsui0whbN`, or as JSON.
//!
//! Keys, values and defaults come from `parseRules` in KataGo's `cpp/game/rules.cpp`. KataGo's
//! `docs/GTP_Extensions.md` describes them (`kata-get-rules`, `kata-set-rules`). This module
//! ignores the case of letters.

use super::rule_set::{HandicapBonus, Ko, Method, Rules, Tax};

/// The values of a Boolean field.
const BOOLEAN: &[&str] = &["0", "1", "FALSE", "TRUE"];

/// For each field, its keys (the key that strings use comes first) and its values, all in capitals.
const FIELDS: [(&[&str], &[&str]); 7] = [
    (&["KO"], &["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
    (&["SCORE", "SCORING"], &["AREA", "TERRITORY"]),
    (&["TAX"], &["NONE", "SEKI", "ALL"]),
    (&["SUI", "SUICIDE"], BOOLEAN),
    (&["BUTTON", "HASBUTTON"], BOOLEAN),
    (&["WHB", "WHITEHANDICAPBONUS"], &["0", "N-1", "N"]),
    // whether a player may pass while dead stones are on the board; this does not affect the count
    (&["FPOK", "FRIENDLYPASSOK"], BOOLEAN),
];

/// Sets a field of [`FIELDS`], given by its first key.
fn set(rules: &mut Rules, key: &str, value: &str) {
    let is_true = matches!(value, "1" | "TRUE");
    match (key, value) {
        ("KO", "SIMPLE") => rules.ko = Ko::Simple,
        ("KO", "POSITIONAL") => rules.ko = Ko::Positional,
        ("KO", _) => rules.ko = Ko::Situational,
        ("SCORE", "AREA") => rules.scoring = Method::Area,
        ("SCORE", _) => rules.scoring = Method::Territory,
        ("TAX", "NONE") => rules.tax = Tax::None,
        ("TAX", "SEKI") => rules.tax = Tax::Seki,
        ("TAX", _) => rules.tax = Tax::All,
        ("SUI", _) => rules.suicide = is_true,
        ("BUTTON", _) => rules.button = is_true,
        ("WHB", "0") => rules.handicap_bonus = HandicapBonus::None,
        ("WHB", "N") => rules.handicap_bonus = HandicapBonus::Stones,
        ("WHB", _) => rules.handicap_bonus = HandicapBonus::StonesLessOne,
        _ => {}
    }
}

/// The characters between the keys and values of JSON, including blanks.
const BETWEEN: &[u8] = b" \t\r\n\":,";

/// Returns KataGo's string for these rules. Leaves out the field for the button if the rules have
/// no button, and the field for the handicap bonus if there is none.
pub(super) fn write(rules: Rules) -> String {
    let ko: &str = rules.ko.into();
    let [scoring, tax] = [rules.scoring.name(), rules.tax.name()].map(str::to_ascii_uppercase);
    let button = if rules.button { "button1" } else { "" };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => "",
        HandicapBonus::Stones | HandicapBonus::StonesFromOne => "whbN",
        HandicapBonus::StonesLessOne => "whbN-1",
    };
    format!(
        "ko{ko}score{scoring}tax{tax}sui{}{button}{bonus}",
        u8::from(rules.suicide)
    )
}

/// Reads KataGo's rules, as a string or as JSON. Returns the rules, and whether the text also gives
/// a komi.
///
/// The characters between keys and values are ignored, so a string may be in braces and JSON may
/// lack quotes.
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
            let digits = komi
                .iter()
                .take_while(|letter| b"+-.0123456789".contains(letter))
                .count();
            (rest, has_komi) = (&komi[digits..], true);
            continue;
        }
        let (keys, values, text) = FIELDS
            .iter()
            .find_map(|(keys, values)| Some((keys, values, without_key(rest, keys)?)))?;
        let (value, after) = values
            .iter()
            .find_map(|value| Some((value, text.strip_prefix(value.as_bytes())?)))?;
        set(&mut rules, keys[0], value);
        has_tax |= keys[0] == "TAX";
        rest = after;
    }
    if !has_tax && rules.scoring == Method::Territory {
        rules.tax = Tax::Seki;
    }
    Some((rules.known(), has_komi))
}

/// Returns `text` without the longest of `keys` that it starts with.
fn without_key<'a>(text: &'a [u8], keys: &[&str]) -> Option<&'a [u8]> {
    keys.iter()
        .filter_map(|key| text.strip_prefix(key.as_bytes()))
        .min_by_key(|rest| rest.len())
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
        for (keys, values) in FIELDS {
            let with = |mut rules: Rules, value: &str| {
                set(&mut rules, keys[0], value);
                rules
            };
            all = all
                .iter()
                .flat_map(|&rules| values.iter().map(move |value| with(rules, value)))
                .collect();
        }
        for rules in all {
            let text = write(rules);
            assert_eq!(read(&text), Some((rules.known(), false)), "{text}");
            assert_eq!(
                Rules::parse(&rules.known().name()),
                Ok(rules.known()),
                "{text}"
            );
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
            (
                "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1",
                "aga-button",
            ),
            (
                "koSIMPLEscoreAREAtaxNONEsui0button1whbN",
                "koSIMPLEscoreAREAtaxNONEsui0button1whbN",
            ),
        ] {
            assert_eq!(name(text), expected);
        }
    }

    #[test]
    fn any_order_blanks_and_absent_fields_are_read() {
        assert_eq!(name("whbN-1 sui0 scoring AREA ko SITUATIONAL"), "aga");
        assert_eq!(
            name("score area"),
            "tromp-taylor",
            "absent fields are Tromp-Taylor"
        );
        assert_eq!(
            name("koSIMPLEscoreTERRITORYsui0"),
            "japanese",
            "territory implies a tax on eyes in seki"
        );
        assert_eq!(name("{}"), "tromp-taylor");
        assert_eq!(
            read("koSIMPLEscoreAREAkomi7.5sui1").map(|(_, has_komi)| has_komi),
            Some(true)
        );
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
        let json = "{\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":false,\
                    \"hasButton\":false,\"whiteHandicapBonus\":\"N\",\"friendlyPassOk\":true}";
        assert_eq!(name(json), "chinese");
        assert_eq!(
            name(&json.replace("scoring", "score").replace("false", " true")),
            "koSIMPLEscoreAREAtaxNONEsui1button1whbN"
        );
        assert_eq!(
            name("{\"scoring\": \"TERRITORY\", \"ko\": \"SIMPLE\", \"suicide\": false}"),
            "japanese"
        );
        assert_eq!(read("{\"komi\":7.5}"), Some((Rules::TROMP_TAYLOR, true)));
    }
}
