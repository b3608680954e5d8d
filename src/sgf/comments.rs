//! Whether a comment says that the record lacks moves which were played.
//!
//! Only words are looked at, of the comment on the game and of those on its first and last node: "moves 102–110 omitted",
//! "154 moves played; rest not known", "257 moves" where the record has fewer.

/// Bytes of a comment that are looked at: what says this is short.
const MOST_BYTES: usize = 1000;

/// Words that say it by themselves.
const ALONE: [&str; 5] = ["omitted", "omits", "incomplete", "以下略", "后略"];

/// Words for what is missing.
const MOVES: [&str; 4] = ["move", "moves", "rest", "remainder"];

/// Words for its being missing; where the second is not empty, both stand one behind the other.
const MISSING: [[&str; 2]; 7] = [
    ["missing", ""],
    ["unknown", ""],
    ["lost", ""],
    ["not", "known"],
    ["not", "given"],
    ["not", "recorded"],
    ["not", "available"],
];

/// Words between the two.
const MOST_BETWEEN: usize = 4;

/// What is looked at of a comment.
pub(super) fn beginning(comment: &str) -> &str {
    let end = (0..=MOST_BYTES.min(comment.len())).rev().find(|&end| comment.is_char_boundary(end));
    &comment[..end.unwrap_or_default()]
}

/// Whether a comment says that moves are missing from a record that has `moves`.
pub(super) fn says_moves_are_missing(comment: &str, moves: usize) -> bool {
    let text = comment.to_lowercase();
    if !["mov", "rest", "remain", "omit", "record", "incomplete", "略"].iter().any(|part| text.contains(part)) {
        return false;
    }
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_missing = |at: usize| {
        MISSING.iter().any(|[first, second]| {
            words[at] == *first && (second.is_empty() || words.get(at + 1).is_some_and(|word| word == second))
        })
    };
    words.iter().enumerate().any(|(at, word)| {
        let names_moves = MOVES.contains(word) || *word == "record";
        // numbers of moves may stand between
        let letters =
            (at + 1..words.len()).filter(|&next| !words[next].starts_with(|letter: char| letter.is_ascii_digit()));
        ALONE.iter().any(|alone| word.contains(alone))
            || names_moves && letters.take(MOST_BETWEEN).any(is_missing)
            || ["further", "remaining"].contains(word) && words.get(at + 1) == Some(&"moves")
            || is_more_than(word, moves) && words.get(at + 1) == Some(&"moves")
    })
}

/// Whether a word is a number of moves that a game may have, and larger than `moves`.
fn is_more_than(word: &str, moves: usize) -> bool {
    word.parse().is_ok_and(|number: usize| number > moves && number < 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_say_it() {
        for comment in [
            "moves 102-110 omitted.",
            "Black 201 to White 218 are omitted.",
            "154 moves played; rest not known",
            "further moves unknown",
            "Game record is flawed - moves 51, 52 missing",
            "The game record omits moves 31 and 32",
            "Some sources have 257 moves",
            "incomplete",
            "共200手以下略",
        ] {
            assert!(says_moves_are_missing(comment, 250), "{comment}");
        }
    }

    #[test]
    fn words_that_do_not() {
        for comment in [
            "",
            "250 moves",
            "100 moves on the first day",
            "White fills the half-point ko",
            "The lost move at 31 decided the game",
            "Result unknown to the players",
            "a remarkable move",
            "Black moves first. The komi is not known.",
        ] {
            assert!(!says_moves_are_missing(comment, 250), "{comment}");
        }
    }

    #[test]
    fn a_long_comment_is_cut_between_letters() {
        let long = "以".repeat(1000);
        assert!(beginning(&long).len() <= MOST_BYTES && !beginning(&long).is_empty());
    }
}
