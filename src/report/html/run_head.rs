//! The lines of a page's head that say which run it shows.

use std::path::Path;

use super::escape::escape;
use crate::report::{SavedRun, shell_word};

/// Returns the name of a run: that of its folder.
pub(super) fn run_name(folder: &Path) -> String {
    let whole = folder.canonicalize();
    let name = whole.as_deref().unwrap_or(folder).file_name().unwrap_or(folder.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Returns the date of a run and the command that made it, as HTML; nothing where neither is known.
pub(super) fn date_and_command(run: &SavedRun) -> String {
    let date = (run.started > 0).then(|| format!("<time>{}</time>", date_text(run.started)));
    let command = run.arguments.split_first().map(|(program, words)| {
        let program = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
        let words = std::iter::once(&*program).chain(words.iter().map(String::as_str));
        format!("<code>{}</code>", escape(&words.map(shell_word).collect::<Vec<_>>().join(" ")))
    });
    date.into_iter().chain(command).collect::<Vec<_>>().join(" · ")
}

/// Returns a time as a date, to the minute. The days are counted as in Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `civil_from_days`: in eras of 400 years that begin with March.
fn date_text(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400 + 719_468, seconds / 60);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60 % 24, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_its_date() {
        // from `date -u -d @SECONDS`
        for (seconds, date) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_795_480_330, "2026-11-24 00:32 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date_text(seconds), date);
        }
    }
}
