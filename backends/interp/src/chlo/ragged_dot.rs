//! `chlo.ragged_dot`: one product for each group, with the `lhs` of other groups set to
//! zero.

use crate::alloc::{alloc_zeroed, literal};
use crate::error::{EvalError, EvalResult};
use crate::function::Binary;
use crate::pointwise::Pointwise;
use crate::{alloc, dot, shape};
use hloom_ir::field::ResultType;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{DotGeneral, RaggedDot, RaggedMode};
use hloom_ir::{Element, Literal, Type};

/// Group `g` of `rhs`, without the group dimension.
fn group_of(y: &Literal, d: usize, g: i64, limit: u64) -> EvalResult<Literal> {
    let mut dims = y.dims().to_vec();
    let (mut start, mut end) = (vec![0; dims.len()], dims.clone());
    let ones = vec![1; dims.len()];
    (start[d], end[d], dims[d]) = (g, g + 1, 1);
    let cut = shape::slice(y, (&start, &end, &ones), Type::tensor(&dims, y.element()), limit)?;
    dims.remove(d);
    shape::reshape(&cut, Type::tensor(&dims, y.element()), limit)
}

/// The start of each group along the ragged dimension: for each index into the prefix dimensions,
/// the starts of all groups and the end of the last.
fn group_bounds(sizes: &Literal, groups: usize) -> Vec<i64> {
    let mut bounds = Vec::with_capacity(sizes.count() + sizes.count() / groups.max(1));
    for row in 0..sizes.count().checked_div(groups).unwrap_or(0) {
        let mut at = 0i64;
        bounds.push(at);
        for g in 0..groups {
            let size = sizes.get_int(row * groups + g).unwrap_or(0).max(0);
            at = at.saturating_add(i64::try_from(size).unwrap_or(i64::MAX));
            bounds.push(at);
        }
    }
    bounds
}

/// `lhs` masked to zero wherever the index along the ragged dimension is not in the group. `range`
/// returns the group's first index and one past its last, for an index into the prefix dimensions.
fn masked(
    x: &Literal,
    ragged: usize,
    prefix: &[i64],
    range: impl Fn(usize) -> (i64, i64),
) -> EvalResult<Literal> {
    let dims = x.dims();
    let width = x.element().byte_width();
    let mut data = Bytes::zeros(x.count() * width);
    let mut index = vec![0i64; dims.len()];
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(width).enumerate() {
        let row = prefix.iter().fold(0, |at, &d| at * dims[d as usize] + index[d as usize]);
        let (from, to) = range(row as usize);
        if (from..to).contains(&index[ragged]) {
            slot.copy_from_slice(x.element_bytes(i));
        }
        for d in (0..dims.len()).rev() {
            index[d] += 1;
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
        }
    }
    literal(x.ty(), data)
}

/// `chlo.ragged_dot`.
pub(crate) fn ragged_dot(
    it: &RaggedDot,
    [x, y, sizes]: [&Literal; 3],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let dims = &it.ragged_dot_dimension_numbers;
    let ragged = dims.ragged() as usize;
    let groups = sizes.dims().last().copied().unwrap_or(0);
    let prefix = if sizes.dims().len() == 1 { Vec::new() } else { dims.prefix(x.dims().len()) };
    // Unknown extents are determined here.
    let of_prefix: Vec<i64> = prefix.iter().map(|&d| x.dims()[d as usize]).collect();
    if sizes.dims().split_last().is_none_or(|(_, front)| *front != of_prefix) {
        return Err(EvalError::invalid(format!(
            "group sizes of {} do not fit {}",
            sizes.ty(),
            x.ty()
        )));
    }
    let bounds = group_bounds(sizes, groups as usize);
    let range = |row: usize, g: i64| {
        let at = row * (groups as usize + 1) + g as usize;
        (bounds[at], bounds[at + 1])
    };
    let element = declared.element().unwrap_or(Element::F32);
    let mode = dims.mode();
    let group = dims.rhs_group_dimensions.first().copied();
    // The dimensions of one product; `rhs` has lost its dimension of groups.
    let mut numbers = dims.dot.clone();
    if let Some(g) = group {
        let without = |d: &hloom_ir::field::Dims| {
            d.iter().map(|&d| d - i64::from(d > g)).collect::<hloom_ir::field::Dims>()
        };
        numbers.rhs_batching_dimensions = without(&numbers.rhs_batching_dimensions);
        numbers.rhs_contracting_dimensions = without(&numbers.rhs_contracting_dimensions);
    }
    let rank = x.dims().len();
    let at = |dims: &[i64], t: &Literal| -> Vec<i64> {
        dims.iter().map(|&d| t.dims()[d as usize]).collect()
    };
    let mut shape_of_one = at(&dims.dot.lhs_batching_dimensions, x);
    shape_of_one.extend(at(&dims.dot.lhs_free(rank), x));
    let right: Vec<i64> =
        dims.dot.rhs_free(y.dims().len()).into_iter().filter(|&d| Some(d) != group).collect();
    shape_of_one.extend(at(&right, y));
    let one = Type::tensor(&shape_of_one, element);
    let product = DotGeneral {
        dot_dimension_numbers: Box::new(numbers),
        precision_config: it.precision_config.as_deref().map(|p| p.0.clone()),
        algorithm: None,
        ty: ResultType(one),
    };
    let product_of = |g: i64| -> EvalResult<Literal> {
        let lhs = masked(x, ragged, &prefix, |row| range(row, g))?;
        let rhs = match group {
            Some(d) => group_of(y, d as usize, g, limit)?,
            None => y.clone(),
        };
        dot::dot_general(&product, &lhs, &rhs, one, limit)
    };
    if mode == RaggedMode::Contracting {
        let with_groups = |n: i64| [&[n], &shape_of_one[..]].concat();
        let ty = alloc::result_type(declared, &with_groups(groups))?;
        alloc::checked_count(ty, limit)?;
        let part = Type::tensor(&with_groups(1), element);
        let parts = (0..groups)
            .map(|g| shape::reshape(&product_of(g)?, part, limit))
            .collect::<EvalResult<Vec<_>>>()?;
        let all: Vec<&Literal> = parts.iter().collect();
        if all.is_empty() {
            return literal(ty, alloc_zeroed(ty, limit)?);
        }
        return shape::concatenate(&all, 0, ty, limit);
    }
    // Each row is zero in all products but its own group's.
    let ty = alloc::result_type(declared, &shape_of_one)?;
    let zero = literal(ty, alloc_zeroed(ty, limit)?)?;
    (0..groups).try_fold(zero, |sum, g| {
        Pointwise::Binary(Binary::Add).eval(&[&sum, &product_of(g)?], ty, limit)
    })
}
