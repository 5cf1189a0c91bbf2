//! The algorithms of collectives and their costs.
//!
//! With `p` ranks, `n` bytes, latency α, seconds per byte β and seconds γ to combine a byte, on links
//! of a switch:
//!
//! | collective | algorithm | seconds |
//! |---|---|---|
//! | `all_gather` | ring | (p-1)α + (p-1)/p nβ |
//! | | recursive doubling (p = 2ᵏ), Bruck | ⌈lg p⌉α + (p-1)/p nβ |
//! | `reduce_scatter` | ring | (p-1)α + (p-1)/p n(β+γ) |
//! | | recursive halving (p = 2ᵏ) | lg p α + (p-1)/p n(β+γ) |
//! | `all_reduce` | ring | 2(p-1)α + 2(p-1)/p nβ + (p-1)/p nγ |
//! | | recursive doubling | lg p (α + nβ + nγ) |
//! | | Rabenseifner | 2 lg p α + 2(p-1)/p nβ + (p-1)/p nγ |
//! | `all_to_all` | pairwise | (p-1)α + (p-1)/p nβ |
//! | | Bruck | ⌈lg p⌉(α + n/2 β) |
//! | broadcast | binomial tree | ⌈lg p⌉(α + nβ) |
//! | | scatter, then `all_gather` | (⌈lg p⌉ + p-1)α + 2(p-1)/p nβ |
//!
//! `n` is the result's size for `all_gather`, else the operand's. Where `p` is not a power of two,
//! recursive doubling and Rabenseifner's algorithm first fold the ranks beyond the largest power of
//! two into others, and send them the result: 2α + 2nβ + nγ more. The algorithm of the least cost is
//! taken.
//!
//! On a torus, a message to the rank `d` places further occupies `d` links: β counts as often as the
//! busiest link is shared. Ring algorithms use both directions of a closed ring.
//!
//! Several axes: reductions scatter along the fastest axis first and gather along it last, so that
//! slow axes carry the smallest parts; axes of switches may also form one group.

use super::link::{Link, Topology};
use super::route::Span;

/// A collective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collective {
    /// Concatenates the parts of all ranks.
    AllGather,
    /// Combines the terms of all ranks.
    AllReduce,
    /// Combines the terms of all ranks, each of which keeps its part.
    ReduceScatter,
    /// Sends a part to each rank.
    AllToAll,
    /// Sends one rank's tensor to all.
    Broadcast,
    /// Combines the terms of all ranks for one of them.
    Reduce,
}

/// An algorithm of a collective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Each rank sends to its neighbour, p-1 times.
    Ring,
    /// Ranks exchange at distances 1, 2, 4, …, with what they have got so far.
    RecursiveDoubling,
    /// Ranks exchange at distances p/2, p/4, …, with half as much each time.
    RecursiveHalving,
    /// Recursive halving, then recursive doubling.
    Rabenseifner,
    /// ⌈lg p⌉ cyclic shifts, for any number of ranks.
    Bruck,
    /// Each rank exchanges with each other one.
    Pairwise,
    /// A tree whose nodes double in each round.
    Binomial,
    /// A scatter along a tree, then an `all_gather`.
    ScatterGather,
    /// Ranks read each other's contributions in memory.
    Memory,
    /// Messages between pairs of ranks.
    Direct,
}

impl Algorithm {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Ring => "ring",
            Algorithm::RecursiveDoubling => "recursive doubling",
            Algorithm::RecursiveHalving => "recursive halving",
            Algorithm::Rabenseifner => "Rabenseifner",
            Algorithm::Bruck => "Bruck",
            Algorithm::Pairwise => "pairwise",
            Algorithm::Binomial => "binomial tree",
            Algorithm::ScatterGather => "scatter and gather",
            Algorithm::Memory => "memory",
            Algorithm::Direct => "direct",
        }
    }
}

/// The part of a collective along one axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The number of the axis.
    pub axis: usize,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its seconds.
    pub seconds: f64,
    /// The bytes that a rank sends, or receives: the mean over those that do.
    pub sent: f64,
    /// The bytes over links of the axis for each rank that sends, in each of the directions.
    pub carried: [f64; 2],
}

/// The cost of an exchange.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cost {
    /// The seconds from the arrival of the last rank to the end.
    pub seconds: f64,
    /// The stages, one after the other.
    pub stages: Vec<Stage>,
}

impl Cost {
    /// A sequence of stages.
    pub fn of(stages: Vec<Stage>) -> Cost {
        Cost { seconds: stages.iter().fold(0.0, |sum, it| sum + it.seconds), stages }
    }

    /// The axes whose links it occupies, a bit for each.
    pub fn axes(&self) -> u64 {
        self.stages.iter().fold(0, |set, it| set | 1 << it.axis.min(63))
    }
}

/// The cost of a collective of `bytes` bytes among groups of ranks that span these axes. `links` has
/// one entry for each axis of the mesh.
pub fn cost(what: Collective, bytes: f64, spans: &[Span], links: &[Link]) -> Cost {
    let mut spans: Vec<Span> = spans.iter().copied().filter(|it| it.parts > 1).collect();
    if spans.is_empty() {
        return Cost::default();
    }
    // The fastest axis first: for large parts, the rate counts.
    spans.sort_by(|a, b| links[b.axis].rate.total_cmp(&links[a.axis].rate));
    let hierarchical = || Cost::of(by_axis(what, bytes, &spans, links));
    let of = |topology: Topology| spans.iter().all(|it| links[it.axis].topology == topology);
    if spans.len() == 1 || !(of(Topology::Switch) || of(Topology::Memory)) {
        return hierarchical();
    }
    // All ranks as one group, at the rate of the slowest axis.
    let slowest = spans[spans.len() - 1];
    let link = Link {
        latency: spans.iter().map(|it| links[it.axis].latency).fold(0.0, f64::max),
        ..links[slowest.axis]
    };
    let all = Span { parts: spans.iter().map(|it| it.parts).product(), ..slowest };
    let flat = Cost::of(vec![on_axis(what, bytes, all, &link)]);
    if of(Topology::Memory) {
        return flat;
    }
    let by_axis = hierarchical();
    if flat.seconds < by_axis.seconds { flat } else { by_axis }
}

/// A collective axis by axis, the fastest axis first in `spans`.
fn by_axis(what: Collective, bytes: f64, spans: &[Span], links: &[Link]) -> Vec<Stage> {
    let one = |what, bytes, span: &Span| on_axis(what, bytes, *span, &links[span.axis]);
    let ranks: i64 = spans.iter().map(|it| it.parts).product();
    match what {
        // The slowest axis first: it carries the smallest pieces.
        Collective::AllGather => {
            let mut held = bytes / ranks as f64;
            let stages = spans.iter().rev().map(|span| {
                held *= span.parts as f64;
                one(what, held, span)
            });
            stages.collect()
        }
        Collective::ReduceScatter => {
            let mut left = bytes;
            let stages = spans.iter().map(|span| {
                let stage = one(what, left, span);
                left /= span.parts as f64;
                stage
            });
            stages.collect()
        }
        Collective::AllReduce => {
            let Some((last, others)) = spans.split_last() else { return Vec::new() };
            let mut stages = by_axis(Collective::ReduceScatter, bytes, others, links);
            let share: i64 = others.iter().map(|it| it.parts).product();
            stages.push(one(what, bytes / share as f64, last));
            stages.extend(by_axis(Collective::AllGather, bytes, others, links));
            stages
        }
        Collective::AllToAll | Collective::Broadcast | Collective::Reduce => {
            spans.iter().rev().map(|span| one(what, bytes, span)).collect()
        }
    }
}

/// The stage of the least cost on one axis.
pub fn on_axis(what: Collective, bytes: f64, span: Span, link: &Link) -> Stage {
    let all = stages(what, bytes, span, link);
    let best = all.into_iter().reduce(|best, it| if it.seconds < best.seconds { it } else { best });
    best.expect("each collective has an algorithm for any number of ranks")
}

/// The rounds of an algorithm, added up.
struct Rounds<'l> {
    link: &'l Link,
    span: Span,
    seconds: f64,
    sent: f64,
    /// Bytes times links.
    hops: f64,
}

impl Rounds<'_> {
    fn new(link: &Link, span: Span) -> Rounds<'_> {
        Rounds { link, span, seconds: 0.0, sent: 0.0, hops: 0.0 }
    }

    /// Messages of so many bytes to ranks that are `distance` places of the group apart, from all
    /// ranks at once.
    fn send(mut self, bytes: f64, distance: i64) -> Self {
        let shared = match self.link.topology {
            Topology::Torus => self.span.shared(distance),
            Topology::Switch | Topology::Memory => 1.0,
        };
        self.seconds += self.link.latency + bytes * shared * self.link.beta();
        self.sent += bytes;
        self.hops += bytes * shared;
        self
    }

    /// Messages to both neighbours on a ring, `count` times.
    fn ring(mut self, bytes: f64, count: i64) -> Self {
        let shared = match self.link.topology {
            Topology::Torus => self.span.step as f64,
            Topology::Switch | Topology::Memory => 1.0,
        };
        let both = self.link.topology == Topology::Torus && self.span.closed && self.span.parts > 2;
        let beta = self.link.beta() * if both { 0.5 } else { 1.0 };
        let count = count as f64;
        self.seconds += count * (self.link.latency + bytes * shared * beta);
        self.sent += count * bytes;
        self.hops += count * bytes * shared;
        self
    }

    fn combine(mut self, bytes: f64) -> Self {
        self.seconds += bytes * self.link.gamma();
        self
    }

    fn done(self, algorithm: Algorithm) -> Stage {
        let carried = match self.link.topology {
            // Both directions carry the same: exchanges are symmetric.
            Topology::Torus => [0.5 * self.hops; 2],
            Topology::Switch | Topology::Memory => [self.sent; 2],
        };
        let Rounds { seconds, sent, .. } = self;
        Stage { axis: self.span.axis, algorithm, seconds, sent, carried }
    }
}

/// The possible stages, one for each algorithm that fits.
fn stages(what: Collective, n: f64, span: Span, link: &Link) -> Vec<Stage> {
    let p = span.parts;
    let part = n / p as f64;
    if link.topology == Topology::Memory {
        return vec![in_memory(what, n, span, link)];
    }
    let begin = || Rounds::new(link, span);
    let two = p.count_ones() == 1;
    let rounds = (p as u64).next_power_of_two().trailing_zeros();
    // The largest power of two, and what it takes to fold the other ranks into it.
    let floor = 1i64 << (63 - p.leading_zeros());
    let fold = |it: Rounds<'_>| -> (f64, f64, f64) {
        let folded = if two { it } else { it.send(n, 1).combine(n).send(n, 1) };
        (folded.seconds, folded.sent, folded.hops)
    };
    let folded = || {
        let (seconds, sent, hops) = fold(begin());
        Rounds { seconds, sent, hops, ..begin() }
    };
    let doubling = |it, from: f64| {
        (0..floor.trailing_zeros())
            .fold(it, |it: Rounds<'_>, k| it.send(from * f64::from(1u32 << k), 1 << k))
    };
    let share = n / floor as f64;
    let halving = |it| {
        let each = (0..floor.trailing_zeros()).rev();
        each.fold(it, |it: Rounds<'_>, k| {
            let bytes = share * f64::from(1u32 << k);
            it.send(bytes, 1 << k).combine(bytes)
        })
    };
    let missing = (p - 1) as f64 * part;
    let mut all = Vec::new();
    match what {
        Collective::AllGather => {
            all.push(begin().ring(part, p - 1).done(Algorithm::Ring));
            if two {
                all.push(doubling(begin(), part).done(Algorithm::RecursiveDoubling));
            } else {
                let bruck = (0..rounds).fold(begin(), |it, k| {
                    let blocks = (1i64 << k).min(p - (1 << k));
                    it.send(part * blocks as f64, 1 << k)
                });
                all.push(bruck.done(Algorithm::Bruck));
            }
        }
        Collective::ReduceScatter => {
            all.push(begin().ring(part, p - 1).combine(missing).done(Algorithm::Ring));
            if two {
                all.push(halving(begin()).done(Algorithm::RecursiveHalving));
            }
        }
        Collective::AllReduce => {
            all.push(begin().ring(part, 2 * (p - 1)).combine(missing).done(Algorithm::Ring));
            let each = 0..floor.trailing_zeros();
            let doubled = each.fold(folded(), |it, k| it.send(n, 1 << k).combine(n));
            all.push(doubled.done(Algorithm::RecursiveDoubling));
            all.push(doubling(halving(folded()), share).done(Algorithm::Rabenseifner));
        }
        Collective::AllToAll => {
            let pairwise = (1..p).fold(begin(), |it, d| it.send(part, d));
            all.push(pairwise.done(Algorithm::Pairwise));
            let bruck = (0..rounds).fold(begin(), |it, k| it.send(0.5 * n, 1 << k));
            all.push(bruck.done(Algorithm::Bruck));
        }
        Collective::Broadcast | Collective::Reduce => {
            let reduces = what == Collective::Reduce;
            let work = |it: Rounds<'_>, bytes: f64| -> (f64, f64, f64) {
                let it = if reduces { it.combine(bytes) } else { it };
                (it.seconds, it.sent, it.hops)
            };
            let with = |it: Rounds<'_>, bytes: f64| {
                let (seconds, sent, hops) = work(it, bytes);
                Rounds { seconds, sent, hops, ..begin() }
            };
            // A rank of a tree receives once: ranks send one message each, without the root.
            let once = (p - 1) as f64 / p as f64;
            let tree = (0..rounds).fold(begin(), |it, k| with(it.send(n, 1 << k), n));
            let tree = tree.done(Algorithm::Binomial);
            let scale = once * n / tree.sent.max(f64::MIN_POSITIVE);
            let carried = tree.carried.map(|bytes| bytes * scale);
            all.push(Stage { sent: once * n, carried, ..tree });
            let scatter = (0..rounds).rev().fold(begin(), |it, k| {
                let bytes = (part * (1i64 << k) as f64).min(missing);
                with(it.send(bytes, 1 << k), bytes)
            });
            all.push(scatter.ring(part, p - 1).done(Algorithm::ScatterGather));
        }
    }
    all
}

/// An exchange through memory: every rank writes its contribution, all wait for each other, and each
/// reads what it needs.
fn in_memory(what: Collective, n: f64, span: Span, link: &Link) -> Stage {
    let p = span.parts as f64;
    let (read, combined) = match what {
        Collective::AllGather | Collective::AllToAll | Collective::Broadcast => (n, 0.0),
        // Each rank combines the terms of all.
        Collective::AllReduce | Collective::ReduceScatter | Collective::Reduce => {
            (p * n, (p - 1.0) * n)
        }
    };
    let seconds = link.latency + read * link.beta() + combined * link.gamma();
    // A rank's own contribution is not received.
    let sent = match what {
        Collective::AllReduce | Collective::ReduceScatter | Collective::Reduce => (p - 1.0) * n,
        Collective::AllGather | Collective::AllToAll | Collective::Broadcast => (p - 1.0) / p * n,
    };
    Stage { axis: span.axis, algorithm: Algorithm::Memory, seconds, sent, carried: [sent; 2] }
}
