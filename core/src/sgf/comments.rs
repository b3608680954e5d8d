//! Recognizes comments about moves that are missing from the record.
//!
//! Searches the comment on the game and the comments on its first and last nodes for certain words,
//! as in "moves 102–110 omitted", "154 moves played; rest not known", or "257 moves" in a record
//! with fewer moves.

/// The number of bytes of a comment to search. Comments about missing moves are short.
const MAX_BYTES: usize = 1000;

/// Words that are enough on their own.
const ALONE: [&str; 5] = ["omitted", "omits", "incomplete", "以下略", "后略"];

/// Words for the missing part.
const MOVES: [&str; 4] = ["move", "moves", "rest", "remainder"];

/// Sequences of words that describe this part as missing. "Lost" is not among them, because a game
/// or its loser is lost more often than a move is.
const MISSING: [&[&str]; 6] = [
    &["missing"],
    &["unknown"],
    &["not", "known"],
    &["not", "given"],
    &["not", "recorded"],
    &["not", "available"],
];

/// The maximum number of words from a word of [`MOVES`] to the beginning of a sequence of
/// [`MISSING`].
const MAX_BETWEEN: usize = 4;

/// Returns the part of a comment to search.
pub(super) fn beginning(comment: &str) -> &str {
    let end = (0..=MAX_BYTES.min(comment.len()))
        .rev()
        .find(|&end| comment.is_char_boundary(end));
    &comment[..end.unwrap_or_default()]
}

/// Returns whether `comment` says that moves are missing from a record with `moves` moves.
pub(super) fn says_moves_are_missing(comment: &str, moves: usize) -> bool {
    let text = comment.to_lowercase();
    if ![
        "mov",
        "rest",
        "remain",
        "omit",
        "record",
        "incomplete",
        "略",
    ]
    .iter()
    .any(|part| text.contains(part))
    {
        return false;
    }
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().enumerate().any(|(at, word)| {
        let names_moves = MOVES.contains(word) || *word == "record";
        // move numbers between the two words are not counted
        let letters = (at + 1..words.len())
            .filter(|&next| !words[next].starts_with(|letter: char| letter.is_ascii_digit()));
        ALONE.iter().any(|alone| word.contains(alone))
            || names_moves
                && letters.take(MAX_BETWEEN).any(|at| {
                    MISSING
                        .iter()
                        .any(|missing| words[at..].starts_with(missing))
                })
            || ["further", "remaining"].contains(word) && words.get(at + 1) == Some(&"moves")
            || is_more_than(word, moves) && words.get(at + 1) == Some(&"moves")
    })
}

/// Returns whether `word` is a plausible number of moves (below 1000) that is larger than `moves`.
fn is_more_than(word: &str, moves: usize) -> bool {
    word.parse()
        .is_ok_and(|number: usize| number > moves && number < 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_about_missing_moves_are_recognized() {
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
    fn other_comments_are_not_about_missing_moves() {
        for comment in [
            "",
            "250 moves",
            "100 moves on the first day",
            "White fills the half-point ko",
            "The lost move at 31 decided the game",
            "After this move Black lost.",
            "With this move the game is lost",
            "Result unknown to the players",
            "a remarkable move",
            "Black moves first. The komi is not known.",
        ] {
            assert!(!says_moves_are_missing(comment, 250), "{comment}");
        }
    }

    #[test]
    fn long_comment_is_cut_between_characters() {
        let long = "以".repeat(1000);
        assert!(beginning(&long).len() <= MAX_BYTES && !beginning(&long).is_empty());
    }
}
