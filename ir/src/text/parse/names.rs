//! Scopes of value names.
//!
//! Names are scoped by region: definitions are not visible after their region, and an isolated
//! region does not see names from outside. Control flow and foreign ops allow uses before
//! definitions; until the definition is parsed, a placeholder represents the value.

use super::defined::NameKind;
use super::{Parse, Parser, Token};
use crate::diag::{Diagnostic, Span};
use crate::id::{OpId, Value};
use crate::ops::Foreign;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A use of a value as written: `%name` or `%name#2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'s> {
    /// The name without `%`.
    pub name: &'s str,
    /// The index of the result.
    pub number: u32,
    /// The span of the use.
    pub span: Span,
}

/// The definition of a name: consecutive values.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// [`FREE`], [`BROKEN`] or the first value's index.
    first: u32,
    count: u32,
    /// The span of its definition.
    at: u32,
}

/// The number is undefined.
const FREE: u32 = u32::MAX;
/// The definition failed to parse; no further errors are reported about it.
const BROKEN: u32 = u32::MAX - 1;

/// A use before the definition.
#[derive(Clone, Copy, Debug)]
struct Forward {
    number: u32,
    span: Span,
    placeholder: Value,
    /// The number of blocks begun before it.
    blocks: u32,
}

/// The names that are visible at one position.
#[derive(Default, Debug)]
pub(super) struct Names<'s> {
    /// `%0`, `%1` …
    numbers: Vec<Entry>,
    /// All other names, and numbers far beyond those in use.
    words: FxHashMap<&'s str, Entry>,
    /// The definitions, in order.
    log: Vec<&'s str>,
    forward: FxHashMap<&'s str, SmallVec<[Forward; 1]>>,
}

/// `12` as a number, unless written in another way.
#[inline]
fn number_of(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 9 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut n = 0usize;
    for &b in bytes {
        let digit = b.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        n = n * 10 + usize::from(digit);
    }
    Some(n)
}

impl<'s> Names<'s> {
    #[inline]
    fn get(&self, name: &str) -> Option<Entry> {
        self.find(name, number_of(name))
    }

    #[inline]
    fn find(&self, name: &str, number: Option<usize>) -> Option<Entry> {
        if let Some(n) = number
            && let Some(&entry) = self.numbers.get(n)
            && entry.first != FREE
        {
            return Some(entry);
        }
        if self.words.is_empty() {
            return None;
        }
        self.words.get(name).copied()
    }

    /// Whether the definition of a name failed to parse.
    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| entry.first == BROKEN)
    }

    #[inline]
    fn set(&mut self, name: &'s str, number: Option<usize>, entry: Entry) {
        self.log.push(name);
        if let Some(n) = number {
            let len = self.numbers.len();
            if n == len {
                self.numbers.push(entry);
                return;
            }
            if n > len && n <= 2 * len + 64 {
                self.numbers.resize(n + 1, Entry { first: FREE, count: 0, at: 0 });
            }
            if let Some(slot) = self.numbers.get_mut(n) {
                *slot = entry;
                return;
            }
        }
        self.words.insert(name, entry);
    }

    fn forget(&mut self, name: &str) {
        if let Some(slot) = number_of(name).and_then(|n| self.numbers.get_mut(n))
            && slot.first != FREE
        {
            slot.first = FREE;
            return;
        }
        self.words.remove(name);
    }
}

/// The placeholder type of a value that is used before its definition in a form without types. It
/// has no textual form.
pub(super) fn unknown_type() -> Type {
    Type::new(TypeKind::Foreign("?".into()))
}

/// The state of the names outside of a region.
pub(super) enum Outside<'s> {
    /// They are visible; this is the number of definitions before the region.
    Visible(usize),
    /// They are not visible inside.
    Hidden(Box<Names<'s>>),
}

impl<'s> Parser<'s> {
    /// Enters a region's scope.
    pub(super) fn enter_names(&mut self, isolated: bool) -> Outside<'s> {
        if isolated {
            Outside::Hidden(Box::new(std::mem::take(&mut self.names)))
        } else {
            Outside::Visible(self.names.log.len())
        }
    }

    /// Leaves a region's scope.
    pub(super) fn leave_names(&mut self, outside: Outside<'s>) {
        match outside {
            Outside::Visible(defined) => {
                for name in self.names.log.split_off(defined) {
                    self.names.forget(name);
                }
            }
            Outside::Hidden(names) => {
                self.undefined();
                self.names = *names;
            }
        }
    }

    /// Reports the names that were used but never defined.
    pub(super) fn undefined(&mut self) {
        let mut missing: Vec<(&str, Forward)> = std::mem::take(&mut self.names.forward)
            .into_iter()
            .flat_map(|(name, uses)| uses.into_iter().map(move |u| (name, u)))
            .collect();
        missing.sort_by_key(|(_, u)| u.span.start);
        for (name, Forward { span, .. }) in missing {
            let mut diagnostic = Diagnostic::error(span, format!("`%{name}` is not defined"));
            // Similar numbers are not useful suggestions.
            if number_of(name).is_none() {
                let known = self.names.words.keys().copied().filter(|n| number_of(n).is_none());
                diagnostic = self.suggest(diagnostic, name, known, "%");
            }
            self.report(diagnostic);
        }
    }

    /// Defines a name; `values` is `None` if the definition failed to parse.
    #[inline]
    pub(super) fn define(&mut self, name: &'s str, span: Span, values: Option<(Value, u32)>) {
        let number = number_of(name);
        if let Some(earlier) = self.names.find(name, number) {
            self.defined_twice(name, span, earlier.at);
            return;
        }
        self.tell_definition(NameKind::Value, span, values);
        let (first, count) = values.map_or((BROKEN, u32::MAX), |(v, n)| (v.0, n));
        self.names.set(name, number, Entry { first, count, at: span.start });
        if let Some((value, _)) = values
            && number.is_none()
            && !name.bytes().all(|b| b.is_ascii_digit())
        {
            self.module.set_name(value, name);
        }
        if !self.names.forward.is_empty()
            && let Some(uses) = self.names.forward.remove(name)
        {
            for forward in uses {
                self.resolve_forward(name, span, values, forward);
            }
        }
    }

    #[cold]
    fn defined_twice(&mut self, name: &str, span: Span, earlier: u32) {
        let there = Span { start: earlier, end: earlier + name.len() as u32 + 1 };
        self.report(
            Diagnostic::error(span, format!("`%{name}` is defined twice"))
                .note(there, format!("`%{name}` was defined before")),
        );
    }

    fn resolve_forward(
        &mut self,
        name: &str,
        definition: Span,
        values: Option<(Value, u32)>,
        forward: Forward,
    ) {
        self.tell_use(forward.span, definition.start);
        let Some((first, count)) = values else { return };
        if forward.number >= count {
            self.wrong_number(name, forward.span, forward.number, count, definition.start);
            return;
        }
        let value = Value(first.0 + forward.number);
        let (found, used) = (self.module.ty(value), self.module.ty(forward.placeholder));
        if found != used && used != unknown_type() {
            self.report(
                Diagnostic::error(
                    forward.span,
                    format!("`%{name}` is used as {used}, but is {found}"),
                )
                .note(definition, format!("%{name} is {found}, defined")),
            );
            return;
        }
        // The definition is in the innermost block; if that block had begun at the use, the use
        // precedes the definition in the same block.
        if self.open.last().is_some_and(|b| b.ordered && b.number < forward.blocks) {
            self.report(
                Diagnostic::error(forward.span, format!("`%{name}` is used before it is defined"))
                    .note(definition, format!("%{name} is {found}, defined")),
            );
            return;
        }
        self.module.replace_uses(forward.placeholder, value);
        if let Some(op) = self.module.def_op(forward.placeholder) {
            self.module.erase(op);
        }
    }

    fn wrong_number(&mut self, name: &str, span: Span, number: u32, count: u32, at: u32) {
        let results = if count == 1 { "one value" } else { &format!("{count} values") };
        let there = Span { start: at, end: at + name.len() as u32 + 1 };
        self.report(
            Diagnostic::error(
                span,
                format!("`%{name}` stands for {results}; there is no #{number}"),
            )
            .note(there, format!("%{name} is defined")),
        );
    }

    /// Parses `%name` or `%name#2` onto the stack of uses.
    #[inline]
    pub(super) fn operand(&mut self) -> Parse<()> {
        if self.token != Token::Value {
            return self.expected("a value such as `%0`");
        }
        let (start, name) = (self.start, &self.source[self.start + 1..self.end]);
        self.advance();
        let mut number = 0;
        if self.token == Token::Hash && self.start == self.behind {
            match self.text()[1..].parse::<u32>() {
                Ok(n) => number = n,
                Err(_) => return self.expected("the number of a result such as `#1`"),
            }
            self.advance();
        }
        let span = self.since(start);
        self.tell_value_use(name, span);
        self.uses.push(Use { name, number, span });
        Ok(())
    }

    /// Tells that a value is used here, if its definition is known.
    #[inline]
    pub(super) fn tell_value_use(&mut self, name: &str, span: Span) {
        if self.told.is_some()
            && let Some(entry) = self.names.get(name)
        {
            self.tell_use(span, entry.at);
        }
    }

    /// The value that a use of this type refers to.
    #[inline]
    pub(super) fn resolve(&mut self, it: Use<'s>, ty: Type) -> Value {
        match self.names.get(it.name) {
            Some(Entry { first, count, .. }) if first != BROKEN && it.number < count => {
                let value = Value(first + it.number);
                if self.module.ty(value) != ty {
                    self.wrong_use(it, value, ty);
                }
                value
            }
            Some(Entry { first: BROKEN, .. }) => self.placeholder(ty),
            Some(Entry { count, at, .. }) => {
                self.wrong_number(it.name, it.span, it.number, count, at);
                self.placeholder(ty)
            }
            None => {
                let placeholder = self.placeholder(ty);
                self.names.forward.entry(it.name).or_default().push(Forward {
                    number: it.number,
                    span: it.span,
                    placeholder,
                    blocks: self.begun,
                });
                placeholder
            }
        }
    }

    #[cold]
    fn wrong_use(&mut self, it: Use<'s>, value: Value, ty: Type) {
        let name = self.source[it.span.start as usize..it.span.end as usize].to_owned();
        let found = self.module.ty(value);
        let diagnostic =
            Diagnostic::error(it.span, format!("`{name}` is used as {ty}, but is {found}"));
        let diagnostic = self.note_definition(diagnostic, &name, value);
        self.report(diagnostic);
    }

    /// Adds a note with the type and the definition of a value.
    pub(super) fn note_definition(
        &self,
        diagnostic: Diagnostic,
        name: &str,
        value: Value,
    ) -> Diagnostic {
        let plain = name.trim_start_matches('%');
        let plain = plain.split('#').next().unwrap_or(plain);
        let ty = self.module.ty(value);
        match self.names.get(plain) {
            Some(entry) if entry.first != BROKEN => {
                let there = Span { start: entry.at, end: entry.at + plain.len() as u32 + 1 };
                diagnostic.note(there, format!("{name} is {ty}, defined"))
            }
            _ => diagnostic,
        }
    }

    /// The value of this name, if it is defined.
    pub(super) fn known(&self, it: Use<'s>) -> Option<Value> {
        let entry = self.names.get(it.name)?;
        (entry.first != BROKEN && it.number < entry.count).then(|| Value(entry.first + it.number))
    }

    /// A placeholder for a value whose definition is not known.
    fn placeholder(&mut self, ty: Type) -> Value {
        let op = Foreign {
            name: "builtin.unrealized_conversion_cast".into(),
            attrs: Default::default(),
            properties: Default::default(),
            results: [ty].into(),
        };
        let op: OpId = self.module.create_op(op.into(), &[], &[ty], &[], Span::default());
        self.module.result(op, 0)
    }
}
