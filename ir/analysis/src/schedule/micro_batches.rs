//! Micro-batches: into how many pieces a batch is divided for a pipeline.
//!
//! More pieces leave less of the pipeline idle while it fills and drains, `P` (8); they also make
//! each piece smaller than the device works on well, `D` (9). The number is the least at which the
//! first loss is not larger than the second (7):
//!
//! ```text
//! P(b) = (p - 1) / (b + p - 1)          p levels
//! D(b) = max(0, 1 - (B/b) / B_dev)      a batch of B, a device that is full at B_dev samples
//! ```
//!
//! `P` falls and `D` rises with `b`, so that bisection (Algorithm 2) finds it.

use super::graph::{ScheduleError, at_least_one};

/// The micro-batches of a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct MicroBatches {
    /// The samples of each, (10): they differ by at most one.
    pub sizes: Vec<u64>,
    /// The part of the time in which levels are idle, (8).
    pub bubbles: f64,
    /// The part of the device that small pieces leave idle, (9).
    pub loss: f64,
    /// The number of comparisons.
    pub steps: usize,
}

/// The part of the time in which levels of a pipeline are idle, (8).
pub fn bubbles(micro_batches: u64, levels: u64) -> f64 {
    (levels - 1) as f64 / (micro_batches + levels - 1) as f64
}

/// The part of a device that micro-batches leave idle because they are small, (9).
pub fn loss(micro_batches: u64, batch: u64, device_batch: u64) -> f64 {
    let each = batch as f64 / micro_batches as f64;
    (1.0 - each / device_batch as f64).max(0.0)
}

/// Sizes of so many pieces of a batch, which differ by at most one, the larger ones first (10).
///
/// # Errors
/// If there are no pieces, or more than samples.
pub fn sizes(batch: u64, count: u64) -> Result<Vec<u64>, ScheduleError> {
    at_least_one("samples in a batch", batch)?;
    at_least_one("micro-batches", count)?;
    if count > batch {
        return Err(ScheduleError::TooMany { batch, count });
    }
    let (each, more) = (batch / count, batch % count);
    Ok((0..count).map(|i| each + u64::from(i < more)).collect())
}

/// The micro-batches of a batch for a pipeline of so many levels, on a device that is full at
/// `device_batch` samples. One for each sample if (7) holds for no number.
///
/// # Errors
/// If an argument is 0.
pub fn micro_batches(
    batch: u64,
    device_batch: u64,
    levels: u64,
) -> Result<MicroBatches, ScheduleError> {
    at_least_one("samples in a batch", batch)?;
    at_least_one("samples that fill the device", device_batch)?;
    at_least_one("levels", levels)?;
    let (mut low, mut high, mut steps) = (1, batch, 0);
    while low < high {
        let middle = low + (high - low) / 2;
        steps += 1;
        match bubbles(middle, levels) <= loss(middle, batch, device_batch) {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    let (bubbles, loss) = (bubbles(low, levels), loss(low, batch, device_batch));
    Ok(MicroBatches { sizes: sizes(batch, low)?, bubbles, loss, steps })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Numbers;
    use super::*;

    #[test]
    fn numbers_equal_a_linear_scan() {
        let mut numbers = Numbers(17);
        for round in 0..3_000 {
            let batch = 1 + numbers.below(if round % 5 == 0 { 2_000 } else { 40 }) as u64;
            let device = 1 + numbers.below(300) as u64;
            let levels = 1 + numbers.below(20) as u64;
            let it = micro_batches(batch, device, levels).unwrap();
            let fits = |&b: &u64| bubbles(b, levels) <= loss(b, batch, device);
            let least = (1..=batch).find(fits).unwrap_or(batch);
            assert_eq!(it.sizes.len() as u64, least, "{batch} {device} {levels}");
            assert_eq!(it.sizes.iter().sum::<u64>(), batch);
            assert!(it.sizes[0] - it.sizes.last().unwrap() <= 1);
            assert!(it.steps <= 1 + batch.ilog2() as usize);
        }
    }

    #[test]
    fn the_numbers_of_the_paper() {
        for (levels, count) in [(1, 1), (2, 5), (3, 6), (4, 6), (5, 7), (6, 7), (8, 8)] {
            let it = micro_batches(256, 64, levels).unwrap();
            assert_eq!(it.sizes.len(), count, "{levels} levels");
            assert_eq!(it.steps, 8);
        }
        assert_eq!(bubbles(4, 5), 0.5);
        assert_eq!(bubbles(6, 3), 0.25);
        assert_eq!(micro_batches(256, 64, 3).unwrap().sizes, [43, 43, 43, 43, 42, 42]);
    }

    #[test]
    fn bad_numbers_are_named() {
        let text = |b, d, p| micro_batches(b, d, p).unwrap_err().to_string();
        let rule = "must be 1 or more, not 0";
        assert_eq!(text(0, 1, 1), format!("the number of samples in a batch {rule}"));
        assert_eq!(text(1, 0, 1), format!("the number of samples that fill the device {rule}"));
        assert_eq!(text(1, 1, 0), format!("the number of levels {rule}"));
        let error = sizes(3, 4).unwrap_err().to_string();
        assert_eq!(error, "a batch of 3 can't be divided into 4 micro-batches");
    }
}
