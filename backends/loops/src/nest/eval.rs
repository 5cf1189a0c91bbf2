//! Interprets a nest directly: every point in order, one element at a time.
//!
//! This is the oracle for schedules. Arithmetic is that of [`crate::math`], computed immediately, so
//! scheduled results differ only by the order of reductions.

use super::combine::operation;
use super::{Condition, Nest, Node, NodeId, linear};
use crate::index::{Index, Var};
use crate::math::{Arith, Direct, Parts, Unsupported, constant, from_storage, to_storage};
use crate::program::{Scalar, storage};
use hloom_ir::Element;

type Part = (Scalar, u64);

/// The bytes of the outputs, given those of the inputs.
///
/// # Errors
/// If an operation is not defined on its elements.
pub fn run(nest: &Nest, inputs: &[&[u8]]) -> Result<Vec<Vec<u8>>, Unsupported> {
    let size =
        |t: &super::Tensor| t.shape.iter().product::<u64>() as usize * t.element.byte_width();
    let mut outputs: Vec<Vec<u8>> = nest.outputs.iter().map(|o| vec![0; size(&o.tensor)]).collect();
    let mut run = Run { nest, inputs, point: vec![0; nest.dims.len()], reduced: Vec::new() };
    let (of_values, after) = nest.needed();
    let parallel = nest.dims_that_reduce(false);
    let reducing = nest.dims_that_reduce(true);
    let mut more = nest.parallel_points() > 0;
    while more {
        run.reduced.clear();
        if let Some(reduction) = &nest.reduction {
            let before = run.nodes(&after, true)?;
            let elements: Vec<Element> =
                reduction.values.iter().map(|v| nest.body.element(*v)).collect();
            let mut sums: Vec<Parts<Part>> =
                reduction.initial.iter().map(|v| before[v.0 as usize]).collect();
            let mut inside = reducing.iter().all(|d| nest.dims[*d].extent > 0);
            while inside {
                let values = run.nodes(&of_values, false)?;
                sums = match run.contracted(&values, &sums) {
                    Some(sums) => sums,
                    None => {
                        let new: Vec<Parts<Part>> =
                            reduction.values.iter().map(|v| values[v.0 as usize]).collect();
                        reduction.combiner.combine(&mut Direct, &elements, &sums, &new)?
                    }
                };
                inside = run.advance(&reducing);
            }
            run.reduced = sums;
        }
        let values = run.nodes(&after, false)?;
        for (output, bytes) in nest.outputs.iter().zip(&mut outputs) {
            let value = |n: NodeId| values[n.0 as usize].re.1;
            if output.when.is_some_and(|n| value(n) == 0) {
                continue;
            }
            let from = output.start.map_or(0, |n| value(n) as i64);
            let at = run.index(&linear(&output.coords, &output.tensor.shape)) + from;
            store(bytes, at, output.tensor.element, values[output.value.0 as usize]);
        }
        more = run.advance(&parallel);
    }
    Ok(outputs)
}

struct Run<'n> {
    nest: &'n Nest,
    inputs: &'n [&'n [u8]],
    point: Vec<i64>,
    reduced: Vec<Parts<Part>>,
}

impl Run<'_> {
    fn index(&self, index: &Index) -> i64 {
        index.eval(&|v: Var| self.point[v.0 as usize])
    }

    /// Advances to the next point along some dimensions, the last fastest; returns false and wraps
    /// to the first point after the last one.
    fn advance(&mut self, dims: &[usize]) -> bool {
        for d in dims.iter().rev() {
            self.point[*d] += 1;
            if (self.point[*d] as u64) < self.nest.dims[*d].extent {
                return true;
            }
            self.point[*d] = 0;
        }
        false
    }

    fn holds(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|c| {
            let at = self.index(&c.index);
            c.low <= at && at < c.high
        })
    }

    /// The values of the needed nodes at this point; nodes that depend on reduced results are
    /// omitted while there are none.
    fn nodes(
        &self,
        needed: &[bool],
        without_reduced: bool,
    ) -> Result<Vec<Parts<Part>>, Unsupported> {
        let body = &self.nest.body;
        let nothing: Parts<Part> = (Scalar::I1, 0).into();
        let mut values = vec![nothing; body.len()];
        let mut known = vec![false; body.len()];
        let mut direct = Direct;
        for id in body.ids().filter(|id| needed[id.0 as usize]) {
            let element = body.element(id);
            let value = match body.node(id) {
                Node::Constant(bits) => constant(&mut direct, element, *bits),
                Node::Index(index) => index_as(&mut direct, element, self.index(index)),
                Node::Holds(conditions) => (Scalar::I1, u64::from(self.holds(conditions))).into(),
                Node::Load { input, coords, guard } => {
                    let shape = &self.nest.inputs[*input as usize].shape;
                    let bytes = self.inputs[*input as usize];
                    let at = self.holds(guard).then(|| self.index(&linear(coords, shape)));
                    load(&mut direct, bytes, at, element)
                }
                Node::Lookup { input, coords, start } => {
                    let shape = &self.nest.inputs[*input as usize].shape;
                    let from = values[start.0 as usize].re.1 as i64;
                    let at = self.index(&linear(coords, shape)) + from;
                    load(&mut direct, self.inputs[*input as usize], Some(at), element)
                }
                Node::Op(op, operands) => {
                    if operands.iter().any(|o| !known[o.0 as usize]) {
                        continue;
                    }
                    operation(&mut direct, body, *op, operands, element, &|o: NodeId| {
                        values[o.0 as usize]
                    })?
                }
                Node::Reduced(_) if without_reduced => continue,
                Node::Reduced(n) => self.reduced[*n as usize],
                Node::Parameter(_) => continue,
            };
            values[id.0 as usize] = value;
            known[id.0 as usize] = true;
        }
        Ok(values)
    }

    /// A fused multiply-add, if the nest allows contraction.
    fn contracted(&self, values: &[Parts<Part>], sums: &[Parts<Part>]) -> Option<Vec<Parts<Part>>> {
        let (x, y) = self.nest.contraction()?;
        if !self.nest.body.element(x).is_float() {
            return None;
        }
        let (x, y) = (values[x.0 as usize].re, values[y.0 as usize].re);
        Some(vec![Direct.fma(x, y, sums[0].re).into()])
    }
}

/// An index as an element: wrapped for integers, rounded for floats.
pub(crate) fn index_as<A: Arith>(a: &mut A, element: Element, index: i64) -> Parts<A::V> {
    let at = a.int(Scalar::I64, index);
    from_index(a, element, at)
}

/// An `i64` register as an element.
pub(crate) fn from_index<A: Arith>(a: &mut A, element: Element, at: A::V) -> Parts<A::V> {
    use crate::math::apply;
    use crate::nest::ScalarOp;
    // Conversions from `i64` are defined for every element type of nests.
    apply(a, ScalarOp::Convert, &[(Element::I64, at.into())], element).unwrap_or(at.into())
}

fn load(a: &mut Direct, bytes: &[u8], at: Option<i64>, element: Element) -> Parts<Part> {
    let unit = storage(element);
    let width = unit.scalar.bytes();
    let part = |n: usize| {
        let bits = at.map_or(0, |at| {
            let start = (at as usize * unit.units as usize + n) * width;
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(&bytes[start..start + width]);
            u64::from_le_bytes(wide)
        });
        (unit.scalar, bits)
    };
    let stored = Parts { re: part(0), im: if unit.units == 2 { part(1) } else { part(0) } };
    from_storage(a, element, stored)
}

fn store(bytes: &mut [u8], at: i64, element: Element, value: Parts<Part>) {
    let unit = storage(element);
    let width = unit.scalar.bytes();
    let stored = to_storage(&mut Direct, element, value);
    for (n, (_, bits)) in [stored.re, stored.im].into_iter().enumerate().take(unit.units as usize) {
        let start = (at as usize * unit.units as usize + n) * width;
        bytes[start..start + width].copy_from_slice(&bits.to_le_bytes()[..width]);
    }
}
