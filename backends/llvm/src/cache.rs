//! Machine code that is kept in a folder, to be found again by the next process.
//!
//! Before this: a loop program, which says all that the module, the passes and the
//! schedules made of it. After it: [`crate::compile`] is not asked for code that is
//! there. The key is a hash of the program, the options, the CPU with its features, and
//! the versions of hloom and LLVM; so nothing has to be declared stale. Files are
//! written under another name first and renamed, so that processes may share a folder;
//! one that is damaged is taken for missing, and said. What it does not do: protect
//! from somebody who writes to the folder.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use hloom_loops::program::{Program, Space};
use inkwell::targets::TargetMachine;

use crate::compile::Options;

/// How much a folder holds if nobody says: half a gigabyte.
pub const DEFAULT_LIMIT: u64 = 512 << 20;

/// What files begin with.
const MAGIC: &[u8; 16] = b"hloom code 1\n\0\0\0";
/// How their names end.
const EXTENSION: &str = "hloom-code";

/// A folder with machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// The folder; it is made when it is needed.
    pub folder: PathBuf,
    /// The most bytes in it: what was not used for longest goes first.
    pub limit: u64,
}

/// What a cache had to do with an executable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cached {
    /// There is none.
    #[default]
    Off,
    /// The code was there.
    Hit,
    /// The code was made, and is there now.
    Stored,
    /// The code was made, and could not be kept or was damaged: a sentence without a
    /// full stop.
    Failed(String),
}

/// What code is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u64; 2]);

impl Key {
    /// The key of what is hashed, and hloom's version.
    pub fn new(feed: impl Fn(&mut DefaultHasher)) -> Key {
        Key([0u64, 1].map(|seed| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            env!("CARGO_PKG_VERSION").hash(&mut hasher);
            feed(&mut hasher);
            hasher.finish()
        }))
    }

    /// The key of a program that is compiled in this way.
    pub(crate) fn of(program: &Program, options: &Options) -> Key {
        Key::new(|hasher| {
            inkwell::support::get_llvm_version().hash(hasher);
            options.target.name().hash(hasher);
            TargetMachine::get_host_cpu_name().to_bytes().hash(hasher);
            TargetMachine::get_host_cpu_features().to_bytes().hash(hasher);
            (options.optimize, options.profile).hash(hasher);
            described(program, hasher);
        })
    }

    fn name(self) -> String {
        format!("{:016x}{:016x}.{EXTENSION}", self.0[0], self.0[1])
    }

    fn bytes(self) -> Vec<u8> {
        self.0.iter().flat_map(|half| half.to_le_bytes()).collect()
    }
}

/// All of a program that its code depends on.
fn described(program: &Program, hasher: &mut DefaultHasher) {
    program.name.hash(hasher);
    for buffer in &program.buffers {
        buffer.name.hash(hasher);
        let storage = buffer.storage();
        (storage.scalar, storage.units, buffer.element.is_float()).hash(hasher);
        buffer.shape.hash(hasher);
        match &buffer.space {
            Space::Argument(n) => (0, n).hash(hasher),
            Space::List(n) => (8, n).hash(hasher),
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

/// A hash of a file's content.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

impl Cache {
    /// A cache in this folder, of [`DEFAULT_LIMIT`].
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: folder.into(), limit: DEFAULT_LIMIT }
    }

    /// The objects of a key, if they are there.
    ///
    /// # Errors
    /// They are damaged.
    pub fn find(&self, key: Key) -> Result<Option<Vec<Vec<u8>>>, String> {
        let path = self.folder.join(key.name());
        let Ok(bytes) = std::fs::read(&path) else { return Ok(None) };
        let objects = decode(&bytes, key);
        let damaged = || format!("`{}` is damaged, and is made anew", path.display());
        let objects = objects.ok_or_else(damaged)?;
        // Used now; that it can't be noted is no harm.
        if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Ok(Some(objects))
    }

    /// Keeps objects under a key.
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

    /// Removes what was not used for longest until the rest is within the limit. Files
    /// that vanish meanwhile were another process's to remove.
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

/// A file's content: what it is, the key, each object behind its length, a checksum.
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
