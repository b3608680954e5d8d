//! Splits results and komi into numbers and words of several languages.

use crate::board::Color;
use crate::rules::{MAX_HEADER, Points, half_width, is_spaced};
use crate::skip::Reason;

/// A word of a result or of a komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A player.
    Player(Color),
    /// The player wins: a verb, or `+`.
    Wins,
    /// The player loses.
    Loses,
    /// `by`: the player wins unless another word says who does.
    By,
    /// The game has no winner.
    Draw,
    /// The game ended without a count.
    Ending(Reason),
    /// The game ended without a count, and the player loses unless a verb says who wins: `resigns`.
    Fails(Reason),
    /// The number that follows is the komi.
    Komi,
    /// Something is absent, as with `no` before `komi`.
    Absent,
    /// White gives the komi.
    Reverse,
    /// A number in ASCII digits, and whether it has decimals.
    Number(Points, bool),
    /// A numeral written as a word: 0 to 10, or 100.
    Numeral(u8),
    /// A number of quarters that is less than one: `3/4`.
    Quarters(u8),
    /// `1/2`, which can mean half a point or half a stone.
    Half,
    /// Joins a whole number and a fraction: `2又3/4`.
    And,
    /// Stands between the denominator and the numerator: `四分之三`.
    Parts,
    /// The unit of the preceding number.
    Unit(Unit),
    /// A bracket that opens or closes a note.
    Open,
    Close,
    /// A punctuation mark between clauses.
    Stop,
    /// Anything else.
    Other,
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Points,
    /// Stones, each worth two points.
    Stones,
    /// Moves or kos, which are not part of a margin.
    Moves,
}

use Word::{
    Absent, And, By, Close, Draw, Ending, Fails, Half, Komi, Loses, Numeral, Open, Parts, Player,
    Quarters, Reverse, Stop, Wins,
};

/// The words used in results and komi, in lower case, in the languages in which
/// [`Rules`](crate::rules::Rules) are read. The longest matching word is used.
#[rustfmt::skip] // rustfmt would put most words on their own lines
pub(super) const WORDS: &[(Word, &[&str])] = &[
    (Player(Color::Black), &["b", "black", "黑", "黑棋", "黑方", "黒", "黒番", "흑", "schwarz", "schwarze",
        "schwarzen", "noir", "noirs", "negro", "negras", "negros", "preto", "pretas", "pretos",
        "nero", "zwart", "чёрные", "черные", "чёрных", "черных", "чёрный", "черный", "чорні",
        "czarne", "czarny", "czarnych", "černý", "černí", "fekete", "siyah", "đen"]),
    (Player(Color::White), &["w", "white", "白", "白棋", "白方", "白番", "백", "weiß", "weiss", "weiße",
        "weißen", "blanc", "blancs", "blanco", "blancas", "blancos", "branco", "brancas", "brancos",
        "bianco", "wit", "белые", "белых", "белый", "білі", "białe", "biały", "białych", "bílý",
        "bílí", "fehér", "beyaz", "trắng"]),
    (Wins, &["+", "win", "wins", "won", "胜", "勝", "勝ち", "胜出", "获胜", "승", "승리", "gewinnt", "gewann",
        "gewinnen", "siegt", "gagne", "l'emporte", "gagnent", "gana", "ganan", "ganó", "ganaron",
        "vence", "vencem", "venceu", "ganha", "ganham", "vince", "vincono", "wint", "выиграли",
        "выиграл", "выигрывают", "победили", "перемогли", "виграли", "wygrały", "wygrał",
        "wygrywają", "wygrywa", "vyhrál", "vyhrává", "vyhráli", "nyert", "nyer", "kazandı",
        "kazanır", "thắng"]),
    (Loses, &["lose", "loses", "lost", "负", "負", "負け", "败", "敗", "敗け", "输", "輸", "패", "패배",
        "verliert", "verlor", "perd", "perdent", "pierde", "pierden", "perdió", "perde", "perdem",
        "perdono", "verliest", "проиграли", "проиграл", "програли", "przegrały", "przegrał",
        "przegrywają", "prohrál", "vesztett", "kaybetti", "thua"]),
    (By, &["by", "mit", "met", "um", "sieg", "victoire", "victoria", "vitória", "vittoria",
        "победа", "выигрыш", "перемога", "wygrana", "zwycięstwo", "vítězství"]),
    (Draw, &["draw", "drawn", "tie", "jigo", "d+j", "和", "和棋", "和局", "平局", "持碁", "持棋", "ジゴ",
        "무승부", "unentschieden", "remis", "remise", "nulle", "nul", "match nul", "égalité", "empate",
        "tablas", "pareggio", "patta", "gelijkspel", "ничья", "нічия", "remíza", "döntetlen",
        "berabere", "hòa"]),
    (Ending(Reason::Resign), &["r", "res", "中盘", "中盤", "中押し", "中押", "불계", "abandon", "abandono",
        "aufgabe", "rendición", "desistência", "abbandono", "opgave", "сдача", "сдачей", "poddanie",
        "rezygnacja", "vzdáním", "feladás"]),
    (Fails(Reason::Resign), &["resign", "resigns", "resigned", "resignation", "认输", "認輸", "认负",
        "投了", "投子", "投降", "abandons", "gibt auf", "aufgegeben", "abandonne", "abandonnent",
        "abandona", "abandonan", "abandonado", "se rinde", "desiste", "abbandona", "geeft op",
        "opgegeven", "сдался", "сдались", "сдаются", "здалися", "poddały", "poddał", "vzdal",
        "feladta", "terk etti", "terk", "çekildi", "bỏ cuộc", "đầu hàng"]),
    (Ending(Reason::Time), &["t", "time", "temps", "tiempo", "zeit", "время", "времени", "时间", "時間",
        "시간", "czas", "czasu", "tempo", "tijd", "času", "часу", "idő", "süre"]),
    (Fails(Reason::Time), &["timeout", "overtime", "超时", "超時", "切れ", "zeitüberschreitung",
        "időtúllépés", "hết giờ", "stone removal timeout"]),
    (Ending(Reason::Forfeit), &["f", "bye", "walkover", "forfait", "不戦", "不战", "moderator decision",
        "server decision", "kampflos", "walkower", "kontumace", "kontumačně", "hükmen"]),
    (Fails(Reason::Forfeit), &["forfeit", "forfeits", "forfeited", "default", "no show", "no-show",
        "offline", "disconnect", "disconnected", "disconnection", "断线", "掉线", "逃跑", "disqualified",
        "disqualification", "弃权", "棄權", "棄権", "기권", "실격", "abandonment", "disqualifikation",
        "disqualifiziert", "incomparecencia", "descalificación", "desclassificação", "squalifica",
        "неявка", "неявкой", "дисквалификация", "dyskwalifikacja"]),
    (Fails(Reason::Illegal), &["illegal", "repetition", "反則", "反则", "犯规", "犯規", "반칙"]),
    (Ending(Reason::Void), &["void", "no result", "no-result", "nr", "null", "annulled",
        "cancelled", "canceled", "无胜负", "無勝負", "无结果", "无效", "無効", "무효", "循环", "循環", "triple ko",
        "quadruple ko", "three kos", "four kos", "eternal life", "长生", "長生", "三劫", "四劫", "三コウ",
        "四コウ", "삼패", "사패", "cancellation", "annulliert", "annulé", "annulée", "ungültig",
        "ohne ergebnis", "kein ergebnis", "sans résultat", "sin resultado", "sem resultado",
        "senza risultato", "anulada", "anulado", "annullata", "ongeldig", "без результата",
        "аннулирована", "без результату", "bez wyniku", "unieważniona", "bez výsledku",
        "érvénytelen", "geçersiz", "không kết quả"]),
    (Ending(Reason::BothLost), &["both lost", "both lose", "both players lost", "both players lose",
        "双负", "双败", "双方负", "双方败", "両負け", "両者負け", "beide verlieren", "les deux perdent",
        "ambos pierden", "ambos perdem", "оба проиграли", "obaj przegrali"]),
    (Ending(Reason::Unfinished), &["adjourn", "adjourned", "unfinished", "not finished",
        "suspended", "interrupted", "打挂", "打掛", "打ち掛け", "停止", "封盘", "封手", "未完", "中断", "봉수", "미완",
        "abgebrochen", "unterbrochen", "vertagt", "interrompue", "inachevée", "interrumpida",
        "inacabada", "interrompida", "interrotta", "afgebroken", "прервана", "не окончена",
        "отложена", "przerwana", "niedokończona", "přerušena", "félbeszakadt", "yarıda kaldı",
        "tạm hoãn"]),
    (Ending(Reason::UnknownResult), &["?", "unknown", "not known", "不明", "不详", "불명"]),
    // the record is cut off or the count was changed afterwards, so this board does not give the
    // recorded margin
    (Ending(Reason::UnreadableResult), &["后略", "以下略", "penalty", "罚", "罰"]),
    (Komi, &["komi", "贴", "贴目", "貼", "貼目", "コミ", "덤"]),
    (Absent, &["none", "no", "无", "無", "不", "なし", "없음"]),
    (Reverse, &["reverse", "reversed", "逆", "倒", "역"]),
    (Half, &["half", "½", "半", "반", "halben", "halber", "halbe", "demi", "demi-point", "medio",
        "meio", "mezzo", "halve", "полочка", "пол-очка", "пол", "pół"]),
    (Quarters(1), &["¼"]), (Quarters(3), &["¾"]),
    (And, &["and", "又", "と", "et", "und", "y", "e", "en", "и", "i"]), (Parts, &["分之", "分の", "분의"]),
    (Word::Unit(Unit::Points), &["point", "points", "pt", "pts", "moku", "目", "点", "點", "집", "호",
        "punkt", "punkte", "punkten", "pkt", "punto", "puntos", "punti", "ponto", "pontos",
        "punten", "очко", "очка", "очков", "пункт", "пункта", "пунктов", "punkty", "punktu",
        "punktów", "punktami", "bod", "body", "bodu", "bodů", "pont", "ponttal", "puan", "puanla",
        "điểm"]),
    (Word::Unit(Unit::Stones), &["stone", "stones", "子", "stein", "steine", "steinen"]),
    (Word::Unit(Unit::Moves), &["move", "moves", "手", "수", "劫", "コウ"]),
    (Numeral(0), &["〇", "零", "영"]), (Numeral(1), &["一", "일", "한"]),
    (Numeral(2), &["二", "两", "両", "兩", "이", "두"]), (Numeral(3), &["三", "삼", "세"]),
    (Numeral(4), &["四", "사", "네"]), (Numeral(5), &["五", "오", "다섯"]),
    (Numeral(6), &["六", "육", "여섯"]), (Numeral(7), &["七", "칠", "일곱"]),
    (Numeral(8), &["八", "팔", "여덟"]), (Numeral(9), &["九", "구", "아홉"]),
    (Numeral(10), &["十", "십", "열"]), (Numeral(100), &["百"]), (Open, &["(", "[", "{", "【", "〔"]),
    (Close, &[")", "]", "}", "】", "〕"]), (Stop, &[".", ",", ";", "!", "、"]),
];

/// Words that do not change the meaning.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "a", "an", "the", "of", "on", "has", "is", "was", "game", "result", ":", "score", "count",
    "counting", "共", "以上", "完", "终局", "終局", "数子", "点目", "于", "於", "の", "총", "durch", "auf", "hat",
    "haben", "die", "der", "das", "le", "la", "les", "el", "las", "los", "o", "os", "il", "de",
    "di", "da", "des", "du", "von", "für", "par", "por", "per", "pour", "au", "po", "na", "за",
    "на", "с", "по", "в", "о", "door", "op", "przez", "przewagą", "преимуществом", "перевесом",
    "vorsprung", "się", "partie", "partia", "partida", "partita", "партия", "einem", "einen", "ein",
    "un", "una", "d'un",
];

/// Splits a result or a komi into its words. The text must come from [`plain`].
pub(super) fn words(text: &str) -> Vec<Word> {
    if text.len() > MAX_HEADER {
        return vec![Word::Other];
    }
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (word, length) = number(rest)
            .or_else(|| known(rest))
            .unwrap_or_else(|| unknown(rest));
        // a single letter says how the game ended only if it comes first or follows the winner;
        // elsewhere, it may be an initial
        let is_initial = matches!(&rest[..length], "r" | "t" | "f")
            && !matches!(words.last(), None | Some(Wins | Player(_)));
        words.extend(if is_initial { Some(Word::Other) } else { word });
        rest = rest[length..].trim_start();
    }
    words
}

/// The escaped forms of `+` on web pages.
const ESCAPED_PLUS: [&str; 4] = ["&#43;", "&#x2b;", "&plus;", "%2b"];

/// Returns text in lower case, without blanks around it or after a `+`, and with ASCII instead of
/// full-width letters, digits and signs.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '。' => '.',
        other => half_width(other),
    });
    let mut text = letters.collect::<String>().to_lowercase();
    for escaped in ESCAPED_PLUS {
        text = text.replace(escaped, "+");
    }
    let lines: Vec<&str> = text.split_whitespace().collect();
    lines.join(" ").replace("+ ", "+")
}

/// Returns the longest known word at the start of a text, and its length. A filler is returned as
/// `None`, with its length.
fn known(text: &str) -> Option<(Option<Word>, usize)> {
    let mut longest: Option<(Option<Word>, usize)> = None;
    for &(word, spellings) in WORDS {
        longest = longer(longest, Some(word), spellings, text);
    }
    longer(longest, None, FILLERS, text)
}

/// Returns `word` with the length of its longest spelling at the start of a text, if that spelling
/// is at least as long as the word in `longest`. Otherwise, returns `longest`.
fn longer(
    mut longest: Option<(Option<Word>, usize)>,
    word: Option<Word>,
    spellings: &[&str],
    text: &str,
) -> Option<(Option<Word>, usize)> {
    for spelling in spellings {
        let length = spelling.len();
        if begins_with(text, spelling)
            && longest.is_none_or(|(_, longest)| length >= longest)
            // a filler before a decimal point, as in `O.5`, is a damaged digit
            && (word.is_some() || !is_decimal(&text[length..]))
        {
            longest = Some((word, length));
        }
    }
    longest
}

/// Returns whether a text begins with a decimal point and a digit.
fn is_decimal(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| digits(rest) > 0)
}

/// Returns whether a text begins with `word`. If the word's script has blanks between words, no
/// other letter may follow.
fn begins_with(text: &str, word: &str) -> bool {
    // this saves time: few words begin with the same byte, and hundreds of words are compared for
    // each game
    text.as_bytes().first() == word.as_bytes().first()
        && text.strip_prefix(word).is_some_and(|rest| {
            !word.ends_with(is_spaced)
                || !rest.starts_with(|next: char| next.is_alphabetic() && is_spaced(next))
        })
}

/// Returns the unknown word at the start of a text, and its length.
fn unknown(text: &str) -> (Option<Word>, usize) {
    let word = text.find(|letter| !is_spaced(letter)).unwrap_or(text.len());
    (
        Some(Word::Other),
        word.max(text.chars().next().map_or(0, char::len_utf8)),
    )
}

/// Returns the number of digits at the start of a text.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads a decimal number or a fraction at the start of a text, and returns it with its length.
/// Digits in front of an unknown word belong to the word, as in the rank `9p`.
fn number(text: &str) -> Option<(Option<Word>, usize)> {
    let whole = digits(text);
    let behind = &text[whole..];
    let decimals = behind.strip_prefix(['.', ',']).map_or(0, digits);
    let denominator = behind.strip_prefix('/').map_or(0, digits);
    let (word, length) = match (whole, decimals, denominator) {
        (0, 0, _) => return None,
        (_, 0, 0) => (decimal(&text[..whole], false), whole),
        (_, 0, denominator) => {
            let length = whole + 1 + denominator;
            (fraction(&text[..whole], &text[whole + 1..length]), length)
        }
        (_, decimals, _) => {
            let length = whole + 1 + decimals;
            (decimal(&text[..length], true), length)
        }
    };
    let rest = &text[length..];
    if rest.starts_with(is_spaced) && known(rest).is_none() {
        return Some((Some(Word::Other), length + unknown(rest).1));
    }
    Some((Some(word), length))
}

fn decimal(text: &str, has_decimals: bool) -> Word {
    Points::parse(text).map_or(Word::Other, |points| Word::Number(points, has_decimals))
}

/// Returns a fraction. Only halves and quarters are understood, because no other fractions occur in
/// a count.
fn fraction(numerator: &str, denominator: &str) -> Word {
    match (numerator, denominator) {
        ("1", "2") => Half,
        ("1", "4") => Quarters(1),
        ("2", "4") => Quarters(2),
        ("3", "4") => Quarters(3),
        _ => Word::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_longer_than_the_limit_is_an_unknown_word() {
        let text = |length: usize| format!("{:0>length$}", 5);
        assert_eq!(words(&text(4096)), words("5"));
        assert_eq!(words(&text(4097)), [Word::Other]);
    }
}
