//! Products whose rows belong to groups: one product for each group, of what is
//! left of `lhs` when all that is not the group's is zero.

use crate::error::{Eval, Trouble};
use crate::{dot, pointwise, shape};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{DotGeneral, RaggedDot, RaggedMode};
use hloom_ir::{Element, Literal, Type};

/// `rhs` without its dimension of groups, of which it is group `g`.
fn group_of(y: &Literal, d: usize, g: i64, limit: u64) -> Eval<Literal> {
    let mut dims = y.dims().to_vec();
    let (mut start, mut end) = (vec![0; dims.len()], dims.clone());
    let ones = vec![1; dims.len()];
    (start[d], end[d], dims[d]) = (g, g + 1, 1);
    let cut = shape::slice(y, (&start, &end, &ones), Type::tensor(&dims, y.element()), limit)?;
    dims.remove(d);
    shape::reshape(&cut, Type::tensor(&dims, y.element()), limit)
}

/// `lhs` with zeros wherever the place along the ragged dimension is not in the
/// group. `bounds` gives the group's first place and the one behind its last, for
/// an index into the dimensions in front.
fn only(
    x: &Literal,
    ragged: usize,
    prefix: &[i64],
    bounds: impl Fn(usize) -> (i64, i64),
) -> Literal {
    let mut masked = x.expanded();
    let dims = x.dims();
    let width = x.element().byte_width();
    let zero = vec![0u8; width];
    let mut index = vec![0i64; dims.len()];
    let mut bytes = masked.bytes().to_vec();
    for element in bytes.chunks_exact_mut(width) {
        let row = prefix.iter().fold(0, |at, &d| at * dims[d as usize] + index[d as usize]);
        let (from, to) = bounds(row as usize);
        if !(from..to).contains(&index[ragged]) {
            element.copy_from_slice(&zero);
        }
        for d in (0..dims.len()).rev() {
            index[d] += 1;
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
        }
    }
    masked.as_mut_slice::<u8>().copy_from_slice(&bytes);
    masked
}

pub(crate) fn ragged_dot(
    it: &RaggedDot,
    [x, y, sizes]: [&Literal; 3],
    declared: Type,
    limit: u64,
) -> Eval<Literal> {
    let dims = &it.ragged_dot_dimension_numbers;
    let ragged = dims.ragged() as usize;
    let groups = sizes.dims().last().copied().unwrap_or(0);
    let prefix = if sizes.dims().len() == 1 { Vec::new() } else { dims.prefix(x.dims().len()) };
    let size = |row: usize, g: i64| {
        sizes.get_int(row * groups as usize + g as usize).unwrap_or(0).max(0) as i64
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
    let mut parts = Vec::new();
    for g in 0..groups {
        let masked = only(x, ragged, &prefix, |row| {
            let from = (0..g).fold(0i64, |sum, h| sum.saturating_add(size(row, h)));
            (from, from.saturating_add(size(row, g)))
        });
        let part = match group {
            Some(d) => group_of(y, d as usize, g, limit)?,
            None => y.clone(),
        };
        parts.push(dot::dot_general(&product, &masked, &part, one, limit)?);
    }
    if mode == RaggedMode::Contracting {
        let mut with_group = vec![1];
        with_group.extend(&shape_of_one);
        let ty = Type::tensor(&with_group, element);
        let parts: Vec<Literal> =
            parts.iter().map(|p| shape::reshape(p, ty, limit)).collect::<Eval<_>>()?;
        with_group[0] = groups;
        let all: Vec<&Literal> = parts.iter().collect();
        if all.is_empty() {
            return Literal::zeros(shape::result_type(declared, &with_group)?)
                .map_err(|e| Trouble::invalid(e.to_string()));
        }
        return shape::concatenate(&all, 0, shape::result_type(declared, &with_group)?, limit);
    }
    // Each row is zero in all products but its own group's.
    let ty = shape::result_type(declared, &shape_of_one)?;
    let zero = Literal::zeros(ty).map_err(|e| Trouble::invalid(e.to_string()))?;
    parts.iter().try_fold(zero, |sum, part| {
        pointwise::Pointwise::Binary(pointwise::Binary::Add).eval(&[&sum, part], ty, limit)
    })
}
