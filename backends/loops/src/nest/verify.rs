//! Verifies nests: coordinates in range and matching types.

use super::{Body, Combiner, Condition, Nest, Node, NodeId, ScalarOp};
use crate::index::{Index, Range, Var};
use hloom_ir::Element;

/// An error in a nest: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nest \"{nest}\": {problem}")]
pub struct InvalidNest {
    /// The nest's name.
    pub nest: String,
    /// The sentence.
    pub problem: String,
}

impl Nest {
    /// Verifies the nest: every access is proved in range, operands precede users, and outputs
    /// depend on reducing dimensions only through the reduction.
    ///
    /// # Errors
    /// The first error.
    pub fn verify(&self) -> Result<(), InvalidNest> {
        self.check().map_err(|problem| InvalidNest { nest: self.name.clone(), problem })
    }

    fn check(&self) -> Result<(), String> {
        let reducing = self.dims.iter().any(|d| d.reducing);
        if reducing != self.reduction.is_some() {
            return Err("reducing dimensions and a reduction belong together".to_owned());
        }
        for id in self.body.ids() {
            self.node(id)?;
        }
        if let Some(reduction) = &self.reduction {
            let n = reduction.values.len();
            let counts = (reduction.initial.len(), reduction.combiner.results());
            if counts != (n, n) || n == 0 {
                return Err(format!(
                    "a reduction of {n} values with {counts:?} beginnings and ends"
                ));
            }
            match &reduction.combiner {
                Combiner::Body(body, _) => check_combiner(body, 2 * n)?,
                Combiner::Each(ops) => {
                    let fits = |(op, v): (&ScalarOp, &NodeId)| op.is_monoid(self.body.element(*v));
                    if !ops.iter().zip(&reduction.values).all(fits) {
                        return Err("partial results can't be put together in any order".to_owned());
                    }
                }
            }
        }
        let (_, after) = self.needed();
        for id in self.body.ids().filter(|id| after[id.0 as usize]) {
            if self.depends_on_reducing(id) {
                return Err(format!("%{} is needed outside the reduction it depends on", id.0));
            }
        }
        for output in &self.outputs {
            let tensor = &output.tensor;
            if output.start.is_some_and(|n| self.body.element(n) != Element::I64)
                || output.when.is_some_and(|n| self.body.element(n) != Element::I1)
            {
                return Err(format!("output {} goes to no place", tensor.name));
            }
            if output.start.is_some() {
                if output.coords.len() != tensor.shape.len() {
                    return Err(format!("output {} has another rank", tensor.name));
                }
                continue;
            }
            if self.body.element(output.value) != tensor.element {
                return Err(format!("output {} has another element type", tensor.name));
            }
            self.in_range(&output.coords, &tensor.shape, &[], &tensor.name)?;
        }
        Ok(())
    }

    fn depends_on_reducing(&self, id: NodeId) -> bool {
        let reducing = |index: &Index| {
            let mut found = false;
            index.each_var(&mut |v| found |= self.dims[v.0 as usize].reducing);
            found
        };
        match self.body.node(id) {
            Node::Index(index) => reducing(index),
            Node::Holds(conditions) => conditions.iter().any(|c| reducing(&c.index)),
            Node::Load { coords, guard, .. } => {
                coords.iter().any(reducing) || guard.iter().any(|c| reducing(&c.index))
            }
            Node::Lookup { coords, .. } => coords.iter().any(reducing),
            Node::Constant(_) | Node::Op(..) | Node::Reduced(_) | Node::Parameter(_) => false,
        }
    }

    fn node(&self, id: NodeId) -> Result<(), String> {
        match self.body.node(id) {
            Node::Load { input, coords, guard } => {
                let tensor = self
                    .inputs
                    .get(*input as usize)
                    .ok_or_else(|| format!("%{} loads from no input", id.0))?;
                self.in_range(coords, &tensor.shape, guard, &tensor.name)
            }
            Node::Lookup { input, coords, start } => {
                let tensor = self.inputs.get(*input as usize);
                let fits = tensor.is_some_and(|t| t.shape.len() == coords.len());
                if !fits || start.0 >= id.0 || self.body.element(*start) != Element::I64 {
                    return Err(format!("%{} looks up no element of an input", id.0));
                }
                Ok(())
            }
            Node::Op(op, operands) => {
                if operands.len() != op.arity() || operands.iter().any(|o| o.0 >= id.0) {
                    return Err(format!("%{} has wrong operands", id.0));
                }
                Ok(())
            }
            Node::Reduced(n) => {
                let count = self.reduction.as_ref().map_or(0, |r| r.values.len());
                if *n as usize >= count {
                    return Err(format!("%{} is a result of no reduction", id.0));
                }
                Ok(())
            }
            Node::Parameter(_) => Err(format!("%{} is a parameter outside a combiner", id.0)),
            Node::Constant(_) | Node::Index(_) | Node::Holds(_) => Ok(()),
        }
    }

    fn in_range(
        &self,
        coords: &[Index],
        shape: &[u64],
        guard: &[Condition],
        name: &str,
    ) -> Result<(), String> {
        if coords.len() != shape.len() {
            return Err(format!("{} coordinates for {name} of rank {}", coords.len(), shape.len()));
        }
        // With a dimension of extent 0, nothing is accessed.
        if self.parallel_points() == 0 || self.points() == 0 {
            return Ok(());
        }
        for (coord, extent) in coords.iter().zip(shape) {
            let range = self.guarded_range(coord, guard);
            if !Range::extent(*extent).contains(range) || *extent == 0 {
                return Err(format!(
                    "coordinate {coord} of {name} may be {} to {}, outside 0 to {extent} - 1",
                    range.low, range.high
                ));
            }
        }
        Ok(())
    }

    /// The range of an index expression under conditions.
    pub(crate) fn guarded_range(&self, index: &Index, guard: &[Condition]) -> Range {
        // A condition on a dimension bounds all that is computed of it.
        let known = |v: Var| {
            guard.iter().fold(self.range(v), |range, c| {
                let shift = Index::var(v) - c.index.clone();
                let part = shift.as_constant().map_or(range, |by| within(range, c, by));
                if part.low <= part.high { part } else { range }
            })
        };
        let free = index.range(&known);
        // A condition may be about this expression, or about a multiple of it (dilation: e mod n =
        // 0 does not restrict the range).
        guard.iter().fold(free, |range, c| {
            let shift = index.clone() - c.index.clone();
            match shift.as_constant() {
                Some(by) => within(range, c, by),
                None => divided(index, c, range),
            }
        })
    }
}

/// The part of a range in which a condition on what is so much less holds.
fn within(range: Range, condition: &Condition, by: i64) -> Range {
    Range {
        low: range.low.max(condition.low.saturating_add(by)),
        high: range.high.min(condition.high.saturating_sub(1).saturating_add(by)),
    }
}

/// The range of `index = (e + c) floordiv n` with bounds on `e`.
fn divided(index: &Index, condition: &Condition, range: Range) -> Range {
    use crate::index::Atom;
    let [(Atom::FloorDiv(inner, by), 1)] = index.terms() else { return range };
    let Some(shift) = (inner.clone() - condition.index.clone()).as_constant() else { return range };
    let bound = |x: i64| x.saturating_add(shift).div_euclid(*by) + index.offset();
    Range {
        low: range.low.max(bound(condition.low)),
        high: range.high.min(bound(condition.high.saturating_sub(1))),
    }
}

fn check_combiner(body: &Body, parameters: usize) -> Result<(), String> {
    for id in body.ids() {
        match body.node(id) {
            Node::Constant(_) => {}
            Node::Parameter(n) if (*n as usize) < parameters => {}
            Node::Op(op, operands)
                if operands.len() == op.arity() && operands.iter().all(|o| o.0 < id.0) => {}
            _ => return Err(format!("the combiner's %{} can't stand there", id.0)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::text::parse_nests;

    /// A pad of a reshape, from the gradient of a convolutional network: the row is in range only
    /// because the conditions bound the dimensions that it is computed of.
    #[test]
    fn conditions_on_dimensions_bound_what_is_computed_of_them() {
        let nest = |row: &str| {
            format!(
                "nest \"pad\" {{
  parallel i0 : 32, i1 : 11, i2 : 11, i3 : 16
  input @x : f32[32, 400]
  %0 : f32 = load @x[i0 + (((i1 + 1) floordiv 2)*5 + (i2 + 1) floordiv 2 + 19) floordiv 25 - 1, i3 + ((((i1 + 1) floordiv 2)*5 + (i2 + 1) floordiv 2 + 19) mod 25)*16] where 0 <= {row} < 9, 0 <= i2 - 1 < 9, 0 <= (i1 + 1) mod 2 < 1, 0 <= (i2 + 1) mod 2 < 1
  output @y : f32[32, 11, 11, 16] at [i0, i1, i2, i3] = %0
}}
"
            )
        };
        let parsed = parse_nests(&nest("i1 - 1")).unwrap();
        parsed[0].verify().unwrap();
        assert_eq!(parsed[0].to_string(), nest("i1 - 1"));
        let wide = parse_nests(&nest("i1")).unwrap()[0].verify().unwrap_err();
        assert!(wide.to_string().contains("outside 0 to 32 - 1"), "{wide}");
    }
}
