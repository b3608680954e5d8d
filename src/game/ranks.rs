//! The ranks of players, as records write them: `5k`, `3 dan`, `9p`, `7段`, `九段`.

/// The ranges of ranks, each with its minimum [`strength`].
const RANKS: [(u32, &str); 7] = [
    (0, "30k-20k"),
    (11, "19k-10k"),
    (21, "9k-1k"),
    (30, "1d-3d"),
    (33, "4d-6d"),
    (36, "7d-"),
    (PROFESSIONAL, "professional"),
];

/// The strength of a professional of rank n is this number plus n.
const PROFESSIONAL: u32 = 50;

/// Returns the names of the rank ranges, weakest first, followed by the name for games without
/// ranks.
pub(crate) fn rank_ranges() -> impl Iterator<Item = &'static str> {
    RANKS.into_iter().map(|(_, name)| name).chain([UNKNOWN])
}

/// The name for games where a player's rank is unknown.
pub(crate) const UNKNOWN: &str = "unknown";

/// Returns the weaker player's rank range, by its name in the strata.
pub(super) fn rank_range(ranks: &[Option<String>; 2]) -> &'static str {
    let [black, white] = ranks
        .each_ref()
        .map(|rank| rank.as_deref().and_then(strength));
    let Some(weaker) = black.zip(white).map(|(black, white)| black.min(white)) else {
        return UNKNOWN;
    };
    RANKS[RANKS.partition_point(|&(least, _)| least <= weaker) - 1].1
}

/// Returns the strength of a rank: 0 for 30 kyu, 29 for 1 kyu, 30 for 1 dan, and 51 for a
/// professional of the first rank.
fn strength(rank: &str) -> Option<u32> {
    let rank = rank.to_lowercase();
    let unit = rank
        .chars()
        .find(|letter| matches!(letter, 'k' | 'd' | 'p' | '级' | '級' | '段'))?;
    let before = rank.split(unit).next()?;
    let digits: String = before.chars().filter(char::is_ascii_digit).collect();
    let number = match digits.parse() {
        Ok(number) => number,
        Err(_) => {
            "一二三四五六七八九"
                .chars()
                .position(|digit| before.contains(digit))?
                .try_into()
                .unwrap_or(0)
                + 1
        }
    };
    match unit {
        'k' | '级' | '級' if (1..=30).contains(&number) => Some(30 - number),
        'd' | '段' if (1..=10).contains(&number) => Some(29 + number),
        'p' if (1..=10).contains(&number) => Some(PROFESSIONAL + number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_in_every_notation() {
        let strengths = [
            "30k", "5 kyu", "1k?", "1d", "3 Dan", "7d*", "九段", "6段", "3级", "1p", "9P",
        ]
        .map(strength);
        let expected = [0, 25, 29, 30, 32, 36, 38, 35, 27, 51, 59].map(Some);
        assert_eq!(strengths, expected);
        assert_eq!(
            ["", "-", "2300", "31k", "0d", "Meijin", "k", "Honinbo 9"].map(strength),
            [None; 8]
        );
    }

    #[test]
    fn rank_range_uses_the_weaker_player() {
        let range = |black: &str, white: &str| {
            rank_range(&[black, white].map(|rank| Some(rank.to_owned())))
        };
        assert_eq!(range("30k", "20k"), "30k-20k");
        assert_eq!(
            [range("9d", "1k"), range("3d", "4d"), range("4d", "9p")],
            ["9k-1k", "1d-3d", "4d-6d"]
        );
        assert_eq!(
            [range("9p", "1p"), range("10d", "7d")],
            ["professional", "7d-"]
        );
        assert_eq!([range("9p", ""), range("?", "1d")], ["unknown"; 2]);
        assert_eq!(rank_range(&[Some("9p".to_owned()), None]), "unknown");
        assert!(rank_ranges().eq([
            "30k-20k",
            "19k-10k",
            "9k-1k",
            "1d-3d",
            "4d-6d",
            "7d-",
            "professional",
            "unknown"
        ]));
    }
}
