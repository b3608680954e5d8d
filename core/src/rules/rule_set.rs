//! Rule sets: the fields of KataGo's rules, and the named sets.

use super::Points;

/// The method of counting.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Method {
    /// Territory and prisoners are counted.
    Territory,
    /// Living stones and the points that they surround are counted.
    Area,
}

impl Method {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The ko rule. It does not affect the count of a finished board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE")]
pub(super) enum Ko {
    /// A ko may not be retaken at once.
    Simple,
    /// No position may be repeated.
    Positional,
    /// No position may be repeated with the same player to move.
    Situational,
}

/// The surrounded points that neither player scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[non_exhaustive]
#[strum(serialize_all = "lowercase")]
pub enum Tax {
    /// Every surrounded point is scored.
    None,
    /// Eyes in seki are not scored.
    Seki,
    /// Eyes in seki and two points of each living group are not scored.
    All,
}

impl Tax {
    /// Returns the name used in requests to external scorers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The points that White receives for Black's handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HandicapBonus {
    /// No points.
    None,
    /// One point for each stone.
    Stones,
    /// One point fewer than the number of stones.
    StonesLessOne,
    /// One point for each stone, even for a handicap of one stone, as on OGS.
    StonesFromOne,
}

/// A rule set, with the fields of KataGo's rules. The ko rule and suicide do not affect the count
/// of a finished board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The well-known name. It is empty if the rules have no name.
    pub(super) name: &'static str,
    /// The ko rule.
    pub(super) ko: Ko,
    /// The method of counting.
    pub(super) scoring: Method,
    /// The surrounded points that neither player scores.
    pub(super) tax: Tax,
    /// Whether a move may capture its own block, if the block has several stones.
    pub(super) suicide: bool,
    /// Whether the player who passes first gets half a point.
    pub(super) button: bool,
    /// The points that White receives for a handicap.
    pub(super) handicap_bonus: HandicapBonus,
    /// Whether players may remove stones from the board after agreeing that they are dead.
    pub(super) removes_dead: bool,
    /// Whether all stones marked as dead become prisoners, even in an eye in seki.
    pub(super) takes_dead_in_seki: bool,
}

impl Rules {
    /// Japanese rules.
    pub const JAPANESE: Self = Self::new("japanese", Ko::Simple, Method::Territory, Tax::Seki);
    /// Korean rules.
    pub const KOREAN: Self = Self {
        name: "korean",
        ..Self::JAPANESE
    };
    /// Chinese rules.
    pub const CHINESE: Self = Self {
        handicap_bonus: HandicapBonus::Stones,
        ..Self::new("chinese", Ko::Simple, Method::Area, Tax::None)
    };
    /// Rules of the American Go Association.
    pub const AGA: Self = Self {
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..Self::new("aga", Ko::Situational, Method::Area, Tax::None)
    };
    /// Rules of the British Go Association.
    pub(super) const BGA: Self = Self {
        name: "bga",
        ..Self::AGA
    };
    /// Rules of the French Go federation.
    pub(super) const FRENCH: Self = Self {
        name: "french",
        ..Self::AGA
    };
    /// Rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Self = Self {
        suicide: true,
        ..Self::new("new-zealand", Ko::Situational, Method::Area, Tax::None)
    };
    /// Ing's rules. The official texts of these rules give White no compensation for a handicap.
    pub const ING: Self = Self {
        name: "ing",
        removes_dead: true,
        ..Self::TROMP_TAYLOR
    };
    /// The logical rules of Tromp and Taylor. Stones are removed only by capture.
    pub const TROMP_TAYLOR: Self = Self {
        suicide: true,
        removes_dead: false,
        ..Self::new("tromp-taylor", Ko::Positional, Method::Area, Tax::None)
    };

    /// Stone scoring, which counts only the stones on the board: each group's last two eyes stay
    /// empty. Stones are removed only by capture.
    pub const STONE_SCORING: Self = Self {
        removes_dead: false,
        ..Self::new("stone-scoring", Ko::Simple, Method::Area, Tax::All)
    };

    /// The named rule sets, with the values of KataGo's table (`kata-set-rules` in its
    /// `GTP_Extensions.md`, and `parseRules` in `cpp/game/rules.cpp`).
    pub const ALL: [Self; 14] = [
        Self::JAPANESE,
        Self::KOREAN,
        Self::CHINESE,
        Self::AGA,
        Self::NEW_ZEALAND,
        Self::TROMP_TAYLOR,
        Self::ING,
        Self {
            name: "chinese-ogs",
            ko: Ko::Positional,
            ..Self::CHINESE
        },
        Self {
            name: "chinese-kgs",
            ko: Ko::Positional,
            ..Self::CHINESE
        },
        Self::BGA,
        Self::FRENCH,
        Self {
            name: "aga-button",
            button: true,
            ..Self::AGA
        },
        Self::STONE_SCORING,
        Self::new("ancient-territory", Ko::Simple, Method::Territory, Tax::All),
    ];

    const fn new(name: &'static str, ko: Ko, scoring: Method, tax: Tax) -> Self {
        Self {
            name,
            ko,
            scoring,
            tax,
            suicide: false,
            button: false,
            handicap_bonus: HandicapBonus::None,
            removes_dead: true,
            takes_dead_in_seki: false,
        }
    }

    /// Returns the first rule set in [`Self::ALL`] that KataGo's string does not distinguish from
    /// these rules or, if there is none, these rules without a name.
    pub(super) fn known(self) -> Self {
        let mut known = Self::ALL.into_iter();
        known
            .find(|known| known.bare() == self.bare())
            .unwrap_or(self.bare())
    }

    /// Returns these rules with only the fields that are in KataGo's string.
    const fn bare(self) -> Self {
        Self {
            name: "",
            removes_dead: true,
            ..self
        }
    }

    /// Returns whether a finished board has the same count under these rules as under `other`.
    pub(super) fn counts_like(self, other: Self) -> bool {
        self.scoring == other.scoring
            && self.tax == other.tax
            && self.button == other.button
            && self.handicap_bonus == other.handicap_bonus
    }

    /// Returns the method of counting under these rules.
    pub const fn method(self) -> Method {
        self.scoring
    }

    /// Returns which surrounded points neither player scores.
    pub const fn tax(self) -> Tax {
        self.tax
    }

    /// Returns whether a move may capture its own block.
    pub const fn allows_suicide(self) -> bool {
        self.suicide
    }

    /// Returns whether the player who passes first gets half a point.
    pub const fn has_button(self) -> bool {
        self.button
    }

    /// Returns whether a game with this komi can have this margin, given that points, prisoners and
    /// stones are whole numbers and only a button adds half a point.
    pub fn can_give(self, margin: Points, komi: Points) -> bool {
        let counted = margin + komi;
        counted.is_whole() || self.button && (counted + self.button_points()).is_whole()
    }

    /// Returns whether every stone and every surrounded point is scored. If so, no strategy is
    /// needed to find territory.
    pub const fn is_plain_area(self) -> bool {
        matches!((self.scoring, self.tax), (Method::Area, Tax::None))
    }

    /// Returns whether territory follows the Japanese rules of 1989, which the strategies
    /// implement.
    pub const fn is_plain_territory(self) -> bool {
        matches!((self.scoring, self.tax), (Method::Territory, Tax::Seki))
    }

    /// Returns whether players may agree that stones on the board are dead. Under other rules, all
    /// stones on the board are alive, and dead stones must be captured in play.
    pub const fn removes_dead(self) -> bool {
        self.removes_dead
    }

    /// Returns whether a dead stone in an eye in seki stays on the board, as under the Japanese
    /// rules of 1989, whose Article 10 removes dead stones only from territory.
    pub const fn leaves_dead_in_seki(self) -> bool {
        self.is_plain_territory() && !self.takes_dead_in_seki
    }

    /// Returns these rules as most servers apply them: all dead stones become prisoners.
    #[must_use]
    pub const fn with_prisoners_in_seki(self) -> Self {
        Self {
            takes_dead_in_seki: true,
            ..self
        }
    }

    /// Returns these rules without a tax on eyes or groups.
    #[must_use]
    pub const fn without_tax(self) -> Self {
        Self {
            name: "",
            tax: Tax::None,
            ..self
        }
    }

    /// Returns these rules with the compensation for a handicap that OGS gives under Chinese and
    /// Ing's rules: one point for each stone.
    #[must_use]
    pub fn with_handicap_of_ogs(self) -> Self {
        Self {
            handicap_bonus: HandicapBonus::StonesFromOne,
            ..self
        }
    }

    /// Returns the points that White receives for Black's handicap of `stones`.
    ///
    /// With a handicap of one stone, Black merely plays first, and White receives no points except
    /// on OGS.
    pub const fn handicap_compensation(self, stones: u32) -> u32 {
        match self.handicap_bonus {
            HandicapBonus::StonesFromOne => stones,
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones - 1,
        }
    }

    /// Returns the points that the player who passes first receives.
    pub(super) const fn button_points(self) -> Points {
        if self.button {
            Points::HALF
        } else {
            Points::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_compensation_starts_at_two_stones() {
        let give = |stones| {
            [Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND]
                .map(|rules| rules.handicap_compensation(stones))
        };
        assert_eq!(
            (give(0), give(1), give(2), give(9)),
            ([0; 3], [0; 3], [2, 1, 0], [9, 8, 0])
        );
    }

    #[test]
    fn only_a_button_adds_half_a_point() {
        let points = |text| Points::parse(text).expect("points");
        let button = Rules::parse("aga-button").expect("a name");
        for (rules, margin, can_give) in [
            (Rules::CHINESE, "2.5", true),
            (Rules::CHINESE, "3", false),
            (button, "2.5", true),
            (button, "3", true),
            (button, "2.75", false),
        ] {
            assert_eq!(rules.can_give(points(margin), points("7.5")), can_give);
        }
    }

    #[test]
    fn only_rules_with_the_usual_tax_are_plain() {
        let plain = |name: &str| {
            let rules = Rules::parse(name).expect("a name");
            (rules.is_plain_territory(), rules.is_plain_area())
        };
        assert_eq!(plain("japanese"), (true, false));
        assert_eq!(plain("koSIMPLEscoreTERRITORYtaxNONEsui0"), (false, false));
        assert_eq!(plain("chinese"), (false, true));
        assert_eq!(plain("stone-scoring"), (false, false));
    }
}
