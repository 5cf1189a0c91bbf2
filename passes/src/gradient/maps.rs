//! The derivative of `map`. Its computation followed by that computation's derivative becomes the
//! computation of another map, whose operands are those of the original and the adjoint of its
//! result.
//!
//! That computation returns one value per argument. With `maps=single`, where a map returns one
//! tensor (as in Fischer and Saba's compiler, arXiv 1810.09868), there is one map per argument,
//! with partly redundant computations; `hloom.map` returns all of them at once.

use super::{Built, Tape, is_real};
use hloom_ir::field::Dims;
use hloom_ir::module::Module;
use hloom_ir::ops::{Map, Op, Return, VariadicMap};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Region, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

impl Tape<'_, '_> {
    /// Propagates the adjoint of a map's result.
    pub(super) fn map(&mut self, op: OpId, dims: &Dims, inputs: &[Value], g: Value) -> Built<()> {
        let module = self.rw.module();
        let block = module.entry(op, 0).ok_or("the map has no computation")?;
        if uses_outside(module, block, &self.active) {
            return Err("the map's computation uses a value from outside of it".into());
        }
        let active_operands: Vec<usize> =
            (0..inputs.len()).filter(|&i| self.active.contains(&inputs[i])).collect();
        let mut given = inputs.to_vec();
        given.push(g);
        let dimensions = dims.clone();
        if !self.single_maps {
            let region = self.derivative(block, &given, &active_operands, &active_operands)?;
            let map = VariadicMap { dimensions };
            let built = self.rw.build_with_regions(map, &given, &[region]);
            let built = built.map_err(|broken| format!("the derivative: {broken}"))?;
            for (k, &i) in active_operands.iter().enumerate() {
                let part = self.rw.module().result(built, k);
                self.add(inputs[i], part)?;
            }
            return Ok(());
        }
        for &i in &active_operands {
            let region = self.derivative(block, &given, &active_operands, &[i])?;
            let map = Map { dimensions: dimensions.clone() };
            let built = self.rw.build_with_regions(map, &given, &[region]);
            let built = built.map_err(|broken| format!("the derivative: {broken}"))?;
            let part = self.rw.module().result(built, 0);
            self.add(inputs[i], part)?;
        }
        Ok(())
    }

    /// A computation of the adjoints of the arguments in `parts` of `block`, given the adjoint of
    /// its result as the last argument. The arguments in `active_operands` are active.
    fn derivative(
        &mut self,
        block: Block,
        given: &[Value],
        active_operands: &[usize],
        parts: &[usize],
    ) -> Built<Region> {
        let scalar = |ty: Type| ty.element().map(Type::scalar_tensor);
        let types: Option<Vec<Type>> = given.iter().map(|&v| scalar(self.ty(v))).collect();
        let here = self.rw.point();
        let (region, inner) = self.rw.region(&types.ok_or("a map is of tensors")?);
        self.rw.set_point(InsertPoint::End(inner));
        let active = std::mem::take(&mut self.active);
        let adjoint = std::mem::take(&mut self.adjoint);
        let made = self.back(block, inner, active_operands, parts);
        (self.active, self.adjoint) = (active, adjoint);
        self.rw.set_point(here);
        if made.is_err() {
            self.rw.erase_blocks(&[inner]);
        }
        made.map(|()| region)
    }

    /// Writes the computation of [`Self::derivative`] into `inner`.
    fn back(
        &mut self,
        block: Block,
        inner: Block,
        active_operands: &[usize],
        parts: &[usize],
    ) -> Built<()> {
        let module = self.rw.module();
        let args = module.args(inner).to_vec();
        let (&g, args) = args.split_last().ok_or("a map has arguments")?;
        let mut map: FxHashMap<Value, Value> =
            module.args(block).iter().copied().zip(args.iter().copied()).collect();
        self.active = active_operands.iter().map(|&i| args[i]).collect();
        let end = module.terminator(block).ok_or("the computation has no end")?;
        let yielded = module.operand(end, 0);
        let old: Vec<OpId> = module.ops(block).filter(|&o| o != end).collect();
        let mut new = Vec::new();
        let mut tuples: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        for op in old {
            let module = self.rw.module();
            let operands = module.operands(op);
            let result = module.results(op).get(0);
            match (module.op(op), result) {
                (Op::Tuple(_), Some(result)) => {
                    let members = operands.iter().map(|v| map.get(v).copied().unwrap_or(*v));
                    tuples.insert(result, members.collect());
                }
                (Op::GetTupleElement(it), Some(result)) if tuples.contains_key(&operands[0]) => {
                    map.insert(result, tuples[&operands[0]][it.index.0 as usize]);
                }
                // Any other op: copied.
                _ => {
                    let copy = self.rw.clone_op(op, &mut map);
                    let module = self.rw.module();
                    if module.operands(copy).iter().any(|v| self.active.contains(v)) {
                        let real = module.results(copy).iter().filter(|&v| is_real(module.ty(v)));
                        self.active.extend(real);
                    }
                    new.push(copy);
                }
            }
        }
        let yielded = map.get(&yielded).copied().unwrap_or(yielded);
        self.add(yielded, g)?;
        for &op in new.iter().rev() {
            if let Some(result) = self.rw.module().results(op).get(0)
                && let Some(&received) = self.adjoint.get(&result)
            {
                self.rw.set_source(op);
                self.op(op, received)?;
            }
        }
        let mut values = Vec::with_capacity(parts.len());
        for &i in parts {
            values.push(match self.adjoint.get(&args[i]) {
                Some(&value) => value,
                None => self.number(self.ty(args[i]), 0.0)?,
            });
        }
        let ended = self.rw.build(Return {}, &values);
        ended.map(|_| ()).map_err(|broken| broken.to_string())
    }
}

/// Whether a computation captures active values.
fn uses_outside(module: &Module, block: Block, active: &FxHashSet<Value>) -> bool {
    let ops = module.ops(block).flat_map(|op| module.walk(op).chain([op]));
    ops.flat_map(|op| module.operands(op)).any(|v| active.contains(v))
}
