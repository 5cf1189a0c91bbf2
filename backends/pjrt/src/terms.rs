//! The terms of sums that devices hold without adding them: shardings with `unreduced` axes.
//!
//! A program for several devices runs once, on whole tensors. Of an op that contracts a dimension
//! which devices divide, its parts along that dimension are the terms, as under XLA:
//!
//! ```text
//!   %y = dot_general %a, %b          %y0 = dot_general (slice %a [0:2]), (slice %b [0:2])
//!   unreduced along "x"       ──►    %y1 = dot_general (slice %a [2:4]), (slice %b [2:4])
//! ```
//!
//! Ops that are linear in such a sum are applied to each term. Of any other value, devices that divide it
//! along the axes hold their parts, with zeros around; of one that they don't divide, the first device
//! holds the value, and the others hold zeros.
//!
//! Arguments and results of a function that are held in terms are *stacked*: the terms are one tensor
//! with a new first dimension.

use std::collections::HashMap;

use hloom_analysis::monoid::Monoid;
use hloom_analysis::shard::States;
use hloom_analysis::shard::linear::{Linear, linear};
use hloom_analysis::split::{Access, OpIndices, Range, Role, indices};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{Add, AxisRef, Concatenate, FunctionType, Pad, Reshape, Slice};
use hloom_ir::{Literal, Module, OpId, Rewriter, Type, Value};
use hloom_passes::split::apply::build;

use crate::error::{Error, Outcome};
use crate::mesh::Sharding;
use crate::places::unalias;

/// The longest chain of linear ops that is followed to the op that makes the terms.
const LONGEST: usize = 64;

/// The terms of values; `None` of a value that is no sum of terms.
type Known = HashMap<Value, Option<Vec<Value>>>;

/// The sums of a program whose terms are known.
#[derive(Default)]
pub(crate) struct Terms {
    /// The division of the program's values among devices.
    states: Option<States>,
    /// For lists of axes, the terms along them.
    known: Vec<(Vec<AxisRef>, Known)>,
}

impl Terms {
    /// No terms are known yet of a program whose values are divided so.
    pub(crate) fn new(states: Option<States>) -> Terms {
        Terms { states, known: Vec::new() }
    }

    fn along(&mut self, axes: &[AxisRef]) -> &mut Known {
        let at = self.known.iter().position(|(known, _)| known == axes).unwrap_or_else(|| {
            self.known.push((axes.to_vec(), HashMap::new()));
            self.known.len() - 1
        });
        &mut self.known[at].1
    }

    /// Says that a value, which takes the place of another one, is the sum of these terms.
    pub(crate) fn keep(
        &mut self,
        module: &Module,
        (old, sum): (Value, Value),
        sharding: &Sharding,
        terms: Vec<Value>,
    ) {
        if let Some(states) = &mut self.states {
            states.set(sum, states.of(module, old));
        }
        self.along(sharding.unreduced()).insert(sum, Some(terms));
    }

    /// The terms of a value for devices with this sharding; ops that compute them are inserted after
    /// the value's own, or where the rewriter stands.
    ///
    /// # Errors
    /// If an op can't be built.
    pub(crate) fn of(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        value: Value,
        sharding: &Sharding,
    ) -> Outcome<Vec<Value>> {
        match self.find(rewriter, value, sharding, LONGEST)? {
            Some(terms) => Ok(terms),
            None => self.placed(rewriter, value, sharding),
        }
    }

    /// A value as a sum: each device holds its own part, or the first one the value, and zeros elsewhere.
    fn placed(
        &self,
        rewriter: &mut Rewriter<'_>,
        value: Value,
        sharding: &Sharding,
    ) -> Outcome<Vec<Value>> {
        let ty = rewriter.module().ty(value);
        let Some(states) = &self.states else { return first_holds(rewriter, value, sharding) };
        let Some(atoms) = atoms(states, sharding) else {
            return first_holds(rewriter, value, sharding);
        };
        let state = states.of(rewriter.module(), value);
        // Along the slowest axes of each dimension.
        let parts: Vec<Vec<usize>> = (state.0.iter())
            .map(|axes| axes.iter().copied().take_while(|axis| atoms.contains(axis)).collect())
            .collect();
        let others: Vec<usize> = atoms
            .iter()
            .copied()
            .filter(|axis| !parts.iter().flatten().any(|a| a == axis))
            .collect();
        let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims[..]);
        let zeros = zeros(rewriter, ty)?;
        let mut terms = Vec::new();
        for term in 0..sharding.terms() {
            let place = sharding.place_of(term);
            if states.grid.coordinate(place, &others) != 0 {
                terms.push(zeros);
                continue;
            }
            let ranges: Vec<Range> = (dims.iter().zip(&parts))
                .map(|(&n, axes)| {
                    let own = n / states.grid.parts(axes);
                    let part = states.grid.coordinate(place, axes);
                    Range::new(part * own, (part + 1) * own)
                })
                .collect();
            let own = slice(rewriter, value, &ranges)?;
            if own == value {
                terms.push(value);
                continue;
            }
            let element = Type::scalar_tensor(ty.element().ok_or_else(|| Error::bug("a tensor"))?);
            let zero = self::zeros(rewriter, element)?;
            let pad = Pad {
                edge_padding_low: ranges.iter().map(|range| range.start).collect(),
                edge_padding_high: ranges.iter().zip(dims).map(|(r, n)| n - r.end).collect(),
                interior_padding: vec![0; dims.len()].into(),
            };
            terms.push(rewriter.value(pad, &[own, zero]).map_err(Error::bug)?);
        }
        Ok(terms)
    }

    /// The terms of a value that is a sum.
    fn find(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        value: Value,
        sharding: &Sharding,
        depth: usize,
    ) -> Outcome<Option<Vec<Value>>> {
        if let Some(known) = self.along(sharding.unreduced()).get(&value) {
            return Ok(known.clone());
        }
        // The terms are known wherever the value is, in whatever region they are asked for first.
        let point = rewriter.point();
        if let Some(op) = rewriter.module().def_op(value) {
            rewriter.set_after(op);
        }
        let found = match depth {
            0 => None,
            _ => match self.contracted(rewriter, value, sharding)? {
                Some(terms) => Some(terms),
                None => self.by_linearity(rewriter, value, sharding, depth - 1)?,
            },
        };
        rewriter.set_point(point);
        self.along(sharding.unreduced()).insert(value, found.clone());
        Ok(found)
    }

    /// The terms of an op that contracts what the axes divide.
    fn contracted(
        &self,
        rewriter: &mut Rewriter<'_>,
        value: Value,
        sharding: &Sharding,
    ) -> Outcome<Option<Vec<Value>>> {
        let module = rewriter.module();
        let Some((states, op)) = self.states.as_ref().zip(module.def_op(value)) else {
            return Ok(None);
        };
        let Some(at) = module.results(op).iter().position(|v| v == value) else { return Ok(None) };
        let Some(table) = indices(module, op) else { return Ok(None) };
        let Some(axes) = axes(module, op, &table, states, sharding) else { return Ok(None) };
        let operands = module.operands(op).to_vec();
        let extents = |module: &Module, v: Value| {
            module.ty(v).as_tensor().map_or(&[][..], |tensor| &tensor.dims[..])
        };
        let mut terms = Vec::new();
        for term in 0..sharding.terms() {
            let place = sharding.place_of(term);
            let ranges: Vec<Range> = (table.indices.iter().zip(&axes))
                .map(|(index, axes)| {
                    let own = index.extent / states.grid.parts(axes);
                    let part = states.grid.coordinate(place, axes);
                    Range::new(part * own, (part + 1) * own)
                })
                .collect();
            let mut own = Vec::new();
            for (&operand, accesses) in operands.iter().zip(&table.operands) {
                let dims = extents(rewriter.module(), operand);
                own.push(slice(rewriter, operand, &OpIndices::ranges(accesses, dims, &ranges))?);
            }
            let built = build(rewriter, op, &table, &ranges, own, term == 0).map_err(Error::bug)?;
            terms.extend(built.get(at));
        }
        Ok(Some(terms))
    }

    /// The terms of an op that is linear in a sum.
    fn by_linearity(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        value: Value,
        sharding: &Sharding,
        depth: usize,
    ) -> Outcome<Option<Vec<Value>>> {
        let Some(op) = rewriter.module().def_op(value) else { return Ok(None) };
        let Some(how) = linear(rewriter.module(), op) else { return Ok(None) };
        let operands = rewriter.module().operands(op).to_vec();
        let candidates = if matches!(how, Linear::First) { &operands[..1] } else { &operands };
        let mut found = Vec::new();
        for &operand in candidates {
            found.push(self.find(rewriter, operand, sharding, depth)?);
        }
        let sums = found.iter().filter(|terms| terms.is_some()).count();
        if sums == 0 || (matches!(how, Linear::Any) && sums > 1) {
            return Ok(None);
        }
        if matches!(how, Linear::All) {
            for (terms, &operand) in found.iter_mut().zip(&operands) {
                if terms.is_none() {
                    *terms = Some(self.placed(rewriter, operand, sharding)?);
                }
            }
        }
        let mut all = Vec::new();
        for term in 0..sharding.terms() as usize {
            let copy = rewriter.clone_op(op, &mut Default::default());
            for (i, terms) in found.iter().enumerate() {
                if let Some(terms) = terms {
                    rewriter.set_operand(copy, i, terms[term]);
                }
            }
            all.push(rewriter.module().result(copy, 0));
        }
        Ok(Some(all))
    }

    /// Stacks the arguments of a function that devices hold in terms. The rest of the function takes
    /// their sums.
    ///
    /// # Errors
    /// If an op can't be built.
    pub(crate) fn stack_arguments(
        &mut self,
        module: &mut Module,
        function: OpId,
        shardings: &[Option<Sharding>],
    ) -> Outcome<()> {
        let mut func = module.func(function).clone();
        let mut inputs = func.function_type.inputs().to_vec();
        let body = module.entry(function, 0).ok_or_else(|| Error::invalid("@main has no body"))?;
        let arguments = module.args(body).to_vec();
        let mut rewriter = Rewriter::new(module);
        for ((&argument, ty), sharding) in arguments.iter().zip(&mut inputs).zip(shardings) {
            let Some(sharding) = sharding.as_ref().filter(|it| it.terms() > 1) else { continue };
            if let Some(first) = rewriter.module().first_op(body) {
                rewriter.set_before(first);
            }
            // Its uses get the sum, which is made of it.
            let own = *ty;
            let place = zeros(&mut rewriter, own)?;
            rewriter.replace_uses(argument, place);
            *ty = stacked(own, sharding.terms())?;
            rewriter.set_type(argument, *ty);
            let mut terms = Vec::new();
            let mut sum = None;
            for term in 0..sharding.terms() {
                let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims[..]);
                let mut ranges: Vec<Range> = dims.iter().map(|&n| Range::new(0, n)).collect();
                ranges[0] = Range::new(term, term + 1);
                let one = slice(&mut rewriter, argument, &ranges)?;
                let one = rewriter.value(Reshape { ty: ResultType(own) }, &[one]);
                let one = one.map_err(Error::bug)?;
                terms.push(one);
                sum = Some(match sum {
                    None => one,
                    Some(sum) => rewriter.value(Add {}, &[sum, one]).map_err(Error::bug)?,
                });
            }
            let sum = sum.ok_or_else(|| Error::bug("a sum has no terms"))?;
            rewriter.replace_uses(place, sum);
            self.keep(rewriter.module(), (argument, sum), sharding, terms);
        }
        if inputs != func.function_type.inputs() {
            let outputs = func.function_type.results();
            func.function_type = FunctionType(Type::function(&inputs, outputs));
            unalias(&mut func);
            rewriter.set_op(function, func);
        }
        Ok(())
    }

    /// Stacks the results of a function that devices hold in terms.
    ///
    /// # Errors
    /// If an op can't be built.
    pub(crate) fn stack_results(
        &mut self,
        module: &mut Module,
        function: OpId,
        shardings: &[Option<Sharding>],
    ) -> Outcome<()> {
        let mut func = module.func(function).clone();
        let mut outputs = func.function_type.results().to_vec();
        let end = module.entry(function, 0).and_then(|body| module.terminator(body));
        let end = end.ok_or_else(|| Error::invalid("@main has no body"))?;
        let mut rewriter = Rewriter::new(module);
        for (i, (ty, sharding)) in outputs.iter_mut().zip(shardings).enumerate() {
            let Some(sharding) = sharding.as_ref().filter(|it| it.terms() > 1) else { continue };
            rewriter.set_before(end);
            let value = rewriter.module().operand(end, i);
            let mut rows = Vec::new();
            let row = stacked(*ty, 1)?;
            for term in self.of(&mut rewriter, value, sharding)? {
                let row = rewriter.value(Reshape { ty: ResultType(row) }, &[term]);
                rows.push(row.map_err(Error::bug)?);
            }
            let all = rewriter.value(Concatenate { dimension: 0 }, &rows).map_err(Error::bug)?;
            *ty = stacked(*ty, sharding.terms())?;
            rewriter.set_operand(end, i, all);
        }
        if outputs != func.function_type.results() {
            let inputs = func.function_type.inputs();
            func.function_type = FunctionType(Type::function(inputs, &outputs));
            unalias(&mut func);
            rewriter.set_op(function, func);
        }
        Ok(())
    }
}

/// The type of `count` terms of a type.
fn stacked(ty: Type, count: i64) -> Outcome<Type> {
    let tensor = ty.as_tensor().ok_or_else(|| Error::invalid(format!("{ty} is not a tensor")))?;
    let dims: Vec<i64> = std::iter::once(count).chain(tensor.dims.iter().copied()).collect();
    Ok(Type::tensor(&dims, tensor.element))
}

/// The atoms along which devices hold terms.
fn atoms(states: &States, sharding: &Sharding) -> Option<Vec<usize>> {
    let each = sharding.unreduced().iter().map(|axis| states.grid.atoms_of(axis));
    Some(each.collect::<Result<Vec<_>, _>>().ok()?.concat())
}

/// The atoms that divide each index of an op, if the op contracts along all axes of a sum, and along no
/// others.
fn axes(
    module: &Module,
    op: OpId,
    table: &OpIndices,
    states: &States,
    sharding: &Sharding,
) -> Option<Vec<Vec<usize>>> {
    if table.combine.is_empty() || table.combine.iter().any(|&it| it != Monoid::Add) {
        return None;
    }
    let wanted = atoms(states, sharding)?;
    let mut used = Vec::new();
    let mut all = Vec::new();
    for (i, index) in table.indices.iter().enumerate() {
        let mut own: Vec<usize> = Vec::new();
        if index.role == Role::Combined {
            for (&operand, accesses) in module.operands(op).iter().zip(&table.operands) {
                let state = states.of(module, operand);
                for (access, atoms) in accesses.iter().zip(&state.0) {
                    let directly = matches!(*access, Access::Direct { index, .. } if index == i);
                    if directly && own.is_empty() {
                        own.clone_from(atoms);
                    }
                }
            }
            let parts = states.grid.parts(&own);
            if own.iter().any(|atom| !wanted.contains(atom)) || index.extent % parts != 0 {
                return None;
            }
        }
        used.extend_from_slice(&own);
        all.push(own);
    }
    used.sort_unstable();
    let mut sorted = wanted;
    sorted.sort_unstable();
    (used == sorted && !used.is_empty()).then_some(all)
}

/// A value as a sum: the first device holds it, and the others hold zeros.
fn first_holds(
    rewriter: &mut Rewriter<'_>,
    value: Value,
    sharding: &Sharding,
) -> Outcome<Vec<Value>> {
    let ty = rewriter.module().ty(value);
    let zeros = zeros(rewriter, ty)?;
    let others = std::iter::repeat_n(zeros, sharding.terms() as usize - 1);
    Ok(std::iter::once(value).chain(others).collect())
}

fn zeros(rewriter: &mut Rewriter<'_>, ty: Type) -> Outcome<Value> {
    let zeros = Literal::zeros(ty).map_err(|e| Error::memory(e.to_string()))?;
    Ok(rewriter.constant(zeros))
}

fn slice(rewriter: &mut Rewriter<'_>, value: Value, ranges: &[Range]) -> Outcome<Value> {
    let tensor = rewriter.module().ty(value).as_tensor();
    let dims = tensor.map_or(&[][..], |tensor| &tensor.dims[..]);
    if ranges.iter().zip(dims).all(|(range, &n)| range.len() == n) {
        return Ok(value);
    }
    let slice = Slice {
        start_indices: ranges.iter().map(|range| range.start).collect(),
        limit_indices: ranges.iter().map(|range| range.end).collect(),
        strides: vec![1; ranges.len()].into(),
    };
    rewriter.value(slice, &[value]).map_err(Error::bug)
}

#[cfg(test)]
mod tests;
