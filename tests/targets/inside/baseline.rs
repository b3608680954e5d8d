//! Fuzzes baselines: parses any text as a baseline.

use crate::compare::Baseline;
use crate::render::baseline_difference;

/// Checks that a parsed baseline is parsed again from its own text, and does not differ from
/// itself.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Baseline::parse(text) {
        Ok(baseline) => {
            let written = baseline.to_text();
            assert_eq!(
                Baseline::parse(&written).as_ref(),
                Ok(&baseline),
                "{written}"
            );
            assert_eq!(
                Baseline::parse(&written).map(|again| again.to_text()),
                Ok(written)
            );
            assert_eq!(baseline.changes(&baseline, &[]), []);
            assert_eq!(baseline_difference(&baseline, &baseline), "");
            for mismatch in baseline.mismatches.values() {
                assert!(!mismatch.is_worse_than(mismatch) && !mismatch.words().is_empty());
                assert!(
                    mismatch.map_diff.is_none()
                        || mismatch.words().contains("of the map")
                        || mismatch.outcome.is_none()
                );
            }
            for known in baseline.strategies.values() {
                assert!(
                    known.exact <= known.games
                        && known.winner <= known.games
                        && known.maps_exact <= known.maps
                );
            }
        }
        Err(damage) => {
            let lines = text.split(['\n', '\r']).count() as u64;
            assert!(
                !damage.what.is_empty()
                    && damage.line.is_none_or(|line| (1..=lines).contains(&line)),
                "{damage}"
            );
        }
    }
}
