//! The cache of machine code in a folder: hits, recompilation of damaged entries, and eviction at
//! the size limit.

mod common;

use std::path::PathBuf;

use common::{bytes, parse, run};
use hloom_llvm::cache::{Cache, Cached};
use hloom_llvm::{Effort, Executable, Generator, Options, ThreadPool};
use hloom_loops::program::Program;

/// A folder of a test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("hloom-cache-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.0).map(|all| all.map(|one| one.unwrap().path()));
        entries.map(Iterator::collect).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn times(factor: &str) -> Program {
    parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[4]
          result 0 @y : f32[4]
          kernel "times" reads 16 writes 16 flops 4 special 0 integer 0 {{
            %0 : <4 x f32> = load @x[0]
            %1 : <4 x f32> = const {factor}
            %2 : <4 x f32> = mul %0, %1
            store %2 to @y[0]
          }}
        }}"#
    ))
}

/// Code of LLVM: direct code is made in less time than it could be found.
fn options() -> Options {
    Options { generator: Generator::Llvm, ..Options::default() }
}

fn compiled(program: &Program, options: &Options, cache: &Cache) -> Executable {
    Executable::compile_cached(program, options, &[], Some(cache)).unwrap()
}

#[test]
fn code_is_found_again() {
    let folder = Folder::new("again");
    let cache = Cache::new(&folder.0);
    let options = options();
    let input = [bytes(&[1.0f32, 2.0, 3.0, 4.0])];
    for (program, options, outcome) in [
        (times("2.0"), options, Cached::Stored),
        (times("2.0"), options, Cached::Hit),
        (times("3.0"), options, Cached::Stored),
        (times("2.0"), Options { effort: Effort::None, ..options }, Cached::Stored),
        (times("2.0"), Options { profile: true, ..options }, Cached::Stored),
        (times("3.0"), options, Cached::Hit),
    ] {
        let executable = compiled(&program, &options, &cache);
        assert_eq!(*executable.cached(), outcome);
        let factor = if program == times("2.0") { 2.0f32 } else { 3.0 };
        let want = bytes(&[factor, 2.0 * factor, 3.0 * factor, 4.0 * factor]);
        assert_eq!(run(&executable, &input, ThreadPool::serial()).unwrap(), [want]);
    }
    assert_eq!(folder.files().len(), 4);
    let without = Executable::compile(&times("2.0"), &options).unwrap();
    assert_eq!(*without.cached(), Cached::Off);
}

#[test]
fn damaged_files_are_made_anew() {
    let folder = Folder::new("damaged");
    let cache = Cache::new(&folder.0);
    let options = options();
    compiled(&times("2.0"), &options, &cache);
    let file = folder.files().remove(0);
    let mut content = std::fs::read(&file).unwrap();
    let middle = content.len() / 2;
    content[middle] ^= 1;
    std::fs::write(&file, content).unwrap();
    let executable = compiled(&times("2.0"), &options, &cache);
    let Cached::Failed(what) = executable.cached() else { panic!("{:?}", executable.cached()) };
    assert!(what.contains("is damaged, and is made anew"), "{what}");
    let want = bytes(&[2.0f32; 4]);
    let input = [bytes(&[1.0f32; 4])];
    assert_eq!(run(&executable, &input, ThreadPool::serial()).unwrap(), [want]);
    assert_eq!(*compiled(&times("2.0"), &options, &cache).cached(), Cached::Hit);
}

#[test]
fn folders_that_can_not_be_written_are_said() {
    let folder = Folder::new("none");
    std::fs::write(&folder.0, b"a file").unwrap();
    let executable = compiled(&times("2.0"), &options(), &Cache::new(&folder.0));
    let Cached::Failed(what) = executable.cached() else { panic!("{:?}", executable.cached()) };
    assert!(what.contains("code can't be kept in"), "{what}");
    std::fs::remove_file(&folder.0).unwrap();
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = Folder::new("limit");
    let options = options();
    compiled(&times("1.0"), &options, &Cache::new(&folder.0));
    let one = std::fs::metadata(&folder.files()[0]).unwrap().len();
    let cache = Cache { limit: 2 * one + one / 2, ..Cache::new(&folder.0) };
    let pause = || std::thread::sleep(std::time::Duration::from_millis(20));
    for (factor, outcome) in [
        ("2.0", Cached::Stored),
        ("1.0", Cached::Hit),
        // Storing the third evicts the second, the least recently used: the first was used after
        // it.
        ("3.0", Cached::Stored),
        ("1.0", Cached::Hit),
        ("2.0", Cached::Stored),
    ] {
        pause();
        assert_eq!(*compiled(&times(factor), &options, &cache).cached(), outcome, "{factor}");
    }
    assert_eq!(folder.files().len(), 2);
}
