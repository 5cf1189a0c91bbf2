//! Costs computed by hand, conservation of bytes, pipelines, and many ranks.

use super::collective::on_axis;
use super::message::direct;
use super::stream::{Pattern, Ranks, Side, Step};
use super::*;
use std::time::Instant;

const ALPHA: f64 = 2e-6;
const BETA: f64 = 1e-9;
const GAMMA: f64 = 1e-10;

fn link(topology: Topology) -> Link {
    Link { rate: 1.0 / BETA, latency: ALPHA, combine: 1.0 / GAMMA, topology }
}

fn span(parts: i64) -> Span {
    Span { axis: 0, parts, step: 1, closed: true }
}

fn one(what: Collective, n: f64, p: i64, topology: Topology) -> Stage {
    on_axis(what, n, span(p), &link(topology))
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found:e} is not {expected:e}");
}

#[test]
fn short_messages_take_few_rounds_and_long_ones_few_bytes() {
    let switch = Topology::Switch;
    // 8 ranks, 80 bytes: 3 rounds. 10 bytes, then 20, then 40.
    let it = one(Collective::AllGather, 80.0, 8, switch);
    assert_eq!(it.algorithm, Algorithm::RecursiveDoubling);
    close(it.seconds, 3.0 * ALPHA + 70.0 * BETA);
    close(it.sent, 70.0);
    // 6 ranks are not a power of two: Bruck's 3 rounds, of 1, 2 and 2 blocks.
    let it = one(Collective::AllGather, 60.0, 6, switch);
    assert_eq!(it.algorithm, Algorithm::Bruck);
    close(it.seconds, 3.0 * ALPHA + 50.0 * BETA);
    let it = one(Collective::ReduceScatter, 80.0, 8, switch);
    assert_eq!(it.algorithm, Algorithm::RecursiveHalving);
    close(it.seconds, 3.0 * ALPHA + 70.0 * (BETA + GAMMA));
    // Of odd numbers of ranks, rings have no round for nothing.
    let it = one(Collective::ReduceScatter, 9e6, 9, switch);
    assert_eq!(it.algorithm, Algorithm::Ring);
    close(it.seconds, 8.0 * ALPHA + 8e6 * (BETA + GAMMA));

    let it = one(Collective::AllReduce, 8.0, 8, switch);
    assert_eq!(it.algorithm, Algorithm::RecursiveDoubling);
    close(it.seconds, 3.0 * (ALPHA + 8.0 * (BETA + GAMMA)));
    let it = one(Collective::AllReduce, 8e6, 8, switch);
    assert_eq!(it.algorithm, Algorithm::Rabenseifner);
    close(it.seconds, 6.0 * ALPHA + 14e6 * BETA + 7e6 * GAMMA);
    let it = one(Collective::AllReduce, 6e6, 6, switch);
    assert_eq!(it.algorithm, Algorithm::Ring);
    close(it.seconds, 10.0 * ALPHA + 10e6 * BETA + 5e6 * GAMMA);
    // 6 ranks fold into 4: two rounds more.
    let it = one(Collective::AllReduce, 8.0, 6, switch);
    assert_eq!(it.algorithm, Algorithm::RecursiveDoubling);
    close(it.seconds, 4.0 * ALPHA + 4.0 * 8.0 * BETA + 3.0 * 8.0 * GAMMA);

    let it = one(Collective::AllToAll, 80.0, 8, switch);
    assert_eq!(it.algorithm, Algorithm::Bruck);
    close(it.seconds, 3.0 * (ALPHA + 40.0 * BETA));
    let it = one(Collective::AllToAll, 8e6, 8, switch);
    assert_eq!(it.algorithm, Algorithm::Pairwise);
    close(it.seconds, 7.0 * (ALPHA + 1e6 * BETA));

    let it = one(Collective::Broadcast, 8.0, 8, switch);
    assert_eq!(it.algorithm, Algorithm::Binomial);
    close(it.seconds, 3.0 * (ALPHA + 8.0 * BETA));
    close(it.sent, 7.0);
    let it = one(Collective::Broadcast, 8e6, 8, switch);
    assert_eq!(it.algorithm, Algorithm::ScatterGather);
    close(it.seconds, 10.0 * ALPHA + 14e6 * BETA);
}

#[test]
fn a_torus_uses_both_directions_and_shares_links() {
    let torus = Topology::Torus;
    // Each round sends half of a part each way.
    let it = one(Collective::AllGather, 8e6, 8, torus);
    assert_eq!(it.algorithm, Algorithm::Ring);
    close(it.seconds, 7.0 * (ALPHA + 0.5e6 * BETA));
    close(it.sent, 7e6);
    close(it.carried[0] + it.carried[1], 7e6);
    // Distances 1, 2 and 4: 1, 2 and 4 messages on a link, of 1, 2 and 4 parts.
    let it = one(Collective::AllGather, 80.0, 8, torus);
    assert_eq!(it.algorithm, Algorithm::RecursiveDoubling);
    close(it.seconds, 3.0 * ALPHA + 10.0 * 21.0 * BETA);
    // Pairwise: distances 1, 2, 3, 4, 3, 2, 1.
    let it = one(Collective::AllToAll, 8e6, 8, torus);
    close(it.seconds, 7.0 * ALPHA + 16e6 * BETA);
    // Two rings that lie between each other.
    let between = Span { axis: 0, parts: 4, step: 2, closed: true };
    let it = on_axis(Collective::AllGather, 4e6, between, &link(torus));
    close(it.seconds, 3.0 * (ALPHA + 1e6 * BETA));
}

#[test]
fn memory_is_read_once_for_each_contribution() {
    let memory = Topology::Memory;
    let it = one(Collective::AllGather, 4e6, 4, memory);
    close(it.seconds, ALPHA + 4e6 * BETA);
    let it = one(Collective::AllReduce, 1e6, 4, memory);
    close(it.seconds, ALPHA + 4e6 * BETA + 3e6 * GAMMA);
}

#[test]
fn several_axes_scatter_along_the_fastest() {
    let fast = Link { rate: 10.0 / BETA, ..link(Topology::Torus) };
    let links = [link(Topology::Torus), fast];
    let axes = Axes(vec![2, 4]);
    let all: Vec<i64> = (0..8).collect();
    let found = spans(&all, &axes);
    assert_eq!(found.iter().map(|it| (it.axis, it.parts)).collect::<Vec<_>>(), [(0, 2), (1, 4)]);
    let it = cost(Collective::AllReduce, 8e6, &found, &links);
    let order: Vec<(usize, Algorithm)> = it.stages.iter().map(|s| (s.axis, s.algorithm)).collect();
    assert_eq!(order[0].0, 1);
    assert_eq!(order[1].0, 0);
    assert_eq!(order[2].0, 1);
    // 8 MB scattered among 4 by both directions, 2 MB reduced between 2, and gathered again.
    let ring = 3.0 * (ALPHA + 1e6 * BETA / 10.0);
    let middle = 2.0 * ALPHA + 2e6 * BETA + 1e6 * GAMMA;
    close(it.seconds, ring + 6e6 * GAMMA + middle + ring);
    // The same on switches of one rate: one group of 8 is not worse than two axes.
    let links = [link(Topology::Switch); 2];
    let it = cost(Collective::AllReduce, 8.0, &found, &links);
    close(it.seconds, 3.0 * (ALPHA + 8.0 * (BETA + GAMMA)));
}

#[test]
fn spans_of_parts_of_axes() {
    let axes = Axes(vec![2, 8]);
    let major: Vec<i64> = vec![0, 4];
    assert_eq!(spans(&major, &axes), [Span { axis: 1, parts: 2, step: 4, closed: true }]);
    let minor: Vec<i64> = vec![0, 1, 2, 3];
    assert_eq!(spans(&minor, &axes), [Span { axis: 1, parts: 4, step: 1, closed: false }]);
    let diagonal: Vec<i64> = vec![0, 9];
    let found = spans(&diagonal, &axes);
    assert_eq!(found.iter().map(|it| it.parts).product::<i64>(), 2);
    assert!(spans(&[3], &axes).is_empty());
}

#[test]
fn messages_share_the_links_between() {
    let axes = Axes(vec![8]);
    let links = [link(Topology::Torus)];
    let shift = |d: u32| (0..8).map(|r| (r, (r + d) % 8)).collect::<Vec<(u32, u32)>>();
    close(direct(1e6, &shift(1), &axes, &links).seconds, ALPHA + 1e6 * BETA);
    let far = direct(1e6, &shift(3), &axes, &links);
    close(far.seconds, ALPHA + 3e6 * BETA);
    close(far.stages[0].carried[0], 3e6);
    // The short way is the other direction.
    let back = direct(1e6, &shift(6), &axes, &links);
    close(back.seconds, ALPHA + 2e6 * BETA);
    assert_eq!(back.stages[0].carried[0], 0.0);
    // A rank's copy to itself moves nothing; half of the ranks send half of the bytes.
    assert_eq!(direct(1e6, &[(0, 0)], &axes, &links).stages.len(), 0);
    close(direct(1e6, &[(0, 1), (2, 3)], &axes, &links).stages[0].sent, 1e6);
}

#[test]
fn bytes_that_are_sent_are_received() {
    // A chain along the second axis of 2 × 4 ranks, and a message along both.
    let axes = Axes(vec![2, 4]);
    let links = [link(Topology::Torus), link(Topology::Switch)];
    let mut ranks = alike(8, Vec::new());
    let permute = ranks.phase("collective_permute");
    let chain = vec![(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7)];
    let lists = [chain, vec![(0, 7), (3, 3)]];
    ranks.costs = lists.iter().map(|pairs| direct(1e6, pairs, &axes, &links)).collect();
    ranks.patterns = lists.map(Pattern::Pairs).into();
    ranks.streams[0] = vec![exchange(permute, 0, 0, 0), exchange(permute, 1, 1, 1)];
    let report = simulate(&ranks, 2).expect("it ends");
    for axis in &report.axes {
        close(axis.sent, axis.received);
    }
    // Six messages of the chain along the second axis, and one along both.
    close(report.axes[0].sent, 1e6);
    close(report.axes[1].sent, 7e6);
    close(report.axes[1].carried[0] * 8.0, 7e6);
}

/// Ranks that all run one stream.
fn alike(count: usize, steps: Vec<Step>) -> Ranks {
    Ranks { streams: vec![steps], stream_of: vec![0; count], ..Ranks::default() }
}

fn exchange(phase: u32, site: u32, pattern: u32, cost: u32) -> Step {
    Step::Exchange { phase, site, pattern, cost, handle: None, side: Side::Both }
}

#[test]
fn equal_ranks_are_one_class_and_bytes_are_conserved() {
    let mut ranks = alike(8, Vec::new());
    let (dot, sum) = (ranks.phase("dot"), ranks.phase("all_reduce"));
    ranks.streams[0] = vec![Step::Compute { phase: dot, seconds: 1e-3 }, exchange(sum, 0, 0, 0)];
    ranks.patterns = vec![Pattern::Groups(vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]])];
    let stage = Span { axis: 1, parts: 4, step: 1, closed: true };
    ranks.costs =
        vec![Cost::of(vec![on_axis(Collective::AllReduce, 4e6, stage, &link(Topology::Switch))])];
    let report = simulate(&ranks, 2).expect("it ends");
    assert_eq!(report.classes.len(), 1);
    close(report.seconds, 1e-3 + ranks.costs[0].seconds);
    close(report.axes[1].sent, 8.0 * 6e6);
    assert_eq!(report.axes[1].sent, report.axes[1].received);
    // Each rank has one link up and one down.
    close(report.axes[1].carried[0] * 8.0, report.axes[1].sent);
    assert_eq!(report.axes[0].sent, 0.0);
    close(report.phases[dot as usize].critical, 1e-3);
    assert!(report.bubbles.abs() < 1e-12);
}

#[test]
fn all_wait_for_the_slowest() {
    let mut ranks = alike(4, Vec::new());
    let (dot, sum) = (ranks.phase("dot"), ranks.phase("all_reduce"));
    let stream = |seconds| vec![Step::Compute { phase: dot, seconds }, exchange(sum, 0, 0, 0)];
    ranks.streams = vec![stream(1.0), stream(3.0)];
    ranks.stream_of = vec![0, 0, 0, 1];
    ranks.patterns = vec![Pattern::Groups(vec![vec![0, 1, 2, 3]])];
    ranks.costs = vec![Cost { seconds: 1.0, stages: Vec::new() }];
    let report = simulate(&ranks, 1).expect("it ends");
    close(report.seconds, 4.0);
    // Three ranks wait for two seconds of four.
    close(report.bubbles, 6.0 / 16.0);
    close(report.phases[sum as usize].waits, 1.5);
    close(report.phases[dot as usize].critical, 3.0);
    close(report.phases[sum as usize].critical, 1.0);
}

#[test]
fn what_is_started_goes_on_meanwhile() {
    let mut ranks = alike(2, Vec::new());
    let (dot, sum) = (ranks.phase("dot"), ranks.phase("all_reduce"));
    let start = |site, handle| Step::Exchange {
        phase: sum,
        site,
        pattern: 0,
        cost: 0,
        handle: Some(handle),
        side: Side::Both,
    };
    let compute = |seconds| Step::Compute { phase: dot, seconds };
    ranks.patterns = vec![Pattern::Groups(vec![vec![0, 1]])];
    let stage =
        Stage { axis: 0, algorithm: Algorithm::Ring, seconds: 2.0, sent: 1.0, carried: [1.0; 2] };
    ranks.costs = vec![Cost::of(vec![stage])];
    ranks.streams[0] = vec![start(0, 0), compute(1.5), Step::Wait { handle: 0 }];
    close(simulate(&ranks, 1).expect("it ends").seconds, 2.0);
    ranks.streams[0] = vec![start(0, 0), compute(5.0), Step::Wait { handle: 0 }];
    let report = simulate(&ranks, 1).expect("it ends");
    close(report.seconds, 5.0);
    close(report.phases[sum as usize].seconds, 2.0);
    // Two on one axis: the second one waits for the link.
    ranks.streams[0] = vec![
        start(0, 0),
        start(1, 1),
        compute(1.0),
        Step::Wait { handle: 0 },
        Step::Wait { handle: 1 },
    ];
    close(simulate(&ranks, 1).expect("it ends").seconds, 4.0);
}

/// A pipeline of `p` stages of a second and `m` micro-batches, on `p` times `width` ranks.
fn pipeline(p: usize, m: usize, width: usize) -> Ranks {
    let mut ranks = alike(p * width, Vec::new());
    let (stage, permute) = (ranks.phase("stage"), ranks.phase("collective_permute"));
    let next = |rank: usize| (rank as u32, (rank + width) as u32);
    ranks.patterns = vec![Pattern::Pairs((0..(p - 1) * width).map(next).collect())];
    ranks.costs = vec![Cost::default()];
    // In each of m + p - 1 ticks, the stages that have a micro-batch compute.
    let stream = |at: usize| -> Vec<Step> {
        let ticks = (0..m + p - 1).flat_map(|tick| {
            let works = tick >= at && tick < at + m;
            let compute = works.then_some(Step::Compute { phase: stage, seconds: 1.0 });
            compute.into_iter().chain([exchange(permute, 0, 0, 0)])
        });
        ticks.collect()
    };
    ranks.streams = (0..p).map(stream).collect();
    ranks.stream_of = (0..p * width).map(|rank| (rank / width) as u32).collect();
    ranks
}

#[test]
fn bubbles_of_a_pipeline_of_equal_stages() {
    for (p, m) in [(2, 1), (4, 8), (8, 8), (3, 17)] {
        let report = simulate(&pipeline(p, m, 1), 1).expect("it ends");
        close(report.seconds, (m + p - 1) as f64);
        close(report.bubbles, (p - 1) as f64 / (m + p - 1) as f64);
        // A path through the pipeline computes all the time.
        close(report.phases[0].critical, report.seconds);
    }
}

#[test]
fn chains_of_neighbours_spread_delays() {
    // Rank 0 is late by 3 seconds; its neighbours are late one exchange after the other.
    let mut ranks = alike(4, Vec::new());
    let (dot, shift) = (ranks.phase("dot"), ranks.phase("collective_permute"));
    let compute = |seconds| Step::Compute { phase: dot, seconds };
    let once = |seconds| vec![compute(seconds), exchange(shift, 0, 0, 0)];
    ranks.streams = vec![once(4.0), once(1.0)];
    ranks.stream_of = vec![0, 1, 1, 1];
    ranks.patterns = vec![Pattern::Pairs(vec![(0, 1), (1, 2), (2, 3)])];
    ranks.costs = vec![Cost { seconds: 1.0, stages: Vec::new() }];
    let report = simulate(&ranks, 1).expect("it ends");
    let ends: Vec<f64> =
        report.class_of.iter().map(|&class| report.classes[class as usize].end).collect();
    assert_eq!(ends, [5.0, 5.0, 2.0, 2.0]);
    // The chain's ranks differ by their distance from the late one.
    assert_eq!(report.classes.len(), 4);
}

#[test]
fn ranks_that_never_come_are_named() {
    let mut ranks = alike(2, Vec::new());
    let sum = ranks.phase("all_reduce");
    ranks.streams = vec![vec![exchange(sum, 0, 0, 0)], Vec::new()];
    ranks.stream_of = vec![0, 1];
    ranks.patterns = vec![Pattern::Groups(vec![vec![0, 1]])];
    ranks.costs = vec![Cost::default()];
    let error = simulate(&ranks, 1).expect_err("rank 1 never comes");
    assert_eq!(error.to_string(), "rank 0 waits in `all_reduce` for ranks that never come to it");
}

#[test]
fn ten_thousand_ranks_take_less_than_a_second() {
    // A pipeline of 100 stages, each of 100 ranks that are alike.
    let begin = Instant::now();
    let report = simulate(&pipeline(100, 32, 100), 1).expect("it ends");
    assert_eq!(report.classes.len(), 100);
    close(report.bubbles, 99.0 / 131.0);
    // A chain in which each rank is a class of its own, and sums over all.
    let mut ranks = alike(10_000, Vec::new());
    let (dot, shift) = (ranks.phase("dot"), ranks.phase("collective_permute"));
    let sum = ranks.phase("all_reduce");
    ranks.patterns = vec![
        Pattern::Pairs((0..9_999).map(|rank| (rank, rank + 1)).collect()),
        Pattern::Groups(vec![(0..10_000).collect()]),
    ];
    ranks.costs = vec![Cost { seconds: 1e-3, stages: Vec::new() }];
    for site in 0..10 {
        ranks.streams[0].push(Step::Compute { phase: dot, seconds: 1e-2 });
        ranks.streams[0].push(exchange(shift, 2 * site, 0, 0));
        ranks.streams[0].push(exchange(sum, 2 * site + 1, 1, 0));
    }
    let report = simulate(&ranks, 1).expect("it ends");
    close(report.seconds, 10.0 * 12e-3);
    let seconds = begin.elapsed().as_secs_f64();
    assert!(seconds < 1.0, "{seconds} s");
}

/// A message travels from when it is sent; the sender is busy meanwhile, the receiver is not.
#[test]
fn messages_between_steps_of_their_own() {
    let mut ranks = Ranks { stream_of: vec![0, 1], ..Ranks::default() };
    let (dot, send, recv) = (ranks.phase("dot"), ranks.phase("send"), ranks.phase("recv"));
    let compute = |seconds| Step::Compute { phase: dot, seconds };
    let message = |side| Step::Exchange {
        phase: if side == Side::Sends { send } else { recv },
        site: 0,
        pattern: 0,
        cost: 0,
        handle: None,
        side,
    };
    ranks.patterns = vec![Pattern::Pairs(vec![(0, 1)])];
    let stage =
        Stage { axis: 0, algorithm: Algorithm::Ring, seconds: 2.0, sent: 8.0, carried: [1.0; 2] };
    ranks.costs = vec![Cost::of(vec![stage])];
    let seconds = |ranks: &Ranks| {
        let report = simulate(ranks, 1).expect("it ends");
        let end = |rank: usize| report.classes[report.class_of[rank] as usize].end;
        (end(0), end(1), report.axes[0].sent, report.axes[0].received)
    };
    // The receiver is early, and waits.
    ranks.streams =
        vec![vec![compute(3.0), message(Side::Sends)], vec![message(Side::Receives), compute(1.0)]];
    assert_eq!(seconds(&ranks), (5.0, 6.0, 8.0, 8.0));
    // It is late: the message is there.
    ranks.streams = vec![vec![message(Side::Sends)], vec![compute(7.0), message(Side::Receives)]];
    assert_eq!(seconds(&ranks), (2.0, 7.0, 8.0, 8.0));
    // Two messages on one channel come in order; a rank may also send on where it receives.
    ranks.stream_of = vec![0, 1, 2];
    ranks.patterns = vec![Pattern::Pairs(vec![(0, 1), (1, 2)])];
    ranks.streams = vec![
        vec![message(Side::Sends), compute(1.0), message(Side::Sends)],
        vec![message(Side::Receives), message(Side::Sends), message(Side::Receives)],
        vec![message(Side::Receives)],
    ];
    let report = simulate(&ranks, 1).expect("it ends");
    let ends: Vec<f64> = report.classes.iter().map(|it| it.end).collect();
    assert_eq!(ends, [5.0, 5.0, 4.0]);
    // Nobody sends a second one.
    ranks.streams[0].truncate(1);
    let stuck = simulate(&ranks, 1).expect_err("rank 1 waits forever");
    assert_eq!((stuck.rank, stuck.phase.as_str()), (1, "recv"));
}
