//! Graphs of the driver for tests.
//!
//! It refuses what NVIDIA's does by its documents: nodes behind such of other graphs, a
//! condition for a second node or for one of a graph that is not in its own, a graph that is
//! made ready with a condition without a node, or is inside of a node. Drivers that don't
//! have conditions yet have no such functions either, so calling one is a mistake of the
//! caller's. The initial value of a condition is unspecified, so a node that comes to one that
//! nobody set is a failure. Nodes that are ready run in the order that is least like
//! the one in which they were added; and two of which neither is behind the other must not
//! touch the same memory if one of them writes there, by what the emulator saw of their
//! kernels, which is a failure here where it would be a race.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{State, Thing, Work, invalid, refusal};
use crate::driver::api::{Answer, Condition, ConditionalKind, Handle, Refusal};
use crate::launch::Touched;

/// The CUDA that first had conditions.
pub(super) const CONDITIONS: i32 = 12030;

/// The CUDA from which on bodies may be empty.
const EMPTY: i32 = 12080;

/// Rounds of a loop at most: more are taken for one that never ends.
const MOST_ITERATIONS: usize = 1 << 16;

/// A graph that grows.
#[derive(Clone, Default, Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// The graph of the node that this is inside of.
    outer: Option<Handle>,
}

#[derive(Clone, Debug)]
struct Node {
    handle: Handle,
    behind: Vec<Handle>,
    does: Does,
}

/// The work of a node.
#[derive(Clone, Debug)]
pub(super) enum Does {
    Work(Work),
    Conditional(Condition, ConditionalKind, Handle),
}

/// The graph that a condition belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    graph: Handle,
    used: bool,
}

/// A graph that was made ready, which needs none of the handles.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    nodes: Vec<GraphStep>,
    /// All conditions inside.
    conditions: Vec<u64>,
}

#[derive(Clone, Debug)]
struct GraphStep {
    /// The numbers of nodes that come before.
    behind: Vec<usize>,
    act: Act,
}

#[derive(Clone, Debug)]
enum Act {
    Work(Work),
    Conditional(u64, ConditionalKind, Vec<GraphStep>),
}

/// The values of conditions in a run; those that nothing has set are missing.
type Values = BTreeMap<u64, u32>;

impl State {
    fn graph_of(&self, handle: Handle) -> Answer<&Graph> {
        match self.get(handle)? {
            Thing::Graph(graph) | Thing::Body(graph) => Ok(graph),
            _ => Err(invalid()),
        }
    }

    pub(super) fn add_node(
        &mut self,
        graph: Handle,
        behind: &[Handle],
        does: Does,
    ) -> Answer<Handle> {
        let known = &self.graph_of(graph)?.nodes;
        if !behind.iter().all(|it| known.iter().any(|node| node.handle == *it)) {
            // INVALID_VALUE.
            return Err(refusal(1));
        }
        self.next += 1;
        let handle = Handle(self.next);
        let behind = behind.to_vec();
        match self.things.get_mut(&graph.0) {
            Some(Thing::Graph(graph) | Thing::Body(graph)) => {
                graph.nodes.push(Node { handle, behind, does });
                Ok(handle)
            }
            _ => Err(invalid()),
        }
    }

    pub(super) fn condition(&mut self, graph: Handle) -> Answer<Condition> {
        assert!(self.version >= CONDITIONS, "there is no such function");
        self.graph_of(graph)?;
        self.next += 1;
        let handle = self.next as u64;
        self.conditions.insert(handle, Owner { graph, used: false });
        Ok(Condition(handle))
    }

    pub(super) fn add_conditional(
        &mut self,
        graph: Handle,
        behind: &[Handle],
        condition: Condition,
        kind: ConditionalKind,
    ) -> Answer<(Handle, Handle)> {
        assert!(self.version >= CONDITIONS, "there is no such function");
        let owner = *self.conditions.get(&condition.0).ok_or_else(|| refusal(1))?;
        let mut outer = Some(graph);
        while outer.is_some_and(|it| it != owner.graph) {
            outer = outer.and_then(|it| self.graph_of(it).ok()?.outer);
        }
        if owner.used || outer.is_none() {
            return Err(refusal(1));
        }
        let body = self.add(Thing::Body(Graph { outer: Some(graph), ..Graph::default() }));
        let node = self.add_node(graph, behind, Does::Conditional(condition, kind, body));
        if node.is_err() {
            self.remove(body)?;
        }
        let node = node?;
        self.conditions.insert(condition.0, Owner { used: true, ..owner });
        Ok((node, body))
    }

    /// Forgets a graph and all inside.
    pub(super) fn end_graph(&mut self, graph: Handle) -> Answer<()> {
        let Thing::Graph(it) = self.get(graph)? else { return Err(invalid()) };
        let mut inside = it.clone().nodes;
        let mut gone = vec![graph];
        while let Some(node) = inside.pop() {
            if let Does::Conditional(_, _, body) = node.does {
                inside.extend(self.graph_of(body)?.nodes.iter().cloned());
                gone.push(body);
            }
        }
        self.conditions.retain(|_, owner| !gone.contains(&owner.graph));
        gone.into_iter().try_for_each(|it| self.remove(it))
    }

    pub(super) fn instantiate(&mut self, graph: Handle) -> Answer<Handle> {
        if !matches!(self.get(graph)?, Thing::Graph(_)) {
            return Err(refusal(1));
        }
        let mut ready = Ready { nodes: Vec::new(), conditions: Vec::new() };
        let mut graphs = vec![graph];
        ready.nodes = self.steps(graph, &mut ready.conditions, &mut graphs)?;
        let mut owners = self.conditions.values().filter(|it| graphs.contains(&it.graph));
        if owners.any(|it| !it.used) {
            return Err(refusal(1));
        }
        self.shape = shape(&ready.nodes);
        Ok(self.add(Thing::Ready(ready)))
    }

    fn steps(
        &self,
        graph: Handle,
        conditions: &mut Vec<u64>,
        graphs: &mut Vec<Handle>,
    ) -> Answer<Vec<GraphStep>> {
        let nodes = &self.graph_of(graph)?.nodes;
        let mut steps = Vec::new();
        for node in nodes {
            let number = |it: &Handle| nodes.iter().position(|other| other.handle == *it);
            let behind = node.behind.iter().filter_map(number).collect();
            let act = match &node.does {
                Does::Work(work) => Act::Work(work.clone()),
                Does::Conditional(condition, kind, body) => {
                    conditions.push(condition.0);
                    graphs.push(*body);
                    let body = self.steps(*body, conditions, graphs)?;
                    if body.is_empty() && self.version < EMPTY {
                        return Err(refusal(801));
                    }
                    Act::Conditional(condition.0, *kind, body)
                }
            };
            steps.push(GraphStep { behind, act });
        }
        Ok(steps)
    }

    pub(super) fn replay(&mut self, ready: Handle) -> Answer<()> {
        let Thing::Ready(ready) = self.get(ready)? else { return Err(invalid()) };
        let ready = ready.clone();
        self.run(&ready.nodes, &ready.conditions, &mut Values::new()).map(|_| ())
    }

    /// Runs nodes; what they touch together.
    fn run(
        &mut self,
        steps: &[GraphStep],
        conditions: &[u64],
        values: &mut Values,
    ) -> Answer<Touched> {
        let mut done: Vec<Option<Touched>> = vec![None; steps.len()];
        while let Some(at) = (0..steps.len()).rev().find(|&at| {
            done[at].is_none() && steps[at].behind.iter().all(|before| done[*before].is_some())
        }) {
            let mut touched = Touched::default();
            match &steps[at].act {
                Act::Work(work) => {
                    let (set, own) = self.perform(work)?;
                    touched = own;
                    for (condition, value) in set {
                        if !conditions.contains(&condition) {
                            // LAUNCH_FAILED: the handle is none of this graph.
                            return Err(refusal(719));
                        }
                        values.insert(condition, value);
                    }
                }
                Act::Conditional(condition, kind, body) => {
                    let mut iterations = 0;
                    // A condition that nobody set may be anything.
                    while *values.get(condition).ok_or_else(|| refusal(719))? != 0 {
                        touched.add(&self.run(body, conditions, values)?);
                        iterations += 1;
                        if *kind == ConditionalKind::If {
                            break;
                        }
                        if iterations == MOST_ITERATIONS {
                            // LAUNCH_TIMEOUT.
                            return Err(refusal(702));
                        }
                    }
                    touched = merged(touched);
                }
            }
            done[at] = Some(touched);
        }
        let done: Vec<Touched> = done.into_iter().flatten().collect();
        race(steps, &done)?;
        let mut all = Touched::default();
        done.iter().for_each(|it| all.add(it));
        Ok(merged(all))
    }
}

/// The number of nodes, and the number of them one behind the other.
fn shape(steps: &[GraphStep]) -> (usize, usize) {
    let (mut nodes, mut depths) = (0, Vec::<usize>::new());
    for step in steps {
        let (count, deep) = match &step.act {
            Act::Work(_) => (1, 1),
            Act::Conditional(_, _, body) => {
                let (count, deep) = shape(body);
                (1 + count, 1 + deep)
            }
        };
        nodes += count;
        let before = step.behind.iter().map(|at| depths[*at]).max().unwrap_or(0);
        depths.push(before + deep);
    }
    (nodes, depths.into_iter().max().unwrap_or(0))
}

/// The same pieces, none overlapping another.
fn merged(touched: Touched) -> Touched {
    let merge = |mut all: Vec<Range<u64>>| {
        all.sort_unstable_by_key(|it| it.start);
        let mut out: Vec<Range<u64>> = Vec::new();
        for it in all {
            match out.last_mut() {
                Some(last) if last.end >= it.start => last.end = last.end.max(it.end),
                _ => out.push(it),
            }
        }
        out
    };
    Touched { reads: merge(touched.reads), writes: merge(touched.writes) }
}

/// Refuses nodes that touch the same memory in no order.
fn race(steps: &[GraphStep], done: &[Touched]) -> Answer<()> {
    // Which nodes are before each.
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    for step in steps {
        let far = step.behind.iter().flat_map(|at| before[*at].iter().copied());
        let all = far.chain(step.behind.iter().copied()).collect();
        before.push(all);
    }
    let meet = |a: &[Range<u64>], b: &[Range<u64>]| {
        a.iter().find(|a| b.iter().any(|b| a.start < b.end && b.start < a.end)).cloned()
    };
    for (b, second) in done.iter().enumerate() {
        for (a, first) in done.iter().enumerate().take(b).filter(|(a, _)| !before[b].contains(a)) {
            let place = meet(&first.writes, &second.writes)
                .or_else(|| meet(&first.writes, &second.reads))
                .or_else(|| meet(&second.writes, &first.reads));
            if let Some(place) = place {
                let (a, b) = (&steps[a].act, &steps[b].act);
                let words = format!("{a:?} and {b:?} race for {place:x?}");
                return Err(Refusal { code: 719, words });
            }
        }
    }
    Ok(())
}
