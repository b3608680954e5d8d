//! Parts of SGF records.

use std::borrow::Cow;

use seichi::board::Point;
use seichi::rules::Rules;

/// Returns a property with all points in the order of their names, or an empty text if there are none.
pub(crate) fn point_list(property: &str, points: impl Iterator<Item = Point>) -> String {
    let mut names: Vec<String> = points.map(|point| point.to_string()).collect();
    names.sort();
    if names.is_empty() { String::new() } else { format!("{property}[{}]", names.join("][")) }
}

/// Returns the rules as SGF spells them (FF\[4\], property `RU`), or in the same style if SGF has no name for them.
pub(crate) fn rules_name(rules: Rules) -> Cow<'static, str> {
    let name = match rules {
        Rules::JAPANESE => "Japanese",
        Rules::KOREAN => "Korean",
        Rules::CHINESE => "Chinese",
        Rules::AGA => "AGA",
        Rules::NEW_ZEALAND => "NZ",
        Rules::ING => "GOE",
        Rules::TROMP_TAYLOR => "Tromp-Taylor",
        other => return other.name(),
    };
    name.into()
}

/// Escapes text for a property's value, which `]` would end.
pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Escapes text for one half of a composed value.
pub(crate) fn escape_part(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_rules_name_reads_back() {
        assert!(Rules::ALL.iter().all(|&rules| Rules::from_text(&rules_name(rules)) == Some(rules)));
    }
}
