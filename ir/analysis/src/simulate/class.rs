//! Classes of ranks that take equal times.
//!
//! Two ranks are alike if they run the same stream and, in each exchange, receive from ranks that are
//! alike. The classes are found by refinement: ranks begin in the class of their stream, and a class
//! is divided as long as its members exchange data with different classes. Chains of neighbours need
//! as many rounds as they are long; after a bounded number of rounds each rank is a class of its own,
//! which is as exact and only takes longer.

use super::stream::{Pattern, Ranks, Side};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The most rounds of refinement.
const ROUNDS: usize = 96;

/// No class: the rank does not take part.
const NONE: u32 = u32::MAX;

/// The classes of ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// For each rank, the number of its class.
    pub of: Vec<u32>,
    /// For each class, its first rank and the number of its ranks.
    pub members: Vec<(u32, u32)>,
    /// For each pattern and class, the ranks that it exchanges data with.
    pub peers: Vec<Vec<Peers>>,
}

/// The ranks that a rank of a class exchanges data with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Peers {
    /// None: it does not take part.
    Alone,
    /// A group of ranks: the number of the set of their classes, and how many classes these are.
    Group(u32, u32),
    /// Messages between pairs of ranks.
    Messages {
        /// The class that it receives from, if any.
        from: Option<u32>,
        /// Whether it sends.
        sends: bool,
    },
}

impl Peers {
    /// The peers of a rank that only has this part; `None` if it has nothing to do.
    pub fn of(self, side: Side) -> Option<Peers> {
        match (self, side) {
            (it, Side::Both) => Some(it),
            (Peers::Messages { sends: true, .. }, Side::Sends) => {
                Some(Peers::Messages { from: None, sends: true })
            }
            (Peers::Messages { from: Some(from), .. }, Side::Receives) => {
                Some(Peers::Messages { from: Some(from), sends: false })
            }
            (Peers::Alone | Peers::Group(..) | Peers::Messages { .. }, _) => None,
        }
    }
}

/// For each rank of a pattern, its sender or its group.
enum Layout<'p> {
    Groups(Vec<u32>, &'p [Vec<u32>]),
    Senders(Vec<u32>, Vec<bool>),
}

fn layout(pattern: &Pattern, ranks: usize) -> Layout<'_> {
    match pattern {
        Pattern::Groups(groups) => {
            let mut of = vec![NONE; ranks];
            for (number, group) in groups.iter().enumerate() {
                group.iter().for_each(|&rank| of[rank as usize] = number as u32);
            }
            Layout::Groups(of, groups)
        }
        Pattern::Pairs(pairs) => {
            let (mut from, mut sends) = (vec![NONE; ranks], vec![false; ranks]);
            // A rank that sends to itself copies, and waits for nobody.
            for &(sender, receiver) in pairs.iter().filter(|(a, b)| a != b) {
                from[receiver as usize] = sender;
                sends[sender as usize] = true;
            }
            Layout::Senders(from, sends)
        }
    }
}

/// Finds the classes of a program's ranks.
pub fn classes(ranks: &Ranks) -> Classes {
    let count = ranks.stream_of.len();
    let layouts: Vec<Layout<'_>> = ranks.patterns.iter().map(|it| layout(it, count)).collect();
    let mut of = ranks.stream_of.clone();
    let mut known = renumber(&mut of, |rank| u64::from(ranks.stream_of[rank]));
    let mut stable = false;
    for _ in 0..ROUNDS {
        let sets: Vec<Vec<u64>> = layouts.iter().map(|it| group_sets(it, &of)).collect();
        let old = of.clone();
        let now = renumber(&mut of, |rank| {
            let mut hasher = FxHasher::default();
            old[rank].hash(&mut hasher);
            for (layout, sets) in layouts.iter().zip(&sets) {
                match layout {
                    Layout::Groups(groups, _) => {
                        let set = sets.get(groups[rank] as usize).copied().unwrap_or(0);
                        set.hash(&mut hasher);
                    }
                    Layout::Senders(from, sends) => {
                        let sender = old.get(from[rank] as usize).copied().unwrap_or(NONE);
                        (sends[rank], sender).hash(&mut hasher);
                    }
                }
            }
            hasher.finish()
        });
        stable = now == known;
        known = now;
        if stable {
            break;
        }
    }
    if !stable {
        of = (0..count as u32).collect();
        known = count;
    }
    let mut members: Vec<(u32, u32)> = vec![(NONE, 0); known];
    for (rank, &class) in of.iter().enumerate() {
        let (first, size) = &mut members[class as usize];
        *first = (*first).min(rank as u32);
        *size += 1;
    }
    let peers = layouts.iter().map(|it| peers(it, &of, &members)).collect();
    Classes { of, members, peers }
}

/// Numbers ranks by their keys, in order of their first rank; returns how many numbers there are.
fn renumber(of: &mut [u32], key: impl Fn(usize) -> u64) -> usize {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    for (rank, number) in of.iter_mut().enumerate() {
        let next = numbers.len() as u32;
        *number = *numbers.entry(key(rank)).or_insert(next);
    }
    numbers.len()
}

/// For each group, a hash of the set of its classes.
fn group_sets(layout: &Layout<'_>, of: &[u32]) -> Vec<u64> {
    let Layout::Groups(_, groups) = layout else { return Vec::new() };
    let sets = groups.iter().map(|group| {
        let mut hasher = FxHasher::default();
        class_set(group, of).hash(&mut hasher);
        hasher.finish()
    });
    sets.collect()
}

fn class_set(group: &[u32], of: &[u32]) -> Vec<u32> {
    let mut set: Vec<u32> = group.iter().map(|&rank| of[rank as usize]).collect();
    set.sort_unstable();
    set.dedup();
    set
}

fn peers(layout: &Layout<'_>, of: &[u32], members: &[(u32, u32)]) -> Vec<Peers> {
    let mut sets: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let each = members.iter().map(|&(first, _)| match layout {
        Layout::Groups(group_of, groups) => match groups.get(group_of[first as usize] as usize) {
            Some(group) => {
                let set = class_set(group, of);
                let (next, size) = (sets.len() as u32, set.len() as u32);
                Peers::Group(*sets.entry(set).or_insert(next), size)
            }
            None => Peers::Alone,
        },
        Layout::Senders(from, sends) => {
            let (from, sends) = (from[first as usize], sends[first as usize]);
            match sends || from != NONE {
                true => Peers::Messages { from: of.get(from as usize).copied(), sends },
                false => Peers::Alone,
            }
        }
    });
    each.collect()
}
