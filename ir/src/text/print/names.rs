//! The names of values in the printed text.
//!
//! A value keeps its name, made unique in its scope by a suffix `_0`, `_1` …. An unnamed value gets
//! a number, an unnamed block argument `argN`. Names that MLIR's syntax can't express are ignored.
//! A region sees the names of the enclosing regions, except across functions and modules; names and
//! numbers may repeat in sibling regions.
//!
//! Numbers are assigned in upstream's order: first to all values in a region's blocks, then to
//! nested regions.

use crate::id::{Block, OpId, Region, Value};
use crate::module::Module;
use crate::ops::Op;
use crate::types::ElementClass;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The printed name of a value, without `%`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// The value is outside of the printed ops.
    Unknown,
    /// A number.
    Number(u32),
    /// The name that the module stores for the value.
    Own,
    /// A range of [`Names::text`].
    Text(u32, u32),
    /// The result with this offset in its group: `%first#n`.
    Member(u32),
}

/// The names of all printed values.
pub(super) struct Names<'m> {
    module: &'m Module,
    of: Vec<Name>,
    text: String,
    /// Names in scope, innermost last, and as a set.
    scope: Vec<Cow<'m, str>>,
    used: FxHashSet<Cow<'m, str>>,
    /// The next suffix to try, by name.
    suffix: FxHashMap<Cow<'m, str>, u32>,
    next_number: u32,
    next_arg: u32,
    /// Whether unnamed constants are called `cst` or `c`.
    name_constants: bool,
}

/// Whether a name is valid in text: letters, digits, `$`, `.`, `_` and `-`, without a leading
/// digit.
fn is_writable(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|b| !b.is_ascii_digit())
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'$' | b'.' | b'_' | b'-'))
}

impl<'m> Names<'m> {
    /// The names of all values in the regions of `op`, and of its results.
    pub(super) fn new(module: &'m Module, op: OpId, name_constants: bool) -> Names<'m> {
        let mut names = Names {
            module,
            of: vec![Name::Unknown; module.value_count()],
            text: String::new(),
            scope: Vec::new(),
            used: FxHashSet::default(),
            suffix: FxHashMap::default(),
            next_number: 0,
            next_arg: 0,
            name_constants,
        };
        names.results(op);
        names.regions(op);
        names
    }

    /// The value's name.
    pub(super) fn get(&self, value: Value) -> Name {
        self.of[value.index()]
    }

    /// The range of text of a [`Name::Text`].
    pub(super) fn piece(&self, start: u32, end: u32) -> &str {
        &self.text[start as usize..end as usize]
    }

    /// Whether a new group begins with this result. Results are printed in groups such as `%a:2`; a
    /// group begins with the first result or with a named one.
    pub(super) fn begins_group(&self, value: Value) -> bool {
        !matches!(self.get(value), Name::Member(_))
    }

    /// Whether the value is the first of several results in one group.
    pub(super) fn leads_group(&self, value: Value) -> bool {
        self.of.get(value.index() + 1) == Some(&Name::Member(1))
    }

    fn regions(&mut self, op: OpId) {
        let module = self.module;
        if module.regions(op).is_empty() {
            return;
        }
        // Other isolated ops are unknown to upstream MLIR, which would report a name that is
        // defined twice.
        let isolated = matches!(module.op(op), Op::Func(_) | Op::ModuleOp(_));
        let saved_counters = (self.next_number, self.next_arg);
        let saved = isolated.then(|| {
            (self.next_number, self.next_arg) = (0, 0);
            (
                std::mem::take(&mut self.scope),
                std::mem::take(&mut self.used),
                std::mem::take(&mut self.suffix),
            )
        });
        for (i, &region) in module.regions(op).iter().enumerate() {
            let counters = (self.next_number, self.next_arg);
            let depth = self.scope.len();
            self.region(op, i, region);
            for name in self.scope.drain(depth..) {
                self.used.remove(&name);
            }
            (self.next_number, self.next_arg) = counters;
        }
        if let Some(outer) = saved {
            (self.scope, self.used, self.suffix) = outer;
        }
        (self.next_number, self.next_arg) = saved_counters;
    }

    fn region(&mut self, op: OpId, i: usize, region: Region) {
        let module = self.module;
        let mut nested = Vec::new();
        for (j, &block) in module.blocks(region).iter().enumerate() {
            let like = if i == 1 && j == 0 { self.cond_args(op, block) } else { None };
            for (k, &arg) in module.args(block).iter().enumerate() {
                match like {
                    Some(args) => self.name_like(arg, args[k]),
                    None => self.argument(op, arg),
                }
            }
            for inner in module.ops(block) {
                self.results(inner);
                if !module.regions(inner).is_empty() {
                    nested.push(inner);
                }
            }
        }
        for inner in nested {
            self.regions(inner);
        }
    }

    /// The arguments of a loop's condition, if `body` is that loop's body: `while(%a = %x)` names
    /// both at once.
    fn cond_args(&self, op: OpId, body: Block) -> Option<&'m [Value]> {
        let Op::While(_) = self.module.op(op) else { return None };
        let args = self.module.args(self.module.entry(op, 0)?);
        (self.name_constants && args.len() == self.module.args(body).len()).then_some(args)
    }

    /// Gives a value the name of another one in a sibling region.
    fn name_like(&mut self, value: Value, other: Value) {
        let name = self.get(other);
        self.of[value.index()] = name;
        let text: Cow<'m, str> = match name {
            Name::Own => match self.module.name(other) {
                Some(text) => {
                    let start = self.text.len() as u32;
                    self.text.push_str(text);
                    self.of[value.index()] = Name::Text(start, self.text.len() as u32);
                    text.into()
                }
                None => return,
            },
            Name::Text(start, end) => self.piece(start, end).to_owned().into(),
            _ => return,
        };
        self.take(text);
    }

    /// Adds a name to the scope; returns whether it was free.
    fn take(&mut self, name: Cow<'m, str>) -> bool {
        let free = self.used.insert(name.clone());
        if free {
            self.scope.push(name);
        }
        free
    }

    fn results(&mut self, op: OpId) {
        let module = self.module;
        let mut first = 0;
        for (i, value) in module.results(op).into_iter().enumerate() {
            let own = module.name(value).filter(|n| is_writable(n));
            self.of[value.index()] = match own {
                Some(own) => self.unique(own.into(), true),
                None if i > 0 => {
                    self.of[value.index()] = Name::Member((i - first) as u32);
                    continue;
                }
                None => match module.op(op) {
                    Op::Constant(c) if self.name_constants => {
                        let float = matches!(
                            c.value.element().class(),
                            ElementClass::Float | ElementClass::Complex | ElementClass::Quantized
                        );
                        self.unique(if float { "cst" } else { "c" }.into(), false)
                    }
                    _ => {
                        self.next_number += 1;
                        Name::Number(self.next_number - 1)
                    }
                },
            };
            first = i;
        }
    }

    fn argument(&mut self, op: OpId, arg: Value) {
        if let Some(own) = self.module.name(arg).filter(|n| is_writable(n)) {
            self.of[arg.index()] = self.unique(own.into(), true);
            return;
        }
        if self.name_constants && matches!(self.module.op(op), Op::While(_)) {
            self.of[arg.index()] = self.unique("iterArg".into(), false);
            return;
        }
        loop {
            let name = format!("arg{}", self.next_arg);
            self.next_arg += 1;
            let start = self.text.len() as u32;
            if self.take(name.clone().into()) {
                self.text.push_str(&name);
                self.of[arg.index()] = Name::Text(start, self.text.len() as u32);
                return;
            }
        }
    }

    /// The name itself if it is free (`own` if the module stores it for the value), else the name
    /// with the first free suffix.
    fn unique(&mut self, name: Cow<'m, str>, own: bool) -> Name {
        if self.take(name.clone()) {
            if own {
                return Name::Own;
            }
            let start = self.text.len() as u32;
            self.text.push_str(&name);
            return Name::Text(start, self.text.len() as u32);
        }
        let mut n = self.suffix.get(&name).copied().unwrap_or(0);
        let start = self.text.len();
        loop {
            let _ = write!(self.text, "{name}_{n}");
            n += 1;
            let candidate = self.text[start..].to_owned();
            if self.take(candidate.into()) {
                break;
            }
            self.text.truncate(start);
        }
        self.suffix.insert(name, n);
        Name::Text(start as u32, self.text.len() as u32)
    }
}
