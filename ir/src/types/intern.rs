//! Interning: one immortal copy of each distinct type.
//!
//! Types are few, often compared, and shared between modules, passes and threads. Each distinct one
//! is stored once for the life of the process, and the IR holds a one-word pointer, compared by
//! address.

use rustc_hash::FxHashSet;
use std::any::{Any, TypeId};
use std::borrow::Borrow;
use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, Mutex};

/// A pointer to the only copy of a `T`. Equality and hash use the address; the order is that of
/// `T`, so that it is deterministic.
pub struct Interned<T: 'static>(&'static T);

impl<T> Clone for Interned<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Interned<T> {}

impl<T> Deref for Interned<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0
    }
}
impl<T> Interned<T> {
    /// The immortal copy itself.
    pub fn get(self) -> &'static T {
        self.0
    }
}
impl<T> PartialEq for Interned<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl<T> Eq for Interned<T> {}
impl<T> Hash for Interned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}
impl<T: PartialOrd> PartialOrd for Interned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(other.0)
    }
}
impl<T: Ord> Ord for Interned<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}
impl<T: fmt::Debug> fmt::Debug for Interned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl<T: fmt::Display> fmt::Display for Interned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A pool entry, hashed by content, so that lookups with a borrowed key do not allocate.
struct Entry<T: 'static>(&'static T);
impl<T: PartialEq> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T: Eq> Eq for Entry<T> {}
impl<T: Hash> Hash for Entry<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> Borrow<T> for Entry<T> {
    fn borrow(&self) -> &T {
        self.0
    }
}

type Pools = rustc_hash::FxHashMap<TypeId, Box<dyn Any + Send>>;
static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Default::default);

thread_local! {
    /// The types already seen by this thread, which avoids the lock.
    static SEEN: RefCell<rustc_hash::FxHashMap<TypeId, Box<dyn Any>>> = RefCell::default();
}

impl<T: Hash + Eq + Send + Sync + 'static> Interned<T> {
    /// The one copy that equals `value`.
    pub fn new(value: T) -> Interned<T> {
        SEEN.with_borrow_mut(|seen| {
            let mine = seen
                .entry(TypeId::of::<T>())
                .or_insert_with(|| Box::new(FxHashSet::<Entry<T>>::default()))
                .downcast_mut::<FxHashSet<Entry<T>>>()
                .expect("a pool is keyed by its type");
            if let Some(found) = mine.get(&value) {
                return Interned(found.0);
            }
            let mut pools = POOLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let pool = pools
                .entry(TypeId::of::<T>())
                .or_insert_with(|| Box::new(FxHashSet::<Entry<T>>::default()))
                .downcast_mut::<FxHashSet<Entry<T>>>()
                .expect("a pool is keyed by its type");
            let copy = match pool.get(&value) {
                Some(found) => found.0,
                None => {
                    let leaked: &'static T = Box::leak(Box::new(value));
                    pool.insert(Entry(leaked));
                    leaked
                }
            };
            mine.insert(Entry(copy));
            Interned(copy)
        })
    }
}
