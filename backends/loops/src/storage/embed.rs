//! A term as one kernel of a larger program.

use super::emit::{Destination, Emitted, Emitter, Workspace, unsupported};
use super::joint::Root;
use super::numbers::{int, store};
use super::{Physical, Unsupported, curves, fits, simplify};
use crate::program::{BufferId, Builder, Facts};
use hloom_ir::Element;
use hloom_storage::term::{Symbol, Term, copy};
use std::collections::BTreeMap;

/// The place of a term's result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'e> {
    /// The buffer, every element of which is written.
    pub buffer: BufferId,
    /// Its elements.
    pub element: Element,
    /// The extents; none for a number.
    pub extents: &'e [u64],
    /// The parts of a loop whose iterations add to one number, which threads share.
    pub parts: u64,
}

/// The inputs of terms: their buffers, and what is known of them.
type Inputs = BTreeMap<Symbol, (BufferId, Physical)>;

/// A term, and the place of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'e> {
    /// The closed term.
    pub term: &'e Term,
    /// The place.
    pub to: Target<'e>,
}

/// Adds a kernel that computes a closed term over inputs in these buffers. Returns the buffers of the
/// arena that it uses, which have no places yet.
///
/// # Errors
/// As [`lower`](super::lower). The program is then as before, but for buffers that nothing uses.
pub(crate) fn kernel(
    b: &mut Builder,
    name: &str,
    facts: Facts,
    output: Output<'_>,
    inputs: &Inputs,
) -> Result<Vec<BufferId>, Unsupported> {
    let described = described(inputs);
    let term = curves::in_squares(&simplify::simplified(output.term, &described), &described);
    let to = output.to;
    embedded(b, (name, facts), (&term, inputs, &described), to.parts, |emitter| {
        emitter.result_into(to.buffer, to.element, to.extents)
    })
}

/// Adds a kernel that computes several terms in one loop; otherwise as [`kernel`].
///
/// # Errors
/// If there is no such loop, and as [`kernel`].
pub(crate) fn kernel_of_all(
    b: &mut Builder,
    name: &str,
    facts: Facts,
    outputs: &[Output<'_>],
    inputs: &Inputs,
) -> Result<Vec<BufferId>, Unsupported> {
    let described = described(inputs);
    let mut all = Term::default();
    let mut roots = Vec::new();
    for Output { term, to } in outputs {
        let term = simplify::simplified(term, &described);
        let id = copy(&mut all, &term, term.root(), 0, &mut |all, node, _| all.add(node));
        let Target { buffer, element, extents, .. } = *to;
        roots.push(Root { id, buffer, element, extents });
    }
    let parts = outputs.iter().map(|it| it.to.parts).min().unwrap_or(1);
    embedded(b, (name, facts), (&all, inputs, &described), parts, |emitter| {
        match emitter.joint(&roots)? {
            true => Ok(()),
            false => unsupported("the results have no loop in common"),
        }
    })
}

fn described(inputs: &Inputs) -> BTreeMap<Symbol, Physical> {
    inputs.iter().map(|(name, (_, physical))| (*name, *physical)).collect()
}

/// Adds a kernel whose statements an emitter of a term makes.
fn embedded(
    b: &mut Builder,
    (name, facts): (&str, Facts),
    (term, inputs, described): (&Term, &Inputs, &BTreeMap<Symbol, Physical>),
    parts: u64,
    emit: impl FnOnce(&mut Emitter<'_>) -> Emitted<()>,
) -> Result<Vec<BufferId>, Unsupported> {
    let first = b.program().buffers.len();
    let mark = b.mark();
    let made = b.kernel(name, facts, |b| {
        // The emitter has the builder while it works.
        let mut own = std::mem::replace(b, Builder::new(""));
        own.open_block();
        let mut emitter = Emitter::over(own, term, inputs.clone(), described);
        emitter.erases = true;
        emitter.threads = parts.max(1);
        if let Err(why) = emit(&mut emitter) {
            *b = emitter.b;
            return Err(why);
        }
        let (own, body) = emitter.finish_block();
        *b = own;
        body.statements.into_iter().for_each(|statement| b.push(statement));
        Ok(())
    });
    if let Err(why) = made {
        // Blocks inside of which the emitter stopped are still open.
        b.go_back(mark);
        return Err(why);
    }
    let last = b.program().buffers.len();
    Ok((first..last).map(|number| BufferId(number as u32)).collect())
}

impl Emitter<'_> {
    /// Emits the result of the whole term into a buffer of these extents.
    pub(super) fn result_into(
        &mut self,
        result: BufferId,
        element: Element,
        extents: &[u64],
    ) -> Emitted<()> {
        let root = self.term.root();
        let sort = self.sort(root);
        if !fits(sort, element) {
            return Err(Unsupported(format!("a result of {sort} is not stored as {element}")));
        }
        let low = vec![0; extents.len()];
        let extents_of = extents.to_vec();
        let whole = Workspace { buffer: result, element, low, extents: extents_of, listed: None };
        self.workspaces.push(whole);
        if sort.is_scalar() {
            if !extents.is_empty() {
                return unsupported("a number has no extents");
            }
            let value = self.number(root)?;
            let at = int(&mut self.b, 0);
            store(&mut self.b, result, element, at, value);
            return Ok(());
        }
        let levels = match sort.form {
            hloom_storage::types::Form::Nested(levels) => usize::from(levels),
            hloom_storage::types::Form::Array => return unsupported("an array is no result"),
        };
        if levels != extents.len() {
            return unsupported("the result has another number of dimensions than extents");
        }
        let once = self.writes_each_once(root, extents);
        if !once {
            self.cleared_first.push(0);
        }
        let offset = int(&mut self.b, 0);
        let (inside, negated, factor) = (None, false, None);
        let erase = false;
        let whole =
            Destination { space: 0, offset, level: 0, inside, negated, factor, once, erase };
        self.add_into(root, whole)
    }
}
