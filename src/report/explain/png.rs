//! A game's board as a PNG picture: the SVG one, drawn.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Transform, Tree};

use super::Explained;

impl Explained<'_> {
    /// The picture of [`Explained::svg`], the same to the byte on every machine: no font is looked for.
    ///
    /// # Panics
    ///
    /// Never: the SVG is our own, and a board has a size.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let tree = Tree::from_str(&self.svg(), &Options::default()).expect("SVG of our own");
        let size = tree.size().to_int_size();
        let mut picture = Pixmap::new(size.width(), size.height()).expect("a board has a size");
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        picture.encode_png().expect("memory takes all that is written")
    }
}
