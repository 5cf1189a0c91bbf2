//! Failures of NCCL and of other ranks: each ends the run with an error, and nothing is left behind.

use super::*;
use crate::collective::Reduction;

const SUM: &str = r#"func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}"#;

/// Two ranks that sum six numbers, in the order of their group.
fn pair(group: [u32; 2]) -> Vec<TestRank> {
    let kind = Kind::AllReduce(Reduction::Sum);
    let it = collective("stablehlo.all_reduce", kind, &[&group], numbers(Number::F32, 6));
    vec![TestRank::new(only(it), vec![1.0; 6], &[6]); 2]
}

/// The errors of ranks, none of which ends well.
fn errors(all: Vec<TestRank>) -> Vec<String> {
    let each = ranks(&compiled(SUM), all).into_iter();
    each.map(|(outcome, _)| outcome.expect_err("it fails").to_string()).collect()
}

#[test]
fn every_call_that_is_refused_is_told() {
    for (call, says) in [
        ("version", "joining the ranks by NCCL: "),
        ("init", "joining the ranks by NCCL: "),
        ("split", "making a communicator of a group by NCCL: "),
        ("group_start", "`stablehlo.all_reduce` by NCCL: "),
        ("all_reduce", "`stablehlo.all_reduce` by NCCL: "),
        ("group_end", "`stablehlo.all_reduce` by NCCL: "),
        ("state", "joining the ranks by NCCL: "),
    ] {
        let mut all = pair([1, 0]);
        for rank in &mut all {
            rank.faults.refuse = Some((call, 5));
        }
        for error in errors(all) {
            assert_eq!(error, format!("{says}fake NCCL error 5"), "{call}");
        }
    }
    let mut all = pair([1, 0]);
    all[0].faults.refuse = Some(("unique_id", 2));
    let told = errors(all);
    assert_eq!(told[0], "making NCCL's name for the ranks: fake NCCL error 2");
    assert_eq!(told[1], "joining the ranks by NCCL: rank 0 has sent no name for the ranks");
}

#[test]
fn ranks_of_different_versions_do_not_join() {
    let mut all = pair([0, 1]);
    all[1].faults.version = 21805;
    let told = errors(all);
    assert_eq!(told[0], "joining the ranks by NCCL: rank 1 has NCCL 2.18.5, but rank 0 has 2.20.5");
    assert_eq!(told[1], "joining the ranks by NCCL: rank 0 has NCCL 2.20.5, but rank 1 has 2.18.5");
}

/// A communicator fails while its sum is on the stream.
#[test]
fn an_error_that_comes_later_is_told() {
    let mut all = pair([0, 1]);
    for rank in &mut all {
        rank.faults.fails_after = Some(0);
    }
    for error in errors(all) {
        assert_eq!(error, "`stablehlo.all_reduce` by NCCL: fake NCCL error 6");
    }
}

/// Rank 1 joins, and never comes to the sum: rank 0 gives up, and ends its part of it.
#[test]
fn a_rank_that_hangs_is_given_up() {
    let mut all = pair([0, 1]);
    all[0].patience = Duration::from_millis(200);
    all[1].stays_away = true;
    let mut ended = ranks(&compiled(SUM), all).into_iter();
    let (outcome, log) = ended.next().expect("rank 0");
    let error = outcome.expect_err("it waits").to_string();
    assert_eq!(
        error,
        "`stablehlo.all_reduce` by NCCL: no process can go on: after 0.2 seconds rank 0 waits for \
         rank 1"
    );
    assert!(log.last().is_some_and(|line| line.contains("abort a communicator")), "{log:?}");
    assert!(ended.next().expect("rank 1").0.is_ok());
}

/// Nothing runs on communicators that were given up.
#[test]
fn a_rank_that_has_failed_stays_so() {
    let mut all = pair([0, 1]);
    all[0].patience = Duration::from_millis(50);
    all[1].stays_away = true;
    all[0].runs = 1;
    let code = compiled(SUM);
    let world = FakeWorld::default();
    let shared = Arc::new((Barrier::new(2), Mutex::new(vec![Vec::new(); 2])));
    std::thread::scope(|scope| {
        let (other, theirs) = (world.clone(), shared.clone());
        let away = &all[1];
        let code_of = &code;
        scope.spawn(move || {
            let fake = Fake::new();
            let nccl = FakeNccl::new(&fake, &other, 1, 2);
            let team = Box::new(TestTeam { rank: 1, shared: theirs, delay: Duration::ZERO });
            drop(run(code_of, away, &fake, nccl, team).expect("it joins"));
        });
        let fake = Fake::new();
        let nccl = FakeNccl::new(&fake, &world, 0, 2);
        let team = Box::new(TestTeam { rank: 0, shared, delay: Duration::ZERO });
        let (outcome, _, mut device) = run(&code, &all[0], &fake, nccl, team).expect("it joins");
        assert!(outcome.is_err());
        let again = device.collective(&all[0].plan.0[&0], &[0], &[0]).expect_err("it has failed");
        let says = "`stablehlo.all_reduce` by NCCL: no process can go on: after 0.05 seconds";
        assert!(again.to_string().starts_with(says), "{again}");
    });
}

/// Each call of rank 0's driver is refused in turn, from when the ranks have joined: the rank reports
/// it, the other one gives up, and all that both drivers lent comes back.
#[test]
fn every_call_of_the_driver_that_is_refused_is_told() {
    let code = compiled(SUM);
    let mut all = pair([1, 0]);
    for rank in &mut all {
        rank.patience = Duration::from_millis(40);
    }
    let (_, calls) = ranks_refusing(&code, all.clone(), None);
    let joined = calls.iter().rposition(|call| *call == "event").expect("events are made");
    let mut refused = 0;
    for at in joined + 1..calls.len() {
        // How often a stream is looked at depends on the other rank.
        let (ended, calls) = ranks_refusing(&code, all.clone(), Some(at));
        let Some(name) = calls.get(at).filter(|_| !is_late(&calls, at)) else { continue };
        let error = ended[0].0.as_ref().expect_err(name).to_string();
        assert!(error.ends_with("fake refusal 1"), "{name} ({at}): {error}");
        refused += 1;
        if let Err(error) = &ended[1].0 {
            let told = error.to_string();
            assert!(told.contains("no process can go on: after 0.04 seconds"), "{name}: {told}");
        }
    }
    assert!(refused > 15, "{refused}: {calls:?}");
}
