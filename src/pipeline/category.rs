//! The categories of differences between a strategy and a label.

/// The category of a mismatch, as far as a program can tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// A label that contradicts itself.
    Label,
    /// A territory game that was counted by area.
    Rules,
    /// Most of the points that differ are given to the other colour: strategy and label have different dead stones.
    DeadMarks,
    /// Most of the points that differ are eyes in seki for one of the two and territory for the other.
    Seki,
    /// Most of the points that differ are false eyes for one of the two and territory for the other.
    FalseEye,
    /// Most of the points that differ are neutral for the strategy, or left out by an external scorer, and territory for
    /// the label.
    Dame,
    /// Most of the points that differ are territory for the strategy and nobody's for the label, and no eyes in seki or
    /// false eyes.
    ClaimedDame,
    /// The margin is off by the handicap or the komi.
    HandicapOrKomi,
    /// No other category applies; most often there is no map to compare.
    Unknown,
}

/// The name and the meaning of the category of a missing answer, which is no difference between two answers.
pub const NO_ANSWER: (&str, &str) = ("no_answer", "The scorer has no answer; the column flags says why.");

impl Category {
    /// Every category; the first that applies is taken.
    pub const ALL: [Self; 9] = [
        Self::Label,
        Self::Rules,
        Self::DeadMarks,
        Self::Seki,
        Self::FalseEye,
        Self::Dame,
        Self::ClaimedDame,
        Self::HandicapOrKomi,
        Self::Unknown,
    ];

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Rules => "rules",
            Self::DeadMarks => "dead_marks",
            Self::Seki => "seki",
            Self::FalseEye => "false_eye",
            Self::Dame => "dame",
            Self::ClaimedDame => "claimed_dame",
            Self::HandicapOrKomi => "handicap_or_komi",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the meaning of the category, for a person.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Label => "The label does not agree with itself.",
            Self::Rules => "A territory game that was counted by area.",
            Self::DeadMarks => {
                "Most points that differ are given to the other colour: the two do not mean the same dead stones."
            }
            Self::Seki => "Most points that differ are eyes in seki for one of the two and territory for the other.",
            Self::FalseEye => "Most points that differ are false eyes for one of the two and territory for the other.",
            Self::Dame => {
                "Most points that differ are neutral for the strategy, or left out by a scorer, and territory for the label."
            }
            Self::ClaimedDame => {
                "Most points that differ are territory for the strategy and nobody's for the label, and not eyes."
            }
            Self::HandicapOrKomi => "The margin is off by just the handicap or the komi.",
            Self::Unknown => "None of the others can be seen: most often there is no map to compare.",
        }
    }
}
