//! A connected set of vertices.

use super::vertex_set::VertexSet;

/// A connected component of a set of vertices, such as a chain of stones or an empty region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Component {
    /// The vertices of the component.
    pub(super) set: VertexSet,
    /// The vertices adjacent to the component, without its own.
    pub(super) boundary: VertexSet,
}
