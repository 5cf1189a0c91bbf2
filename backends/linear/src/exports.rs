//! The functions that compiled code calls, by their names.
//!
//! Each routine has a function for each type of numbers, so that a shared library holds the code of
//! those alone that it calls.

use crate::abi::{Runtime, call};
use num_complex::Complex;
use std::ffi::c_void;

/// A kernel: the runtime or null, the sizes, the buffers. Returns 0, or 1 if it panicked.
///
/// # Safety
/// Sizes and buffers are those that the routine's documentation says; results overlap nothing.
pub type Kernel = unsafe extern "C" fn(*const Runtime, *const i64, *const *mut c_void) -> i32;

macro_rules! kernels {
    ($($module:ident :: $routine:ident $sizes:literal $($name:literal $number:ty),*;)*) => {
        /// The names of all kernels, `hloom_ROUTINE_TYPE`, the number of their sizes, and the functions.
        pub const KERNELS: &[(&str, usize, Kernel)] = &[$($({
            #[unsafe(export_name = $name)]
            unsafe extern "C" fn kernel(
                runtime: *const Runtime,
                sizes: *const i64,
                buffers: *const *mut c_void,
            ) -> i32 {
                // SAFETY: the caller's promise.
                unsafe {
                    call(runtime, (sizes, $sizes), buffers, crate::$module::$routine::<$number>)
                }
            }
            ($name, $sizes, kernel as Kernel)
        }),*),*];
    };
}

type C32 = Complex<f32>;
type C64 = Complex<f64>;

kernels! {
    cholesky::cholesky 3 "hloom_cholesky_f32" f32, "hloom_cholesky_f64" f64, "hloom_cholesky_c64" C32, "hloom_cholesky_c128" C64;
    cholesky::potrf 3 "hloom_potrf_f32" f32, "hloom_potrf_f64" f64, "hloom_potrf_c64" C32, "hloom_potrf_c128" C64;
    eigen::geev 6 "hloom_geev_f32" f32, "hloom_geev_f64" f64, "hloom_geev_c64" C32, "hloom_geev_c128" C64;
    fft::fft 6 "hloom_fft_f32" f32, "hloom_fft_f64" f64;
    lu::getrf 3 "hloom_getrf_f32" f32, "hloom_getrf_f64" f64, "hloom_getrf_c64" C32, "hloom_getrf_c128" C64;
    lu::lu 3 "hloom_lu_f32" f32, "hloom_lu_f64" f64, "hloom_lu_c64" C32, "hloom_lu_c128" C64;
    qr::geqp3 3 "hloom_geqp3_f32" f32, "hloom_geqp3_f64" f64, "hloom_geqp3_c64" C32, "hloom_geqp3_c128" C64;
    qr::geqrf 3 "hloom_geqrf_f32" f32, "hloom_geqrf_f64" f64, "hloom_geqrf_c64" C32, "hloom_geqrf_c128" C64;
    qr::ormqr 8 "hloom_ormqr_f32" f32, "hloom_ormqr_f64" f64, "hloom_ormqr_c64" C32, "hloom_ormqr_c128" C64;
    qr::orgqr 4 "hloom_orgqr_f32" f32, "hloom_orgqr_f64" f64, "hloom_orgqr_c64" C32, "hloom_orgqr_c128" C64;
    reduce::gehrd 4 "hloom_gehrd_f32" f32, "hloom_gehrd_f64" f64, "hloom_gehrd_c64" C32, "hloom_gehrd_c128" C64;
    reduce::gtsv 3 "hloom_gtsv_f32" f32, "hloom_gtsv_f64" f64, "hloom_gtsv_c64" C32, "hloom_gtsv_c128" C64;
    reduce::gtsv_perturbed 3 "hloom_gtsv_perturbed_f32" f32, "hloom_gtsv_perturbed_f64" f64, "hloom_gtsv_perturbed_c64" C32, "hloom_gtsv_perturbed_c128" C64;
    reduce::sytrd 3 "hloom_sytrd_f32" f32, "hloom_sytrd_f64" f64, "hloom_sytrd_c64" C32, "hloom_sytrd_c128" C64;
    schur::gees 4 "hloom_gees_f32" f32, "hloom_gees_f64" f64, "hloom_gees_c64" C32, "hloom_gees_c128" C64;
    self_adjoint::eigh 3 "hloom_eigh_f32" f32, "hloom_eigh_f64" f64, "hloom_eigh_c64" C32, "hloom_eigh_c128" C64;
    self_adjoint::syevd 4 "hloom_syevd_f32" f32, "hloom_syevd_f64" f64, "hloom_syevd_c64" C32, "hloom_syevd_c128" C64;
    solve::trsm 8 "hloom_trsm_f32" f32, "hloom_trsm_f64" f64, "hloom_trsm_c64" C32, "hloom_trsm_c128" C64;
    svd::gesdd 6 "hloom_gesdd_f32" f32, "hloom_gesdd_f64" f64, "hloom_gesdd_c64" C32, "hloom_gesdd_c128" C64;
}

/// Runs a kernel on operands, for tests; results have these numbers of bytes, and are filled with ones
/// before.
///
/// # Panics
/// If there is no such kernel, it takes another number of sizes, or it panics.
#[cfg(test)]
pub(crate) fn run(
    name: &str,
    sizes: &[i64],
    operands: &[&[u8]],
    results: &[usize],
    threads: bool,
) -> Vec<Vec<u64>> {
    let found = KERNELS.iter().find(|(known, _, _)| *known == name);
    let (_, count, kernel) = found.expect("a kernel of this name");
    assert_eq!(*count, sizes.len(), "{name}");
    let memory = |bytes: usize| vec![u64::MAX; bytes.div_ceil(8) + 1];
    let mut buffers: Vec<Vec<u64>> = operands.iter().map(|bytes| memory(bytes.len())).collect();
    for (to, from) in buffers.iter_mut().zip(operands) {
        bytemuck::cast_slice_mut::<u64, u8>(to)[..from.len()].copy_from_slice(from);
    }
    buffers.extend(results.iter().map(|&bytes| memory(bytes)));
    let addresses: Vec<*mut c_void> =
        buffers.iter_mut().map(|buffer| buffer.as_mut_ptr().cast()).collect();
    let runtime = if threads { &raw const crate::abi::THREADS } else { std::ptr::null() };
    // SAFETY: the tests pass buffers as the kernels' documentation says.
    let status = unsafe { kernel(runtime, sizes.as_ptr(), addresses.as_ptr()) };
    assert_eq!(status, 0, "{name} panicked");
    for (buffer, bytes) in buffers[operands.len()..].iter().zip(results) {
        let behind = &bytemuck::cast_slice::<u64, u8>(buffer)[*bytes..];
        assert!(behind.iter().all(|&byte| byte == 255), "{name} writes behind a result");
    }
    buffers.split_off(operands.len())
}
