//! The margin of a counted board.

use super::{Method, Points, Rules};
use crate::board::Color;

/// The numbers besides the territory from which a margin is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The rules.
    pub rules: Rules,
    /// The points that White receives.
    pub komi: Points,
    /// Black's handicap stones, for the compensation; 0 or 1 if there is no handicap.
    pub handicap: u32,
    /// The living stones of Black and of White.
    pub stones: [u32; 2],
    /// The prisoners that Black and White hold, dead stones on the board included.
    pub prisoners: [u32; 2],
}

impl Count {
    /// Returns Black's score minus White's, for `territory` points of Black and of White.
    ///
    /// Territory scoring counts territory, prisoners and komi; area scoring counts living stones, surrounded points,
    /// komi and the compensation for a handicap.
    #[must_use]
    pub fn margin(&self, territory: [u32; 2]) -> Points {
        let added = match self.rules.method() {
            Method::Territory => self.prisoners,
            Method::Area => [self.stones[0], self.stones[1] + self.rules.handicap_compensation(self.handicap)],
        };
        let score = |color: Color| i64::from(territory[color.index()]) + i64::from(added[color.index()]);
        Points::whole(score(Color::Black) - score(Color::White)) - self.komi
    }

    /// Returns this count under other rules.
    #[must_use]
    pub fn under(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn territory_and_area_count_different_things() {
        let count = Count {
            rules: Rules::Japanese,
            komi: Points::parse("6.5").unwrap(),
            handicap: 3,
            stones: [40, 38],
            prisoners: [2, 5],
        };
        assert_eq!(count.margin([20, 10]).to_string(), "0.5");
        assert_eq!(count.under(Rules::Chinese).margin([20, 10]).to_string(), "2.5");
        assert_eq!(count.under(Rules::Aga).margin([20, 10]).to_string(), "3.5");
        assert_eq!(count.under(Rules::NewZealand).margin([20, 10]).to_string(), "5.5");
    }
}
