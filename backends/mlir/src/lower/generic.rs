//! `linalg.generic` and loops, as the other lowerings use them.

use super::function::{Done, Lowering};
use crate::build::Val;
use melior::ir::{Attribute, Type, ValueLike};

/// An affine map over the iteration space as text: one expression for each dimension.
pub(super) type Exprs = Vec<String>;

/// A loop's body: from indices and carried values to those of the next iteration.
pub(super) type Body<'b, 'c> = &'b mut dyn FnMut(&[Val<'c>], &[Val<'c>]) -> Next<'c>;

/// The values that a body carries on.
type Next<'c> = Done<Vec<Val<'c>>>;

/// The map of dimensions of the iteration space.
pub(super) fn dims(of: impl IntoIterator<Item = usize>) -> Exprs {
    of.into_iter().map(|d| format!("d{d}")).collect()
}

impl<'c> Lowering<'_, 'c> {
    fn map(&self, loops: usize, exprs: &[String]) -> Attribute<'c> {
        let all = dims(0..loops).join(",");
        self.b.attr(&format!("affine_map<({all})->({})>", exprs.join(",")))
    }

    /// `linalg.generic`: inputs and outputs with their maps, whether each loop is a reduction, and
    /// the body, a function of the elements.
    pub(super) fn generic(
        &self,
        inputs: &[(Val<'c>, Exprs)],
        outputs: &[(Val<'c>, Exprs)],
        reduces: &[bool],
        body: impl FnOnce(&[Val<'c>]) -> Done<Vec<Val<'c>>>,
    ) -> Done<Vec<Val<'c>>> {
        let b = &self.b;
        let operands: Vec<Val<'c>> = inputs.iter().chain(outputs).map(|(v, _)| *v).collect();
        let maps: Vec<_> =
            inputs.iter().chain(outputs).map(|(_, e)| self.map(reduces.len(), e)).collect();
        let kinds = reduces.iter().map(|&reduces| match reduces {
            true => b.attr("#linalg.iterator_type<reduction>"),
            false => b.attr("#linalg.iterator_type<parallel>"),
        });
        let kinds: Vec<_> = kinds.collect();
        let elements: Vec<Type<'c>> = operands.iter().map(|&v| element_of(v)).collect();
        let region = b.region(&elements, |args| {
            let yielded = body(args)?;
            b.end("linalg.yield", &yielded);
            Done::Ok(())
        })?;
        let types: Vec<Type<'c>> = outputs.iter().map(|(v, _)| v.r#type()).collect();
        let attrs = [
            ("indexing_maps", b.array(&maps)),
            ("iterator_types", b.array(&kinds)),
            ("operandSegmentSizes", b.segments(&[inputs.len() as i32, outputs.len() as i32])),
        ];
        Ok(b.op("linalg.generic", &operands, &types, &attrs, vec![region]))
    }

    /// A named op of `linalg`, whose loops follow from its name: as a generic op without maps.
    pub(super) fn named(
        &self,
        name: &str,
        inputs: &[Val<'c>],
        output: Val<'c>,
        body: impl FnOnce(&[Val<'c>]) -> Done<Val<'c>>,
    ) -> Done<Val<'c>> {
        let b = &self.b;
        let operands: Vec<Val<'c>> = inputs.iter().copied().chain([output]).collect();
        let elements: Vec<Type<'c>> = operands.iter().map(|&v| element_of(v)).collect();
        let region = b.region(&elements, |args| {
            let yielded = body(args)?;
            b.end("linalg.yield", &[yielded]);
            Done::Ok(())
        })?;
        let attrs = [("operandSegmentSizes", b.segments(&[inputs.len() as i32, 1]))];
        Ok(b.op(name, &operands, &[output.r#type()], &attrs, vec![region])[0])
    }

    /// As [`generic`](Lowering::generic), where the body combines the elements of outputs with those
    /// of inputs.
    ///
    /// Without a reduction, each output is combined once, and starts from an input: upstream's fusion
    /// of elementwise ops would put an op that reads its output into the loops of a broadcast, which
    /// combine it again and again.
    pub(super) fn accumulate(
        &self,
        inputs: &[(Val<'c>, Exprs)],
        outputs: &[(Val<'c>, Exprs)],
        reduces: &[bool],
        body: impl FnOnce(&[Val<'c>]) -> Done<Vec<Val<'c>>>,
    ) -> Done<Vec<Val<'c>>> {
        if reduces.contains(&true) {
            return self.generic(inputs, outputs, reduces, body);
        }
        let empty = |(v, map): &(Val<'c>, Exprs)| {
            (self.b.one("tensor.empty", &[], v.r#type()), map.clone())
        };
        let made: Vec<_> = outputs.iter().map(empty).collect();
        let inputs = [inputs, outputs].concat();
        self.generic(&inputs, &made, reduces, |args| body(&args[..inputs.len()]))
    }

    /// The index of a loop of the surrounding `linalg.generic`.
    pub(super) fn loop_index(&self, d: usize) -> Val<'c> {
        let b = &self.b;
        let dim = b.int_attr(b.int(64), d as i64);
        b.op("linalg.index", &[], &[b.index_type()], &[("dim", dim)], Vec::new())[0]
    }

    /// The tensor whose element at each index is a function of the index.
    pub(super) fn generate(
        &self,
        extents: &[i64],
        ty: Type<'c>,
        element: impl FnOnce(&[Val<'c>]) -> Done<Val<'c>>,
    ) -> Done<Val<'c>> {
        let b = &self.b;
        if extents.is_empty() {
            let scalar = element(&[])?;
            return Ok(b.one("tensor.from_elements", &[scalar], b.tensor(&[], ty)));
        }
        let rank = extents.len();
        let out = (b.empty(extents, ty), dims(0..rank));
        let made = self.generic(&[], &[out], &vec![false; rank], |_| {
            let indices: Vec<Val<'c>> = (0..rank).map(|d| self.loop_index(d)).collect();
            Ok(vec![element(&indices)?])
        })?;
        Ok(made[0])
    }

    /// The tensor whose elements are all this scalar.
    pub(super) fn filled(&self, extents: &[i64], scalar: Val<'c>) -> Done<Val<'c>> {
        let b = &self.b;
        let ty = scalar.r#type();
        if extents.is_empty() {
            return Ok(b.one("tensor.from_elements", &[scalar], b.tensor(&[], ty)));
        }
        let rank = extents.len();
        let out = (b.empty(extents, ty), dims(0..rank));
        Ok(self.generic(&[], &[out], &vec![false; rank], |_| Ok(vec![scalar]))?[0])
    }

    /// A function of the elements of tensors of these extents.
    pub(super) fn elementwise(
        &self,
        extents: &[i64],
        inputs: &[Val<'c>],
        types: &[Type<'c>],
        body: impl FnOnce(&[Val<'c>]) -> Done<Vec<Val<'c>>>,
    ) -> Done<Vec<Val<'c>>> {
        let (rank, n) = (extents.len(), inputs.len());
        let identity = || dims(0..rank);
        let inputs: Vec<_> = inputs.iter().map(|&v| (v, identity())).collect();
        let outs: Vec<_> =
            types.iter().map(|&ty| (self.b.empty(extents, ty), identity())).collect();
        self.generic(&inputs, &outs, &vec![false; rank], |args| body(&args[..n]))
    }

    /// Nested loops over indices in row-major order, with values carried.
    pub(super) fn nest(
        &self,
        extents: &[i64],
        carried: &[Val<'c>],
        body: Body<'_, 'c>,
    ) -> Done<Vec<Val<'c>>> {
        self.nest_from(extents, &mut Vec::new(), carried, body)
    }

    fn nest_from(
        &self,
        extents: &[i64],
        indices: &mut Vec<Val<'c>>,
        carried: &[Val<'c>],
        body: Body<'_, 'c>,
    ) -> Done<Vec<Val<'c>>> {
        let Some(&extent) = extents.get(indices.len()) else { return body(indices, carried) };
        let bounds = (self.b.index(0), self.b.index(extent));
        self.b.for_(bounds, carried, |index, carried| {
            indices.push(index);
            let next = self.nest_from(extents, indices, carried, body);
            indices.pop();
            next
        })
    }
}

/// The element type of a tensor.
pub(super) fn element_of<'c>(tensor: Val<'c>) -> Type<'c> {
    use melior::ir::ShapedTypeLike;
    let ty = melior::ir::r#type::RankedTensorType::try_from(tensor.r#type());
    ty.map_or(tensor.r#type(), |ty| ty.element())
}
