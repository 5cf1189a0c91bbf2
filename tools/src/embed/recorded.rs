//! Recorded run times of kernels, for those who embed programs ([`Options::profile`]).
//!
//! [`Options::profile`]: super::Options::profile

use std::sync::PoisonError;
use std::time::Instant;

use hloom_llvm::runtime::profile::Work;

use super::{Code, Program};

/// The time of a kernel, of a worker's share of one, or of an op that the interpreter ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelSpan {
    /// The name: that of a kernel, or of an op with `(interpreted)`.
    pub name: String,
    /// The thread's number among those that worked on the run; 0 is the caller.
    pub thread: u32,
    /// The begin.
    pub begin: Instant,
    /// The end.
    pub end: Instant,
}

impl Program {
    /// Removes and returns what was recorded since the last call, in order of the ends; nothing if the
    /// program was compiled without [`Options::profile`]. Concurrent runs are recorded together.
    ///
    /// [`Options::profile`]: super::Options::profile
    pub fn take_spans(&self) -> Vec<KernelSpan> {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.values().flat_map(|code| spans(code)).collect()
    }
}

fn spans(code: &Code) -> Vec<KernelSpan> {
    #[cfg(feature = "ptx")]
    if let Some(of_gpu) = code.engine.spans() {
        let span = |span: hloom_ptx::device::Span| KernelSpan {
            name: span.name,
            thread: 0,
            begin: of_gpu.start + span.begin,
            end: of_gpu.start + span.end,
        };
        return of_gpu.spans.into_iter().map(span).collect();
    }
    let Some(recorder) = &code.recorder else { return Vec::new() };
    let events = recorder.take();
    let now = Instant::now();
    let start = now.checked_sub(recorder.now()).unwrap_or(now);
    let executable = code.engine.executable();
    let name = |work: Work| match work {
        Work::Kernel(call) | Work::Share(call) => {
            let call = executable.and_then(|it| it.calls().get(call as usize));
            call.map_or_else(String::new, |call| call.name.clone())
        }
        Work::Host(number) => format!("{} (interpreted)", code.host_name(number as usize)),
    };
    let span = |event: hloom_llvm::runtime::profile::Event| KernelSpan {
        name: name(event.work),
        thread: event.thread,
        begin: start + event.begin,
        end: start + event.end,
    };
    events.into_iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use crate::embed::{Options, View, compile};

    const TEXT: &str = "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
        : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %y : tensor<64x64xf32>
    }";

    #[test]
    fn kernels_are_recorded_where_that_is_asked_for() {
        for profile in [true, false] {
            let program = compile(TEXT, Options { profile, ..Options::default() }).unwrap();
            let x = [1f32; 64 * 64];
            let begin = std::time::Instant::now();
            program.run(&[View::new(&[64, 64], &x)]).unwrap();
            let spans = program.take_spans();
            assert_eq!(spans.iter().any(|span| span.thread == 0), profile);
            assert!(spans.iter().all(|span| !span.name.is_empty() && span.begin <= span.end));
            assert!(spans.iter().all(|span| begin <= span.begin));
            assert!(program.take_spans().is_empty());
        }
    }
}
