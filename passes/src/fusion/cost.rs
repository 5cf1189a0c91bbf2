//! The estimated time of a candidate operator.

use super::candidate::{FusionCandidate, Space};
use super::class::Class;
use super::graph::Source;
use super::kind::TemplateKind;
use super::sparse::drive;
use smallvec::SmallVec;

/// The slowdown of elementary functions next to a product or a scatter. The accumulators of a
/// register tile leave few registers; scatters may run element by element.
const SCARCE: f64 = 4.0;

impl Space<'_> {
    /// The estimated time in seconds: the smaller of the dense one and the sparse-driven one.
    pub fn cost(&self, cover: &FusionCandidate) -> f64 {
        let dense = self.dense_cost(cover);
        drive(self, cover).map_or(dense, |it| it.seconds.min(dense))
    }

    /// The estimated time in seconds on dense inputs.
    pub fn dense_cost(&self, cover: &FusionCandidate) -> f64 {
        let graph = self.graph;
        let rows = matches!(cover.kind, Some(TemplateKind::Row | TemplateKind::Outer));
        let mut compute = 0.0;
        for m in &cover.members {
            let node = &graph.nodes[m.node];
            let mut times = m.times;
            if matches!(cover.kind, Some(TemplateKind::Dot | TemplateKind::Scatter))
                && node.expensive
            {
                times *= SCARCE;
            }
            // Updates are applied in order, by one thread.
            if cover.kind == Some(TemplateKind::Scatter) && node.class != Class::Scatter {
                times *= self.machine.threads.max(1.0);
            }
            let (mut alone, by_rows) = self.compute[m.node];
            if cover.kind == Some(TemplateKind::Attention) && node.class == Class::Dot {
                alone /= self.machine.chains;
            }
            compute += if rows { by_rows } else { alone } * times;
        }
        // Of each tensor, the largest read by any member.
        let mut most: SmallVec<[f64; 8]> = SmallVec::new();
        self.places.forget();
        for m in &cover.members {
            let operands = graph.nodes[m.node].operands.iter().zip(&m.fused).enumerate();
            for (position, (o, _)) in operands.filter(|(_, (_, fused))| !**fused) {
                let at = match o.source {
                    Source::Node(n) => n,
                    Source::Input(n) => graph.nodes.len() + n,
                    Source::Free => continue,
                };
                let bytes = self.read_by(m.node, position);
                match self.places.get(at) {
                    Some(known) => most[known] = most[known].max(bytes),
                    None => {
                        self.places.note(at, most.len());
                        most.push(bytes);
                    }
                }
            }
        }
        let mut read: f64 = most.into_iter().map(|bytes| self.machine.reading(bytes)).sum();
        if let (Some(TemplateKind::Attention), Some(number)) =
            (cover.kind, graph.chain_of(cover.root()))
        {
            read += graph.chains[number as usize].again / self.machine.cache_read;
        }
        let write = self.machine.writing(graph.nodes[cover.root()].bytes);
        self.machine.launch + write + f64::max(read, compute)
    }
}
