//! Collectives over shared memory give what they give on threads, bit for bit: all kinds, groupings
//! and element types, small and large tensors, and rings of any size.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hloom_interp::{Options, Rank, Ranks, RunError, Value, run_with};
use hloom_ir::{Literal, Module};
use hloom_ranks::shared::{Segment, Shared};

type Outcome = Result<Vec<Value>, Box<RunError>>;

/// Runs `@main` on each rank.
fn run(module: &Module, ranks: Vec<Rank>) -> Vec<Outcome> {
    thread::scope(|scope| {
        let threads: Vec<_> = ranks
            .into_iter()
            .map(|rank| {
                scope.spawn(move || {
                    let options = Options { rank: Some(&rank), ..Options::default() };
                    let outcome = run_with(module, "main", &[], &options);
                    if outcome.is_ok() {
                        rank.flush(&|| false).expect("the others read");
                    }
                    outcome
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().expect("no panic")).collect()
    })
}

const PATIENCE: Option<Duration> = Some(Duration::from_secs(20));

fn on_threads(module: &Module, grid: (u32, u32)) -> Vec<Outcome> {
    let ranks = Ranks::new(grid, PATIENCE);
    run(module, (0..grid.0 * grid.1).map(|rank| ranks.rank(rank)).collect())
}

fn over_memory(module: &Module, grid: (u32, u32), ring: usize, patience: Duration) -> Vec<Outcome> {
    let count = grid.0 * grid.1;
    let segment = Segment::create(count, ring).expect("a segment");
    let ranks = (0..count).map(|rank| {
        let transport = Box::new(Shared::new(segment.clone(), rank));
        Rank::over(transport, Some(patience)).arranged(grid).expect("a grid of all ranks")
    });
    run(module, ranks.collect())
}

fn parsed(text: &str) -> Module {
    hloom_ir::text::parse_module(text).unwrap_or_else(|found| panic!("{found:#?}\n{text}"))
}

/// Compares the results of a program on threads and over shared memory, and returns them.
fn same(text: &str, grid: (u32, u32)) -> Vec<Vec<Literal>> {
    // Rings that are shorter than blocks, and longer.
    same_with(text, grid, &[1 << 12, 1 << 18])
}

fn same_with(text: &str, grid: (u32, u32), rings: &[usize]) -> Vec<Vec<Literal>> {
    let module = parsed(text);
    let tensors = |outcomes: Vec<Outcome>| -> Vec<Vec<Literal>> {
        let values = outcomes.into_iter().map(|it| it.unwrap_or_else(|e| panic!("{e}\n{text}")));
        values.map(|v| v.iter().filter_map(|v| v.tensor().cloned()).collect()).collect()
    };
    let expected = tensors(on_threads(&module, grid));
    for &ring in rings {
        let found = tensors(over_memory(&module, grid, ring, Duration::from_secs(20)));
        for (rank, (a, b)) in expected.iter().zip(&found).enumerate() {
            assert_eq!(a.len(), b.len());
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                assert_eq!(a.ty(), b.ty(), "result {i} of rank {rank}, rings of {ring}");
                let (a, b) = (a.expanded(), b.expanded());
                assert!(
                    a.bytes() == b.bytes(),
                    "result {i} of rank {rank}, rings of {ring}\n{text}"
                );
            }
        }
    }
    expected
}

/// The element of the body of a reduction, and its op.
fn body(element: &str, op: &str) -> String {
    format!(
        "({{\n  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n    %s = stablehlo.{op} %a, %b : \
         tensor<{element}>\n    stablehlo.return %s : tensor<{element}>\n  }})"
    )
}

/// A tensor of each rank's own: numbers from 0, scaled and shifted by the rank.
fn own(dims: &str, element: &str) -> String {
    format!(
        "  %i = stablehlo.iota dim = 0 : tensor<{dims}xf32>\n  %p32 = stablehlo.partition_id : \
         tensor<ui32>\n  %r32 = stablehlo.replica_id : tensor<ui32>\n  %two = stablehlo.constant \
         dense<2> : tensor<ui32>\n  %r2 = stablehlo.multiply %r32, %two : tensor<ui32>\n  %me = \
         stablehlo.add %p32, %r2 : tensor<ui32>\n  %pf = stablehlo.convert %me : (tensor<ui32>) -> \
         tensor<f32>\n  %third = stablehlo.constant dense<0.3333333> : tensor<f32>\n  %q = \
         stablehlo.add %pf, %third : tensor<f32>\n  %scale = stablehlo.broadcast_in_dim %q, dims = [] : \
         (tensor<f32>) -> tensor<{dims}xf32>\n  %f = stablehlo.multiply %i, %scale : \
         tensor<{dims}xf32>\n  %g = stablehlo.sine %f : tensor<{dims}xf32>\n  %h = stablehlo.multiply \
         %g, %scale : tensor<{dims}xf32>\n  %x = stablehlo.convert %h : (tensor<{dims}xf32>) -> \
         tensor<{dims}x{element}>\n"
    )
}

const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

fn groups(ids: &[&[u32]]) -> String {
    format!("replica_groups = dense<{ids:?}> : tensor<{}x{}xi64>", ids.len(), ids[0].len())
}

fn all_reduce(n: usize, element: &str, op: &str, ids: &[&[u32]]) -> String {
    let (own, groups, body) = (own(&n.to_string(), element), groups(ids), body(element, op));
    let ty = format!("tensor<{n}x{element}>");
    format!(
        "func.func @main() -> {ty} {{\n{own}  %y = \"stablehlo.all_reduce\"(%x) <{{{CHANNEL}, \
         {groups}, use_global_device_ids}}> {body} : ({ty}) -> {ty}\n  return %y : {ty}\n}}\n"
    )
}

#[test]
fn sums_are_added_in_the_order_of_the_group() {
    let orders: [&[&[u32]]; 4] = [&[&[0, 1, 2]], &[&[2, 0, 1]], &[&[1, 2, 0]], &[&[0, 2, 1]]];
    for ids in orders {
        for n in [1, 15, 100, 8191, 20_000, 33_001] {
            same(&all_reduce(n, "f32", "add", ids), (1, 3));
        }
    }
    // Rings that are shorter than the head of a message.
    same_with(&all_reduce(9000, "f32", "add", &[&[1, 2, 0]]), (1, 3), &[16, 64]);
}

#[test]
fn all_element_types_and_ops_are_reduced() {
    for element in ["f64", "bf16", "f16", "i8", "ui16", "i64"] {
        for (n, op) in [(40, "add"), (33_000, "maximum"), (20_000, "minimum"), (32_769, "multiply")]
        {
            same(&all_reduce(n, element, op, &[&[0, 1]]), (1, 2));
        }
    }
    for (element, op) in [("i32", "and"), ("i1", "or"), ("ui8", "xor"), ("f32", "subtract")] {
        same(&all_reduce(50_000, element, op, &[&[1, 0], &[2, 3]]), (1, 4));
    }
}

#[test]
fn a_large_sum_is_that_of_adding_one_tensor_after_the_other() {
    let n = 12_345;
    let alone = format!(
        "func.func @main() -> tensor<{n}xf32> {{\n{}  return %x : tensor<{n}xf32>\n}}\n",
        own(&n.to_string(), "f32")
    );
    let own = same(&alone, (1, 4));
    let sums = same(&all_reduce(n, "f32", "add", &[&[2, 0, 3, 1]]), (1, 4));
    let numbers = |rank: usize| own[rank][0].as_slice::<f32>();
    for (i, found) in sums[0][0].as_slice::<f32>().iter().enumerate() {
        let sum = ((numbers(2)[i] + numbers(0)[i]) + numbers(3)[i]) + numbers(1)[i];
        assert_eq!(found.to_bits(), sum.to_bits(), "element {i}");
    }
}

#[test]
fn sums_of_four_equal_one_sum() {
    let sums = same(&all_reduce(12_345, "f32", "add", &[&[0, 1, 2, 3]]), (1, 4));
    assert!(sums.iter().all(|rank| rank[0].bytes() == sums[0][0].bytes()));
    // Group 3, 1 does not have the sums of group 0, 2.
    let sums = same(&all_reduce(12_345, "f32", "add", &[&[3, 1], &[0, 2]]), (1, 4));
    assert!(sums[3][0].bytes() == sums[1][0].bytes() && sums[0][0].bytes() != sums[1][0].bytes());
}

#[test]
fn regions_of_several_ops_and_wider_results_are_reduced() {
    let own = own("9000", "bf16");
    let text = format!(
        "func.func @main() -> tensor<9000xf32> {{\n{own}  %y = \"stablehlo.all_reduce\"(%x) \
         <{{{CHANNEL}, {}, use_global_device_ids}}> ({{\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    \
         %half = stablehlo.constant dense<0.5> : tensor<f32>\n    %c = stablehlo.multiply %a, %half : \
         tensor<f32>\n    %s = stablehlo.add %c, %b : tensor<f32>\n    stablehlo.return %s : \
         tensor<f32>\n  }}) : (tensor<9000xbf16>) -> tensor<9000xf32>\n  return %y : \
         tensor<9000xf32>\n}}\n",
        groups(&[&[0, 1, 2]])
    );
    same(&text, (1, 3));
}

/// A program of one collective without a region; the result has these extents.
fn plain(op: &str, attributes: &str, (from, to): (&str, &str)) -> String {
    let (x, y) = (format!("tensor<{from}xf32>"), format!("tensor<{to}xf32>"));
    format!(
        "func.func @main() -> {y} {{\n{}  %y = \"stablehlo.{op}\"(%x) <{{{attributes}}}> : ({x}) -> \
         {y}\n  return %y : {y}\n}}\n",
        own(from, "f32")
    )
}

#[test]
fn tensors_are_gathered_exchanged_and_broadcast() {
    for rows in [4, 4000] {
        let two = groups(&[&[1, 0], &[2, 3]]);
        let (x, wide) = (format!("{rows}x4"), format!("{rows}x8"));
        let gather = format!("all_gather_dim = 1 : i64, {CHANNEL}, {two}, use_global_device_ids");
        same(&plain("all_gather", &gather, (&x, &wide)), (1, 4));
        let four = groups(&[&[0, 1, 2, 3]]);
        let exchange = format!(
            "concat_dimension = 1 : i64, split_dimension = 0 : i64, split_count = 4 : i64, {CHANNEL}, \
             {four}"
        );
        let tall = format!("{}x16", rows / 4);
        same(&plain("all_to_all", &exchange, (&x, &tall)), (1, 4));
        // Rank 0 is in no group, and gets zeros.
        let broadcast = format!("{CHANNEL}, {}", groups(&[&[2, 1, 3]]));
        let got = same(&plain("collective_broadcast", &broadcast, (&x, &x)), (1, 4));
        assert!(got[0][0].bytes().iter().all(|&byte| byte == 0));
        assert_eq!(got[1][0].bytes(), got[2][0].bytes());
        // A rank may be its own source, and one that is no target gets zeros.
        let pairs = "source_target_pairs = dense<[[0, 1], [1, 3], [2, 2]]> : tensor<3x2xi64>";
        let permute = format!("{CHANNEL}, {pairs}");
        let got = same(&plain("collective_permute", &permute, (&x, &x)), (1, 4));
        assert!(got[0][0].bytes().iter().all(|&byte| byte == 0));
    }
}

#[test]
fn reductions_are_scattered() {
    for rows in [8, 80_000] {
        let x = rows.to_string();
        let y = format!("tensor<{}xf32>", rows / 2);
        let text = format!(
            "func.func @main() -> ({y}, tensor<{x}xf32>) {{\n{}  %y = \"stablehlo.reduce_scatter\"(%x) \
             <{{scatter_dimension = 0 : i64, {CHANNEL}, {groups}, use_global_device_ids}}> {body} : \
             (tensor<{x}xf32>) -> {y}\n  %z = \"stablehlo.collective_reduce\"(%x) <{{{CHANNEL}, \
             {groups}, use_global_device_ids}}> {body} : (tensor<{x}xf32>) -> tensor<{x}xf32>\n  return %y, %z : {y}, \
             tensor<{x}xf32>\n}}\n",
            own(&x, "f32"),
            groups = groups(&[&[3, 0], &[1, 2]]),
            body = body("f32", "add"),
        );
        same(&text, (1, 4));
    }
}

#[test]
fn replicas_and_partitions_form_groups() {
    let sums = |attributes: &str| {
        format!(
            "func.func @main() -> tensor<20000xf32> {{\n{}  %y = \"stablehlo.all_reduce\"(%x) \
             <{{{attributes}}}> {} : (tensor<20000xf32>) -> tensor<20000xf32>\n  return %y : \
             tensor<20000xf32>\n}}\n",
            own("20000", "f32"),
            body("f32", "add"),
        )
    };
    let replicas = sums(&groups(&[&[1, 0]]));
    let both = sums(&format!("{CHANNEL}, {}", groups(&[&[0, 1]])));
    let flat = sums(&format!("{CHANNEL}, {}, use_global_device_ids", groups(&[&[0, 3], &[1, 2]])));
    let sum = |text: &str| {
        let all = same(text, (2, 2));
        all.iter().map(|rank| rank[0].bytes().to_vec()).collect::<Vec<_>>()
    };
    let (replicas, both, flat) = (sum(&replicas), sum(&both), sum(&flat));
    assert!(replicas[0] == replicas[2] && replicas[0] != replicas[1]);
    assert!(both[0] == both[3]);
    assert!(flat[0] == flat[3] && flat[1] == flat[2] && flat[0] != flat[1]);
}

#[test]
fn overlapped_collectives_end_in_any_order() {
    for n in [4, 40_000] {
        let (x, own) = (format!("tensor<{n}xf32>"), own(&n.to_string(), "f32"));
        let groups = groups(&[&[0, 1]]);
        let body = body("f32", "add");
        let mut text = format!("func.func @main() -> ({x}, {x}, {x}) {{\n{own}");
        for name in ["u", "v"] {
            _ = writeln!(
                text,
                "  %{name} = \"stablehlo.async_start\"(%x) ({{\n  ^bb0(%o: {x}):\n  %r = \
                 \"stablehlo.all_reduce\"(%o) <{{{CHANNEL}, {groups}, use_global_device_ids}}> {body} \
                 : ({x}) -> {x}\n  stablehlo.return %r : {x}\n  }}) : ({x}) -> \
                 !stablehlo.future<{x}>"
            );
        }
        let pairs = "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>";
        _ = write!(
            text,
            "  %w = \"stablehlo.collective_permute\"(%x) <{{{CHANNEL}, {pairs}}}> : ({x}) -> {x}\n  \
             %b = \"stablehlo.async_done\"(%v) : (!stablehlo.future<{x}>) -> {x}\n  %a = \
             \"stablehlo.async_done\"(%u) : (!stablehlo.future<{x}>) -> {x}\n  return %a, %b, %w : {x}, \
             {x}, {x}\n}}\n"
        );
        same(&text, (1, 2));
    }
}

#[test]
fn messages_go_to_given_ranks() {
    for n in [3, 30_000] {
        let x = format!("tensor<{n}xf32>");
        let text = format!(
            "func.func @main() -> {x} {{\n{}  %t = stablehlo.create_token : !stablehlo.token\n  %u = \
             \"stablehlo.send\"(%x, %t) <{{channel_handle = #stablehlo.channel_handle<handle = 5, type \
             = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}}> : ({x}, \
             !stablehlo.token) -> !stablehlo.token\n  %y:2 = \"stablehlo.recv\"(%u) <{{channel_handle = \
             #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [1, \
             2]]> : tensor<2x2xi64>}}> : (!stablehlo.token) -> ({x}, !stablehlo.token)\n  return %y#0 : \
             {x}\n}}\n",
            own(&n.to_string(), "f32")
        );
        same(&text, (1, 3));
    }
}

/// The errors of a program on ranks, after a second without messages.
fn errors(text: &str, count: u32) -> Vec<String> {
    let module = parsed(text);
    let outcomes = over_memory(&module, (1, count), 1 << 12, Duration::from_secs(1));
    outcomes.into_iter().filter_map(|it| it.err().map(|error| error.to_string())).collect()
}

/// A program in which rank 1 takes another branch.
fn apart(one: &str, others: &str) -> String {
    format!(
        "func.func @main() -> tensor<ui32> {{\n  %p = stablehlo.partition_id : tensor<ui32>\n  %one = \
         stablehlo.constant dense<1> : tensor<ui32>\n  %is = stablehlo.compare EQ, %p, %one : \
         (tensor<ui32>, tensor<ui32>) -> tensor<i1>\n  %r = \"stablehlo.if\"(%is) ({{\n{one}  \
         stablehlo.return %p : tensor<ui32>\n  }}, {{\n{others}  stablehlo.return %p : tensor<ui32>\n  \
         }}) : (tensor<i1>) -> tensor<ui32>\n  return %r : tensor<ui32>\n}}\n"
    )
}

fn sum_of(value: &str, ty: &str, element: &str) -> String {
    format!(
        "  %s{value} = \"stablehlo.all_reduce\"(%{value}) <{{{CHANNEL}, {}, use_global_device_ids}}> {} \
         : ({ty}) -> {ty}\n",
        groups(&[&[0, 1, 2]]),
        body(element, "add")
    )
}

#[test]
fn a_rank_that_has_ended_is_named() {
    let found = errors(&apart("", &sum_of("p", "tensor<ui32>", "ui32")), 3);
    assert_eq!(found.len(), 2, "{found:?}");
    for error in found {
        assert!(
            error.starts_with("`stablehlo.all_reduce`: no process can go on: rank "),
            "{error}"
        );
        // The other rank may wait for this one meanwhile, and is named before it.
        assert!(error.contains(" waits for rank"), "{error}");
        assert!(error.contains("rank 1, which has ended"), "{error}");
    }
}

#[test]
fn a_rank_with_another_op_is_named() {
    let other = format!(
        "  %g = \"stablehlo.all_gather\"(%q) <{{all_gather_dim = 0 : i64, {CHANNEL}, {}, \
         use_global_device_ids}}> : (tensor<1xui32>) -> tensor<3xui32>\n",
        groups(&[&[0, 1, 2]])
    );
    let other = format!("  %q = stablehlo.reshape %p : (tensor<ui32>) -> tensor<1xui32>\n{other}");
    let found = errors(&apart(&other, &sum_of("p", "tensor<ui32>", "ui32")), 3);
    assert!(!found.is_empty());
    let named = "rank 1 runs `stablehlo.all_gather` where others run `stablehlo.all_reduce`";
    assert!(found.iter().any(|error| error.contains(named)), "{found:?}");
}

#[test]
fn ranks_with_tensors_of_other_sizes_are_named() {
    let large = |n: usize| {
        let ty = format!("tensor<{n}xf32>");
        format!("  %x = stablehlo.constant dense<1.0> : {ty}\n{}", sum_of("x", &ty, "f32"))
    };
    let sizes = [(20_000, 30_000), (4, 8), (10, 50_000), (500_000, 50_000), (5, 500_000)];
    for (one, others) in sizes.into_iter().chain([(500_000, 600_000), (50_000, 300_000)]) {
        let found = errors(&apart(&large(one), &large(others)), 3);
        assert!(!found.is_empty());
        let says = |it: &String| {
            it.contains("bring different shapes")
                || it.contains("sends")
                || it.contains(" sent ")
                || it.contains("has ended")
        };
        assert!(found.iter().any(says), "{one} and {others}: {found:?}");
    }
}

#[test]
fn a_rank_that_does_not_come_is_named_after_the_patience() {
    let module = parsed(&all_reduce(50_000, "f32", "add", &[&[0, 1, 2]]));
    let segment = Segment::create(3, 1 << 12).expect("a segment");
    // Rank 1 does nothing at all.
    let ranks: Vec<Rank> = [0, 2]
        .map(|rank| {
            let transport = Box::new(Shared::new(segment.clone(), rank));
            Rank::over(transport, Some(Duration::from_millis(400)))
        })
        .into_iter()
        .collect();
    let begin = std::time::Instant::now();
    for outcome in run(&module, ranks) {
        let error = outcome.expect_err("rank 1 is missing").to_string();
        assert!(error.contains("after 0.4 seconds: rank "), "{error}");
        assert!(error.contains("waits for rank 1"), "{error}");
    }
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn facts_are_compared_and_bytes_collected() {
    let segment = Segment::create(3, 256).expect("a segment");
    let ranks = (0..3)
        .map(|rank| Arc::new(Rank::over(Box::new(Shared::new(segment.clone(), rank)), PATIENCE)));
    let outcomes: Vec<_> = ranks
        .map(|rank| {
            thread::spawn(move || {
                let me = rank.number();
                let same = rank.agree(&[("version", "1"), ("program", "p")], &|| false);
                let program = if me == 2 { "q" } else { "p" };
                let other = rank.agree(&[("version", "1"), ("program", program)], &|| false);
                let bytes = rank.collect_bytes(&vec![me as u8; me as usize * 1000], &|| false);
                (same, other, bytes)
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|it| it.join().expect("no panic"))
        .collect();
    for (rank, (same, other, bytes)) in outcomes.into_iter().enumerate() {
        assert_eq!(same, Ok(()));
        assert_eq!(other, Err("rank 2 has another program than rank 0: q, not p".to_owned()));
        let bytes = bytes.expect("all came");
        let lengths = bytes.map(|all| all.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(lengths, (rank == 0).then(|| vec![0, 1000, 2000]));
    }
}

/// Ranks of both ways get the bytes of each, as often as they ask.
#[test]
fn bytes_are_exchanged() {
    let segment = Segment::create(3, 256).expect("a segment");
    let streams: Vec<Rank> = (0..3)
        .map(|rank| Rank::over(Box::new(Shared::new(segment.clone(), rank)), PATIENCE))
        .collect();
    let threads = Ranks::new((3, 1), PATIENCE);
    let threads: Vec<Rank> = (0..3).map(|rank| threads.rank(rank)).collect();
    for ranks in [streams, threads] {
        let running: Vec<_> = ranks
            .into_iter()
            .map(|rank| {
                thread::spawn(move || {
                    let own = vec![rank.number() as u8; rank.number() as usize * 700];
                    let first = rank.exchange(&own, &|| false).expect("all come");
                    (first, rank.exchange(&[7], &|| false).expect("all come"))
                })
            })
            .collect();
        for thread in running {
            let (first, second) = thread.join().expect("no panic");
            assert_eq!(first, [vec![], vec![1; 700], vec![2; 1400]]);
            assert_eq!(second, [[7]; 3]);
        }
    }
}

/// Collectives that ranks only announce: those that have not come are known, and other ops.
#[test]
fn announced_collectives_are_compared() {
    let ranks = Ranks::new((1, 3), PATIENCE);
    let [a, b, c] = [0, 1, 2].map(|rank| ranks.rank(rank));
    let all = [0, 1, 2];
    let first = a.announce(&all, "all_reduce").expect("nobody disagrees").expect("threads tell");
    assert_eq!(a.missing(&first), Ok(vec![1, 2]));
    let second = b.announce(&all, "all_reduce").expect("nobody disagrees").expect("threads tell");
    assert_eq!(a.missing(&first), Ok(vec![2]));
    let error = c.announce(&all, "all_gather").expect_err("others run another op");
    assert_eq!(error, "process (0, 2) runs `all_gather` where others run `all_reduce`");
    assert_eq!(b.missing(&second), Err(error));
    assert_eq!(a.ended(), [0; 0]);
    drop(c);
    assert_eq!(a.ended(), [2]);
    let pair = a.announce(&[0, 1], "all_reduce").expect("another group").expect("threads tell");
    assert_eq!(a.missing(&pair), Ok(vec![1]));
    a.retract(&first);
    b.retract(&second);
}
