//! Sums over all processes of products, as one product that contracts the processes too: the gradient
//! of a weight, to which each device has contributed. (Of convolutions, copies for the devices are faster
//! than one over all of their images.)

use super::batch::with;
use super::{Lane, Lanes};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::ResultType;
use hloom_ir::ops::{DotDims, DotGeneral, Op};
use hloom_ir::{OpId, Value};

impl Lanes<'_, '_> {
    /// The sum that operand `at` of an all-reduction in so many groups has in all processes, if it is
    /// one of products that nothing else uses.
    pub(super) fn sum_of_products(
        &mut self,
        op: OpId,
        at: usize,
        lane: Lane,
        groups: i64,
    ) -> Option<Value> {
        let module = self.module();
        let Lane::Varying(value) = lane else { return None };
        let block = matches!(module.op(op), Op::AllReduce(_)).then(|| module.entry(op, 0))??;
        let sums = matches!(Monoid::of_block(module, block)?[..], [Monoid::Add]);
        let same = module.ty(module.result(op, at)).element() == module.ty(value).element();
        let operand = module.operand(op, at);
        if !sums || !same || groups != 1 || module.uses(operand).count() != 1 {
            return None;
        }
        self.contracted(value)
    }

    /// A product with a leading batching dimension, which is contracted instead.
    fn contracted(&mut self, value: Value) -> Option<Value> {
        let module = self.module();
        let product = module.def_op(value)?;
        let Op::DotGeneral(it) = module.op(product) else { return None };
        let old = &it.dot_dimension_numbers;
        let (&[0, ref lhs @ ..], &[0, ref rhs @ ..]) =
            (&old.lhs_batching_dimensions[..], &old.rhs_batching_dimensions[..])
        else {
            return None;
        };
        let numbers = DotDims {
            lhs_batching_dimensions: lhs.into(),
            rhs_batching_dimensions: rhs.into(),
            lhs_contracting_dimensions: with(0, &old.lhs_contracting_dimensions),
            rhs_contracting_dimensions: with(0, &old.rhs_contracting_dimensions),
        };
        let tensor = module.ty(value).as_tensor()?;
        let ty = ResultType(tensor.with_dims(&tensor.dims[1..]).into());
        let sum = DotGeneral { dot_dimension_numbers: Box::new(numbers), ty, ..it.clone() };
        let factors = module.operands(product).to_vec();
        self.rw.value(sum, &factors).ok()
    }
}
