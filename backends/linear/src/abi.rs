//! The interface between compiled code and the kernels: threads, sizes and buffers.
//!
//! Before this: compiled code, which passes its runtime, an array of sizes and an array of
//! addresses. After it: kernels in safe Rust, which see slices. A batch of matrices is divided
//! among the threads of the runtime; so is the work on one large matrix ([`Pool::chunks`]).

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// The body of a parallel loop: runs iterations `begin..end`.
type Body = unsafe extern "C" fn(
    runtime: *const Runtime,
    environment: *mut c_void,
    begin: i64,
    end: i64,
    thread: i64,
);

/// The part of `hloom_runtime` (`hloom.h`) that the kernels use: its first field.
#[repr(C)]
pub struct Runtime {
    /// Runs all iterations from 0, on any threads, and returns when they are done.
    parallel_for: unsafe extern "C" fn(
        runtime: *const Runtime,
        body: Body,
        environment: *mut c_void,
        iterations: i64,
    ),
}

/// A pointer that may go to other threads.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);

// SAFETY: those who use the pointer on several threads access disjoint memory, as they say there.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *mut T {
        self.0
    }
}

/// The threads of a run.
#[derive(Clone, Copy)]
pub(crate) struct Pool<'r> {
    /// Without it, loops run on the calling thread.
    runtime: Option<&'r Runtime>,
}

// SAFETY: a runtime's parallel loops may be started from any thread.
unsafe impl Sync for Pool<'_> {}

/// The environment of a loop's body.
struct Loop<'b> {
    body: &'b (dyn Fn(usize, usize) + Sync),
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

/// Runs a part of a loop of [`Pool::ranges`].
///
/// # Safety
/// `environment` is a [`Loop`] that outlives the call.
unsafe extern "C" fn part(
    _: *const Runtime,
    environment: *mut c_void,
    begin: i64,
    end: i64,
    _: i64,
) {
    // SAFETY: the caller's promise.
    let it = unsafe { &*environment.cast::<Loop<'_>>() };
    // Runtimes can't be unwound, so a panic waits for the loop's end.
    let run = || (it.body)(begin as usize, end as usize);
    if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
        it.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
    }
}

impl Pool<'_> {
    /// Runs everything on the calling thread.
    pub(crate) const ALONE: Pool<'static> = Pool { runtime: None };

    /// Calls `body` with ranges of iterations, `begin` and `end`, that cover `0..count`.
    pub(crate) fn ranges(&self, count: usize, body: impl Fn(usize, usize) + Sync) {
        let Some(runtime) = self.runtime.filter(|_| count > 1) else {
            return if count > 0 {
                body(0, count)
            };
        };
        let it = Loop { body: &body, panic: Mutex::new(None) };
        let environment = (&raw const it).cast_mut().cast();
        // SAFETY: the environment is what `part` takes, and outlives the loop.
        unsafe { (runtime.parallel_for)(runtime, part, environment, count as i64) };
        if let Some(payload) = it.panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
            std::panic::resume_unwind(payload);
        }
    }

    /// Calls `body` with the number of each chunk of `size` elements and the chunk, on all threads.
    pub(crate) fn chunks<T: Send>(
        &self,
        data: &mut [T],
        size: usize,
        body: impl Fn(usize, &mut [T]) + Sync,
    ) {
        let (all, size) = (data.len(), size.max(1));
        let data = Shared(data.as_mut_ptr());
        self.ranges(all.div_ceil(size), |begin, end| {
            for at in begin..end {
                let (first, last) = (at * size, ((at + 1) * size).min(all));
                // SAFETY: chunks lie in the slice and are disjoint; each has one iteration.
                let chunk =
                    unsafe { std::slice::from_raw_parts_mut(data.get().add(first), last - first) };
                body(at, chunk);
            }
        });
    }
}

/// A call of a kernel.
pub(crate) struct Call<'c> {
    /// The threads.
    pub(crate) pool: Pool<'c>,
    /// The sizes, in the order that the kernel's documentation says.
    pub(crate) sizes: &'c [i64],
    buffers: *const *mut c_void,
}

// SAFETY: the addresses are only read, and items hand out each buffer's parts once.
unsafe impl Sync for Call<'_> {}

impl<'c> Call<'c> {
    /// The size with this number.
    pub(crate) fn size(&self, at: usize) -> usize {
        usize::try_from(self.sizes[at]).unwrap_or(0)
    }

    /// Whether the option with this number is set.
    pub(crate) fn is(&self, at: usize) -> bool {
        self.sizes[at] != 0
    }

    /// Calls `body` for each item of the batch, whose number is the first size. One item alone gets
    /// all threads, several are divided among them.
    pub(crate) fn each(&self, body: impl Fn(&Item<'_>, &Pool<'_>) + Sync) {
        let count = self.size(0);
        let one = |number: usize, pool: &Pool<'_>| {
            body(
                &Item { number, buffers: self.buffers, taken: Cell::new(0), lives: PhantomData },
                pool,
            );
        };
        if count == 1 {
            return one(0, &self.pool);
        }
        self.pool.ranges(count, |begin, end| (begin..end).for_each(|at| one(at, &Pool::ALONE)));
    }

    /// A whole buffer as if it were of one item.
    pub(crate) fn whole(&self) -> Item<'_> {
        Item { number: 0, buffers: self.buffers, taken: Cell::new(0), lives: PhantomData }
    }
}

/// An item of a batch: a part of each buffer.
pub(crate) struct Item<'c> {
    number: usize,
    buffers: *const *mut c_void,
    lives: PhantomData<&'c ()>,
    /// The buffers that were handed out for writing.
    taken: Cell<u32>,
}

impl<'c> Item<'c> {
    /// The item's part of buffer `at`, which has `size` elements an item.
    pub(crate) fn operand<T: bytemuck::Pod>(&self, at: usize, size: usize) -> &'c [T] {
        if size == 0 {
            return &[];
        }
        // SAFETY: the caller of the kernel promised buffers of these sizes, and that operands are
        // not written to.
        unsafe {
            let start = (*self.buffers.add(at)).cast::<T>().cast_const();
            std::slice::from_raw_parts(start.add(self.number * size), size)
        }
    }

    /// The item's part of buffer `at`, a result, which has `size` elements an item.
    ///
    /// # Panics
    /// If the kernel takes it twice.
    pub(crate) fn result<T: bytemuck::Pod>(&self, at: usize, size: usize) -> &'c mut [T] {
        assert!(self.taken.get() & 1 << at == 0, "result {at} is taken already");
        self.taken.set(self.taken.get() | 1 << at);
        if size == 0 {
            return &mut [];
        }
        // SAFETY: as above; results overlap nothing, and no other item has this part.
        unsafe {
            let start = (*self.buffers.add(at)).cast::<T>();
            std::slice::from_raw_parts_mut(start.add(self.number * size), size)
        }
    }
}

/// Runs a kernel; returns 0, or 1 if it panicked.
///
/// # Safety
/// `runtime` is null or the compiled code's runtime; there are `count` sizes; and the buffers are
/// those that the kernel's documentation says for these sizes. Results overlap nothing.
pub(crate) unsafe fn call(
    runtime: *const Runtime,
    (sizes, count): (*const i64, usize),
    buffers: *const *mut c_void,
    kernel: impl FnOnce(&Call<'_>),
) -> i32 {
    // SAFETY: the caller's promise.
    let (runtime, sizes) = unsafe { (runtime.as_ref(), std::slice::from_raw_parts(sizes, count)) };
    let call = Call { pool: Pool { runtime }, sizes, buffers };
    match catch_unwind(AssertUnwindSafe(|| kernel(&call))) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

/// A runtime with three threads, for tests.
#[cfg(test)]
pub(crate) static THREADS: Runtime = Runtime { parallel_for: on_threads };

/// # Safety
/// As of the runtime's field.
#[cfg(test)]
unsafe extern "C" fn on_threads(
    runtime: *const Runtime,
    body: Body,
    environment: *mut c_void,
    iterations: i64,
) {
    let environment = Shared(environment);
    let runtime = Shared(runtime.cast_mut());
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (from, to) = (iterations * thread / 3, iterations * (thread + 1) / 3);
            let (environment, runtime) = (&environment, &runtime);
            // SAFETY: the caller's promise; the ranges are disjoint.
            scope.spawn(move || unsafe {
                body(runtime.get(), environment.get(), from, to, thread);
            });
        }
    });
}
