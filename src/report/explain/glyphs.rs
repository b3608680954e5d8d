//! Letters as strokes, so that a picture looks the same on every machine, whatever fonts it has.

use std::fmt::Write as _;

/// The height of a capital letter, in the units of the glyphs.
const HEIGHT: f32 = 6.0;

/// The gap between two letters, in the units of the glyphs.
const GAP: f32 = 1.6;

/// Returns the width of a line of text whose capital letters are `height` tall.
pub(super) fn width(text: &str, height: f32) -> f32 {
    let letters = text.chars().count();
    let gaps = GAP * f32::from(u8::try_from(letters.saturating_sub(1)).unwrap_or(u8::MAX));
    (text.chars().map(|letter| glyph(letter).0).sum::<f32>() + gaps) * height / HEIGHT
}

/// Draws text that begins at `x`, with the middle of its capital letters at `y`. `attributes` are those of the SVG
/// element.
pub(super) fn draw(svg: &mut String, text: &str, [x, y]: [f32; 2], height: f32, attributes: &str) {
    let scale = height / HEIGHT;
    let _ = write!(svg, "<g {attributes} transform=\"translate({x:.3} {:.3}) scale({scale:.4})\">", y - height / 2.0);
    let mut pen = 0.0;
    for letter in text.chars() {
        let (width, strokes) = glyph(letter);
        if !strokes.is_empty() {
            let _ = write!(svg, "<path transform=\"translate({pen:.1})\" d=\"{strokes}\"/>");
        }
        pen += width + GAP;
    }
    svg.push_str("</g>\n");
}

/// Draws text centred at a point.
pub(super) fn center(svg: &mut String, text: &str, [x, y]: [f32; 2], height: f32, attributes: &str) {
    draw(svg, text, [x - width(text, height) / 2.0, y], height, attributes);
}

/// Returns a letter's width and strokes; a box if the letter has no glyph.
fn glyph(letter: char) -> (f32, &'static str) {
    GLYPHS
        .iter()
        .find(|(other, ..)| *other == letter)
        .map_or((4.0, "M0 0H4V6H0Z"), |&(_, width, strokes)| (width, strokes))
}

/// The glyphs of column letters, row numbers and captions: letter, width, and strokes as an SVG path.
const GLYPHS: [(char, f32, &str); 63] = [
    (' ', 1.4, ""),
    ('-', 2.0, "M0 4H2"),
    ('0', 3.8, "M1.9 0C.7 0 0 1.2 0 3S.7 6 1.9 6S3.8 4.8 3.8 3S3.1 0 1.9 0Z"),
    ('1', 2.6, "M.4 1.3L2.1 0V6"),
    ('2', 3.8, "M.1 1.5C.2 .6 .9 0 1.9 0C3 0 3.7 .7 3.7 1.6C3.7 2.9 2 3.6 0 6H3.8"),
    (
        '3',
        3.8,
        "M.2 .9C.6 .3 1.2 0 1.9 0C2.9 0 3.6 .6 3.6 1.4S2.9 2.8 1.6 2.8C3 2.8 3.8 3.4 3.8 4.4S3 6 1.9 6C1 6 .3 5.6 0 4.9",
    ),
    ('4', 3.9, "M2.9 6V0L0 4.2H3.9"),
    ('5', 3.8, "M3.5 0H.6L.3 2.8C.8 2.4 1.3 2.2 1.9 2.2C3 2.2 3.8 3 3.8 4.1S3 6 1.9 6C1 6 .3 5.6 0 4.9"),
    (
        '6',
        3.8,
        "M3.3 .5C2.9 .2 2.5 0 2 0C.7 0 0 1.6 0 3.6C0 5.2 .7 6 1.9 6S3.8 5.2 3.8 4.1S3 2.3 1.9 2.3C.9 2.3 .1 3 0 4",
    ),
    ('7', 3.8, "M0 0H3.8L1.4 6"),
    (
        '8',
        3.8,
        "M1.9 2.8C.9 2.8 .3 2.2 .3 1.4S.9 0 1.9 0S3.5 .6 3.5 1.4S2.9 2.8 1.9 2.8C.7 2.8 0 3.5 0 4.4S.7 6 1.9 6S3.8 5.3 3.8 4.4\
         S3.1 2.8 1.9 2.8Z",
    ),
    (
        '9',
        3.8,
        "M.5 5.5C.9 5.8 1.3 6 1.8 6C3.1 6 3.8 4.4 3.8 2.4C3.8 .8 3.1 0 1.9 0S0 .8 0 1.9S.8 3.7 1.9 3.7C2.9 3.7 3.7 3 3.8 2",
    ),
    ('A', 4.0, "M0 6L2 0L4 6M.7 4H3.3"),
    ('B', 4.0, "M0 3H2.5M0 0V6H2.5A1.5 1.5 0 0 0 2.5 3A1.5 1.5 0 0 0 2.5 0H0"),
    ('C', 4.0, "M4 1.2C3.6 .4 3 0 2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6C3 6 3.6 5.6 4 4.8"),
    ('D', 4.0, "M0 0V6H1.6C3.1 6 4 4.9 4 3S3.1 0 1.6 0Z"),
    ('E', 3.6, "M3.6 0H0V6H3.6M0 3H3"),
    ('F', 3.6, "M3.6 0H0V6M0 3H3"),
    ('G', 4.0, "M4 1.2C3.6 .4 3 0 2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6C3.4 6 4 5.2 4 4V3.2H2.4"),
    ('H', 4.0, "M0 0V6M4 0V6M0 3H4"),
    ('J', 3.0, "M3 0V4.4C3 5.4 2.4 6 1.5 6S0 5.4 0 4.6"),
    ('K', 4.0, "M0 0V6M4 0L0 3.6M1.4 2.4L4 6"),
    ('L', 3.4, "M0 0V6H3.4"),
    ('M', 4.6, "M0 6V0L2.3 4L4.6 0V6"),
    ('N', 4.0, "M0 6V0L4 6V0"),
    ('O', 4.4, "M2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6S4.4 4.8 4.4 3S3.5 0 2.2 0Z"),
    ('P', 4.1, "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0"),
    ('Q', 4.4, "M2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6S4.4 4.8 4.4 3S3.5 0 2.2 0ZM2.8 4.4L4.4 6.2"),
    ('R', 4.1, "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0M2 3.4L4.1 6"),
    ('S', 4.0, "M3.8 1.1C3.4 .4 2.8 0 2 0C.9 0 .1 .6 .1 1.5C.1 2.5 1 2.7 2 3S4 3.5 4 4.5S3.1 6 2 6C1.1 6 .4 5.6 0 4.8"),
    ('T', 4.0, "M0 0H4M2 0V6"),
    ('U', 4.0, "M0 0V4C0 5.2 .8 6 2 6S4 5.2 4 4V0"),
    ('V', 4.0, "M0 0L2 6L4 0"),
    ('W', 5.6, "M0 0L1.4 6L2.8 1L4.2 6L5.6 0"),
    ('X', 4.0, "M0 0L4 6M4 0L0 6"),
    ('Y', 4.0, "M0 0L2 3L4 0M2 3V6"),
    ('Z', 4.0, "M0 0H4L0 6H4"),
    ('a', 3.0, "M3 2V6M3 3.4C3 2.6 2.4 2 1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.4 6 3 5.4 3 4.6"),
    ('b', 3.0, "M0 0V6M0 4.6C0 5.4 .6 6 1.4 6C2.4 6 3 5.1 3 4S2.4 2 1.4 2C.6 2 0 2.6 0 3.4"),
    ('c', 2.9, "M2.9 2.8C2.6 2.3 2.2 2 1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.2 6 2.6 5.7 2.9 5.2"),
    ('d', 3.0, "M3 0V6M3 3.4C3 2.6 2.4 2 1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.4 6 3 5.4 3 4.6"),
    ('e', 3.0, "M0 4H3C3 2.7 2.4 2 1.5 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.2 6 2.6 5.7 2.9 5.2"),
    ('f', 2.2, "M2.2 0C1.2 0 .8 .5 .8 1.4V6M0 2H2.1"),
    (
        'g',
        3.0,
        "M3 2V6.6C3 7.6 2.4 8.1 1.5 8.1C.9 8.1 .5 7.9 .2 7.5M3 3.4C3 2.6 2.4 2 1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.4 6 3 5.4 3 4.6",
    ),
    ('h', 3.0, "M0 0V6M0 3.6C0 2.6 .7 2 1.5 2S3 2.6 3 3.6V6"),
    ('i', 0.4, "M.2 2V6M.2 .4V.5"),
    ('j', 0.9, "M.8 2V6.8C.8 7.7 .4 8.1 -.3 8.1M.8 .4V.5"),
    ('k', 2.9, "M0 0V6M2.8 2L0 4.6M1.1 3.6L2.9 6"),
    ('l', 0.4, "M.2 0V6"),
    ('m', 4.8, "M0 2V6M0 3.6C0 2.6 .6 2 1.2 2S2.4 2.6 2.4 3.6V6M2.4 3.6C2.4 2.6 3 2 3.6 2S4.8 2.6 4.8 3.6V6"),
    ('n', 3.0, "M0 2V6M0 3.6C0 2.6 .7 2 1.5 2S3 2.6 3 3.6V6"),
    ('o', 3.2, "M1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6S3.2 5.1 3.2 4S2.6 2 1.6 2Z"),
    ('p', 3.0, "M0 2V8M0 4.6C0 5.4 .6 6 1.4 6C2.4 6 3 5.1 3 4S2.4 2 1.4 2C.6 2 0 2.6 0 3.4"),
    ('q', 3.0, "M3 2V8M3 3.4C3 2.6 2.4 2 1.6 2C.6 2 0 2.9 0 4S.6 6 1.6 6C2.4 6 3 5.4 3 4.6"),
    ('r', 1.9, "M0 2V6M0 3.8C0 2.7 .7 2 1.8 2"),
    (
        's',
        2.7,
        "M2.5 2.7C2.2 2.2 1.8 2 1.3 2C.6 2 .1 2.4 .1 3C.1 4.3 2.7 3.6 2.7 5C2.7 5.6 2.1 6 1.4 6C.7 6 .3 5.7 0 5.2",
    ),
    ('t', 2.1, "M.9 .8V4.8C.9 5.6 1.3 6 2.1 6M0 2H2.1"),
    ('u', 3.0, "M0 2V4.4C0 5.4 .7 6 1.5 6S3 5.4 3 4.4M3 2V6"),
    ('v', 3.0, "M0 2L1.5 6L3 2"),
    ('w', 4.4, "M0 2L1.1 6L2.2 2.6L3.3 6L4.4 2"),
    ('x', 2.8, "M0 2L2.8 6M2.8 2L0 6"),
    ('y', 3.0, "M0 2L1.5 6M3 2L1.2 7.2C1 7.8 .6 8.1 0 8.1"),
    ('z', 2.8, "M0 2H2.8L0 6H2.8"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, column_label};
    use crate::territory::STRATEGIES;

    #[test]
    fn every_letter_that_pictures_have_is_there_once() {
        let mut letters: Vec<char> = GLYPHS.iter().map(|&(letter, ..)| letter).collect();
        letters.dedup();
        assert!(letters.is_sorted() && letters.len() == GLYPHS.len());
        let columns: String = (0..Size::MAX).map(column_label).collect();
        let names: String = STRATEGIES.iter().map(|strategy| strategy.name()).collect();
        let missing: String =
            (columns + &names + "0123456789").chars().filter(|letter| !letters.contains(letter)).collect();
        assert_eq!(missing, "");
    }

    #[test]
    fn text_is_as_wide_as_its_letters() {
        assert!((width("ll", 6.0) - 2.4).abs() < 1e-5 && width("", 6.0) == 0.0);
        let mut svg = String::new();
        center(&mut svg, "ll", [5.0, 3.0], 6.0, "class=\"x\"");
        assert!(svg.starts_with("<g class=\"x\" transform=\"translate(3.800 0.000) scale(1.0000)\">"), "{svg}");
        assert_eq!(svg.matches("<path").count(), 2);
    }
}
