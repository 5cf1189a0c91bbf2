//! Checks of physical arrays against the mapping that reads them, before a program runs.
//!
//! A tensor has arrays of its own if they have its name (`A_idx` is one of `A`), or were filled with its entries.
//! A definition over other arrays computes a tensor, and may do with them what it wants.
//! A mapping reads what is not there as zero, and arrays that contradict it would give a wrong result
//! without a word. The checks follow from the mapping's own text, whatever the format:
//!
//! | in the mapping | checked |
//! |---|---|
//! | `idx(pos(e):pos(e + 1))` or `pos(e):pos(e + 1)` | `pos` begins with 0, does not fall, and ends with the length of `idx`; it has one number more than `e` has values |
//! | `idx(pos(2 * e):pos(2 * e + 1))` | each segment is inside of `idx` and does not end before it begins; `pos` has two numbers for each value of `e` |
//! | `idx(e * n:(e + 1) * n)` | `idx` has `n` numbers for each value of `e` |
//! | `val(p)`, `p` a position of `idx` | `val` is as long as `idx` |
//! | `val(i * n + j)`, `i` and `j` of ranges | `val` has exactly the numbers that are read |
//! | `{ i -> … }`, `i` out of `idx` | no coordinate is negative, or beyond the extent that is declared, or 2^31 or more |
//! | `{ i * k + j -> … }`, `i` out of `idx` and `j` below `k` | the same of the blocks that `idx` has |
//! | `{ j + i % k -> … }`, `i` out of `idx`, which is read nowhere else | `idx` has numbers from 0 to `k - 1` |
//! | `{ unique(i) -> … }`, `i` out of `idx`, or as a block or a remainder | no coordinate twice in a segment |
//! | `{ unique(e) -> … }`, any other `e` | no key twice in a sum, by counting ([`promises`]) |
//! | `{ (i, J(p)) -> … }` or `{ i -> … }` in one loop over `I`, `i` out of `I` at `p` | no entry twice, unless they are to be added |

mod keys;
mod lists;
mod promises;

use hloom_storage::check::Definition;
use hloom_storage::term::{Binary, Node, Term, same};
use hloom_storage::value::Array;
use hloom_storage::{Duplicates, Inputs, Module, Type, Value};

use super::bind::{ExtentSource, Extents, is_stored};
use super::files::MOST;
use super::fill::{format_of, owns_arrays};
use super::joins::keep_to;
use egg::{Id, Symbol};
use keys::Segments;
use std::collections::HashMap;

/// Checks the arrays of all mappings that have data.
///
/// # Errors
/// If one is wrong; the message names the array and the element.
pub(crate) fn check(
    module: &Module,
    inputs: &Inputs,
    duplicates: Duplicates,
) -> Result<(), String> {
    check_within(module, inputs, &HashMap::new(), duplicates)
}

/// The treatment of coordinates that arrays have several times where the mapping does not say `unique`, by
/// `--accumulate`: their numbers are added, as the mapping has it, or they are refused.
pub(crate) fn duplicates(accumulate: bool) -> Duplicates {
    if accumulate { Duplicates::Add } else { Duplicates::Reject }
}

/// As [`check`]; whether the lengths and numbers of the arrays show that all keys are inside of the extents of
/// the mappings' types. If not, the entries have to be looked at.
///
/// # Errors
/// As [`check`].
pub(super) fn check_keys(
    module: &Module,
    inputs: &Inputs,
    duplicates: Duplicates,
) -> Result<bool, String> {
    let mut inside = true;
    for tensor in module.tensors.iter().filter(|tensor| owns_arrays(module, tensor)) {
        inside &= checked(module, tensor, inputs, None, duplicates)?;
    }
    Ok(inside)
}

/// As [`check`], for tensors of which some have these extents.
///
/// # Errors
/// As [`check`].
pub(crate) fn check_within(
    module: &Module,
    inputs: &Inputs,
    extents: &HashMap<String, Extents>,
    duplicates: Duplicates,
) -> Result<(), String> {
    let mut stored = module.tensors.iter().filter(|tensor| is_stored(module, tensor, extents));
    stored.try_for_each(|tensor| {
        checked(module, tensor, inputs, extents.get(&tensor.name), duplicates).map(|_| ())
    })
}

fn checked(
    module: &Module,
    tensor: &Definition,
    inputs: &Inputs,
    given: Option<&Extents>,
    duplicates: Duplicates,
) -> Result<bool, String> {
    mapping(module, tensor, inputs, given, duplicates).map_err(|what| {
        let name = &tensor.name;
        // A program may have named an array of another purpose like this.
        let hint = match given.is_none() && format_of(module, tensor).is_none() {
            true => format!(" (arrays named `{name}_…` are those in which `{name}` is stored)"),
            false => String::new(),
        };
        format!("the arrays of `{name}` are wrong: {what}{hint}")
    })
}

/// Checks a mapping; whether its keys are known to be inside of the extents.
fn mapping(
    module: &Module,
    tensor: &Definition,
    inputs: &Inputs,
    given: Option<&Extents>,
    duplicates: Duplicates,
) -> Result<bool, String> {
    let Some(body) = &tensor.body else { return Ok(true) };
    let term = module.inlined(&body.term);
    let mut extents = Vec::new();
    let mut ty = &tensor.ty;
    while let Type::Dict(extent, value) = ty {
        extents.push(*extent);
        ty = value;
    }
    for (extent, size) in extents.iter_mut().zip(given.iter().flat_map(|given| &given.sizes)) {
        *extent = extent.or(Some(*size));
    }
    let scope = Vec::new();
    let conditions = Vec::new();
    let (level, inner, inside) = (Some(0), 0, true);
    let mut walk = Walk {
        term: &term,
        inputs,
        scope,
        extents,
        conditions,
        level,
        inner,
        inside,
        duplicates,
        promises: false,
    };
    walk.node(term.root())?;
    let (inside, promises) = (walk.inside, walk.promises);
    // Arrays that were filled from entries have given these back.
    let filled = given.is_some_and(|given| given.source != ExtentSource::Claimed);
    if promises && !filled {
        promises::check(&term, inputs)?;
    }
    match given {
        Some(claimed) if !inside && claimed.source == ExtentSource::Claimed => {
            keep_to(&term, inputs, &claimed.sizes).map(|()| true)
        }
        _ => Ok(inside),
    }
}

/// A bound variable.
#[derive(Clone, Copy, Debug)]
enum Variable {
    /// A position of an array.
    Position(Symbol),
    /// An element of an array of segments; whether only its remainders are read.
    Element(Symbol, Segments, bool),
    /// A number from 0 to before this one.
    Below(i64),
    /// The number of an iteration, or that and a distance.
    Number,
    Other,
}

struct Walk<'a> {
    term: &'a Term,
    inputs: &'a Inputs,
    scope: Vec<Variable>,
    /// The extents that the tensor's type declares.
    extents: Vec<Option<u64>>,
    /// The arrays that the conditions around are about: not all of their elements make keys.
    conditions: Vec<Symbol>,
    /// The level of the tensor that a key makes here; `None` within a collection that is read.
    level: Option<usize>,
    /// The number of variables outside of the key around.
    inner: usize,
    /// Whether the keys so far are known to be inside of the extents.
    inside: bool,
    /// The treatment of coordinates that come twice without a promise.
    duplicates: Duplicates,
    /// Whether there are promises that are left to be checked.
    promises: bool,
}

impl<'a> Walk<'a> {
    fn array(&self, name: Symbol) -> Option<&'a Array> {
        match self.inputs.get(&name) {
            Some(Value::Array(array)) => Some(array),
            _ => None,
        }
    }

    fn length(&self, name: Symbol) -> Option<i64> {
        self.array(name).map(|array| array.positions().end)
    }

    fn input(&self, id: Id) -> Option<Symbol> {
        match self.term[id] {
            Node::Input(name, _) => Some(name),
            _ => None,
        }
    }

    /// The variable at a node.
    fn variable(&self, id: Id) -> Option<Variable> {
        match self.term[id] {
            Node::Var(index, _) => {
                let place = self.scope.len().checked_sub(1 + index as usize)?;
                Some(self.scope[place])
            }
            Node::Unique(id) => self.variable(id),
            _ => None,
        }
    }

    /// The value of an integer that does not depend on variables.
    fn int(&self, id: Id) -> Option<i64> {
        match self.term[id] {
            Node::Int(value) => Some(value),
            Node::Input(name, _) => match self.inputs.get(&name) {
                Some(Value::Int(value)) => Some(*value),
                _ => None,
            },
            Node::Binary(op, [a, b]) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match op {
                    Binary::Add => a.checked_add(b),
                    Binary::Sub => a.checked_sub(b),
                    Binary::Mul => a.checked_mul(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn node(&mut self, id: Id) -> Result<(), String> {
        let node = self.term[id];
        if let Node::Get([over, at]) = node
            && let Some(name) = self.input(over)
        {
            self.read(name, at)?;
        }
        if let Node::Single([key, value]) = node {
            self.key(key)?;
            self.node(key)?;
            self.level = self.level.map(|level| level + 1);
            let outer = std::mem::replace(&mut self.inner, self.scope.len());
            self.node(value)?;
            self.inner = outer;
            self.level = self.level.map(|level| level - 1);
            return Ok(());
        }
        if let Node::If([condition, value]) = node {
            self.node(condition)?;
            let before = self.conditions.len();
            self.elements(condition);
            self.node(value)?;
            self.conditions.truncate(before);
            return Ok(());
        }
        if let Node::Let([value, body]) = node {
            // The keys of a dictionary that is bound are none of the tensor's.
            let level = self.level.take();
            self.node(value)?;
            self.level = level;
            self.scope.push(Variable::Other);
            self.node(body)?;
            self.scope.pop();
            return Ok(());
        }
        let Node::Sum([over, body]) = node else {
            let children = egg::Language::children(&node);
            for (i, child) in children.iter().enumerate() {
                let bound = node.binds(i) as usize;
                self.scope.extend(std::iter::repeat_n(Variable::Other, bound));
                self.node(*child)?;
                self.scope.truncate(self.scope.len() - bound);
            }
            return Ok(());
        };
        let mut bound = self.collection(over)?;
        if let Variable::Element(_, _, remainder) = &mut bound[1] {
            *remainder = self.only_remainders(body, 0);
        }
        self.scope.extend(bound);
        if self.scope.len() == 2 && self.duplicates == Duplicates::Reject {
            self.entries_once(over, body)?;
        }
        self.node(body)?;
        self.scope.truncate(self.scope.len() - 2);
        Ok(())
    }

    /// Notes the arrays whose elements a condition is about.
    fn elements(&mut self, condition: Id) {
        let node = self.term[condition];
        if let Some(Variable::Element(name, ..)) = self.variable(condition) {
            self.conditions.push(name);
        }
        if let Node::Get([over, _]) = node {
            self.conditions.extend(self.input(over));
        }
        for child in egg::Language::children(&node) {
            self.elements(*child);
        }
    }

    /// The variables of a loop over this collection.
    fn collection(&mut self, over: Id) -> Result<[Variable; 2], String> {
        match self.term[over] {
            Node::Input(name, sort) if !sort.is_dict() => {
                Ok([Variable::Position(name), Variable::Element(name, Segments::Whole, false)])
            }
            Node::Slice([array, low, high]) => {
                let Some(name) = self.input(array) else { return Ok([Variable::Other; 2]) };
                let segments = self.slices(name, low, high)?;
                Ok([Variable::Position(name), Variable::Element(name, segments, false)])
            }
            Node::Range([low, high]) => {
                if let Some((pos, number)) = self.segments(low, high) {
                    self.positions(pos, number, None)?;
                    return Ok([Variable::Number; 2]);
                }
                let ends = (self.int(low), self.int(high));
                if let (Some(low), Some(high)) = ends
                    && high.saturating_sub(low) > MOST as i64
                {
                    return Err(format!(
                        "a loop goes from {low} to {high}; a tensor has extents of at most 2^31"
                    ));
                }
                let count = match ends {
                    (Some(0), Some(count)) => Variable::Below(count),
                    _ => Variable::Number,
                };
                Ok([count; 2])
            }
            _ => {
                let level = self.level.take();
                self.node(over)?;
                self.level = level;
                Ok([Variable::Other; 2])
            }
        }
    }

    /// The segments of an array between these bounds, whose positions are checked.
    fn slices(&self, name: Symbol, low: Id, high: Id) -> Result<Segments, String> {
        if let Some((pos, index)) = self.segments(low, high) {
            if let Some(number) = self.double(index) {
                self.pairs(pos, number, name)?;
                return Ok(Segments::Pairs(pos));
            }
            self.positions(pos, index, Some(name))?;
            return Ok(Segments::EndToEnd(pos));
        }
        let Some(each) = self.each(low, high) else {
            self.slice(name, high)?;
            return Ok(Segments::Unknown);
        };
        let length = self.length(name).map(i128::from);
        match (self.largest(high, &mut 0), length) {
            (Some(read), Some(length)) if read != length => {
                Err(format!("`{name}` has {length} numbers, but the mapping reads {read}"))
            }
            _ => Ok(Segments::Each(each)),
        }
    }

    /// For `pos(e)` and `pos(e + 1)`: `pos` and `e`.
    fn segments(&self, low: Id, high: Id) -> Option<(Symbol, Id)> {
        let (Node::Get([a, first]), Node::Get([b, second])) = (self.term[low], self.term[high])
        else {
            return None;
        };
        let pos = self.input(a).filter(|pos| self.input(b) == Some(*pos))?;
        self.is_next(first, second).then_some((pos, first))
    }

    /// Whether `second` is `first + 1`.
    fn is_next(&self, first: Id, second: Id) -> bool {
        match self.term[second] {
            Node::Binary(Binary::Add, [x, one]) => {
                self.term[one] == Node::Int(1) && self.same(x, first)
            }
            Node::Int(second) => self.int(first).and_then(|e| e.checked_add(1)) == Some(second),
            _ => false,
        }
    }

    /// For `2 * e`: `e`.
    fn double(&self, index: Id) -> Option<Id> {
        match self.term[index] {
            Node::Binary(Binary::Mul, [two, e]) if self.term[two] == Node::Int(2) => Some(e),
            Node::Binary(Binary::Mul, [e, two]) if self.term[two] == Node::Int(2) => Some(e),
            _ => None,
        }
    }

    /// For `e * n` and `(e + 1) * n`: the number `n`.
    fn each(&self, low: Id, high: Id) -> Option<i64> {
        let (low, high) = (self.term[low], self.term[high]);
        match (low, high) {
            (Node::Binary(Binary::Mul, [e, n]), Node::Binary(Binary::Mul, [next, m]))
                if self.same(n, m) && self.is_next(e, next) =>
            {
                self.int(n).filter(|n| *n > 0)
            }
            (Node::Int(0), Node::Int(n)) if n > 0 => Some(n),
            _ => None,
        }
    }

    /// Whether two nodes are the same term.
    fn same(&self, a: Id, b: Id) -> bool {
        same(self.term, a, b)
    }

    /// Checks an array of positions; `number` is the number of the segment, `of` the array whose
    /// segments it delimits.
    fn positions(&self, pos: Symbol, number: Id, of: Option<Symbol>) -> Result<(), String> {
        let Some(array) = self.array(pos) else { return Ok(()) };
        let at = |i: i64| match array.get(i) {
            Some(Value::Int(value)) => value,
            _ => 0,
        };
        let count = array.positions().end;
        self.delimits(pos, number, |segments| segments + 1)?;
        if count > 0 && at(0) != 0 && of.is_some() {
            return Err(format!("`{pos}[0]` is {}, not 0", at(0)));
        }
        if let Some(i) = (1..count).find(|i| at(*i) < at(i - 1)) {
            return Err(format!("`{pos}` falls from {} to {} at {i}", at(i - 1), at(i)));
        }
        let Some(of) = of else { return Ok(()) };
        match self.length(of) {
            Some(length) if count > 0 && at(count - 1) != length => Err(format!(
                "`{pos}[{}]` is {}, but `{of}` has {length} numbers",
                count - 1,
                at(count - 1)
            )),
            _ => Ok(()),
        }
    }

    /// Checks that an array has as many positions as so many segments want; `number` is the number of the
    /// segment.
    fn delimits(
        &self,
        pos: Symbol,
        number: Id,
        wanted: impl Fn(i128) -> i128,
    ) -> Result<(), String> {
        let (Some(count), Some(segments)) = (self.length(pos), self.count(number)) else {
            return Ok(());
        };
        let wanted = wanted(segments.into());
        if wanted == i128::from(count) {
            return Ok(());
        }
        Err(format!("`{pos}` has {count} numbers; {wanted} delimit {segments} segments"))
    }

    /// The number of values from 0 of an integer that takes them all.
    fn count(&self, number: Id) -> Option<i64> {
        match self.variable(number) {
            Some(Variable::Below(count)) => Some(count.max(0)),
            Some(Variable::Position(outer)) => self.length(outer),
            _ => i64::try_from(self.largest(number, &mut 0)? + 1).ok(),
        }
    }

    /// Checks an array of two positions for each segment of `of`; `number` is the number of the segment.
    fn pairs(&self, pos: Symbol, number: Id, of: Symbol) -> Result<(), String> {
        let Some(array) = self.array(pos) else { return Ok(()) };
        self.delimits(pos, number, |segments| 2 * segments)?;
        let count = array.positions().end;
        let at = |i: i64| match array.get(i) {
            Some(Value::Int(value)) => value,
            _ => 0,
        };
        for i in (0..count - 1).step_by(2) {
            let (low, high) = (at(i), at(i + 1));
            if low > high {
                return Err(format!("`{pos}` falls from {low} to {high} at {}", i + 1));
            }
            let length = self.length(of).unwrap_or(high);
            if low < 0 || high > length {
                let segment = i / 2;
                return Err(format!(
                    "`{pos}` has the segment {segment} at {low} to {high}, but `{of}` has {length} numbers"
                ));
            }
        }
        Ok(())
    }

    /// The number of reads and slices of an array in the mapping.
    fn reads(&self, name: Symbol) -> usize {
        let of_name = |node: &&Node| match node {
            Node::Get([array, _]) | Node::Slice([array, ..]) => self.input(*array) == Some(name),
            _ => false,
        };
        self.term.iter().filter(of_name).count()
    }

    /// Checks the length of an array of which a slice ends before this position: it has no other numbers, if
    /// there is no other slice.
    fn slice(&self, name: Symbol, high: Id) -> Result<(), String> {
        let Some(length) = self.length(name) else { return Ok(()) };
        let others = self.reads(name) > 1;
        let mut seen = 0;
        match self.largest(high, &mut seen) {
            Some(end)
                if seen != 0
                    && (i128::from(length) < end || !others && i128::from(length) != end) =>
            {
                Err(format!("`{name}` has {length} numbers, but the mapping reads {end}"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the length of an array that is read at a position.
    fn read(&self, name: Symbol, at: Id) -> Result<(), String> {
        let Some(length) = self.length(name) else { return Ok(()) };
        if let Some(Variable::Position(of)) = self.variable(at) {
            return match self.length(of) {
                Some(expected) if expected != length => Err(format!(
                    "`{name}` has {length} numbers, but `{of}`, beside which it stands, has {expected}"
                )),
                _ => Ok(()),
            };
        }
        // `i * n + j` of ranges: a variable alone is a position of another array.
        let mut seen = 0;
        // Another read may be of the numbers that lie behind.
        let others = self.reads(name) > 1;
        match self.largest(at, &mut seen) {
            Some(last)
                if seen != 0
                    && (i128::from(length) <= last
                        || !others && i128::from(length) != last + 1) =>
            {
                Err(format!("`{name}` has {length} numbers, but the mapping reads {}", last + 1))
            }
            _ => Ok(()),
        }
    }

    /// The largest value of an integer that grows with each of its variables; `None` if that is not
    /// clear, or a variable has no values or occurs twice. `seen` has a bit for each variable.
    fn largest(&self, id: Id, seen: &mut u64) -> Option<i128> {
        if let Some(value) = self.int(id) {
            return (value >= 0).then_some(value.into());
        }
        match self.term[id] {
            Node::Var(index, _) => {
                let bit = 1u64.checked_shl(index)?;
                if *seen & bit != 0 {
                    return None;
                }
                *seen |= bit;
                let count = match self.variable(id)? {
                    Variable::Below(count) => count,
                    Variable::Position(of) => self.length(of)?,
                    Variable::Element(..) | Variable::Number | Variable::Other => return None,
                };
                (count > 0).then(|| i128::from(count) - 1)
            }
            Node::Unique(id) => self.largest(id, seen),
            Node::Binary(Binary::Add, [a, b]) => {
                self.largest(a, seen)?.checked_add(self.largest(b, seen)?)
            }
            Node::Binary(Binary::Mul, [a, b]) => {
                self.largest(a, seen)?.checked_mul(self.largest(b, seen)?)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
