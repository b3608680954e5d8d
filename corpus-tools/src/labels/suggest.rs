//! Suggests names of existing games for a game that does not exist.

/// The maximum number of suggestions for one name.
const MAX_SUGGESTIONS: usize = 3;

/// The minimum similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.92;

/// Returns a few of `names`, whose file names (regardless of the folder) are the most similar to
/// the file name in `wanted`.
pub(super) fn suggest<'a>(names: &'a [String], wanted: &str) -> Vec<&'a str> {
    let file = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let similarity = |name: &str| strsim::jaro_winkler(&file(name), &file(wanted));
    let mut similar: Vec<(f64, &str)> = names
        .iter()
        .map(|name| (similarity(name), name.as_str()))
        .collect();
    similar.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    similar
        .into_iter()
        .map(|(_, name)| name)
        .take(MAX_SUGGESTIONS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let names = [
            "a/x.sgf#1",
            "a/x.sgf#2",
            "b/x.sgf#1",
            "b/long-name.sgf#1",
            "z.zip!/y.sgf#1",
        ];
        let names = names.map(str::to_owned);
        for (wanted, suggested) in [
            ("a/x.sgf", &["a/x.sgf#1", "a/x.sgf#2", "b/x.sgf#1"][..]),
            ("b/X.SGF#1", &["a/x.sgf#1", "b/x.sgf#1", "a/x.sgf#2"]),
            ("b/x.sgf#2", &["a/x.sgf#2", "a/x.sgf#1", "b/x.sgf#1"]),
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
