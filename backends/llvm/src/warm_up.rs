//! Warms up LLVM ahead of the first compilation.
//!
//! A process's first compilation builds tables of the CPU's instructions and brings the
//! compiler's code to memory, which takes milliseconds.

use std::sync::Once;
use std::thread::JoinHandle;

use crate::direct;
use crate::executable::Executable;
use crate::options::Options;

/// A thread that warms up LLVM. Dropping this waits for it, since a process must not end in
/// the middle of a compilation.
#[derive(Debug, Default)]
pub struct WarmUp {
    thread: Option<JoinHandle<()>>,
}

/// Compiles a small program on another thread, so that LLVM is warm when the caller has read
/// its inputs. Only the first call in a process does so, and only with two cores or more.
pub fn warm_up() -> WarmUp {
    static FIRST: Once = Once::new();
    let mut thread = None;
    FIRST.call_once(|| {
        // Direct code needs no LLVM, and is there before a thread would be.
        if !direct::can_run()
            && std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1)
        {
            // Nothing depends on it, so a failure to start the thread is ignored.
            thread = std::thread::Builder::new().spawn(compile_sample).ok();
        }
    });
    WarmUp { thread }
}

impl Drop for WarmUp {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic is ignored: the next compilation reports the same defect.
            let _ = thread.join();
        }
    }
}

fn compile_sample() {
    if let Ok(program) = hloom_loops::text::parse(SAMPLE) {
        let _ = Executable::compile(&program, &Options::default());
    }
}

/// A loop on several threads, with a masked load, a sum, and vectors, as most kernels have.
const SAMPLE: &str = r#"program @warm_up {
  argument 0 @x : f32[64, 64]
  result 0 @y : f32[64]
  kernel "sums" reads 0 writes 0 flops 0 special 0 integer 0 {
    parallel for %i = 0 to 64 step 1 {
      %0 : <4 x f32> = const 0.0
      for %j = 0 to 64 step 4 carrying %2 : <4 x f32> = %0 to %1 {
        %3 : <4 x i1> = first -%j + %i
        %4 : <4 x f32> = load @x[%i*64 + %j] mask %3
        %5 : <4 x f32> = fma %4, %4, %2
        next %5
      }
      %6 : f32 = shuffle %1, %1 [0]
      store %6 to @y[%i]
    }
  }
}"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_valid() {
        let program = hloom_loops::text::parse(SAMPLE).expect("a program");
        program.verify().expect("a valid one");
        drop(warm_up());
        drop(warm_up());
    }
}
