//! Recordings: the steps of a run as a CUDA graph, whose loops and branches the GPU decides.
//!
//! A loop is a conditional node, whose body is a graph of its own; a condition is a number
//! that a kernel sets and the node looks at, ahead of each round of a loop:
//!
//! ```text
//! While t { B }               set(c, t) → [while c: B → set(c, t)]
//! If t { A } else { B }       set(c, d, t) → [if c: A] → [if d: B]
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

use std::ffi::CStr;

use super::api::{Condition, Handle, Kind, Parameter, Threads};
use super::gpu::Loaded;
use crate::Error;
use crate::device::Launch;
use crate::steps::{Step, Test};

/// The kernel that sets conditions, as PTX.
///
/// `cudaGraphSetConditional` is a function of the driver's own. It is resolved where the
/// driver makes machine code of PTX and loads that, which is how XLA's kernels for the same
/// come to it; so the text is handed over as it is, and not linked ahead as programs are.
/// (`ptxas` of CUDA 12.9 knows the name too, and leaves it open in a file that is ready to be
/// loaded; any other function without a body it refuses.) PTX 6.3 for `sm_75` serves every
/// target.
pub(super) const SET_CONDITION: &str = concat!(include_str!("condition.ptx"), "\0");

fn what() -> String {
    "recording kernels".to_owned()
}

impl Loaded {
    /// The steps of a run, ready to be started as a whole.
    ///
    /// # Errors
    /// The driver refuses any of it; nothing is left then.
    pub(super) fn made_ready(&mut self, steps: &[Step]) -> Result<Handle, Error> {
        let graph = self.ask(what, |api| api.graph())?;
        let made = self.add(graph, steps, Vec::new());
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

    /// Adds steps to a graph behind nodes of it; the nodes behind which all is done.
    fn add(
        &mut self,
        graph: Handle,
        steps: &[Step],
        mut behind: Vec<Handle>,
    ) -> Result<Vec<Handle>, Error> {
        for step in steps {
            let node = match step {
                Step::Launch(start) => {
                    let (function, threads, parameters) = self.ready(&Launch {
                        kernel: &start.kernel,
                        grid: start.grid,
                        block: start.block,
                        shared: start.shared,
                        parameters: &start.parameters,
                    })?;
                    self.ask(what, |api| {
                        api.add_launch(graph, &behind, function, threads, &parameters)
                    })?
                }
                Step::Copy { to, from, bytes } => {
                    let context = self.context;
                    let size = usize::try_from(*bytes).unwrap_or(usize::MAX);
                    self.ask(what, |api| api.add_copy(graph, &behind, *to, *from, size, context))?
                }
                Step::While { test, body } => {
                    let condition = self.condition(graph)?;
                    let set = self.set(graph, &behind, test, condition, None)?;
                    let (node, inner) = self.conditional(graph, set, condition, Kind::While)?;
                    let ends = self.add(inner, body, Vec::new())?;
                    self.set(inner, &ends, test, condition, None)?;
                    node
                }
                Step::If { test, then, otherwise } => {
                    self.branch(graph, &behind, test, then, otherwise)?
                }
            };
            behind = vec![node];
        }
        Ok(behind)
    }

    /// Adds a branch; the node behind which it is done.
    fn branch(
        &mut self,
        graph: Handle,
        behind: &[Handle],
        test: &Test,
        then: &[Step],
        otherwise: &[Step],
    ) -> Result<Handle, Error> {
        let inverse = Test { equal: !test.equal, ..*test };
        let (test, sides) = match (then, otherwise) {
            ([], only) => (&inverse, vec![only]),
            (only, []) => (test, vec![only]),
            (then, otherwise) => (test, vec![then, otherwise]),
        };
        let conditions = sides.iter().map(|_| self.condition(graph));
        let conditions = conditions.collect::<Result<Vec<Condition>, Error>>()?;
        let mut last = self.set(graph, behind, test, conditions[0], conditions.get(1).copied())?;
        for (side, condition) in sides.into_iter().zip(conditions) {
            let (node, inner) = self.conditional(graph, last, condition, Kind::If)?;
            self.add(inner, side, Vec::new())?;
            last = node;
        }
        Ok(last)
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
        kind: Kind,
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
