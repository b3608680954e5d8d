//! Suggests names of existing games for a game that does not exist.

/// The maximum number of suggestions for one name.
const MAX_SUGGESTIONS: usize = 3;

/// The minimum similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.9;

/// Returns the few of `names` that most resemble `wanted`: games in files with the same name in any folder, with the
/// same game number first, or else games with a similar spelling.
#[must_use]
pub fn suggest<'a>(names: &'a [String], wanted: &str) -> Vec<&'a str> {
    let (part, wanted_number) = (last_part(wanted), number(wanted).unwrap_or("1"));
    let names = || names.iter().map(String::as_str);
    let mut found: Vec<&str> = names().filter(|name| last_part(name) == part).collect();
    found.sort_by_cached_key(|name| {
        let similarity = strsim::jaro_winkler(file(name), file(wanted));
        (number(name) != Some(wanted_number), f64::to_bits(1.0 - similarity))
    });
    if found.is_empty() {
        let similarity =
            |name: &str| strsim::jaro_winkler(name, wanted).max(strsim::jaro_winkler(&last_part(name), &part));
        let mut similar: Vec<_> = names().map(|name| (similarity(name), name)).collect();
        similar.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
        similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found = similar.into_iter().map(|(_, name)| name).collect();
    }
    found.truncate(MAX_SUGGESTIONS);
    found
}

fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('#') {
        Some((file, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (file, Some(number))
        }
        _ => (name, None),
    }
}

fn file(name: &str) -> &str {
    split(name).0
}

fn number(name: &str) -> Option<&str> {
    split(name).1
}

fn last_part(name: &str) -> String {
    file(name).rsplit('/').next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let names = ["a/x.sgf#1", "a/x.sgf#2", "b/x.sgf#1", "b/long-name.sgf#1", "z.zip!/y.sgf#1"];
        let names = names.map(str::to_owned);
        for (wanted, suggested) in [
            ("a/x.sgf", &["a/x.sgf#1", "b/x.sgf#1", "a/x.sgf#2"][..]),
            ("b/X.SGF#1", &["b/x.sgf#1", "a/x.sgf#1", "a/x.sgf#2"]),
            ("b/x.sgf#2", &["a/x.sgf#2", "b/x.sgf#1", "a/x.sgf#1"]),
            ("y.sgf#1", &["z.zip!/y.sgf#1"]),
            ("b/long_name.sgf#1", &["b/long-name.sgf#1"]),
            ("long_name.sgf", &["b/long-name.sgf#1"]),
            ("nothing like it", &[]),
            ("", &[]),
        ] {
            assert_eq!(suggest(&names, wanted), suggested, "{wanted}");
        }
    }
}
