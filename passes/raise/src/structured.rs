//! `linalg.generic` and the named ops: an iteration space, maps from it to tensors, and a body.

use crate::affine::AffineMap;
use crate::{Raiser, Try, maps};
use hloom_ir::{Attr, Block, Element, OpId, Value};

/// A structured op.
pub(crate) struct Structured {
    /// The inputs, and the outputs behind them, as raised tensors.
    pub(crate) operands: Vec<Value>,
    /// The number of inputs.
    pub(crate) inputs: usize,
    /// A map for each operand.
    pub(crate) maps: Vec<AffineMap>,
    /// Whether each dimension of the space is a reduction.
    pub(crate) reduces: Vec<bool>,
    /// The extents of the space.
    pub(crate) extents: Vec<i64>,
    /// The body.
    pub(crate) body: Block,
}

impl Structured {
    /// The number of outputs.
    pub(crate) fn outputs(&self) -> usize {
        self.operands.len() - self.inputs
    }
}

/// The extents of a space, from the indices that are single dimensions.
fn extents(maps: &[AffineMap], shapes: &[Vec<i64>], dims: usize) -> Try<Vec<i64>> {
    let mut extents = vec![None; dims];
    for (map, shape) in maps.iter().zip(shapes) {
        if map.exprs.len() != shape.len() || map.dims != dims {
            return Err("a map does not fit its tensor".to_owned());
        }
        for (expr, &n) in map.exprs.iter().zip(shape) {
            if let Some(d) = expr.as_dim() {
                extents[d].get_or_insert(n);
            }
        }
    }
    let all: Option<Vec<i64>> = extents.into_iter().collect();
    all.ok_or_else(|| "the extent of a loop is not that of a tensor".to_owned())
}

impl Raiser<'_> {
    /// `linalg.index`.
    pub(crate) fn index(&mut self, op: OpId) -> Try<Value> {
        let dim = self.attr(op, "dim").and_then(|dim| usize::try_from(dim.as_i64()?).ok());
        let (Some(dim), Some(space)) = (dim, self.space.clone()) else {
            return Err("it is outside of an iteration space".to_owned());
        };
        match space.get(dim) {
            Some(_) => self.iota(&space, dim),
            None => Err("it is no dimension of the space".to_owned()),
        }
    }

    /// A structured op of this name.
    pub(crate) fn structured(&mut self, op: OpId, name: &str) -> Try<Vec<Value>> {
        if let Some(values) = self.window(op, name)? {
            return Ok(values);
        }
        let it = self.read_structured(op, name)?;
        if self.module().results(op).len() != it.outputs() {
            return Err("it works on buffers".to_owned());
        }
        if let Some(value) = self.contraction(&it)? {
            return Ok(vec![value]);
        }
        let outer = self.space.replace(it.extents.clone());
        let values = match it.reduces.contains(&true) {
            true => self.reduction(&it),
            false => self.mapped(&it),
        };
        self.space = outer;
        values
    }

    fn read_structured(&mut self, op: OpId, name: &str) -> Try<Structured> {
        let operands = self.operands(op)?;
        let body = self.module().entry(op, 0).ok_or("it has no body")?;
        let count = self.module().results(op).len();
        let inputs = match self.numbers(op, "operandSegmentSizes").as_deref() {
            Some(&[inputs, _]) => inputs as usize,
            _ => operands.len().saturating_sub(count),
        };
        let shapes: Vec<Vec<i64>> = operands.iter().map(|&v| self.dims(v)).collect();
        // Upstream notes the maps of named ops.
        let maps = self.attr(op, "indexing_maps");
        let maps = maps.or_else(|| self.attr(op, "linalg.memoized_indexing_maps"));
        let (maps, reduces) = match maps {
            Some(Attr::Array(all)) => {
                let maps: Try<Vec<AffineMap>> = all.iter().map(AffineMap::of_attr).collect();
                let maps = maps?;
                let dims = maps.first().map_or(0, |map| map.dims);
                let reduces = match self.attr(op, "iterator_types") {
                    Some(Attr::Array(kinds)) => {
                        kinds.iter().map(|kind| kind.to_string().contains("reduction")).collect()
                    }
                    _ => maps::reduced(&maps[inputs.min(maps.len())..], dims),
                };
                (maps, reduces)
            }
            _ => {
                let dimensions = self.numbers(op, "dimensions");
                let permutation = self.numbers(op, "permutation");
                let list = dimensions.or(permutation).unwrap_or_default();
                maps::of_named(name, &shapes, inputs, &list)
                    .ok_or_else(|| format!("the maps of `linalg.{name}` are not known here"))?
            }
        };
        if maps.len() != operands.len() || inputs > operands.len() {
            return Err("it does not have a map for each operand".to_owned());
        }
        let extents = extents(&maps, &shapes, reduces.len())?;
        Ok(Structured { operands, inputs, maps, reduces, extents, body })
    }

    /// An operand over the iteration space: of rank 0, or of its extents.
    pub(crate) fn over_space(&mut self, it: &Structured, i: usize) -> Try<Value> {
        let (value, map) = (it.operands[i], &it.maps[i]);
        if let Some(scalar) = self.uniform(value) {
            return Ok(scalar);
        }
        self.within_limit(&it.extents)?;
        if let Some(places) = map.projection() {
            return self.broadcast(value, &places, &it.extents);
        }
        let dims = self.dims(value);
        // An index 0 into a dimension of one element drops it.
        let single = |d: usize| map.exprs[d].as_constant() == Some(0) && dims[d] == 1;
        let kept: Vec<usize> = (0..dims.len()).filter(|&d| !single(d)).collect();
        let rest = AffineMap {
            dims: map.dims,
            exprs: kept.iter().map(|&d| map.exprs[d].clone()).collect(),
        };
        if let Some(places) = rest.projection() {
            let dims: Vec<i64> = kept.iter().map(|&d| dims[d]).collect();
            let value = self.reshape(value, &dims)?;
            return self.broadcast(value, &places, &it.extents);
        }
        let mut at = Vec::with_capacity(dims.len());
        for expr in &map.exprs {
            let mut sum = self.number(expr.constant)?;
            for (d, &factor) in expr.factors.iter().enumerate().filter(|(_, f)| **f != 0) {
                let index = self.iota(&it.extents, d)?;
                let term = self.scaled(index, factor)?;
                let mut both = [sum, term];
                self.together(&mut both)?;
                sum = self.build(hloom_ir::ops::Add {}, &both)?;
            }
            at.push(sum);
        }
        self.elements_at(value, &at)
    }

    /// A value over the parallel dimensions of the space, as the output of an index.
    pub(crate) fn as_output(&mut self, it: &Structured, out: usize, value: Value) -> Try<Value> {
        let i = it.inputs + out;
        let to = self.dims(it.operands[i]);
        if self.element(value) != self.element(it.operands[i]) {
            return Err("its body yields other elements".to_owned());
        }
        if self.dims(value).is_empty() {
            let made = self.broadcast(value, &[], &to)?;
            return Ok(made);
        }
        let parallel: Vec<usize> = (0..it.reduces.len()).filter(|&d| !it.reduces[d]).collect();
        let places = it.maps[i].projection().ok_or("an output has a map that is no projection")?;
        let order: Option<Vec<i64>> = places
            .iter()
            .map(|d| parallel.iter().position(|p| p == d).map(|at| at as i64))
            .collect();
        let order = order.ok_or("an output depends on a reduction")?;
        if order.len() != parallel.len() {
            return Err("an output is written more than once".to_owned());
        }
        self.transpose(value, order)
    }

    /// An op without reductions.
    fn mapped(&mut self, it: &Structured) -> Try<Vec<Value>> {
        let args = self.module().args(it.body).to_vec();
        for (i, &arg) in args.iter().enumerate() {
            if self.module().is_used(arg) {
                let value = self.over_space(it, i)?;
                self.values.insert(arg, value);
            }
        }
        let end = self.body(it.body)?;
        let yielded = self.operands(end)?;
        let outputs = yielded.into_iter().enumerate();
        outputs.map(|(out, value)| self.as_output(it, out, value)).collect()
    }

    /// The element type of an output.
    pub(crate) fn output_element(&self, it: &Structured, out: usize) -> Element {
        self.element(it.operands[it.inputs + out])
    }
}
