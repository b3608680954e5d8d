//! Reads the result of a game, `RE`, in all forms found in records.

use super::comments::says_moves_are_missing;
use super::quantity::Quantity;
use super::statement::Statement;
use super::words::{Unit, WORDS, Word, plain, words};
use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::rules::Points;
use crate::skip::Reason;

/// The result of a game according to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// The game was counted, and the margin is Black's score minus White's, including komi.
    Margin(Points),
    /// There is no margin, because the game ended in another way or the result cannot be read. The
    /// winner is given if the result names one.
    WithoutMargin(Reason, Option<Color>),
}

impl Recorded {
    /// Returns whether the game ended without counting, for example by resignation.
    pub const fn is_without_count(self) -> bool {
        use Reason::{BothLost, Forfeit, Illegal, Resign, Time, Void};
        matches!(
            self,
            Self::WithoutMargin(Resign | Time | Forfeit | Illegal | Void | BothLost, _)
        )
    }

    /// Returns whether a counted result may replace this result, because this result is itself a
    /// count or is unknown.
    pub const fn is_replaceable(self) -> bool {
        matches!(
            self,
            Self::Margin(_) | Self::WithoutMargin(Reason::NoResult | Reason::UnknownResult, _)
        )
    }

    /// Returns whether the two results cannot both be right. A result that names no winner agrees
    /// with either winner, a result that names only the winner agrees with all his wins, and an
    /// unknown result agrees with every result.
    pub fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::WithoutMargin(Reason::UnknownResult, _), _)
            | (_, Self::WithoutMargin(Reason::UnknownResult, _)) => false,
            (Self::WithoutMargin(Reason::WinnerOnly, Some(winner)), result)
            | (result, Self::WithoutMargin(Reason::WinnerOnly, Some(winner))) => {
                result.winner() != Some(winner)
            }
            (Self::WithoutMargin(one, None), Self::WithoutMargin(two, _))
            | (Self::WithoutMargin(one, _), Self::WithoutMargin(two, None)) => one != two,
            _ => self != other,
        }
    }

    fn winner(self) -> Option<Color> {
        match self {
            Self::Margin(margin) if margin.sign() > 0 => Some(Color::Black),
            Self::Margin(margin) if margin.sign() < 0 => Some(Color::White),
            Self::Margin(_) => None,
            Self::WithoutMargin(_, winner) => winner,
        }
    }
}

/// Reads a result: `B+3.5`, `W+R`, `0`, `Draw`, `White resigns.`, `黑负3/4子`, `백 불계승` …
///
/// A result states a winner or a loser, and a number of points or stones. A stone is worth two
/// points. The result may also give the number of moves and a komi. A note in brackets or after a
/// comma may say anything except a number or another result. A text is unreadable if it can be read
/// in two ways, if it has an unknown word outside notes, or if it names two winners, as in `B+R
/// W+R`. A result with a question mark is unknown, because its writer did not trust it.
///
/// # Examples
/// ```
/// use seichi_core::board::Color;
/// use seichi_core::rules::Points;
/// use seichi_core::sgf::{Recorded, parse_result};
/// use seichi_core::skip::Reason;
///
/// assert_eq!(parse_result("W+12"), Recorded::Margin(Points::whole(-12)));
/// assert_eq!(parse_result("白中盘胜"), Recorded::WithoutMargin(Reason::Resign, Some(Color::White)));
/// ```
pub fn parse_result(text: &str) -> Recorded {
    read_result(text, 361).0
}

/// Reads a result on a board of `points` points. Returns the result and whether it counts stones. A
/// number of stones that is at least half of `points` counts the winner's own stones, and is not a
/// margin. If the result names the loser, a number that is at least a quarter of `points` might
/// count the loser's own stones.
pub(super) fn read_result(text: &str, points: usize) -> (Recorded, bool) {
    let text = plain(text);
    match &*text {
        "" => return none(Reason::NoResult, None),
        "d" => return (Recorded::Margin(Points::ZERO), false),
        "v" | "none" => return none(Reason::Void, None),
        _ => {}
    }
    let all = words(&text);
    let (clauses, notes) = clauses(&all);
    let names_player = clauses.iter().any(|word| matches!(word, Word::Player(_)));
    let winners = winners(if names_player { &clauses } else { &all });
    let winner = winners.first().copied().flatten();
    if let Some(reason) = ending(&clauses) {
        // the text names two winners, as in `B+5 W+R`
        if winners.len() > 1 && Recorded::WithoutMargin(reason, winner).is_without_count() {
            return none(Reason::UnreadableResult, None);
        }
        return none(reason, winner);
    }
    let Some(statement) = Statement::read(&clauses) else {
        return none(Reason::UnreadableResult, winner);
    };
    match statement.result(points) {
        // the game was not counted, as in `Draw (triple ko)`
        Ok(Points::ZERO) if ending(&notes) == Some(Reason::Void) => none(Reason::Void, None),
        Ok(_) if says_moves_are_missing(&text, usize::MAX) || !is_harmless(&notes) => {
            none(Reason::UnreadableResult, None)
        }
        Ok(margin) => (
            Recorded::Margin(margin),
            statement.margin.is_some_and(Quantity::is_in_stones),
        ),
        Err(reason) => none(ending(&notes).unwrap_or(reason), winner),
    }
}

/// Returns a result without a margin.
const fn none(reason: Reason, winner: Option<Color>) -> (Recorded, bool) {
    (Recorded::WithoutMargin(reason, winner), false)
}

/// Returns the winners that the words name, with `None` for a draw or a number of points. A game
/// that ended without a count has at most one winner.
fn winners(words: &[Word]) -> Vec<Option<Color>> {
    let mut winners = Vec::new();
    let mut is_first = true;
    for clause in words.chunk_by(|_, next| !matches!(next, Word::Player(_))) {
        let verb = (clause.iter()).find(|word| matches!(word, Word::Wins | Word::Loses));
        let other = (clause.iter()).find(|word| matches!(word, Word::By | Word::Fails(_)));
        if let Word::Player(player) = clause[0] {
            // in `Black wins against White by resignation`, `by` does not make White a winner
            if let Some(verb) = verb.or(other.filter(|&&word| is_first || word != Word::By)) {
                let wins = matches!(verb, Word::Wins | Word::By);
                winners.push(Some(if wins { player } else { player.opponent() }));
            }
            is_first = false;
        }
        if let [Word::Player(_), Word::Wins | Word::Loses, by @ ..] = clause {
            let by = Quantity::read(by).filter(|(by, _)| by.unit != Some(Unit::Moves));
            winners.extend(by.map(|_| None));
        }
    }
    // a zero before the first player states a draw, as in `0 W+R`
    let is_zero = matches!(words, [Word::Number(Points::ZERO, _), Word::Player(_), ..]);
    winners.extend((is_zero || words.contains(&Word::Draw)).then_some(None));
    // a player without a verb wins, as in `W`, but loses in `Resign (Black)`
    let lone = match words {
        [Word::Player(player)] | [Word::Player(player), Word::Ending(_)] => Some(*player),
        [
            Word::Fails(_),
            Word::Open,
            Word::Player(player),
            Word::Close,
        ] => Some(player.opponent()),
        _ => None,
    };
    winners.extend(lone.map(Some));
    winners.dedup();
    winners
}

/// Returns a margin in the form of `RE`: `B+3.5`, `W+12`, `0`.
pub fn result_text(margin: Points) -> String {
    match margin.sign() {
        0 => "0".to_owned(),
        sign => format!(
            "{}+{}",
            if sign > 0 { Color::Black } else { Color::White }.letter(),
            margin.abs()
        ),
    }
}

/// Returns whether a result is only a word for a draw, such as `Jigo`.
pub fn is_draw_word(text: &str) -> bool {
    WORDS
        .iter()
        .any(|(word, spellings)| *word == Word::Draw && spellings.contains(&&*plain(text)))
}

/// Returns the words of the result and the words of the notes. Notes are in brackets, or in a
/// clause that follows the result and contains an unknown word.
pub(super) fn clauses(words: &[Word]) -> (Vec<Word>, Vec<Word>) {
    let (mut outside, mut notes) = (Vec::new(), Vec::new());
    let mut depth = 0_usize;
    for &word in words {
        match word {
            Word::Open => depth += 1,
            Word::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => notes.push(word),
            _ => outside.push(word),
        }
    }
    let mut result: Vec<Word> = Vec::new();
    let mut has_winner = false;
    for clause in outside.split(|&word| word == Word::Stop) {
        if has_winner && clause.contains(&Word::Other) {
            notes.extend(clause);
        } else {
            has_winner |= clause.contains(&Word::Wins) || clause.contains(&Word::Loses);
            result.extend(clause);
        }
    }
    (result, notes)
}

/// Returns the first reason why there is no margin.
fn ending(words: &[Word]) -> Option<Reason> {
    words.iter().find_map(|word| match word {
        Word::Ending(reason) | Word::Fails(reason) => Some(*reason),
        _ => None,
    })
}

/// Returns whether notes cannot contradict a margin: they contain no numbers except a komi, and no
/// result.
fn is_harmless(notes: &[Word]) -> bool {
    let mut rest = notes;
    while let [word, behind @ ..] = rest {
        if *word == Word::Komi
            && let Some((_, after)) = Quantity::read(behind)
        {
            rest = after;
        } else if let Some((_, [Word::Komi, after @ ..])) = Quantity::read(rest) {
            rest = after;
        } else if let Word::Player(_)
        | Word::By
        | Word::And
        | Word::Absent
        | Word::Reverse
        | Word::Numeral(_)
        | Word::Unit(_)
        | Word::Stop
        | Word::Other = word
        {
            rest = behind;
        } else {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_text_can_be_parsed() {
        for (margin, text) in [("3.5", "B+3.5"), ("-12", "W+12"), ("0", "0")] {
            let margin = Points::parse(margin).unwrap();
            assert_eq!(result_text(margin), text);
            assert_eq!(parse_result(text), Recorded::Margin(margin));
        }
    }

    #[test]
    fn counted_results_have_margins() {
        for (text, expected) in [
            ("B+3.5", "3.5"),
            ("W+20.50", "-20.5"),
            ("w+2.5", "-2.5"),
            ("B+6,5", "6.5"),
            (" W+3 ", "-3"),
            ("W+3.5 points", "-3.5"),
            ("Ｂ＋２．５", "2.5"),
            ("0", "0"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("D+J", "0"),
            ("B+0.75", "1.5"),
            ("W+2.25", "-4.5"),
            ("Black wins by 4.5", "4.5"),
            ("共257手 白胜10目", "-10"),
            ("共212手 黑胜1目半", "1.5"),
            ("白胜半目", "-0.5"),
            ("白棋2.5目胜!", "-2.5"),
            ("黑胜3/4子", "1.5"),
            ("白胜2又1/4子", "-4.5"),
            ("黑胜3子", "6"),
            ("W+2目", "-2"),
            ("共250手 和棋", "0"),
            ("흑 3집반 승", "3.5"),
            ("W+1半", "-1.5"),
            ("B+2目半", "2.5"),
            ("B+1 1/2", "1.5"),
            ("W+6 3/4", "-13.5"),
            ("B+3.5 (T. Suzuki)", "3.5"),
            ("B+3.5, F. Lastname", "3.5"),
            ("B+3.5 (R)", "3.5"),
        ] {
            assert_eq!(
                parse_result(text),
                Recorded::Margin(Points::parse(expected).unwrap()),
                "{text}"
            );
        }
    }

    fn margin(text: &str) -> String {
        match parse_result(text) {
            Recorded::Margin(margin) => margin.to_string(),
            Recorded::WithoutMargin(reason, _) => reason.name().to_owned(),
        }
    }

    #[test]
    fn result_that_names_the_loser_is_a_win_of_the_other() {
        for (text, expected) in [
            ("白负1又3/4子", "3.5"),
            ("白輸3目半", "3.5"),
            ("黑负于白2目", "-2"),
            ("黑败5目", "-5"),
            ("白7目半負け", "7.5"),
            ("黒番四目負", "-4"),
            ("백 두집반 패", "2.5"),
            ("White loses by 6.5", "6.5"),
            ("Black lost by 3 1/2 points", "-3.5"),
            ("黑胜白负2子", "4"),
            ("W+黑负3目", "-3"),
            ("黑贴7目半负半目", "-0.5"),
            ("W+白负3目", "unreadable_result"),
            ("B+6.5W", "unreadable_result"),
            ("白时间负", "time"),
        ] {
            assert_eq!(margin(text), expected, "{text}");
        }
    }

    #[test]
    fn winner_of_a_game_without_a_count_is_read_in_all_languages() {
        for (player, texts) in [
            (
                Some(Color::Black),
                &[
                    "B+R",
                    "Ｂ＋Ｒ",
                    "(B+R)",
                    "b+resign",
                    "黑中盘胜",
                    "黒番中押し勝ち",
                    "흑 불계승",
                    "White resigns",
                    "Resign (White)",
                    "白认输",
                    "Weiß gibt auf",
                    "Черные выиграли сдачей",
                    "Black by resignation",
                    "B+T",
                    "白超时",
                    "白時間切れ負",
                    "B+认输",
                    "Black won on time (White had no time left)",
                    "Black wins against White by resignation",
                    "Black wins by default, White by no show",
                    "B+F",
                    "黑弃权胜",
                    "White forfeits",
                    "黑中盘",
                    "B",
                    "B+",
                    "B+?",
                ][..],
            ),
            (
                None,
                &["R", "Void", "Draw", "Black beats White by resignation"],
            ),
        ] {
            for text in texts {
                let winner = match parse_result(text) {
                    Recorded::WithoutMargin(_, winner) => winner,
                    Recorded::Margin(_) => None,
                };
                assert_eq!(winner, player, "{text}");
            }
        }
    }

    #[test]
    fn results_contradict_each_other_if_the_winner_or_the_kind_differs() {
        for (one, other, expected) in [
            ("黑中盘胜", "白中盘胜", true),
            ("白番中押し勝ち", "黒番中押し勝ち", true),
            ("흑 불계승", "백 불계승", true),
            ("Ｂ＋Ｒ", "Ｗ＋Ｒ", true),
            ("黑中盘胜", "W+R", true),
            (" B+R", "(W+R)", true),
            ("Resign (Black)", "Resign (White)", true),
            ("B+Time", "黑超时", true),
            ("B+3", "W+3", true),
            ("B+", "W+", true),
            ("B+3", "W+", true),
            ("B+R", "B+T", true),
            ("B+3", "B+", false),
            ("W+", "W+0.5", false),
            ("Black resigns", "W+R", false),
            ("B+3", "黑胜3目", false),
            ("B+R", "resigned", false),
            ("W+5", "?", false),
            ("B+R", "B+", false),
            ("B+R", "W+", true),
            ("Void", "B+", true),
            ("Draw", "B+", true),
        ] {
            let contradicts = parse_result(one).contradicts(parse_result(other));
            assert_eq!(contradicts, expected, "{one} {other}");
        }
    }

    #[test]
    fn result_with_two_winners_is_unreadable() {
        for text in [
            "B+R W+R",
            "White+Resign, Black wins",
            "黑中盘胜 白中盘胜",
            "黑中盘胜 黑超时",
            "B+Forfeit W+Time",
            "0 W+R",
            "Draw W+R",
        ] {
            assert_eq!(margin(text), "unreadable_result", "{text}");
        }
        for text in ["0手 W+R", "白中盘胜 黑认输", "W+R, komi 0", "黑负白胜 中盘"] {
            assert_eq!(margin(text), "resign", "{text}");
        }
    }

    #[test]
    fn komi_and_moves_in_a_result_are_not_the_margin() {
        for (text, expected) in [
            ("黑贴2又3/4子,白胜1/4子", "-0.5"),
            ("贴6目半 黑胜4目半", "4.5"),
            ("不贴目 白胜5目", "-5"),
            ("黑不贴目胜2目", "2"),
            ("黒胜5目 コミ 4目半", "5"),
            ("White wins by 4.5 (komi 5.5)", "-4.5"),
            ("B+1.5 (7.5 komi)", "1.5"),
            ("完 二百手 白胜六目", "-6"),
            ("248手完 黒3目勝", "3"),
            ("三劫循环 无效", "void"),
            ("黑胜2目半贴6目半", "2.5"),
            ("黑胜2目 白胜3目", "unreadable_result"),
        ] {
            assert_eq!(margin(text), expected, "{text}");
        }
    }

    #[test]
    fn notes_are_ignored_unless_they_may_change_the_result() {
        for (text, expected) in [
            ("B+2.5 (White filled a dame)", "2.5"),
            ("White (Mei Lin, 7p) won by 8 points!", "-8"),
            ("W+4, Black had no ko threats", "-4"),
            ("黑胜2目半（黑粘劫）", "2.5"),
            ("W+4 (210 moves)", "unreadable_result"),
            ("W+7 (5 on the board)", "unreadable_result"),
            ("B+3 (White resigned the ko)", "unreadable_result"),
            ("W+2 (rest of the moves unknown)", "unreadable_result"),
            ("B+6.5 (penalty for a late start)", "unreadable_result"),
            ("W+5 [Black wins by points]", "unreadable_result"),
            ("W+ (time)", "time"),
            ("Draw (triple ko)", "void"),
            ("Jigo (quadruple ko)", "void"),
            ("B+4 (triple ko)", "unreadable_result"),
            ("Draw (even game)", "0"),
            ("B+3 (reverse komi 5)", "3"),
            ("B+ (of two)", "winner_only"),
            ("B+5 W+R", "unreadable_result"),
            ("W+R B+0.5", "unreadable_result"),
            ("黑胜3子 白超时", "unreadable_result"),
            ("B+5 void", "unreadable_result"),
            ("黑胜153手 中盘", "resign"),
            ("W+R 5", "resign"),
        ] {
            assert_eq!(margin(text), expected, "{text}");
        }
    }

    #[test]
    fn languages_blanks_and_line_breaks_may_be_mixed() {
        for (text, expected) in [
            ("B+和局", "0"),
            ("W+ 封盘", "unfinished"),
            ("b + 12.5", "12.5"),
            ("White\nwins by\n9", "-9"),
            ("B+ by 6", "6"),
            ("White by 2.5", "-2.5"),
            ("白＋１１．５", "-11.5"),
            ("B+2¼", "4.5"),
            ("흑+두집반", "2.5"),
            ("W+三又四分之一子", "-6.5"),
            ("B+胜3目", "3"),
            ("白胜半子", "-1"),
            ("Noir gagne d'un demi-point", "0.5"),
            ("Gana Negro por medio punto", "0.5"),
            ("Чёрные выиграли пол-очка", "0.5"),
            ("黑胜2子半", "5"),
            ("B&#43;3.5", "3.5"),
            ("W&#x2B;12", "-12"),
            ("w&plus;0.5", "-0.5"),
            ("B%2B7", "7"),
            ("B+Forfait", "forfeit"),
            ("W+Offline", "forfeit"),
            ("黑掉线", "forfeit"),
            ("B+Abandon", "resign"),
            ("W+Temps", "time"),
            ("W+Zeit", "time"),
            ("+R", "resign"),
            ("三劫循环 和棋", "void"),
        ] {
            assert_eq!(margin(text), expected, "{text}");
        }
    }

    #[test]
    fn stones_of_half_the_board_are_not_a_margin() {
        let on = |text, points| read_result(text, points).0;
        let unreadable = |winner| Recorded::WithoutMargin(Reason::UnreadableResult, Some(winner));
        assert_eq!(on("白45子胜", 81), unreadable(Color::White));
        assert_eq!(on("白45子胜", 361), Recorded::Margin(Points::whole(-90)));
        assert_eq!(on("W+86.25", 169), unreadable(Color::White));
        assert_eq!(on("白胜 黑170又1/2子", 361), unreadable(Color::White));
        assert_eq!(on("白31子负", 81), unreadable(Color::Black));
        assert_eq!(on("白11子负", 81), Recorded::Margin(Points::whole(22)));
        assert_eq!(
            on("B+86.5", 169),
            Recorded::Margin(Points::parse("86.5").unwrap())
        );
    }

    #[test]
    fn result_counts_stones_if_it_says_so() {
        for (text, in_stones) in [
            ("B+2.75", true),
            ("黑胜3子", true),
            ("黑胜3目", false),
            ("B+R", false),
            ("B+2.5", false),
        ] {
            assert_eq!(read_result(text, 361).1, in_stones, "{text}");
        }
    }

    #[test]
    fn results_in_the_languages_of_rules_are_read() {
        for draw in [
            "Unentschieden",
            "Partie nulle",
            "tablas",
            "ничья",
            "remis",
            "Pareggio",
            "Match nul",
        ] {
            assert_eq!(parse_result(draw), Recorded::Margin(Points::ZERO), "{draw}");
        }
        for text in [
            "Weiß gewinnt mit 1,5 Punkten",
            "Sieg für Weiß mit 1,5 Punkten",
            "Blanc gagne de 1,5 points",
            "Victoire de Blanc par 1,5 points",
            "Blancas ganan por 1,5 puntos",
            "Ganan las blancas por 1,5 puntos",
            "Gana Blanco por 1 punto y medio",
            "Weiß siegt mit 1,5 Pkt.",
            "Weiß gewinnt mit 1,5 Punkten Vorsprung.",
            "W+1.5 on count.",
            "白胜1目半完。",
            "Victoire de Blanc de 1 point et demi",
            "Blanc l'emporte de 1,5 points",
            "Победа белых с перевесом 1,5 очка",
            "Brancas vencem por 1,5 pontos",
            "Bianco vince di 1,5 punti",
            "Wit wint met 1,5 punten",
            "Белые выиграли 1,5 очка",
            "Победа белых с преимуществом 1,5 очка",
            "Білі виграли на 1,5 очка",
            "Białe wygrały o 1,5 punktu",
            "Bílý vyhrál o 1,5 bodu",
            "Fehér nyert 1,5 ponttal",
            "Beyaz 1,5 puanla kazandı",
            "Trắng thắng 1,5 điểm",
            "Ｗ＋１．５",
        ] {
            assert_eq!(
                parse_result(text),
                Recorded::Margin(Points::parse("-1.5").unwrap()),
                "{text}"
            );
        }
    }

    #[test]
    fn results_without_a_margin_have_reasons() {
        for (text, expected) in [
            ("Schwarz gibt auf", Reason::Resign),
            ("Noir gagne par abandon", Reason::Resign),
            ("Белые сдались", Reason::Resign),
            ("Czarne wygrały na czas", Reason::Time),
            ("Negras ganan por tiempo", Reason::Time),
            ("Weiß gewinnt kampflos", Reason::Forfeit),
            ("B+Abandonment", Reason::Forfeit),
            ("W+Moderator Decision", Reason::Forfeit),
            ("B+Cancellation", Reason::Void),
            ("Stone Removal Timeout", Reason::Time),
            ("без результата", Reason::Void),
            ("Partie interrompue", Reason::Unfinished),
            ("Weißbrot gewinnt", Reason::UnreadableResult),
            ("Gana 5 Negro", Reason::UnreadableResult),
            ("Pierde Negro por 5", Reason::UnreadableResult),
            ("Wins by 5", Reason::UnreadableResult),
            ("Wins by 0", Reason::UnreadableResult),
            ("+0", Reason::UnreadableResult),
            ("", Reason::NoResult),
            ("?", Reason::UnknownResult),
            ("B+R", Reason::Resign),
            ("W+Resign", Reason::Resign),
            ("White resigns.", Reason::Resign),
            ("共133手 黑中盘胜", Reason::Resign),
            ("백 불계승", Reason::Resign),
            ("白中押し勝ち", Reason::Resign),
            ("W+Time Over", Reason::Time),
            ("B+T", Reason::Time),
            ("B+Forfeit", Reason::Forfeit),
            ("B+Illegal", Reason::Illegal),
            ("Void", Reason::Void),
            ("has adjourned.", Reason::Unfinished),
            ("共90手 打挂", Reason::Unfinished),
            ("W", Reason::WinnerOnly),
            ("B+", Reason::WinnerOnly),
            (
                "B+, human judge for communication error ",
                Reason::WinnerOnly,
            ),
            ("黑胜", Reason::WinnerOnly),
            (
                "W+15 (moves beyond 215 not known)",
                Reason::UnreadableResult,
            ),
            ("W+0.02", Reason::UnreadableResult),
            ("B+1?", Reason::UnknownResult),
            ("W+x?", Reason::UnknownResult),
            ("Both lost", Reason::BothLost),
            ("B+bye", Reason::Forfeit),
            ("W+0.0", Reason::WinnerOnly),
            // only quarters of a stone and halves of a point are possible
            ("W+6 3/5", Reason::UnreadableResult),
            ("共200手后略 白胜3目", Reason::UnreadableResult),
            ("12-bb", Reason::UnreadableResult),
            ("B+AW", Reason::UnreadableResult),
            ("W+-3.5", Reason::UnreadableResult),
            ("黑胜185子", Reason::UnreadableResult),
            // the added half point overflows the number
            ("黑胜21474836目半", Reason::UnreadableResult),
            ("白认输", Reason::Resign),
            ("White won by resignation", Reason::Resign),
            ("B+ by time", Reason::Time),
            ("Black forfeits", Reason::Forfeit),
            ("黑弃权", Reason::Forfeit),
            ("白反則負け", Reason::Illegal),
            ("NR", Reason::Void),
            ("None", Reason::Void),
            ("無勝負", Reason::Void),
            ("双方负", Reason::BothLost),
            ("game interrupted", Reason::Unfinished),
            ("미완", Reason::Unfinished),
            ("B+Score", Reason::WinnerOnly),
            ("Black won", Reason::WinnerOnly),
            ("黑胜白", Reason::WinnerOnly),
            ("B+1.5 ? W+timeout", Reason::UnknownResult),
            ("B-2.5", Reason::UnreadableResult),
            ("W 2.5", Reason::UnreadableResult),
            ("黑3目", Reason::UnreadableResult),
            ("after review: W+2.5", Reason::UnreadableResult),
            ("黑先死", Reason::UnreadableResult),
            ("B+J", Reason::UnreadableResult),
            ("백이 승", Reason::UnreadableResult),
            ("241 黑胜", Reason::UnreadableResult),
            ("Game 3: B+4", Reason::UnreadableResult),
        ] {
            assert_eq!(margin(text), expected.name(), "{text}");
        }
    }
}
