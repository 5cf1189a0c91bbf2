//! Every op, in one of three families. A match over ops that cares only for one of
//! them names the others by these patterns, so that an op that is added is missed
//! by the compiler everywhere until it stands in a list here.

/// Ops that work on the elements at each index alone.
macro_rules! pointwise_op {
    () => {
        Op::Abs(_)
            | Op::Add(_)
            | Op::And(_)
            | Op::Atan2(_)
            | Op::Cbrt(_)
            | Op::Ceil(_)
            | Op::Clamp(_)
            | Op::Compare(_)
            | Op::Complex(_)
            | Op::Convert(_)
            | Op::Cosine(_)
            | Op::CountLeadingZeros(_)
            | Op::Divide(_)
            | Op::Exponential(_)
            | Op::ExponentialMinusOne(_)
            | Op::Floor(_)
            | Op::Imag(_)
            | Op::IsFinite(_)
            | Op::Log(_)
            | Op::LogPlusOne(_)
            | Op::Logistic(_)
            | Op::Maximum(_)
            | Op::Minimum(_)
            | Op::Multiply(_)
            | Op::Negate(_)
            | Op::Not(_)
            | Op::Or(_)
            | Op::Popcnt(_)
            | Op::Power(_)
            | Op::Real(_)
            | Op::ReducePrecision(_)
            | Op::Remainder(_)
            | Op::RoundNearestAfz(_)
            | Op::RoundNearestEven(_)
            | Op::Rsqrt(_)
            | Op::Select(_)
            | Op::ShiftLeft(_)
            | Op::ShiftRightArithmetic(_)
            | Op::ShiftRightLogical(_)
            | Op::Sign(_)
            | Op::Sine(_)
            | Op::Sqrt(_)
            | Op::Subtract(_)
            | Op::Tan(_)
            | Op::Tanh(_)
            | Op::Xor(_)
    };
}

/// Other ops from tensors to one tensor, without regions or effects: those that
/// make and move elements, and products.
macro_rules! data_op {
    () => {
        Op::BitcastConvert(_)
            | Op::BroadcastInDim(_)
            | Op::Concatenate(_)
            | Op::Constant(_)
            | Op::Convolution(_)
            | Op::DotGeneral(_)
            | Op::DynamicSlice(_)
            | Op::DynamicUpdateSlice(_)
            | Op::Gather(_)
            | Op::Iota(_)
            | Op::Pad(_)
            | Op::Reshape(_)
            | Op::Reverse(_)
            | Op::Slice(_)
            | Op::Transpose(_)
    };
}

/// Ops with regions or effects, and ops on what is no tensor.
macro_rules! structured_op {
    () => {
        Op::Assert(_)
            | Op::Br(_)
            | Op::Call(_)
            | Op::Case(_)
            | Op::CondBr(_)
            | Op::CustomCall(_)
            | Op::ExpectAlmostEq(_)
            | Op::ExpectAlmostEqConst(_)
            | Op::ExpectClose(_)
            | Op::ExpectEq(_)
            | Op::ExpectEqConst(_)
            | Op::ExpectSerializedEq(_)
            | Op::Foreign(_)
            | Op::Func(_)
            | Op::FuncReturn(_)
            | Op::Fusion(_)
            | Op::GetElement(_)
            | Op::GetField(_)
            | Op::GetTupleElement(_)
            | Op::If(_)
            | Op::MakeArray(_)
            | Op::MakeStruct(_)
            | Op::Map(_)
            | Op::ModuleOp(_)
            | Op::OptimizationBarrier(_)
            | Op::Reduce(_)
            | Op::ReduceWindow(_)
            | Op::Return(_)
            | Op::ScalarConstant(_)
            | Op::Scatter(_)
            | Op::SelectAndScatter(_)
            | Op::Sort(_)
            | Op::Switch(_)
            | Op::TensorExtract(_)
            | Op::TensorFromElements(_)
            | Op::Tuple(_)
            | Op::While(_)
            | Op::WithElement(_)
            | Op::WithField(_)
    };
}

pub(crate) use {data_op, pointwise_op, structured_op};
