//! A storage mapping as loops: each branch is a chain of loops, keys and conditions down to a
//! number.

use super::AssembleError;
use crate::term::{Binary, Node, Term, Unary};
use crate::value::Value;
use egg::{Id, Symbol};

/// A part of the mapping's term, under so many variables. Variable `%i` is slot `depth - 1 - i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TermAt {
    pub id: Id,
    pub depth: usize,
}

/// A loop's collection.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Over {
    /// `lo:hi`
    Range([TermAt; 2]),
    /// `array`, or `array(lo:hi)`.
    Array { array: Symbol, bounds: Option<[TermAt; 2]> },
    /// A dictionary given as data, or the value of an outer loop over one: the key slots of the
    /// outer loops are `outer`.
    Dict { input: Symbol, outer: Vec<usize> },
}

/// A link of the chain.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    /// A loop; it binds the key at `slot` and the value at `slot + 1`.
    Loop { over: Over, slot: usize },
    /// `let` of a number, at `slot`.
    Let { value: TermAt, slot: usize },
    /// The key of the next dimension.
    Key { key: TermAt, unique: bool },
    /// A condition. A conjunction of two is two steps.
    If(TermAt),
}

/// An element of an array.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Element {
    /// `array(index)`
    At(Symbol, TermAt),
    /// The value of the loop over an array whose position is at this slot.
    Position(Symbol, usize),
}

/// A stored number's place.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Stored {
    /// `array(index)`
    Array(Symbol, TermAt),
    /// The value of the loop over an array whose position is at this slot.
    Position(Symbol, usize),
    /// The entry of a dictionary under the keys at these slots.
    Dict(Symbol, Vec<usize>),
    /// A number of the mapping's text.
    Constant(Value),
}

/// The number at the end of a chain.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leaf {
    pub stored: Stored,
    /// The entry is the negative of the stored number.
    pub negated: bool,
    /// The stored number is an integer, the entry a real.
    pub to_real: bool,
    /// The stored numbers that it is multiplied by.
    pub factors: Vec<Factor>,
}

/// A stored number that another one is multiplied by: one for each entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Factor {
    pub place: TermAt,
    /// The product is made a real, and not the other number.
    pub inner: bool,
}

/// A chain.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Branch {
    pub steps: Vec<Step>,
    pub leaf: Leaf,
    /// The number of variables.
    pub slots: usize,
}

impl Element {
    pub(super) fn array(&self) -> Symbol {
        match self {
            Element::At(array, _) | Element::Position(array, _) => *array,
        }
    }
}

impl Branch {
    /// The keys with their promise to be unique, the outermost first.
    pub(super) fn keys(&self) -> impl Iterator<Item = (TermAt, bool)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Key { key, unique } => Some((*key, *unique)),
            _ => None,
        })
    }

    /// The loops with their slots, the outermost first.
    pub(super) fn loops(&self) -> impl DoubleEndedIterator<Item = (&Over, usize)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Loop { over, slot } => Some((over, *slot)),
            _ => None,
        })
    }

    /// The loop that binds this slot.
    pub(super) fn loop_of(&self, slot: usize) -> Option<(&Over, usize)> {
        self.loops().find(|(_, first)| slot == *first || slot == *first + 1)
    }

    /// The `let` of this slot.
    pub(super) fn value_of_let(&self, slot: usize) -> Option<TermAt> {
        self.steps.iter().find_map(|step| match step {
            Step::Let { value, slot: bound } if *bound == slot => Some(*value),
            _ => None,
        })
    }
}

/// The branches of a mapping: its value is their sum.
pub(super) fn branches(term: &Term) -> Result<Vec<Branch>, AssembleError> {
    let mut reader =
        Reader { term, sorts: crate::term::sorts(term), steps: Vec::new(), all: Vec::new() };
    let stored = Stored::Constant(Value::Bool(true));
    let leaf = Leaf { stored, negated: false, to_real: false, factors: Vec::new() };
    reader.read(term.root(), 0, leaf)?;
    Ok(reader.all)
}

struct Reader<'a> {
    term: &'a Term,
    sorts: Vec<crate::types::Sort>,
    steps: Vec<Step>,
    all: Vec<Branch>,
}

impl Reader<'_> {
    /// Reads the term at `id` under `depth` variables, after `self.steps`.
    fn read(&mut self, id: Id, depth: usize, leaf: Leaf) -> Result<(), AssembleError> {
        let at = |id| TermAt { id, depth };
        let steps = self.steps.len();
        match self.term[id] {
            Node::Zero(_) => {}
            Node::Binary(op @ (Binary::Add | Binary::Sub), [a, b])
                if !self.sorts[usize::from(id)].is_scalar() =>
            {
                self.read(a, depth, leaf.clone())?;
                let negated = leaf.negated ^ (op == Binary::Sub);
                self.read(b, depth, Leaf { negated, ..leaf })?;
            }
            Node::Unary(Unary::Neg, e) => {
                self.read(e, depth, Leaf { negated: !leaf.negated, ..leaf })?;
            }
            Node::Unary(Unary::ToReal, e) if !leaf.to_real => {
                self.read(e, depth, Leaf { to_real: true, ..leaf })?;
            }
            Node::Single([key, value]) => {
                let (key, unique) = match self.term[key] {
                    Node::Unique(key) => (key, true),
                    _ => (key, false),
                };
                self.steps.push(Step::Key { key: at(key), unique });
                self.read(value, depth, leaf)?;
            }
            Node::If([condition, value]) => {
                self.condition(at(condition));
                self.read(value, depth, leaf)?;
            }
            Node::Binary(Binary::Mul | Binary::Scale, [a, b])
                if self.factor(at(a), at(b)).is_some() =>
            {
                let (factor, other) = self.factor(at(a), at(b)).unwrap_or((at(a), at(b)));
                // `2.0 * val(p)`: the numbers would have to be divided.
                let real = self.sorts[usize::from(factor.id)] == crate::Sort::REAL;
                let made_real = matches!(self.term[factor.id], Node::Unary(Unary::ToReal, _));
                if real && !made_real && matches!(self.term[other.id], Node::Real(_)) {
                    return Err(unsupported("stored reals times a constant"));
                }
                let mut leaf = leaf;
                leaf.factors.push(Factor { place: factor, inner: leaf.to_real });
                self.read(other.id, depth, leaf)?;
            }
            Node::Let([value, body]) if self.sorts[usize::from(value)] == crate::Sort::INT => {
                self.steps.push(Step::Let { value: at(value), slot: depth });
                self.read(body, depth + 1, leaf)?;
            }
            Node::Sum([over, body]) => {
                let over = self.over(over, depth)?;
                self.steps.push(Step::Loop { over, slot: depth });
                self.read(body, depth + 2, leaf)?;
            }
            _ => {
                let stored = self.stored(id, depth)?;
                let leaf = Leaf { stored, ..leaf };
                self.all.push(Branch { steps: self.steps.clone(), leaf, slots: depth });
            }
        }
        self.steps.truncate(steps);
        Ok(())
    }

    /// Adds a condition: two, if both must hold.
    fn condition(&mut self, place: TermAt) {
        match self.term[place.id] {
            Node::If([a, b]) | Node::Binary(Binary::Mul, [a, b]) => {
                self.condition(TermAt { id: a, ..place });
                self.condition(TermAt { id: b, ..place });
            }
            _ => self.steps.push(Step::If(place)),
        }
    }

    /// The factor of a product that is one for all entries, and the other one. It is an element of an
    /// array: of two, the one that outer loops decide, or else the one that is made a real.
    fn factor(&self, a: TermAt, b: TermAt) -> Option<(TermAt, TermAt)> {
        let key = |place: TermAt| {
            let made_real = matches!(self.term[place.id], Node::Unary(Unary::ToReal, _));
            let element =
                element(self.term, |slot| self.value_of(slot), without_real(self.term, place))?;
            let innermost = match element {
                Element::At(_, index) => innermost(self.term, index),
                Element::Position(_, slot) => Some(slot),
            };
            Some((innermost, !made_real))
        };
        match (key(a), key(b)) {
            (None, None) => None,
            (Some(first), Some(second)) if second < first => Some((b, a)),
            (Some(_), _) => Some((a, b)),
            (None, Some(_)) => Some((b, a)),
        }
    }

    fn over(&self, id: Id, depth: usize) -> Result<Over, AssembleError> {
        let at = |id| TermAt { id, depth };
        match self.term[id] {
            Node::Range([low, high]) => Ok(Over::Range([at(low), at(high)])),
            Node::Input(array, sort) if !sort.is_dict() => Ok(Over::Array { array, bounds: None }),
            Node::Input(input, _) => Ok(Over::Dict { input, outer: Vec::new() }),
            Node::Slice([array, low, high]) => match self.term[array] {
                Node::Input(array, sort) if !sort.is_dict() => {
                    Ok(Over::Array { array, bounds: Some([at(low), at(high)]) })
                }
                _ => Err(unsupported("a slice of something other than an array")),
            },
            Node::Var(i, _) => match self.value_of(depth - 1 - i as usize) {
                Some((Over::Dict { input, outer }, slot)) => {
                    let outer = outer.iter().copied().chain([slot]).collect();
                    Ok(Over::Dict { input: *input, outer })
                }
                _ => Err(unsupported("a loop over a computed collection")),
            },
            _ => Err(unsupported("a loop over a computed collection")),
        }
    }

    /// The loop whose value is at this slot, with the slot of its key.
    fn value_of(&self, slot: usize) -> Option<(&Over, usize)> {
        self.steps.iter().find_map(|step| match step {
            Step::Loop { over, slot: first } if first + 1 == slot => Some((over, *first)),
            _ => None,
        })
    }

    fn stored(&self, id: Id, depth: usize) -> Result<Stored, AssembleError> {
        match self.term[id] {
            Node::Real(bits) => Ok(Stored::Constant(Value::Real(f64::from_bits(bits)))),
            Node::Int(value) => Ok(Stored::Constant(Value::Int(value))),
            Node::Bool(value) => Ok(Stored::Constant(Value::Bool(value))),
            Node::Get([array, index]) => match self.term[array] {
                Node::Input(array, sort) if !sort.is_dict() => {
                    Ok(Stored::Array(array, TermAt { id: index, depth }))
                }
                _ => Err(unsupported("a lookup in something other than an array")),
            },
            Node::Var(i, _) => match self.value_of(depth - 1 - i as usize) {
                Some((Over::Array { array, .. }, slot)) => Ok(Stored::Position(*array, slot)),
                Some((Over::Dict { input, outer }, slot)) => {
                    Ok(Stored::Dict(*input, outer.iter().copied().chain([slot]).collect()))
                }
                _ => Err(unsupported("entries that are computed from their keys")),
            },
            _ => Err(unsupported("entries that are computed and not stored")),
        }
    }
}

/// The number that is made a real, or the number itself.
pub(super) fn without_real(term: &Term, place: TermAt) -> TermAt {
    match term[place.id] {
        Node::Unary(Unary::ToReal, id) => TermAt { id, ..place },
        _ => place,
    }
}

/// The element of an array that a number is, given the loops by the slots of their values.
pub(super) fn element<'b>(
    term: &Term,
    value_of: impl Fn(usize) -> Option<(&'b Over, usize)>,
    place: TermAt,
) -> Option<Element> {
    match term[place.id] {
        Node::Get([array, id]) => match term[array] {
            Node::Input(array, sort) if !sort.is_dict() => {
                Some(Element::At(array, TermAt { id, ..place }))
            }
            _ => None,
        },
        Node::Var(i, _) => match value_of(place.depth - 1 - i as usize) {
            Some((Over::Array { array, .. }, slot)) => Some(Element::Position(*array, slot)),
            _ => None,
        },
        _ => None,
    }
}

/// The slot of the innermost variable of a number.
fn innermost(term: &Term, place: TermAt) -> Option<usize> {
    if let Node::Var(i, _) = term[place.id] {
        return Some(place.depth - 1 - i as usize);
    }
    let parts = crate::term::operands(&term[place.id]).iter();
    parts.filter_map(|id| innermost(term, TermAt { id: *id, ..place })).max()
}

/// The refusal of a mapping that has `what`.
pub(super) fn unsupported(what: &str) -> AssembleError {
    AssembleError::Unsupported(what.to_owned())
}

/// The refusal of ranges that are no runs.
pub(super) fn no_runs() -> AssembleError {
    unsupported("ranges between stored bounds that are not those of one position")
}
