//! Relative costs of scalar operations.

use hloom_ir::ops::Op;

/// The size of an elementwise op's code relative to an addition's: an elementary function is as
/// long as many additions, though a quotient or a root is one instruction.
pub fn code_size(op: &Op) -> usize {
    let one = matches!(op, Op::Divide(_) | Op::Remainder(_) | Op::Rsqrt(_) | Op::Sqrt(_));
    if is_expensive(op) && !one { FUNCTION } else { 1 }
}

/// The size of an elementary function's code.
const FUNCTION: usize = 64;

/// Whether an elementwise op costs many times what an addition costs: elementary
/// functions, roots, quotients.
pub fn is_expensive(op: &Op) -> bool {
    matches!(
        op,
        Op::Atan2(_)
            | Op::Cbrt(_)
            | Op::Cosine(_)
            | Op::Divide(_)
            | Op::Erf(_)
            | Op::Erfc(_)
            | Op::ErfInv(_)
            | Op::Exponential(_)
            | Op::ExponentialMinusOne(_)
            | Op::Log(_)
            | Op::LogPlusOne(_)
            | Op::Logistic(_)
            | Op::Power(_)
            | Op::Remainder(_)
            | Op::Rsqrt(_)
            | Op::Sine(_)
            | Op::Sqrt(_)
            | Op::Tan(_)
            | Op::Tanh(_)
    )
}
