//! Ranks whose devices run collectives between themselves, of the real program: on emulated GPUs, with
//! the results of the interpreter.
#![cfg(all(target_os = "linux", feature = "ptx"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn write(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranks-of-gpus");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file can be written");
    path
}

fn hloom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hloom"));
    command.arg("run").stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("hloom starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A program of a rank in a grid of two replicas by two partitions: each collective in each grouping
/// that it has, on small numbers, whose sums are exact.
fn groupings() -> String {
    // Ids are replicas, replicas with all their partitions, or processes.
    let channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, ";
    let list = |ids: &str| {
        let (rows, columns) = (ids.matches("],").count() + 1, ids.matches(',').count() + 1);
        format!("replica_groups = dense<[{ids}]> : tensor<{rows}x{}xi64>", columns / rows)
    };
    let reducing = [
        list("[0, 1]"),
        list("[1, 0]"),
        format!("{channel}{}", list("[1, 0]")),
        format!("{channel}{}, use_global_device_ids", list("[0, 3], [2, 1]")),
        format!("{channel}{}, use_global_device_ids", list("[2, 0, 1, 3]")),
        format!("{channel}{}, use_global_device_ids", list("[0], [1], [2], [3]")),
    ];
    let moving = [list("[1, 0]"), format!("{channel}{}", list("[0, 1]"))];
    let members = [2, 2, 4, 2, 4, 1];
    let (mut ops, mut types, mut values) = (String::new(), Vec::new(), Vec::new());
    let mut add = |op: String, operand: &str, ty: String| {
        let name = format!("%r{}", values.len());
        ops += &format!("  {name} = {op} : (tensor<{operand}>) -> {ty}\n");
        values.push(name);
        types.push(ty);
    };
    let region = |op: &str, element: &str| {
        format!(
            "({{\n  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n    %t = stablehlo.{op} %a, %b \
             : tensor<{element}>\n    stablehlo.return %t : tensor<{element}>\n  }})"
        )
    };
    let sum = region("add", "f32");
    for (groups, n) in reducing.iter().zip(members) {
        let (wide, narrow) = (4 * n, 4 / n);
        add(
            format!("\"stablehlo.all_reduce\"(%x) <{{{groups}}}> {sum}"),
            "2x4xf32",
            "tensor<2x4xf32>".into(),
        );
        add(
            format!("\"stablehlo.collective_reduce\"(%x) <{{{groups}}}> {sum}"),
            "2x4xf32",
            "tensor<2x4xf32>".into(),
        );
        for (dim, ty) in
            [(0, format!("tensor<{}x4xf32>", 2 * n)), (1, format!("tensor<2x{wide}xf32>"))]
        {
            add(
                format!(
                    "\"stablehlo.all_gather\"(%x) <{{all_gather_dim = {dim} : i64, {groups}}}>"
                ),
                "2x4xf32",
                ty,
            );
        }
        add(
            format!(
                "\"stablehlo.reduce_scatter\"(%x) <{{scatter_dimension = 1 : i64, {groups}}}> {sum}"
            ),
            "2x4xf32",
            format!("tensor<2x{narrow}xf32>"),
        );
    }
    for groups in &moving {
        add(
            format!(
                "\"stablehlo.all_to_all\"(%x) <{{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {groups}}}>"
            ),
            "2x4xf32",
            "tensor<4x2xf32>".into(),
        );
        add(
            format!(
                "\"stablehlo.all_to_all\"(%x) <{{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, {groups}}}>"
            ),
            "2x4xf32",
            "tensor<1x8xf32>".into(),
        );
        add(
            format!("\"stablehlo.collective_broadcast\"(%x) <{{{groups}}}>"),
            "2x4xf32",
            "tensor<2x4xf32>".into(),
        );
    }
    for pairs in ["[0, 1]", "[1, 0]"] {
        for channel in ["", channel] {
            add(
                format!(
                    "\"stablehlo.collective_permute\"(%x) <{{{channel}source_target_pairs = dense<[{pairs}]> : tensor<1x2xi64>}}>"
                ),
                "2x4xf32",
                "tensor<2x4xf32>".into(),
            );
        }
    }
    let mut reduce = |op: &str, element: &str, name: &str| {
        let ty = format!("tensor<2x4x{element}>");
        let op = region(op, element);
        add(
            format!("\"stablehlo.all_reduce\"({name}) <{{{}}}> {op}", reducing[2]),
            &ty[7..ty.len() - 1],
            ty.clone(),
        );
    };
    let mut converted = String::new();
    for (i, (op, element)) in [
        ("add", "i32"),
        ("multiply", "i32"),
        ("minimum", "i32"),
        ("maximum", "ui8"),
        ("maximum", "i64"),
        ("add", "f16"),
        ("add", "bf16"),
        ("multiply", "f64"),
        ("add", "complex<f32>"),
    ]
    .into_iter()
    .enumerate()
    {
        let ty = format!("tensor<2x4x{element}>");
        converted += &format!("  %c{i} = stablehlo.convert %x : (tensor<2x4xf32>) -> {ty}\n");
        reduce(op, element, &format!("%c{i}"));
    }
    for op in ["and", "or", "add", "multiply", "minimum", "maximum"] {
        reduce(op, "i1", "%bits");
    }
    format!(
        "module attributes {{mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}} {{
func.func @main() -> ({}) {{
  %p = stablehlo.partition_id : tensor<ui32>
  %q = stablehlo.replica_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %twice = stablehlo.multiply %q, %two : tensor<ui32>
  %me = stablehlo.add %twice, %p : tensor<ui32>
  %f = stablehlo.convert %me : (tensor<ui32>) -> tensor<f32>
  %each = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xf32>
  %j = stablehlo.iota dim = 0 : tensor<2x4xf32>
  %four = stablehlo.constant dense<4.0> : tensor<2x4xf32>
  %row = stablehlo.multiply %j, %four : tensor<2x4xf32>
  %place = stablehlo.add %i, %row : tensor<2x4xf32>
  %x = stablehlo.add %place, %each : tensor<2x4xf32>
  %bits = stablehlo.compare GT, %x, %four : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
{converted}{ops}  return {} : {}
}}
}}
",
        types.join(", "),
        values.join(", "),
        types.join(", ")
    )
}

/// Emulated GPUs run all of them between themselves, by the plan that NCCL gets.
#[test]
fn gpus_have_the_results_of_the_interpreter() {
    let file = write("groupings.mlir", &groupings());
    let run = |backend: &str, more: &[&str]| {
        let mut command = hloom();
        command.arg(&file).args(["--ranks=4", "--print", backend]).args(more);
        let output = output(&mut command);
        assert!(output.status.success(), "{backend}: {}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (want, _) = run("--backend=interp", &[]);
    let (got, notice) = run("--backend=ptx-emulator", &[]);
    assert_eq!(got, want);
    let hosted =
        "notice: the host runs `stablehlo.partition_id`, `stablehlo.replica_id`, for which";
    assert!(notice.contains(hosted), "{notice}");
    let (again, _) = run("--backend=ptx-emulator", &["--repeat=3"]);
    assert_eq!(again, want);
    let (processes, notice) = run("--backend=ptx-emulator", &["--processes"]);
    assert_eq!(processes, want);
    let why = "`stablehlo.all_to_all`: emulated GPUs of other processes can't be reached";
    assert!(notice.contains(why), "{notice}");
}

/// Sums that begin, kernels beside them, and their ends; also of values that a loop carries.
const OVERLAPPED: &str = r#"
func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
  %x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %begun = "stablehlo.async_start"(%s) ({
    ^bb0(%o: tensor<4xf32>):
      %r = "stablehlo.all_reduce"(%o) <{CHANNEL, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> SUM : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %r : tensor<4xf32>
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
    %beside = stablehlo.multiply %s, %s : tensor<4xf32>
    %sum = "stablehlo.async_done"(%begun) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
    %both = stablehlo.add %sum, %beside : tensor<4xf32>
    stablehlo.return %next, %both : tensor<i32>, tensor<4xf32>
  }
  %pass = "stablehlo.async_start"(%x) ({
  ^bb0(%o: tensor<4xf32>):
    %r = "stablehlo.collective_permute"(%o) <{CHANNEL, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %largest = "stablehlo.all_reduce"(%x) <{CHANNEL, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> MAXIMUM : (tensor<4xf32>) -> tensor<4xf32>
  %passed = "stablehlo.async_done"(%pass) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %end#1, %passed, %largest : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
"#;

fn region(op: &str) -> String {
    format!(
        "({{\n ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n %t = stablehlo.{op} %a, %b : \
         tensor<f32>\n stablehlo.return %t : tensor<f32>\n }})"
    )
}

fn overlapped() -> String {
    OVERLAPPED
        .replace("CHANNEL", "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>")
        .replace("SUM", &region("add"))
        .replace("MAXIMUM", &region("maximum"))
}

#[test]
fn overlapped_collectives_have_the_results_of_the_interpreter() {
    let file = write("overlapped.mlir", &overlapped());
    let run = |backend: &str| {
        let output = output(hloom().arg(&file).args(["--ranks=2", "--print", backend]));
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (want, _) = run("--backend=interp");
    let (got, notice) = run("--backend=ptx-emulator");
    assert_eq!(got, want);
    // The maximum of floats is not NCCL's.
    let why = "  `stablehlo.all_reduce`: NCCL's `maximum` of f32 drops NaN\n";
    assert!(notice.contains(why), "{notice}");
    assert!(!notice.contains("async_start"), "{notice}");
}

/// A rank that fails, one that runs another op, and one that never comes, on devices.
/// Permutes between the same ranks that end in another order than they begin, of other sizes.
const CROSSED: &str = r#"
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %x1 = stablehlo.add %x, %b : tensor<4xf32>
  %x2 = stablehlo.subtract %x, %b : tensor<4xf32>
  %y1 = stablehlo.negate %y : tensor<8xf32>
  %a = "stablehlo.async_start"(%x1) ({
  ^bb0(%v: tensor<4xf32>):
    %r = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %c = "stablehlo.async_start"(%x2) ({
  ^bb0(%v: tensor<4xf32>):
    %r = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %d = "stablehlo.collective_permute"(%y1) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
  %cd = "stablehlo.async_done"(%c) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  %ad = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %ad, %cd, %d : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>
}
}
"#;

#[test]
fn permutes_that_end_in_another_order_are_not_confused() {
    let file = write("crossed.mlir", CROSSED);
    let run = |backend: &str| {
        let mut command = hloom();
        command.arg(&file).args(["--ranks=2", "--print", "--random-inputs=1", backend]);
        let output = output(&mut command);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(run("--backend=ptx-emulator"), run("--backend=interp"));
}

#[test]
fn ranks_that_fail_are_named() {
    let ranks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tools/run/ranks.mlir");
    let failed = |entry: &str| {
        let mut command = hloom();
        command.arg(&ranks).args(["--ranks=4", "--backend=ptx-emulator", "--rank-timeout=3"]);
        let output = output(command.arg(format!("--entry={entry}")));
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    let said = failed("fails");
    assert!(said.contains("error: rank 2: ") && said.contains("check.expect_eq"), "{said}");
    let said = failed("disagrees");
    let runs = said.contains("where others run `stablehlo.");
    assert!(runs && said.contains("error: rank ") && said.contains("runs `stablehlo."), "{said}");
}

/// Rank 2 never ends its loop.
const HANGS: &str = r#"
func.func @main() -> tensor<f32> {
  %p = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %end = stablehlo.while(%i = %p) : tensor<ui32>
  cond {
    %go = stablehlo.compare EQ, %i, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %j = stablehlo.maximum %i, %two : tensor<ui32>
    stablehlo.return %j : tensor<ui32>
  }
  %f = stablehlo.convert %end : (tensor<ui32>) -> tensor<f32>
  %sum = "stablehlo.all_reduce"(%f) <{CHANNEL, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> SUM : (tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}
"#;

#[test]
fn a_rank_that_hangs_is_named_after_the_timeout() {
    let channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
    let program = HANGS.replace("CHANNEL", channel).replace("SUM", &region("add"));
    let file = write("hangs.mlir", &program);
    let mut command = hloom();
    command.arg(&file).args(["--ranks=3", "--backend=ptx-emulator", "--rank-timeout=0.5"]);
    let output = output(&mut command);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let waits = "no process can go on: after 0.5 seconds: rank ";
    assert!(said.contains(waits) && said.contains(" waits for rank 2\n"), "{said}");
    assert!(said.contains("`stablehlo.all_reduce` between emulated GPUs"), "{said}");
}

#[test]
fn options_of_gpus_are_checked() {
    let file = write("options.mlir", &overlapped());
    let refused = |options: &[&str]| {
        let output = output(hloom().arg(&file).args(options));
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        text(&output.stderr)
    };
    let said = refused(&["--nccl", "--backend=ptx"]);
    assert!(said.contains("--nccl is for ranks: give --ranks or --mpi"), "{said}");
    let said = refused(&["--nccl", "--ranks=2"]);
    assert!(said.contains("--nccl is for the backend ptx, not cpu"), "{said}");
    let said = refused(&["--nccl", "--ranks=2", "--backend=ptx", "--device=1"]);
    assert!(said.contains("--nccl") && said.contains("--device"), "{said}");
}
