//! A folder of machine code that outlives the process.
//!
//! Before this: a loop program, in which the decisions of the module, the passes and the
//! schedules are spelled out. After it: [`crate::compile`] is skipped for code that the
//! folder holds.
//!
//! ```text
//! program ─────────────────┐
//! options, CPU, features ──┤
//! LLVM's version ──────────┼─ Key ── folder/<key>.hloom-code ── objects ── link
//! SOURCES (build script) ──┘
//! ```
//!
//! The key is a hash of everything that decides the code: the program, the options, the CPU
//! with its features, LLVM's version, and a fingerprint of the sources of the crates that
//! turn a loop program into code ([`SOURCES`]). Nothing is ever declared stale: an edited
//! code generator finds no file of its predecessor.
//!
//! A file is written under another name and renamed, so that processes may share a folder. A
//! damaged file counts as missing, and [`Cached::Failed`] says so. The cache does not
//! protect from somebody who writes to the folder.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use hloom_loops::program::{Program, Space};
use inkwell::targets::TargetMachine;

use crate::constructors;
use crate::options::Options;

#[cfg(test)]
mod fingerprint;

/// The default size limit of a folder: half a gigabyte.
pub const DEFAULT_LIMIT: u64 = 512 << 20;

/// The fingerprint of the sources of ir, analysis, loops, llvm and runtime, by this crate's build script.
pub(crate) const SOURCES: &str = env!("HLOOM_SOURCES");

/// The first bytes of a file.
const MAGIC: &[u8; 16] = b"hloom code 1\n\0\0\0";
/// The ending of the files' names.
const EXTENSION: &str = "hloom-code";

/// A folder with machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder, created with the first file.
    pub folder: PathBuf,
    /// The size limit in bytes; the least recently used files are removed first.
    pub limit: u64,
}

/// The part that a cache had in an executable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cached {
    /// There is no cache.
    #[default]
    Off,
    /// The code came from the cache.
    Hit,
    /// The code was compiled and stored.
    Stored,
    /// The code was compiled because the file was damaged, or could not be stored: a
    /// sentence without a full stop.
    Failed(String),
}

/// The name of a file of code: a hash of all that the code depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u64; 2]);

impl Key {
    /// The key of what is hashed and of hloom's sources ([`cache`](self)).
    pub fn new(feed: impl Fn(&mut DefaultHasher)) -> Key {
        Key::of_sources(SOURCES, feed)
    }

    /// The key of what is hashed for code that sources of this fingerprint make.
    fn of_sources(sources: &str, feed: impl Fn(&mut DefaultHasher)) -> Key {
        Key([0u64, 1].map(|seed| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            sources.hash(&mut hasher);
            feed(&mut hasher);
            hasher.finish()
        }))
    }

    /// The key of a program compiled with these options.
    pub(crate) fn of(program: &Program, options: &Options) -> Key {
        Key::new(|hasher| {
            constructors::run();
            inkwell::support::get_llvm_version().hash(hasher);
            options.target.name().hash(hasher);
            TargetMachine::get_host_cpu_name().to_bytes().hash(hasher);
            TargetMachine::get_host_cpu_features().to_bytes().hash(hasher);
            (options.effort, options.profile).hash(hasher);
            hash_program(program, hasher);
        })
    }

    fn name(self) -> String {
        format!("{:016x}{:016x}.{EXTENSION}", self.0[0], self.0[1])
    }

    fn bytes(self) -> Vec<u8> {
        self.0.iter().flat_map(|half| half.to_le_bytes()).collect()
    }
}

/// Hashes every part of a program that its code depends on.
fn hash_program(program: &Program, hasher: &mut DefaultHasher) {
    program.name.hash(hasher);
    for buffer in &program.buffers {
        buffer.name.hash(hasher);
        let storage = buffer.storage();
        (storage.scalar, storage.units, buffer.element.is_float()).hash(hasher);
        buffer.shape.hash(hasher);
        match &buffer.space {
            Space::Argument(n) => (0, n).hash(hasher),
            Space::Unsized(n) => (8, n).hash(hasher),
            Space::Result(n) => (1, n).hash(hasher),
            Space::Donated(n, m) => (2, n, m).hash(hasher),
            Space::Constant(bytes) => (3, bytes).hash(hasher),
            Space::Arena(at) => (4, at).hash(hasher),
            Space::Scratch => 5.hash(hasher),
            Space::Shared => 7.hash(hasher),
            // Its signs are the instruction's.
            Space::Matrix => (6, format!("{}", buffer.element)).hash(hasher),
        }
    }
    for function in &program.externs {
        format!("{function:?}").hash(hasher);
    }
    for value in &program.values {
        value.ty.hash(hasher);
    }
    program.body.hash(hasher);
}

/// The hash at the end of a file.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

impl Cache {
    /// A cache in this folder, limited to [`DEFAULT_LIMIT`].
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: folder.into(), limit: DEFAULT_LIMIT }
    }

    /// The objects stored under a key, if there are any.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn find(&self, key: Key) -> Result<Option<Vec<Vec<u8>>>, String> {
        let path = self.folder.join(key.name());
        let Ok(bytes) = std::fs::read(&path) else { return Ok(None) };
        let objects = decode(&bytes, key);
        let damaged = || format!("`{}` is damaged, and is made anew", path.display());
        let objects = objects.ok_or_else(damaged)?;
        // Marks it as used; a failure only makes it leave the folder earlier.
        if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Ok(Some(objects))
    }

    /// Stores objects under a key.
    ///
    /// # Errors
    /// The folder or the file can't be written.
    pub fn keep(&self, key: Key, objects: &[Vec<u8>]) -> Result<(), String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let failed = |path: &Path, error: std::io::Error| {
            format!("code can't be kept in `{}`: {error}", path.display())
        };
        std::fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, error))?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = self.folder.join(format!("{}-{number}.new", std::process::id()));
        let path = self.folder.join(key.name());
        let written =
            std::fs::write(&own, encode(key, objects)).and_then(|()| std::fs::rename(&own, &path));
        written.map_err(|error| {
            let _ = std::fs::remove_file(&own);
            failed(&path, error)
        })?;
        self.shrink();
        Ok(())
    }

    /// Removes the least recently used files until the rest is within the limit. Another
    /// process may remove files at the same time.
    fn shrink(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let path = entry.path();
                let about = entry.metadata().ok()?;
                let ours = path.extension().is_some_and(|end| end == EXTENSION);
                (ours && about.is_file()).then_some((about.modified().ok()?, about.len(), path))
            })
            .collect();
        files.sort();
        let mut all: u64 = files.iter().map(|file| file.1).sum();
        for (_, bytes, path) in files {
            if all <= self.limit {
                return;
            }
            let _ = std::fs::remove_file(path);
            all -= bytes;
        }
    }
}

/// A file's content: [`MAGIC`], the key, each object behind its length, a checksum.
fn encode(key: Key, objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(key.bytes());
    for object in objects {
        bytes.extend((object.len() as u64).to_le_bytes());
        bytes.extend(object);
    }
    bytes.extend(checksum(&bytes));
    bytes
}

fn decode(bytes: &[u8], key: Key) -> Option<Vec<Vec<u8>>> {
    let (content, sum) = bytes.split_last_chunk::<8>()?;
    if *sum != checksum(content) {
        return None;
    }
    let mut rest = content.strip_prefix(&MAGIC[..])?.strip_prefix(&key.bytes()[..])?;
    let mut objects = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (object, after) = after.split_at_checked(length)?;
        objects.push(object.to_vec());
        rest = after;
    }
    (!objects.is_empty()).then_some(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sources_make_other_keys() {
        let key = |sources| Key::of_sources(sources, |hasher| "program".hash(hasher));
        assert_eq!(key("0001"), key("0001"));
        assert_ne!(key("0001"), key("0002"));
        assert_eq!(Key::new(|hasher| "program".hash(hasher)), key(SOURCES));
        assert_ne!(Key::new(|hasher| "other".hash(hasher)), key(SOURCES));
    }

    #[test]
    fn files_come_back_whole_or_not_at_all() {
        let key = Key([1, 2]);
        let objects = vec![vec![1, 2, 3], Vec::new(), vec![4; 100]];
        let bytes = encode(key, &objects);
        assert_eq!(decode(&bytes, key), Some(objects));
        assert_eq!(decode(&bytes, Key([1, 3])), None);
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x10;
            assert_eq!(decode(&other, key), None, "byte {at}");
            assert_eq!(decode(&bytes[..at], key), None, "{at} bytes");
        }
    }
}
