//! A map for small modules, which have few keys.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;

/// A map that searches `N` keys one by one, without memory of its own, and more keys by their hashes.
pub(crate) struct FewMap<K, V, const N: usize> {
    few: SmallVec<[(K, V); N]>,
    /// All keys, if they are more than a few.
    all: FxHashMap<K, V>,
}

impl<K, V, const N: usize> Default for FewMap<K, V, N> {
    fn default() -> FewMap<K, V, N> {
        FewMap { few: SmallVec::new(), all: FxHashMap::default() }
    }
}

impl<K: Eq + Hash, V, const N: usize> FewMap<K, V, N> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        if !self.all.is_empty() {
            return self.get_hashed(key);
        }
        self.few.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// Sets the value of a key; returns the one that it had.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        if !self.all.is_empty() {
            return self.insert_hashed(key, value);
        }
        if let Some((_, old)) = self.few.iter_mut().find(|(known, _)| *known == key) {
            return Some(std::mem::replace(old, value));
        }
        if self.few.len() == N {
            return self.insert_hashed(key, value);
        }
        self.few.push((key, value));
        None
    }

    // Out of line: the code of small modules is to stay in the processor's cache.
    #[inline(never)]
    fn get_hashed(&self, key: &K) -> Option<&V> {
        self.all.get(key)
    }

    #[inline(never)]
    fn insert_hashed(&mut self, key: K, value: V) -> Option<V> {
        self.all.extend(self.few.drain(..));
        self.all.insert(key, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_keys_and_many_are_found() {
        let mut map: FewMap<u32, u32, 4> = FewMap::default();
        for key in 0..10 {
            assert_eq!(map.get(&key), None);
            assert_eq!(map.insert(key, 0), None);
            assert_eq!(map.insert(key, key + 1), Some(0));
            assert!((0..=key).all(|known| map.get(&known) == Some(&(known + 1))));
        }
    }
}
