//! A test of every option of every subcommand: it is obeyed, or refused with the name of what
//! obeys it. An option that this table does not know fails the test.

use std::collections::BTreeSet;
use std::path::Path;

use clap::CommandFactory;

use crate::{Cli, Io, Terminal, main_with};

/// The evidence that an option is obeyed.
enum Effect {
    /// The status or what is written differs from the command line without the option.
    Shown,
    /// This file is there.
    File(&'static str),
    /// It does not show here; a test elsewhere, which is named for readers, holds it.
    Elsewhere(#[allow(dead_code)] &'static str),
}

use Effect::{Elsewhere, File, Shown};

/// One option: its command, its name, the words that give it, and words that both lines have.
struct Row(&'static str, &'static str, &'static str, &'static str, Effect);

const ROWS: &[Row] = &[
    Row("run", "backend", "--backend=ptx", "", Elsewhere("each row is for three backends")),
    Row("run", "entry", "--entry=other", "P --random-inputs=1 --print", Shown),
    Row("run", "input", "--input 0=F/x.npy", "P --print", Shown),
    Row("run", "random-inputs", "--random-inputs=1", "P --print", Shown),
    Row("run", "extent", "--extent=0.0=8", "D --random-inputs=1", Shown),
    Row("run", "output", "--output F/out", "P --random-inputs=1", File("out/0.npy")),
    Row("run", "print", "--print", "P --random-inputs=1", Shown),
    Row("run", "dataset", "--dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "weights", "--weights=w --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "labels", "--labels=l.csv --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "images", "--images=rgb --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "field", "--field=0=x --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "augment", "--augment=flip --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row("run", "batch", "--batch=2 --dataset=F/x", "P", Elsewhere("tools/tests/train.rs")),
    Row(
        "run",
        "on-bad-sample",
        "--on-bad-sample=skip --dataset=F/x",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row(
        "run",
        "loader-threads",
        "--loader-threads=2 --dataset=F/x",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row("run", "target", "--target=sm_1", "P --random-inputs=1", Shown),
    Row("run", "device", "--device=77", "P --random-inputs=1", Shown),
    Row("run", "strict", "--strict", "H --random-inputs=1", Shown),
    Row("run", "compare", "--compare=interp", "P --random-inputs=1", Shown),
    Row("run", "max-ulp", "--max-ulp=0", "P --compare=interp", Elsewhere("run::compare")),
    Row("run", "rtol", "--rtol=0", "P --compare=interp", Elsewhere("run::compare")),
    Row("run", "atol", "--atol=0", "P --compare=interp", Elsewhere("run::compare")),
    Row("run", "repeat", "--repeat=3", "P --random-inputs=1 --time", Shown),
    Row(
        "run",
        "warmup",
        "--warmup=3",
        "S --backend=interp",
        Elsewhere("tests/tools/run/profile.mlir"),
    ),
    Row("run", "time", "--time", "P --random-inputs=1", Shown),
    Row("run", "compile-again", "--compile-again=2", "P --random-inputs=1 --time", Shown),
    Row("run", "turns", "--turns", "P --random-inputs=1 --time", Elsewhere("tests/tools/run")),
    Row(
        "run",
        "input-sets",
        "--input-sets=2",
        "P --random-inputs=1 --time",
        Elsewhere("tests/tools/run/gpu.mlir"),
    ),
    Row("run", "statistics", "--statistics", "P --random-inputs=1", Shown),
    Row("run", "profile", "--profile", "P --random-inputs=1", Shown),
    Row("run", "trace", "--trace F/trace.json", "P --random-inputs=1", File("trace.json")),
    Row("run", "cache", "--cache F/cache", "P --random-inputs=1 --generator=llvm", File("cache")),
    Row("run", "cache-limit", "--cache-limit=1", "P --random-inputs=1", Shown),
    Row("run", "threads", "--threads=1", "P --random-inputs=1", Elsewhere("tests/tools/run")),
    Row(
        "run",
        "cores",
        "--cores=2",
        "P --random-inputs=1",
        Elsewhere("tests/tools/run/tasks.mlir"),
    ),
    Row("run", "quick", "--quick", "P --random-inputs=1", Elsewhere("tests/tools/run/quick.mlir")),
    Row(
        "run",
        "generator",
        "--generator=llvm",
        "P --random-inputs=1",
        Elsewhere("tests/tools/run/generator.mlir"),
    ),
    Row("run", "split", "--split", "P --random-inputs=1", Elsewhere("tests/tools/run/tasks.mlir")),
    Row(
        "run",
        "passes",
        "--passes=dce --statistics",
        "P --random-inputs=1 --backend=cpu --statistics",
        Elsewhere("tests/tools/run"),
    ),
    Row("run", "use-schedules", "--use-schedules P", "P --random-inputs=1", Shown),
    Row("run", "machine", "--machine=sm_1", "P --random-inputs=1", Shown),
    Row("run", "emit-plan", "--emit-plan F/plan", "P --random-inputs=1", File("plan")),
    Row("run", "use-plan", "--use-plan P", "P --random-inputs=1", Shown),
    Row("run", "max-steps", "--max-steps=1", "P --random-inputs=1", Shown),
    Row(
        "run",
        "probe",
        "--probe=a --probes F/probes",
        "P --random-inputs=1",
        File("probes/a_1.npy"),
    ),
    Row(
        "run",
        "probes",
        "--probes F/probes2 --probe=all",
        "P --random-inputs=1",
        File("probes2/a_1.npy"),
    ),
    Row("run", "trap-nan", "--trap-nan", "P --random-inputs=1", Shown),
    Row("run", "infeed", "--infeed F/x.npy", "P --random-inputs=1", Elsewhere("tests/run")),
    Row("run", "outfeed", "--outfeed F/feed", "P --random-inputs=1", Elsewhere("tests/run")),
    Row(
        "run",
        "host-channel",
        "--host-channel 1=F/x.npy",
        "P --random-inputs=1",
        Elsewhere("tests/run"),
    ),
    Row("run", "storage", "--storage A=csr", "P --random-inputs=1", Shown),
    Row(
        "run",
        "result-storage",
        "--result-storage csr --output F/r.npz",
        "P --random-inputs=1",
        Shown,
    ),
    Row("run", "plan", "--plan=as-written", "P --random-inputs=1", Shown),
    Row("run", "accumulate", "--accumulate", "P", Elsewhere("tests/tools/storage/pairs.mlir")),
    Row("run", "split-input-file", "--split-input-file", "P --random-inputs=1", Shown),
    Row("run", "diagnostics", "--diagnostics=json", "W --random-inputs=1", Shown),
    Row(
        "run",
        "ranks",
        "--ranks=2",
        "P --random-inputs=1",
        Elsewhere("tests/tools/run/ranks.mlir"),
    ),
    Row(
        "run",
        "rank-timeout",
        "--ranks=2 --rank-timeout=1",
        "P --random-inputs=1",
        Elsewhere("tests/tools/run/ranks.mlir"),
    ),
    Row(
        "run",
        "processes",
        "--ranks=2 --processes",
        "P --random-inputs=1",
        Elsewhere("tools/tests/ranks.rs"),
    ),
    Row("run", "mpi", "--ranks=2 --mpi", "P --random-inputs=1", Elsewhere("tools/tests/ranks.rs")),
    Row(
        "run",
        "nccl",
        "--ranks=2 --nccl",
        "P --random-inputs=1",
        Elsewhere("tools/tests/ranks_of_gpus.rs"),
    ),
    Row("run", "mlir-pipeline", "--mlir-pipeline=none", "P --random-inputs=1", Shown),
    Row("lsp", "stdio", "--stdio", "", Elsewhere("lsp::tests")),
    Row("translate", "output", "-o F/t.mlir", "P", File("t.mlir")),
    Row("translate", "emit", "--emit=irdl", "P", Shown),
    Row("translate", "from", "--from=bytecode", "P", Shown),
    Row("translate", "to", "--to=artifact", "P", Shown),
    Row("translate", "target-version", "--target-version=1.9.0", "P --to=artifact", Shown),
    Row("translate", "bytecode-version", "--bytecode-version=4", "P --to=bytecode", Shown),
    Row("translate", "strip-locations", "--strip-locations", "P", Shown),
    Row("translate", "encodings", "--encodings=dense", "P", Elsewhere("translate/encodings.mlir")),
    Row("compile", "emit", "--emit=loops", "P", Shown),
    Row("compile", "target", "--target=aarch64", "P", Shown),
    Row("compile", "output", "-o F/p.s", "P", File("p.s")),
    Row("compile", "header", "--header F/p.h", "P -o F/p.so", File("p.h")),
    Row("compile", "prefix", "--prefix=net", "P --emit=llvm", Shown),
    Row("compile", "statistics", "--statistics", "P --target=sm_90", Shown),
    Row("compile", "extent", "--extent=0.0=8", "D --emit=loops", Shown),
    Row("compile", "entry", "--entry=other", "P", Shown),
    Row(
        "compile",
        "cores",
        "--cores=2",
        "P --emit=loops",
        Elsewhere("tests/tools/compile/tasks.mlir"),
    ),
    Row(
        "compile",
        "split",
        "--split --cores=2",
        "P --emit=loops",
        Elsewhere("tests/tools/compile/split.mlir"),
    ),
    Row("compile", "passes", "--passes=dce", "P --emit=loops", Shown),
    Row(
        "compile",
        "print-generic",
        "--print-generic",
        "P --emit=linalg",
        Elsewhere("tests/tools/compile/upstream.mlir"),
    ),
    Row("compile", "use-schedules", "--use-schedules P", "P", Shown),
    Row("compile", "machine", "--machine=sm_1", "P", Shown),
    Row("compile", "emit-plan", "--emit-plan F/plan2", "P", File("plan2")),
    Row("compile", "use-plan", "--use-plan P", "P", Shown),
    Row("compile", "diagnostics", "--diagnostics=json", "W", Shown),
    Row("opt", "output", "-o F/p.mlir", "P", File("p.mlir")),
    Row("opt", "passes", "--passes=symbol-dce,inline,canonicalize,fuse", "P", Shown),
    Row("opt", "machine", "--machine=sm_1", "P --fuse", Shown),
    Row("opt", "emit-plan", "--emit-plan F/plan3", "P --fuse", File("plan3")),
    Row("opt", "use-plan", "--use-plan P", "P --fuse", Shown),
    Row("opt", "input", "--input=sdqlite", "P", Shown),
    Row("opt", "emit", "--emit=sdql", "P", Shown),
    Row("opt", "storage", "--storage A=csr", "P", Shown),
    Row("opt", "statistics-of", "--statistics-of A=a.mtx", "P", Shown),
    Row("opt", "list-passes", "--list-passes", "P", Shown),
    Row("opt", "list-rules", "--list-rules", "P --list-passes", Shown),
    Row("opt", "disable-rule", "--disable-rule=transpose-transpose", "P --canonicalize", Shown),
    Row("opt", "print-generic", "--print-generic", "P", Shown),
    Row("opt", "print-locations", "--print-locations", "P", Shown),
    Row(
        "opt",
        "elide-constants",
        "--elide-constants=1",
        "P",
        Elsewhere("tests/tools/opt/elide.mlir"),
    ),
    Row("opt", "split-input-file", "--split-input-file", "P", Shown),
    Row("opt", "verify-diagnostics", "--verify-diagnostics", "W", Shown),
    Row("opt", "print-ir-before", "--print-ir-before=cse", "P --cse", Shown),
    Row("opt", "print-ir-before-all", "--print-ir-before-all", "P --cse", Shown),
    Row("opt", "print-ir-after", "--print-ir-after=cse", "P --cse", Shown),
    Row("opt", "print-ir-after-all", "--print-ir-after-all", "P --cse", Shown),
    Row("opt", "print-ir-after-change", "--print-ir-after-change", "P --canonicalize", Shown),
    Row("opt", "timing", "--timing", "P", Shown),
    Row("opt", "statistics", "--statistics", "P", Shown),
    Row("opt", "verify-each", "--verify-each", "P", Elsewhere("opt's tests of bugs")),
    Row("opt", "reproducer-dir", "--reproducer-dir F", "P", Elsewhere("opt's tests of bugs")),
    Row("opt", "diagnostics", "--diagnostics=json", "W", Shown),
    Row("relayout", "from", "--from=csr", "F/x.tns -o F/y.tns", Elsewhere("tests/tools/storage")),
    Row(
        "relayout",
        "to",
        "--to=coo_vector",
        "F/x.tns -o F/y.npz",
        Elsewhere("tests/tools/storage"),
    ),
    Row("relayout", "size", "--size h=2", "F/x.tns -o F/y.tns", Shown),
    Row("relayout", "shape", "--shape 3x4", "F/x.tns -o F/y.tns", Shown),
    Row(
        "relayout",
        "accumulate",
        "--accumulate",
        "F/x.tns -o F/y.tns",
        Elsewhere("tests/tools/storage"),
    ),
    Row("relayout", "output", "-o F/y.tns", "F/x.tns", Shown),
    Row("explain", "edge", "--edge a y", "fusion P", Shown),
    Row("explain", "html", "--html F/page.html", "fusion P", File("page.html")),
    Row("explain", "measure", "--measure", "fusion P", Shown),
    Row(
        "explain",
        "policies",
        "--policies",
        "fusion P",
        Elsewhere("tests/tools/explain/policies.mlir"),
    ),
    Row("explain", "storage", "--storage A=csr", "fusion P", Shown),
    Row("explain", "cores", "--cores=4", "splits P", Elsewhere("tests/tools/explain/splits.mlir")),
    Row(
        "explain",
        "simulate",
        "--simulate",
        "splits P",
        Elsewhere("tests/tools/explain/splits.mlir"),
    ),
    Row(
        "explain",
        "memory-cores",
        "--memory-cores=1.5",
        "splits P",
        Elsewhere("tests/tools/explain/splits.mlir"),
    ),
    Row(
        "explain",
        "rank-memory",
        "--rank-memory=1GB",
        "splits P",
        Elsewhere("tests/tools/explain/simulate.mlir"),
    ),
    Row(
        "explain",
        "search",
        "--search",
        "splits P --mesh=2x2 --link=50GBps,2us",
        Elsewhere("tests/tools/explain/search.mlir"),
    ),
    Row(
        "explain",
        "times",
        "--times F/times",
        "splits P --mesh=2x2 --link=50GBps,2us --search",
        Elsewhere("tests/tools/explain/search_times.mlir"),
    ),
    Row(
        "explain",
        "mesh",
        "--mesh=2x2",
        "splits P",
        Elsewhere("tests/tools/explain/shardings.mlir"),
    ),
    Row(
        "explain",
        "link",
        "--link=50GBps,2us",
        "splits P --mesh=2x2",
        Elsewhere("tests/tools/explain/shardings.mlir"),
    ),
    Row(
        "explain",
        "levels",
        "--levels=2",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row(
        "explain",
        "micro-batches",
        "--micro-batches=2",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row(
        "explain",
        "order",
        "--order=gpipe",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row(
        "explain",
        "batch-arguments",
        "--batch-arguments=0",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row("explain", "loss", "--loss=0", "balance P", Elsewhere("tests/tools/explain/balance.mlir")),
    Row(
        "explain",
        "activation-memory",
        "--activation-memory=1",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row(
        "explain",
        "batch-statistics",
        "--batch-statistics=whole",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row(
        "explain",
        "trace",
        "--trace=F/t.json",
        "balance P",
        Elsewhere("tests/tools/explain/balance.mlir"),
    ),
    Row("explain", "proof", "--proof", "fusion P", Shown),
    Row(
        "explain",
        "assign-storage",
        "--assign-storage=10",
        "fusion P",
        Elsewhere("tests/tools/storage/assign.sdql"),
    ),
    Row("explain", "statistics-of", "--statistics-of A=a.mtx", "fusion P", Shown),
    Row("explain", "machine", "--machine=sm_90", "fusion P", Shown),
    Row("explain", "emit-plan", "--emit-plan F/plan4", "fusion P", Shown),
    Row("explain", "use-plan", "--use-plan P", "fusion P", Shown),
    Row("train", "step", "--step=other", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "init", "--init=none", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "loss", "--loss=main --optimizer=sgd", "P", Elsewhere("tools/tests/train.rs")),
    Row(
        "train",
        "optimizer",
        "--optimizer=sgd --loss=main",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row("train", "dataset", "--dataset=F/none", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "labels", "--labels=F/none", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "images", "--images=rgb", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "field", "--field=a=b", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "augment", "--augment=flip", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "batch", "--batch=3", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "epochs", "--epochs=2", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "steps", "--steps=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "seed", "--seed=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "shuffle", "--shuffle=none", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "shard", "--shard=0/2", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "tail", "--tail=pad", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "on-bad-sample", "--on-bad-sample=skip", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "threads", "--threads=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "max-threads", "--max-threads=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "prefetch", "--prefetch=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "cores", "--cores=1", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "pipeline", "--pipeline=2", "P", Elsewhere("tools/tests/train.rs")),
    Row(
        "train",
        "micro-batches",
        "--micro-batches=2 --pipeline=2",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row("train", "order", "--order=gpipe --pipeline=2", "P", Elsewhere("tools/tests/train.rs")),
    Row(
        "train",
        "activation-memory",
        "--activation-memory=1 --pipeline=2",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row(
        "train",
        "batch-statistics",
        "--batch-statistics=micro-batch --pipeline=2",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row("train", "checkpoints", "--checkpoints=F/c", "P", Elsewhere("tools/tests/train.rs")),
    Row(
        "train",
        "checkpoint-every",
        "--checkpoint-every=1 --checkpoints=F/c",
        "P",
        Elsewhere("tools/tests/train.rs"),
    ),
    Row("train", "resume", "--resume --checkpoints=F/c", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "metrics", "--metrics=F/m", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "html", "--html=F/h", "P", Elsewhere("tools/tests/train.rs")),
    Row("train", "trap-nan", "--trap-nan", "P", Elsewhere("tools/tests/train.rs")),
];

const PROGRAM: &str = r#"func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32> loc("f.py":1:2)
  %u = stablehlo.transpose %t, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = stablehlo.exponential %u : tensor<8x8xf32>
  %b = stablehlo.log %x : tensor<8x8xf32>
  %y = stablehlo.add %a, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
func.func @other(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
"#;

const HOSTED: &str = "func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}
";

/// A program with an open extent.
const OPEN: &str = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.negate %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
";

const WRONG: &str = "func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";

/// The status of a command line, and what it wrote.
fn outcome(folder: &Path, command: &str, words: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let folder = folder.to_str().expect("a plain path");
    let written = |word: &&str| match *word {
        "P" => format!("{folder}/p-.mlir"),
        "H" => format!("{folder}/h-.mlir"),
        "W" => format!("{folder}/w-.mlir"),
        "D" => format!("{folder}/d-.mlir"),
        word => word.replace("F/", &format!("{folder}/")),
    };
    let words: Vec<String> = words.iter().map(written).collect();
    let mut io = Io {
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: Terminal::default(),
    };
    let line = ["hloom", command].into_iter().map(str::to_owned).chain(words);
    let status = main_with(line, &mut io);
    // Bytecode is not text.
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status, text(stdout), text(stderr))
}

#[test]
fn the_table_knows_every_option() {
    let known: BTreeSet<(&str, &str)> = ROWS.iter().map(|row| (row.0, row.1)).collect();
    let cli = Cli::command();
    let mut missing = Vec::new();
    for command in cli.get_subcommands() {
        let name = command.get_name();
        // FileCheck's options are held by the cases of `tests/check`; a pass's flag is the pass.
        if name == "check" {
            continue;
        }
        for option in command.get_arguments().filter_map(|it| it.get_long()) {
            let storage = crate::storage::passes::names().any(|name| name == option);
            let pass = storage || hloom_passes::table::lookup(option).is_some();
            let own = ["help", "version"].contains(&option) || name == "opt" && pass;
            if !(own || known.contains(&(name, option))) {
                missing.push(format!("hloom {name} --{option}"));
            }
        }
    }
    assert!(missing.is_empty(), "options without a row: {}", missing.join(", "));
}

#[test]
fn each_option_is_obeyed_or_refused_with_the_name_of_what_obeys_it() {
    let folder = std::env::temp_dir().join(format!("hloom-options-{}", std::process::id()));
    let mut wrong = Vec::new();
    for Row(command, option, with, base, effect) in ROWS {
        let backends: &[&str] = match *command {
            "run" if !base.contains("--backend") => &["cpu", "interp", "ptx-emulator"],
            _ => &[""],
        };
        for backend in backends {
            // Files of earlier lines must not hide files that this one does not write.
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            let program = PROGRAM.split("// -----").next().unwrap_or_default();
            let program = if *option == "split-input-file" { PROGRAM } else { program };
            let files =
                [("p-.mlir", program), ("h-.mlir", HOSTED), ("w-.mlir", WRONG), ("d-.mlir", OPEN)];
            for (name, text) in files {
                std::fs::write(folder.join(name), text).expect("the folder can be written");
            }
            if *option == "input" {
                let made = ["P", "--random-inputs=5", "--backend=interp", "--output", "F/"];
                assert_eq!(outcome(&folder, "run", &made).0, 0);
                std::fs::rename(folder.join("0.npy"), folder.join("x.npy")).expect("it is there");
            }
            let flag = format!("--backend={backend}");
            let mut line: Vec<&str> = base.split(' ').collect();
            if !backend.is_empty() {
                line.push(&flag);
            }
            let before = outcome(&folder, command, &line);
            line.extend(with.split(' '));
            let after = outcome(&folder, command, &line);
            let refused = after.0 == 2 && after.2.contains(" is for ");
            let obeyed = match effect {
                Effect::Shown => before != after,
                Effect::File(name) => after.0 == 0 && folder.join(name).exists(),
                Effect::Elsewhere(_) => true,
            };
            if !(refused || obeyed) {
                wrong.push(format!("hloom {command} {}: {}", line.join(" "), after.2));
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "options that nothing obeys:\n{}", wrong.join("\n"));
}

#[test]
fn options_of_fusion_are_for_the_pages_about_it() {
    let here = Path::new(".");
    for flag in ["--measure", "--policies", "--html=x.html", "--machine=cpu"] {
        let (status, _, stderr) = outcome(here, "explain", &["transpose", flag]);
        assert_eq!(status, 2, "{flag}");
        assert!(stderr.contains(" is for `hloom explain fusion FILE`"), "{stderr}");
    }
}
