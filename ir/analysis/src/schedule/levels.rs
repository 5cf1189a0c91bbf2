//! Pipeline levels: consecutive layers that share a part of the cores.
//!
//! The layers of a level run one after the other; the levels run at the same time, each on another
//! micro-batch. A level needs as large a part of the cores as its layer that uses the most, and all
//! levels together have no more than all cores.

use super::graph::ScheduleError;
use std::ops::Range;

/// The layers of each level.
#[derive(Clone, PartialEq, Debug)]
pub struct Levels {
    /// The layers of each level.
    pub ranges: Vec<Range<usize>>,
    /// The part of the cores of each level.
    pub utilisation: Vec<f64>,
    /// The seconds of each level.
    pub seconds: Vec<f64>,
}

impl Levels {
    /// The seconds of the slowest level, which is the time between two micro-batches.
    pub fn slowest(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }
}

/// Sums of parts of the cores are rounded; so much above all cores is not above them.
const ROUNDING: f64 = 1e-9;

/// Levels of contiguous layers with these utilisations and seconds: as many as the cores allow, and
/// of these the ones whose slowest level is the fastest.
///
/// Dynamic programming over (layers, levels): the pairs of used cores and slowest level of which no
/// other is better in both.
///
/// # Errors
/// If there are no layers, a utilisation is not above 0 and at most 1, or a time is not above 0.
pub fn levels(utilisation: &[f64], seconds: &[f64]) -> Result<Levels, ScheduleError> {
    if utilisation.is_empty() || utilisation.len() != seconds.len() {
        return Err(ScheduleError::Empty);
    }
    for (layer, (&utilisation, &seconds)) in utilisation.iter().zip(seconds).enumerate() {
        if !(utilisation > 0.0 && utilisation <= 1.0) {
            return Err(ScheduleError::Utilisation { layer, utilisation });
        }
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(ScheduleError::Time { op: layer, seconds });
        }
    }
    let count = utilisation.len();
    // For each number of layers, the states of so many levels.
    let mut states: Vec<Vec<State>> = vec![Vec::new(); count + 1];
    states[0].push(State { used: 0.0, slowest: 0.0, borders: vec![0] });
    let mut best = None;
    for _ in 0..count {
        let mut next: Vec<Vec<State>> = vec![Vec::new(); count + 1];
        for (begin, states) in states.iter().enumerate() {
            let (mut most, mut sum) = (0.0f64, 0.0);
            for end in begin + 1..=count {
                most = most.max(utilisation[end - 1]);
                sum += seconds[end - 1];
                for state in states.iter().filter(|s| s.used + most <= 1.0 + ROUNDING) {
                    state.extended(most, sum, end).keep_in(&mut next[end]);
                }
            }
        }
        states = next;
        let fastest = states[count].iter().min_by(|a, b| a.slowest.total_cmp(&b.slowest));
        best = fastest.cloned().or(best);
    }
    let borders = best.expect("one level always fits").borders;
    let ranges: Vec<Range<usize>> = borders.windows(2).map(|pair| pair[0]..pair[1]).collect();
    let most =
        |range: &Range<usize>| utilisation[range.clone()].iter().copied().fold(0.0, f64::max);
    Ok(Levels {
        utilisation: ranges.iter().map(most).collect(),
        seconds: ranges.iter().map(|range| seconds[range.clone()].iter().sum()).collect(),
        ranges,
    })
}

/// Levels of the first layers.
#[derive(Clone)]
struct State {
    used: f64,
    slowest: f64,
    borders: Vec<usize>,
}

impl State {
    fn extended(&self, used: f64, seconds: f64, border: usize) -> State {
        let mut borders = self.borders.clone();
        borders.push(border);
        State { used: self.used + used, slowest: self.slowest.max(seconds), borders }
    }

    /// Adds the state, unless another one is as good in both numbers.
    fn keep_in(self, states: &mut Vec<State>) {
        let beats = |a: &State, b: &State| a.used <= b.used && a.slowest <= b.slowest;
        if !states.iter().any(|other| beats(other, &self)) {
            states.retain(|other| !beats(&self, other));
            states.push(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Numbers;
    use super::*;

    /// The number of levels and the slowest of them, over all sets of borders.
    fn brute_force(utilisation: &[f64], seconds: &[f64]) -> (usize, f64) {
        let count = utilisation.len();
        let mut best = (0, f64::INFINITY);
        for cuts in 0..1u32 << (count - 1) {
            let mut groups = vec![(0.0f64, 0.0)];
            for layer in 0..count {
                if layer > 0 && cuts >> (layer - 1) & 1 == 1 {
                    groups.push((0.0, 0.0));
                }
                let last = groups.last_mut().unwrap();
                *last = (last.0.max(utilisation[layer]), last.1 + seconds[layer]);
            }
            if groups.iter().map(|g| g.0).sum::<f64>() > 1.0 + ROUNDING {
                continue;
            }
            let slowest = groups.iter().map(|g| g.1).fold(0.0, f64::max);
            if groups.len() > best.0 || (groups.len() == best.0 && slowest < best.1) {
                best = (groups.len(), slowest);
            }
        }
        best
    }

    #[test]
    fn levels_equal_brute_force() {
        let mut numbers = Numbers(13);
        let mut several = 0;
        for round in 0..600 {
            let count = 1 + round % 10;
            let scale = [20, 40, 100][round % 3];
            let utilisation: Vec<f64> =
                (0..count).map(|_| (1 + numbers.below(20)) as f64 / f64::from(scale)).collect();
            let seconds: Vec<f64> = (0..count).map(|_| (1 + numbers.below(9)) as f64).collect();
            let it = levels(&utilisation, &seconds).unwrap();
            let found = (it.ranges.len(), it.slowest());
            assert_eq!(found, brute_force(&utilisation, &seconds), "{utilisation:?} {seconds:?}");
            assert!(it.utilisation.iter().sum::<f64>() <= 1.0 + ROUNDING);
            several += usize::from(found.0 > 1);
        }
        assert!(several > 200, "{several}");
    }

    #[test]
    fn the_example_of_the_paper() {
        let it = levels(&[0.5, 0.4, 0.3, 0.4, 0.5, 0.4], &[1.0; 6]).unwrap();
        assert_eq!(it.ranges, [0..3, 3..6]);
        assert_eq!(it.utilisation, [0.5, 0.5]);
    }

    #[test]
    fn bad_layers_are_named() {
        let text = |utilisation: &[f64]| {
            levels(utilisation, &vec![1.0; utilisation.len()]).unwrap_err().to_string()
        };
        let rule = "it must be more than 0 and at most 100 %";
        assert_eq!(text(&[0.5, 1.2]), format!("layer 1 uses 120 % of the cores; {rule}"));
        assert_eq!(text(&[0.0]), format!("layer 0 uses 0 % of the cores; {rule}"));
        assert_eq!(text(&[f64::NAN]), format!("layer 0 uses NaN % of the cores; {rule}"));
        assert_eq!(text(&[]), "the graph has no ops");
    }
}
