//! Runs on arrays that stay in a GPU's memory.
//!
//! ```no_run
//! # fn main() -> Result<(), hloom::Error> {
//! # let text = "";
//! use std::sync::Arc;
//!
//! use hloom::{Allocator, Options, RunArgument};
//!
//! let memory = hloom::gpu_memory(0)?;
//! let program = hloom::compile(text, Options { arrays: Some(memory), ..Options::default() })?;
//! let weights = [0u8; 4096];
//! let first = program.run_arrays(vec![RunArgument::Host(&weights)])?;
//! let again = first.into_iter().map(|array| RunArgument::Array(Arc::new(array))).collect();
//! let second = program.run_arrays(again)?;
//! # Ok(())
//! # }
//! ```

use std::sync::{Arc, Mutex, PoisonError};

pub use hloom_ptx::RunArgument;
pub use hloom_ptx::allocator::{Allocator, DeviceArray, Usage};

use super::making::Where;
use super::{Error, Program};

/// The memory of a GPU, by its number among the driver's.
///
/// # Errors
/// There is no driver or no such GPU, or the driver refuses.
pub fn gpu_memory(number: usize) -> Result<Arc<Allocator>, Error> {
    static KNOWN: Mutex<Vec<(usize, Arc<Allocator>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, allocator)) = known.iter().find(|(of, _)| *of == number) {
        return Ok(allocator.clone());
    }
    let allocator = Allocator::of_gpu(&hloom_ptx::driver::find(number)?)?;
    known.push((number, allocator.clone()));
    Ok(allocator)
}

/// The memory of a GPU that the emulator stands for, by the name of its target, as `sm_90a`.
///
/// # Errors
/// There is no such target.
pub fn emulated_gpu_memory(target: &str) -> Result<Arc<Allocator>, Error> {
    Ok(Allocator::emulated(hloom_ptx::Target::parse(target)?))
}

/// The number of GPUs that the driver knows; 0 without a driver.
pub fn gpu_count() -> usize {
    (0..).take_while(|&number| hloom_ptx::driver::find(number).is_ok()).count()
}

/// The place where programs on an allocator's arrays run.
pub(super) fn place(allocator: &Allocator) -> Where {
    match allocator.gpu() {
        Some(gpu) => Where::Gpu(gpu.clone().into()),
        None => Where::Emulator(allocator.target()),
    }
}

impl Program {
    /// Whether the program can run on arrays of a GPU: it was compiled for that
    /// ([`Options::arrays`](super::Options::arrays)), and is [plain](Program::is_plain).
    pub fn takes_arrays(&self) -> bool {
        self.how.arrays.is_some() && self.is_plain()
    }

    /// Runs the program on arrays of a GPU or on bytes of the host, and returns the results, which stay
    /// on the GPU. A donated array that nobody else holds becomes a result.
    ///
    /// # Errors
    /// As [`Program::run`]; also if the program can't run on arrays
    /// ([`takes_arrays`](Program::takes_arrays)).
    pub fn run_arrays(&self, inputs: Vec<RunArgument<'_>>) -> Result<Vec<DeviceArray>, Error> {
        if !self.takes_arrays() {
            let why = "the program can't run on arrays of a GPU; use `run`";
            return Err(Error::Input(why.to_owned()));
        }
        if inputs.len() != self.arguments.len() {
            return Err(self.wrong_count(inputs.len()));
        }
        let code = self.code(&[])?;
        let ran = code.run_arrays(inputs, &self.host_options());
        ran.map_err(|error| error.within(self.text.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use hloom_ptx::Target;

    use super::*;
    use crate::embed::{Options, View, compile};

    const TEXT: &str = "func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %a: tensor<4x4xf32>)
        -> (tensor<4xf32>, tensor<f32>) {
      %y = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      return %y, %s : tensor<4xf32>, tensor<f32>
    }";

    #[test]
    fn results_stay_on_the_gpu() {
        let memory = Allocator::emulated(Target::Sm80);
        let options = Options { arrays: Some(memory.clone()), ..Options::default() };
        let program = compile(TEXT, options).unwrap();
        assert!(program.takes_arrays());
        let a: Vec<f32> = (0..16).map(|i| i as f32 / 8.0 - 1.0).collect();
        let mut x = vec![1f32, 2.0, 3.0, 4.0];
        let weights = Arc::new(memory.upload(bytemuck::cast_slice(&a)).unwrap());
        let mut array = Arc::new(memory.upload(bytemuck::cast_slice(&x)).unwrap());
        for _ in 0..4 {
            let inputs = vec![RunArgument::Array(array), RunArgument::Array(weights.clone())];
            let mut results = program.run_arrays(inputs).unwrap();
            let (mut got, mut sum) = (vec![0f32; 4], [0f32]);
            results[0].read(bytemuck::cast_slice_mut(&mut got)).unwrap();
            results[1].read(bytemuck::cast_slice_mut(&mut sum)).unwrap();
            let views = [View::new(&[4], &x), View::new(&[4, 4], &a)];
            let want = program.run(&views).unwrap();
            assert_eq!(got, want[0].as_slice::<f32>());
            assert_eq!(sum, want[1].as_slice::<f32>());
            (x, array) = (got, Arc::new(results.swap_remove(0)));
        }
        let plain = compile(TEXT, Options::default()).unwrap();
        assert!(!plain.takes_arrays());
        let refused = plain.run_arrays(Vec::new()).unwrap_err().to_string();
        assert!(refused.contains("can't run on arrays"), "{refused}");
    }

    #[test]
    fn the_host_runs_ops_between_kernels() {
        let text = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
          %y = stablehlo.add %x, %x : tensor<4x4xf32>
          %l = stablehlo.cholesky %y, lower = true : tensor<4x4xf32>
          %z = stablehlo.negate %l : tensor<4x4xf32>
          return %z : tensor<4x4xf32>
        }";
        let memory = Allocator::emulated(Target::Sm80);
        let options = Options { arrays: Some(memory.clone()), ..Options::default() };
        let program = compile(text, options).unwrap();
        let mut x = [0f32; 16];
        (0..4).for_each(|i| x[5 * i] = 2.0);
        let result = program.run_arrays(vec![RunArgument::Host(bytemuck::bytes_of(&x))]).unwrap();
        let mut got = [0f32; 16];
        result[0].read(bytemuck::bytes_of_mut(&mut got)).unwrap();
        assert_eq!((got[0], got[5], got[15]), (-2.0, -2.0, -2.0));
    }
}
