//! Fuzzes headers: reads any text as a record's `SZ`, `KM`, `HA`, `RE` and `RU`.

use seichi::rules::{Points, Rules};
use seichi::sgf::{HeaderOverrides, Headers, KomiFrom, interpret};
use seichi::skip::Reason;

use super::games;

/// Checks that a written board size is read back, and that values that were understood are within
/// bounds.
pub(crate) fn check(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    // the encoding comes first, because a value that looks like a `CA` property would be taken for
    // one
    let value = text.replace('\\', "\\\\").replace(']', "\\]");
    let read = |sgf: String| games(sgf.as_bytes()).remove(0).record;
    match read(format!("(;CA[UTF-8]SZ[{value}])")) {
        Ok(record) => {
            let (width, height) = (record.size.width(), record.size.height());
            let again = read(format!("(;SZ[{width}:{height}])")).expect("a size");
            assert_eq!(again.size, record.size);
        }
        Err(skip) => assert_eq!(skip.reason, Reason::BadSize, "{text:?}"),
    }
    let record = read(format!(
        "(;CA[UTF-8]SZ[9]KM[{value}]HA[{value}]RE[{value}]RU[{value}])"
    ))
    .expect("a record");
    match interpret(&record, &HeaderOverrides::default()) {
        Ok(headers) => understood(text, &headers),
        Err(skip) => assert_eq!(skip.reason, Reason::UnreadableKomi, "{text:?}"),
    }
}

fn understood(text: &str, headers: &Headers) {
    assert!(
        headers.handicap <= 81,
        "{text:?}: {} handicap stones",
        headers.handicap
    );
    assert!(
        headers.komi.hundredths().rem_euclid(50) != 25,
        "{text:?}: a komi of {}",
        headers.komi
    );
    let most = Points::whole(2 * 81 + 400);
    match headers.margin() {
        Ok(margin) => assert!(
            margin.abs() <= most && headers.komi_from != KomiFrom::Nowhere || margin.is_whole(),
            "{text:?}: {margin}"
        ),
        Err((reason, detail)) => {
            assert!(!detail.is_empty() || reason != Reason::NoKomi, "{text:?}");
        }
    }
    if let Some(rules) = Rules::from_text(text) {
        assert_eq!(
            (headers.rules, headers.rules_guessed),
            (rules, None),
            "{text:?}"
        );
    }
}
