//! A game's board as a PNG picture, rendered from the SVG one.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Transform, Tree};

use super::Explained;

impl Explained<'_> {
    /// Returns the picture of [`Explained::svg`] as PNG, the same to the byte on every machine, since it needs no font.
    ///
    /// # Panics
    ///
    /// Never: the SVG is valid, and a board has a size.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let tree = Tree::from_str(&self.svg(), &Options::default()).expect("SVG of our own");
        let size = tree.size().to_int_size();
        let mut picture = Pixmap::new(size.width(), size.height()).expect("a board has a size");
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        picture.encode_png().expect("memory takes all that is written")
    }
}
