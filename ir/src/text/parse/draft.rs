//! An op as written, before it is created.

use super::suffix::TypeList;
use crate::attr::Attr;
use crate::diag::Span;
use crate::id::Region;
use crate::op::OpEntry;
use smallvec::SmallVec;

/// The parts of an op's text, before the op is created. Its operands and the spans of its
/// attributes are on the parser's stacks.
pub(super) struct Draft {
    /// The offset of the op's text.
    pub start: usize,
    /// The span of its name.
    pub name: Span,
    /// The op's entry in the table; `None` for foreign ops.
    pub entry: Option<&'static OpEntry>,
    /// Its attributes, as a list, so that an op without attributes allocates nothing.
    pub attrs: Vec<(Box<str>, Attr)>,
    /// Properties, which foreign ops keep separately.
    pub properties: Vec<(Box<str>, Attr)>,
    /// The operands' types.
    pub operand_types: TypeList,
    /// The results' types.
    pub result_types: TypeList,
    /// The type suffix that both lists were copied from, if they were.
    pub suffix: Option<u32>,
    /// The span of the types.
    pub types: Span,
    /// The regions.
    pub regions: SmallVec<[Region; 2]>,
    /// The successors; the last operands are passed to them.
    pub successors: Vec<SuccessorText>,
    /// Whether an operand's type is unknown until its definition is parsed.
    pub untyped: bool,
    /// The heights of the parser's stacks at the start of the op.
    pub bases: Bases,
}

/// The heights of the parser's stacks at the start of an op.
#[derive(Clone, Copy)]
pub(super) struct Bases {
    pub uses: usize,
    pub results: usize,
    pub attrs: usize,
    pub regions: usize,
    pub successors: usize,
}

impl Draft {
    /// A draft with only a name.
    pub(super) fn new(
        start: usize,
        name: Span,
        entry: Option<&'static OpEntry>,
        bases: Bases,
    ) -> Draft {
        Draft {
            start,
            name,
            entry,
            attrs: Vec::new(),
            properties: Vec::new(),
            operand_types: TypeList::new(),
            result_types: TypeList::new(),
            suffix: None,
            types: name,
            regions: SmallVec::new(),
            successors: Vec::new(),
            untyped: false,
            bases,
        }
    }

    /// Adds an attribute.
    pub(super) fn set(&mut self, name: &'static str, value: Attr) {
        self.attrs.push((name.into(), value));
    }

    /// The attribute of this name.
    pub(super) fn get(&self, name: &str) -> Option<&Attr> {
        self.attrs.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }
}

/// A successor as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuccessorText {
    /// The span of `^label`.
    pub label: Span,
    /// The number of passed values.
    pub args: u32,
}

/// The spans of the parts of an op.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// Its name.
    pub name: Span,
    /// Its types.
    pub types: Span,
    /// Its operands, attributes and regions, on the parser's stacks.
    pub bases: Bases,
}
