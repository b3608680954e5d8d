//! Buffers that are used for one position after another.

/// Resets `list` to `length` default values, and keeps its memory.
pub(super) fn reset<T: Clone + Default>(list: &mut Vec<T>, length: usize) {
    list.clear();
    list.resize(length, T::default());
}
