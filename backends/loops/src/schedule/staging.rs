//! Staging: how an operand of a GPU gemm comes to shared memory.
//!
//! | staging | how | what it takes |
//! |---|---|---|
//! | `registers` | threads load elements, compute what is computed of them, and store them | anything |
//! | `async` | `cp.async` copies pieces of 16 bytes, several stages ahead | an input's elements as they are |
//! | `tma` | one thread begins copies of whole tiles ([`super::tensor_map`], [`super::im2col`]) | a tensor map |
//!
//! [`super::gemm_shared`] has the layouts for tensor cores, [`super::gemm_pipeline`] the order of
//! loads, copies and products.

use crate::index::{Atom, Index, Var};
use crate::nest::{Condition, Nest, Node, NodeId, linear};

/// An operand that is an input's elements as they are.
#[derive(Clone, Debug)]
pub(super) struct AsyncSource {
    pub(super) input: u32,
    /// The place of an element.
    pub(super) place: Index,
    /// Under which conditions it is read at all.
    pub(super) guard: Vec<Condition>,
    /// Whether elements that follow each other are steps of the sum.
    pub(super) by_steps: bool,
}

/// Returns how `cp.async` finds an operand, so many elements that make 16 bytes at a time, given
/// the dimensions of its own side and of K, the fastest last.
///
/// # Errors
/// One sentence that says why it can't.
pub(super) fn async_source(
    nest: &Nest,
    node: NodeId,
    (side, k): (&[usize], &[usize]),
    lanes: u64,
) -> Result<AsyncSource, String> {
    let Node::Load { input, coords, guard } = nest.body.node(node) else {
        return Err("the operand is computed on the way".to_owned());
    };
    let tensor = &nest.inputs[*input as usize];
    if tensor.element != nest.body.element(node) || tensor.shape.contains(&0) {
        return Err("the operand is converted on the way".to_owned());
    }
    let place = linear(coords, &tensor.shape);
    let along = |dim: &usize| {
        let var = Var(*dim as u32);
        let mut rest = place.terms().iter().filter(|(atom, _)| *atom != Atom::Var(var));
        place.linear_in(var) == Some(1)
            && nest.dims[*dim].extent.is_multiple_of(lanes)
            && guard.iter().all(|condition| !condition.index.mentions(var))
            && place.offset() % lanes as i64 == 0
            && rest.all(|(_, operand)| operand % lanes as i64 == 0)
    };
    let found = [(side.last(), false), (k.last(), true)];
    let found = found.into_iter().find(|(dim, _)| dim.is_some_and(along));
    let Some((_, by_steps)) = found else {
        return Err(format!("the operand does not lie in aligned runs of {lanes} elements"));
    };
    Ok(AsyncSource { input: *input, place, guard: guard.clone(), by_steps })
}

/// Returns the dimension along which threads load vectors of an operand, if there is one, and
/// whether elements that follow each other are steps of the sum. `own` and `step` are the fastest
/// dimensions of its own side and of K.
pub(super) fn vector_dim(
    nest: &Nest,
    node: NodeId,
    (own, step): (usize, usize),
    lanes: u64,
) -> (Option<usize>, bool) {
    let needed = nest.body.needed(&[node]);
    let mut masked = false;
    let (mut along_own, mut along_k) = (StrideSummary::default(), StrideSummary::default());
    for id in nest.body.ids().filter(|id| needed[id.0 as usize]) {
        match nest.body.node(id) {
            Node::Load { input, coords, guard } => {
                let place = linear(coords, &nest.inputs[*input as usize].shape);
                masked |= !guard.is_empty();
                along_own.note(place.linear_in(Var(own as u32)));
                along_k.note(place.linear_in(Var(step as u32)));
            }
            Node::Lookup { .. } | Node::Holds(_) | Node::Index(_) => masked = true,
            Node::Constant(_) | Node::Op(..) | Node::Reduced(_) | Node::Parameter(_) => {}
        }
    }
    let whole = |d: usize| !masked && nest.dims[d].extent.is_multiple_of(lanes);
    match (along_own.rows, along_k.rows) {
        (true, _) if along_own.fits() => (whole(own).then_some(own), false),
        (_, true) if along_k.fits() => (whole(step).then_some(step), true),
        (own, step) => (None, step && !own),
    }
}

/// The strides of a dimension in the loads of an operand.
#[derive(Default)]
struct StrideSummary {
    rows: bool,
    scattered: bool,
}

impl StrideSummary {
    fn note(&mut self, by: Option<i64>) {
        self.rows |= by == Some(1);
        self.scattered |= !matches!(by, Some(0 | 1));
    }

    fn fits(&self) -> bool {
        self.rows && !self.scattered
    }
}
