//! The number of decoding threads while the step runs: hill climbing over measured throughput.
//!
//! Speed-ups that are measured before the run ([`crate::tune`]) do not contain that the step, and the
//! thread that assembles batches, compete for cores. [`Climber`] therefore measures what counts, the
//! batches per second of the run itself, with a few neighbouring numbers of threads:
//!
//! 1. A *window* is some batches with one number of threads. Its rate is that of batches, less the
//!    part of its samples that came out of the buffers: too few threads show at once, and not only
//!    when all batches that were loaded ahead are used up.
//! 2. Numbers are compared by medians of windows that alternate, so that a slow change of the machine
//!    or of the step meets all of them alike.
//! 3. The numbers tried grow by one at a time (by an eighth from 16 on): downwards while fewer threads
//!    are as good, upwards while the step waits and more threads are better. Where they are not, twice
//!    as many are tried once: small gains of single threads, which noise hides, add up. The choice is
//!    the least number within a tolerance of the best.
//! 4. Then the number stays. It is explored again only if the rate, or the share of time in which
//!    decoding threads work, has changed for several windows; each exploration doubles the number of
//!    windows before the next one, so that a noisy machine does not make it oscillate.

use std::collections::{BTreeMap, VecDeque};

/// The least seconds of a window.
const SECONDS: f64 = 0.2;

/// The seconds of a window after which few samples are enough.
const LONG: f64 = 2.0;

/// The least batches of a window.
const BATCHES: u64 = 4;

/// The least samples of a window for each thread: one more or less in work is 1 %.
const SAMPLES: u64 = 100;

/// The windows of a number before it is judged, and the most of a number near the tolerance.
const ROUNDS: usize = 3;
const MOST_ROUNDS: usize = 9;

/// The distance to the tolerance below which more windows decide.
const NEAR: f64 = 0.008;

/// The share of time that the step waits from which more threads are tried.
const WAITS: f64 = 0.01;

/// The relative gain of one more number below which the curve is flat.
const FLAT: f64 = 0.003;

/// The change of a rate, relative, and of the threads' share of work, from which a choice is old.
const CHANGED: f64 = 0.05;
const CHANGED_WORK: f64 = 0.15;

/// The windows whose median is compared with the choice.
const RECENT: usize = 5;

/// The least and the most windows between explorations.
const PATIENCE: (usize, usize) = (8, 512);

/// A batch as the caller of a loader sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// Its samples, without those that only fill it.
    pub samples: usize,
    /// The seconds that the step waited for it.
    pub waited: f64,
    /// The seconds of the step.
    pub stepped: f64,
    /// The samples that the loader had decoded since its start when the step ended.
    pub decoded: u64,
    /// The seconds that its threads had decoded, of all threads together.
    pub decoding: f64,
}

/// The numbers of a window, in medians of several ones.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Rate {
    /// Batches per second.
    batches: f64,
    /// The share of time in which the step waits.
    waiting: f64,
    /// The share of time in which a decoding thread works.
    working: f64,
}

/// A window in the making.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// Batches that are still to go before it, as they were loaded with another number of threads.
    skip: usize,
    batches: u64,
    samples: u64,
    seconds: f64,
    waited: f64,
    /// The samples in buffers, and the decoding seconds, at its beginning.
    level: i64,
    decoding: f64,
}

/// The phases of a run.
#[derive(Clone, Debug)]
enum Phase {
    /// Numbers are compared: the windows to come.
    Explores(VecDeque<usize>),
    /// The number stays.
    Stays(Stay),
}

/// A number of threads that stays.
#[derive(Clone, Debug)]
struct Stay {
    /// The rate in batches per second that it was chosen by.
    batches: f64,
    /// The share of time in which threads work; unknown while buffers may still be filling.
    working: Option<f64>,
    /// The windows so far, and the last ones.
    windows: usize,
    recent: VecDeque<Rate>,
}

/// The choice of a number of threads by hill climbing.
#[derive(Clone, Debug)]
pub struct Climber {
    most: usize,
    tolerance: f64,
    /// The batches that are loaded ahead at most.
    ahead: usize,
    threads: usize,
    taken: u64,
    window: Window,
    tried: BTreeMap<usize, Vec<Rate>>,
    phase: Phase,
    patience: usize,
    explorations: usize,
    /// Whether this exploration has tried twice the number at which the rate rose no more.
    far: bool,
}

impl Climber {
    /// Begins with a number of threads of at most `most`; `ahead` batches may be loaded ahead. A
    /// number is as good as the best if its rate is lower by at most `tolerance`, relative.
    pub fn new(threads: usize, most: usize, ahead: usize, tolerance: f64) -> Climber {
        let most = most.max(1);
        let threads = threads.clamp(1, most);
        Climber {
            most,
            tolerance,
            ahead,
            threads,
            taken: 0,
            window: Window { skip: ahead, ..Window::default() },
            tried: BTreeMap::new(),
            phase: Phase::Explores(VecDeque::from([threads])),
            patience: PATIENCE.0,
            explorations: 1,
            far: false,
        }
    }

    /// The number of threads to decode with.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Whether the number is chosen, so that no others are tried at present.
    pub fn is_settled(&self) -> bool {
        matches!(self.phase, Phase::Stays(..))
    }

    /// The number of explorations so far, the present one included.
    pub fn explorations(&self) -> usize {
        self.explorations
    }

    /// Takes a batch into account; [`Climber::threads`] may be another number behind it.
    pub fn see(&mut self, seen: &Seen) {
        self.taken += seen.samples as u64;
        let level = seen.decoded as i64 - self.taken as i64;
        let window = &mut self.window;
        if window.skip > 0 {
            window.skip -= 1;
            (window.level, window.decoding) = (level, seen.decoding);
            return;
        }
        window.batches += 1;
        window.samples += seen.samples as u64;
        window.seconds += seen.waited + seen.stepped;
        window.waited += seen.waited;
        let enough = window.samples >= SAMPLES * self.threads as u64;
        if window.batches < BATCHES
            || window.seconds < SECONDS
            || (!enough && window.seconds < LONG)
        {
            return;
        }
        // Samples that came out of buffers were not decoded in this time.
        let drained = (window.level - level).max(0) as f64 / window.samples.max(1) as f64;
        let rate = Rate {
            batches: window.batches as f64 / window.seconds * (1.0 - drained).max(0.0),
            waiting: window.waited / window.seconds,
            working: (seen.decoding - window.decoding) / window.seconds / self.threads as f64,
        };
        self.window = Window { level, decoding: seen.decoding, ..Window::default() };
        self.end_of_window(rate);
    }

    fn end_of_window(&mut self, rate: Rate) {
        match &mut self.phase {
            Phase::Explores(next) => {
                self.tried.entry(self.threads).or_default().push(rate);
                next.pop_front();
                if next.is_empty() {
                    let more = self.more();
                    self.phase = match more.is_empty() {
                        true => self.settle(),
                        false => Phase::Explores(more),
                    };
                }
                if let Phase::Explores(next) = &self.phase {
                    let threads = next[0];
                    self.set(threads);
                }
            }
            Phase::Stays(stay) => {
                stay.windows += 1;
                stay.recent.push_back(rate);
                if stay.recent.len() > RECENT {
                    stay.recent.pop_front();
                }
                if stay.windows < self.patience {
                    return;
                }
                let now = median(stay.recent.make_contiguous());
                let working = *stay.working.get_or_insert(now.working);
                if (now.batches / stay.batches - 1.0).abs() > CHANGED
                    || (now.working - working).abs() > CHANGED_WORK
                {
                    self.patience = (2 * self.patience).min(PATIENCE.1);
                    self.explorations += 1;
                    self.far = false;
                    self.tried = BTreeMap::from([(self.threads, vec![rate])]);
                    let more = self.more();
                    self.phase = match more.front() {
                        None => self.settle(),
                        Some(&threads) => {
                            self.set(threads);
                            Phase::Explores(more)
                        }
                    };
                }
            }
        }
    }

    /// Decodes with another number from now on.
    fn set(&mut self, threads: usize) {
        if threads != self.threads {
            self.threads = threads;
            self.window.skip = self.ahead;
        }
    }

    /// The numbers with their medians, the best one, and the least one that is as good.
    fn judged(&self) -> (BTreeMap<usize, Rate>, usize, usize) {
        let medians: BTreeMap<usize, Rate> =
            self.tried.iter().map(|(&n, rates)| (n, median(rates))).collect();
        let best = medians.iter().max_by(|a, b| a.1.batches.total_cmp(&b.1.batches));
        let (&best, top) = best.expect("the present number was tried");
        let good = top.batches * (1.0 - self.tolerance);
        let least = medians.iter().find(|(_, rate)| rate.batches >= good);
        (medians.clone(), best, *least.expect("the best is good").0)
    }

    /// The windows that are still needed; none if the least number that is as good as the best is
    /// known.
    fn more(&mut self) -> VecDeque<usize> {
        let (medians, best, least) = self.judged();
        let top = medians[&best].batches;
        let stride = |n: usize| (n / 8).max(1);
        let mut new = Vec::new();
        match medians.range(..least).next_back() {
            None if least > 1 => new.push(least - stride(least)),
            Some((&below, _)) if least - below > 1 => new.push(below + (least - below) / 2),
            _ => {}
        }
        let (&highest, rate) = medians.last_key_value().expect("the present number was tried");
        let rises = match medians.range(..highest).next_back() {
            Some((_, before)) => rate.batches > before.batches * (1.0 + FLAT),
            None => true,
        };
        if highest < self.most && rate.waiting >= WAITS && (rises || !self.far) {
            let next = if rises { highest + stride(highest) } else { 2 * highest };
            self.far |= !rises;
            new.push(next.min(self.most));
        }
        if !new.is_empty() {
            new.push(best);
            new.sort_unstable();
            new.dedup();
            return new.repeat(ROUNDS).into();
        }
        let near = |&(_, rate): &(&usize, &Rate)| {
            (rate.batches / top - (1.0 - self.tolerance)).abs() < NEAR
        };
        let close = medians.range(..=least).rev().filter(near);
        let mut close = close.filter(|(n, _)| self.tried[n].len() < MOST_ROUNDS);
        match close.next() {
            Some((&n, _)) => VecDeque::from([n, best, n, best]),
            None => VecDeque::new(),
        }
    }

    /// Takes the least number that is as good as the best.
    fn settle(&mut self) -> Phase {
        let (medians, _, least) = self.judged();
        self.set(least);
        let (batches, recent) = (medians[&least].batches, VecDeque::new());
        Phase::Stays(Stay { batches, working: None, windows: 0, recent })
    }
}

/// The medians of rates.
fn median(rates: &[Rate]) -> Rate {
    let of = |part: fn(&Rate) -> f64| {
        let mut all: Vec<f64> = rates.iter().map(part).collect();
        all.sort_unstable_by(f64::total_cmp);
        let (a, b) = (all.len().saturating_sub(1) / 2, all.len() / 2);
        all.get(a).zip(all.get(b)).map_or(0.0, |(a, b)| (a + b) / 2.0)
    };
    Rate {
        batches: of(|rate| rate.batches),
        waiting: of(|rate| rate.waiting),
        working: of(|rate| rate.working),
    }
}

#[cfg(test)]
mod tests;
