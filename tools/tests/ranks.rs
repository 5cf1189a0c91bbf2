//! Ranks that are processes, of the real program: the same results as ranks that are threads, and
//! errors that name the rank when one dies, hangs or differs.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program of a rank with each kind of collective, small and large, and an overlapped one.
const COLLECTIVES: &str = r#"
func.func @main() -> (tensor<4xf32>, tensor<20000xf32>, tensor<2x8xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<20000xf32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
  %third = stablehlo.constant dense<0.333333> : tensor<f32>
  %s = stablehlo.add %f, %third : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<20000xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<20000xf32>
  %m = stablehlo.multiply %i, %b : tensor<20000xf32>
  %large = stablehlo.sine %m : tensor<20000xf32>
  %small = stablehlo.slice %large [5:9] : (tensor<20000xf32>) -> tensor<4xf32>
  %square = stablehlo.reshape %small : (tensor<4xf32>) -> tensor<2x2xf32>
  %0 = "stablehlo.all_reduce"(%small) <{CHANNEL, GROUPS, use_global_device_ids}> SUM : (tensor<4xf32>) -> tensor<4xf32>
  %begun = "stablehlo.async_start"(%large) ({
  ^bb0(%o: tensor<20000xf32>):
    %r = "stablehlo.all_reduce"(%o) <{CHANNEL, GROUPS, use_global_device_ids}> SUM : (tensor<20000xf32>) -> tensor<20000xf32>
    stablehlo.return %r : tensor<20000xf32>
  }) : (tensor<20000xf32>) -> !stablehlo.future<tensor<20000xf32>>
  %1 = "stablehlo.all_reduce"(%large) <{CHANNEL, GROUPS, use_global_device_ids}> SUM : (tensor<20000xf32>) -> tensor<20000xf32>
  %2 = "stablehlo.all_gather"(%square) <{all_gather_dim = 1 : i64, CHANNEL, GROUPS, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x8xf32>
  %3 = "stablehlo.reduce_scatter"(%small) <{scatter_dimension = 0 : i64, CHANNEL, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> SUM : (tensor<4xf32>) -> tensor<2xf32>
  %wide = stablehlo.concatenate %square, %square, dim = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %tall = stablehlo.reshape %wide : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %4 = "stablehlo.all_to_all"(%tall) <{concat_dimension = 1 : i64, split_dimension = 0 : i64, split_count = 2 : i64, CHANNEL, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %5 = "stablehlo.collective_broadcast"(%small) <{CHANNEL, replica_groups = dense<[[2, 1, 0, 3]]> : tensor<1x4xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "stablehlo.collective_permute"(%small) <{CHANNEL, source_target_pairs = dense<[[3, 0], [0, 1], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.async_done"(%begun) : (!stablehlo.future<tensor<20000xf32>>) -> tensor<20000xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<20000xf32>, tensor<2x8xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<20000xf32>
}
"#;

const SUM: &str = "({\n  ^bb0(%a: tensor<f32>, %c: tensor<f32>):\n    %t = stablehlo.add %a, %c : \
                   tensor<f32>\n    stablehlo.return %t : tensor<f32>\n  })";

fn collectives() -> String {
    COLLECTIVES
        .replace("CHANNEL", "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>")
        .replace("GROUPS", "replica_groups = dense<[[0, 2, 3, 1]]> : tensor<1x4xi64>")
        .replace("SUM", SUM)
}

/// A step of a small network, divided over two axes.
const SHARDED: &str = r#"
sdy.mesh @m = <["d"=2, "t"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"t"}]>}, %v: tensor<32x8xf32>) -> (tensor<8x8xf32>, tensor<16x32xf32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %a = stablehlo.tanh %y : tensor<8x32xf32>
  %z = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
  %g = stablehlo.dot_general %x, %a, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  return %z, %g : tensor<8x8xf32>, tensor<16x32xf32>
}
"#;

/// Ranks that meet for ever.
const ENDLESS: &str = r#"
func.func @main() -> tensor<f32> {
  %start = stablehlo.constant dense<1.0> : tensor<f32>
  %end = stablehlo.while(%i = %start) : tensor<f32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %next = "stablehlo.all_reduce"(%i) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> SUM : (tensor<f32>) -> tensor<f32>
    stablehlo.return %next : tensor<f32>
  }
  return %end : tensor<f32>
}
"#;

fn write(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranks");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file can be written");
    path
}

fn hloom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hloom"));
    command.arg("run").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Open MPI asks root to confirm; and in some containers processes may not read each other.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    command
}

/// The output of a command that is to end in time.
fn output(command: &mut Command) -> Output {
    ended(command.spawn().expect("it starts"), Duration::from_secs(240))
}

fn ended(mut child: Child, most: Duration) -> Output {
    let begin = Instant::now();
    while child.try_wait().expect("its state is known").is_none() {
        if begin.elapsed() > most {
            _ = child.kill();
            let said = child.wait_with_output().expect("its output");
            panic!("it runs for longer than {most:?}: {}", String::from_utf8_lossy(&said.stderr));
        }
        // Pipes hold what these programs print.
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("its output")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The output of a successful command.
fn printed(command: &mut Command) -> String {
    let output = output(command);
    assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The error of a command that fails with a status.
fn error(command: &mut Command, status: i32) -> String {
    let output = output(command);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{command:?}: {said}");
    said
}

/// Whether there is an `mpirun`; tests of MPI end without one, and say so.
fn has_mpirun() -> bool {
    let found =
        Command::new("mpirun").arg("--version").output().is_ok_and(|it| it.status.success());
    if !found {
        eprintln!("there is no mpirun: MPI is not tested");
    }
    found
}

fn backends() -> &'static [&'static str] {
    if cfg!(feature = "llvm") { &["interp", "cpu"] } else { &["interp"] }
}

#[test]
fn processes_have_the_results_of_threads() {
    let file = write("collectives.mlir", &collectives());
    let sharded = write("sharded.mlir", SHARDED);
    for backend in backends() {
        let backend = format!("--backend={backend}");
        let run = |file: &Path, more: &[&str]| {
            let mut command = hloom();
            command.arg(file).args([&backend, "--ranks=4", "--print"]).args(more);
            printed(&mut command)
        };
        let threads = run(&file, &[]);
        assert!(threads.contains("\n7: tensor<20000xf32> = ["), "{threads}");
        assert!(run(&file, &["--processes"]) == threads);
        let random = ["--random-inputs=3"];
        let threads = run(&sharded, &random);
        assert!(run(&sharded, &["--random-inputs=3", "--processes"]) == threads);
        if has_mpirun() {
            assert!(run(&file, &["--mpi"]) == run(&file, &[]));
            assert!(run(&sharded, &["--random-inputs=3", "--mpi"]) == threads);
        }
    }
}

/// A sum of tensors that are too large for rings, of which the program computes a number that
/// depends on all elements and their order.
const LARGE: &str = r#"
func.func @main() -> (tensor<ui32>, tensor<3xf32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<700001xf32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<700001xf32>
  %m = stablehlo.multiply %i, %b : tensor<700001xf32>
  %x = stablehlo.sqrt %m : tensor<700001xf32>
  %r = "stablehlo.all_reduce"(%x) <{CHANNEL, GROUPS, use_global_device_ids}> SUM : (tensor<700001xf32>) -> tensor<700001xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<700001xf32>) -> tensor<700001xui32>
  %n = stablehlo.iota dim = 0 : tensor<700001xui32>
  %w = stablehlo.multiply %bits, %n : tensor<700001xui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %digest = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<700001xui32>, tensor<ui32>) -> tensor<ui32>
  %some = stablehlo.slice %r [699990:700001:5] : (tensor<700001xf32>) -> tensor<3xf32>
  return %digest, %some : tensor<ui32>, tensor<3xf32>
}
"#;

#[test]
fn large_tensors_of_processes_are_those_of_threads() {
    let text = LARGE
        .replace("CHANNEL", "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>")
        .replace("GROUPS", "replica_groups = dense<[[1, 2, 0]]> : tensor<1x3xi64>")
        .replace("SUM", SUM);
    let file = write("large.mlir", &text);
    let run = |more: &[&str]| {
        let mut command = hloom();
        command.arg(&file).args(["--ranks=3", "--print"]).args(more);
        printed(&mut command)
    };
    let expected = run(&["--backend=interp"]);
    for backend in backends() {
        let backend = format!("--backend={backend}");
        assert_eq!(run(&[&backend]), expected);
        assert_eq!(run(&[&backend, "--processes"]), expected);
        // A second run works in the memory of the first.
        assert_eq!(run(&[&backend, "--processes", "--repeat=3"]), expected);
    }
}

#[test]
fn limits_of_addresses_and_files_leave_ranks_their_rings() {
    let file = write("collectives-limits.mlir", &collectives());
    let run = |limit: &str| {
        let line = format!("{limit}; exec \"$@\"");
        let mut command = Command::new("sh");
        let hloom = env!("CARGO_BIN_EXE_hloom");
        command.args(["-c", &line, "sh", hloom, "run"]).arg(&file);
        command.args(["--backend=interp", "--ranks=4", "--print", "--processes"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        printed(&mut command)
    };
    let expected = run("true");
    assert_eq!(run("ulimit -f 4000000"), expected);
    assert_eq!(run("ulimit -v 100000000"), expected);
}

#[test]
fn programs_of_jax_run_on_processes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tools/run/sharded/jax.mlir");
    let mut command = hloom();
    command.arg(file).args(["--split-input-file", "--backend=interp", "--ranks=8", "--processes"]);
    let said = printed(&mut command);
    assert!(said.ends_with(" passed, 0 failed\n"), "{said}");
}

/// Stages of a pipeline, alone and with samples divided along another axis.
#[test]
fn stages_on_processes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tools/run/stages.mlir");
    let step = std::fs::read_to_string(file).expect("the step of another test");
    let step = &step[..step.find("func.func @uneven").expect("a second function")];
    let divided = step
        .replace("\"pipe\"=2", "\"data\"=2, \"pipe\"=2")
        .replace("count=4", "count=3")
        .replace("%x: tensor<12x8xf32>,", "%x: tensor<12x8xf32> SHARDED,")
        .replace("%y: tensor<12x4xf32>)", "%y: tensor<12x4xf32> SHARDED)")
        .replace("SHARDED", "{sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}");
    assert_eq!(divided.matches("sdy.sharding =").count(), 2);
    for (name, text, ranks) in [("stages.mlir", step, "2"), ("stages-data.mlir", &divided, "4")] {
        let file = write(name, text);
        for backend in backends() {
            let run = |more: &[&str]| {
                let mut command = hloom();
                command.arg(&file).arg("--backend").arg(backend).args(["--ranks", ranks]);
                command.args(["--random-inputs=5", "--print"]).args(more);
                printed(&mut command)
            };
            let threads = run(&[]);
            assert!(threads.contains("\n2: tensor<f32> = "), "{threads}");
            assert!(run(&["--processes"]) == threads);
            // Rings with values of more runs.
            assert!(run(&["--processes", "--repeat=3"]) == threads);
            if has_mpirun() {
                assert!(run(&["--mpi"]) == threads);
            }
        }
    }
}

/// Estimates stand beside times of runs on threads and on processes.
#[cfg(feature = "llvm")]
#[test]
fn simulated_steps_are_compared_with_processes() {
    let file = write("measured.mlir", SHARDED);
    let mut command = Command::new(env!("CARGO_BIN_EXE_hloom"));
    command.args(["explain", "splits"]).arg(&file);
    command.args(["--mesh", "2x2", "--link", "10GBps,1us,memory", "--measure"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let said = printed(&mut command);
    let row = |name: &str| {
        let line = said.lines().find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("no row `{name}`: {said}"));
        assert!(line.matches('s').count() >= 2 && line.contains('%'), "{line}");
    };
    row("the step  ");
    row("the step, 4 processes");
    row("the fastest of them");
}

#[test]
fn processes_read_standard_input_and_write_results() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranks-results");
    _ = std::fs::remove_dir_all(&folder);
    let mut command = hloom();
    command.args(["-", "--backend=interp", "--ranks=4", "--processes", "--random-inputs=1"]);
    command.args(["--compare=interp", "--rtol=1e-5", "--output"]).arg(&folder);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("hloom starts");
    child.stdin.take().expect("a pipe").write_all(SHARDED.as_bytes()).expect("it reads");
    let output = ended(child, Duration::from_secs(120));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 2);
    assert!(folder.join("0.npy").exists() && folder.join("1.npy").exists());
}

/// Starts ranks that meet for ever, and returns the processes of each.
fn endless(name: &str, seconds: &str) -> (Child, Vec<u32>) {
    let file = write(name, &ENDLESS.replace("SUM", SUM));
    let mut command = hloom();
    command.arg(file).args(["--backend=interp", "--ranks=3", "--processes", "--rank-timeout"]);
    let parent = command.arg(seconds).spawn().expect("hloom starts");
    let ranks = started(parent.id());
    (parent, ranks)
}

/// The processes of three ranks that a process starts.
fn started(parent: u32) -> Vec<u32> {
    let begin = Instant::now();
    loop {
        let mut ranks: Vec<(u32, u32)> = children(parent);
        ranks.sort_unstable();
        if ranks.len() == 3 {
            // They are in the loop by then, or before it, where they meet too.
            sleep(Duration::from_millis(700));
            return ranks.into_iter().map(|(_, process)| process).collect();
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "the ranks do not start");
        sleep(Duration::from_millis(10));
    }
}

/// The ranks that a process has started: their numbers and their processes.
fn children(parent: u32) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("the processes").flatten() {
        let process: Option<u32> = entry.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(process) = process else { continue };
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let place = environment.split(|&byte| byte == 0).find_map(|variable| {
            std::str::from_utf8(variable).ok()?.strip_prefix("HLOOM_RANK=").map(str::to_owned)
        });
        let numbers: Vec<u32> =
            place.iter().flat_map(|it| it.split(':')).filter_map(|n| n.parse().ok()).collect();
        if let [_, rank, of] = numbers[..]
            && of == parent
            && process != parent
        {
            found.push((rank, process));
        }
    }
    found
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("kill starts").success(), "process {process} is not there");
}

fn assert_gone(processes: &[u32]) {
    for process in processes {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = state.rsplit(") ").next().unwrap_or_default();
        assert!(
            state.is_empty() || state.starts_with('Z'),
            "process {process} still runs: {state}"
        );
    }
}

#[test]
fn a_rank_that_is_killed_ends_the_run() {
    for (rank, name) in [(2, "killed-2.mlir"), (0, "killed-0.mlir")] {
        let (parent, processes) = endless(name, "30");
        signal("-KILL", processes[rank]);
        let begin = Instant::now();
        let output = ended(parent, Duration::from_secs(20));
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        assert_eq!(text(&output.stderr), format!("error: rank {rank} was killed by signal 9\n"));
        assert_eq!(output.status.code(), Some(1));
        assert_gone(&processes);
    }
}

#[test]
fn a_rank_that_hangs_is_named_after_the_timeout() {
    let (parent, processes) = endless("stopped.mlir", "2");
    signal("-STOP", processes[1]);
    let output = ended(parent, Duration::from_secs(30));
    let said = text(&output.stderr);
    assert!(
        said.contains("`stablehlo.all_reduce`: no process can go on: after 2 seconds"),
        "{said}"
    );
    assert!(said.contains("waits for rank 1"), "{said}");
    assert_eq!(output.status.code(), Some(1));
    assert_gone(&processes);
}

/// The process of a rank that mpirun has started on this file.
fn rank_of_mpi(file: &Path, rank: u32) -> u32 {
    let begin = Instant::now();
    let (file, rank) =
        (file.to_string_lossy().into_owned(), format!("OMPI_COMM_WORLD_RANK={rank}"));
    loop {
        for entry in std::fs::read_dir("/proc").expect("the processes").flatten() {
            let process: Option<u32> =
                entry.file_name().to_str().and_then(|name| name.parse().ok());
            let has = |list: &str, text: &str| {
                let bytes = std::fs::read(entry.path().join(list)).unwrap_or_default();
                bytes.split(|&byte| byte == 0).any(|part| part == text.as_bytes())
            };
            if let Some(process) = process
                && has("cmdline", &file)
                && has("environ", &rank)
            {
                return process;
            }
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "the ranks do not start");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn ranks_of_mpi_that_die_or_hang_end_the_run() {
    if !has_mpirun() {
        return;
    }
    for (way, says) in [
        ("-STOP", "no process can go on: after 2 seconds: rank 0 waits for rank 1"),
        ("-KILL", "rank 1"),
    ] {
        let file = write(&format!("mpi{way}.mlir"), &ENDLESS.replace("SUM", SUM));
        let mut command = hloom();
        command.arg(&file).args(["--backend=interp", "--ranks=3", "--mpi", "--rank-timeout=2"]);
        let parent = command.spawn().expect("hloom starts");
        let process = rank_of_mpi(&file, 1);
        sleep(Duration::from_millis(1500));
        signal(way, process);
        let output = ended(parent, Duration::from_secs(40));
        let said = text(&output.stderr);
        assert!(said.contains(says) || said.contains("rank 2 waits for rank 1"), "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
    }
}

#[test]
fn ranks_end_with_the_process_that_watches_them() {
    let (mut parent, processes) = endless("orphans.mlir", "30");
    parent.kill().expect("it runs");
    parent.wait().expect("it has ended");
    sleep(Duration::from_secs(1));
    assert_gone(&processes);
}

#[test]
fn a_rank_that_fails_is_named() {
    let program = "func.func @main() -> tensor<ui32> {\n  %p = stablehlo.partition_id : \
                   tensor<ui32>\n  %two = stablehlo.constant dense<2> : tensor<ui32>\n  %m = \
                   stablehlo.minimum %p, %two : tensor<ui32>\n  check.expect_eq %p, %m : \
                   tensor<ui32>\n  %s = \"stablehlo.collective_permute\"(%p) <{channel_handle = \
                   #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[3, \
                   0]]> : tensor<1x2xi64>}> : (tensor<ui32>) -> tensor<ui32>\n  return %s : \
                   tensor<ui32>\n}\n";
    let file = write("fails.mlir", program);
    for way in ["--processes", "--mpi"] {
        if way == "--mpi" && !has_mpirun() {
            continue;
        }
        let mut command = hloom();
        command.arg(&file).args(["--backend=interp", "--ranks=4", way]);
        let said = error(&mut command, 1);
        assert!(
            said.contains("error: rank 3: `check.expect_eq`: 1 of 1 elements differ"),
            "{said}"
        );
    }
}

#[test]
fn programs_that_do_not_fit_the_ranks_are_refused() {
    let sharded = write("sharded-4.mlir", SHARDED);
    let rows = "sdy.mesh @m = <[\"d\"=4]>\nfunc.func @main(%x: tensor<3x8xf32> {sdy.sharding = \
                #sdy.sharding<@m, [{\"d\"}, {}]>}) -> tensor<3x8xf32> {\n  %y = stablehlo.tanh %x : \
                tensor<3x8xf32>\n  return %y : tensor<3x8xf32>\n}\n";
    let rows = write("rows.mlir", rows);
    let refused = |file: &Path, ranks: &str| {
        let mut command = hloom();
        command.arg(file).args(["--backend=interp", "--random-inputs=1", "--processes", ranks]);
        error(&mut command, 1)
    };
    let said = refused(&sharded, "--ranks=2");
    assert!(said.contains("the program is for 4 devices, but --ranks starts 2"), "{said}");
    // So many are not started.
    let begin = Instant::now();
    let said = refused(&sharded, "--ranks=300");
    assert_eq!(said.matches("the program is for 4 devices, but --ranks starts 300").count(), 1);
    assert!(begin.elapsed() < Duration::from_secs(20), "{said}");
    let said = refused(&rows, "--ranks=4");
    assert!(said.contains('3') && said.contains("\"d\"") && said.contains('4'), "{said}");
}

#[test]
fn options_that_make_no_ranks_are_refused() {
    let file = write("options.mlir", &collectives());
    let with = |options: &[&str]| {
        let mut command = hloom();
        command.arg(&file).arg("--backend=interp").args(options);
        command.env_remove("OMPI_COMM_WORLD_SIZE");
        command
    };
    assert!(error(&mut with(&["--processes"]), 2).contains("--ranks"));
    assert!(error(&mut with(&["--ranks=4", "--processes", "--mpi"]), 2).contains("--mpi"));
    let said = error(&mut with(&["--mpi"]), 2);
    assert!(said.contains("--mpi is for a process that mpirun starts"), "{said}");
    let said = error(with(&["--mpi", "--ranks=4"]).env("PATH", "/nonexistent"), 2);
    assert!(said.contains("starts `mpirun`, which is not installed; install Open MPI"), "{said}");
    let mut without = with(&["--mpi"]);
    without.env("OMPI_COMM_WORLD_SIZE", "2").env("HLOOM_MPI", "libnone.so.1");
    let said = error(&mut without, 2);
    assert!(said.contains("no MPI library: none of libnone.so.1 can be loaded; install"), "{said}");
    let said = error(with(&["--ranks=4", "--processes"]).env("HLOOM_RANK", "0:0:1"), 2);
    assert!(said.contains("the process that has started rank 0 has ended"), "{said}");
}

#[test]
fn mpirun_starts_ranks_that_agree() {
    if !has_mpirun() {
        return;
    }
    let file = write("mpi.mlir", &collectives());
    let other = write("mpi-other.mlir", &(collectives() + "\n// Another text.\n"));
    let expected = printed(hloom().arg(&file).args(["--backend=interp", "--ranks=4", "--print"]));
    let mpirun = |parts: &[(&str, &Path, &[&str])]| {
        let like = hloom();
        let mut command = Command::new("mpirun");
        command.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
        for (i, (count, file, options)) in parts.iter().enumerate() {
            command.args(if i > 0 { &[":"][..] } else { &[] }).args(["-n", count]);
            command.arg(like.get_program()).arg("run").arg(file).args(*options);
            command.args(["--mpi", "--backend=interp", "--print"]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    assert_eq!(printed(&mut mpirun(&[("4", &file, &[])])), expected);
    let said = error(&mut mpirun(&[("2", &file, &[])]), 1);
    assert!(said.contains("4") || said.contains("replica_groups names"), "{said}");
    let said = error(&mut mpirun(&[("2", &file, &["--ranks=4"])]), 2);
    assert!(said.contains("--ranks asks for 4 ranks, but mpirun starts 2"), "{said}");
    let said = error(&mut mpirun(&[("3", &file, &[]), ("1", &other, &[])]), 1);
    assert!(said.contains("rank 3 has another program than rank 0: "), "{said}");
    let limited: &[&str] = &["--max-steps=1000000"];
    let said = error(&mut mpirun(&[("1", &file, &[]), ("3", &file, limited)]), 1);
    assert!(said.contains("rank 1 has another list of options than rank 0: "), "{said}");
}

#[test]
#[cfg(feature = "llvm")]
fn traces_show_the_collectives_of_each_rank() {
    let file = write("traced.mlir", &collectives());
    for way in [&[][..], &["--processes"]] {
        let trace = write("trace.json", "");
        let mut command = hloom();
        command.arg(&file).args(["--ranks=4", "--trace"]).arg(&trace).args(way);
        printed(&mut command);
        let text = std::fs::read_to_string(&trace).expect("a trace");
        let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let events = json["traceEvents"].as_array().expect("events");
        for rank in 0..4 {
            let of = events.iter().filter(|event| event["pid"] == rank + 1);
            let of: Vec<_> = of.filter(|event| event["cat"] == "collective").collect();
            let named = |name: &str| of.iter().filter(|event| event["name"] == name).count();
            assert_eq!(named("stablehlo.all_reduce"), 3, "rank {rank}");
            assert_eq!(named("stablehlo.all_reduce (overlapped)"), 1, "rank {rank}");
            assert_eq!(named("stablehlo.collective_permute"), 1, "rank {rank}");
            assert!(of.iter().all(|event| event["args"]["waited_us"].is_f64()));
            let received = of.iter().map(|event| event["args"]["received"].as_u64().unwrap_or(0));
            assert!(received.sum::<u64>() > 80_000, "rank {rank}");
            let kernels = events.iter().filter(|event| event["pid"] == rank + 1);
            assert!(kernels.filter(|event| event["cat"] == "kernel").count() > 0, "rank {rank}");
        }
    }
}
