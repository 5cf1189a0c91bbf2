//! Recordings: the steps of a run as a CUDA graph, whose loops and branches the GPU decides.
//!
//! A loop is a conditional node, whose body is a graph of its own; a condition is a number
//! that a kernel sets and the node looks at, ahead of each round of a loop:
//!
//! ```text
//! While t { B }               set(c, t) → [while c: B → set(c, t)]
//! If t { A } else { B }       set(c, d, t) → [if c: A] and [if d: B]
//! ```
//!
//! The kernel `set` of `condition.ptx` looks at the bytes of the test. No condition relies on
//! a default: that would be assigned once, when the whole graph is started
//! (`CU_GRAPH_COND_ASSIGN_DEFAULT`), and not when a loop inside of another one begins anew. So
//! each is set just ahead of its node, in the same graph, and again at the end of each round.
//! A branch with two sides is two nodes, since a node with two graphs is known only from
//! CUDA 12.8 on; both conditions are set before either, for the first side may write where
//! the test looked. No body is empty, which drivers before 12.8 can't do.
//!
//! A node is behind those before it with which it shares memory that one of them writes
//! ([`Order`]), and nothing else; so what does not depend on one another may run at once. That
//! is by pieces of memory and not by buffers, of which two may lie in the same place.
//!
//! Bodies may hold kernels, copies on the device, and nodes like these: of what a run asks of
//! the device there is nothing else.
//!
//! A loop that never ends never comes back to the host, as one on the host never does; what
//! ends both is the end of the process, whose work the driver takes from the GPU between two
//! of its short kernels.
//!
//! Sources: CUDA driver API, "Graph Management" (`cuGraphConditionalHandleCreate`,
//! `cuGraphAddNode`) and `CUDA_CONDITIONAL_NODE_PARAMS`; CUDA C++ Programming Guide,
//! "Conditional Graph Nodes"; `cuda.h` of CUDA 12.8: node type 13 (`CONDITIONAL`), kinds 0
//! (`IF`) and 1 (`WHILE`), a handle of 64 bits. XLA builds its command buffers so; that
//! empty bodies need 12.8 is from there (`cuda_command_buffer.cc`).

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::ops::Range;

use super::api::{Condition, ConditionalKind, Handle, Parameter, Threads};
use super::loaded::Loaded;
use crate::Error;
use crate::graph_step::{GraphStep, Test};
use crate::launch::Touched;

/// The kernel that sets conditions, as PTX.
///
/// `cudaGraphSetConditional` is a function of the driver's own. It is resolved where the
/// driver makes machine code of PTX and loads that, which is how XLA's kernels for the same
/// come to it; so the text is handed over as it is, and not linked ahead as programs are.
/// (`ptxas` of CUDA 12.9 knows the name too, and leaves it open in a file that is ready to be
/// loaded; any other function without a body it refuses.) PTX 6.3 for `sm_75` serves every
/// target.
pub(super) const SET_CONDITION: &str = concat!(include_str!("condition.ptx"), "\0");

/// Which nodes of a graph have to be done before the next one: for each piece of memory, who
/// wrote it last, and who read it since.
#[derive(Default)]
struct Order {
    /// Pieces that don't overlap, by their beginnings.
    pieces: BTreeMap<u64, Piece>,
}

#[derive(Clone, Default)]
struct Piece {
    end: u64,
    writers: Vec<Handle>,
    readers: Vec<Handle>,
}

impl Order {
    /// The nodes behind which one is that touches this.
    fn behind(&self, touched: &Touched) -> Vec<Handle> {
        let mut all: Vec<Handle> = Vec::new();
        for (range, writes) in both(touched) {
            for piece in self.within(range) {
                all.extend(&piece.writers);
                if writes {
                    all.extend(&piece.readers);
                }
            }
        }
        all.sort_unstable_by_key(|node| node.0);
        all.dedup();
        all
    }

    /// The pieces that a range has a part of.
    fn within(&self, range: &Range<u64>) -> impl Iterator<Item = &Piece> {
        let before = self.pieces.range(..range.start).next_back();
        let before = before.map(|(_, piece)| piece).filter(|piece| piece.end > range.start);
        let range = range.start..range.end.max(range.start);
        before.into_iter().chain(self.pieces.range(range).map(|(_, piece)| piece))
    }

    /// Notes the nodes of a step that touches this.
    fn done(&mut self, touched: &Touched, nodes: &[Handle]) {
        // Reads first: of what is written too, only the write counts.
        for (range, writes) in both(touched) {
            self.split(range.start);
            self.split(range.end);
            let mut at = range.start;
            while at < range.end {
                let next = self.pieces.range(at..range.end).next().map(|(start, _)| *start);
                if next != Some(at) {
                    // A gap, of which nothing is known.
                    let end = next.unwrap_or(range.end);
                    self.pieces.insert(at, Piece { end, ..Piece::default() });
                }
                let Some(piece) = self.pieces.get_mut(&at) else { return };
                if writes {
                    piece.writers = nodes.to_vec();
                    piece.readers.clear();
                } else {
                    piece.readers.extend(nodes);
                }
                at = piece.end;
            }
        }
    }

    /// Makes two of the piece that an address is in the middle of.
    fn split(&mut self, at: u64) {
        if let Some((_, piece)) = self.pieces.range_mut(..at).next_back()
            && piece.end > at
        {
            let behind = piece.clone();
            piece.end = at;
            self.pieces.insert(at, behind);
        }
    }
}

/// The touched ranges, and whether they are written: first those that are read.
fn both(touched: &Touched) -> impl Iterator<Item = (&Range<u64>, bool)> {
    let reads = touched.reads.iter().map(|range| (range, false));
    reads.chain(touched.writes.iter().map(|range| (range, true)))
}

fn what() -> String {
    "recording kernels".to_owned()
}

impl Loaded {
    /// The steps of a run, ready to be started as a whole.
    ///
    /// # Errors
    /// The driver refuses any of it; nothing is left then.
    pub(super) fn made_ready(&mut self, steps: &[GraphStep]) -> Result<Handle, Error> {
        let graph = self.ask(what, |api| api.graph())?;
        let made = self.add(graph, steps);
        let made = made.and_then(|_| self.ask(what, |api| api.instantiate(graph)));
        let ended = self.ask(what, |api| api.end_graph(graph));
        match (made, ended) {
            (Ok(ready), Err(error)) => {
                // The first error is the one to tell.
                let _ = self.ask(what, |api| api.end_ready(ready));
                Err(error)
            }
            (made, _) => made,
        }
    }

    /// Adds steps to a graph.
    fn add(&mut self, graph: Handle, steps: &[GraphStep]) -> Result<Order, Error> {
        let mut order = Order::default();
        for step in steps {
            let touched = step.touched();
            let behind = order.behind(&touched);
            let nodes =
                match step {
                    GraphStep::Launch(launch) => {
                        let (function, threads, parameters) = self.launch_params(launch)?;
                        vec![self.ask(what, |api| {
                            api.add_launch(graph, &behind, function, threads, &parameters)
                        })?]
                    }
                    GraphStep::Copy { to, from, bytes } => {
                        let context = self.context;
                        let size = usize::try_from(*bytes).unwrap_or(usize::MAX);
                        vec![self.ask(what, |api| {
                            api.add_copy(graph, &behind, *to, *from, size, context)
                        })?]
                    }
                    GraphStep::While { test, body } => {
                        let condition = self.condition(graph)?;
                        let set = self.set(graph, &behind, test, condition, None)?;
                        let (node, inner) =
                            self.conditional(graph, set, condition, ConditionalKind::While)?;
                        let behind = self.add(inner, body)?.behind(&test.touched());
                        self.set(inner, &behind, test, condition, None)?;
                        vec![node]
                    }
                    GraphStep::If { test, then, otherwise } => {
                        self.branch(graph, &behind, test, then, otherwise)?
                    }
                };
            order.done(&touched, &nodes);
        }
        Ok(order)
    }

    /// Adds a branch; the nodes behind which it is done, of which one does nothing.
    fn branch(
        &mut self,
        graph: Handle,
        behind: &[Handle],
        test: &Test,
        then: &[GraphStep],
        otherwise: &[GraphStep],
    ) -> Result<Vec<Handle>, Error> {
        let inverse = Test { equal: !test.equal, ..*test };
        let (test, sides) = match (then, otherwise) {
            ([], only) => (&inverse, vec![only]),
            (only, []) => (test, vec![only]),
            (then, otherwise) => (test, vec![then, otherwise]),
        };
        let conditions = sides.iter().map(|_| self.condition(graph));
        let conditions = conditions.collect::<Result<Vec<Condition>, Error>>()?;
        let set = self.set(graph, behind, test, conditions[0], conditions.get(1).copied())?;
        let mut nodes = Vec::new();
        for (side, condition) in sides.into_iter().zip(conditions) {
            let (node, inner) = self.conditional(graph, set, condition, ConditionalKind::If)?;
            self.add(inner, side)?;
            nodes.push(node);
        }
        Ok(nodes)
    }

    fn condition(&mut self, graph: Handle) -> Result<Condition, Error> {
        let context = self.context;
        self.ask(what, |api| api.condition(graph, context))
    }

    fn conditional(
        &mut self,
        graph: Handle,
        behind: Handle,
        condition: Condition,
        kind: ConditionalKind,
    ) -> Result<(Handle, Handle), Error> {
        let context = self.context;
        self.ask(what, |api| api.add_conditional(graph, &[behind], condition, kind, context))
    }

    /// Adds the kernel that sets a condition by a test, and another one to the opposite.
    fn set(
        &mut self,
        graph: Handle,
        behind: &[Handle],
        test: &Test,
        then: Condition,
        otherwise: Option<Condition>,
    ) -> Result<Handle, Error> {
        let function = self.setter()?;
        let sides = 1 + u64::from(otherwise.is_some());
        let words = [
            test.address,
            test.bytes.into(),
            test.value,
            test.equal.into(),
            test.intact.unwrap_or(0),
            sides,
            then.0,
            otherwise.map_or(0, |it| it.0),
        ];
        let parameters = words.map(Parameter::Word);
        let threads = Threads { grid: [1; 3], block: [1; 3], shared: 0 };
        self.ask(what, |api| api.add_launch(graph, behind, function, threads, &parameters))
    }

    /// The kernel that sets conditions.
    fn setter(&mut self) -> Result<Handle, Error> {
        if let Some((_, Some(function))) = self.conditions {
            return Ok(function);
        }
        let refused =
            || Error::Device { what: what(), why: "the text of conditions is none".to_owned() };
        let text = CStr::from_bytes_with_nul(SET_CONDITION.as_bytes()).map_err(|_| refused())?;
        let module = match self.conditions {
            Some((module, _)) => module,
            None => self.ask(what, |api| api.load_text(text))?,
        };
        self.conditions = Some((module, None));
        let function = self.ask(what, |api| api.function(module, c"set_condition"))?;
        self.conditions = Some((module, Some(function)));
        Ok(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random: Knuth's generator of 64 bits.
    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 33) % below
    }

    #[test]
    fn what_shares_memory_is_in_order_and_nothing_else() {
        let mut state = 7;
        let mut pieces = |most: u64| {
            let count = random(&mut state, most + 1);
            let piece = |_| {
                let start = random(&mut state, 60);
                start..start + random(&mut state, 9)
            };
            (0..count).map(piece).collect::<Vec<_>>()
        };
        let steps: Vec<Touched> =
            (0..300).map(|_| Touched { reads: pieces(2), writes: pieces(1) }).collect();
        let meet = |a: &[Range<u64>], b: &[Range<u64>]| {
            a.iter().any(|a| b.iter().any(|b| a.start.max(b.start) < a.end.min(b.end)))
        };
        let share = |a: &Touched, b: &Touched| {
            meet(&a.writes, &b.writes) || meet(&a.writes, &b.reads) || meet(&a.reads, &b.writes)
        };
        let mut order = Order::default();
        // Which steps are before each, by any way.
        let mut before: Vec<Vec<bool>> = Vec::new();
        let mut edges = 0;
        for (number, step) in steps.iter().enumerate() {
            let mut mine = vec![false; number];
            for node in order.behind(step) {
                assert!(share(&steps[node.0], step), "{} has no reason", node.0);
                edges += 1;
                mine[node.0] = true;
                for (far, is) in before[node.0].iter().enumerate() {
                    mine[far] |= is;
                }
            }
            for (earlier, is) in mine.iter().enumerate() {
                assert!(*is || !share(&steps[earlier], step), "{earlier} and {number}");
            }
            before.push(mine);
            order.done(step, &[Handle(number)]);
        }
        assert!(edges > 300, "{edges}");
    }
}
