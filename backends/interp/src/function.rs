//! Names of the functions that elementwise ops apply to numbers.

/// Functions of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Abs,
    Cbrt,
    Ceil,
    Cosine,
    CountLeadingZeros,
    Exponential,
    ExponentialMinusOne,
    Floor,
    Imag,
    IsFinite,
    Log,
    LogPlusOne,
    Logistic,
    Negate,
    Not,
    Popcnt,
    Real,
    RoundNearestAfz,
    RoundNearestEven,
    Rsqrt,
    Sign,
    Sine,
    Sqrt,
    Tan,
    Tanh,
}

/// Functions of two numbers of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    And,
    Atan2,
    Divide,
    Maximum,
    Minimum,
    Multiply,
    Or,
    Power,
    Remainder,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Subtract,
    Xor,
}

/// CHLO's functions of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    Acos,
    Acosh,
    Asin,
    AsinAcosKernel,
    Asinh,
    Atan,
    Atanh,
    BesselI1e,
    Conj,
    Cosh,
    Digamma,
    Erf,
    ErfInv,
    Erfc,
    IsInf,
    IsNegInf,
    IsPosInf,
    Lgamma,
    Sinh,
    Square,
    Tan,
}

/// CHLO's functions of two numbers of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special2 {
    Mulhi,
    NextAfter,
    Polygamma,
    Zeta,
}
