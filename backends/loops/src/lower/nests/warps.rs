//! Rows on a GPU: operands that several nests read are copied to shared memory once.

use super::element::Elements;
use super::row_threads::RESERVED;
use super::rows::{Frame, StageNest, Stages};
use super::{Lowered, Lowering, tensor_of};
use crate::index::Index;
use crate::lower::Unsupported;
use crate::nest::{Node, Output};
use hloom_ir::Value;

impl Frame {
    /// Operands of which several nests read a row are read from memory once: a nest of
    /// its own, ahead of all others, copies the row to where the others find it. As far
    /// as there are so many bytes for that.
    pub(super) fn keep_operands(
        &self,
        cx: &mut Lowering<'_>,
        room: u64,
        stages: &mut Stages,
    ) -> Result<(), Unsupported> {
        let Some(block) = cx.block else { return Ok(()) };
        let used: u64 = stages.tiles.iter().map(|(_, t)| t.bytes().next_multiple_of(64)).sum();
        let mut room = room.saturating_sub(used + RESERVED);
        let mut copies = Vec::new();
        for &inside in cx.module.args(block) {
            let Some(&outer) = cx.args.get(&inside) else { continue };
            let again = stages.nests.iter().filter(|stage| stage.inputs.contains(&outer));
            if again.clone().count() < 2 || !again.clone().all(|stage| self.reads(stage, outer)) {
                continue;
            }
            self.begin(cx);
            let shape = tensor_of(cx.module, cx.subject, outer)?.dims.clone();
            let p = self.lead.len();
            if shape.len() <= p {
                cx.dims.clear();
                continue;
            }
            let inner = cx.coords(&shape[p..]);
            let mut tensor = cx.tensor(outer);
            tensor.shape.drain(..p);
            tensor.shape.insert(0, self.tile);
            if tensor.bytes().next_multiple_of(64) > room {
                cx.dims.clear();
                continue;
            }
            room -= tensor.bytes().next_multiple_of(64);
            let coords: Vec<Index> = self.lead.iter().chain(&inner).cloned().collect();
            let element = Elements::new(cx).at(inside, coords, &[])?;
            let place = std::iter::once(self.local.clone()).chain(inner).collect();
            let outputs = vec![Output::at(tensor.clone(), place, element)];
            cx.name_part(outer, ".copy");
            let Lowered { nest, inputs } = cx.finish(None, outputs);
            copies.push(StageNest { nest, inputs, outputs: vec![inside] });
            for stage in &mut stages.nests {
                let Some(input) = stage.inputs.iter().position(|v| *v == outer) else { continue };
                stage.inputs[input] = inside;
                stage.nest.inputs[input] = tensor.clone();
                let body = std::mem::take(&mut stage.nest.body);
                stage.nest.body = body.with_coords(input as u32, &|coords| {
                    std::iter::once(&self.local).chain(&coords[p..]).cloned().collect()
                });
            }
            stages.tiles.push((inside, tensor));
        }
        stages.nests.splice(..0, copies);
        Ok(())
    }

    /// Whether a nest reads nothing of an input but the row where it stands.
    fn reads(&self, stage: &StageNest, v: Value) -> bool {
        let input = stage.inputs.iter().position(|i| *i == v);
        stage.nest.body.ids().all(|id| match stage.nest.body.node(id) {
            Node::Load { input: read, coords, .. } if Some(*read as usize) == input => {
                coords.get(..self.lead.len()) == Some(&self.lead[..])
            }
            Node::Lookup { input: read, .. } => Some(*read as usize) != input,
            _ => true,
        })
    }
}
