//! Streams: the sorted entries of one operand of a sum of sparse tensors.
//!
//! ```text
//! sum(<p, i> in …) { i -> sum(<q, j> in …) { j -> number } }    nested: a loop for each level
//! sum(<p, i> in row) { (i, col(p)) -> number }                  listed: all coordinates side by side
//! ```
//!
//! A stream gives its entries in the order of its loops, each coordinate once. Two streams can be
//! merged if their loops go over the same dimensions in the same order.

use super::emit::Emitter;
use super::{Ascending, Physical};
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary, operands, sort};
use std::collections::BTreeMap;

/// A part of the way from the root of a term to the number of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A variable is bound to this value.
    Let(Id),
    /// A condition: the entries after it are there only if it holds.
    If(Id),
    /// Numbers are multiplied by this one.
    Scale(Id),
    /// Numbers are negated.
    Neg,
    /// A loop over this collection.
    Loop(Id),
}

/// The sorted entries of an operand.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    /// The way to the number.
    pub steps: Vec<Step>,
    /// The number of an entry.
    pub leaf: Id,
    /// The dimension of each level of the loops, or of each listed array.
    pub order: Vec<usize>,
    /// The arrays of coordinates in the order of the levels, if one loop goes over all.
    pub listed: Option<Vec<Symbol>>,
}

/// The kind of binder that a variable belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binder {
    Other,
    Position(usize),
    Value(usize),
}

/// The coordinate of an entry in one dimension.
#[derive(Clone, Copy)]
enum Coordinate {
    /// The value, or position, that a loop has.
    Of(usize, bool),
    /// The element of an array at the position of a loop.
    At(Symbol, usize),
}

#[derive(Clone, Default)]
struct Path {
    steps: Vec<Step>,
    binders: Vec<Binder>,
    loops: Vec<Id>,
    coordinates: Vec<Coordinate>,
}

/// The lists of arrays of coordinates that a term goes over side by side, by dimension. A caller that
/// finds them sorted says so to [`super::lower_union`].
pub fn listed_coordinates(term: &Term) -> Vec<Vec<Symbol>> {
    let mut all: Vec<Vec<Symbol>> = Vec::new();
    for node in term {
        let Node::Sum([over, body]) = node else { continue };
        let mut at = *body;
        let mut names = Vec::new();
        while let Node::Single([key, value]) = term[at] {
            at = value;
            let name = match term[plain(term, key)] {
                Node::Var(0, _) => term[*over],
                Node::Get([array, position]) if matches!(term[position], Node::Var(1, _)) => {
                    term[array]
                }
                _ => break,
            };
            let Node::Input(name, _) = name else { break };
            names.push(name);
        }
        if names.len() > 1 && !all.contains(&names) {
            all.push(names);
        }
    }
    all
}

/// Whether the coordinates of arrays side by side ascend, and no two are the same.
pub fn ascend_together(arrays: &[&[i64]]) -> bool {
    let length = arrays.first().map_or(0, |array| array.len());
    let at = |place: usize| arrays.iter().map(move |array| array[place]);
    arrays.iter().all(|array| array.len() == length)
        && (1..length).all(|place| at(place - 1).lt(at(place)))
}

/// A key without the assertion that it is unique.
fn plain(term: &Term, key: Id) -> Id {
    match term[key] {
        Node::Unique(inner) => inner,
        _ => key,
    }
}

/// The streams of a sum of sparse tensors; none if an operand is no such loops. `sorted` has arrays of
/// coordinates that ascend together.
pub(super) fn streams(term: &Term, sorted: &[Vec<Symbol>]) -> Option<Vec<Stream>> {
    let mut out = Vec::new();
    collect(term, term.root(), Path::default(), sorted, &mut out)?;
    Some(out)
}

fn collect(
    term: &Term,
    id: Id,
    mut path: Path,
    sorted: &[Vec<Symbol>],
    out: &mut Vec<Stream>,
) -> Option<()> {
    if sort(term, id).is_scalar() {
        out.push(path.stream(term, id, sorted)?);
        return Some(());
    }
    let next = match term[id] {
        Node::Zero(_) => return Some(()),
        Node::Binary(op @ (Binary::Add | Binary::Sub), [x, y]) => {
            collect(term, x, path.clone(), sorted, out)?;
            if op == Binary::Sub {
                path.steps.push(Step::Neg);
            }
            y
        }
        Node::Unary(Unary::Neg, inner) => {
            path.steps.push(Step::Neg);
            inner
        }
        Node::Binary(Binary::Scale, [by, inner]) => {
            path.steps.push(Step::Scale(by));
            inner
        }
        Node::If([condition, inner]) => {
            path.steps.push(Step::If(condition));
            inner
        }
        Node::Let([value, inner]) => {
            path.steps.push(Step::Let(value));
            path.binders.push(Binder::Other);
            inner
        }
        Node::Sum([over, inner]) if !sort(term, over).is_dict() => {
            let level = path.loops.len();
            path.steps.push(Step::Loop(over));
            path.loops.push(over);
            path.binders.extend([Binder::Position(level), Binder::Value(level)]);
            inner
        }
        Node::Single([key, inner]) => {
            path.coordinates.push(path.coordinate(term, plain(term, key))?);
            inner
        }
        _ => return None,
    };
    collect(term, next, path, sorted, out)
}

impl Path {
    fn binder(&self, index: u32) -> Option<Binder> {
        let place = self.binders.len().checked_sub(1 + index as usize)?;
        Some(self.binders[place])
    }

    fn coordinate(&self, term: &Term, key: Id) -> Option<Coordinate> {
        match term[key] {
            Node::Var(index, _) => match self.binder(index)? {
                Binder::Position(level) => Some(Coordinate::Of(level, false)),
                Binder::Value(level) => Some(Coordinate::Of(level, true)),
                Binder::Other => None,
            },
            Node::Get([array, position]) => {
                let (Node::Input(name, _), Node::Var(index, _)) = (term[array], term[position])
                else {
                    return None;
                };
                match self.binder(index)? {
                    Binder::Position(level) => Some(Coordinate::At(name, level)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn stream(self, term: &Term, leaf: Id, sorted: &[Vec<Symbol>]) -> Option<Stream> {
        let dimensions = self.coordinates.len();
        if let ([over], true) = (self.loops.as_slice(), dimensions > 1) {
            let Node::Input(own, _) = term[*over] else { return None };
            let name = |coordinate: &Coordinate| match coordinate {
                Coordinate::Of(0, true) => Some(own),
                Coordinate::At(name, 0) => Some(*name),
                _ => None,
            };
            let names: Vec<Symbol> = self.coordinates.iter().map(name).collect::<Option<_>>()?;
            let place = |name: &Symbol| names.iter().position(|other| other == name);
            let (order, listed) = sorted.iter().find_map(|list| {
                let order: Vec<usize> = list.iter().map(place).collect::<Option<_>>()?;
                (order.len() == dimensions).then(|| (order, list.clone()))
            })?;
            return Some(Stream { steps: self.steps, leaf, order, listed: Some(listed) });
        }
        let mut order = vec![None; self.loops.len()];
        for (dimension, coordinate) in self.coordinates.iter().enumerate() {
            let Coordinate::Of(level, by_value) = *coordinate else { return None };
            if !by_value && !is_from_zero(term, self.loops[level]) {
                return None;
            }
            if order[level].replace(dimension).is_some() {
                return None;
            }
        }
        let order = order.into_iter().collect::<Option<Vec<usize>>>()?;
        (order.len() == dimensions).then_some(Stream {
            steps: self.steps,
            leaf,
            order,
            listed: None,
        })
    }
}

/// Whether a collection is a range from zero on: positions are values.
pub(super) fn is_from_zero(term: &Term, over: Id) -> bool {
    matches!(term[over], Node::Range([low, _]) if term[low] == Node::Int(0))
}

impl Emitter<'_> {
    /// Whether a term is made of numbers and arrays only, without a loop.
    pub(super) fn is_plain_number(&self, id: Id) -> bool {
        !self.has_loop(id) && !self.has_dictionary(id)
    }

    fn has_dictionary(&self, id: Id) -> bool {
        self.sort(id).is_dict()
            || operands(&self.term[id]).iter().any(|child| self.has_dictionary(*child))
    }

    /// The length of the array in which the innermost loop of a stream finds its coordinates.
    pub(super) fn innermost_length(&self, stream: &Stream) -> Option<u64> {
        let over = stream.steps.iter().rev().find_map(|step| match step {
            Step::Loop(over) => Some(*over),
            _ => None,
        })?;
        let name = match self.term[over] {
            Node::Slice([array, ..]) => array,
            _ => over,
        };
        let Node::Input(name, _) = self.term[name] else { return None };
        self.described.get(&name)?.length
    }

    /// Whether the loops of a stream go over distinct parts of arrays in their order: an inner loop is
    /// over the part between two positions side by side, at the position of the loop around it.
    pub(super) fn is_sorted(&self, stream: &Stream) -> bool {
        if let Some(listed) = &stream.listed {
            let lengths: Vec<_> = listed.iter().map(|name| self.described.get(name)).collect();
            let first = lengths[0].and_then(|physical| physical.length);
            return lengths.iter().all(|it| it.is_some_and(|it| it.length == first));
        }
        // The number of variables that are bound since the loop around, and whether it is from zero.
        let mut around: Option<(u32, bool)> = None;
        for step in &stream.steps {
            match step {
                Step::Let(_) => {
                    if let Some((bound, _)) = &mut around {
                        *bound += 1;
                    }
                }
                Step::If(_) | Step::Scale(_) | Step::Neg => {}
                Step::Loop(over) => {
                    let sorted = match around {
                        None => self.part_ascends(*over),
                        Some(around) => self.part_ascends(*over) && self.is_part_at(*over, around),
                    };
                    if !sorted {
                        return false;
                    }
                    around = Some((0, is_from_zero(self.term, *over)));
                }
            }
        }
        true
    }

    /// Whether a collection is the part of an array from `pos(k)` to `pos(k + 1)`, where `k` is the
    /// position of the loop around, and `pos` does not fall.
    fn is_part_at(&self, over: Id, (bound, from_zero): (u32, bool)) -> bool {
        let Node::Slice([array, low, high]) = self.term[over] else { return false };
        let (Node::Input(array, _), Node::Get([positions, at])) =
            (self.term[array], self.term[low])
        else {
            return false;
        };
        let (Node::Input(positions, _), Node::Var(index, _)) =
            (self.term[positions], self.term[at])
        else {
            return false;
        };
        let at_position = index == bound + 1 || from_zero && index == bound;
        let ascending = |name: Symbol, of: &BTreeMap<Symbol, Physical>| {
            of.get(&name).map_or(Ascending::Unknown, |it| it.ascending)
        };
        let in_order = matches!(
            ascending(positions, self.described),
            Ascending::Everywhere | Ascending::Weakly
        ) || ascending(array, self.described) == Ascending::Between(positions);
        at_position && in_order && super::merges::is_segment(self.term, positions, low, high)
    }
}
