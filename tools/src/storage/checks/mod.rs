//! Checks of physical arrays against the mapping that reads them, before a program runs.
//!
//! A mapping reads what is not there as zero, and arrays that contradict it would give a wrong result
//! without a word. The checks follow from the mapping's own text, whatever the format:
//!
//! | in the mapping | checked |
//! |---|---|
//! | `idx(pos(e):pos(e + 1))` or `pos(e):pos(e + 1)` | `pos` begins with 0, does not fall, and ends with the length of `idx`; it has one number more than `e` has values |
//! | `val(p)`, `p` a position of `idx` | `val` is as long as `idx` |
//! | `val(i * n + j)`, `i` and `j` of ranges | `val` has exactly the numbers that are read |
//! | `{ i -> … }`, `i` out of `idx` | no coordinate is negative, or beyond the extent that is declared, or 2^31 or more |
//! | `{ unique(i) -> … }`, `i` out of `idx` | no coordinate twice in a segment |

use hloom_storage::check::Definition;
use hloom_storage::term::{Binary, Node, Term};
use hloom_storage::value::Array;
use hloom_storage::{Inputs, Module, Type, Value};

use super::bind::{ExtentSource, Extents};
use super::files::MOST;
use super::joins::keep_to;
use egg::{Id, Symbol};
use std::collections::HashMap;

/// Checks the arrays of all mappings that have data.
///
/// # Errors
/// If one is wrong; the message names the array and the element.
pub(crate) fn check(module: &Module, inputs: &Inputs) -> Result<(), String> {
    check_within(module, inputs, &HashMap::new())
}

/// As [`check`]; whether the lengths and numbers of the arrays show that all keys are inside of the extents of
/// the mappings' types. If not, the entries have to be looked at.
///
/// # Errors
/// As [`check`].
pub(super) fn check_keys(module: &Module, inputs: &Inputs) -> Result<bool, String> {
    let mut inside = true;
    for tensor in module.tensors.iter().filter(|tensor| module.is_mapping(tensor)) {
        inside &= checked(module, tensor, inputs, None)?;
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
) -> Result<(), String> {
    module.tensors.iter().filter(|tensor| module.is_mapping(tensor)).try_for_each(|tensor| {
        checked(module, tensor, inputs, extents.get(&tensor.name)).map(|_| ())
    })
}

fn checked(
    module: &Module,
    tensor: &Definition,
    inputs: &Inputs,
    given: Option<&Extents>,
) -> Result<bool, String> {
    mapping(module, tensor, inputs, given)
        .map_err(|what| format!("the arrays of `{}` are wrong: {what}", tensor.name))
}

/// Checks a mapping; whether its keys are known to be inside of the extents.
fn mapping(
    module: &Module,
    tensor: &Definition,
    inputs: &Inputs,
    given: Option<&Extents>,
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
    let (level, inside) = (Some(0), true);
    let mut walk = Walk { term: &term, inputs, scope, extents, conditions, level, inside };
    walk.node(term.root())?;
    let inside = walk.inside;
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
    /// An element of an array, of segments delimited by another.
    Element(Symbol, Option<Symbol>),
    /// A number from 0 to before this one.
    Below(i64),
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
    /// Whether the keys so far are known to be inside of the extents.
    inside: bool,
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
            self.node(value)?;
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
        let bound = self.collection(over)?;
        self.scope.extend(bound);
        self.node(body)?;
        self.scope.truncate(self.scope.len() - 2);
        Ok(())
    }

    /// Notes the arrays whose elements a condition is about.
    fn elements(&mut self, condition: Id) {
        let node = self.term[condition];
        if let Some(Variable::Element(name, _)) = self.variable(condition) {
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
                Ok([Variable::Position(name), Variable::Element(name, None)])
            }
            Node::Slice([array, low, high]) => {
                let Some(name) = self.input(array) else { return Ok([Variable::Other; 2]) };
                let by = self.segments(low, high);
                match by {
                    Some((pos, number)) => self.positions(pos, number, Some(name))?,
                    None => self.slice(name, high)?,
                }
                Ok([Variable::Position(name), Variable::Element(name, by.map(|by| by.0))])
            }
            Node::Range([low, high]) => {
                if let Some((pos, number)) = self.segments(low, high) {
                    self.positions(pos, number, None)?;
                    return Ok([Variable::Other; 2]);
                }
                let count = match (self.int(low), self.int(high)) {
                    (Some(0), Some(count)) => Variable::Below(count),
                    _ => Variable::Other,
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

    /// For `pos(e)` and `pos(e + 1)`: `pos` and `e`.
    fn segments(&self, low: Id, high: Id) -> Option<(Symbol, Id)> {
        let (Node::Get([a, first]), Node::Get([b, second])) = (self.term[low], self.term[high])
        else {
            return None;
        };
        let pos = self.input(a).filter(|pos| self.input(b) == Some(*pos))?;
        let next = match self.term[second] {
            Node::Binary(Binary::Add, [x, one]) => {
                self.term[one] == Node::Int(1) && self.same(x, first)
            }
            Node::Int(second) => self.int(first).and_then(|e| e.checked_add(1)) == Some(second),
            _ => false,
        };
        next.then_some((pos, first))
    }

    /// Whether two nodes are the same term.
    fn same(&self, a: Id, b: Id) -> bool {
        use egg::Language;
        let (x, y) = (&self.term[a], &self.term[b]);
        let (xs, ys) = (x.children(), y.children());
        a == b || (x.matches(y) && xs.iter().zip(ys).all(|(a, b)| self.same(*a, *b)))
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
        let segments = match self.variable(number) {
            Some(Variable::Below(count)) => Some(count.max(0)),
            Some(Variable::Position(outer)) => self.length(outer),
            _ => None,
        };
        let segments = segments.or(self.int(number).map(|last| last + 1));
        if let Some(segments) = segments.filter(|segments| count != segments + 1) {
            return Err(format!(
                "`{pos}` has {count} numbers; {} delimit {segments} segments",
                segments + 1
            ));
        }
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
        match self.largest(at, &mut seen) {
            Some(last) if last + 1 != i128::from(length) && seen != 0 => {
                Err(format!("`{name}` has {length} numbers, but the mapping reads {}", last + 1))
            }
            _ => Ok(()),
        }
    }

    /// Checks the length of an array of which a slice ends before this position: it has no other numbers, if
    /// there is no other slice.
    fn slice(&self, name: Symbol, high: Id) -> Result<(), String> {
        let Some(length) = self.length(name) else { return Ok(()) };
        let is_slice = |node: &&Node| matches!(node, Node::Slice([array, ..]) if self.input(*array) == Some(name));
        let others = self.term.iter().filter(is_slice).count() > 1;
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
                    Variable::Element(..) | Variable::Other => return None,
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

    /// Checks the coordinates that make a key.
    fn key(&mut self, key: Id) -> Result<(), String> {
        let declared = self.level.and_then(|level| self.extents.get(level).copied().flatten());
        let found = match (self.variable(key), self.term[key]) {
            (Some(Variable::Element(name, by)), _) => Some((name, by)),
            (None, Node::Get([over, _])) => self.input(over).map(|name| (name, None)),
            _ => None,
        };
        let found = found.and_then(|(name, by)| Some((name, by, self.array(name)?)));
        let Some((name, by, array)) = found else {
            let largest = self.largest(key, &mut 0);
            let ends = largest.zip(declared);
            self.inside &= ends.is_some_and(|(last, extent)| last < i128::from(extent));
            return Ok(());
        };
        if self.conditions.contains(&name) {
            self.inside = false;
            return Ok(());
        }
        self.inside &= declared.is_some();
        let key_at = |at: i64| match array.get(at) {
            Some(Value::Int(key)) => key,
            _ => 0,
        };
        let extent = declared.unwrap_or(MOST).min(MOST) as i64;
        let wrong = array.positions().find(|at| !(0..extent).contains(&key_at(*at)));
        if let Some(at) = wrong {
            let key = key_at(at);
            let what = match declared {
                _ if key < 0 => "is negative".to_owned(),
                Some(extent) => format!("is beyond the extent {extent}"),
                None => "is not below 2^31".to_owned(),
            };
            return Err(format!("`{name}[{at}]` is {key}: a coordinate {what}"));
        }
        if !matches!(self.term[key], Node::Unique(_)) {
            return Ok(());
        }
        let whole = [0, array.positions().end];
        let ends: Vec<i64> = match by.and_then(|by| self.array(by)) {
            Some(pos) => pos
                .positions()
                .filter_map(|i| match pos.get(i) {
                    Some(Value::Int(end)) => Some(end),
                    _ => None,
                })
                .collect(),
            None => whole.to_vec(),
        };
        for (segment, pair) in ends.windows(2).enumerate() {
            if (pair[0] + 1..pair[1]).all(|at| key_at(at - 1) < key_at(at)) {
                continue;
            }
            let mut keys: Vec<(i64, i64)> = (pair[0]..pair[1]).map(|at| (key_at(at), at)).collect();
            keys.sort_unstable();
            if let Some(two) = keys.windows(2).find(|two| two[0].0 == two[1].0) {
                let (key, first, second) = (two[0].0, two[0].1, two[1].1);
                return Err(format!(
                    "`{name}[{first}]` and `{name}[{second}]` are both {key} in segment {segment}, \
                     where the mapping says `unique`"
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
