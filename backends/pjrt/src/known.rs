//! Programs that this process compiled before: a framework hands over the same program again when
//! its function was made anew, as a lambda in a loop is.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use hloom_ir::Module;
use hloom_ir::text::{PrintOptions, print};

use crate::inspect::has_inspections;

/// The most programs that are kept.
const MOST: usize = 128;

/// The length in bytes from which a program is not kept: it takes long to compare, and much memory.
const LONGEST: usize = 1 << 16;

/// The key of an executable: the client, the options, and the program without the places in source
/// files that it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    client: usize,
    options: Box<[u8]>,
    text: Box<str>,
}

impl Key {
    /// The key of a program whose encoding has this many bytes; `None` if it is not kept.
    pub(crate) fn of(client: usize, options: &[u8], module: &Module, bytes: usize) -> Option<Key> {
        let text = || print(module, &PrintOptions { generic: true, ..PrintOptions::default() });
        // Shardings are told each time that a program is compiled.
        (bytes < LONGEST && !has_inspections(module)).then(|| Key {
            client,
            options: options.into(),
            text: text().into(),
        })
    }
}

/// The programs, of which the oldest gives way to a new one.
pub(crate) struct Known<T>(Mutex<Kept<T>>);

/// The programs by key, and the keys from the oldest on.
type Kept<T> = (HashMap<Key, Arc<T>>, VecDeque<Key>);

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known(Mutex::default())
    }
}

impl<T> Known<T> {
    /// The program of this key.
    pub(crate) fn get(&self, key: &Key) -> Option<Arc<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.get(key).cloned()
    }

    /// Keeps a program.
    pub(crate) fn keep(&self, key: Key, program: &Arc<T>) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (programs, order) = &mut *guard;
        if programs.insert(key.clone(), program.clone()).is_none() {
            order.push_back(key);
        }
        let oldest = if order.len() > MOST { order.pop_front() } else { None };
        let gone = oldest.and_then(|key| programs.remove(&key));
        // Its destructor unloads code, which others need not wait for.
        drop(guard);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Module {
        hloom_ir::text::parse_module(text).unwrap()
    }

    #[test]
    fn places_in_source_files_do_not_count_and_options_do() {
        let text = |at: &str| format!("module {{ func.func @main() {{ return loc({at}) }} }}");
        let key = |at: &str, options: &[u8]| Key::of(0, options, &module(&text(at)), 10);
        assert_eq!(key("\"a.py\":1:2", b"x"), key("\"b.py\":7:2", b"x"));
        assert_ne!(key("\"a.py\":1:2", b"x"), key("\"a.py\":1:2", b"y"));
        assert_eq!(Key::of(0, b"", &module(&text("unknown")), LONGEST), None);
    }

    #[test]
    fn the_oldest_gives_way() {
        let module = module("module {}");
        let known = Known::default();
        let key = |i: usize| Key::of(i, b"", &module, 0).unwrap();
        (0..=MOST).for_each(|i| known.keep(key(i), &Arc::new(i)));
        assert_eq!(known.get(&key(0)), None);
        assert_eq!(known.get(&key(MOST)).as_deref(), Some(&MOST));
        known.keep(key(1), &Arc::new(0));
        assert_eq!(known.get(&key(2)).as_deref(), Some(&2));
    }
}
