//! The categories of differences between a strategy and a label.

/// The category of a mismatch: its probable cause.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Category {
    /// The label contradicts itself.
    Label,
    /// A territory game was counted by area.
    Rules,
    /// Most differing points have opposite owners: strategy and label disagree about dead stones.
    DeadMarks,
    /// Most differing points are eyes in seki for the strategy or for the label, but not for both.
    Seki,
    /// Most differing points are false eyes for the strategy or for the label, but not for both.
    FalseEye,
    /// Most differing points are territory only for the label. The strategy leaves them neutral.
    Dame,
    /// Most differing points are territory only for the strategy, and are neither eyes in seki nor
    /// false eyes.
    ClaimedDame,
    /// Without a map: the margin is the label's with another count of the handicap or the komi.
    HandicapOrKomi,
    /// Without a map: the margin is the label's minus the protective moves that the players owe.
    OwedMoves,
    /// Without a map: the margin is the label's if playouts are wrong about one group of stones
    /// whose status is not proved.
    DoubtfulStones,
    /// The map of an external scorer shows a common mistake.
    ScorerMistake,
    /// No other category applies, and the game may be unfinished: a border is open, or moves are
    /// missing.
    Unfinished,
    /// No other category applies, usually because the label has no map.
    Unknown,
    /// The scorer has no answer.
    NoAnswer,
}

impl Category {
    /// Every category.
    pub const ALL: [Self; 14] = [
        Self::Label,
        Self::Rules,
        Self::DeadMarks,
        Self::Seki,
        Self::FalseEye,
        Self::Dame,
        Self::ClaimedDame,
        Self::HandicapOrKomi,
        Self::OwedMoves,
        Self::DoubtfulStones,
        Self::ScorerMistake,
        Self::Unfinished,
        Self::Unknown,
        Self::NoAnswer,
    ];

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the meaning of the category, for users.
    pub(crate) const fn meaning(self) -> &'static str {
        self.texts().1
    }

    /// Returns the name and the meaning.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Label => ("label", "The label contradicts itself."),
            Self::Rules => ("rules", "A territory game was counted by area."),
            Self::DeadMarks => (
                "dead_marks",
                "Most differing points have opposite owners: strategy and label disagree about \
                 dead stones.",
            ),
            Self::Seki => (
                "seki",
                "Most differing points are eyes in seki for the strategy or for the label, but \
                 not for both.",
            ),
            Self::FalseEye => (
                "false_eye",
                "Most differing points are false eyes for the strategy or for the label, but not \
                 for both.",
            ),
            Self::Dame => (
                "dame",
                "Most differing points are territory only for the label.",
            ),
            Self::ClaimedDame => (
                "claimed_dame",
                "Most differing points are territory only for the strategy. The label treats them \
                 as dame or protective moves.",
            ),
            Self::HandicapOrKomi => (
                "handicap_or_komi",
                "The label has no map. The margin would equal the label's margin with another \
                 handicap count, without \
                 komi, or with the komi given to Black.",
            ),
            Self::OwedMoves => (
                "owed_moves",
                "The label has no map. The margin would equal the label's margin if each \
                 protective move that `teire` \
                 finds cost a point.",
            ),
            Self::DoubtfulStones => (
                "doubtful_stones",
                "The label has no map. The margin would equal the label's margin if the stones in \
                 the remark \
                 `fits_if` had the opposite status. Their status is not proved.",
            ),
            Self::ScorerMistake => (
                "scorer_mistake",
                "The map shows a common mistake of external scorers; correcting it, as in the \
                 remark `fits_if`, gives the \
                 label's margin.",
            ),
            Self::Unfinished => (
                "unfinished",
                "No other category applies, and the game may be unfinished: a border is open, or \
                 moves are missing.",
            ),
            Self::Unknown => (
                "unknown",
                "No other category applies, usually because the label has no map.",
            ),
            Self::NoAnswer => (
                "no_answer",
                "The scorer has no answer; the remark no_answer says why.",
            ),
        }
    }
}
