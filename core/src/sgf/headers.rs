//! Interprets the headers of a record: its result, rules, komi, handicap and origin.

use super::Record;
use super::komi::Komi;
use super::origin::{Origin, origin};
use super::result::{Recorded, read_result, result_text};
use super::words::plain;
use crate::board::{Action, Color, Replayed, Size};
use crate::rules::{Count, Points, Rules};
use crate::skip::{Reason, Skip};

/// The interpreted headers of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Headers {
    /// The rules.
    pub rules: Rules,
    /// How the rules were guessed, if `RU` does not name them.
    pub rules_guessed: Option<RulesGuess>,
    /// The text of `RU`, if it is not completely understood and the caller does not override it.
    pub rules_unknown: Option<String>,
    /// The rules that `RU` names, if the caller overrides them with other rules.
    pub rules_overridden: Option<Rules>,
    /// The komi.
    pub komi: Points,
    /// The source of the komi.
    pub komi_from: KomiFrom,
    /// The number of Black's handicap stones, or 0 if there are none.
    pub handicap: u32,
    /// Whether the handicap stones were counted on the board because `HA` has no number.
    pub handicap_counted: bool,
    /// Whether `HA` cannot be understood.
    pub handicap_unreadable: bool,
    /// Whether there are fewer black stones than `HA` says before White's first stone.
    pub handicap_missing: bool,
    /// The number of black stones that were set up or played before White's first move, or 0 if
    /// there are fewer than two.
    pub black_first: u32,
    /// The result.
    pub result: Recorded,
    /// Whether the record gives two different komi, or contradictory results that the caller does
    /// not override.
    pub contradictory: bool,
    /// The origin of the label.
    pub origin: Origin,
    /// Whether every stone counts as alive unless a mark says otherwise, either because the rules
    /// say so or because the program that wrote the record counts this way.
    pub counts_all_stones: bool,
}

/// How the rules of a game were guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[non_exhaustive]
#[strum(serialize_all = "lowercase")]
pub enum RulesGuess {
    /// The caller's [`HeaderOverrides::missing_rules`].
    Flag,
    /// The server uses only these rules.
    Server,
    /// The komi or the result is in stones.
    Stones,
    /// Nothing is known, so Japanese rules are assumed.
    Default,
}

impl RulesGuess {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The source of a game's komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KomiFrom {
    /// The record.
    Record,
    /// The caller's [`HeaderOverrides::missing_komi`].
    Given,
    /// No source, so 0 is assumed.
    Nowhere,
}

/// Information about a game from outside its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeaderOverrides {
    /// The rules, which override the record.
    pub rules: Option<Rules>,
    /// The result, which overrides the record.
    pub result: Option<Recorded>,
    /// The rules to use if the record does not name them.
    pub missing_rules: Option<Rules>,
    /// The komi to use if the record does not state it.
    pub missing_komi: Option<Points>,
}

impl Headers {
    /// Returns the recorded margin.
    ///
    /// # Errors
    /// If there is no margin, or the margin has a half point and the komi is missing. The error
    /// holds the reason and its details.
    pub fn margin(&self) -> Result<Points, (Reason, String)> {
        match self.result {
            Recorded::WithoutMargin(reason, _) => Err((reason, String::new())),
            Recorded::Margin(margin)
                if self.komi_from == KomiFrom::Nowhere && !margin.is_whole() =>
            {
                let result = result_text(margin);
                let detail =
                    format!("the result {result} has a half point, but the record has no KM");
                Err((Reason::NoKomi, detail))
            }
            Recorded::Margin(margin) => Ok(margin),
        }
    }

    /// Returns the count of the game before its dead stones are known. It includes the stones
    /// captured in play, but no stones on the board.
    pub fn count(&self, end: &Replayed) -> Count {
        let to_move = end.last.map(Color::opponent);
        Count {
            rules: self.rules,
            komi: self.komi,
            handicap: self.handicap,
            stones: [0; 2],
            prisoners: end.prisoners,
            first_pass: end.first_pass.or(to_move),
            to_move: to_move.filter(|_| !end.ends_in_pass),
        }
    }
}

/// Interprets the headers of `record`.
///
/// # Errors
/// If the komi cannot be read.
pub fn interpret(record: &Record, given: &HeaderOverrides) -> Result<Headers, Skip> {
    let info = &record.info;
    let origin = origin(info);
    let (recorded, is_in_stones) = read_result(
        info.result.as_deref().unwrap_or_default(),
        record.size.points(),
    );
    let result = bounded(given.result.unwrap_or(recorded), record.size);
    let komi = stated_komi(record, origin)?;
    let is_in_stones = is_in_stones || komi.is_some_and(|komi| komi.is_in_stones);
    let text = info.rules.as_deref().filter(|_| given.rules.is_none());
    let (named, is_understood) = text.map_or((None, true), Rules::read);
    let stated = given.rules.or(named);
    let rules_overridden = given.rules.and_then(|given| {
        let named = info.rules.as_deref().and_then(Rules::from_text);
        named.filter(|&named| named != given)
    });
    let (rules, rules_guessed) = match (stated, given.missing_rules) {
        (Some(rules), _) => (rules, None),
        (None, Some(rules)) => (rules, Some(RulesGuess::Flag)),
        (None, None) if origin == Origin::Cgos => (Rules::CHINESE, Some(RulesGuess::Server)),
        (None, None) if is_in_stones => (Rules::CHINESE, Some(RulesGuess::Stones)),
        (None, None) => (Rules::JAPANESE, Some(RulesGuess::Default)),
    };
    let margin = if let Recorded::Margin(margin) = result {
        Some(margin)
    } else {
        None
    };
    let contradictory = info.repeated.iter().any(|twice| match twice.header {
        "RE" => {
            given.result.is_none()
                && read_result(&twice.other, record.size.points())
                    .0
                    .contradicts(recorded)
        }
        "KM" => {
            let other = Komi::parse(&twice.other, origin == Origin::Fox);
            let [one, other] = [komi, other].map(|komi| komi?.points(rules.method(), margin).ok());
            one != other
        }
        _ => false,
    });
    let (komi, komi_from) = match (komi, given.missing_komi) {
        (Some(komi), _) => {
            let points = komi.points(rules.method(), margin).map_err(|why| {
                let detail = format!(
                    "KM[{}] {why}",
                    info.komi.as_deref().unwrap_or_default().trim()
                );
                Skip::at(Reason::UnreadableKomi, record.byte, detail)
            })?;
            (points, KomiFrom::Record)
        }
        (None, Some(komi)) => (komi, KomiFrom::Given),
        (None, None) => (Points::ZERO, KomiFrom::Nowhere),
    };
    let handicap_text = info.handicap.as_deref();
    let most = u32::try_from(record.size.points()).expect("at most 52 · 52 points");
    let stated = handicap_text
        .and_then(|text| plain(text).parse::<u32>().ok())
        .filter(|&stones| stones <= most);
    let black_first = black_first(&record.actions)
        .filter(|&stones| stones >= 2)
        .unwrap_or(0);
    let handicap = stated.unwrap_or(black_first);
    let counts_all_stones = match origin {
        // under any rules, these programs count complete games this way
        Origin::Cgos | Origin::LeelaZero if given.rules.is_none() => record.ends_in_passes(),
        // KataGo removes stones inside the opponent's unconditionally alive territory, even under
        // rules that count all stones
        Origin::KataGo if given.rules.is_none() => false,
        _ => !rules.removes_dead(),
    };
    Ok(Headers {
        rules,
        rules_guessed,
        rules_unknown: text.filter(|_| !is_understood).map(str::to_owned),
        rules_overridden,
        komi,
        komi_from,
        handicap,
        handicap_counted: stated.is_none() && handicap > 0,
        handicap_unreadable: stated.is_none() && handicap_text.is_some(),
        handicap_missing: handicap >= 2 && is_handicap_missing(&record.actions, handicap),
        black_first,
        result,
        contradictory,
        origin,
        counts_all_stones,
    })
}

/// Returns `result`, or a skip reason if its margin is too large for the board. One server wrote
/// 8194 or 16386 points where it no longer had the result.
fn bounded(result: Recorded, size: Size) -> Recorded {
    let most =
        Points::whole(2 * i64::try_from(size.points()).expect("at most 52 · 52 points") + 400);
    match result {
        Recorded::Margin(margin) if margin.abs() > most => {
            Recorded::WithoutMargin(Reason::ResultOverflow, None)
        }
        other => other,
    }
}

/// Returns the komi that a record states, if any.
fn stated_komi(record: &Record, origin: Origin) -> Result<Option<Komi>, Skip> {
    let Some(text) = &record.info.komi else {
        return Ok(None);
    };
    let komi = Komi::parse(text, origin == Origin::Fox);
    komi.map(Some).ok_or_else(|| {
        let detail = format!("cannot read the komi KM[{text}] as a number of points");
        Skip::at(Reason::UnreadableKomi, record.byte, detail)
    })
}

/// Returns the number of black stones that were set up or played before White's first move, or
/// `None` if anything except black stones is set up.
fn black_first<'a>(actions: impl IntoIterator<Item = &'a Action>) -> Option<u32> {
    let mut stones = 0;
    for action in actions {
        match action {
            Action::Setup(_, Some(Color::Black)) | Action::Move(Color::Black, Some(_)) => {
                stones += 1;
            }
            Action::Setup(..) => return None,
            Action::Move(Color::White, _) => break,
            Action::Move(Color::Black, None) => {}
        }
    }
    Some(stones)
}

/// Returns whether fewer than `handicap` black stones were set up or played before White's first
/// move on the board; `false` if White makes no such move. White may pass while Black plays the
/// handicap.
fn is_handicap_missing(actions: &[Action], handicap: u32) -> bool {
    let stones = actions.iter().filter(|action| {
        matches!(
            action,
            Action::Setup(_, Some(Color::Black)) | Action::Move(_, Some(_))
        )
    });
    let has_white_move =
        (actions.iter()).any(|action| matches!(action, Action::Move(Color::White, Some(_))));
    has_white_move && black_first(stones).is_some_and(|stones| stones < handicap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, read};

    fn headers(sgf: &str) -> Result<Headers, Reason> {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        interpret(
            games[0].record.as_ref().unwrap(),
            &HeaderOverrides::default(),
        )
        .map_err(|skip| skip.reason)
    }

    #[test]
    fn player_is_to_move_unless_the_last_move_is_a_pass() {
        for (moves, to_move) in [
            (";B[aa]", Some(Color::White)),
            (";B[aa];W[];B[bb]", Some(Color::White)),
            (";B[aa];W[]", None),
        ] {
            let sgf = format!("(;SZ[9]RU[Chinese]{moves})");
            let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
            let record = games[0].record.as_ref().unwrap();
            let end = crate::board::replay(record.size, &record.actions).unwrap();
            let headers = interpret(record, &HeaderOverrides::default()).unwrap();
            assert_eq!(headers.count(&end).to_move, to_move, "{moves}");
        }
    }

    #[test]
    fn overrides_fill_in_missing_headers() {
        let given = HeaderOverrides {
            missing_rules: Some(Rules::CHINESE),
            missing_komi: Some(Points::parse("5.5").unwrap()),
            ..HeaderOverrides::default()
        };
        let headers = |sgf: &str, given: &HeaderOverrides| {
            let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
            let headers = interpret(games[0].record.as_ref().unwrap(), given).unwrap();
            (
                headers.rules,
                headers.rules_guessed,
                headers.komi.to_string(),
                headers.komi_from,
            )
        };
        assert_eq!(
            headers("(;)", &given),
            (
                Rules::CHINESE,
                Some(RulesGuess::Flag),
                "5.5".to_owned(),
                KomiFrom::Given
            )
        );
        assert_eq!(
            headers("(;RU[Japanese]KM[0])", &given),
            (Rules::JAPANESE, None, "0".to_owned(), KomiFrom::Record)
        );
        let flag = HeaderOverrides {
            rules: Some(Rules::AGA),
            ..given
        };
        assert_eq!(
            headers("(;RU[Japanese]KM[6.5])", &flag),
            (Rules::AGA, None, "6.5".to_owned(), KomiFrom::Record)
        );
    }

    #[test]
    fn missing_komi_is_an_error_for_half_point_results() {
        let game = headers("(;RE[B+3])").unwrap();
        assert!(game.komi_from == KomiFrom::Nowhere && game.komi == Points::ZERO);
        assert!(game.margin().is_ok());
        assert_eq!(
            headers("(;RE[B+3.5])").unwrap().margin().unwrap_err().0,
            Reason::NoKomi
        );
    }

    #[test]
    fn guessed_rules_have_their_source() {
        let rules = |sgf| {
            headers(sgf)
                .map(|game| (game.rules, game.rules_guessed))
                .unwrap()
        };
        assert_eq!(rules("(;RU[Chinese])"), (Rules::CHINESE, None));
        assert_eq!(
            rules("(;KM[5.5])"),
            (Rules::JAPANESE, Some(RulesGuess::Default))
        );
        assert_eq!(
            rules("(;KM[375])"),
            (Rules::CHINESE, Some(RulesGuess::Stones))
        );
        assert_eq!(
            rules("(;KM[5.5]RE[B+25])"),
            (Rules::JAPANESE, Some(RulesGuess::Default)),
            "25 points, not a quarter of a point"
        );
        assert_eq!(
            rules("(;KM[5.5]RE[B+0.25])"),
            (Rules::CHINESE, Some(RulesGuess::Stones))
        );
        assert_eq!(
            rules("(;KM[5.5]RE[黑胜3/4子])"),
            (Rules::CHINESE, Some(RulesGuess::Stones))
        );
        assert_eq!(
            rules("(;KM[7.5]PC[(CGOS) 9x9 Computer Go Server])"),
            (Rules::CHINESE, Some(RulesGuess::Server))
        );
    }

    #[test]
    fn rules_that_are_not_understood_are_unknown_unless_they_are_given() {
        let unknown = |sgf| {
            headers(sgf)
                .map(|game| (game.rules, game.rules_guessed, game.rules_unknown.is_some()))
                .unwrap()
        };
        assert_eq!(
            unknown("(;RU[WMSG])"),
            (Rules::JAPANESE, Some(RulesGuess::Default), true)
        );
        assert_eq!(
            unknown("(;RU[Chinese (pass stones)])"),
            (Rules::CHINESE, None, true)
        );
        assert_eq!(unknown("(;RU[Japonaises])"), (Rules::JAPANESE, None, false));
        assert_eq!(
            unknown("(;RU[ ])"),
            (Rules::JAPANESE, Some(RulesGuess::Default), false)
        );
        let (_, games) = read(b"(;RU[WMSG])", Encoding::default()).unwrap();
        let given = HeaderOverrides {
            rules: Some(Rules::AGA),
            ..HeaderOverrides::default()
        };
        assert!(
            interpret(games[0].record.as_ref().unwrap(), &given)
                .unwrap()
                .rules_unknown
                .is_none()
        );
    }

    #[test]
    fn handicap_stones_are_counted_without_ha() {
        let handicap = |sgf| {
            headers(sgf)
                .map(|game| (game.handicap, game.handicap_counted))
                .unwrap()
        };
        assert_eq!(handicap("(;HA[3])"), (3, false));
        assert_eq!(handicap("(;;AB[aa][bb];W[cc])"), (2, true));
        assert_eq!(handicap("(;B[aa];B[bb];B[dd];W[cc])"), (3, true));
        assert_eq!(handicap("(;B[aa];W[cc];B[bb])"), (0, false));
        assert_eq!(handicap("(;AB[aa][bb]AW[cc])"), (0, false));
        assert_eq!(handicap("(;HA[五])"), (0, false));
    }

    #[test]
    fn two_komi_contradict_each_other_unless_they_are_equal() {
        let contradicts = |komi: &str| headers(&format!("(;{komi})")).unwrap().contradictory;
        assert!(!contradicts("KM[6.5]KM[650]"));
        assert!(!contradicts("RU[Chinese]KM[7.5]KM[3.75]"));
        assert!(contradicts("KM[6.5]KM[7.5]"));
        assert!(contradicts("KM[6.5]KM[x]"));
    }

    #[test]
    fn handicap_without_its_stones_is_missing() {
        let is_missing = |sgf| headers(sgf).unwrap().handicap_missing;
        for sgf in [
            "(;HA[2];W[aa];B[bb])",
            "(;HA[2];B[aa];W[bb])",
            "(;HA[4]AB[aa][bb][cc];W[dd])",
            "(;HA[3];W[aa]AB[bb])",
            "(;HA[2]AW[ee];B[aa];W[bb])",
            "(;HA[5]AB[aa]AW[bb];W[dd])",
        ] {
            assert!(is_missing(sgf), "{sgf}");
        }
        for sgf in [
            "(;HA[0];W[aa])",
            "(;HA[1];W[aa])",
            "(;HA[2];B[aa];W[])",
            "(;HA[2];AB[aa][bb];W[cc])",
            "(;HA[2]AB[aa];B[bb];W[cc])",
            "(;HA[3];B[aa];W[];B[bb];W[];B[cc];W[dd])",
            "(;HA[2]AB[aa][bb][cc];W[dd])",
            "(;HA[2]AB[aa][cc]AW[bb];W[dd])",
            "(;;B[aa];B[bb];W[cc])",
        ] {
            assert!(!is_missing(sgf), "{sgf}");
        }
    }

    #[test]
    fn margin_too_large_for_the_board_is_overflow() {
        let overflow = Recorded::WithoutMargin(Reason::ResultOverflow, None);
        assert_eq!(headers("(;KM[6.5]RE[B+8194.00])").unwrap().result, overflow);
        assert_ne!(headers("(;KM[6.5]RE[B+361])").unwrap().result, overflow);
    }
}
