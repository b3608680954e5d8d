//! Rule sets, by the names that records give them.

use serde::{Deserialize, Serialize};

/// The method of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Territory and prisoners are counted; eyes in seki are no territory.
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

/// A rule set, as far as it concerns counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rules {
    /// Japanese rules.
    Japanese,
    /// Korean rules.
    Korean,
    /// Chinese rules.
    Chinese,
    /// Rules of the American Go Association.
    Aga,
    /// Rules of the New Zealand Go Society.
    NewZealand,
    /// Ing's rules.
    Ing,
    /// The logical rules of Tromp and Taylor.
    TrompTaylor,
}

impl Rules {
    /// All rule sets.
    pub const ALL: [Self; 7] =
        [Self::Japanese, Self::Korean, Self::Chinese, Self::Aga, Self::NewZealand, Self::Ing, Self::TrompTaylor];

    /// Returns the name in reports and after `--rules`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "japanese",
            Self::Korean => "korean",
            Self::Chinese => "chinese",
            Self::Aga => "aga",
            Self::NewZealand => "new-zealand",
            Self::Ing => "ing",
            Self::TrompTaylor => "tromp-taylor",
        }
    }

    /// Returns the rules with the [`Self::name`] `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Reads a record's `RU`, in any case and in the words of several countries.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(&rules) = Self::ALL.iter().find(|rules| text.eq_ignore_ascii_case(rules.name())) {
            return Some(rules);
        }
        let text = text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_word = |wanted: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == wanted);
        // KataGo spells its rules out: area scoring without a tax is Tromp-Taylor, territory scoring with a tax on eyes
        // in seki is Japanese
        if text.starts_with("ko") && has(&["scorearea", "scoreterritory"]) {
            return match (has(&["scorearea"]), has(&["taxnone"]), has(&["taxseki"])) {
                (true, true, _) => Some(Self::TrompTaylor),
                (false, _, true) => Some(Self::Japanese),
                _ => None,
            };
        }
        let known: [(Self, bool); 7] = [
            (Self::NewZealand, has(&["zealand"]) || is_word("nz")),
            (Self::TrompTaylor, has(&["tromp"]) || is_word("tt")),
            (Self::Aga, is_word("aga") || has(&["american"])),
            (Self::Ing, is_word("ing") || is_word("goe") || is_word("sst") || has(&["应氏", "應氏"])),
            (Self::Korean, has(&["korea", "한국", "韩国", "韓国"])),
            (Self::Chinese, has(&["chin", "中国", "中國"]) || is_word("cn")),
            (Self::Japanese, has(&["japan", "日本"]) || is_word("jp")),
        ];
        known.into_iter().find_map(|(rules, is)| is.then_some(rules))
    }

    /// Returns the method of counting under these rules.
    #[must_use]
    pub const fn method(self) -> Method {
        match self {
            Self::Japanese | Self::Korean => Method::Territory,
            Self::Chinese | Self::Aga | Self::NewZealand | Self::Ing | Self::TrompTaylor => Method::Area,
        }
    }

    /// Returns the points that White receives for Black's handicap of `stones`: Chinese n, AGA n − 1, others none.
    ///
    /// A handicap of one stone is only the right to play first, and gives no points.
    #[must_use]
    pub const fn handicap_compensation(self, stones: u32) -> u32 {
        match self {
            _ if stones < 2 => 0,
            Self::Chinese => stones,
            Self::Aga => stones - 1,
            Self::Japanese | Self::Korean | Self::NewZealand | Self::Ing | Self::TrompTaylor => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_records_are_known() {
        for (text, rules) in [
            ("Japanese", Some(Rules::Japanese)),
            ("Japanese Rules", Some(Rules::Japanese)),
            ("日本規約", Some(Rules::Japanese)),
            ("Chinese", Some(Rules::Chinese)),
            ("中国规则", Some(Rules::Chinese)),
            ("CN", Some(Rules::Chinese)),
            ("AGA", Some(Rules::Aga)),
            ("NZ", Some(Rules::NewZealand)),
            ("New Zealand", Some(Rules::NewZealand)),
            ("Tromp/Taylor", Some(Rules::TrompTaylor)),
            ("TT--", Some(Rules::TrompTaylor)),
            ("GOE", Some(Rules::Ing)),
            ("SST", Some(Rules::Ing)),
            ("应氏", Some(Rules::Ing)),
            ("koPOSITIONALscoreAREAtaxNONEsui1", Some(Rules::TrompTaylor)),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Some(Rules::Japanese)),
            ("koSIMPLEscoreTERRITORYtaxALLsui0", None),
            ("Nihon", None),
            ("", None),
        ] {
            assert_eq!(Rules::from_text(text), rules, "{text:?}");
        }
        assert!(Rules::ALL.iter().all(|&rules| Rules::from_text(rules.name()) == Some(rules)));
        assert_eq!([Rules::Korean, Rules::Ing].map(|rules| rules.method().name()), ["territory", "area"]);
    }

    #[test]
    fn compensation_begins_with_two_stones() {
        let give =
            |stones| [Rules::Chinese, Rules::Aga, Rules::NewZealand].map(|rules| rules.handicap_compensation(stones));
        assert_eq!((give(0), give(1), give(2), give(9)), ([0; 3], [0; 3], [2, 1, 0], [9, 8, 0]));
    }
}
