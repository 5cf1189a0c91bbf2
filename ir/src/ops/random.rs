//! Random numbers.

use crate::field::{ResultType, ResultTypes, word_enum};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{DYNAMIC, Element, Type, dims_agree};

word_enum! {
    /// A distribution of random numbers.
    RngDistribution = "rng_distribution" {
        /// Uniform between two bounds.
        Uniform = "UNIFORM",
        /// The normal distribution.
        Normal = "NORMAL",
    }
}

op! {
    /// Random numbers: uniform from `a` up to but excluding `b`, or from the normal distribution
    /// with mean `a` and standard deviation `b`.
    ///
    /// The generator is implementation-defined. The interpreter's generator is seeded again for
    /// each run, so that runs are reproducible.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#rng>
    rng: Rng = "stablehlo.rng" (a: Tensor, b: Tensor, shape: Integer)
    { rng_distribution: RngDistribution, ty: ResultType } -> Tensor
    syntax "$a, $b, $shape, distribution = $rng_distribution : signature"
    traits []
}
impl Infer for Rng {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        for (i, label) in ["I1", "I2"].into_iter().enumerate() {
            let t = cx.tensor(i)?;
            let e = t.element;
            if t.rank() > 0 || !(e.is_integer() || e.is_boolean() || e.is_float()) {
                let what = "a scalar tensor of integers, booleans or floats";
                let message = format!("{} must be {what}, not {}", ["a", "b"][i], cx.ty(i));
                return Err(ConstraintError { label, message, part: OpPart::Operand(i) });
            }
        }
        let (a, b, shape) = (cx.tensor(0)?, cx.tensor(1)?, cx.tensor(2)?);
        ensure!(C1 at #1, a.element == b.element, "a is {}, but b {}", cx.ty(0), cx.ty(1));
        ensure!(I3 at #2, shape.rank() == 1, "shape must have one dimension, not be {}", cx.ty(2));
        ensure!(C2 at #0, self.rng_distribution != RngDistribution::Normal || a.element.is_float(),
            "the normal distribution is of floats, not {}", a.element);
        let declared = self.ty.0.as_tensor();
        ensure!(
            C1,
            declared.is_some_and(|t| t.element == a.element),
            "the result has elements of {}, but {} is declared",
            a.element,
            self.ty.0
        );
        let declared = declared.map_or(&[][..], |t| &t.dims);
        let dims: Vec<i64> = match cx.constant(2) {
            Some(shape) => (0..shape.count())
                .map(|i| shape.get_int(i).and_then(|n| i64::try_from(n).ok()).unwrap_or(-1))
                .collect(),
            None if shape.dims[0] == DYNAMIC => declared.to_vec(),
            None => {
                let n = usize::try_from(shape.dims[0]).unwrap_or(0);
                ensure!(C3 at #2, n == declared.len(),
                    "shape has {n} elements, but {} is declared", self.ty.0);
                declared.to_vec()
            }
        };
        ensure!(C3 at #2, dims.iter().all(|&n| n >= 0 || n == DYNAMIC),
            "shape has a negative extent");
        ensure!(C3 at #2, dims.len() == declared.len()
            && dims.iter().zip(declared).all(|(&a, &b)| dims_agree(a, b)),
            "shape says {}, but {} is declared", Type::tensor(&dims, a.element), self.ty.0);
        Ok(Type::tensor(&dims, a.element).into())
    }
}

word_enum! {
    /// An algorithm for random bits.
    RngAlgorithm = "rng_algorithm" {
        /// Implementation-defined; Philox in hloom, as in XLA on CPUs.
        Default = "DEFAULT",
        /// Threefry 2x32 with twenty rounds.
        ThreeFry = "THREE_FRY",
        /// Philox 4x32 with ten rounds.
        Philox = "PHILOX",
    }
}

op! {
    /// Random bits from a state, and the next state.
    ///
    /// `THREE_FRY` and `PHILOX` give the same bits as in XLA. The algorithms are those of Salmon et
    /// al., "Parallel Random Numbers: As Easy as 1, 2, 3" (2011). `DEFAULT` is `PHILOX` here, as in
    /// XLA on CPUs.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#rng_bit_generator>
    rng_bit_generator: RngBitGenerator = "stablehlo.rng_bit_generator" (initial_state: Tensor)
    { rng_algorithm: RngAlgorithm, results: ResultTypes } -> Tensors
    syntax "$initial_state, algorithm = $rng_algorithm : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for RngBitGenerator {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let state = cx.tensor(0)?;
        ensure!(I2 at #0, state.rank() == 1 && matches!(state.element, Element::U64 | Element::I64),
            "initial_state must be of one dimension and ui64, not {}", cx.ty(0));
        let size = state.dims[0];
        let fits = match self.rng_algorithm {
            RngAlgorithm::ThreeFry => dims_agree(size, 2),
            RngAlgorithm::Philox | RngAlgorithm::Default => {
                dims_agree(size, 2) || dims_agree(size, 3)
            }
        };
        let expected = if self.rng_algorithm == RngAlgorithm::ThreeFry { "2" } else { "2 or 3" };
        ensure!(C2 at #0, fits,
            "the state of {} has {expected} elements, not {size}", self.rng_algorithm);
        let output = match *self.results.0 {
            [_, output] => output,
            ref found => {
                ensure!(Arity, false, "the results are a state and bits, not {}", describe(found));
                cx.ty(0)
            }
        };
        let element = output.element();
        ensure!(
            Type,
            output.as_tensor().is_some() && element.is_some_and(|e| e.is_integer() || e.is_float()),
            "the bits must be a tensor of integers or floats, not {output}"
        );
        Ok(Types::from_slice(&[cx.ty(0), output])) // (C1)
    }
}
