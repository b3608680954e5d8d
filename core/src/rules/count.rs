//! The margin of a counted board.

use super::{Method, Points, Rules};
use crate::board::Color;

/// The numbers that, together with the territory, determine the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The rules.
    pub rules: Rules,
    /// The points that White receives.
    pub komi: Points,
    /// The number of Black's handicap stones, which determines White's compensation. The number is
    /// 0 or 1 if there is no handicap.
    pub handicap: u32,
    /// The numbers of Black's and White's living stones.
    pub stones: [u32; 2],
    /// The numbers of prisoners that Black and White hold, including dead stones on the board.
    pub prisoners: [u32; 2],
    /// The player who passed first. This player gets the button if the rules have one.
    pub first_pass: Option<Color>,
    /// The player to move, if the record stops before a pass. This player fills the next dame.
    pub to_move: Option<Color>,
}

/// A player's score and its parts. Parts that the rules do not count are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerScore {
    /// The number of surrounded points after tax. It is negative if the tax on groups exceeds the
    /// territory.
    pub territory: i32,
    /// The living stones, under area rules.
    pub stones: u32,
    /// The prisoners, including dead stones, under territory rules.
    pub prisoners: u32,
    /// The compensation for Black's handicap, which White receives.
    pub handicap: u32,
    /// The komi, which White receives.
    pub komi: Points,
    /// The points of the button.
    pub button: Points,
    /// The sum of the parts.
    pub total: Points,
}

impl Count {
    /// Returns the count of an empty board under these rules, without komi or handicap.
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            komi: Points::ZERO,
            handicap: 0,
            stones: [0; 2],
            prisoners: [0; 2],
            first_pass: None,
            to_move: None,
        }
    }

    /// Returns Black's score minus White's. `territory` contains Black's and White's points after
    /// tax, as the `scored` method of a map's counts returns them.
    ///
    /// Territory scoring counts territory and prisoners; area scoring counts living stones and
    /// surrounded points. Both methods add the komi, the button and the compensation for a
    /// handicap.
    pub fn margin(&self, territory: [i32; 2]) -> Points {
        let [black, white] = self.scores(territory);
        black.total - white.total
    }

    /// Returns the scores of Black and of White, for `territory` as in [`Self::margin`].
    pub(crate) fn scores(&self, territory: [i32; 2]) -> [PlayerScore; 2] {
        let is_area = self.rules.method() == Method::Area;
        let compensation = self.rules.handicap_compensation(self.handicap);
        let received = [(0, Points::ZERO), (compensation, self.komi)];
        let buttons = [self.button(), -self.button()];
        [0, 1].map(|color| {
            let (handicap, komi) = received[color];
            let mut score = PlayerScore {
                territory: territory[color],
                stones: if is_area { self.stones[color] } else { 0 },
                prisoners: if is_area { 0 } else { self.prisoners[color] },
                handicap,
                komi,
                button: buttons[color].max(Points::ZERO),
                total: Points::ZERO,
            };
            let counted = [score.stones, score.prisoners, handicap].map(i64::from);
            let whole = i64::from(score.territory) + counted.iter().sum::<i64>();
            score.total = Points::whole(whole) + komi + score.button;
            score
        })
    }

    /// Returns the points of the button: positive for Black, negative for White.
    pub fn button(&self) -> Points {
        match self.first_pass {
            Some(Color::Black) => self.rules.button_points(),
            Some(Color::White) => -self.rules.button_points(),
            None => Points::ZERO,
        }
    }

    /// Returns this count after Black and White have captured these numbers of stones.
    #[must_use]
    pub fn after_captures(mut self, captured: [u32; 2]) -> Self {
        for color in [0, 1] {
            self.prisoners[color] += captured[color];
            self.stones[1 - color] -= captured[color];
        }
        self
    }

    /// Returns this count under other rules.
    pub(crate) fn under(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_under_territory_and_area_rules() {
        let count = Count {
            rules: Rules::JAPANESE,
            komi: Points::parse("6.5").unwrap(),
            handicap: 3,
            stones: [40, 38],
            prisoners: [2, 5],
            first_pass: Some(Color::White),
            to_move: None,
        };
        assert_eq!(count.margin([20, 10]).to_string(), "0.5");
        assert_eq!(
            count.under(Rules::CHINESE).margin([20, 10]).to_string(),
            "2.5"
        );
        assert_eq!(
            count
                .under(Rules::parse("aga-button").unwrap())
                .margin([20, 10])
                .to_string(),
            "3"
        );
        assert_eq!(count.under(Rules::AGA).margin([20, 10]).to_string(), "3.5");
        assert_eq!(
            count.under(Rules::NEW_ZEALAND).margin([20, 10]).to_string(),
            "5.5"
        );
        let points = |count: Count| {
            let totals = count.scores([20, 10]).map(|score| score.total);
            assert_eq!(totals[0] - totals[1], count.margin([20, 10]));
            totals.map(|points| points.to_string())
        };
        assert_eq!(points(count), ["22", "21.5"]);
        assert_eq!(points(count.under(Rules::CHINESE)), ["60", "57.5"]);
        let first_pass = Some(Color::Black);
        let button = Count {
            first_pass,
            ..count.under(Rules::parse("aga-button").unwrap())
        };
        assert_eq!(points(button), ["60.5", "56.5"]);
    }
}
