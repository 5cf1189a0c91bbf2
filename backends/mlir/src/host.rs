//! The machine that code is made for: this one, without instructions that LLVM uses wrongly.
//!
//! The instructions that round `f32` to `bf16` on x86 take subnormal numbers for zeros. LLVM keeps a
//! `bf16` in a register as an `f32` where it passes from block to block, and rounds it back by them,
//! so that even a number that is only moved is lost. Here they are switched off; LLVM calls
//! [`truncate`] instead.

use crate::error::Error;
use melior::Context;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::{OperationLike, OperationMutLike};
use melior::ir::{BlockLike, Module, RegionLike};
use std::ffi::{CStr, c_char};

/// The instruction sets that round to `bf16`; and that of permutations of bytes, with which LLVM 22 does
/// not end on some of them.
const SETS: [&str; 3] = ["avx512bf16", "avxneconvert", "avx512vbmi"];

unsafe extern "C" {
    fn LLVMGetHostCPUFeatures() -> *mut c_char;
    fn LLVMDisposeMessage(message: *mut c_char);
}

/// The features of this machine as LLVM writes them: `+sse2,-avx512f`.
fn features() -> String {
    // SAFETY: LLVM returns a string of its own, which is freed once.
    unsafe {
        let text = LLVMGetHostCPUFeatures();
        if text.is_null() {
            return String::new();
        }
        let features = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        features
    }
}

/// The features that code is made with, if they are not all of the machine's.
fn restricted(features: &str) -> Option<String> {
    let has = |set: &&str| features.split(',').any(|it| it.strip_prefix('+') == Some(*set));
    let off: Vec<String> = SETS.iter().copied().filter(has).map(|set| format!("-{set}")).collect();
    (!off.is_empty()).then(|| format!("{features},{}", off.join(",")))
}

/// Restricts the functions of a module of the `llvm` dialect.
///
/// # Errors
/// If upstream rejects the attribute.
pub(crate) fn restrict(cx: &Context, module: &mut Module<'_>) -> Result<(), Error> {
    let Some(features) = restricted(&features()) else { return Ok(()) };
    let text = |text: &str| StringAttribute::new(cx, text).into();
    let pair = ArrayAttribute::new(cx, &[text("target-features"), text(&features)]);
    let all = ArrayAttribute::new(cx, &[pair.into()]);
    let mut next = module.body().first_operation_mut();
    while let Some(mut op) = next {
        let has_body = op.region(0).is_ok_and(|body| body.first_block().is_some());
        if has_body && op.name().as_string_ref().as_str() == Ok("llvm.func") {
            op.set_attribute("passthrough", all.into());
        }
        next = op.next_in_block_mut();
    }
    crate::context::reporting(cx, || module.as_operation().verify())
}

/// The `bf16` nearest to a number, in the register in which LLVM expects it: its bits are the lower
/// half.
pub(crate) extern "C" fn truncate(x: f32) -> f32 {
    let bits = x.to_bits();
    let rounded = match x.is_nan() {
        true => (bits >> 16) | 0x40,
        false => bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16,
    };
    f32::from_bits(rounded & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_flush_are_switched_off() {
        assert_eq!(restricted("+sse2,-avx512bf16"), None);
        let restricted = restricted("+sse2,+avx512bf16,+avx2");
        assert_eq!(restricted.as_deref(), Some("+sse2,+avx512bf16,+avx2,-avx512bf16"));
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for (x, bits) in [
            (1.0f32, 0x3f80),
            (-0.0, 0x8000),
            (f32::from_bits(0x0001_0000), 1),
            (f32::from_bits(0x3f80_8000), 0x3f80),
            (f32::from_bits(0x3f81_8000), 0x3f82),
            (f32::MAX, 0x7f80),
            (f32::INFINITY, 0x7f80),
            (f32::from_bits(0x7f80_0001), 0x7fc0),
        ] {
            assert_eq!(truncate(x).to_bits(), bits, "{x:e}");
        }
    }
}
