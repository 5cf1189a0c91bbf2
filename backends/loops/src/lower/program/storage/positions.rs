//! Whether a term reads arrays of unknown length inside of their memory only.
//!
//! The caller of a program has checked its sparse arguments: the positions of a level ascend from 0 to
//! the length of the arrays of that level. So a key of a loop over `crd(pos(i):pos(j))` is inside of
//! `crd`, whatever `i` and `j` are, and of each array with as many elements.

use hloom_storage::term::{Binary, Id, Node, Symbol, Term};
use std::collections::BTreeMap;

/// The length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// It is that of its buffer.
    Known,
    /// An element for each position that the array `positions` counts, and one more for positions.
    Segments { positions: Symbol, more: bool },
    /// It can't be told.
    Unknown,
}

/// A variable, as far as reads depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variable {
    /// Any value.
    Any,
    /// An element of this array of positions, or zero.
    End(Symbol),
    /// A position of arrays that this array of positions counts.
    Position(Symbol),
    /// A part of such an array.
    Segment(Symbol),
}

/// Whether each read of a term is inside of its array, or of an array of known length.
pub(super) fn are_inside(term: &Term, extents: &BTreeMap<Symbol, Extent>) -> bool {
    let mut walk = Walk { term, extents, variables: Vec::new(), steps: 0 };
    walk.visit(term.root()).is_some()
}

/// The most nodes that are visited; a term is a graph, and is visited as a tree.
const MOST_STEPS: usize = 100_000;

struct Walk<'t> {
    term: &'t Term,
    extents: &'t BTreeMap<Symbol, Extent>,
    variables: Vec<Variable>,
    steps: usize,
}

impl Walk<'_> {
    fn extent(&self, id: Id) -> Option<(Symbol, Extent)> {
        match self.term[id] {
            Node::Input(name, _) => Some((name, *self.extents.get(&name)?)),
            _ => None,
        }
    }

    /// The known form of a term; `None` if it has a read that may be outside.
    fn visit(&mut self, id: Id) -> Option<Variable> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        match self.term[id] {
            Node::Var(index, _) => {
                let at = self.variables.len().checked_sub(1 + index as usize)?;
                Some(self.variables[at])
            }
            Node::Input(name, _) => match self.extents.get(&name)? {
                Extent::Known => Some(Variable::Any),
                // A loop over the whole of it would have to know its length.
                Extent::Segments { .. } | Extent::Unknown => None,
            },
            Node::Get([over, at]) => {
                let key = self.visit(at)?;
                let Some((name, extent)) = self.extent(over) else {
                    self.visit(over)?;
                    return Some(Variable::Any);
                };
                match extent {
                    Extent::Known => {}
                    Extent::Segments { positions, more } => {
                        let inside = key == Variable::Position(positions)
                            || more && self.follows(at, positions)?;
                        inside.then_some(())?;
                    }
                    Extent::Unknown => return None,
                }
                Some(Variable::End(name))
            }
            Node::Slice([over, low, high]) => {
                let ends = [self.visit(low)?, self.visit(high)?];
                match self.extent(over) {
                    Some((_, Extent::Segments { positions, more: false })) => ends
                        .iter()
                        .all(|end| *end == Variable::End(positions))
                        .then_some(Variable::Segment(positions)),
                    Some((_, Extent::Known)) => Some(Variable::Any),
                    Some(_) => None,
                    None => self.visit(over),
                }
            }
            Node::Let([value, body]) => {
                let value = self.visit(value)?;
                self.under(&[value], body)
            }
            Node::Sum([over, body]) => {
                let key = self.key_of(over)?;
                self.under(&[key, Variable::Any], body)?;
                Some(Variable::Any)
            }
            Node::Merge([a, b, body]) => {
                let keys = [self.key_of(a)?, self.key_of(b)?];
                self.under(&[keys[0], keys[1], Variable::Any], body)?;
                Some(Variable::Any)
            }
            node => {
                for child in hloom_storage::term::operands(&node) {
                    self.visit(*child)?;
                }
                Some(Variable::Any)
            }
        }
    }

    /// The known form of the keys of a collection.
    fn key_of(&mut self, over: Id) -> Option<Variable> {
        Some(match self.visit(over)? {
            Variable::Segment(positions) => Variable::Position(positions),
            _ => Variable::Any,
        })
    }

    /// Whether a term is a position plus one: the end of its segment in the level below.
    fn follows(&mut self, id: Id, positions: Symbol) -> Option<bool> {
        let Node::Binary(Binary::Add, [a, b]) = self.term[id] else { return Some(false) };
        let one = |id: Id| matches!(self.term[id], Node::Int(1));
        let of = match (one(a), one(b)) {
            (_, true) => a,
            (true, _) => b,
            _ => return Some(false),
        };
        Some(self.visit(of)? == Variable::Position(positions))
    }

    fn under(&mut self, variables: &[Variable], body: Id) -> Option<Variable> {
        let depth = self.variables.len();
        self.variables.extend(variables);
        let found = self.visit(body);
        self.variables.truncate(depth);
        found
    }
}
