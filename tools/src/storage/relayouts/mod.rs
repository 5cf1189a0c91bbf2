//! Tensors that each run converts to another format before its plan.
//!
//! ```text
//! sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }       A in CSR, B in CSC
//!
//! B_as_csr, once in each run:  B                                     a counting sort of its entries
//! the plan:                    sum(… A, … B_as_csr) …                rows times rows
//! ```
//!
//! The formats of two operands may not go together: no order of the loops then has the dimensions of both in the
//! order of their storage, and a plan looks for entries, or makes a dense matrix, where a copy of one operand costs
//! as much as reading its entries a few times. So a cheaper plan over copies in compressed rows or columns is
//! looked for, as those of `assign-storage` are, with the work of making the copies counted in each run.
//!
//! The copies of a program are tensors of their own, computed before it as those that a user stores
//! (`--storage C=csr` of a computed `C`). The search estimates their arrays: no copy is made to find out that it
//! does not pay.

mod choice;
mod search;
#[cfg(test)]
mod tests;

use hloom_storage::check::Definition;
use hloom_storage::syntax::{self, ast};
use hloom_storage::term::{Node, Symbol, Term, copy};
use hloom_storage::types::Form;
use hloom_storage::{Module, formats, raise};
use hloom_storage_search::search::bind_shared;

use super::program::{Computed, StorageProgram};
use super::{Bound, ExtentSource, Extents, fill, other_formats};

pub(crate) use choice::describe;
pub(crate) use search::relayouts;

/// The formats of copies, and the order of the dimensions in each.
const FORMATS: [(&str, [usize; 2]); 2] = [("csr", [0, 1]), ("csc", [1, 0])];

/// A tensor that each run converts first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relayout {
    /// The name of the tensor.
    pub(crate) tensor: String,
    /// The format of its copy: `csr` or `csc`.
    pub(crate) format: &'static str,
}

impl Relayout {
    /// Reads `B as csr`.
    pub(crate) fn read(text: &str) -> Option<Relayout> {
        let (tensor, format) = text.split_once(" as ")?;
        let (format, _) = FORMATS.iter().find(|(name, _)| *name == format)?;
        Some(Relayout { tensor: tensor.to_owned(), format })
    }

    /// The text that [`read`](Self::read) reads.
    pub(crate) fn text(&self) -> String {
        format!("{} as {}", self.tensor, self.format)
    }

    /// The name of the copy in a program: one that neither it nor a tensor of the same prefix has.
    fn copy(&self, module: &Module) -> String {
        let name = format!("{}_as_{}", self.tensor, self.format);
        let is_taken = |name: &String| {
            module.tensors.iter().any(|it| {
                let rest = it.name.strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            })
        };
        let others = (2..).map(|n| format!("{name}{n}"));
        std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)).unwrap_or(name)
    }
}

/// The sentence about the tensors that each run converts: the estimated costs of a run with the copies and without
/// them.
pub(crate) fn sentence(relayouts: &[Relayout], [without, with]: [f64; 2]) -> String {
    let all: Vec<String> = relayouts.iter().map(Relayout::text).collect();
    let all = all.join(", ");
    format!("Each run converts {all}: estimated cost {with:.0}, without copies {without:.0}\n")
}

/// The program over copies of some of its tensors, which come [before](StorageProgram::before) it; itself without
/// copies.
///
/// # Errors
/// If it has no result or does not read such a matrix, or it has computed tensors that are stored: a sentence.
pub(crate) fn relaid(
    program: &StorageProgram,
    relayouts: &[Relayout],
) -> Result<StorageProgram, String> {
    if relayouts.is_empty() {
        return Ok(program.clone());
    }
    let term = program.module.logical().ok_or("the program has no result")?;
    relaid_term(program, &term, relayouts)
}

/// As [`relaid`], of a program whose result is this term.
fn relaid_term(
    program: &StorageProgram,
    term: &Term,
    relayouts: &[Relayout],
) -> Result<StorageProgram, String> {
    if !program.before.is_empty() {
        return Err("a program whose computed tensors are stored has no copies".to_owned());
    }
    let mut tree = program.tree.clone();
    let mut before = Vec::new();
    let mut term = term.clone();
    for one in relayouts {
        let Relayout { tensor, format } = one;
        let name = one.copy(&program.module);
        let own = program.module.tensor(tensor).filter(|it| is_matrix(&program.module, it));
        let own = own.ok_or_else(|| format!("`{tensor}` is no matrix that is stored in arrays"))?;
        let wrong = |what: &str| format!("`{name}` {what}");
        let known = FORMATS.iter().find(|(known, _)| known == format);
        let (format, order) = known.ok_or_else(|| wrong("has no such format"))?;
        let text = formats::named(formats::find(format).unwrap_or_default(), &name);
        let mut stored = syntax::parse(&text).map_err(|_| wrong("has no text"))?;
        formats::retype(&mut stored, own.ty.base());
        let keys = if order.is_sorted() { "(i, j)" } else { "(j, i)" };
        let entries = format!("sum(<(i, j), a> in {tensor}) {{ {keys} -> a }}");
        let entries = syntax::parse(&entries).map_err(|_| wrong("has no text"))?;
        let computing = ast::Program { tensors: tree.tensors.clone(), result: entries.result };
        let computing = StorageProgram::of(computing).map_err(|found| wrong(&found[0].message))?;
        before.push(Computed { name: name.clone(), program: computing, order: order.to_vec() });
        tree.tensors.extend(stored.tensors);
        let over = renamed(&term, tensor.as_str().into(), name.as_str().into());
        if over == term {
            return Err(format!("no part of the program reads `{tensor}` as it is"));
        }
        term = over;
    }
    // Parts that are reached in very many ways are written once.
    tree.result = Some(raise::raise(&bind_shared(&term)));
    let whole = StorageProgram::of(tree).map_err(|found| found[0].message.clone())?;
    Ok(StorageProgram { before, ..whole })
}

/// A term that reads another tensor.
fn renamed(term: &Term, tensor: Symbol, by: Symbol) -> Term {
    let mut out = Term::default();
    copy(&mut out, term, term.root(), 0, &mut |out, node, _| {
        out.add(match node {
            Node::Input(name, sort) if name == tensor => Node::Input(by, sort),
            node => node,
        })
    });
    out
}

/// Whether a tensor is a matrix in arrays of its own.
fn is_matrix(module: &Module, tensor: &Definition) -> bool {
    tensor.ty.sort().form == Form::Nested(2) && fill::owns_arrays(module, tensor)
}

/// The program over copies, and the data with them; `None` if there are none, or the entries can't be read in
/// time.
pub(crate) fn with_copies(
    program: &StorageProgram,
    bound: &Bound,
    relayouts: &[Relayout],
) -> Option<(StorageProgram, Bound)> {
    if relayouts.is_empty() {
        return None;
    }
    let other = relaid(program, relayouts).ok()?;
    let mut bound = bound.clone();
    for one in relayouts {
        let tensor = program.module.tensor(&one.tensor)?;
        let of = other_formats::entries(&program.module, tensor, &bound)?.ok()?;
        bound.inputs =
            other_formats::inputs_of(&other.module, &one.copy(&program.module), &of, &bound.inputs)
                .ok()?;
        let (sizes, source) = (of.extents().to_vec(), ExtentSource::Announced);
        bound.extents.insert(one.copy(&program.module), Extents { sizes, source });
    }
    Some((other, bound))
}
