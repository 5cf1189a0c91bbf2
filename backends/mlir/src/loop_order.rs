//! The innermost loop of `linalg` ops on buffers: one that LLVM can vectorize.
//!
//! Upstream's loops go in the order of the dimensions that an op has, with those of sums innermost,
//! and LLVM may not reorder sums of floats: in a product of matrices each addition waits for the one
//! before. A parallel dimension as the innermost loop, along which the buffers have unit stride, lets
//! LLVM vectorize the loop. The order of the other loops stays, and with it every rounding.
//!
//! The cost of an innermost dimension counts the stride of each buffer along it, as in the loop
//! permutation of Carr, McKinley and Tseng, "Compiler optimizations for improving data locality"
//! (1994), without their reuse across outer loops.

use crate::walk;
use melior::ir::attribute::AttributeLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::MemRefType;
use melior::ir::{Module, ShapedTypeLike, Type, TypeLike, ValueLike};
use melior::{Context, StringRef};
use mlir_sys::{MlirAffineExpr, MlirAffineMap, MlirAttribute};

/// The cost of an element of a buffer with unit stride.
const UNIT_STRIDE: i64 = 1;
/// The cost of an element of a strided buffer: a line of the cache.
const STRIDED: i64 = 9;
/// The latency of an addition that needs the one before, through memory.
const CARRIED: i64 = 8;

/// Moves the parallel loop that costs least into the innermost place, in each `linalg.generic`; ops
/// with names must have become generic before.
pub(crate) fn choose(cx: &Context, module: &Module<'_>) {
    for raw in walk::collect(&module.as_operation(), |op| name_is(op, "linalg.generic")) {
        // SAFETY: the walk found the op in the module, and no op is erased.
        let op = unsafe { OperationRef::from_raw(raw) };
        if let Some(nest) = Nest::of(&op)
            && let Some(innermost) = nest.best()
        {
            nest.move_in(cx, &op, innermost);
        }
    }
}

fn name_is(op: &OperationRef<'_, '_>, expected: &str) -> bool {
    op.name().as_string_ref().as_str() == Ok(expected)
}

/// The loops of an op.
struct Nest {
    /// Whether each loop is one of a sum.
    reduces: Vec<bool>,
    maps: Vec<MlirAffineMap>,
    iterators: Vec<MlirAttribute>,
    /// The strides of each operand along each loop, in elements; `None` if its address is not a linear
    /// function of the loops.
    strides: Vec<Option<Vec<i64>>>,
    /// The number of operands that are only read.
    inputs: usize,
}

impl Nest {
    /// The loops of a generic op on buffers of known shapes.
    fn of(op: &OperationRef<'_, '_>) -> Option<Nest> {
        let maps: Vec<MlirAffineMap> = elements(op, "indexing_maps")?
            .into_iter()
            // SAFETY: the elements of this attribute are maps.
            .map(|map| unsafe { mlir_sys::mlirAffineMapAttrGetValue(map) })
            .collect();
        let iterators = elements(op, "iterator_types")?;
        let reduces: Vec<bool> = iterators
            .iter()
            // SAFETY: the attribute is one of the op's.
            .map(|it| unsafe { melior::ir::Attribute::from_raw(*it) }.to_string())
            .map(|text| !text.contains("parallel"))
            .collect();
        let loops = reduces.len();
        let mut strides = Vec::new();
        let mut outputs = 0;
        for (operand, map) in op.operands().zip(&maps) {
            let ty = operand.r#type();
            let of_buffer = match MemRefType::try_from(ty).is_ok() {
                true => buffer_strides(ty)?,
                false => Vec::new(),
            };
            let results = results_of(*map);
            if results.len() != of_buffer.len() {
                return None;
            }
            strides.push(along_loops(&results, &of_buffer, loops));
        }
        let segments = op.attribute("operandSegmentSizes").ok()?.to_string();
        let sizes = segments.split([':', '>']).nth(1)?;
        for (i, size) in sizes.split(',').enumerate() {
            let size: usize = size.trim().parse().ok()?;
            if i == 1 {
                outputs = size;
            }
        }
        let inputs = strides.len().checked_sub(outputs)?;
        Some(Nest { reduces, maps, iterators, strides, inputs })
    }

    /// The cost of an element, if this loop is the innermost one.
    fn cost(&self, dim: usize) -> i64 {
        let of = |strides: &Option<Vec<i64>>| match strides.as_ref().map(|strides| strides[dim]) {
            Some(0) => 0,
            Some(1) => UNIT_STRIDE,
            Some(_) | None => STRIDED,
        };
        let (read, written) = self.strides.split_at(self.inputs);
        let buffers: i64 =
            read.iter().map(of).sum::<i64>() + 2 * written.iter().map(of).sum::<i64>();
        buffers + if self.reduces[dim] { CARRIED } else { 0 }
    }

    /// The loop to move into the innermost place, if that costs less than the one that is there.
    fn best(&self) -> Option<usize> {
        let last = self.reduces.len().checked_sub(1)?;
        let parallel = (0..last).filter(|dim| !self.reduces[*dim]);
        let best = parallel.rev().min_by_key(|dim| self.cost(*dim))?;
        (self.cost(best) < self.cost(last)).then_some(best)
    }

    /// Moves a loop into the innermost place.
    fn move_in(&self, cx: &Context, op: &OperationRef<'_, '_>, innermost: usize) {
        let loops = self.reduces.len();
        let order: Vec<usize> =
            (0..loops).filter(|dim| *dim != innermost).chain([innermost]).collect();
        let mut place = vec![0; loops];
        order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
        let raw = cx.to_raw();
        let iterators: Vec<MlirAttribute> = order.iter().map(|old| self.iterators[*old]).collect();
        // SAFETY: expressions, maps and attributes are of the op's context, and arrays as long as
        // is said.
        unsafe {
            let mut dims: Vec<MlirAffineExpr> = place
                .iter()
                .map(|new| mlir_sys::mlirAffineDimExprGet(raw, *new as isize))
                .collect();
            let loops = loops as isize;
            let moved = mlir_sys::mlirAffineMapGet(raw, loops, 0, loops, dims.as_mut_ptr());
            let maps: Vec<MlirAttribute> = self
                .maps
                .iter()
                .map(|map| {
                    let mut results: Vec<MlirAffineExpr> = results_of(*map)
                        .into_iter()
                        .map(|expr| mlir_sys::mlirAffineExprCompose(expr, moved))
                        .collect();
                    let count = results.len() as isize;
                    let map =
                        mlir_sys::mlirAffineMapGet(raw, loops, 0, count, results.as_mut_ptr());
                    mlir_sys::mlirAffineMapAttrGet(map)
                })
                .collect();
            for (name, all) in [("indexing_maps", maps), ("iterator_types", iterators)] {
                let array = mlir_sys::mlirArrayAttrGet(raw, all.len() as isize, all.as_ptr());
                let name = StringRef::new(name).to_raw();
                mlir_sys::mlirOperationSetInherentAttributeByName(op.to_raw(), name, array);
            }
        }
        renumber(cx, op, &place);
    }
}

/// Sets the loops that `linalg.index` ops of the body ask for. Those of a `linalg` op inside of the
/// body ask for that op's loops.
fn renumber(cx: &Context, op: &OperationRef<'_, '_>, place: &[usize]) {
    let is_index = |inner: &OperationRef<'_, '_>| name_is(inner, "linalg.index");
    let is_linalg = |inner: &OperationRef<'_, '_>| {
        inner.name().as_string_ref().as_str().is_ok_and(|name| name.starts_with("linalg."))
    };
    for raw in walk::collect_outside(op, is_index, is_linalg) {
        // SAFETY: the walk found the op in the module, and the attribute is an integer of its context.
        unsafe {
            let name = StringRef::new("dim").to_raw();
            let dim = mlir_sys::mlirOperationGetInherentAttributeByName(raw, name);
            let old = mlir_sys::mlirIntegerAttrGetValueInt(dim) as usize;
            let ty = mlir_sys::mlirIntegerTypeGet(cx.to_raw(), 64);
            let new = mlir_sys::mlirIntegerAttrGet(ty, place[old] as i64);
            mlir_sys::mlirOperationSetInherentAttributeByName(raw, name, new);
        }
    }
}

/// The elements of an op's attribute that is an array.
fn elements(op: &OperationRef<'_, '_>, name: &str) -> Option<Vec<MlirAttribute>> {
    let array = op.attribute(name).ok()?.to_raw();
    // SAFETY: the attribute is one of the op's, and its elements are read only if it is an array.
    unsafe {
        if !mlir_sys::mlirAttributeIsAArray(array) {
            return None;
        }
        let count = mlir_sys::mlirArrayAttrGetNumElements(array);
        Some((0..count).map(|i| mlir_sys::mlirArrayAttrGetElement(array, i)).collect())
    }
}

fn results_of(map: MlirAffineMap) -> Vec<MlirAffineExpr> {
    // SAFETY: the map is one of an op's.
    unsafe {
        let count = mlir_sys::mlirAffineMapGetNumResults(map);
        (0..count).map(|i| mlir_sys::mlirAffineMapGetResult(map, i)).collect()
    }
}

/// The loop that an expression is, if it is one alone.
fn dimension(expr: MlirAffineExpr) -> Option<usize> {
    // SAFETY: the expression is one of an op's map.
    unsafe {
        mlir_sys::mlirAffineExprIsADim(expr)
            .then(|| mlir_sys::mlirAffineDimExprGetPosition(expr) as usize)
    }
}

/// The strides of a buffer, in elements.
fn buffer_strides(ty: Type<'_>) -> Option<Vec<i64>> {
    let rank = MemRefType::try_from(ty).ok()?.rank();
    let (mut strides, mut offset) = (vec![0; rank], 0);
    // SAFETY: the type is that of a buffer, and the array as long as its rank.
    let known = unsafe {
        mlir_sys::mlirMemRefTypeGetStridesAndOffset(
            ty.to_raw(),
            strides.as_mut_ptr(),
            &raw mut offset,
        )
    };
    // SAFETY: the call has no conditions.
    let dynamic = unsafe { mlir_sys::mlirShapedTypeGetDynamicStrideOrOffset() };
    (known.value != 0 && !strides.contains(&dynamic)).then_some(strides)
}

/// The strides of an address along each loop; `None` if an index is not a linear function of the loops.
fn along_loops(indices: &[MlirAffineExpr], strides: &[i64], loops: usize) -> Option<Vec<i64>> {
    let mut all = vec![0i64; loops];
    for (index, stride) in indices.iter().zip(strides) {
        add_linear(*index, *stride, &mut all)?;
    }
    Some(all)
}

/// Adds `factor` times the coefficients of an expression.
fn add_linear(expr: MlirAffineExpr, factor: i64, all: &mut [i64]) -> Option<()> {
    // SAFETY: the expression is one of an op's map, and only asked for what it is.
    unsafe {
        if mlir_sys::mlirAffineExprIsAConstant(expr) {
            return Some(());
        }
        if let Some(dim) = dimension(expr) {
            all[dim] = all[dim].checked_add(factor)?;
            return Some(());
        }
        let sum = mlir_sys::mlirAffineExprIsAAdd(expr);
        if !sum && !mlir_sys::mlirAffineExprIsAMul(expr) {
            return None;
        }
        let lhs = mlir_sys::mlirAffineBinaryOpExprGetLHS(expr);
        let rhs = mlir_sys::mlirAffineBinaryOpExprGetRHS(expr);
        if sum {
            add_linear(lhs, factor, all)?;
            return add_linear(rhs, factor, all);
        }
        // Constants stand behind what they multiply.
        if !mlir_sys::mlirAffineExprIsAConstant(rhs) {
            return None;
        }
        let by = mlir_sys::mlirAffineConstantExprGetValue(rhs);
        add_linear(lhs, factor.checked_mul(by)?, all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maps and iterators of a generic op with these, and the body's `linalg.index` ops.
    fn chosen(maps: &str, iterators: &str, operands: &str, body: &str) -> String {
        let types: Vec<&str> = operands.split(", ").collect();
        let args = |first: usize, types: &[&str]| {
            let each = types.iter().enumerate().map(|(i, ty)| format!("%{}: {ty}", first + i));
            each.collect::<Vec<_>>().join(", ")
        };
        let names: Vec<String> = (0..types.len()).map(|i| format!("%{i}")).collect();
        let (last, first) = names.split_last().expect("operands");
        let elements = vec!["f32"; types.len()];
        let text = format!(
            "func.func @f({}) {{ linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} \
             ins({} : {}) outs({last} : {}) {{ ^bb0({}): {body} linalg.yield %9 : f32 }} return }}",
            args(0, &types),
            first.join(", "),
            types[..first.len()].join(", "),
            types[first.len()],
            args(10, &elements),
        );
        let cx = crate::context();
        let module = Module::parse(&cx, &text).unwrap_or_else(|| panic!("{text}"));
        choose(&cx, &module);
        assert!(module.as_operation().verify(), "{}", module.as_operation());
        let printed = module.as_operation().to_string();
        let mut lines: Vec<String> = printed
            .lines()
            .filter_map(|line| line.split_once(" = affine_map<"))
            .map(|(_, map)| map.trim_end_matches('>').to_owned())
            .collect();
        let iterators = printed.split("iterator_types = [").nth(1).expect("iterators");
        lines.push(iterators.split(']').next().unwrap_or_default().replace('"', ""));
        lines.extend(
            printed
                .lines()
                .filter_map(|line| line.split_once("linalg.index "))
                .map(|(_, index)| format!("index {}", index.split(' ').next().unwrap_or_default())),
        );
        lines.join("; ")
    }

    const PRODUCT: &str = "affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, \
                           affine_map<(m, n, k) -> (m, n)>";
    const SUM: &str = "\"parallel\", \"parallel\", \"reduction\"";
    const BODY: &str = "%8 = arith.mulf %10, %11 : f32 %9 = arith.addf %12, %8 : f32";

    #[test]
    fn columns_of_a_product_are_innermost() {
        let operands = "memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>";
        assert_eq!(
            chosen(PRODUCT, SUM, operands, BODY),
            "(d0, d1, d2) -> (d0, d1); (d0, d1, d2) -> (d1, d2); (d0, d1, d2) -> (d0, d2); \
             parallel, reduction, parallel"
        );
    }

    #[test]
    fn indices_in_the_body_are_those_of_the_same_loops() {
        let operands = "memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>";
        let body = "%n = linalg.index 1 : index %k = linalg.index 2 : index \
                    %i = arith.addi %n, %k : index %j = arith.index_cast %i : index to i32 \
                    %x = arith.sitofp %j : i32 to f32 %9 = arith.addf %12, %x : f32";
        let shown = chosen(PRODUCT, SUM, operands, body);
        assert!(shown.ends_with("parallel, reduction, parallel; index 2; index 1"), "{shown}");
    }

    /// The indices of an op inside of the body are those of its own loops.
    #[test]
    fn indices_of_inner_ops_stay() {
        let operands = "memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>";
        let body = "%z = arith.constant dense<0.0> : tensor<2x3x4x5xf32> \
                    %t = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>], \
                    iterator_types = [\"parallel\", \"parallel\", \"parallel\", \"parallel\"]} \
                    outs(%z : tensor<2x3x4x5xf32>) { ^bb0(%q: f32): %n = linalg.index 3 : index \
                    %m = linalg.index 1 : index %o = arith.addi %n, %m : index \
                    %p = arith.index_cast %o : index to i32 %r = arith.sitofp %p : i32 to f32 \
                    linalg.yield %r : f32 } -> tensor<2x3x4x5xf32> \
                    %c = arith.constant 1 : index %e = tensor.extract %t[%c, %c, %c, %c] : tensor<2x3x4x5xf32> \
                    %9 = arith.addf %12, %e : f32";
        let shown = chosen(PRODUCT, SUM, operands, body);
        assert!(shown.ends_with("index 3; index 1"), "{shown}");
    }

    /// Sums along unit strides stay.
    #[test]
    fn other_orders_stay() {
        let rows = "affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>";
        let body = "%9 = arith.addf %10, %11 : f32";
        let operands = "memref<64x64xf32>, memref<64xf32>";
        let iterators = "\"parallel\", \"reduction\"";
        assert!(chosen(rows, iterators, operands, body).ends_with("parallel, reduction"));
        let transposed = "affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, \
                          affine_map<(m, n, k) -> (m, n)>";
        let operands = "memref<32x64xf32>, memref<16x64xf32>, memref<32x16xf32>";
        assert!(chosen(transposed, SUM, operands, BODY).ends_with("parallel, parallel, reduction"));
        // An extent that is not known.
        let operands = "memref<32x?xf32>, memref<?x16xf32>, memref<32x16xf32>";
        assert!(chosen(PRODUCT, SUM, operands, BODY).ends_with("parallel, parallel, reduction"));
    }

    /// The image of a convolution is walked by a sum of two loops.
    #[test]
    fn filters_of_a_convolution_are_innermost() {
        let maps = "affine_map<(h, f, y, c) -> (2 * h + y, c)>, affine_map<(h, f, y, c) -> (y, c, f)>, \
                    affine_map<(h, f, y, c) -> (h, f)>";
        let iterators = "\"parallel\", \"parallel\", \"reduction\", \"reduction\"";
        let operands = "memref<17x8xf32>, memref<3x8x32xf32>, memref<8x32xf32>";
        assert_eq!(
            chosen(maps, iterators, operands, BODY),
            "(d0, d1, d2, d3) -> (d0 * 2 + d1, d2); (d0, d1, d2, d3) -> (d1, d2, d3); \
             (d0, d1, d2, d3) -> (d0, d3); parallel, reduction, reduction, parallel"
        );
    }
}
