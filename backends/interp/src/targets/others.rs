//! Other targets: random blocks, the largest elements, shape assertions.

use crate::alloc::{checked_count, literal};
use crate::call::call as call_function;
use crate::custom_call::Call;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::generator::threefry;
use crate::run::Run;
use crate::strided::count;
use crate::targets::builtin::Builtin;
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::{Attr, Literal, Type};

/// The targets.
pub(super) const TABLE: &[(&str, Builtin)] = &[
    ("ApproxTopK", approx_top_k),
    ("cu_lu_pivots_to_permutation", pivots_to_permutation),
    ("cu_threefry2x32", threefry2x32),
    ("cu_threefry2x32_ffi", threefry2x32),
    ("mhlo.topk", top_k),
    ("shape_assertion", shape_assertion),
];

/// Threefry blocks: two words from two words of the key and two of the counter.
fn threefry2x32(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    call.takes(4, 2)?;
    let words = |i: usize| -> EvalResult<&Literal> {
        let x = call.tensor(i)?;
        if x.element() == hloom_ir::Element::U32 && x.dims() == call.tensor(0)?.dims() {
            return Ok(x);
        }
        Err(EvalError::invalid(format!("@{} takes four tensors of ui32 of one shape", call.name)))
    };
    let x = [words(0)?, words(1)?, words(2)?, words(3)?];
    let mut out = [Vec::new(), Vec::new()];
    for i in 0..x[0].count() {
        let [a, b, c, d] = x.map(|x| x.get_int(i).unwrap_or(0) as u32);
        for (out, word) in out.iter_mut().zip(threefry([a, b], [c, d])) {
            out.extend_from_slice(&word.to_le_bytes());
        }
    }
    let made = |i: usize| -> EvalResult<Value> {
        Ok(literal(x[0].ty(), Bytes::from(&out[i][..]))?.into())
    };
    Ok(vec![made(0)?, made(1)?])
}

/// The permutation of a sequence of row swaps, counted from 0.
fn pivots_to_permutation(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    call.takes(1, 1)?;
    let (pivots, ty) = (call.tensor(0)?, call.result(0)?);
    let of = |dims: &[i64]| dims.last().map_or(0, |&n| n as usize);
    let (k, n) = (of(pivots.dims()), of(ty.as_tensor().map_or(&[][..], |t| &t.dims)));
    let batch = count(&pivots.dims()[..pivots.dims().len().saturating_sub(1)]);
    checked_count(ty, call.max_tensor_bytes)?;
    let mut bytes = Vec::new();
    for b in 0..batch {
        let mut permutation: Vec<i32> = (0..n as i32).collect();
        for i in 0..k {
            let pivot = pivots.get_int(b * k + i).and_then(|p| usize::try_from(p).ok());
            match pivot.filter(|&p| p < n && i < n) {
                Some(p) => permutation.swap(i, p),
                None => return Err(EvalError::invalid("a pivot is not a row").into()),
            }
        }
        bytes.extend(permutation.iter().flat_map(|p| p.to_le_bytes()));
    }
    Ok(vec![literal(ty, Bytes::from(&bytes[..]))?.into()])
}

/// The `k` largest (or smallest) elements of each row, and their indices. The sort is stable; NaN
/// is larger than all other numbers.
fn top_k(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    call.takes(1, 2)?;
    let attrs = match call.attrs.and_then(|attrs| attrs.get("mhlo.attributes")) {
        Some(Attr::Dict(dict)) => Some(dict),
        _ => None,
    };
    let attr = |name: &str| attrs.and_then(|dict| dict.get(name)).or_else(|| call.option(name));
    let largest = !matches!(attr("largest"), Some(Attr::Bool(false)));
    let x = call.tensor(0)?;
    let (values, indices) = (call.result(0)?, call.result(1)?);
    let dims = values.as_tensor().map_or(&[][..], |t| &t.dims);
    let (Some(&n), Some(&k)) = (x.dims().last(), dims.last()) else {
        return Err(EvalError::invalid("@mhlo.topk takes a tensor of one dimension or more").into());
    };
    if !(0..=n).contains(&k)
        || attr("k").and_then(Attr::as_i64).is_some_and(|declared| declared != k)
    {
        return Err(EvalError::invalid(format!("{values} does not hold the k largest")).into());
    }
    let (n, rows) = (n as usize, count(&x.dims()[..x.dims().len() - 1]));
    // Elements as numbers of the same order.
    let key = |i: usize| -> (i128, f64) {
        if x.element().is_float() { (0, x.get_f64(i)) } else { (x.get_int(i).unwrap_or(0), 0.0) }
    };
    let rank = |i: usize| {
        let (int, float) = key(i);
        // The sign of NaN is ignored.
        (int, if float.is_nan() { f64::NAN.abs() } else { float })
    };
    let (mut out, mut at) = (Vec::new(), Vec::new());
    for row in 0..rows {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| {
            let ((a, x), (b, y)) = (rank(row * n + i), rank(row * n + j));
            let ascending = a.cmp(&b).then(x.total_cmp(&y));
            if largest { ascending.reverse() } else { ascending }
        });
        for &i in &order[..k as usize] {
            out.extend_from_slice(x.element_bytes(row * n + i));
            at.extend_from_slice(&(i as i32).to_le_bytes());
        }
    }
    let values = literal(values, Bytes::from(&out[..]))?;
    Ok(vec![values.into(), literal(indices, Bytes::from(&at[..]))?.into()])
}

/// The first elements along a dimension, in the order of a comparator; computed exactly. The
/// operands are tensors, followed by a value for each that comes last.
fn approx_top_k(run: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    approx_top_k_of(run, call, None)
}

/// [`approx_top_k`] with results of `k` elements, or of as many as the types say.
pub(super) fn approx_top_k_of(
    run: &mut Run<'_, '_>,
    call: &Call<'_>,
    k: Option<i64>,
) -> Result<Vec<Value>, RegionError> {
    let number = call.operands.len() / 2;
    call.takes(2 * number.max(1), number)?;
    let [function] = call.computations else {
        let message = format!("@{} needs one function that compares", call.name);
        return Err(EvalError::invalid(message).into());
    };
    let first = call.tensor(0)?;
    let d = usize::try_from(call.int("reduction_dim")?).unwrap_or(usize::MAX);
    let dims = first.dims();
    let mut to = call.result(0)?.as_tensor().map_or(Vec::new(), |t| t.dims.to_vec());
    if let (Some(k), Some(extent)) = (k, to.get_mut(d)) {
        if *extent != k && *extent != hloom_ir::DYNAMIC {
            let message = format!("the results have {extent} elements and not the first {k}");
            return Err(EvalError::invalid(message).into());
        }
        *extent = k;
    }
    if d >= dims.len() || to.len() != dims.len() || !(0..=dims[d]).contains(&to[d]) {
        return Err(EvalError::invalid("the results do not match the operands").into());
    }
    let inputs: Vec<&Literal> = (0..number).map(|i| call.tensor(i)).collect::<EvalResult<_>>()?;
    let (n, k, inner) = (dims[d] as usize, to[d] as usize, count(&dims[d + 1..]));
    let outer = count(&dims[..d]);
    let mut outs: Vec<Bytes> = Vec::new();
    for x in &inputs {
        outs.push(Bytes::zeros(outer * k * inner * x.element().byte_width()));
    }
    let element = |x: &Literal, at: usize| -> EvalResult<Value> {
        let ty = Type::scalar_tensor(x.element());
        Ok(literal(ty, Bytes::from(x.element_bytes(at)))?.into())
    };
    for line in 0..outer * inner {
        let place = |i: usize, n: usize| (line / inner * n + i) * inner + line % inner;
        // The first `k` so far: an element that is not among them is dropped.
        let mut order: Vec<usize> = Vec::with_capacity(k + 1);
        for i in 0..if k == 0 { 0 } else { n } {
            // Binary insertion: the comparator need only tell which element goes first.
            let (mut low, mut high) = (0, order.len());
            while low < high {
                let middle = (low + high) / 2;
                let mut args = Vec::new();
                for x in &inputs {
                    args.push(element(x, place(i, n))?);
                    args.push(element(x, place(order[middle], n))?);
                }
                let answer = call_function(run, function, args)?;
                let before = answer.first().and_then(Value::tensor).and_then(|t| t.get_int(0));
                if before == Some(1) { high = middle } else { low = middle + 1 }
            }
            if low < k {
                order.insert(low, i);
                order.truncate(k);
            }
        }
        for (x, out) in inputs.iter().zip(&mut outs) {
            let width = x.element().byte_width();
            for (i, &from) in order[..k].iter().enumerate() {
                let to = place(i, k) * width;
                out.as_mut_slice()[to..to + width].copy_from_slice(x.element_bytes(place(from, n)));
            }
        }
    }
    let results = outs.into_iter().zip(call.results);
    let made = |(out, &ty): (Bytes, &Type)| -> EvalResult<Value> { Ok(literal(ty, out)?.into()) };
    Ok(results.map(made).collect::<EvalResult<_>>()?)
}

/// Fails if its first operand is false, with a message in which `{0}`, `{1}` … are replaced by the
/// other operands.
fn shape_assertion(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    let holds = call.tensor(0)?;
    if holds.count() != 1
        || (1..call.operands.len()).any(|i| call.tensor(i).is_ok_and(|x| x.count() != 1))
    {
        return Err(EvalError::invalid("@shape_assertion takes scalars").into());
    }
    if holds.get_int(0) == Some(1) {
        return Ok(Vec::new());
    }
    let attr = call.attrs.and_then(|attrs| attrs.get("error_message"));
    let text = attr.or_else(|| call.option("error_message")).and_then(Attr::as_str);
    let mut message = text.unwrap_or("an assertion on shapes does not hold").to_owned();
    for i in 1..call.operands.len() {
        let value = call.tensor(i)?.get_int(0).unwrap_or_default().to_string();
        message = message.replace(&format!("{{{}}}", i - 1), &value);
    }
    Err(EvalError::check(message).into())
}
