//! The time that processors have worked for this process.

use std::time::Duration;

/// The processors' time so far, of all threads; 0 where it is not known.
#[cfg(unix)]
pub(super) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = Duration::from_secs(time.tv_sec.unsigned_abs());
    seconds + Duration::from_nanos(time.tv_nsec.unsigned_abs())
}

/// The processors' time so far, which is not known here.
#[cfg(not(unix))]
pub(super) fn processor_time() -> Duration {
    Duration::ZERO
}

/// The part of the cores' time that is processors' time.
pub(super) fn part(processors: Duration, wall: f64) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    processors.as_secs_f64() / (wall.max(1e-9) * cores)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processors_time() {
        let (begin, clock) = (processor_time(), std::time::Instant::now());
        while clock.elapsed() < Duration::from_millis(20) {
            std::hint::spin_loop();
        }
        // Another thread's work counts too, so there is no upper bound.
        assert!(processor_time() - begin > Duration::from_millis(2));
        assert!((part(Duration::from_secs(1), 1.0) - 1.0).abs() < 1.0);
    }
}
