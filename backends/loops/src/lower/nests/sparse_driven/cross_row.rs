//! Sums over the outer dimension, or both: partial results of chunks, which are put
//! together in order at the end.

use super::super::rows::neutral;
use super::super::{Materialized, tensor_of};
use super::{Maker, Memory};
use crate::index::{Index, Var};
use crate::lower::Unsupported;
use crate::nest::{Combiner, Node, Output, Reduction};
use hloom_ir::OpId;

fn var(n: usize) -> Index {
    Index::var(Var(n as u32))
}

impl Maker<'_, '_> {
    /// A sum over the outer dimension, or both.
    pub(super) fn cross_row_reduction(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.cx.module;
        let v = module.result(op, 0);
        let (by, element) = self.combination(op)?;
        let shape = tensor_of(module, self.cx.subject, v)?.dims.clone();
        let nothing = neutral(by, element)
            .ok_or_else(|| self.cx.unsupported("there is nothing to begin combining with"))?;
        let chunks = self.nests.chunks;
        let mut partial = self.cx.tensor(v);
        partial.element = element;
        partial.shape.insert(0, chunks);
        let number = self.nests.partial.len();
        self.nests.partial.push(partial.clone());
        let memory = Memory::Partial(number);
        // The initial values of chunks.
        let all: Vec<i64> = partial.shape.iter().map(|&n| n as i64).collect();
        let place = self.cx.coords(&all);
        let node = self.cx.body.add(Node::Constant(nothing), element);
        let nest = self.finish(None, vec![(Output::at(partial.clone(), place, node), memory)]);
        self.nests.clear.push(nest);
        let in_chunk = Materialized { tensor: partial.clone(), instead: (0, vec![var(3)]) };
        if shape.is_empty() {
            // One number: summed for a row first.
            let (row, sum) = self.row(v, 0, element);
            let row = Memory::Row(row);
            self.begin();
            let node = self.cx.body.add(Node::Constant(nothing), element);
            let place = vec![Index::constant(0)];
            let output = Output::at(sum.tensor.clone(), place, node);
            let nest = self.finish(None, vec![(output, row)]);
            self.push(|phase| &mut phase.before, nest);
            self.keep(v, sum.clone(), row);
            self.begin();
            let (place, new) = self.contribution(op, element)?;
            self.combine(v, &place, new, by, element, &sum.tensor, row)?;
            self.missing_entries(v, &[], by, element, &sum.tensor, row)?;
            self.begin();
            let of_row = self.at(v, Vec::new())?;
            self.keep(v, in_chunk, memory);
            // Both are the same value, in two places.
            let input = self.cx.inputs.len() as u32;
            self.cx.inputs.push(v);
            let so_far = self.cx.body.load(input, element, vec![var(3)], Vec::new());
            let both = self.cx.body.op(by, element, &[so_far, of_row]);
            let output = Output::at(partial.clone(), vec![var(3)], both);
            let mut nest = self.finish(None, vec![(output, memory)]);
            nest.inputs = vec![row, memory];
            nest.nest.inputs = vec![sum.tensor, partial.clone()];
            self.push(|phase| &mut phase.after, nest);
        } else {
            self.keep(v, in_chunk, memory);
            self.begin();
            let (place, new) = self.contribution(op, element)?;
            let old = self.at(v, place.clone())?;
            let both = self.cx.body.op(by, element, &[old, new]);
            let place = std::iter::once(var(3)).chain(place).collect();
            let nest = self.finish(None, vec![(Output::at(partial.clone(), place, both), memory)]);
            self.push(|phase| &mut phase.entries, nest);
        }
        // All chunks together.
        self.keep(v, Materialized { tensor: partial, instead: (0, Vec::new()) }, memory);
        let inner = self.cx.coords(&shape);
        let chunk = Index::var(Var(self.cx.dim(chunks as i64, true)));
        let place: Vec<Index> = std::iter::once(chunk).chain(inner.iter().cloned()).collect();
        let value = self.at(v, place)?;
        let start = self.begin_with(op, element)?;
        let reduced = self.cx.body.add(Node::Reduced(0), element);
        let element = tensor_of(module, self.cx.subject, v)?.element;
        let node = self.cx.body.convert(reduced, element);
        let reduction = Reduction {
            values: vec![value],
            initial: vec![start],
            combiner: Combiner::Each(vec![by]),
            contract: None,
        };
        let mut outputs = Vec::new();
        for result in self.results_of(v) {
            let tensor = self.cx.tensor(result);
            outputs.push((Output::at(tensor, inner.clone(), node), Memory::Outside(result)));
        }
        let nest = self.finish(Some(reduction), outputs);
        self.nests.last.push(nest);
        self.forget(v);
        Ok(())
    }
}
