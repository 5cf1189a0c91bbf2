//! From the syntax tree to terms: names, types, and the meaning of the overloaded operators.
//!
//! Integers become reals where they meet them. `{}` takes its type from its surroundings. A `sum`
//! of several bindings becomes nested sums; a name that occurs again in one of them becomes a
//! lookup of an outer level of the collection, or a comparison at the last level, so that an entry
//! that does not exist contributes nothing.

mod draft;
mod types;

use crate::syntax::ast::{Program, Tensor};
use crate::term::{Node, Term, copy};
use crate::types::Type;
use draft::Draft;
use egg::{Id, Language};
use hloom_ir::diag::{Diagnostic, Span};
use hloom_ir::suggest::nearest;
use std::collections::{HashMap, HashSet};

/// A tensor of a checked program.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The type, with the extents that are known.
    pub ty: Type,
    /// The definition; `None` for data.
    pub body: Option<Checked>,
    /// The span of the name.
    pub span: Span,
}

/// A term with the span of each node.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The term.
    pub term: Term,
    /// A span for each node of the term.
    pub spans: Vec<Span>,
}

/// A checked program: definitions before their uses.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The tensors; each refers to earlier ones only.
    pub tensors: Vec<Definition>,
    /// The result, with its type.
    pub result: Option<(Checked, Type)>,
}

impl Module {
    /// The tensor of this name.
    pub fn tensor(&self, name: &str) -> Option<&Definition> {
        self.tensors.iter().find(|t| t.name == name)
    }

    /// The result with all definitions inlined: a term over data only. A definition that is used
    /// several times is a shared node, and one that is not used is not there.
    pub fn composed(&self) -> Option<Term> {
        Some(self.inlined(&self.result.as_ref()?.0.term))
    }

    /// The result with the definitions inlined that are part of the program: all but storage
    /// mappings.
    pub fn logical(&self) -> Option<Term> {
        let result = &self.result.as_ref()?.0.term;
        Some(self.inlined_where(result, |tensor| !self.is_mapping(tensor)))
    }

    /// The tensors that the [logical](Self::logical) result reads: data, and tensors with storage mappings.
    pub fn read(&self) -> impl Iterator<Item = &Definition> {
        let result = self.logical().unwrap_or_default();
        let names: HashSet<egg::Symbol> = (result.iter())
            .filter_map(|node| match node {
                Node::Input(name, _) => Some(*name),
                _ => None,
            })
            .collect();
        self.tensors.iter().filter(move |tensor| names.contains(&tensor.name.as_str().into()))
    }

    /// A term over the tensors of this module with all definitions inlined.
    pub fn inlined(&self, term: &Term) -> Term {
        self.inlined_where(term, |_| true)
    }

    fn inlined_where(&self, term: &Term, inline: impl Fn(&Definition) -> bool) -> Term {
        let mut all = Term::default();
        let mut known: HashMap<egg::Symbol, Id> = HashMap::new();
        for tensor in self.tensors.iter().filter(|tensor| inline(tensor)) {
            if let Some(body) = &tensor.body {
                let root = append(&mut all, &body.term, &known);
                known.insert(tensor.name.as_str().into(), root);
            }
        }
        let root = append(&mut all, term, &known);
        reachable(&all, root)
    }

    /// Whether a tensor is defined by physical arrays, dictionaries of its own (`T_…`) and numbers alone: a
    /// storage mapping.
    pub fn is_mapping(&self, tensor: &Definition) -> bool {
        let own =
            |name: &str| name.strip_prefix(&tensor.name).is_some_and(|part| part.starts_with('_'));
        let physical = |node: &Node| match node {
            Node::Input(name, sort) => {
                let data = self.tensor(name.as_str()).is_some_and(|t| t.body.is_none());
                data && (!sort.is_dict() || own(name.as_str()))
            }
            _ => true,
        };
        tensor.body.as_ref().is_some_and(|body| body.term.iter().all(physical))
    }
}

/// Appends a term with its tensors replaced by `known` nodes. Returns its root.
fn append(to: &mut Term, from: &Term, known: &HashMap<egg::Symbol, Id>) -> Id {
    let root = from.root();
    copy(to, from, root, 0, &mut |to, node, _| match node {
        Node::Input(name, _) if known.contains_key(&name) => known[&name],
        node => to.add(node),
    })
}

/// The nodes that `root` needs, which becomes the last one.
fn reachable(all: &Term, root: Id) -> Term {
    let mut needed = vec![false; all.len()];
    needed[usize::from(root)] = true;
    for (i, node) in all.iter().enumerate().rev() {
        if needed[i] {
            node.children().iter().for_each(|child| needed[usize::from(*child)] = true);
        }
    }
    let mut out = Term::default();
    let mut places = vec![Id::from(0); all.len()];
    for (i, node) in all.iter().enumerate().filter(|(i, _)| needed[*i]) {
        places[i] = out.add((*node).map_children(|child| places[usize::from(child)]));
    }
    out
}

/// Checks a program.
///
/// # Errors
/// All independent errors.
pub fn check(program: &Program) -> Result<Module, Vec<Diagnostic>> {
    let mut checker = Checker {
        program,
        by_name: HashMap::new(),
        states: vec![State::New; program.tensors.len()],
        module: Module::default(),
        errors: Vec::new(),
        chain: 0,
        depths: HashMap::new(),
    };
    for (i, tensor) in program.tensors.iter().enumerate() {
        let name = &tensor.name;
        match checker.by_name.get(name.text.as_str()) {
            Some(&first) => {
                let before: &Tensor = &program.tensors[first];
                checker.errors.push(
                    Diagnostic::error(name.span, format!("`{}` is created twice", name.text))
                        .note(before.name.span, "first"),
                );
            }
            None => {
                checker.by_name.insert(&name.text, i);
            }
        }
    }
    for i in 0..program.tensors.len() {
        checker.tensor(i);
    }
    if let Some(result) = &program.result {
        let mut draft = Draft::new(&mut checker);
        if let Some(typed) = draft.expr(result, None) {
            let checked = draft.finish(typed.id);
            checker.depth(&checked.term, result.span);
            checker.module.result = Some((checked, typed.ty));
        }
    }
    if checker.errors.is_empty() { Ok(checker.module) } else { Err(checker.errors) }
}

/// The extent to which a tensor has been checked.
#[derive(Clone, PartialEq, Debug)]
enum State {
    New,
    /// Being checked: a use of it is a cycle.
    Active,
    /// Checked, with the type unless it is wrong.
    Done(Option<Type>),
}

struct Checker<'a> {
    program: &'a Program,
    by_name: HashMap<&'a str, usize>,
    states: Vec<State>,
    module: Module,
    errors: Vec<Diagnostic>,
    /// The tensors that are being checked, because one before uses the next.
    chain: usize,
    /// The depth of each tensor's term with all definitions inlined.
    depths: HashMap<String, usize>,
}

/// The longest chain of tensors that are used before they are created.
const MAX_CHAIN: usize = 50;

/// The deepest term, with all definitions inlined: terms are walked by recursion.
pub const MAX_TERM_DEPTH: usize = 1000;

impl<'a> Checker<'a> {
    /// Checks a tensor once; returns its type unless it is wrong.
    fn tensor(&mut self, i: usize) -> Option<Type> {
        match &self.states[i] {
            State::Done(ty) => return ty.clone(),
            State::Active => return None,
            State::New => {}
        }
        self.states[i] = State::Active;
        let tensor: &'a Tensor = &self.program.tensors[i];
        self.chain += 1;
        let ty = if self.chain > MAX_CHAIN {
            let message = format!(
                "`{}` is at the end of a chain of more than {MAX_CHAIN} tensors that are used \
                 before they are created",
                tensor.name.text
            );
            self.errors.push(Diagnostic::error(tensor.name.span, message));
            None
        } else {
            self.definition(tensor)
        };
        self.chain -= 1;
        self.states[i] = State::Done(ty.clone());
        ty
    }

    fn definition(&mut self, tensor: &'a Tensor) -> Option<Type> {
        let declared = tensor.ty.as_ref().map(|(ty, _)| ty);
        if let Some((ty, span)) = &tensor.ty
            && !crate::term::fits(ty.sort())
        {
            self.errors.push(types::too_many_levels(*span));
            return None;
        }
        let (ty, body) = match &tensor.body {
            None => (declared?.clone(), None),
            Some(body) => {
                let mut draft = Draft::new(self);
                let mut typed = draft.expr(body, declared)?;
                if let Some((declared, span)) = &tensor.ty {
                    typed = draft.declared(typed, declared, *span, body.span)?;
                }
                (typed.ty.clone(), Some(draft.finish(typed.id)))
            }
        };
        let name = tensor.name.text.clone();
        if let Some(body) = &body {
            let depth = self.depth(&body.term, tensor.name.span)?;
            self.depths.insert(name.clone(), depth);
        }
        let definition = Definition { name, ty: ty.clone(), body, span: tensor.name.span };
        self.module.tensors.push(definition);
        Some(ty)
    }

    /// The depth of a term with all definitions inlined.
    fn depth(&mut self, term: &Term, span: Span) -> Option<usize> {
        let mut all: Vec<usize> = Vec::with_capacity(term.len());
        for node in term {
            let own = match node {
                Node::Input(name, _) => self.depths.get(name.as_str()).copied().unwrap_or(1),
                node => {
                    let below = node.children().iter().map(|id| all[usize::from(*id)]).max();
                    1 + below.unwrap_or(0)
                }
            };
            all.push(own);
        }
        let depth = all.last().copied().unwrap_or(0);
        if depth > MAX_TERM_DEPTH {
            let message = format!(
                "with the tensors that it uses, this is more than {MAX_TERM_DEPTH} levels deep"
            );
            self.errors.push(Diagnostic::error(span, message));
            return None;
        }
        Some(depth)
    }

    /// The type of the tensor of this name, which is used at `span`.
    fn used(&mut self, name: &str, span: Span, scope: &[String]) -> Option<Type> {
        let Some(&i) = self.by_name.get(name) else {
            let mut error = Diagnostic::error(span, format!("`{name}` is not defined"));
            let known = self.by_name.keys().copied().chain(scope.iter().map(String::as_str));
            let mut known: Vec<&str> = known.filter(|name| !["", "_"].contains(name)).collect();
            known.sort_unstable();
            if let Some(near) = nearest(name, known) {
                error = error.help(format!("did you mean `{near}`?"));
            }
            self.errors.push(error);
            return None;
        };
        if self.states[i] == State::Active {
            let error = Diagnostic::error(span, format!("`{name}` is defined by itself"))
                .label("this use makes a cycle")
                .note(self.program.tensors[i].name.span, format!("`{name}` is created"));
            self.errors.push(error);
            return None;
        }
        self.tensor(i)
    }
}
