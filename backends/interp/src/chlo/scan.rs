//! Scans: the body runs on consecutive slices.

use crate::error::{EvalError, RegionError};
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use crate::{alloc, shape};
use hloom_ir::ops::Scan;
use hloom_ir::{Block, Literal, Type};

/// Slice `i` of `x` along a dimension, without that dimension.
fn slice(x: &Literal, d: usize, i: i64, limit: u64) -> Result<Literal, Box<EvalError>> {
    let mut dims = x.dims().to_vec();
    let mut start = vec![0; dims.len()];
    let mut end = dims.clone();
    let ones = vec![1; dims.len()];
    (start[d], end[d], dims[d]) = (i, i + 1, 1);
    let cut = Type::tensor(&dims, x.element());
    let cut = shape::slice(x, (&start, &end, &ones), cut, limit)?;
    dims.remove(d);
    shape::reshape(&cut, Type::tensor(&dims, x.element()), limit)
}

pub(crate) fn scan(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    body: Block,
    it: &Scan,
    operands: &[Value],
    types: &[Type],
) -> Result<OpResults, RegionError> {
    let (n, carried, outputs) = it.counts();
    let limit = run.options.max_tensor_bytes;
    let d = it.dimension as usize;
    if n + carried != operands.len() {
        return Err(EvalError::invalid("its lists of operands are not its operands").into());
    }
    let inputs: Vec<Literal> = operands[..n].iter().filter_map(|v| v.tensor().cloned()).collect();
    let mut carry = operands[n..].to_vec();
    let extent = match inputs.first() {
        Some(x) => x.dims().get(d).copied(),
        None => it.scan_dim_size,
    };
    let Some(extent) = extent.filter(|_| inputs.len() == n) else {
        return Err(EvalError::invalid("it is not known how often the body runs").into());
    };
    let mut slices: Vec<Vec<Literal>> = vec![Vec::new(); outputs];
    for step in 0..extent {
        run.consume_fuel(1)?;
        let i = if it.is_reverse == Some(true) { extent - 1 - step } else { step };
        let mut args = Vec::with_capacity(operands.len());
        for x in &inputs {
            args.push(Value::Tensor(slice(x, d, i, limit)?));
        }
        args.append(&mut carry);
        let mut yielded = run.block(frame, body, args)?;
        if yielded.len() != outputs + carried {
            return Err(EvalError::invalid("the body yields another number of values").into());
        }
        carry = yielded.split_off(outputs);
        for (list, value) in slices.iter_mut().zip(yielded) {
            let Value::Tensor(literal) = value else {
                return Err(EvalError::invalid("an output of the body is not a tensor").into());
            };
            let mut dims = literal.dims().to_vec();
            dims.insert(d, 1);
            let ty = Type::tensor(&dims, literal.element());
            list.push(shape::reshape(&literal, ty, limit)?);
        }
    }
    let mut results = OpResults::new();
    for (list, &ty) in slices.iter_mut().zip(types) {
        if it.is_reverse == Some(true) {
            list.reverse();
        }
        let parts: Vec<&Literal> = list.iter().collect();
        let joined = if parts.is_empty() {
            // The extent along the dimension is 0, also if the type does not say so.
            let mut dims = ty.as_tensor().map_or(Vec::new(), |t| t.dims.to_vec());
            dims.get_mut(d).into_iter().for_each(|n| *n = 0);
            let ty = alloc::result_type(ty, &dims)?;
            alloc::literal(ty, alloc::alloc_zeroed(ty, limit)?)?
        } else {
            let mut dims = parts[0].dims().to_vec();
            dims[d] = extent;
            shape::concatenate(&parts, d, alloc::result_type(ty, &dims)?, limit)?
        };
        results.push(Value::Tensor(joined));
    }
    results.extend(carry);
    Ok(results)
}
