//! Relative costs of scalar operations.

use hloom_ir::ops::Op;

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
