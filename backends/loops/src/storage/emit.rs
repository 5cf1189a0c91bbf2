//! The statements of a term.

use super::arrays::{Array, KeyRange, Pairs, Side, Tables};
use super::facts::{Fact, Facts};
use super::numbers::{
    LANES, add, binary, both, element, element_inside, int, load, multiply, unary, zero,
};
use super::{Lowered, Physical, Unsupported, fits};
use crate::program::{BinaryOp, BufferId, Builder, CompareOp, Scalar as Machine, Space, Value};
use hloom_ir::Element;
use hloom_storage::Sort;
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, Unary};
use std::collections::BTreeMap;

/// A dictionary in a workspace, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dict {
    /// The number of the workspace.
    pub space: usize,
    /// The number of keys that lead to this part.
    pub level: usize,
    /// The offset that these keys make, in parts of this level.
    pub offset: Value,
}

/// A dense buffer for a dictionary.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    pub buffer: BufferId,
    pub element: Element,
    /// The least key of each level.
    pub low: Vec<i64>,
    /// The number of keys of each level.
    pub extents: Vec<u64>,
    /// The places of the entries, if they are not side by side.
    pub listed: Option<Entries>,
}

/// The entries of a workspace that is not dense.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entries {
    /// A list of the current row's.
    Listed(Listed),
    /// Rows or a hash table that are filled in any order.
    Unordered(Places),
    /// A hash table that is filled, and the length of the run of taken slots from each one on.
    Hashed(Slots, BufferId),
}

/// The places that a block of a loop fills in any order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Places {
    /// Additions are counted in one element.
    Counted(BufferId, Value),
    /// A table, and an element that has the slot that is looked at.
    Table(Slots, (BufferId, Value)),
    /// Rows of `width` places. `next` is a counter for each row, in a buffer from an element on: in the
    /// first phase it counts the row's additions, in the second it is the place of the next one. `keys`
    /// has the coordinates; there are none in the first phase.
    Rows { width: u64, next: (BufferId, Value), keys: Option<BufferId> },
}

/// The slots of a hash table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    pub keys: BufferId,
    pub first: Value,
    /// The number of slots, less one.
    pub mask: Value,
}

/// The entries of the current row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    /// The row that was last at each place, and one.
    pub stamps: BufferId,
    /// The number of the row, and one.
    pub stamp: Value,
    /// The first element of the block's workspace.
    pub base: Value,
    /// The number of entries so far: an element of a buffer.
    pub count: (BufferId, Value),
    /// The list of entries, and the place of the row's first; none where entries are counted.
    pub list: Option<(BufferId, Value)>,
    /// Whether each entry of a row is made once: it needs no place in the workspace.
    pub appended: bool,
    /// The numbers of the entries, if they are appended.
    pub values: Option<BufferId>,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Variable {
    Number(Value),
    Array(Array),
    Dict(Dict),
}

/// A place in a workspace that a dictionary or a number is added to. The first workspaces are the
/// results.
#[derive(Clone, Copy)]
pub(super) struct Destination {
    pub space: usize,
    /// The offset so far, in elements of the levels that are left.
    pub offset: Value,
    /// The number of keys so far.
    pub level: usize,
    /// Whether all keys so far are inside of the extents.
    pub inside: Option<Value>,
    /// Whether the numbers are subtracted.
    pub negated: bool,
    /// The factor of all numbers.
    pub factor: Option<Value>,
    /// Whether each number is the only one at its place, which holds none yet.
    pub once: bool,
    /// Whether the places are set to zero, and nothing is added.
    pub erase: bool,
}

pub(super) struct Emitter<'t> {
    pub b: Builder,
    pub term: &'t Term,
    sorts: Vec<Sort>,
    /// The buffer and the element type of each input; a number's buffer has one element.
    pub inputs: BTreeMap<Symbol, (BufferId, Physical)>,
    pub described: &'t BTreeMap<Symbol, Physical>,
    pub variables: Vec<Variable>,
    /// The bounds of the variables.
    pub facts: Vec<Fact>,
    pub workspaces: Vec<Workspace>,
    /// The tables of positions that are in use.
    pub tables: Tables,
    /// The workspaces that all iterations of a loop share.
    pub shared_workspaces: usize,
    /// The number of loops around what is emitted.
    pub depth: usize,
    /// The number of assertions so far.
    pub assertions: usize,
    /// The bytes of the arena that workspaces take.
    pub arena_bytes: u64,
    /// The part of a loop that is emitted, and the number of parts: each has workspaces of its own.
    pub part: Option<(Value, u64)>,
    /// Workspaces that are zero before and after each use, and are cleared once.
    pub cleared_first: Vec<usize>,
    /// Dictionaries whose places are to be set to zero after their use.
    pub pending: Vec<(Id, Destination)>,
    /// The number of results, which are the first workspaces.
    pub results: usize,
    /// Whether such workspaces may be made.
    pub erases: bool,
    /// Whether the lengths of arrays are those of the data, not the most that there may be.
    pub sized: bool,
    /// The threads that share a loop whose iterations add to the same numbers.
    pub threads: u64,
    /// The outermost keys of the result that are added to, if they are not all.
    pub own_keys: Option<KeyRange>,
    /// The lanes of the vectors that are emitted.
    pub width: u16,
    /// Whether loops of vectors are split where they would read outside of arrays.
    pub splits: bool,
    /// The lanes of their loads that count; all, if there is none.
    pub lane_mask: Option<Value>,
}

/// A lowered part, or the reason against it.
pub(super) type Emitted<T> = Result<T, Unsupported>;

/// The refusal of a term.
pub(super) fn unsupported<T>(what: &str) -> Emitted<T> {
    Err(Unsupported(what.to_owned()))
}

/// An emitter of a term over these inputs, with their symbols in the order of the arguments, and the
/// term's sort.
pub(super) fn new<'t>(
    name: &str,
    term: &'t Term,
    inputs: &'t BTreeMap<Symbol, Physical>,
) -> Emitted<(Emitter<'t>, Vec<Symbol>, Sort)> {
    let mut b = Builder::new(name);
    let mut buffers = BTreeMap::new();
    let mut arguments = Vec::new();
    for node in term {
        let Node::Input(name, sort) = node else { continue };
        if buffers.contains_key(name) {
            continue;
        }
        let Some(physical) = inputs.get(name) else {
            return Err(Unsupported(format!("there is no data for `{name}`")));
        };
        if sort.is_dict() || sort.is_scalar() != physical.length.is_none() {
            return Err(Unsupported(format!("`{name}` is {sort}, and no array or number")));
        }
        if !fits(*sort, physical.element) {
            let element = physical.element;
            return Err(Unsupported(format!("`{name}` is {sort}, and its elements are {element}")));
        }
        let shape = physical.length.as_slice();
        let space = Space::Argument(arguments.len() as u32);
        let buffer = b.buffer(name.as_str(), physical.element, shape, space);
        buffers.insert(*name, (buffer, *physical));
        arguments.push(*name);
    }
    let emitter = Emitter { sized: true, ..Emitter::over(b, term, buffers, inputs) };
    let sort = emitter.sort(term.root());
    Ok((emitter, arguments, sort))
}

impl<'t> Emitter<'t> {
    /// An emitter of a term over inputs in these buffers, into the open block of a program.
    pub(super) fn over(
        b: Builder,
        term: &'t Term,
        inputs: BTreeMap<Symbol, (BufferId, Physical)>,
        described: &'t BTreeMap<Symbol, Physical>,
    ) -> Emitter<'t> {
        Emitter {
            b,
            term,
            sorts: hloom_storage::term::sorts(term),
            inputs,
            described,
            variables: Vec::new(),
            facts: Vec::new(),
            workspaces: Vec::new(),
            tables: Tables::default(),
            shared_workspaces: 0,
            depth: 0,
            assertions: 0,
            arena_bytes: 0,
            part: None,
            cleared_first: Vec::new(),
            pending: Vec::new(),
            results: 1,
            erases: false,
            sized: false,
            threads: 1,
            own_keys: None,
            width: LANES,
            splits: false,
            lane_mask: None,
        }
    }
}

pub(super) fn program(
    name: &str,
    term: &Term,
    inputs: &BTreeMap<Symbol, Physical>,
    element: Element,
    extents: &[u64],
    threads: u64,
) -> Emitted<Lowered> {
    let (mut emitter, arguments, sort) = new(name, term, inputs)?;
    emitter.threads = threads;
    emitter.erases = true;
    if !fits(sort, element) {
        return Err(Unsupported(format!("a result of {sort} is not stored as {element}")));
    }
    let result = emitter.b.buffer("result", element, extents, Space::Result(0));
    emitter.result_into(result, element, extents)?;
    Ok(Lowered { program: emitter.finish(), arguments })
}

impl Emitter<'_> {
    pub(super) fn sort(&self, id: Id) -> Sort {
        self.sorts[usize::from(id)]
    }

    pub(super) fn variable(&self, index: u32) -> Emitted<Variable> {
        let place = self.variables.len().checked_sub(1 + index as usize);
        match place.map(|place| self.variables[place]) {
            Some(variable) => Ok(variable),
            None => unsupported("the term has free variables"),
        }
    }

    /// Emits with more variables of these bounds, the innermost last.
    pub(super) fn with<T>(
        &mut self,
        variables: &[(Variable, Fact)],
        body: impl FnOnce(&mut Self) -> Emitted<T>,
    ) -> Emitted<T> {
        let depth = self.variables.len();
        for (variable, fact) in variables {
            self.variables.push(*variable);
            self.facts.push(fact.clone());
        }
        let done = body(self);
        self.variables.truncate(depth);
        self.facts.truncate(depth);
        done
    }

    /// The variables of a loop's body with their bounds.
    pub(super) fn bound_by(&self, over: Id, key: Value, value: Variable) -> [(Variable, Fact); 2] {
        let (keys, values) = match self.fact(over) {
            Fact::Array { positions, values } => (Fact::Number(positions), Fact::Number(values)),
            Fact::Dict(all) if all.len() > 1 => {
                (Fact::Number(all[0]), Fact::Dict(all[1..].to_vec()))
            }
            Fact::Dict(all) => (Fact::Number(all[0]), Fact::Number(None)),
            Fact::Number(_) | Fact::Induction(..) => (Fact::Number(None), Fact::Number(None)),
        };
        [(Variable::Number(key), keys), (value, values)]
    }

    /// As [`bound_by`](Emitter::bound_by), in iterations that run: the variables are inside of the range of this
    /// very loop. Code that reads ahead, and the tail lanes of a vector, know less.
    pub(super) fn bound_inside(
        &self,
        over: Id,
        key: Value,
        value: Variable,
    ) -> [(Variable, Fact); 2] {
        let [(key, keys), (value, values)] = self.bound_by(over, key, value);
        let facts = Facts::new(self.term, self.described);
        let [keys, values] = match (&keys, &values) {
            (Fact::Number(p), Fact::Number(v)) => {
                facts.induction_variables(over, [*p, *v], self.facts.len())
            }
            _ => [keys, values],
        };
        [(key, keys), (value, values)]
    }

    /// The variables of a merge's body with their bounds; `read` is the side that the value is read of
    /// where it is not known whether there is a pair ([`Fact::of_pair`]).
    pub(super) fn bound_by_merge(
        &self,
        [x, y]: [Id; 2],
        [p, q, value]: [Value; 3],
        read: Option<Side>,
    ) -> [(Variable, Fact); 3] {
        let [first, second, both] = Fact::of_pair([self.fact(x), self.fact(y)], read);
        [(p, first), (q, second), (value, both)].map(|(it, fact)| (Variable::Number(it), fact))
    }

    /// The number that a term is.
    pub(super) fn number(&mut self, id: Id) -> Emitted<Value> {
        let before = self.pending.len();
        let number = self.number_of(id)?;
        self.erase_since(before)?;
        Ok(number)
    }

    fn number_of(&mut self, id: Id) -> Emitted<Value> {
        let base = self.sort(id).base;
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Number(value) => Ok(value),
                Variable::Array(_) | Variable::Dict(_) => unsupported("a collection is no number"),
            },
            Node::Input(name, _) => {
                let (buffer, physical) = self.inputs[&name];
                if let Some((value, last)) = physical.within
                    && value == last
                {
                    return Ok(int(&mut self.b, value));
                }
                let at = int(&mut self.b, 0);
                Ok(load(&mut self.b, buffer, physical.element, at, None))
            }
            Node::Int(value) => Ok(int(&mut self.b, value)),
            Node::Real(bits) => Ok(self.b.bits(Machine::F64.ty(), bits)),
            Node::Bool(value) => Ok(self.b.bits(Machine::I1.ty(), value.into())),
            Node::Zero(_) => Ok(zero(&mut self.b, base)),
            Node::Unique(e) => self.number(e),
            Node::Unary(op, e) => {
                let of = self.sort(e).base;
                let x = self.number(e)?;
                Ok(unary(&mut self.b, op, of, x))
            }
            Node::Binary(op, [x, y]) => {
                let of = self.sort(x).base;
                let (x, y) = (self.number(x)?, self.number(y)?);
                binary(&mut self.b, op, of, x, y)
            }
            Node::If([condition, value]) if self.truth(condition) == Some(true) => {
                self.number(value)
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                if self.has_loop(value) {
                    return self.number_if(test, value, base);
                }
                // Nothing traps: both sides may be computed.
                let value = self.number(value)?;
                let none = zero(&mut self.b, base);
                Ok(self.b.select(test, value, none))
            }
            Node::Get([over, key]) => {
                if self.sort(over).is_dict() {
                    return self.looked_up(id, over, key);
                }
                let array = self.array(over)?;
                let at = self.number(key)?;
                Ok(match self.has_position(over, key) {
                    true => element_inside(&mut self.b, array, at),
                    false => element(&mut self.b, array, at),
                })
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.number(body))
            }
            Node::Sum([over, body]) if self.sort(over).is_dict() => {
                let dict = self.dictionary(over)?;
                let (first, extent) = (int(&mut self.b, 0), self.extent(dict));
                let start = zero(&mut self.b, base);
                self.total(first, extent, start, |e, index, total| {
                    let (key, value, there) = e.entry(dict, index)?;
                    let (one, none) = (int(&mut e.b, 1), int(&mut e.b, 0));
                    let times = e.b.select(there, one, none);
                    e.total(none, times, total, |e, _, total| {
                        let variables = e.bound_by(over, key, value);
                        let part = e.with(&variables, |e| e.number(body))?;
                        Ok(add(&mut e.b, base, total, part))
                    })
                })
            }
            Node::Sum([over, body]) if self.shares_total(over, body) => {
                self.total_in_parts(over, body)
            }
            Node::Sum([over, body]) => {
                if self.only_value(over, body).is_none() {
                    if let Some(total) = self.dot(over, body)? {
                        return Ok(total);
                    }
                    if let Some(total) = self.total_of_lanes(id)? {
                        return Ok(total);
                    }
                }
                let array = self.array(over)?;
                let none = zero(&mut self.b, base);
                let tables = self.open_tables(body, 2)?;
                let total = self.total_over(over, array, body, none)?;
                self.close_tables(tables)?;
                Ok(total)
            }
            Node::Merge([x, y, body]) => {
                let none = zero(&mut self.b, base);
                self.total_of_pairs(Pairs { sides: [x, y], body }, none)
            }
            Node::Single(_) | Node::Range(_) | Node::Slice(_) => {
                unsupported("a collection is no number")
            }
        }
    }

    /// Adds the dictionary or number that a term is into the result.
    pub(super) fn add_into(&mut self, id: Id, to: Destination) -> Emitted<()> {
        let before = self.pending.len();
        self.add_term(id, to)?;
        self.erase_since(before)
    }

    fn add_term(&mut self, id: Id, to: Destination) -> Emitted<()> {
        if to.erase && self.sort(id).is_scalar() {
            self.erase_number(to);
            return Ok(());
        }
        if self.sort(id).is_scalar() && !matches!(self.term[id], Node::If(_) | Node::Let(_)) {
            let value = self.number(id)?;
            self.add_number(value, to);
            return Ok(());
        }
        match self.term[id] {
            Node::Zero(_) => Ok(()),
            Node::Single([key, value]) => {
                let within = self.interval(key);
                let key = self.number(key)?;
                let Some(keys) = self.keys_at(to) else {
                    return self.add_entry(key, within, value, to);
                };
                let distance = self.b.binary(BinaryOp::Sub, key, keys.first);
                let own = self.b.compare(CompareOp::LtU, distance, keys.count);
                self.only_if(own, |e| e.add_entry(key, within, value, to))
            }
            Node::If([condition, value]) if self.truth(condition) == Some(true) => {
                self.add_into(value, to)
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                self.only_if(test, |e| e.add_into(value, to))
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.add_into(body, to))
            }
            Node::Unary(Unary::Neg, e) => {
                self.add_into(e, Destination { negated: !to.negated, ..to })
            }
            Node::Binary(op @ (Binary::Add | Binary::Sub), [x, y]) => {
                if op == Binary::Add
                    && let Some(parts) = self.vector_row_and_column([x, y], to)?
                {
                    return self.add_row_and_column(&parts, to);
                }
                if self.add_at_places(id, to)? {
                    return Ok(());
                }
                self.add_into(x, to)?;
                let negated = to.negated ^ (op == Binary::Sub);
                self.add_into(y, Destination { negated, ..to })
            }
            Node::Binary(Binary::Scale, [factor, dict]) => {
                let base = self.sort(factor).base;
                let own = self.number(factor)?;
                let factor = match to.factor {
                    None => own,
                    Some(outer) => multiply(&mut self.b, base, outer, own),
                };
                self.add_into(dict, Destination { factor: Some(factor), ..to })
            }
            Node::Sum([over, body]) if self.sort(over).is_dict() => {
                let dict = self.dictionary(over)?;
                let (none, extent) = (int(&mut self.b, 0), self.extent(dict));
                self.count(none, extent, |e, index| {
                    let (key, value, there) = e.entry(dict, index)?;
                    e.only_if(there, |e| {
                        let variables = e.bound_by(over, key, value);
                        e.with(&variables, |e| e.add_into(body, to))
                    })
                })
            }
            Node::Sum([over, body]) => {
                let whole = self.only_value(over, body).is_none();
                if whole
                    && (self.add_vectors(over, body, to)?
                        || self.add_block(id, to)?
                        || self.add_rows_of_block(over, body, to)?)
                {
                    return Ok(());
                }
                let tables = self.open_tables(body, 2)?;
                self.add_each(over, body, to)?;
                self.close_tables(tables)
            }
            Node::Merge([x, y, body]) => {
                self.each_pair(Pairs { sides: [x, y], body }, &mut |e, pair| {
                    let variables = e.bound_by_merge([x, y], pair, None);
                    e.with(&variables, |e| e.add_into(body, to))
                })
            }
            Node::Binary(Binary::Hadamard, [x, y]) => {
                let (x, y) = (self.dictionary(x)?, self.dictionary(y)?);
                self.multiply_into(x, y, to)
            }
            Node::Unary(op, e) => {
                let base = self.sort(e).base;
                let dict = self.dictionary(e)?;
                self.copy_into(dict, Some((op, base)), to)
            }
            Node::Get([over, key]) => {
                let dict = self.dictionary(over)?;
                let key = self.number(key)?;
                self.copy_part(dict, key, to)
            }
            Node::Slice([over, low, high]) => {
                let dict = self.dictionary(over)?;
                let (low, high) = (self.number(low)?, self.number(high)?);
                let (none, extent) = (int(&mut self.b, 0), self.extent(dict));
                self.count(none, extent, |e, index| {
                    let (key, value, there) = e.entry(dict, index)?;
                    let from = e.b.compare(CompareOp::GeS, key, low);
                    let below = e.b.compare(CompareOp::LtS, key, high);
                    let inside = both(&mut e.b, from, below);
                    let test = both(&mut e.b, there, inside);
                    e.only_if(test, |e| {
                        let to = e.below(to, key, e.keys(dict));
                        match value {
                            Variable::Number(number) => e.add_number(number, to),
                            Variable::Dict(inner) => e.copy_into(inner, None, to)?,
                            Variable::Array(_) => {}
                        }
                        Ok(())
                    })
                })
            }
            Node::Var(..) => {
                let dict = self.dictionary(id)?;
                self.copy_into(dict, None, to)
            }
            Node::Input(..) => unsupported("a dictionary that is given"),
            _ => unsupported("a result that is no dictionary"),
        }
    }
}
