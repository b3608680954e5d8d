//! Text in HTML.

/// Escapes text for HTML, in an element or a quoted attribute.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // HTML allows no control characters but white space
            _ if letter.is_control() => escaped.extend(letter.escape_default()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        assert_eq!(escape("<b>'\"&\u{7}"), "&lt;b&gt;&#39;&quot;&amp;\\u{7}");
    }
}
