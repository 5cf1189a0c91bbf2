//! The order of work on the streams of each rank, and its results.

use super::*;
use crate::collective::Reduction;

/// The log of a rank, one step a line.
fn steps(log: &[String]) -> String {
    log.join("\n")
}

/// Results and logs of ranks that all end well.
fn ended(code: &Compiled, all: Vec<TestRank>) -> Vec<(Vec<Vec<f32>>, String)> {
    let each = ranks(code, all).into_iter();
    each.map(|(outcome, log)| (outcome.expect("it runs"), steps(&log))).collect()
}

/// A program of one op on six numbers, with the type of its result.
fn one(op: &str, operand: &str, result: &str) -> Compiled {
    let count: usize = result.split('x').map(|n| n.parse::<usize>().expect("an extent")).product();
    compiled(&format!(
        "func.func @main(%x: tensor<{operand}xf32>) -> tensor<{count}xf32> {{
          %r = {} : (tensor<{operand}xf32>) -> tensor<{result}xf32>
          %y = stablehlo.reshape %r : (tensor<{result}xf32>) -> tensor<{count}xf32>
          return %y : tensor<{count}xf32>
        }}",
        op.replace(
            "SUM",
            "({
              ^bb0(%c: tensor<f32>, %d: tensor<f32>):
                %s = stablehlo.add %c, %d : tensor<f32>
                stablehlo.return %s : tensor<f32>
              })"
        )
    ))
}

const WITH_KERNELS: &str = r#"func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %a = stablehlo.add %x, %x : tensor<6xf32>
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  %y = stablehlo.negate %r : tensor<6xf32>
  return %y : tensor<6xf32>
}"#;

fn sum_of(groups: &[&[u32]]) -> Collective {
    let kind = Kind::AllReduce(Reduction::Sum);
    collective("stablehlo.all_reduce", kind, groups, numbers(Number::F32, 6))
}

#[test]
fn a_sum_waits_for_kernels_and_kernels_for_it() {
    let code = compiled(WITH_KERNELS);
    let all = [1.0, 0.5].map(|x| TestRank::new(only(sum_of(&[&[0, 1]])), vec![x; 6], &[6]));
    for (results, log) in ended(&code, all.to_vec()) {
        assert_eq!(results, [[-3.0; 6]]);
        assert_eq!(
            log,
            "s0: launch add_a_0
s0: record e0
s1: wait for e0
s1: all_reduce Sum 6 x f32 from m0 to m0+64 in [0, 1]
s1: record e1
s0: wait for e1
s0: launch negate_y_1
s0: record e0
s1: record e1"
        );
    }
}

/// Programs with collectives are never recorded, so each run asks for the same work.
#[test]
fn every_run_is_eager() {
    let code = compiled(WITH_KERNELS);
    let rank = TestRank { runs: 5, ..TestRank::new(only(sum_of(&[&[0, 1]])), vec![2.0; 6], &[6]) };
    for (results, log) in ended(&code, vec![rank; 2]) {
        assert_eq!(results, [[-8.0; 6]]);
        assert_eq!(log.matches("all_reduce").count(), 5);
        assert_eq!(log.matches("launch add_a_0").count(), 5);
    }
}

/// Numbers that tell the rank.
fn counted(rank: u32, count: usize) -> Vec<f32> {
    (0..count).map(|i| (10 * rank as usize + i) as f32).collect()
}

fn of_ranks(plan: &Plan, count: u32, operand: usize, result: usize) -> Vec<TestRank> {
    let rank = |rank| TestRank::new(plan.clone(), counted(rank, operand), &[result]);
    (0..count).map(rank).collect()
}

#[test]
fn rows_are_gathered_side_by_side() {
    let op = r#""stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>"#;
    let code = one(op, "2x3", "2x6");
    let part = Part { concat: Rows { outer: 2, inner: 12 }, ..numbers(Number::U8, 24) };
    let plan = only(collective("stablehlo.all_gather", Kind::AllGather, &[&[1, 0]], part));
    for (results, log) in ended(&code, of_ranks(&plan, 2, 6, 12)) {
        let want = [10, 11, 12, 0, 1, 2, 13, 14, 15, 3, 4, 5].map(|n| n as f32);
        assert_eq!(results, [want]);
        // The groups are not in the order of the ranks, so they have a communicator of their own.
        assert!(log.contains("s1: all_gather 24 bytes from m0 to m1 in [1, 0]\n"), "{log}");
        let rows = "s1: copy 2 rows of 12 bytes from m1 by 12 to m2 by 24\n\
                    s1: copy 2 rows of 12 bytes from m1+24 by 12 to m2+12 by 24\n";
        assert!(log.contains(rows), "{log}");
    }
}

#[test]
fn parts_of_rows_are_reduced_and_scattered() {
    let op = r#""stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> SUM"#;
    let code = one(op, "2x3", "2x1");
    let part = Part { split: Rows { outer: 2, inner: 4 }, ..numbers(Number::F32, 6) };
    let kind = Kind::ReduceScatter(Reduction::Sum);
    let plan = only(collective("stablehlo.reduce_scatter", kind, &[&[0, 1, 2]], part));
    for (rank, (results, log)) in ended(&code, of_ranks(&plan, 3, 6, 2)).into_iter().enumerate() {
        let at = |i: usize| (30 + 3 * (rank + 3 * i)) as f32;
        assert_eq!(results, [[at(0), at(1)]]);
        assert!(log.contains("s1: copy 2 rows of 4 bytes from m1+4 by 12 to m0+8 by 4\n"), "{log}");
        assert!(log.contains("s1: reduce_scatter Sum 2 x f32 from m0 to m2 in [0, 1, 2]"), "{log}");
    }
}

#[test]
fn parts_go_to_all_and_come_from_all() {
    let op = r#""stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}>"#;
    let code = one(op, "2x3", "6x1");
    let part = Part {
        split: Rows { outer: 2, inner: 4 },
        concat: Rows { outer: 1, inner: 8 },
        ..numbers(Number::U8, 24)
    };
    let plan = only(collective("stablehlo.all_to_all", Kind::AllToAll, &[&[0, 1, 2]], part));
    for (rank, (results, log)) in ended(&code, of_ranks(&plan, 3, 6, 6)).into_iter().enumerate() {
        let from = |other: usize| [10 * other + rank, 10 * other + rank + 3];
        let want: Vec<f32> = (0..3).flat_map(from).map(|n| n as f32).collect();
        assert_eq!(results, [want]);
        if rank == 1 {
            let calls = "s1: send 8 bytes of m0+8 to 1; receive 8 bytes in m2+8 from 1; \
                         send 8 bytes of m0+16 to 2; receive 8 bytes in m2 from 0; \
                         send 8 bytes of m0 to 0; receive 8 bytes in m2+16 from 2\n";
            assert!(log.contains(calls), "{log}");
        }
    }
}

#[test]
fn ranks_without_a_source_get_zeros() {
    let op = r#""stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[2, 0], [0, 1]]> : tensor<2x2xi64>}>"#;
    let code = one(op, "6", "6");
    let partners = [(vec![1], Some(2)), (vec![], Some(0)), (vec![0], None)];
    let all = (0..).zip(partners).map(|(rank, (to, from))| {
        let kind = Kind::Permute { to, from };
        let part = numbers(Number::U8, 24);
        let it = collective("stablehlo.collective_permute", kind, &[&[0, 1, 2]], part);
        TestRank::new(only(it), counted(rank, 6), &[6])
    });
    let got = ended(&code, all.collect());
    assert_eq!(got[0].0, [counted(2, 6)]);
    assert_eq!(got[1].0, [counted(0, 6)]);
    assert_eq!(got[2].0, [[0.0; 6]]);
    assert!(got[0].1.contains("s1: send 24 bytes of m0 to 1; receive 24 bytes in m1 from 2\n"));
    assert!(got[2].1.contains("s1: clear 24 bytes of m0\ns1: send 24 bytes of m1 to 0\n"));
}

#[test]
fn the_first_of_a_group_is_its_root() {
    let op = r#""stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}>"#;
    let code = one(op, "6", "6");
    let part = numbers(Number::U8, 24);
    let plan =
        only(collective("stablehlo.collective_broadcast", Kind::Broadcast, &[&[1, 0]], part));
    let got = ended(&code, of_ranks(&plan, 3, 6, 6));
    assert_eq!(got[0].0, [counted(1, 6)]);
    assert_eq!(got[1].0, [counted(1, 6)]);
    // A rank of no group.
    assert_eq!(got[2].0, [[0.0; 6]]);
    assert!(got[0].1.contains("broadcast 24 bytes of 0 from m0 to m1 in [1, 0]\n"), "{}", got[0].1);
    assert!(!got[2].1.contains("broadcast"), "{}", got[2].1);
    let op = r#""stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> SUM"#;
    let code = one(op, "6", "6");
    let kind = Kind::Reduce(Reduction::Sum);
    let it = collective("stablehlo.collective_reduce", kind, &[&[1, 0]], numbers(Number::F32, 6));
    let got = ended(&code, of_ranks(&only(it), 2, 6, 6));
    assert_eq!(got[0].0, [[0.0; 6]]);
    assert_eq!(got[1].0, [[10.0, 12.0, 14.0, 16.0, 18.0, 20.0]]);
}

/// Sums over all groupings of four ranks, one after the other.
#[test]
fn each_list_of_groups_has_a_communicator() {
    let sum = |value: &str, of: &str| {
        format!(
            "%{value} = \"stablehlo.all_reduce\"(%{of}) <{{replica_groups = dense<[[0, 1]]> : \
             tensor<1x2xi64>}}> ({{
               ^bb0(%c: tensor<f32>, %d: tensor<f32>):
                 %s = stablehlo.add %c, %d : tensor<f32>
                 stablehlo.return %s : tensor<f32>
             }}) : (tensor<6xf32>) -> tensor<6xf32>\n"
        )
    };
    let names = ["x", "v1", "v2", "v3", "v4", "v5"];
    let sums: String = names.windows(2).map(|pair| sum(pair[1], pair[0])).collect();
    let code = compiled(&format!(
        "func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {{\n{sums}return %v5 : tensor<6xf32>\n}}"
    ));
    let groupings: [&[&[u32]]; 5] = [
        &[&[0, 1], &[2, 3]],
        &[&[0, 2], &[3, 1]],
        &[&[0, 1, 2, 3]],
        &[&[0], &[1], &[2], &[3]],
        &[&[0, 1], &[2, 3]],
    ];
    let plan = Plan((0..).zip(groupings.map(sum_of)).collect());
    for (rank, (results, log)) in ended(&code, of_ranks(&plan, 4, 6, 6)).into_iter().enumerate() {
        // 60 is the sum of all ranks' tens; four ranks have each number. The third sum is of four
        // equal ones, and the last one of two.
        let want: Vec<f32> = (0..6).map(|i| ((60 + 4 * i) * 4 * 2) as f32).collect();
        assert_eq!(results, [want], "rank {rank}");
        let members: Vec<&str> = log.lines().filter_map(|line| line.split(" in ").nth(1)).collect();
        let pair = if rank < 2 { "[0, 1]" } else { "[2, 3]" };
        let other = if rank % 2 == 0 { "[0, 2]" } else { "[3, 1]" };
        assert_eq!(members, [pair, other, "[0, 1, 2, 3]", pair], "rank {rank}");
    }
}

const OVERLAPPED: &str = r#"func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %begun = "stablehlo.async_start"(%x) ({
  ^bb0(%o: tensor<6xf32>):
    %r = "stablehlo.all_reduce"(%o) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %s = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<6xf32>) -> tensor<6xf32>
    stablehlo.return %r : tensor<6xf32>
  }) : (tensor<6xf32>) -> !stablehlo.future<tensor<6xf32>>
  %a = stablehlo.add %x, %x : tensor<6xf32>
  %sum = "stablehlo.async_done"(%begun) : (!stablehlo.future<tensor<6xf32>>) -> tensor<6xf32>
  %y = stablehlo.multiply %sum, %a : tensor<6xf32>
  return %y, %a : tensor<6xf32>, tensor<6xf32>
}"#;

fn overlapped() -> Plan {
    let start = Collective { when: When::Start(0), ..sum_of(&[&[0, 1]]) };
    let done = Collective { when: When::Done(0), ..start.clone() };
    Plan(BTreeMap::from([(0, start), (1, done)]))
}

/// The kernel between both is not behind the sum, which is on its own memory.
#[test]
fn an_overlapped_sum_waits_for_nobody_until_it_is_done() {
    let code = compiled(OVERLAPPED);
    let all = [1.0, 0.5].map(|x| TestRank::new(overlapped(), vec![x; 6], &[6, 6]));
    for ((results, log), x) in ended(&code, all.to_vec()).into_iter().zip([1.0, 0.5]) {
        assert_eq!(results, [[1.5 * 2.0 * x; 6], [2.0 * x; 6]]);
        assert_eq!(
            log,
            "s0: copy 24 bytes from m0 to m1
s0: record e0
s1: wait for e0
s1: all_reduce Sum 6 x f32 from m1 to m2 in [0, 1]
s1: record e1
s0: launch add_a_0
s0: wait for e1
s0: copy 24 bytes from m2 to m3
s0: launch multiply_y_1
s0: record e0
s1: record e2"
        );
    }
}

/// The trace of a rank whose sum waits for the other one: a kernel runs meanwhile.
#[test]
fn a_trace_shows_what_overlaps() {
    let code = compiled(OVERLAPPED);
    let mut all =
        vec![TestRank { is_traced: true, ..TestRank::new(overlapped(), vec![1.0; 6], &[6, 6]) }; 2];
    all[1].delay = Duration::from_millis(300);
    let (_, log) = ended(&code, all).swap_remove(0);
    assert_eq!(
        log,
        "Collectives stablehlo.all_reduce
Kernels add_a_0
Kernels multiply_y_1
stablehlo.all_reduce beside add_a_0"
    );
}

/// A communicator that needs time, and ranks that come late.
#[test]
fn slow_communicators_are_waited_for() {
    let code = compiled(WITH_KERNELS);
    let faults = Faults { slow: 7, ..Faults::default() };
    let plan = only(sum_of(&[&[1, 0], &[2, 3]]));
    let mut all = of_ranks(&plan, 4, 6, 6);
    all[2].faults = faults;
    for (rank, (results, _)) in ended(&code, all).into_iter().enumerate() {
        let base = if rank < 2 { 20 } else { 100 };
        let want: Vec<f32> = (0..6).map(|i| -((base + 4 * i) as f32)).collect();
        assert_eq!(results, [want]);
    }
}
