//! A hash of source files: the build scripts of this crate and of `hloom-ptx` compile this
//! file, and [`cache`](crate::cache) keys code by what they get.
//!
//! It depends on the names and the contents of the files and on nothing else: not on the
//! order in which a folder lists them, their times, the place of the checkout, or git.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The offset basis of FNV-1a with 128 bits.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
/// Its prime.
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The fingerprint of all files below these folders, each folder under a name of its own.
///
/// # Errors
/// A folder or a file can't be read.
pub(crate) fn of_folders(folders: &[(&str, PathBuf)]) -> io::Result<u128> {
    let mut files = Vec::new();
    for (name, folder) in folders {
        collect(folder, name, &mut files)?;
    }
    Ok(of_files(files))
}

/// The fingerprint of files, given as names and contents in any order.
fn of_files(mut files: Vec<(String, Vec<u8>)>) -> u128 {
    files.sort();
    let mut hash = BASIS;
    let mut feed = |bytes: &[u8]| {
        // The length first, so that no byte can move from a name to a content.
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            hash = (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    };
    for (name, content) in &files {
        feed(name.as_bytes());
        feed(content);
    }
    hash
}

/// Reads all files below a folder, named by their path from it with `/` between the parts.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        // Follows links, as the compiler does.
        if fs::metadata(entry.path())?.is_dir() {
            collect(&entry.path(), &name, files)?;
        } else {
            files.push((name, fs::read(entry.path())?));
        }
    }
    Ok(())
}

/// Tells cargo the fingerprint of folders beside the package's, as an environment variable
/// of the compilation, and to run the build script again when one of their files changes.
///
/// # Errors
/// As [`of_folders`].
#[cfg_attr(test, allow(dead_code))]
pub(crate) fn tell_cargo(variable: &str, folders: &[(&str, PathBuf)]) -> io::Result<()> {
    for (_, folder) in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rustc-env={variable}={:032x}", of_folders(folders)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of a test's own, removed at its end.
    struct Tree(PathBuf);

    impl Tree {
        fn new(name: &str, files: &[(&str, &str)]) -> Tree {
            let name = format!("hloom-fingerprint-{name}-{}", std::process::id());
            let tree = Tree(std::env::temp_dir().join(name));
            let _ = fs::remove_dir_all(&tree.0);
            fs::create_dir_all(tree.0.join("inner")).expect("a folder");
            for (name, content) in files {
                tree.write(name, content);
            }
            tree
        }

        fn write(&self, name: &str, content: &str) {
            fs::write(self.0.join(name), content).expect("a file");
        }

        fn fingerprint(&self) -> u128 {
            of_folders(&[("src", self.0.clone())]).expect("a fingerprint")
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const FILES: [(&str, &str); 3] =
        [("a.rs", "fn a() {}"), ("b.rs", "fn b() {}"), ("inner/c.rs", "fn c() {}")];

    #[test]
    fn every_change_of_a_file_changes_the_fingerprint() {
        let tree = Tree::new("changes", &FILES);
        let before = tree.fingerprint();
        tree.write("inner/c.rs", "fn d() {}");
        assert_ne!(tree.fingerprint(), before, "a byte of a nested file");
        tree.write("inner/c.rs", "fn c() {}");
        assert_eq!(tree.fingerprint(), before, "the same content again");
        tree.write("empty.rs", "");
        assert_ne!(tree.fingerprint(), before, "an empty file more");
        fs::remove_file(tree.0.join("empty.rs")).expect("removed");
        fs::rename(tree.0.join("b.rs"), tree.0.join("d.rs")).expect("renamed");
        assert_ne!(tree.fingerprint(), before, "another name");
        fs::rename(tree.0.join("d.rs"), tree.0.join("inner/b.rs")).expect("moved");
        assert_ne!(tree.fingerprint(), before, "another folder");
    }

    #[test]
    fn order_and_place_do_not_matter() {
        let tree = Tree::new("order-1", &FILES);
        let reversed: Vec<_> = FILES.into_iter().rev().collect();
        assert_eq!(Tree::new("order-2", &reversed).fingerprint(), tree.fingerprint());
        let file = |(name, content): (&str, &str)| (format!("src/{name}"), content.into());
        let mut files: Vec<(String, Vec<u8>)> = FILES.map(file).to_vec();
        for _ in 0..files.len() {
            files.rotate_left(1);
            assert_eq!(of_files(files.clone()), tree.fingerprint());
        }
    }

    #[test]
    fn names_and_contents_are_kept_apart() {
        let file = |name: &str, content: &str| (name.to_owned(), content.as_bytes().to_vec());
        assert_ne!(of_files(vec![file("ab", "c")]), of_files(vec![file("a", "bc")]));
        assert_ne!(
            of_files(vec![file("a", "b"), file("c", "d")]),
            of_files(vec![file("a", "bcd")])
        );
    }

    /// The crate was built with the fingerprint of the sources beside it.
    #[test]
    fn the_build_script_covers_all_that_decides_the_code() {
        let backends = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders = [
            ("analysis", backends.join("../ir/analysis/src")),
            ("ir", backends.join("../ir/src")),
            ("linear", backends.join("linear/src")),
            ("llvm", backends.join("llvm/src")),
            ("loops", backends.join("loops/src")),
            ("runtime", backends.join("runtime/src")),
        ];
        let now = of_folders(&folders).expect("a fingerprint");
        assert_eq!(crate::cache::SOURCES, format!("{now:032x}"));
    }
}
