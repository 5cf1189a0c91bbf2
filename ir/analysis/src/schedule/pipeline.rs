//! A pipeline in time: which level works on which micro-batch when.
//!
//! Each level runs a forward step of each micro-batch, and in training a backward step, in a fixed
//! order:
//!
//! | order | a level runs | activations that level `i` of `p` keeps |
//! |---|---|---|
//! | [`GPipe`](Order::GPipe) | all forward steps, then all backward steps | those of all micro-batches |
//! | [`OneForwardOneBackward`](Order::OneForwardOneBackward) | `p - i - 1` forward steps, then one of each by turns | those of `p - i` |
//!
//! For levels of equal times both have the bubbles of (8).

use super::graph::{ScheduleError, at_least_one};

/// The order of the steps of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All forward steps come before all backward steps.
    GPipe,
    /// A backward step follows as soon as it can.
    OneForwardOneBackward,
}

/// The seconds of a level for one micro-batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StageTimes {
    /// Forward.
    pub forward: f64,
    /// Backward; 0 if there is no training.
    pub backward: f64,
}

/// A step of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The level.
    pub level: usize,
    /// The micro-batch.
    pub micro_batch: usize,
    /// Whether it is a backward step.
    pub backward: bool,
    /// When it begins.
    pub begin: f64,
    /// When it ends.
    pub end: f64,
}

/// All steps of a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation {
    /// The steps of the levels, one level after the other, each in order.
    pub steps: Vec<Step>,
    /// The seconds of the batch.
    pub seconds: f64,
    /// The part of the time of all levels in which they are idle.
    pub bubbles: f64,
    /// For each level, the most micro-batches whose activations it keeps at once.
    pub kept: Vec<usize>,
}

/// Runs a batch through levels. With `buffers`, a level begins a forward step only if the next level
/// has ended the one so many micro-batches earlier, whose place the result takes: 2 for double
/// buffering.
///
/// # Errors
/// If there are no levels or no micro-batches, or a time is not above 0 (backward, not 0 or above).
pub fn simulate(
    levels: &[StageTimes],
    micro_batches: usize,
    order: Order,
    buffers: Option<usize>,
) -> Result<Simulation, ScheduleError> {
    at_least_one("levels", levels.len() as u64)?;
    at_least_one("micro-batches", micro_batches as u64)?;
    at_least_one("buffers", buffers.unwrap_or(1) as u64)?;
    for (op, times) in levels.iter().enumerate() {
        let bad = |seconds: f64| !seconds.is_finite() || seconds < 0.0;
        if bad(times.forward) || times.forward == 0.0 {
            return Err(ScheduleError::Time { op, seconds: times.forward });
        }
        if bad(times.backward) {
            return Err(ScheduleError::Time { op, seconds: times.backward });
        }
    }
    let trains = levels.iter().any(|it| it.backward > 0.0);
    let programs: Vec<Vec<(usize, bool)>> =
        (0..levels.len()).map(|i| program(i, levels.len(), micro_batches, order, trains)).collect();
    // When each step ends.
    let mut forward = vec![vec![None; micro_batches]; levels.len()];
    let mut backward: Vec<Vec<Option<f64>>> = forward.clone();
    let mut at = vec![0; levels.len()];
    let mut free = vec![0.0f64; levels.len()];
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); levels.len()];
    loop {
        let mut moved = false;
        for level in 0..levels.len() {
            while let Some(&(m, back)) = programs[level].get(at[level]) {
                let needs = if back {
                    // The last level turns around.
                    let next = backward.get(level + 1).map_or(forward[level][m], |it| it[m]);
                    [next, forward[level][m]]
                } else {
                    let before = level.checked_sub(1).map_or(Some(0.0), |i| forward[i][m]);
                    let place = buffers.and_then(|n| m.checked_sub(n));
                    let taken = place.and_then(|old| Some(forward.get(level + 1)?[old]));
                    [before, taken.unwrap_or(Some(0.0))]
                };
                let [Some(a), Some(b)] = needs else { break };
                let begin = free[level].max(a).max(b);
                let times = levels[level];
                let end = begin + if back { times.backward } else { times.forward };
                let ends = if back { &mut backward } else { &mut forward };
                ends[level][m] = Some(end);
                steps[level].push(Step { level, micro_batch: m, backward: back, begin, end });
                free[level] = end;
                at[level] += 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let kept = programs.iter().map(|program| most_kept(program, trains)).collect();
    let seconds = free.iter().copied().fold(0.0, f64::max);
    let each = levels.iter().map(|it| (it.forward + it.backward) * micro_batches as f64);
    let bubbles = 1.0 - each.sum::<f64>() / (seconds * levels.len() as f64);
    Ok(Simulation { steps: steps.concat(), seconds, bubbles, kept })
}

/// The micro-batches of the steps of a level, with whether a step is backward.
fn program(
    level: usize,
    levels: usize,
    micro_batches: usize,
    order: Order,
    trains: bool,
) -> Vec<(usize, bool)> {
    let forward = (0..micro_batches).map(|m| (m, false));
    if !trains {
        return forward.collect();
    }
    let backward = (0..micro_batches).map(|m| (m, true));
    match order {
        Order::GPipe => forward.chain(backward.rev()).collect(),
        Order::OneForwardOneBackward => {
            let first = (levels - level - 1).min(micro_batches);
            let mut steps: Vec<(usize, bool)> = (0..first).map(|m| (m, false)).collect();
            for m in 0..micro_batches {
                if first + m < micro_batches {
                    steps.push((first + m, false));
                }
                steps.push((m, true));
            }
            steps
        }
    }
}

/// The most micro-batches that are between their forward and their backward step.
fn most_kept(program: &[(usize, bool)], trains: bool) -> usize {
    let (mut now, mut most) = (0usize, 0);
    for &(_, back) in program.iter().filter(|_| trains) {
        now = if back { now - 1 } else { now + 1 };
        most = most.max(now);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::micro_batches::bubbles;
    use super::super::testing::Numbers;
    use super::*;

    fn equal(levels: usize) -> Vec<StageTimes> {
        vec![StageTimes { forward: 1.0, backward: 2.0 }; levels]
    }

    #[test]
    fn bubbles_of_equal_levels_are_the_formula() {
        for levels in 1..7 {
            for count in 1..12 {
                for order in [Order::GPipe, Order::OneForwardOneBackward] {
                    for buffers in [None, Some(2)] {
                        // Double buffering holds nothing up where levels wait for each other anyway.
                        let stages = equal(levels);
                        let it = simulate(&stages, count, order, buffers).unwrap();
                        let formula = bubbles(count as u64, levels as u64);
                        assert!((it.bubbles - formula).abs() < 1e-9, "{levels} {count} {order:?}");
                        assert_eq!(it.steps.len(), 2 * levels * count);
                    }
                }
                let forward = vec![StageTimes { forward: 1.0, backward: 0.0 }; levels];
                let it = simulate(&forward, count, Order::GPipe, Some(2)).unwrap();
                assert!((it.bubbles - bubbles(count as u64, levels as u64)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn one_forward_one_backward_keeps_fewer_activations() {
        let of = |order| simulate(&equal(4), 9, order, None).unwrap().kept;
        assert_eq!(of(Order::GPipe), [9, 9, 9, 9]);
        assert_eq!(of(Order::OneForwardOneBackward), [4, 3, 2, 1]);
    }

    #[test]
    fn steps_follow_what_they_need() {
        let mut numbers = Numbers(29);
        for round in 0..200 {
            let levels: Vec<StageTimes> = (0..1 + round % 5)
                .map(|_| StageTimes {
                    forward: (1 + numbers.below(9)) as f64,
                    backward: (1 + numbers.below(9)) as f64,
                })
                .collect();
            let count = 1 + numbers.below(7);
            let order = [Order::GPipe, Order::OneForwardOneBackward][round % 2];
            let it = simulate(&levels, count, order, Some(2)).unwrap();
            assert_eq!(it.steps.len(), 2 * levels.len() * count);
            let find = |level, m, back| {
                let same = |s: &&Step| (s.level, s.micro_batch, s.backward) == (level, m, back);
                *it.steps.iter().find(same).unwrap()
            };
            for step in &it.steps {
                let (level, m) = (step.level, step.micro_batch);
                if step.backward {
                    assert!(find(level, m, false).end <= step.begin);
                    if level + 1 < levels.len() {
                        assert!(find(level + 1, m, true).end <= step.begin);
                    }
                } else if level > 0 {
                    assert!(find(level - 1, m, false).end <= step.begin);
                }
                for other in it.steps.iter().filter(|s| s.level == level && *s != step) {
                    assert!(other.end <= step.begin || step.end <= other.begin);
                }
            }
            assert!((0.0..1.0).contains(&it.bubbles));
        }
    }

    #[test]
    fn bad_numbers_are_named() {
        let text = |levels: &[StageTimes], count, buffers| {
            simulate(levels, count, Order::GPipe, buffers).unwrap_err().to_string()
        };
        assert_eq!(text(&[], 1, None), "the number of levels must be 1 or more, not 0");
        assert_eq!(
            text(&equal(1), 0, None),
            "the number of micro-batches must be 1 or more, not 0"
        );
        assert_eq!(text(&equal(1), 1, Some(0)), "the number of buffers must be 1 or more, not 0");
        let slow = [StageTimes { forward: -1.0, backward: 0.0 }];
        assert!(text(&slow, 1, None).starts_with("op 0 takes -1 seconds"));
    }
}
