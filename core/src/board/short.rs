//! Sorts short lists.

/// Sorts a short list by a key; items with equal keys keep their order. The standard library's
/// sorts are faster for long lists, but each type and key adds up to 13 kB to a WebAssembly module.
pub(crate) fn sort_short_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
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
    use super::sort_short_by_key;

    #[test]
    fn short_sort_agrees_with_the_stable_sort() {
        let mut rng = fastrand::Rng::with_seed(1);
        for length in 0..20 {
            let mut list: Vec<(u8, usize)> = (0..length).map(|at| (rng.u8(..5), at)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_short_by_key(&mut list, |&(key, _)| key);
            assert_eq!(list, expected);
        }
    }
}
