//! Memory that is kept from one position to the next.

/// Resets `list` to `length` default values, and keeps its memory.
pub(super) fn reset<T: Clone + Default>(list: &mut Vec<T>, length: usize) {
    list.clear();
    list.resize(length, T::default());
}
