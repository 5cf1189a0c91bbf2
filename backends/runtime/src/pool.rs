//! Threads for parallel loops.
//!
//! Before this: nothing. After it: [`super::abi`] passes a pool to generated code. A pool of N
//! threads has N - 1 workers plus the caller. The caller works too, so a loop never waits for a
//! worker to wake up. Workers spin for some microseconds after a loop, since the next one usually
//! follows immediately, and sleep after that.
//!
//! Each thread first runs a share of the iterations that is the same in every loop of as many, so that
//! it finds in its core's cache what the loop before, or the run before, left there; after that, it
//! takes over from others what they have not begun, from the end of their shares.
//!
//! The loop program determines the iterations, each of which does the same work on every thread, so
//! results do not depend on the number of threads. Nested loops run on the thread that encounters
//! them.

use std::any::Any;
use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

/// The time for which an idle worker spins before it sleeps, and a caller before it waits for the
/// last worker: several times the cost of waking a thread.
pub(crate) const SPIN: Duration = Duration::from_micros(30);

/// Number of chunks per thread in which a loop is distributed: few enough that the overhead is
/// negligible, enough that a slow thread does not delay the others.
const CHUNKS_PER_THREAD: usize = 4;

thread_local! {
    /// Whether this thread is inside a parallel loop.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` as if inside of a parallel loop, so that its loops run on this thread.
pub(crate) fn inside<T>(body: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            INSIDE.set(self.0);
        }
    }
    let _restore = Restore(INSIDE.replace(true));
    body()
}

/// The system could not start a thread.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a worker thread: {0}")]
pub struct SpawnFailed(#[from] std::io::Error);

/// Threads that run parallel loops. Any number of threads may run loops on one pool concurrently;
/// workers help the oldest loop that has work left.
pub struct ThreadPool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    /// Loops that may have iterations left, oldest first.
    queue: Mutex<Queue>,
    /// Notified when a loop is queued while workers sleep, and at the end.
    wake: Condvar,
    /// Number of loops ever queued: a change means that there may be work.
    offered: AtomicUsize,
    /// The pool is being dropped.
    closing: AtomicBool,
    /// Whether there are more threads than cores, so that spinning takes a core from other threads.
    crowded: bool,
}

#[derive(Default)]
struct Queue {
    loops: Vec<*const Loop>,
    sleeping: usize,
}

// SAFETY: a pointer is in the queue only while its loop's caller keeps the loop
// alive, and is followed only by a worker that entered the loop under the lock.
unsafe impl Send for Queue {}

/// One parallel loop in flight; it lives on the caller's stack.
struct Loop {
    body: *const (dyn Fn(Range<usize>, usize) + Sync),
    iterations: usize,
    /// Number of iterations per chunk.
    chunk_len: usize,
    /// The chunks of each thread.
    shares: Box<[Share]>,
    /// Number of workers inside; changed from zero under the queue's lock only.
    helpers: AtomicUsize,
    /// The first panic of the body.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    caller: Thread,
}

/// The chunks of a thread that nobody has begun: the first one in the lower half, the one behind the
/// last in the upper. Threads change their own shares most, so each has a cache line of its own.
#[repr(align(64))]
struct Share(AtomicU64);

impl Share {
    fn new(chunks: Range<usize>) -> Share {
        Share(AtomicU64::new((chunks.end as u64) << 32 | chunks.start as u64))
    }

    fn bounds(share: u64) -> (u64, u64) {
        (share & u64::from(u32::MAX), share >> 32)
    }

    fn is_empty(&self) -> bool {
        let (first, end) = Share::bounds(self.0.load(Ordering::Relaxed));
        first >= end
    }

    /// Takes a chunk: the first one for the share's own thread, the last one for another.
    fn take(&self, own: bool) -> Option<usize> {
        let rest = |share| match Share::bounds(share) {
            (first, end) if first >= end => None,
            (first, end) if own => Some(end << 32 | (first + 1)),
            (first, end) => Some((end - 1) << 32 | first),
        };
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok()?;
        let (first, end) = Share::bounds(taken);
        Some(if own { first } else { end - 1 } as usize)
    }

    fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl Loop {
    fn new(
        body: *const (dyn Fn(Range<usize>, usize) + Sync),
        iterations: usize,
        threads: usize,
    ) -> Loop {
        let chunk_len = (iterations / (threads * CHUNKS_PER_THREAD)).max(1);
        let chunks = iterations.div_ceil(chunk_len);
        let begin = |thread: usize| (thread * chunks).div_ceil(threads);
        Loop {
            body,
            iterations,
            chunk_len,
            shares: (0..threads).map(|t| Share::new(begin(t)..begin(t + 1))).collect(),
            helpers: AtomicUsize::new(0),
            panic: Mutex::new(None),
            caller: thread::current(),
        }
    }

    /// Runs chunks until none is left, as the thread with this number.
    fn work(&self, thread: usize) {
        // SAFETY: the caller keeps the body alive until every helper has left.
        let body = unsafe { &*self.body };
        let (before, from) = self.shares.split_at(thread);
        for (at, share) in from.iter().chain(before).enumerate() {
            while let Some(chunk) = share.take(at == 0) {
                let begin = chunk * self.chunk_len;
                let end = (begin + self.chunk_len).min(self.iterations);
                if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(begin..end, thread))) {
                    lock(&self.panic).get_or_insert(payload);
                    self.shares.iter().for_each(Share::clear);
                    return;
                }
            }
        }
    }

    fn is_handed_out(&self) -> bool {
        self.shares.iter().all(Share::is_empty)
    }
}

impl ThreadPool {
    /// A pool of `threads` threads, including the caller; 0 means 1.
    ///
    /// # Errors
    /// [`SpawnFailed`] if the system can't start a thread.
    pub fn new(threads: usize) -> Result<ThreadPool, SpawnFailed> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            wake: Condvar::new(),
            offered: AtomicUsize::new(0),
            closing: AtomicBool::new(false),
            crowded: threads > available_threads(),
        });
        let mut pool = ThreadPool { shared, workers: Vec::new() };
        for index in 1..threads.max(1) {
            let shared = Arc::clone(&pool.shared);
            // If a spawn fails, dropping `pool` ends the threads that were started.
            let worker = thread::Builder::new()
                .name(format!("hloom-{index}"))
                .spawn(move || work(&shared, index))?;
            pool.workers.push(worker);
        }
        Ok(pool)
    }

    /// The pool of one thread: loops run on the calling thread.
    pub fn serial() -> &'static ThreadPool {
        static SERIAL: OnceLock<ThreadPool> = OnceLock::new();
        SERIAL.get_or_init(ThreadPool::without_workers)
    }

    /// The process-wide pool with one thread per available core, started at the first call; with
    /// fewer threads if the system can't start more.
    pub fn global() -> &'static ThreadPool {
        static GLOBAL: OnceLock<ThreadPool> = OnceLock::new();
        GLOBAL.get_or_init(|| {
            ThreadPool::new(available_threads()).unwrap_or_else(|_| ThreadPool::without_workers())
        })
    }

    fn without_workers() -> ThreadPool {
        ThreadPool {
            shared: Arc::new(Shared {
                queue: Mutex::default(),
                wake: Condvar::new(),
                offered: AtomicUsize::new(0),
                closing: AtomicBool::new(false),
                crowded: false,
            }),
            workers: Vec::new(),
        }
    }

    /// The number of threads that a loop can use, including the caller.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Whether threads that wait should spin for a while: not if there are more than cores.
    pub(crate) fn spins(&self) -> bool {
        !self.shared.crowded
    }

    /// Runs `body` over `0..iterations` in chunks, and returns when all are done. The chunks cover
    /// every iteration once, in any order; inside of another parallel loop, and on a pool of one
    /// thread, there is one chunk. The body also gets the number of its thread among those that
    /// work on this loop, less than [`ThreadPool::threads`] and 0 for the caller: chunks of
    /// this loop with the same number never run concurrently. Loops inside of `body` number their
    /// threads anew, so memory that the number selects must not be shared by several of them.
    ///
    /// # Panics
    /// If `body` panics on any thread; iterations not yet begun are skipped.
    pub fn for_each(&self, iterations: usize, body: &(dyn Fn(Range<usize>, usize) + Sync)) {
        if iterations == 0 {
            return;
        }
        if iterations == 1 || self.workers.is_empty() || INSIDE.get() {
            return body(0..iterations, 0);
        }
        // SAFETY: only the lifetime is changed, and the loop does not outlive this call.
        let body: *const (dyn Fn(Range<usize>, usize) + Sync) = unsafe {
            std::mem::transmute::<
                *const (dyn Fn(Range<usize>, usize) + Sync + '_),
                *const (dyn Fn(Range<usize>, usize) + Sync),
            >(body)
        };
        let this = Loop::new(body, iterations, self.threads());
        self.shared.offer(&this, self.workers.len());
        INSIDE.set(true);
        this.work(0);
        INSIDE.set(false);
        self.shared.withdraw(&this);
        self.shared.wait_for_helpers(&this);
        let panic = lock(&this.panic).take();
        if let Some(payload) = panic {
            resume_unwind(payload);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        {
            let _queue = lock(&self.shared.queue);
            self.shared.closing.store(true, Ordering::Release);
            self.shared.wake.notify_all();
        }
        for worker in self.workers.drain(..) {
            // A worker's own panic has already been passed to its loop's caller.
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// Queues a loop and wakes as many sleeping workers as it can use.
    fn offer(&self, this: &Loop, workers: usize) {
        let useful = (this.iterations.div_ceil(this.chunk_len) - 1).min(workers);
        let mut queue = lock(&self.queue);
        queue.loops.push(this);
        self.offered.fetch_add(1, Ordering::Release);
        let sleeping = queue.sleeping;
        drop(queue);
        match useful.min(sleeping) {
            0 => {}
            all if all == sleeping => self.wake.notify_all(),
            some => (0..some).for_each(|_| self.wake.notify_one()),
        }
    }

    /// Removes a loop from the queue, so that no further worker enters it.
    fn withdraw(&self, this: &Loop) {
        lock(&self.queue).loops.retain(|&other| !std::ptr::eq(other, this));
    }

    /// Waits until no worker is inside a withdrawn loop.
    fn wait_for_helpers(&self, this: &Loop) {
        let inside = || this.helpers.load(Ordering::Acquire) != 0;
        self.spin_while(inside);
        while inside() {
            thread::park();
        }
    }

    /// Spins while `waiting` holds, for at most [`SPIN`].
    fn spin_while(&self, waiting: impl Fn() -> bool) {
        if self.crowded {
            return;
        }
        let started = Instant::now();
        while waiting() {
            for _ in 0..8 {
                std::hint::spin_loop();
            }
            if started.elapsed() > SPIN {
                return;
            }
        }
    }

    /// Enters the oldest loop with iterations left, and returns it; sleeps while there is none. `None`
    /// when the pool closes.
    fn enter(&self) -> Option<*const Loop> {
        let mut queue = lock(&self.queue);
        let mut spun_at = None;
        loop {
            if self.closing.load(Ordering::Acquire) {
                return None;
            }
            // SAFETY: a queued loop is alive, and we hold the queue's lock.
            let open =
                queue.loops.iter().copied().find(|&this| !unsafe { (*this).is_handed_out() });
            if let Some(this) = open {
                // SAFETY: as above; from here on the loop waits for this helper.
                unsafe { (*this).helpers.fetch_add(1, Ordering::Relaxed) };
                return Some(this);
            }
            let offered = self.offered.load(Ordering::Acquire);
            if spun_at != Some(offered) {
                spun_at = Some(offered);
                drop(queue);
                self.spin_while(|| {
                    self.offered.load(Ordering::Acquire) == offered
                        && !self.closing.load(Ordering::Acquire)
                });
                queue = lock(&self.queue);
                continue;
            }
            queue.sleeping += 1;
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.sleeping -= 1;
        }
    }
}

/// The main loop of the worker with this number.
fn work(shared: &Shared, number: usize) {
    INSIDE.set(true);
    while let Some(this) = shared.enter() {
        // SAFETY: entered, so its caller keeps it alive until we leave.
        let this = unsafe { &*this };
        this.work(number);
        // The loop may be freed once the count is decremented, so the handle is cloned first.
        let caller = this.caller.clone();
        if this.helpers.fetch_sub(1, Ordering::Release) == 1 {
            caller.unpark();
        }
    }
}

/// The cores that the system lets this process have. It is asked once, since to read the limits of a
/// container takes a tenth of a millisecond.
fn available_threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, |threads| threads.get()))
}

/// No lock is held while foreign code runs, so the state behind a poisoned lock is consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers_once(pool: &ThreadPool, iterations: usize) {
        let seen: Vec<AtomicUsize> = (0..iterations).map(|_| AtomicUsize::new(0)).collect();
        let busy: Vec<AtomicBool> = (0..pool.threads()).map(|_| AtomicBool::new(false)).collect();
        pool.for_each(iterations, &|range, thread| {
            assert!(
                !busy[thread].swap(true, Ordering::Acquire),
                "two chunks at once on thread {thread}"
            );
            for i in range {
                seen[i].fetch_add(1, Ordering::Relaxed);
            }
            busy[thread].store(false, Ordering::Release);
        });
        assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn every_iteration_runs_once() {
        for threads in [0, 1, 2, 3, 8] {
            let pool = ThreadPool::new(threads).unwrap();
            assert_eq!(pool.threads(), threads.max(1));
            for iterations in [0, 1, 2, 7, 64, 1001] {
                for _ in 0..20 {
                    covers_once(&pool, iterations);
                }
            }
        }
    }

    #[test]
    fn many_callers_share_a_pool() {
        let pool = ThreadPool::new(4).unwrap();
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| (0..200).for_each(|n| covers_once(&pool, n)));
            }
        });
    }

    #[test]
    fn nested_loops_run_where_they_stand() {
        let pool = ThreadPool::new(4).unwrap();
        pool.for_each(16, &|outer, _| {
            for _ in outer {
                let here = thread::current().id();
                pool.for_each(16, &|inner, _| {
                    assert_eq!(inner, 0..16);
                    assert_eq!(thread::current().id(), here);
                });
            }
        });
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_pool_lives_on() {
        let pool = ThreadPool::new(3).unwrap();
        for bad in [0, 5, 99] {
            let panic = catch_unwind(AssertUnwindSafe(|| {
                pool.for_each(100, &|range, _| {
                    if range.contains(&bad) {
                        std::panic::panic_any("bad iteration");
                    }
                });
            }));
            assert_eq!(*panic.unwrap_err().downcast::<&str>().unwrap(), "bad iteration");
            covers_once(&pool, 100);
        }
    }

    #[test]
    fn each_thread_begins_with_its_own_share() {
        let pool = ThreadPool::new(3).unwrap();
        for _ in 0..20 {
            let first: Vec<AtomicUsize> = (0..3).map(|_| AtomicUsize::new(usize::MAX)).collect();
            let arrived = AtomicUsize::new(0);
            pool.for_each(12, &|range, thread| {
                if first[thread].load(Ordering::SeqCst) != usize::MAX {
                    return;
                }
                first[thread].store(range.start, Ordering::SeqCst);
                arrived.fetch_add(1, Ordering::SeqCst);
                // Nobody goes on before all have begun.
                let started = Instant::now();
                while arrived.load(Ordering::SeqCst) < 3 {
                    assert!(started.elapsed() < Duration::from_secs(30), "no worker came");
                    thread::yield_now();
                }
            });
            let first: Vec<usize> = first.into_iter().map(AtomicUsize::into_inner).collect();
            assert_eq!(first, [0, 4, 8]);
        }
    }

    #[test]
    fn others_take_a_share_from_its_end() {
        let share = Share::new(3..7);
        let taken: Vec<Option<usize>> = [true, false, false, true, true, false]
            .into_iter()
            .map(|own| share.take(own))
            .collect();
        assert_eq!(taken, [Some(3), Some(6), Some(5), Some(4), None, None]);
        assert!(share.is_empty());
    }

    #[test]
    fn sleeping_workers_wake() {
        let pool = ThreadPool::new(2).unwrap();
        for _ in 0..5 {
            thread::sleep(Duration::from_millis(2));
            // The two iterations wait for each other, so a worker must help.
            let here = AtomicUsize::new(0);
            pool.for_each(2, &|range, _| {
                here.fetch_add(range.len(), Ordering::SeqCst);
                let started = Instant::now();
                while here.load(Ordering::SeqCst) < 2 {
                    assert!(started.elapsed() < Duration::from_secs(30), "no worker came");
                    thread::yield_now();
                }
            });
        }
    }
}
