//! The functions that elementwise ops apply to numbers.

use hloom_ir::ops::Op;

macro_rules! functions {
    ($($Name:ident)*) => {
        /// A function of one or two elements of one type.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Function { $($Name),* }

        impl Function {
            /// The function of an op, if that is all there is to it.
            pub(super) fn of(op: &Op) -> Option<Function> {
                match op {
                    $(Op::$Name(_) => Some(Function::$Name),)*
                    // Any other op: it has attributes, or is no function of elements of one type.
                    _ => None,
                }
            }
        }
    };
}

functions! {
    Abs Cbrt Ceil Cosine CountLeadingZeros Exponential ExponentialMinusOne Floor
    Log LogPlusOne Logistic Negate Not Popcnt RoundNearestAfz RoundNearestEven
    Rsqrt Sign Sine Sqrt Tan Tanh Add And
    Atan2 Divide Multiply Or Power Remainder ShiftLeft ShiftRightArithmetic
    ShiftRightLogical Subtract Xor
}
