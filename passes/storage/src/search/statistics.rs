//! Numbers of entries of the inputs: given, or measured from data.

use egg::Symbol;
use hloom_storage::value::Value;
use std::collections::{HashMap, HashSet};

/// The levels of a dictionary whose entries are estimated; deeper ones are like the last of these.
pub(super) const LEVELS: usize = 6;
/// The entries of a collection of unknown size.
pub(super) const UNKNOWN: f64 = 10.0;

/// Estimated numbers of entries of the inputs.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub(super) of: HashMap<Symbol, Known>,
    /// The mean number of times that an array of integers has each of them.
    pub(super) repeats: HashMap<Symbol, f64>,
    /// The arrays of integers of which each is at least the one before.
    pub(super) sorted: HashSet<Symbol>,
    /// The number of integers from the least one of an array to the largest.
    pub(super) extents: HashMap<Symbol, f64>,
    /// Whether no dictionary is built to be read again, if there is another plan.
    pub avoid_dictionaries: bool,
    /// Whether there are infinities or NaN among the numbers: products of a plan then look at their
    /// factors ([`super::annihilating`]).
    pub has_special_values: bool,
}

/// The estimate for one input.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Entries of a collection, at each level per entry of the level outside.
    Entries([f64; LEVELS]),
    /// The value of an integer.
    Value(f64),
}

impl Statistics {
    /// Statistics measured from data.
    pub fn of(inputs: &hloom_storage::Inputs) -> Statistics {
        let mut statistics = Statistics::default();
        for (name, value) in inputs {
            statistics.has_special_values |= !value.is_finite();
            match value {
                Value::Int(value) => statistics.set_value(name.as_str(), *value),
                Value::Array(array) => {
                    let all = array.positions();
                    let length = (all.end - all.start) as f64;
                    statistics.set_entries(name.as_str(), &[length]);
                    if let Some(ints) = array.ints() {
                        statistics.set_integers(name.as_str(), ints);
                    }
                }
                Value::Dict(_) => {
                    let mut counts = Vec::new();
                    count(value, 0, &mut counts);
                    let mut outside = 1.0;
                    let each = counts.iter().map(|&n| {
                        let mean = n / f64::max(outside, 1.0);
                        outside = n;
                        mean
                    });
                    statistics.set_entries(name.as_str(), &each.collect::<Vec<_>>());
                }
                Value::Bool(_) | Value::Real(_) => {}
            }
        }
        statistics
    }

    /// Sets the distinct integers of an array, their extent and whether they ascend; its entries are set before.
    fn set_integers(&mut self, name: &str, ints: &[i64]) {
        let mut ascend = true;
        let mut before = i64::MIN;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for int in ints {
            ascend &= before <= *int;
            before = *int;
            (low, high) = (low.min(*int), high.max(*int));
        }
        if low <= high {
            self.set_extent(name, high as f64 - low as f64 + 1.0);
        }
        self.set_distinct(name, distinct(ints, [low, high]) as f64);
        if ascend {
            self.set_sorted(name);
        }
    }

    /// Sets the entries of an input: for each level, per entry of the level outside.
    pub fn set_entries(&mut self, name: &str, entries: &[f64]) {
        let last = entries.last().copied().unwrap_or(UNKNOWN);
        let all = std::array::from_fn(|i| entries.get(i).copied().unwrap_or(last));
        self.of.insert(name.into(), Known::Entries(all));
    }

    /// Sets the number of different integers of an array, whose entries are set before.
    pub fn set_distinct(&mut self, name: &str, distinct: f64) {
        if let Some(Known::Entries(levels)) = self.of.get(&Symbol::from(name)) {
            self.repeats.insert(name.into(), (levels[0] / distinct.max(1.0)).max(1.0));
        }
    }

    /// Says that each integer of an array is at least the one before.
    pub fn set_sorted(&mut self, name: &str) {
        self.sorted.insert(name.into());
    }

    /// Says that the integers of an array are among so many side by side: a dictionary with such keys is in memory
    /// as many places long, and a loop over it goes through them all.
    pub fn set_extent(&mut self, name: &str, extent: f64) {
        self.extents.insert(name.into(), extent);
    }

    /// Sets the value of an integer.
    pub fn set_value(&mut self, name: &str, value: i64) {
        self.of.insert(name.into(), Known::Value(value as f64));
    }
}

/// The number of different integers, which are in these bounds.
fn distinct(ints: &[i64], [low, high]: [i64; 2]) -> usize {
    if ints.is_empty() {
        return 0;
    }
    let range = high.wrapping_sub(low) as u64;
    if range / 64 <= ints.len() as u64 {
        let mut seen = vec![0u64; range as usize / 64 + 1];
        for int in ints {
            let at = int.wrapping_sub(low) as usize;
            seen[at / 64] |= 1 << (at % 64);
        }
        return seen.iter().map(|word| word.count_ones() as usize).sum();
    }
    let mut sorted = ints.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Adds the entries of each level.
fn count(value: &Value, level: usize, counts: &mut Vec<f64>) {
    let Value::Dict(entries) = value else { return };
    if counts.len() <= level {
        counts.resize(level + 1, 0.0);
    }
    counts[level] += entries.len() as f64;
    entries.values().for_each(|value| count(value, level + 1, counts));
}
