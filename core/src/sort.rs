//! Sorting of short lists.

/// Sorts a list of points or similar items.
pub(crate) fn sort<T: Copy + Ord>(list: &mut [T]) {
    sort_by_key(list, |item| *item);
}

/// Sorts a list stably by insertion, which suits lists of a few dozen items that are almost sorted.
/// The standard library's sorts, compiled for each type of item, would make up a seventh of the npm
/// package.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        sort_by_key(&mut list, |item| item.0);
        assert_eq!(list.map(|item| item.1), ['d', 'b', 'e', 'a', 'c']);
        sort(&mut list);
        assert_eq!(list.map(|item| item.1), ['d', 'b', 'e', 'a', 'c']);
    }
}
