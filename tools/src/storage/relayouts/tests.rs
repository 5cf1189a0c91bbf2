//! Programs over copies, in whole command lines.

use super::*;
use crate::{Io, Terminal, main_with};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const N: u64 = 2200;

/// A FROSTT file of about 15,000 entries at places that a linear congruential generator draws, and its extents.
fn entries(mut seed: u64) -> String {
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % N
    };
    let mut places: BTreeSet<(u64, u64)> = (0..15_000).map(|_| (next(), next())).collect();
    places.insert((N - 1, N - 1));
    let mut text = String::new();
    for (at, (i, j)) in places.into_iter().enumerate() {
        let _ = writeln!(text, "{} {} {}", i + 1, j + 1, at % 7 + 1);
    }
    text
}

/// A command line in a folder: its output, if it succeeds.
fn hloom(folder: &Path, line: &str) -> Result<String, String> {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let folder = folder.to_str().unwrap();
    let words = line.split(' ').map(|word| word.replace("F/", &format!("{folder}/")));
    let mut io = Io {
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: Terminal::default(),
    };
    let status = main_with(["hloom".to_owned()].into_iter().chain(words), &mut io);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if status == 0 { Ok(text(stdout)) } else { Err(text(stderr)) }
}

/// Each program has the same result over copies, as the plan says it is, and as it is replayed.
#[test]
fn programs_over_copies_have_the_same_results() {
    let folder = std::env::temp_dir().join(format!("hloom-relayouts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.tns"), entries(1)).unwrap();
    std::fs::write(folder.join("b.tns"), entries(2)).unwrap();
    let ty = "{int -> {int -> real}}";
    let file = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for (name, result, formats, copies) in [
        (
            "product",
            "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
            ["csr", "csc"],
            ", with B as csr",
        ),
        (
            "product",
            "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
            ["csr", "csr"],
            "",
        ),
        (
            "transposed",
            "sum(<(k, i), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
            ["csr", "csr"],
            ", with A as csc",
        ),
        (
            "triangles",
            "sum(<(i, j), a> in A, <(j, k), b> in A) a * b * A(i, k) * B(0, 0)",
            ["coo_matrix", "csr"],
            ", with A as csr",
        ),
        ("sums", "sum(<(i, j), a> in A) { i -> a * B(i, j) }", ["csc", "csr"], ""),
    ] {
        let text = format!("CREATE TENSOR A : {ty}; CREATE TENSOR B : {ty}; {result}");
        std::fs::write(folder.join("p.sdql"), text).unwrap();
        let [a, b] = formats;
        let data =
            format!("F/p.sdql --storage A={a} --storage B={b} --input A=F/a.tns --input B=F/b.tns");
        let ending = if name == "triangles" { "txt" } else { "tns" };
        let run = |more: &str, out: &str| {
            let output =
                if ending == "tns" { format!(" --output F/{out}.tns") } else { String::new() };
            let done = hloom(&folder, &format!("run {data} {more}{output}"));
            let said = done.unwrap_or_else(|error| panic!("{name}: {error}"));
            if ending == "tns" { file(&format!("{out}.tns")) } else { said }
        };
        let backend = if cfg!(feature = "llvm") { "cpu" } else { "interp" };
        let never = format!("--backend {backend} --passes optimize-storage{{relayout=false}}");
        let plain = run(&never, "plain");
        let plan = format!("--backend {backend} --emit-plan F/plan");
        assert_eq!(plain, run(&plan, "copied"), "{name} {formats:?}");
        let header = file("plan");
        let header = header.lines().next().unwrap_or_default();
        let found = header.find(", with").map_or("", |at| &header[at..]);
        assert_eq!(found.replace(", for finite numbers", ""), copies, "{name} {formats:?}");
        let replayed = run(&format!("--backend {backend} --use-plan F/plan"), "replayed");
        assert_eq!(plain, replayed, "{name} {formats:?}");
        // The plan of `opt` is the same.
        let data = data.replace("--input", "--statistics-of");
        let printed = hloom(&folder, &format!("opt {data} --optimize-storage --emit-plan F/other"));
        assert_eq!(file("plan"), file("other"), "{name} {formats:?}");
        let printed = printed.unwrap();
        assert_eq!(
            printed.contains("which each run computes once"),
            !copies.is_empty(),
            "{printed}"
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn relayouts_are_read_as_they_are_written() {
    let one = Relayout::read("A as csc").unwrap();
    assert_eq!(one.text(), "A as csc");
    for wrong in ["A as ell", "A", "A as", ""] {
        assert_eq!(Relayout::read(wrong), None);
    }
    let program = "CREATE TENSOR x : [real]; CREATE TENSOR A_as_csr_pos : [int]; ";
    let format = formats::named(formats::find("csc").unwrap(), "A");
    let program = crate::storage::compile(&format!("{program}{format} A"), &[]).unwrap();
    let said = |text: &str| relaid(&program, &[Relayout::read(text).unwrap()]).unwrap_err();
    assert_eq!(said("x as csr"), "`x` is no matrix that is stored in arrays");
    // A name that is taken.
    let csr = Relayout::read("A as csr").unwrap();
    assert_eq!(csr.copy(&program.module), "A_as_csr2");
    assert_eq!(relaid(&program, &[csr]).unwrap().before[0].name, "A_as_csr2");
    let other = relaid(&program, &[one]).unwrap();
    assert_eq!(raise::text(&other.module.logical().unwrap()), "A_as_csc");
    assert_eq!(other.before.len(), 1);
    assert_eq!(other.before[0].order, [1, 0]);
}
