//! The one match over all ops.

use super::function::{Done, Lowered, Lowering};
use crate::scalar;
use hloom_ir::ops::{Op, reduces_slices};
use hloom_ir::{Element, OpId};
use hloom_ir::{
    aggregate_op, arith_op, assuming_op, branch_op, check_op, chlo_data_op, chlo_pointwise_op,
    chlo_structured_op, definition_op, elementwise_op, extents_op, identity_op, process_op,
    quantize_op, return_op, sharding_group_op, sized_op,
};

impl<'c> Lowering<'_, 'c> {
    /// Lowers an op that is not a terminator.
    pub(super) fn op(&self, op: OpId) -> Done {
        let module = self.module;
        let operands = module.operands(op);
        match module.op(op) {
            elementwise_op!() => self.pointwise(op),
            Op::Constant(it) => self.literal(op, &it.value),
            Op::Iota(it) => self.iota(op, it),
            Op::BitcastConvert(_) => self.bitcast(op),
            Op::BroadcastInDim(it) => self.broadcast(op, &it.broadcast_dimensions),
            Op::Concatenate(it) => self.concatenate(op, it.dimension as usize),
            Op::Pad(it) => self.pad(op, it),
            Op::Relayout(_) | Op::Halo(_) => {
                let result = module.result(op, 0);
                let stored = self.in_storage(operands[0], module.ty(result))?;
                self.arrive([result], &[stored]);
                Ok(())
            }
            Op::Reshape(_) => {
                let to = self.static_tensor(module.result(op, 0))?;
                let from = self.static_tensor(operands[0])?;
                if to.rank() == 0 && from.rank() == 0 {
                    let lowered = self.lowered(operands[0])?;
                    self.set(module.result(op, 0), lowered);
                    return Ok(());
                }
                let reshaped = self.reshaped(self.tensor(operands[0])?, &from.dims, &to.dims)?;
                self.result(op, reshaped);
                Ok(())
            }
            Op::Reverse(it) => self.reverse(op, &it.dimensions),
            Op::Slice(it) => self.slice(op, it),
            Op::Transpose(it) => self.transpose(op, &it.permutation),
            Op::DynamicSlice(it) => self.dynamic_slice(op, &it.slice_sizes),
            Op::DynamicUpdateSlice(_) => self.dynamic_update_slice(op),
            Op::Gather(it) => self.gather(op, it),
            Op::Map(_) | Op::VariadicMap(_) => self.map_op(op),
            Op::Reduce(_) | Op::ReduceWindow(_) if reduces_slices(self.module, op) => {
                Err(self
                    .unsupported("its body combines slices: `expand-slice-reduce` rewrites most"))
            }
            Op::Reduce(it) => self.reduce(op, &it.dimensions),
            Op::ReduceWindow(it) => self.reduce_window(op, it),
            Op::Scatter(it) => self.scatter(op, it),
            Op::SelectAndScatter(it) => self.select_and_scatter(op, it),
            Op::Sort(it) => self.sort(op, it),
            Op::Convolution(it) => self.convolution(op, it),
            Op::DotGeneral(it) => self.dot_general(op, it),
            Op::BatchNormInference(_) | Op::BatchNormGrad(_) | Op::BatchNormTraining(_) => {
                Err(self.unsupported("`expand-batch-norm` rewrites it first"))
            }
            Op::Cholesky(it) => self.cholesky(op, it.lower.0),
            Op::TriangularSolve(it) => self.triangular_solve(op, it),
            Op::Fft(_) => Err(self.unsupported("upstream has no op for transforms")),
            Op::Rng(_) | Op::RngBitGenerator(_) => {
                Err(self.unsupported("`expand-random` rewrites it first, except on odd widths"))
            }
            Op::Case(_) => self.case(op),
            Op::If(_) => self.if_op(op),
            Op::While(_) => self.while_op(op),
            Op::Call(_) | Op::Composite(_) => self.call(op),
            Op::CustomCall(it)
                if it.call_target_name.0.starts_with(b"check.")
                    && module.results(op).is_empty() =>
            {
                self.check(op)
            }
            Op::CustomCall(it) => Err(self.unsupported(format!(
                "its target `{}` is a function of another library",
                String::from_utf8_lossy(&it.call_target_name.0)
            ))),
            identity_op!() => {
                for (result, &operand) in module.results(op).iter().zip(operands) {
                    self.set(result, self.lowered(operand)?);
                }
                Ok(())
            }
            sharding_group_op!() => Ok(()),
            Op::Fusion(_) | Op::Layer(_) | Op::NamedComputation(_) => self.inline_region(op),
            Op::ScalarConstant(it) => self.scalar_constant(op, it),
            Op::TensorExtract(_) => self.tensor_extract(op),
            Op::TensorFromElements(_) => self.tensor_of_elements(op),
            check_op!() => {
                if matches!(module.op(op), Op::ExpectSerializedEq(_)) {
                    return Err(self.unsupported("it reads a file"));
                }
                self.check(op)
            }
            Op::AfterAll(_) | Op::CreateToken(_) => {
                self.set(module.result(op, 0), Lowered::Token);
                Ok(())
            }
            quantize_op!() => Err(self.unsupported("`expand-quantized` rewrites it first")),
            chlo_pointwise_op!() | chlo_data_op!() | chlo_structured_op!() => {
                Err(self.unsupported("`legalize-chlo` rewrites it first, if its extents are known"))
            }
            sized_op!() => Err(self.unsupported("its extents are values")),
            arith_op!() => self.upstream_op(op),
            extents_op!() | assuming_op!() => {
                Err(self.unsupported("it computes extents of tensors"))
            }
            aggregate_op!() => {
                Err(self
                    .unsupported("tuples and structs have no form; `flatten-tuples` removes most"))
            }
            process_op!() => {
                Err(self.unsupported("it communicates with other processes or the host"))
            }
            definition_op!() => Err(self.unsupported("a definition can't stand in a function")),
            return_op!() => Err(self.unsupported("it must end a block")),
            Op::Assert(_) => Err(self.unsupported("it may stop the program")),
            branch_op!() => Err(self.unsupported("it branches between blocks")),
            Op::Foreign(_) => Err(self.unsupported("it is of a dialect that hloom does not know")),
        }
    }

    /// A check of values, also in its older form, a custom call: its operands become results.
    fn check(&self, op: OpId) -> Done {
        if !self.is_entry_level(op) {
            return Err(self.unsupported("it stands in a region or in another function"));
        }
        self.checked.borrow_mut().extend_from_slice(self.module.operands(op));
        Ok(())
    }

    /// An elementwise op: scalars if all operands have rank 0.
    fn pointwise(&self, op: OpId) -> Done {
        let module = self.module;
        let (operands, result) = (module.operands(op), module.result(op, 0));
        let to = self.static_tensor(result)?;
        let mut from: Vec<Element> = Vec::with_capacity(operands.len());
        for &operand in operands {
            from.push(self.static_tensor(operand)?.element);
        }
        let apply =
            |x: &[_]| self.scalar_of(scalar::apply(&self.b, module.op(op), x, &from, to.element));
        if to.rank() == 0 {
            let x: Done<Vec<_>> = operands.iter().map(|&v| self.scalar(v)).collect();
            self.set(result, Lowered::Scalar(apply(&x?)?));
            return Ok(());
        }
        // Scalars beside tensors, as of `select` and `clamp`, are read once, outside.
        let mut inputs = Vec::new();
        let mut outside = Vec::new();
        for &operand in operands {
            match self.static_tensor(operand)?.rank() {
                0 => outside.push(Some(self.scalar(operand)?)),
                _ => {
                    outside.push(None);
                    inputs.push(self.tensor(operand)?);
                }
            }
        }
        let ty = self.element(to.element)?;
        let made = self.elementwise(&to.dims, &inputs, &[ty], |elements| {
            let mut elements = elements.iter().copied();
            let x: Vec<_> = outside.iter().filter_map(|&o| o.or_else(|| elements.next())).collect();
            Ok(vec![apply(&x)?])
        })?;
        self.result(op, made[0]);
        Ok(())
    }
}
