//! The GPU that tests run on.

use hloom_ptx::driver::{Gpu, find};

/// The GPU whose number `HLOOM_GPU` is; without it, or without a driver, a note is printed.
///
/// # Panics
/// If the variable is not a number.
pub fn requested() -> Option<Gpu> {
    let Ok(number) = std::env::var("HLOOM_GPU") else {
        eprintln!("notice: HLOOM_GPU names no GPU, so none is tested");
        return None;
    };
    let number = number.parse();
    let number = number.unwrap_or_else(|_| panic!("HLOOM_GPU is the number of a GPU"));
    find(number).map_err(|error| eprintln!("notice: no GPU is tested: {error}")).ok()
}
