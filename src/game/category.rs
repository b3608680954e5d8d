//! The categories of differences between a strategy and a label.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The category of a mismatch, that is, its probable cause. The doc comments are shown to users.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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
    /// Most differing points are false eyes for the strategy or for the label, but not for both;
    /// `teire` may also owe protective moves there.
    FalseEye,
    /// Most differing points are territory only for the label.
    Dame,
    /// Most differing points are territory only for the strategy. The label treats them as dame or
    /// protective moves.
    ClaimedDame,
    /// The label has no map. The margin would equal the label's margin if the handicap were counted
    /// differently, or if the komi were left out or given to Black.
    HandicapOrKomi,
    /// The label has no map. The margin would equal the label's margin if each protective move that
    /// `teire` finds cost a point.
    OwedMoves,
    /// The label has no map. The margin would equal the label's margin if the stones in the remark
    /// `fits_if` had the opposite status. Their status is not proved.
    DoubtfulStones,
    /// The map, or a margin that contradicts it, shows a common mistake of external scorers, which
    /// the remark `fits_if` names.
    ScorerMistake,
    /// No other category applies, and the game may be unfinished: a border is open, or moves are
    /// missing.
    Unfinished,
    /// No other category applies, usually because the label has no map.
    Unknown,
    /// The scorer has no answer; the remark `no_answer` says why.
    NoAnswer,
    /// The scorer does not support the rules, the size or the shape of the board. This counts as
    /// neither right nor wrong.
    Unsupported,
}

impl Category {
    /// Every category.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
