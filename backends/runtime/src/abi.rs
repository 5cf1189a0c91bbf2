//! The interface between compiled code and the runtime.
//!
//! Before this: [`super::pool`]. After it: compiled code, which finds a [`Runtime`] behind its
//! first parameter and calls it through that, so the code does not need symbols of this program,
//! and every call can bring its own threads. `hloom.h` is the same interface in C. It does not
//! manage memory; [`super::arena`] provides that before the call.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use crate::host::{Attended, Host, Signature};
use crate::pool::ThreadPool;
use crate::profile::{self, Recorder};
use crate::tasks::Chains;

/// A parallel loop's body: runs iterations `begin..end`, with the number of its thread among those
/// that work on the loop.
pub type Body = unsafe extern "C" fn(
    runtime: *const Runtime<'_>,
    environment: *mut c_void,
    begin: i64,
    end: i64,
    thread: i64,
);

/// A compiled function. Returns 0, or the number of the failed check counted from 1.
pub type Entry =
    unsafe extern "C" fn(runtime: *const Runtime<'_>, frame: *const *mut c_void) -> i32;

type ParallelFor = unsafe extern "C" fn(
    runtime: *const Runtime<'_>,
    body: Body,
    environment: *mut c_void,
    iterations: i64,
);

/// Runs a task: `body` with its number as `begin`.
type RunTasks = unsafe extern "C" fn(
    runtime: *const Runtime<'_>,
    body: Body,
    environment: *mut c_void,
    chains: *const i32,
);

type HostCall = unsafe extern "C" fn(
    runtime: *const Runtime<'_>,
    number: i32,
    addresses: *const *mut c_void,
) -> i32;

type KernelCall = unsafe extern "C" fn(runtime: *const Runtime<'_>, call: i32, ends: i32);

/// The runtime of one call of compiled code.
#[repr(C)]
pub struct Runtime<'p> {
    /// Compiled code calls this; it must stay the first field.
    parallel_for: ParallelFor,
    /// Compiled code calls this; it must stay the second field.
    host_call: HostCall,
    /// Compiled code calls this; it must stay the third field.
    run_tasks: RunTasks,
    /// Profiled code calls this; it must stay the fourth field.
    kernel_call: KernelCall,
    pool: &'p ThreadPool,
    recorder: Option<&'p Recorder>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    host: Mutex<Option<Attended<'p>>>,
}

impl<'p> Runtime<'p> {
    /// A runtime whose parallel loops run on `pool`.
    pub fn new(pool: &'p ThreadPool) -> Runtime<'p> {
        let (panic, host) = (Mutex::new(None), Mutex::new(None));
        Runtime {
            parallel_for,
            host_call,
            run_tasks,
            kernel_call,
            pool,
            recorder: None,
            panic,
            host,
        }
    }

    /// Sets the recorder of the run times of kernels and host functions.
    pub fn recorded(self, recorder: Option<&'p Recorder>) -> Runtime<'p> {
        Runtime { recorder, ..self }
    }

    /// Sets the host for functions of these signatures.
    pub fn with_host(self, host: &'p mut dyn Host, signatures: &'p [Signature]) -> Runtime<'p> {
        let host = Mutex::new(Some(Attended { host, signatures, failure: None }));
        Runtime { host, ..self }
    }

    /// The error of the host function that ended the run, if one did.
    pub fn take_failure(&mut self) -> Option<String> {
        self.host.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()?.failure.take()
    }

    /// The panic of a function that compiled code called, if there was one.
    pub fn take_panic(&mut self) -> Option<Box<dyn Any + Send>> {
        self.panic.get_mut().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A pointer that may go to other threads.
struct Shared<T>(*const T);

// SAFETY: other threads use the runtime's pool and the store of panics, which are `Sync`, but not
// its host, since loop programs do not call the host in parallel loops; compiled loop bodies only
// read their environment; both outlive the loop.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *const T {
        self.0
    }
}

/// Runs a parallel loop for compiled code.
///
/// # Safety
/// `runtime` is the one the code was called with, and `body` can be called with
/// `environment` for every part of `0..iterations`, from several threads at once.
unsafe extern "C" fn parallel_for(
    runtime: *const Runtime<'_>,
    body: Body,
    environment: *mut c_void,
    iterations: i64,
) {
    let environment = Shared(environment.cast_const());
    let shared = Shared(runtime);
    // SAFETY: the caller's promise.
    let runtime = unsafe { &*runtime };
    let recorder = runtime.recorder;
    let run = |range: std::ops::Range<usize>, thread: usize| {
        let environment = environment.get().cast_mut();
        let begin = recorder.map(Recorder::now);
        // SAFETY: the caller's promise.
        unsafe {
            body(shared.get(), environment, range.start as i64, range.end as i64, thread as i64)
        };
        if let (Some(recorder), Some(begin)) = (recorder, begin) {
            recorder.share(thread, begin);
        }
    };
    let iterations = usize::try_from(iterations).unwrap_or(0);
    // Compiled code can't be unwound, so a panic waits for it to return.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| runtime.pool.for_each(iterations, &run)))
    {
        runtime.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
    }
}

/// Runs tasks for compiled code.
///
/// # Safety
/// `runtime` is the one the code was called with; `chains` is to numbers as
/// [`Chains`] has them; and `body` can be called with `environment` for every
/// task, from several threads at once for those that may run at once.
unsafe extern "C" fn run_tasks(
    runtime: *const Runtime<'_>,
    body: Body,
    environment: *mut c_void,
    chains: *const i32,
) {
    let environment = Shared(environment.cast_const());
    let shared = Shared(runtime);
    // SAFETY: the caller's promise.
    let (runtime, chains) = unsafe { (&*runtime, Chains::behind(chains)) };
    let run = |task: usize, thread: usize| {
        let environment = environment.get().cast_mut();
        let _thread = profile::on_thread(thread);
        // SAFETY: the caller's promise.
        unsafe { body(shared.get(), environment, task as i64, task as i64 + 1, thread as i64) };
    };
    // Compiled code can't be unwound, so a panic waits for it to return.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| runtime.pool.run_tasks(chains, &run))) {
        runtime.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
    }
}

/// Runs a function of the host for compiled code.
///
/// # Safety
/// `runtime` is the one the code was called with, and `addresses` are those of whole buffers that
/// match the function's signature in number and size.
unsafe extern "C" fn host_call(
    runtime: *const Runtime<'_>,
    number: i32,
    addresses: *const *mut c_void,
) -> i32 {
    // SAFETY: the caller's promise.
    let runtime = unsafe { &*runtime };
    let mut host = runtime.host.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(attended) = host.as_mut() else { return 1 };
    // Compiled code can't be unwound, so a panic waits for it to return.
    // SAFETY: the caller's promise.
    let run = || unsafe { attended.call(number, addresses) };
    let begin = runtime.recorder.map(Recorder::now);
    let ended = catch_unwind(AssertUnwindSafe(run));
    if let (Some(recorder), Some(begin)) = (runtime.recorder, begin) {
        recorder.host(number, begin);
    }
    match ended {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => {
            attended.failure.get_or_insert(failure);
            1
        }
        Err(payload) => {
            drop(host);
            runtime.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
            1
        }
    }
}

/// Records the begin or end of a kernel for compiled code.
///
/// # Safety
/// `runtime` is the one the code was called with.
unsafe extern "C" fn kernel_call(runtime: *const Runtime<'_>, call: i32, ends: i32) {
    // SAFETY: the caller's promise.
    let runtime = unsafe { &*runtime };
    if let Some(recorder) = runtime.recorder {
        recorder.kernel(call.unsigned_abs(), ends != 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    unsafe extern "C" fn sum(
        _: *const Runtime<'_>,
        to: *mut c_void,
        begin: i64,
        end: i64,
        thread: i64,
    ) {
        assert!((0..3).contains(&thread));
        // SAFETY: the test below passes a counter.
        unsafe { &*to.cast::<AtomicI64>() }.fetch_add((begin..end).sum(), Ordering::Relaxed);
    }

    #[test]
    fn a_loop_runs_through_the_first_field() {
        let pool = ThreadPool::new(3).unwrap();
        let runtime = Runtime::new(&pool);
        for (iterations, expected) in [(0, 0), (-5, 0), (1, 0), (1000, 499_500)] {
            let total = AtomicI64::new(0);
            let function: *const ParallelFor = (&raw const runtime).cast();
            // SAFETY: as in compiled code.
            unsafe { (*function)(&runtime, sum, (&raw const total).cast_mut().cast(), iterations) };
            assert_eq!(total.into_inner(), expected);
        }
    }
}
