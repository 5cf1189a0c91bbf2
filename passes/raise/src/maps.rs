//! The maps of named ops, which their generic form leaves out.

use crate::affine::AffineMap;

/// The dimensions that no output map has.
pub(crate) fn reduced(outputs: &[AffineMap], dims: usize) -> Vec<bool> {
    let used =
        |d: usize| outputs.iter().any(|map| map.exprs.iter().any(|expr| expr.factors[d] != 0));
    (0..dims).map(|d| !used(d)).collect()
}

/// The maps of a named op, and whether each dimension is a reduction; `list` are its dimensions.
pub(crate) fn of_named(
    name: &str,
    shapes: &[Vec<i64>],
    inputs: usize,
    list: &[i64],
) -> Option<(Vec<AffineMap>, Vec<bool>)> {
    let output = shapes.last()?.len();
    let with = |dims: usize, places: &[&[usize]]| {
        let maps: Vec<AffineMap> =
            places.iter().map(|p| AffineMap::of(dims, p.iter().copied())).collect();
        let reduces = reduced(&maps[inputs.min(maps.len())..], dims);
        Some((maps, reduces))
    };
    match name {
        "matmul" => with(3, &[&[0, 2], &[2, 1], &[0, 1]]),
        "matmul_transpose_a" => with(3, &[&[2, 0], &[2, 1], &[0, 1]]),
        "matmul_transpose_b" => with(3, &[&[0, 2], &[1, 2], &[0, 1]]),
        "batch_matmul" => with(4, &[&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]]),
        "batch_matmul_transpose_a" => with(4, &[&[0, 3, 1], &[0, 3, 2], &[0, 1, 2]]),
        "batch_matmul_transpose_b" => with(4, &[&[0, 1, 3], &[0, 2, 3], &[0, 1, 2]]),
        "batch_reduce_matmul" => with(4, &[&[0, 1, 3], &[0, 3, 2], &[1, 2]]),
        "batch_matvec" => with(3, &[&[0, 1, 2], &[0, 2], &[0, 1]]),
        "batch_vecmat" => with(3, &[&[0, 2], &[0, 2, 1], &[0, 1]]),
        "matvec" => with(2, &[&[0, 1], &[1], &[0]]),
        "vecmat" => with(2, &[&[1], &[1, 0], &[0]]),
        "dot" => with(1, &[&[0], &[0], &[]]),
        "transpose" => {
            // Dimension i of the result is dimension list[i] of the input.
            let mut places = vec![0; output];
            for (i, &p) in list.iter().enumerate() {
                *places.get_mut(usize::try_from(p).ok()?)? = i;
            }
            let all: Vec<usize> = (0..output).collect();
            with(output, &[&places, &all])
        }
        "broadcast" => {
            let places: Vec<usize> = (0..output).filter(|&d| !list.contains(&(d as i64))).collect();
            let all: Vec<usize> = (0..output).collect();
            with(output, &[&places, &all])
        }
        "reduce" => {
            let rank = shapes.first()?.len();
            let all: Vec<usize> = (0..rank).collect();
            let kept: Vec<usize> = (0..rank).filter(|&d| !list.contains(&(d as i64))).collect();
            let places: Vec<&[usize]> =
                (0..shapes.len()).map(|i| if i < inputs { &all[..] } else { &kept[..] }).collect();
            with(rank, &places)
        }
        // `fill`, `map` and the elementwise ops: scalars, and tensors of the output's extents.
        _ if is_elementwise(name) => {
            let all: Vec<usize> = (0..output).collect();
            let places: Vec<&[usize]> =
                shapes.iter().map(|s| if s.is_empty() { &[][..] } else { &all[..] }).collect();
            with(output, &places)
        }
        _ => None,
    }
}

/// Whether a named op is a function of elements.
fn is_elementwise(name: &str) -> bool {
    const NAMES: [&str; 34] = [
        "abs",
        "add",
        "ceil",
        "copy",
        "div",
        "div_unsigned",
        "elementwise",
        "erf",
        "exp",
        "fill",
        "floor",
        "log",
        "map",
        "max",
        "min",
        "mul",
        "negf",
        "powf",
        "reciprocal",
        "round",
        "rsqrt",
        "select",
        "sqrt",
        "square",
        "sub",
        "tanh",
        "elemwise_unary",
        "elemwise_binary",
        "maxui",
        "maxsi",
        "minui",
        "minsi",
        "mod",
        "neg",
    ];
    NAMES.contains(&name)
}
